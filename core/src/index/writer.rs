//! The writer of generations: files of the index are written and synced, then one atomic commit of the
//! full-text index names them. A run may commit several times: the index build commits documents and pairs
//! first, and again once the full text is written.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use tantivy::Index;

use super::folder::{self, FolderKind};
use super::full_text::{self, FullText, FullTextWriter};
use super::guard::{FULL_TEXT, SEGMENTS, WriteLock};
use super::manifest::{Manifest, ReadFiles, SegmentFiles};
use super::pairs::{self, StoredPairs};
use super::segment_writer::SegmentWriter;
use super::{Collection, Generation, IndexError, clean, file};
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

/// Writes generations of one index. Keeps the lock until it is closed or dropped; uncommitted work is
/// then lost.
#[derive(Debug)]
pub struct Writer {
    /// Folder and lock; `None` for an index in memory.
    home: Option<(PathBuf, WriteLock)>,
    roots: Vec<PathBuf>,
    /// Which files of the roots the next generation contains; by default all files.
    pub selection: Selection,
    began: i64,
    /// The generation that this writer builds on, as returned by [`Generation::base`];
    /// `None` for a new index.
    pub base: Option<Generation>,
    generation: u64,
    manifest: Option<Manifest>,
    next_key: AtomicU64,
    next_segment: AtomicU64,
    index: Index,
    full_text: Option<FullTextWriter>,
}

impl Writer {
    /// Locks `dir` for writing the corpus at `roots` (the user's paths, made absolute but not canonical). Creates the
    /// folder if it is missing and removes files left by killed runs.
    ///
    /// # Errors
    /// As [`Generation::open`]; [`IndexError::InUse`] while another process writes;
    /// [`IndexError::OtherCorpus`] if the folder contains the index of another corpus. [`Start::Afresh`]
    /// avoids [`IndexError::OtherVersion`], [`IndexError::Damaged`] and [`IndexError::OtherCorpus`].
    pub fn open(dir: &Path, roots: &[PathBuf], start: Start) -> Result<Self, IndexError> {
        let began = now();
        let is_rebuilt = start == Start::Afresh
            && matches!(
                folder::kind(dir)?,
                FolderKind::Ours(_) | FolderKind::Unmarked
            );
        if !is_rebuilt && !folder::is_readable(dir)? {
            folder::make(dir)?;
        }
        let lock = WriteLock::take(dir)?;
        if start == Start::Afresh {
            clean::empty(dir)?;
        }
        // Also repairs the comment of the marker, which `kind` does not check.
        folder::make(dir)?;
        let base = Generation::base(dir)?;
        let dir = dir.to_owned();
        let mut text_files = None;
        if let Some(base) = &base {
            if !base.is_at(roots) {
                let roots = base.roots();
                return Err(IndexError::OtherCorpus { dir, roots });
            }
            // Verify the base too: otherwise a merge would copy damaged bytes and give them a valid
            // checksum.
            text_files = Some(base.full_text_and_files()?.1);
        }
        let manifest = base.as_ref().map(|base| &base.manifest);
        clean::sweep(&dir, manifest, text_files.as_deref());
        let folder = dir.join(FULL_TEXT);
        let index = full_text::open_or_create(&folder).map_err(IndexError::full_text(&folder))?;
        Ok(Writer {
            began,
            ..Self::new(Some((dir, lock)), roots, base, index)
        })
    }

    /// Creates an index in memory; writes no files.
    pub fn in_memory(roots: &[PathBuf]) -> Result<Self, IndexError> {
        Ok(Self::new(None, roots, None, full_text::create_in_memory()?))
    }

    fn new(
        home: Option<(PathBuf, WriteLock)>,
        roots: &[PathBuf],
        base: Option<Generation>,
        index: Index,
    ) -> Self {
        let manifest = base.as_ref().map(|base| base.manifest.clone());
        let last = manifest.as_ref();
        Writer {
            home,
            roots: roots.to_owned(),
            selection: Selection::default(),
            began: now(),
            generation: last.map_or(0, |last| last.generation),
            next_key: last.map_or(0, |last| last.next_key).into(),
            next_segment: last.map_or(1, |last| last.next_segment).into(),
            base,
            manifest,
            index,
            full_text: None,
        }
    }

    /// Whether it writes to a folder, and not to memory.
    pub fn has_folder(&self) -> bool {
        self.home.is_some()
    }

    /// Returns a document key that was never used in this index.
    pub fn new_key(&self) -> u64 {
        self.next_key.fetch_add(1, Ordering::Relaxed)
    }

    /// Starts a segment for sketches of `width` words. It may be filled on another thread.
    pub fn segment(&self, width: usize) -> Result<SegmentWriter, IndexError> {
        let Some((dir, _)) = &self.home else {
            return Ok(SegmentWriter::in_memory(width));
        };
        let number = self.next_segment.fetch_add(1, Ordering::Relaxed);
        SegmentWriter::stored(dir.join(SEGMENTS), format!("s{number:06}"), width)
    }

    /// The full-text writer, for as many threads as the current rayon pool has.
    pub fn full_text(&mut self) -> Result<&mut FullTextWriter, IndexError> {
        let writer = match self.full_text.take() {
            Some(writer) => writer,
            None => FullTextWriter::new(&self.index, rayon::current_num_threads())
                .map_err(self.named())?,
        };
        Ok(self.full_text.insert(writer))
    }

    /// Opens the full-text index as of the last commit for reading.
    pub fn search(&self) -> Result<FullText, IndexError> {
        FullText::open(&self.index).map_err(self.named())
    }

    /// Adds the index folder to errors of the full-text index.
    fn named(&self) -> impl FnOnce(IndexError) -> IndexError + use<> {
        let dir = self.home.as_ref().map_or(Path::new(""), |(dir, _)| dir);
        IndexError::full_text(&dir.join(FULL_TEXT))
    }

    /// Commits a generation of `collection`, its verified `pairs` and the current full-text index. Documents that are
    /// not in the collection are deleted from the full-text index. A writer may commit any number of times. A commit
    /// before full-text indexing is cheap and saves the sketches.
    ///
    /// # Errors
    /// Write errors; the index then remains at the last commit.
    pub fn commit(
        &mut self,
        collection: &Collection,
        pairs: Option<StoredPairs<'_>>,
    ) -> Result<(), IndexError> {
        let keys = collection.numbers_by_key();
        let retained = self.full_text()?.retain(|key| keys.contains_key(&key));
        retained.map_err(self.named())?;
        self.publish(|writer, segments| {
            let name = format!("g{:06}", writer.generation);
            let pairs = pairs.map(|pairs| pairs::write(segments, &name, &pairs));
            let read = writer.read_files(segments, &name, collection)?;
            Ok(Manifest {
                documents: collection.len() as u64,
                pairs: pairs.transpose()?,
                complete: true,
                ..writer.manifest_of(read)
            })
        })
    }

    /// Saves `read`, the documents of a run interrupted at `unfinished`, for a later run. Readers still see the last
    /// generation, if there is one. Does nothing for an index in memory.
    ///
    /// # Errors
    /// Write errors; the index then remains at the last commit.
    pub fn commit_interrupted(
        &mut self,
        read: &Collection,
        unfinished: &Unfinished,
    ) -> Result<(), IndexError> {
        self.publish(|writer, segments| {
            let name = format!("g{:06}i", writer.generation);
            let files = writer.read_files(segments, &name, read)?;
            let last = match &writer.manifest {
                Some(last) => last.clone(),
                None => {
                    let name = format!("g{:06}", writer.generation);
                    let settings = read.settings().clone();
                    let empty = Collection::new(settings, Vec::new(), Vec::new(), |_, _| false);
                    writer.manifest_of(writer.read_files(segments, &name, &empty)?)
                }
            };
            let interrupted = Some((files, unfinished.clone()));
            Ok(Manifest {
                interrupted,
                ..last
            })
        })
    }

    /// Calls `describe`, which writes files and returns the manifest that names them, and commits the manifest. Syncs
    /// both folders.
    fn publish(
        &mut self,
        describe: impl FnOnce(&Self, &Path) -> Result<Manifest, IndexError>,
    ) -> Result<(), IndexError> {
        // Also incremented if this attempt fails, so that the next one uses new file names.
        self.generation += 1;
        let full_text = self.full_text()?.documents() as u64;
        let Some((dir, _)) = &self.home else {
            return self.full_text()?.commit("");
        };
        let segments = dir.join(SEGMENTS);
        let folder = dir.join(FULL_TEXT);
        let manifest = Manifest {
            generation: self.generation,
            next_key: self.next_key.load(Ordering::Relaxed),
            next_segment: self.next_segment.load(Ordering::Relaxed),
            full_text,
            ..describe(self, &segments)?
        };
        folder::sync(&segments)?;
        let committed = self.full_text()?.commit(&manifest.encode());
        committed.map_err(IndexError::full_text(&folder))?;
        self.manifest = Some(manifest);
        folder::sync(&folder)
    }

    /// Waits for running merges of the full-text index, removes files that are no longer part of the
    /// index and releases the lock. Uncommitted segments are lost.
    ///
    /// # Errors
    /// A merge failed; committed data is not affected.
    pub fn close(mut self) -> Result<(), IndexError> {
        if let Some(full_text) = self.full_text.take() {
            full_text.finish().map_err(self.named())?;
        }
        if let Some((dir, _)) = &self.home {
            folder::sync(&dir.join(FULL_TEXT))?;
            clean::sweep(dir, self.manifest.as_ref(), None);
        }
        Ok(())
    }

    /// A manifest of these files without documents or pairs; [`Writer::publish`] adds its generation and numbers of segments.
    fn manifest_of(&self, read: ReadFiles) -> Manifest {
        Manifest {
            roots: self.roots.iter().map(|root| root.into()).collect(),
            selection: self.selection.clone(),
            written: now(),
            read,
            ..Manifest::default()
        }
    }

    /// Writes the list of skipped entries of `collection`; returns its file and the files of the documents.
    fn read_files(
        &self,
        segments: &Path,
        name: &str,
        collection: &Collection,
    ) -> Result<ReadFiles, IndexError> {
        let skipped = serde_json::to_vec(&collection.reported());
        let skipped = skipped.expect("what was skipped can be written as JSON");
        Ok(ReadFiles {
            settings: collection.settings().clone(),
            read_by: version(),
            began: self.began,
            segments: segment_files(collection),
            skipped: file::write(segments, format!("{name}.skipped"), &skipped)?,
        })
    }
}

/// Returns the files of the segments with documents of `collection`, which must all be of this index.
fn segment_files(collection: &Collection) -> Vec<SegmentFiles> {
    let mut out = Vec::new();
    let segments = collection.segments().iter().zip(collection.live_rows());
    for (segment, live) in segments.filter(|(_, live)| live.contains(&true)) {
        let files = segment.files.clone();
        let files = files.expect("no segment of an index is in memory");
        let (mut removed, mut row) = (Vec::new(), 0);
        for run in live.chunk_by(|a, b| a == b) {
            let end = row + run.len() as u32;
            if !run[0] {
                removed.push((row, end));
            }
            row = end;
        }
        out.push(SegmentFiles { removed, ..files });
    }
    out
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    i64::try_from(since.unwrap_or_default().as_nanos()).unwrap_or(i64::MAX)
}
