//! Terminal backend: sends the changed cells of a frame, in the terminal's colour depth, as one
//! synchronised update. A frame without changes sends nothing, which saves bandwidth on slow lines.

use std::io::{self, Write};

use crossterm::terminal;
use ratatui::backend::{Backend, ClearType, WindowSize};
use ratatui::buffer::Cell;
use ratatui::layout::{Position, Size};

use super::pen::Pen;
use crate::ui::theme::Depth;

/// Begin and end of a synchronised update; terminals without support ignore them.
const BEGIN: &[u8] = b"\x1b[?2026h";
const END: &[u8] = b"\x1b[?2026l";

/// Draws on the terminal behind `out`.
#[derive(Debug)]
pub struct Painter<W: Write> {
    out: W,
    pen: Pen,
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
            pen: Pen::new(depth),
            frame: Vec::new(),
            shown: None,
            at: None,
        }
    }

    /// Invalidates the cursor state after another program has used the terminal.
    pub fn forget(&mut self) {
        (self.shown, self.at) = (None, None);
    }

    fn to(&mut self, place: Position) {
        self.frame
            .extend_from_slice(format!("\x1b[{};{}H", place.y + 1, place.x + 1).as_bytes());
    }
}

impl<W: Write> Backend for Painter<W> {
    type Error = io::Error;

    fn draw<'a, I>(&mut self, content: I) -> io::Result<()>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        let mut next: Option<Position> = None;
        for (x, y, cell) in content {
            let place = Position { x, y };
            if next != Some(place) {
                self.to(place);
            }
            next = Some(Position { x: x + 1, y });
            let style = (cell.fg, cell.bg, cell.modifier);
            self.pen.take_up(style, &mut self.frame);
            self.frame.extend_from_slice(cell.symbol().as_bytes());
        }
        if next.is_some() {
            self.at = None;
            self.pen.put_down(&mut self.frame);
        }
        Ok(())
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        if self.shown != Some(false) {
            self.frame.extend_from_slice(b"\x1b[?25l");
            self.shown = Some(false);
        }
        Ok(())
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        if self.shown != Some(true) {
            self.frame.extend_from_slice(b"\x1b[?25h");
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
        let place = position.into();
        if self.at != Some(place) {
            self.to(place);
            self.at = Some(place);
        }
        Ok(())
    }

    fn clear(&mut self) -> io::Result<()> {
        self.clear_region(ClearType::All)
    }

    fn clear_region(&mut self, region: ClearType) -> io::Result<()> {
        self.frame.extend_from_slice(match region {
            ClearType::All => b"\x1b[2J",
            ClearType::AfterCursor => b"\x1b[J",
            ClearType::BeforeCursor => b"\x1b[1J",
            ClearType::CurrentLine => b"\x1b[2K",
            ClearType::UntilNewLine => b"\x1b[K",
        });
        Ok(())
    }

    /// Columns and rows; 80 × 24 if the terminal reports no size.
    fn size(&self) -> io::Result<Size> {
        let known = terminal::window_size().ok();
        let known = known.filter(|size| size.columns > 0 && size.rows > 0);
        Ok(known.map_or(Size::new(80, 24), |size| Size::new(size.columns, size.rows)))
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
        let frame = [BEGIN, &self.frame, END].concat();
        self.frame.clear();
        self.out.write_all(&frame)?;
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use ratatui::style::{Color, Style};

    use super::*;

    fn cell(symbol: &str, style: Style) -> Cell {
        let mut cell = Cell::default();
        cell.set_symbol(symbol).set_style(style);
        cell
    }

    fn sent(painter: &mut Painter<Vec<u8>>) -> String {
        painter.flush().unwrap();
        String::from_utf8(std::mem::take(&mut painter.out)).unwrap()
    }

    #[test]
    fn what_does_not_change_is_not_sent() {
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
        painter.forget();
        painter.show_cursor().unwrap();
        painter.set_cursor_position((5, 2)).unwrap();
        assert_ne!(sent(&mut painter), "");
    }

    #[test]
    fn neighbours_are_written_in_one_go_and_plain_again_at_the_end() {
        let mut painter = Painter::new(Vec::new(), Depth::Sixteen);
        let (a, b) = (
            cell("a", Style::new().fg(Color::Red).bold()),
            cell("b", Style::new().fg(Color::Red)),
        );
        let content = [(3, 0, &a), (4, 0, &b), (6, 0, &b)];
        painter.draw(content.into_iter()).unwrap();
        assert_eq!(
            sent(&mut painter),
            "\x1b[?2026h\x1b[1;4H\x1b[1;31ma\x1b[0;31mb\x1b[1;7Hb\x1b[0m\x1b[?2026l"
        );
    }
}
