//! Estimators of the Jaccard similarity from digests of the documents: min-wise sketches, and random subsets of all
//! shingles. Both are evaluated in the same way.

use crate::base::Cancel;
use std::collections::{HashMap, HashSet};

use rayon::prelude::*;

use crate::base::DocNo;
use crate::index::Collection;
use crate::lab::accuracy::ErrorSums;
use crate::settings::Sketching;
use crate::similarity::estimate::{Estimate, variance_by};
use crate::similarity::{Overlap, Pair, RandomSubset};
use crate::sketch::theory::variance_factor;
use crate::sketch::{Layout, SketchScratch, Sketcher};
use crate::text::shingles;

/// The estimate of one pair.
struct PairEstimate {
    /// The estimate, not clamped to 0..=1.
    value: f64,
    /// 95 % interval of the exact value.
    interval: (f64, f64),
    /// Theoretical variance of the estimate for this pair.
    variance: f64,
}

/// Evaluates the min-wise sketches that `sketching` describes on `pairs`: positions agree with a
/// probability that is a function of the Jaccard similarity. The variance is the one of the kind of sketch
/// ([`sketch::theory`](crate::sketch::theory)), plus the term of Li and König (2010) for fewer bits. `None` when
/// cancelled.
pub fn minwise(
    collection: &Collection,
    pairs: &[Pair],
    sketching: &Sketching,
    cancel: &Cancel,
) -> Option<ErrorSums> {
    let (sketcher, layout) = (Sketcher::new(sketching), Layout::new(sketching));
    let digest = |elements: &[u64]| {
        let mut sketch = Vec::with_capacity(layout.words());
        sketcher.sketch(elements, &mut SketchScratch::default(), &mut sketch);
        sketch
    };
    let unions: HashSet<u64> = pairs.iter().map(|pair| pair.overlap.union()).collect();
    let factor = |union: u64| variance_factor(sketching.sketch, layout.positions, union);
    let factors: HashMap<u64, f64> = unions
        .into_iter()
        .map(|union| (union, factor(union)))
        .collect();
    let compare = |a: &Vec<u32>, b: &Vec<u32>, overlap: &Overlap| {
        let estimate = Estimate::from_sketches(layout, a, b);
        Some(PairEstimate {
            value: estimate.unbounded(),
            interval: estimate.interval(),
            variance: variance_by(factors[&overlap.union()], layout, overlap.jaccard()),
        })
    };
    evaluate(collection, pairs, digest, compare, cancel)
}

/// Evaluates a random subset of all shingles on `pairs`. The variance is `J(1-J)/m (u-m)/(u-1)` if m of the u shingles
/// of a pair are in the sample: sampling without replacement. `None` when cancelled.
pub fn random_subset(
    collection: &Collection,
    pairs: &[Pair],
    subset: &RandomSubset,
    cancel: &Cancel,
) -> Option<ErrorSums> {
    let digest = |elements: &[u64]| subset.sample(elements);
    let compare = |a: &Vec<u64>, b: &Vec<u64>, overlap: &Overlap| {
        let sampled = subset.estimate(a, b)?;
        let sampled_estimate = Estimate {
            agreeing: sampled.shared,
            positions: u32::try_from(sampled.union()).unwrap_or(u32::MAX),
            bits: 32,
        };
        let (m, u) = (sampled.union() as f64, overlap.union() as f64);
        let j = overlap.jaccard();
        let correction = if u > 1.0 { (u - m) / (u - 1.0) } else { 0.0 };
        Some(PairEstimate {
            value: sampled.jaccard(),
            interval: sampled_estimate.interval(),
            variance: j * (1.0 - j) / m * correction,
        })
    };
    evaluate(collection, pairs, digest, compare, cancel)
}

/// Sums the errors over the pairs that have an estimate. `digest` takes the sorted set of a document's
/// elements; `compare` returns `None` if two digests carry no information. Cost: one digest per
/// document.
fn evaluate<D: Send + Sync>(
    collection: &Collection,
    pairs: &[Pair],
    digest: impl Fn(&[u64]) -> D + Sync,
    compare: impl Fn(&D, &D, &Overlap) -> Option<PairEstimate> + Sync,
    cancel: &Cancel,
) -> Option<ErrorSums> {
    let mut documents: Vec<DocNo> = pairs.iter().flat_map(|pair| [pair.a, pair.b]).collect();
    documents.par_sort_unstable();
    documents.dedup();
    let digests: Option<Vec<D>> = documents
        .par_iter()
        .map(|doc| (!cancel.stopped()).then(|| digest(&collection.shingle_set(*doc))))
        .collect();
    let digests = digests?;
    let digest = |doc| documents.binary_search(&doc).map(|at| &digests[at]).ok();
    let estimates: Vec<(&Pair, PairEstimate)> = pairs
        .par_iter()
        .filter_map(|pair| {
            let estimate = compare(digest(pair.a)?, digest(pair.b)?, &pair.overlap)?;
            Some((pair, estimate))
        })
        .collect();
    // Summed in order, so the figures do not depend on the number of threads.
    let mut sums = ErrorSums::default();
    for (pair, estimate) in &estimates {
        let exact = pair.jaccard();
        let (low, high) = estimate.interval;
        let covered = (low..=high).contains(&exact);
        sums.add(estimate.value - exact, estimate.variance, covered);
    }
    Some(sums)
}

/// Number of hashes sorted at a time. A larger corpus is processed in several passes, one per hash range.
const HASHES_PER_PASS: usize = if cfg!(test) { 50 } else { 16_000_000 };

/// Number of different shingles, by 64-bit hashes, of all `documents` (term hashes). Memory is bounded: hashes are
/// processed range by range.
pub fn distinct_shingles(documents: &[&[u64]], sketching: &Sketching) -> u64 {
    let terms: usize = documents.iter().map(|terms| terms.len()).sum();
    let ranges = terms.div_ceil(HASHES_PER_PASS).max(1) as u128;
    let full_width = Sketching {
        hash_bits: 64,
        ..sketching.clone()
    };
    let in_range = |range: u128| {
        let inside = |hash: &u64| (u128::from(*hash) * ranges) >> 64 == range;
        let of_document = |terms: &&[u64]| {
            let mut hashes = Vec::new();
            shingles::in_order(terms, &full_width, &mut hashes);
            hashes.retain(inside);
            hashes
        };
        let mut hashes: Vec<u64> = documents.par_iter().flat_map_iter(of_document).collect();
        hashes.par_sort_unstable();
        hashes.dedup();
        hashes.len() as u64
    };
    (0..ranges).map(in_range).sum()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_number_equals_the_size_of_a_set(
            documents in prop::collection::vec(prop::collection::vec(0_u64..40, 0..60), 0..8),
        ) {
            let sketching = Sketching { k: 2, ..Sketching::default() };
            let mut all = BTreeSet::new();
            for terms in &documents {
                let mut hashes = Vec::new();
                shingles::hashes(terms, 2, 0, &mut hashes);
                all.extend(hashes);
            }
            let documents: Vec<&[u64]> = documents.iter().map(Vec::as_slice).collect();
            prop_assert_eq!(distinct_shingles(&documents, &sketching), all.len() as u64);
        }
    }
}
