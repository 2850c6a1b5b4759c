//! What the rows of one file have in common: the file they are in, and their ids and places.

use super::{Content, Part, Work};
use crate::corpus::packing::SEPARATOR;
use crate::corpus::{Place, RowSpan, SkipReason, Skipped, Stamp};

/// The file that rows are in, or the archive that members are in.
#[derive(Clone, Debug)]
pub(super) struct Origin {
    /// Id of the file, with the path in the archive if it is a member.
    pub id: String,
    /// The file, or the member.
    pub place: Place,
    /// Stamp of the file or archive.
    pub stamp: Stamp,
}

impl Origin {
    /// A member of this archive.
    pub fn member(&self, name: &str) -> Self {
        Origin {
            id: [&self.id, SEPARATOR, name].concat(),
            place: self.place.member(name),
            stamp: self.stamp,
        }
    }

    /// A row of the file, or the whole file.
    pub fn part(&self, row: RowSpan, content: Content) -> Work {
        Work::Part(Part {
            file: self.id.clone(),
            place: self.place.row(row),
            stamp: self.stamp,
            content,
        })
    }

    /// The whole file is not read.
    pub fn skipped(&self, reason: SkipReason) -> Work {
        let id = self.id.clone();
        Work::Skip(Skipped::new(id, reason))
    }

    /// A row is not read.
    pub fn row_skipped(&self, line: u64, reason: SkipReason) -> Work {
        let id = format!("{}:{line}", self.id);
        Work::Skip(Skipped::new(id, reason))
    }
}
