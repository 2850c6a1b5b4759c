//! A generation opened for reading.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use super::file::FileRecord;
use super::folder::{self, Kind};
use super::last_commit::Commit;
use super::manifest::{Manifest, SegmentFiles};
use super::pairs::StoredPairs;
use super::sources::StoredSources;
use super::{FORMAT, StoreError, segment_reader};
use crate::candidates::PairSet;
use crate::collection::{Collection, Segment};
use crate::corpus::Skipped;
use crate::corpus::read::Unfinished;
use crate::search::FullText;
use crate::settings::Settings;
use crate::similarity::Pair;

/// Maximum number of attempts when a writer commits while a reader opens the store.
const ATTEMPTS: usize = 5;

/// All files of one commit, verified and open. Immutable; later commits do not affect it.
#[derive(Debug)]
pub struct Generation {
    dir: PathBuf,
    manifest: Manifest,
    payload: String,
    sources: StoredSources,
    pairs: Option<StoredPairs>,
    interrupted: Option<(StoredSources, Vec<SegmentFiles>)>,
}

/// Document counts and sizes of a generation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Live documents.
    pub documents: u64,
    /// Rows of removed or changed documents that are still on disk.
    pub removed: u64,
    /// Segments that contain the documents.
    pub segments: u64,
    /// Verified pairs stored.
    pub pairs: u64,
    /// Total size of the document sources in bytes.
    pub source_bytes: u64,
    /// Size of the store's own files in bytes.
    pub store_bytes: u64,
    /// Size of the full-text index in bytes.
    pub full_text_bytes: u64,
    /// Documents in the full-text index.
    pub full_text_documents: u64,
}

impl Generation {
    pub(super) fn open(dir: &Path) -> Result<Option<Self>, StoreError> {
        match folder::kind(dir)? {
            Kind::New => return Ok(None),
            Kind::Foreign => {
                let dir = dir.to_owned();
                return Err(StoreError::NotOurs { dir });
            }
            Kind::Unmarked => return Err(folder::unmarked(dir)),
            Kind::Ours(FORMAT) => {}
            Kind::Ours(found) => {
                return Err(StoreError::OtherVersion {
                    dir: dir.to_owned(),
                    found,
                    ours: FORMAT,
                });
            }
        }
        let mut attempt = 1;
        loop {
            let Some(commit) = Commit::last(dir)? else {
                return Ok(None);
            };
            match Self::of(dir, &commit) {
                Ok(generation) => return Ok(Some(generation)),
                // A writer may meanwhile have removed files of the commit that was read.
                Err(error) => match Commit::last(dir)? {
                    Some(newer) if !newer.same_files(&commit) && attempt < ATTEMPTS => {
                        attempt += 1;
                    }
                    _ => return Err(error),
                },
            }
        }
    }

    fn of(dir: &Path, commit: &Commit) -> Result<Self, StoreError> {
        let meta = folder::full_text(dir).join("meta.json");
        let manifest = Manifest::decode(commit.manifest(), dir, &meta)?;
        manifest.check(&meta)?;
        commit.full_text_files()?;
        let folder = folder::segments(dir);
        let (collection, rest) = rayon::join(
            || {
                let of = (&manifest.segments[..], &manifest.skipped);
                collection(&folder, &manifest.settings, of)
            },
            || -> Result<_, StoreError> {
                let interrupted = manifest.interrupted.as_ref();
                let interrupted = interrupted.map(|i| -> Result<_, StoreError> {
                    let read = collection(&folder, &i.settings, (&i.segments, &i.skipped))?;
                    let sources = StoredSources::new(Arc::new(read), i.began);
                    Ok((sources, i.segments.clone()))
                });
                let pairs = manifest.pairs.as_ref();
                let pairs = pairs.map(|p| StoredPairs::open(&folder, p)).transpose()?;
                Ok((interrupted.transpose()?, pairs))
            },
        );
        let (collection, (interrupted, pairs)) = (collection?, rest?);
        if collection.len() as u64 != manifest.documents {
            return Err(StoreError::damaged(
                &meta,
                "names another number of documents",
            ));
        }
        Ok(Generation {
            dir: dir.to_owned(),
            payload: commit.manifest().to_owned(),
            sources: StoredSources::new(Arc::new(collection), manifest.began),
            pairs,
            interrupted,
            manifest,
        })
    }

    /// Whether the generation contains the whole corpus. If not, the first run was interrupted while
    /// reading, and readers get no generation.
    pub(super) fn is_complete(&self) -> bool {
        self.manifest.complete
    }

    /// Whether both are the same commit of the same store.
    #[must_use]
    pub fn is(&self, other: &Generation) -> bool {
        self.payload == other.payload
    }

    /// Documents read by a run that was interrupted after this generation was committed.
    #[must_use]
    pub fn interrupted(&self) -> Option<&StoredSources> {
        self.interrupted.as_ref().map(|(sources, _)| sources)
    }

    /// Position where that run stopped.
    #[must_use]
    pub fn unfinished(&self) -> Option<&Unfinished> {
        self.manifest.interrupted.as_ref().map(|i| &i.unfinished)
    }

    /// Index of the documents by source file.
    #[must_use]
    pub fn sources(&self) -> &StoredSources {
        &self.sources
    }

    /// Generation number: 1 for the first of a store, increasing with each commit.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.manifest.generation
    }

    /// Settings of the terms and sketches.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.manifest.settings
    }

    /// Roots of the corpus, as given to the writer.
    #[must_use]
    pub fn roots(&self) -> Vec<PathBuf> {
        self.manifest.roots.iter().map(|r| r.path()).collect()
    }

    /// Commit time in nanoseconds since 1970.
    #[must_use]
    pub fn written(&self) -> i64 {
        self.manifest.written
    }

    /// The documents with terms and sketches.
    #[must_use]
    pub fn collection(&self) -> &Arc<Collection> {
        self.sources.collection()
    }

    /// The committed verified pairs. `None` if none were stored, or if `collection` lacks a document or
    /// was sketched with other settings.
    #[must_use]
    pub fn pairs(&self, collection: &Collection) -> Option<PairSet> {
        let same =
            collection.settings() == self.settings() && collection.len() == self.collection().len();
        self.pairs.as_ref().filter(|_| same)?.whole(collection)
    }

    /// The verified pairs whose documents are both in `collection`. Their overlaps remain valid as long
    /// as the settings are equal; with other settings the result is empty.
    #[must_use]
    pub fn pairs_among(&self, collection: &Collection) -> Vec<Pair> {
        let same = collection.settings() == self.settings();
        let pairs = self.pairs.as_ref().filter(|_| same);
        pairs.map_or_else(Vec::new, |pairs| pairs.among(collection))
    }

    /// Number of documents in the full-text index. Lower than the number of documents if the run was
    /// stopped or needed no full text.
    #[must_use]
    pub fn full_text_documents(&self) -> u64 {
        self.manifest.full_text
    }

    /// Whether the full-text index contains every document.
    #[must_use]
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
        let last = || -> Result<Commit, StoreError> {
            Commit::last(&self.dir)?
                .filter(|commit| commit.manifest() == self.payload)
                .ok_or_else(|| StoreError::Superseded {
                    dir: self.dir.clone(),
                })
        };
        let mut attempt = 1;
        loop {
            let commit = last()?;
            let opened = verify(&folder, &commit).and_then(|files| {
                let opened = FullText::open(&commit.index);
                Ok((opened.map_err(StoreError::full_text(&folder))?, files))
            });
            // A tantivy merge replaces files without a new generation.
            if !last()?.same_files(&commit) && attempt < ATTEMPTS {
                attempt += 1;
                continue;
            }
            let (full_text, files) = opened?;
            if full_text.documents() as u64 != self.manifest.full_text {
                return Err(StoreError::damaged(
                    &folder.join("meta.json"),
                    "names another number of documents",
                ));
            }
            return Ok((full_text, files));
        }
    }

    /// Document counts and file sizes.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let rows: usize = self.collection().segments().iter().map(|s| s.len()).sum();
        let full_text = std::fs::read_dir(folder::full_text(&self.dir));
        let sizes = full_text.into_iter().flatten().flatten();
        Counts {
            documents: self.manifest.documents,
            removed: (rows as u64).saturating_sub(self.manifest.documents),
            segments: self.collection().segments().len() as u64,
            pairs: self.pairs.as_ref().map_or(0, |p| p.len() as u64),
            source_bytes: self.manifest.source_bytes,
            store_bytes: self.manifest.files().map(|f| f.bytes).sum(),
            full_text_bytes: sizes
                .filter_map(|entry| entry.metadata().ok())
                .map(|m| m.len())
                .sum(),
            full_text_documents: self.manifest.full_text,
        }
    }

    pub(super) fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Segments of the generation and of the interrupted run, each with its files.
    pub(super) fn segments(&self) -> Vec<(Arc<Segment>, SegmentFiles)> {
        let with_files = |of: &Collection, files: &[SegmentFiles]| {
            let segments = of.segments().iter().cloned();
            segments.zip(files.to_vec()).collect::<Vec<_>>()
        };
        let mut segments = with_files(self.collection(), &self.manifest.segments);
        if let Some((sources, files)) = &self.interrupted {
            segments.extend(with_files(sources.collection(), files));
        }
        segments
    }
}

/// Opens the segments and the list of skipped sources as a collection.
fn collection(
    folder: &Path,
    settings: &Settings,
    (files, skipped): (&[SegmentFiles], &FileRecord),
) -> Result<Collection, StoreError> {
    let (segments, skipped) = rayon::join(
        || segment_reader::open_all(folder, files),
        || -> Result<Vec<Skipped>, StoreError> {
            serde_json::from_slice(&skipped.read(folder)?).map_err(|e| {
                let file = folder.join(&skipped.name);
                StoreError::damaged(&file, format!("makes no sense ({e})"))
            })
        },
    );
    let live = |segment: usize, row: usize| files[segment].is_live(row);
    Ok(Collection::new(settings.clone(), segments?, skipped?, live))
}

/// Verifies every file of `commit` in `folder`, because tantivy does not. Uses plain reads rather than
/// mappings, so that verification adds nothing to the program's memory.
fn verify(folder: &Path, commit: &Commit) -> Result<Vec<FileRecord>, StoreError> {
    let files = commit.full_text_files()?;
    let read = |file: &FileRecord| file.verified(folder).map(drop);
    files.par_iter().try_for_each(read)?;
    Ok(files)
}
