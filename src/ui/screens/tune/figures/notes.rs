//! Sentences under a plot.

use ratatui::text::Line;

use crate::typeset::wrap;
use crate::ui::theme::{Role, Theme};

/// Sentences, broken at the width.
pub(super) fn notes<'a>(notes: &[String], theme: &Theme, width: u16) -> Vec<Line<'a>> {
    let mut lines = Vec::new();
    for note in notes {
        let note = theme.own(note);
        let starts = wrap::row_starts(&note, 0, note.len(), usize::from(width).max(8));
        for (i, start) in starts.iter().enumerate() {
            let end = starts.get(i + 1).copied().unwrap_or(note.len());
            let text = note[*start..end].trim_end().to_owned();
            lines.push(Line::styled(text, theme.style(Role::Dim)));
        }
    }
    lines
}
