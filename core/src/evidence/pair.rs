//! The evidence of one pair: words of either side that are the same in passages, and whether these are quotations or
//! parts of lists of references.

use crate::base::masked::{among_unmasked, reason_of};
use crate::base::{DocNo, MaskedRange, Reason, ranges};
use crate::index::Collection;
use crate::similarity::{BridgedPassage, Bridging, Overlap, Pair, bridged_passages};

/// How much of two documents occurs in passages that they share.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Evidence {
    /// Terms of document a in passages that are the same in document b, in whatever order they stand, each counted once.
    pub words_a: u32,
    /// Terms of document b in passages that are the same in document a.
    pub words_b: u32,
    /// Terms of a passage that are the same on both sides, at most.
    pub longest: u32,
    /// Number of passages.
    pub passages: u32,
    /// The words, each discounted by the number of documents that its passage occurs in: a word of a
    /// passage in these two alone counts 1.
    pub weight: f64,
    /// What all passages are: `only references` or `only quotations`; else empty, also where that was not looked at.
    pub only: &'static str,
}

impl Evidence {
    /// Words copied: the smaller of the two sides.
    pub fn words(&self) -> u32 {
        self.words_a.min(self.words_b)
    }

    /// Order by evidence falling. What occurs in no passage comes after all that does, whatever its weight.
    pub fn order(&self, other: &Self) -> std::cmp::Ordering {
        let passages = (other.passages > 0).cmp(&(self.passages > 0));
        passages.then(other.weight.total_cmp(&self.weight))
    }

    /// The same evidence with the documents exchanged.
    pub fn swapped(self) -> Self {
        Evidence {
            words_a: self.words_b,
            words_b: self.words_a,
            ..self
        }
    }

    /// The evidence in these passages of two documents, without any discount.
    pub fn from_passages(passages: &[BridgedPassage]) -> Self {
        let runs = || passages.iter().flat_map(|p| p.runs.iter().chain(&p.moved));
        let words_a = ranges::covered(runs().map(|run| (run.left, run.left + run.length))) as u32;
        let words_b = ranges::covered(runs().map(|run| (run.right, run.right + run.length))) as u32;
        Evidence {
            words_a,
            words_b,
            longest: passages.iter().map(BridgedPassage::same).max().unwrap_or(0),
            passages: passages.len() as u32,
            weight: f64::from(words_a.min(words_b)),
            only: "",
        }
    }
}

/// The figures of a pair with no mask on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unmasked {
    /// The evidence, without any discount.
    pub evidence: Evidence,
    /// The overlap of the shingle sets.
    pub overlap: Overlap,
    /// Terms of document a and of document b.
    pub terms: (u32, u32),
}

impl Unmasked {
    /// The figures of two documents of a masked collection with no mask on; `None` if nothing of either is
    /// masked, so that they are the same.
    pub fn compare(
        collection: &Collection,
        (a, b): (DocNo, DocNo),
        bridging: &Bridging,
    ) -> Option<Self> {
        let overlap = Unmasked::overlap(collection, (a, b))?;
        let (left, right) = (collection.all_terms(a), collection.all_terms(b));
        Some(Unmasked {
            evidence: Evidence::from_passages(&bridged_passages(&left, &right, bridging)),
            overlap,
            terms: (left.len() as u32, right.len() as u32),
        })
    }

    /// The overlap of two documents of a masked collection with no mask on; `None` if nothing of either is
    /// masked.
    pub fn overlap(collection: &Collection, (a, b): (DocNo, DocNo)) -> Option<Overlap> {
        let unmasked = collection.unmasked()?;
        let mut both = [a, b].into_iter();
        let same = both.all(|doc| collection.masked_ranges(doc).is_empty());
        (!same).then(|| Overlap::new(&unmasked.shingle_set(a), &unmasked.shingle_set(b)))
    }

    /// Shares of document a and of document b that occur in passages, 0..=1.
    pub fn shares(&self) -> (f64, f64) {
        let share = |words: u32, total: u32| f64::from(words) / f64::from(total.max(1));
        let Evidence {
            words_a, words_b, ..
        } = self.evidence;
        (share(words_a, self.terms.0), share(words_b, self.terms.1))
    }
}

/// A pair with its evidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CopiedPair {
    /// The pair, with its overlap.
    pub pair: Pair,
    /// Its evidence.
    pub evidence: Evidence,
}

impl CopiedPair {
    /// Listing order: pairs with a passage first, then evidence falling, then `a`, then `b`.
    pub fn order(&self, other: &Self) -> std::cmp::Ordering {
        let by_weight = self.evidence.order(&other.evidence);
        let ends = |copied: &Self| (copied.pair.a, copied.pair.b);
        by_weight.then(ends(self).cmp(&ends(other)))
    }
}

/// Quotations and reference lists of a document, as ranges of its terms that are not masked.
pub fn detected(collection: &Collection, doc: DocNo) -> Vec<MaskedRange> {
    among_unmasked(collection.row(doc).detected, collection.masked_ranges(doc))
}

/// What a passage is, if on either side it lies in a quotation or in a list of references; a side is what is
/// detected in its document, and the terms of the passage.
pub fn kind(
    left: (&[MaskedRange], (u32, u32)),
    right: (&[MaskedRange], (u32, u32)),
) -> Option<Reason> {
    let [left, right] = [left, right].map(|(detected, terms)| reason_of(detected, terms));
    left.or(right)
}

/// What all passages of two documents are, as lists mark it; see [`only`].
pub fn only_between(
    collection: &Collection,
    documents: (DocNo, DocNo),
    passages: &[BridgedPassage],
) -> &'static str {
    let [left, right] = [documents.0, documents.1].map(|doc| detected(collection, doc));
    let kinds = passages.iter();
    only(kinds.map(|p| kind((&left, p.left), (&right, p.right))))
}

/// What passages of these kinds all are: `only references` or `only quotations`; empty for others, and for none.
pub fn only(mut kinds: impl Iterator<Item = Option<Reason>>) -> &'static str {
    let first = kinds.next().flatten();
    match first.filter(|_| kinds.all(|kind| kind == first)) {
        Some(Reason::References) => "only references",
        Some(Reason::Quotation) => "only quotations",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Cancel;
    use crate::index::made;
    use crate::mask::{Finder, MaskConfig, apply};
    use crate::settings::Sketching;
    use std::sync::Arc;

    #[test]
    fn runs_that_overlap_on_a_side_count_its_words_once() {
        // The left text has once what the right one has twice.
        let left = [1, 2, 3, 4, 5, 6];
        let right = [1, 2, 3, 4, 9, 3, 4, 5, 6];
        let bridging = Bridging {
            gap: 0,
            min_words: 2,
            ..Bridging::default()
        };
        let passages = bridged_passages(&left, &right, &bridging);
        let sides: Vec<_> = passages.iter().map(|p| (p.left, p.right)).collect();
        assert_eq!(sides, [((0, 4), (0, 4)), ((2, 6), (5, 9))]);
        let evidence = Evidence::from_passages(&passages);
        let words = (evidence.words_a, evidence.words_b);
        assert_eq!((words, evidence.longest), ((6, 8), 4));
    }

    #[test]
    fn unmasked_figures_are_those_of_the_texts_before_anything_was_left_out() {
        let text = |own: u64| (0..40).chain(own..own + 20).collect::<Vec<u64>>();
        let texts = [text(100), text(100), text(200), (300..340).collect()];
        let sketching = Sketching {
            k: 4,
            ..Sketching::default()
        };
        let unmasked = Arc::new(made::collection(&texts, sketching));
        let config = MaskConfig {
            common: Some("2".parse().unwrap()),
            ..MaskConfig::default()
        };
        let masks = Finder::new(&config, unmasked.settings()).unwrap();
        let masked = apply(&unmasked, masks, &Cancel::default())
            .unwrap()
            .collection;
        let bridging = Bridging::default();
        let documents = |a: usize, b: usize| (DocNo::at(a), DocNo::at(b));
        let evidence = |collection: &Collection, (a, b): (DocNo, DocNo)| {
            let (a, b) = (collection.terms(a), collection.terms(b));
            Evidence::from_passages(&bridged_passages(&a, &b, &bridging))
        };
        for pair in [documents(0, 1), documents(0, 2), documents(2, 3)] {
            let before = Unmasked::compare(&masked, pair, &bridging).unwrap();
            assert_eq!(before.evidence, evidence(&unmasked, pair));
            let sets = [pair.0, pair.1].map(|doc| unmasked.shingle_set(doc));
            assert_eq!(before.overlap, Overlap::new(&sets[0], &sets[1]));
            assert_eq!(Unmasked::compare(&unmasked, pair, &bridging), None);
        }
        let before = Unmasked::compare(&masked, documents(0, 2), &bridging).unwrap();
        assert_eq!(
            (
                before.evidence.words(),
                evidence(&masked, documents(0, 2)).words()
            ),
            (40, 0)
        );
        assert_eq!(before.shares(), (40.0 / 60.0, 40.0 / 60.0));
        assert_eq!(Unmasked::compare(&masked, documents(3, 3), &bridging), None);
    }
}
