//! `marks`: lists disguised documents and the kinds of disguise. Disguises are characters that change a
//! text's shingles but not its appearance.

use std::cmp::Reverse;
use std::io::{self, Write};

use rayon::prelude::*;

use crate::base::DocNo;
use crate::collection::Collection;
use crate::corpus::read;
use crate::engine::disguised::with_unseen;
use crate::report::{Cell, Destination, Writer};
use crate::settings::Reading;
use crate::text::disguise;

/// Columns: the document, the kinds of disguise in the order of [`disguise::DisguiseKind::ALL`], and hidden
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

/// Writes the disguised documents by descending number of disguises and returns how many there are.
/// Skips texts that can no longer be read. Call it on the thread pool.
pub fn write(
    collection: &Collection,
    to: Destination<impl Write>,
    should_continue: &(dyn Fn() -> bool + Sync),
) -> io::Result<usize> {
    let documents: Vec<DocNo> = collection.documents().collect();
    let reading = with_unseen(&collection.settings().reading);
    let mut found: Vec<(DocNo, [u64; 6])> = documents
        .into_par_iter()
        .filter(|_| should_continue())
        .filter_map(|doc| Some((doc, counts(collection, doc, &reading)?)))
        .filter(|(_, counts)| counts.iter().any(|&n| n > 0))
        .collect();
    found.sort_by_key(|(doc, counts)| (Reverse(counts.iter().sum::<u64>()), *doc));
    let mut writer = Writer::new(to, &COLUMNS)?;
    for (doc, counts) in &found {
        let mut row = vec![Cell::Text(collection.printed_id(*doc).to_owned())];
        row.extend(counts.map(Cell::Count));
        writer.row(row)?;
    }
    writer.finish()?;
    Ok(found.len())
}

/// Counts of the disguises in a document, then of its text spans that the page hides.
fn counts(collection: &Collection, doc: DocNo, reading: &Reading) -> Option<[u64; 6]> {
    let row = collection.row(doc);
    let document = read::again(row.id, &row.place.to_place(), reading).ok()?;
    let [a, b, c, d, e] = disguise::counts(&disguise::marks(&document.text));
    Some([a, b, c, d, e, document.unseen.len() as u64])
}
