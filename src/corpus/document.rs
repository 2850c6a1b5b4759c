//! What is known of a document: its text while it passes through, its row in the table for good.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// Where a document's bytes are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// A whole file.
    File(PathBuf),
    /// One line of a JSON Lines file.
    Row {
        /// The file; all its rows share the one name.
        path: Arc<Path>,
        /// 1-based number of the line.
        line: u64,
        /// Byte offset of the line's start in the file.
        offset: u64,
        /// Length of the line in bytes, without its line end.
        length: u64,
    },
    /// A document of the demo corpus compiled into the program, by its path there.
    Demo(String),
    /// One line of a JSON Lines document of the demo corpus (path, 1-based line).
    DemoRow(String, u64),
}

impl Place {
    /// Takes over the other's name of the file where both are rows of one: a million rows need it
    /// once.
    pub fn share_with(&mut self, other: &Place) {
        if let (Place::Row { path, .. }, Place::Row { path: known, .. }) = (self, other)
            && path == known
        {
            *path = Arc::clone(known);
        }
    }

    /// The file on disk, where there is one.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match self {
            Place::File(path) => Some(path),
            Place::Row { path, .. } => Some(path),
            Place::Demo(_) | Place::DemoRow(..) => None,
        }
    }
}

/// How the bytes of a document were taken to be encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Encoding {
    /// Valid UTF-8, with or without a byte-order mark.
    Utf8,
    /// Taken for UTF-8 although some bytes are not: each such sequence became U+FFFD.
    Utf8Damaged,
    /// UTF-16 (or another encoding) announced by a byte-order mark.
    Marked(&'static str),
    /// Detected from the bytes: a guess, shown as one.
    Detected(&'static str),
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Encoding::Utf8 => f.write_str("UTF-8"),
            Encoding::Utf8Damaged => f.write_str("UTF-8 with invalid bytes"),
            Encoding::Marked(name) => write!(f, "{name} by its byte-order mark"),
            Encoding::Detected(name) => write!(f, "{name}, detected"),
        }
    }
}

/// What kind of text a document's bytes were read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Kind {
    /// The text as it stands.
    Plain,
    /// The visible text of an HTML page.
    Html,
    /// A field of a JSON Lines row.
    JsonRow,
}

/// A document on its way through the program.
#[derive(Clone, Debug)]
pub struct Document {
    /// Unique in its corpus: path relative to the given root with `/`, `path#ID` for a row.
    pub id: String,
    /// For people: the HTML or JSON title, the first Markdown heading, else the file's name.
    pub title: String,
    /// Where it came from.
    pub place: Place,
    /// The whole text; every span refers to its bytes.
    pub text: String,
    /// Byte spans of the text that a reader of the page cannot see, rising and apart.
    pub unseen: Vec<(usize, usize)>,
    /// How its bytes were decoded.
    pub encoding: Encoding,
    /// What it was read as.
    pub kind: Kind,
    /// Length of its source in bytes.
    pub bytes: u64,
    /// Modification time of its file, nanoseconds since 1970; 0 where there is none.
    pub modified: i64,
    /// [`Stamp::digest`](super::Stamp::digest) of its file.
    pub stamp: u64,
    /// 128-bit digest of its source bytes.
    pub fingerprint: u128,
}

/// What stays known of a document once its text has gone: a row of the document table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentRow {
    /// The number kept on disk and in the full-text index; given once, never used again.
    pub key: u64,
    /// See [`Document::id`].
    pub id: String,
    /// See [`Document::title`].
    pub title: String,
    /// Where it came from.
    pub place: Place,
    /// How its bytes were decoded.
    pub encoding: Encoding,
    /// What it was read as.
    pub kind: Kind,
    /// Length of its source in bytes.
    pub bytes: u64,
    /// Modification time of its file, nanoseconds since 1970; 0 where there is none.
    pub modified: i64,
    /// [`Stamp::digest`](super::Stamp::digest) of its file.
    pub stamp: u64,
    /// 128-bit digest of its source bytes.
    pub fingerprint: u128,
    /// 128-bit digest of its terms in order: the fingerprint of the normalised text.
    pub normalised: u128,
}

/// Why something was not read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SkipReason {
    /// The bytes are not text.
    Binary,
    /// Nothing in it.
    Empty,
    /// Larger than the limit (size, limit; bytes).
    TooLarge(u64, u64),
    /// Its elements or brackets stand in each other deeper than the limit, which is given.
    TooDeep(u32),
    /// Reading it took longer than the limit, in seconds.
    TooSlow(u32),
    /// A device, pipe, socket or the like.
    NotRegular(String),
    /// A symbolic link met while walking a folder.
    Link,
    /// The folder of a version-control system.
    VersionControl,
    /// A folder that holds an index of this program.
    Index,
    /// It changed each time that it was read; of JSON Lines, while its rows were read.
    Changed,
    /// The system had no more of something that every document needs: the run ends.
    Exhausted(Shortage),
    /// The operating system said no; its words.
    Unreadable(String),
    /// A JSON Lines row that is not JSON, or lacks the field; what is wrong with it.
    BadRow(String),
}

/// What a system can run out of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Shortage {
    /// File descriptors, of this process or of all.
    Files,
    /// Memory.
    Memory,
}

impl SkipReason {
    /// Whether nothing else can be read either, so that a run must end rather than go on without.
    #[must_use]
    pub fn ends_the_run(&self) -> bool {
        matches!(self, SkipReason::Exhausted(_))
    }

    /// Whether it should have been read and was not: what is left out by rule (links, folders of
    /// version control, what is no text or empty) should not.
    #[must_use]
    pub fn is_failure(&self) -> bool {
        match self {
            SkipReason::TooLarge(..)
            | SkipReason::TooDeep(_)
            | SkipReason::TooSlow(_)
            | SkipReason::Changed
            | SkipReason::Exhausted(_)
            | SkipReason::Unreadable(_)
            | SkipReason::BadRow(_) => true,
            SkipReason::Binary
            | SkipReason::Empty
            | SkipReason::NotRegular(_)
            | SkipReason::Link
            | SkipReason::VersionControl
            | SkipReason::Index => false,
        }
    }
}

impl fmt::Display for SkipReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SkipReason::Binary => f.write_str("binary, not text"),
            SkipReason::Empty => f.write_str("empty"),
            SkipReason::TooLarge(size, limit) => write!(
                f,
                "too large: {} where at most {} is read (--max-size)",
                crate::base::units::bytes(*size),
                crate::base::units::bytes(*limit)
            ),
            SkipReason::TooDeep(limit) => write!(
                f,
                "nested too deep: at most {} levels are followed (--max-depth)",
                crate::base::units::count(u64::from(*limit))
            ),
            SkipReason::TooSlow(limit) => write!(
                f,
                "took too long: at most {} are spent on one document (--max-seconds)",
                crate::base::units::counted(u64::from(*limit), "second", "seconds")
            ),
            SkipReason::NotRegular(what) => write!(f, "not a regular file: {what}"),
            SkipReason::Link => f.write_str("symbolic link, not followed"),
            SkipReason::VersionControl => f.write_str("version-control folder"),
            SkipReason::Index => f.write_str("an index of shinglescope"),
            SkipReason::Changed => f.write_str("changed while it was read"),
            SkipReason::Exhausted(Shortage::Files) => f.write_str(
                "no more files can be opened; raise the limit (`ulimit -n`) or use fewer --threads",
            ),
            SkipReason::Exhausted(Shortage::Memory) => f.write_str(
                "there is no memory left; raise the limit (`ulimit -v`) or use fewer --threads",
            ),
            SkipReason::Unreadable(why) => write!(f, "cannot be read: {why}"),
            SkipReason::BadRow(why) => write!(f, "row not read: {why}"),
        }
    }
}

/// Something that was met but not read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skipped {
    /// What it would have been called: a path with `/`, `path:LINE` for a row.
    pub id: String,
    /// Why it was not read.
    pub reason: SkipReason,
}

impl Skipped {
    /// The id of the file, where this is a row of one.
    #[must_use]
    pub fn file_of_row(&self) -> Option<&str> {
        let (file, line) = self.id.rsplit_once(':')?;
        line.bytes().all(|b| b.is_ascii_digit()).then_some(file)
    }
}
