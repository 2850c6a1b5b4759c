//! Fast similarity sketching (Dahlgaard, Knudsen, Thorup, "Fast Similarity Sketching", FOCS 2017).
//!
//! A sketch has t bins. In round i every element draws a hash and, in the first t rounds, a bin by
//! that hash; in round i of the next t it is bin i - t for all. A bin keeps the least (round, hash)
//! it is given. Rounds end once no bin is empty, which the second t rounds make sure of.
//!
//! *Cost*: one hash an element and round; about `t ln t / s` rounds for s elements, one at least, so
//! `s + t ln t` hashes where min-hash takes `s t`. *Error*: below min-hash's, by half for sets
//! smaller than the sketch, because the elements that one round puts into different bins are drawn
//! without replacement ([`super::theory`]). *Known weakness*: a very small document costs many
//! rounds, as many for one shingle as for hundreds; positions are not independent of each other, so
//! the curve of a banding, `1 - (1 - J^r)^b`, is a close approximation only.

use super::bins::{self, FREE};
use super::minimum::Minimum;
use super::scratch::Scratch;
use crate::text::shingles::mix;

/// Bits of a kept number that are the hash; the round stands above.
const HASH_BITS: u32 = 48;

/// A seeded family of rounds.
#[derive(Clone, Debug)]
pub struct Fss {
    bins: usize,
    /// What makes the hashes of each of the `2 bins` rounds different.
    rounds: Vec<u64>,
}

impl Fss {
    /// Sketches of `bins` values from `seed`: the same on every platform.
    #[must_use]
    pub fn new(bins: usize, seed: u64) -> Self {
        let start = mix(seed ^ 0x0066_7373);
        Fss {
            bins,
            rounds: (0..2 * bins as u64)
                .map(|round| bins::stream(start, round))
                .collect(),
        }
    }

    /// The sketch of a document, appended to `out`: one value a bin. Without elements every value
    /// is [`EMPTY`](super::minhash::EMPTY).
    pub fn sketch(&self, elements: &[u64], scratch: &mut Scratch, out: &mut Vec<u32>) {
        if elements.is_empty() {
            out.resize(out.len() + self.bins, super::minhash::EMPTY);
            return;
        }
        let least = &mut scratch.least;
        least.clear();
        least.resize(self.bins, FREE);
        let mut free = self.bins;
        for round in 0..self.rounds.len() {
            if free == 0 {
                break;
            }
            if round < self.bins {
                for &element in elements {
                    let hash = self.hash(round, element);
                    let kept = &mut least[bins::bin(hash, self.bins)];
                    free -= usize::from(*kept == FREE);
                    *kept = (*kept).min(key(round, hash));
                }
            } else if least[round - self.bins] == FREE {
                let hashes = elements.iter().map(|&element| self.hash(round, element));
                least[round - self.bins] = key(round, hashes.min().unwrap_or(FREE));
                free -= 1;
            }
        }
        let positions = least.iter().enumerate();
        out.extend(positions.map(|(position, &kept)| bins::fold(kept, position)));
    }

    /// The value at `position`, the element that attains it and the round in which it did, as the
    /// definition has them; `None` for a document without elements.
    #[must_use]
    pub fn minimum(&self, position: usize, elements: &[u64]) -> Option<Minimum> {
        let falls = |round: usize, hash: u64| match round.checked_sub(self.bins) {
            None => bins::bin(hash, self.bins) == position,
            Some(bin) => bin == position,
        };
        (0..self.rounds.len()).find_map(|round| {
            let hashes = elements.iter().map(|&element| self.hash(round, element));
            let fallen = hashes.enumerate().filter(|(_, hash)| falls(round, *hash));
            let (least, element) = fallen.map(|(at, hash)| (key(round, hash), at)).min()?;
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

/// Rounds first, hashes within a round.
#[inline]
fn key(round: usize, hash: u64) -> u64 {
    (round as u64) << HASH_BITS | hash >> (64 - HASH_BITS)
}
