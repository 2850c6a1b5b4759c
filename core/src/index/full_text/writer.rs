//! Write access to the full-text index. Additions become searchable with the commit, which the index writer
//! triggers together with its own files.

use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rayon::prelude::*;
use tantivy::indexer::{IndexWriterOptions, LogMergePolicy};
use tantivy::{Index, IndexWriter, TantivyError, Term};

use super::reader::FullText;
use super::schema::{Fields, build};
use super::segment_builder::SegmentBuilder;
use crate::base::lock;
use crate::index::IndexError;

/// Memory of tantivy's own writer, which receives no documents; the minimum that it accepts.
const TANTIVY_BYTES: usize = 16_000_000;
/// Bytes of documents that all threads together keep before they write segments, and the minimum for one thread. More
/// memory gives fewer segments.
const TOTAL_BYTES: usize = 256 << 20;
const MIN_BYTES: usize = 8 << 20;
/// Number of attempts to take tantivy's lock, and the delay between them.
const LOCK_WAITS: usize = 100;
const LOCK_WAIT: Duration = Duration::from_millis(5);

/// A segment with at least `LARGE` documents is never merged; a segment with fewer than `SMALL` may always be merged.
const LARGE: usize = 30_000;
const SMALL: usize = 1_000;
/// Share of all documents from which a segment is not merged.
const LARGE_SHARE: usize = 32;
/// Fraction of deleted documents from which a small segment is rewritten.
const DELETED_SHARE: f32 = 0.3;

/// Adds and deletes documents in a full-text index. Can be shared between threads, which add documents at the same
/// time, each to a separate segment.
pub struct FullTextWriter {
    fields: Fields,
    index: Index,
    writer: IndexWriter,
    /// Segments that no thread is adding to.
    builders: Mutex<Vec<SegmentBuilder>>,
    /// Bytes that a builder may take.
    room: usize,
    /// Whether documents that were added are lost, because their segment could not be written.
    failed: AtomicBool,
    /// Keys in the index after the next commit.
    present: Mutex<HashSet<u64>>,
}

impl FullTextWriter {
    /// Creates the writer of `index`, to which `threads` threads add documents. Only one writer may be open.
    ///
    /// # Errors
    /// The index cannot be read, or another writer has locked it.
    pub fn new(index: &Index, threads: usize) -> Result<Self, IndexError> {
        let present: HashSet<u64> = FullText::open(index)?.keys()?.into_iter().collect();
        let options = IndexWriterOptions::builder()
            .num_worker_threads(1)
            .memory_budget_per_thread(TANTIVY_BYTES)
            .num_merge_threads(1)
            .build();
        let writer = locked(index, &options)?;
        // A merge reads and writes all postings again, so a first build merges almost nothing: a million documents of
        // 300 words give about 26 segments.
        let mut policy = LogMergePolicy::default();
        policy.set_max_docs_before_merge((present.len() / LARGE_SHARE).clamp(SMALL, LARGE));
        policy.set_del_docs_ratio_before_merge(DELETED_SHARE);
        writer.set_merge_policy(Box::new(policy));
        // Removes files of a killed run, whose names this one would reuse.
        writer.garbage_collect_files().wait()?;
        Ok(FullTextWriter {
            fields: build().1,
            index: index.clone(),
            writer,
            builders: Mutex::default(),
            room: (TOTAL_BYTES / threads.max(1)).max(MIN_BYTES),
            failed: AtomicBool::new(false),
            present: Mutex::new(present),
        })
    }

    /// Adds a document whose key is not in the index.
    ///
    /// # Errors
    /// A segment cannot be written, usually because of a full disk.
    pub fn add(&self, key: u64, id: String, title: String, body: String) -> Result<(), IndexError> {
        let is_new = lock(&self.present).insert(key);
        debug_assert!(is_new, "a document is added twice");
        let builder = lock(&self.builders).pop();
        let mut builder = builder.unwrap_or_else(|| SegmentBuilder::new(&self.index, self.fields));
        let mut added = builder.add(key, id, &title, &body);
        if added.is_ok() && builder.bytes() > self.room {
            added = self.write_segment(&mut builder);
        }
        self.put_back([builder], added)
    }

    /// Writes the segments of all threads if one is nearly full. Called between batches, so that the threads write at
    /// the same time and do not wait for each other. Call it on the thread pool.
    ///
    /// # Errors
    /// A segment cannot be written.
    pub fn write_full(&self) -> Result<(), IndexError> {
        let is_full = |builder: &SegmentBuilder| builder.bytes() > self.room - self.room / 8;
        if lock(&self.builders).iter().any(is_full) {
            self.write_segments()?;
        }
        Ok(())
    }

    fn write_segments(&self) -> Result<(), IndexError> {
        let mut builders = std::mem::take(&mut *lock(&self.builders));
        let written = match &mut builders[..] {
            [] => Ok(()),
            // Without the pool, because a caller that uses a single thread may have none.
            [builder] => self.write_segment(builder),
            all => all.par_iter_mut().try_for_each(|b| self.write_segment(b)),
        };
        self.put_back(builders, written)
    }

    /// Makes builders available again, unless their documents are lost.
    fn put_back(
        &self,
        builders: impl IntoIterator<Item = SegmentBuilder>,
        result: Result<(), TantivyError>,
    ) -> Result<(), IndexError> {
        match result {
            Ok(()) => lock(&self.builders).extend(builders),
            Err(_) => self.failed.store(true, Ordering::Relaxed),
        }
        Ok(result?)
    }

    fn write_segment(&self, builder: &mut SegmentBuilder) -> Result<(), TantivyError> {
        if let Some(segment) = builder.finish()? {
            self.writer.add_segment(segment)?;
        }
        Ok(())
    }

    /// Deletes all documents for whose key `keep` returns `false`. Their keys must not be added again before the next
    /// commit.
    ///
    /// # Errors
    /// A segment cannot be written.
    pub fn retain(&mut self, keep: impl Fn(u64) -> bool) -> Result<(), IndexError> {
        let deleted: Vec<u64> = lock(&self.present).extract_if(|key| !keep(*key)).collect();
        if !deleted.is_empty() {
            // A deletion applies to segments that are written.
            self.write_segments()?;
        }
        for key in deleted {
            self.writer
                .delete_term(Term::from_field_u64(self.fields.key, key));
        }
        Ok(())
    }

    /// Whether the document with this key is in the index after the next commit.
    pub fn contains(&self, key: u64) -> bool {
        lock(&self.present).contains(&key)
    }

    /// Number of documents in the index after the next commit.
    pub fn documents(&self) -> usize {
        lock(&self.present).len()
    }

    /// Commits all additions and deletions together with `payload`.
    ///
    /// # Errors
    /// Write errors; the index then remains at the last commit.
    pub fn commit(&mut self, payload: &str) -> Result<(), IndexError> {
        self.write_segments()?;
        if self.failed.load(Ordering::Relaxed) {
            let what = "a segment of it could not be written".to_owned();
            return Err(TantivyError::InternalError(what).into());
        }
        // Frees the memory of the builders.
        lock(&self.builders).clear();
        let mut prepared = self.writer.prepare_commit()?;
        prepared.set_payload(payload);
        prepared.commit()?;
        Ok(())
    }

    /// Waits for running merges and closes the writer. Uncommitted changes are lost.
    ///
    /// # Errors
    /// A merge failed; committed data is not affected.
    pub fn finish(self) -> Result<(), IndexError> {
        Ok(self.writer.wait_merging_threads()?)
    }
}

/// Opens tantivy's writer and retries while it is locked. The previous holder may have closed the lock
/// file while a child process that was just forked still has a copy of the handle.
fn locked(index: &Index, options: &IndexWriterOptions) -> Result<IndexWriter, TantivyError> {
    for _ in 0..LOCK_WAITS {
        match index.writer_with_options(options.clone()) {
            Err(TantivyError::LockFailure(..)) => std::thread::sleep(LOCK_WAIT),
            opened => return opened,
        }
    }
    index.writer_with_options(options.clone())
}

impl std::fmt::Debug for FullTextWriter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "FullTextWriter({} documents)", self.documents())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::create_in_memory;

    #[test]
    fn removed_documents_may_be_added_again_after_the_commit() {
        let index = create_in_memory().unwrap();
        let mut writer = FullTextWriter::new(&index, 1).unwrap();
        let add = |writer: &FullTextWriter, key: u64, body: &str| {
            let name = key.to_string();
            writer.add(key, name.clone(), name, body.into()).unwrap();
        };
        (1..4).for_each(|key| add(&writer, key, "first"));
        writer.commit("").unwrap();
        let before = FullText::open(&index).unwrap();
        // Document 1 is of the previous commit; document 4 is not yet written.
        add(&writer, 4, "first");
        writer.retain(|key| ![1, 4].contains(&key)).unwrap();
        add(&writer, 5, "first");
        assert_eq!((writer.documents(), writer.contains(4)), (3, false));
        writer.commit("").unwrap();
        add(&writer, 1, "second");
        writer.commit("").unwrap();
        let after = FullText::open(&index).unwrap();
        assert_eq!(after.keys().unwrap(), [1, 2, 3, 5]);
        assert_eq!(after.body(1).unwrap().as_deref(), Some("second"));
        assert_eq!(after.search("first", 9).unwrap().total, 3);
        // A reader opened before still has its snapshot.
        assert_eq!(before.keys().unwrap(), [1, 2, 3]);
        assert_eq!(before.search("first", 9).unwrap().total, 3);
    }
}
