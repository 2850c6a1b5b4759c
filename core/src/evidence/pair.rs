//! The evidence of one pair: words of either side that are the same in passages, and whether all passages are
//! quotations or parts of lists of references.

use crate::base::masked::{among_unmasked, reason_of};
use crate::base::{DocNo, MaskedRange, Reason, ranges};
use crate::index::Collection;
use crate::similarity::{BridgedPassage, Bridging, Overlap, Pair, bridged_passages};

/// How much of two documents occurs in passages that they share.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Evidence {
    /// Terms of document a in passages that are the same in document b, in any order, each counted once.
    pub words_a: u32,
    /// Terms of document b in passages that are the same in document a.
    pub words_b: u32,
    /// Maximum number of equal terms in one passage.
    pub longest: u32,
    /// Number of passages.
    pub passages: u32,
    /// The words, each discounted by the number of documents with its passage: 1 if only these two documents have it.
    /// Reduced by `order::weigh` if a third document explains the pair.
    pub weight: f64,
    /// The common kind of all passages, if they have one.
    pub only: OnlyKind,
}

impl Evidence {
    /// Words that are the same: the smaller of the two sides.
    pub fn words(&self) -> u32 {
        self.words_a.min(self.words_b)
    }

    /// Descending order of evidence. Pairs without passages are after all pairs with passages.
    pub fn order(&self, other: &Self) -> std::cmp::Ordering {
        let passages = (other.passages > 0).cmp(&(self.passages > 0));
        passages.then(other.weight.total_cmp(&self.weight))
    }

    /// The same evidence with the documents exchanged.
    pub fn swapped(self) -> Self {
        Evidence {
            words_a: self.words_b,
            words_b: self.words_a,
            only: self.only.swapped(),
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
            only: OnlyKind::default(),
        }
    }
}

/// The figures of a pair without masks.
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
    /// Returns the figures of two documents of a masked collection without masks. `None` if neither document is masked,
    /// because the figures are then the same.
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

    /// The overlap of two documents of a masked collection without masks; `None` if neither document is masked.
    pub fn overlap(collection: &Collection, (a, b): (DocNo, DocNo)) -> Option<Overlap> {
        let unmasked = collection.unmasked()?;
        let mut documents = [a, b].into_iter();
        let is_same = documents.all(|doc| collection.masked_ranges(doc).is_empty());
        (!is_same).then(|| Overlap::new(&unmasked.shingle_set(a), &unmasked.shingle_set(b)))
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
    /// Listing order: pairs with a passage first, then descending evidence, then `a`, then `b`.
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

/// Returns the kind of a passage that is in a quotation or a list of references on either side. A side consists of the
/// detected ranges of its document, and the terms of the passage.
pub fn kind(
    left: (&[MaskedRange], (u32, u32)),
    right: (&[MaskedRange], (u32, u32)),
) -> Option<Reason> {
    let [left, right] = [left, right].map(|(detected, terms)| reason_of(detected, terms));
    left.or(right)
}

/// The common kind of all passages of a pair, and its sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OnlyKind {
    /// References or quotations; `None` if a passage is neither, or if the passages were not examined.
    pub reason: Option<Reason>,
    /// Whether all passages are of this kind on the left, and on the right.
    pub sides: [bool; 2],
}

impl OnlyKind {
    /// The kind of all `passages` of two documents.
    pub fn of_pair(
        collection: &Collection,
        documents: (DocNo, DocNo),
        passages: &[BridgedPassage],
    ) -> Self {
        let [left, right] = [documents.0, documents.1].map(|doc| detected(collection, doc));
        Self::from_sides(passages.iter().map(|p| {
            let sides = [(&left, p.left), (&right, p.right)];
            sides.map(|(detected, terms)| reason_of(detected, terms))
        }))
    }

    /// The kind of passages with these kinds on the left and on the right.
    fn from_sides(passages: impl Iterator<Item = [Option<Reason>; 2]> + Clone) -> Self {
        let mut kinds = passages.clone().map(|[left, right]| left.or(right));
        let first = kinds.next().flatten();
        let reason = first.filter(|reason| {
            matches!(reason, Reason::References | Reason::Quotation)
                && kinds.all(|kind| kind == first)
        });
        let has = |side: usize| passages.clone().all(|kinds| kinds[side] == reason);
        OnlyKind {
            reason,
            sides: [0, 1].map(|side| reason.is_some() && has(side)),
        }
    }

    /// The same with the documents exchanged.
    fn swapped(self) -> Self {
        let [left, right] = self.sides;
        OnlyKind {
            sides: [right, left],
            ..self
        }
    }

    /// Returns a description such as `only quotations in A`; `places` names the sides. No side is named if passages are
    /// quotations on both sides, or on different sides. Empty if the passages have no common kind.
    pub fn describe(self, places: [&str; 2]) -> String {
        let kind = match self.reason {
            None => return String::new(),
            Some(Reason::References) => "only references",
            Some(_) => "only quotations",
        };
        match self.sides {
            [true, false] => format!("{kind} {}", places[0]),
            [false, true] => format!("{kind} {}", places[1]),
            _ => kind.to_owned(),
        }
    }

    /// [`OnlyKind::describe`] with the names of the two documents in lists of pairs.
    pub fn of_a_and_b(self) -> String {
        self.describe(["in A", "in B"])
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
        // The right text contains twice words that the left text contains once.
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
    fn the_description_of_passages_of_one_kind_names_the_side() {
        let quoted = Some(Reason::Quotation);
        let describe = |sides: &[[Option<Reason>; 2]]| {
            OnlyKind::from_sides(sides.iter().copied()).of_a_and_b()
        };
        assert_eq!(
            describe(&[[quoted, None], [quoted, quoted]]),
            "only quotations in A"
        );
        assert_eq!(describe(&[[None, quoted]]), "only quotations in B");
        assert_eq!(describe(&[[quoted, quoted]]), "only quotations");
        assert_eq!(
            describe(&[[quoted, None], [None, quoted]]),
            "only quotations"
        );
        assert_eq!(describe(&[[quoted, None], [None, None]]), "");
        assert_eq!(describe(&[]), "");
        let left = OnlyKind::from_sides([[quoted, None]].into_iter());
        assert_eq!(
            left.swapped().describe(["here", "there"]),
            "only quotations there"
        );
    }

    #[test]
    fn unmasked_figures_are_the_figures_of_the_complete_texts() {
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
