//! Styles as escape sequences in the terminal's colour depth. The sixteen palette colours are sent as 30
//! to 37 and 90 to 97, which all colour terminals know; terminals without 256 colours would misread the
//! 256-colour sequences, e.g. as blinking.

use ratatui::style::{Color, Modifier};

use crate::ui::theme::{Depth, palette};

/// Text colour, background colour, attributes.
pub type Style = (Color, Color, Modifier);

const PLAIN: Style = (Color::Reset, Color::Reset, Modifier::empty());

/// Attributes and their SGR codes.
const ATTRIBUTES: [(Modifier, u8); 8] = [
    (Modifier::BOLD, 1),
    (Modifier::DIM, 2),
    (Modifier::ITALIC, 3),
    (Modifier::UNDERLINED, 4),
    (Modifier::SLOW_BLINK, 5),
    (Modifier::REVERSED, 7),
    (Modifier::HIDDEN, 8),
    (Modifier::CROSSED_OUT, 9),
];

/// Current style of the terminal.
#[derive(Debug)]
pub struct Pen {
    depth: Depth,
    style: Style,
}

impl Pen {
    /// Starts with the default style.
    pub fn new(depth: Depth) -> Self {
        Pen {
            depth,
            style: PLAIN,
        }
    }

    /// Appends the escape sequence that switches to `style`; nothing if it is current.
    pub fn set_style(&mut self, style: Style, out: &mut Vec<u8>) {
        let style = match self.depth {
            Depth::None => (Color::Reset, Color::Reset, style.2),
            // Eight-colour terminals show bright colours as bold.
            Depth::Eight if is_bright(style.0) => (style.0, style.1, style.2 | Modifier::BOLD),
            _ => style,
        };
        if style == self.style {
            return;
        }
        let mut numbers = Vec::new();
        // There is no portable sequence that ends a single attribute, so all are reset.
        if !style.2.contains(self.style.2) {
            numbers.push("0".to_owned());
            self.style = PLAIN;
        }
        for (attribute, number) in ATTRIBUTES {
            if style.2.contains(attribute) && !self.style.2.contains(attribute) {
                numbers.push(number.to_string());
            }
        }
        if style.0 != self.style.0 {
            numbers.push(self.colour(style.0, 30));
        }
        if style.1 != self.style.1 {
            numbers.push(self.colour(style.1, 40));
        }
        self.style = style;
        if !numbers.is_empty() {
            out.extend_from_slice(format!("\x1b[{}m", numbers.join(";")).as_bytes());
        }
    }

    /// Appends the reset to the default style; nothing if it is current.
    pub fn reset(&mut self, out: &mut Vec<u8>) {
        if self.style != PLAIN {
            out.extend_from_slice(b"\x1b[0m");
            self.style = PLAIN;
        }
    }

    /// SGR code of a colour for text (`first` is 30) or background (40).
    fn colour(&self, colour: Color, first: u8) -> String {
        let dark = first + 9;
        match colour {
            Color::Reset => dark.to_string(),
            Color::Indexed(n) => format!("{};5;{n}", first + 8),
            Color::Rgb(r, g, b) => format!("{};2;{r};{g};{b}", first + 8),
            // Bright black may equal the background, so the default colour is used.
            Color::DarkGray if self.depth == Depth::Eight => dark.to_string(),
            named => {
                let n = of_palette(named);
                let bright = self.depth != Depth::Eight && n >= 8;
                let base = if bright { first + 60 } else { first };
                (base + n % 8).to_string()
            }
        }
    }
}

fn is_bright(colour: Color) -> bool {
    let named = !matches!(colour, Color::Reset | Color::Indexed(_) | Color::Rgb(..));
    named && colour != Color::DarkGray && of_palette(colour) >= 8
}

/// Palette index of a named colour, 0..=15.
fn of_palette(colour: Color) -> u8 {
    palette::number(colour).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(depth: Depth, styles: &[Style]) -> String {
        let (mut pen, mut out) = (Pen::new(depth), Vec::new());
        for style in styles {
            pen.set_style(*style, &mut out);
        }
        pen.reset(&mut out);
        String::from_utf8(out).unwrap()
    }

    const RED: Style = (Color::Red, Color::Reset, Modifier::empty());
    const BRIGHT: Style = (Color::LightRed, Color::Blue, Modifier::empty());

    #[test]
    fn each_depth_writes_the_colours_it_has() {
        assert_eq!(written(Depth::None, &[RED, BRIGHT]), "");
        assert_eq!(written(Depth::Eight, &[BRIGHT]), "\x1b[1;31;44m\x1b[0m");
        assert_eq!(written(Depth::Sixteen, &[BRIGHT]), "\x1b[91;44m\x1b[0m");
        let grey = (Color::Indexed(246), Color::Rgb(1, 2, 3), Modifier::empty());
        assert_eq!(
            written(Depth::True, &[grey]),
            "\x1b[38;5;246;48;2;1;2;3m\x1b[0m"
        );
    }

    #[test]
    fn what_stays_is_not_said_again() {
        let bold = (Color::Red, Color::Reset, Modifier::BOLD);
        assert_eq!(
            written(Depth::Sixteen, &[RED, RED, bold, RED, PLAIN]),
            "\x1b[31m\x1b[1m\x1b[0;31m\x1b[39m"
        );
    }
}
