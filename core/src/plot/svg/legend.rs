//! The legend: above the plot, in as many rows as it needs.

use super::colours::{self, GREY, INK};
use super::sheet::{Anchor, Point, Sheet, text_width};
use crate::plot::{Layer, Marks, PlotAxis, PlotFigure, Tone};

const FONT: f64 = 11.0;
const ROW_HEIGHT: f64 = 18.0;
const SWATCH: f64 = 24.0;

/// Draws the legend from `top` down between `left` and `right`; returns its lower end.
pub fn draw(figure: &PlotFigure, sheet: &mut Sheet, left: f64, top: f64, right: f64) -> f64 {
    let (mut x, mut y) = (left, top);
    for layer in figure.layers.iter().filter(|layer| !layer.name.is_empty()) {
        let swatch = match (ramp(layer), &layer.marks) {
            (Some(axis), _) => 90.0 + ends(&axis),
            (None, Marks::At(_) | Marks::Points(_)) => SWATCH / 2.0,
            _ => SWATCH,
        };
        let width = swatch + 6.0 + text_width(&layer.name, FONT);
        if x > left && x + width > right {
            (x, y) = (left, y + ROW_HEIGHT);
        }
        sample(layer, figure.has_lines(), sheet, (x, y));
        let at = (x + swatch + 6.0, y + 2.0);
        sheet.text(&layer.name, at, Anchor::Corner, (FONT, INK));
        x += width + 20.0;
    }
    if x > left { y + ROW_HEIGHT } else { y }
}

/// Scale of the shades of a layer, if it has shades.
fn ramp(layer: &Layer) -> Option<PlotAxis> {
    match &layer.marks {
        Marks::Cells(cells) => Some(cells.shades.clone()),
        Marks::Density(squares, _) => Some(PlotAxis::shades(squares)),
        _ => None,
    }
}

/// Width of the labels at both ends of a ramp.
fn ends(axis: &PlotAxis) -> f64 {
    let (low, high) = axis.range;
    text_width(&axis.write(low), FONT) + text_width(&axis.write(high), FONT) + 8.0
}

fn sample(layer: &Layer, has_markers: bool, sheet: &mut Sheet, (x, y): Point) {
    let (tone, colour) = (layer.tone, colours::colour_of(layer.tone));
    let middle = y + 7.5;
    let block = ((x, y + 2.0), (x + SWATCH, y + 13.0));
    if let Some(axis) = ramp(layer) {
        let (low, high) = axis.range;
        let low = axis.write(low);
        sheet.text(&low, (x, y + 2.0), Anchor::Corner, (FONT, GREY));
        let from = x + text_width(&low, FONT) + 4.0;
        for i in 0..30 {
            let shade = colours::shade((f64::from(i) + 0.5) / 30.0);
            let left = from + 3.0 * f64::from(i);
            sheet.rectangle((left, y + 2.0), (left + 3.0, y + 13.0), shade, 1.0);
        }
        let at = (from + 94.0, y + 2.0);
        return sheet.text(&axis.write(high), at, Anchor::Corner, (FONT, GREY));
    }
    match &layer.marks {
        Marks::Line(_) | Marks::Steps(_) => {
            let thickness = if tone == Tone::Dim { 1.2 } else { 1.8 };
            sheet.line(&[(x, middle), (x + SWATCH, middle)], colour, thickness);
            if has_markers && tone != Tone::Dim {
                sheet.marker(tone, (x + SWATCH / 2.0, middle), 3.2);
            }
        }
        Marks::Points(_) => sheet.point(tone, (x + SWATCH / 4.0, middle)),
        Marks::Bars(_) => sheet.rectangle(block.0, block.1, colours::pale(tone), 1.0),
        Marks::Band(_) | Marks::Range(..) => sheet.rectangle(block.0, block.1, colour, 0.25),
        Marks::At(_) | Marks::Intervals(_) => {
            let middle = x + SWATCH / 4.0;
            sheet.line(&[(middle, y), (middle, y + 15.0)], colour, 1.4);
        }
        Marks::Density(..) | Marks::Cells(_) => {}
    }
}
