//! What a parser takes out of a document, and the limits within which it does.

use serde::{Deserialize, Serialize};

use crate::base::units;
use crate::corpus::SkipReason;
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
    /// Diagrams, whose words stand in parts of their own.
    pub diagrams: u32,
    /// Chapters and slides that the document names and does not hold.
    pub missing: u32,
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
            (self.diagrams, "diagram", "diagrams"),
            (self.missing, "missing part", "missing parts"),
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
