//! Evaluation of thresholds as classifiers of labelled pairs, at all thresholds at once.
//!
//! Precision, recall and F1 at each score that occurs; the area under the ROC curve as the share of
//! positive-negative combinations in the right order (ties count half; Mann, Whitney 1947); average
//! precision as the sum of precision over the steps of recall; and the threshold with the best F1,
//! with a bootstrap interval (Efron 1979).

use crate::text::shingles::mix;

/// Score and label of one pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scored {
    /// Similarity, 0..=1.
    pub score: f64,
    /// Whether the pair is labelled near-duplicate.
    pub positive: bool,
}

impl Scored {
    /// (Score, positive pairs, negative pairs), for [`Curve::of_counts`].
    #[must_use]
    pub fn counts(&self) -> (f64, u64, u64) {
        (
            self.score,
            u64::from(self.positive),
            u64::from(!self.positive),
        )
    }
}

/// Confusion matrix of one threshold: pairs at or above it are classified as near-duplicates.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// The threshold, 0..=1.
    pub threshold: f64,
    /// True positives: positive pairs at or above the threshold.
    pub hits: u64,
    /// False positives: negative pairs at or above the threshold.
    pub false_alarms: u64,
    /// False negatives: positive pairs below the threshold.
    pub missed: u64,
    /// True negatives: negative pairs below the threshold.
    pub passed: u64,
}

impl Point {
    /// `hits / (hits + false alarms)`; 1 if no pair is classified as near-duplicate.
    #[must_use]
    pub fn precision(&self) -> f64 {
        share(self.hits, self.hits + self.false_alarms, 1.0)
    }

    /// `hits / (hits + missed)`; 0 without positive pairs.
    #[must_use]
    pub fn recall(&self) -> f64 {
        share(self.hits, self.hits + self.missed, 0.0)
    }

    /// `false alarms / (false alarms + passed)`; 0 without negative pairs.
    #[must_use]
    pub fn false_alarm_rate(&self) -> f64 {
        share(self.false_alarms, self.false_alarms + self.passed, 0.0)
    }

    /// Harmonic mean of precision and recall: `2·hits / (2·hits + false alarms + missed)`.
    #[must_use]
    pub fn f1(&self) -> f64 {
        share(
            2 * self.hits,
            2 * self.hits + self.false_alarms + self.missed,
            0.0,
        )
    }
}

fn share(part: u64, whole: u64, of_none: f64) -> f64 {
    if whole == 0 {
        of_none
    } else {
        part as f64 / whole as f64
    }
}

/// Counts of positive and negative pairs by score; answers queries for any threshold.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// (Score, positive pairs, negative pairs), scores descending.
    steps: Vec<(f64, u64, u64)>,
    positive: u64,
    negative: u64,
}

impl Curve {
    /// Curve of `scored`.
    #[must_use]
    pub fn of(scored: &[Scored]) -> Self {
        Self::of_counts(scored.iter().map(Scored::counts).collect())
    }

    /// Curve of counts (score, positive, negative), in any order; equal scores are summed.
    #[must_use]
    pub fn of_counts(mut counts: Vec<(f64, u64, u64)>) -> Self {
        counts.retain(|count| (count.1, count.2) != (0, 0));
        counts.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
        let mut steps: Vec<(f64, u64, u64)> = Vec::new();
        for (score, positive, negative) in counts {
            match steps.last_mut() {
                Some(last) if last.0 == score => {
                    last.1 += positive;
                    last.2 += negative;
                }
                _ => steps.push((score, positive, negative)),
            }
        }
        Curve {
            positive: steps.iter().map(|s| s.1).sum(),
            negative: steps.iter().map(|s| s.2).sum(),
            steps,
        }
    }

    /// Confusion matrix at `threshold`. Cost: O(number of distinct scores).
    #[must_use]
    pub fn at(&self, threshold: f64) -> Point {
        let called = self.steps.iter().take_while(|step| step.0 >= threshold);
        let (hits, false_alarms) = called.fold((0, 0), |sum, s| (sum.0 + s.1, sum.1 + s.2));
        self.point(threshold, hits, false_alarms)
    }

    /// One point per distinct score, descending.
    #[must_use]
    pub fn points(&self) -> Vec<Point> {
        let (mut hits, mut false_alarms) = (0, 0);
        let of_step = |&(score, positive, negative): &(f64, u64, u64)| {
            hits += positive;
            false_alarms += negative;
            self.point(score, hits, false_alarms)
        };
        self.steps.iter().map(of_step).collect()
    }

    fn point(&self, threshold: f64, hits: u64, false_alarms: u64) -> Point {
        Point {
            threshold,
            hits,
            false_alarms,
            missed: self.positive - hits,
            passed: self.negative - false_alarms,
        }
    }

    /// Point with the highest F1; among equals, the one with the highest threshold. `None` without
    /// positive pairs.
    #[must_use]
    pub fn best(&self) -> Option<Point> {
        let better = |best: Option<Point>, point: Point| match best {
            Some(best) if best.f1() >= point.f1() => Some(best),
            _ => Some(point),
        };
        let best = self.points().into_iter().fold(None, better);
        best.filter(|_| self.positive > 0)
    }

    /// Area under the ROC curve: the probability that a positive pair scores above a negative one,
    /// ties counted half. `None` if there are no positive or no negative pairs.
    #[must_use]
    pub fn area(&self) -> Option<f64> {
        if self.positive == 0 || self.negative == 0 {
            return None;
        }
        let (mut above, mut area) = (0_u64, 0.0);
        for &(_, positive, negative) in &self.steps {
            area += negative as f64 * (above as f64 + positive as f64 / 2.0);
            above += positive;
        }
        Some(area / (self.positive as f64 * self.negative as f64))
    }

    /// Average precision: the sum, over descending scores, of precision × increase of recall.
    /// `None` without positive pairs.
    #[must_use]
    pub fn average_precision(&self) -> Option<f64> {
        if self.positive == 0 {
            return None;
        }
        let (mut before, mut sum) = (0.0, 0.0);
        for point in self.points() {
            sum += (point.recall() - before) * point.precision();
            before = point.recall();
        }
        Some(sum)
    }

    /// 95 % bootstrap interval of the best threshold over `rounds` samples, each of as many pairs
    /// as there are, drawn with replacement. `None` without positive pairs.
    ///
    /// Above 4,000 pairs, the count of each score is drawn from a Poisson distribution instead
    /// (Hanley, MacGibbon 2006), after scores have been grouped into cells of 1/2048.
    #[must_use]
    pub fn best_interval(&self, rounds: usize, seed: u64) -> Option<(f64, f64)> {
        self.best()?;
        let mut draws = Draws(mix(seed ^ 0x626f_6f74_7374_7261));
        let mut bests: Vec<f64> = Vec::with_capacity(rounds);
        let few = self.positive + self.negative <= DRAWN;
        let (ends, coarse) = (self.ends(), self.coarse());
        let resample = |_| match few {
            true => self.redrawn(&ends, &mut draws),
            false => coarse.refilled(&mut draws),
        };
        bests.extend((0..rounds).map(resample).filter_map(best_threshold));
        bests.sort_unstable_by(f64::total_cmp);
        let at = |share: f64| {
            bests
                .get((share * (bests.len() as f64 - 1.0)).round() as usize)
                .copied()
        };
        Some((at(0.025)?, at(0.975)?))
    }

    /// Cumulative counts over the steps, positive before negative within each step.
    fn ends(&self) -> Vec<u64> {
        let mut ends: Vec<u64> = Vec::with_capacity(self.steps.len() * 2);
        let mut sum = 0;
        for &(_, positive, negative) in &self.steps {
            for count in [positive, negative] {
                sum += count;
                ends.push(sum);
            }
        }
        ends
    }

    /// A bootstrap sample: as many pairs as there are, drawn with replacement.
    fn redrawn(&self, ends: &[u64], draws: &mut Draws) -> Curve {
        let total = self.positive + self.negative;
        let mut counts = vec![0_u64; ends.len()];
        for _ in 0..total {
            let at = draws.below(total);
            counts[ends.partition_point(|end| *end <= at)] += 1;
        }
        let steps = self.steps.iter().zip(counts.chunks(2));
        Curve::of_counts(steps.map(|(step, c)| (step.0, c[0], c[1])).collect())
    }

    /// A Poisson bootstrap sample: each count is redrawn with itself as mean.
    fn refilled(&self, draws: &mut Draws) -> Curve {
        let steps = self.steps.iter();
        let drawn = steps.map(|&(score, positive, negative)| {
            (score, draws.poisson(positive), draws.poisson(negative))
        });
        Curve::of_counts(drawn.collect())
    }

    /// Scores grouped into cells of 1/2048; the lowest score of a cell represents it.
    fn coarse(&self) -> Curve {
        let cell = |score: f64| (score * 2048.0) as u32;
        let cells = self.steps.chunk_by(|a, b| cell(a.0) == cell(b.0));
        let together = cells.map(|cell| {
            let sum = |of: fn(&(f64, u64, u64)) -> u64| cell.iter().map(of).sum();
            (cell[cell.len() - 1].0, sum(|s| s.1), sum(|s| s.2))
        });
        Curve::of_counts(together.collect())
    }
}

/// Maximum number of pairs for which each pair is drawn individually.
const DRAWN: u64 = 4_000;

fn best_threshold(curve: Curve) -> Option<f64> {
    curve.best().map(|best| best.threshold)
}

/// Deterministic pseudo-random numbers (SplitMix64; Steele, Lea, Flood 2014).
struct Draws(u64);

impl Draws {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A uniform number in `0..end`.
    fn below(&mut self, end: u64) -> u64 {
        // The high half of the product maps 64 random bits evenly to the range.
        ((u128::from(self.bits()) * u128::from(end)) >> 64) as u64
    }

    /// A uniform number in (0, 1].
    fn unit(&mut self) -> f64 {
        ((self.bits() >> 11) + 1) as f64 / (1_u64 << 53) as f64
    }

    /// A Poisson number with this mean: by multiplication of uniforms (Knuth) up to 64, above that
    /// by the normal approximation (Box, Muller 1958).
    fn poisson(&mut self, mean: u64) -> u64 {
        let (mean, large) = (mean as f64, mean > 64);
        if large {
            let (radius, angle) = ((-2.0 * self.unit().ln()).sqrt(), self.unit());
            let normal = radius * (std::f64::consts::TAU * angle).cos();
            return (mean + mean.sqrt() * normal).round().max(0.0) as u64;
        }
        let least = (-mean).exp();
        let (mut drawn, mut product) = (0, self.unit());
        while product > least {
            drawn += 1;
            product *= self.unit();
        }
        drawn
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn scored() -> impl Strategy<Value = Vec<Scored>> {
        // Few distinct scores, so that ties occur.
        let one = (0_u32..12, any::<bool>()).prop_map(|(score, positive)| Scored {
            score: f64::from(score) / 11.0,
            positive,
        });
        prop::collection::vec(one, 1..60)
    }

    proptest! {
        #[test]
        fn points_are_counts(scored in scored(), threshold in 0.0_f64..=1.0) {
            let point = Curve::of(&scored).at(threshold);
            let count = |above: bool, positive: bool| {
                scored.iter().filter(|s| (s.score >= threshold) == above && s.positive == positive).count() as u64
            };
            prop_assert_eq!(
                (point.hits, point.false_alarms, point.missed, point.passed),
                (count(true, true), count(true, false), count(false, true), count(false, false))
            );
        }

        #[test]
        fn the_area_is_the_share_of_couples_in_order(scored in scored()) {
            let (mut sum, mut couples) = (0.0, 0.0);
            for p in scored.iter().filter(|s| s.positive) {
                for n in scored.iter().filter(|s| !s.positive) {
                    couples += 1.0;
                    sum += if p.score > n.score { 1.0 } else if p.score == n.score { 0.5 } else { 0.0 };
                }
            }
            match Curve::of(&scored).area() {
                Some(area) => prop_assert!((area - sum / couples).abs() < 1e-12),
                None => prop_assert!(couples == 0.0),
            }
        }

        #[test]
        fn the_best_point_is_the_best_of_all_scores(scored in scored()) {
            let curve = Curve::of(&scored);
            let scores = scored.iter().map(|s| s.score);
            let most = scores.map(|score| curve.at(score).f1()).fold(0.0, f64::max);
            match curve.best() {
                Some(best) => {
                    prop_assert_eq!(best.f1(), most);
                    prop_assert_eq!(curve.at(best.threshold), best);
                    let (low, high) = curve.best_interval(50, 1).unwrap();
                    prop_assert!(low <= high);
                }
                None => prop_assert!(scored.iter().all(|s| !s.positive)),
            }
        }
    }

    #[test]
    fn poisson_numbers_have_their_mean_and_variance() {
        let mut draws = Draws(7);
        for mean in [0, 1, 5, 64, 65, 5_000] {
            let drawn: Vec<f64> = (0..4_000).map(|_| draws.poisson(mean) as f64).collect();
            let n = drawn.len() as f64;
            let average = drawn.iter().sum::<f64>() / n;
            let variance = drawn.iter().map(|d| (d - average).powi(2)).sum::<f64>() / n;
            // Five standard errors of the mean, and of the variance.
            let mean = mean as f64;
            assert!(
                (average - mean).abs() <= 5.0 * (mean / n).sqrt(),
                "{mean} {average}"
            );
            let error = ((mean + 2.0 * mean * mean) / n).sqrt();
            assert!((variance - mean).abs() <= 5.0 * error, "{mean} {variance}");
        }
    }

    #[test]
    fn many_pairs_have_the_interval_of_the_few_that_are_like_them() {
        // Positive and negative scores overlap between 0.4 and 0.6, so the best threshold is
        // uncertain.
        let step = |i: u32, times: u64| {
            let (positive, negative) = (
                u64::from(i.saturating_sub(40).min(20)),
                u64::from(60_u32.saturating_sub(i).min(20)),
            );
            (f64::from(i) / 100.0, positive * times, negative * times)
        };
        let curve = |times| Curve::of_counts((0..100).map(|i| step(i, times)).collect());
        let (few, many) = (curve(1), curve(400));
        assert!(few.positive + few.negative <= DRAWN && many.positive + many.negative > DRAWN);
        let wide = few.best_interval(400, 5).unwrap();
        let narrow = many.best_interval(400, 5).unwrap();
        assert!(wide.0 <= narrow.0 && narrow.1 <= wide.1);
        assert!(narrow.1 - narrow.0 < wide.1 - wide.0);
        let best = many.best().unwrap().threshold;
        assert!((narrow.0..=narrow.1).contains(&best), "{narrow:?} {best}");
        // Both sampling methods give about the same interval for the same pairs.
        let mut draws = Draws(1);
        let coarse = few.coarse();
        let mut bests: Vec<f64> = (0..400)
            .filter_map(|_| best_threshold(coarse.refilled(&mut draws)))
            .collect();
        bests.sort_unstable_by(f64::total_cmp);
        assert!((bests[10] - wide.0).abs() < 0.05 && (bests[389] - wide.1).abs() < 0.05);
    }

    #[test]
    fn average_precision_of_a_ranking() {
        // Hits at ranks 1, 3 and 4: (1 + 2/3 + 3/4) / 3.
        let scored: Vec<Scored> = [
            (0.9, true),
            (0.8, false),
            (0.7, true),
            (0.6, true),
            (0.1, false),
        ]
        .map(|(score, positive)| Scored { score, positive })
        .to_vec();
        let want = (1.0 + 2.0 / 3.0 + 3.0 / 4.0) / 3.0;
        let got = Curve::of(&scored).average_precision().unwrap();
        assert!((got - want).abs() < 1e-12);
    }

    #[test]
    fn a_clean_gap_gives_a_narrow_interval_and_noise_a_wide_one() {
        let clean: Vec<Scored> = (0..100)
            .map(|i| Scored {
                score: if i < 50 { 0.2 } else { 0.8 },
                positive: i >= 50,
            })
            .collect();
        let (low, high) = Curve::of(&clean).best_interval(200, 3).unwrap();
        assert_eq!((low, high), (0.8, 0.8));
    }
}
