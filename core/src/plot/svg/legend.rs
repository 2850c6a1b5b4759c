//! The legend: above the plot, in as many rows as it needs.

use plotters::prelude::*;

use super::colours::{self, GREY, INK};
use super::pen::{self, Area, Outcome, units};
use super::text::{Label, text_width};
use crate::plot::{Axis, Figure, Layer, Marks, Tone};

const SIZE: f64 = 11.0;
const ROW: f64 = 18.0;
const SWATCH: f64 = 24.0;

/// Draws the legend from `top` down between `left` and `right`, in pixels; returns its lower end.
pub fn draw(
    figure: &Figure,
    root: &Area<'_>,
    left: f64,
    top: f64,
    right: f64,
) -> Result<f64, Box<dyn std::error::Error>> {
    let (mut x, mut y) = (left, top);
    for layer in figure.layers.iter().filter(|layer| !layer.name.is_empty()) {
        let swatch = match (ramp(layer), &layer.marks) {
            (Some(axis), _) => 90.0 + ends(&axis),
            (None, Marks::At(_) | Marks::Points(_)) => SWATCH / 2.0,
            _ => SWATCH,
        };
        let width = swatch + 6.0 + text_width(&layer.name, SIZE);
        if x > left && x + width > right {
            (x, y) = (left, y + ROW);
        }
        sample(layer, figure.has_lines(), root, (x, y))?;
        let name = Label::new(SIZE, INK);
        name.write(root, &layer.name, x + swatch + 6.0, y + 2.0)?;
        x += width + 20.0;
    }
    Ok(if x > left { y + ROW } else { y })
}

/// Scale of the shades of a layer, if it has shades.
fn ramp(layer: &Layer) -> Option<Axis> {
    match &layer.marks {
        Marks::Cells(cells) => Some(cells.shades.clone()),
        Marks::Density(squares, _) => Some(Axis::shades(squares)),
        _ => None,
    }
}

/// Width of the labels at both ends of a ramp.
fn ends(axis: &Axis) -> f64 {
    let (low, high) = axis.range;
    text_width(&axis.write(low), SIZE) + text_width(&axis.write(high), SIZE) + 8.0
}

fn sample(layer: &Layer, marked: bool, root: &Area<'_>, (x, y): (f64, f64)) -> Outcome {
    let colour = colours::colour_of(layer.tone);
    let middle = y + 7.5;
    let at = |x: f64, y: f64| (units(x), units(y));
    let block =
        |style: ShapeStyle| Rectangle::new([at(x, y + 2.0), at(x + SWATCH, y + 13.0)], style);
    if let Some(axis) = ramp(layer) {
        let (low, high) = axis.range;
        let name = Label::new(SIZE, GREY);
        name.write(root, &axis.write(low), x, y + 2.0)?;
        let from = x + text_width(&axis.write(low), SIZE) + 4.0;
        for i in 0..30 {
            let position = (f64::from(i) + 0.5) / 30.0;
            let corners = [
                at(from + 3.0 * f64::from(i), y + 2.0),
                at(from + 3.0 * f64::from(i + 1), y + 13.0),
            ];
            root.draw(&Rectangle::new(corners, colours::shade(position).filled()))?;
        }
        return name.write(root, &axis.write(high), from + 94.0, y + 2.0);
    }
    match &layer.marks {
        Marks::Line(_) | Marks::Steps(_) => {
            pen::line(&[at(x, middle), at(x + SWATCH, middle)], layer.tone, root)?;
            if marked && layer.tone != Tone::Dim {
                pen::marker(layer.tone, at(x + SWATCH / 2.0, middle), root)?;
            }
        }
        Marks::Points(_) => pen::point(layer.tone, at(x + SWATCH / 4.0, middle), root)?,
        Marks::Bars(_) => root.draw(&block(colours::pale(layer.tone).filled()))?,
        Marks::Band(_) | Marks::Range(..) => root.draw(&block(colour.mix(0.25).filled()))?,
        Marks::At(_) | Marks::Intervals(_) => {
            let middle = x + SWATCH / 4.0;
            pen::rule(at(middle, y), at(middle, y + 15.0), layer.tone, root)?;
        }
        Marks::Density(..) | Marks::Cells(_) => {}
    }
    Ok(())
}
