//! Plots in terminal cells: lines and densities in braille, bars in eighths of a block, heat maps
//! as backgrounds with values; in plain characters if only ASCII is drawn.
//!
//! Colour is never the only distinction: each tone has its own glyph, which is shown in the legend
//! and, without colour, at regular intervals on the line.

mod axes;
mod heat;
mod layout;
mod legend;
mod marks;
mod sheet;

use ratatui::Frame;
use ratatui::layout::Rect;

use self::layout::PlotParts;
use self::sheet::Sheet;
use crate::plot::Figure;
use crate::ui::theme::Theme;

/// Draws `figure` into `area`, without its title. With a `cursor`, its column is marked and the
/// values there are written below the plot; without one, the notes are. From 40 columns and 10 rows
/// on everything is labelled; below that the axis names, the legend and the ticks are dropped, in
/// this order.
pub fn draw(
    figure: &Figure,
    cursor: Option<f64>,
    theme: &Theme,
    area: Rect,
    frame: &mut Frame<'_>,
) {
    let buffer = frame.buffer_mut();
    let area = area.intersection(buffer.area);
    if area.is_empty() {
        return;
    }
    let cursor = cursor.filter(|x| x.is_finite());
    let parts = PlotParts::new(figure, theme, area);
    legend::draw(buffer, figure, theme, parts.legend);
    axes::draw(buffer, figure, cursor, theme, &parts);
    let mut sheet = Sheet {
        buffer,
        figure,
        theme,
        area: parts.plot,
    };
    marks::draw(&mut sheet);
    if let Some(x) = cursor {
        marks::cursor(&mut sheet, x);
        legend::values(buffer, figure, x, theme, parts.foot);
    } else {
        let mut sentences = figure.notes.clone();
        // Preceded by the name of the x axis if no row shows it.
        if parts.below.is_empty() && !figure.x.label.is_empty() {
            let right = theme.glyphs().pick('→', '>');
            sentences.insert(0, format!("{} {right}", figure.x.label));
        }
        legend::notes(buffer, &sentences, theme, parts.foot);
    }
}

/// The inner area between the axes of a plot drawn into `area`; used for clicks.
pub fn inside(figure: &Figure, theme: &Theme, area: Rect) -> Rect {
    PlotParts::new(figure, theme, area).plot
}
