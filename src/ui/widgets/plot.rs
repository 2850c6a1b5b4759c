//! Plots in terminal cells: a block has the axes, and a canvas has the marks. A heat map is a grid of coloured cells
//! with values.
//!
//! Colour is never the only distinction: if a plot has several lines, each has its own sign, and in ASCII it is drawn
//! with this sign.

mod legend;
mod marks;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Text};
use ratatui::widgets::{Block, Borders, Widget};

use crate::plot::ticks::{Tick, ticks};
use crate::plot::{PlotAxis, PlotFigure};
use crate::ui::widgets::paint::columns;
use crate::ui::widgets::panel::border_set;
use crate::ui::{Role, Theme, area};

/// Draws `figure` into `area`, without its title, and returns the area between the axes. With a `cursor`, its column is
/// marked and the values there are written below the plot; without one, the notes are written there.
pub fn draw(
    figure: &PlotFigure,
    cursor: Option<f64>,
    theme: &Theme,
    area: Rect,
    frame: &mut Frame<'_>,
) -> Rect {
    let buffer = frame.buffer_mut();
    let area = area.intersection(buffer.area);
    let cursor = cursor.filter(|x| x.is_finite());
    let most = if area.height < 20 { 2 } else { 4 };
    let legend = legend::layers(figure, theme, area.width, most.min(area.height / 4));
    // A figure with lines has rows for their values even without a cursor.
    let foot_height = match area.height {
        _ if cursor.is_none() && figure.notes.is_empty() && !figure.has_lines() => 0,
        0..6 => 0,
        6..14 => 1,
        _ => 2,
    };
    let [above, middle, below, foot] = Layout::vertical([
        Constraint::Length(legend.len() as u16),
        Constraint::Fill(1),
        Constraint::Length(u16::from(area.height >= 4)),
        Constraint::Length(foot_height),
    ])
    .areas(area);
    Text::from(legend).render(above, buffer);
    let plot = axes(figure, theme, middle, below, buffer);
    if !plot.is_empty() {
        marks::draw(figure, cursor, theme, plot, buffer);
    }
    let rows = match cursor {
        Some(x) => legend::values(figure, x, theme, foot),
        None => legend::notes(figure, theme, foot),
    };
    Text::from(rows).render(foot, buffer);
    plot
}

/// Draws the axes into `area`, and the labels of the x axis into the row `below`; returns the area between the axes.
fn axes(figure: &PlotFigure, theme: &Theme, area: Rect, below: Rect, buffer: &mut Buffer) -> Rect {
    let rows = f64::from(area.height.saturating_sub(3));
    let upright = |axis: &PlotAxis| {
        let gap = if axis.names.is_empty() { 1.0 } else { 0.0 };
        ticks(axis, rows, gap, |_| 1.0)
    };
    let left = upright(&figure.y);
    let right = figure.right.as_ref().map(upright).unwrap_or_default();
    let room = if area.width >= 20 {
        area.width / 5 * 2
    } else {
        0
    };
    let width = |ticks: &[Tick]| {
        let widths = ticks.iter().map(|tick| columns(&tick.label));
        Constraint::Length(widths.max().unwrap_or(0).min(room))
    };
    let [left_labels, framed, right_labels] =
        Layout::horizontal([width(&left), Constraint::Fill(1), width(&right)]).areas(area);
    let block = block(figure, theme, framed.width);
    let plot = block.inner(framed);
    block.render(framed, buffer);
    let label =
        |tick: &Tick| Line::styled(marks::plain(&tick.label, theme), theme.style(Role::Dim));
    let named_rows = figure.y.names.len();
    let row = |labels: Rect, tick: &Tick| {
        let y = if named_rows > 0 {
            let at = (tick.position * named_rows as f64) as usize;
            marks::middle(marks::grid_row(at, named_rows, plot))
        } else {
            plot.y + marks::nearest(1.0 - tick.position, plot.height)
        };
        area::row(labels, y).intersection(area)
    };
    for tick in &left {
        label(tick)
            .right_aligned()
            .render(row(left_labels, tick), buffer);
    }
    for tick in &right {
        label(tick).render(row(right_labels, tick), buffer);
    }
    let along = f64::from(plot.width.saturating_sub(1));
    for tick in ticks(&figure.x, along, 3.0, |label| f64::from(columns(label))) {
        let width = columns(&tick.label);
        let middle = plot.x + marks::nearest(tick.position, plot.width);
        let centred = area::columns(below, middle.saturating_sub(width / 2), width);
        label(&tick).render(centred.clamp(below), buffer);
    }
    plot
}

/// The lines and the names of the axes; a name that does not fit into `width` columns is omitted.
fn block(figure: &PlotFigure, theme: &Theme, width: u16) -> Block<'static> {
    let name = |axis: Option<&PlotAxis>, room: u16| {
        let name = axis.map(|axis| marks::plain(&axis.label, theme));
        let fitting = name.filter(|name| columns(name) <= room);
        fitting.unwrap_or_default()
    };
    let borders = if figure.right.is_some() {
        Borders::LEFT | Borders::BOTTOM | Borders::RIGHT
    } else {
        Borders::LEFT | Borders::BOTTOM
    };
    let left = name(Some(&figure.y), width.saturating_sub(2));
    let right = name(
        figure.right.as_ref(),
        width.saturating_sub(columns(&left) + 4),
    );
    let below = name(Some(&figure.x), width.saturating_sub(2));
    Block::new()
        .borders(borders)
        .border_set(border_set(theme.glyphs()))
        .border_style(theme.style(Role::Border))
        .title_style(theme.style(Role::Dim))
        .title_top(left)
        .title_top(Line::from(right).right_aligned())
        .title_bottom(Line::from(below).centered())
}
