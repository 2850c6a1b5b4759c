//! Every exact figure of a pair of documents, in one place: whatever shows or prints one has it from
//! here.
//!
//! Terms are whatever the settings make of the text; with `unit` char they are its characters. What
//! holds of which figure (range, symmetry, whether 1 means the same, whether its complement is a
//! metric) stands with it and is tested.

use std::time::{Duration, Instant};

use super::Overlap;
use super::edit_distance::edit_distance;
use super::longest_run::longest_run;
use super::simhash::{distance, simhash};
use super::word_diff::{DiffRun, WordDiff, word_diff};
use crate::settings::Sketching;
use crate::text::shingles;

/// The figures of two documents; side a is the first.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measures {
    /// Terms of a and of b.
    pub terms: (u32, u32),
    /// Shingles as the settings compare them, sets or bags: Jaccard and both containments.
    ///
    /// Jaccard is symmetric and 1 for documents with the same shingles, which may still be in
    /// another order; 1 − Jaccard is a metric. Containment is neither symmetric nor a metric.
    pub overlap: Overlap,
    /// Shingles as bags, whatever the settings say: the sum of lesser counts out of that of greater
    /// ones. Never more than Jaccard of the sets allows for; its complement too is a metric.
    pub bag: Overlap,
    /// Cosine of the angle between the vectors of term frequencies, 0..=1 (IIR 6.3); 0 where a side
    /// has no terms. Symmetric; 1 for any two texts with the same *proportions* of terms, so for a
    /// text and itself said twice, and in any order. No metric.
    pub cosine: f64,
    /// Euclidean distance of those vectors, 0 or more, without bound: the root of the sum of squared
    /// differences of counts. A metric on bags of terms: 0 for texts with the same terms in any order.
    pub euclidean: f64,
    /// Fewest terms to insert, delete or replace (Levenshtein 1966), at most the longer side's
    /// number. A metric on sequences of terms: 0 for the same terms in the same order only.
    pub edit_distance: u32,
    /// There was no time to find the fewest; so many do, and fewer may.
    pub edit_distance_is_upper_bound: bool,
    /// Bits in which the SimHash fingerprints differ, 0..=64 (Charikar 2002). A metric on
    /// fingerprints; on documents 0 does not mean the same.
    pub simhash: u32,
    /// Terms of the longest run of consecutive terms that stands in both.
    pub longest_run: u32,
    /// Distinct terms that both have.
    pub shared_terms: u32,
}

impl Measures {
    /// Measures two documents given as term hashes. What may take long, the edit distance of texts
    /// that are long and unlike, gets about twice `limit`.
    #[must_use]
    pub fn of(a: &[u64], b: &[u64], sketching: &Sketching, limit: Duration) -> Self {
        Self::beside(&word_diff(a, b, limit), a, b, sketching, limit)
    }

    /// The same where the word diff of the two, `a` left, is there already.
    #[must_use]
    pub fn beside(
        diff: &WordDiff,
        a: &[u64],
        b: &[u64],
        sketching: &Sketching,
        limit: Duration,
    ) -> Self {
        let as_bag = Sketching {
            bag: true,
            ..sketching.clone()
        };
        let overlap = |sketching: &Sketching| {
            let set = |terms| shingles::set(terms, sketching);
            Overlap::of(&set(a), &set(b))
        };
        let bag = overlap(&as_bag);
        let frequencies = Frequencies::of(a, b);
        let bound = replaced(diff).min(a.len().max(b.len()) as u32);
        let edit = edit_distance(a, b, bound, Some(Instant::now() + limit));
        Measures {
            terms: (a.len() as u32, b.len() as u32),
            overlap: if sketching.bag {
                bag
            } else {
                overlap(sketching)
            },
            bag,
            cosine: frequencies.cosine(),
            euclidean: (frequencies.apart as f64).sqrt(),
            edit_distance: edit.unwrap_or(bound),
            edit_distance_is_upper_bound: edit.is_none(),
            simhash: distance(simhash(a), simhash(b)),
            longest_run: longest_run(a, b, longest_kept(diff)),
            shared_terms: frequencies.shared,
        }
    }

    /// Edit distance as a similarity, 0..=1: `1 - d / max(terms)`. Symmetric, and 1 for the same
    /// terms in the same order only; its complement is no metric. Two texts without terms resemble
    /// nothing: 0.
    #[must_use]
    pub fn edit_similarity(&self) -> f64 {
        let longer = self.terms.0.max(self.terms.1);
        if longer == 0 {
            return 0.0;
        }
        1.0 - f64::from(self.edit_distance) / f64::from(longer)
    }
}

/// What both vectors of term frequencies come to.
#[derive(Default)]
struct Frequencies {
    /// Sums of squares of a's counts and of b's.
    squares: (u64, u64),
    /// Sum of products.
    product: u64,
    /// Sum of squared differences.
    apart: u64,
    /// Terms with a count on both sides.
    shared: u32,
}

impl Frequencies {
    fn of(a: &[u64], b: &[u64]) -> Self {
        let sorted = |terms: &[u64]| {
            let mut terms = terms.to_vec();
            terms.sort_unstable();
            terms
        };
        let (a, b) = (sorted(a), sorted(b));
        let (mut a, mut b) = (a.as_slice(), b.as_slice());
        let mut of = Frequencies::default();
        while let Some(term) = a.first().into_iter().chain(b.first()).min().copied() {
            let (x, y) = (taken(&mut a, term), taken(&mut b, term));
            of.squares.0 += x * x;
            of.squares.1 += y * y;
            of.product += x * y;
            of.apart += x.abs_diff(y).pow(2);
            of.shared += u32::from(x > 0 && y > 0);
        }
        of
    }

    fn cosine(&self) -> f64 {
        let (a, b) = self.squares;
        if a == 0 || b == 0 {
            return 0.0;
        }
        // Rounding must not make two like texts more than alike.
        (self.product as f64 / ((a as f64).sqrt() * (b as f64).sqrt())).min(1.0)
    }
}

/// Takes all of `term` off the front of sorted terms; how many there were.
fn taken(terms: &mut &[u64], term: u64) -> u64 {
    let count = terms.partition_point(|t| *t <= term);
    *terms = &terms[count..];
    count as u64
}

/// Terms that a difference inserts, deletes or replaces: between two runs that are kept, one side's
/// terms can replace the other's as far as both go.
fn replaced(diff: &WordDiff) -> u32 {
    let (mut cost, mut left, mut right) = (0, 0, 0);
    for run in &diff.runs {
        match run {
            DiffRun::Left(span) => left += span.1 - span.0,
            DiffRun::Right(span) => right += span.1 - span.0,
            DiffRun::Kept { .. } => {
                cost += left.max(right);
                (left, right) = (0, 0);
            }
        }
    }
    cost + left.max(right)
}

/// The longest run that a difference keeps: one that is known to stand in both.
fn longest_kept(diff: &WordDiff) -> u32 {
    let kept = diff.runs.iter().filter_map(|run| match run {
        DiffRun::Kept { left, .. } => Some(left.1 - left.0),
        _ => None,
    });
    kept.max().unwrap_or(0)
}

#[cfg(test)]
mod tests;
