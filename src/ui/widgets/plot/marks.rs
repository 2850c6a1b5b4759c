//! The marks of each layer between the axes.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use ratatui::symbols::Marker;
use ratatui::text::Line;
use ratatui::widgets::canvas::{Canvas, Context, FilledLine, Line as Segment, Points};
use ratatui::widgets::{Fill, Widget};

use crate::base::sanitise;
use crate::plot::{Cells, Layer, Marks, PlotAxis, PlotFigure, Tone};
use crate::ui::widgets::paint::columns;
use crate::ui::{Role, Theme, area};

/// Draws all layers of a figure, and the column of the cursor behind its lines and points.
pub fn draw(
    figure: &PlotFigure,
    cursor: Option<f64>,
    theme: &Theme,
    plot: Rect,
    buffer: &mut Buffer,
) {
    let same_marker = |a: &Layer, b: &Layer| marker(a, theme) == marker(b, theme);
    Canvas::default()
        .x_bounds([0.0, 1.0])
        .y_bounds([0.0, 1.0])
        .paint(|ctx| {
            ctx.marker(Marker::Custom(theme.glyphs().pick('┊', '!')));
            let color = theme.style(Role::Key).fg.unwrap_or_default();
            rule(ctx, &figure.x, cursor.unwrap_or(f64::NAN), color);
            // Layers with the same marker share their cells: the first one gives them its colour.
            for layers in figure.layers.chunk_by(same_marker) {
                ctx.marker(marker(&layers[0], theme));
                for layer in layers.iter().rev() {
                    paint(ctx, figure, layer, theme);
                }
            }
            if figure.has_lines() && !theme.ascii() {
                signs(ctx, figure, theme, plot);
            }
        })
        .render(plot, buffer);
    behind_lines(figure, theme, plot, buffer);
    for layer in figure.layers.iter().filter(|layer| is_strip(layer)) {
        if let Marks::Range(from, to) = layer.marks
            && let Some((from, to)) = figure.x.within(from).zip(figure.x.within(to))
        {
            let [from, to] = [from, to].map(|x| nearest(x, plot.width));
            let strip = area::columns(plot, plot.x + from, to - from + 1);
            let style = style(layer, theme);
            if style.bg.is_some() {
                buffer.set_style(strip, style);
            } else {
                let line = strip_line(theme).repeat(strip.width.into());
                Line::styled(line, style).render(strip, buffer);
            }
        }
    }
    // The canvas has no background, so that heat maps come after it.
    for layer in &figure.layers {
        if let Marks::Cells(cells) = &layer.marks {
            heat_map(cells, theme, plot, buffer);
        }
    }
}

/// What a strip is drawn with, at the top of the plot, where there are no shades.
pub fn strip_line(theme: &Theme) -> &'static str {
    theme.glyphs().pick("═", "=")
}

/// Whether a layer is a range that is marked behind lines, not one without data.
pub fn is_strip(layer: &Layer) -> bool {
    matches!(layer.marks, Marks::Range(..)) && layer.tone != Tone::Dim
}

/// Distance in columns of the signs of a line.
const SIGNS: usize = 8;

/// Draws the signs that tell several lines apart where they share cells or have no colour. Each line has signs in columns
/// of its own: at some of its points if it has few.
fn signs(ctx: &mut Context<'_>, figure: &PlotFigure, theme: &Theme, plot: Rect) {
    let lines = figure.layers.iter().filter(|layer| layer.is_line());
    let count = lines.clone().count();
    for (n, layer) in lines.enumerate() {
        ctx.marker(Marker::Custom(sign(layer.tone, theme)));
        let color = style(layer, theme).fg.unwrap_or_default();
        // A cell has two columns and four rows of dots; a sign covers those of its cell.
        let last = |count: u16, dots: f64| (f64::from(count) * dots - 1.0).max(1.0);
        let columns = (1 + 2 * n..plot.width.into()).step_by(SIGNS);
        let places = match &layer.marks {
            Marks::Line(points) if points.len() * 4 <= plot.width.into() => {
                let own = points.iter().skip(n).step_by(count);
                let own = own.filter_map(|point| figure.x.inside(point.0));
                own.map(|x| nearest(x, plot.width).into()).collect()
            }
            _ => Vec::from_iter(columns),
        };
        for column in places {
            let x = column as f64 * 2.0 / last(plot.width, 2.0);
            let value = layer.marks.at(figure.x.value(x));
            let y = value.and_then(|value| figure.y_of(layer).inside(value));
            let row = |y: f64| ((y * last(plot.height, 4.0)).round() / 4.0).floor();
            let x = column as f64 / last(plot.width, 1.0);
            let point = y.map(|y| (x, row(y) / last(plot.height, 1.0)));
            let coords = &Vec::from_iter(point);
            ctx.draw(&Points { coords, color });
        }
    }
}

/// Gives cells of bars that a line or a point covers the colour of the bar as background.
fn behind_lines(figure: &PlotFigure, theme: &Theme, plot: Rect, buffer: &mut Buffer) {
    let mut bars = Buffer::empty(plot);
    let layers = figure.layers.iter();
    let layers = layers.filter(|layer| matches!(layer.marks, Marks::Bars(_)));
    Canvas::default()
        .x_bounds([0.0, 1.0])
        .y_bounds([0.0, 1.0])
        .paint(|ctx| {
            for layer in layers.clone() {
                ctx.marker(marker(layer, theme));
                paint(ctx, figure, layer, theme);
            }
        })
        .render(plot, &mut bars);
    for position in plot.positions() {
        let (bar, cell) = (&bars[position], &mut buffer[position]);
        if bar.symbol() != " " && cell.symbol() != bar.symbol() {
            cell.set_bg(bar.fg);
        }
    }
}

/// What a layer is drawn with: dots, or a glyph of its own.
pub fn marker(layer: &Layer, theme: &Theme) -> Marker {
    let is_fine = layer.is_line() || matches!(layer.marks, Marks::Density(..));
    if is_fine && !theme.ascii() {
        return Marker::Braille;
    }
    let (unicode, ascii) = match (&layer.marks, layer.tone) {
        (Marks::Bars(_), _) => ('█', '#'),
        (Marks::Range(..), _) => ('░', ':'),
        (Marks::At(_) | Marks::Intervals(_), Tone::Plain) => ('│', '|'),
        (Marks::At(_) | Marks::Intervals(_), _) => ('┆', ';'),
        (_, tone) => return Marker::Custom(sign(tone, theme)),
    };
    Marker::Custom(theme.glyphs().pick(unicode, ascii))
}

/// The sign of a point or a line of `tone`.
pub fn sign(tone: Tone, theme: &Theme) -> char {
    let (unicode, ascii) = match tone {
        Tone::Plain => ('●', 'o'),
        Tone::First => ('■', '#'),
        Tone::Second => ('▲', '^'),
        Tone::Third => ('◆', '*'),
        Tone::Good => ('+', '+'),
        Tone::Bad => ('×', 'x'),
        Tone::Dim => ('·', '.'),
    };
    theme.glyphs().pick(unicode, ascii)
}

/// The style of a layer's marks; a strip has a background where the terminal has shades.
pub fn style(layer: &Layer, theme: &Theme) -> Style {
    match (&layer.marks, layer.tone) {
        (Marks::At(_) | Marks::Points(_), Tone::Plain) => theme.style(Role::Threshold),
        _ if is_strip(layer) && theme.has_shades() => theme.lit_passage(0, false),
        (Marks::Range(..), _) => theme.style(Role::Border),
        (_, tone) => theme.tone(tone),
    }
}

/// Draws lines and points in the coordinates of a canvas, 0..=1.
fn paint(ctx: &mut Context<'_>, figure: &PlotFigure, layer: &Layer, theme: &Theme) {
    let color = style(layer, theme).fg.unwrap_or_default();
    let (x_axis, y_axis) = (&figure.x, figure.y_of(layer));
    let point = |(x, y)| x_axis.within(x).zip(y_axis.within(y));
    match &layer.marks {
        Marks::Bars(bars) => {
            for (from, to, height) in bars.iter().filter(|bar| bar.2 > 0.0) {
                // Only the middle half, so that its columns are distinct from the bars beside it.
                let quarter = (to - from) / 4.0;
                let ends = point((from + quarter, *height)).zip(point((to - quarter, *height)));
                if let Some(((x1, y), (x2, _))) = ends {
                    ctx.draw(&FilledLine::new(x1, y, x2, y, 0.0, color));
                }
            }
        }
        Marks::Line(points) => line(ctx, points.iter().copied().filter_map(point), color),
        Marks::Steps(points) => {
            let steps = points.windows(2);
            let corners = steps.flat_map(|two| [two[0], (two[0].0, two[1].1)]);
            let corners = corners.chain(points.last().copied());
            line(ctx, corners.filter_map(point), color);
        }
        Marks::Band(points) => {
            let lower = points.iter().map(|p| (p.0, p.1));
            let upper = points.iter().map(|p| (p.0, p.2));
            line(ctx, lower.filter_map(point), color);
            line(ctx, upper.filter_map(point), color);
        }
        Marks::Points(points) => {
            let inside = |p: &(f64, f64, u64)| x_axis.inside(p.0).zip(y_axis.inside(p.1));
            let coords = &points.iter().filter_map(inside).collect::<Vec<_>>();
            ctx.draw(&Points { coords, color });
        }
        Marks::Density(squares, side) => {
            let scale = PlotAxis::shades(squares);
            // The densest square of a cell is drawn last and gives the cell its colour.
            let mut squares = squares.clone();
            squares.sort_by_key(|square| square.2);
            for (x, y, count) in squares {
                let middle = x_axis
                    .inside(x + side / 2.0)
                    .zip(y_axis.inside(y + side / 2.0));
                let fraction = scale.within(count as f64).unwrap_or_default();
                ctx.draw(&Points {
                    coords: middle.as_slice(),
                    color: theme.density(fraction),
                });
            }
        }
        Marks::Intervals(bars) => {
            for (x, low, high) in bars {
                let ends = [(*x, *low), (*x, *high)];
                line(ctx, ends.into_iter().filter_map(point), color);
            }
        }
        Marks::At(x) => rule(ctx, x_axis, *x, color),
        Marks::Range(from, to) if !is_strip(layer) => {
            if let Some((from, to)) = x_axis.within(*from).zip(x_axis.within(*to)) {
                ctx.draw(&FilledLine::new(from, 1.0, to, 1.0, 0.0, color));
            }
        }
        Marks::Range(..) | Marks::Cells(_) => {}
    }
}

/// Draws a line through `points`.
fn line(ctx: &mut Context<'_>, points: impl Iterator<Item = (f64, f64)>, color: Color) {
    let coords = &points.collect::<Vec<_>>();
    ctx.draw(&Points { coords, color });
    for ends in coords.windows(2) {
        let ((x1, y1), (x2, y2)) = (ends[0], ends[1]);
        ctx.draw(&Segment::new(x1, y1, x2, y2, color));
    }
}

/// Draws a vertical line at the value `x`, if the axis has it.
fn rule(ctx: &mut Context<'_>, axis: &PlotAxis, x: f64, color: Color) {
    if let Some(x) = axis.inside(x) {
        ctx.draw(&Segment::new(x, 0.0, x, 1.0, color));
    }
}

/// Draws a grid of values: a cell's background shows its value approximately, its text exactly. Either all cells have
/// text or none: a few alone would look like a pattern.
fn heat_map(cells: &Cells, theme: &Theme, plot: Rect, buffer: &mut Buffer) {
    if cells.columns == 0 {
        return;
    }
    let room = usize::from(plot.width) / cells.columns;
    let write = |value: &f64| plain(&cells.shades.write(*value), theme);
    let mut values = cells.values.iter().flatten();
    let has_text = values.all(|value| usize::from(columns(&write(value))) + 1 < room);
    // The marked cells come last, so that they are seen where cells share a column of the screen.
    for index in (0..cells.values.len())
        .chain(cells.best)
        .chain(cells.chosen)
    {
        let Some(value) = cells.values.get(index) else {
            continue;
        };
        let fraction = value.and_then(|value| cells.shades.within(value));
        let (fill, mut style) = match fraction {
            Some(fraction) => (shade(fraction, theme), theme.shade(fraction)),
            None => (theme.glyphs().pick("·", "-"), theme.style(Role::Border)),
        };
        let text = value.filter(|_| has_text).map(|value| write(&value));
        let mut text = text.unwrap_or_default();
        if cells.best == Some(index) {
            text.insert(0, theme.glyphs().pick('★', '*'));
            style = style.bold().underlined();
        }
        if cells.chosen == Some(index) {
            text.insert(0, theme.glyphs().pick('●', 'o'));
            style = style.bold();
        }
        let cell = grid_cell(cells, index, plot);
        Fill::new(fill).style(style).render(cell, buffer);
        let text_row = area::row(cell, middle(cell));
        Line::styled(text, style)
            .centered()
            .render(text_row, buffer);
    }
}

/// The area of a cell of a grid, rows from the bottom; at least one column and row.
fn grid_cell(cells: &Cells, index: usize, plot: Rect) -> Rect {
    let (column, row) = (index % cells.columns, index / cells.columns);
    let (left, right) = part(column, cells.columns, plot.width);
    let row = grid_row(row, cells.rows(), plot);
    Rect::new(plot.x + left, row.y, right - left, row.height)
}

/// Row `at` of `count` rows of a grid, from the bottom.
pub fn grid_row(at: usize, count: usize, plot: Rect) -> Rect {
    let (bottom, top) = part(at, count, plot.height);
    Rect::new(plot.x, plot.bottom() - top, plot.width, top - bottom)
}

/// Start and end of part `at` of `count` parts of a length; at least 1 long.
fn part(at: usize, count: usize, length: u16) -> (u16, u16) {
    let edge = |at: usize| (at * usize::from(length) / count) as u16;
    (edge(at), edge(at + 1).max(edge(at) + 1))
}

/// The cell, of `count`, at a relative position, 0..=1, as a canvas places it.
pub fn nearest(position: f64, count: u16) -> u16 {
    (position * f64::from(count.saturating_sub(1))).round() as u16
}

/// The row of a grid's cell that has its text.
pub fn middle(row: Rect) -> u16 {
    row.y + row.height.saturating_sub(1) / 2
}

/// The fill of a cell at `fraction` (0..=1) of the scale: a blank on a background, or a glyph without background
/// colours.
pub fn shade(fraction: f64, theme: &Theme) -> &'static str {
    if theme.has_shades() {
        return " ";
    }
    let steps = theme
        .glyphs()
        .pick([" ", "░", "▒", "▓", "█"], [" ", ".", ":", "*", "#"]);
    steps[((fraction.clamp(0.0, 1.0) * 5.0) as usize).min(4)]
}

/// `text` without control characters, in the theme's character set.
pub fn plain(text: &str, theme: &Theme) -> String {
    theme.own(&sanitise::line(text))
}
