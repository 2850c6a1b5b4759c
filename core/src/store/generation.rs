//! A generation opened for reading.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use super::file::FileRecord;
use super::last_commit::Commit;
use super::manifest::{Manifest, SegmentFiles};
use super::pairs::StoredPairs;
use super::sources::StoredSources;
use super::{StoreError, folder, segment_reader};
use crate::base::Cancel;
use crate::candidates::PairSet;
use crate::collection::{Collection, Segment};
use crate::corpus::read::{Unfinished, version};
use crate::corpus::{Selection, Skipped};
use crate::search::FullText;
use crate::settings::Settings;

/// Maximum number of attempts when a writer commits while a reader opens the store.
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
    pairs: Option<StoredPairs>,
    interrupted: Option<(StoredSources, Vec<SegmentFiles>)>,
}

impl Generation {
    /// Opens the newest generation in `dir` and verifies length and checksum of each of its files except
    /// those of the full-text index, in parallel on the caller's rayon pool. Returns `None` if there is no complete generation: the
    /// folder is missing or empty, or the first run was interrupted before it had read the corpus.
    ///
    /// The full-text index is opened and verified only by [`Generation::full_text`].
    ///
    /// # Errors
    /// [`StoreError::NotOurs`], [`StoreError::NotPlain`], [`StoreError::NotYours`],
    /// [`StoreError::OtherVersion`], [`StoreError::Damaged`], [`StoreError::Io`].
    pub fn open(dir: &Path) -> Result<Option<Self>, StoreError> {
        Ok(Self::base(dir)?.filter(Self::is_complete))
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
                    Some(newer) if !newer.same_files(&commit) && attempt < ATTEMPTS => {
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
        commit.full_text_files()?;
        let folder = folder::segments(dir);
        let (collection, rest) = rayon::join(
            || {
                let (segments, skipped) = (&manifest.segments, &manifest.skipped);
                collection(&folder, &manifest.settings, segments, skipped)
            },
            || -> Result<_, StoreError> {
                let interrupted = manifest.interrupted.as_ref();
                let interrupted = interrupted.map(|i| -> Result<_, StoreError> {
                    let read = collection(&folder, &i.settings, &i.segments, &i.skipped)?;
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
            return Err(StoreError::damaged(&meta, OTHER_NUMBER));
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
    pub fn is(&self, other: &Generation) -> bool {
        self.payload == other.payload
    }

    /// Documents read by a run that was interrupted after this generation was committed.
    pub fn interrupted(&self) -> Option<&StoredSources> {
        self.interrupted.as_ref().map(|(sources, _)| sources)
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
        self.manifest.roots.iter().map(|r| r.path()).collect()
    }

    /// Whether it is of the corpus at `roots`, however their paths are spelled.
    pub fn is_at(&self, roots: &[PathBuf]) -> bool {
        let same = |(ours, theirs): (&PathBuf, &PathBuf)| {
            ours == theirs || folder::real(ours) == folder::real(theirs)
        };
        let ours = self.roots();
        ours.len() == roots.len() && ours.iter().zip(roots).all(same)
    }

    /// Whether it was made from the files that `selection` selects. False for a generation of an earlier
    /// version, which did not record it.
    pub fn is_of(&self, selection: &Selection) -> bool {
        self.manifest.selection.as_ref() == Some(selection)
    }

    /// Commit time in nanoseconds since 1970.
    pub fn written(&self) -> i64 {
        self.manifest.written
    }

    /// The documents with terms and sketches.
    pub fn collection(&self) -> &Arc<Collection> {
        self.sources.collection()
    }

    /// The committed verified pairs. `None` if none were stored, or if `collection` lacks a document or
    /// was sketched with other settings.
    pub fn pairs(&self, collection: &Collection, cancel: &Cancel) -> Option<PairSet> {
        let same =
            collection.settings() == self.settings() && collection.len() == self.collection().len();
        self.pairs
            .as_ref()
            .filter(|_| same)?
            .pair_set(collection, cancel)
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

    /// As [`Generation::full_text`], for a run that leaves the index as it is or continues it: also checks
    /// the marker of the folder and tantivy's list of its files, which no reader needs.
    ///
    /// # Errors
    /// As [`Generation::full_text`].
    pub fn full_text_to_continue(&self) -> Result<FullText, StoreError> {
        Ok(self.full_text_and_files_to_continue()?.0)
    }

    /// As [`Generation::full_text_to_continue`], with the list of verified files.
    pub(super) fn full_text_and_files_to_continue(
        &self,
    ) -> Result<(FullText, Vec<FileRecord>), StoreError> {
        folder::check_marker(&self.dir)?;
        let (full_text, files) = self.full_text_and_files()?;
        folder::check_managed(&self.dir, &files)?;
        Ok((full_text, files))
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
                return Err(StoreError::damaged(&folder.join("meta.json"), OTHER_NUMBER));
            }
            return Ok((full_text, files));
        }
    }

    /// Number of stored pairs between representatives.
    pub(super) fn pair_count(&self) -> u64 {
        self.pairs.as_ref().map_or(0, |pairs| pairs.len() as u64)
    }

    pub(super) fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Segments of the generation and of the interrupted run, each with its files.
    pub(super) fn segments(&self) -> Vec<(Arc<Segment>, SegmentFiles)> {
        let with_files = |collection: &Collection, files: &[SegmentFiles]| {
            let segments = collection.segments().iter().cloned();
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
    files: &[SegmentFiles],
    skipped: &FileRecord,
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
