//! The filter of a list: the input, and below it the error message or completions.

use crate::base::width::Width;
use ratatui::layout::Rect;

use super::{end_cut, field};
use crate::app::TextField;
use crate::filter::{Completion, FilterError, Target, complete};
use crate::ui::{DrawContext, Role, area};

/// A filter to draw.
pub struct FilterLine<'a> {
    /// The input.
    pub input: &'a TextField,
    /// The kind of the rows.
    pub target: Target,
    /// Whether it is being edited.
    pub active: bool,
    /// Its error.
    pub wrong: Option<&'a FilterError>,
}

impl FilterLine<'_> {
    /// Draws the filter into the first rows of `area`, unless it is empty and not edited; returns the rest.
    pub fn draw(&self, area: Rect, cx: &mut DrawContext<'_, '_>) -> Rect {
        let shown = self.active || !self.input.text().is_empty();
        if !shown || area.height < 2 {
            return area;
        }
        let (row, mut below) = area::split_top(area, 1);
        let label = area::columns(row, row.x + 1, row.width.saturating_sub(1));
        let used = cx.words(label, "filter ", cx.style(Role::Key));
        let line = area::right_from(row, used);
        let style = cx.style(Role::Exact);
        field::draw(self.input, self.active, style, line, cx.frame);
        if let Some((text, role)) = self.note(usize::from(line.width))
            && below.height > 2
        {
            let (row, rest) = area::split_top(below, 1);
            let note_area = area::right_from(row, used);
            let text = end_cut(&cx.theme.own(&text), note_area.width.into(), cx.glyphs);
            cx.words(note_area, &text, cx.style(role));
            below = rest;
        }
        below
    }

    /// The row below: the error, or the fields that complete the word.
    fn note(&self, room: usize) -> Option<(String, Role)> {
        if let Some(wrong) = self.wrong {
            return Some((wrong.message.clone(), Role::Warning));
        }
        if !self.active {
            return None;
        }
        let (before, _) = self.input.halves();
        let Completion { typed, fields } = complete(self.input.text(), before.len(), self.target);
        // In a list of clusters, a new term is more often a name than a field.
        if typed.is_empty() && self.target == Target::Clusters {
            let is_empty = self.input.text().is_empty();
            return is_empty.then(|| ("a part of a name, or size>5".into(), Role::Dim));
        }
        if fields.is_empty() {
            return None;
        }
        if let [field] = fields[..] {
            let text = format!("Tab  {}  {}", field.start_of_term(), field.doc);
            return Some((text, Role::Dim));
        }
        let head = if typed.is_empty() { "name" } else { "Tab " };
        let mut text = head.to_owned();
        for field in fields {
            let next = field.start_of_term();
            if text.width() + 1 + next.width() > room {
                break;
            }
            text += " ";
            text += next.trim_end();
        }
        Some((text, Role::Dim))
    }
}
