//! Decides when the pages of mapped terms and sketches are released, so that few pages are resident while documents are
//! read in any order.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::base::process;
use crate::index::segment::Segment;

/// Maximum number of resident bytes of mapped files before they are released. Smaller files stay resident, because
/// reading them again would cost more than it saves. Low in tests, so that small files exercise the release.
const MAX_RESIDENT: u64 = if cfg!(test) { 1 << 12 } else { 128 << 20 };

/// Documents that all threads read between two checks of the resident size. A page fault makes up to 2 MB resident:
/// Linux maps the cached pages around the page, up to the whole block in which the file is cached.
const INTERVAL: usize = 64;

/// The interval if the system does not report the resident size.
const UNREPORTED_INTERVAL: usize = 4096;

thread_local! {
    /// Documents that this thread has read since it last checked the resident size.
    static READ: Cell<usize> = const { Cell::new(0) };
}

/// Counts the documents of a collection that are read, and decides when their pages are released. Can be shared between
/// threads.
#[derive(Debug)]
pub struct ResidentPages {
    /// Whether the files are too large to stay resident.
    pub large: bool,
    /// Documents that one thread reads between two checks.
    step: usize,
    /// Bytes of mapped files that were resident after the last release.
    before: AtomicU64,
}

impl ResidentPages {
    /// Creates the counter for the files of `segments`.
    pub fn new(segments: &[Arc<Segment>]) -> Self {
        let bytes: usize = segments.iter().map(|segment| segment.mapped_bytes()).sum();
        let resident = process::resident_file_bytes();
        let interval = resident.map_or(UNREPORTED_INTERVAL, |_| INTERVAL);
        ResidentPages {
            large: bytes as u64 > MAX_RESIDENT,
            step: (interval / rayon::current_num_threads()).max(4),
            before: AtomicU64::new(resident.unwrap_or(0)),
        }
    }

    /// Counts a document that is read; returns whether pages must be released now.
    #[inline]
    pub fn add(&self) -> bool {
        self.large
            && READ.with(|read| {
                read.set(read.get() + 1);
                read.get() >= self.step
            })
            && self.too_many()
    }

    #[cold]
    fn too_many(&self) -> bool {
        READ.set(0);
        let before = self.before.load(Ordering::Relaxed);
        process::resident_file_bytes().is_none_or(|bytes| bytes > before + MAX_RESIDENT)
    }

    /// Records that pages were released.
    pub fn released(&self) {
        let bytes = process::resident_file_bytes().unwrap_or(0);
        self.before.store(bytes, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::DocNo;
    use crate::corpus::DocumentRow;
    use crate::index::Collection;
    use crate::index::SegmentWriter;
    use crate::settings::Settings;

    fn pages(large: bool) -> ResidentPages {
        ResidentPages {
            large,
            ..ResidentPages::new(&[])
        }
    }

    #[test]
    fn pages_are_released_once_too_many_are_resident() {
        if process::resident_file_bytes().is_none() {
            eprintln!("skipped: the system does not report the resident size");
            return;
        }
        let small = pages(false);
        small.before.store(0, Ordering::Relaxed);
        assert!((0..10_000).all(|_| !small.add()));
        let pages = pages(true);
        READ.set(0);
        // As if nothing had been resident: the program's own pages are more than the limit of tests.
        pages.before.store(0, Ordering::Relaxed);
        assert!((1..pages.step).all(|_| !pages.add()), "checked too early");
        assert!(pages.add());
        pages.released();
        assert!(pages.before.load(Ordering::Relaxed) > MAX_RESIDENT);
        assert!((1..pages.step).all(|_| !pages.add()));
    }

    #[test]
    fn documents_of_large_files_are_read_in_file_order_and_unchanged() {
        let temp = tempfile::tempdir().unwrap();
        let settings = Settings::default();
        let width = crate::sketch::Layout::new(&settings.sketching).words();
        let terms = |id: &str| vec![u64::from(id.as_bytes()[0]); 600];
        let sketch = |id: &str| vec![u32::from(id.as_bytes()[0]); width];
        let segment = |ids: [&str; 2]| {
            let mut writer = SegmentWriter::spilling(width, 0, temp.path().to_path_buf());
            for id in ids {
                let row = DocumentRow {
                    id: id.into(),
                    ..<DocumentRow>::default()
                };
                writer.push(row.view(), &terms(id), &sketch(id)).unwrap();
            }
            writer.finish().unwrap()
        };
        let segments = vec![segment(["d", "b"]), segment(["c", "a"])];
        let collection = Collection::new(settings, segments, vec![], |_, _| true);
        let all: Vec<DocNo> = collection.documents().collect();
        let ordered = collection.in_file_order(&all);
        let ids: Vec<&str> = ordered.iter().map(|doc| collection.id(*doc)).collect();
        assert_eq!(ids, ["d", "b", "c", "a"]);
        // More documents than one interval.
        for doc in all.iter().cycle().take(4 * INTERVAL) {
            let id = collection.id(*doc);
            assert_eq!(collection.terms(*doc)[..], terms(id)[..]);
            assert_eq!(collection.sketch(*doc), sketch(id));
        }
    }
}
