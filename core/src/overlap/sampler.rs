//! Drawing documents from a collection through its search.
//!
//! A sample has two biases, which are measured here: long documents match more queries (*query bias*), and only the
//! first hits of a query are visible (*ranking bias*).

use crate::base::Cancel;
use fastrand::Rng;

use super::indexed_collection::{IndexedCollection, Match};

/// How documents are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sampler {
    /// Random conjunctive queries of two words of the lexicon, and a random one of the first hits (Bharat and Broder
    /// 1998).
    #[default]
    Conjunctive,
    /// Queries of a log, and a random one of the first hits (Lawrence and Giles 1998).
    Log,
    /// A random walk: from a document to a random hit of two of its own words, with jumps to the hit of a
    /// random query (Henzinger et al. 1999, with searches in place of links).
    Walk,
    /// Documents with equal probability. It needs the list of documents, and is the reference for the other samplers.
    Uniform,
}

impl Sampler {
    /// All samplers with their names.
    pub const ALL: [(&'static str, Sampler); 4] = [
        ("conjunctive", Sampler::Conjunctive),
        ("log", Sampler::Log),
        ("walk", Sampler::Walk),
        ("uniform", Sampler::Uniform),
    ];

    /// Name on the command line and in tables.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }
}

/// Parameters of a measurement.
#[derive(Clone, Debug)]
pub struct OverlapConfig {
    /// Samplers, the main one first.
    pub samplers: Vec<Sampler>,
    /// Documents drawn from each collection.
    pub samples: usize,
    /// Number of visible hits of a query.
    pub first: usize,
    /// Seed of all random numbers.
    pub seed: u64,
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
            log: Vec::new(),
        }
    }
}

/// Steps of a walk before the first sample, and between samples.
const BURN_IN: usize = 20;
const THINNING: usize = 5;
const JUMP: f64 = 0.15;
/// A sampler has run out after this number of queries without a hit: `TRIES_PER_SAMPLE` for each requested sample, but
/// at least `MIN_TRIES`.
const TRIES_PER_SAMPLE: u64 = 20;
const MIN_TRIES: u64 = 200;

/// Means over the queries of a sample, if one hit is drawn from each.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Reach {
    /// Mean number of terms of a hit.
    pub terms: f64,
    /// For each of 64 collections, the share of hits that have a near-duplicate in it.
    pub inside: Vec<f64>,
    queries: u32,
}

impl Reach {
    /// Share of hits that have a near-duplicate in collection `side`.
    pub(super) fn inside(&self, side: usize) -> f64 {
        self.inside.get(side).copied().unwrap_or(0.0)
    }

    fn add(&mut self, hits: &[u32], collection: &IndexedCollection, presence: &[u64]) {
        self.inside.resize(64, 0.0);
        self.queries += 1;
        let (queries, hit_count) = (f64::from(self.queries), hits.len().max(1) as f64);
        let (mut terms, mut inside) = (0.0, [0_u32; 64]);
        for hit in hits {
            terms += f64::from(collection.document(*hit).terms) / hit_count;
            let mut mask = presence.get(*hit as usize).copied().unwrap_or(0);
            while mask > 0 {
                inside[mask.trailing_zeros() as usize] += 1;
                mask &= mask - 1;
            }
        }
        self.terms += (terms - self.terms) / queries;
        for (mean, count) in self.inside.iter_mut().zip(inside) {
            // Not a sum of fractions, which can exceed 1 by a rounding error.
            *mean += (f64::from(count) / hit_count - *mean) / queries;
        }
    }
}

/// A sample.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Sample {
    /// The drawn documents, in order.
    pub documents: Vec<u32>,
    /// Number of queries.
    pub queries: u64,
    /// Number of queries without a hit.
    pub empty: u64,
    /// Whether the queries ended before the sample was complete.
    pub ran_out: bool,
    /// Means over all hits of the queries; `None` if none had a hit, and for walks and uniform draws.
    pub all: Option<Reach>,
    /// Means over the first, visible hits of the queries.
    pub first: Option<Reach>,
}

/// Draws a sample from `collection`. If the queries run out of hits, the sample is smaller and marked as run out.
/// Once `cancel` is stopped, it has the documents drawn so far.
///
/// # Errors
/// The index cannot be read.
pub(super) fn sample(
    collection: &IndexedCollection,
    sampler: Sampler,
    config: &OverlapConfig,
    presence: &[u64],
    seed: u64,
    cancel: &Cancel,
) -> anyhow::Result<Sample> {
    let mut drawing = Drawing {
        collection,
        config,
        presence,
        rng: Rng::with_seed(seed),
        sample: Sample::default(),
    };
    match sampler {
        Sampler::Uniform => drawing.uniform(),
        Sampler::Walk => drawing.walk(cancel)?,
        Sampler::Conjunctive => {
            drawing.by_queries(cancel, |collection, _, rng| collection.lexicon.query(rng))?
        }
        Sampler::Log => drawing.by_queries(cancel, |_, log, rng| {
            rng.choice(log).cloned().unwrap_or_default()
        })?,
    }
    let mut sample = drawing.sample;
    sample.ran_out = sample.documents.len() < config.samples && !cancel.stopped();
    Ok(sample)
}

struct Drawing<'a> {
    collection: &'a IndexedCollection,
    config: &'a OverlapConfig,
    /// For each document a mask of the collections that have a near-duplicate of it.
    presence: &'a [u64],
    rng: Rng,
    sample: Sample,
}

impl Drawing<'_> {
    /// Whether too many queries had no hit.
    fn has_run_out(&self) -> bool {
        let samples = self.config.samples as u64;
        self.sample.empty > (TRIES_PER_SAMPLE * samples).max(MIN_TRIES)
    }

    fn is_complete(&self) -> bool {
        self.sample.documents.len() >= self.config.samples
    }

    fn uniform(&mut self) {
        let documents = self.collection.documents.len() as u32;
        if documents > 0 {
            let draws = (0..self.config.samples).map(|_| self.rng.u32(..documents));
            self.sample.documents = draws.collect();
        }
    }

    fn by_queries(
        &mut self,
        cancel: &Cancel,
        query: impl Fn(&IndexedCollection, &[Vec<u32>], &mut Rng) -> Vec<u32>,
    ) -> anyhow::Result<()> {
        while !self.is_complete() && !self.has_run_out() && !cancel.stopped() {
            let words = query(self.collection, &self.config.log, &mut self.rng);
            if words.is_empty() {
                self.sample.empty += 1;
                continue;
            }
            if let Some(hit) = self.hit(&words, true)? {
                self.sample.documents.push(hit);
            }
        }
        Ok(())
    }

    fn walk(&mut self, cancel: &Cancel) -> anyhow::Result<()> {
        let mut at: Option<u32> = None;
        let mut steps = 0;
        while !self.is_complete() && !self.has_run_out() && !cancel.stopped() {
            let words = match at {
                Some(at) if self.rng.f64() >= JUMP => self.two_words(at),
                _ => self.collection.lexicon.query(&mut self.rng),
            };
            if words.is_empty() {
                self.sample.empty += 1;
                at = None;
                continue;
            }
            // A step without a hit stays at its document.
            at = self.hit(&words, false)?.or(at);
            steps += usize::from(at.is_some());
            if let Some(at) = at
                && steps >= BURN_IN
                && (steps - BURN_IN).is_multiple_of(THINNING)
            {
                self.sample.documents.push(at);
            }
        }
        Ok(())
    }

    /// Two random words of a document.
    fn two_words(&mut self, document: u32) -> Vec<u32> {
        let document = self.collection.document(document);
        if document.words.is_empty() {
            return Vec::new();
        }
        let words = [(); 2].map(|()| document.words[self.rng.usize(..document.words.len())]);
        let mut words = words.to_vec();
        words.sort_unstable();
        words.dedup();
        words
    }

    /// A random one of the first hits.
    fn hit(&mut self, words: &[u32], is_counted: bool) -> anyhow::Result<Option<u32>> {
        self.sample.queries += 1;
        let first = self.config.first.max(1);
        let (hits, total) = self.collection.search(words, Match::All, first)?;
        if hits.is_empty() {
            self.sample.empty += 1;
            return Ok(None);
        }
        if is_counted {
            let visible = self.sample.first.get_or_insert_default();
            visible.add(&hits, self.collection, self.presence);
            let all = self.sample.all.get_or_insert_default();
            if total > hits.len() {
                let (hits, _) = self.collection.search(words, Match::All, total)?;
                all.add(&hits, self.collection, self.presence);
            } else {
                all.add(&hits, self.collection, self.presence);
            }
        }
        Ok(Some(hits[self.rng.usize(..hits.len())]))
    }
}
