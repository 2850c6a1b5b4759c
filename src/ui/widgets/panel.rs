//! Panels: a text or a table between a row of titles and a row of notes; one of the rows is dropped if both do not fit.
//! A line separates a panel of a screen from the one on its left; dialogs have a box.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};
use ratatui::symbols::border;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Widget};

use super::paint::{self, LineWidth};
use crate::typeset::figures::Glyphs;
use crate::ui::{Role, Theme, area};

/// The titles of a panel and its focus state.
#[derive(Clone, Debug, Default)]
pub struct PanelFrame<'a> {
    /// Top left: the content of the panel.
    pub title: Line<'a>,
    /// Top right; omitted if it does not fit beside the title.
    pub corner: Line<'a>,
    /// Bottom left; omitted if it does not fit beside `foot_corner`.
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

impl<'a> PanelFrame<'a> {
    /// A panel with a title.
    pub fn new(title: impl Into<Line<'a>>, focused: bool) -> Self {
        PanelFrame {
            title: title.into(),
            focused,
            ..PanelFrame::default()
        }
    }

    /// Draws the titles of a panel, and a line on its left unless it is the first; returns its inner area.
    pub fn draw(mut self, buffer: &mut Buffer, area: Rect, theme: &Theme, glyphs: Glyphs) -> Rect {
        if area.x > 0 {
            Block::new()
                .borders(Borders::LEFT)
                .border_style(theme.style(Role::Border))
                .border_set(border_set(glyphs))
                .render(area, buffer);
        }
        if let Some(name) = self.title.spans.first_mut().filter(|_| self.focused) {
            name.style = name.style.underlined();
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
        if !area.is_empty() {
            let (first, last) = (area.y, area.bottom() - 1);
            let titles = [(self.title, true), (self.corner, false)];
            write(buffer, area::row(area, first), titles, theme);
            let foot = [(self.foot, false), (self.foot_corner, true)];
            write(buffer, area::row(area, last), foot, theme);
        }
        Block::bordered().inner(area)
    }
}

/// The characters of borders and axes.
pub fn border_set(glyphs: Glyphs) -> border::Set<'static> {
    match glyphs {
        Glyphs::Ascii => PLAIN,
        Glyphs::Unicode => border::ROUNDED,
    }
}

/// Writes two titles at the ends of a border: between blanks, or at the edge of the screen without them. If both do not
/// fit, a title that must stay is kept.
fn write(buffer: &mut Buffer, border: Rect, titles: [(Line<'_>, bool); 2], theme: &Theme) {
    let text = theme.style(Role::Text);
    // Else words without a colour of their own had that of the border.
    let plain = text
        .fg(text.fg.unwrap_or(Color::Reset))
        .remove_modifier(Modifier::DIM);
    let within = area::indented(border);
    let room = usize::from(within.width);
    let blanks = if border.x == 0 { 0 } else { 2 };
    let wide = |title: &Line<'_>| match title.columns() {
        0 => 0,
        columns => columns + blanks,
    };
    let all_fit = titles.iter().map(|(title, _)| wide(title)).sum::<usize>() < room;
    for (at, (mut title, is_kept)) in titles.into_iter().enumerate() {
        let wide = wide(&title);
        // The kept title at the left is cut.
        if wide == 0 || !(all_fit || is_kept && (at == 0 || wide <= room)) {
            continue;
        }
        title.style = plain.patch(title.style);
        if blanks > 0 {
            title.spans.insert(0, Span::raw(" "));
            title.spans.push(Span::raw(" "));
        }
        let x = match at {
            0 => within.x,
            _ => within.right().saturating_sub(wide as u16),
        };
        paint::line(buffer, area::right_from(within, x), &title);
    }
}

/// First and last of `cells` cells that an extent covers: at least one, and an end cell only if the
/// extent reaches that end.
pub fn thumb(extent: (f64, f64), cells: u16) -> (u16, u16) {
    let cell = |fraction: f64| fraction * f64::from(cells);
    let last_cell = cells.saturating_sub(1);
    let least = u16::from(extent.0 > 0.0 && cells > 2);
    let most = last_cell.saturating_sub(u16::from(extent.1 < 1.0));
    let first = (cell(extent.0).floor() as u16).clamp(least, last_cell);
    let last = (cell(extent.1).ceil() as u16).saturating_sub(1);
    (first, last.min(most).max(first))
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
