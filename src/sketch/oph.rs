//! One-permutation hashing (Li, Owen, Zhang 2012) with optimal densification (Shrivastava, "Optimal
//! Densification for Fast and Accurate Minwise Hashing", ICML 2017).
//!
//! Each element is hashed once; the hash says its bin, and a bin keeps its least. A bin that stays
//! empty borrows what another has kept: the first non-empty one of a seeded sequence of probes that
//! is the bin's own and the same for all documents. So two documents borrow alike, and agree at an
//! empty bin with probability their Jaccard too.
//!
//! *Cost*: one hash an element; then `t / N` probes for each empty one of t bins, N of which are not
//! empty. *Known weakness*: a sketch of a document with far fewer shingles than bins says the same
//! thing many times. Its squared error there is 1.4 to 1.7 times min-hash's (sets of up to 20
//! shingles, 200 values; [`super::theory`] has the exact figure), it is below from some 150 shingles
//! on. Equal positions come in clumps, which costs bands little (28 bands of 7 at J = 0.8 propose
//! 0.998 of the pairs, of 9 shingles each as of 180, for 0.999). Probing makes it slower than any
//! other kind but `superminhash` for documents of a few shingles, min-hash by far.

use super::bins::{self, FREE};
use super::minimum::Minimum;
use super::scratch::Scratch;
use crate::text::shingles::mix;

/// Probes, in multiples of the bins, after which an empty bin takes the next non-empty one instead,
/// so that there is an end: where one bin only is not empty, the chance of getting here is e^-64.
const PATIENCE: usize = 64;

/// A seeded way of spreading elements over bins, and of probing for those that stay empty.
#[derive(Clone, Debug)]
pub struct Oph {
    bins: usize,
    key: u64,
    /// Where the sequence of probes of each bin begins.
    probes: Vec<u64>,
}

impl Oph {
    /// Sketches of `bins` values from `seed`: the same on every platform.
    #[must_use]
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
        for &element in elements {
            let hash = self.hash(element);
            let kept = &mut least[bins::bin(hash, self.bins)];
            *kept = (*kept).min(hash);
        }
        out.extend((0..self.bins).map(|position| {
            self.source(position, |bin| least[bin] != FREE)
                .map_or(super::minhash::EMPTY, |(bin, _)| {
                    bins::fold(least[bin], position)
                })
        }));
    }

    /// The value at `position`, the element that attains it, the bin it was borrowed from (or
    /// `position` itself) and how many probes it took to find; `None` for a document without
    /// elements.
    #[must_use]
    pub fn minimum(&self, position: usize, elements: &[u64]) -> Option<Minimum> {
        let mut least: Vec<Option<(u64, usize)>> = vec![None; self.bins];
        for (at, &element) in elements.iter().enumerate() {
            let hash = self.hash(element);
            let kept = &mut least[bins::bin(hash, self.bins)];
            *kept = Some(kept.map_or((hash, at), |kept| kept.min((hash, at))));
        }
        let (bin, step) = self.source(position, |bin| least[bin].is_some())?;
        let (hash, element) = least[bin]?;
        Some(Minimum {
            value: bins::fold(hash, position),
            element,
            bin,
            step,
        })
    }

    #[inline]
    fn hash(&self, element: u64) -> u64 {
        mix(element ^ self.key).min(FREE - 1)
    }

    /// The bin that `position` has its value from, and the number of probes that took; `None` if
    /// none is `occupied`.
    #[inline]
    fn source(&self, position: usize, occupied: impl Fn(usize) -> bool) -> Option<(usize, usize)> {
        if occupied(position) {
            return Some((position, 0));
        }
        let probe = |i: usize| bins::bin(bins::stream(self.probes[position], i as u64), self.bins);
        let patience = PATIENCE * self.bins;
        let mut probes = (1..=patience).map(|step| (probe(step), step));
        probes.find(|(bin, _)| occupied(*bin)).or_else(|| {
            let mut next = (1..self.bins).map(|i| (position + i) % self.bins);
            next.find(|bin| occupied(*bin)).map(|bin| (bin, patience))
        })
    }
}
