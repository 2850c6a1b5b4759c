//! A file that is open, whose units of work are made.

use std::sync::Arc;

use super::Works;
use super::input::Input;
use super::origin::Origin;
use crate::corpus::SkipReason;
use crate::corpus::entry::RowStart;
use crate::corpus::formats::Format;
use crate::corpus::unpacked::Budget;
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
