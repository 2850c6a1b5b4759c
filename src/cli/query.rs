//! `query`: the neighbours of a text that need not be in the corpus.

use std::ffi::OsStr;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::Arc;

use anyhow::Context;

use super::compare;
use crate::collection::Collection;
use crate::corpus::{SkipReason, decode};
use crate::engine::views::{self, Measured, Source};
use crate::report::{Cell, Format, Writer};
use crate::settings::Settings;
use crate::text::Normaliser;

/// Reads the query text from a file, or from standard input for `-`.
///
/// # Errors
/// Input that cannot be read or exceeds the size limit.
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

/// Writes the documents of `collection` that share a shingle with `text` and reach `threshold`; returns
/// their number.
///
/// # Errors
/// Output errors, and settings that do not yield a normaliser.
pub fn write<W: Write>(
    collection: &Collection,
    text: Source,
    threshold: f64,
    format: Format,
    terminal: bool,
    out: W,
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
    let settings = collection.settings();
    let normaliser = Normaliser::new(&settings.normalisation)?;
    let centre = Measured::new(text, &normaliser, &settings.sketching);
    let (neighbours, _) = views::neighbours(collection, &centre, None, || true).unwrap_or_default();
    let mut writer = Writer::new(format, &COLUMNS, terminal, out)?;
    let mut written = 0;
    for n in neighbours
        .iter()
        .filter(|n| n.overlap.jaccard() >= threshold)
    {
        let (low, high) = n.estimate.interval();
        writer.row(vec![
            Cell::Text(collection.id(n.doc).to_owned()),
            Cell::Share(n.estimate.value()),
            Cell::Share(low),
            Cell::Share(high),
            Cell::Share(n.overlap.jaccard()),
            Cell::Share(n.overlap.containment_a_in_b()),
            Cell::Share(n.overlap.containment_b_in_a()),
            Cell::Count(n.overlap.shared.into()),
        ])?;
        written += 1;
    }
    writer.finish()?;
    Ok(written)
}
