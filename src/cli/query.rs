//! `query`: the neighbours of a text that need not be in the corpus.

use std::ffi::OsStr;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::Arc;

use anyhow::Context;

use super::{compare, lists};
use crate::collection::Collection;
use crate::corpus::{SkipReason, decode};
use crate::engine::views::{self, Source};
use crate::report::{Cell, Destination, Writer};
use crate::settings::Settings;

/// Reads the query text from a file, or from standard input for `-`. What is too large, empty or binary
/// is refused from both.
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
    // As for a file.
    if bytes.is_empty() {
        anyhow::bail!("standard input is {}", SkipReason::Empty);
    }
    if decode::is_binary(&bytes) {
        anyhow::bail!("standard input is {}", SkipReason::Binary);
    }
    let text: Arc<str> = decode::decode(bytes, None).0.into();
    Ok(text.into())
}

/// Writes the documents of `collection` that share a shingle with `text` and reach `threshold`; returns
/// their number.
pub fn write(
    collection: &Collection,
    text: Source,
    threshold: f64,
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
