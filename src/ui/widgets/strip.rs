//! A document as one row from start to end: the positions of its shared passages, with numbers if
//! there is room, and below it the position of the viewport.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use crate::typeset::SharedSpan;
use crate::typeset::figures::Glyphs;
use crate::ui::widgets::paint;
use crate::ui::widgets::panel::thumb;
use crate::ui::{Role, Theme};

/// The content of one cell of a strip.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StripCell {
    /// Shared fraction of the bytes of the cell, 0..=1.
    pub covered: f64,
    /// The passage that covers most of the cell.
    pub passage: Option<usize>,
}

/// Divides `length` bytes into `width` cells; `stretches` must be sorted and disjoint.
pub fn shares(stretches: &[SharedSpan], length: usize, width: usize) -> Vec<StripCell> {
    let mut cells = vec![StripCell::default(); width];
    let mut most = vec![0.0; width];
    let per_cell = length as f64 / width.max(1) as f64;
    if width == 0 || length == 0 {
        return cells;
    }
    for stretch in stretches {
        let from = stretch.start as f64 / per_cell;
        let to = stretch.end as f64 / per_cell;
        let last = (to.ceil() as usize).min(width);
        for (i, cell) in cells.iter_mut().enumerate().take(last).skip(from as usize) {
            let part = (to.min(i as f64 + 1.0) - from.max(i as f64)).max(0.0);
            cell.covered = (cell.covered + part).min(1.0);
            if part > most[i] {
                most[i] = part;
                cell.passage = Some(stretch.passage);
            }
        }
    }
    cells
}

/// A strip and the data it shows.
#[derive(Clone, Copy, Debug)]
pub struct Strip<'a> {
    /// The shared parts, sorted and disjoint.
    pub stretches: &'a [SharedSpan],
    /// Length of the document in bytes.
    pub length: usize,
    /// The visible part of the document, as fractions of its length.
    pub window: (f64, f64),
    /// The passage to emphasise.
    pub current: Option<usize>,
}

impl Strip<'_> {
    /// Draws the strip into the first row of `area`, and the position of the viewport into the
    /// second if there is one.
    pub fn draw(&self, buffer: &mut Buffer, area: Rect, theme: &Theme, glyphs: Glyphs) {
        let area = area.intersection(buffer.area);
        if area.width < 4 || area.height == 0 {
            return;
        }
        let dim = theme.style(Role::Dim);
        let (begin, end) = glyphs.pick(("▕", "▏"), ("[", "]"));
        paint::words(buffer, area.x, area.y, 1, begin, dim);
        paint::words(buffer, area.right() - 1, area.y, 1, end, dim);
        let cells = shares(self.stretches, self.length, usize::from(area.width - 2));
        for (x, cell) in (area.x + 1..).zip(&cells) {
            let symbol = match cell.covered {
                0.0 => glyphs.pick("·", "."),
                0.0..0.5 => glyphs.pick("▒", "-"),
                _ => glyphs.pick("█", "#"),
            };
            let style = match cell.passage {
                Some(passage) => theme.passage(passage).remove_modifier(Modifier::UNDERLINED),
                None => dim,
            };
            let target = &mut buffer[(x, area.y)];
            target.reset();
            target.set_symbol(symbol).set_style(style);
        }
        self.number(buffer, area, &cells, theme);
        if area.height > 1 && self.length > 0 {
            let (first, last) = thumb(self.window, area.width - 2);
            let style = theme.style(Role::Key);
            for x in first..=last {
                let mark = glyphs.pick("▔", "^");
                paint::words(buffer, area.x + 1 + x, area.y + 1, 1, mark, style);
            }
        }
    }

    /// Writes each passage's number into its first run of cells that leaves one on either side.
    fn number(&self, buffer: &mut Buffer, area: Rect, cells: &[StripCell], theme: &Theme) {
        let (mut numbered, mut at) = (Vec::new(), area.x + 1);
        for run in cells.chunk_by(|a, b| a.passage == b.passage) {
            let (from, length) = (at, run.len());
            at += length as u16;
            let Some(passage) = run[0].passage.filter(|p| !numbered.contains(p)) else {
                continue;
            };
            let number = (passage + 1).to_string();
            if length >= number.len() + 2 {
                numbered.push(passage);
                let x = from + ((length - number.len()) / 2) as u16;
                let plain = theme.passage(passage).remove_modifier(Modifier::UNDERLINED);
                let mut style = plain.reversed();
                if self.current == Some(passage) {
                    style = style.bold().underlined();
                }
                paint::words(buffer, x, area.y, number.len() as u16, &number, style);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::theme::Depth;

    fn drawn(stretches: &[SharedSpan], length: usize, width: u16, glyphs: Glyphs) -> Vec<String> {
        let area = Rect::new(0, 0, width, 2);
        let mut buffer = Buffer::empty(area);
        let strip = Strip {
            stretches,
            length,
            window: (0.0, 0.25),
            current: None,
        };
        strip.draw(&mut buffer, area, &Theme::new(Depth::None, false), glyphs);
        area.rows()
            .map(|row| row.columns().map(|c| buffer[(c.x, c.y)].symbol()).collect())
            .collect()
    }

    fn stretch(start: usize, end: usize, passage: usize) -> SharedSpan {
        SharedSpan {
            start,
            end,
            passage,
        }
    }

    #[test]
    fn parts_stand_in_proportion_with_their_numbers() {
        let stretches = [stretch(0, 50, 0), stretch(75, 100, 1)];
        let strip = drawn(&stretches, 100, 22, Glyphs::Unicode);
        assert_eq!(strip, ["▕████1█████·····██2██▏", " ▔▔▔▔▔                "]);
        let strip = drawn(&stretches, 100, 22, Glyphs::Ascii);
        assert_eq!(strip, ["[####1#####.....##2##]", " ^^^^^                "]);
    }

    #[test]
    fn a_small_passage_is_seen_and_the_whole_document_fills_the_strip() {
        let strip = &drawn(&[stretch(500, 501, 0)], 1000, 12, Glyphs::Unicode)[0];
        assert_eq!(strip, "▕·····▒····▏");
        let strip = &drawn(&[stretch(0, 10, 11)], 10, 8, Glyphs::Unicode)[0];
        assert_eq!(strip, "▕██12██▏");
    }
}
