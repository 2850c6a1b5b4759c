//! The segments of a unit, as they are written: rows, terms and sketches, and beside them the columns that the next steps
//! sort.

use xxhash_rust::xxh3::xxh3_64;

use super::budget::Budget;
use super::documents::{SegmentFiles, id_hash};
use super::folder::Folder;
use crate::candidates::banding::Banding;
use crate::candidates::lsh::short_key;
use crate::corpus::DocumentRow;
use crate::sketch::Layout;
use crate::store::{FileRecord, FileWriter, LooseWriter};

/// Segments that are being written.
pub(super) struct Segments<'a> {
    folder: &'a Folder,
    layout: Layout,
    banding: Option<Banding>,
    /// What the names of the files begin with.
    prefix: String,
    /// Documents of a segment at most.
    most: usize,
    done: Vec<SegmentFiles>,
    now: Option<LooseWriter>,
    prints: Vec<u64>,
    ids: Vec<u64>,
    /// Keys of the bands, document by document.
    keys: Vec<u32>,
}

impl<'a> Segments<'a> {
    pub fn new(
        folder: &'a Folder,
        layout: Layout,
        banding: Option<Banding>,
        budget: Budget,
        prefix: String,
    ) -> Self {
        let bands = banding.map_or(0, |banding| banding.bands);
        Segments {
            folder,
            layout,
            banding,
            prefix,
            most: budget.segment(16 + 8 * bands),
            done: Vec::new(),
            now: None,
            prints: Vec::new(),
            ids: Vec::new(),
            keys: Vec::new(),
        }
    }

    pub fn push(&mut self, row: &DocumentRow, terms: &[u64], sketch: &[u32]) -> anyhow::Result<()> {
        let name = format!("{}{}", self.prefix, self.done.len());
        let now = match &mut self.now {
            Some(now) => now,
            none => none.insert(LooseWriter::create(self.folder.parts(), &name)?),
        };
        now.push(row, terms, sketch)?;
        self.prints.push(xxh3_64(bytemuck::cast_slice(sketch)));
        self.ids.push(id_hash(&row.id));
        if let Some(Banding { bands, rows }) = self.banding {
            let keys = (0..bands).map(|band| short_key(self.layout, sketch, rows, band));
            self.keys.extend(keys);
        }
        if self.prints.len() >= self.most {
            self.end()?;
        }
        Ok(())
    }

    fn end(&mut self) -> anyhow::Result<()> {
        let Some(now) = self.now.take() else {
            return Ok(());
        };
        let name = |column: &str| format!("{}{}.{column}", self.prefix, self.done.len());
        let rows = self.prints.len();
        let bands = self.banding.map_or(0, |banding| banding.bands);
        let by_band = (0..bands).flat_map(|band| (0..rows).map(move |row| row * bands + band));
        let keys: Vec<u32> = by_band.map(|at| self.keys[at]).collect();
        let files = SegmentFiles {
            documents: now.finish(self.layout.words())?,
            prints: self.written(name("prints"), &self.prints)?,
            ids: self.written(name("ids"), &self.ids)?,
            keys: self.written(name("keys"), &keys)?,
        };
        self.done.push(files);
        self.prints.clear();
        self.ids.clear();
        self.keys.clear();
        Ok(())
    }

    fn written<T: bytemuck::Pod>(&self, name: String, values: &[T]) -> anyhow::Result<FileRecord> {
        let mut file = FileWriter::create(self.folder.parts(), name)?;
        file.push(values)?;
        Ok(file.finish()?.record)
    }

    pub fn finish(mut self) -> anyhow::Result<Vec<SegmentFiles>> {
        self.end()?;
        Ok(self.done)
    }
}
