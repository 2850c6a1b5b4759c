//! The list of pairs, or why it is empty and what to do about it.

use crate::app::update::masks::recurs;
use crate::app::{Action, App, Command, NamedDocuments, Panel};
use crate::base::sanitise;
use crate::base::units::counted;
use crate::base::width::Width;
use crate::config::Purpose;
use crate::engine::message::{PairList, PairRow};
use crate::engine::pair_order::{ArrangedPairs, PairArrangement, PairColumn};
use crate::evidence::copied_text;
use crate::evidence::long_runs::RUN;
use crate::figures::{Figure, FigureKind, PairData};
use crate::filter::Target;
use crate::review::DecisionTarget;
use crate::settings::Unit;
use crate::typeset::figures::{Glyphs, figure as typeset};
use crate::ui::columns::cells as cells_of;
use crate::ui::phrases::{
    counting_copied, first_fitting, out_of, position, search_stopped, sort_arrow, uncompared,
};
use crate::ui::widgets::filter_line::FilterLine;
use crate::ui::widgets::{decision, name, two_beside};
use crate::ui::{DrawContext, LineWidth, ListColumn, PanelFrame, Role, RowList, Theme, area};
use ratatui::layout::Rect;
use ratatui::text::Line;

/// Width of the selection mark.
const MARK: u16 = 2;
/// Blanks before each name.
const GAP: u16 = 2;

/// Columns of the selection mark and of four figures: a row has no more.
const FIGURES: u16 = 39;

/// Minimum columns of the two names.
const NAMES: u16 = 39;

/// Minimum number of columns of a figure: a count of words, `1,825`.
const FIGURE: u16 = 5;

/// Draws the panel.
pub fn draw(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let list = &app.pair_list;
    let inner = cx.panel(area, framed(app, cx.theme, area.width));
    let filter = FilterLine {
        input: &list.filter,
        target: Target::Pairs,
        active: list.filtering && app.dialogs.is_empty(),
        wrong: list.wrong.as_ref(),
    };
    let inner = filter.draw(inner, cx);
    let data = app.data.named.as_ref().zip(list.shown());
    let Some((collection, shown)) = data.filter(|(_, shown)| !shown.is_empty()) else {
        return cx.explain_empty(inner, &why_empty(app));
    };
    if inner.height < 2 || inner.width < 20 {
        return;
    }
    let (head, rows) = area::split_top(inner, 1);
    heads(app, head, cx);
    let rows_of_list = RowList::new(Panel::Pairs, &list.scroll, shown.len(), !list.filtering);
    rows_of_list.draw((area, rows), cx, |at, row_area, cx| {
        let Some(row) = shown.row(at) else { return };
        let target = DecisionTarget::pair(row.pair.a, row.pair.b);
        decision::marked(app.marked.contains(&target), row_area, cx);
        line(app, collection, row, row_area, cx);
    });
}

/// The cells of a row: the figures, the two names, the decision.
fn cells(app: &App, row: Rect) -> (Vec<Rect>, [Rect; 2], Rect) {
    // The same width with and without decisions, so that the first one moves nothing.
    let decision = match row.width {
        100.. => decision::WIDE,
        _ => decision::SIGN,
    };
    let names = NAMES.max(row.width.saturating_sub(FIGURES + decision));
    let columns = columns(decision, names, app);
    let mut cells = cells_of(&columns, GAP, area::right_from(row, row.x + MARK));
    let decision = cells.pop().unwrap_or_default();
    let names = cells.pop().unwrap_or_default();
    let half = names.width.saturating_sub(GAP) / 2;
    let (first, second) = area::split_left(names, half);
    let second = area::right_from(second, second.x + GAP);
    (cells, [first, second], decision)
}

fn framed<'a>(app: &App, theme: &Theme, width: u16) -> PanelFrame<'a> {
    let list = &app.pair_list;
    // The only panel with keys: its title, a sentence, needs no mark.
    let mut framed = PanelFrame::new(theme.line(Role::Title, "Pairs"), false);
    if let (Some(all), Some(shown)) = (&list.list, list.shown()) {
        let arrow = sort_arrow(list.column.rises(), theme.glyphs());
        let order = order(list.column, app.unit());
        let so_far = if all.complete { "" } else { " so far" };
        framed.corner = theme.line(Role::Dim, format!("{order}{so_far} {arrow}"));
        let room = usize::from(width).saturating_sub(framed.corner.columns() + 7);
        if !all.rows.is_empty() {
            framed.title = sentence(all, shown, room, theme);
        }
        if app.at_other_settings() {
            framed.foot_corner = theme.line(Role::Warning, "still at the old settings");
        } else if !shown.is_empty() {
            let at = position(list.scroll.selected, shown.len());
            framed.foot_corner = theme.line(Role::Dim, at);
        }
        // The frame's corners, and blanks around both texts.
        let taken = framed.foot_corner.columns() + 8;
        framed.foot = foot(app, theme, usize::from(width).saturating_sub(taken));
    }
    framed
}

/// How many pairs there are or match the filter, and on how many people decided.
fn sentence(all: &PairList, shown: &ArrangedPairs, room: usize, theme: &Theme) -> Line<'static> {
    let pairs = all.rows.len() as u64;
    let matching = (shown.len() - shown.unlisted.len()) as u64;
    let text = match all.purpose {
        _ if !all.complete => {
            return theme.line(Role::Text, "Counting the pairs that share copied text.");
        }
        _ if matching < pairs => format!("{} pairs match.", out_of(matching, pairs)),
        Purpose::CopiedText => {
            let [long, short] = copied_text::pairs_share(&all.rows, |row| row.evidence);
            (if long.len() < room { long } else { short }) + "."
        }
        Purpose::NearDuplicates => counted(pairs, "pair", "pairs") + ".",
    };
    let mut line = theme.line(Role::Text, text);
    if shown.judged > 0 {
        let decided = decision::progress(shown.judged, all.rows.len());
        line.push_span(theme.span(Role::Exact, format!("  {decided}.")));
    } else if line.columns() + NOBODY.len() <= room {
        line.push_span(theme.span(Role::Dim, NOBODY));
    }
    line
}

const NOBODY: &str = "  Nobody has decided on one yet.";

const EVIDENCE: &str = "evidence: words that are the same, less for text that many documents hold";

/// The progress of the evidence, or the note on the limit of the list.
fn foot<'a>(app: &App, theme: &Theme, room: usize) -> Line<'a> {
    let list = &app.pair_list;
    let (Some(all), Some(_)) = (&list.list, list.shown()) else {
        return Line::default();
    };
    let stopped = search_stopped(app, theme.dot());
    if let Some(text) = first_fitting(stopped, |text| text.width() <= room) {
        return theme.line(Role::Warning, text);
    }
    if let Some(progress) = app.data.counting {
        let far = counting_copied(progress, app.start.calm);
        return theme.line(Role::Dim, far);
    }
    if !all.complete {
        let far = "these share most; the others follow";
        return theme.line(Role::Dim, far);
    }
    if let n @ 1.. = list.shown().map_or(0, |shown| shown.unlisted.len()) {
        let pairs = counted(n as u64, "decided pair", "decided pairs");
        let last = format!("the last {pairs}: too little shared with these settings");
        return theme.line(Role::Warning, theme.own(&last));
    }
    let is_whole = app.reanalysis.shown.masks.is_empty();
    match (recurs(app).filter(|_| is_whole), list.column) {
        _ if !all.note.is_empty() => theme.line(Role::Dim, theme.own(&all.note)),
        (Some(hint), _) => theme.line(Role::Warning, hint),
        (None, PairColumn::Best) => theme.line(Role::Dim, EVIDENCE),
        (None, _) => Line::default(),
    }
}

fn heads(app: &App, row: Rect, cx: &mut DrawContext<'_, '_>) {
    let (figures, names, decided) = cells(app, row);
    if decided.width >= decision::WIDE {
        cx.words(decided, "decided", cx.style(Role::Dim));
    }
    let cells = figures.into_iter().chain(names);
    for (column, cell) in PairColumn::all(app.measure()).zip(cells) {
        let role = if column == app.pair_list.column {
            Role::Title
        } else {
            Role::Dim
        };
        let head = head(column, app.unit());
        let is_name = matches!(column, PairColumn::A | PairColumn::B);
        let width = if is_name { 0 } else { cell.width.into() };
        cx.words(cell, &format!("{head:>width$}"), cx.style(role));
        cx.hits.push(cell, Action::SortPairsBy(column));
    }
}

fn line(
    app: &App,
    collection: &NamedDocuments,
    row: &PairRow,
    row_area: Rect,
    cx: &mut DrawContext<'_, '_>,
) {
    let (a, b) = (row.pair.a, row.pair.b);
    if a.index().max(b.index()) >= collection.len() {
        return;
    }
    let data = PairData::new(collection, &row.pair, row.evidence.as_ref());
    let (figures, name_cells, decided) = cells(app, row_area);
    if decided.width > 0
        && let Some(collection) = &app.data.collection
        && let Some(seen) = app.decisions.seen(collection, &DecisionTarget::pair(a, b))
    {
        let text = decision::cell(seen, decided.width, cx.glyphs);
        cx.words(decided, &text, cx.style(decision::role(seen.mark)));
    }
    let columns = PairColumn::all(app.measure()).zip(Figure::columns(app.measure()));
    for ((column, figure), cell) in columns.zip(figures) {
        let is_sorted = column == app.pair_list.column;
        let role = if is_sorted { Role::Exact } else { Role::Text };
        let text = figure_text(app, figure, &data, cx.glyphs);
        let width = usize::from(cell.width);
        cx.words(cell, &format!("{text:>width$}"), cx.style(role));
    }
    let [first, mut second] = name_cells;
    let only = row
        .evidence
        .map_or_else(String::new, |evidence| evidence.only.of_a_and_b());
    // Without "in A" or "in B" if there is little room.
    let short = only.split(" in ").next().unwrap_or_default();
    let fitting = [&*only, short].into_iter();
    let fitting = fitting.filter(|only| !only.is_empty() && second.width as usize > only.len() + 8);
    if let Some(only) = fitting.max_by_key(|only| only.len()) {
        cx.words_right(second, only, cx.style(Role::Warning));
        second.width -= only.len() as u16 + 1;
    }
    let width = first.width.min(second.width);
    let shown = name::identified(collection, &[a, b], width, cx.glyphs);
    for (shown, cell) in shown.iter().zip([first, second]) {
        name::draw(shown, cell, cx.style(Role::Text), cx);
    }
}

/// The columns: the figures, the names, the decision. The column that orders the list is never dropped.
fn columns(decision: u16, names: u16, app: &App) -> Vec<ListColumn> {
    let columns = PairColumn::all(app.measure()).zip(Figure::columns(app.measure()));
    let figures = columns.map(|(column, figure)| {
        let is_sorted = column == app.pair_list.column;
        let rank = if is_sorted { 0 } else { figure.rank };
        ListColumn::fixed(FIGURE.max(figure.heading(Unit::Term).len() as u16), rank)
    });
    let names = [ListColumn::filling(names), ListColumn::fixed(decision, 1)];
    figures.chain(names).collect()
}

/// The heading of a column.
fn head(column: PairColumn, unit: Unit) -> &'static str {
    match column {
        PairColumn::A => "A",
        PairColumn::B => "B",
        PairColumn::Best => "evidence",
        PairColumn::Figure(figure) => figure.heading(unit),
    }
}

/// The order by a column, in words.
fn order(column: PairColumn, unit: Unit) -> String {
    match column {
        PairColumn::Best => "best evidence first".into(),
        PairColumn::Figure(figure) => format!("by {}", figure.title_in(unit)),
        PairColumn::A | PairColumn::B => format!("by path of {}", head(column, unit)),
    }
}

/// The text in the column of a figure.
fn figure_text(app: &App, figure: &Figure, data: &PairData<'_>, glyphs: Glyphs) -> String {
    match (figure.of_pair(data), figure.kind) {
        (None, _) => glyphs.cut().to_string(),
        (Some(value), FigureKind::Similarity) => two_beside(value, app.threshold),
        (Some(value), kind) => typeset(kind, value),
    }
}

/// Why the list is empty, and advice.
fn why_empty(app: &App) -> Vec<String> {
    if let Some(sentences) = uncompared(app, "Pairs") {
        return sentences;
    }
    let list = &app.pair_list;
    let (Some(all), Some(shown)) = (&list.list, list.shown()) else {
        return vec!["Listing the pairs …".into()];
    };
    if let Some(progress) = app.data.counting.filter(|_| all.rows.is_empty()) {
        return vec![format!("{} …", counting_copied(progress, app.start.calm))];
    }
    let mut sentences = Vec::new();
    if !all.rows.is_empty() {
        let text = sanitise::line(list.filter.text());
        sentences.push(format!("No pair matches \"{text}\"."));
        let PairArrangement { filter, review, .. } = &shown.arrangement;
        let property = filter.first_property();
        if let Some(property) = property.filter(|_| all.complete && review.is_none()) {
            sentences.push(format!(
                "It is not yet known for any pair whether it is \"{property}\"."
            ));
        } else if shown.unknown > 0 {
            let pairs = counted(shown.unknown as u64, "pair", "pairs");
            sentences.push(format!("Of {pairs} the evidence is still being counted."));
        }
        sentences.push("Esc lifts the filter.".into());
        return sentences;
    }
    let run = app.unit().counted(RUN as u64);
    sentences.push(format!(
        "No two documents share a tenth of one text, or a long passage that keeps {run} in a row."
    ));
    let clusters = app.keymap.label(Command::Clusters);
    sentences.push(format!("{clusters} shows near-duplicates."));
    sentences.extend((!all.note.is_empty()).then(|| all.note.clone()));
    sentences
}
