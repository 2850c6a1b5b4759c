//! The blocks of a page in the margin of its text: a bar beside each, with its name where it begins.

use ratatui::layout::Rect;

use crate::base::PageBlock;
use crate::engine::message::DocumentView;
use crate::typeset::TextRow;
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::theme::Role;

/// Width of the margin: a name of four columns, and the bar.
const WIDTH: u16 = 5;

/// Inner width of the panel from which there is room for the margin.
const ROOM: u16 = 50;

/// Width of the margin with the space after it; 0 without blocks, or without room.
pub fn width(view: &DocumentView, room: u16) -> u16 {
    if view.blocks.is_empty() || room < ROOM {
        0
    } else {
        WIDTH + 1
    }
}

/// Draws the margin of one row after the other.
#[derive(Default)]
pub struct Margin {
    /// Start of the block beside the row above.
    above: Option<usize>,
}

impl Margin {
    /// Draws into `line`, which begins with the margin, what stands beside `row`.
    pub fn beside(
        &mut self,
        view: &DocumentView,
        row: &TextRow,
        line: Rect,
        cx: &mut DrawContext<'_, '_>,
    ) {
        let first = view.blocks.partition_point(|span| span.end <= row.start);
        let here = view.blocks.get(first).filter(|span| span.start < row.end);
        let above = std::mem::replace(&mut self.above, here.map(|span| span.start));
        let Some(span) = here else {
            return;
        };
        let left_out = view.masked.partition_point(|mask| mask.end <= span.start);
        let left_out = view
            .masked
            .get(left_out)
            .is_some_and(|mask| mask.start < span.end);
        let role = match (left_out, span.block) {
            (true, _) => Role::Dim,
            (false, PageBlock::Heading) => Role::Title,
            _ => Role::Text,
        };
        if above != Some(span.start) {
            cx.words(line, span.block.label(), cx.style(role));
        }
        let bar = cx.glyphs.pick("│", "|");
        let at = area::right_from(line, line.x + WIDTH - 1);
        cx.words(at, bar, cx.style(Role::Dim));
    }
}
