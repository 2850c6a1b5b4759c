//! `pairs`, `clusters` and `skipped`: lists of results.

use std::io::{self, Write};

use crate::base::DocNo;
use crate::candidates::{PairSet, Texts};
use crate::cluster::Clustering;
use crate::collection::Collection;
use crate::corpus::Skipped;
use crate::report::{Cell, Format, Writer};
use crate::similarity::Estimate;

/// Columns of `pairs`; the last two only with `--distinct`, where rows are pairs of texts.
static PAIRS: [&str; 9] = [
    "a",
    "b",
    "estimate",
    "jaccard",
    "containment_a_in_b",
    "containment_b_in_a",
    "shared",
    "copies_a",
    "copies_b",
];

/// Writes each pair of `pairs` at or above `threshold`. With `texts`, also writes how many documents
/// have each text.
///
/// # Errors
/// Output errors.
pub fn pairs<W: Write>(
    collection: &Collection,
    pairs: &PairSet,
    texts: Option<&Texts>,
    threshold: f64,
    format: Format,
    terminal: bool,
    out: W,
) -> io::Result<()> {
    let columns = if texts.is_some() {
        &PAIRS[..]
    } else {
        &PAIRS[..7]
    };
    let mut writer = Writer::new(format, columns, terminal, out)?;
    let positions = collection.settings().sketching.permutations;
    let size = |doc: DocNo| collection.shingle_set(doc).len() as u32;
    for pair in pairs.each(threshold, positions, size) {
        let estimate = Estimate::new(collection.layout(), pair.agreeing);
        let mut row = vec![
            Cell::Text(collection.id(pair.a).to_owned()),
            Cell::Text(collection.id(pair.b).to_owned()),
            Cell::Share(estimate.value()),
            Cell::Share(pair.jaccard()),
            Cell::Share(pair.overlap.containment_a_in_b()),
            Cell::Share(pair.overlap.containment_b_in_a()),
            Cell::Count(pair.overlap.shared.into()),
        ];
        row.extend(
            texts.iter().flat_map(|texts| {
                [pair.a, pair.b].map(|doc| Cell::Count(texts.copies(doc).into()))
            }),
        );
        writer.row(row)?;
    }
    writer.finish()
}

/// Writes each document that is in a cluster, cluster by cluster.
///
/// # Errors
/// Output errors.
pub fn clusters<W: Write>(
    collection: &Collection,
    clustering: &Clustering,
    format: Format,
    terminal: bool,
    out: W,
) -> io::Result<()> {
    const COLUMNS: [&str; 7] = [
        "cluster",
        "document",
        "size",
        "representative",
        "min",
        "mean",
        "max",
    ];
    let mut writer = Writer::new(format, &COLUMNS, terminal, out)?;
    for (index, cluster) in clustering.clusters.iter().enumerate() {
        for &member in &cluster.members {
            writer.row(vec![
                Cell::Count(index as u64 + 1),
                Cell::Text(collection.id(member).to_owned()),
                Cell::Count(cluster.size() as u64),
                Cell::Text(collection.id(cluster.representative).to_owned()),
                Cell::Share(cluster.min),
                Cell::Share(cluster.mean),
                Cell::Share(cluster.max),
            ])?;
        }
    }
    writer.finish()
}

/// Writes each file or row that was not read, with the reason.
///
/// # Errors
/// Output errors.
pub fn skipped<W: Write>(
    skipped: &[Skipped],
    format: Format,
    terminal: bool,
    out: W,
) -> io::Result<()> {
    let mut writer = Writer::new(format, &["document", "reason"], terminal, out)?;
    for skip in skipped {
        writer.row(vec![
            Cell::Text(skip.id.clone()),
            Cell::Text(skip.reason.to_string()),
        ])?;
    }
    writer.finish()
}
