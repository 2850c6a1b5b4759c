//! The pairs of a report as rows.

use std::io::{self, Write};

use crate::audit::{Audit, PairEntry};
use crate::report::{Cell, Column, Destination, Writer};

/// Writes one row for each pair: the columns of `pairs --for copied-text`, then the decision.
///
/// # Errors
/// Output errors.
pub fn write(audit: &Audit, to: Destination<impl Write>) -> io::Result<()> {
    let count = |n: u32| Cell::Count(n.into());
    let joined = |pair: &PairEntry, of: &dyn Fn(&crate::audit::Opinion) -> String| {
        let opinions = pair.said.opinions.iter();
        let holding = opinions.filter(|opinion| opinion.outdated.is_none());
        let parts: Vec<String> = holding.map(of).filter(|part| !part.is_empty()).collect();
        Cell::text(parts.join("; "))
    };
    let columns: [Column<'_, PairEntry>; 16] = [
        ("a", &|p| Cell::text(&p.a.name)),
        ("b", &|p| Cell::text(&p.b.name)),
        ("estimate", &|p| Cell::Share(p.figures.estimate)),
        ("jaccard", &|p| Cell::Share(p.figures.jaccard)),
        ("containment_a_in_b", &|p| {
            Cell::Share(p.figures.containment_a_in_b)
        }),
        ("containment_b_in_a", &|p| {
            Cell::Share(p.figures.containment_b_in_a)
        }),
        ("shared", &|p| count(p.figures.shared)),
        ("words", &|p| count(p.figures.words)),
        ("longest", &|p| count(p.figures.longest)),
        ("passages", &|p| count(p.figures.passages)),
        ("decision", &|p| {
            Cell::text(p.said.decision.clone().unwrap_or_default())
        }),
        ("disputed", &|p| {
            Cell::text(if p.said.disputed { "yes" } else { "" })
        }),
        ("by", &|p| joined(p, &|o| o.by.clone())),
        ("when", &|p| joined(p, &|o| o.when.clone())),
        ("note", &|p| joined(p, &|o| o.note.clone())),
        ("tags", &|p| joined(p, &|o| o.tags.join(", "))),
    ];
    Writer::items(to, &audit.pairs, &columns)
}
