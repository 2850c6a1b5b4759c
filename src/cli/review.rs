//! `review`: decisions as rows, labels, and journals held against each other.

mod compared;
mod decisions;

pub use compared::{kappa_sentence, write as write_comparison};
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
    let joined = |of: Vec<String>| {
        let mut distinct: Vec<String> = Vec::new();
        for one in of {
            if !one.is_empty() && !distinct.contains(&one) {
                distinct.push(one);
            }
        }
        Cell::text(distinct.join("; "))
    };
    let each = |label: &Label<'_>, of: &dyn Fn(&crate::review::Act) -> String| {
        joined(label.acts.iter().map(|act| of(act)).collect())
    };
    let content = |doc| Cell::text(String::from(Checksum::of(collection, doc)));
    let columns: [Column<'_, Label<'_>>; 10] = [
        ("a", &|l| Cell::text(collection.printed_id(l.a))),
        ("b", &|l| Cell::text(collection.printed_id(l.b))),
        ("label", &|l| Cell::text(l.verdict.name())),
        ("decision", &|l| {
            each(l, &|act| act.decision.name().to_owned())
        }),
        ("a_content", &|l| content(l.a)),
        ("b_content", &|l| content(l.b)),
        ("by", &|l| each(l, &|act| act.by.clone())),
        ("when", &|l| each(l, &|act| act.when.to_string())),
        ("note", &|l| each(l, &|act| act.note.clone())),
        ("tags", &|l| each(l, &|act| act.tags.join(", "))),
    ];
    Writer::items(to, labels, &columns)
}
