//! Pictures of a lecture as SVG: number lines, matrices, bars, plots, trees and buckets, drawn from the same blocks as
//! the screens.
//!
//! Colours stand in attributes, so that a page can replace them by its own, and every picture has its content as text in
//! its title.

mod drawing;
mod rows;
mod tree;

use super::plain;
use super::slide::{Block, NumberLine};
use super::teller::Teller;
use crate::plot::svg;
use drawing::{Anchor, CELL, Drawing, LINE, WIDE, width_of};

/// Width and height of a plot, in pixels.
const PLOT: (u32, u32) = (720, 360);

/// A block as an SVG picture; `None` for a block that is text or a table.
#[must_use]
pub fn svg(block: &Block, t: Teller) -> Option<String> {
    let drawn = match block {
        Block::Text(_) | Block::Big { .. } | Block::Table(_) => return None,
        Block::Plot(figure) => return Some(svg::render(figure, PLOT).trim().to_owned()),
        Block::NumberLine(line) => number_line(line, t),
        Block::Matrix(matrix) => rows::matrix(matrix),
        Block::Bars(bars) => rows::bars(bars),
        Block::Tiles(tiles) => rows::tiles(tiles, t),
        Block::Tree(tree) => tree::draw(tree, t),
    };
    Some(drawn.finished(&plain::lines(block, t).join("\n")))
}

/// The marks stand on the line; their labels are above it, in as many rows as they need to stay apart.
fn number_line(of: &NumberLine, t: Teller) -> Drawing {
    let (from, to) = (CELL, WIDE - CELL);
    let least = |label: &str, is: bool| match is {
        true => format!(
            "{label} {}",
            super::slide::said(&t.line("plain-least", &[]))
        ),
        false => label.to_owned(),
    };
    let mut ends: Vec<f64> = Vec::new();
    let placed: Vec<(f64, usize)> = of
        .marks
        .iter()
        .map(|mark| {
            let x = from + (to - from) * mark.at.clamp(0.0, 1.0);
            let half = width_of(&least(&mark.label.text, mark.least)) / 2.0;
            let free = ends.iter().position(|end| *end + CELL / 2.0 <= x - half);
            let row = free.unwrap_or(ends.len());
            match free {
                Some(row) => ends[row] = x + half,
                None => ends.push(x + half),
            }
            (x, row)
        })
        .collect();
    let named = if of.name.is_empty() { 0.0 } else { LINE };
    let y = named + LINE * ends.len().max(1) as f64 + 12.0;
    let mut drawing = Drawing::new(WIDE, y + LINE + 14.0);
    drawing.spans(from, 16.0, &of.name);
    drawing.rule((from, y), (to, y), 2.0);
    for (mark, (x, row)) in of.marks.iter().zip(placed) {
        let ink = mark.label.ink;
        let base = y - 14.0 - LINE * row as f64;
        drawing.stem((x, base + 5.0), (x, y), ink);
        drawing.dot((x, y), if mark.least { 7.0 } else { 4.5 }, ink);
        let label = least(&mark.label.text, mark.least);
        drawing.text(
            (x, base),
            Anchor::within(x, width_of(&label), WIDE),
            &label,
            ink,
        );
    }
    let below = y + LINE + 4.0;
    drawing.text(
        (from, below),
        Anchor::Start,
        &of.ends.0,
        super::slide::Ink::Dim,
    );
    drawing.text((to, below), Anchor::End, &of.ends.1, super::slide::Ink::Dim);
    drawing
}

#[cfg(test)]
mod tests {
    use super::super::{SHIPPED, shipped};
    use super::*;
    use crate::lecture::{Ink, Mark, Span, Tile, Tree};

    /// The picture as elements: fails if it is not well-formed, or loads or styles anything.
    fn checked(svg: &str) {
        let tags = svg.split('<').skip(1);
        let mut open = Vec::new();
        for tag in tags {
            let (tag, _) = tag.split_once('>').expect("an open tag");
            match tag.strip_prefix('/') {
                Some(name) => assert_eq!(open.pop(), Some(name), "{svg}"),
                None if tag.ends_with('/') => {}
                None => open.push(tag.split_whitespace().next().unwrap()),
            }
            assert!(!tag.contains("style=") && !tag.contains("href"), "{tag}");
            assert!(!tag.contains("NaN") && !tag.contains("inf"), "{tag}");
        }
        assert!(open.is_empty(), "{open:?}");
    }

    #[test]
    fn every_picture_of_the_lectures_is_well_formed_and_says_its_text() {
        let mut kinds = std::collections::HashSet::new();
        for (name, _) in SHIPPED {
            for stage in shipped(name).unwrap().unwrap().stages {
                let t = Teller::new(&stage.setup);
                for block in stage.slides().unwrap().iter().flat_map(|s| &s.blocks) {
                    let Some(drawn) = svg(block, t) else { continue };
                    checked(&drawn);
                    kinds.insert(std::mem::discriminant(block));
                    let Block::Plot(_) = block else {
                        let text = plain::lines(block, t).join("\n");
                        let said = svg::escaped(&text.replace('\n', " "));
                        assert!(drawn.contains(&format!("<title>{said}</title>")), "{drawn}");
                        continue;
                    };
                }
            }
        }
        assert_eq!(kinds.len(), 6);
    }

    #[test]
    fn foreign_text_stays_text_and_odd_values_stay_in_the_picture() {
        let t = Teller::in_language(crate::words::Language::English);
        let name = || vec![Span::plain("<script>\u{1b}&\"")];
        let blocks = [
            Block::NumberLine(NumberLine {
                name: name(),
                ends: ("<0".into(), ">1".into()),
                marks: vec![Mark {
                    at: 7.0,
                    label: Span::new("</text>", Ink::OnlyA),
                    least: true,
                }],
            }),
            Block::Tree(Tree::default()),
            Block::Tiles(vec![Tile {
                name: name(),
                key: "<".into(),
                members: name(),
                meet: true,
            }]),
            Block::Matrix(crate::lecture::Matrix::default()),
            Block::Bars(Vec::new()),
        ];
        for block in &blocks {
            let drawn = svg(block, t).unwrap();
            checked(&drawn);
            assert!(
                !drawn.contains("<script") && !drawn.contains('\u{1b}'),
                "{drawn}"
            );
        }
    }
}
