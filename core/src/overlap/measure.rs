//! Measures collections: draws from each by every sampler, checks what was drawn in the others, and estimates.

use super::checker::Checked;
use super::ratio::{log_variance, samples_for};
use super::sampler::{Sample, SampleConfig, sample};
use super::sizes::{LogRatio, least_squares};
use super::steps::steps;
use super::{
    ByChecker, Checker, CheckerConfig, Collections, Measurement, PairEstimate, Ratio, Sampler,
    SamplerResults, Share, SideSample, Size,
};
use crate::text::shingles::mix;

/// Precision that the needed number of samples is given for: ±5 %.
const PRECISION: f64 = 0.05;

/// What is measured.
#[derive(Clone, Debug)]
pub struct OverlapConfig {
    /// Samplers, the main one first.
    pub samplers: Vec<Sampler>,
    /// Documents drawn from each collection.
    pub samples: usize,
    /// Hits of a query that can be seen.
    pub first: usize,
    /// Seed of all random numbers.
    pub seed: u64,
    /// Checking.
    pub checker: CheckerConfig,
    /// Queries for [`Sampler::Log`].
    pub log: Vec<Vec<u32>>,
}

impl Default for OverlapConfig {
    fn default() -> Self {
        OverlapConfig {
            samplers: vec![Sampler::Conjunctive, Sampler::Walk, Sampler::Uniform],
            samples: 500,
            first: 100,
            seed: 1,
            checker: CheckerConfig::default(),
            log: Vec::new(),
        }
    }
}

/// Seed of the draws of `sampler` from `side`.
fn seed_of(seed: u64, sampler: Sampler, side: usize) -> u64 {
    mix(mix(seed ^ 0x6f76_6572) ^ ((sampler as u64 + 1) << 32 | side as u64))
}

/// Seed of the bootstrap of a pair.
fn bootstrap_seed(seed: u64, left: usize, right: usize) -> u64 {
    mix(seed ^ ((left as u64) << 40 | (right as u64) << 8 | 0x62))
}

/// All pairs of `n` collections, as (left, right) with left < right.
fn pairs(n: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..n).flat_map(move |left| (left + 1..n).map(move |right| (left, right)))
}

/// Measures all pairs with all samplers. Call it on the thread pool. `None` once `should_continue` returns `false`.
///
/// # Errors
/// An index cannot be read.
pub fn measure(
    collections: &Collections,
    config: &OverlapConfig,
    should_continue: &(dyn Fn() -> bool + Sync),
) -> anyhow::Result<Option<Measurement>> {
    let sides = &collections.sides;
    let mut ran = Vec::new();
    for &sampler in &config.samplers {
        let mut samples = Vec::with_capacity(sides.len());
        for (side, on) in sides.iter().enumerate() {
            let how = SampleConfig {
                samples: config.samples,
                first: config.first,
                log: &config.log,
                presence: &collections.presence[side],
            };
            let seed = seed_of(config.seed, sampler, side);
            samples.push(sample(on, sampler, &how, seed, &|| should_continue())?);
        }
        let pairs = pairs(sides.len()).map(|(left, right)| {
            pair(
                collections,
                &samples,
                (left, right),
                config,
                should_continue,
            )
        });
        let pairs = pairs.collect::<anyhow::Result<Vec<_>>>()?;
        if !should_continue() {
            return Ok(None);
        }
        ran.push(SamplerResults {
            sampler,
            sizes: sizes(collections, &pairs),
            sides: (0..sides.len())
                .map(|side| drawn(collections, side, &samples[side]))
                .collect(),
            pairs,
        });
    }
    Ok(Some(Measurement {
        names: sides.iter().map(|side| side.name.clone()).collect(),
        documents: (0..sides.len())
            .map(|side| collections.documents(side))
            .collect(),
        ran,
    }))
}

fn drawn(collections: &Collections, side: usize, sample: &Sample) -> SideSample {
    let on = &collections.sides[side];
    let mut distinct = sample.documents.clone();
    distinct.sort_unstable();
    distinct.dedup();
    let terms = |document: u32| f64::from(on.document(document).terms);
    let mean = |sum: f64, n: usize| sum / n.max(1) as f64;
    let all = &on.documents;
    SideSample {
        drawn: sample.documents.len() as u32,
        distinct: distinct.len() as u32,
        queries: sample.queries,
        empty: sample.empty,
        ran_out: sample.ran_out,
        terms: mean(all.iter().map(|d| f64::from(d.terms)).sum(), all.len()),
        terms_all: sample.all.as_ref().map(|reach| reach.terms),
        terms_first: sample.first.as_ref().map(|reach| reach.terms),
        terms_drawn: mean(
            sample.documents.iter().map(|d| terms(*d)).sum(),
            sample.documents.len(),
        ),
    }
}

fn pair(
    collections: &Collections,
    samples: &[Sample],
    (left, right): (usize, usize),
    config: &OverlapConfig,
    should_continue: &(dyn Fn() -> bool + Sync),
) -> anyhow::Result<PairEstimate> {
    let ways = [(left, right), (right, left)];
    let mut checked = Vec::new();
    for (from, to) in ways {
        let documents = &samples[from].documents;
        checked.push(collections.check(from, to, documents, &config.checker, should_continue)?);
    }
    let seed = bootstrap_seed(config.seed, left, right);
    let found = |checker: Checker| [0, 1].map(|way: usize| share(&checked[way], checker));
    let by = |checker: Checker| {
        let [forth, back] = found(checker);
        let mut recall = Share::default();
        for (way, (from, to)) in ways.into_iter().enumerate() {
            for (document, checked) in samples[from].documents.iter().zip(&checked[way]) {
                if collections.has(from, to, *document) {
                    recall.of += 1;
                    recall.found += u32::from(checked.by(checker));
                }
            }
        }
        ByChecker {
            checker,
            ratio: Ratio::of(forth, back, seed),
            recall,
        }
    };
    let [forth, back] = found(Checker::Strong);
    Ok(PairEstimate {
        left,
        right,
        ratio: Ratio::of(forth, back, seed),
        truth: collections.truth(left, right),
        forth,
        back,
        needed: samples_for(forth, back, PRECISION),
        steps: steps(collections, samples, (left, right), [forth, back]),
        checkers: Checker::ALL.into_iter().map(by).collect(),
    })
}

fn share(checked: &[Checked], checker: Checker) -> Share {
    Share {
        found: checked.iter().filter(|checked| checked.by(checker)).count() as u32,
        of: checked.len() as u32,
    }
}

fn sizes(collections: &Collections, pairs: &[PairEstimate]) -> Option<Vec<Size>> {
    let ratio = |pair: &PairEstimate| {
        Some(LogRatio {
            left: pair.left,
            right: pair.right,
            log: pair.ratio.value?.ln(),
            variance: log_variance(pair.forth, pair.back)?,
        })
    };
    let ratios: Vec<LogRatio> = pairs.iter().filter_map(ratio).collect();
    let n = collections.sides.len();
    let estimates = least_squares(n, &ratios)?;
    let documents = |side: usize| f64::from(collections.documents(side));
    let all: f64 = (0..n).map(documents).sum();
    let truth = |side: usize| (all > 0.0).then(|| documents(side) / all);
    let size = |(side, estimate)| Size {
        estimate,
        truth: truth(side),
    };
    Some(estimates.into_iter().enumerate().map(size).collect())
}
