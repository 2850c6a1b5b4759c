//! What a parser extracts from a document: text, metadata, and counts of parts that are not in the text.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use super::SkipReason;
use crate::base::units;
use crate::settings::Reading;

/// Text and metadata of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extracted {
    /// The text. Form feeds separate pages and slides.
    #[serde(skip)]
    pub text: String,
    /// The title that the document names; may be empty.
    pub title: String,
    /// The author that the document names.
    pub author: Option<String>,
    /// The date that the document names, as written.
    pub date: Option<String>,
    /// Positions in the text, in bytes, where the document has hidden text, ascending.
    pub unseen: Vec<usize>,
    /// Parts of the document that are not in the text.
    pub unextracted: UnextractedParts,
}

impl From<String> for Extracted {
    fn from(text: String) -> Self {
        Extracted {
            text,
            ..Extracted::default()
        }
    }
}

/// Numbers of parts of a document that are not part of its text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnextractedParts {
    /// Comments.
    pub comments: u32,
    /// Deleted revisions that have not been accepted yet.
    pub deletions: u32,
    /// Runs of hidden text.
    pub hidden: u32,
    /// Pages that could not be read.
    pub pages: u32,
    /// Chapters, slides, notes and other parts of the document that could not be read.
    pub missing: u32,
    /// Attachments of a mail message, including attached messages.
    pub attachments: u32,
    /// Charts, diagrams and embedded files of other programs.
    pub objects: u32,
    /// Slides that a presentation skips.
    pub slides: u32,
}

impl AddAssign for UnextractedParts {
    fn add_assign(&mut self, mut other: UnextractedParts) {
        for ((sum, ..), (added, ..)) in self.counts().into_iter().zip(other.counts()) {
            *sum = sum.saturating_add(*added);
        }
    }
}

impl UnextractedParts {
    /// Every count with its singular and plural noun, in the order of the fields.
    fn counts(&mut self) -> [(&mut u32, &'static str, &'static str); 8] {
        [
            (&mut self.comments, "comment", "comments"),
            (&mut self.deletions, "deleted revision", "deleted revisions"),
            (
                &mut self.hidden,
                "hidden run of text",
                "hidden runs of text",
            ),
            (&mut self.pages, "unreadable page", "unreadable pages"),
            (&mut self.missing, "missing part", "missing parts"),
            (&mut self.attachments, "attachment", "attachments"),
            (&mut self.objects, "embedded object", "embedded objects"),
            (&mut self.slides, "hidden slide", "hidden slides"),
        ]
    }

    /// Why the document was read in part; `None` if every page and part was read.
    pub fn unread(&self) -> Option<SkipReason> {
        let is_complete = self.pages == 0 && self.missing == 0;
        (!is_complete).then_some(SkipReason::ReadInPart(self.pages, self.missing))
    }

    /// As text, for example `2 comments, 1 deleted revision`; `None` if all counts are 0.
    pub fn phrase(&self) -> Option<String> {
        let mut unextracted = *self;
        let counts = unextracted.counts().into_iter().filter(|(n, ..)| **n > 0);
        let phrases = counts.map(|(n, one, many)| units::counted((*n).into(), one, many));
        let phrases: Vec<String> = phrases.collect();
        (!phrases.is_empty()).then(|| phrases.join(", "))
    }
}

/// Limits of one extraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Bytes of text.
    pub max_text: u64,
    /// Total unpacked bytes of all parts of an archive.
    pub max_unpacked: u64,
    /// Maximum time in seconds.
    pub max_seconds: u32,
    /// Digest of the command line of the user's reader; 0 for a built-in parser.
    pub reader: u64,
}

impl Limits {
    /// The limits of the settings.
    pub fn new(reading: &Reading) -> Self {
        Limits {
            max_text: reading.max_bytes.min(Reading::MAX_BYTES),
            max_unpacked: reading.max_bytes,
            max_seconds: reading.max_seconds,
            reader: 0,
        }
    }

    /// Checks the current length of a text.
    ///
    /// # Errors
    /// [`SkipReason::TooLarge`].
    pub fn check(&self, length: usize) -> Result<(), SkipReason> {
        if length as u64 > self.max_text {
            Err(SkipReason::TooLarge(length as u64, self.max_text))
        } else {
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_count_is_added_and_named() {
        let one = UnextractedParts {
            comments: 1,
            deletions: 2,
            hidden: 3,
            pages: 4,
            missing: 5,
            attachments: 6,
            objects: 7,
            slides: 8,
        };
        let mut sum = one;
        sum += one;
        let phrase = "2 comments, 4 deleted revisions, 6 hidden runs of text, 8 unreadable pages, 10 missing parts, \
            12 attachments, 14 embedded objects, 16 hidden slides";
        assert_eq!(sum.phrase().as_deref(), Some(phrase));
    }
}
