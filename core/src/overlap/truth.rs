//! The truth: in which collections each document has a near-duplicate, by the complete join of all documents
//! at hand.

use crate::base::Cancel;
use std::collections::HashMap;

use super::indexed_collection::Document;
use crate::base::DocNo;
use crate::candidates::exact_join::{Items, Join, JoinPredicate, Sets};
use crate::similarity::Measure;

/// For each side and document a bit mask: bit i is set if side i has a document with Jaccard at or above
/// `threshold`. A document without shingles resembles nothing, not even itself. At most 64 sides. `None`
/// once `cancel` is stopped.
pub(super) fn presence(
    sides: &[&[Document]],
    threshold: f64,
    cancel: &Cancel,
) -> Option<Vec<Vec<u64>>> {
    // Documents with the same set are one text, so that a thousand copies cost what one costs.
    let mut numbers: HashMap<&[u64], usize> = HashMap::new();
    let mut texts: Vec<&[u64]> = Vec::new();
    let mut held: Vec<u64> = Vec::new();
    let mut text_of: Vec<Vec<Option<usize>>> = Vec::with_capacity(sides.len());
    for (side, documents) in sides.iter().enumerate() {
        let mut side_texts = Vec::with_capacity(documents.len());
        for document in *documents {
            let set = document.set.as_slice();
            if set.is_empty() {
                side_texts.push(None);
                continue;
            }
            let number = *numbers.entry(set).or_insert_with(|| {
                texts.push(set);
                held.push(0);
                texts.len() - 1
            });
            held[number] |= 1 << (side % 64);
            side_texts.push(Some(number));
        }
        text_of.push(side_texts);
    }
    let mut near = held.clone();
    if texts.len() > 1 {
        let every: Vec<DocNo> = (0..texts.len() as u32).map(DocNo).collect();
        let shingles = texts.iter().map(|set| set.len()).sum();
        let sets = Sets::gather(&every, shingles, |doc, out| {
            out.extend_from_slice(texts[doc.index()]);
        });
        let items = Items::new(&sets);
        let join = Join::new(&items, JoinPredicate::new(Measure::Jaccard, threshold));
        let (pairs, _) = join.run(|(a, b, _)| (a, b), cancel);
        for (a, b) in pairs {
            near[a.index()] |= held[b.index()];
            near[b.index()] |= held[a.index()];
        }
    }
    let mask = |text: &Option<usize>| text.map_or(0, |number| near[number]);
    let masks = text_of.iter().map(|side| side.iter().map(mask).collect());
    let masks = masks.collect();
    (!cancel.stopped()).then_some(masks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::similarity::Overlap;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn masks_are_those_of_all_pairs(
            sides in prop::collection::vec(
                prop::collection::vec(prop::collection::btree_set(0_u64..12, 0..8), 0..12), 1..4),
            percent in 0_u32..=100,
        ) {
            let threshold = f64::from(percent) / 100.0;
            let document = |set: &BTreeSet<u64>| Document {
                set: set.iter().copied().collect(),
                ..Document::default()
            };
            let sides: Vec<Vec<Document>> =
                sides.iter().map(|side| side.iter().map(document).collect()).collect();
            let slices: Vec<&[Document]> = sides.iter().map(Vec::as_slice).collect();
            let got = presence(&slices, threshold, &Cancel::default()).unwrap();
            for (i, side) in sides.iter().enumerate() {
                for (d, document) in side.iter().enumerate() {
                    for (j, other) in sides.iter().enumerate() {
                        let near = |o: &Document| {
                            let overlap = Overlap::new(&document.set, &o.set);
                            overlap.shared > 0 && overlap.jaccard() >= threshold
                        };
                        prop_assert_eq!(got[i][d] >> j & 1 == 1, other.iter().any(near));
                    }
                }
            }
        }
    }
}
