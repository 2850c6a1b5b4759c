//! Cost of the mirrors: 200,000 pages in 5,000 folders, finding their pairs against finding mirrors from them.
//! Target: under a tenth of the time of the pairs, which begins with their texts. The join of the shingles alone
//! stands beside it. Medians by the clock are printed.
//!
//! `cargo bench -- mirrors`; `SHINGLESCOPE_BENCH=short` uses 7,200 pages.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use anyhow::Context;
use shinglescope::candidates::{self, Identical, MethodConfig};
use shinglescope::engine::cancel::Cancel;
use shinglescope::engine::sets::Sets;
use shinglescope::engine::{mirrors, open};
use shinglescope::mirrors::MirrorsConfig;
use shinglescope::synth::SyntheticMirrors;

use super::setup::{is_short, median, options};

/// Number of runs of each; medians are reported.
const RUNS: usize = 3;

/// Prints the figures.
pub fn bench() -> anyhow::Result<()> {
    let (documents, pages) = if is_short() {
        (7_200, 10)
    } else {
        (200_000, 40)
    };
    let folder = tempfile::tempdir()?;
    let path: PathBuf = folder.path().join("sites.jsonl");
    let made = SyntheticMirrors::new(documents, pages, 150, 7);
    made.write_jsonl(std::fs::File::create(&path)?, |_, _| true)?;
    let options = options(vec![path], 0, None);
    let method = MethodConfig::default();
    let (mut of_pairs, mut of_join, mut of_mirrors) = (Vec::new(), Vec::new(), Vec::new());
    let (mut found, mut folders, mut pages) = (0, 0, 0);
    for _ in 0..RUNS {
        let opened = Instant::now();
        let collection = open::read_only(&options, &Cancel::default(), |_| {})?.collection;
        let begun = Instant::now();
        let identical = Identical::of(&collection);
        let pairs = candidates::find(&collection, &identical, &method, 0.8, 0.8, &|| true);
        of_join.push(begun.elapsed().as_secs_f64());
        of_pairs.push(opened.elapsed().as_secs_f64());
        let pairs = Arc::new(pairs);
        let begun = Instant::now();
        let config = MirrorsConfig::default();
        let list = mirrors::mirrors(&collection, &pairs, 0.8, config, &Sets::default(), &|| true);
        of_mirrors.push(begun.elapsed().as_secs_f64());
        let list = list.context("stopped")?;
        (found, folders) = (list.mirrors.found.len(), list.mirrors.forest.directories());
        pages = collection.len();
    }
    let [pairs, join, mirrors] = [of_pairs, of_join, of_mirrors].map(median);
    println!(
        "{pages} pages in {folders} folders: {found} mirrors; pairs {pairs:.3} s, mirrors {mirrors:.3} s: {:.3} of the pairs, {:.2} of the tenth allowed; {:.3} of the join alone, {join:.3} s",
        mirrors / pairs,
        mirrors / pairs * 10.0,
        mirrors / join
    );
    Ok(())
}
