//! Renders plots as SVG files for papers and slides, on a white background. The colours are distinguishable for
//! colour-blind readers; lines have markers of different shapes for print without colour.

mod colours;
mod legend;
mod marks;
mod sheet;

use self::colours::{FAINT, GREY, INK};
pub use self::sheet::escaped;
use self::sheet::{Anchor, Point, Sheet, text_width, wrap};
use super::ticks::{Tick, ticks};
use super::{PlotAxis, PlotFigure};

/// Minimum width and height in pixels at which a plot fits.
const MIN_SIZE: (u32, u32) = (240, 180);

/// Maximum width and height in pixels; keeps coordinates small.
const MAX_SIDE: u32 = 20_000;

/// Distance from the edge of the sheet, and the font sizes of the title, of axes and of notes.
const MARGIN: f64 = 14.0;
const TITLE_FONT: f64 = 14.0;
const FONT: f64 = 11.0;
const NOTE_FONT: f64 = 10.5;

/// Renders `figure` as an SVG document of `size` pixels, clamped to at least 240 × 180. `caption` is a sentence below
/// the notes and the description of the document; `metadata` describes the data of the plot for programs. Both may be
/// empty. Deterministic.
pub fn render(figure: &PlotFigure, size: (u32, u32), [caption, metadata]: [&str; 2]) -> String {
    let width = size.0.clamp(MIN_SIZE.0, MAX_SIDE);
    let height = size.1.clamp(MIN_SIZE.1, MAX_SIDE);
    let element = |name: &str, value: &str| match value {
        "" => String::new(),
        value => format!("<{name}>{}</{name}>\n", escaped(value)),
    };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" role=\"img\">\n\
         <title>{}</title>\n{}{}<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n{}</svg>\n",
        escaped(&figure.title),
        element("desc", caption),
        element("metadata", metadata),
        elements(figure, caption, (width.into(), height.into())),
    )
}

/// The elements of a plot.
fn elements(figure: &PlotFigure, caption: &str, (width, height): Point) -> String {
    let mut sheet = Sheet::default();
    let mut top = MARGIN;
    for line in wrap(&figure.title, width - 2.0 * MARGIN, TITLE_FONT) {
        sheet.text(&line, (MARGIN, top), Anchor::Corner, (TITLE_FONT, INK));
        top += 19.0;
    }
    top = legend::draw(figure, &mut sheet, MARGIN, top + 4.0, width - MARGIN) + 8.0;
    let notes = figure.notes.iter().map(String::as_str);
    let notes = notes.chain([caption]);
    let notes: Vec<String> = notes
        .flat_map(|note| wrap(note, width - 2.0 * MARGIN, NOTE_FONT))
        .collect();
    let foot = MARGIN / 2.0 + 14.0 * notes.len() as f64 + if notes.is_empty() { 0.0 } else { 6.0 };
    for (i, note) in (0..).zip(&notes) {
        let y = height - foot + 6.0 + 14.0 * f64::from(i);
        sheet.text(note, (MARGIN, y), Anchor::Corner, (NOTE_FONT, GREY));
    }

    // The rest is the plot area, with 40 pixels below it for the horizontal axis.
    let bottom = (height - foot - 40.0).max(top + 10.0);
    let axis_ticks = |axis: &PlotAxis| {
        let gap = if axis.names.is_empty() { 8.0 } else { 2.0 };
        ticks(axis, bottom - top, gap, |_| FONT)
    };
    let (y, right_ticks) = (axis_ticks(&figure.y), figure.right.as_ref().map(axis_ticks));
    let room = |ticks: &Vec<Tick>| {
        let widths = ticks.iter().map(|tick| text_width(&tick.label, FONT));
        widths.fold(0.0, f64::max) + 34.0
    };
    let left = MARGIN / 2.0 + room(&y).min(width * 0.4);
    let right_room = right_ticks.as_ref().map_or(6.0, room).min(width * 0.3);
    let right = (width - MARGIN / 2.0 - right_room).max(left + 10.0);
    let x = ticks(&figure.x, right - left, 8.0, |label| {
        text_width(label, FONT)
    });
    let (style, middle) = ((FONT, INK), f64::midpoint(top, bottom));

    let at_x = |tick: &Tick| left + tick.position * (right - left);
    let at_y = |tick: &Tick| bottom - tick.position * (bottom - top);
    if figure.y.names.is_empty() {
        for x in x.iter().map(at_x) {
            sheet.line(&[(x, top), (x, bottom)], FAINT, 0.8);
        }
        for y in y.iter().map(at_y) {
            sheet.line(&[(left, y), (right, y)], FAINT, 0.8);
        }
    }
    sheet.line(&[(left, top), (left, bottom), (right, bottom)], GREY, 1.0);
    for tick in &x {
        let x = at_x(tick);
        sheet.line(&[(x, bottom), (x, bottom + 4.0)], GREY, 1.0);
        sheet.text(&tick.label, (x, bottom + 12.0), Anchor::Middle, style);
    }
    for tick in &y {
        let y = at_y(tick);
        sheet.line(&[(left - 4.0, y), (left, y)], GREY, 1.0);
        sheet.text(&tick.label, (left - 7.0, y), Anchor::Right, style);
    }
    let below = (f64::midpoint(left, right), bottom + 30.0);
    sheet.text(&figure.x.label, below, Anchor::Middle, style);
    let left_label = (MARGIN / 2.0 + 7.0, middle);
    sheet.text(&figure.y.label, left_label, Anchor::Upwards, style);
    if let Some((axis, ticks)) = figure.right.as_ref().zip(right_ticks) {
        sheet.line(&[(right, top), (right, bottom)], GREY, 1.0);
        for tick in &ticks {
            let y = at_y(tick);
            sheet.line(&[(right, y), (right + 4.0, y)], GREY, 1.0);
            sheet.text(&tick.label, (right + 7.0, y), Anchor::Left, style);
        }
        let right_label = (width - MARGIN / 2.0 - 7.0, middle);
        sheet.text(&axis.label, right_label, Anchor::Upwards, style);
    }
    marks::draw(figure, &mut sheet, ((left, top), (right, bottom)));
    sheet.0
}
