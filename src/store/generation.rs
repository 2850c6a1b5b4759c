//! One generation, open for reading.

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

/// How often a reader begins again because a writer has overtaken it.
const ATTEMPTS: usize = 5;

/// Everything that one commit names, checked and open. Never changes; a later commit leaves it whole.
#[derive(Debug)]
pub struct Generation {
    dir: PathBuf,
    manifest: Manifest,
    payload: String,
    sources: StoredSources,
    pairs: Option<StoredPairs>,
    interrupted: Option<(StoredSources, Vec<SegmentFiles>)>,
}

/// Counts and sizes of a generation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Documents that count, and rows that no longer do.
    pub documents: u64,
    /// Rows of documents that were removed or changed, still on disk.
    pub removed: u64,
    /// Segments that hold the documents.
    pub segments: u64,
    /// Verified pairs that are stored.
    pub pairs: u64,
    /// Bytes of the documents' sources.
    pub source_bytes: u64,
    /// Bytes of our own files.
    pub store_bytes: u64,
    /// Bytes of the full-text index.
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
                // A writer may have removed what the last commit but one named.
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

    /// Whether it holds a whole corpus. Of one that does not, readers see nothing: the first run was
    /// interrupted while it read.
    pub(super) fn is_complete(&self) -> bool {
        self.manifest.complete
    }

    /// Whether `other` is the same commit of the same store.
    #[must_use]
    pub fn is(&self, other: &Generation) -> bool {
        self.payload == other.payload
    }

    /// The documents that a run has read which was interrupted after this generation was committed.
    #[must_use]
    pub fn interrupted(&self) -> Option<&StoredSources> {
        self.interrupted.as_ref().map(|(sources, _)| sources)
    }

    /// Where that run stopped.
    #[must_use]
    pub fn unfinished(&self) -> Option<&Unfinished> {
        self.manifest.interrupted.as_ref().map(|i| &i.unfinished)
    }

    /// Its documents by their source files.
    #[must_use]
    pub fn sources(&self) -> &StoredSources {
        &self.sources
    }

    /// Number of the generation: 1 for a store's first, rising with each commit.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.manifest.generation
    }

    /// What made its terms and sketches.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.manifest.settings
    }

    /// Where its corpus lies: the paths that its writer was given.
    #[must_use]
    pub fn roots(&self) -> Vec<PathBuf> {
        self.manifest.roots.iter().map(|r| r.path()).collect()
    }

    /// When it was committed, nanoseconds since 1970.
    #[must_use]
    pub fn written(&self) -> i64 {
        self.manifest.written
    }

    /// Its documents.
    #[must_use]
    pub fn collection(&self) -> &Arc<Collection> {
        self.sources.collection()
    }

    /// The verified pairs as they were committed. `None` where none were, or where `collection` lacks
    /// a document, or was sketched with other settings.
    #[must_use]
    pub fn pairs(&self, collection: &Collection) -> Option<PairSet> {
        let same =
            collection.settings() == self.settings() && collection.len() == self.collection().len();
        self.pairs.as_ref().filter(|_| same)?.whole(collection)
    }

    /// The verified pairs between documents that are in `collection` too: their figures still hold
    /// there, as long as its settings are this generation's.
    #[must_use]
    pub fn pairs_among(&self, collection: &Collection) -> Vec<Pair> {
        let same = collection.settings() == self.settings();
        let pairs = self.pairs.as_ref().filter(|_| same);
        pairs.map_or_else(Vec::new, |pairs| pairs.among(collection))
    }

    /// Number of documents in its full-text index; fewer than it has where the run was stopped or
    /// needed no full text.
    #[must_use]
    pub fn full_text_documents(&self) -> u64 {
        self.manifest.full_text
    }

    /// Whether every document is in the full-text index.
    #[must_use]
    pub fn full_text_complete(&self) -> bool {
        self.manifest.full_text == self.manifest.documents
    }

    /// Opens the full-text index after checking each of its files, on the rayon pool at hand.
    ///
    /// # Errors
    /// [`StoreError::Damaged`]; [`StoreError::Superseded`] where another generation was committed
    /// meanwhile, so that its documents would be others than this one's.
    pub fn full_text(&self) -> Result<FullText, StoreError> {
        Ok(self.full_text_and_files()?.0)
    }

    /// The same, and the files that it consists of.
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
            // Merging replaces files without a new generation.
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

    /// Counts and sizes.
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

    /// Its segments and those of the interrupted run, with the files they come from.
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

/// The documents of these segments, with what was skipped beside them.
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

/// Reads through every file that `commit` names in `folder`, plainly and not through a map, so that
/// checking leaves nothing in the program's memory. Tantivy believes its files unseen.
fn verify(folder: &Path, commit: &Commit) -> Result<Vec<FileRecord>, StoreError> {
    let files = commit.full_text_files()?;
    let read = |file: &FileRecord| file.verified(folder).map(drop);
    files.par_iter().try_for_each(read)?;
    Ok(files)
}
