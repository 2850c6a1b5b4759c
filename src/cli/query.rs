//! `query`: the neighbours of a text that need not be in the corpus.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::Arc;

use anyhow::Context;

use super::{compare, lists};
use crate::collection::Collection;
use crate::config::Purpose;
use crate::corpus::{SkipReason, decode};
use crate::engine::message::Neighbour;
use crate::engine::views::{self, Source};
use crate::evidence::{FREQUENCY_WIDTH, ShingleFrequency, order};
use crate::report::{Cell, Destination, Writer};
use crate::settings::Settings;
use crate::similarity::Bridging;

/// Reads the query text from a file, or from standard input for `-`. The size limit applies to both.
pub fn text(file: &OsStr, settings: &Settings) -> anyhow::Result<Source> {
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
    let text: Arc<str> = decode::decode(bytes, None).0.into();
    Ok(text.into())
}

/// Orders neighbours by how much of the query they explain.
fn by_explanation(collection: &Collection, query: &[u64], found: &mut Vec<Neighbour>) {
    let others: Vec<_> = found
        .iter()
        .map(|n| (n.doc, collection.terms(n.doc)))
        .collect();
    let frequency = ShingleFrequency::of(collection, FREQUENCY_WIDTH, &|| true);
    let explained = order::neighbours(query, &others, frequency.as_ref(), &Bridging::default());
    let place: HashMap<_, _> = explained
        .iter()
        .zip(0..)
        .map(|(e, at)| (e.doc, at))
        .collect();
    found.sort_by_key(|n| place.get(&n.doc).copied().unwrap_or(usize::MAX));
}

/// Writes the documents of `collection` that share a shingle with `text` and reach `threshold`: by Jaccard
/// falling, or in copied text by how much of the text they explain. Returns their number.
pub fn write(
    collection: &Collection,
    text: Source,
    threshold: f64,
    purpose: Purpose,
    to: Destination<impl Write>,
) -> anyhow::Result<usize> {
    const COLUMNS: [&str; 8] = [
        "document",
        "estimate",
        "interval_low",
        "interval_high",
        "jaccard",
        "containment_query_in_document",
        "containment_document_in_query",
        "shared",
    ];
    let centre = compare::measured(text, collection.settings())?;
    let (mut found, _) = views::neighbours(collection, &centre, None, || true).unwrap_or_default();
    found.retain(|n| n.overlap.jaccard() >= threshold);
    if purpose == Purpose::CopiedText {
        by_explanation(collection, &centre.hashes, &mut found);
    }
    let mut writer = Writer::new(to, &COLUMNS)?;
    for n in &found {
        let mut row = vec![Cell::Text(collection.id(n.doc).to_owned())];
        row.extend(lists::estimated(&n.estimate));
        row.extend(lists::exact(n.overlap));
        writer.row(row)?;
    }
    writer.finish()?;
    Ok(found.len())
}
