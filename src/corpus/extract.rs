//! Text of documents in formats that a parser must take apart: word processors, slides, e-books, PDF, mail.
//!
//! The parsers run in a child process of the same program ([`pool`], [`worker`]) with limits of memory, time and
//! output, because such files are often damaged and sometimes made to do harm: a parser that fails costs its
//! document and nothing else. Text that was taken out is kept ([`kept`]), so that a file is parsed once.

#[cfg(feature = "documents")]
mod archive;
#[cfg(feature = "documents")]
mod docx;
#[cfg(feature = "documents")]
mod epub;
#[cfg(feature = "documents")]
mod flow;
pub mod format;
pub mod kept;
#[cfg(feature = "documents")]
mod mail;
#[cfg(feature = "documents")]
mod odf;
#[cfg(feature = "documents")]
mod parsers;
#[cfg(feature = "documents")]
mod pdf;
#[cfg(feature = "documents")]
pub mod pool;
#[cfg(feature = "documents")]
mod pptx;
#[cfg(feature = "documents")]
mod rtf;
#[cfg(feature = "documents")]
mod sandbox;
#[cfg(feature = "documents")]
pub mod worker;
#[cfg(feature = "documents")]
mod xml;

use serde::{Deserialize, Serialize};

pub use format::Format;

use super::SkipReason;
use crate::base::units;
use crate::settings::Reading;

/// The text of a document with what it says about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extracted {
    /// The text. Pages and slides are parted by form feeds.
    #[serde(skip)]
    pub text: String,
    /// The title that the document gives itself; may be empty.
    pub title: String,
    /// The author that the document names.
    pub author: Option<String>,
    /// The date that the document names, as it is written there.
    pub date: Option<String>,
    /// What stands in the document and not in the text.
    pub left_out: LeftOut,
}

/// Numbers of parts of a document that are not part of its text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// Comments.
    pub comments: u32,
    /// Deleted revisions that have not been accepted yet.
    pub deletions: u32,
    /// Runs of hidden text.
    pub hidden: u32,
    /// Pages that could not be read.
    pub pages: u32,
}

impl LeftOut {
    /// As words for a person, for example `2 comments, 1 deleted revision`; `None` if nothing was left out.
    #[must_use]
    pub fn phrase(&self) -> Option<String> {
        let counts = [
            (self.comments, "comment", "comments"),
            (self.deletions, "deleted revision", "deleted revisions"),
            (self.hidden, "hidden run of text", "hidden runs of text"),
            (self.pages, "unreadable page", "unreadable pages"),
        ];
        let counts = counts.into_iter().filter(|(n, ..)| *n > 0);
        let phrases: Vec<String> = counts
            .map(|(n, one, many)| units::counted(n.into(), one, many))
            .collect();
        (!phrases.is_empty()).then(|| phrases.join(", "))
    }
}

/// Limits of one extraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Bytes of text.
    pub max_text: u64,
    /// Bytes that all parts of an archive unpack to.
    pub max_unpacked: u64,
    /// Depth of nested elements and groups.
    pub max_depth: u32,
    /// Seconds.
    pub max_seconds: u32,
}

impl Limits {
    /// The limits that the settings give.
    #[must_use]
    pub fn of(reading: &Reading) -> Self {
        Limits {
            max_text: reading.max_bytes.min(Reading::MOST_BYTES),
            max_unpacked: reading.max_bytes,
            max_depth: reading.max_depth,
            max_seconds: reading.max_seconds,
        }
    }

    /// Checks the length of a text in the making.
    ///
    /// # Errors
    /// [`SkipReason::TooLarge`].
    pub fn check(&self, length: usize) -> Result<(), SkipReason> {
        match length as u64 > self.max_text {
            true => Err(SkipReason::TooLarge(length as u64, self.max_text)),
            false => Ok(()),
        }
    }
}

/// The text of a document with these bytes and this digest of them: as it was kept, or taken out now.
///
/// # Errors
/// Why the document has no text for us.
pub fn extract(
    format: Format,
    bytes: &[u8],
    fingerprint: u128,
    reading: &Reading,
) -> Result<Extracted, SkipReason> {
    let limits = Limits::of(reading);
    let outcome = match kept::find(format, fingerprint, &limits) {
        Some(known) => known,
        None => {
            let outcome = parse(format, bytes, &limits);
            kept::keep(format, fingerprint, &outcome);
            outcome
        }
    };
    if let Ok(extracted) = &outcome {
        kept::count(fingerprint, extracted.left_out);
    }
    outcome
}

#[cfg(feature = "documents")]
fn parse(format: Format, bytes: &[u8], limits: &Limits) -> Result<Extracted, SkipReason> {
    pool::extract(format, bytes, limits)
}

#[cfg(not(feature = "documents"))]
fn parse(format: Format, _: &[u8], _: &Limits) -> Result<Extracted, SkipReason> {
    Err(SkipReason::NoReader(format.name().to_owned()))
}
