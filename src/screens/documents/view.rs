//! The Documents screen: a row for each document with copied text, worst first.

use ratatui::layout::{Constraint, Layout, Rect};

use crate::app::{App, Command, Panel};
use crate::base::DocNo;
use crate::base::units::{count, counted};
use crate::base::width::Width;
use crate::evidence::CopiedDocument;
use crate::evidence::sources::{COMMON_TEXT_COUNTS, percent};
use crate::review::DecisionTarget;
use crate::ui::phrases::{
    counting_copied, disguise_sign, documents, first_fitting, out_of, position, uncompared,
};
use crate::ui::widgets::{decision, name};
use crate::ui::{DrawContext, PanelFrame, Role, RowList, area};

/// Columns of a share or a count.
const FIGURE: u16 = 7;
/// Columns of the decisions, at the least and at most. They are kept free before there are any, so that the first one
/// moves nothing.
const DECIDED: (u16, u16) = (11, 30);
/// Widths from which the row has the number of further documents, the decisions, and the number of pairs with the
/// decisions in full.
const ROOMY: u16 = 60;
const WIDE: u16 = 72;
const WIDER: u16 = 100;

/// Draws the screen.
pub fn draw(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let theme = cx.theme;
    let rows = app.documents.rows();
    let data = app.data.named.as_ref().zip(app.data.copied.as_ref());
    let data = data.filter(|(_, copied)| app.documents.is_of(copied));
    let mut framed = PanelFrame {
        corner: theme.line(Role::Dim, "most found in pairs first"),
        ..PanelFrame::default()
    };
    if let Some((collection, copied)) = data.filter(|_| !rows.is_empty()) {
        let listed = match (rows.len(), collection.len()) {
            (some, all) if some == all => format!("All {}", documents(all)),
            (some, all) => format!("{} documents", out_of(some as u64, all as u64)),
        };
        let pairs = counted(copied.pairs.len() as u64, "pair", "pairs");
        let about = format!("{listed} share text with another, in {pairs}.");
        framed.title = theme.line(Role::Text, about);
        let at = position(app.documents.scroll.selected, rows.len());
        framed.foot_corner = theme.line(Role::Dim, at);
        let counted =
            "in pairs: its words that are the same in passages; holds: the best source alone";
        framed.foot = theme.line(Role::Dim, counted);
    }
    let inner = cx.panel(area, framed);
    let key = |command| app.keymap.label(command);
    let disguised = app.data.disguised.as_ref();
    let disguised = disguised.map_or(0, |disguised| disguised.documents.len()) as u64;
    let warning = format!(
        "{} look-alike letters or hidden characters: {} lists, {} folds them.",
        counted(disguised, "document has", "documents have"),
        key(Command::Skipped),
        key(Command::Settings)
    );
    let Some((collection, _)) = data.filter(|_| !rows.is_empty()) else {
        let mut sentences = empty(app);
        sentences.extend((disguised > 0).then_some(warning));
        return cx.explain_empty(inner, &sentences);
    };
    // The remark that matters most, the longest wording first.
    let (role, remarks) = if disguised > 0 {
        let short = format!("{} disguised ({})", count(disguised), key(Command::Skipped));
        (Role::Warning, vec![warning, short])
    } else if rows.iter().any(|row| row.others > 1) {
        let [list, exclude] = [Command::Blocks, Command::MaskBlock].map(key);
        let excludes = format!("{list} lists it, {exclude} there excludes it.");
        (Role::Dim, vec![format!("{COMMON_TEXT_COUNTS}: {excludes}")])
    } else {
        let source = key(Command::MarkSource);
        let source = format!("{source} marks a source: it is then listed last.");
        (Role::Dim, vec![source])
    };
    let remark = first_fitting(remarks, |text| text.width() <= inner.width.into());
    let (at, inner) = area::split_top(inner, u16::from(remark.is_some()));
    cx.words(at, &remark.unwrap_or_default(), cx.style(role));
    let decided = match inner.width {
        WIDER.. => (inner.width / 7).clamp(DECIDED.0, DECIDED.1),
        WIDE..
            if app
                .data
                .collection
                .as_ref()
                .is_some_and(|all| app.decisions.any(all)) =>
        {
            DECIDED.0
        }
        _ => 0,
    };
    let (head, inner) = area::split_top(inner, 1);
    let heads = [
        "in pairs",
        "document",
        "best source",
        "  holds",
        " equals",
        "  pairs",
        " decided",
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
    let signs = if disguised > 0 {
        disguise_sign(cx.glyphs).width() as u16
    } else {
        0
    };
    let names = |document: fn(&CopiedDocument) -> DocNo, cell: Rect| {
        let docs: Vec<DocNo> = shown.iter().map(document).collect();
        name::identified(
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

/// The cells of a row: share found in its pairs, document, best source, its share, number of further documents with the same,
/// number of pairs, decisions. Cells without room have no width.
fn cells(row: Rect, decided: u16) -> [Rect; 7] {
    let from = |width: u16, columns: u16| if row.width >= width { columns } else { 0 };
    let [_, cells @ ..] = Layout::horizontal([
        Constraint::Length(1),
        Constraint::Length(FIGURE + 1),
        Constraint::Fill(1),
        Constraint::Fill(1),
        Constraint::Length(FIGURE),
        Constraint::Length(from(ROOMY, FIGURE)),
        Constraint::Length(from(WIDER, FIGURE)),
        Constraint::Length(decided),
    ])
    .spacing(if row.width >= WIDER { 2 } else { 1 })
    .areas::<8>(row);
    cells
}

/// Draws a row with the names of the document and its best source.
fn line(
    app: &App,
    names: [&[String; 2]; 2],
    row: &CopiedDocument,
    cells: [Rect; 7],
    cx: &mut DrawContext<'_, '_>,
) {
    let dim = cx.style(Role::Dim);
    let (text, exact) = if row.is_cleared {
        (dim, dim)
    } else {
        (cx.style(Role::Text), cx.style(Role::Exact))
    };
    let [share, first, second, holds, others, pairs, decided] = cells;
    cx.words_right(share, &percent(row.share()), exact);
    let sign = disguise_sign(cx.glyphs);
    let documents = [(row.doc, first), (row.best, second)];
    for ((doc, mut at), name) in documents.into_iter().zip(names) {
        if app.data.is_disguised(doc) {
            let end = cx.words(at, sign, cx.style(Role::Warning));
            at = area::columns(at, end, at.right().saturating_sub(end));
        }
        name::draw(name, at, text, cx);
    }
    cx.words_right(holds, &percent(row.best_share()), text);
    if row.others > 0 {
        cx.words_right(others, &count(row.others.into()), text);
    }
    cx.words_right(pairs, &count(row.documents.into()), text);
    let cell = |target: &DecisionTarget, width: u16| {
        let collection = app.data.collection.as_ref();
        let seen = collection.and_then(|collection| app.decisions.seen(collection, target));
        seen.map_or_else(String::new, |seen| decision::cell(seen, width, cx.glyphs))
    };
    let document = DecisionTarget::Document(row.doc);
    let [whole, own] = [decision::WIDE, decision::SHORT].map(|width| cell(&document, width));
    let best = DecisionTarget::pair(row.doc, row.best);
    let [long, short, sign] =
        [decision::WIDE, decision::SHORT, decision::SIGN].map(|width| cell(&best, width));
    let pair = match row.best_decision {
        _ if !long.is_empty() => "pair",
        Some("source") => "from a source",
        _ => "",
    };
    let number = match row.decided.values().sum::<u32>() {
        decided if decided == u32::from(!long.is_empty()) => String::new(),
        decided => format!("{} decided", out_of(decided.into(), row.documents.into())),
    };
    // The decisions on the document and the best source stay, even in little room.
    let (only, brief) = (row.only(), row.only.describe([""; 2]));
    let texts: [[&str; 5]; 6] = [
        [&whole, pair, &long, &number, &only],
        [&whole, pair, &long, "", &only],
        [&own, pair, &short, "", brief.trim_end()],
        [&own, pair, &short, "", ""],
        [&own, pair, &sign, "", ""],
        [&own, "", &sign, "", ""],
    ];
    let texts = texts.map(|parts| {
        let parts = parts.into_iter().filter(|part| !part.is_empty());
        parts.collect::<Vec<&str>>().join(" ")
    });
    let decided = area::right_from(decided, decided.x + 1);
    let fits = |text: &&String| text.width() <= decided.width.into();
    cx.words(decided, texts.iter().find(fits).unwrap_or(&texts[5]), text);
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
