//! The area between the axes: conversion of values to cells and to the dots within them, and the characters of tones.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use ratatui::symbols::Marker;
use ratatui::widgets::Widget;
use ratatui::widgets::canvas::{Canvas, Context, Line, Points};

use crate::plot::{Axis, Figure, Layer, Tone, ticks};
use crate::typeset::figures::Glyphs;
use crate::ui::theme::{Depth, Theme};

/// The drawing surface of the marks.
pub struct Sheet<'s> {
    pub buffer: &'s mut Buffer,
    pub figure: &'s Figure,
    pub theme: &'s Theme,
    /// The cells between the axes.
    pub area: Rect,
}

/// A point in plot coordinates, 0..=1 in both directions, y upwards.
pub type PlotPoint = (f64, f64);

/// A cell with dots: screen column, screen row and character.
pub type Dots = (u16, u16, String);

impl Sheet<'_> {
    pub fn glyphs(&self) -> Glyphs {
        self.theme.glyphs()
    }

    /// Whether lines carry marks: there are no colours to distinguish them.
    pub fn has_marked_lines(&self) -> bool {
        self.theme.depth() == Depth::None && self.figure.has_lines()
    }

    /// The plot coordinates of a point of `layer`, clamped to the plot.
    pub fn point(&self, layer: &Layer, x: f64, y: f64) -> Option<PlotPoint> {
        Some((self.figure.x.within(x)?, self.figure.y_of(layer).within(y)?))
    }

    /// The screen column of `x`; `None` outside the plot.
    pub fn column(&self, x: f64) -> Option<u16> {
        let fraction = self.figure.x.inside(x)?;
        let across = || self.area.x + across(&self.figure.x, x, fraction, self.area.width);
        (self.area.width > 0).then(across)
    }

    /// The screen row of a y coordinate in 0..=1.
    pub fn row(&self, fraction: f64) -> u16 {
        self.area.y + cell(1.0 - fraction, self.area.height)
    }

    /// Writes a character into a cell and keeps its background.
    pub fn put(&mut self, column: u16, row: u16, symbol: &str, style: Style) {
        if self.area.contains((column, row).into()) {
            let cell = &mut self.buffer[(column, row)];
            let plain = Style::reset().bg(cell.bg);
            cell.set_symbol(symbol).set_style(plain.patch(style));
        }
    }

    /// Writes a character over existing content; if that is a full bar cell, its colour becomes the
    /// background.
    pub fn put_over(&mut self, column: u16, row: u16, symbol: &str, style: Style) {
        let below = &self.buffer[(column, row)];
        let bar = below.symbol() == "█" && below.fg != Color::Reset;
        let background = bar.then_some(below.fg);
        self.put(column, row, symbol, style);
        if let Some(background) = background {
            self.buffer[(column, row)].set_bg(background);
        }
    }

    /// The cells of line segments drawn as dots; in ASCII, one dot per cell.
    pub fn traced(&self, lines: &[(PlotPoint, PlotPoint)]) -> Vec<Dots> {
        self.canvas(|ctx| {
            for (from, to) in lines {
                let (from, to) = (self.snapped_to_dot(*from), self.snapped_to_dot(*to));
                ctx.draw(&Line::new(from.0, from.1, to.0, to.1, Color::Reset));
            }
        })
    }

    /// The cells of points drawn as dots.
    pub fn dotted(&self, places: &[PlotPoint]) -> Vec<Dots> {
        let places = places.iter().map(|point| self.snapped_to_dot(*point));
        let coords: &[PlotPoint] = &Vec::from_iter(places);
        let color = Color::Reset;
        self.canvas(|ctx| ctx.draw(&Points { coords, color }))
    }

    /// Number of dots in total and per cell, horizontally and vertically.
    pub fn dots(&self) -> ((u16, u16), (u16, u16)) {
        let (across, up) = self.glyphs().pick((2, 4), (1, 1));
        (
            (self.area.width * across, across),
            (self.area.height * up, up),
        )
    }

    /// The coordinates by which a canvas draws the dot that a place lies in. The dots share the plot out evenly, as
    /// cells do, so that a value is on the same row as a dot and as a character; a canvas puts its first and last dot
    /// on the bounds.
    fn snapped_to_dot(&self, (x, y): PlotPoint) -> PlotPoint {
        let ((across, _), (up, _)) = self.dots();
        let fraction =
            |at: u16, dots: u16| f64::from(at) / f64::from(dots.saturating_sub(1).max(1));
        let (column, row) = (cell(x, across), cell(1.0 - y, up));
        (fraction(column, across), 1.0 - fraction(row, up))
    }

    fn canvas(&self, paint: impl Fn(&mut Context<'_>)) -> Vec<Dots> {
        let area = Rect::new(0, 0, self.area.width, self.area.height);
        let mut dots = Buffer::empty(area);
        let marker = self.glyphs().pick(Marker::Braille, Marker::Dot);
        Canvas::default()
            .marker(marker)
            .x_bounds([0.0, 1.0])
            .y_bounds([0.0, 1.0])
            .paint(paint)
            .render(area, &mut dots);
        let inked = area.positions().filter(|at| dots[*at].symbol() != " ");
        let inked = inked.map(|at| (self.area.x + at.x, self.area.y + at.y, &dots[at]));
        inked
            .map(|(x, y, cell)| (x, y, cell.symbol().to_owned()))
            .collect()
    }
}

/// The column, out of `columns`, of the value at `fraction`; a category is placed at the middle of its
/// columns.
pub fn across(axis: &Axis, value: f64, fraction: f64, columns: u16) -> u16 {
    if axis.names.is_empty() {
        return cell(fraction, columns);
    }
    let own = span(value.round() as usize, axis.names.len(), columns);
    own.start + (own.end - own.start).saturating_sub(1) / 2
}

/// The row, counted from the top out of `rows`, of the label of the value at `fraction`: of a number that whose upper
/// edge it is, which for the lowest is the row of the x axis.
pub fn upright(axis: &Axis, value: f64, fraction: f64, rows: u16) -> u16 {
    if axis.names.is_empty() {
        return ticks::row(fraction, rows);
    }
    let own = span(value.round() as usize, axis.names.len(), rows);
    // Of two middle rows the upper one is used, as for the text in the cells of a heat map.
    let from_below = own.start + (own.end - own.start) / 2;
    rows.saturating_sub(1 + from_below.min(own.end.saturating_sub(1)))
}

/// The range of `cells` cells of item `index` out of `count`, divided as evenly as possible; empty
/// if there are more items than cells and another item has the cell.
pub fn span(index: usize, count: usize, cells: u16) -> std::ops::Range<u16> {
    let at = |i: usize| (i * usize::from(cells) / count.max(1)) as u16;
    at(index)..at(index + 1)
}

/// The index of the one of `count` cells that contains `fraction`.
pub fn cell(fraction: f64, count: u16) -> u16 {
    let at = (fraction.clamp(0.0, 1.0) * f64::from(count)) as u16;
    at.min(count.saturating_sub(1))
}

/// The mark of a tone: on points, and on lines where colour does not distinguish them.
pub fn mark(tone: Tone, glyphs: Glyphs) -> &'static str {
    let (unicode, ascii) = match tone {
        Tone::Plain => ("●", "o"),
        Tone::First => ("■", "#"),
        Tone::Second => ("▲", "^"),
        Tone::Third => ("◆", "*"),
        Tone::Good => ("+", "+"),
        Tone::Bad => ("×", "x"),
        Tone::Dim => ("·", "."),
    };
    glyphs.pick(unicode, ascii)
}

/// The character of a vertical rule.
pub fn rule(tone: Tone, glyphs: Glyphs) -> &'static str {
    match tone {
        Tone::Plain => glyphs.pick("│", "|"),
        _ => glyphs.pick("┆", ";"),
    }
}

/// The fill character of a strip if there is no background shade.
pub fn strip(tone: Tone, glyphs: Glyphs) -> &'static str {
    match tone {
        Tone::Dim => glyphs.pick("╱", "/"),
        _ => glyphs.pick("░", ":"),
    }
}

/// The character of a full bar cell; without colour, tones differ in pattern.
pub fn bar(tone: Tone, theme: &Theme) -> &'static str {
    if tone == Tone::Bad && theme.depth() == Depth::None {
        theme.glyphs().pick("▒", "%")
    } else {
        theme.glyphs().pick("█", "#")
    }
}

/// A bar cell filled to `share` (0..=1) from below; never empty.
pub fn part_of_bar(tone: Tone, share: f64, theme: &Theme) -> &'static str {
    const EIGHTHS: [&str; 8] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
    match bar(tone, theme) {
        "█" => EIGHTHS[((share * 8.0).ceil() as usize).clamp(1, 8) - 1],
        block if share >= 0.5 => block,
        "▒" => "░",
        _ => ".",
    }
}

/// The character of a cell at `fraction` (0..=1) on the scale, without background shades.
pub fn shade(fraction: f64, glyphs: Glyphs) -> &'static str {
    let steps = glyphs.pick([" ", "░", "▒", "▓", "█"], [" ", ".", ":", "*", "#"]);
    steps[((fraction.clamp(0.0, 1.0) * 5.0) as usize).min(4)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_on_the_same_row_and_column_as_dots_and_as_a_character() {
        let (figure, theme) = (&Figure::default(), &Theme::new(Depth::Sixteen, false));
        for height in [1, 2, 5, 7, 18] {
            let area = Rect::new(3, 2, 40, height);
            let buffer = &mut Buffer::empty(Rect::new(0, 0, 60, 30));
            let sheet = Sheet {
                buffer,
                figure,
                theme,
                area,
            };
            for n in 0..=1000_u16 {
                let value = f64::from(n) / 1000.0;
                let line = sheet.traced(&[((0.0, value), (1.0, value))]);
                let on_row = line.iter().all(|dot| dot.1 == sheet.row(value));
                assert!(on_row && line.len() == 40, "{value} of {height}");
                let point = sheet.dotted(&[(value, value)]);
                let expected = (area.x + cell(value, 40), sheet.row(value));
                assert_eq!((point[0].0, point[0].1), expected, "{value} of {height}");
            }
        }
    }
}
