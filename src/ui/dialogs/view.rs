//! The drawing context of dialogs, and common elements: the frame with key hints, a text field, rows to choose from.

use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::app::screen::Context;
use crate::app::{Action, App, Command, Dialog, Panel};
use crate::ui::phrases::position;
use crate::ui::widgets::field;
use crate::ui::{DrawContext, PanelFrame, Role, VisibleRows, area};

/// A line, with its number if it can be chosen.
pub type DialogRow<'a> = (Line<'a>, Option<usize>);

/// A dialog, the state behind it, and the drawing context.
pub struct DialogView<'a, 'c, 'f> {
    pub app: &'a App,
    pub dialog: &'a Dialog,
    /// The area of the dialog, its frame included.
    pub area: Rect,
    pub cx: &'c mut DrawContext<'a, 'f>,
}

impl<'a> DialogView<'a, '_, '_> {
    /// The key of a command in this dialog.
    pub fn key(&self, command: Command) -> String {
        let contexts = [Context::Dialog(self.dialog.kind), Context::Rows];
        let keys = contexts.map(|context| self.app.keymap.label_in(context, command));
        keys.into_iter()
            .find(|key| !key.is_empty())
            .unwrap_or_default()
    }

    /// The key of a command and what it does, dimmed.
    pub fn hint(&self, command: Command, does: &str) -> Line<'a> {
        self.dim(format!("{} {does}", self.key(command)))
    }

    /// Keys of commands, highlighted, with their effects.
    pub fn hints(&self, hints: &[(Command, &'static str)]) -> Line<'a> {
        let theme = self.cx.theme;
        Line::from_iter(hints.iter().flat_map(|(command, does)| {
            let key = theme.span(Role::Key, self.key(*command));
            [key, theme.span(Role::Dim, *does)]
        }))
    }

    /// A title of a frame.
    pub fn title(&self, text: impl Into<String>) -> Line<'a> {
        self.cx.theme.line(Role::Title, text.into())
    }

    /// Text of less importance.
    pub fn dim(&self, text: impl Into<String>) -> Line<'a> {
        self.cx.theme.line(Role::Dim, text.into())
    }

    /// The place of the cursor in a list of `len` rows, dimmed; empty if the list is.
    pub fn position(&self, len: usize) -> Line<'a> {
        self.dim(match len {
            0 => String::new(),
            n => position(self.dialog.scroll.selected.min(n - 1), n),
        })
    }

    /// Draws the frame with its title and the lines of its other corners; returns its inner area.
    pub fn framed(
        &mut self,
        title: impl Into<String>,
        [corner, foot, foot_corner]: [Line<'_>; 3],
    ) -> Rect {
        let frame = PanelFrame {
            title: self.title(title),
            corner,
            foot,
            foot_corner,
            focused: false,
        };
        self.cx.dialog(self.area, frame)
    }

    /// Draws the line to type in at the top of `inner`; returns what is below that.
    pub fn with_line(&mut self, inner: Rect, prompt: &str) -> Rect {
        if inner.height == 0 || inner.width < 8 {
            return Rect { height: 0, ..inner };
        }
        let (line, style) = (area::row(inner, inner.y), self.cx.style(Role::Key));
        let prompt_area = area::right_from(line, inner.x + 1);
        let x = self.cx.words(prompt_area, prompt, style);
        let field_area = area::columns(line, x, inner.right().saturating_sub(x + 1));
        let style = self.cx.style(Role::Exact);
        field::draw(&self.dialog.line, true, style, field_area, self.cx.frame);
        area::below_from(inner, inner.y + 2.min(inner.height))
    }

    /// Draws the visible rows of a list of `len` to choose from, and its scroll bar.
    pub fn choose<'l>(&mut self, area: Rect, len: usize, line: impl Fn(usize) -> Line<'l>) {
        let (room, scroll) = (area.height.into(), &self.dialog.scroll);
        let rows = VisibleRows::new(Panel::Dialog, scroll, room, len, &mut self.cx.hits);
        self.cx.scrollbar(self.area, rows.extent());
        for (row, at) in area.rows().zip(rows.from..len) {
            self.cx.line(row, &line(at));
            self.row(row, at);
        }
    }

    /// Draws `lines`, scrolled so that the selected one is seen; returns its area. The lines above the first one that can be
    /// chosen are shown with it.
    pub fn show(&mut self, lines: &[DialogRow<'_>], area: Rect) -> Option<Rect> {
        let (room, len) = (usize::from(area.height), lines.len());
        let selected = self.dialog.scroll.selected;
        let at = lines.iter().position(|(_, row)| *row == Some(selected));
        let from = match selected {
            0 => 0,
            _ => (at.unwrap_or(0) + 2).saturating_sub(room.max(2) - 1),
        };
        let from = from.min(len.saturating_sub(room));
        self.cx.hits.push_view(Panel::Dialog, 0, room);
        for (area, (line, row)) in area.rows().zip(&lines[from..]) {
            self.cx.line(area, line);
            if let Some(row) = row {
                self.row(area, *row);
            }
        }
        let extent = VisibleRows { from, room, len }.extent();
        self.cx.scrollbar(self.area, extent);
        area.rows().nth(at?.checked_sub(from)?)
    }

    /// Makes `area` row `index` of the list, and marks it if it is under the cursor.
    pub fn row(&mut self, area: Rect, index: usize) {
        self.cx.hits.push(area, Action::Row(Panel::Dialog, index));
        if index == self.dialog.scroll.selected {
            self.cx.select(area, true);
        }
    }
}
