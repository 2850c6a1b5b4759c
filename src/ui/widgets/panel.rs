//! Panels: a text or a table between a row of titles and one of notes, of which one is dropped if both do not fit, and a
//! scroll bar. A line separates a panel of a screen from the one on its left; dialogs have a box.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::border;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Widget};

use super::paint::{self, LineWidth};
use crate::typeset::figures::Glyphs;
use crate::ui::area;
use crate::ui::theme::{Role, Theme};

/// The titles of a panel and its focus state.
#[derive(Clone, Debug, Default)]
pub struct PanelFrame<'a> {
    /// Top left: the content of the panel.
    pub title: Line<'a>,
    /// Top right; omitted if there is no room beside the title.
    pub corner: Line<'a>,
    /// Bottom left; omitted if there is no room beside `foot_corner`.
    pub foot: Line<'a>,
    /// Bottom right.
    pub foot_corner: Line<'a>,
    /// Whether the panel has the focus.
    pub focused: bool,
}

/// The ASCII border.
const PLAIN: border::Set<'static> = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

impl PanelFrame<'_> {
    /// Draws the titles of a panel, and a line on its left unless it is the first; returns its inner area.
    pub fn draw(mut self, buffer: &mut Buffer, area: Rect, theme: &Theme, glyphs: Glyphs) -> Rect {
        let line = Block::new()
            .borders(Borders::LEFT)
            .border_style(theme.style(Role::Border))
            .border_set(border_set(glyphs));
        if area.x > 0 {
            line.render(area, buffer);
        }
        if self.focused {
            for span in &mut self.title.spans {
                span.style = span.style.add_modifier(Modifier::UNDERLINED);
            }
        }
        self.write_titles(buffer, area, theme)
    }

    /// Draws the box of a dialog; returns its inner area.
    pub fn draw_box(self, buffer: &mut Buffer, area: Rect, theme: &Theme, glyphs: Glyphs) -> Rect {
        let block = Block::bordered()
            .border_set(border_set(glyphs))
            .border_style(theme.style(Role::BorderFocus));
        block.render(area, buffer);
        self.write_titles(buffer, area, theme)
    }

    /// Writes the titles into the first and the last row; returns the area between.
    fn write_titles(self, buffer: &mut Buffer, area: Rect, theme: &Theme) -> Rect {
        let inner = Block::bordered().inner(area);
        if area.is_empty() {
            return inner;
        }
        let room = usize::from(area.width).saturating_sub(2);
        let (left, right) = yielding(self.title, self.corner, room, true);
        titles(buffer, area::row(area, area.y), left, right, theme);
        let (left, right) = yielding(self.foot, self.foot_corner, room, false);
        let last = area::row(area, area.bottom() - 1);
        titles(buffer, last, left, right, theme);
        inner
    }
}

fn border_set(glyphs: Glyphs) -> border::Set<'static> {
    match glyphs {
        Glyphs::Ascii => PLAIN,
        Glyphs::Unicode => border::ROUNDED,
    }
}

/// Writes the titles at both ends of a border.
fn titles(buffer: &mut Buffer, border: Rect, left: Line<'_>, right: Line<'_>, theme: &Theme) {
    let text = theme.style(Role::Text);
    // Else words without a colour of their own had that of the border.
    let plain = text
        .fg(text.fg.unwrap_or(Color::Reset))
        .remove_modifier(Modifier::DIM);
    let within = area::indented(border);
    let at = within.right().saturating_sub(right.columns() as u16);
    for (mut line, x) in [(left, within.x), (right, at)] {
        line.style = plain.patch(line.style);
        paint::line(buffer, area::right_from(within, x), &line);
    }
}

/// Pads both lines with blanks. If both do not fit, drops the right one if `keep_left`, else the left.
fn yielding<'a>(
    left: Line<'a>,
    right: Line<'a>,
    room: usize,
    keep_left: bool,
) -> (Line<'a>, Line<'a>) {
    let (l, r) = (padded(left), padded(right));
    if l.columns() + r.columns() < room {
        (l, r)
    } else if keep_left {
        (l, Line::default())
    } else if r.columns() <= room {
        (Line::default(), r)
    } else {
        (Line::default(), Line::default())
    }
}

fn padded(mut line: Line<'_>) -> Line<'_> {
    if line.columns() > 0 {
        line.spans.insert(0, Span::raw(" "));
        line.spans.push(Span::raw(" "));
    }
    line
}

/// Draws a scroll bar on the right border of `area`; `extent` is the visible part, as fractions.
pub fn scrollbar(
    buffer: &mut Buffer,
    area: Rect,
    extent: (f64, f64),
    style: Style,
    glyphs: Glyphs,
) {
    let area = area.intersection(buffer.area);
    let height = area.height.saturating_sub(2);
    if height == 0 || area.width == 0 || (extent.0 <= 0.0 && extent.1 >= 1.0) {
        return;
    }
    let (first, last) = thumb(extent, height);
    for y in first..=last {
        let symbol = glyphs.pick("┃", "#");
        buffer[(area.right() - 1, area.y + 1 + y)]
            .set_symbol(symbol)
            .set_style(style);
    }
}

/// First and last of `cells` cells that an extent covers: at least one, and an end cell only if the
/// extent reaches that end.
pub fn thumb(extent: (f64, f64), cells: u16) -> (u16, u16) {
    let n = f64::from(cells);
    let last_cell = cells.saturating_sub(1);
    let mut first = ((extent.0 * n).floor() as u16).min(last_cell);
    if first == 0 && extent.0 > 0.0 && cells > 2 {
        first = 1;
    }
    let mut last = ((extent.1 * n).ceil() as u16)
        .saturating_sub(1)
        .clamp(first, last_cell);
    if last == last_cell && extent.1 < 1.0 && last > first {
        last -= 1;
    }
    (first, last)
}

/// Writes sentences centred in `area`, each on its own row (or several if it is long).
pub fn centred(buffer: &mut Buffer, area: Rect, sentences: &[(&str, Style)]) {
    let width = usize::from(area.width.saturating_sub(4));
    if width < 4 || area.height == 0 {
        return;
    }
    let mut rows = Vec::new();
    for (text, style) in sentences {
        let parts = crate::typeset::wrap::rows(text, width).into_iter();
        rows.extend(parts.map(|part| (part.trim_end(), *style)));
    }
    let top = area.y + area.height.saturating_sub(rows.len() as u16) / 3;
    for (y, (text, style)) in (top..area.bottom()).zip(rows) {
        let x = area.x + area.width.saturating_sub(paint::columns(text)) / 2;
        paint::words(buffer, x, y, area.right().saturating_sub(x), text, style);
    }
}

#[cfg(test)]
mod tests {
    use super::thumb;

    #[test]
    fn the_bar_touches_an_end_only_where_the_window_does() {
        assert_eq!(thumb((0.0, 0.5), 10), (0, 4));
        assert_eq!(thumb((0.01, 0.5), 10).0, 1);
        assert_eq!(thumb((0.5, 1.0), 10), (5, 9));
        assert_eq!(thumb((0.5, 0.99), 10).1, 8);
        assert_eq!(thumb((0.5, 0.5), 1), (0, 0));
        assert_eq!(thumb((0.0, 0.0), 0), (0, 0));
    }
}
