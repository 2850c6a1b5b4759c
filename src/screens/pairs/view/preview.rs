//! The best passage of the pair under the cursor, in both texts.

use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::app::App;
use crate::app::names::Named;
use crate::base::units::count;
use crate::screens::pairs::state::{Preview, PreviewSide};
use crate::settings::Unit;
use crate::typeset::flow::TextRow;
use crate::typeset::names;
use crate::typeset::wrap::row_end;
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::theme::Role;
use crate::ui::widgets::panel::PanelFrame;
use crate::ui::widgets::{decision, paint};

/// Width in columns below which only the text of A is shown.
const TWO_COLUMNS: u16 = 60;
/// Bytes of a line before the passage that are considered for context.
const CONTEXT: usize = 600;

/// Draws the two texts side by side.
pub fn draw(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let list = &app.pair_list;
    let data = app.data.named.as_ref().zip(list.pair());
    let Some((collection, (a, b))) = data else {
        return;
    };
    if a.index().max(b.index()) >= collection.len() {
        return;
    }
    let decision_line = decision::line(app, cx.theme).filter(|_| area.height > 4);
    let (row, area) = area::split_top(area, u16::from(decision_line.is_some()));
    if let Some(decision_line) = decision_line {
        cx.line(area::indented(row), &decision_line);
    }
    let (left, right) = if area.width >= TWO_COLUMNS {
        area::split_left(area, area.width / 2)
    } else {
        (area, Rect { width: 0, ..area })
    };
    let sides = [left, right];
    let titles = titles(collection, [a, b], sides, cx);
    for (side, (part, title)) in sides.into_iter().zip(titles).enumerate() {
        if !part.is_empty() {
            text(list.preview(), side, title, collection.unit(), part, cx);
        }
    }
}

/// The names of the documents, each in the width of its panel.
fn titles(
    collection: &Named,
    docs: [crate::base::DocNo; 2],
    sides: [Rect; 2],
    cx: &DrawContext<'_, '_>,
) -> [String; 2] {
    let widths = sides.map(|part| usize::from(part.width.saturating_sub(18)));
    names::apart(docs.map(|doc| collection.id(doc)), widths, cx.glyphs)
}

fn text(
    preview: Option<&Preview>,
    side: usize,
    title: String,
    unit: Unit,
    area: Rect,
    cx: &mut DrawContext<'_, '_>,
) {
    let theme = cx.theme;
    let letter = theme.span(Role::Key, if side == 0 { "A " } else { "B " });
    let mut framed = PanelFrame {
        title: Line::from(vec![letter, theme.span(Role::Title, title)]),
        ..PanelFrame::default()
    };
    let Some(preview) = preview else {
        let inner = cx.panel(area, framed);
        let comparing = theme.own("comparing …");
        return cx.centred(inner, &[(&comparing, Role::Dim)]);
    };
    let PreviewSide {
        text,
        passage,
        shown_at,
        line,
    } = preview.side(side);
    if passage.is_some() {
        framed.corner = theme.line(Role::Dim, format!("line {}", count(line as u64)));
    }
    if side == 0 {
        framed.foot = theme.line(
            Role::Dim,
            match preview.words() {
                0 => "no shared passage".to_owned(),
                words => {
                    let mark = Some(preview.only()).filter(|only| !only.is_empty());
                    let mark = mark.map_or(String::new(), |only| format!("{only}; "));
                    let words = unit.counted(words.into());
                    format!("{mark}longest passage, {words} the same")
                }
            },
        );
    }
    let inner = area::indented(cx.panel(area, framed));
    let passage = passage.unwrap_or_default();
    let (plain, shared) = (cx.style(Role::Dim), cx.style(Role::Text));
    let height = usize::from(inner.height);
    let shown = rows(text, shown_at, usize::from(inner.width), height);
    for (row_area, row) in inner.rows().zip(shown) {
        let style = |byte: usize| {
            if passage.contains(&byte) {
                shared
            } else {
                plain
            }
        };
        paint::row(cx.buffer(), row_area, text, &row, style);
    }
}

/// At most `height` rows of `text` around byte `start`: a row of context before it where the text has one.
fn rows(text: &str, start: usize, width: usize, height: usize) -> Vec<TextRow> {
    let start = text.floor_char_boundary(start);
    let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
    // Of a very long line only the part near the passage is wrapped.
    let near = text
        .ceil_char_boundary(start.saturating_sub(CONTEXT))
        .min(start);
    let mut at = if line < near {
        text[near..start]
            .find(' ')
            .map_or(near, |blank| near + blank + 1)
    } else {
        line
    };
    let mut out: Vec<TextRow> = Vec::new();
    while at <= text.len() && out.len() < height {
        let line_end = text[at..].find('\n').map_or(text.len(), |n| at + n);
        let end = row_end(text, at, line_end, width);
        let row = TextRow {
            start: at,
            end,
            line: 0,
            begins: false,
            fold: None,
            blank: false,
        };
        if end <= start && end < line_end {
            // Before the passage: only the last such row is kept.
            out.clear();
        }
        out.push(row);
        at = if end >= line_end { line_end + 1 } else { end };
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, start: usize, width: usize, height: usize) -> Vec<&str> {
        let rows = rows(text, start, width, height).into_iter();
        rows.map(|row| text[row.start..row.end].trim_end())
            .collect()
    }

    #[test]
    fn the_passage_is_shown_with_a_row_before_it() {
        let text = "one two three four five six\nseven eight";
        assert_eq!(shown(text, 19, 10, 3), ["three four", "five six", "seven"]);
        assert_eq!(shown(text, 0, 10, 2), ["one two", "three four"]);
        assert_eq!(shown(text, 28, 20, 5), ["seven eight"]);
        assert_eq!(shown("", 0, 10, 3), [""]);
        let long = "wörd ".repeat(10_000);
        let rows = rows(&long, long.len() / 2, 20, 4);
        assert!(rows.len() == 4 && rows[1].end > long.len() / 2 && rows[0].start <= long.len() / 2);
    }
}
