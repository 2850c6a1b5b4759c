//! How much each step holds at a time.

/// Documents of a segment at most: its columns that are written at its end take some 130 bytes each.
const SEGMENT: u64 = 200_000;

/// Bytes of files that are read as one unit at most.
const UNIT: u64 = 128 << 20;

/// Bytes that the steps may hold in memory. Each step takes a half of it at most, at least what one document or pair
/// needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget(pub u64);

impl Budget {
    /// Documents of a segment, of which `bytes` are held for each while it is written.
    pub fn segment(self, bytes: usize) -> usize {
        (self.0 / 4 / bytes.max(1) as u64).clamp(2, SEGMENT) as usize
    }

    /// Bytes of files that are read as one unit; a larger file is a unit.
    pub fn unit(self) -> u64 {
        (self.0 / 4).clamp(1, UNIT)
    }

    /// In how many parts `bytes` are worked off.
    pub fn parts(self, bytes: u64) -> u64 {
        bytes.div_ceil((self.0 / 2).max(1)).max(1)
    }

    /// Numbers of 64 bits that are sorted at once.
    pub fn sorted(self) -> usize {
        (self.0 / 4 / 8).max(16) as usize
    }

    /// Documents here and there in mapped files that are read before pages are released: each may bring in 64 KB of three
    /// files, what the system maps around a page.
    pub fn scattered(self) -> usize {
        (self.0 / 4 / (3 << 16)).clamp(64, 1 << 16) as usize
    }

    /// Bytes of a collection in memory.
    pub fn collection(self) -> u64 {
        self.0 / 4
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn little_memory_makes_many_parts() {
        assert_eq!(Budget(1_000).parts(10_000), 20);
        assert_eq!(Budget(1_000).parts(0), 1);
        assert_eq!(Budget(0).parts(7), 7);
        assert_eq!(Budget(0).segment(100), 2);
        assert_eq!(Budget(u64::MAX).segment(100), 200_000);
        assert_eq!(Budget(0).sorted(), 16);
        assert_eq!(Budget(0).scattered(), 64);
        assert_eq!(Budget(1 << 30).scattered(), 1365);
    }
}
