//! Write access to the full-text index. Additions become searchable with the commit, which the store
//! triggers together with its own files.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock};
use std::time::Duration;

use rayon::prelude::*;
use tantivy::indexer::IndexWriterOptions;
use tantivy::{Index, IndexWriter, TantivyError, Term};

use super::entry::IndexEntry;
use super::merging::Merging;
use super::schema::{Fields, build};
use super::segment_builder::SegmentBuilder;
use super::{FullText, SearchError};
use crate::base::lock;

/// Memory of tantivy's own writer, which takes replaced documents only; the least that it accepts.
const TANTIVY_BYTES: usize = 16_000_000;
/// Least memory for the documents of a segment, in bytes.
const LEAST_BYTES: usize = 8 << 20;
/// Number of attempts to take tantivy's lock, and the delay between them.
const LOCK_WAITS: usize = 100;
const LOCK_WAIT: Duration = Duration::from_millis(5);

/// Resources of full-text indexing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Threads that add documents, at least 1. Merging uses one additional thread from time to time.
    pub threads: usize,
    /// Memory in bytes that all threads together fill before writing segments; at least 8 MB per
    /// thread are used. More memory gives fewer segments.
    pub bytes: usize,
}

impl Budget {
    /// Sufficient to commit deletions.
    pub const LEAST: Budget = Budget {
        threads: 1,
        bytes: 0,
    };
}

impl Default for Budget {
    fn default() -> Self {
        Budget {
            threads: 1,
            bytes: 256 << 20,
        }
    }
}

/// Adds and deletes documents in a full-text index. Can be shared between threads, which add documents at
/// the same time, each to a segment of its own.
pub struct FullTextWriter {
    fields: Fields,
    index: Index,
    writer: IndexWriter<IndexEntry>,
    /// Segments that no thread is adding to.
    builders: Mutex<Vec<SegmentBuilder>>,
    /// Held for reading while a segment is being added to, and for writing by a deletion, which has to see all segments.
    adding: RwLock<()>,
    /// Bytes that a builder may take.
    room: usize,
    /// Whether documents that were added are lost, because their segment could not be written.
    failed: AtomicBool,
    /// Keys in the index after the next commit.
    present: Mutex<HashSet<u64>>,
    /// Keys that were deleted since the last commit.
    deleted: Mutex<HashSet<u64>>,
}

impl FullTextWriter {
    /// Creates the writer of `index`. Only one may be open.
    ///
    /// # Errors
    /// The index cannot be read, or another writer has locked it.
    pub fn new(index: &Index, budget: Budget) -> Result<Self, SearchError> {
        let present = FullText::open(index)?.keys()?.into_iter().collect();
        let options = IndexWriterOptions::builder()
            .num_worker_threads(1)
            .memory_budget_per_thread(TANTIVY_BYTES)
            .num_merge_threads(1)
            .build();
        let writer = locked(index, &options)?;
        writer.set_merge_policy(Box::new(Merging));
        // Removes files of a killed run, whose names this one would reuse.
        writer.garbage_collect_files().wait()?;
        Ok(FullTextWriter {
            fields: build().1,
            index: index.clone(),
            writer,
            builders: Mutex::default(),
            adding: RwLock::default(),
            room: (budget.bytes / budget.threads.max(1)).max(LEAST_BYTES),
            failed: AtomicBool::new(false),
            present: Mutex::new(present),
            deleted: Mutex::default(),
        })
    }

    /// Adds a document, replacing one with the same key.
    ///
    /// # Errors
    /// A segment cannot be written, usually because of a full disk.
    pub fn add(
        &self,
        key: u64,
        id: String,
        title: String,
        body: String,
    ) -> Result<(), SearchError> {
        let entry = IndexEntry {
            fields: self.fields,
            key,
            id,
            title,
            body,
        };
        let is_new = self.present().insert(key) && !lock(&self.deleted).contains(&key);
        if !is_new {
            // Of our segments tantivy does not know which documents came before a deletion, so it would apply to this
            // one too.
            self.delete(key)?;
            self.writer.add_document(entry)?;
            return Ok(());
        }
        let _adding = self.adding.read().unwrap_or_else(PoisonError::into_inner);
        let builder = lock(&self.builders).pop();
        let mut builder = builder.unwrap_or_else(|| SegmentBuilder::new(&self.index, self.fields));
        let added = builder.add(entry).map_err(SearchError::from);
        let added = added.and_then(|()| {
            if builder.bytes() > self.room {
                self.write_segment(&mut builder)
            } else {
                Ok(())
            }
        });
        match added {
            Ok(()) => lock(&self.builders).push(builder),
            Err(_) => self.failed.store(true, Ordering::Relaxed),
        }
        added
    }

    /// Writes the segments of all threads if one is nearly full. Between batches, so that the threads write at the
    /// same time and do not wait for each other. Call it on the thread pool.
    ///
    /// # Errors
    /// A segment cannot be written.
    pub fn write_full(&self) -> Result<(), SearchError> {
        let is_full = |builder: &SegmentBuilder| builder.bytes() > self.room - self.room / 8;
        let one_is_full = lock(&self.builders).iter().any(is_full);
        if one_is_full {
            self.write_segments()
        } else {
            Ok(())
        }
    }

    fn write_segments(&self) -> Result<(), SearchError> {
        let mut builders = std::mem::take(&mut *lock(&self.builders));
        let written = match &mut builders[..] {
            [] => Ok(()),
            // Not on the pool: a caller of a single thread may have none.
            [one] => self.write_segment(one),
            all => all.par_iter_mut().try_for_each(|b| self.write_segment(b)),
        };
        match written {
            Ok(()) => lock(&self.builders).extend(builders),
            Err(_) => self.failed.store(true, Ordering::Relaxed),
        }
        written
    }

    fn write_segment(&self, builder: &mut SegmentBuilder) -> Result<(), SearchError> {
        if let Some(segment) = builder.finish()? {
            self.writer.add_segment(segment)?;
        }
        Ok(())
    }

    /// Deletes the document with this key, if present.
    ///
    /// # Errors
    /// A segment cannot be written.
    pub fn remove(&self, key: u64) -> Result<(), SearchError> {
        let is_present = self.present().remove(&key);
        if is_present { self.delete(key) } else { Ok(()) }
    }

    fn delete(&self, key: u64) -> Result<(), SearchError> {
        // A deletion applies to segments that are written. They are written on this thread: one that waited on the pool
        // could be given an addition, which waits for this deletion.
        let _alone = self.adding.write().unwrap_or_else(PoisonError::into_inner);
        for builder in lock(&self.builders).iter_mut() {
            if let Err(error) = self.write_segment(builder) {
                self.failed.store(true, Ordering::Relaxed);
                return Err(error);
            }
        }
        lock(&self.deleted).insert(key);
        let key = Term::from_field_u64(self.fields.key, key);
        self.writer.delete_term(key);
        Ok(())
    }

    /// Deletes all documents for whose key `keep` returns `false`.
    ///
    /// # Errors
    /// A segment cannot be written.
    pub fn retain(&self, keep: impl Fn(u64) -> bool) -> Result<(), SearchError> {
        let mut gone: Vec<u64> = self.present().iter().copied().collect();
        gone.retain(|&key| !keep(key));
        gone.into_iter().try_for_each(|key| self.remove(key))
    }

    /// Whether the document with this key is in the index after the next commit.
    pub fn contains(&self, key: u64) -> bool {
        self.present().contains(&key)
    }

    /// Number of documents in the index after the next commit.
    pub fn documents(&self) -> usize {
        self.present().len()
    }

    /// Commits all additions and deletions together with `payload`.
    ///
    /// # Errors
    /// Write errors; the index then remains at the last commit.
    pub fn commit(&mut self, payload: &str) -> Result<(), SearchError> {
        self.write_segments()?;
        if self.failed.load(Ordering::Relaxed) {
            let what = "a segment of it could not be written";
            return Err(SearchError::Failed(what.to_owned()));
        }
        // Their memory.
        lock(&self.builders).clear();
        let mut prepared = self.writer.prepare_commit()?;
        prepared.set_payload(payload);
        prepared.commit()?;
        lock(&self.deleted).clear();
        Ok(())
    }

    /// Waits for running merges and closes the writer. Uncommitted changes are lost.
    ///
    /// # Errors
    /// A merge failed; committed data is not affected.
    pub fn finish(self) -> Result<(), SearchError> {
        Ok(self.writer.wait_merging_threads()?)
    }

    fn present(&self) -> MutexGuard<'_, HashSet<u64>> {
        lock(&self.present)
    }
}

/// Opens tantivy's writer and retries while it is locked. The previous holder may have closed the lock
/// file while a child process that was just forked still has a copy of the handle.
fn locked(
    index: &Index,
    options: &IndexWriterOptions,
) -> Result<IndexWriter<IndexEntry>, TantivyError> {
    let mut waits = 0;
    loop {
        match index.writer_with_options(options.clone()) {
            Err(TantivyError::LockFailure(..)) if waits < LOCK_WAITS => {
                waits += 1;
                std::thread::sleep(LOCK_WAIT);
            }
            other => return other,
        }
    }
}

impl std::fmt::Debug for FullTextWriter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "FullTextWriter({} documents)", self.documents())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::create_in_memory;

    #[test]
    fn a_document_that_is_removed_and_added_again_is_there() {
        let index = create_in_memory().unwrap();
        let mut writer = FullTextWriter::new(&index, Budget::default()).unwrap();
        let add = |writer: &FullTextWriter, key: u64, body: &str| {
            let name = key.to_string();
            writer.add(key, name.clone(), name, body.into()).unwrap();
        };
        for key in 1..4 {
            add(&writer, key, "first");
        }
        writer.commit("").unwrap();
        // Of a commit before, and of this one.
        add(&writer, 4, "first");
        for key in [1, 4] {
            writer.remove(key).unwrap();
            add(&writer, key, "second");
        }
        writer.remove(2).unwrap();
        writer.commit("").unwrap();
        let full_text = FullText::open(&index).unwrap();
        assert_eq!(full_text.keys().unwrap(), [1, 3, 4]);
        let bodies = [1, 3, 4].map(|key| full_text.body(key).unwrap().unwrap());
        assert_eq!(bodies, ["second", "first", "second"]);
        // A deletion does not outlive its commit.
        writer.remove(3).unwrap();
        writer.commit("").unwrap();
        add(&writer, 3, "second");
        writer.commit("").unwrap();
        let full_text = FullText::open(&index).unwrap();
        assert_eq!(full_text.keys().unwrap(), [1, 3, 4]);
    }
}
