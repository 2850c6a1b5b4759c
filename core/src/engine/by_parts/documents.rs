//! The documents of the scratch folder by their numbers, in the order in which they were read.

use serde::{Deserialize, Serialize};

use super::Folder;
use super::budget::Budget;
use super::steps::Step;
use crate::collection::column::Column;
use crate::collection::{Collection, Memory, Sink, made};
use crate::corpus::DocumentRow;
use crate::engine::cancel::Cancel;
use crate::engine::progress::{Progress, Stage};
use crate::settings::Settings;
use crate::sketch::Layout;
use crate::store::{FileRecord, Loose, LooseFiles};

/// Files of a segment.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct SegmentFiles {
    /// Rows, terms and sketches.
    pub documents: LooseFiles,
    /// A hash of each sketch: equal where the shingle sets are.
    pub prints: FileRecord,
    /// A hash of each id; see [`id_hash`].
    pub ids: FileRecord,
    /// Keys of bands, band by band; of no band where the method has none.
    pub keys: FileRecord,
}

impl SegmentFiles {
    /// Length and checksum of each file.
    pub fn content(&self) -> impl Iterator<Item = (u64, u64)> {
        let columns = [&self.prints, &self.ids, &self.keys];
        let columns = columns.map(|file| (file.bytes, file.xxh3));
        self.documents.content().chain(columns)
    }
}

/// An open segment.
pub(super) struct Segment {
    pub documents: Loose,
    pub prints: Column<u64>,
    pub ids: Column<u64>,
    pub keys: Column<u32>,
}

/// All segments.
pub(super) struct Documents {
    pub segments: Vec<Segment>,
    /// Number of the first document of each segment.
    pub firsts: Vec<u32>,
    settings: Settings,
    len: usize,
    /// Documents that are read before pages are released.
    scattered: usize,
}

impl Documents {
    /// Opens the segments; with `check` compares checksums, because another process has written them.
    ///
    /// # Errors
    /// A file that is damaged or cannot be read; an interruption.
    pub fn open(
        folder: &Folder,
        (settings, budget): (&Settings, Budget),
        files: Vec<SegmentFiles>,
        check: bool,
        cancel: &Cancel,
        progress: &mut dyn FnMut(Progress),
    ) -> anyhow::Result<Self> {
        let parts = folder.parts();
        let (mut segments, mut firsts, mut len) = (Vec::new(), Vec::new(), 0_usize);
        let rows = |files: &SegmentFiles| files.prints.bytes / 8;
        let total = files.iter().map(rows).sum();
        let mut step = Step::new(Stage::Check, 0, progress);
        for files in files {
            if check {
                cancel.check()?;
                step.at(len as u64, total);
                for file in [&files.prints, &files.ids, &files.keys] {
                    file.map::<u8>(parts)?;
                }
            }
            let documents = Loose::open(parts, &files.documents, check)?;
            firsts.push(u32::try_from(len)?);
            len += documents.len();
            segments.push(Segment {
                documents,
                prints: files.prints.map_unchecked(parts)?,
                ids: files.ids.map_unchecked(parts)?,
                keys: files.keys.map_unchecked(parts)?,
            });
        }
        u32::try_from(len)?;
        Ok(Documents {
            segments,
            firsts,
            settings: settings.clone(),
            len,
            scattered: budget.scattered(),
        })
    }

    /// Documents that are read before pages are released.
    pub fn scattered(&self) -> usize {
        self.scattered
    }

    pub fn len(&self) -> usize {
        self.len
    }

    fn place(&self, doc: u32) -> (&Segment, usize) {
        let at = self.firsts.partition_point(|first| *first <= doc) - 1;
        (&self.segments[at], (doc - self.firsts[at]) as usize)
    }

    pub fn term_count(&self, doc: u32) -> usize {
        let (segment, row) = self.place(doc);
        segment.documents.term_count(row)
    }

    pub fn terms(&self, doc: u32) -> std::borrow::Cow<'_, [u64]> {
        let (segment, row) = self.place(doc);
        segment.documents.terms(row)
    }

    /// Terms of the longest document.
    pub fn longest(&self) -> usize {
        let all = 0..self.len as u32;
        all.map(|doc| self.term_count(doc)).max().unwrap_or(0)
    }

    pub fn row(&self, doc: u32) -> anyhow::Result<DocumentRow> {
        let (segment, row) = self.place(doc);
        Ok(segment.documents.row(row)?)
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Releases the pages of all files.
    pub fn release(&self) {
        for segment in &self.segments {
            segment.documents.release();
            segment.prints.release();
            segment.ids.release();
            segment.keys.release();
        }
    }

    /// Bytes that a document takes in a collection in memory, about.
    pub fn bytes(&self, doc: u32) -> u64 {
        let sketch = Layout::of(&self.settings.sketching).words() * 4;
        (self.term_count(doc) * 16 + sketch + 400) as u64
    }

    /// A collection in memory of these documents, ascending: document `i` is `numbers[i]`. Without `terms` they have
    /// sketches only.
    pub fn collection(&self, numbers: &[u32], terms: bool) -> anyhow::Result<Collection> {
        let mut memory = Box::new(Memory::new(Layout::of(&self.settings.sketching).words()));
        let mut last: Option<&Segment> = None;
        for (at, &doc) in numbers.iter().enumerate() {
            if at % self.scattered == self.scattered - 1 {
                self.release();
            }
            let (segment, row) = self.place(doc);
            if let Some(last) = last
                .replace(segment)
                .filter(|last| !std::ptr::eq(*last, segment))
            {
                last.documents.release();
            }
            let named = DocumentRow {
                id: format!("{doc:08x}"),
                ..made::row()
            };
            let sketch = segment.documents.sketch(row);
            match terms {
                true => memory.push(named, &segment.documents.terms(row), sketch)?,
                false => memory.push(named, &[], sketch)?,
            }
        }
        last.inspect(|last| last.documents.release());
        let segments = vec![memory.finish()?];
        Ok(Collection::new(
            self.settings.clone(),
            segments,
            Vec::new(),
            |_, _| true,
        ))
    }
}

/// A hash of an id, with the lowest bit set if the id ends as names do that are made for rows with the same id.
pub(super) fn id_hash(id: &str) -> u64 {
    let made = id
        .rsplit_once('~')
        .is_some_and(|(_, end)| !end.is_empty() && end.bytes().all(|byte| byte.is_ascii_digit()));
    xxhash_rust::xxh3::xxh3_64(id.as_bytes()) & !1 | u64::from(made)
}
