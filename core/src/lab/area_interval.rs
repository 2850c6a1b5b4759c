//! 95 % intervals of the area under the ROC curve over labelled pairs, and of the difference of two such areas, as of a
//! sample of pairs.
//!
//! The placement of a positive pair is the share of negative pairs that score below it; the placement of a negative
//! pair is the share of positive pairs above it. The area is the mean placement of either kind, and its variance
//! follows from the variances of the placements (DeLong, DeLong, Clarke-Pearson 1988). Pairs that share a document are
//! not independent: for every two, the product of their deviations is added (Fafchamps, Gubert 2007; Aronow,
//! Samii, Assenova 2015), doubled because few documents underestimate it. The interval is symmetrical on the logit
//! scale (Pepe 2003), with the quantile of Student's distribution. The number of independent pairs is the number of
//! pairs that share no document (for the quantile, of pairs of the rarer kind): seven originals that occur in all pairs
//! carry as much information as seven pairs. If labels separate completely, the interval is the one of Newcombe (2006,
//! method 5) over the number of independent pairs of each kind. The deviations of a difference are the differences of
//! the deviations of both areas; its interval is symmetrical.
//!
//! `cargo bench -- labels` prints how often the intervals contain the truth.

use std::collections::{HashMap, HashSet};

use super::{LabelledPair, Scored};
use crate::base::DocNo;
use crate::base::units::counted;

/// Minimum number of pairs of each kind, no two of which share a document, for an interval.
const MIN_INDEPENDENT: usize = 6;

/// Factor for the products of pairs that share a document.
pub(super) const SHARED_FACTOR: f64 = 2.0;

/// The area under the ROC curve of scores over labelled pairs.
#[derive(Clone, Debug, PartialEq)]
pub struct AreaEstimate {
    /// The area, 0..=1.
    pub area: f64,
    /// Its 95 % interval for pairs of other documents, 0..=1; `None` if there are too few labels: fewer than
    /// `MIN_INDEPENDENT` pairs of a kind without a common document, or one document in more than half of the pairs.
    pub interval: Option<(f64, f64)>,
    /// Number of pairs of the rarer kind, no two of which share a document.
    pub apart: usize,
    /// The documents of each pair, and the deviation of its placement.
    deviations: Vec<(DocNo, DocNo, f64)>,
}

impl AreaEstimate {
    /// Returns the area and its interval; `scores` has the score of each pair. `None` with pairs of one kind only.
    /// Cost: one sort.
    pub fn estimate(pairs: &[LabelledPair], scores: &[f64]) -> Option<Self> {
        let (area, deviations) = deviations(&Scored::all(pairs, scores))?;
        let documents = pairs.iter().map(|pair| (pair.a, pair.b)).zip(&deviations);
        let deviations: Vec<(DocNo, DocNo, f64)> = documents
            .map(|((a, b), deviation)| (a, b, *deviation))
            .collect();
        let [positive, negative] = [true, false].map(|kind| {
            let of_kind = pairs.iter().filter(|pair| pair.positive == kind);
            apart(of_kind.map(|pair| (pair.a, pair.b)))
        });
        let apart = positive.min(negative);
        let interval = variance(&deviations, apart).map(|(variance, quantile)| {
            if variance <= 0.0 || area <= 0.0 || area >= 1.0 {
                return newcombe_interval(area, positive as f64, negative as f64);
            }
            let logit_area = (area / (1.0 - area)).ln();
            let half = quantile * variance.sqrt() / (area * (1.0 - area));
            let from_logit = |logit: f64| 1.0 / (1.0 + (-logit).exp());
            (from_logit(logit_area - half), from_logit(logit_area + half))
        });
        Some(AreaEstimate {
            area,
            interval,
            apart,
            deviations,
        })
    }

    /// Description of the interval.
    pub fn about(&self) -> String {
        let heading = match self.interval {
            Some(_) => "95 % interval for pairs of other documents",
            None => "no 95 % interval",
        };
        let apart = counted(self.apart as u64, "independent pair", "independent pairs");
        format!(
            "{heading} (DeLong with shared documents, docs/labels.md): each kind counts as {apart}, as many as share no document"
        )
    }

    /// The 95 % interval of this area minus `other`'s over the same labelled pairs, for pairs of other documents,
    /// -1..=1. `None` if the labels differ or are not enough, for example because both orders are equal. Cost: the
    /// number of pairs.
    pub fn difference(&self, other: &Self) -> Option<(f64, f64)> {
        if self.deviations.len() != other.deviations.len() {
            return None;
        }
        let zipped = self.deviations.iter().zip(&other.deviations);
        let deviation = |(x, y): (&(DocNo, DocNo, f64), &(DocNo, DocNo, f64))| {
            ((x.0, x.1) == (y.0, y.1)).then_some((x.0, x.1, x.2 - y.2))
        };
        let deviations: Option<Vec<_>> = zipped.map(deviation).collect();
        let (variance, quantile) = variance(&deviations?, self.apart)?;
        let (difference, half) = (self.area - other.area, quantile * variance.sqrt());
        (half > 0.0).then_some((difference - half, difference + half))
    }
}

/// Sums over pairs and their deviations.
pub(super) struct DeviationSums {
    /// Sum of the squares.
    pub own: f64,
    /// Sum of the products of every two pairs that share a document; not below 0.
    pub shared: f64,
    /// Maximum number of pairs of one document.
    max_pairs: usize,
}

impl DeviationSums {
    pub fn new(deviations: &[(DocNo, DocNo, f64)]) -> Self {
        let mut by_document: HashMap<DocNo, (f64, usize)> = HashMap::new();
        let mut own = 0.0;
        for &(a, b, deviation) in deviations {
            own += deviation * deviation;
            for document in [a, b] {
                let sum = by_document.entry(document).or_default();
                sum.0 += deviation;
                sum.1 += 1;
            }
        }
        // Sorted, so that the sum is the same in each run.
        let mut squared_sums: Vec<f64> = by_document.values().map(|(sum, _)| sum * sum).collect();
        squared_sums.sort_unstable_by(f64::total_cmp);
        let squares: f64 = squared_sums.iter().sum();
        DeviationSums {
            own,
            // The sums of both documents of a pair contain its own square.
            shared: (squares - 2.0 * own).max(0.0),
            max_pairs: by_document.values().map(|sum| sum.1).max().unwrap_or(0),
        }
    }
}

/// Returns the variance of the sum of deviations and the quantile of Student's distribution for it. `rarer` is the
/// number of pairs of the rarer kind that share no document. `None` with fewer than `MIN_INDEPENDENT` of them, or with
/// one document in more than half of the pairs.
fn variance(deviations: &[(DocNo, DocNo, f64)], rarer: usize) -> Option<(f64, f64)> {
    let sums = DeviationSums::new(deviations);
    if rarer < MIN_INDEPENDENT || 2 * sums.max_pairs > deviations.len() {
        return None;
    }
    let apart = apart(deviations.iter().map(|(a, b, _)| (*a, *b))).max(rarer) as f64;
    let variance = (sums.own + SHARED_FACTOR * sums.shared) * apart / (apart - 2.0);
    Some((variance, student(rarer as f64 - 2.0)))
}

/// Returns the area, and for each pair the deviation of its placement from the area, divided by the number of pairs of
/// its kind with Bessel's correction. Ties count half. `None` if there are pairs of one kind only, or a score is not a
/// number.
fn deviations(scored: &[Scored]) -> Option<(f64, Vec<f64>)> {
    let positive = scored.iter().filter(|s| s.positive).count();
    let negative = scored.len() - positive;
    if positive == 0 || negative == 0 || scored.iter().any(|s| s.score.is_nan()) {
        return None;
    }
    let mut order: Vec<usize> = (0..scored.len()).collect();
    order.sort_unstable_by(|x, y| scored[*x].score.total_cmp(&scored[*y].score));
    let mut placements = vec![0.0; scored.len()];
    let (mut below, mut area) = ((0, 0), 0.0);
    for tied in order.chunk_by(|x, y| scored[*x].score == scored[*y].score) {
        let tied_positive = tied.iter().filter(|at| scored[**at].positive).count();
        let tied_negative = tied.len() - tied_positive;
        let positive_placement = (below.1 as f64 + tied_negative as f64 / 2.0) / negative as f64;
        let above = positive - tied_positive - below.0;
        let negative_placement = (above as f64 + tied_positive as f64 / 2.0) / positive as f64;
        for &at in tied {
            placements[at] = if scored[at].positive {
                positive_placement
            } else {
                negative_placement
            };
        }
        area += tied_positive as f64 * (below.1 as f64 + tied_negative as f64 / 2.0);
        below = (below.0 + tied_positive, below.1 + tied_negative);
    }
    // One division, so that separating labels have an area of exactly 1.
    let area = area / (positive as f64 * negative as f64);
    let deviation = |(placement, pair): (f64, &Scored)| {
        let number = if pair.positive { positive } else { negative } as f64;
        (placement - area) / (number * (number - 1.0).max(1.0)).sqrt()
    };
    let values = placements.into_iter().zip(scored).map(deviation).collect();
    Some((area, values))
}

/// Number of pairs, no two of which share a document: takes, in order, each pair whose documents are both free.
pub(super) fn apart(pairs: impl Iterator<Item = (DocNo, DocNo)>) -> usize {
    let mut taken = HashSet::new();
    let free = pairs.filter(|(a, b)| {
        let is_free = !taken.contains(a) && !taken.contains(b);
        if is_free {
            taken.extend([*a, *b]);
        }
        is_free
    });
    free.count()
}

/// The 97.5th percentile of Student's distribution with `freedom` >= 4 degrees of freedom (Cornish, Fisher; the error
/// is below 0.01, from 30 on below 10⁻⁴).
pub(super) fn student(freedom: f64) -> f64 {
    let z = Z;
    let terms = [
        z,
        (z.powi(3) + z) / 4.0,
        (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0,
        (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0,
    ];
    let terms = terms.iter().rev();
    terms.fold(0.0, |sum, term| sum / freedom + term)
}

/// The 97.5th percentile of the standard normal distribution.
pub(super) const Z: f64 = 1.959_963_984_540_054;

/// Returns the range of true areas for which `area` is not unlikely, with the variance of Hanley and McNeil (1982) at
/// the mean of both numbers.
fn newcombe_interval(area: f64, positive: f64, negative: f64) -> (f64, f64) {
    let half = f64::midpoint(positive, negative) - 1.0;
    let variance = |t: f64| {
        let spread = 1.0 + half * ((1.0 - t) / (2.0 - t) + t / (1.0 + t));
        t * (1.0 - t) * spread / (positive * negative)
    };
    let is_likely = |t: f64| (t - area).abs() <= Z * variance(t).sqrt();
    let end = |limit: f64| {
        let (mut within, mut beyond) = (area, limit);
        for _ in 0..60 {
            let middle = f64::midpoint(within, beyond);
            *(if is_likely(middle) {
                &mut within
            } else {
                &mut beyond
            }) = middle;
        }
        within
    };
    (end(0.0), end(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::threshold_interval::Draws;

    fn label((a, b): (usize, usize), positive: bool) -> LabelledPair {
        LabelledPair {
            a: DocNo::at(a),
            b: DocNo::at(b),
            label: 0,
            positive,
        }
    }

    #[test]
    fn deviations_follow_the_definition() {
        // By hand: 0.3 is above one of three negative pairs and equal to one, 0.8 above all.
        let scores = [
            (0.1, false),
            (0.3, true),
            (0.3, false),
            (0.5, false),
            (0.8, true),
        ];
        let scored = scores.map(|(score, positive)| Scored { score, positive });
        let (area, deviations) = deviations(&scored).unwrap();
        assert!((area - 0.75).abs() < 1e-12);
        let expected = [
            (1.0 - 0.75) / 6.0_f64.sqrt(),
            (0.5 - 0.75) / 2.0_f64.sqrt(),
            (0.75 - 0.75) / 6.0_f64.sqrt(),
            (0.5 - 0.75) / 6.0_f64.sqrt(),
            (1.0 - 0.75) / 2.0_f64.sqrt(),
        ];
        for (got, expected) in deviations.iter().zip(expected) {
            assert!((got - expected).abs() < 1e-12, "{got} {expected}");
        }
    }

    #[test]
    fn quantiles_equal_the_table() {
        for (freedom, expected, error) in [
            (4.0, 2.7764, 1e-2),
            (30.0, 2.0423, 1e-4),
            (1e9, 1.9600, 1e-4),
        ] {
            assert!((student(freedom) - expected).abs() < error, "{freedom}");
        }
    }

    /// Labels and scores for these pairs of documents; half of the variance of a score is due to the documents.
    fn drawn(draws: &mut Draws, pairs: &[(usize, usize)]) -> (Vec<LabelledPair>, Vec<f64>) {
        let documents = pairs.iter().map(|pair| pair.1 + 1).max().unwrap();
        let effects: Vec<f64> = (0..documents).map(|_| 0.5 * draws.normal()).collect();
        let labelled = |(a, b): (usize, usize)| {
            let positive = draws.unit() <= 0.4;
            let shift = if positive { 0.9 } else { -0.9 };
            let score = shift + effects[a] + effects[b] + 0.5_f64.sqrt() * draws.normal();
            (label((a, b), positive), score)
        };
        pairs.iter().copied().map(labelled).unzip()
    }

    fn disjoint_pairs() -> Vec<(usize, usize)> {
        (0..60).map(|i| (2 * i, 2 * i + 1)).collect()
    }

    #[test]
    fn intervals_contain_the_truth_as_often_as_they_say() {
        // The difference of two scores has mean 1.8 and variance 2: the area is Φ(1.8 / √2). The means of the worse
        // scores differ by 1.6.
        let (area, worse_area) = (0.898_454, 0.871_050);
        let mut draws = Draws(20);
        let complete = |n: usize| (0..n).flat_map(move |a| (a + 1..n).map(move |b| (a, b)));
        for design in [
            complete(30).collect(),
            complete(60).collect(),
            disjoint_pairs(),
            (7..210).map(|b| (b % 7, b)).collect::<Vec<_>>(),
        ] {
            let mut inside = [0, 0];
            for _ in 0..300 {
                let (pairs, scores) = drawn(&mut draws, &design);
                let worse = pairs.iter().zip(&scores).map(|(pair, score)| {
                    let side = if pair.positive { 1.0 } else { -1.0 };
                    0.8 * side + 0.8 * (score - 0.9 * side) + 0.6 * draws.normal()
                });
                let worse: Vec<f64> = worse.collect();
                let [first, second] =
                    [scores, worse].map(|scores| AreaEstimate::estimate(&pairs, &scores).unwrap());
                let intervals = [first.interval, first.difference(&second)].map(Option::unwrap);
                for (at, truth) in [area, area - worse_area].into_iter().enumerate() {
                    inside[at] += u32::from((intervals[at].0..=intervals[at].1).contains(&truth));
                }
            }
            // With only seven documents in all pairs, the intervals are wide.
            let max = if design.len() == 203 { 300 } else { 298 };
            let is_covered = inside.iter().all(|inside| (276..=max).contains(inside));
            assert!(is_covered, "{design:?}: {inside:?}");
        }
    }

    #[test]
    fn separating_labels_have_an_interval_and_too_few_have_none() {
        let pairs: Vec<LabelledPair> = (0..40).map(|i| label((2 * i, 2 * i + 1), i < 6)).collect();
        // In floating point, six times a sixth is less than one.
        let scores: Vec<f64> = (0..40).map(|i| 1.0 / f64::from(i + 1)).collect();
        let estimate_from = |from: usize| AreaEstimate::estimate(&pairs[from..], &scores[from..]);
        let (low, high) = estimate_from(0).unwrap().interval.unwrap();
        assert!(low > 0.7 && low < 0.95 && high == 1.0, "{low} {high}");
        assert_eq!(estimate_from(1).unwrap().interval, None, "five of a kind");
        assert_eq!(estimate_from(6), None, "one kind");
        let star: Vec<LabelledPair> = (1..60).map(|i| label((0, i), i < 20)).collect();
        let scores: Vec<f64> = (1..60).map(|i| 1.0 / f64::from(i)).collect();
        let of_star = AreaEstimate::estimate(&star, &scores).unwrap();
        assert_eq!(of_star.interval, None, "one document in all");
        assert_eq!(of_star.difference(&of_star), None, "one document in all");
    }
}
