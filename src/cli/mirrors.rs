//! `mirrors`: pairs of trees, best first; and how well known ones are found.

use std::io::{self, Write};

use crate::engine::message::MirrorList;
use crate::engine::mirrors::later;
use crate::mirrors::Mirror;
use crate::mirrors::truth::MirrorMeasures;
use crate::report::{Cell, Column, Destination, Format, Writer};

/// Columns of every format. Those of CSV are fixed; the other formats have [`MORE`] after them.
const COLUMNS: [Column<'_, Mirror>; 10] = [
    ("left", &|m| Cell::text(&m.left_path)),
    ("right", &|m| Cell::text(&m.right_path)),
    ("both", &|m| count(m.figures.both)),
    ("left_only", &|m| count(m.figures.left_only)),
    ("right_only", &|m| count(m.figures.right_only)),
    ("identical", &|m| count(m.figures.identical)),
    ("near", &|m| count(m.figures.near)),
    ("changed", &|m| count(m.figures.changed)),
    ("moved", &|m| count(m.figures.moved)),
    ("share", &|m| Cell::Share(m.figures.share())),
];

const MORE: [Column<'_, Mirror>; 4] = [
    ("share_of_bytes", &|m| {
        Cell::Share(m.figures.share_of_bytes())
    }),
    ("mean_jaccard", &|m| {
        m.figures.mean().map_or(Cell::None, Cell::Share)
    }),
    ("level", &|m| count(m.figures.level().number().into())),
    ("later", &|m| {
        later(&m.figures).map_or(Cell::None, Cell::text)
    }),
];

fn count(n: u32) -> Cell {
    Cell::Count(n.into())
}

/// Writes one row for each mirror, best first.
///
/// # Errors
/// Output errors.
pub fn write(list: &MirrorList, to: Destination<impl Write>) -> io::Result<()> {
    let found = &list.mirrors.found;
    match to.format {
        Format::Csv => Writer::items(to, found, &COLUMNS),
        _ => Writer::items(to, found, &[&COLUMNS[..], &MORE].concat()),
    }
}

/// Writes how well each kind of known mirrors is found.
///
/// # Errors
/// Output errors.
pub fn write_measures(
    kinds: &[(String, MirrorMeasures)],
    to: Destination<impl Write>,
) -> io::Result<()> {
    let columns: [Column<'_, (String, MirrorMeasures)>; 6] = [
        ("kind", &|(kind, _)| Cell::text(kind)),
        ("known", &|(_, m)| Cell::Count(m.known.into())),
        ("found", &|(_, m)| Cell::Count(m.found.into())),
        ("wrong", &|(_, m)| Cell::Count(m.wrong.into())),
        ("precision", &|(_, m)| Cell::Number(m.precision(), 3)),
        ("recall", &|(_, m)| Cell::Number(m.recall(), 3)),
    ];
    Writer::items(to, kinds, &columns)
}
