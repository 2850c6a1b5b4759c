//! The order of hits: descending BM25 score, hits of equal score by document key.
//!
//! How the documents are spread over segments differs from one run to the next, and with it both the order
//! within the index and the order in which the scores of words are added. Scores are therefore compared after
//! rounding, and never by place in the index.

use std::cmp::Reverse;

use tantivy::collector::{Collector, TopDocs};
use tantivy::{DocAddress, SegmentReader};

/// Rounded score and key: the greater, the better.
pub(super) type Rank = (f32, Reverse<u64>);

/// Collects the best `limit` documents, best first.
pub(super) fn best(limit: usize) -> impl Collector<Fruit = Vec<(Rank, DocAddress)>> {
    TopDocs::with_limit(limit.max(1)).tweak_score(|segment: &SegmentReader| {
        let keys = segment.fast_fields().u64("key").ok();
        move |doc, score: f32| -> Rank {
            let key = keys.as_ref().and_then(|keys| keys.first(doc));
            (rounded(score), Reverse(key.unwrap_or(u64::MAX)))
        }
    })
}

/// `score` with 16 binary digits of its significand, so that sums of the same parts in another order are equal.
fn rounded(score: f32) -> f32 {
    f32::from_bits((score.to_bits() + 0x80) & !0xff)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_in_another_order_are_equal_after_rounding_and_other_scores_are_not() {
        let part = |n: u16| 1.0 / f32::from(n);
        let forward: f32 = (1..200).map(part).sum();
        let backward: f32 = (1..200).rev().map(part).sum();
        assert_ne!(
            forward.to_bits(),
            backward.to_bits(),
            "the sums must differ in the last digit"
        );
        assert_eq!(rounded(forward), rounded(backward));
        assert!(rounded(1.001) > rounded(1.0) && rounded(0.0) == 0.0);
        assert!((rounded(forward) - forward).abs() < forward * 1e-4);
    }
}
