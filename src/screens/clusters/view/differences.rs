//! The differences between two documents of a cluster: one merged text that marks the words of only one document.

use super::share::selection;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use crate::app::{Action, App, Panel};
use crate::base::units::count;
use crate::engine::message::{Comparison, DiffRun, Side};
use crate::typeset::{Flow, names};
use crate::ui::theme::Depth;
use crate::ui::widgets::paint;
use crate::ui::widgets::span_cursor::SpanCursor;
use crate::ui::widgets::two_beside;
use crate::ui::{DrawContext, PanelFrame, Role, Theme, Wheel, area};

/// Maximum width of a line, in terminal columns: longer lines are hard to read.
const MAX_WIDTH: u16 = 88;
/// Number of words shown at each end of a long run that both documents share.
const ENDS: u32 = 6;

/// Draws the panel.
pub fn draw(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let focused = app.clusters.reading;
    cx.hits.push(area, Action::Row(Panel::Differences, 0));
    cx.hits.push_wheel(area, Wheel::Panel(Panel::Differences));
    let mut framed = PanelFrame::new(cx.theme.line(Role::Title, "Differences"), focused);
    let clustering = app.data.clustering.as_deref();
    let pair = clustering.and_then(|c| app.clusters.shown_pair(c));
    let Some((selection, (a, b))) = selection(app).zip(pair) else {
        cx.panel(area, framed);
        return;
    };
    let row = |doc| app.clusters.row_of(selection.cluster, doc);
    let rows = row(a).zip(row(b));
    let value = rows.and_then(|(a, b)| app.clusters.value(selection.cluster, a, b));
    if let Some(value) = value {
        let threshold = selection.clustering.threshold;
        let is_below = value < threshold;
        let role = if is_below { Role::Warning } else { Role::Exact };
        let value = format!("similarity {}", two_beside(value, threshold));
        framed.corner = cx.theme.line(role, value);
    }
    let comparison = clustering.and_then(|c| app.clusters.differences(c));
    if let Some(comparison) = comparison {
        let shared = comparison.diff.runs.iter().map(|run| match run {
            DiffRun::Kept { left, .. } => u64::from(left.1 - left.0),
            _ => 0,
        });
        let shared = app.unit().counted(shared.sum());
        framed.foot = cx.theme.line(Role::Dim, format!("{shared} the same"));
    }
    let inner = area::indented(cx.panel(area, framed));
    if inner.height == 0 || inner.width < 12 {
        return;
    }
    let Some(comparison) = comparison else {
        let comparing = cx.theme.own("comparing …");
        return cx.centred(inner, &[(&comparing, Role::Dim)]);
    };
    let head = if inner.height >= 6 { 2 } else { 0 };
    let (head, rows) = area::split_top(inner, head);
    if head.height > 0 {
        let half = usize::from(head.width.saturating_sub(2));
        let ids = [a, b].map(|doc| selection.collection.id(doc));
        let names = names::apart(ids, [half, half], cx.glyphs);
        let only = [(Role::OnlyLeft, "-"), (Role::OnlyRight, "+")];
        for ((row_area, name), (role, sign)) in head.rows().zip(names).zip(only) {
            let style = cx.style(role).remove_modifier(Modifier::all());
            let line = Line::from(Span::styled(format!("{sign} {name}"), style));
            cx.line(row_area, &line);
        }
    }
    let (rows, _) = area::split_left(rows, MAX_WIDTH);
    text(comparison, app.clusters.differences_at, rows, cx);
}

/// Draws the merged text from row `from` on.
fn text(comparison: &Comparison, from: usize, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let width = usize::from(area.width);
    // A row has at most one grapheme cluster per column, and few of these have more than four bytes.
    let needed = 4 * width * (from + usize::from(area.height));
    let (text, spans) = merged_text(comparison, cx.theme, needed);
    let rows = Flow::of_text(&text).rows(&text, width);
    for (row_area, row) in area.rows().zip(rows.iter().skip(from)) {
        let mut styles = SpanCursor::new(&spans, |(span, _)| *span, row);
        let plain = cx.style(Role::Text);
        paint::row(cx.buffer(), row_area, &text, row, |byte| {
            styles.at(byte).map_or(plain, |(_, style)| *style)
        });
    }
}

/// Byte spans with their styles, ascending.
type StyledSpans = Vec<((usize, usize), Style)>;

/// Merges the two texts into one and styles the words that only one of them contains. Stops after `needed` bytes.
fn merged_text(comparison: &Comparison, theme: &Theme, needed: usize) -> (String, StyledSpans) {
    let signs = theme.depth() == Depth::None || theme.ascii();
    let (mut text, mut spans) = (String::new(), Vec::new());
    let mut push = |words: &str, style, [opening, closing]: [&str; 2]| {
        let words = &words[..words.floor_char_boundary(needed)];
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        if words.is_empty() || text.len() >= needed {
            return;
        }
        if !text.is_empty() {
            text.push(' ');
        }
        let start = text.len();
        text.extend([opening, words.as_str(), closing]);
        spans.push(((start, text.len()), style));
    };
    let (left, right) = (&comparison.left, &comparison.right);
    let runs = &comparison.diff.runs;
    let (around_left, around_right) = if signs {
        (["[-", "-]"], ["{+", "+}"])
    } else {
        (["", ""], ["", ""])
    };
    for (at, run) in runs.iter().enumerate() {
        match *run {
            DiffRun::Left(words) => push(slice(left, words), theme.changed(false), around_left),
            DiffRun::Right(words) => push(slice(right, words), theme.changed(true), around_right),
            DiffRun::Kept {
                left: (start, end), ..
            } => {
                let plain = theme.style(Role::Text);
                let ends = [at > 0, at + 1 < runs.len()].map(|beside| ENDS * u32::from(beside));
                let omitted = (end - start).saturating_sub(ends[0] + ends[1]);
                if omitted <= ENDS || ends == [0, 0] {
                    push(slice(left, (start, end)), plain, ["", ""]);
                    continue;
                }
                let ellipsis = theme.glyphs().pick("…", "...");
                let summary = format!("{ellipsis} {} the same {ellipsis}", count(omitted.into()));
                push(slice(left, (start, start + ends[0])), plain, ["", ""]);
                push(&summary, theme.style(Role::Dim), ["", ""]);
                push(slice(left, (end - ends[1], end)), plain, ["", ""]);
            }
        }
    }
    (text, spans)
}

/// The text of the terms `from..to`, with the punctuation attached to the last one.
fn slice(side: &Side, (from, to): (u32, u32)) -> &str {
    let span = |term: u32| side.spans.get(term as usize);
    let start = |term| span(term).map_or(side.text.len(), |span| span.0 as usize);
    let Some(last) = to.checked_sub(1).filter(|_| from < to).and_then(span) else {
        return "";
    };
    let end = last.1 as usize;
    let between = side.text.get(end..start(to)).unwrap_or("");
    let end = end + between.find(char::is_whitespace).unwrap_or(between.len());
    side.text.get(start(from)..end).unwrap_or("")
}
