//! `mirrors`: pairs of trees, best first; and how well known ones are found.

use std::io::{self, Write};

use crate::engine::message::MirrorList;
use crate::engine::mirrors::later;
use crate::lab::mirror_truth::MirrorMeasures;
use crate::mirrors::Mirror;
use crate::report::{Cell, Destination, Format, Writer};

/// Columns of every format.
const COLUMNS: [&str; 10] = [
    "left",
    "right",
    "both",
    "left_only",
    "right_only",
    "identical",
    "near",
    "changed",
    "moved",
    "share",
];

/// Columns of the other formats than CSV, whose columns are fixed.
const MORE: [&str; 14] = [
    "left",
    "right",
    "both",
    "left_only",
    "right_only",
    "identical",
    "near",
    "changed",
    "moved",
    "share",
    "share_of_bytes",
    "mean_jaccard",
    "level",
    "later",
];

/// Writes one row for each mirror, best first.
///
/// # Errors
/// Output errors.
pub fn write(list: &MirrorList, to: Destination<impl Write>) -> io::Result<()> {
    let csv = to.format == Format::Csv;
    let mut writer = Writer::new(to, if csv { &COLUMNS } else { &MORE })?;
    for mirror in &list.mirrors.found {
        let mut row = figures(mirror);
        if !csv {
            let f = &mirror.figures;
            row.push(Cell::Share(f.share_of_bytes()));
            row.push(f.mean().map_or(Cell::None, Cell::Share));
            row.push(Cell::Count(f.level().number().into()));
            row.push(later(f).map_or(Cell::None, Cell::text));
        }
        writer.row(row)?;
    }
    writer.finish()
}

fn figures(mirror: &Mirror) -> Vec<Cell> {
    let f = &mirror.figures;
    let count = |n: u32| Cell::Count(n.into());
    vec![
        Cell::text(&mirror.left_path),
        Cell::text(&mirror.right_path),
        count(f.both),
        count(f.left_only),
        count(f.right_only),
        count(f.identical),
        count(f.near),
        count(f.changed),
        count(f.moved),
        Cell::Share(f.share()),
    ]
}

/// Writes how well each kind of known mirrors is found.
///
/// # Errors
/// Output errors.
pub fn write_measures(
    kinds: &[(String, MirrorMeasures)],
    to: Destination<impl Write>,
) -> io::Result<()> {
    const COLUMNS: [&str; 6] = ["kind", "known", "found", "wrong", "precision", "recall"];
    let mut writer = Writer::new(to, &COLUMNS)?;
    for (kind, m) in kinds {
        writer.row(vec![
            Cell::text(kind),
            Cell::Count(m.known.into()),
            Cell::Count(m.found.into()),
            Cell::Count(m.wrong.into()),
            Cell::Number(m.precision(), 3),
            Cell::Number(m.recall(), 3),
        ])?;
    }
    writer.finish()
}
