//! Differences between settings that score the same labelled pairs: of the area under the ROC curve and of the best
//! F1, each with its 95 % interval.
//!
//! All settings are evaluated on the same resamples of the documents, so that what the labels have in common cancels.
//! The area also has the interval of DeLong, DeLong, Clarke-Pearson (1988) for paired areas, which takes pairs as
//! independent. The best F1 is chosen anew in each resample: a small change of the threshold at its maximum does not
//! change it, so that its influence is that of F1 at the fixed best threshold.

use super::dyads::Dyads;
use super::placements::{Placements, Z};
use super::resampled::{Quality, Ranked, interval, over_documents};
use super::{Curve, LabelledPair, Scored};

/// A difference with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// The setting's figure less that of the setting it is compared with.
    pub value: f64,
    /// The interval; `None` if too few labels say anything of it.
    pub ends: Option<(f64, f64)>,
}

impl Difference {
    /// Whether its interval contains 0; not without one.
    #[must_use]
    pub fn may_be_none(&self) -> bool {
        self.ends
            .is_some_and(|(low, high)| low <= 0.0 && 0.0 <= high)
    }
}

/// A setting compared with another one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Compared {
    /// Of the areas, over documents.
    pub area: Difference,
    /// Of the areas, after DeLong.
    pub area_delong: Difference,
    /// Of the best F1, over documents.
    pub f1: Difference,
}

/// One setting's scores, prepared.
struct Prepared {
    placements: Placements,
    ranked: Ranked,
    quality: Quality,
    /// What each pair changes of the best F1.
    influence: Vec<f64>,
}

impl Prepared {
    fn of(pairs: &[LabelledPair], scores: &[f64]) -> Option<Self> {
        let each = pairs.iter().zip(scores);
        let scored: Vec<Scored> = each
            .map(|(pair, score)| Scored {
                score: *score,
                positive: pair.positive,
            })
            .collect();
        let placements = Placements::of(&scored)?;
        let best = Curve::of(&scored).best()?;
        let both = (2 * best.hits + best.false_alarms + best.missed) as f64;
        let influence = scored.iter().map(|one| {
            let called = one.score >= best.threshold;
            let hits = f64::from(u8::from(called && one.positive));
            let counts = f64::from(u8::from(called) + u8::from(one.positive));
            (2.0 * hits - best.f1() * counts) / both
        });
        let ranked = Ranked::of(&scored);
        Some(Prepared {
            quality: ranked.quality(&vec![1; scored.len()])?,
            influence: influence.collect(),
            placements,
            ranked,
        })
    }
}

/// Compares each setting with the one at `reference`; `settings` has the scores of `pairs` for each. `None` if the
/// labels are all of one kind, scores are missing or a score is no number. Call on the worker pool. Cost: as many
/// passes over all labels as there are resamples, for each setting.
#[must_use]
pub fn compare(
    pairs: &[LabelledPair],
    settings: &[&[f64]],
    reference: usize,
) -> Option<Vec<Compared>> {
    if settings.iter().any(|scores| scores.len() != pairs.len()) {
        return None;
    }
    let prepared: Option<Vec<Prepared>> = settings
        .iter()
        .map(|scores| Prepared::of(pairs, scores))
        .collect();
    let prepared = prepared?;
    let dyads = Dyads::of(pairs.iter().map(|pair| (pair.a, pair.b)));
    let resampled = over_documents(&dyads, settings.len(), |weights| {
        let quality = |of: &Prepared| of.ranked.quality(weights);
        prepared
            .iter()
            .map(quality)
            .collect::<Option<Vec<Quality>>>()
    });
    let base = prepared.get(reference)?;
    let compared = |(at, of): (usize, &Prepared)| {
        let over = |figure: fn(&Quality) -> f64, influence: fn(&Prepared) -> &[f64]| {
            let value = figure(&of.quality) - figure(&base.quality);
            let (own, others) = (influence(of), influence(base));
            let ends = match dyads.scale(|pair| own[pair] - others[pair]) {
                None => Some((value, value)),
                Some(scale) => {
                    let differs = |all: &Vec<Quality>| figure(&all[at]) - figure(&all[reference]);
                    let values: Vec<Option<f64>> = resampled
                        .iter()
                        .map(|all| all.as_ref().map(differs))
                        .collect();
                    interval(value, &values, scale)
                }
            };
            let ends = ends.map(|(low, high)| (low.max(-1.0), high.min(1.0)));
            Difference { value, ends }
        };
        let value = of.placements.area - base.placements.area;
        let variance = of.placements.variance_of_difference(&base.placements);
        let half = variance.map(|variance| Z * variance.sqrt());
        Compared {
            area: over(|quality| quality.area, |of| &of.placements.influence),
            area_delong: Difference {
                value,
                ends: half.map(|half| ((value - half).max(-1.0), (value + half).min(1.0))),
            },
            f1: over(|quality| quality.best_f1, |of| &of.influence),
        }
    };
    Some(prepared.iter().enumerate().map(compared).collect())
}

#[cfg(test)]
mod tests {
    use super::super::draws::Draws;
    use super::*;
    use crate::base::DocNo;

    /// Labels of all pairs of documents, and scores of settings with these amounts of noise, of which part is common.
    fn drawn(
        draws: &mut Draws,
        documents: usize,
        noises: &[f64],
    ) -> (Vec<LabelledPair>, Vec<Vec<f64>>) {
        let (mut pairs, mut scores) = (Vec::new(), vec![Vec::new(); noises.len()]);
        let part: Vec<f64> = (0..documents).map(|_| 0.4 * draws.normal()).collect();
        for a in 0..documents {
            for b in a + 1..documents {
                let positive = draws.unit() <= 0.4;
                let common =
                    f64::from(u8::from(positive)) + part[a] + part[b] + 0.3 * draws.normal();
                for (scores, noise) in scores.iter_mut().zip(noises) {
                    scores.push(common + noise * draws.normal());
                }
                let (a, b) = (DocNo::at(a), DocNo::at(b));
                pairs.push(LabelledPair {
                    a,
                    b,
                    label: 0,
                    positive,
                });
            }
        }
        (pairs, scores)
    }

    fn compared(pairs: &[LabelledPair], scores: &[Vec<f64>]) -> Vec<Compared> {
        let settings: Vec<&[f64]> = scores.iter().map(Vec::as_slice).collect();
        compare(pairs, &settings, 0).unwrap()
    }

    #[test]
    fn settings_that_are_alike_are_tied_as_often_as_intervals_say_and_others_are_not() {
        let mut draws = Draws(8);
        let (mut tied, mut told_apart) = ([0; 3], 0);
        for _ in 0..60 {
            let (pairs, scores) = drawn(&mut draws, 20, &[0.3, 0.3, 3.0]);
            let got = compared(&pairs, &scores);
            assert_eq!((got[0].area.value, got[0].f1.ends), (0.0, Some((0.0, 0.0))));
            let alike = [got[1].area, got[1].area_delong, got[1].f1];
            for (tied, one) in tied.iter_mut().zip(alike) {
                *tied += u32::from(one.may_be_none());
            }
            assert!(got[2].area.value < 0.0);
            told_apart += u32::from(!got[2].area.may_be_none());
        }
        assert!(tied.iter().all(|tied| *tied >= 54), "{tied:?}");
        assert!(told_apart >= 57, "{told_apart}");
    }

    #[test]
    fn a_paired_difference_is_known_better_than_its_figures() {
        let (pairs, scores) = drawn(&mut Draws(2), 20, &[0.1, 0.15]);
        let got = compared(&pairs, &scores)[1].area;
        let (low, high) = got.ends.unwrap();
        let of_one = super::super::LabelIntervals::of(&pairs, &scores[0], 0.5).unwrap();
        let (from, to) = of_one.area_over_documents.ends.unwrap();
        assert!(high - low < 0.7 * (to - from), "{low} {high}, {from} {to}");
        let areas = [0, 1].map(|at| {
            let scored = pairs.iter().zip(&scores[at]).map(|(p, s)| Scored {
                score: *s,
                positive: p.positive,
            });
            Curve::of(&scored.collect::<Vec<_>>()).area().unwrap()
        });
        assert!((got.value - (areas[1] - areas[0])).abs() < 1e-12);
    }

    #[test]
    fn labels_of_one_kind_are_not_compared() {
        let one = LabelledPair {
            a: DocNo::at(0),
            b: DocNo::at(1),
            label: 0,
            positive: true,
        };
        assert_eq!(compare(&[one], &[&[0.5], &[0.6]], 0), None);
        assert_eq!(compare(&[one], &[&[0.5], &[]], 0), None);
        assert_eq!(compare(&[], &[], 0), None);
    }
}
