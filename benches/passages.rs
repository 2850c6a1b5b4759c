//! Cost of passages. Two documents: bridged passages against the exact runs of the same pairs, at 300, 3,000
//! and 30,000 words. Many documents: the sources of a text of 60,000 words among 10,000 documents
//! (`sources`), against reading the same files alone (`skipped`); whole processes, wall-clock medians.
//! Targets: bridged passages linear in the words (10 times the words, at most 12 times as long), and sources
//! within 3 times the reading.
//!
//! `cargo bench -- passages`; `SHINGLESCOPE_BENCH=short` uses a tenth of the documents.

use std::time::Instant;

use anyhow::ensure;
use shinglescope::settings::{Normalisation, Sketching};
use shinglescope::similarity::passages::passages;
use shinglescope::similarity::{Bridging, bridged_passages};
use shinglescope::synth::{Passages, Synth};
use shinglescope::text::terms::Normaliser;

use super::setup::{MadeUp, is_short, median, run, synth};

/// Number of runs of each; medians are reported.
const RUNS: usize = 5;

/// Prints both tables.
pub fn bench() -> anyhow::Result<()> {
    let terms = Normaliser::new(&Normalisation::default())?;
    two_documents(&terms);
    sources(&terms, if is_short() { 1_000 } else { 10_000 })
}

/// Seconds of each pair of a made corpus, by the words of a document.
fn two_documents(terms: &Normaliser) {
    let mut before: Option<f64> = None;
    for (words, documents) in [(300, 340), (3_000, 68), (30_000, 34)] {
        let made = Passages::new(documents, words, 11);
        let mut pairs = Vec::new();
        for number in 0..documents {
            let (text, planted) = made.document(number);
            for passage in planted {
                let (of_source, _) = made.document(passage.a);
                pairs.push((hashes(terms, &of_source), hashes(terms, &text)));
            }
        }
        let of_pair = |seconds: f64| seconds / pairs.len() as f64 * 1e6;
        let bridging = Bridging::default();
        let bridged = of_pair(timed(|| {
            for (left, right) in &pairs {
                std::hint::black_box(bridged_passages(left, right, &bridging));
            }
        }));
        let exact = of_pair(timed(|| {
            for (left, right) in &pairs {
                std::hint::black_box(passages(left, right, &Sketching::default()));
            }
        }));
        print!(
            "{words:6} words, {} pairs: bridged {bridged:9.1} µs a pair, {:.2} x exact runs",
            pairs.len(),
            bridged / exact
        );
        match before.replace(bridged) {
            Some(before) => println!(", {:.1} x a tenth of the words", bridged / before),
            None => println!(),
        }
    }
}

fn sources(terms: &Normaliser, documents: usize) -> anyhow::Result<()> {
    let corpus = MadeUp::write(documents, 300)?;
    let made = synth(documents, 300);
    let folder = tempfile::tempdir()?;
    let long = folder.path().join("long.txt");
    // A text of 200 documents' words, every tenth of them a document of the corpus.
    let other = Synth::new(200, 300, 0.0, 8);
    let parts = (0..200).map(|part| match part % 10 {
        0 => made.text(part * documents / 200),
        _ => other.text(part),
    });
    std::fs::write(&long, parts.collect::<Vec<_>>().join("\n\n"))?;
    let words = hashes(terms, &std::fs::read_to_string(&long)?).len();
    for threads in ["1", "2"] {
        let (mut reading, mut explained) = (Vec::new(), Vec::new());
        for _ in 0..RUNS {
            let (seconds, _) = run(&["skipped".as_ref(), corpus.path.as_os_str()], threads)?;
            reading.push(seconds);
            let sources = [
                "sources".as_ref(),
                long.as_os_str(),
                "--in".as_ref(),
                corpus.path.as_os_str(),
            ];
            let (seconds, rows) = run(&sources, threads)?;
            ensure!(rows.len() >= 20, "{} rows of sources", rows.len());
            explained.push(seconds);
        }
        let [reading, explained] = [reading, explained].map(median);
        println!(
            "{threads} threads: reading {documents} documents {reading:.2} s, sources of {words} words {explained:.2} s, \
             {:.2} x reading, {:.2} of the 3 x allowed",
            explained / reading,
            explained / reading / 3.0
        );
    }
    Ok(())
}

fn hashes(terms: &Normaliser, text: &str) -> Vec<u64> {
    let mut hashes = Vec::new();
    terms.hashes(text, &mut hashes);
    hashes
}

/// Median of the seconds that `once` takes.
fn timed(mut once: impl FnMut()) -> f64 {
    let seconds = (0..RUNS).map(|_| {
        let begun = Instant::now();
        once();
        begun.elapsed().as_secs_f64()
    });
    median(seconds.collect())
}
