//! What the rows of one file have in common: the file they are in, and their ids and places.

use std::path::Path;
use std::sync::Arc;

use super::Work;
use crate::corpus::packing::SEPARATOR;
use crate::corpus::{Place, SkipReason, Skipped, Stamp};

/// The file that rows are in, or the archive that members are in.
#[derive(Clone, Debug)]
pub(super) struct Origin {
    /// Id of the file, with the path in the archive if it is a member.
    pub id: String,
    /// Path on disk of the file or archive; `None` for the demo corpus.
    pub path: Option<Arc<Path>>,
    /// Path in the archive.
    pub member: Option<Arc<str>>,
    /// Stamp of the file or archive.
    pub stamp: Stamp,
}

impl Origin {
    /// A member of this archive.
    pub fn member(&self, name: &str) -> Self {
        let inside = match &self.member {
            Some(archive) => [archive, SEPARATOR, name].concat().into(),
            None => name.into(),
        };
        Origin {
            id: [&self.id, SEPARATOR, name].concat(),
            member: Some(inside),
            ..self.clone()
        }
    }

    /// The place of a row, or with `line` 0 of a member as a whole.
    pub fn place(&self, line: u64, offset: u64, length: u64) -> Place {
        match (&self.path, &self.member) {
            (Some(path), Some(member)) => Place::Member {
                path: Arc::clone(path),
                member: Arc::clone(member),
                line,
                offset,
                length,
            },
            (Some(path), None) => Place::Row {
                path: Arc::clone(path),
                line,
                offset,
                length,
            },
            (None, _) => Place::DemoRow(self.id.clone(), line),
        }
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
