//! The evidence of one pair: words of either side that are the same in passages.

use crate::base::{DocNo, ranges};
use crate::collection::Collection;
use crate::similarity::{BridgedPassage, Bridging, Overlap, Pair, bridged_passages};

/// How much of two documents stands in passages that they share.
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
    /// The words, each discounted by the number of documents that its passage stands in: a word of a
    /// passage in these two alone counts 1.
    pub weight: f64,
}

impl Evidence {
    /// Words copied: the smaller of the two sides.
    pub fn words(&self) -> u32 {
        self.words_a.min(self.words_b)
    }

    /// Order by evidence falling. What stands in no passage comes after all that does, whatever its weight.
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
    pub fn of(passages: &[BridgedPassage]) -> Self {
        let runs = || passages.iter().flat_map(|p| p.runs.iter().chain(&p.moved));
        let words_a = ranges::covered(runs().map(|run| (run.left, run.left + run.length))) as u32;
        let words_b = ranges::covered(runs().map(|run| (run.right, run.right + run.length))) as u32;
        Evidence {
            words_a,
            words_b,
            longest: passages.iter().map(BridgedPassage::same).max().unwrap_or(0),
            passages: passages.len() as u32,
            weight: f64::from(words_a.min(words_b)),
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
    pub fn of(
        collection: &Collection,
        (a, b): (DocNo, DocNo),
        bridging: &Bridging,
    ) -> Option<Self> {
        let overlap = Unmasked::overlap(collection, (a, b))?;
        let (left, right) = (collection.all_terms(a), collection.all_terms(b));
        Some(Unmasked {
            evidence: Evidence::of(&bridged_passages(&left, &right, bridging)),
            overlap,
            terms: (left.len() as u32, right.len() as u32),
        })
    }

    /// The overlap of two documents of a masked collection with no mask on; `None` if nothing of either is
    /// masked.
    pub fn overlap(collection: &Collection, (a, b): (DocNo, DocNo)) -> Option<Overlap> {
        let whole = collection.unmasked()?;
        let mut both = [a, b].into_iter();
        let same = both.all(|doc| collection.masked_ranges(doc).is_empty());
        (!same).then(|| Overlap::of(&whole.shingle_set(a), &whole.shingle_set(b)))
    }

    /// Shares of document a and of document b that stand in passages, 0..=1.
    pub fn shares(&self) -> (f64, f64) {
        let share = |words: u32, of: u32| f64::from(words) / f64::from(of.max(1));
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
        let ends = |of: &Self| (of.pair.a, of.pair.b);
        by_weight.then(ends(self).cmp(&ends(other)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let evidence = Evidence::of(&passages);
        let words = (evidence.words_a, evidence.words_b);
        assert_eq!((words, evidence.longest), ((6, 8), 4));
    }
    use crate::collection::made;
    use crate::mask::{MaskConfig, Masks, apply};
    use crate::settings::Sketching;
    use std::sync::Arc;

    #[test]
    fn words_that_changed_places_are_the_same_words() {
        let (first, second) = (0..60, 100..160);
        let left: Vec<u64> = first.clone().chain(second.clone()).collect();
        let right: Vec<u64> = second.chain(first).collect();
        let passages = bridged_passages(&left, &right, &Bridging::default());
        assert_eq!(passages.len(), 1, "one passage with a moved half");
        let evidence = Evidence::of(&passages);
        assert_eq!((evidence.words(), evidence.longest), (120, 120));
        assert_eq!(passages[0].moved(), 60);
    }

    #[test]
    fn unmasked_figures_are_those_of_the_texts_before_anything_was_left_out() {
        let text = |own: u64| (0..40).chain(own..own + 20).collect::<Vec<u64>>();
        let texts = [text(100), text(100), text(200), (300..340).collect()];
        let sketching = Sketching {
            k: 4,
            ..Sketching::default()
        };
        let whole = Arc::new(made::collection(&texts, sketching));
        let config = MaskConfig {
            common: Some("2".parse().unwrap()),
            ..MaskConfig::default()
        };
        let masks = Masks::new(&config, whole.settings()).unwrap();
        let masked = apply(&whole, masks, &|| true).unwrap().collection;
        let bridging = Bridging::default();
        let of = |a: usize, b: usize| (DocNo::at(a), DocNo::at(b));
        let evidence = |collection: &Collection, (a, b): (DocNo, DocNo)| {
            let (a, b) = (collection.terms(a), collection.terms(b));
            Evidence::of(&bridged_passages(&a, &b, &bridging))
        };
        for pair in [of(0, 1), of(0, 2), of(2, 3)] {
            let before = Unmasked::of(&masked, pair, &bridging).unwrap();
            assert_eq!(before.evidence, evidence(&whole, pair));
            let sets = [pair.0, pair.1].map(|doc| whole.shingle_set(doc));
            assert_eq!(before.overlap, Overlap::of(&sets[0], &sets[1]));
            assert_eq!(Unmasked::of(&whole, pair, &bridging), None);
        }
        let before = Unmasked::of(&masked, of(0, 2), &bridging).unwrap();
        assert_eq!(
            (before.evidence.words(), evidence(&masked, of(0, 2)).words()),
            (40, 0)
        );
        assert_eq!(before.shares(), (40.0 / 60.0, 40.0 / 60.0));
        assert_eq!(Unmasked::of(&masked, of(3, 3), &bridging), None);
    }
}
