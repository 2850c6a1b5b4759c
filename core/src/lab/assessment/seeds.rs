//! The same assessment with several seeds: one seed makes an unbiased estimator look biased, and a lucky one hides a
//! method that misses pairs.

use super::{Assessment, AssessmentQuestion, assess};
use crate::base::Cancel;
use crate::index::Collection;
use crate::settings::Sketching;

/// Mean and standard deviation of a figure over seeds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// Mean.
    pub mean: f64,
    /// Standard deviation of the sample (n - 1); 0 of one value.
    pub deviation: f64,
    /// The least value.
    pub least: f64,
    /// Number of values.
    pub values: usize,
}

impl Spread {
    /// Of these values; `None` without any.
    pub fn new(values: &[f64]) -> Option<Self> {
        let n = values.len() as f64;
        let least = values.iter().copied().reduce(f64::min)?;
        let mean = values.iter().sum::<f64>() / n;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let deviation = match values.len() {
            1 => 0.0,
            _ => (squares / (n - 1.0)).sqrt(),
        };
        Some(Spread {
            mean,
            deviation,
            least,
            values: values.len(),
        })
    }

    /// Standard error of the mean; `None` of one value.
    pub fn standard_error(&self) -> Option<f64> {
        (self.values > 1).then(|| self.deviation / (self.values as f64).sqrt())
    }
}

/// Assesses a collection with `count` seeds from its own on: sketches are made anew with each. `progress` is called
/// with (seed number from 0, step, finished steps, total steps) of each. `None` once `cancel` is stopped.
/// Call on the worker pool.
pub fn assess_seeds(
    collection: &Collection,
    question: &AssessmentQuestion,
    count: u64,
    progress: &dyn Fn(u64, &str, u64, u64),
    cancel: &Cancel,
) -> Option<Vec<Assessment>> {
    let own = &collection.settings().sketching;
    let each = (0..count).map(|number| {
        let sketching = Sketching {
            seed: own.seed.wrapping_add(number),
            ..own.clone()
        };
        let made = match number {
            0 => None,
            _ => Some(collection.resketched(&sketching, cancel)?),
        };
        let seeded = made.as_ref().unwrap_or(collection);
        let step = |what: &str, done, steps| progress(number, what, done, steps);
        assess(seeded, question, &step, cancel)
    });
    each.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spread_is_that_of_a_sample() {
        let spread = Spread::new(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]).unwrap();
        assert_eq!((spread.mean, spread.least), (5.0, 2.0));
        // Squares sum to 32 over 7.
        assert!((spread.deviation - (32.0_f64 / 7.0).sqrt()).abs() < 1e-12);
        assert!((spread.standard_error().unwrap() - (4.0_f64 / 7.0).sqrt()).abs() < 1e-12);
        let one = Spread::new(&[3.0]).unwrap();
        assert_eq!((one.deviation, one.standard_error()), (0.0, None));
        assert_eq!(Spread::new(&[]), None);
    }
}
