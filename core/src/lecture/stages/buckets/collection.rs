//! What a banding proposes of a whole collection, counted: the plain texts of the demo corpus.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use rayon::prelude::*;

use crate::base::units::{count, share};
use crate::candidates::banding::Banding;
use crate::corpus::demo;
use crate::lecture::setup::Setup;
use crate::lecture::slide::{Block, Slide, Span, line, text};
use crate::lecture::stages::why;
use crate::settings::{Normalisation, Sketching};
use crate::similarity::Overlap;
use crate::sketch::{Scratch, Sketcher};
use crate::text::{Normaliser, shingles};

/// The words of each text as hashes.
static TEXTS: LazyLock<Vec<Vec<u64>>> = LazyLock::new(|| {
    let Ok(normaliser) = Normaliser::new(&Normalisation::default()) else {
        return Vec::new();
    };
    let files = demo::files().into_iter();
    let plain = files.filter(|(name, _)| name.ends_with(".txt") || name.ends_with(".md"));
    let texts = plain.filter_map(|(_, bytes)| std::str::from_utf8(bytes).ok());
    let words = texts.map(|text| {
        let mut words = Vec::new();
        normaliser.hashes(text, &mut words);
        words
    });
    words.filter(|words| !words.is_empty()).collect()
});

/// Counts of a collection under a banding.
#[derive(Clone, Debug, PartialEq)]
pub struct Counted {
    /// Its texts.
    pub documents: u64,
    /// Pairs that agree on a band.
    pub candidates: u64,
    /// Pairs at or above the threshold.
    pub near: u64,
    /// Those of them that are candidates.
    pub found: u64,
    /// Jaccard of each pair that shares a shingle, and whether it is a candidate.
    pub similarities: Vec<(f64, bool)>,
}

/// Counts the candidates of the demo's texts, on the caller's rayon pool.
pub fn counted(banding: Banding, threshold: f64, sketching: &Sketching) -> Counted {
    let sets: Vec<Vec<u64>> = TEXTS
        .par_iter()
        .map(|words| shingles::set(words, sketching))
        .collect();
    let sketcher = Sketcher::new(sketching);
    let sketches: Vec<Vec<u32>> = sets
        .par_iter()
        .map_init(Scratch::default, |scratch, set| {
            let mut sketch = Vec::new();
            sketcher.sketch(set, scratch, &mut sketch);
            sketch
        })
        .collect();
    let layout = sketcher.layout();
    let mut candidates: HashSet<(usize, usize)> = HashSet::new();
    for band in 0..banding.bands {
        let positions = band * banding.rows..(band + 1) * banding.rows;
        let mut buckets: HashMap<u64, Vec<usize>> = HashMap::new();
        for (at, sketch) in sketches.iter().enumerate() {
            let bucket = buckets.entry(layout.key(sketch, positions.clone()));
            let members = bucket.or_default();
            candidates.extend(members.iter().map(|other| (*other, at)));
            members.push(at);
        }
    }
    let sets = &sets;
    let similarities: Vec<(f64, bool)> = (0..sets.len())
        .into_par_iter()
        .flat_map_iter(|b| {
            let candidates = &candidates;
            let pair = move |a: usize| {
                let jaccard = Overlap::of(&sets[a], &sets[b]).jaccard();
                (jaccard, candidates.contains(&(a, b)))
            };
            (0..b).map(pair)
        })
        .filter(|(jaccard, _)| *jaccard > 0.0)
        .collect();
    let near = similarities.iter().filter(|(j, _)| *j >= threshold);
    let found = near.clone().filter(|(_, is_candidate)| *is_candidate);
    Counted {
        documents: sets.len() as u64,
        candidates: candidates.len() as u64,
        near: near.count() as u64,
        found: found.count() as u64,
        similarities,
    }
}

/// The slide: what is proposed of all pairs.
pub fn slide(counted: &Counted, banding: Banding, setup: &Setup) -> Slide {
    let pairs = why::pairs(counted.documents);
    Slide::of(vec![
        Block::big(
            count(counted.candidates),
            line!(
                "of {} pairs of the demo’s {} texts are proposed by {} bands of {} and counted.",
                pairs,
                counted.documents,
                banding.bands,
                Span::dial(banding.rows.to_string())
            ),
        ),
        text!(
            "Of the {} pairs at or above {}, {} are among them.",
            counted.near,
            share(setup.threshold()),
            counted.found
        ),
        text!(
            "The others are never looked at. In a larger collection the pairs that are proposed grow with its \
             near-duplicates, not with the square of its documents."
        ),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_row_proposes_every_near_pair_and_all_values_in_a_band_few_others() {
        let sketching = Sketching::default();
        let of = |bands, rows| counted(Banding { bands, rows }, 0.8, &sketching);
        let (wide, usual, narrow) = (of(200, 1), of(28, 7), of(1, 200));
        let pairs = why::pairs(usual.documents);
        assert!(usual.documents > 40 && usual.near > 5);
        // More rows propose fewer pairs.
        assert!(wide.candidates <= pairs && wide.candidates > usual.candidates);
        assert!(usual.candidates > narrow.candidates);
        assert_eq!((wide.near, wide.found), (usual.near, wide.near));
        // 28 bands of 7 miss one pair of a hundred at the threshold.
        assert!(usual.found * 10 >= usual.near * 9, "{usual:?}");
        assert!(usual.candidates * 5 < pairs, "{usual:?}");
    }
}
