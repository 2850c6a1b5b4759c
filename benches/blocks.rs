//! Cost of the common blocks: pages of which about one in twelve holds a block of 100 words (1,636 of
//! 20,000). `blocks` from files to rows against the same reading alone (`skipped`) and against itself on
//! half as many pages. Whole processes on one thread and on two; wall-clock medians are printed.
//! Targets: at most 3 times the reading, and at most 2.3 times as long for twice as many pages.
//!
//! `cargo bench -- blocks`; `SHINGLESCOPE_BENCH=short` uses 2,000 pages.

use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::ensure;
use shinglescope::synth::Synth;

use super::setup::{is_short, median, run};

/// Number of runs of each; medians are reported.
const RUNS: usize = 3;

/// Of 20,000 pages, these hold the block.
const HOLDERS: usize = 1_636;

/// Prints the table.
pub fn bench() -> anyhow::Result<()> {
    let pages = if is_short() { 2_000 } else { 20_000 };
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
        let blocks = |path: &Path, holders: usize| -> anyhow::Result<f64> {
            let (seconds, rows) = run(&["blocks".as_ref(), path.as_os_str()], threads)?;
            let row = rows.first().map_or("", String::as_str);
            ensure!(
                row.starts_with(&format!("{holders},100,")),
                "not the block: {row}"
            );
            Ok(seconds)
        };
        for _ in 0..RUNS {
            let (seconds, _) = run(&["skipped".as_ref(), whole.as_os_str()], threads)?;
            reading.push(seconds);
            small.push(blocks(&half, in_half)?);
            large.push(blocks(&whole, in_whole)?);
        }
        let [reading, small, large] = [reading, small, large].map(median);
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
