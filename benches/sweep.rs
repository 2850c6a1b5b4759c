//! Cost of a sweep relative to one run: 8 values of k, 20 thresholds and 2 measures over 20,000
//! documents of news length, from files to rows, against the pairs of one setting from files to
//! rows. Whole processes on one thread and on two alternate; wall-clock medians are printed.
//! Target: at most 6 times one run on two threads.
//!
//! `cargo bench -- sweep`; `SHINGLESCOPE_BENCH=short` uses 2,000 documents.

use std::ffi::OsStr;

use anyhow::ensure;

use super::setup::{MadeUp, is_short, median, run};

/// Number of runs of each; medians are reported.
const RUNS: usize = 3;

/// Grids: name and 20 thresholds each.
const GRIDS: [(&str, &str); 2] = [
    ("thresholds 0.05 to 1", "0.05-1:0.05"),
    ("thresholds 0.525 to 1", "0.525-1:0.025"),
];

/// Prints the table.
pub fn bench() -> anyhow::Result<()> {
    let documents = if is_short() { 2_000 } else { 20_000 };
    let corpus = MadeUp::write(documents, 450)?;
    println!("{documents} documents; 8 values of k, 20 thresholds, 2 measures: 320 settings");
    for threads in ["1", "2"] {
        let mut one = Vec::new();
        let mut grids = [const { Vec::new() }; GRIDS.len()];
        for _ in 0..RUNS {
            let pairs = ["pairs", "--method", "exact"];
            one.push(timed(&corpus, threads, &pairs, 1)?);
            for (grid, (_, thresholds)) in grids.iter_mut().zip(GRIDS) {
                let sweep = ["sweep", "--k", "1-8", "--measure", "jaccard,containment"];
                let sweep = [&sweep[..], &["--threshold", thresholds]].concat();
                grid.push(timed(&corpus, threads, &sweep, 320)?);
            }
        }
        let one = median(one);
        println!(
            "{threads} threads: pairs of one setting  {:7.2} s by the clock",
            one
        );
        for (grid, (name, _)) in grids.into_iter().zip(GRIDS) {
            let sweep = median(grid);
            let ratio = sweep / one;
            println!(
                "{threads} threads: sweep, {name:22} {sweep:7.2} s by the clock  {ratio:6.2} x one run, {:.2} of the 6 x wanted",
                ratio / 6.0
            );
        }
    }
    Ok(())
}

/// Wall-clock seconds of a command on the corpus, which must print at least `rows` rows.
fn timed(corpus: &MadeUp, threads: &str, command: &[&str], rows: usize) -> anyhow::Result<f64> {
    let mut arguments: Vec<&OsStr> = command.iter().map(OsStr::new).collect();
    arguments.push(corpus.path.as_os_str());
    let (seconds, printed) = run(&arguments, threads)?;
    ensure!(printed.len() >= rows, "{command:?}: {} rows", printed.len());
    Ok(seconds)
}
