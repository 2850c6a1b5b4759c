//! A drawing as SVG elements, at positions and in sizes in pixels.

use std::fmt::Write as _;

use super::colours;
use crate::base::sanitise;
use crate::base::width::Width;
use crate::plot::Tone;
use crate::plot::ramp::RgbTriple;

/// A point in pixels.
pub type Point = (f64, f64);

/// The part of a text that a point marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its upper left corner.
    Corner,
    /// The middle of its left side.
    Left,
    /// Its middle.
    Middle,
    /// The middle of its right side.
    Right,
    /// Its middle; the text runs upwards.
    Upwards,
}

/// Elements, in drawing order.
#[derive(Debug, Default)]
pub struct Sheet(pub String);

impl Sheet {
    fn add(&mut self, element: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "{element}");
    }

    /// A line through `points`; nothing for fewer than two.
    pub fn line(&mut self, points: &[Point], colour: RgbTriple, thickness: f64) {
        if points.len() > 1 {
            let (points, colour) = (point_list(points), hex(colour));
            self.add(format_args!(
                "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"{thickness}\" points=\"{points}\"/>"
            ));
        }
    }

    /// A filled shape with these corners.
    pub fn polygon(&mut self, corners: &[Point], colour: RgbTriple, opacity: f64) {
        let (points, colour) = (point_list(corners), hex(colour));
        self.add(format_args!(
            "<polygon fill=\"{colour}\" fill-opacity=\"{opacity}\" points=\"{points}\"/>"
        ));
    }

    /// A filled rectangle between two corners.
    pub fn rectangle(&mut self, (x0, y0): Point, (x1, y1): Point, colour: RgbTriple, opacity: f64) {
        self.polygon(&[(x0, y0), (x1, y0), (x1, y1), (x0, y1)], colour, opacity);
    }

    /// A single point; a ring for the main series, so that it covers nothing.
    pub fn point(&mut self, tone: Tone, at: Point) {
        match tone {
            Tone::Plain => {
                let (x, y, colour) = (tenth(at.0), tenth(at.1), hex(colours::colour_of(tone)));
                self.add(format_args!(
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"5.5\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.8\"/>"
                ));
            }
            Tone::Bad => self.marker(tone, at, 2.6),
            tone => self.marker(tone, at, 4.0),
        }
    }

    /// The marker of a tone; markers distinguish lines without colour.
    pub fn marker(&mut self, tone: Tone, at: Point, radius: f64) {
        let colour = colours::colour_of(tone);
        let scaled = |corners: &[Point]| -> Vec<Point> {
            let corner = |c: &Point| (at.0 + c.0 * radius, at.1 + c.1 * radius);
            corners.iter().map(corner).collect()
        };
        let corners: &[Point] = match tone {
            Tone::Plain | Tone::Dim => {
                let (x, y, colour) = (tenth(at.0), tenth(at.1), hex(colour));
                return self.add(format_args!(
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{colour}\"/>"
                ));
            }
            Tone::First => &[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
            Tone::Second => &[(0.0, -1.2), (1.1, 0.8), (-1.1, 0.8)],
            Tone::Third => &[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)],
            Tone::Good | Tone::Bad => {
                let strokes = if tone == Tone::Good {
                    [[(-1.2, 0.0), (1.2, 0.0)], [(0.0, -1.2), (0.0, 1.2)]]
                } else {
                    [[(-0.9, -0.9), (0.9, 0.9)], [(-0.9, 0.9), (0.9, -0.9)]]
                };
                for stroke in strokes {
                    self.line(&scaled(&stroke), colour, tenth(radius * 0.45));
                }
                return;
            }
        };
        self.polygon(&scaled(corners), colour, 1.0);
    }

    /// A text of font size `size`.
    pub fn text(
        &mut self,
        text: &str,
        at: Point,
        anchor: Anchor,
        (size, colour): (f64, RgbTriple),
    ) {
        let (x, y, colour) = (tenth(at.0), tenth(at.1), hex(colour));
        let (name, offset) = match anchor {
            Anchor::Corner => ("start", "0.76em"),
            Anchor::Left => ("start", "0.35em"),
            Anchor::Middle | Anchor::Upwards => ("middle", "0.35em"),
            Anchor::Right => ("end", "0.35em"),
        };
        let rotation = match anchor {
            Anchor::Upwards => format!(" transform=\"rotate(-90 {x} {y})\""),
            _ => String::new(),
        };
        self.add(format_args!(
            "<text x=\"{x}\" y=\"{y}\" dy=\"{offset}\" text-anchor=\"{name}\" font-size=\"{}\" fill=\"{colour}\"{rotation}>{}</text>",
            tenth(size),
            escaped(text)
        ));
    }
}

fn point_list(points: &[Point]) -> String {
    let point = |(x, y): &Point| format!("{},{}", tenth(*x), tenth(*y));
    points.iter().map(point).collect::<Vec<_>>().join(" ")
}

/// A number to the tenth; never a negative zero.
fn tenth(pixels: f64) -> f64 {
    (pixels * 10.0).round() / 10.0 + 0.0
}

fn hex((red, green, blue): RgbTriple) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Estimated width of `text` in pixels at font size `size`; rather too large, since the reader's
/// font is unknown.
pub fn text_width(text: &str, size: f64) -> f64 {
    text.width() as f64 * size * 0.6
}

/// Breaks `text` between words into lines of at most `width` pixels.
pub fn wrap(text: &str, width: f64, size: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if text_width(line, size) + text_width(word, size) + size * 0.6 <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Replaces control characters and characters that XML forbids by visible marks, and markup characters by entities.
pub fn escaped(text: &str) -> String {
    sanitise::line(text)
        .replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words_and_lose_none() {
        let text = "one two three four five six seven";
        let broken = wrap(text, 80.0, 10.0);
        assert!(broken.len() > 2);
        assert!(broken.iter().all(|line| text_width(line, 10.0) <= 80.0));
        assert_eq!(broken.join(" "), text);
        assert!(wrap("", 80.0, 10.0).is_empty());
    }

    #[test]
    fn characters_that_xml_forbids_are_replaced() {
        let text = escaped("<a & b>\u{0}\u{1b}b\u{ffff}");
        assert_eq!(text, "&lt;a &amp; b&gt;␀␛b\u{fffd}");
    }
}
