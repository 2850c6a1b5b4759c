//! The picture of a tree of merges: names on the left, similarity falling to the right, the threshold as a broken line.

use super::drawing::{Anchor, CELL, Drawing, LINE, WIDE, cut, width_of};
use crate::lecture::slide::{Ink, Tree, said};
use crate::lecture::teller::Teller;

/// The most cells of a name.
const NAME: usize = 30;

/// Draws the tree.
pub fn draw(of: &Tree, t: Teller) -> Drawing {
    let names: Vec<String> = of.items.iter().map(|item| cut(&said(item), NAME)).collect();
    let left = names.iter().map(|name| width_of(name)).fold(0.0, f64::max) + 2.0 * CELL;
    let merges = of.merges.iter().map(|merge| merge.similarity);
    let lowest = merges.fold(of.threshold, f64::min) - 0.05;
    let lowest = lowest.clamp(0.0, 0.9);
    let x = |similarity: f64| {
        let share = (1.0 - similarity.clamp(lowest, 1.0)) / (1.0 - lowest);
        left + (WIDE - left - 8.0 * CELL) * share
    };
    let top = LINE + 6.0;
    let height = top + LINE * 1.6 * of.items.len() as f64;
    let mut drawing = Drawing::new(WIDE, height + 4.0);
    // Where the branch of each item ends: its x and y.
    let mut ends: Vec<(f64, f64)> = Vec::new();
    for (at, (item, name)) in of.items.iter().zip(&names).enumerate() {
        let y = top + LINE * 1.6 * (at as f64 + 0.5);
        let ink = item.first().map_or(Ink::Plain, |span| span.ink);
        drawing.text((0.0, y + 5.0), Anchor::Start, name, ink);
        ends.push((x(1.0), y));
    }
    let at_line = x(of.threshold);
    drawing.broken((at_line, LINE), (at_line, height), Ink::Dial);
    let label = t.share(of.threshold);
    let anchor = Anchor::within(at_line, width_of(&label), WIDE);
    drawing.text((at_line, 16.0), anchor, &label, Ink::Dial);
    for merge in &of.merges {
        let end = |group: &[usize]| group.first().and_then(|item| ends.get(*item)).copied();
        let (Some(a), Some(b)) = (end(&merge.left), end(&merge.right)) else {
            continue;
        };
        let ink = match merge.similarity >= of.threshold {
            true => Ink::Both,
            false => Ink::Dim,
        };
        let at = x(merge.similarity);
        drawing.stem(a, (at, a.1), ink);
        drawing.stem(b, (at, b.1), ink);
        drawing.stem((at, a.1), (at, b.1), ink);
        let middle = (at, (a.1 + b.1) / 2.0);
        let label = t.share(merge.similarity);
        let (beside, below) = (at + CELL / 2.0, middle.1 + 5.0);
        drawing.text((beside, below), Anchor::Start, &label, ink);
        for item in merge.left.iter().chain(&merge.right) {
            if let Some(end) = ends.get_mut(*item) {
                *end = middle;
            }
        }
    }
    drawing
}
