//! Cost of a sweep relative to one run: 8 values of k, 20 thresholds and 2 measures over 20,000
//! documents of news length, from files to rows, against the pairs of one setting from files to
//! rows. Whole processes on one thread and on two alternate; wall-clock medians are printed.
//! Target: at most 6 times one run on two threads.
//!
//! `cargo bench --bench sweep`; `SHINGLESCOPE_BENCH=short` uses 2,000 documents.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, ensure};
use shinglescope::bench::MadeUp;
use shinglescope::settings::Settings;
use shinglescope::synth::Synth;

/// Number of runs of each; medians are reported.
const RUNS: usize = 3;

/// Grids: name and 20 thresholds each.
const GRIDS: [(&str, &str); 2] = [
    ("thresholds 0.05 to 1", "0.05-1:0.05"),
    ("thresholds 0.525 to 1", "0.525-1:0.025"),
];

fn main() -> anyhow::Result<()> {
    // `cargo test --benches` starts benchmarks too; there is nothing to test here.
    if !std::env::args().any(|argument| argument == "--bench") {
        return Ok(());
    }
    let short = std::env::var("SHINGLESCOPE_BENCH").is_ok_and(|form| form == "short");
    let documents = if short { 2_000 } else { 20_000 };
    let made_up = MadeUp::write(&Synth::new(documents, 450, 0.1, 7))?;
    let paths = made_up.corpus(Settings::default()).paths;
    let path = paths.first().context("no corpus")?;
    println!("{documents} documents; 8 values of k, 20 thresholds, 2 measures: 320 settings");
    for threads in ["1", "2"] {
        let mut one = Vec::new();
        let mut grids = [const { Vec::new() }; GRIDS.len()];
        for _ in 0..RUNS {
            let pairs = ["pairs", "--method", "exact"];
            one.push(run(path, threads, &pairs, 1)?);
            for (grid, (_, thresholds)) in grids.iter_mut().zip(GRIDS) {
                let sweep = ["sweep", "--k", "1-8", "--measure", "jaccard,containment"];
                let sweep = [&sweep[..], &["--threshold", thresholds]].concat();
                grid.push(run(path, threads, &sweep, 320)?);
            }
        }
        let one = middle(one);
        println!(
            "{threads} threads: pairs of one setting  {:7.2} s by the clock",
            one
        );
        for (grid, (name, _)) in grids.into_iter().zip(GRIDS) {
            let sweep = middle(grid);
            let ratio = sweep / one;
            println!(
                "{threads} threads: sweep, {name:22} {sweep:7.2} s by the clock  {ratio:6.2} x one run, {:.2} of the 6 x wanted",
                ratio / 6.0
            );
        }
    }
    Ok(())
}

/// Wall-clock seconds of a process that must write at least `rows` rows.
fn run(path: &Path, threads: &str, arguments: &[&str], rows: usize) -> anyhow::Result<f64> {
    let begun = Instant::now();
    let output = Command::new(env!("CARGO_BIN_EXE_shinglescope"))
        .args(arguments)
        .args(["--in-memory", "--format", "csv", "--threads", threads])
        .arg(path)
        .stdin(Stdio::null())
        .stderr(Stdio::piped())
        .output()?;
    let seconds = begun.elapsed().as_secs_f64();
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{arguments:?} failed: {said}");
    let lines = output.stdout.iter().filter(|byte| **byte == b'\n').count();
    ensure!(lines > rows, "{arguments:?} gave {lines} lines only");
    Ok(seconds)
}

fn middle(mut seconds: Vec<f64>) -> f64 {
    seconds.sort_by(f64::total_cmp);
    seconds[seconds.len() / 2]
}
