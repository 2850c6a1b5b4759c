//! Terminal backend: sends the changed cells of a frame, in the terminal's colour depth, as one
//! synchronised update. A frame without changes sends nothing, which saves bandwidth on slow lines.
//!
//! The sixteen palette colours are sent as 30 to 37 and 90 to 97, which all colour terminals know; terminals without
//! 256 colours would misread the 256-colour sequences, e.g. as blinking.
//!
//! `ratatui`'s own backend for `crossterm` works differently: it writes the sixteen palette colours as 256-colour
//! sequences, sends every frame at once, and asks the terminal where the cursor is.

use std::io::{self, Write};

use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::queue;
use crossterm::terminal::{self, BeginSynchronizedUpdate, Clear, EndSynchronizedUpdate};
use ratatui::backend::{Backend, ClearType, WindowSize};
use ratatui::buffer::{Cell, CellDiffOption};
use ratatui::layout::{Position, Size};
use ratatui::style::{Color, Modifier};

use crate::base::width::of_char;
use crate::ui::theme::{Depth, palette};

/// Draws on the terminal behind `out`.
#[derive(Debug)]
pub struct Painter<W: Write> {
    out: W,
    depth: Depth,
    /// Current style of the terminal.
    style: Style,
    /// Output buffer, sent by the next flush.
    frame: Vec<u8>,
    /// Cursor visibility and position, `None` if unknown.
    shown: Option<bool>,
    at: Option<Position>,
}

impl<W: Write> Painter<W> {
    /// Creates a painter on `out` with colour depth `depth`.
    pub fn new(out: W, depth: Depth) -> Self {
        Painter {
            out,
            depth,
            style: PLAIN,
            frame: Vec::new(),
            shown: None,
            at: None,
        }
    }

    /// Invalidates the cursor state after another program has used the terminal.
    pub fn invalidate(&mut self) {
        (self.shown, self.at) = (None, None);
    }
}

/// Columns of a grapheme if all terminals agree on them; otherwise `None`, and the cursor must be set after it. They
/// agree on characters whose width never changed: European letters, symbols, box drawing, and East Asian characters.
fn agreed_width(symbol: &str) -> Option<u16> {
    let mut chars = symbol.chars();
    let (Some(c), None) = (chars.next(), chars.next()) else {
        return None;
    };
    match c {
        '\0'..='\u{2ff}' | '\u{370}'..='\u{482}' | '\u{2010}'..='\u{28ff}' => {
            (of_char(c) == 1).then_some(1)
        }
        '\u{3041}'..='\u{3096}'
        | '\u{30a1}'..='\u{30fa}'
        | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7a3}' => Some(2),
        _ => None,
    }
}

impl<W: Write> Backend for Painter<W> {
    type Error = io::Error;

    fn draw<'a, I>(&mut self, content: I) -> io::Result<()>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        let (mut next, mut drawn) = (None, false);
        for (x, y, cell) in content {
            if next != Some((x, y)) {
                queue!(self.frame, MoveTo(x, y))?;
            }
            self.set_style((cell.fg, cell.bg, cell.modifier));
            let width = agreed_width(cell.symbol());
            if let (None, CellDiffOption::ForcedWidth(columns)) = (width, cell.diff_option) {
                // A terminal that draws it narrower keeps old content in the rest.
                let spaces = " ".repeat(columns.get().into());
                self.frame.extend_from_slice(spaces.as_bytes());
                queue!(self.frame, MoveTo(x, y))?;
            }
            self.frame.extend_from_slice(cell.symbol().as_bytes());
            next = width.map(|width| (x + width, y));
            drawn = true;
        }
        if drawn {
            self.at = None;
            self.reset_style();
        }
        Ok(())
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        if self.shown != Some(false) {
            queue!(self.frame, Hide)?;
            self.shown = Some(false);
        }
        Ok(())
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        if self.shown != Some(true) {
            queue!(self.frame, Show)?;
            self.shown = Some(true);
        }
        Ok(())
    }

    /// Last position set. The terminal is never queried: it might not answer, and the answer would
    /// arrive among the key input.
    fn get_cursor_position(&mut self) -> io::Result<Position> {
        Ok(self.at.unwrap_or_default())
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        let position = position.into();
        if self.at != Some(position) {
            queue!(self.frame, MoveTo(position.x, position.y))?;
            self.at = Some(position);
        }
        Ok(())
    }

    fn clear(&mut self) -> io::Result<()> {
        queue!(self.frame, Clear(terminal::ClearType::All))
    }

    /// Clears the complete screen: for a full-screen terminal, ratatui requests nothing else.
    fn clear_region(&mut self, _: ClearType) -> io::Result<()> {
        self.clear()
    }

    /// Columns and rows; 80 × 24 if the terminal reports no size.
    fn size(&self) -> io::Result<Size> {
        let reported = terminal::window_size().ok();
        let reported = reported.filter(|size| size.columns > 0 && size.rows > 0);
        Ok(reported.map_or(Size::new(80, 24), |size| Size::new(size.columns, size.rows)))
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        Ok(WindowSize {
            columns_rows: self.size()?,
            pixels: Size::default(),
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.frame.is_empty() {
            return Ok(());
        }
        // Sent with one write; terminals without synchronised updates ignore its two marks.
        let mut update = Vec::with_capacity(self.frame.len() + 16);
        queue!(update, BeginSynchronizedUpdate)?;
        update.append(&mut self.frame);
        queue!(update, EndSynchronizedUpdate)?;
        self.out.write_all(&update)?;
        self.out.flush()
    }
}

/// Text colour, background colour, attributes.
type Style = (Color, Color, Modifier);

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

impl<W: Write> Painter<W> {
    /// Appends the escape sequence that switches to `style`; nothing if it is current.
    fn set_style(&mut self, style: Style) {
        let style = match self.depth {
            Depth::None => (Color::Reset, Color::Reset, style.2),
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
            numbers.push(colour(style.0, 30));
        }
        if style.1 != self.style.1 {
            numbers.push(colour(style.1, 40));
        }
        self.style = style;
        if !numbers.is_empty() {
            let sequence = format!("\x1b[{}m", numbers.join(";"));
            self.frame.extend_from_slice(sequence.as_bytes());
        }
    }

    /// Appends the reset to the default style; nothing if it is current.
    fn reset_style(&mut self) {
        if self.style != PLAIN {
            self.frame.extend_from_slice(b"\x1b[0m");
            self.style = PLAIN;
        }
    }
}

/// SGR code of a colour for text (`first` is 30) or background (40).
fn colour(colour: Color, first: u8) -> String {
    match colour {
        Color::Reset => (first + 9).to_string(),
        Color::Indexed(n) => format!("{};5;{n}", first + 8),
        Color::Rgb(r, g, b) => format!("{};2;{r};{g};{b}", first + 8),
        named => match palette::number(named).unwrap_or(0) {
            dark @ 0..8 => (first + dark).to_string(),
            bright => (first + 52 + bright).to_string(),
        },
    }
}

#[cfg(test)]
mod tests {
    use ratatui::style::Style as CellStyle;

    use super::*;

    fn cell(symbol: &str, style: CellStyle) -> Cell {
        let mut cell = Cell::default();
        cell.set_symbol(symbol).set_style(style);
        cell
    }

    fn sent(painter: &mut Painter<Vec<u8>>) -> String {
        painter.flush().unwrap();
        String::from_utf8(std::mem::take(&mut painter.out)).unwrap()
    }

    #[test]
    fn unchanged_state_is_not_sent() {
        let mut painter = Painter::new(Vec::new(), Depth::True);
        painter.hide_cursor().unwrap();
        assert_eq!(sent(&mut painter), "\x1b[?2026h\x1b[?25l\x1b[?2026l");
        painter.draw(std::iter::empty()).unwrap();
        painter.hide_cursor().unwrap();
        assert_eq!(sent(&mut painter), "");
        for expected in ["\x1b[?2026h\x1b[?25h\x1b[3;6H\x1b[?2026l", ""] {
            painter.show_cursor().unwrap();
            painter.set_cursor_position((5, 2)).unwrap();
            assert_eq!(sent(&mut painter), expected);
        }
        painter.invalidate();
        painter.show_cursor().unwrap();
        painter.set_cursor_position((5, 2)).unwrap();
        assert_ne!(sent(&mut painter), "");
    }

    #[test]
    fn adjacent_cells_are_written_together_and_the_style_is_reset() {
        let mut painter = Painter::new(Vec::new(), Depth::Sixteen);
        let (a, b) = (
            cell("a", CellStyle::new().fg(Color::Red).bold()),
            cell("b", CellStyle::new().fg(Color::Red)),
        );
        let content = [(3, 0, &a), (4, 0, &b), (6, 0, &b)];
        painter.draw(content.into_iter()).unwrap();
        assert_eq!(
            sent(&mut painter),
            "\x1b[?2026h\x1b[1;4H\x1b[1;31ma\x1b[0;31mb\x1b[1;7Hb\x1b[0m\x1b[?2026l"
        );
    }

    fn output(depth: Depth, styles: &[Style]) -> String {
        let mut painter = Painter::new(Vec::new(), depth);
        styles.iter().for_each(|style| painter.set_style(*style));
        painter.reset_style();
        String::from_utf8(painter.frame).unwrap()
    }

    const RED: Style = (Color::Red, Color::Reset, Modifier::empty());
    const BRIGHT: Style = (Color::LightRed, Color::Blue, Modifier::empty());

    #[test]
    fn each_depth_writes_the_colours_it_has() {
        assert_eq!(output(Depth::None, &[RED, BRIGHT]), "");
        assert_eq!(output(Depth::Sixteen, &[BRIGHT]), "\x1b[91;44m\x1b[0m");
        let grey = (Color::Indexed(246), Color::Rgb(1, 2, 3), Modifier::empty());
        let written = output(Depth::True, &[grey]);
        assert_eq!(written, "\x1b[38;5;246;48;2;1;2;3m\x1b[0m");
    }

    #[test]
    fn unchanged_attributes_are_not_repeated() {
        let bold = (Color::Red, Color::Reset, Modifier::BOLD);
        let written = output(Depth::Sixteen, &[RED, RED, bold, RED, PLAIN]);
        assert_eq!(written, "\x1b[31m\x1b[1m\x1b[0;31m\x1b[39m");
    }
}
