//! The Documents screen: a row for each document with copied text, worst first.

use ratatui::layout::{Constraint, Layout, Rect};

use crate::app::commands::Command;
use crate::app::names::NamedDocuments;
use crate::app::{App, Panel};
use crate::base::units::{count, counted};
use crate::base::width::Width;
use crate::base::{DocNo, sanitise};
use crate::evidence::sources::percent;
use crate::evidence::{CopiedDocument, disguised};
use crate::review::DecisionTarget;
use crate::typeset::names;
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::list::RowList;
use crate::ui::phrases::{counting_copied, disguise_sign, documents, out_of, position};
use crate::ui::theme::Role;
use crate::ui::widgets::decision;
use crate::ui::widgets::panel::PanelFrame;

/// Columns of a share or a count.
const FIGURE: u16 = 7;
/// Columns of the decisions as text, in full and short.
const DECIDED: u16 = 30;
const FEW: u16 = 21;
/// Rows of the sentence on disguised documents, at most.
const WARNING_ROWS: usize = 3;
/// Width from which the number of pairs and the decisions are shown, and from which the decisions are in full.
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
    let disguised = data.and_then(|(collection, _)| disguised(app, collection));
    let Some((collection, copied)) = data.filter(|_| !rows.is_empty()) else {
        let sentences = [empty(app), disguised].into_iter().flatten();
        return cx.explain_empty(inner, &sentences.collect::<Vec<_>>());
    };
    let width = usize::from(area::indented(inner).width);
    let warning = disguised.as_deref().unwrap_or_default();
    let warning = theme.wrapped(Role::Warning, warning, width);
    let (sentence, inner) = area::split_top(inner, 1);
    let (below, inner) = area::split_top(inner, warning.len().clamp(1, WARNING_ROWS) as u16);
    let listed = match (rows.len(), collection.len()) {
        (some, all) if some == all => format!("All {}", documents(all)),
        (some, all) => format!("{} documents", out_of(some as u64, all as u64)),
    };
    let pairs = counted(copied.pairs.len() as u64, "pair", "pairs");
    let short = format!("{listed} are in the {pairs} of Copied text.");
    let state = app.data.collection.as_ref();
    let state = state.and_then(|collection| app.decisions.state(collection));
    let is_source = |row: &CopiedDocument| state.is_some_and(|s| s.is_source(collection, row.doc));
    let long = if rows.iter().any(is_source) {
        format!("{short} An opened document also lists shorter passages.")
    } else {
        let key = app.keymap.label(Command::MarkSource);
        format!("{short} {key} marks a source: it is then listed last.")
    };
    let text = if long.width() < inner.width.into() {
        long
    } else {
        short
    };
    cx.words(area::indented(sentence), &text, cx.style(Role::Text));
    cx.lines(area::indented(below), &warning);
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
    let names = |document: fn(&CopiedDocument) -> DocNo| {
        let rows = shown.iter().map(|row| collection.id(document(row)));
        rows.collect::<Vec<&str>>()
    };
    let names = [names(|row| row.doc), names(|row| row.best)];
    let list = RowList::new(Panel::Documents, scroll, rows.len(), true);
    list.draw((area, inner), cx, |i, row_area, cx| {
        let cells = cells(row_area, decided);
        line(app, (&names, i - from), &rows[i], cells, cx);
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

/// Message that names the disguised documents; `None` if there are none.
fn disguised(app: &App, collection: &NamedDocuments) -> Option<String> {
    let documents = &app.data.disguised.as_ref()?.documents;
    let is_in = |doc: DocNo| doc.index() < collection.len();
    let mut all = documents.iter();
    let all_in = all.all(|one| is_in(one.doc) && one.folded.is_none_or(|(doc, _)| is_in(doc)));
    (all_in && !documents.is_empty()).then_some(())?;
    let settings = app.keymap.label(Command::Settings);
    let way_out = format!("{settings} look-alikes folded compares them so");
    let normalisation = &app.reanalysis.shown.settings.normalisation;
    let way_out = Some(&*way_out).filter(|_| !normalisation.fold_confusables);
    let sentence = disguised::sentence(documents, &|doc| collection.id(doc), way_out);
    Some(sanitise::line(&sentence).into_owned())
}

/// Draws the n-th visible row; `names` are those of all visible rows.
fn line(
    app: &App,
    (names, n): (&[Vec<&str>; 2], usize),
    row: &CopiedDocument,
    cells: [Rect; 6],
    cx: &mut DrawContext<'_, '_>,
) {
    let (text, dim) = (cx.style(Role::Text), cx.style(Role::Dim));
    let [share, first, second, holds, pairs, decided] = cells;
    let figure = |figure: &str| format!("{figure:>7}");
    cx.words(share, &figure(&percent(row.share())), cx.style(Role::Exact));
    let sign = disguise_sign(cx.glyphs);
    let documents = [(row.doc, first), (row.best, second)];
    for ((doc, mut at), ids) in documents.into_iter().zip(names) {
        if app.data.is_disguised(doc) {
            let end = cx.words(at, sign, cx.style(Role::Warning));
            at = area::columns(at, end, at.right().saturating_sub(end));
        }
        let width = usize::from(at.width);
        let parts = ids[n].rsplit_once('/');
        let parts = parts.map(|(folder, name)| [name, folder].map(sanitise::line));
        match parts.filter(|[name, folder]| name.width() + 2 + folder.width() <= width) {
            Some([name, folder]) => {
                let end = cx.words(at, &format!("{name}  "), text);
                cx.words(area::right_from(at, end), &folder, dim);
            }
            None => drop(cx.words(at, &names::among(ids, n, width, cx.glyphs), text)),
        }
    }
    cx.words(holds, &figure(&percent(row.best_share())), text);
    cx.words(pairs, &figure(&count(row.documents.into())), text);
    let seen = app.data.collection.as_ref();
    let seen = seen.and_then(|c| app.decisions.seen(c, &DecisionTarget::Document(row.doc)));
    let own = seen.map_or_else(String::new, |seen| {
        decision::cell(seen, decision::SHORT, cx.glyphs)
    });
    let (all, only) = (row.decisions(), row.only());
    let decisions: u32 = row.decided.values().sum();
    let short = format!("{} decided", count(decisions.into()));
    let short = if all.is_empty() { "" } else { &short };
    // The kind of the passages is shown even if there are many decisions.
    let texts = [&*all, short, ""].map(|decisions| {
        let parts = [&own, decisions, &only].into_iter();
        let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
        parts.join(" ")
    });
    let fits = |text: &&String| text.width() <= decided.width.into();
    let shown = texts.iter().find(fits).unwrap_or(&texts[2]);
    cx.words(decided, shown, text);
}

/// Why no document is listed.
fn empty(app: &App) -> Option<String> {
    let is_one = app.data.collection.as_ref().is_some_and(|c| c.len() == 1);
    Some(match (&app.data.copied, app.data.counting) {
        (Some(copied), _) if copied.pairs.is_empty() && is_one => {
            "One document was read: there is nothing to compare it with.".to_owned()
        }
        (Some(copied), _) if copied.pairs.is_empty() => {
            "No two documents share enough text to be listed.".to_owned()
        }
        (_, Some(progress)) => format!("{} …", counting_copied(progress, app.start.calm)),
        _ if app.nothing_read() => "No document was read.".to_owned(),
        _ => "Listing the documents …".to_owned(),
    })
}
