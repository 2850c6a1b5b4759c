//! The gutter before a row: the numbers of its passages, a sign, or the mark of a fold.

use ratatui::layout::Rect;
use ratatui::style::Modifier;

use crate::screens::compare::state::{CompareState, PassageMarks};
use crate::typeset::TextRow;
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::theme::Role;
use crate::ui::widgets::paint;

/// Width of the gutter: two numbers, a sign between them and a trailing blank.
pub fn width(state: &CompareState) -> u16 {
    let passages = state
        .comparison()
        .map_or(0, |c| c.passages.len().max(c.bridged.len()));
    2 * (passages.max(1).ilog10() as u16 + 1) + 2
}

/// Writes the numbers of the passages in a row: two of them, or one and a sign that there are more.
pub fn numbers(
    state: &CompareState,
    marks: &PassageMarks,
    row: &TextRow,
    area: Rect,
    cx: &mut DrawContext<'_, '_>,
) {
    let mut here = marks.passages_in(row.start, row.end);
    if row.start == row.end && here.is_empty() {
        return;
    }
    // The current passage comes first, so that it is never the one left out.
    here.sort_by_key(|i| state.passage() != Some(*i));
    let dim = cx.style(Role::Dim);
    let end = area.x + area.width.saturating_sub(1);
    let mut x = area.x;
    for (n, passage) in here.iter().enumerate() {
        let number = cx.glyphs.small(passage + 1);
        let wide = paint::columns(&number);
        let more = n + 1 < here.len();
        if wide > end.saturating_sub(x) || (n > 0 && more) {
            let x = x.min(end).saturating_sub(u16::from(n > 0));
            cx.words(area::columns(area, x, 1), cx.glyphs.pick("⁺", "+"), dim);
            return;
        }
        let mut style = cx.theme.passage(*passage);
        style = style.remove_modifier(Modifier::UNDERLINED);
        if state.passage() == Some(*passage) {
            style = style.add_modifier(Modifier::BOLD | Modifier::REVERSED);
        }
        x = cx.words(area::columns(area, x, wide), &number, style);
        if more {
            x = cx.words(area::columns(area, x, 1), cx.glyphs.pick("·", ","), dim);
        }
    }
}

/// Draws the row that replaces a folded identical part.
pub fn fold(same: String, gutter: Rect, line: Rect, cx: &mut DrawContext<'_, '_>) {
    let dim = cx.style(Role::Dim);
    let gap = area::indented(gutter);
    let dashes = cx.glyphs.pick("┄", "~").repeat(gap.width.into());
    cx.words(gap, &dashes, dim);
    let dots = cx.glyphs.pick("…", "...");
    let text = format!("{dots} {same} the same {dots}");
    cx.words(line, &text, dim.add_modifier(Modifier::ITALIC));
}
