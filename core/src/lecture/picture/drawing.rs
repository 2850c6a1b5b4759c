//! Elements of an SVG picture: text with inks, lines, dots, boxes.

use unicode_width::UnicodeWidthStr;

use crate::lecture::slide::{Ink, Span};
use crate::plot::svg::escaped;

/// Width of a picture that has no width of its own, in pixels.
pub const WIDE: f64 = 720.0;

/// Width of a letter in pixels: text is in a font of equal widths.
pub const CELL: f64 = 9.0;

/// Height of a row of text in pixels.
pub const LINE: f64 = 22.0;

/// Size of text in pixels.
const SIZE: f64 = 15.0;

/// Where text begins, from its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// At the point.
    Start,
    /// It lies around the point.
    Middle,
    /// It ends at the point.
    End,
}

impl Anchor {
    /// Around `x`, except where text of this width would leave a picture of `room` pixels.
    pub fn within(x: f64, width: f64, room: f64) -> Self {
        match x {
            x if x - width / 2.0 < 0.0 => Anchor::Start,
            x if x + width / 2.0 > room => Anchor::End,
            _ => Anchor::Middle,
        }
    }
}

/// The width of text in pixels.
pub fn width_of(text: &str) -> f64 {
    text.width() as f64 * CELL
}

/// Text of at most `most` cells, cut with a mark.
pub fn cut(text: &str, most: usize) -> String {
    if text.width() <= most {
        return text.to_owned();
    }
    let mut out = String::new();
    for c in text.chars() {
        if out.width() + 2 > most {
            break;
        }
        out.push(c);
    }
    format!("{}…", out.trim_end())
}

/// The colour of an ink on white.
pub fn colour(ink: Ink) -> &'static str {
    const SHINGLES: [&str; 6] = [
        "#1f5fbf", "#9a2d8f", "#1c7540", "#b3261e", "#0b6f83", "#5b4bc4",
    ];
    match ink {
        Ink::Plain | Ink::Strong => "#222222",
        Ink::Dim => "#666666",
        Ink::Dial => "#5b4bc4",
        Ink::Shingle(at) => SHINGLES[usize::from(at) % SHINGLES.len()],
        Ink::OnlyA => "#1f5fbf",
        Ink::OnlyB => "#9a2d8f",
        Ink::Both | Ink::Equal => "#1c7540",
        Ink::Unlike => "#b3261e",
    }
}

/// Inks that are bold, so that they differ without colour.
fn weight(ink: Ink) -> &'static str {
    match ink {
        Ink::Strong | Ink::Dial | Ink::Equal => " font-weight=\"bold\"",
        _ => "",
    }
}

/// A picture while it is drawn.
pub struct Drawing {
    width: f64,
    height: f64,
    body: String,
}

impl Drawing {
    /// An empty picture of this width and height in pixels.
    pub fn new(width: f64, height: f64) -> Self {
        Drawing {
            width: width.max(CELL),
            height: height.max(LINE),
            body: String::new(),
        }
    }

    /// Text at the point on its base line.
    pub fn text(&mut self, (x, y): (f64, f64), anchor: Anchor, text: &str, ink: Ink) {
        if text.is_empty() {
            return;
        }
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        self.body.push_str(&format!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\"{anchor} fill=\"{}\"{}>{}</text>",
            colour(ink),
            weight(ink),
            escaped(text),
        ));
    }

    /// Inked text that begins at a point on its base line.
    pub fn spans(&mut self, x: f64, y: f64, line: &[Span]) {
        if line.is_empty() {
            return;
        }
        self.body.push_str(&format!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" xml:space=\"preserve\">"
        ));
        for span in line {
            self.body.push_str(&format!(
                "<tspan fill=\"{}\"{}>{}</tspan>",
                colour(span.ink),
                weight(span.ink),
                escaped(&span.text),
            ));
        }
        self.body.push_str("</text>");
    }

    /// A grey line, so many pixels wide.
    pub fn rule(&mut self, from: (f64, f64), to: (f64, f64), wide: f64) {
        self.line(
            from,
            to,
            &format!("stroke=\"#666666\" stroke-width=\"{wide}\""),
        );
    }

    /// A broken line in an ink.
    pub fn broken(&mut self, from: (f64, f64), to: (f64, f64), ink: Ink) {
        let stroke = colour(ink);
        self.line(
            from,
            to,
            &format!("stroke=\"{stroke}\" stroke-width=\"1.5\" stroke-dasharray=\"5 4\""),
        );
    }

    /// A thin line in an ink.
    pub fn stem(&mut self, from: (f64, f64), to: (f64, f64), ink: Ink) {
        let stroke = colour(ink);
        self.line(
            from,
            to,
            &format!("stroke=\"{stroke}\" stroke-width=\"1.5\""),
        );
    }

    fn line(&mut self, from: (f64, f64), to: (f64, f64), stroke: &str) {
        self.body.push_str(&format!(
            "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" {stroke}/>",
            from.0, from.1, to.0, to.1
        ));
    }

    /// A filled dot.
    pub fn dot(&mut self, (x, y): (f64, f64), radius: f64, ink: Ink) {
        let fill = colour(ink);
        self.body.push_str(&format!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" fill=\"{fill}\"/>"
        ));
    }

    /// A filled bar.
    pub fn bar(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), ink: Ink) {
        let fill = colour(ink);
        self.body.push_str(&format!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{fill}\"/>",
            width.max(0.0),
            height.max(0.0),
        ));
    }

    /// A box with a border, thick if it is to be noticed.
    pub fn boxed(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), noticed: bool) {
        let stroke = match noticed {
            true => "stroke=\"#1c7540\" stroke-width=\"3\"",
            false => "stroke=\"#666666\" stroke-width=\"1\"",
        };
        self.body.push_str(&format!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"4\" fill=\"none\" {stroke}/>"
        ));
    }

    /// The SVG with its content as text, which stands in its title in one line.
    pub fn finished(self, says: &str) -> String {
        let (width, height) = (self.width, self.height);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" font-family=\"monospace\" font-size=\"{SIZE}\"><title>{}</title>{}</svg>",
            escaped(&says.replace('\n', " ")),
            self.body,
        )
    }
}
