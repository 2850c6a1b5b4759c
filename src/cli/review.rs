//! `review`: decisions as rows and as labels.

mod decisions;

pub use decisions::{rows, write as write_decisions};

use std::io::{self, Write};

use crate::collection::Collection;
use crate::engine::review::Label;
use crate::lab::checksum::Checksum;
use crate::report::{Cell, Column, Destination, Writer};

/// Writes one label a row, with checksums of the sources, so that a label of a text that changes is recognised.
///
/// # Errors
/// Output errors.
pub fn write_labels(
    labels: &[Label<'_>],
    collection: &Collection,
    to: Destination<impl Write>,
) -> io::Result<()> {
    let content = |doc| Cell::text(String::from(Checksum::of(collection, doc)));
    let columns: [Column<'_, Label<'_>>; 9] = [
        ("a", &|l| Cell::text(collection.printed_id(l.a))),
        ("b", &|l| Cell::text(collection.printed_id(l.b))),
        ("label", &|l| Cell::text(l.verdict.name())),
        ("decision", &|l| Cell::text(l.act.decision.name())),
        ("a_content", &|l| content(l.a)),
        ("b_content", &|l| content(l.b)),
        ("by", &|l| Cell::text(&l.act.by)),
        ("when", &|l| Cell::text(l.act.when.to_string())),
        ("note", &|l| Cell::text(&l.act.note)),
    ];
    Writer::items(to, labels, &columns)
}
