//! Pictures that are rows of text: a matrix, bars, buckets.

use super::drawing::{Anchor, CELL, Drawing, LINE, WIDE, cut, width_of};
use crate::lecture::slide::{Bar, Ink, Line, Matrix, Tile, said};
use crate::lecture::teller::Teller;

/// The most cells of a name.
const NAME: usize = 40;

/// Base line of the first row, in pixels.
const FIRST: f64 = 16.0;

/// The width of the longest name, in pixels.
fn widest<'a>(names: impl Iterator<Item = &'a Line>) -> f64 {
    names
        .map(|name| width_of(&cut(&said(name), NAME)))
        .fold(0.0, f64::max)
}

/// A name: in its inks, or cut where it is too long for them.
fn name(drawing: &mut Drawing, y: f64, line: &Line) {
    let whole = said(line);
    let short = cut(&whole, NAME);
    if short == whole {
        drawing.spans(0.0, y, line);
    } else {
        let ink = line.first().map_or(Ink::Plain, |span| span.ink);
        drawing.text((0.0, y), Anchor::Start, &short, ink);
    }
}

/// One column a document or permutation; the row that is looked at stands in a box.
pub fn matrix(of: &Matrix) -> Drawing {
    let left = widest(of.rows.iter().map(|(name, _)| name)) + 2.0 * CELL;
    let values = of.rows.iter().flat_map(|(_, values)| values);
    let values = values.map(|value| width_of(&value.text));
    let heads = of.columns.iter().map(|head| width_of(&said(head)));
    let column = heads.chain(values).fold(3.0 * CELL, f64::max) + 2.0 * CELL;
    let width = left + column * of.columns.len() as f64;
    let mut drawing = Drawing::new(width, LINE * (of.rows.len() + 1) as f64 + 8.0);
    let middle = |at: usize| left + column * (at as f64 + 0.5);
    for (at, head) in of.columns.iter().enumerate() {
        let ink = head.first().map_or(Ink::Plain, |span| span.ink);
        drawing.text((middle(at), FIRST), Anchor::Middle, &said(head), ink);
    }
    drawing.rule((0.0, LINE), (width, LINE), 1.0);
    for (row, (named, values)) in of.rows.iter().enumerate() {
        let y = FIRST + LINE * (row + 1) as f64 + 3.0;
        name(&mut drawing, y, named);
        for (at, value) in values.iter().enumerate() {
            drawing.text((middle(at), y), Anchor::Middle, &value.text, value.ink);
        }
        if of.at == Some(row) {
            drawing.boxed((1.0, y - FIRST), (width - 2.0, LINE), false);
        }
    }
    drawing
}

/// Horizontal bars with their values.
pub fn bars(of: &[Bar]) -> Drawing {
    let left = widest(of.iter().map(|bar| &bar.name)) + 2.0 * CELL;
    let value = of
        .iter()
        .map(|bar| width_of(&bar.value))
        .fold(0.0, f64::max);
    let room = (WIDE - left - value - 3.0 * CELL).max(12.0 * CELL);
    let width = left + room + value + 3.0 * CELL;
    let mut drawing = Drawing::new(width, LINE * of.len() as f64 + 4.0);
    for (row, bar) in of.iter().enumerate() {
        let y = FIRST + LINE * row as f64;
        name(&mut drawing, y, &bar.name);
        let long = room * bar.length.clamp(0.0, 1.0);
        drawing.bar((left, y - 12.0), (long, 15.0), bar.ink);
        let at = (left + long + CELL, y);
        drawing.text(at, Anchor::Start, &bar.value, Ink::Plain);
    }
    drawing
}

/// A box a bucket; one in which two meet has a thick border and says so.
pub fn tiles(of: &[Tile], t: Teller) -> Drawing {
    const CELLS: usize = 22;
    let (width, height) = (CELLS as f64 * CELL + 16.0, 2.0 * LINE + 12.0);
    let columns = ((WIDE / (width + 8.0)) as usize).max(1);
    let rows = of.len().div_ceil(columns);
    let mut drawing = Drawing::new(WIDE, (height + 8.0) * rows as f64 + 2.0);
    let meet = said(&t.line("plain-meet", &[]));
    for (at, tile) in of.iter().enumerate() {
        let x = 2.0 + (width + 8.0) * (at % columns) as f64;
        let y = 2.0 + (height + 8.0) * (at / columns) as f64;
        drawing.boxed((x, y), (width, height), tile.meet);
        let first = cut(&format!("{} {}", said(&tile.name), tile.key), CELLS);
        drawing.text((x + 8.0, y + 20.0), Anchor::Start, &first, Ink::Dim);
        let second = match tile.meet {
            true => format!("{}  {meet}", said(&tile.members).trim_end()),
            false => said(&tile.members),
        };
        let ink = if tile.meet { Ink::Equal } else { Ink::Plain };
        let second = cut(&second, CELLS);
        drawing.text((x + 8.0, y + 20.0 + LINE), Anchor::Start, &second, ink);
    }
    drawing
}
