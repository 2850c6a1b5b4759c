//! A file that is open, and what its rows or members have in common.

use std::sync::Arc;

use super::input::Input;
use super::{Content, Part, Work, Works};
use crate::corpus::entry::RowStart;
use crate::corpus::formats::Format;
use crate::corpus::packing::SEPARATOR;
use crate::corpus::unpacked::Budget;
use crate::corpus::{Place, RowSpan, SkipReason, Skipped, Stamp};
use crate::settings::Reading;

/// What holds for everything in one file on disk.
#[derive(Clone)]
pub(super) struct Context {
    /// Settings of reading.
    pub reading: Arc<Reading>,
    /// What may still be unpacked.
    pub budget: Arc<Budget>,
    /// Number of archives around the content.
    pub depth: u32,
    /// Path in the archive of the only member that is wanted.
    pub only: Option<Arc<str>>,
}

/// A file that is open.
pub(super) struct OpenFile<'a> {
    pub input: Input,
    pub origin: Origin,
    pub context: &'a Context,
    /// Its first unread row.
    pub start: RowStart,
}

/// Makes the units of work of a file.
pub(super) type MakeUnits = fn(OpenFile<'_>) -> Result<Works, SkipReason>;

/// What makes the units of work of a file of a format; `None` for a document.
pub(super) type UnitsOf = fn(Format) -> Option<MakeUnits>;

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

/// The units of a file or member, or where there are none that it is empty.
pub(super) struct OrEmpty<W> {
    works: W,
    /// Its id, until it has a unit.
    id: Option<String>,
}

impl<W> OrEmpty<W> {
    pub fn new(works: W, id: String) -> Self {
        OrEmpty {
            works,
            id: Some(id),
        }
    }
}

impl<W: Iterator<Item = Work>> Iterator for OrEmpty<W> {
    type Item = Work;

    fn next(&mut self) -> Option<Work> {
        let id = self.id.take();
        let reason = SkipReason::Empty;
        self.works
            .next()
            .or_else(|| id.map(|id| Work::Skip(Skipped::new(id, reason))))
    }
}
