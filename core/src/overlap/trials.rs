//! How samplers and checkers fare over many seeds: how often the interval holds the truth, and the bias.

use rayon::prelude::*;

use super::measure::{bootstrap_seed, pairs, seed_of, share};
use super::{
    Checker, Collections, OverlapConfig, QueryError, Ratio, SampleConfig, Sampler, sample,
};

/// One sampler and checker over many seeds, for one pair of collections.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trial {
    /// Number of the collection above the line.
    pub left: usize,
    /// Number of the collection below the line.
    pub right: usize,
    /// The sampler.
    pub sampler: Sampler,
    /// The checker.
    pub checker: Checker,
    /// |left|/|right| in documents.
    pub truth: f64,
    /// Number of seeds.
    pub seeds: u32,
    /// Number of seeds whose interval holds the truth.
    pub held: u32,
    /// Number of seeds with an estimate.
    pub estimated: u32,
    /// Geometric mean of the estimates; `None` without any.
    pub mean: Option<f64>,
    /// Mean half width of the intervals relative to the estimate.
    pub half_width: Option<f64>,
}

impl Trial {
    /// Share of intervals that hold the truth.
    #[must_use]
    pub fn coverage(&self) -> f64 {
        f64::from(self.held) / f64::from(self.seeds.max(1))
    }

    /// Relative deviation of the mean estimate from the truth.
    #[must_use]
    pub fn bias(&self) -> Option<f64> {
        self.mean.map(|mean| mean / self.truth - 1.0)
    }
}

/// Repeats the estimates of all pairs with `seeds` seeds from `config.seed` on. All collections can be listed.
/// `None` once `should_continue` returns `false`.
///
/// # Errors
/// A collection does not answer.
pub fn trials(
    collections: &Collections<'_>,
    config: &OverlapConfig,
    seeds: u32,
    should_continue: &(dyn Fn() -> bool + Sync),
) -> Result<Option<Vec<Trial>>, QueryError> {
    let n = collections.sides.len();
    let mut all = Vec::new();
    for &sampler in &config.samplers {
        let run = |at: u32| {
            one(
                collections,
                config,
                sampler,
                config.seed + u64::from(at),
                should_continue,
            )
        };
        let ratios = (0..seeds)
            .into_par_iter()
            .map(run)
            .collect::<Result<Vec<_>, _>>()?;
        if !should_continue() {
            return Ok(None);
        }
        for (pair, (left, right)) in pairs(n).enumerate() {
            let Some(truth) = collections.truth(left, right) else {
                continue;
            };
            for (at, checker) in Checker::ALL.into_iter().enumerate() {
                let ratios: Vec<Ratio> = ratios.iter().map(|of| of[pair][at]).collect();
                all.push(trial((left, right), sampler, checker, truth, &ratios));
            }
        }
    }
    Ok(Some(all))
}

/// The ratios of all pairs by each checker, with one seed.
fn one(
    collections: &Collections<'_>,
    config: &OverlapConfig,
    sampler: Sampler,
    seed: u64,
    should_continue: &(dyn Fn() -> bool + Sync),
) -> Result<Vec<[Ratio; 3]>, QueryError> {
    let how = SampleConfig {
        samples: config.samples,
        first: config.first,
        log: &config.log,
        presence: None,
    };
    let draw = |(side, on): (usize, &&dyn super::Searchable)| {
        sample(*on, sampler, &how, seed_of(seed, sampler, side), &|| {
            should_continue()
        })
    };
    let samples = collections
        .sides
        .iter()
        .enumerate()
        .map(draw)
        .collect::<Result<Vec<_>, _>>()?;
    let ratios = |(left, right): (usize, usize)| {
        let check = |from: usize, to: usize| {
            collections.check(
                from,
                to,
                &samples[from].documents,
                &config.checker,
                should_continue,
            )
        };
        let (forth, back) = (check(left, right)?, check(right, left)?);
        let seed = bootstrap_seed(seed, left, right);
        Ok(Checker::ALL
            .map(|checker| Ratio::of(share(&forth, checker), share(&back, checker), seed)))
    };
    pairs(collections.sides.len()).map(ratios).collect()
}

fn trial(
    (left, right): (usize, usize),
    sampler: Sampler,
    checker: Checker,
    truth: f64,
    ratios: &[Ratio],
) -> Trial {
    let known = ratios.iter().filter(|ratio| ratio.high.is_finite());
    let known: Vec<(f64, &Ratio)> = known.filter_map(|r| Some((r.value?, r))).collect();
    let mean = |of: &dyn Fn(f64, &Ratio) -> f64| {
        let sum: f64 = known.iter().map(|(value, ratio)| of(*value, ratio)).sum();
        (!known.is_empty()).then(|| sum / known.len() as f64)
    };
    Trial {
        left,
        right,
        sampler,
        checker,
        truth,
        seeds: ratios.len() as u32,
        held: ratios.iter().filter(|ratio| ratio.holds(truth)).count() as u32,
        estimated: known.len() as u32,
        mean: mean(&|value, _| value.ln()).map(f64::exp),
        half_width: mean(&|value, ratio| (ratio.high - ratio.low) / 2.0 / value),
    }
}
