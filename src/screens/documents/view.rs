//! The Documents screen: a row a document with copied text, worst first.

use ratatui::layout::{Constraint, Layout, Rect};

use crate::app::{App, Panel};
use crate::base::DocNo;
use crate::base::units::{count, counted};
use crate::base::width::Width;
use crate::evidence::CopiedDocument;
use crate::evidence::sources::percent;
use crate::review::DecisionTarget;
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::list::RowList;
use crate::ui::phrases::{counting_copied, disguise_sign, documents, out_of, position, uncompared};
use crate::ui::theme::Role;
use crate::ui::widgets::panel::PanelFrame;
use crate::ui::widgets::{decision, name};

/// Columns of a share or a count.
const FIGURE: u16 = 7;
/// Columns of the decisions in words, and fewer of them.
const DECIDED: u16 = 30;
const FEW: u16 = 21;
/// Width from which there are the number of pairs and the decisions, and from which these have all columns.
const WIDE: u16 = 72;
const WIDER: u16 = 100;

/// Draws the screen.
pub fn draw(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let theme = cx.theme;
    let rows = app.documents.rows();
    let data = app.data.named.as_ref().zip(app.data.copied.as_ref());
    let data = data.filter(|(_, copied)| app.documents.is_of(copied));
    let mut framed = PanelFrame {
        title: theme.line(Role::Title, "Documents with copied text"),
        corner: theme.line(Role::Dim, "most found elsewhere first"),
        focused: true,
        ..PanelFrame::default()
    };
    if data.is_some() && !rows.is_empty() {
        let at = position(app.documents.scroll.selected, rows.len());
        framed.foot_corner = theme.line(Role::Dim, at);
        let counted = "counted: words that are the same in passages of its pairs";
        framed.foot = theme.line(Role::Dim, counted);
    }
    let inner = cx.panel(area, framed);
    let Some((collection, copied)) = data.filter(|_| !rows.is_empty()) else {
        return cx.explain_empty(inner, &empty(app));
    };
    let (sentence, inner) = area::split_top(inner, 2);
    let listed = match (rows.len(), collection.len()) {
        (some, all) if some == all => format!("All {}", documents(all)),
        (some, all) => format!("{} documents", out_of(some as u64, all as u64)),
    };
    let pairs = counted(copied.pairs.len() as u64, "pair", "pairs");
    let text = format!("{listed} are in the {pairs} of Copied text.");
    cx.words(area::indented(sentence), &text, cx.style(Role::Text));
    let decided = app.data.collection.as_ref();
    let decided = decided.is_some_and(|collection| app.decisions.any(collection))
        || rows.iter().any(|row| row.only.reason.is_some());
    let decided = match inner.width {
        WIDER.. if decided => DECIDED,
        WIDE.. if decided => FEW,
        _ => 0,
    };
    let (head, inner) = area::split_top(inner, 1);
    let heads = [
        "  found",
        "document",
        "best source",
        "    has",
        "  pairs",
        "decided",
    ];
    for (cell, text) in cells(head, decided).into_iter().zip(heads) {
        cx.words(cell, text, cx.style(Role::Dim));
    }
    let (scroll, height) = (&app.documents.scroll, usize::from(inner.height));
    let from = scroll.window(height, rows.len());
    let shown = &rows[from..rows.len().min(from + height)];
    let last = shown.iter().map(|row| row.doc.max(row.best)).max();
    if last.is_none_or(|doc| doc.index() >= collection.len()) {
        return;
    }
    let [_, first, second, ..] = cells(inner, decided);
    let signs = disguise_sign(cx.glyphs).width() as u16;
    let names = |document: fn(&CopiedDocument) -> DocNo, cell: Rect| {
        let docs: Vec<DocNo> = shown.iter().map(document).collect();
        name::listed(
            collection,
            &docs,
            cell.width.saturating_sub(signs),
            cx.glyphs,
        )
    };
    let names = [names(|row| row.doc, first), names(|row| row.best, second)];
    let list = RowList::new(Panel::Documents, scroll, rows.len(), true);
    list.draw((area, inner), cx, |i, row_area, cx| {
        let names = [0, 1].map(|column| &names[column][i - from]);
        line(app, names, &rows[i], cells(row_area, decided), cx);
    });
}

/// The cells of a row: share found elsewhere, document, best source, its share, number of pairs, decisions. Cells without
/// room have no width.
fn cells(row: Rect, decided: u16) -> [Rect; 6] {
    let pairs = if row.width >= WIDE { FIGURE } else { 0 };
    let [_, cells @ ..] = Layout::horizontal([
        Constraint::Length(1),
        Constraint::Length(FIGURE),
        Constraint::Fill(1),
        Constraint::Fill(1),
        Constraint::Length(FIGURE),
        Constraint::Length(pairs),
        Constraint::Length(decided),
    ])
    .spacing(1)
    .areas::<7>(row);
    cells
}

/// Draws a row with the names of the document and its best source.
fn line(
    app: &App,
    names: [&[String; 2]; 2],
    row: &CopiedDocument,
    cells: [Rect; 6],
    cx: &mut DrawContext<'_, '_>,
) {
    let text = cx.style(Role::Text);
    let [share, first, second, holds, pairs, decided] = cells;
    let figure = |figure: &str| format!("{figure:>7}");
    cx.words(share, &figure(&percent(row.share())), cx.style(Role::Exact));
    let sign = disguise_sign(cx.glyphs);
    let documents = [(row.doc, first), (row.best, second)];
    for ((doc, mut at), name) in documents.into_iter().zip(names) {
        if app.data.is_disguised(doc) {
            let end = cx.words(at, sign, cx.style(Role::Warning));
            at = area::columns(at, end, at.right().saturating_sub(end));
        }
        name::draw(name, at, cx);
    }
    cx.words(holds, &figure(&percent(row.best_share())), text);
    cx.words(pairs, &figure(&count(row.documents.into())), text);
    let seen = app.data.collection.as_ref();
    let seen = seen.and_then(|c| app.decisions.seen(c, &DecisionTarget::Document(row.doc)));
    let own = seen.map_or_else(String::new, |seen| {
        decision::cell(seen, decision::SHORT, cx.glyphs)
    });
    let (all, only) = (row.decisions(), row.only());
    // What the passages are stays, however many decisions there are.
    let texts = [&*all, ""].map(|decisions| {
        let parts = [&own, decisions, &only].into_iter();
        let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
        parts.join(" ")
    });
    let fits = |text: &&String| text.width() <= decided.width.into();
    let shown = texts.iter().find(fits).unwrap_or(&texts[1]);
    cx.words(decided, shown, text);
}

/// Why no document is listed.
fn empty(app: &App) -> Vec<String> {
    if let Some(sentences) = uncompared(app, "Documents") {
        return sentences;
    }
    vec![match (&app.data.copied, app.data.counting) {
        (Some(copied), _) if copied.pairs.is_empty() => {
            "No two documents share enough text to be listed.".to_owned()
        }
        (_, Some(progress)) => format!("{} …", counting_copied(progress, app.start.calm)),
        _ => "Listing the documents …".to_owned(),
    }]
}
