//! Bias of every sampler of `overlap` over many seeds, and how often the 95 % interval contains the truth.
//! Prints a Markdown table, which is in `docs/overlap.md`.
//!
//! `cargo bench -- overlap`; `SHINGLESCOPE_BENCH=short` takes 6 seeds and 200 documents.

use anyhow::Context;
use rayon::prelude::*;
use shinglescope::base::Cancel;
use shinglescope::overlap::{Measurement, OverlapConfig, Ratio, measure};

use super::overlapping::collections;
use super::setup::is_short;

pub fn bench() -> anyhow::Result<()> {
    let (documents, seeds) = if is_short() { (200, 6) } else { (2_000, 200) };
    let collections = collections(documents, 0)?;
    let measured = |seed| {
        let config = OverlapConfig {
            seed,
            ..OverlapConfig::default()
        };
        measure(&collections, &config, &Cancel::default())?.context("stopped")
    };
    let runs = (0..seeds)
        .into_par_iter()
        .map(measured)
        .collect::<anyhow::Result<Vec<Measurement>>>()?;
    println!("| sampler | truth | mean | bias | coverage | half width | seeds |");
    println!("|---|---|---|---|---|---|---|");
    for (at, results) in runs[0].ran.iter().enumerate() {
        let truth = results.pairs[0].truth.context("an empty collection")?;
        let ratios: Vec<Ratio> = runs.iter().map(|m| m.ran[at].pairs[0].ratio).collect();
        let covered = ratios
            .iter()
            .filter(|ratio| (ratio.low..=ratio.high).contains(&truth))
            .count();
        let finite = ratios.iter().filter(|ratio| ratio.high.is_finite());
        let finite: Vec<(f64, &Ratio)> = finite.filter_map(|r| Some((r.value?, r))).collect();
        let mean = |statistic: fn(f64, &Ratio) -> f64| {
            finite
                .iter()
                .map(|(value, r)| statistic(*value, r))
                .sum::<f64>()
                / finite.len() as f64
        };
        let geometric = mean(|value, _| value.ln()).exp();
        println!(
            "| {} | {truth:.3} | {geometric:.3} | {:.3} | {:.3} | {:.3} | {seeds} |",
            results.sampler.name(),
            geometric / truth - 1.0,
            covered as f64 / f64::from(seeds as u32),
            mean(|value, ratio| (ratio.high - ratio.low) / 2.0 / value),
        );
    }
    Ok(())
}
