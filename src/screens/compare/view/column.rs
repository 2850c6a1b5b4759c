//! One of the two texts, highlighted by passage or by word, with numbers or signs in the gutter.

use crate::app::NamedDocuments;
use crate::screens::compare::state::{CompareState, Mode, PassageMarks};
use crate::typeset::{TextRow, names};
use crate::ui::phrases::text_position;
use crate::ui::widgets::paint;
use crate::ui::widgets::span_cursor::SpanCursor;
use crate::ui::{DrawContext, PanelFrame, Role, Theme, area, widgets};
use ratatui::layout::{Margin, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;

/// The viewport of the text in column `area`, without frame and gutter.
pub fn window(state: &CompareState, area: Rect) -> Rect {
    let inner = area.inner(Margin::new(1, 1));
    let gutter = gutter_width(state).min(inner.width / 3);
    // A blank before the frame, if there is room for one.
    let blank = u16::from(inner.width > 20);
    area::columns(inner, inner.x + gutter, inner.width - gutter - blank)
}

/// Draws the text of a column into `area`, unless that is empty.
pub fn draw(
    state: &CompareState,
    column: usize,
    collection: &NamedDocuments,
    area: Rect,
    cx: &mut DrawContext<'_, '_>,
) {
    let Some(text) = state.text(column).filter(|_| !area.is_empty()) else {
        return;
    };
    let theme = cx.theme;
    let window = window(state, area);
    let (wide, high) = (usize::from(window.width), usize::from(window.height));
    let rows = text.pane.rows(wide, high);
    let top = rows.first().map_or(0, |r| r.line + 1);
    let framed = framed(state, column, collection, top, area.width, theme);
    let inner = cx.panel(area, framed);
    if text.pane.text().is_empty() {
        return cx.centred(inner, &[("The text is empty.", Role::Dim)]);
    }
    let comparison = text.comparison();
    let side = comparison.sides()[column];
    let (changed, sign) = (theme.changed(column == 1), ["-", "+"][column]);
    let source = text.pane.text();
    let mut above = None;
    for (row, y) in rows.iter().zip(window.y..inner.bottom()) {
        let line = area::row(window, y);
        let (left, _) = area::split_left(area::row(inner, y), window.x - inner.x);
        if row.blank {
            cx.words(line, cx.glyphs.pick("┊", ":"), cx.style(Role::Dim));
            continue;
        }
        if let Some(words) = row.fold {
            fold(comparison.unit.counted(words.into()), left, line, cx);
            continue;
        }
        let mut disguised = SpanCursor::new(&side.disguise.shown, |span| *span, row);
        let mut masked = SpanCursor::new(&side.masked, |span| (span.start, span.end), row);
        let mut seen = |byte: usize, mut style: Style| {
            if masked.at(byte).is_some() {
                style = theme.style(Role::Dim);
            }
            if disguised.at(byte).is_some() {
                style = paint::disguised(theme, style);
            }
            style
        };
        if !state.mode.by_words() {
            let marks = &text.marks[state.mode.marks()];
            let mut at = SpanCursor::new(&marks.stretches, |s| (s.start, s.end), row);
            paint::row(cx.buffer(), line, source, row, |byte| {
                let style = shared(state, marks, at.at(byte), byte, changed, theme);
                seen(byte, style)
            });
            above = bar(state, marks, (row, above), left, cx);
            continue;
        }
        let mut changes = SpanCursor::new(&text.changed, |change| *change, row);
        // What the other text has elsewhere was moved.
        let moved = &text.marks[Mode::Shared.marks()].stretches;
        let mut moved = SpanCursor::new(moved, |s| (s.start, s.end), row);
        let current = state.change_span(column).unwrap_or_default();
        let mut kinds = [false; 2];
        paint::row(cx.buffer(), line, source, row, |byte| {
            let style = match (changes.at(byte), moved.at(byte)) {
                (None, _) => theme.lit_passage(0, false),
                (Some(_), Some(_)) => {
                    kinds[0] = true;
                    theme.lit_passage(0, false).italic()
                }
                (Some(_), None) => {
                    kinds[1] = true;
                    changed
                }
            };
            let is_current = current.0 <= byte && byte < current.1;
            seen(byte, if is_current { style.bold() } else { style })
        });
        let style = changed.remove_modifier(Modifier::CROSSED_OUT | Modifier::UNDERLINED);
        let (sign, style) = match kinds {
            [_, true] => (sign, style.bold()),
            [true, false] => (cx.glyphs.pick("↕", "~"), cx.style(Role::Dim)),
            [false, false] if row.start < row.end => {
                widgets::bar(left, theme.passage(0), None, cx);
                continue;
            }
            [false, false] => continue,
        };
        cx.words(area::columns(left, left.x + 1, 1), sign, style);
    }
    cx.scrollbar(area, text.pane.extent(wide, high));
}

fn framed<'a>(
    state: &CompareState,
    column: usize,
    named: &NamedDocuments,
    top: usize,
    width: u16,
    theme: &Theme,
) -> PanelFrame<'a> {
    let corner = state.text(column).map_or_else(String::new, |text| {
        let lines = (top, text.pane.lines());
        text_position(text.pane.text(), top, lines, theme, width >= 56)
    });
    let room = usize::from(width).saturating_sub(corner.chars().count() + 7);
    let side = ["left", "right"][column];
    let left_of_side = usize::from(width).saturating_sub(side.len() + 7);
    let words = super::figures::words(state, column, left_of_side);
    let date = state.dates[column].as_ref().filter(|_| !named.hidden);
    let date = date.filter(|date| room >= date.len() + 14);
    let date = date.map(|date| format!("  {date}")).unwrap_or_default();
    let room = room.saturating_sub(date.len());
    let ids = state.docs().map(|doc| named.id(doc));
    // Where both would read the same, with what tells them apart.
    let [left, right] = names::apart(ids, [room; 2], theme.glyphs());
    let name = if column == 0 { left } else { right };
    let mut title = Line::from(theme.span(Role::Title, name));
    title.push_span(theme.span(Role::Dim, date));
    PanelFrame {
        title,
        corner: Line::from(corner),
        foot: theme.span(Role::Dim, theme.own(&words)).into(),
        foot_corner: theme.span(Role::Dim, side).into(),
        focused: column == state.focus,
    }
}

/// The style of a byte if passages are highlighted. The current passage is emphasised, also where an earlier one
/// overlaps it. Words of a bridged passage that the other side lacks are shown as differences.
fn shared(
    state: &CompareState,
    marks: &PassageMarks,
    stretch: Option<&crate::typeset::SharedSpan>,
    byte: usize,
    changed: Style,
    theme: &Theme,
) -> Style {
    let holds = |passage: &usize| {
        let span = marks.passages.get(*passage);
        span.is_some_and(|span| span.0 <= byte && byte < span.1)
    };
    let current = state.passage().filter(holds);
    let Some(passage) = current.or(stretch.map(|stretch| stretch.passage)) else {
        return theme.style(Role::Text);
    };
    let style = theme.lit_passage(passage, current.is_some());
    if marks.differs(passage, byte) {
        // Italics tell the word apart without colour.
        style.patch(changed).add_modifier(Modifier::ITALIC)
    } else {
        style
    }
}

/// Width of the gutter.
fn gutter_width(state: &CompareState) -> u16 {
    let passages = state
        .comparison()
        .map_or(0, |c| c.passages.len().max(c.bridged.len()));
    widgets::gutter_width(passages as u32)
}

/// Draws the bar beside a row with a passage, and the number of the passage unless the row `above` has it: of several
/// the current one or the first. Returns the passage.
fn bar(
    state: &CompareState,
    marks: &PassageMarks,
    (row, above): (&TextRow, Option<usize>),
    area: Rect,
    cx: &mut DrawContext<'_, '_>,
) -> Option<usize> {
    if row.start == row.end {
        return above;
    }
    let here = marks.passages_in(row.start, row.end);
    let current = state.passage().filter(|passage| here.contains(passage));
    let passage = current.or(here.first().copied())?;
    let mut style = cx
        .theme
        .passage(passage)
        .remove_modifier(Modifier::UNDERLINED);
    let bar = style;
    if current.is_some() {
        style = style.bold().reversed();
    }
    let number = (state.passages().len() > 1 && above != Some(passage)).then_some(passage + 1);
    widgets::bar(area, bar, number.map(|number| (number, style)), cx);
    Some(passage)
}

/// Draws the row that replaces a folded identical part.
fn fold(same: String, gutter: Rect, line: Rect, cx: &mut DrawContext<'_, '_>) {
    let dim = cx.style(Role::Dim);
    let gap = area::indented(gutter);
    let dashes = cx.glyphs.pick("┄", "~").repeat(gap.width.into());
    cx.words(gap, &dashes, dim);
    let dots = cx.glyphs.pick("…", "...");
    let text = format!("{dots} {same} the same {dots}");
    cx.words(line, &text, dim.add_modifier(Modifier::ITALIC));
}
