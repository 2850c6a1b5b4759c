//! File stamps: metadata that shows, without reading a file, whether it is unchanged since the last run.

use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;

use xxhash_rust::xxh3::xxh3_64;

/// Assumed clock granularity of file systems with sub-second timestamps, in nanoseconds.
const FINE_TICK: i64 = 20_000_000;
/// Granularity of file systems with whole seconds, including FAT with two seconds.
const COARSE_TICK: i64 = 2_000_000_000;
const SECOND: i64 = 1_000_000_000;

/// Length, timestamps and inode number of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stamp {
    /// Length in bytes.
    pub bytes: u64,
    /// Modification time, nanoseconds since 1970, negative before 1970; 0 if unknown. Any process may set it
    /// arbitrarily.
    pub modified: i64,
    /// Change time of content or attributes, nanoseconds since 1970; the modification time on systems without it. Only
    /// the system can set it.
    pub changed: i64,
    /// Inode number; 0 if unknown. A file that replaces another has a different number.
    pub inode: u64,
    /// Digest of the selected rows of the file; 0 if all rows are read.
    pub rows: u64,
}

impl Stamp {
    /// Reads the stamp from `metadata`.
    pub fn from_metadata(metadata: &Metadata) -> Self {
        let time = |seconds: i64, nanos: i64| seconds.saturating_mul(SECOND).saturating_add(nanos);
        Stamp {
            bytes: metadata.len(),
            modified: time(metadata.mtime(), metadata.mtime_nsec()),
            changed: time(metadata.ctime(), metadata.ctime_nsec()),
            inode: metadata.ino(),
            rows: 0,
        }
    }

    /// XXH3 digest of all values; stored in the document table.
    pub fn digest(&self) -> u64 {
        // If all rows are read, the digest covers the first four values only, so that existing digests stay valid.
        let values = if self.rows == 0 { 4 } else { 5 };
        let times = [self.modified, self.changed].map(|time| time as u64);
        let numbers = [self.bytes, times[0], times[1], self.inode, self.rows];
        xxh3_64(bytemuck::cast_slice(&numbers[..values]))
    }

    /// Whether every change of the file after time `at` (nanoseconds since 1970) alters the stamp. A
    /// file changed shortly before `at` can change again within the same tick of the file-system clock.
    pub fn is_settled_at(&self, at: i64) -> bool {
        let latest = self.modified.max(self.changed);
        let tick = match latest % SECOND {
            0 => COARSE_TICK,
            _ => FINE_TICK,
        };
        latest < at.saturating_sub(tick)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_in_the_digest() {
        let digest = |numbers: [i64; 5]| {
            let stamp = Stamp {
                bytes: numbers[0] as u64,
                modified: numbers[1],
                changed: numbers[2],
                inode: numbers[3] as u64,
                rows: numbers[4] as u64,
            };
            stamp.digest()
        };
        for at in 0..5 {
            let mut other = [1, 2, 3, 4, 0];
            other[at] = 9;
            assert_ne!(digest(other), digest([1, 2, 3, 4, 0]), "number {at}");
        }
    }

    #[test]
    fn whole_seconds_settle_later_than_fractions() {
        let at = 100 * SECOND;
        let stamp = |modified, changed| Stamp {
            modified,
            changed,
            ..Stamp::default()
        };
        let fine = 99 * SECOND + 1;
        assert!(stamp(0, fine).is_settled_at(at));
        assert!(!stamp(0, at - FINE_TICK).is_settled_at(at));
        assert!(!stamp(0, 99 * SECOND).is_settled_at(at));
        assert!(!stamp(0, 98 * SECOND).is_settled_at(at));
        assert!(stamp(0, 97 * SECOND).is_settled_at(at));
        let settled = stamp(200 * SECOND + 1, fine).is_settled_at(at);
        assert!(!settled, "from the future");
    }
}
