//! Sentences under a plot.

use ratatui::text::Line;

use crate::typeset::wrap;
use crate::ui::theme::{Role, Theme};

/// A sentence, broken at the width.
pub(in super::super) fn note<'a>(note: &str, theme: &Theme, width: u16) -> Vec<Line<'a>> {
    let note = theme.own(note);
    let rows = wrap::rows(&note, usize::from(width).max(8));
    let line = |row: &str| theme.line(Role::Dim, row.trim_end().to_owned());
    rows.into_iter().map(line).collect()
}
