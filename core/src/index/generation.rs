//! A generation opened for reading.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

use super::file::FileRecord;
use super::full_text::{self, Commit, FullText};
use super::guard::{FULL_TEXT, SEGMENTS};
use super::manifest::{Manifest, ReadFiles};
use super::pairs::{PairColumns, StoredPairs};
use super::{Collection, IndexError, folder, segment_writer};
use crate::base::{DocNo, Stamp};
use crate::corpus::read::{Unfinished, version};
use crate::corpus::{Selection, Skipped};
use crate::settings::Settings;
use crate::sketch::Layout;

/// Maximum number of attempts when a writer commits while a reader opens the index.
const ATTEMPTS: usize = 5;

const OTHER_NUMBER: &str = "names another number of documents";

/// The files of one commit, verified and open, except the full-text index, which [`Generation::full_text`]
/// verifies and opens. Immutable; later commits do not affect it.
#[derive(Debug)]
pub struct Generation {
    dir: PathBuf,
    pub(super) manifest: Manifest,
    /// The manifest as it was committed.
    payload: String,
    /// The documents by source file.
    pub sources: StoredSources,
    pairs: Option<PairColumns>,
    interrupted: Option<StoredSources>,
}

impl Generation {
    /// Opens the newest generation in `dir` and verifies length and checksum of each of its files except
    /// those of the full-text index, in parallel on the caller's rayon pool. Returns `None` if there is no complete
    /// generation: the folder is missing or empty, or the first run was interrupted before it had read the corpus.
    ///
    /// # Errors
    /// [`IndexError::NotOurs`], [`IndexError::NotPlain`], [`IndexError::NotYours`],
    /// [`IndexError::OtherVersion`], [`IndexError::Damaged`], [`IndexError::Io`].
    pub fn open(dir: &Path) -> Result<Option<Self>, IndexError> {
        Ok(Self::base(dir)?.filter(|generation| generation.manifest.complete))
    }

    /// Opens the generation that a run can build on: the newest generation or, if the first run was
    /// interrupted, an empty generation with only the documents that the run has read
    /// ([`Generation::interrupted`]).
    ///
    /// # Errors
    /// As [`Generation::open`].
    pub fn base(dir: &Path) -> Result<Option<Self>, IndexError> {
        if !folder::is_readable(dir)? {
            return Ok(None);
        }
        let full_text = dir.join(FULL_TEXT);
        let mut attempt = 1;
        let mut last = Commit::last(&full_text)?;
        while let Some(commit) = last {
            let opened = Self::from_commit(dir, &commit);
            // A writer may meanwhile have removed files of the commit that was read.
            last = Commit::last(&full_text)?;
            if opened.is_ok() || attempt == ATTEMPTS || last.as_ref() == Some(&commit) {
                return opened.map(Some);
            }
            attempt += 1;
        }
        Ok(None)
    }

    fn from_commit(dir: &Path, commit: &Commit) -> Result<Self, IndexError> {
        let meta = dir.join(FULL_TEXT).join("meta.json");
        let manifest = Manifest::decode(&commit.manifest, &meta)?;
        let folder = dir.join(SEGMENTS);
        let sources = StoredSources::open(&folder, &manifest.read)?;
        let interrupted = manifest.interrupted.as_ref();
        let interrupted = interrupted.map(|(read, _)| StoredSources::open(&folder, read));
        let pairs = manifest.pairs.as_ref();
        let pairs = pairs.map(|pairs| PairColumns::open(&folder, pairs));
        if sources.collection.len() as u64 != manifest.documents {
            return Err(IndexError::damaged(&meta, OTHER_NUMBER));
        }
        Ok(Generation {
            dir: dir.to_owned(),
            payload: commit.manifest.clone(),
            sources,
            pairs: pairs.transpose()?,
            interrupted: interrupted.transpose()?,
            manifest,
        })
    }

    /// Whether both are the same commit of the same index.
    pub fn is(&self, other: &Generation) -> bool {
        self.payload == other.payload
    }

    /// Documents read by a run that was interrupted after this generation was committed, and the position at which
    /// the run stopped.
    pub fn interrupted(&self) -> Option<(&StoredSources, &Unfinished)> {
        let (_, unfinished) = self.manifest.interrupted.as_ref()?;
        Some((self.interrupted.as_ref()?, unfinished))
    }

    /// Settings of the terms and sketches.
    pub fn settings(&self) -> &Settings {
        self.collection().settings()
    }

    /// Roots of the corpus, as given to the writer.
    pub fn roots(&self) -> Vec<PathBuf> {
        self.manifest.roots.iter().map(PathBuf::from).collect()
    }

    /// Whether this is an index of the corpus at `roots`, whose paths may be spelled differently.
    pub fn is_at(&self, roots: &[PathBuf]) -> bool {
        let real = |root: &PathBuf| folder::canonical(root);
        self.roots().iter().map(real).eq(roots.iter().map(real))
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
        &self.sources.collection
    }

    /// The committed verified pairs. `None` if none were stored, or if `collection` has other documents
    /// or was sketched with other settings.
    pub fn pairs(&self, collection: &Collection) -> Option<StoredPairs<'static>> {
        let is_same =
            collection.settings() == self.settings() && collection.has_rows_of(self.collection());
        let pairs = self.pairs.as_ref().filter(|_| is_same)?;
        pairs.stored(collection.len())
    }

    /// Whether the full-text index contains every document. `false` if the run was stopped or needed no full text.
    pub fn full_text_complete(&self) -> bool {
        self.manifest.full_text == self.manifest.documents
    }

    /// Opens the full-text index after verifying each of its files in parallel on the caller's rayon
    /// pool.
    ///
    /// # Errors
    /// [`IndexError::Damaged`]; [`IndexError::Superseded`] if another generation was committed since, so
    /// that the index contains other documents.
    pub fn full_text(&self) -> Result<FullText, IndexError> {
        Ok(self.full_text_and_files()?.0)
    }

    /// Does the same as [`Generation::full_text`], but also returns the list of verified files.
    pub(super) fn full_text_and_files(&self) -> Result<(FullText, Vec<FileRecord>), IndexError> {
        let folder = self.dir.join(FULL_TEXT);
        let last = || match Commit::last(&folder)? {
            Some(commit) if commit.manifest == self.payload => Ok(commit),
            _ => Err(IndexError::Superseded(self.dir.clone())),
        };
        let mut commit = last()?;
        let mut opened = open_full_text(&folder, &commit.files);
        for _ in 1..ATTEMPTS {
            // A tantivy merge replaces files without a new generation.
            let newer = last()?;
            if newer == commit {
                break;
            }
            commit = newer;
            opened = open_full_text(&folder, &commit.files);
        }
        let full_text = opened?;
        if full_text.documents() as u64 != self.manifest.full_text {
            return Err(IndexError::damaged(&folder.join("meta.json"), OTHER_NUMBER));
        }
        Ok((full_text, commit.files))
    }
}

/// Verifies every file of the full text, because tantivy does not, and opens it. Uses plain reads rather than
/// mappings, so that verification adds nothing to the program's memory.
fn open_full_text(folder: &Path, files: &[FileRecord]) -> Result<FullText, IndexError> {
    let read = |file: &FileRecord| file.verified(folder).map(drop);
    files.par_iter().try_for_each(read)?;
    let index = full_text::open(folder);
    let full_text = index.and_then(|index| FullText::open(&index));
    full_text.map_err(IndexError::full_text(folder))
}

/// Documents of an earlier run, indexed by source file.
#[derive(Debug)]
pub struct StoredSources {
    /// The collection of these documents.
    pub collection: Arc<Collection>,
    /// Start of the run that read them, nanoseconds since 1970.
    began: i64,
    /// The version of the reader that read them.
    read_by: u32,
    by_path: OnceLock<HashMap<PathBuf, Vec<DocNo>>>,
}

impl StoredSources {
    /// Opens the segments and the list of skipped sources as a collection.
    fn open(folder: &Path, files: &ReadFiles) -> Result<Self, IndexError> {
        let width = Layout::new(&files.settings.sketching).words();
        let segments = files.segments.par_iter();
        let segments = segments.map(|files| segment_writer::open(folder, files, width));
        let segments = segments.collect::<Result<Vec<_>, _>>()?;
        let skipped: Result<Vec<Skipped>, _> =
            serde_json::from_slice(&files.skipped.map::<u8>(folder)?);
        let skipped = skipped.map_err(|e| {
            let file = folder.join(&files.skipped.name);
            IndexError::damaged(&file, format!("makes no sense ({e})"))
        })?;
        let is_live = |segment: usize, row: usize| files.segments[segment].is_live(row);
        let collection = Collection::new(files.settings.clone(), segments, skipped, is_live);
        Ok(StoredSources {
            collection: Arc::new(collection),
            began: files.began,
            read_by: files.read_by,
            by_path: OnceLock::new(),
        })
    }

    /// Whether the documents were read with the current version of the reader.
    pub fn is_read_as_now(&self) -> bool {
        self.read_by == version()
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
                    map.entry(path.to_owned()).or_default().push(doc);
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
    /// Whether these are all documents of the corpus; `false` if the first run was interrupted.
    pub complete: bool,
    /// Number of verified pairs stored.
    pub pairs: u64,
    /// Number of documents in the full-text index.
    pub full_text_documents: u64,
}

/// Verifies the marker, the manifest and every file of the newest generation in `dir`, and that pairs and full text
/// refer only to its documents. For users who suspect damage on disk. `None` if nothing was
/// committed; an interrupted first run counts as committed ([`Checked::complete`] is false). Does not read
/// the corpus.
///
/// # Errors
/// As [`Generation::open`]; [`IndexError::Damaged`] names the file.
pub fn check(dir: &Path) -> Result<Option<Checked>, IndexError> {
    let Some(generation) = Generation::base(dir)? else {
        return Ok(None);
    };
    let (collection, manifest) = (generation.collection(), &generation.manifest);
    if let Some(files) = &manifest.pairs
        && generation.pairs(collection).is_none()
    {
        let pairs = dir.join(SEGMENTS).join(&files.pairs.name);
        return Err(IndexError::damaged(&pairs, "does not fit the documents"));
    }
    let (full_text, text_files) = generation.full_text_and_files()?;
    let meta = dir.join(FULL_TEXT).join("meta.json");
    let documents = collection.numbers_by_key();
    let keys = full_text.keys().map_err(IndexError::full_text(&meta))?;
    if !keys.iter().all(|key| documents.contains_key(key)) {
        return Err(IndexError::damaged(&meta, "names other documents"));
    }
    let files = manifest.files().chain(&text_files);
    let (files, bytes) = files.fold((0, 0), |(n, bytes), file| (n + 1, bytes + file.bytes));
    Ok(Some(Checked {
        files,
        bytes,
        documents: manifest.documents,
        complete: manifest.complete,
        pairs: generation.pairs.map_or(0, |pairs| pairs.pairs.len() as u64),
        full_text_documents: manifest.full_text,
    }))
}
