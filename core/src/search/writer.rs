//! Write access to the full-text index. Additions become searchable with the commit, which the store
//! triggers together with its own files.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use tantivy::indexer::{IndexWriterOptions, LogMergePolicy};
use tantivy::{Index, IndexWriter, TantivyError, Term};

use super::entry::Entry;
use super::in_flight::InFlight;
use super::schema::{Fields, build};
use super::{FullText, SearchError};
use crate::base::lock;

/// Maximum number of bytes of text queued for indexing.
const WAITING: usize = 64 << 20;
/// Tantivy's limits for the memory per thread, in bytes.
const THREAD_BYTES: std::ops::RangeInclusive<usize> = 16_000_000..=4_000_000_000;
/// Number of attempts to take tantivy's lock, and the delay between them.
const LOCK_WAITS: usize = 100;
const LOCK_WAIT: Duration = Duration::from_millis(5);
/// Fraction of deleted documents above which a segment is rewritten.
const DELETED_BEFORE_MERGE: f32 = 0.3;

/// Resources of full-text indexing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Indexing threads, at least 1. Merging uses one additional thread from time to time.
    pub threads: usize,
    /// Memory in bytes that all threads together fill before writing a segment; at least 16 MB per
    /// thread are used. More memory gives fewer segments and less merging.
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

/// Adds and deletes documents in a full-text index. Can be shared between threads.
pub struct FullTextWriter {
    fields: Fields,
    writer: IndexWriter<Entry>,
    in_flight: Arc<InFlight>,
    /// Keys in the index after the next commit.
    present: Mutex<HashSet<u64>>,
}

impl FullTextWriter {
    /// Creates the writer of `index`. Only one may be open.
    ///
    /// # Errors
    /// The index cannot be read, or another writer has locked it.
    pub fn new(index: &Index, budget: Budget) -> Result<Self, SearchError> {
        let threads = budget.threads.max(1);
        let bytes = (budget.bytes / threads).clamp(*THREAD_BYTES.start(), *THREAD_BYTES.end());
        let present = FullText::open(index)?.keys()?.into_iter().collect();
        let options = IndexWriterOptions::builder()
            .num_worker_threads(threads)
            .memory_budget_per_thread(bytes)
            .num_merge_threads(1)
            .build();
        let writer = locked(index, &options)?;
        let mut merging = LogMergePolicy::default();
        merging.set_del_docs_ratio_before_merge(DELETED_BEFORE_MERGE);
        writer.set_merge_policy(Box::new(merging));
        // Removes files of a killed run, whose names this one would reuse.
        writer.garbage_collect_files().wait()?;
        Ok(FullTextWriter {
            fields: build().1,
            writer,
            in_flight: InFlight::new(WAITING),
            present: Mutex::new(present),
        })
    }

    /// Adds a document, replacing one with the same key. Blocks while too much text is queued.
    ///
    /// # Errors
    /// An indexing thread has failed, usually because of a full disk.
    pub fn add(
        &self,
        key: u64,
        id: String,
        title: String,
        body: String,
    ) -> Result<(), SearchError> {
        if !self.present().insert(key) {
            self.writer
                .delete_term(Term::from_field_u64(self.fields.key, key));
        }
        let permit = self.in_flight.admit(id.len() + title.len() + body.len());
        self.writer.add_document(Entry {
            fields: self.fields,
            key,
            id,
            title,
            body,
            permit,
        })?;
        Ok(())
    }

    /// Deletes the document with this key, if present.
    pub fn remove(&self, key: u64) {
        if self.present().remove(&key) {
            self.writer
                .delete_term(Term::from_field_u64(self.fields.key, key));
        }
    }

    /// Deletes all documents for whose key `keep` returns `false`.
    pub fn retain(&self, keep: impl Fn(u64) -> bool) {
        let mut gone: Vec<u64> = self.present().iter().copied().collect();
        gone.retain(|&key| !keep(key));
        gone.into_iter().for_each(|key| self.remove(key));
    }

    /// Whether the document with this key is in the index after the next commit.
    #[must_use]
    pub fn contains(&self, key: u64) -> bool {
        self.present().contains(&key)
    }

    /// Number of documents in the index after the next commit.
    #[must_use]
    pub fn documents(&self) -> usize {
        self.present().len()
    }

    /// Commits all additions and deletions together with `payload`.
    ///
    /// # Errors
    /// Write errors; the index then remains at the last commit.
    pub fn commit(&mut self, payload: &str) -> Result<(), SearchError> {
        let mut prepared = self.writer.prepare_commit()?;
        prepared.set_payload(payload);
        prepared.commit()?;
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
fn locked(index: &Index, options: &IndexWriterOptions) -> Result<IndexWriter<Entry>, TantivyError> {
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
