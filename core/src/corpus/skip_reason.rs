//! Why a document was not read.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::base::units;
use crate::settings::Reading;

/// Reason for not reading an entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SkipReason {
    /// Binary data, not text.
    Binary,
    /// An empty file or row.
    Empty,
    /// Exceeds the size limit (size, limit; bytes).
    TooLarge(u64, u64),
    /// Elements or brackets are nested more deeply than the limit (given).
    TooDeep(u32),
    /// Reading exceeded the time limit (given, in seconds).
    TooSlow(u32),
    /// A device, pipe, socket or other special file; its type.
    NotRegular(String),
    /// A symbolic link found inside a folder.
    Link,
    /// Folder of a version-control system.
    VersionControl,
    /// Folder with an index of this program.
    Index,
    /// A file that an earlier one of the given paths reaches too; the id under which it is read.
    Again(String),
    /// A file that changed during each attempt to read it, or a JSON Lines file that changed while its
    /// rows were read.
    Changed,
    /// A system resource is exhausted; the run stops.
    Exhausted(Shortage),
    /// The operating system reported this error.
    Unreadable(String),
    /// An invalid row: not JSON, without the text field, or with other fields than the header; description of
    /// the problem.
    BadRow(String),
    /// A record of a crawl that holds no page of text, such as a redirection or an image; what it holds.
    NoPage(String),
    /// Unpacks to more than this many bytes.
    Expands(u64),
    /// A packed file, archive, table or document that is not built as its format asks; the format and the problem.
    Damaged(String),
    /// A table without the column that is asked for; description of the problem with the columns there are.
    NoField(String),
    /// Content that this program does not read; what it is, and what to do.
    Unsupported(String),
    /// A PDF without text: its pages are pictures.
    NoTextLayer,
    /// A document that only a password opens.
    Encrypted,
    /// The parser of the format failed; how.
    ParserFailed(String),
    /// A reader of the user failed: its program, and how.
    ReaderFailed(String, String),
    /// An archive whose parts unpack to more than the limit (given, in bytes).
    Unpacked(u64),
    /// Parsing needs more memory than the limit (given, in bytes).
    OutOfMemory(u64),
    /// What follows a row in its file, which could not be read on.
    RestUnread,
    /// A further name in an archive of the member that is named, whose text is read under that name.
    HardLink(String),
    /// Pages that could not be read, and parts that the document names and does not hold (numbers of each). The
    /// rest of the document is read.
    ReadInPart(u32, u32),
    /// A page of a crawl of which less was captured than there was. What there is of it is read.
    CutShort,
}

/// Exhausted system resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Shortage {
    /// File descriptors, of this process or system-wide.
    Files,
    /// Memory.
    Memory,
    /// Processes of the user or of the container, which parsers run in.
    Processes,
}

impl SkipReason {
    /// Whether other entries would fail too, so that the run must stop.
    pub fn ends_the_run(&self) -> bool {
        matches!(self, SkipReason::Exhausted(_))
    }

    /// Whether reading the same bytes again may have another result.
    pub fn may_differ(&self) -> bool {
        matches!(
            self,
            SkipReason::TooSlow(_)
                | SkipReason::Changed
                | SkipReason::Exhausted(_)
                | SkipReason::Unreadable(_)
                | SkipReason::ParserFailed(_)
                | SkipReason::ReaderFailed(..)
                | SkipReason::OutOfMemory(_)
        )
    }

    /// Whether the entry should have been read. `false` for entries excluded by rule: links,
    /// version-control folders, binary and empty files, records of a crawl that are no pages.
    pub fn is_failure(&self) -> bool {
        match self {
            SkipReason::TooLarge(..)
            | SkipReason::TooDeep(_)
            | SkipReason::TooSlow(_)
            | SkipReason::Changed
            | SkipReason::Exhausted(_)
            | SkipReason::Unreadable(_)
            | SkipReason::BadRow(_)
            | SkipReason::Expands(_)
            | SkipReason::Damaged(_)
            | SkipReason::NoField(_)
            | SkipReason::Unsupported(_)
            | SkipReason::NoTextLayer
            | SkipReason::Encrypted
            | SkipReason::ParserFailed(_)
            | SkipReason::ReaderFailed(..)
            | SkipReason::Unpacked(_)
            | SkipReason::OutOfMemory(_)
            | SkipReason::RestUnread
            | SkipReason::ReadInPart(..)
            | SkipReason::CutShort => true,
            SkipReason::Binary
            | SkipReason::Empty
            | SkipReason::NotRegular(_)
            | SkipReason::Link
            | SkipReason::HardLink(_)
            | SkipReason::VersionControl
            | SkipReason::Index
            | SkipReason::Again(_)
            | SkipReason::NoPage(_) => false,
        }
    }
}

impl fmt::Display for SkipReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SkipReason::Binary => f.write_str("binary, not text"),
            SkipReason::Empty => f.write_str("empty"),
            SkipReason::TooLarge(size, limit) => {
                let mut shown = [size, limit].map(|n| units::bytes(*n));
                if shown[0] == shown[1] {
                    shown = [size, limit].map(|n| format!("{} B", units::count(*n)));
                }
                let [size, limit] = shown;
                write!(
                    f,
                    "too large: {size} where at most {limit} is read (--max-size)"
                )
            }
            SkipReason::TooDeep(limit) => write!(
                f,
                "nested too deep: at most {} levels are followed (--max-depth)",
                units::count(u64::from(*limit))
            ),
            SkipReason::TooSlow(limit) => write!(
                f,
                "took too long: at most {} are spent on one document (--max-seconds)",
                units::counted(u64::from(*limit), "second", "seconds")
            ),
            SkipReason::NotRegular(what) => write!(f, "not a regular file: {what}"),
            SkipReason::Link => f.write_str("symbolic link, not followed"),
            SkipReason::HardLink(to) => {
                write!(f, "hard link to {to}, which stands in the archive itself")
            }
            SkipReason::VersionControl => f.write_str("version-control folder"),
            SkipReason::Index => f.write_str("an index of shinglescope"),
            SkipReason::Again(id) => {
                write!(f, "already read as {id}, by another of the given paths")
            }
            SkipReason::Changed => f.write_str("changed while it was read"),
            SkipReason::Exhausted(Shortage::Files) => f.write_str(
                "no more files can be opened; raise the limit (`ulimit -n`) or use fewer --threads",
            ),
            SkipReason::Exhausted(Shortage::Memory) => f.write_str(
                "there is no memory left; raise the limit (`ulimit -v`) or use fewer --threads",
            ),
            SkipReason::Exhausted(Shortage::Processes) => f.write_str(
                "no more processes can be started for parsers; raise the limit (`ulimit -u`, or that of the container) or use fewer --threads",
            ),
            SkipReason::Unreadable(why) => write!(f, "cannot be read: {why}"),
            SkipReason::BadRow(why) => write!(f, "row not read: {why}"),
            SkipReason::NoPage(what) => write!(f, "no page of text: {what}"),
            SkipReason::Expands(most) => write!(
                f,
                "unpacks to more than {}: at most a document of --max-size is unpacked, and of a whole archive or table {} times its own size",
                units::bytes(*most),
                units::count(Reading::MOST_EXPANSION)
            ),
            SkipReason::Damaged(why) => write!(f, "damaged, or not what its name says: {why}"),
            SkipReason::NoField(why) | SkipReason::Unsupported(why) => f.write_str(why),
            SkipReason::NoTextLayer => {
                f.write_str(
                "no text layer: run OCR on it and read the result, or add a reader of pdf that does to [readers] of the config file",
            )
            }
            SkipReason::Encrypted => {
                f.write_str("encrypted: save it without a password and read that")
            }
            SkipReason::ParserFailed(how) => write!(
                f,
                "its parser failed: {how}; save or print it anew with another program, or add a reader to [readers] of the config file"
            ),
            SkipReason::ReaderFailed(program, how) => write!(f, "{program} failed: {how}"),
            SkipReason::Unpacked(limit) => write!(
                f,
                "unpacks to more than {} (--max-size)",
                units::bytes(*limit)
            ),
            SkipReason::OutOfMemory(limit) => write!(
                f,
                "its parser needs more than {} of memory; save it anew with another program",
                units::bytes(*limit)
            ),
            SkipReason::RestUnread => f.write_str("what follows in the file was not read"),
            SkipReason::ReadInPart(pages, missing) => {
                let pages = (pages, "unreadable page", "unreadable pages");
                let missing = (missing, "missing part", "missing parts");
                let parts = [pages, missing].into_iter().filter(|(n, ..)| **n > 0);
                let parts = parts.map(|(n, one, many)| units::counted((*n).into(), one, many));
                write!(f, "read in part: {}", parts.collect::<Vec<_>>().join(", "))?;
                if *pages.0 > 0 {
                    f.write_str("; pdf = \"pdftotext -enc UTF-8 {} -\" in [readers] of the config file may read more")?;
                }
                Ok(())
            }
            SkipReason::CutShort => {
                f.write_str("read in part: the page was cut short when it was captured")
            }
        }
    }
}
