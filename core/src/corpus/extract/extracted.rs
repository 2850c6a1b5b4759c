//! What a parser takes out of a document, and the limits within which it does.

use std::ops::AddAssign;

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
    /// Places in the text, in bytes, where the document hides some, ascending.
    #[serde(default)]
    pub unseen: Vec<usize>,
    /// What stands in the document and not in the text.
    pub left_out: LeftOut,
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
// What was taken out by an older version lacks the later kinds.
#[serde(default)]
pub struct LeftOut {
    /// Comments.
    pub comments: u32,
    /// Deleted revisions that have not been accepted yet.
    pub deletions: u32,
    /// Runs of hidden text.
    pub hidden: u32,
    /// Pages that could not be read.
    pub pages: u32,
    /// Diagrams whose words could not be read.
    pub diagrams: u32,
    /// Chapters, slides and charts that the document names and does not hold.
    pub missing: u32,
    /// Attachments of a mail message, messages within it among them.
    pub attachments: u32,
    /// Embedded objects, which are files of other programs.
    pub objects: u32,
    /// Slides that a show passes over.
    pub slides: u32,
}

impl AddAssign for LeftOut {
    fn add_assign(&mut self, other: LeftOut) {
        // Every field, so that a new one cannot be forgotten.
        let LeftOut {
            comments,
            deletions,
            hidden,
            pages,
            diagrams,
            missing,
            attachments,
            objects,
            slides,
        } = other;
        self.comments = self.comments.saturating_add(comments);
        self.deletions = self.deletions.saturating_add(deletions);
        self.hidden = self.hidden.saturating_add(hidden);
        self.pages = self.pages.saturating_add(pages);
        self.diagrams = self.diagrams.saturating_add(diagrams);
        self.missing = self.missing.saturating_add(missing);
        self.attachments = self.attachments.saturating_add(attachments);
        self.objects = self.objects.saturating_add(objects);
        self.slides = self.slides.saturating_add(slides);
    }
}

impl LeftOut {
    /// What was left out since `before` was all.
    #[cfg(feature = "documents")]
    pub(super) fn since(&self, before: &LeftOut) -> LeftOut {
        LeftOut {
            comments: self.comments.saturating_sub(before.comments),
            deletions: self.deletions.saturating_sub(before.deletions),
            hidden: self.hidden.saturating_sub(before.hidden),
            pages: self.pages.saturating_sub(before.pages),
            diagrams: self.diagrams.saturating_sub(before.diagrams),
            missing: self.missing.saturating_sub(before.missing),
            attachments: self.attachments.saturating_sub(before.attachments),
            objects: self.objects.saturating_sub(before.objects),
            slides: self.slides.saturating_sub(before.slides),
        }
    }

    /// Why the document is not read as a whole; `None` where every page and part of it was read.
    #[must_use]
    pub fn unread(&self) -> Option<SkipReason> {
        let is_whole = self.pages == 0 && self.missing == 0;
        (!is_whole).then_some(SkipReason::ReadInPart(self.pages, self.missing))
    }

    /// The kinds of what is left out, as [`LeftOut::counts`] names them.
    pub const KINDS: [&str; 9] = [
        "comments",
        "deletions",
        "hidden",
        "pages",
        "diagrams",
        "missing",
        "attachments",
        "objects",
        "slides",
    ];

    /// How often each kind was left out, in the order of [`LeftOut::KINDS`].
    #[must_use]
    pub fn counts(&self) -> [u32; 9] {
        [
            self.comments,
            self.deletions,
            self.hidden,
            self.pages,
            self.diagrams,
            self.missing,
            self.attachments,
            self.objects,
            self.slides,
        ]
    }

    /// As words for a person, for example `2 comments, 1 deleted revision`; `None` if nothing was left out.
    #[must_use]
    pub fn phrase(&self) -> Option<String> {
        let names = [
            ("comment", "comments"),
            ("deleted revision", "deleted revisions"),
            ("hidden run of text", "hidden runs of text"),
            ("unreadable page", "unreadable pages"),
            ("diagram", "diagrams"),
            ("missing part", "missing parts"),
            ("attachment", "attachments"),
            ("embedded object", "embedded objects"),
            ("hidden slide", "hidden slides"),
        ];
        let counts = self.counts().into_iter().zip(names);
        let phrases: Vec<String> = counts
            .filter(|(n, _)| *n > 0)
            .map(|(n, (one, many))| units::counted(n.into(), one, many))
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
    /// Digest of the command line of the user's reader; 0 for a parser of ours.
    #[serde(default)]
    pub reader: u64,
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
            reader: 0,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_count_is_added_and_said() {
        let one = LeftOut {
            comments: 1,
            deletions: 2,
            hidden: 3,
            pages: 4,
            diagrams: 5,
            missing: 6,
            attachments: 7,
            objects: 8,
            slides: 9,
        };
        let mut sum = one;
        sum += one;
        assert_eq!(sum.counts(), [2, 4, 6, 8, 10, 12, 14, 16, 18]);
        let said = "2 comments, 4 deleted revisions, 6 hidden runs of text, 8 unreadable pages, 10 diagrams, \
            12 missing parts, 14 attachments, 16 embedded objects, 18 hidden slides";
        assert_eq!(sum.phrase().as_deref(), Some(said));
    }
}
