//! `compare`: all figures of one pair, and the spans of its shared passages.

use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use serde_json::{Value, json};

use crate::base::DocNo;
use crate::collection::Collection;
use crate::corpus::read;
use crate::engine::message::Comparison;
use crate::engine::views::{self, Measured, Source};
use crate::lab::collisions::{self, Collisions};
use crate::report::{Cell, Format, Writer};
use crate::settings::Settings;
use crate::text::Normaliser;

/// Reads a file as a single document.
///
/// # Errors
/// A file that cannot be read; the message names it and the reason.
pub fn file(path: &Path, settings: &Settings) -> anyhow::Result<Source> {
    let document = read::given(path, &settings.reading)
        .map_err(|reason| anyhow!("{}: {reason}", path.display()))?;
    Ok(document.into())
}

/// Finds a document of `collection` by id. O(documents) if it is not found.
///
/// # Errors
/// An unknown id; the message suggests a similar one if there is any.
pub fn find(collection: &Collection, id: &str) -> anyhow::Result<DocNo> {
    collection.find(id).with_context(|| {
        // Usually the given id is the end of a path, or a path relative to the working directory.
        let is_end = |long: &str, short: &str| {
            long.strip_suffix(short).is_some_and(|rest| rest.ends_with('/'))
        };
        let mut known = collection.documents().map(|doc| collection.id(doc));
        let meant = known.find(|known| is_end(known, id) || is_end(id, known));
        let hint = meant.map_or(String::new(), |meant| format!("; did you mean {meant:?}?"));
        format!("no document {id:?} in this corpus; ids are paths relative to it, as `pairs` and `clusters` print them{hint}")
    })
}

/// Reads the text of a document of `collection` by its id.
///
/// # Errors
/// An unknown id (the message suggests a similar one), or a file that is gone or has changed.
pub fn member(collection: &Collection, id: &str) -> anyhow::Result<Source> {
    let doc = find(collection, id)?;
    let row = collection.row(doc);
    let document = read::again(&row.id, &row.place, &collection.settings().reading)
        .map_err(|reason| anyhow!("{id}: {reason}"))?;
    if document.fingerprint != row.fingerprint {
        // The figures were computed from the old text and would not match the new one.
        bail!("{id} has changed since it was read; run this again to read the corpus as it is now");
    }
    Ok(document.into())
}

/// Compares two texts. If shingle hashes are truncated, also counts the collisions in the two texts.
///
/// # Errors
/// Settings that do not yield a normaliser.
pub fn compare(
    a: Source,
    b: Source,
    settings: &Settings,
) -> anyhow::Result<(Comparison, Option<Collisions>)> {
    let normaliser = Normaliser::new(&settings.normalisation)?;
    let a = Measured::new(a, &normaliser, &settings.sketching);
    let b = Measured::new(b, &normaliser, &settings.sketching);
    let sketching = &settings.sketching;
    let comparison = views::comparison((DocNo(0), &a), (DocNo(1), &b), settings);
    let lost =
        (sketching.hash_bits < 64).then(|| collisions::count(&[&a.hashes, &b.hashes], sketching));
    Ok((comparison, lost))
}

/// Writes a comparison: JSON includes the passages, other formats list the figures only.
///
/// # Errors
/// Output errors.
pub fn write<W: Write>(
    names: [&str; 2],
    comparison: &Comparison,
    format: Format,
    terminal: bool,
    mut out: W,
) -> io::Result<()> {
    if matches!(format, Format::Json | Format::Jsonl) {
        let value = value(names, comparison);
        if format == Format::Json {
            serde_json::to_writer_pretty(&mut out, &value)?;
        } else {
            serde_json::to_writer(&mut out, &value)?;
        }
        writeln!(out)?;
        return out.flush();
    }
    let mut figures = Writer::new(format, &["figure", "value"], terminal, &mut out)?;
    let (low, high) = comparison.estimate.interval();
    let m = &comparison.measures;
    let o = m.overlap;
    let rows = [
        ("a", Cell::Text(names[0].to_owned())),
        ("b", Cell::Text(names[1].to_owned())),
        ("estimate", Cell::Share(comparison.estimate.value())),
        ("interval_low", Cell::Share(low)),
        ("interval_high", Cell::Share(high)),
        ("jaccard", Cell::Share(o.jaccard())),
        ("containment_a_in_b", Cell::Share(o.containment_a_in_b())),
        ("containment_b_in_a", Cell::Share(o.containment_b_in_a())),
        ("shared", Cell::Count(o.shared.into())),
        ("union", Cell::Count(o.union())),
        ("shingles_a", Cell::Count(o.size_a.into())),
        ("shingles_b", Cell::Count(o.size_b.into())),
        ("words_a", Cell::Count(comparison.left.words as u64)),
        ("words_b", Cell::Count(comparison.right.words as u64)),
        ("word_similarity", Cell::Share(comparison.diff.similarity)),
        ("bag_jaccard", Cell::Share(m.bag.jaccard())),
        ("cosine", Cell::Share(m.cosine)),
        ("euclidean_distance", Cell::Number(m.euclidean, 3)),
        ("edit_distance", Cell::Count(m.edit_distance.into())),
        ("edit_similarity", Cell::Share(m.edit_similarity())),
        (
            "edit_distance_is_upper_bound",
            Cell::Text(m.edit_distance_is_upper_bound.to_string()),
        ),
        ("shared_words", Cell::Count(m.shared_terms.into())),
        ("simhash_distance", Cell::Count(m.simhash.into())),
        ("passages", Cell::Count(comparison.passages.len() as u64)),
        ("longest_passage", Cell::Count(longest(comparison).into())),
        ("longest_common_run", Cell::Count(m.longest_run.into())),
    ];
    let folding = comparison.folding.iter().flat_map(|folding| {
        [
            (
                "disguised_a",
                Cell::Count(comparison.left.disguise.count() as u64),
            ),
            (
                "disguised_b",
                Cell::Count(comparison.right.disguise.count() as u64),
            ),
            ("jaccard_as_written", Cell::Share(folding.written.jaccard())),
            ("jaccard_as_seen", Cell::Share(folding.seen.jaccard())),
        ]
    });
    for (name, cell) in rows.into_iter().chain(folding) {
        figures.row(vec![Cell::Text(name.to_owned()), cell])?;
    }
    figures.finish()
}

fn longest(comparison: &Comparison) -> u32 {
    comparison
        .passages
        .iter()
        .map(|p| p.length)
        .max()
        .unwrap_or(0)
}

fn value(names: [&str; 2], c: &Comparison) -> Value {
    let (low, high) = c.estimate.interval();
    let lines = [line_starts(&c.left.text), line_starts(&c.right.text)];
    let span = |side: usize, from: u32, length: u32| {
        let spans = if side == 0 {
            &c.left.spans
        } else {
            &c.right.spans
        };
        let start = spans.get(from as usize).map_or(0, |s| s.0);
        let end = spans.get((from + length) as usize - 1).map_or(0, |s| s.1);
        let line = lines[side].partition_point(|at| *at <= start as usize);
        json!({ "start": start, "end": end, "line": line, "term": from })
    };
    let passages: Vec<Value> = c
        .passages
        .iter()
        .map(|p| json!({ "terms": p.length, "a": span(0, p.left, p.length), "b": span(1, p.right, p.length) }))
        .collect();
    let m = &c.measures;
    let o = m.overlap;
    json!({
        "a": names[0], "b": names[1], "k": c.k,
        "estimate": c.estimate.value(), "interval": [low, high],
        "agreeing": c.estimate.agreeing, "permutations": c.estimate.positions,
        "jaccard": o.jaccard(),
        "containment_a_in_b": o.containment_a_in_b(), "containment_b_in_a": o.containment_b_in_a(),
        "shared": o.shared, "union": o.union(), "shingles_a": o.size_a, "shingles_b": o.size_b,
        "words_a": c.left.words, "words_b": c.right.words,
        "word_similarity": c.diff.similarity, "word_similarity_is_lower_bound": c.diff.approximate,
        "bag_jaccard": m.bag.jaccard(), "cosine": m.cosine, "euclidean_distance": m.euclidean,
        "edit_distance": m.edit_distance, "edit_similarity": m.edit_similarity(),
        "edit_distance_is_upper_bound": m.edit_distance_is_upper_bound,
        "shared_words": m.shared_terms, "simhash_distance": m.simhash,
        "longest_common_run": m.longest_run, "longest_passage": longest(c),
        "disguised_a": c.left.disguise.count(), "disguised_b": c.right.disguise.count(),
        "jaccard_as_written": c.folding.map(|f| f.written.jaccard()),
        "jaccard_as_seen": c.folding.map(|f| f.seen.jaccard()),
        "passages": passages,
    })
}

fn line_starts(text: &str) -> Vec<usize> {
    std::iter::once(0)
        .chain(text.match_indices('\n').map(|(at, _)| at + 1))
        .collect()
}
