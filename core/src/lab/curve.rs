//! Evaluation of all thresholds as classifiers of labelled pairs.
//!
//! - Precision, recall and F1 at each score that occurs.
//! - Area under the ROC curve: the share of positive-negative combinations in the right order; ties count half (Mann,
//!   Whitney 1947).
//! - Average precision: the sum of precision over the steps of recall.
//! - The threshold with the best F1, the plateau of thresholds that are as good, and an interval.

use super::{Scored, threshold_interval};
use crate::base::units;

/// Confusion matrix of one threshold: pairs at or above it are classified as near-duplicates.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CurvePoint {
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

impl CurvePoint {
    /// Returns the point at which all of these pairs are called near-duplicates.
    pub fn all_called(&self) -> CurvePoint {
        CurvePoint {
            threshold: 0.0,
            hits: self.hits + self.missed,
            false_alarms: self.false_alarms + self.passed,
            missed: 0,
            passed: 0,
        }
    }

    /// Whether F1 is less than .01 above the F1 of calling all pairs near-duplicates.
    pub fn is_no_better_than_all(&self) -> bool {
        self.f1() < self.all_called().f1() + 0.01
    }

    /// Message if this point, the best `what`, is no better than calling all pairs near-duplicates.
    pub fn no_gain(&self, what: &str) -> Option<String> {
        let [f1, all] = [self.f1(), self.all_called().f1()].map(units::share);
        let positive = self.hits + self.missed;
        let labelled = positive + self.false_alarms + self.passed;
        self.is_no_better_than_all().then(|| {
            format!(
                "no {what} has an F1 that is .01 higher than calling all pairs near-duplicates: {f1} at best, {all} with all, \
                 because {} of {} labelled pairs are near-duplicates",
                units::count(positive),
                units::count(labelled)
            )
        })
    }

    /// Message that F1 is highest with `setting`, with the false alarms, or that no setting gains anything.
    pub fn greatest_f1(&self, setting: &str) -> String {
        let no_gain = self.no_gain("setting of this grid at one threshold");
        no_gain.unwrap_or_else(|| {
            let [f1, all] = [self.f1(), self.all_called().f1()].map(units::share);
            let (alarms, independent) = (self.false_alarms, self.false_alarms + self.passed);
            format!(
                "at one threshold F1 is highest with {setting}: {f1}, false alarms {} of {}; {all} if all pairs are called near-duplicates; \
                 the highest of many is biased upwards, and F1 has no interval",
                units::count(alarms),
                units::counted(independent, "independent pair", "independent pairs")
            )
        })
    }

    /// `hits / (hits + false alarms)`; 1 if no pair is classified as near-duplicate.
    pub fn precision(&self) -> f64 {
        share(self.hits, self.hits + self.false_alarms, 1.0)
    }

    /// `hits / (hits + missed)`; 0 without positive pairs.
    pub fn recall(&self) -> f64 {
        share(self.hits, self.hits + self.missed, 0.0)
    }

    /// `false alarms / (false alarms + passed)`; 0 without negative pairs.
    pub fn false_alarm_rate(&self) -> f64 {
        share(self.false_alarms, self.false_alarms + self.passed, 0.0)
    }

    /// Harmonic mean of precision and recall: `2·hits / (2·hits + false alarms + missed)`.
    pub fn f1(&self) -> f64 {
        share(
            2 * self.hits,
            2 * self.hits + self.false_alarms + self.missed,
            0.0,
        )
    }
}

fn share(part: u64, total: u64, default: f64) -> f64 {
    if total == 0 {
        default
    } else {
        part as f64 / total as f64
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
    pub fn new(scored: &[Scored]) -> Self {
        Self::of_counts(scored.iter().map(Scored::counts).collect())
    }

    /// Curve of counts (score, positive, negative), in any order; equal scores are summed. Scores that are not a number
    /// are ignored.
    pub fn of_counts(mut counts: Vec<(f64, u64, u64)>) -> Self {
        counts.retain(|count| (count.1, count.2) != (0, 0) && !count.0.is_nan());
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
    pub fn at(&self, threshold: f64) -> CurvePoint {
        let called = self.steps.iter().take_while(|step| step.0 >= threshold);
        let (hits, false_alarms) = called.fold((0, 0), |sum, s| (sum.0 + s.1, sum.1 + s.2));
        self.point(threshold, hits, false_alarms)
    }

    /// One point per distinct score, descending.
    pub fn points(&self) -> Vec<CurvePoint> {
        let (mut hits, mut false_alarms) = (0, 0);
        let of_step = |&(score, positive, negative): &(f64, u64, u64)| {
            hits += positive;
            false_alarms += negative;
            self.point(score, hits, false_alarms)
        };
        self.steps.iter().map(of_step).collect()
    }

    fn point(&self, threshold: f64, hits: u64, false_alarms: u64) -> CurvePoint {
        CurvePoint {
            threshold,
            hits,
            false_alarms,
            missed: self.positive - hits,
            passed: self.negative - false_alarms,
        }
    }

    /// Returns the point at the lowest of the thresholds .001, .002 … whose precision is at least `precision`, 0..=1.
    /// `None` if there is none.
    fn most_hits_with_precision(&self, precision: f64) -> Option<CurvePoint> {
        let points = self.points();
        let at = |threshold: f64| {
            let called = points.partition_point(|point| point.threshold >= threshold);
            let last = points[..called].last()?;
            Some(CurvePoint { threshold, ..*last })
        };
        let mut thousandths = (1..=1000_u32).filter_map(|n| at(f64::from(n) / 1000.0));
        thousandths.find(|point| point.hits > 0 && point.precision() >= precision)
    }

    /// Message that recommends a threshold for a high precision with `setting`, for use if no threshold improves F1.
    pub fn choice_by_precision(&self, setting: &str) -> String {
        let Some(point) = self.most_hits_with_precision(RECOMMENDED_PRECISION) else {
            return "there is no threshold with nine near-duplicates in ten labelled pairs: these labels do not follow this similarity; \
                 try another k or --measure containment"
                .to_owned();
        };
        format!(
            "for a precision of nine in ten with {setting}, use {}: {} of the {} labelled pairs at or above it are near-duplicates (recall {}); \
             among unlabelled pairs the share may be lower",
            units::share(point.threshold),
            units::count(point.hits),
            units::count(point.hits + point.false_alarms),
            units::share(point.recall())
        )
    }

    /// Point with the highest F1: the middle of the [plateau](Self::plateau), or its upper end if no pair lies below
    /// it. `None` without positive pairs.
    pub fn best(&self) -> Option<CurvePoint> {
        let (low, high) = self.open_plateau()?;
        let middle = low.map(|low| f64::midpoint(low, high));
        // There is no middle between adjacent floating-point numbers.
        let middle = middle.filter(|middle| low < Some(*middle));
        Some(self.at(middle.unwrap_or(high)))
    }

    /// Range of thresholds with the highest F1, 0..=1, without its lower end. If there are several ranges, the highest
    /// one. `None` without positive pairs.
    pub fn plateau(&self) -> Option<(f64, f64)> {
        let (low, high) = self.open_plateau()?;
        Some((low.unwrap_or(0.0), high))
    }

    /// The plateau; its lower end is `None` if no pair lies below it.
    fn open_plateau(&self) -> Option<(Option<f64>, f64)> {
        let points = self.points();
        let best_f1 = points.iter().map(CurvePoint::f1).max_by(f64::total_cmp);
        let best_f1 = best_f1.filter(|_| self.positive > 0)?;
        let first = points.iter().position(|point| point.f1() == best_f1)?;
        let below = points[first..].iter().find(|point| point.f1() != best_f1);
        Some((below.map(|point| point.threshold), points[first].threshold))
    }

    /// Area under the ROC curve: the probability that a positive pair scores above a negative one,
    /// ties counted half. `None` if there are no positive or no negative pairs.
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
    pub fn average_precision(&self) -> Option<f64> {
        if self.positive == 0 {
            return None;
        }
        let (mut last_recall, mut sum) = (0.0, 0.0);
        for point in self.points() {
            sum += (point.recall() - last_recall) * point.precision();
            last_recall = point.recall();
        }
        Some(sum)
    }

    /// 95 % confidence interval of the best threshold, 0..=1, without its lower end; it contains the
    /// [plateau](Self::plateau). `share` of the pairs counts as independent ([`super::independent_share`]), 1 if no two
    /// pairs share a document. `None` without positive pairs, or if the interval would contain 0 only. More than 2,048
    /// different scores are grouped into cells of 1/2048. Source and cost: `threshold_interval`.
    pub fn best_interval(&self, share: f64) -> Option<(f64, f64)> {
        let best = self.best()?;
        let plateau = self.plateau()?;
        let coarse = (self.steps.len() > CELLS).then(|| self.coarse());
        let mut steps = coarse.as_ref().unwrap_or(self).steps.clone();
        steps.reverse();
        let interval = threshold_interval::interval(&steps, best.f1(), share).unwrap_or(plateau);
        let ends = (interval.0.min(plateau.0), interval.1.max(plateau.1));
        (ends.0 < ends.1).then_some(ends)
    }

    /// Scores grouped into cells of 1/2048; the lowest score of a cell represents it.
    fn coarse(&self) -> Curve {
        let cell = |score: f64| (score * CELLS as f64) as u32;
        let cells = self.steps.chunk_by(|a, b| cell(a.0) == cell(b.0));
        let counts = cells.map(|cell| {
            let sum = |field: fn(&(f64, u64, u64)) -> u64| cell.iter().map(field).sum();
            (cell[cell.len() - 1].0, sum(|s| s.1), sum(|s| s.2))
        });
        Curve::of_counts(counts.collect())
    }
}

/// Precision of the recommended threshold if no threshold improves F1.
const RECOMMENDED_PRECISION: f64 = 0.9;

/// Number of cells that scores are grouped into for the interval.
const CELLS: usize = 2048;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn scored() -> impl Strategy<Value = Vec<Scored>> {
        // Few distinct scores, so that ties occur.
        let pair = (0_u32..12, any::<bool>()).prop_map(|(score, positive)| Scored {
            score: f64::from(score) / 11.0,
            positive,
        });
        prop::collection::vec(pair, 1..60)
    }

    proptest! {
        #[test]
        fn points_are_counts(scored in scored(), threshold in 0.0_f64..=1.0) {
            let point = Curve::new(&scored).at(threshold);
            let count = |above: bool, positive: bool| {
                scored.iter().filter(|s| (s.score >= threshold) == above && s.positive == positive).count() as u64
            };
            prop_assert_eq!(
                (point.hits, point.false_alarms, point.missed, point.passed),
                (count(true, true), count(true, false), count(false, true), count(false, false))
            );
            prop_assert_eq!(point.all_called(), Curve::new(&scored).at(0.0));
        }

        #[test]
        fn the_choice_by_precision_is_the_lowest_threshold_with_that_precision(scored in scored(), tenths in 1_u32..=10) {
            let (curve, precision) = (Curve::new(&scored), f64::from(tenths) / 10.0);
            let mut points = (1..=1000_u32).map(|n| curve.at(f64::from(n) / 1000.0));
            let expected = points.find(|point| point.hits > 0 && point.precision() >= precision);
            prop_assert_eq!(curve.most_hits_with_precision(precision), expected);
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
            match Curve::new(&scored).area() {
                Some(area) => prop_assert!((area - sum / couples).abs() < 1e-12),
                None => prop_assert!(couples == 0.0),
            }
        }

        #[test]
        fn the_best_point_is_the_best_of_all_scores(scored in scored()) {
            let curve = Curve::new(&scored);
            let scores = scored.iter().map(|s| s.score);
            let best_f1 = scores.map(|score| curve.at(score).f1()).fold(0.0, f64::max);
            match curve.best() {
                Some(best) => {
                    prop_assert_eq!(best.f1(), best_f1);
                    prop_assert_eq!(curve.at(best.threshold), best);
                    let (lower, upper) = curve.plateau().unwrap();
                    prop_assert!(lower <= best.threshold && best.threshold <= upper);
                    // There is no interval if it would contain 0 only.
                    if let Some((low, high)) = curve.best_interval(1.0) {
                        prop_assert!(low <= lower && upper <= high, "{} {}", low, high);
                    }
                    prop_assert_eq!(curve.at(upper).f1(), best_f1);
                    prop_assert!(lower == 0.0 || curve.at(lower).f1() < best_f1);
                }
                None => prop_assert!(scored.iter().all(|s| !s.positive)),
            }
        }
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
        let expected = (1.0 + 2.0 / 3.0 + 3.0 / 4.0) / 3.0;
        let got = Curve::new(&scored).average_precision().unwrap();
        assert!((got - expected).abs() < 1e-12);
    }

    #[test]
    fn a_clean_gap_is_the_plateau_and_its_middle_the_best() {
        let clean: Vec<Scored> = (0..100)
            .map(|i| Scored {
                score: if i < 50 { 0.2 } else { 0.8 },
                positive: i >= 50,
            })
            .collect();
        let curve = Curve::new(&clean);
        assert_eq!(curve.plateau(), Some((0.2, 0.8)));
        assert_eq!(curve.best_interval(1.0), Some((0.2, 0.8)));
        assert_eq!(curve.best().map(|best| best.threshold), Some(0.5));
    }
}
