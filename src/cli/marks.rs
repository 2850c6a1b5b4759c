//! `marks`: lists disguised documents and the kinds of disguise. Disguises are characters that change a
//! text's shingles but not its appearance.

use std::io::{self, Write};

use rayon::prelude::*;

use crate::base::DocNo;
use crate::collection::Collection;
use crate::corpus::read;
use crate::report::{Cell, Format, Writer};
use crate::text::disguise;

/// Columns: the document, the kinds of disguise in the order of [`disguise::Kind::ALL`], and hidden
/// text.
const COLUMNS: [&str; 7] = [
    "document",
    "invisible",
    "soft_hyphens",
    "other_script",
    "variants",
    "reordered",
    "unseen",
];

/// Counts of the disguises in one document.
struct DisguisedDocument {
    doc: DocNo,
    counts: [u64; 5],
    /// Number of text spans that the page hides.
    unseen: u64,
}

impl DisguisedDocument {
    fn sum(&self) -> u64 {
        self.counts.iter().sum::<u64>() + self.unseen
    }
}

/// Writes the disguised documents by descending number of disguises and returns how many there are.
/// Skips texts that can no longer be read. Call it on the thread pool.
///
/// # Errors
/// Output errors.
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
