//! The order of hits: descending BM25 score, hits of equal score by document key.
//!
//! How the documents are spread over segments differs from one run to the next, and with it both the order
//! within the index and the order in which the scores of words are added. Scores are therefore compared after
//! rounding, and never by place in the index.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

use tantivy::collector::{Collector, TopDocs};
use tantivy::{DocAddress, Searcher, SegmentReader, TantivyError};

/// Rounded score and key: the greater, the better.
pub(super) type Rank = (f32, Reverse<u64>);

/// Collects the best `limit` documents of the index of `searcher`, best first.
///
/// # Errors
/// The keys of a segment cannot be read.
pub(super) fn best(
    searcher: &Searcher,
    limit: usize,
) -> Result<impl Collector<Fruit = Vec<(Rank, DocAddress)>> + use<>, TantivyError> {
    let mut columns = HashMap::new();
    for segment in searcher.segment_readers() {
        let keys = segment.fast_fields().u64("key")?;
        columns.insert(segment.segment_id(), keys.first_or_default_col(u64::MAX));
    }
    let top = TopDocs::with_limit(limit.max(1));
    Ok(top.tweak_score(move |segment: &SegmentReader| {
        let keys = Arc::clone(&columns[&segment.segment_id()]);
        move |doc, score: f32| -> Rank { (rounded(score), Reverse(keys.get_val(doc))) }
    }))
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
