//! Table of the documents that share text with this one: words, share, added words, longest passage and name.

use ratatui::layout::Rect;
use ratatui::text::Span;

use crate::app::NamedDocuments;
use crate::base::DocNo;
use crate::base::units::count;
use crate::engine::message::SourcesView;
use crate::evidence::sources::percent;
use crate::review::ReviewState;
use crate::screens::document::state::{DocumentPanel, DocumentState};
use crate::ui::phrases::{documents, position};
use crate::ui::widgets::name;
use crate::ui::{DrawContext, LineWidth, ListColumn, PanelFrame, Role, area, columns};

/// Widths and ranks of the figures. The last column is how many further documents contain the words of a
/// row, if they are many.
const FIGURES: [(u16, u8); 5] = [(7, 1), (5, 1), (5, 2), (7, 3), (7, 3)];

/// Minimum number of columns of a name.
const NAME: u16 = 16;

/// Draws the panel.
pub fn draw(
    (state, review): (&DocumentState, Option<&ReviewState>),
    collection: &NamedDocuments,
    area: Rect,
    cx: &mut DrawContext<'_, '_>,
) {
    let focused = state.panel == DocumentPanel::Neighbours;
    let view = state.sources();
    let inner = cx.panel(area, framed(state, collection, focused, area.width, cx));
    let Some(view) = view else {
        let sentence = cx.theme.own("Looking for the text in other documents …");
        return cx.centred(inner, &[(&sentence, Role::Dim)]);
    };
    if view.sources.list.is_empty() {
        let nothing = match collection.masked_words(view.doc) {
            0 => "No passage of this text is found in another document.",
            _ => {
                "Without its excluded words, no passage of this text is found in another document."
            }
        };
        let limit =
            "A text that was rewritten or translated, or has signs inside its words, is not found.";
        return cx.centred(inner, &[(nothing, Role::Text), (limit, Role::Dim)]);
    }
    if inner.height < 2 {
        return;
    }
    let (head, rows) = area::split_top(inner, 1);
    let columns = columns(view);
    let cells = |line: Rect| columns::cells(&columns, 2, area::right_from(line, line.x + 1));
    let dim = cx.style(Role::Dim);
    let heads = cells(head);
    let unit = collection.unit().heading();
    for (label, cell) in [unit, "share", "adds", "longest", "also in"]
        .iter()
        .zip(&heads)
    {
        cx.words_right(*cell, label, dim);
    }
    cx.words(heads[5], "document", dim);
    let docs: Vec<DocNo> = view.sources.list.iter().map(|s| s.doc).collect();
    let from = state.table.window(usize::from(rows.height), state.rows());
    let until = docs.len().min(from + usize::from(rows.height));
    let decided = |doc: &DocNo| review?.source_word(collection, Some(view.doc), *doc);
    let decided: Vec<&str> = docs
        .iter()
        .map(|doc| decided(doc).unwrap_or_default())
        .collect();
    let widest = decided.iter().map(|word| word.len() as u16 + 1).max();
    let room = heads[5].width.saturating_sub(widest.unwrap_or(0));
    let names = name::identified(collection, &docs[from..until], room, cx.glyphs);
    super::table::rows_in_sight(state, (area, rows), rows.right(), cx, |i, line, cx| {
        row(view, i, (&names[i - from], decided[i]), &cells(line), cx);
    });
}

fn framed<'a>(
    state: &'a DocumentState,
    collection: &NamedDocuments,
    focused: bool,
    width: u16,
    cx: &DrawContext<'_, '_>,
) -> PanelFrame<'a> {
    let theme = cx.theme;
    let mut framed = PanelFrame::new(theme.line(Role::Title, "Also in"), focused);
    let Some(view) = state.sources() else {
        return framed;
    };
    let all = view.sources.list.len();
    framed
        .title
        .push_span(Span::raw(format!(" {}", documents(all))));
    if all == 0 {
        return framed;
    }
    framed.corner = "best explanation first".into();
    if let Some(chosen) = state.chosen() {
        framed.foot_corner = position(chosen, all).into();
    }
    let least = collection.unit().counted(view.min_words.into());
    let rule = format!(" by passages of {least} or more");
    // Beside the corner, with blanks around both.
    let taken = framed.title.columns() + framed.corner.columns() + 9;
    if taken + rule.len() <= usize::from(width) {
        framed.title.push_span(theme.span(Role::Dim, rule));
    }
    framed.foot = if !view.sources.note.is_empty() {
        theme.line(Role::Warning, view.sources.note.as_str())
    } else {
        theme.line(Role::Dim, "who copied from whom is not known")
    };
    framed
}

/// Positions of the figures and the name.
fn columns(view: &SourcesView) -> [ListColumn; 6] {
    let list = &view.sources.list;
    let mut figures = FIGURES.map(|(width, rank)| ListColumn::fixed(width, rank));
    if list.iter().all(|source| source.others == 0) {
        figures[4].width = 0;
    }
    let [words, share, adds, long, also] = figures;
    [words, share, adds, long, also, ListColumn::filling(NAME)]
}

fn row(
    view: &SourcesView,
    i: usize,
    (name, decided): (&[String; 2], &str),
    cells: &[Rect],
    cx: &mut DrawContext<'_, '_>,
) {
    let (sources, source) = (&view.sources, &view.sources.list[i]);
    let is_new = source.adds > 0;
    let style = cx.style(if is_new { Role::Text } else { Role::Dim });
    let figures = [
        count(source.same.into()),
        percent(sources.share(source.same)),
        percent(sources.share(source.adds)),
        count(source.longest.into()),
        match source.others {
            0 => String::new(),
            others => count(others.into()),
        },
    ];
    for (text, cell) in figures.iter().zip(cells) {
        cx.words_right(*cell, text, style);
    }
    cx.words_right(cells[5], decided, cx.style(Role::Warning));
    name::draw(name, cells[5], style, cx);
}
