//! Puts documents into the full-text index. What is put in can be found after a commit, and only
//! then: the commit is the store's moment, so it is made there and not here.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tantivy::indexer::{IndexWriterOptions, LogMergePolicy};
use tantivy::{Index, IndexWriter, TantivyError, Term};

use super::entry::Entry;
use super::in_flight::InFlight;
use super::schema::{Fields, build};
use super::{FullText, SearchError};

/// Bytes of text that may wait for an indexing thread.
const WAITING: usize = 64 << 20;
/// Tantivy's limits for the memory of one thread.
const THREAD_BYTES: std::ops::RangeInclusive<usize> = 16_000_000..=4_000_000_000;
/// How often, and after how long, a lock is asked for again.
const LOCK_WAITS: usize = 100;
const LOCK_WAIT: Duration = Duration::from_millis(5);
/// A segment whose deleted documents exceed this fraction is written anew.
const DELETED_BEFORE_MERGE: f32 = 0.3;

/// What full-text indexing may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Indexing threads, at least 1. Merging adds one thread that works now and then.
    pub threads: usize,
    /// Bytes that all threads together fill before they write a segment: at least 16 MB a thread are
    /// used whatever this says. More memory means fewer segments, so less merging.
    pub bytes: usize,
}

impl Budget {
    /// What it takes to commit removals.
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

/// Adds documents to a full-text index and removes them. May be shared between threads.
pub struct FullTextWriter {
    fields: Fields,
    writer: IndexWriter<Entry>,
    in_flight: Arc<InFlight>,
    /// Keys in the index once what has been asked for is committed.
    present: Mutex<HashSet<u64>>,
}

impl FullTextWriter {
    /// A writer for `index`. No other may be open.
    ///
    /// # Errors
    /// Where the index cannot be read or another writer has it.
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
        // A killed run leaves files whose names this one would use again.
        writer.garbage_collect_files().wait()?;
        Ok(FullTextWriter {
            fields: build().1,
            writer,
            in_flight: InFlight::new(WAITING),
            present: Mutex::new(present),
        })
    }

    /// Adds a document, in place of one with the same key if there is one. Waits while too much text
    /// waits to be indexed.
    ///
    /// # Errors
    /// Where an indexing thread has failed (a full disk, mostly).
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

    /// Removes the document with this key; does nothing where there is none.
    pub fn remove(&self, key: u64) {
        if self.present().remove(&key) {
            self.writer
                .delete_term(Term::from_field_u64(self.fields.key, key));
        }
    }

    /// Removes all documents whose key `keep` says no to.
    pub fn retain(&self, keep: impl Fn(u64) -> bool) {
        let gone: Vec<u64> = self
            .present()
            .iter()
            .copied()
            .filter(|&k| !keep(k))
            .collect();
        for key in gone {
            self.remove(key);
        }
    }

    /// Whether the document with this key is in the index, or will be after the next commit.
    #[must_use]
    pub fn contains(&self, key: u64) -> bool {
        self.present().contains(&key)
    }

    /// Number of documents in the index after the next commit.
    #[must_use]
    pub fn documents(&self) -> usize {
        self.present().len()
    }

    /// Makes everything added and removed so far visible, together with `payload`.
    ///
    /// # Errors
    /// Where writing fails; the index then stands as after the last commit.
    pub fn commit(&mut self, payload: &str) -> Result<(), SearchError> {
        let mut prepared = self.writer.prepare_commit()?;
        prepared.set_payload(payload);
        prepared.commit()?;
        Ok(())
    }

    /// Waits for merges that are under way, then closes the writer. What was not committed is lost.
    ///
    /// # Errors
    /// Where a merge failed; what was committed stands.
    pub fn finish(self) -> Result<(), SearchError> {
        Ok(self.writer.wait_merging_threads()?)
    }

    fn present(&self) -> MutexGuard<'_, HashSet<u64>> {
        self.present.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Tantivy's writer. Its lock is asked for again for a while: whoever had it has closed the file, but
/// a program being started just then has a copy of the handle until it runs.
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
