//! Candidates from sorted lists of sketch values: pairs whose sketches agree at enough positions.
//!
//! Definition: for each position, the list of (sketch value, document) is sorted by value. Documents with equal values
//! agree at that position, and agreements are accumulated list by list (IIR 19.6). A pair is a candidate if it agrees
//! at `c` or more positions, where `c` is the greatest count that a pair exactly at the threshold reaches with the
//! wanted recall: 146 of 200 for 0.8 and 0.99. Complete with respect to the sketches; only the sketches are random.
//! Cost: a lookup for each value of each sketch, and for each list the square of its number of documents. Known
//! weakness: this square is large if many documents share boilerplate; banding (`lsh`) avoids it.

use super::binomial;
use super::scope::{Collector, Proposed, Scope};
use super::shared_keys::SharedKeys;
use crate::base::DocNo;
use crate::similarity::estimate::agreement;
use crate::sketch::Layout;
use crate::text::shingles::mix;

/// Maximum bits per value for which sketches are compared pairwise. With at most 16 distinct values, a list
/// contains on average a sixteenth of all documents or more, and counting costs more than comparing.
const MAX_COMPARED_BITS: u32 = 4;

/// Returns the number of positions at which sketches of this layout must agree: the greatest count that a pair with
/// Jaccard `threshold` reaches with probability `recall` or more, at least 1.
pub fn needed(layout: Layout, threshold: f64, recall: f64) -> u32 {
    let chance = agreement(threshold, layout.bits);
    binomial::quantile(layout.positions as u32, chance, recall).max(1)
}

/// Pairs of documents whose sketches agree at `needed` or more positions.
pub fn candidates(scope: &Scope<'_>, needed: u32) -> Proposed {
    let (collection, documents) = (scope.collection, scope.documents);
    let layout = collection.layout();
    if layout.bits <= MAX_COMPARED_BITS {
        return by_comparison(scope, needed);
    }
    let keys = |at: usize, out: &mut Vec<u64>| {
        let sketch = collection.sketch(documents[at]);
        // Mixing is a bijection: different values, or one value at two positions, never share a key.
        let key = |i: usize| mix((i as u64) << 32 | u64::from(layout.value(sketch, i)));
        out.extend((0..layout.positions).map(key));
    };
    let shared = SharedKeys::new(scope, keys);
    let key_count = documents.len() * layout.positions;
    shared.proposed(key_count, |_, _, agreeing| agreeing >= needed)
}

/// Does the same as [`candidates`], but compares all pairs of packed sketches.
fn by_comparison(scope: &Scope<'_>, needed: u32) -> Proposed {
    let (collection, documents) = (scope.collection, scope.documents);
    let layout = collection.layout();
    let mut collector = Collector::default();
    let row = |_: &mut (), at: usize, out: &mut Vec<(DocNo, DocNo)>| {
        let a = collection.sketch(documents[at]);
        let later = documents[at + 1..].iter();
        let near = later.filter(|b| layout.agreeing(a, collection.sketch(**b)) >= needed);
        out.extend(near.map(|b| (documents[at], *b)));
    };
    collector.rows(0..documents.len(), || (), row, scope.cancel);
    collector.proposed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_at_the_threshold_agrees_at_146_of_200() {
        let layout = |bits| Layout {
            positions: 200,
            bits,
        };
        assert_eq!(needed(layout(32), 0.8, 0.99), 146);
        // With one bit, values agree by chance with probability 1/2: nine of ten positions at the
        // threshold.
        assert_eq!(needed(layout(1), 0.8, 0.99), 170);
        assert_eq!(needed(layout(32), 0.0, 0.99), 1);
        assert_eq!(needed(layout(32), 1.0, 0.99), 200);
    }
}
