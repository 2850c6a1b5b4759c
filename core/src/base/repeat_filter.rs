//! A filter for keys that are counted more than once. It does not store the keys.

use std::sync::atomic::{AtomicU64, Ordering};

/// Two-bit counters indexed by a part of the key: counted once, counted again. Keys may share a counter, so a key
/// counted once occasionally passes; a key counted twice always passes.
pub struct RepeatFilter {
    once: Vec<AtomicU64>,
    again: Vec<AtomicU64>,
    shift: u32,
}

impl RepeatFilter {
    /// `counters` is rounded up to a power of two from 1,024 to 2³⁰ (256 MB). With a few counters for each expected
    /// key, few keys pass wrongly.
    pub fn new(counters: usize) -> Self {
        let counters = counters
            .checked_next_power_of_two()
            .unwrap_or(1 << 30)
            .clamp(1 << 10, 1 << 30);
        let words = || (0..counters / 64).map(|_| AtomicU64::new(0)).collect();
        RepeatFilter {
            once: words(),
            again: words(),
            shift: 64 - counters.ilog2(),
        }
    }

    /// Word index and bit of a key's counter. The low half of the key decides, because callers
    /// partition keys by their high bits.
    fn counter_bit(&self, key: u64) -> (usize, u64) {
        let counter = key.rotate_left(32) >> self.shift;
        ((counter / 64) as usize, 1 << (counter % 64))
    }

    /// Counts a key of well-mixed bits. Thread-safe: bits are never cleared, and exactly one of several concurrent
    /// setters finds a bit unset, so the result does not depend on the order of threads.
    pub fn count(&self, key: u64) {
        let (word, bit) = self.counter_bit(key);
        if self.once[word].fetch_or(bit, Ordering::Relaxed) & bit != 0 {
            self.again[word].fetch_or(bit, Ordering::Relaxed);
        }
    }

    /// Whether the key may have been counted more than once.
    pub fn repeats(&self, key: u64) -> bool {
        let (word, bit) = self.counter_bit(key);
        self.again[word].load(Ordering::Relaxed) & bit != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_counted_twice_and_few_others_pass() {
        let key = |i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ i << 40;
        let filter = RepeatFilter::new(8 * 3_000);
        (0..3_000).for_each(|i| filter.count(key(i)));
        (0..1_000).for_each(|i| filter.count(key(i)));
        assert!((0..1_000).all(|i| filter.repeats(key(i))));
        let wrongly = (1_000..3_000).filter(|i| filter.repeats(key(*i))).count();
        assert!(wrongly < 500, "{wrongly} of 2,000 keys counted once");
    }
}
