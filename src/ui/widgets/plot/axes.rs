//! Axes: lines, ticks and labels.

use ratatui::buffer::Buffer;

use super::layout::PlotParts;
use super::legend::plain;
use super::marks::rule_style;
use super::sheet::across;
use crate::plot::ticks::{Tick, ticks};
use crate::plot::{Axis, Figure, Marks};
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::end_cut;
use crate::ui::widgets::paint::{columns, words};

/// Writes the names of the left and right y axes in one row, truncated if too long.
fn names(buffer: &mut Buffer, figure: &Figure, theme: &Theme, parts: &PlotParts) {
    let area = parts.names;
    if area.is_empty() {
        return;
    }
    let dim = theme.style(Role::Dim);
    let name = |axis: &Axis| plain(&axis.label, theme);
    let right = figure.right.as_ref().map(name).unwrap_or_default();
    let right = end_cut(&right, usize::from(area.width), theme.glyphs());
    let room = area.width.saturating_sub(columns(&right) + 2);
    let left = end_cut(&name(&figure.y), usize::from(room), theme.glyphs());
    words(buffer, area.x, area.y, room, &left, dim);
    let x = area.right().saturating_sub(columns(&right));
    words(buffer, x, area.y, columns(&right), &right, dim);
}

fn upright(buffer: &mut Buffer, figure: &Figure, theme: &Theme, parts: &PlotParts) {
    let (plot, glyphs) = (parts.plot, theme.glyphs());
    if plot.is_empty() {
        return;
    }
    let (line, label) = (theme.style(Role::Border), theme.style(Role::Dim));
    let side = |buffer: &mut Buffer, x: u16, axis: &Axis, ticks: &[Tick], left: bool| {
        for y in plot.top()..plot.bottom() {
            words(buffer, x, y, 1, glyphs.pick("│", "|"), line);
        }
        let (room, mark) = if left {
            (x.saturating_sub(parts.area.x), glyphs.pick("┤", "+"))
        } else {
            (
                parts.area.right().saturating_sub(x + 1),
                glyphs.pick("├", "+"),
            )
        };
        for tick in ticks {
            // The lowest value is where the x axis is, if there is one.
            let lowest = plot.height - u16::from(parts.axis.is_empty());
            let row = super::sheet::upright(axis, tick.value, tick.position, plot.height);
            let y = plot.y + row.min(lowest);
            let text = plain(&tick.label, theme);
            let text = end_cut(&text, room.into(), glyphs);
            let start = if left {
                x.saturating_sub(columns(&text))
            } else {
                x + 1
            };
            words(buffer, start, y, room, &text, label);
            if y < plot.bottom() {
                words(buffer, x, y, 1, mark, line);
            }
        }
    };
    if !parts.left.is_empty() && plot.x > 0 {
        side(buffer, plot.x - 1, &figure.y, &parts.left, true);
    }
    if let Some(axis) = figure.right.as_ref().filter(|_| !parts.right.is_empty()) {
        side(buffer, plot.right(), axis, &parts.right, false);
    }
}

/// Draws the two or three axes around the plot. On the x axis the values of the cursor and of rules are always written;
/// ticks only if they do not collide with those.
pub fn draw(
    buffer: &mut Buffer,
    figure: &Figure,
    cursor: Option<f64>,
    theme: &Theme,
    parts: &PlotParts,
) {
    names(buffer, figure, theme, parts);
    upright(buffer, figure, theme, parts);
    let (axis, glyphs) = (parts.axis, theme.glyphs());
    let line = theme.style(Role::Border);
    if !axis.is_empty() {
        let rule = glyphs.pick("─", "-").repeat(axis.width.into());
        words(buffer, axis.x, axis.y, axis.width, &rule, line);
        if !parts.left.is_empty() && axis.x > 0 {
            words(buffer, axis.x - 1, axis.y, 1, glyphs.pick("└", "+"), line);
        }
        if !parts.right.is_empty() {
            words(buffer, axis.right(), axis.y, 1, glyphs.pick("┘", "+"), line);
        }
    }
    let row = parts.ticks;
    if !row.is_empty() {
        let mut taken: Vec<(u16, u16)> = Vec::new();
        let tick = glyphs.pick("┴", "+");
        let mut put = |buffer: &mut Buffer, x: f64, text: &str, style| {
            let wide = columns(text);
            let Some(fraction) = figure.x.inside(x) else {
                return;
            };
            let column = row.x + across(&figure.x, x, fraction, row.width);
            // Labels may extend one column beyond the plot on either side, if there is one. A label
            // without room is omitted: truncated, it would read as another value.
            let least = row.x.saturating_sub(1).max(parts.area.x);
            let end = (row.right() + 1).min(parts.area.right());
            if wide > end - least {
                return;
            }
            let last = end - wide;
            let start = column.saturating_sub(wide / 2).clamp(least, last);
            let free = |other: &(u16, u16)| start > other.1 || start + wide < other.0;
            if wide == 0 || !taken.iter().all(free) {
                return;
            }
            taken.push((start, start + wide));
            words(buffer, start, row.y, wide, text, style);
            if !axis.is_empty() {
                words(buffer, column, axis.y, 1, tick, line);
            }
        };
        if let Some(x) = cursor {
            let text = written(&figure.x, x);
            put(buffer, x, &text, theme.style(Role::Selected));
        }
        for layer in &figure.layers {
            if let Marks::At(x) = layer.marks {
                let text = written(&figure.x, x);
                put(buffer, x, &text, rule_style(layer.tone, theme));
            }
        }
        let wide = f64::from(row.width);
        for tick in ticks(&figure.x, wide, 2.0, |label| f64::from(columns(label))) {
            let text = plain(&tick.label, theme);
            put(buffer, tick.value, &text, theme.style(Role::Dim));
        }
    }
    let row = parts.below;
    if !row.is_empty() {
        let label = plain(&figure.x.label, theme);
        let label = end_cut(&label, row.width.into(), glyphs);
        let x = row.x + (row.width - columns(&label)) / 2;
        let style = theme.style(Role::Dim);
        words(buffer, x, row.y, row.right() - x, &label, style);
    }
}

/// The label of the cursor or a rule: a category name, or a number without trailing zeros.
fn written(axis: &Axis, x: f64) -> String {
    let text = axis.write(x);
    let short = match text.strip_prefix('.') {
        Some(digits) => digits.trim_end_matches('0'),
        None => return text.trim_end_matches(".000").to_owned(),
    };
    if short.is_empty() {
        text
    } else {
        format!(".{short}")
    }
}
