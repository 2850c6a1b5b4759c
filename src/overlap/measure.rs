//! Everything that is shown of some collections: ratios by every sampler and checker, beside the truth, and
//! in which step an estimate departs from it.

use std::collections::HashMap;
use std::sync::Mutex;

use rayon::prelude::*;

use super::ratio::log_variance;
use super::sizes::{LogRatio, least_squares};
use super::{
    Checked, Checker, CheckerConfig, QueryError, Ratio, Sample, SampleConfig, Sampler, Searchable,
    Share, check, sample, samples_for,
};
use crate::base::lock;
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

/// Collections, with what is known of them.
pub struct Collections<'a> {
    /// The collections.
    pub sides: Vec<&'a dyn Searchable>,
    /// For each, the masks of [`super::presence`]; `None` if it cannot be listed.
    pub presence: Vec<Option<Vec<u64>>>,
    /// Answers of the checkers so far, by collection sampled, collection asked and document.
    checked: Mutex<HashMap<(usize, usize, u32), Checked>>,
}

impl<'a> Collections<'a> {
    /// Puts collections together.
    #[must_use]
    pub fn new(sides: Vec<&'a dyn Searchable>, presence: Vec<Option<Vec<u64>>>) -> Self {
        Collections {
            sides,
            presence,
            checked: Mutex::default(),
        }
    }

    /// Number of documents of `side`; `None` if it cannot be listed.
    #[must_use]
    pub fn documents(&self, side: usize) -> Option<u32> {
        self.sides[side].listed()
    }

    /// Whether both can be listed, so that the truth is known.
    fn known(&self, a: usize, b: usize) -> bool {
        self.presence[a].is_some() && self.presence[b].is_some()
    }

    /// |left|/|right| in documents.
    pub(super) fn truth(&self, left: usize, right: usize) -> Option<f64> {
        let (left, right) = (self.documents(left)?, self.documents(right)?);
        (right > 0).then(|| f64::from(left) / f64::from(right))
    }

    /// Whether `document` of `side` has a near-duplicate in `other`.
    fn has(&self, side: usize, other: usize, document: u32) -> bool {
        let masks = self.presence[side].as_deref().unwrap_or_default();
        masks
            .get(document as usize)
            .is_some_and(|mask| mask >> (other % 64) & 1 == 1)
    }

    /// Share of all documents of `side` that have a near-duplicate in `other`.
    fn share(&self, side: usize, other: usize) -> Share {
        let of = self.documents(side).unwrap_or(0);
        let found = (0..of)
            .filter(|document| self.has(side, other, *document))
            .count();
        Share {
            found: found as u32,
            of,
        }
    }

    /// What the checkers say of documents of `side` in `other`. Each document is asked for once; where both
    /// are at hand in parallel, otherwise with the main checker alone.
    pub(super) fn check(
        &self,
        side: usize,
        other: usize,
        documents: &[u32],
        config: &CheckerConfig,
        should_continue: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<Checked>, QueryError> {
        let both = self.known(side, other);
        let mut new: Vec<u32> = documents.to_vec();
        new.sort_unstable();
        new.dedup();
        let known = lock(&self.checked);
        new.retain(|document| !known.contains_key(&(side, other, *document)));
        drop(known);
        let one = |document: &u32| {
            if !should_continue() {
                return Ok((*document, Checked::default()));
            }
            let (from, to) = (self.sides[side], self.sides[other]);
            let checked = check(&from.document(*document), from.lexicon(), to, config, !both)?;
            Ok((*document, checked))
        };
        let found: Result<Vec<(u32, Checked)>, QueryError> = match both {
            true => new.par_iter().map(one).collect(),
            false => new.iter().map(one).collect(),
        };
        let mut known = lock(&self.checked);
        known.extend(
            found?
                .into_iter()
                .map(|(document, c)| ((side, other, document), c)),
        );
        let answer = |document: &u32| known.get(&(side, other, *document)).copied();
        Ok(documents
            .iter()
            .map(|document| answer(document).unwrap_or_default())
            .collect())
    }
}

/// Results for some collections.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measurement {
    /// Names of the collections.
    pub names: Vec<String>,
    /// Numbers of their documents; `None` where only queries are possible.
    pub documents: Vec<Option<u32>>,
    /// By sampler, the main one first.
    pub ran: Vec<Ran>,
}

/// Results of one sampler.
#[derive(Clone, Debug, PartialEq)]
pub struct Ran {
    /// The sampler.
    pub sampler: Sampler,
    /// What was drawn from each collection.
    pub sides: Vec<SideSample>,
    /// The pairs of collections, in the order of their numbers.
    pub pairs: Vec<PairEstimate>,
    /// Sizes by least squares over all pairs; `None` where the ratios do not connect the collections.
    pub sizes: Option<Vec<Size>>,
}

/// A size relative to the sum of all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    /// Share of the sum, estimated.
    pub estimate: f64,
    /// Share of the sum in documents, if known.
    pub truth: Option<f64>,
}

/// What was drawn from one collection.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SideSample {
    /// Number of documents drawn, repeats included.
    pub drawn: u32,
    /// Number of different ones.
    pub distinct: u32,
    /// Queries asked to draw them.
    pub queries: u64,
    /// Queries without a hit.
    pub empty: u64,
    /// Whether the sampler ran out of queries that find anything.
    pub ran_out: bool,
    /// Mean number of terms: of all documents.
    pub terms: Option<f64>,
    /// Of the hits of the queries; longer than all documents is query bias.
    pub terms_all: Option<f64>,
    /// Of the first hits; longer or shorter than all hits is ranking bias.
    pub terms_first: Option<f64>,
    /// Of the documents drawn.
    pub terms_drawn: f64,
}

/// The estimate for a pair of collections.
#[derive(Clone, Debug, PartialEq)]
pub struct PairEstimate {
    /// Number of the collection above the line.
    pub left: usize,
    /// Number of the collection below the line.
    pub right: usize,
    /// The ratio, by the strong query.
    pub ratio: Ratio,
    /// |left|/|right| in documents, if known.
    pub truth: Option<f64>,
    /// Of the sample from the left, how many were found on the right.
    pub forth: Share,
    /// Of the sample from the right, how many were found on the left.
    pub back: Share,
    /// Samples from each side for ±5 %; `None` if nothing common was found on one side.
    pub needed: Option<u64>,
    /// From the truth to the estimate.
    pub steps: Vec<Step>,
    /// The same samples by each checker.
    pub checkers: Vec<ByChecker>,
}

impl PairEstimate {
    /// Samples of each side; the smaller number where one ran out.
    #[must_use]
    pub fn samples(&self) -> u32 {
        self.forth.of.min(self.back.of)
    }
}

/// The ratio by one checker.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ByChecker {
    /// The checker.
    pub checker: Checker,
    /// Its ratio.
    pub ratio: Ratio,
    /// Of the documents drawn that have a near-duplicate on the other side, how many it found, both ways
    /// together.
    pub recall: Share,
}

/// A stage between the truth and the estimate. Its factor over the stage before is the bias of that step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// What is counted.
    pub name: &'static str,
    /// What separates it from the stage before.
    pub bias: &'static str,
    /// Share of the left in the right; `None` where it has no share.
    pub forth: Option<f64>,
    /// Share of the right in the left.
    pub back: Option<f64>,
    /// The ratio.
    pub ratio: Option<f64>,
}

/// Seed of the draws of `sampler` from `side`.
pub(super) fn seed_of(seed: u64, sampler: Sampler, side: usize) -> u64 {
    mix(mix(seed ^ 0x6f76_6572) ^ ((sampler as u64 + 1) << 32 | side as u64))
}

/// Seed of the bootstrap of a pair.
pub(super) fn bootstrap_seed(seed: u64, left: usize, right: usize) -> u64 {
    mix(seed ^ ((left as u64) << 40 | (right as u64) << 8 | 0x62))
}

/// All pairs of `n` collections, as (left, right) with left < right.
pub(super) fn pairs(n: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..n).flat_map(move |left| (left + 1..n).map(move |right| (left, right)))
}

/// Measures all pairs with all samplers. `None` once `should_continue` returns `false`.
///
/// # Errors
/// A collection does not answer.
pub fn measure(
    collections: &Collections<'_>,
    config: &OverlapConfig,
    should_continue: &(dyn Fn() -> bool + Sync),
) -> Result<Option<Measurement>, QueryError> {
    let sides = &collections.sides;
    let mut ran = Vec::new();
    for &sampler in &config.samplers {
        let mut samples = Vec::with_capacity(sides.len());
        for (side, on) in sides.iter().enumerate() {
            let how = SampleConfig {
                samples: config.samples,
                first: config.first,
                log: &config.log,
                presence: collections.presence[side].as_deref(),
            };
            let seed = seed_of(config.seed, sampler, side);
            samples.push(sample(*on, sampler, &how, seed, &|| should_continue())?);
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
        let pairs = pairs.collect::<Result<Vec<_>, _>>()?;
        if !should_continue() {
            return Ok(None);
        }
        ran.push(Ran {
            sampler,
            sizes: sizes(collections, &pairs),
            sides: (0..sides.len())
                .map(|side| drawn(collections, side, &samples[side]))
                .collect(),
            pairs,
        });
    }
    Ok(Some(Measurement {
        names: sides.iter().map(|side| side.name().to_owned()).collect(),
        documents: sides.iter().map(|side| side.listed()).collect(),
        ran,
    }))
}

fn drawn(collections: &Collections<'_>, side: usize, sample: &Sample) -> SideSample {
    let on = collections.sides[side];
    let mut distinct = sample.documents.clone();
    distinct.sort_unstable();
    distinct.dedup();
    let terms = |document: u32| f64::from(on.document(document).terms);
    let mean = |sum: f64, n: usize| sum / n.max(1) as f64;
    let listed = collections.documents(side);
    SideSample {
        drawn: sample.documents.len() as u32,
        distinct: distinct.len() as u32,
        queries: sample.queries,
        empty: sample.empty,
        ran_out: sample.ran_out,
        terms: listed.map(|n| mean((0..n).map(terms).sum(), n as usize)),
        terms_all: sample.all.as_ref().map(|reach| reach.terms),
        terms_first: sample.first.as_ref().map(|reach| reach.terms),
        terms_drawn: mean(
            sample.documents.iter().map(|d| terms(*d)).sum(),
            sample.documents.len(),
        ),
    }
}

fn pair(
    collections: &Collections<'_>,
    samples: &[Sample],
    (left, right): (usize, usize),
    config: &OverlapConfig,
    should_continue: &(dyn Fn() -> bool + Sync),
) -> Result<PairEstimate, QueryError> {
    let both = collections.known(left, right);
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
                if both && collections.has(from, to, *document) {
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
    let checkers = Checker::ALL
        .into_iter()
        .filter(|c| both || *c == Checker::Strong);
    let checkers: Vec<ByChecker> = checkers.map(by).collect();
    Ok(PairEstimate {
        left,
        right,
        ratio: Ratio::of(forth, back, seed),
        truth: collections.truth(left, right),
        forth,
        back,
        needed: samples_for(forth, back, PRECISION),
        steps: steps(collections, samples, (left, right), [forth, back]),
        checkers,
    })
}

pub(super) fn share(checked: &[Checked], checker: Checker) -> Share {
    Share {
        found: checked.iter().filter(|checked| checked.by(checker)).count() as u32,
        of: checked.len() as u32,
    }
}

/// The stages from the truth to the estimate, those that are known.
fn steps(
    collections: &Collections<'_>,
    samples: &[Sample],
    (left, right): (usize, usize),
    found: [Share; 2],
) -> Vec<Step> {
    let step = |name, bias, [forth, back]: [f64; 2]| Step {
        name,
        bias,
        forth: Some(forth),
        back: Some(back),
        ratio: (forth > 0.0 && back > 0.0).then(|| back / forth),
    };
    let mut steps = Vec::new();
    let ways = [(left, right), (right, left)];
    if collections.known(left, right) {
        steps.push(Step {
            name: "documents of both",
            bias: "truth",
            forth: None,
            back: None,
            ratio: collections.truth(left, right),
        });
        let census = ways.map(|(from, to)| collections.share(from, to).value());
        steps.push(step("every document, compared", "copies", census));
        let reach = |which: fn(&Sample) -> Option<&super::Reach>| -> Option<[f64; 2]> {
            let [a, b] = ways.map(|(from, to)| Some(which(&samples[from])?.inside(to)));
            Some([a?, b?])
        };
        if let Some(all) = reach(|sample| sample.all.as_ref()) {
            steps.push(step("every hit of the queries", "query", all));
        }
        if let Some(first) = reach(|sample| sample.first.as_ref()) {
            steps.push(step("the first hits", "ranking", first));
        }
        let compared = ways.map(|(from, to)| {
            let documents = &samples[from].documents;
            let has = documents
                .iter()
                .filter(|d| collections.has(from, to, **d))
                .count();
            has as f64 / documents.len().max(1) as f64
        });
        let bias = match samples[left].first {
            Some(_) => "chance",
            None => "sampler, chance",
        };
        steps.push(step("the sample, compared", bias, compared));
    }
    steps.push(step(
        "the sample, checked",
        "checking",
        found.map(Share::value),
    ));
    steps
}

fn sizes(collections: &Collections<'_>, pairs: &[PairEstimate]) -> Option<Vec<Size>> {
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
    let documents: Option<Vec<u32>> = (0..n).map(|side| collections.documents(side)).collect();
    let truth = |side: usize| {
        let documents = documents.as_ref()?;
        let all: f64 = documents.iter().map(|n| f64::from(*n)).sum();
        (all > 0.0).then(|| f64::from(documents[side]) / all)
    };
    let size = |(side, estimate)| Size {
        estimate,
        truth: truth(side),
    };
    Some(estimates.into_iter().enumerate().map(size).collect())
}
