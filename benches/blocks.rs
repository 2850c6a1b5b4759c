//! Cost of the common blocks: pages of which about one in twelve holds a block of 100 words (1,636 of
//! 20,000). `blocks` from files to rows against the same reading alone (`skipped`) and against itself on
//! half as many pages. Whole processes on one thread and on two; wall-clock medians are printed.
//! Targets: at most 3 times the reading, and at most 2.3 times as long for twice as many pages.
//!
//! `cargo bench --bench blocks`; `SHINGLESCOPE_BENCH=short` uses 2,000 pages.

use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::ensure;
use shinglescope::synth::Synth;

/// Number of runs of each; medians are reported.
const RUNS: usize = 3;

/// Of 20,000 pages, these hold the block.
const HOLDERS: usize = 1_636;

fn main() -> anyhow::Result<()> {
    // `cargo test --benches` starts benchmarks too; there is nothing to test here.
    if !std::env::args().any(|argument| argument == "--bench") {
        return Ok(());
    }
    let short = std::env::var("SHINGLESCOPE_BENCH").is_ok_and(|form| form == "short");
    let pages = if short { 2_000 } else { 20_000 };
    let folder = tempfile::tempdir()?;
    let (half, whole) = (
        folder.path().join("half.jsonl"),
        folder.path().join("whole.jsonl"),
    );
    let in_half = write(&half, pages / 2)?;
    let in_whole = write(&whole, pages)?;
    println!("{pages} pages, a block of 100 words in {in_whole} of them");
    for threads in ["1", "2"] {
        let (mut reading, mut small, mut large) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..RUNS {
            reading.push(run(&whole, threads, &["skipped"], "")?);
            small.push(run(
                &half,
                threads,
                &["blocks"],
                &format!("{in_half},100,"),
            )?);
            large.push(run(
                &whole,
                threads,
                &["blocks"],
                &format!("{in_whole},100,"),
            )?);
        }
        let [reading, small, large] = [reading, small, large].map(middle);
        println!("{threads} threads: reading   {reading:7.2} s by the clock");
        println!(
            "{threads} threads: blocks    {large:7.2} s by the clock  {:6.2} x reading, {:.2} of the 3 x allowed",
            large / reading,
            large / reading / 3.0
        );
        println!(
            "{threads} threads: of half   {small:7.2} s by the clock  {:6.2} x for twice as many pages, {:.2} of the 2.3 x allowed",
            large / small,
            large / small / 2.3
        );
    }
    Ok(())
}

/// Writes so many pages of about 300 words, and returns in how many of them the block stands.
fn write(path: &Path, pages: usize) -> anyhow::Result<usize> {
    let made_up = Synth::new(pages, 300, 0.0, 7);
    let words: Vec<String> = (0..100).map(|word| format!("block{word}")).collect();
    let block = words.join(" ");
    let mut out = BufWriter::new(std::fs::File::create(path)?);
    let mut holders = 0;
    for page in 0..pages {
        let mut text = made_up.text(page);
        // Evenly spread over the pages.
        if (page + 1) * HOLDERS / 20_000 > page * HOLDERS / 20_000 {
            holders += 1;
            text = match page % 2 {
                0 => format!("{block}. {text}"),
                _ => format!("{text} {block}."),
            };
        }
        let row = serde_json::json!({ "id": made_up.id(page), "text": text });
        writeln!(out, "{row}")?;
    }
    out.flush()?;
    Ok(holders)
}

/// Wall-clock seconds of a process whose first row, if it is to have one, begins with `first`.
fn run(path: &Path, threads: &str, arguments: &[&str], first: &str) -> anyhow::Result<f64> {
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
    let rows = String::from_utf8_lossy(&output.stdout);
    let row = rows.lines().nth(1).unwrap_or_default();
    ensure!(
        row.starts_with(first),
        "{arguments:?}: {row} instead of {first}"
    );
    Ok(seconds)
}

fn middle(mut seconds: Vec<f64>) -> f64 {
    seconds.sort_by(f64::total_cmp);
    seconds[seconds.len() / 2]
}
