//! Writes generations: segments first, then the full-text index, then one commit that makes both
//! exist.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use tantivy::Index;

use super::folder::{self, Kind};
use super::lock::Lock;
use super::manifest::Manifest;
use super::segment_registry::SegmentRegistry;
use super::segment_writer::SegmentWriter;
use super::{FORMAT, Generation, StoreError, clean, guard, merge};
use crate::candidates::PairSet;
use crate::collection::Collection;
use crate::corpus::read::Unfinished;
use crate::search::{self, Budget, FullText, FullTextWriter, SearchError};

/// What a writer does with what is in the folder already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Builds on the last generation.
    Continue,
    /// Removes it: the way out where it is damaged, of another format or of another corpus.
    Afresh,
}

/// Writes generations of one store. Holds its lock until it is closed or dropped; what was not
/// committed by then is lost.
#[derive(Debug)]
pub struct Writer {
    /// `None` in memory.
    home: Option<Home>,
    pub(super) roots: Vec<PathBuf>,
    pub(super) began: i64,
    base: Option<Generation>,
    pub(super) generation: u64,
    /// Of the last commit.
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
    pub(super) fn open(dir: &Path, roots: &[PathBuf], start: Start) -> Result<Self, StoreError> {
        let began = now();
        let kind = folder::kind(dir)?;
        match kind {
            Kind::New => folder::make(dir)?,
            Kind::Foreign => {
                let dir = dir.to_owned();
                return Err(StoreError::NotOurs { dir });
            }
            Kind::Ours(found) if found != FORMAT && start == Start::Continue => {
                return Err(StoreError::OtherVersion {
                    dir: dir.to_owned(),
                    found,
                    ours: FORMAT,
                });
            }
            Kind::Unmarked if start == Start::Continue => return Err(folder::unmarked(dir)),
            Kind::Ours(_) | Kind::Unmarked => {}
        }
        let lock = Lock::take(dir)?;
        if start == Start::Afresh {
            clean::empty(dir)?;
            folder::make(dir)?;
        }
        folder::make_inner(dir)?;
        guard::make_private(dir);
        let base = Generation::open(dir)?;
        if let Some(base) = &base {
            if base.roots() != roots {
                return Err(StoreError::OtherCorpus {
                    dir: dir.to_owned(),
                    roots: base.roots(),
                });
            }
            // What is built upon is checked too: a merge would give wrong bytes a right checksum.
            base.full_text()?;
        }
        let manifest = base.as_ref().map(|b| b.manifest().clone());
        let left = clean::sweep(dir, manifest.as_ref());
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

    pub(super) fn in_memory(roots: &[PathBuf]) -> Result<Self, StoreError> {
        Ok(Writer {
            home: None,
            roots: roots.to_owned(),
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

    /// The generation that this writer builds on, as [`Store::base`](super::Store::base) gives it;
    /// `None` for a new store.
    #[must_use]
    pub fn base(&self) -> Option<&Generation> {
        self.base.as_ref()
    }

    /// What lies among the files of the store, is none of them and was left as it is.
    #[must_use]
    pub fn left_alone(&self) -> &[PathBuf] {
        self.home.as_ref().map_or(&[], |home| &home.left)
    }

    /// A key that no document of this store has or had.
    pub fn new_key(&self) -> u64 {
        self.next_key.fetch_add(1, Ordering::Relaxed)
    }

    /// Begins a segment whose sketches have `width` values. It may be filled on another thread.
    ///
    /// # Errors
    /// Where its files cannot be made.
    pub fn segment(&self, width: usize) -> Result<SegmentWriter, StoreError> {
        SegmentWriter::new(&self.segment_registry, width)
    }

    /// `collection` with its small segments and those with many dead rows brought together; `None`
    /// where that would gain nothing. The documents, their keys and their numbers are the same.
    ///
    /// # Errors
    /// Where writing fails.
    pub fn merged(&self, collection: &Collection) -> Result<Option<Collection>, StoreError> {
        merge::merged(&self.segment_registry, collection)
    }

    /// The full-text index for writing, opened with the budget of the first call.
    ///
    /// # Errors
    /// Where the index cannot be opened for writing.
    pub fn full_text(&mut self, budget: Budget) -> Result<&FullTextWriter, StoreError> {
        let writer = match self.full_text.take() {
            Some(writer) => writer,
            None => FullTextWriter::new(&self.index, budget).map_err(self.named())?,
        };
        Ok(self.full_text.insert(writer))
    }

    /// The full-text index as of the last commit, for reading.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub fn search(&self) -> Result<FullText, StoreError> {
        FullText::open(&self.index).map_err(self.named())
    }

    /// Gives an error of the full-text index the name of its folder.
    fn named(&self) -> impl Fn(SearchError) -> StoreError + use<> {
        let folder = self.home.as_ref().map(|home| folder::full_text(&home.dir));
        move |error| match &folder {
            Some(folder) => StoreError::full_text(folder)(error),
            None => error.into(),
        }
    }

    /// Makes a generation of `collection`, `pairs` (verified pairs of that collection) and the
    /// full-text index as far as it has come, and gives its number. Documents that are not in the
    /// collection leave the full-text index. A writer may commit as often as it likes; a commit before
    /// the full-text index is begun costs little and keeps the sketches whatever happens later.
    ///
    /// # Errors
    /// Where writing fails: the store is then as the last commit left it.
    pub fn commit(
        &mut self,
        collection: &Collection,
        pairs: Option<&PairSet>,
    ) -> Result<u64, StoreError> {
        // Also where this attempt fails, so that the next one finds its file names free.
        self.generation += 1;
        let keys: HashSet<u64> = collection
            .documents()
            .map(|doc| collection.row(doc).key)
            .collect();
        // A commit needs tantivy's writer even where no text is written; that one may be small, and is
        // not kept, because a larger one may be asked for later.
        let (mut full_text, keep) = match self.full_text.take() {
            Some(writer) => (writer, true),
            None => {
                let writer = FullTextWriter::new(&self.index, Budget::LEAST);
                (writer.map_err(self.named())?, false)
            }
        };
        full_text.retain(|key| keys.contains(&key));
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
        self.segment_registry.sync()?;
        let committed = full_text.commit(&manifest.encode()?);
        committed.map_err(self.named())?;
        folder::sync(&folder::full_text(&home.dir))?;
        self.manifest = Some(manifest);
        Ok(())
    }

    /// Keeps `read`, what a run has read that was interrupted at `unfinished`, for a later run to build on. The last
    /// generation stays what readers see; where there is none, they see none.
    ///
    /// # Errors
    /// Where writing fails: the store is then as the last commit left it.
    pub fn commit_interrupted(
        &mut self,
        read: &Collection,
        unfinished: &Unfinished,
    ) -> Result<(), StoreError> {
        let Some(home) = &self.home else {
            return Ok(());
        };
        let (segments, folder) = (folder::segments(&home.dir), folder::full_text(&home.dir));
        self.generation += 1;
        let mut full_text =
            FullTextWriter::new(&self.index, Budget::LEAST).map_err(self.named())?;
        let documents = full_text.documents() as u64;
        let manifest = self.describe_interrupted(&segments, read, unfinished, documents)?;
        self.segment_registry.sync()?;
        let committed = full_text.commit(&manifest.encode()?);
        committed.map_err(self.named())?;
        folder::sync(&folder)?;
        self.manifest = Some(manifest);
        full_text.finish().map_err(self.named())
    }

    /// What the last commit describes; `None` before the first.
    pub(super) fn manifest(&self) -> Option<&Manifest> {
        self.manifest.as_ref()
    }

    /// Waits for merges of the full-text index that are under way, removes files that are no longer
    /// part of the store and gives up the lock. Segments begun and not committed are lost.
    ///
    /// # Errors
    /// Where a merge failed; what was committed stands.
    pub fn close(mut self) -> Result<(), StoreError> {
        if let Some(full_text) = self.full_text.take() {
            full_text.finish().map_err(self.named())?;
        }
        if let Some(home) = &self.home {
            folder::sync(&folder::full_text(&home.dir))?;
            clean::sweep(&home.dir, self.manifest.as_ref());
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
