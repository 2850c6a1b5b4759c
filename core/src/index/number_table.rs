//! A hash table of numbers, for dictionaries that keep the values by number: open addressing, at most half full.

use std::hash::{BuildHasher, RandomState};

/// Slots of an empty table; a power of two.
const INITIAL_SLOTS: usize = 1 << 10;

/// Number of values that are looked up at the same time.
pub(super) const BATCH: usize = 64;

/// Numbers from 1 by the hashes of their values.
#[derive(Debug)]
pub(super) struct NumberTable {
    /// 0 if the slot is free.
    slots: Vec<u32>,
    /// Random odd factor, so that nobody can construct values that all have the same first slot.
    factor: u64,
}

impl Default for NumberTable {
    fn default() -> Self {
        NumberTable {
            slots: vec![0; INITIAL_SLOTS],
            factor: RandomState::new().hash_one(0_u64) | 1,
        }
    }
}

impl NumberTable {
    /// Returns for each of at most [`BATCH`] hashes the number in the first slot of its search. With many hashes,
    /// memory accesses overlap.
    #[inline]
    pub fn guesses(&self, hashes: impl Iterator<Item = u64>) -> [u32; BATCH] {
        let mut guesses = [0; BATCH];
        for (guess, hash) in guesses.iter_mut().zip(hashes) {
            *guess = self.slots[self.first_slot(hash)];
        }
        guesses
    }

    /// Returns the number with this hash for which `is_right` is true, or else the free slot for it.
    #[inline]
    pub fn find(&self, hash: u64, mut is_right: impl FnMut(u32) -> bool) -> Result<u32, usize> {
        let mut at = self.first_slot(hash);
        loop {
            match self.slots[at] {
                0 => return Err(at),
                number if is_right(number) => return Ok(number),
                _ => at = (at + 1) & (self.slots.len() - 1),
            }
        }
    }

    /// Puts the next number into a free slot. `hashes` are the hashes of all numbers, `number` included.
    pub fn insert(&mut self, slot: usize, number: u32, hashes: impl Iterator<Item = u64>) {
        self.slots[slot] = number;
        if number as usize * 2 > self.slots.len() {
            self.slots = vec![0; self.slots.len() * 2];
            for (number, hash) in (1..).zip(hashes) {
                if let Err(free) = self.find(hash, |_| false) {
                    self.slots[free] = number;
                }
            }
        }
    }

    /// Removes all numbers and keeps the memory.
    pub fn clear(&mut self) {
        self.slots.fill(0);
    }

    /// Size in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.slots)
    }

    #[inline]
    fn first_slot(&self, hash: u64) -> usize {
        // The upper bits depend on all bits of the hash.
        (hash.wrapping_mul(self.factor) >> (64 - self.slots.len().trailing_zeros())) as usize
    }
}
