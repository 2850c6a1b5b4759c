//! Preparation of a commit: writes the files that are still missing and builds the manifest.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::file::{FileRecord, FileWriter};
use super::manifest::{Interrupted, Manifest, SegmentFiles};
use super::pairs::PairFiles;
use super::writer::{Writer, now};
use super::{StoreError, pairs};
use crate::candidates::PairSet;
use crate::collection::{Collection, Segment};
use crate::corpus::read::{Unfinished, version};

impl Writer {
    /// Writes missing files and returns the manifest of the new generation.
    pub(super) fn describe(
        &self,
        folder: &Path,
        collection: &Collection,
        pairs: Option<&PairSet>,
        full_text: u64,
    ) -> Result<Manifest, StoreError> {
        let name = format!("g{:06}", self.generation);
        let documents = collection.documents();
        Ok(Manifest {
            generation: self.generation,
            settings: collection.settings().clone(),
            read_by: version(),
            roots: self.roots.iter().map(|r| r.as_path().into()).collect(),
            selection: Some(self.selection.clone()),
            began: self.began,
            segments: self.segments(collection)?,
            documents: collection.len() as u64,
            source_bytes: documents.map(|doc| collection.row(doc).bytes).sum(),
            full_text,
            skipped: self.skipped(folder, &name, collection)?,
            pairs: self.pairs(folder, &name, collection, pairs)?,
            complete: true,
            interrupted: None,
            next_key: self.next_key.load(Ordering::Relaxed),
            next_segment: self.segment_registry.next_segment(),
            written: now(),
        })
    }

    /// Writes the missing files of an interrupted run and adds it to the manifest of the last
    /// generation, which stays unchanged.
    pub(super) fn describe_interrupted(
        &self,
        folder: &Path,
        read: &Collection,
        unfinished: &Unfinished,
        full_text: u64,
    ) -> Result<Manifest, StoreError> {
        let name = format!("g{:06}", self.generation);
        let interrupted = Interrupted {
            settings: read.settings().clone(),
            read_by: version(),
            began: self.began,
            segments: self.segments(read)?,
            skipped: self.skipped(folder, &format!("{name}i"), read)?,
            unfinished: unfinished.clone(),
        };
        let last = match self.manifest() {
            Some(last) => last.clone(),
            None => {
                let (settings, live) = (read.settings().clone(), |_, _| false);
                let nothing = Collection::new(settings, Vec::new(), Vec::new(), live);
                Manifest {
                    complete: false,
                    ..self.describe(folder, &nothing, None, full_text)?
                }
            }
        };
        Ok(Manifest {
            generation: self.generation,
            next_key: self.next_key.load(Ordering::Relaxed),
            next_segment: self.segment_registry.next_segment(),
            interrupted: Some(interrupted),
            ..last
        })
    }

    fn segments(&self, collection: &Collection) -> Result<Vec<SegmentFiles>, StoreError> {
        let mut out = Vec::new();
        let live_rows = collection.live_rows();
        for (segment, live) in collection.segments().iter().zip(live_rows) {
            if !live.contains(&true) {
                continue;
            }
            let mut files = match self.segment_registry.files(segment) {
                Some(files) => files,
                None => self.write_out(segment, collection)?,
            };
            files.removed.clear();
            for row in (0..segment.len()).filter(|&row| !live[row]) {
                let row = row as u32;
                match files.removed.last_mut() {
                    Some((_, end)) if *end == row => *end += 1,
                    _ => files.removed.push((row, row + 1)),
                }
            }
            out.push(files);
        }
        Ok(out)
    }

    /// Writes the files of a segment that was created elsewhere, for example in memory.
    fn write_out(
        &self,
        segment: &Arc<Segment>,
        collection: &Collection,
    ) -> Result<SegmentFiles, StoreError> {
        let mut writer = self.segment(collection.layout().words())?;
        for row in 0..segment.len() {
            writer.copy(segment, row)?;
        }
        let written = writer.finish()?;
        let files = self.segment_registry.files(&written).ok_or_else(|| {
            StoreError::damaged(Path::new(&written.name), "was not written as meant")
        })?;
        self.segment_registry
            .put(Arc::clone(segment), files.clone());
        Ok(files)
    }

    fn skipped(
        &self,
        folder: &Path,
        name: &str,
        collection: &Collection,
    ) -> Result<FileRecord, StoreError> {
        let mut file = FileWriter::create(folder, format!("{name}.skipped"))?;
        let json = serde_json::to_vec(&collection.reported())
            .map_err(|e| StoreError::io("describe", Path::new("what was skipped"))(e.into()))?;
        file.push(&json)?;
        let written = file.finish()?;
        let record = written.record.clone();
        self.segment_registry.to_sync([written]);
        Ok(record)
    }

    fn pairs(
        &self,
        folder: &Path,
        name: &str,
        collection: &Collection,
        set: Option<&PairSet>,
    ) -> Result<Option<PairFiles>, StoreError> {
        // What a dense set leaves out is searched for again.
        let Some(set) = set.filter(|set| set.dense.is_none()) else {
            return Ok(None);
        };
        let (files, written) = pairs::write(folder, name, collection, set)?;
        self.segment_registry.to_sync(written);
        Ok(Some(files))
    }
}
