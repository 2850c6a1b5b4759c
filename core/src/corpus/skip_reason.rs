//! Why a document was not read.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::base::units;
use crate::settings::Reading;

/// Reason for not reading an entry; the message contains advice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum SkipReason {
    /// Binary data, not text.
    #[error("binary, not text")]
    Binary,
    /// An empty file or row.
    #[error("empty")]
    Empty,
    /// Exceeds the size limit (size, limit; bytes).
    #[error(fmt = too_large)]
    TooLarge(u64, u64),
    /// Elements are nested more deeply than the limit.
    #[error("nested too deep: at most {} levels are followed", units::count(Reading::MAX_DEPTH.into()))]
    TooDeep,
    /// Reading exceeded the time limit (given, in seconds).
    #[error(
        "took too long: at most {} are spent on one document (--set max-seconds)",
        units::counted(u64::from(*.0), "second", "seconds")
    )]
    TooSlow(u32),
    /// A device, pipe, socket or other special file; its type.
    #[error("not a regular file: {0}")]
    NotRegular(String),
    /// A symbolic link found inside a folder.
    #[error("symbolic link, not followed")]
    Link,
    /// Folder of a version-control system.
    #[error("version-control folder")]
    VersionControl,
    /// Folder with an index of this program.
    #[error("an index of shinglescope")]
    Index,
    /// A file that is also inside an earlier given path; the id under which it is read.
    #[error("already read as {0}, by another of the given paths")]
    Again(String),
    /// A file that changed during each attempt to read it, or a JSON Lines file that changed while its
    /// rows were read.
    #[error("changed while it was read")]
    Changed,
    /// A system resource is exhausted; the run stops.
    #[error(transparent)]
    Exhausted(Shortage),
    /// The operating system reported this error.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// An invalid row: not JSON, without the text field, or with other fields than the header; description of
    /// the problem.
    #[error("row not read: {0}")]
    BadRow(String),
    /// A record of a crawl without a text page, such as a redirection or an image; its content.
    #[error("no page of text: {0}")]
    NoPage(String),
    /// Unpacks to more than this many bytes.
    #[error(
        "unpacks to more than {}: at most a document of --max-size is unpacked, and of a whole archive or table {} times its own size",
        units::bytes(*.0),
        units::count(Reading::MAX_EXPANSION)
    )]
    Expands(u64),
    /// A packed file, archive, table or document that violates its format; the format and the problem.
    #[error("damaged, or not what its name says: {0}")]
    Damaged(String),
    /// A table without the requested column; a description with the existing columns.
    #[error("{0}")]
    NoField(String),
    /// Content that this program does not read; its kind, and advice.
    #[error("{0}")]
    Unsupported(String),
    /// A PDF without text: its pages are pictures.
    #[error(
        "no text layer: run OCR on it and read the result, or add a reader of pdf that does to [readers] of the config file"
    )]
    NoTextLayer,
    /// A document that only a password opens.
    #[error("encrypted: save it without a password and read that")]
    Encrypted,
    /// The parser of the format failed; how.
    #[error(
        "its parser failed: {0}; save or print it again with another program, or add a reader to [readers] of the config file"
    )]
    ParserFailed(String),
    /// A reader of the user failed: its program, and how.
    #[error("{0} failed: {1}")]
    ReaderFailed(String, String),
    /// The unreadable rest of a file, after one of its rows.
    #[error("what follows in the file was not read")]
    RestUnread,
    /// Pages that could not be read, and parts that the document names but does not contain (numbers of each). The
    /// rest of the document is read.
    #[error(fmt = read_in_part)]
    ReadInPart(u32, u32),
    /// A page of a crawl that was captured only in part. This part is read.
    #[error("read in part: the page was cut short when it was captured")]
    CutShort,
}

/// Exhausted system resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum Shortage {
    /// File descriptors, of this process or system-wide.
    #[error("no more files can be opened; raise the limit (`ulimit -n`) or use fewer --threads")]
    Files,
    /// Memory.
    #[error("there is no memory left; raise the limit (`ulimit -v`) or use fewer --threads")]
    Memory,
    /// Processes of the user or of the container, in which parsers run.
    #[error(
        "no more processes can be started for parsers; raise the limit (`ulimit -u`, or that of the container) or use fewer --threads"
    )]
    Processes,
}

fn too_large(size: &u64, limit: &u64, f: &mut fmt::Formatter<'_>) -> fmt::Result {
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

fn read_in_part(pages: &u32, missing: &u32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let parts = [
        (*pages, "unreadable page", "unreadable pages"),
        (*missing, "missing part", "missing parts"),
    ];
    let parts = parts.into_iter().filter(|(n, ..)| *n > 0);
    let parts = parts.map(|(n, singular, plural)| units::counted(n.into(), singular, plural));
    write!(f, "read in part: {}", parts.collect::<Vec<_>>().join(", "))?;
    if *pages > 0 {
        f.write_str(
            "; pdf = \"pdftotext -enc UTF-8 {} -\" in [readers] of the config file may read more",
        )?;
    }
    Ok(())
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
        )
    }

    /// Rank and name of entries with this reason: errors first, entries skipped by rule last.
    pub fn group(&self) -> (u8, &'static str) {
        match self {
            SkipReason::Unreadable(_) | SkipReason::Exhausted(_) => (0, "cannot be read"),
            SkipReason::Changed => (0, "changed while read"),
            SkipReason::Damaged(_) => (1, "damaged: save them again, or fetch them again"),
            SkipReason::NoField(_) => (1, "tables without the column"),
            SkipReason::BadRow(_) => (1, "rows not read"),
            SkipReason::Expands(_) => (2, "unpack to too much"),
            SkipReason::Unsupported(_) => (3, "not supported"),
            SkipReason::NoTextLayer => (1, "PDF without a text layer: run OCR on them"),
            SkipReason::Encrypted => (1, "encrypted: save them without a password"),
            SkipReason::ParserFailed(_) => (
                1,
                "their parser failed: save or print them again with another program",
            ),
            SkipReason::ReaderFailed(..) => (1, "a reader of yours failed"),
            SkipReason::ReadInPart(..) => (
                1,
                "read in part: pages or parts of them are unreadable or missing",
            ),
            SkipReason::CutShort => (
                1,
                "read in part: pages that were cut short when they were captured",
            ),
            SkipReason::RestUnread => (1, "the rest of files that could not be read on"),
            SkipReason::TooLarge(..) => (2, "too large"),
            SkipReason::TooDeep => (2, "nested too deep"),
            SkipReason::TooSlow(_) => (2, "took too long"),
            SkipReason::Binary => (3, "binary, not text"),
            SkipReason::NoPage(_) => (3, "no pages of text"),
            SkipReason::Empty => (4, "empty"),
            SkipReason::NotRegular(_) => (5, "not regular files"),
            SkipReason::Link => (6, "symbolic links, not followed"),
            SkipReason::VersionControl => (7, "version-control folders"),
            SkipReason::Index => (7, "indexes of shinglescope"),
            SkipReason::Again(_) => (8, "already read by another path"),
        }
    }

    /// Whether the entry should have been read. `false` for entries excluded by rule: links, version-control folders,
    /// binary and empty files, records of a crawl that are not pages.
    pub fn is_failure(&self) -> bool {
        !matches!(
            self,
            SkipReason::Binary
                | SkipReason::Empty
                | SkipReason::NotRegular(_)
                | SkipReason::Link
                | SkipReason::VersionControl
                | SkipReason::Index
                | SkipReason::Again(_)
                | SkipReason::NoPage(_)
        )
    }
}
