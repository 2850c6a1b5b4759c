//! The drawing context of every screen, and common elements: words and lines in an area, panels, scroll bars, sentences
//! in an empty panel, the row under the cursor.

use std::iter;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;

use crate::base::width::Width;
use crate::typeset::figures::Glyphs;
use crate::typeset::wrap;
use crate::ui::widgets::paint;
use crate::ui::widgets::panel;
use crate::ui::{HitMap, PanelFrame, Role, Theme, area};

/// Styles, character set and frame of a drawing, and its clickable areas.
pub struct DrawContext<'a, 'f> {
    /// The styles.
    pub theme: &'a Theme,
    /// The character set of frames, bars and marks.
    pub glyphs: Glyphs,
    /// The frame drawn on.
    pub frame: &'a mut Frame<'f>,
    /// The clickable areas.
    pub hits: HitMap,
}

impl<'a, 'f> DrawContext<'a, 'f> {
    /// A drawing on `frame` with the character set of `theme`.
    pub fn new(theme: &'a Theme, frame: &'a mut Frame<'f>) -> Self {
        DrawContext {
            theme,
            glyphs: theme.glyphs(),
            frame,
            hits: HitMap::default(),
        }
    }

    /// The cells of the frame.
    pub fn buffer(&mut self) -> &mut Buffer {
        self.frame.buffer_mut()
    }

    /// The style of `role`.
    pub fn style(&self, role: Role) -> Style {
        self.theme.style(role)
    }

    /// Writes a short text of the program itself into the first row of `area`; returns the column after it.
    pub fn words(&mut self, area: Rect, text: &str, style: Style) -> u16 {
        paint::words(self.buffer(), area.x, area.y, area.width, text, style)
    }

    /// Writes a short text of the program itself that ends with the first row of `area`.
    pub fn words_right(&mut self, area: Rect, text: &str, style: Style) {
        let x = area.right().saturating_sub(paint::columns(text));
        self.words(area::right_from(area, x.max(area.x)), text, style);
    }

    /// Writes `line` into the first row of `area`; a sign at its end shows that it is cut.
    pub fn line(&mut self, area: Rect, line: &Line<'_>) {
        paint::line(self.buffer(), area, line);
        if line.to_string().trim_end().width() > usize::from(area.width) {
            self.words_right(area, self.glyphs.pick("…", "~"), self.style(Role::Dim));
        }
    }

    /// Writes `lines` into the rows of `area`, as many as there are.
    pub fn lines(&mut self, area: Rect, lines: &[Line<'_>]) {
        for (row, line) in area.rows().zip(lines) {
            self.line(row, line);
        }
    }

    /// Draws the frame of a panel; returns its inner area.
    pub fn panel(&mut self, area: Rect, panel: PanelFrame<'_>) -> Rect {
        panel.draw(self.frame.buffer_mut(), area, self.theme, self.glyphs)
    }

    /// Draws the frame of a dialog, a box; returns its inner area.
    pub fn dialog(&mut self, area: Rect, panel: PanelFrame<'_>) -> Rect {
        panel.draw_box(self.frame.buffer_mut(), area, self.theme, self.glyphs)
    }

    /// Draws a scroll bar on the right border of `area`; `extent` is the visible part, as fractions.
    pub fn scrollbar(&mut self, area: Rect, extent: (f64, f64)) {
        let area = area.intersection(self.buffer().area);
        let height = area.height.saturating_sub(2);
        if height == 0 || area.width == 0 || (extent.0 <= 0.0 && extent.1 >= 1.0) {
            return;
        }
        let (first, last) = panel::thumb(extent, height);
        let (sign, style) = (self.glyphs.pick("┃", "#"), self.style(Role::Dim));
        for y in first..=last {
            let cell = &mut self.buffer()[(area.right() - 1, area.y + 1 + y)];
            cell.set_symbol(sign).set_style(style);
        }
    }

    /// Writes sentences centred in `area`, each on rows of its own.
    pub fn centred(&mut self, area: Rect, sentences: &[(&str, Role)]) {
        let width = usize::from(area.width.saturating_sub(4));
        if width < 4 || area.height == 0 {
            return;
        }
        let mut rows = Vec::new();
        for (text, role) in sentences {
            let parts = wrap::rows(text, width).into_iter();
            rows.extend(parts.map(|part| (part.trim_end(), self.style(*role))));
        }
        let top = area.y + area.height.saturating_sub(rows.len() as u16) / 3;
        for (y, (text, style)) in (top..area.bottom()).zip(rows) {
            let x = area.x + area.width.saturating_sub(paint::columns(text)) / 2;
            self.words(area::right_from(area::row(area, y), x), text, style);
        }
    }

    /// Writes why a panel is empty, and below it, dimmed, advice.
    pub fn explain_empty(&mut self, area: Rect, sentences: &[impl AsRef<str>]) {
        let own = sentences.iter().map(|s| self.theme.own(s.as_ref()));
        let own: Vec<String> = own.collect();
        let roles = iter::once(Role::Text).chain(iter::repeat(Role::Dim));
        let styled: Vec<_> = own.iter().map(String::as_str).zip(roles).collect();
        self.centred(area, &styled);
    }

    /// Writes a heading over a list into the first row of `area`, on a rule.
    pub fn heading(&mut self, area: Rect, text: &str) {
        let rule = self.glyphs.pick("─", "-").repeat(area.width.into());
        self.words(area, &rule, self.style(Role::Border));
        let (x, room) = (area.x + 1, area.width.saturating_sub(1));
        let heading_area = area::columns(area, x, room);
        self.words(heading_area, &format!(" {text} "), self.style(Role::Title));
    }

    /// Marks `row` as the one under the cursor.
    pub fn cursor_mark(&mut self, row: Rect, style: Style) {
        let mark = self.glyphs.pick("▸", ">");
        paint::words(self.buffer(), row.x, row.y, 1, mark, style);
    }

    /// Styles `row` as the one under the cursor of a panel with or without focus.
    pub fn select(&mut self, row: Rect, focused: bool) {
        let role = if focused {
            self.place_cursor(row);
            Role::Selected
        } else {
            Role::SelectedElsewhere
        };
        let style = self.style(role);
        self.buffer().set_style(row, style);
    }

    /// Puts the terminal's cursor on `row`, if it follows the selection.
    pub fn place_cursor(&mut self, row: Rect) {
        if self.theme.cursor && !row.is_empty() {
            self.frame.set_cursor_position((row.x, row.y));
        }
    }
}
