//! `bench`: measures speed and memory on the user's corpus, or on a synthetic one if no path is given.

mod keys;

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, bail};

use super::args::Bench;
use super::talk::Talk;
use crate::base::units;
use crate::bench::large::{Large, Sizes};
use crate::bench::{Corpus, MadeUp, Suite, against, child, growth, rows};
use crate::engine::cancel::Cancel;
use crate::report::Destination;
use crate::settings::Settings;
use crate::synth::Synth;

/// Number of documents of the synthetic corpus.
const MADE_UP: usize = 10_000;

/// Numbers of documents at which growth is measured if no corpus is given; the last one with `--million` only.
const GROWTH: [usize; 3] = [10_000, 100_000, 1_000_000];

/// Runs the measurements and prints them.
pub fn run(
    bench: &Bench,
    threads: usize,
    cancel: &Cancel,
    talk: &Talk,
    to: Destination<impl Write>,
) -> anyhow::Result<()> {
    if child::is_measured() {
        return child::run_job(cancel);
    }
    // Before anything is measured: a file that cannot be read ends it.
    let read = |path: &PathBuf| {
        let failed = || format!("cannot read {}", path.display());
        std::fs::read_to_string(path).with_context(failed)
    };
    let table = bench.against.as_ref().map(read).transpose()?;
    let settings = bench.corpus.settings.settings();
    let made_up;
    let corpus = if bench.corpus.paths.is_empty() {
        let (words, duplicates, seed) = (350, 0.1, 7);
        made_up = MadeUp::write(&Synth::new(MADE_UP, words, duplicates, seed))?;
        talk.say(&format!(
            "no path given: measuring on {} ({}) made up in a temporary folder, a tenth of them copies; words are drawn at random, which is easier on candidates than real text",
            units::counted(MADE_UP as u64, "document", "documents"),
            units::bytes(made_up.bytes),
        ));
        made_up.corpus(settings)
    } else {
        Corpus {
            paths: bench.corpus.paths.clone(),
            settings,
        }
    };
    if cfg!(debug_assertions) {
        talk.say("this is a build without optimisation: its figures say nothing about speed");
    }
    let program = std::env::current_exe().context("cannot find this program's file")?;
    let suite = Suite {
        program: &program,
        corpus: &corpus,
        threads,
        runs: bench.runs.into(),
        say: &|sentence| talk.say(sentence),
        should_continue: &|| !cancel.stopped(),
    };
    let (say, should_continue) = (suite.say, suite.should_continue);
    let mut measured = suite.all()?;
    let seat = |corpus: &Corpus| keys::rows(corpus, threads, say, should_continue);
    measured.extend(seat(&corpus)?);
    let sizes = match (bench.million, bench.corpus.paths.is_empty()) {
        (true, _) => &GROWTH[..],
        (false, true) => &GROWTH[..2],
        (false, false) => &[],
    };
    if !sizes.is_empty() {
        let runs = if bench.million { 1 } else { suite.runs };
        measured.extend(growth::rows(&program, sizes, runs, say, should_continue)?);
    }
    if bench.million {
        let large = Large {
            program: &program,
            threads,
            say,
            should_continue,
        };
        let (rows, million) = large.rows(&Sizes::TARGETS)?;
        measured.extend(rows);
        measured.extend(seat(&million.corpus(Settings::default()))?);
    }
    talk.done();
    rows::write(&measured, to)?;
    talk.say(&format!(
        "medians of {} on {} (--threads); CPU seconds are user and system time of all threads, and what else the machine does moves times by the clock most",
        units::counted(bench.runs.into(), "run", "runs"),
        if threads == 0 { "all threads".into() } else { units::counted(threads as u64, "thread", "threads") },
    ));
    match table {
        Some(table) => hold_against(&measured, &table),
        None => Ok(()),
    }
}

/// Fails if a ratio is worse than in `table`.
fn hold_against(measured: &[rows::Row], table: &str) -> anyhow::Result<()> {
    let worse = against::worse(measured, table)?;
    if worse.is_empty() {
        return Ok(());
    }
    let each = worse.iter().map(|against::Worse { what, before, now }| {
        format!("{what} {now:.2}, {before:.2} in the table")
    });
    let each: Vec<String> = each.collect();
    bail!(
        "{} more than a tenth worse than in the table: {}",
        units::counted(worse.len() as u64, "ratio is", "ratios are"),
        each.join("; "),
    )
}
