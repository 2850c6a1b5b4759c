//! Measures collections: draws from each by every sampler, checks the drawn documents in the others, and estimates.

use super::ratio::{LogRatio, least_squares, log_variance, samples_for};
use super::sampler::{Reach, Sample, sample};
use super::{Collections, OverlapConfig, Ratio, Sampler, Share};
use crate::base::Cancel;
use crate::text::shingles::mix;

/// Precision for the number of needed samples: ±5 %.
const PRECISION: f64 = 0.05;

/// All pairs of `n` collections, as (left, right) with left < right.
fn pairs(n: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..n).flat_map(move |left| (left + 1..n).map(move |right| (left, right)))
}

/// Measures all pairs with all samplers. Call it on the thread pool. `None` once `cancel` is stopped.
///
/// # Errors
/// An index cannot be read.
pub fn measure(
    collections: &Collections,
    config: &OverlapConfig,
    cancel: &Cancel,
) -> anyhow::Result<Option<Measurement>> {
    let sides = &collections.sides;
    let mut results = Vec::new();
    for &sampler in &config.samplers {
        let mut samples = Vec::with_capacity(sides.len());
        for (side, collection) in sides.iter().enumerate() {
            let presence = &collections.presence[side];
            let draws = (sampler as u64 + 1) << 32 | side as u64;
            let seed = mix(mix(config.seed ^ 0x6f76_6572) ^ draws);
            samples.push(sample(collection, sampler, config, presence, seed, cancel)?);
        }
        let pairs = pairs(sides.len())
            .map(|(left, right)| pair(collections, &samples, (left, right), config, cancel));
        let pairs = pairs.collect::<anyhow::Result<Vec<_>>>()?;
        if cancel.stopped() {
            return Ok(None);
        }
        results.push(SamplerResults {
            sampler,
            sizes: sizes(collections, &pairs),
            sides: (0..sides.len())
                .map(|side| side_sample(collections, side, &samples[side]))
                .collect(),
            pairs,
        });
    }
    Ok(Some(Measurement {
        names: sides.iter().map(|side| side.name.clone()).collect(),
        documents: (0..sides.len())
            .map(|side| collections.documents(side))
            .collect(),
        ran: results,
    }))
}

fn side_sample(collections: &Collections, side: usize, sample: &Sample) -> SideSample {
    let collection = &collections.sides[side];
    let mut distinct = sample.documents.clone();
    distinct.sort_unstable();
    distinct.dedup();
    let terms = |document: u32| f64::from(collection.document(document).terms);
    let mean = |sum: f64, n: usize| sum / n.max(1) as f64;
    let docs = &collection.documents;
    SideSample {
        drawn: sample.documents.len() as u32,
        distinct: distinct.len() as u32,
        queries: sample.queries,
        empty: sample.empty,
        ran_out: sample.ran_out,
        terms: mean(docs.iter().map(|d| f64::from(d.terms)).sum(), docs.len()),
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
    cancel: &Cancel,
) -> anyhow::Result<PairEstimate> {
    let share = |from: usize, to: usize| {
        let documents = &samples[from].documents;
        let checked = collections.check(from, to, documents, cancel)?;
        anyhow::Ok(Share {
            hits: checked.iter().filter(|is_there| **is_there).count() as u32,
            trials: checked.len() as u32,
        })
    };
    let (forth, back) = (share(left, right)?, share(right, left)?);
    let seed = mix(config.seed ^ ((left as u64) << 40 | (right as u64) << 8 | 0x62));
    Ok(PairEstimate {
        left,
        right,
        ratio: Ratio::estimate(forth, back, seed),
        truth: collections.truth(left, right),
        forth,
        back,
        needed: samples_for(forth, back, PRECISION),
        steps: steps(collections, samples, (left, right), [forth, back]),
    })
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
    let total: f64 = (0..n).map(documents).sum();
    let truth = |side: usize| (total > 0.0).then(|| documents(side) / total);
    let size = |(side, estimate)| Size {
        estimate,
        truth: truth(side),
    };
    Some(estimates.into_iter().enumerate().map(size).collect())
}

/// The stages from the truth to the estimate.
pub(super) fn steps(
    collections: &Collections,
    samples: &[Sample],
    (left, right): (usize, usize),
    checked: [Share; 2],
) -> Vec<EstimateStep> {
    let step = |name, bias, [forth, back]: [f64; 2]| EstimateStep {
        name,
        bias,
        forth: Some(forth),
        back: Some(back),
        ratio: (forth > 0.0 && back > 0.0).then(|| back / forth),
    };
    let directions = [(left, right), (right, left)];
    let mut steps = vec![EstimateStep {
        name: "documents of both",
        bias: "truth",
        forth: None,
        back: None,
        ratio: collections.truth(left, right),
    }];
    let all_documents = directions.map(|(from, to)| collections.share(from, to).value());
    steps.push(step("every document, compared", "copies", all_documents));
    let reach = |level: fn(&Sample) -> Option<&Reach>| -> Option<[f64; 2]> {
        let [a, b] = directions.map(|(from, to)| Some(level(&samples[from])?.inside(to)));
        Some([a?, b?])
    };
    if let Some(all) = reach(|sample| sample.all.as_ref()) {
        steps.push(step("every hit of the queries", "query", all));
    }
    if let Some(first) = reach(|sample| sample.first.as_ref()) {
        steps.push(step("the first hits", "ranking", first));
    }
    let compared = directions.map(|(from, to)| {
        let documents = &samples[from].documents;
        let found = documents
            .iter()
            .filter(|d| collections.has(from, to, **d))
            .count();
        found as f64 / documents.len().max(1) as f64
    });
    let bias = match samples[left].first {
        Some(_) => "chance",
        None => "sampler, chance",
    };
    steps.push(step("the sample, compared", bias, compared));
    steps.push(step(
        "the sample, checked",
        "checking",
        checked.map(Share::value),
    ));
    steps
}

/// Results for all samplers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measurement {
    /// Names of the collections.
    pub names: Vec<String>,
    /// Numbers of their documents.
    pub documents: Vec<u32>,
    /// By sampler, the main one first.
    pub ran: Vec<SamplerResults>,
}

/// Results of one sampler.
#[derive(Clone, Debug, PartialEq)]
pub struct SamplerResults {
    /// The sampler.
    pub sampler: Sampler,
    /// The sample of each collection.
    pub sides: Vec<SideSample>,
    /// The pairs of collections, in the order of their numbers.
    pub pairs: Vec<PairEstimate>,
    /// Sizes by least squares over all pairs; `None` if the ratios do not connect the collections.
    pub sizes: Option<Vec<Size>>,
}

/// A size relative to the sum of all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    /// Share of the sum, estimated.
    pub estimate: f64,
    /// Share of the sum in documents; `None` if all are empty.
    pub truth: Option<f64>,
}

/// The sample of one collection.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SideSample {
    /// Number of documents drawn, repeats included.
    pub drawn: u32,
    /// Number of different documents.
    pub distinct: u32,
    /// Number of queries.
    pub queries: u64,
    /// Queries without a hit.
    pub empty: u64,
    /// Whether the sampler ran out of queries that find anything.
    pub ran_out: bool,
    /// Mean number of terms of all documents.
    pub terms: f64,
    /// Mean number of terms of the hits; a greater mean than of all documents is query bias.
    pub terms_all: Option<f64>,
    /// Mean number of terms of the first hits; a difference to all hits is ranking bias.
    pub terms_first: Option<f64>,
    /// Mean number of terms of the drawn documents.
    pub terms_drawn: f64,
}

/// The estimate for a pair of collections.
#[derive(Clone, Debug, PartialEq)]
pub struct PairEstimate {
    /// Number of the collection in the numerator.
    pub left: usize,
    /// Number of the collection in the denominator.
    pub right: usize,
    /// The ratio.
    pub ratio: Ratio,
    /// |left|/|right| in documents; `None` if the right is empty.
    pub truth: Option<f64>,
    /// Number of documents of the left sample found on the right.
    pub forth: Share,
    /// Number of documents of the right sample found on the left.
    pub back: Share,
    /// Samples from each side for ±5 %; `None` if nothing common was found on one side.
    pub needed: Option<u64>,
    /// From the truth to the estimate.
    pub steps: Vec<EstimateStep>,
}

impl PairEstimate {
    /// Size of the samples; the smaller one if a sampler ran out.
    pub fn samples(&self) -> u32 {
        self.forth.trials.min(self.back.trials)
    }
}

/// A stage between the truth and the estimate. Its factor over the stage before is the bias of that step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EstimateStep {
    /// The counted documents.
    pub name: &'static str,
    /// The difference from the stage before.
    pub bias: &'static str,
    /// Share of the left in the right; `None` if documents are counted.
    pub forth: Option<f64>,
    /// Share of the right in the left.
    pub back: Option<f64>,
    /// The ratio.
    pub ratio: Option<f64>,
}
