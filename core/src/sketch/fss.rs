//! Fast similarity sketching (Dahlgaard, Knudsen, Thorup, "Fast Similarity Sketching", FOCS 2017).
//!
//! A sketch has t bins. In each round every element is hashed. In the first t rounds the hash also
//! selects the bin; in round t + i all elements go to bin i. A bin keeps the minimum (round, hash).
//! Rounds end when no bin is empty, which the second t rounds guarantee.
//!
//! *Cost*: one hash per element and round; about `t ln t / s` rounds for s elements, at least one, so
//! `s + t ln t` hashes where min-hash needs `s t`. *Error*: smaller than with min-hash (half of it for sets
//! with fewer elements than the sketch has values), because the elements that one round puts into different bins are drawn
//! without replacement ([`super::theory`]). *Known weakness*: very small documents need many rounds, so
//! a document of one shingle costs as much as one of hundreds. Positions are dependent, so the banding curve
//! `1 - (1 - J^r)^b` is only a close approximation.

use super::bins::{self, FREE};
use super::bins::{Minimum, SketchScratch};
use crate::text::shingles::mix;

/// Number of hash bits in a key; the round is stored above them.
const HASH_BITS: u32 = 48;

/// A seeded family of FSS rounds.
#[derive(Clone, Debug)]
pub struct Fss {
    bins: usize,
    /// Seeds of the `2 * bins` rounds.
    rounds: Vec<u64>,
}

impl Fss {
    /// Creates sketches with `bins` values from `seed`; identical on every platform.
    pub fn new(bins: usize, seed: u64) -> Self {
        let start = mix(seed ^ 0x0066_7373);
        Fss {
            bins,
            rounds: (0..2 * bins as u64)
                .map(|round| bins::stream(start, round))
                .collect(),
        }
    }

    /// Appends the sketch of a document with at least one element to `out`, one value per bin.
    pub fn sketch(&self, elements: &[u64], scratch: &mut SketchScratch, out: &mut Vec<u32>) {
        let least = bins::empty(&mut scratch.least, self.bins);
        let mut free = self.bins;
        for round in 0..self.rounds.len() {
            if free == 0 {
                break;
            }
            if round < self.bins {
                for &element in elements {
                    let hash = self.hash(round, element);
                    let minimum = &mut least[bins::bin(hash, self.bins)];
                    free -= usize::from(*minimum == FREE);
                    *minimum = (*minimum).min(key(round, hash));
                }
            } else if least[round - self.bins] == FREE {
                let hashes = elements.iter().map(|&element| self.hash(round, element));
                least[round - self.bins] = key(round, hashes.min().unwrap_or(FREE));
                free -= 1;
            }
        }
        bins::fold_all(least, out);
    }

    /// The value at `position`, the element that attains it and its round, computed directly from the
    /// definition; `None` for a document without elements.
    pub fn minimum(&self, position: usize, elements: &[u64]) -> Option<Minimum> {
        let selects = |round: usize, hash: u64| match round.checked_sub(self.bins) {
            None => bins::bin(hash, self.bins) == position,
            Some(bin) => bin == position,
        };
        (0..self.rounds.len()).find_map(|round| {
            let hashes = elements.iter().map(|&element| self.hash(round, element));
            let in_bin = hashes.enumerate().filter(|(_, hash)| selects(round, *hash));
            let (least, element) = in_bin.map(|(at, hash)| (key(round, hash), at)).min()?;
            Some(Minimum {
                value: bins::fold(least, position),
                element,
                bin: position,
                step: round,
            })
        })
    }

    #[inline]
    fn hash(&self, round: usize, element: u64) -> u64 {
        mix(element.wrapping_add(self.rounds[round]))
    }
}

/// Sort key: round first, then hash.
#[inline]
fn key(round: usize, hash: u64) -> u64 {
    (round as u64) << HASH_BITS | hash >> (64 - HASH_BITS)
}
