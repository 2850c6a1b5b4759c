//! Throughput of every kind of sketch, compared with min-hash as textbooks write it.

use std::time::{Duration, Instant};

use shinglescope::base::process::cpu_seconds;
use shinglescope::settings::{Normalisation, SketchKind, Sketching};
use shinglescope::sketch::{SketchScratch, Sketcher};
use shinglescope::text::{Normaliser, shingles};

use super::rows::BenchmarkRow;
use super::setup::{median, synth};

/// Minimum duration of a round of one kind of sketch.
const MIN_ROUND: Duration = Duration::from_millis(150);

type Sketch = Box<dyn FnMut(&[u64])>;

/// The Mersenne prime 2^61 - 1.
const PRIME: u64 = (1 << 61) - 1;

/// Shingles per second of every kind of sketch, medians of `runs` alternating rounds.
pub fn rows(runs: usize) -> anyhow::Result<Vec<BenchmarkRow>> {
    let sketching = Sketching::default();
    let sets = shingle_sets(&sketching)?;
    let permutations = textbook_permutations(sketching.permutations);
    let mut minima = Vec::new();
    let textbook = move |set: &[u64]| {
        minima.clear();
        minima.resize(permutations.len(), u64::MAX);
        for x in set {
            for (minimum, (a, b)) in minima.iter_mut().zip(&permutations) {
                *minimum = permute(*a, *b, *x).min(*minimum);
            }
        }
        std::hint::black_box(&minima);
    };
    let name = "sketch: minhash by multiply mod 2^61-1";
    let mut sketches: Vec<(String, Sketch)> = vec![(name.to_owned(), Box::new(textbook))];
    for (name, sketch) in SketchKind::ALL {
        let sketcher = Sketcher::new(&Sketching {
            sketch,
            ..sketching.clone()
        });
        let (mut scratch, mut out) = (SketchScratch::default(), Vec::new());
        let sketch_set = move |set: &[u64]| {
            out.clear();
            sketcher.sketch(set, &mut scratch, &mut out);
            std::hint::black_box(&out);
        };
        sketches.push((format!("sketch: {name}"), Box::new(sketch_set)));
    }
    let mut rates = vec![Vec::new(); sketches.len()];
    for _ in 0..runs {
        for ((_, sketch), rates) in sketches.iter_mut().zip(&mut rates) {
            rates.push(rate(&sets, sketch));
        }
    }
    let rates: Vec<f64> = rates.into_iter().map(median).collect();
    let rows = sketches.iter().zip(&rates).map(|((name, _), rate)| {
        let row = BenchmarkRow::new(name, *rate, "M shingles/CPU s");
        row.over(rates[0], "mod 2^61-1")
    });
    Ok(rows.skip(1).collect())
}

/// Millions of shingles per CPU second.
fn rate(sets: &[Vec<u64>], sketch: &mut impl FnMut(&[u64])) -> f64 {
    let shingles: usize = sets.iter().map(Vec::len).sum();
    let (end, cpu) = (Instant::now() + MIN_ROUND, cpu_seconds());
    let mut passes = 0.0;
    while passes == 0.0 || Instant::now() < end {
        sets.iter().for_each(|set| sketch(set));
        passes += 1.0;
    }
    passes * shingles as f64 / 1e6 / (cpu_seconds() - cpu)
}

/// Multipliers and increments of permutations `(a·x + b) mod (2^61 - 1)`, as most libraries have them.
fn textbook_permutations(count: usize) -> Vec<(u64, u64)> {
    let draw = |number: usize| shingles::mix(number as u64 + 1) % PRIME;
    (0..count)
        .map(|i| (draw(2 * i).max(1), draw(2 * i + 1)))
        .collect()
}

/// `(a·x + b) mod (2^61 - 1)` without a division.
fn permute(a: u64, b: u64, x: u64) -> u64 {
    let product = u128::from(a) * u128::from(x & PRIME) + u128::from(b);
    let folded = (product as u64 & PRIME) + (product >> 61) as u64;
    if folded >= PRIME {
        folded - PRIME
    } else {
        folded
    }
}

/// Shingle sets of 200 made-up documents.
fn shingle_sets(sketching: &Sketching) -> anyhow::Result<Vec<Vec<u64>>> {
    let documents = synth(200, 350);
    let normaliser = Normaliser::new(&Normalisation::default())?;
    let set = |number| {
        let (mut terms, mut hashes) = (Vec::new(), Vec::new());
        normaliser.hashes(&documents.text(number), &mut terms);
        shingles::hashes(&terms, sketching.k, sketching.seed, &mut hashes);
        hashes
    };
    Ok((0..documents.documents()).map(set).collect())
}
