//! The corpus generator is deterministic, and plants the pairs that it says it plants.

use shinglescope::settings::{Normalisation, Sketching};
use shinglescope::similarity::Overlap;
use shinglescope::synth::{Origin, Synth};
use shinglescope::text::{Normaliser, shingles};
use xxhash_rust::xxh3::xxh3_64;

/// A change to what a recipe generates invalidates all published measurements: then update this
/// test, and say so in the changelog.
#[test]
fn a_recipe_makes_the_same_bytes_everywhere() {
    let mut out = Vec::new();
    Synth::new(300, 120, 0.2, 7)
        .write_jsonl(&mut out, |_, _| true)
        .unwrap();
    assert_eq!(out.len(), 256_255);
    assert_eq!(xxh3_64(&out), 16_912_776_137_644_750_188);
}

#[test]
fn documents_are_the_same_alone_and_in_a_larger_corpus() {
    let (small, large) = (Synth::new(50, 90, 0.3, 5), Synth::new(5_000, 90, 0.3, 5));
    for number in [49, 0, 17] {
        assert_eq!(small.text(number), large.text(number));
    }
    assert_ne!(small.text(3), Synth::new(50, 90, 0.3, 6).text(3));
}

#[test]
fn sizes_and_shares_are_as_requested() {
    let synth = Synth::new(3_000, 100, 0.25, 11);
    let texts: Vec<String> = (0..synth.documents()).map(|n| synth.text(n)).collect();
    let words: usize = texts.iter().map(|t| t.split_whitespace().count()).sum();
    let mean = words as f64 / texts.len() as f64;
    assert!((85.0..115.0).contains(&mean), "{mean} words a document");
    let origins: Vec<Origin> = (0..synth.documents()).map(|n| synth.origin(n)).collect();
    let copies = origins.iter().filter(|o| o.original().is_some()).count();
    assert!((650..850).contains(&copies), "{copies} copies");
    for (number, origin) in origins.iter().enumerate() {
        if let Some(original) = origin.original() {
            assert!(original < number && origins[original] == Origin::New);
        }
        if let Origin::Identical { original: source } = origin {
            assert_eq!(texts[number], texts[*source]);
        }
        if let Origin::SameWords { original: source } = origin {
            assert_ne!(texts[number], texts[*source]);
        }
    }
}

#[test]
fn planted_pairs_have_the_declared_jaccard_and_there_are_no_others() {
    let synth = Synth::new(400, 100, 0.3, 3);
    let normaliser = Normaliser::new(&Normalisation::default()).unwrap();
    let sets: Vec<Vec<u64>> = (0..synth.documents())
        .map(|number| {
            let mut terms = Vec::new();
            normaliser.hashes(&synth.text(number), &mut terms);
            shingles::set(&terms, &Sketching::default())
        })
        .collect();
    let planted = synth.planted();
    assert!(planted.len() > 100);
    for pair in &planted {
        let overlap = Overlap::new(&sets[pair.a], &sets[pair.b]);
        assert_eq!(overlap.shared, pair.shared, "{pair:?}");
        assert_eq!(overlap.union(), u64::from(pair.union), "{pair:?}");
        if synth.origin(pair.b).original() == Some(pair.a) {
            assert!(pair.jaccard() > 0.4, "{pair:?}");
        }
    }
    let spread = |from: f64, to: f64| {
        let of_originals = planted
            .iter()
            .filter(|pair| synth.origin(pair.b).original() == Some(pair.a));
        of_originals
            .filter(|pair| (from..to).contains(&pair.jaccard()))
            .count()
    };
    for (from, to) in [(0.4, 0.65), (0.65, 0.8), (0.8, 1.0), (1.0, 1.1)] {
        assert!(spread(from, to) > 5, "{from} to {to}: {}", spread(from, to));
    }
    let mut resembling = Vec::new();
    for b in 0..sets.len() {
        for a in 0..b {
            if Overlap::new(&sets[a], &sets[b]).jaccard() >= 0.2 {
                resembling.push((a, b));
            }
        }
    }
    resembling.sort_unstable();
    let similar: Vec<(usize, usize)> = planted
        .iter()
        .filter(|pair| pair.jaccard() >= 0.2)
        .map(|pair| (pair.a, pair.b))
        .collect();
    assert_eq!(resembling, similar);
}
