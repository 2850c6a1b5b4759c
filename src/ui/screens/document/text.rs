//! The text with line numbers, parts that occur elsewhere highlighted, and in the margin the number
//! of documents they occur in.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::marks::{Levels, elsewhere, most};
use crate::app::Command;
use crate::app::state::document::{DocAction, DocumentState, Panel};
use crate::base::units::{count, counted};
use crate::engine::message::DocumentView;
use crate::typeset::Row;
use crate::typeset::figures::Glyphs;
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::along::Along;
use crate::ui::widgets::paint;
use crate::ui::widgets::panel::{self, Panel as Frameable, scrollbar};

/// Width in columns from which the whole legend fits under a text with disguises.
const LONG_FOOT: u16 = 100;

/// The inner area of the frame of `area`.
#[must_use]
pub fn inside(area: Rect) -> Rect {
    area.inner(ratatui::layout::Margin::new(1, 1))
}

/// The viewport of the text: `inner` without the line numbers on the left and the margin on the
/// right.
#[must_use]
pub fn window(state: &DocumentState, inner: Rect) -> Rect {
    let Some((view, pane)) = state.view().zip(state.pane()) else {
        return inner;
    };
    let left = (numbers(pane.lines()) + 2).min(inner.width);
    let right = (margin(view) + 1).min(inner.width - left);
    let width = inner.width - left - right;
    if width < 12 {
        return inner;
    }
    Rect {
        x: inner.x + left,
        width,
        ..inner
    }
}

fn numbers(lines: usize) -> u16 {
    (lines.max(10).ilog10() + 1) as u16
}

fn margin(view: &DocumentView) -> u16 {
    (most(view).max(1).ilog10() + 1) as u16
}

/// Draws the panel; returns its click targets.
pub fn draw(
    state: &DocumentState,
    view: &DocumentView,
    theme: &Theme,
    glyphs: Glyphs,
    area: Rect,
    buffer: &mut Buffer,
) -> Vec<(Rect, DocAction)> {
    let Some(pane) = state.pane() else {
        return Vec::new();
    };
    let focused = state.panel() == Panel::Text;
    let window = window(state, inside(area));
    let rows = pane.rows(usize::from(window.width), usize::from(window.height));
    let top = rows.first().map_or(0, |r| r.line + 1);
    let inner =
        titled(state, view, theme, (focused, top, area.width)).draw(buffer, area, theme, glyphs);
    if view.text.is_empty() {
        panel::centred(
            buffer,
            inner,
            &[("The text is empty.", theme.style(Role::Dim))],
        );
    } else {
        let level = Levels::new(view, theme);
        for (row, y) in rows.iter().zip(window.y..) {
            let line = Rect {
                y,
                height: 1,
                ..window
            };
            let mut marks = level.from(row.start);
            let mut disguised = Along::new(&view.disguise.shown, |span| *span, row);
            paint::row(buffer, line, pane.text(), row, |byte| {
                let style = marks.at(byte);
                match disguised.at(byte) {
                    Some(_) => paint::disguised(theme, style),
                    None => style,
                }
            });
            if window.width < inner.width {
                beside(
                    state,
                    view,
                    row,
                    theme,
                    glyphs,
                    Rect {
                        y,
                        height: 1,
                        ..inner
                    },
                    window,
                    buffer,
                );
            }
        }
        let extent = pane.extent(usize::from(window.width), usize::from(window.height));
        scrollbar(buffer, area, extent, theme.style(Role::Dim), glyphs);
    }
    if focused {
        Vec::new()
    } else {
        vec![(area, DocAction::Run(Command::NextPanel))]
    }
}

fn titled<'a>(
    state: &DocumentState,
    view: &DocumentView,
    theme: &Theme,
    (focused, top, width): (bool, usize, u16),
) -> Frameable<'a> {
    let dim = theme.style(Role::Dim);
    let lines = state.pane().map_or(0, |p| p.lines());
    let (runs, at) = state.runs();
    let disguised = !view.disguise.is_none();
    let elsewhere_too = if disguised && width < LONG_FOOT {
        ": elsewhere too"
    } else {
        ": elsewhere too; right: in how many documents"
    };
    let mut foot = match (runs, view.text.is_empty()) {
        (_, true) => Line::default(),
        _ if !view.counted => Line::from(Span::styled(
            theme.own("counting what of it occurs elsewhere …"),
            dim,
        )),
        (0, _) => Line::from(Span::styled("nothing in it occurs elsewhere", dim)),
        _ => Line::from(vec![
            Span::styled("marked", elsewhere(theme, false)),
            Span::styled(elsewhere_too, dim),
        ]),
    };
    if disguised {
        let style = paint::disguised(theme, theme.style(Role::Text));
        foot.push_span(Span::raw("  "));
        foot.push_span(Span::styled("marked", style));
        foot.push_span(Span::styled(": not what it seems", dim));
    }
    let run = match (runs, at) {
        (0, _) => String::new(),
        (n, None) => counted(n as u64, "marked run", "marked runs"),
        (n, Some(i)) => format!("marked run {} of {}", count(i as u64 + 1), count(n as u64)),
    };
    Frameable {
        title: Line::from(Span::styled("Text", theme.style(Role::Title))),
        corner: if lines > 0 {
            Line::from(format!(
                "line {} of {}",
                count(top as u64),
                count(lines as u64)
            ))
        } else {
            Line::default()
        },
        foot,
        foot_corner: Line::from(run),
        focused,
    }
}

/// Draws the line number, the sign of the current run, and the number of documents the marked text
/// occurs in.
#[expect(
    clippy::too_many_arguments,
    reason = "one row and all that stands beside it"
)]
fn beside(
    state: &DocumentState,
    view: &DocumentView,
    row: &Row,
    theme: &Theme,
    glyphs: Glyphs,
    line: Rect,
    window: Rect,
    buffer: &mut Buffer,
) {
    let dim = theme.style(Role::Dim);
    if row.begins {
        let number = format!("{:>1$}", row.line + 1, usize::from(window.x - line.x) - 2);
        paint::words(buffer, line.x, line.y, window.x - line.x, &number, dim);
    }
    let in_run = state
        .run_span()
        .is_some_and(|(start, end)| start < row.end && row.start < end);
    if in_run {
        paint::words(
            buffer,
            window.x - 2,
            line.y,
            1,
            glyphs.pick("▸", ">"),
            theme.style(Role::Key),
        );
    }
    let first = view.marked.partition_point(|m| m.1 <= row.start);
    let here = view.marked[first..]
        .iter()
        .take_while(|m| m.0 < row.end)
        .map(|m| m.2)
        .max();
    if let Some(documents) = here.filter(|_| row.start < row.end) {
        let number = glyphs.small(documents as usize);
        let x = line.right().saturating_sub(paint::columns(&number));
        paint::words(buffer, x, line.y, line.right() - x, &number, dim);
    }
}
