//! The best threshold judged on labels that did not choose it: k-fold cross-validation over documents.
//!
//! Documents are put into k folds, those of one text into the same. A labelled pair lies between two folds, or within
//! one. Its threshold is the best one (middle of the plateau) of all labelled pairs that have no document in these
//! folds. So no document of a judged pair, and no copy of one, has a part in choosing its threshold, which folds of
//! pairs would not keep, and every labelled pair is judged once, which folds whose pairs have both documents within
//! would not do: with five folds those are a fifth of all pairs (pairwise cross-validation of two-sample problems:
//! Park, Marcotte 2012; Pahikkala et al. 2015). The price is that a threshold is chosen from ((k − 2) / k)² of the
//! pairs between two folds.

use std::collections::BTreeSet;

use rayon::prelude::*;

use super::draws::Draws;
use super::label_intervals::{Interval, of_called};
use super::{Curve, LabelledPair, Point, Scored};
use crate::base::DocNo;

/// The smallest number of folds that leaves one to choose from.
pub const FEWEST: usize = 3;

/// The greatest number of folds.
pub const MOST: usize = 20;

/// Labelled pairs between two folds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Between {
    /// The folds, from 0; the same one twice for pairs within it.
    pub folds: (usize, usize),
    /// The threshold that the other labels choose; `None` if they are all of one kind.
    pub threshold: Option<f64>,
    /// What it makes of these pairs; nothing without a threshold.
    pub point: Point,
    /// Number of these pairs.
    pub pairs: u64,
}

/// Labelled pairs, each judged by a threshold that others chose.
#[derive(Clone, Debug, PartialEq)]
pub struct HeldOut {
    /// Number of folds.
    pub folds: usize,
    /// Every two folds that have labelled pairs between them.
    pub each: Vec<Between>,
    /// The sum over all of them; its threshold is 0.
    pub point: Point,
    /// Precision, recall and F1 of it, over documents.
    pub intervals: [Interval; 3],
    /// Pairs that no threshold could be chosen for.
    pub unjudged: u64,
}

/// The folds of documents, of as even sizes as texts allow: `text` is the first document with the same text.
fn folds_of(
    pairs: &[LabelledPair],
    folds: usize,
    text: &dyn Fn(DocNo) -> DocNo,
) -> impl Fn(DocNo) -> usize {
    let ends = pairs.iter().flat_map(|pair| [text(pair.a), text(pair.b)]);
    let texts: Vec<DocNo> = ends.collect::<BTreeSet<_>>().into_iter().collect();
    let mut places: Vec<usize> = (0..texts.len()).collect();
    // Fisher, Yates.
    let mut draws = Draws(folds as u64);
    for at in (1..places.len()).rev() {
        places.swap(at, draws.below(at + 1));
    }
    move |text| {
        texts
            .binary_search(&text)
            .map_or(0, |at| places[at] % folds)
    }
}

impl HeldOut {
    /// Judges labelled pairs with these scores. `None` if no threshold can be chosen for any pair. Call on the worker
    /// pool. Cost: k²/2 sorts of the labels.
    ///
    /// # Panics
    /// If `folds` is below [`FEWEST`].
    #[must_use]
    pub fn of(
        pairs: &[LabelledPair],
        scores: &[f64],
        folds: usize,
        text: &dyn Fn(DocNo) -> DocNo,
    ) -> Option<Self> {
        assert!(
            folds >= FEWEST,
            "with {folds} folds none is left to choose from"
        );
        let fold_of = folds_of(pairs, folds, text);
        let places = pairs.iter().map(|pair| {
            let (x, y) = (fold_of(text(pair.a)), fold_of(text(pair.b)));
            (x.min(y), x.max(y))
        });
        let places: Vec<(usize, usize)> = places.collect();
        let all: BTreeSet<(usize, usize)> = places.iter().copied().collect();
        let all: Vec<(usize, usize)> = all.into_iter().collect();
        let between = |&(f, g): &(usize, usize)| {
            let scored = |is_wanted: &dyn Fn((usize, usize)) -> bool| -> Vec<Scored> {
                let each = places.iter().zip(pairs).zip(scores);
                let wanted = each.filter(|((place, _), _)| is_wanted(**place));
                wanted
                    .map(|((_, pair), score)| Scored {
                        score: *score,
                        positive: pair.positive,
                    })
                    .collect()
            };
            let others = Curve::of(&scored(&|(x, y)| {
                ![x, y].iter().any(|fold| [f, g].contains(fold))
            }));
            let threshold = others.area().and_then(|_| others.middle());
            let own = scored(&|place| place == (f, g));
            Between {
                folds: (f, g),
                threshold,
                point: threshold
                    .map_or(Point::default(), |threshold| Curve::of(&own).at(threshold)),
                pairs: own.len() as u64,
            }
        };
        let each: Vec<Between> = all.par_iter().map(between).collect();
        let threshold_of = |place: &(usize, usize)| {
            let at = all.binary_search(place).ok()?;
            each[at].threshold
        };
        let (mut judged, mut called) = (Vec::new(), Vec::new());
        for ((pair, score), place) in pairs.iter().zip(scores).zip(&places) {
            if let Some(threshold) = threshold_of(place) {
                judged.push(*pair);
                called.push(*score >= threshold);
            }
        }
        if judged.is_empty() {
            return None;
        }
        let mut point = Point::default();
        for between in &each {
            point.hits += between.point.hits;
            point.false_alarms += between.point.false_alarms;
            point.missed += between.point.missed;
            point.passed += between.point.passed;
        }
        Some(HeldOut {
            folds,
            point,
            intervals: of_called(&judged, &called),
            unjudged: (pairs.len() - judged.len()) as u64,
            each,
        })
    }

    /// The lowest and the highest threshold that was chosen.
    #[must_use]
    pub fn thresholds(&self) -> Option<(f64, f64)> {
        let chosen = || self.each.iter().filter_map(|between| between.threshold);
        let low = chosen().min_by(f64::total_cmp)?;
        Some((low, chosen().max_by(f64::total_cmp)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(seed: u64, documents: usize, noise: f64) -> (Vec<LabelledPair>, Vec<f64>) {
        let mut draws = Draws(seed);
        let mut all = Vec::new();
        for a in 0..documents {
            for b in a + 1..documents {
                let score = draws.unit();
                let positive = score + noise * draws.normal() > 0.6;
                let (a, b) = (DocNo::at(a), DocNo::at(b));
                all.push((
                    LabelledPair {
                        a,
                        b,
                        label: 0,
                        positive,
                    },
                    score,
                ));
            }
        }
        all.into_iter().unzip()
    }

    #[test]
    fn no_document_of_a_judged_pair_chooses_its_threshold() {
        let (pairs, scores) = labels(1, 14, 0.1);
        // Documents 0 and 13 have one text.
        let text = |doc: DocNo| if doc.index() == 13 { DocNo::at(0) } else { doc };
        let got = HeldOut::of(&pairs, &scores, 4, &text).unwrap();
        let fold_of = folds_of(&pairs, 4, &text);
        let fold = |doc: DocNo| fold_of(text(doc));
        assert_eq!(fold(DocNo::at(0)), fold(DocNo::at(13)));
        let mut sizes = [0; 4];
        (0..13).for_each(|doc| sizes[fold(DocNo::at(doc))] += 1);
        sizes.sort_unstable();
        assert_eq!(sizes, [3, 3, 3, 4]);
        // Pair by pair: all pairs without a document in either fold, each threshold tried in turn.
        let mut sum = Point::default();
        for (pair, score) in pairs.iter().zip(&scores) {
            let own = [fold(pair.a), fold(pair.b)];
            let others = || {
                pairs
                    .iter()
                    .zip(&scores)
                    .filter(|(p, _)| !own.contains(&fold(p.a)) && !own.contains(&fold(p.b)))
            };
            let f1 = |at: f64| {
                let hits = others().filter(|(p, s)| p.positive && **s >= at).count() as f64;
                let wrong = others().filter(|(p, s)| p.positive != (**s >= at)).count() as f64;
                2.0 * hits / (2.0 * hits + wrong)
            };
            let (x, y) = (own[0].min(own[1]), own[0].max(own[1]));
            let between = got.each.iter().find(|b| b.folds == (x, y)).unwrap();
            let threshold = between.threshold.unwrap();
            let most = others().map(|(_, s)| f1(*s)).fold(0.0, f64::max);
            assert!((f1(threshold) - most).abs() < 1e-12);
            match (pair.positive, *score >= threshold) {
                (true, true) => sum.hits += 1,
                (false, true) => sum.false_alarms += 1,
                (true, false) => sum.missed += 1,
                (false, false) => sum.passed += 1,
            }
        }
        assert_eq!((got.point, got.unjudged), (sum, 0));
        assert_eq!(
            got.each.iter().map(|b| b.pairs).sum::<u64>(),
            pairs.len() as u64
        );
        let [_, _, f1] = got.intervals;
        assert_eq!(f1.value, sum.f1());
    }

    #[test]
    fn what_chose_the_threshold_flatters_it() {
        // Labels that scores say little of: the best F1 of a sample is greater than that of held-out pairs.
        let (mut best, mut held_out) = (0.0, 0.0);
        for seed in 0..30 {
            let (pairs, scores) = labels(seed, 9, 1.0);
            let scored = pairs.iter().zip(&scores).map(|(p, s)| Scored {
                score: *s,
                positive: p.positive,
            });
            let curve = Curve::of(&scored.collect::<Vec<_>>());
            best += curve.best().unwrap().f1();
            held_out += HeldOut::of(&pairs, &scores, 5, &|doc| doc)
                .unwrap()
                .point
                .f1();
        }
        assert!(best > held_out + 0.5, "{best} {held_out}");
    }

    #[test]
    fn too_few_labels_are_not_judged() {
        let (pairs, scores) = labels(1, 3, 0.0);
        assert_eq!(HeldOut::of(&pairs, &scores, 3, &|doc| doc), None);
        assert_eq!(HeldOut::of(&[], &[], 3, &|doc| doc), None);
    }
}
