//! All exact similarity figures of a document pair, the single source for screens and reports.
//!
//! Terms are defined by the settings; with `unit` char they are characters. The properties of each
//! figure (range, symmetry, meaning of 1, whether its complement is a metric) are stated with the field
//! and tested.

use super::Overlap;
use super::edit_distance::edit_distance;
use super::longest_run::longest_run;
use super::simhash::{distance, simhash};
use super::word_diff::{AFFORDABLE, DiffRun, WordDiff};
use crate::settings::Sketching;
use crate::text::shingles;

/// Exact figures of a document pair; side a is the first document.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measures {
    /// Number of terms of a and of b.
    pub terms: (u32, u32),
    /// Overlap of the shingles as configured, as sets or bags: Jaccard and both containments.
    ///
    /// Jaccard is symmetric, and 1 for documents with the same shingles, possibly in another order; 1 −
    /// Jaccard is a metric. Containment is neither symmetric nor a metric.
    pub overlap: Overlap,
    /// Overlap of the shingles as bags (Σmin/Σmax of the counts), independent of the settings. 1 − its Jaccard is a
    /// metric too.
    pub bag: Overlap,
    /// Cosine of the term-frequency vectors, 0..=1 (IIR 6.3); 0 if a side has no terms. Symmetric. 1 for
    /// texts with the same *proportions* of terms in any order, for example a text and its repetition.
    /// Not a metric.
    pub cosine: f64,
    /// Euclidean distance of these vectors, 0 or more, unbounded: the square root of the sum of squared
    /// differences of counts. A metric on bags of terms: 0 for texts with the same terms in any order.
    pub euclidean: f64,
    /// Edit distance over terms (Levenshtein 1966), at most the number of terms of the longer side. A
    /// metric on term sequences: 0 only for the same terms in the same order.
    pub edit_distance: u32,
    /// The texts are long and differ much: `edit_distance` is only an upper bound.
    pub edit_distance_is_upper_bound: bool,
    /// Hamming distance of the SimHash fingerprints, 0..=64 (Charikar 2002). A metric on fingerprints; 0
    /// does not imply equal documents.
    pub simhash: u32,
    /// Number of terms of the longest run of consecutive terms in both documents.
    pub longest_run: u32,
    /// Number of distinct terms that occur in both documents.
    pub shared_terms: u32,
}

impl Measures {
    /// Compares two documents given as term hashes and their word diff (`a` on the left). The edit distance is exact if
    /// it needs at most [`AFFORDABLE`] cells of its table; otherwise it is the upper bound of the diff.
    pub fn new(diff: &WordDiff, a: &[u64], b: &[u64], sketching: &Sketching) -> Self {
        Self::within(diff, (a, b), sketching, AFFORDABLE)
    }

    /// Does the same as [`Measures::new`], but with at most `affordable` cells for the edit distance.
    fn within(
        diff: &WordDiff,
        (a, b): (&[u64], &[u64]),
        sketching: &Sketching,
        affordable: u64,
    ) -> Self {
        let as_bag = Sketching {
            bag: true,
            ..sketching.clone()
        };
        let overlap = |sketching: &Sketching| {
            let set = |terms| shingles::set(terms, sketching);
            Overlap::new(&set(a), &set(b))
        };
        let bag = overlap(&as_bag);
        let frequencies = Frequencies::count(a, b);
        let bound = edit_bound(diff).min(a.len().max(b.len()) as u32);
        let edit = edit_distance(a, b, bound, affordable);
        Measures {
            terms: (a.len() as u32, b.len() as u32),
            overlap: if sketching.bag {
                bag
            } else {
                overlap(sketching)
            },
            bag,
            cosine: frequencies.cosine(),
            euclidean: (frequencies.squared_difference as f64).sqrt(),
            edit_distance: edit.unwrap_or(bound),
            edit_distance_is_upper_bound: edit.is_none(),
            simhash: distance(simhash(a), simhash(b)),
            longest_run: longest_run(a, b, longest_common(diff)),
            shared_terms: frequencies.shared,
        }
    }

    /// Edit distance as a similarity, 0..=1: `1 - d / max(terms)`. Symmetric; 1 only for the same terms
    /// in the same order. Its complement is not a metric. 0 for two texts without terms.
    pub fn edit_similarity(&self) -> f64 {
        let longer = self.terms.0.max(self.terms.1);
        if longer == 0 {
            return 0.0;
        }
        1.0 - f64::from(self.edit_distance) / f64::from(longer)
    }
}

/// Sums over both term-frequency vectors.
#[derive(Default)]
struct Frequencies {
    /// Sums of squared counts of a and b.
    squares: (u64, u64),
    /// Dot product.
    product: u64,
    squared_difference: u64,
    /// Number of terms with a positive count on both sides.
    shared: u32,
}

impl Frequencies {
    fn count(a: &[u64], b: &[u64]) -> Self {
        let sorted = |terms: &[u64]| {
            let mut terms = terms.to_vec();
            terms.sort_unstable();
            terms
        };
        let (a, b) = (sorted(a), sorted(b));
        let (mut a, mut b) = (a.as_slice(), b.as_slice());
        let mut frequencies = Frequencies::default();
        while let Some(term) = a.first().into_iter().chain(b.first()).min().copied() {
            let (x, y) = (take(&mut a, term), take(&mut b, term));
            frequencies.squares.0 += x * x;
            frequencies.squares.1 += y * y;
            frequencies.product += x * y;
            frequencies.squared_difference += x.abs_diff(y).pow(2);
            frequencies.shared += u32::from(x > 0 && y > 0);
        }
        frequencies
    }

    fn cosine(&self) -> f64 {
        let (a, b) = self.squares;
        if a == 0 || b == 0 {
            return 0.0;
        }
        // Rounding could exceed 1 for similar texts.
        (self.product as f64 / ((a as f64).sqrt() * (b as f64).sqrt())).min(1.0)
    }
}

/// Removes all occurrences of `term` from the front of sorted terms; returns their number.
fn take(terms: &mut &[u64], term: u64) -> u64 {
    let count = terms.partition_point(|t| *t <= term);
    *terms = &terms[count..];
    count as u64
}

/// Upper bound of the edit distance from a diff: between two kept runs, terms of one side replace terms of the
/// other, and the surplus of the longer side is inserted or deleted.
fn edit_bound(diff: &WordDiff) -> u32 {
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

/// Length of the longest kept run of a diff, a lower bound of the longest common run.
fn longest_common(diff: &WordDiff) -> u32 {
    let lengths = diff.runs.iter().filter_map(|run| match run {
        DiffRun::Kept { left, .. } => Some(left.1 - left.0),
        _ => None,
    });
    lengths.max().unwrap_or(0)
}

#[cfg(test)]
mod tests;
