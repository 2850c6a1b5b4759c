//! A generation opened for reading.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;
use tantivy::{Index, IndexMeta};

use super::file::FileRecord;
use super::full_text::{self, FullText};
use super::manifest::{Manifest, SegmentFiles};
use super::pairs::{PairColumns, StoredPairs};
use super::{Collection, StoreError, folder, segment_writer};
use crate::base::{DocNo, Stamp};
use crate::corpus::read::{Unfinished, version};
use crate::corpus::{Selection, Skipped};
use crate::settings::Settings;

/// Maximum number of attempts when a writer commits while a reader opens the index.
const ATTEMPTS: usize = 5;

const OTHER_NUMBER: &str = "names another number of documents";

/// The files of one commit, verified and open, except the full-text index, which [`Generation::full_text`]
/// verifies and opens. Immutable; later commits do not affect it.
#[derive(Debug)]
pub struct Generation {
    dir: PathBuf,
    manifest: Manifest,
    payload: String,
    sources: StoredSources,
    pairs: Option<PairColumns>,
    interrupted: Option<StoredSources>,
}

impl Generation {
    /// Opens the newest generation in `dir` and verifies length and checksum of each of its files except
    /// those of the full-text index, in parallel on the caller's rayon pool. Returns `None` if there is no complete
    /// generation: the folder is missing or empty, or the first run was interrupted before it had read the corpus.
    ///
    /// # Errors
    /// [`StoreError::NotOurs`], [`StoreError::NotPlain`], [`StoreError::NotYours`],
    /// [`StoreError::OtherVersion`], [`StoreError::Damaged`], [`StoreError::Io`].
    pub fn open(dir: &Path) -> Result<Option<Self>, StoreError> {
        Ok(Self::base(dir)?.filter(|generation| generation.manifest.complete))
    }

    /// Opens the generation that a run can build on: the newest one or, if the first run was
    /// interrupted, an empty generation that carries only what that run has read
    /// ([`Generation::interrupted`]).
    ///
    /// # Errors
    /// As [`Generation::open`].
    pub fn base(dir: &Path) -> Result<Option<Self>, StoreError> {
        if !folder::is_readable(dir)? {
            return Ok(None);
        }
        let mut attempt = 1;
        loop {
            let Some(commit) = Commit::last(dir)? else {
                return Ok(None);
            };
            match Self::from_commit(dir, &commit) {
                Ok(generation) => return Ok(Some(generation)),
                // A writer may meanwhile have removed files of the commit that was read.
                Err(error) => match Commit::last(dir)? {
                    Some(newer) if newer.payload != commit.payload && attempt < ATTEMPTS => {
                        attempt += 1;
                    }
                    _ => return Err(error),
                },
            }
        }
    }

    fn from_commit(dir: &Path, commit: &Commit) -> Result<Self, StoreError> {
        let meta = folder::full_text(dir).join("meta.json");
        let manifest = Manifest::decode(commit.manifest(), dir, &meta)?;
        manifest.check(&meta)?;
        commit.full_text_files(&meta)?;
        let folder = folder::segments(dir);
        let (sources, rest) = rayon::join(
            || {
                let (segments, skipped) = (&manifest.segments, &manifest.skipped);
                let settings = &manifest.settings;
                StoredSources::open(&folder, settings, segments, skipped, manifest.began)
            },
            || -> Result<_, StoreError> {
                let interrupted = manifest.interrupted.as_ref().map(|i| {
                    StoredSources::open(&folder, &i.settings, &i.segments, &i.skipped, i.began)
                });
                let pairs = manifest.pairs.as_ref();
                let pairs = pairs.map(|p| PairColumns::open(&folder, p)).transpose()?;
                Ok((interrupted.transpose()?, pairs))
            },
        );
        let (sources, (interrupted, pairs)) = (sources?, rest?);
        if sources.collection.len() as u64 != manifest.documents {
            return Err(StoreError::damaged(&meta, OTHER_NUMBER));
        }
        Ok(Generation {
            dir: dir.to_owned(),
            payload: commit.manifest().to_owned(),
            sources,
            pairs,
            interrupted,
            manifest,
        })
    }

    /// Whether both are the same commit of the same index.
    pub fn is(&self, other: &Generation) -> bool {
        self.payload == other.payload
    }

    /// Documents read by a run that was interrupted after this generation was committed.
    pub fn interrupted(&self) -> Option<&StoredSources> {
        self.interrupted.as_ref()
    }

    /// Position where that run stopped.
    pub fn unfinished(&self) -> Option<&Unfinished> {
        self.manifest.interrupted.as_ref().map(|i| &i.unfinished)
    }

    /// Index of the documents by source file.
    pub fn sources(&self) -> &StoredSources {
        &self.sources
    }

    /// Settings of the terms and sketches.
    pub fn settings(&self) -> &Settings {
        &self.manifest.settings
    }

    /// Whether this program would read the same documents from the same bytes.
    pub fn is_read_as_now(&self) -> bool {
        self.manifest.read_by == version()
    }

    /// As [`Generation::is_read_as_now`], of [`Generation::interrupted`].
    pub fn is_interrupted_read_as_now(&self) -> bool {
        let interrupted = self.manifest.interrupted.as_ref();
        interrupted.is_some_and(|interrupted| interrupted.read_by == version())
    }

    /// Roots of the corpus, as given to the writer.
    pub fn roots(&self) -> Vec<PathBuf> {
        self.manifest.roots.iter().map(PathBuf::from).collect()
    }

    /// Whether it is of the corpus at `roots`, however their paths are spelled.
    pub fn is_at(&self, roots: &[PathBuf]) -> bool {
        let same = |(ours, theirs): (&PathBuf, &PathBuf)| {
            ours == theirs || folder::real(ours) == folder::real(theirs)
        };
        let ours = self.roots();
        ours.len() == roots.len() && ours.iter().zip(roots).all(same)
    }

    /// Whether it was made from the files that `selection` selects.
    pub fn is_of(&self, selection: &Selection) -> bool {
        self.manifest.selection == *selection
    }

    /// Commit time in nanoseconds since 1970.
    pub fn written(&self) -> i64 {
        self.manifest.written
    }

    /// The documents with terms and sketches.
    pub fn collection(&self) -> &Arc<Collection> {
        self.sources.collection()
    }

    /// The committed verified pairs. `None` if none were stored, or if `collection` has other documents
    /// or was sketched with other settings.
    pub fn pairs(&self, collection: &Collection) -> Option<StoredPairs<'static>> {
        let is_same =
            collection.settings() == self.settings() && collection.has_rows_of(self.collection());
        let pairs = self.pairs.as_ref().filter(|_| is_same)?;
        pairs.stored(collection.len())
    }

    /// Whether the full-text index contains every document. It does not if the run was stopped or needed
    /// no full text.
    pub fn full_text_complete(&self) -> bool {
        self.manifest.full_text == self.manifest.documents
    }

    /// Opens the full-text index after verifying each of its files in parallel on the caller's rayon
    /// pool.
    ///
    /// # Errors
    /// [`StoreError::Damaged`]; [`StoreError::Superseded`] if another generation was committed since, so
    /// that the index contains other documents.
    pub fn full_text(&self) -> Result<FullText, StoreError> {
        Ok(self.full_text_and_files()?.0)
    }

    /// As [`Generation::full_text`], with the list of verified files.
    pub(super) fn full_text_and_files(&self) -> Result<(FullText, Vec<FileRecord>), StoreError> {
        let folder = folder::full_text(&self.dir);
        let last = || match Commit::last(&self.dir)? {
            Some(commit) if commit.manifest() == self.payload => Ok(commit),
            _ => Err(StoreError::Superseded(self.dir.clone())),
        };
        let mut attempt = 1;
        loop {
            let commit = last()?;
            let opened = commit.verified(&folder);
            // A tantivy merge replaces files without a new generation.
            if last()?.payload != commit.payload && attempt < ATTEMPTS {
                attempt += 1;
                continue;
            }
            let (full_text, files) = opened?;
            if full_text.documents() as u64 != self.manifest.full_text {
                return Err(StoreError::damaged(&folder.join("meta.json"), OTHER_NUMBER));
            }
            return Ok((full_text, files));
        }
    }

    pub(super) fn manifest(&self) -> &Manifest {
        &self.manifest
    }
}

/// The last commit of the tantivy index, from which every reader starts.
struct Commit {
    index: Index,
    /// Segment list of the commit.
    meta: IndexMeta,
    /// Payload of the commit: sealed file list and manifest.
    payload: String,
}

impl Commit {
    /// Reads the last commit; `None` if there is none yet.
    fn last(dir: &Path) -> Result<Option<Self>, StoreError> {
        let folder = folder::full_text(dir);
        let path = folder.join("meta.json");
        let Some(index) = full_text::open(&folder).map_err(StoreError::full_text(&path))? else {
            return Ok(None);
        };
        let mut meta = index.load_metas().map_err(StoreError::full_text(&path))?;
        match meta.payload.take() {
            Some(payload) => Ok(Some(Commit {
                index,
                meta,
                payload,
            })),
            // State of a new tantivy index before its first commit.
            None if meta.opstamp == 0 && meta.segments.is_empty() => Ok(None),
            None => Err(StoreError::damaged(&path, "describes no generation")),
        }
    }

    /// The encoded manifest.
    fn manifest(&self) -> &str {
        full_text::unsealed(&self.payload)
    }

    /// Records of the full-text files in this commit, for verification. [`StoreError::Damaged`] if the
    /// sealed list or tantivy's own metadata was altered.
    fn full_text_files(&self, meta: &Path) -> Result<Vec<FileRecord>, StoreError> {
        let files = full_text::sealed_files(&self.meta, &self.payload);
        files.map_err(StoreError::full_text(meta))
    }

    /// Verifies every file of the full text, because tantivy does not, and opens it. Uses plain reads rather than
    /// mappings, so that verification adds nothing to the program's memory.
    fn verified(&self, folder: &Path) -> Result<(FullText, Vec<FileRecord>), StoreError> {
        let files = self.full_text_files(&folder.join("meta.json"))?;
        let read = |file: &FileRecord| file.verified(folder).map(drop);
        files.par_iter().try_for_each(read)?;
        let full_text = FullText::open(&self.index).map_err(StoreError::full_text(folder))?;
        Ok((full_text, files))
    }
}

/// Documents of an earlier run, indexed by source file.
#[derive(Debug)]
pub struct StoredSources {
    collection: Arc<Collection>,
    /// Start of the run that read them, nanoseconds since 1970.
    began: i64,
    by_path: OnceLock<HashMap<PathBuf, Vec<DocNo>>>,
}

impl StoredSources {
    /// Opens the segments and the list of skipped sources as a collection.
    fn open(
        folder: &Path,
        settings: &Settings,
        files: &[SegmentFiles],
        skipped: &FileRecord,
        began: i64,
    ) -> Result<Self, StoreError> {
        let (segments, skipped) = rayon::join(
            || segment_writer::open_all(folder, files),
            || -> Result<Vec<Skipped>, StoreError> {
                serde_json::from_slice(&skipped.read(folder)?).map_err(|e| {
                    let file = folder.join(&skipped.name);
                    StoreError::damaged(&file, format!("makes no sense ({e})"))
                })
            },
        );
        let is_live = |segment: usize, row: usize| files[segment].is_live(row);
        let collection = Collection::new(settings.clone(), segments?, skipped?, is_live);
        Ok(StoredSources {
            collection: Arc::new(collection),
            began,
            by_path: OnceLock::new(),
        })
    }

    /// The collection of these documents.
    pub fn collection(&self) -> &Arc<Collection> {
        &self.collection
    }

    /// Whether the stamp of `doc`'s source is the same as when it was read, and is conclusive
    /// ([`StoredSources::settled`]).
    pub fn is_unchanged(&self, doc: DocNo, stamp: Stamp) -> bool {
        self.collection.row(doc).stamp == stamp.digest() && self.settled(stamp)
    }

    /// Whether a file with this stamp was read late enough after its last change for the stamp to be
    /// conclusive.
    pub fn settled(&self, stamp: Stamp) -> bool {
        stamp.is_settled_at(self.began)
    }

    /// Documents from the file at `path`, ascending: one for a plain file, one per row for JSON Lines.
    pub fn documents_of(&self, path: &Path) -> &[DocNo] {
        let by_path = self.by_path.get_or_init(|| {
            let mut map: HashMap<PathBuf, Vec<DocNo>> = HashMap::new();
            for doc in self.collection.documents() {
                if let Some(path) = self.collection.row(doc).location.on_disk() {
                    match map.get_mut(path) {
                        Some(docs) => docs.push(doc),
                        None => drop(map.insert(path.to_owned(), vec![doc])),
                    }
                }
            }
            map
        });
        by_path.get(path).map_or(&[], Vec::as_slice)
    }
}

/// Result of a successful verification.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Number of files of the generation, full-text index included.
    pub files: u64,
    /// Total size of these files in bytes.
    pub bytes: u64,
    /// Number of documents.
    pub documents: u64,
    /// Whether the documents are the whole corpus; `false` if the first run was interrupted.
    pub complete: bool,
    /// Number of verified pairs stored.
    pub pairs: u64,
    /// Number of documents in the full-text index.
    pub full_text_documents: u64,
}

/// Verifies the newest generation in `dir`, for users who suspect damage on disk: marker, manifest, every file of the
/// index, and that pairs and full text refer to its documents. `None` if nothing was
/// committed; an interrupted first run counts as committed ([`Checked::complete`] is false). Does not read
/// the corpus.
///
/// # Errors
/// As [`Generation::open`]; [`StoreError::Damaged`] names the file.
pub fn check(dir: &Path) -> Result<Option<Checked>, StoreError> {
    let Some(generation) = Generation::base(dir)? else {
        return Ok(None);
    };
    let (collection, manifest) = (generation.collection(), &generation.manifest);
    if let Some(files) = &manifest.pairs
        && generation.pairs(collection).is_none()
    {
        let pairs = folder::segments(dir).join(&files.pairs.name);
        return Err(StoreError::damaged(&pairs, "does not fit the documents"));
    }
    let (full_text, searched) = generation.full_text_and_files()?;
    let meta = folder::full_text(dir).join("meta.json");
    let documents = collection.numbers_by_key();
    let keys = full_text.keys().map_err(StoreError::full_text(&meta))?;
    if !keys.iter().all(|key| documents.contains_key(key)) {
        return Err(StoreError::damaged(&meta, "names other documents"));
    }
    let files = manifest.files().chain(&searched);
    let (files, bytes) = files.fold((0, 0), |(n, bytes), file| (n + 1, bytes + file.bytes));
    Ok(Some(Checked {
        files,
        bytes,
        documents: manifest.documents,
        complete: manifest.complete,
        pairs: generation.pairs.map_or(0, |pairs| pairs.len() as u64),
        full_text_documents: manifest.full_text,
    }))
}
