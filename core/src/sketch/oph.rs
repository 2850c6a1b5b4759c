//! One-permutation hashing (Li, Owen, Zhang 2012) with optimal densification (Shrivastava, "Optimal
//! Densification for Fast and Accurate Minwise Hashing", ICML 2017).
//!
//! Each element is hashed once; the hash determines the bin, and a bin keeps its minimum. An empty bin
//! borrows the value of the first non-empty bin in a seeded probe sequence that is specific to
//! the bin and equal for all documents. Two documents therefore borrow consistently and agree at an
//! empty bin with probability equal to their Jaccard.
//!
//! *Cost*: one hash per element, then `t / N` probes for each empty bin, for t bins of which N are not empty. *Known
//! weakness*: in a document with far fewer shingles than bins, many positions repeat the same value. The squared error
//! is then 1.4 to 1.7 times that of min-hash (sets of up to 20 shingles, 200 values; [`super::theory`] has the exact
//! figure); from about 150 shingles on it is lower. Estimate intervals assume independent positions, so for up to 20
//! shingles they contain the exact value in 88 to 92 of 100 cases instead of 95. Equal positions are clustered, with
//! little effect on banding (28 bands of 7 at J = 0.8 propose 0.998 of the pairs, for 9 and for 180 shingles, instead
//! of 0.999). For documents of a few shingles, probing makes it slower than every other kind except `superminhash`, and
//! much slower than min-hash.

use super::bins::{self, FREE};
use super::bins::{Minimum, SketchScratch};
use super::minhash::EMPTY;
use crate::text::shingles::mix;

/// Maximum number of probes, as a multiple of the number of bins. After these, an empty bin takes the next non-empty
/// bin, so that the search terminates. With a single non-empty bin this happens with probability e^-64.
const MAX_PROBES: usize = 64;

/// Seeded hash of elements to bins, and probe sequences for empty bins.
#[derive(Clone, Debug)]
pub struct Oph {
    bins: usize,
    key: u64,
    /// Seed of each bin's probe sequence.
    probes: Vec<u64>,
}

impl Oph {
    /// Creates sketches with `bins` values from `seed`; identical on every platform.
    pub fn new(bins: usize, seed: u64) -> Self {
        let start = mix(seed ^ 0x7072_6f62);
        Oph {
            bins,
            key: mix(seed ^ 0x006f_7068),
            probes: (0..bins as u64)
                .map(|bin| bins::stream(start, bin))
                .collect(),
        }
    }

    /// Appends the sketch of a document with at least one element to `out`, one value per bin.
    pub fn sketch(&self, elements: &[u64], scratch: &mut SketchScratch, out: &mut Vec<u32>) {
        let least = bins::empty(&mut scratch.least, self.bins);
        for &element in elements {
            let hash = self.hash(element);
            let minimum = &mut least[bins::bin(hash, self.bins)];
            *minimum = (*minimum).min(hash);
        }
        out.extend((0..self.bins).map(|position| {
            self.source(position, |bin| least[bin] != FREE)
                .map_or(EMPTY, |bin| bins::fold(least[bin], position))
        }));
    }

    /// The value at `position`, the element that attains it, and the bin that contains it (`position` itself
    /// unless borrowed); `None` for a document without elements.
    pub fn minimum(&self, position: usize, elements: &[u64]) -> Option<Minimum> {
        let mut least: Vec<Option<(u64, usize)>> = vec![None; self.bins];
        for (at, &element) in elements.iter().enumerate() {
            let hash = self.hash(element);
            let kept = &mut least[bins::bin(hash, self.bins)];
            *kept = Some(kept.map_or((hash, at), |kept| kept.min((hash, at))));
        }
        let bin = self.source(position, |bin| least[bin].is_some())?;
        let (hash, element) = least[bin]?;
        Some(Minimum {
            value: bins::fold(hash, position),
            element,
            bin,
            step: 0,
        })
    }

    #[inline]
    fn hash(&self, element: u64) -> u64 {
        mix(element ^ self.key).min(FREE - 1)
    }

    /// The bin that provides the value of `position`; `None` if no bin is `occupied`.
    #[inline]
    fn source(&self, position: usize, occupied: impl Fn(usize) -> bool) -> Option<usize> {
        if occupied(position) {
            return Some(position);
        }
        let probe = |i: usize| bins::bin(bins::stream(self.probes[position], i as u64), self.bins);
        let mut probes = (1..=MAX_PROBES * self.bins).map(probe);
        probes.find(|bin| occupied(*bin)).or_else(|| {
            let mut next = (1..self.bins).map(|i| (position + i) % self.bins);
            next.find(|bin| occupied(*bin))
        })
    }
}
