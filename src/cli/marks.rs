//! `marks`: which documents are disguised, and how: letters and characters that leave a text looking
//! as it did and take its shingles from it.

use std::io::{self, Write};

use rayon::prelude::*;

use crate::base::DocNo;
use crate::collection::Collection;
use crate::corpus::read;
use crate::report::{Cell, Format, Writer};
use crate::text::disguise;

/// The document, then the kinds of disguise in their order ([`disguise::Kind::ALL`]), then hidden text.
const COLUMNS: [&str; 7] = [
    "document",
    "invisible",
    "soft_hyphens",
    "other_script",
    "variants",
    "reordered",
    "unseen",
];

/// One document's disguises.
struct DisguisedDocument {
    doc: DocNo,
    counts: [u64; 5],
    /// Stretches of text that a page keeps from being seen.
    unseen: u64,
}

impl DisguisedDocument {
    fn sum(&self) -> u64 {
        self.counts.iter().sum::<u64>() + self.unseen
    }
}

/// Writes the documents that have any, most disguised first; says how many there are. Texts that
/// cannot be read any more are passed over. Call on the pool.
///
/// # Errors
/// Those of the output.
pub fn write<W: Write>(
    collection: &Collection,
    format: Format,
    terminal: bool,
    out: W,
    should_continue: &(dyn Fn() -> bool + Sync),
) -> io::Result<usize> {
    let documents: Vec<DocNo> = collection.documents().collect();
    let mut found: Vec<DisguisedDocument> = documents
        .par_iter()
        .filter(|_| should_continue())
        .filter_map(|doc| of(collection, *doc))
        .filter(|found| found.sum() > 0)
        .collect();
    found.sort_by_key(|found| (std::cmp::Reverse(found.sum()), found.doc));
    let mut writer = Writer::new(format, &COLUMNS, terminal, out)?;
    for found in &found {
        let mut row = vec![Cell::Text(collection.id(found.doc).to_owned())];
        row.extend(found.counts.map(Cell::Count));
        row.push(Cell::Count(found.unseen));
        writer.row(row)?;
    }
    writer.finish()?;
    Ok(found.len())
}

fn of(collection: &Collection, doc: DocNo) -> Option<DisguisedDocument> {
    let row = collection.row(doc);
    let document = read::again(&row.id, &row.place, &collection.settings().reading).ok()?;
    Some(DisguisedDocument {
        doc,
        counts: disguise::counts(&disguise::marks(&document.text)),
        unseen: document.unseen.len() as u64,
    })
}
