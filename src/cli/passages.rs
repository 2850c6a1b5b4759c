//! `passages`: the passages that pairs of documents share; and their measures, for `verify --passages`.

use std::io::{self, Write};

use crate::collection::Collection;
use crate::engine::passages::LocatedPassage;
use crate::evidence::passage_measures::PassageMeasures;
use crate::report::{Cell, Destination, Format, Writer};

/// Writes one row for each passage; JSON also says whether it is a quotation or in a list of
/// references, and where a text has pages on which one the passage begins.
///
/// # Errors
/// Output errors.
pub fn write(
    collection: &Collection,
    passages: &[LocatedPassage],
    to: Destination<impl Write>,
) -> io::Result<()> {
    const COLUMNS: [&str; 11] = [
        "a", "a_start", "a_end", "b", "b_start", "b_end", "words", "same", "kind", "a_page",
        "b_page",
    ];
    let kinds = matches!(to.format, Format::Json | Format::Jsonl);
    let has_page = |p: &LocatedPassage| p.page_a.or(p.page_b).is_some();
    let shown = match (kinds, passages.iter().any(has_page)) {
        (false, _) => 8,
        (true, false) => 9,
        (true, true) => 11,
    };
    let columns = &COLUMNS[..shown];
    let mut writer = Writer::new(to, columns)?;
    for p in passages {
        let id = |doc| Cell::text(collection.printed_id(doc));
        let count = |n: u32| Cell::Count(n.into());
        let kind = p.kind.map(|kind| Cell::text(kind.of_passage()));
        let mut row = vec![
            id(p.a),
            count(p.in_a.0),
            count(p.in_a.1),
            id(p.b),
            count(p.in_b.0),
            count(p.in_b.1),
            count(p.words),
            count(p.same),
            kind.unwrap_or(Cell::None),
            p.page_a.map_or(Cell::None, count),
            p.page_b.map_or(Cell::None, count),
        ];
        row.truncate(columns.len());
        writer.row(row)?;
    }
    writer.finish()
}

/// Writes the measures of each kind of known passages.
///
/// # Errors
/// Output errors.
pub fn write_measures(
    kinds: &[(String, PassageMeasures)],
    to: Destination<impl Write>,
) -> io::Result<()> {
    const COLUMNS: [&str; 10] = [
        "kind",
        "known",
        "detected",
        "found",
        "recall",
        "precision",
        "granularity",
        "plagdet",
        "character_recall",
        "character_precision",
    ];
    let mut writer = Writer::new(to, &COLUMNS)?;
    for (kind, m) in kinds {
        writer.row(vec![
            Cell::text(kind),
            Cell::Count(m.known as u64),
            Cell::Count(m.detected as u64),
            Cell::Count(m.found as u64),
            Cell::Number(m.recall, 3),
            Cell::Number(m.precision, 3),
            Cell::Number(m.granularity, 3),
            Cell::Number(m.plagdet, 3),
            Cell::Number(m.character_recall, 3),
            Cell::Number(m.character_precision, 3),
        ])?;
    }
    writer.finish()
}
