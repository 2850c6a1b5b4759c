//! The seeds of a text: the positions of each shingle. They bound the words that another document can hold before the
//! two are compared.

use std::collections::{HashMap, HashSet};

use crate::evidence::long_runs::RUN;
use crate::settings::Sketching;
use crate::similarity::Bridging;
use crate::text::shingles;

/// The seeds of a text.
#[derive(Debug)]
pub struct Seeds {
    bridging: Bridging,
    sketching: Sketching,
    /// For each seed, its range in `positions`.
    places: HashMap<u64, (u32, u32)>,
    /// Positions by seed, ascending within each.
    positions: Vec<u32>,
    /// Hashes of the runs of [`RUN`] words.
    runs: HashSet<u64>,
}

impl Seeds {
    /// The seeds of a text.
    pub fn new(terms: &[u64], bridging: &Bridging) -> Self {
        let sketching = Sketching {
            k: bridging.seed,
            ..Sketching::default()
        };
        let mut in_order = Vec::new();
        shingles::in_order(terms, &sketching, &mut in_order);
        let mut sorted: Vec<(u64, u32)> = in_order.into_iter().zip(0..).collect();
        sorted.sort_unstable();
        let mut places = HashMap::new();
        let mut from = 0;
        for places_of in sorted.chunk_by(|a, b| a.0 == b.0) {
            places.insert(places_of[0].0, (from, from + places_of.len() as u32));
            from += places_of.len() as u32;
        }
        let mut runs = Vec::new();
        of_runs(terms, &mut runs);
        Seeds {
            runs: runs.into_iter().collect(),
            bridging: *bridging,
            sketching,
            places,
            positions: sorted.into_iter().map(|(_, at)| at).collect(),
        }
    }

    /// Returns the positions of the words of the text in seeds that it shares with a document, ascending and without
    /// repeats; `None` if they cannot give a passage.
    pub fn meet(&self, terms: &[u64]) -> Option<Vec<u32>> {
        let mut shared: Vec<((u32, u32), u32)> = Vec::new();
        let mut in_order = Vec::new();
        shingles::in_order(terms, &self.sketching, &mut in_order);
        for (hash, at) in in_order.iter().zip(0..) {
            if let Some(range) = self.places.get(hash) {
                shared.push((*range, at));
            }
        }
        let width = self.bridging.seed.min(terms.len()) as u32;
        let right = words(shared.iter().map(|(_, at)| *at), width);
        if self.bound(&right) == 0 {
            return None;
        }
        shared.sort_unstable();
        shared.dedup_by_key(|(range, _)| *range);
        let places = shared
            .iter()
            .map(|(range, _)| range.0 as usize..range.1 as usize);
        let mut starts: Vec<u32> = places
            .flat_map(|range| self.positions[range].iter().copied())
            .collect();
        starts.sort_unstable();
        let left = words(starts.into_iter(), width);
        (self.bound(&left) > 0).then_some(left)
    }

    /// Number of runs of [`RUN`] words of a document that also occur in the text. Such runs hardly occur by chance,
    /// even in long texts.
    pub fn shared_runs(&self, terms: &[u64]) -> u32 {
        let mut runs = Vec::new();
        of_runs(terms, &mut runs);
        runs.iter().filter(|run| self.runs.contains(run)).count() as u32
    }

    /// Upper bound on the words in passages: words of seeds joined over the gap that bridging allows, in
    /// groups of at least the words that a passage must have.
    pub fn bound(&self, words: &[u32]) -> u32 {
        let joined = |a: &u32, b: &u32| (b - a - 1) as usize <= self.bridging.gap;
        let groups = words.chunk_by(joined).filter_map(|group| {
            let length = group.last()? - group.first()? + 1;
            (length as usize >= self.bridging.min_words).then_some(length)
        });
        groups.sum()
    }
}

/// Appends the hashes of the runs of [`RUN`] words; none for a shorter text.
pub(super) fn of_runs(terms: &[u64], out: &mut Vec<u64>) {
    if terms.len() >= RUN {
        shingles::hashes(terms, RUN, 0, out);
    }
}

/// The words of shingles that start at these ascending positions.
fn words(starts: impl Iterator<Item = u32>, width: u32) -> Vec<u32> {
    let mut out: Vec<u32> = Vec::new();
    for start in starts {
        let from = out.last().map_or(start, |last| start.max(last + 1));
        out.extend(from..start + width);
    }
    out
}
