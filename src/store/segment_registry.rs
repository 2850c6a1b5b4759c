//! What a store's writer and its segment writers share: which files belong to which segment, and
//! which of them are not yet synced.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::StoreError;
use super::file::Written;
use super::folder;
use super::manifest::SegmentFiles;
use crate::collection::Segment;

/// The segments that a store has or is about to have.
#[derive(Debug)]
pub(super) struct SegmentRegistry {
    /// The folder of the files; `None` in memory.
    pub folder: Option<PathBuf>,
    next_segment: AtomicU64,
    segments: Mutex<Vec<(Arc<Segment>, SegmentFiles)>>,
    /// Files written and not yet synced.
    unsynced: Mutex<Vec<Written>>,
}

impl SegmentRegistry {
    /// A shelf with the segments that there already are.
    pub fn new(
        folder: Option<PathBuf>,
        next_segment: u64,
        segments: Vec<(Arc<Segment>, SegmentFiles)>,
    ) -> Arc<Self> {
        Arc::new(SegmentRegistry {
            folder,
            next_segment: AtomicU64::new(next_segment),
            segments: Mutex::new(segments),
            unsynced: Mutex::new(Vec::new()),
        })
    }

    /// A name that no segment of the store has or had.
    pub fn new_name(&self) -> String {
        let number = self.next_segment.fetch_add(1, Ordering::Relaxed);
        format!("s{number:06}")
    }

    /// The number of the next segment.
    pub fn next_segment(&self) -> u64 {
        self.next_segment.load(Ordering::Relaxed)
    }

    /// Remembers a segment and its files.
    pub fn put(&self, segment: Arc<Segment>, files: SegmentFiles) {
        lock(&self.segments).push((segment, files));
    }

    /// The files of `segment`; `None` where it was not made here. Names do not tell: every store in
    /// memory has a first segment too.
    pub fn files(&self, segment: &Arc<Segment>) -> Option<SegmentFiles> {
        let segments = lock(&self.segments);
        let (_, files) = segments.iter().find(|(s, _)| Arc::ptr_eq(s, segment))?;
        Some(files.clone())
    }

    /// Remembers to sync these files before the next commit.
    pub fn to_sync(&self, files: impl IntoIterator<Item = Written>) {
        lock(&self.unsynced).extend(files);
    }

    /// Waits until every file written so far is on disk.
    pub fn sync(&self) -> Result<(), StoreError> {
        let files = std::mem::take(&mut *lock(&self.unsynced));
        for written in &files {
            let synced = written.file.sync_data();
            synced.map_err(StoreError::io("write", &written.path))?;
        }
        match &self.folder {
            Some(folder) if !files.is_empty() => folder::sync(folder),
            _ => Ok(()),
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
