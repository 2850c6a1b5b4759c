//! Lines and markers, drawn at points in drawing units; sizes are in pixels.
//!
//! A drawing unit is a tenth of a pixel, because `plotters` has integer coordinates and curves would
//! look angular.

use std::error::Error;

use plotters::coord::Shift;
use plotters::prelude::*;

use super::colours;
use crate::plot::Tone;

/// Drawing units per pixel.
pub const FINE: f64 = 10.0;

/// A point in drawing units.
pub type Point = (i32, i32);

/// What is drawn on.
pub type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Whether a drawing was completed.
pub type Outcome = Result<(), Box<dyn Error>>;

/// Converts pixels to drawing units.
pub fn units(pixels: f64) -> i32 {
    (pixels * FINE).round() as i32
}

/// A line through `points`, `wide` pixels wide; nothing for fewer than two points.
pub fn path(points: Vec<Point>, colour: RGBColor, wide: f64, area: &Area<'_>) -> Outcome {
    if points.len() > 1 {
        let style = colour.stroke_width(units(wide) as u32);
        area.draw(&PathElement::new(points, style))?;
    }
    Ok(())
}

/// A line of the plot; theory is drawn thinner.
pub fn line(points: &[Point], tone: Tone, area: &Area<'_>) -> Outcome {
    let wide = if tone == Tone::Dim { 1.2 } else { 1.8 };
    path(points.to_vec(), colours::colour_of(tone), wide, area)
}

/// A vertical rule.
pub fn rule(from: Point, to: Point, tone: Tone, area: &Area<'_>) -> Outcome {
    path(vec![from, to], colours::colour_of(tone), 1.4, area)
}

/// An error bar: an upright line with a short stroke at each end.
pub fn error_bar(from: Point, to: Point, tone: Tone, area: &Area<'_>) -> Outcome {
    let reach = units(3.0);
    path(vec![from, to], colours::colour_of(tone), 1.0, area)?;
    [from, to].into_iter().try_for_each(|(x, y)| {
        path(
            vec![(x - reach, y), (x + reach, y)],
            colours::colour_of(tone),
            1.0,
            area,
        )
    })
}

/// A single point; a ring for the main series, so that it covers nothing.
pub fn point(tone: Tone, at: Point, area: &Area<'_>) -> Outcome {
    match tone {
        Tone::Plain => {
            let style = colours::colour_of(tone).stroke_width(units(1.8) as u32);
            area.draw(&Circle::new(at, units(5.5), style))?;
            Ok(())
        }
        Tone::Bad => shape(tone, at, 2.6, area),
        tone => shape(tone, at, 4.0, area),
    }
}

/// The marker of a tone on a line; markers distinguish lines without colour.
pub fn marker(tone: Tone, at: Point, area: &Area<'_>) -> Outcome {
    shape(tone, at, 3.2, area)
}

fn shape(tone: Tone, at: Point, radius: f64, area: &Area<'_>) -> Outcome {
    let colour = colours::colour_of(tone);
    let around = |corners: &[(f64, f64)]| -> Vec<Point> {
        let corner = |c: &(f64, f64)| (at.0 + units(c.0 * radius), at.1 + units(c.1 * radius));
        corners.iter().map(corner).collect()
    };
    let filled = |corners: &[(f64, f64)]| area.draw(&Polygon::new(around(corners), colour));
    let crossed = |strokes: [[(f64, f64); 2]; 2]| {
        let mut strokes = strokes.iter();
        strokes.try_for_each(|stroke| path(around(stroke), colour, radius * 0.45, area))
    };
    match tone {
        Tone::Plain | Tone::Dim => area.draw(&Circle::new(at, units(radius), colour.filled()))?,
        Tone::First => filled(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)])?,
        Tone::Second => filled(&[(0.0, -1.2), (1.1, 0.8), (-1.1, 0.8)])?,
        Tone::Third => filled(&[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)])?,
        Tone::Good => crossed([[(-1.2, 0.0), (1.2, 0.0)], [(0.0, -1.2), (0.0, 1.2)]])?,
        Tone::Bad => crossed([[(-0.9, -0.9), (0.9, 0.9)], [(-0.9, 0.9), (0.9, -0.9)]])?,
    }
    Ok(())
}
