//! Text in a drawing: width estimation, line breaking, and characters valid in XML.

use crate::base::width::Width;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::pen::{Area, FINE, Outcome, units};
use crate::base::sanitise;

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

/// `text` with control characters and the characters that XML does not allow replaced by visible
/// marks.
pub fn xml_safe(text: &str) -> String {
    let shown = sanitise::line(text);
    shown.replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
}

/// As `xml_safe`, with entities for markup characters.
pub fn escaped(text: &str) -> String {
    xml_safe(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// How a piece of text is drawn.
pub struct Label {
    size: f64,
    colour: RGBColor,
    weight: FontStyle,
    position: Pos,
}

impl Label {
    /// Left- and top-aligned text of font size `size`, in pixels.
    pub fn new(size: f64, colour: RGBColor) -> Self {
        Label {
            size,
            colour,
            weight: FontStyle::Normal,
            position: Pos::new(HPos::Left, VPos::Top),
        }
    }

    /// Bold variant.
    pub fn bold(self) -> Self {
        Label {
            weight: FontStyle::Bold,
            ..self
        }
    }

    /// Variant centred on the given point.
    pub fn centred(self) -> Self {
        Label {
            position: Pos::new(HPos::Center, VPos::Center),
            ..self
        }
    }

    /// The `plotters` style.
    pub fn style(&self) -> TextStyle<'static> {
        // `plotters` assumes a line height of 1.24 times the font size.
        let size = self.size * FINE * 1.24;
        let font = FontDesc::new(FontFamily::SansSerif, size, self.weight);
        let mut style = TextStyle::from(font);
        style.color = self.colour.to_backend_color();
        style.pos = self.position;
        style
    }

    /// Draws `text` at a point in pixels.
    pub fn write(&self, area: &Area<'_>, text: &str, x: f64, y: f64) -> Outcome {
        area.draw_text(&xml_safe(text), &self.style(), (units(x), units(y)))?;
        Ok(())
    }

    /// Draws `text` rotated, bottom to top, centred on a point in pixels.
    pub fn write_upwards(&self, area: &Area<'_>, text: &str, x: f64, y: f64) -> Outcome {
        let style = self.style().transform(FontTransform::Rotate270);
        let style = style.pos(Pos::new(HPos::Center, VPos::Center));
        area.draw_text(text, &style, (units(x), units(y)))?;
        Ok(())
    }
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
    fn nothing_that_xml_forbids_is_left() {
        assert_eq!(xml_safe("a\u{0}\u{1b}b\u{ffff}"), "a␀␛b\u{fffd}");
        assert_eq!(escaped("<a & b>"), "&lt;a &amp; b&gt;");
    }
}
