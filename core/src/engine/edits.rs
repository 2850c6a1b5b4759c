//! The differences between two listings of a corpus: files that are new, gone, or have another stamp.

use std::cmp::Ordering;

use xxhash_rust::xxh3::xxh3_64;

use crate::base::units;
use crate::corpus::{self, Listing};

/// Snapshot of a file listing: for each file the digests of its name and its stamp, sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileSnapshot(Vec<(u64, u64)>);

impl FileSnapshot {
    /// Takes a snapshot of `listing`. O(n log n).
    pub fn from_listing(listing: &Listing) -> Self {
        let digest = |entry: &corpus::Entry| (xxh3_64(entry.id.as_bytes()), entry.stamp.digest());
        let mut files: Vec<(u64, u64)> = listing.entries.iter().map(digest).collect();
        files.sort_unstable();
        FileSnapshot(files)
    }

    /// Counts the differences between this snapshot and a later one. O(n), a merge of two sorted lists.
    pub fn edits(&self, later: &FileSnapshot) -> Edits {
        let mut edits = Edits::default();
        let (mut before, mut after) = (self.0.iter().peekable(), later.0.iter().peekable());
        loop {
            let order = match (before.peek(), after.peek()) {
                (None, None) => return edits,
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (Some(a), Some(b)) => a.0.cmp(&b.0),
            };
            match order {
                Ordering::Less => edits.gone += u64::from(before.next().is_some()),
                Ordering::Greater => edits.new += u64::from(after.next().is_some()),
                Ordering::Equal => edits.changed += u64::from(before.next() != after.next()),
            }
        }
    }
}

/// Numbers of files that differ between two snapshots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Edits {
    /// Files with another stamp (length, times, inode).
    pub changed: u64,
    /// Files that were added.
    pub new: u64,
    /// Files that were removed.
    pub gone: u64,
}

impl Edits {
    /// Whether the snapshots are equal.
    pub fn is_none(&self) -> bool {
        *self == Edits::default()
    }

    /// A short summary: `2 files changed, 1 new, 3 gone`.
    pub fn sentence(&self) -> String {
        let kinds = [
            (self.changed, "changed"),
            (self.new, "new"),
            (self.gone, "gone"),
        ];
        let mut parts = Vec::new();
        for (count, what) in kinds.into_iter().filter(|(count, _)| *count > 0) {
            parts.push(if parts.is_empty() {
                format!("{} {what}", units::counted(count, "file", "files"))
            } else {
                format!("{} {what}", units::count(count))
            });
        }
        parts.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Stamp;
    use crate::corpus::Entry;

    fn snapshot(files: &[(&str, u64, i64)]) -> FileSnapshot {
        let entry = |(id, bytes, modified): &(&str, u64, i64)| {
            let stamp = Stamp {
                bytes: *bytes,
                modified: *modified,
                ..Stamp::default()
            };
            Entry::file((*id).to_owned(), id.into(), stamp)
        };
        FileSnapshot::from_listing(&Listing {
            entries: files.iter().map(entry).collect(),
            skipped: Vec::new(),
        })
    }

    #[test]
    fn every_kind_of_edit_is_counted_once() {
        let before = snapshot(&[("a", 1, 1), ("b", 2, 2), ("c", 3, 3), ("d", 4, 4)]);
        assert!(before.edits(&before).is_none());
        let after = snapshot(&[
            ("a", 1, 1),
            ("b", 9, 2),
            ("c", 3, 9),
            ("e", 4, 4),
            ("f", 1, 1),
        ]);
        let edits = before.edits(&after);
        assert_eq!((edits.changed, edits.new, edits.gone), (2, 2, 1));
        assert_eq!(edits.sentence(), "2 files changed, 2 new, 1 gone");
        let edits = before.edits(&snapshot(&[]));
        assert_eq!(edits.sentence(), "4 files gone");
    }
}
