//! The writer of generations: files of the index are written and synced, then one atomic commit of the
//! full-text index names them. A run may commit several times: the index build commits documents and pairs
//! first, and again once the full text is written.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use tantivy::Index;

use super::file::{FileRecord, FileWriter};
use super::folder::{self, FolderKind};
use super::full_text::{self, FullText, FullTextWriter};
use super::lock::Lock;
use super::manifest::{Interrupted, Manifest, SegmentFiles};
use super::pairs::{self, StoredPairs};
use super::segment_writer::{SegmentFolder, SegmentWriter};
use super::{Collection, Generation, StoreError, clean, compaction};
use crate::corpus::Selection;
use crate::corpus::read::{Unfinished, version};

/// Treatment of an existing generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Build on the last generation.
    Continue,
    /// Remove it: required if it is damaged or has another format or corpus.
    Afresh,
}

/// Writes generations of one index. Holds the lock until it is closed or dropped; uncommitted work is
/// then lost.
#[derive(Debug)]
pub struct Writer {
    /// Folder and lock; `None` for an index in memory.
    home: Option<Home>,
    roots: Vec<PathBuf>,
    /// Which files of `roots` the next generation is made from.
    selection: Selection,
    began: i64,
    base: Option<Generation>,
    generation: u64,
    /// Manifest of the last commit.
    manifest: Option<Manifest>,
    next_key: AtomicU64,
    index: Index,
    full_text: Option<FullTextWriter>,
}

#[derive(Debug)]
struct Home {
    dir: PathBuf,
    segments: Arc<SegmentFolder>,
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
        // Also mends a marker of which a part is damaged that is not read.
        folder::make(dir)?;
        folder::make_inner(dir)?;
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
            searched = Some(base.full_text_and_files()?.1);
        }
        let manifest = base.as_ref().map(|b| b.manifest().clone());
        clean::sweep(dir, manifest.as_ref(), searched.as_deref());
        let folder = folder::full_text(dir);
        let index = full_text::open_or_create(&folder).map_err(StoreError::full_text(&folder))?;
        let next_segment = manifest.as_ref().map_or(1, |m| m.next_segment);
        let home = Home {
            dir: dir.to_owned(),
            segments: SegmentFolder::new(folder::segments(dir), next_segment),
            _lock: lock,
        };
        Ok(Writer {
            began,
            ..Self::new(Some(home), roots, base, index)
        })
    }

    /// Creates an index in memory; writes no files.
    pub fn in_memory(roots: &[PathBuf]) -> Result<Self, StoreError> {
        Ok(Self::new(None, roots, None, full_text::create_in_memory()?))
    }

    fn new(home: Option<Home>, roots: &[PathBuf], base: Option<Generation>, index: Index) -> Self {
        let manifest = base.as_ref().map(|b| b.manifest().clone());
        Writer {
            home,
            roots: roots.to_owned(),
            selection: Selection::default(),
            began: now(),
            generation: manifest.as_ref().map_or(0, |m| m.generation),
            next_key: AtomicU64::new(manifest.as_ref().map_or(0, |m| m.next_key)),
            base,
            manifest,
            index,
            full_text: None,
        }
    }

    /// The generation that this writer builds on, as returned by [`Generation::base`];
    /// `None` for a new index.
    pub fn base(&self) -> Option<&Generation> {
        self.base.as_ref()
    }

    /// Whether it writes to a folder, and not to memory.
    pub fn has_folder(&self) -> bool {
        self.home.is_some()
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
        match &self.home {
            Some(home) => SegmentWriter::stored(&home.segments, width),
            None => Ok(SegmentWriter::in_memory(width, 0)),
        }
    }

    /// `collection` after merging small segments and segments with many dead rows; `None` if that is not
    /// worthwhile. Documents, keys and document numbers do not change.
    pub fn merged(&self, collection: &Collection) -> Result<Option<Collection>, StoreError> {
        compaction::merged(collection, |width| self.segment(width))
    }

    /// The full-text writer, for as many threads as the current rayon pool has.
    pub fn full_text(&mut self) -> Result<&FullTextWriter, StoreError> {
        let writer = self.take_full_text()?;
        Ok(self.full_text.insert(writer))
    }

    fn take_full_text(&mut self) -> Result<FullTextWriter, StoreError> {
        match self.full_text.take() {
            Some(writer) => Ok(writer),
            None => {
                let threads = rayon::current_num_threads();
                FullTextWriter::new(&self.index, threads).map_err(self.named())
            }
        }
    }

    /// Opens the full-text index as of the last commit for reading.
    pub fn search(&self) -> Result<FullText, StoreError> {
        FullText::open(&self.index).map_err(self.named())
    }

    /// Adds the index folder to errors of the full-text index.
    fn named(&self) -> impl FnOnce(StoreError) -> StoreError + use<> {
        let dir = self.home.as_ref().map_or(Path::new(""), |home| &home.dir);
        StoreError::full_text(&folder::full_text(dir))
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
        pairs: Option<StoredPairs<'_>>,
    ) -> Result<u64, StoreError> {
        let keys = collection.numbers_by_key();
        self.publish(|writer, full_text| {
            let retained = full_text.retain(|key| keys.contains_key(&key));
            retained.map_err(writer.named())?;
            let full_text_documents = full_text.documents() as u64;
            let described = writer.home.as_ref().map(|home| {
                writer.describe(&home.segments, collection, pairs, full_text_documents)
            });
            described.transpose()
        })?;
        Ok(self.generation)
    }

    /// Saves `read`, the documents of a run interrupted at `unfinished`, for a later run. Readers
    /// continue to see the last generation, or none if there is none. Does nothing for an index in
    /// memory.
    ///
    /// # Errors
    /// Write errors; the index then remains at the last commit.
    pub fn commit_interrupted(
        &mut self,
        read: &Collection,
        unfinished: &Unfinished,
    ) -> Result<(), StoreError> {
        if self.home.is_none() {
            return Ok(());
        }
        self.publish(|writer, full_text| {
            let full_text_documents = full_text.documents() as u64;
            let described = writer.home.as_ref().map(|home| {
                writer.describe_interrupted(&home.segments, read, unfinished, full_text_documents)
            });
            described.transpose()
        })
    }

    /// Writes what `describe` says of the new generation, syncs the files of the index, commits the manifest and syncs
    /// the folder of the commit.
    fn publish(
        &mut self,
        describe: impl FnOnce(&Self, &mut FullTextWriter) -> Result<Option<Manifest>, StoreError>,
    ) -> Result<(), StoreError> {
        // Also incremented if this attempt fails, so that the next one uses new file names.
        self.generation += 1;
        let mut full_text = self.take_full_text()?;
        let manifest = describe(self, &mut full_text);
        let published = manifest.and_then(|manifest| self.publish_with(&mut full_text, manifest));
        self.full_text = Some(full_text);
        published
    }

    fn publish_with(
        &mut self,
        full_text: &mut FullTextWriter,
        manifest: Option<Manifest>,
    ) -> Result<(), StoreError> {
        let (Some(home), Some(manifest)) = (&self.home, manifest) else {
            return full_text.commit("");
        };
        home.segments.sync()?;
        let committed = full_text.commit(&manifest.encode()?);
        committed.map_err(self.named())?;
        folder::sync(&folder::full_text(&home.dir))?;
        self.manifest = Some(manifest);
        Ok(())
    }

    /// Waits for running merges of the full-text index, removes files that are no longer part of the
    /// index and releases the lock. Uncommitted segments are lost.
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

    /// Writes missing files and returns the manifest of the new generation.
    fn describe(
        &self,
        folder: &SegmentFolder,
        collection: &Collection,
        pairs: Option<StoredPairs<'_>>,
        full_text: u64,
    ) -> Result<Manifest, StoreError> {
        let name = format!("g{:06}", self.generation);
        let pairs = pairs.map(|pairs| {
            let (files, written) = pairs::write(&folder.path, &name, &pairs)?;
            folder.sync_later(written);
            Ok::<_, StoreError>(files)
        });
        Ok(Manifest {
            generation: self.generation,
            settings: collection.settings().clone(),
            read_by: version(),
            roots: self.roots.iter().map(|root| root.into()).collect(),
            selection: self.selection.clone(),
            began: self.began,
            segments: segment_files(collection)?,
            documents: collection.len() as u64,
            full_text,
            skipped: write_skipped(folder, &name, collection)?,
            pairs: pairs.transpose()?,
            complete: true,
            interrupted: None,
            next_key: self.next_key.load(Ordering::Relaxed),
            next_segment: folder.next_segment(),
            written: now(),
        })
    }

    /// Writes the missing files of an interrupted run and adds it to the manifest of the last
    /// generation, which stays unchanged.
    fn describe_interrupted(
        &self,
        folder: &SegmentFolder,
        read: &Collection,
        unfinished: &Unfinished,
        full_text: u64,
    ) -> Result<Manifest, StoreError> {
        let name = format!("g{:06}i", self.generation);
        let interrupted = Interrupted {
            settings: read.settings().clone(),
            read_by: version(),
            began: self.began,
            segments: segment_files(read)?,
            skipped: write_skipped(folder, &name, read)?,
            unfinished: unfinished.clone(),
        };
        let last = match &self.manifest {
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
            next_segment: folder.next_segment(),
            interrupted: Some(interrupted),
            ..last
        })
    }
}

/// The files of the segments with documents of `collection`, which are all of this index.
fn segment_files(collection: &Collection) -> Result<Vec<SegmentFiles>, StoreError> {
    let mut out = Vec::new();
    for (segment, live) in collection.segments().iter().zip(collection.live_rows()) {
        if !live.contains(&true) {
            continue;
        }
        let files = segment.files().ok_or_else(|| {
            let error = io::Error::other("it is in memory");
            StoreError::io("write", Path::new("a segment"))(error)
        })?;
        let mut removed: Vec<(u32, u32)> = Vec::new();
        for row in (0..)
            .zip(live)
            .filter(|(_, live)| !live)
            .map(|(row, _)| row)
        {
            match removed.last_mut() {
                Some((_, end)) if *end == row => *end += 1,
                _ => removed.push((row, row + 1)),
            }
        }
        out.push(SegmentFiles {
            removed,
            ..files.clone()
        });
    }
    Ok(out)
}

/// Writes the list of what was not read.
fn write_skipped(
    folder: &SegmentFolder,
    name: &str,
    collection: &Collection,
) -> Result<FileRecord, StoreError> {
    let mut file = FileWriter::create(&folder.path, format!("{name}.skipped"))?;
    let json = serde_json::to_vec(&collection.reported())
        .map_err(|e| StoreError::io("describe", Path::new("what was skipped"))(e.into()))?;
    file.push(&json)?;
    let written = file.finish()?;
    let record = written.record.clone();
    folder.sync_later([written]);
    Ok(record)
}

fn now() -> i64 {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    i64::try_from(since.as_nanos()).unwrap_or(i64::MAX)
}
