//! The writer of generations: files of the store are written and synced, then one atomic commit of the
//! full-text index names them. A run may commit several times: the index build commits documents and pairs
//! first, and again once the full text is written.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use tantivy::Index;

use super::folder::{self, FolderKind};
use super::lock::Lock;
use super::manifest::Manifest;
use super::segment_registry::SegmentRegistry;
use super::segment_writer::SegmentWriter;
use super::{Generation, StoreError, clean, guard, merge};
use crate::candidates::PairSet;
use crate::collection::Collection;
use crate::corpus::Selection;
use crate::corpus::read::Unfinished;
use crate::search::{self, Budget, FullText, FullTextWriter, SearchError};

/// Treatment of an existing generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Build on the last generation.
    Continue,
    /// Remove it: required if it is damaged or has another format or corpus.
    Afresh,
}

/// Writes generations of one store. Holds the lock until it is closed or dropped; uncommitted work is
/// then lost.
#[derive(Debug)]
pub struct Writer {
    /// Folder and lock; `None` for a store in memory.
    home: Option<Home>,
    pub(super) roots: Vec<PathBuf>,
    /// Which files of `roots` the next generation is made from.
    pub(super) selection: Selection,
    pub(super) began: i64,
    base: Option<Generation>,
    pub(super) generation: u64,
    /// Manifest of the last commit.
    manifest: Option<Manifest>,
    pub(super) segment_registry: Arc<SegmentRegistry>,
    pub(super) next_key: AtomicU64,
    index: Index,
    full_text: Option<FullTextWriter>,
}

#[derive(Debug)]
struct Home {
    dir: PathBuf,
    left: Vec<PathBuf>,
    _lock: Lock,
}

impl Writer {
    /// Locks `dir` for writing the corpus at `roots` (absolute paths as the user gave them). Creates the
    /// folder if it is missing and removes files left by killed runs.
    ///
    /// # Errors
    /// As [`Generation::open`]; [`StoreError::InUse`] while another process writes;
    /// [`StoreError::OtherCorpus`] if the folder holds the index of another corpus. [`Start::Afresh`]
    /// avoids [`StoreError::OtherVersion`], [`StoreError::Damaged`] and [`StoreError::OtherCorpus`].
    pub fn open(dir: &Path, roots: &[PathBuf], start: Start) -> Result<Self, StoreError> {
        let began = now();
        let is_rebuilt = start == Start::Afresh
            && matches!(
                folder::kind(dir)?,
                FolderKind::Ours(_) | FolderKind::Unmarked
            );
        if !is_rebuilt && !folder::is_readable(dir)? {
            folder::make(dir)?;
        }
        let lock = Lock::take(dir)?;
        if start == Start::Afresh {
            clean::empty(dir)?;
        }
        if start == Start::Afresh || folder::check_marker(dir).is_err() {
            folder::make(dir)?;
        }
        folder::make_inner(dir)?;
        guard::make_private(dir);
        let base = Generation::base(dir)?;
        let mut searched = None;
        if let Some(base) = &base {
            if !base.is_at(roots) {
                return Err(StoreError::OtherCorpus {
                    dir: dir.to_owned(),
                    roots: base.roots(),
                });
            }
            // Verify the base too: otherwise a merge would copy damaged bytes and give them a valid
            // checksum.
            searched = Some(base.full_text_and_files_to_continue()?.1);
        }
        let manifest = base.as_ref().map(|b| b.manifest().clone());
        let left = clean::sweep(dir, manifest.as_ref(), searched.as_deref());
        let folder = folder::full_text(dir);
        let index = search::open_or_create(&folder).map_err(StoreError::full_text(&folder))?;
        let segments = base.as_ref().map(Generation::segments).unwrap_or_default();
        Ok(Writer {
            home: Some(Home {
                dir: dir.to_owned(),
                left,
                _lock: lock,
            }),
            roots: roots.to_owned(),
            selection: Selection::default(),
            began,
            generation: manifest.as_ref().map_or(0, |m| m.generation),
            segment_registry: SegmentRegistry::new(
                Some(folder::segments(dir)),
                manifest.as_ref().map_or(1, |m| m.next_segment),
                segments,
            ),
            next_key: AtomicU64::new(manifest.as_ref().map_or(0, |m| m.next_key)),
            base,
            manifest,
            index,
            full_text: None,
        })
    }

    /// Creates a store in memory; writes no files.
    pub fn in_memory(roots: &[PathBuf]) -> Result<Self, StoreError> {
        Ok(Writer {
            home: None,
            roots: roots.to_owned(),
            selection: Selection::default(),
            began: now(),
            base: None,
            generation: 0,
            manifest: None,
            segment_registry: SegmentRegistry::new(None, 1, Vec::new()),
            next_key: AtomicU64::new(0),
            index: search::create_in_memory()?,
            full_text: None,
        })
    }

    /// The generation that this writer builds on, as returned by [`Generation::base`];
    /// `None` for a new store.
    pub fn base(&self) -> Option<&Generation> {
        self.base.as_ref()
    }

    /// Whether it writes to a folder, and not to memory.
    pub fn has_folder(&self) -> bool {
        self.home.is_some()
    }

    /// Foreign files found in the store's folders and left unchanged.
    pub fn left_alone(&self) -> &[PathBuf] {
        self.home.as_ref().map_or(&[], |home| &home.left)
    }

    /// Records which files of the corpus the next generation is made from. All of them, unless this is
    /// called.
    pub fn select(&mut self, selection: Selection) {
        self.selection = selection;
    }

    /// Returns a document key that was never used in this store.
    pub fn new_key(&self) -> u64 {
        self.next_key.fetch_add(1, Ordering::Relaxed)
    }

    /// Starts a segment for sketches of `width` words. It may be filled on another thread.
    pub fn segment(&self, width: usize) -> Result<SegmentWriter, StoreError> {
        SegmentWriter::new(&self.segment_registry, width)
    }

    /// `collection` after merging small segments and segments with many dead rows; `None` if that is not
    /// worthwhile. Documents, keys and document numbers do not change.
    pub fn merged(&self, collection: &Collection) -> Result<Option<Collection>, StoreError> {
        merge::merged(&self.segment_registry, collection)
    }

    /// The full-text writer, created on the first call with that call's memory budget.
    pub fn full_text(&mut self, budget: Budget) -> Result<&FullTextWriter, StoreError> {
        let writer = match self.full_text.take() {
            Some(writer) => writer,
            None => FullTextWriter::new(&self.index, budget).map_err(self.named())?,
        };
        Ok(self.full_text.insert(writer))
    }

    /// Opens the full-text index as of the last commit for reading.
    pub fn search(&self) -> Result<FullText, StoreError> {
        FullText::open(&self.index).map_err(self.named())
    }

    /// Adds the index folder to errors of the full-text index.
    fn named(&self) -> impl Fn(SearchError) -> StoreError + use<> {
        let folder = self.home.as_ref().map(|home| folder::full_text(&home.dir));
        move |error| match &folder {
            Some(folder) => StoreError::full_text(folder)(error),
            None => error.into(),
        }
    }

    /// Commits a generation of `collection`, its verified `pairs` and the current full-text index, and
    /// returns the generation number. Documents that are not in the collection are deleted from the
    /// full-text index. A writer may commit any number of times. A commit before full-text indexing is
    /// cheap and secures the sketches.
    ///
    /// # Errors
    /// Write errors; the store then remains at the last commit.
    pub fn commit(
        &mut self,
        collection: &Collection,
        pairs: Option<&PairSet>,
    ) -> Result<u64, StoreError> {
        // Also incremented if this attempt fails, so that the next one uses new file names.
        self.generation += 1;
        let keys: HashSet<u64> = collection
            .documents()
            .map(|doc| collection.row(doc).key)
            .collect();
        // A commit needs a tantivy writer even if no text is written. This one has the minimum budget
        // and is not kept, because a larger one may be needed later.
        let (mut full_text, keep) = match self.full_text.take() {
            Some(writer) => (writer, true),
            None => {
                let writer = FullTextWriter::new(&self.index, Budget::LEAST);
                (writer.map_err(self.named())?, false)
            }
        };
        let retained = full_text.retain(|key| keys.contains(&key));
        retained.map_err(self.named())?;
        let result = self.commit_with(&mut full_text, collection, pairs);
        if keep {
            self.full_text = Some(full_text);
        } else {
            full_text.finish().map_err(self.named())?;
        }
        result.map(|()| self.generation)
    }

    fn commit_with(
        &mut self,
        full_text: &mut FullTextWriter,
        collection: &Collection,
        pairs: Option<&PairSet>,
    ) -> Result<(), StoreError> {
        let Some(home) = &self.home else {
            return Ok(full_text.commit("")?);
        };
        let documents = full_text.documents() as u64;
        let manifest = self.describe(&folder::segments(&home.dir), collection, pairs, documents)?;
        self.publish(full_text, manifest)
    }

    /// Syncs the files of the store, commits `manifest` and syncs the folder of the commit.
    fn publish(
        &mut self,
        full_text: &mut FullTextWriter,
        manifest: Manifest,
    ) -> Result<(), StoreError> {
        self.segment_registry.sync()?;
        let committed = full_text.commit(&manifest.encode()?);
        committed.map_err(self.named())?;
        if let Some(home) = &self.home {
            folder::sync(&folder::full_text(&home.dir))?;
        }
        self.manifest = Some(manifest);
        Ok(())
    }

    /// Saves `read`, the documents of a run interrupted at `unfinished`, for a later run. Readers
    /// continue to see the last generation, or none if there is none. Does nothing for a store in
    /// memory.
    ///
    /// # Errors
    /// Write errors; the store then remains at the last commit.
    pub fn commit_interrupted(
        &mut self,
        read: &Collection,
        unfinished: &Unfinished,
    ) -> Result<(), StoreError> {
        let Some(home) = &self.home else {
            return Ok(());
        };
        let segments = folder::segments(&home.dir);
        self.generation += 1;
        let mut full_text =
            FullTextWriter::new(&self.index, Budget::LEAST).map_err(self.named())?;
        let documents = full_text.documents() as u64;
        let manifest = self.describe_interrupted(&segments, read, unfinished, documents)?;
        self.publish(&mut full_text, manifest)?;
        full_text.finish().map_err(self.named())
    }

    /// Manifest of the last commit; `None` before the first.
    pub(super) fn manifest(&self) -> Option<&Manifest> {
        self.manifest.as_ref()
    }

    /// Waits for running merges of the full-text index, removes files that are no longer part of the
    /// store and releases the lock. Uncommitted segments are lost.
    ///
    /// # Errors
    /// A merge failed; committed data is not affected.
    pub fn close(mut self) -> Result<(), StoreError> {
        if let Some(full_text) = self.full_text.take() {
            full_text.finish().map_err(self.named())?;
        }
        if let Some(home) = &self.home {
            folder::sync(&folder::full_text(&home.dir))?;
            clean::sweep(&home.dir, self.manifest.as_ref(), None);
        }
        Ok(())
    }
}

pub(super) fn now() -> i64 {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    i64::try_from(since.as_nanos()).unwrap_or(i64::MAX)
}
