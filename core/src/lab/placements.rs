//! Area under the ROC curve with its variance after DeLong, DeLong, Clarke-Pearson (1988), computed from midranks
//! (Sun, Xu 2014) in O(n log n); ties count half.
//!
//! The placement of a positive pair is the share of negative pairs that score below it, that of a negative pair the
//! share of positive pairs above it. The area is the mean of either, and its variance follows from theirs. Pairs are
//! taken as independent of each other; [`super::label_intervals`] also gives an interval without that assumption.
//!
//! The interval is DeLong's on the scale of the logit (Pepe 2003; Qin, Hotilovac 2008), which stays between 0 and 1.
//! Where the variance is zero or unknown, as with labels that separate or with one positive pair, it is Newcombe's
//! (2006, method 5).

use super::Scored;

/// The 97.5th percentile of the standard normal distribution.
pub const Z: f64 = 1.959_963_984_540_054;

/// The area and the placements that make it.
#[derive(Clone, Debug, PartialEq)]
pub struct Placements {
    /// Area under the ROC curve, 0..=1.
    pub area: f64,
    /// For each pair, in the order given, how far its placement lies from the area, over the pairs of its class.
    pub influence: Vec<f64>,
    /// Whether each pair is positive.
    is_positive: Vec<bool>,
    /// Numbers of positive and negative pairs.
    counts: (usize, usize),
}

impl Placements {
    /// Of pairs in any order. `None` without positive or without negative pairs, or with a score that is no number.
    #[must_use]
    pub fn of(scored: &[Scored]) -> Option<Self> {
        let positive = scored.iter().filter(|s| s.positive).count();
        let negative = scored.len() - positive;
        if positive == 0 || negative == 0 || scored.iter().any(|s| s.score.is_nan()) {
            return None;
        }
        let mut order: Vec<usize> = (0..scored.len()).collect();
        order.sort_unstable_by(|x, y| scored[*x].score.total_cmp(&scored[*y].score));
        let mut placements = vec![0.0; scored.len()];
        let (mut positive_below, mut negative_below) = (0, 0);
        for alike in order.chunk_by(|x, y| scored[*x].score == scored[*y].score) {
            let of_group = alike.iter().filter(|at| scored[**at].positive).count();
            let (up, down) = (of_group as f64, (alike.len() - of_group) as f64);
            let of_positive = (f64::from(negative_below) + down / 2.0) / negative as f64;
            let above = (positive - of_group) as f64 - f64::from(positive_below);
            let of_negative = (above + up / 2.0) / positive as f64;
            for &at in alike {
                placements[at] = match scored[at].positive {
                    true => of_positive,
                    false => of_negative,
                };
            }
            positive_below += of_group as u32;
            negative_below += (alike.len() - of_group) as u32;
        }
        let is_positive: Vec<bool> = scored.iter().map(|s| s.positive).collect();
        let of_positive = placements.iter().zip(&is_positive).filter(|(_, is)| **is);
        let area = of_positive.map(|(placement, _)| placement).sum::<f64>() / positive as f64;
        let each = placements.iter().zip(&is_positive);
        let influence = each.map(|(placement, is_positive)| {
            let class = if *is_positive { positive } else { negative };
            (placement - area) / class as f64
        });
        Some(Placements {
            area,
            influence: influence.collect(),
            is_positive,
            counts: (positive, negative),
        })
    }

    /// DeLong's variance of the area, with Bessel's correction for each class; `None` with one pair of a class, whose
    /// spread is unknown.
    #[must_use]
    pub fn variance(&self) -> Option<f64> {
        let (mut of_positive, mut of_negative) = (0.0, 0.0);
        for (influence, is_positive) in self.influence.iter().zip(&self.is_positive) {
            let square = influence * influence;
            match is_positive {
                true => of_positive += square,
                false => of_negative += square,
            }
        }
        let (positive, negative) = self.counts;
        let corrected = |sum: f64, of: usize| (of > 1).then(|| sum * of as f64 / (of - 1) as f64);
        Some(corrected(of_positive, positive)? + corrected(of_negative, negative)?)
    }

    /// 95 % interval of the area if pairs are independent.
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        match self.variance() {
            Some(variance) if variance > 0.0 && self.area > 0.0 && self.area < 1.0 => {
                on_the_logit_scale(self.area, variance)
            }
            _ => newcombe(self.area, self.counts.0 as f64, self.counts.1 as f64),
        }
    }
}

/// 95 % interval of a share with this variance, strictly between 0 and 1, symmetrical on the scale of the logit.
pub(super) fn on_the_logit_scale(share: f64, variance: f64) -> (f64, f64) {
    let middle = (share / (1.0 - share)).ln();
    let half = Z * variance.sqrt() / (share * (1.0 - share));
    let back = |logit: f64| 1.0 / (1.0 + (-logit).exp());
    (back(middle - half), back(middle + half))
}

/// Newcombe's interval: the areas whose variance, after Hanley and McNeil (1982) with the mean of both class sizes,
/// does not make the one found unlikely.
pub(super) fn newcombe(area: f64, positive: f64, negative: f64) -> (f64, f64) {
    let half = f64::midpoint(positive, negative) - 1.0;
    let variance = |t: f64| {
        let spread = 1.0 + half * ((1.0 - t) / (2.0 - t) + t / (1.0 + t));
        t * (1.0 - t) * spread / (positive * negative)
    };
    let is_likely = |t: f64| (t - area).abs() <= Z * variance(t).sqrt();
    let end = |far: f64| {
        // The area itself is likely, the far end of the scale is not unless it is the area.
        let (mut within, mut beyond) = (area, far);
        for _ in 0..60 {
            let middle = f64::midpoint(within, beyond);
            match is_likely(middle) {
                true => within = middle,
                false => beyond = middle,
            }
        }
        within
    };
    (end(0.0), end(1.0))
}

#[cfg(test)]
mod tests {
    use super::super::Curve;
    use super::super::draws::Draws;
    use super::*;
    use proptest::prelude::*;

    fn scored() -> impl Strategy<Value = Vec<Scored>> {
        let one = (0_u32..9, any::<bool>()).prop_map(|(score, positive)| Scored {
            score: f64::from(score) / 8.0,
            positive,
        });
        prop::collection::vec(one, 1..40)
    }

    /// How the score of a positive pair compares with that of a negative one: 1, .5 or 0.
    fn psi(p: &Scored, n: &Scored) -> f64 {
        match p.score.total_cmp(&n.score) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        }
    }

    /// The variance of the difference of two areas by the definition of DeLong et al., from all couples.
    fn by_definition(x: &[Scored], y: &[Scored]) -> f64 {
        let of = |positive: bool| (0..x.len()).filter(move |i| x[*i].positive == positive);
        let (m, n) = (of(true).count() as f64, of(false).count() as f64);
        let couple = |p: usize, q: usize| psi(&x[p], &x[q]) - psi(&y[p], &y[q]);
        let v10: Vec<f64> = of(true)
            .map(|p| of(false).map(|q| couple(p, q)).sum::<f64>() / n)
            .collect();
        let v01: Vec<f64> = of(false)
            .map(|q| of(true).map(|p| couple(p, q)).sum::<f64>() / m)
            .collect();
        let variance = |values: &[f64]| {
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / (values.len() - 1) as f64
        };
        variance(&v10) / m + variance(&v01) / n
    }

    proptest! {
        #[test]
        fn areas_and_variances_are_those_of_all_couples(x in scored()) {
            let Some(of_x) = Placements::of(&x) else {
                prop_assert_eq!(Curve::of(&x).area(), None);
                return Ok(());
            };
            prop_assert!((of_x.area - Curve::of(&x).area().unwrap()).abs() < 1e-12);
            prop_assert!(of_x.influence.iter().sum::<f64>().abs() < 1e-9);
            let (low, high) = of_x.interval();
            prop_assert!(0.0 <= low && low <= of_x.area && of_x.area <= high && high <= 1.0);
            prop_assert!(low < high);
            let Some(variance) = of_x.variance() else {
                prop_assert!([1, x.len() - 1].contains(&x.iter().filter(|s| s.positive).count()));
                return Ok(());
            };
            // Against a score that says nothing of any pair: the variance of one area.
            let flat: Vec<Scored> = x.iter().map(|x| Scored { score: 0.5, ..*x }).collect();
            prop_assert!((variance - by_definition(&x, &flat)).abs() < 1e-12);
        }
    }

    #[test]
    fn a_score_that_is_no_number_has_no_area() {
        let one = |score, positive| Scored { score, positive };
        assert_eq!(
            Placements::of(&[one(f64::NAN, true), one(0.5, false)]),
            None
        );
        assert_eq!(Placements::of(&[one(0.5, true)]), None);
        assert_eq!(Placements::of(&[]), None);
    }

    #[test]
    fn labels_that_separate_leave_room_below_one() {
        let one = |i: u32| Scored {
            score: f64::from(i),
            positive: i >= 10,
        };
        let scored: Vec<Scored> = (0..20).map(one).collect();
        let placements = Placements::of(&scored).unwrap();
        assert_eq!((placements.area, placements.variance()), (1.0, Some(0.0)));
        let (low, high) = placements.interval();
        assert!(high == 1.0 && (0.75..0.95).contains(&low), "{low}");
        // The end solves the equation of the interval.
        let spread = 1.0 + 9.0 * ((1.0 - low) / (2.0 - low) + low / (1.0 + low));
        let wanted = Z * (low * (1.0 - low) * spread / 100.0).sqrt();
        assert!((1.0 - low - wanted).abs() < 1e-9);
    }

    #[test]
    fn intervals_contain_the_area_as_often_as_they_say() {
        // Two normal distributions one and two standard deviations apart: areas Φ(1/√2) and Φ(2/√2).
        let mut draws = Draws(5);
        for (apart, area) in [(1.0, 0.760_250), (2.0, 0.921_350)] {
            for (positive, negative) in [(10, 20), (30, 60), (50, 1_000)] {
                let mut inside = 0;
                for _ in 0..400 {
                    let scored: Vec<Scored> = (0..positive + negative)
                        .map(|i| Scored {
                            score: draws.normal() + if i < positive { apart } else { 0.0 },
                            positive: i < positive,
                        })
                        .collect();
                    let (low, high) = Placements::of(&scored).unwrap().interval();
                    inside += u32::from(low <= area && area <= high);
                }
                assert!(
                    inside >= 366,
                    "{apart} {positive} {negative}: {inside} of 400"
                );
            }
        }
    }
}
