//! Candidates from the sorted list of sketch values: every two documents whose sketches agree often
//! enough.
//!
//! Definition: for each position, the list of (sketch value, document) sorted by value; documents next
//! to each other under one value agree there, and counts of agreement are accumulated list by list
//! (IIR 19.6). A pair is a candidate if it agrees at `c` positions or more, `c` being the greatest
//! count that a pair right at the threshold reaches with the wanted recall: 146 of 200 for 0.8 and
//! 0.99. Complete for those pairs of sketches: what chance is left lies in the sketches alone. Cost:
//! a look-up for each value of each sketch, and for each list the square of its documents. Known
//! weakness: that square where many documents share boilerplate; bands (`lsh`) do without it.

use super::binomial;
use super::keep::Keep;
use super::lsh::Proposed;
use super::shared_keys::SharedKeys;
use crate::base::DocNo;
use crate::collection::Collection;
use crate::similarity::estimate::agreement;
use crate::sketch::Layout;
use crate::text::shingles::mix;

/// Bits of a value up to which sketches are compared two by two: with sixteen values or fewer each
/// list holds a sixteenth of all documents or more, and to count them up is dearer than to compare.
const FEW_BITS: u32 = 4;

/// Positions at which sketches of this layout must agree: the greatest count that a pair of Jaccard
/// `threshold` reaches with probability `recall` or more, at least 1.
#[must_use]
pub fn needed(layout: Layout, threshold: f64, recall: f64) -> u32 {
    let chance = agreement(threshold, layout.bits);
    binomial::quantile(layout.positions as u32, chance, recall).max(1)
}

/// Every two of `documents` (rising) whose sketches agree at `needed` positions or more. `should_continue` is
/// asked now and then.
#[must_use]
pub fn candidates<G: Fn() -> bool + Sync>(
    collection: &Collection,
    documents: &[DocNo],
    needed: u32,
    should_continue: &G,
) -> Proposed {
    let layout = collection.layout();
    if layout.bits <= FEW_BITS {
        return two_by_two(collection, documents, needed, should_continue);
    }
    let keys = |at: usize, out: &mut Vec<u64>| {
        let sketch = collection.sketch(documents[at]);
        // Mixing is a bijection: no two values, nor one value at two positions, share a key.
        let key = |i: usize| mix((i as u64) << 32 | u64::from(layout.value(sketch, i)));
        out.extend((0..layout.positions).map(key));
    };
    let shared = SharedKeys {
        documents,
        keys,
        about: documents.len() * layout.positions,
        should_continue,
    };
    shared.proposed(|_, _, agreeing| agreeing >= needed)
}

/// The same pairs by comparing every two sketches as they are packed.
fn two_by_two<G: Fn() -> bool + Sync>(
    collection: &Collection,
    documents: &[DocNo],
    needed: u32,
    should_continue: &G,
) -> Proposed {
    let layout = collection.layout();
    let mut keep = Keep::default();
    let row = |_: &mut (), at: usize, out: &mut Vec<(DocNo, DocNo)>| {
        let a = collection.sketch(documents[at]);
        let later = documents[at + 1..].iter();
        let near = later.filter(|b| layout.agreeing(a, collection.sketch(**b)) >= needed);
        out.extend(near.map(|b| (documents[at], *b)));
    };
    keep.rows(0..documents.len(), || (), row, should_continue);
    keep.proposed()
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
        // One bit agrees by chance every second time: nine of ten for a pair at the threshold.
        assert_eq!(needed(layout(1), 0.8, 0.99), 170);
        assert_eq!(needed(layout(32), 0.0, 0.99), 1);
        assert_eq!(needed(layout(32), 1.0, 0.99), 200);
    }
}
