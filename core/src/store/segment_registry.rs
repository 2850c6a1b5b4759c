//! State shared by a store's writer and its segment writers: the files of each segment, and the files
//! that are not yet synced.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use super::StoreError;
use super::file::Written;
use super::folder;
use super::manifest::SegmentFiles;
use crate::base::lock;
use crate::collection::Segment;

/// Registry of committed and new segments.
#[derive(Debug)]
pub(super) struct SegmentRegistry {
    /// Folder of the files; `None` for a store in memory.
    pub folder: Option<PathBuf>,
    next_segment: AtomicU64,
    segments: Mutex<Vec<(Arc<Segment>, SegmentFiles)>>,
    /// Files written and not yet synced.
    unsynced: Mutex<Vec<Written>>,
}

impl SegmentRegistry {
    /// Creates a registry with the existing segments.
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

    /// Returns a segment name that was never used in this store.
    pub fn new_name(&self) -> String {
        let number = self.next_segment.fetch_add(1, Ordering::Relaxed);
        format!("s{number:06}")
    }

    pub fn next_segment(&self) -> u64 {
        self.next_segment.load(Ordering::Relaxed)
    }

    pub fn put(&self, segment: Arc<Segment>, files: SegmentFiles) {
        lock(&self.segments).push((segment, files));
    }

    /// Files of `segment`; `None` if it belongs to another store. Compares by pointer, because names are
    /// not unique across stores.
    pub fn files(&self, segment: &Arc<Segment>) -> Option<SegmentFiles> {
        let segments = lock(&self.segments);
        let (_, files) = segments.iter().find(|(s, _)| Arc::ptr_eq(s, segment))?;
        Some(files.clone())
    }

    /// Schedules files to be synced before the next commit.
    pub fn to_sync(&self, files: impl IntoIterator<Item = Written>) {
        lock(&self.unsynced).extend(files);
    }

    /// Syncs all scheduled files, then the folder.
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
