//! `query`: the neighbours of a text that need not be in the corpus.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use serde_json::{Map, Value};

use super::compare::{self, Given};
use super::lists;
use crate::collection::Collection;
use crate::collection::ShingleFrequency;
use crate::config::Purpose;
use crate::corpus::extract::LeftOut;
use crate::corpus::{SkipReason, decode};
use crate::engine::message::Neighbour;
use crate::engine::views::{self, Source};
use crate::evidence::{Evidence, FREQUENCY_WIDTH, order};
use crate::mask::Finder;
use crate::report::{Cell, Destination, Writer};
use crate::settings::Settings;
use crate::similarity::Measure;
use crate::similarity::bridge::{Bridging, bridged_passages};

/// Reads the query text from a file, or from standard input for `-`. What is too large, empty or binary
/// is refused from both.
pub fn text(file: &OsStr, settings: &Settings) -> anyhow::Result<Given> {
    if file != "-" {
        return compare::file(Path::new(file), settings);
    }
    let mut bytes = Vec::new();
    let limit = settings.reading.max_bytes;
    io::stdin()
        .take(limit + 1)
        .read_to_end(&mut bytes)
        .context("cannot read standard input")?;
    if bytes.len() as u64 > limit {
        anyhow::bail!(
            "standard input is {}",
            SkipReason::TooLarge(limit + 1, limit)
        );
    }
    // As for a file.
    if bytes.is_empty() {
        anyhow::bail!("standard input is {}", SkipReason::Empty);
    }
    if decode::is_binary(&bytes) {
        anyhow::bail!("standard input is {}", SkipReason::Binary);
    }
    let mut lines = bytes.split(|byte| *byte == b'\n');
    let first = lines.find(|line| !line.trim_ascii().is_empty());
    let is_row = |line: &[u8]| serde_json::from_slice::<Map<String, Value>>(line).is_ok();
    if first.is_some_and(is_row) {
        anyhow::bail!(
            "standard input is rows of JSON, and one text is asked for: give the text alone"
        );
    }
    let text: Arc<str> = decode::decode(bytes, None).0.into();
    Ok(Given {
        source: text.into(),
        left_out: LeftOut::default(),
    })
}

/// Orders neighbours by how much of the query they explain.
fn by_explanation(
    collection: &Collection,
    query: &[u64],
    bridging: &Bridging,
    found: &mut [Neighbour],
) {
    let terms: Vec<_> = found.iter().map(|n| collection.terms(n.doc)).collect();
    let docs = found.iter().map(|n| n.doc);
    let others: Vec<(_, &[u64])> = docs.zip(terms.iter().map(|terms| &**terms)).collect();
    let frequency = ShingleFrequency::of(collection, FREQUENCY_WIDTH, &|| true);
    let explained = order::neighbours(query, &others, frequency.as_ref(), bridging);
    let place: HashMap<_, _> = explained
        .iter()
        .zip(0..)
        .map(|(e, at)| (e.doc, at))
        .collect();
    found.sort_by_key(|n| place.get(&n.doc).copied().unwrap_or(usize::MAX));
}

/// What is printed of the neighbours.
#[derive(Clone, Copy, Debug)]
pub struct QueryOutput {
    /// Least exact similarity, 0..=1.
    pub threshold: f64,
    /// What the threshold applies to. The order follows it among near-duplicates; copied text is ordered by
    /// how much of the query it explains.
    pub measure: Measure,
    /// The question.
    pub purpose: Purpose,
    /// What a passage is.
    pub bridging: Bridging,
    /// Whether passages are counted.
    pub passages: bool,
    /// Whether the first column names the text.
    pub several: bool,
}

/// Writes, for each of `texts` (name, text), the documents of `collection` that share a shingle with it and
/// reach the threshold; returns the number of rows.
///
/// # Errors
/// Output that cannot be written, and settings that do not yield a normaliser.
pub fn write(
    collection: &Collection,
    texts: Vec<(String, Source)>,
    masks: Option<&Finder>,
    asked: &QueryOutput,
    to: Destination<impl Write>,
    should_continue: &(dyn Fn() -> bool + Sync),
) -> anyhow::Result<usize> {
    const COLUMNS: [&str; 12] = [
        "query",
        "document",
        "estimate",
        "interval_low",
        "interval_high",
        "jaccard",
        "containment_query_in_document",
        "containment_document_in_query",
        "shared",
        "words",
        "longest",
        "passages",
    ];
    let from = usize::from(!asked.several);
    let to_column = COLUMNS.len() - if asked.passages { 0 } else { 3 };
    let mut writer = Writer::new(to, &COLUMNS[from..to_column])?;
    let mut rows = 0;
    for (name, text) in texts {
        let centre = compare::measured(text, collection.settings(), masks)?;
        let found = views::neighbours(collection, &centre, None, usize::MAX, should_continue);
        let (mut found, _) = found.unwrap_or_default();
        let score = |n: &Neighbour| asked.measure.of(&n.overlap);
        found.retain(|n| score(n) >= asked.threshold);
        match asked.purpose {
            Purpose::NearDuplicates => found.sort_by(|a, b| score(b).total_cmp(&score(a))),
            Purpose::CopiedText => {
                by_explanation(collection, &centre.hashes, &asked.bridging, &mut found)
            }
        }
        for n in &found {
            let mut row: Vec<Cell> =
                Vec::from_iter(asked.several.then(|| Cell::Text(name.clone())));
            row.push(Cell::Text(collection.printed_id(n.doc).to_owned()));
            row.extend(lists::estimated(&n.estimate));
            row.extend(lists::exact(n.overlap));
            if asked.passages {
                let terms = collection.terms(n.doc);
                let passages = bridged_passages(&centre.hashes, &terms, &asked.bridging);
                let evidence = Evidence::of(&passages);
                let counts = [evidence.words(), evidence.longest, evidence.passages];
                row.extend(counts.map(|n| Cell::Count(n.into())));
            }
            writer.row(row)?;
        }
        rows += found.len();
    }
    writer.finish()?;
    Ok(rows)
}
