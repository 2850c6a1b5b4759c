//! Plots as SVG files.

use super::Figure;

/// `figure` as an SVG document of so many pixels.
#[must_use]
pub fn render(figure: &Figure, size: (u32, u32)) -> String {
    let (width, height) = size;
    let title = figure.title.replace('&', "&amp;").replace('<', "&lt;");
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\"><title>{title}</title></svg>\n"
    )
}
