//! Figures of labelled pairs over resampled documents, and intervals from them.

use rayon::prelude::*;

use super::Scored;
use super::draws::Draws;
use super::dyads::Dyads;
use super::placements::Z;
use crate::text::shingles::mix;

/// Labels that are counted over all resamples, at most; more labels are resampled less often.
const VISITS: usize = 100_000_000;

/// Least and greatest number of resamples.
const RESAMPLES: (usize, usize) = (200, 2_000);

/// Share of resamples, at least, that must have a figure for an interval.
const NEEDED: f64 = 0.9;

/// Number of resamples of so many labels.
#[must_use]
pub fn resamples(labels: usize) -> usize {
    (VISITS / labels.max(1)).clamp(RESAMPLES.0, RESAMPLES.1)
}

/// For each resample of the documents, what `figure` makes of the weights of the pairs. Always the same for the same pairs. Runs on the worker pool.
pub(super) fn over_documents<T: Send>(
    dyads: &Dyads,
    figure: impl Fn(&[u64]) -> T + Sync,
) -> Vec<T> {
    let one = |draw: usize| {
        let counts = dyads.resample(&mut Draws(mix(draw as u64 + 1)));
        figure(&dyads.weights(&counts))
    };
    let resamples = 0..resamples(dyads.pairs());
    resamples.into_par_iter().map(one).collect()
}

/// The 95 % interval of a figure: normal, with the standard deviation of its resampled values times `scale`. Its
/// middle is the figure without its bias, which is as far from the figure as the figure from the mean of the resampled
/// values (Efron, Tibshirani 1993, chapter 10): pairs that share documents make both greater. `None` if too many resamples have no
/// figure.
pub(super) fn interval(figure: f64, resampled: &[Option<f64>], scale: f64) -> Option<(f64, f64)> {
    let values: Vec<f64> = resampled.iter().copied().flatten().collect();
    let number = values.len() as f64;
    if number < NEEDED * resampled.len() as f64 || values.len() < 2 {
        return None;
    }
    let mean = values.iter().sum::<f64>() / number;
    let squares = values.iter().map(|value| (value - mean).powi(2));
    let half = Z * scale * (squares.sum::<f64>() / (number - 1.0)).sqrt();
    let middle = 2.0 * figure - mean;
    Some(((middle - half).min(figure), (middle + half).max(figure)))
}

/// Labelled pairs in order of their scores, for their area with weights.
pub(super) struct Ranked {
    /// Pairs by descending score.
    order: Vec<u32>,
    /// The first place behind each run of equal scores.
    ends: Vec<u32>,
    is_positive: Vec<bool>,
}

impl Ranked {
    pub fn of(scored: &[Scored]) -> Self {
        let mut order: Vec<u32> = (0..scored.len() as u32).collect();
        order.sort_by(|x, y| {
            let score = |at: &u32| scored[*at as usize].score;
            score(y).total_cmp(&score(x))
        });
        let runs = order.chunk_by(|x, y| scored[*x as usize].score == scored[*y as usize].score);
        let mut end = 0;
        let ends = runs.map(|run| {
            end += run.len() as u32;
            end
        });
        Ranked {
            ends: ends.collect(),
            is_positive: scored.iter().map(|s| s.positive).collect(),
            order,
        }
    }

    /// Area under the ROC curve with these weights; `None` if no positive or no negative pair has weight.
    pub fn area(&self, weights: &[u64]) -> Option<f64> {
        // (Positive, negative) weight of each run.
        let mut runs = Vec::with_capacity(self.ends.len());
        let (mut from, mut positive, mut negative) = (0, 0, 0);
        for &end in &self.ends {
            let (mut up, mut down) = (0, 0);
            for &pair in &self.order[from..end as usize] {
                let pair = pair as usize;
                match self.is_positive[pair] {
                    true => up += weights[pair],
                    false => down += weights[pair],
                }
            }
            from = end as usize;
            positive += up;
            negative += down;
            runs.push((up, down));
        }
        if positive == 0 || negative == 0 {
            return None;
        }
        let (mut hits, mut area) = (0, 0.0);
        for (up, down) in runs {
            area += down as f64 * (hits as f64 + up as f64 / 2.0);
            hits += up;
        }
        Some(area / (positive as f64 * negative as f64))
    }
}

#[cfg(test)]
mod tests {
    use super::super::Curve;
    use super::*;
    use crate::base::DocNo;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn weighted_figures_are_those_of_repeated_pairs(
            labelled in prop::collection::vec((0_u32..6, any::<bool>(), 0_u64..4), 1..30),
        ) {
            let one = |(score, positive, _): &(u32, bool, u64)| Scored {
                score: f64::from(*score) / 5.0,
                positive: *positive,
            };
            let scored: Vec<Scored> = labelled.iter().map(one).collect();
            let repeated = labelled.iter().flat_map(|l| (0..l.2).map(move |_| one(l)));
            let curve = Curve::of(&repeated.collect::<Vec<_>>());
            let weights: Vec<u64> = labelled.iter().map(|l| l.2).collect();
            prop_assert_eq!(Ranked::of(&scored).area(&weights), curve.area());
        }
    }

    #[test]
    fn intervals_are_scaled_and_corrected_for_bias() {
        // Mean 1, standard deviation 2.
        let values = [-1.0, 1.0, 3.0].map(Some);
        let near = |got: Option<(f64, f64)>, want: (f64, f64)| {
            let got = got.unwrap();
            assert!(
                (got.0 - want.0).abs() < 1e-12 && (got.1 - want.1).abs() < 1e-12,
                "{got:?}"
            );
        };
        near(interval(1.0, &values, 1.0), (1.0 - 2.0 * Z, 1.0 + 2.0 * Z));
        near(interval(0.5, &values, 0.5), (-Z, Z));
        assert_eq!(interval(0.5, &[Some(0.5), Some(0.6), None], 1.0), None);
        assert_eq!(interval(0.5, &[], 1.0), None);
    }

    #[test]
    fn resampled_figures_are_repeated_and_fewer_for_many_labels() {
        let dyads = Dyads::of((0..9).map(|i| (DocNo::at(i), DocNo::at(i + 1))));
        let sums = || over_documents(&dyads, |weights| weights.iter().sum::<u64>());
        assert_eq!((sums(), sums().len()), (sums(), 2_000));
        assert_eq!(
            [resamples(0), resamples(200_000), resamples(10_000_000)],
            [2_000, 500, 200]
        );
    }
}
