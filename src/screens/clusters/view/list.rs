//! The list of clusters: size, similarity and title; or why it is empty, with advice.

use super::share::chain_flag;
use crate::app::state::histogram::Histogram;
use crate::app::{Action, App, Command, NamedDocuments, Panel};
use crate::base::units::count;
use crate::base::width::Width;
use crate::base::{DocNo, sanitise};
use crate::cluster::{Cluster, Clustering};
use crate::filter::Target;
use crate::review::DecisionTarget;
use crate::screens::clusters::state::{ClusterColumn, ClustersFocus, Listed};
use crate::typeset::figures::{Glyphs, four_decimals, threshold};
use crate::ui::phrases::{
    disguise_sign, first_fitting, listed, no_two, search_stopped, sort_arrow, uncompared,
};
use crate::ui::widgets::filter_line::FilterLine;
use crate::ui::widgets::{decision, name, two_beside};
use crate::ui::{
    DrawContext, LineWidth, ListColumn, PanelFrame, Role, RowList, Theme, area, columns,
};
use ratatui::layout::Rect;
use ratatui::text::Line;

/// Width of the number of documents, with the blank before it.
const SIZE: u16 = 5;
/// Width of the similarities.
const SIMILARITY: u16 = 11;
/// Minimum columns of a name beside the similarities.
const NAME: u16 = 18;

/// Width of the selection mark.
const MARK: u16 = 2;

/// Draws the panel.
pub fn draw(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let focused = app.clusters.focus == ClustersFocus::List && !app.clusters.reading;
    let inner = cx.panel(area, framed(app, cx.theme, area, focused));
    let filter = FilterLine {
        input: &app.clusters.filter,
        target: Target::Clusters,
        active: app.clusters.filtering,
        wrong: app.clusters.wrong.as_ref(),
    };
    let inner = filter.draw(inner, cx);
    let data = app.data.named.as_ref().zip(app.data.clustering.as_ref());
    let Some((collection, clustering)) = data.filter(|_| !app.clusters.listed.is_empty()) else {
        return cx.explain_empty(inner, &why_empty(app));
    };
    if inner.height < 2 || inner.width < 20 {
        return;
    }
    let (head, rows) = area::split_top(inner, 1);
    let (scroll, listed) = (&app.clusters.list, &app.clusters.listed);
    heads(app, head, cx);
    let list = RowList::new(Panel::Clusters, scroll, listed.len(), focused);
    list.draw((area, rows), cx, |i, row, cx| {
        let listed = &listed[i];
        let Some(cluster) = clustering.clusters.get(listed.cluster) else {
            return;
        };
        if !app.marked.is_empty() {
            let target = DecisionTarget::cluster(&cluster.members);
            decision::marked(app.marked.contains(&target), row, cx);
        }
        line(app, (collection, clustering), (listed, cluster), row, cx);
    });
}

fn framed<'a>(app: &'a App, theme: &Theme, area: Rect, focused: bool) -> PanelFrame<'a> {
    let mut framed = PanelFrame::new(theme.line(Role::Title, "Clusters"), focused);
    let Some(clustering) = &app.data.clustering else {
        return framed;
    };
    let (all, shown) = (clustering.clusters.len(), app.clusters.listed.len());
    let mut push = |role, text| framed.title.push_span(theme.span(role, text));
    push(
        Role::Title,
        match all {
            0 => " of near-duplicates: none".to_owned(),
            _ => format!(" {}", listed(shown, all)),
        },
    );
    let judged = app.decisions.judged_clusters();
    if judged > 0 {
        let judged = decision::progress(judged, all);
        push(Role::Exact, format!("{}{judged}", theme.dot()));
    }
    let c = &app.clusters;
    let arrow = sort_arrow(c.sort.rises(), theme.glyphs());
    framed.corner = theme.line(Role::Dim, format!("by {} {arrow}", c.sort.name()));
    // The frame's corners, and blanks around both texts.
    let taken = framed.title.columns() + framed.corner.columns() + theme.dot().len() + 6;
    let room = usize::from(area.width).saturating_sub(taken);
    let wordings = search_stopped(app, theme.dot());
    if let Some(wording) = first_fitting(wordings, |text| text.width() <= room) {
        let stopped = format!("{}{wording}", theme.dot());
        framed.title.push_span(theme.span(Role::Warning, stopped));
    }
    if app.at_other_settings() {
        framed.foot_corner = theme.line(Role::Warning, "still at the old settings");
    } else if app.stale() {
        let other = threshold(clustering.threshold);
        framed.foot_corner = theme.line(Role::Warning, format!("still those at {other}"));
    }
    framed
}

/// The cells of a row: size, similarity, and the rest. The cell of the similarity has no width if there is no room.
fn cells(row: Rect) -> [Rect; 3] {
    let columns = [
        ListColumn::fixed(SIZE, 0),
        ListColumn::fixed(SIMILARITY, 1),
        ListColumn::filling(NAME),
    ];
    let cells = columns::cells(&columns, 2, area::right_from(row, row.x + MARK));
    [cells[0], cells[1], cells[2]]
}

fn heads(app: &App, row: Rect, cx: &mut DrawContext<'_, '_>) {
    use ClusterColumn::{Max, Mean, Min, Name, Size};
    let sorted = app.clusters.sort;
    let filtered = !app.clusters.filter.text().trim().is_empty();
    let name = if filtered {
        "member that matches"
    } else {
        "cluster"
    };
    let [size, similarity, rest] = cells(row);
    let by_similarity = matches!(sorted, Min | Mean | Max);
    for (column, cell, text, is_sorted) in [
        (Size, size, " size", sorted == Size),
        (Min, similarity, "similarity", by_similarity),
        (Name, rest, name, sorted == Name),
    ] {
        let role = if is_sorted { Role::Title } else { Role::Dim };
        cx.words(cell, text, cx.style(role));
        cx.hits.push(cell, Action::SortBy(column));
    }
}

/// The least and the greatest similarity of two members, `same` if all texts are, in [`SIMILARITY`] columns.
fn similarity(cluster: &Cluster, threshold: f64, glyphs: Glyphs) -> String {
    let [low, high] = [cluster.min, cluster.max].map(|value| two_beside(value, threshold));
    if low != high {
        format!("{low} {} {high}", glyphs.pick("–", "-"))
    } else if cluster.min >= 1.0 {
        "same".to_owned()
    } else {
        low
    }
}

fn line(
    app: &App,
    (collection, clustering): (&NamedDocuments, &Clustering),
    (listed, cluster): (&Listed, &Cluster),
    row: Rect,
    cx: &mut DrawContext<'_, '_>,
) {
    let chain = cluster.is_chain(clustering.threshold);
    let [size_area, similarity_area, mut rest] = cells(row);
    // Most clusters are of two documents.
    let (size, role) = match cluster.size() {
        2 => ("pair".to_owned(), Role::Dim),
        more => (count(more as u64), Role::Exact),
    };
    let wide = area::columns(row, size_area.x, SIZE + 2);
    cx.words(
        wide,
        &format!("{size:>0$}", usize::from(SIZE)),
        cx.style(role),
    );
    let role = if chain { Role::Warning } else { Role::Text };
    let text = similarity(cluster, clustering.threshold, cx.glyphs);
    cx.words(similarity_area, &text, cx.style(role));
    let is_here = |doc: DocNo| {
        let cluster = clustering.cluster_of.get(doc.index()).copied().flatten();
        cluster.is_some_and(|cluster| cluster as usize == listed.cluster)
    };
    let disguised = app.data.disguised.as_deref();
    if disguised.is_some_and(|d| d.documents.iter().any(|one| is_here(one.doc))) {
        let x = cx.words(rest, disguise_sign(cx.glyphs), cx.style(Role::Warning));
        rest = area::right_from(rest, x);
    }
    let decisions = &app.decisions;
    if let Some(seen) = decisions.seen_cluster(collection, listed.cluster, &cluster.members) {
        let width = match row.width {
            66.. => decision::WIDE,
            _ => decision::SHORT,
        };
        let text = decision::cell(seen, width, cx.glyphs);
        cx.words(rest, &text, cx.style(decision::role(seen.mark)));
        rest = area::right_from(rest, rest.x + width);
    }
    let (flag, width) = match (chain, rest.width >= 30) {
        (true, true) => (chain_flag(cx.glyphs), 9),
        (true, false) => (cx.glyphs.pick("⚠", "!"), 3),
        (false, _) => ("", 0),
    };
    let (name_area, flag_area) = area::split_left(rest, rest.width.saturating_sub(width));
    cx.words_right(flag_area, flag, cx.style(Role::Warning));
    if listed.matched.is_empty() {
        let mut shown = name::listed(collection, &[listed.named], name_area.width, cx.glyphs);
        if name_area.width < WITH_FOLDER {
            shown[0][1].clear();
        }
        return name::draw(&shown[0], name_area, cx.style(Role::Text), cx);
    }
    // The filter matched the id.
    let (plain, matched) = (cx.style(Role::Text), cx.style(Role::Match));
    let (id, room) = (collection.id(listed.named), usize::from(name_area.width));
    let spans = name::spans(id, room, cx.glyphs, &listed.matched, plain, matched);
    cx.line(name_area, &Line::from(spans));
}

/// Columns of a name from which its folder is shown after the title.
const WITH_FOLDER: u16 = 50;

/// Why the list is empty, and advice.
fn why_empty(app: &App) -> Vec<String> {
    if let Some(sentences) = uncompared(app, "Clusters") {
        return sentences;
    }
    let clustering = app.data.clustering.as_ref();
    if clustering.is_some_and(|clustering| clustering.clusters.is_empty()) {
        return no_pairs(app);
    }
    let text = sanitise::line(app.clusters.filter.text());
    let none = if app.clusters.figures_filter.is_empty() {
        format!("No cluster has a member whose name matches \"{text}\".")
    } else {
        format!("No cluster matches \"{text}\".")
    };
    vec![none, "Esc lifts the filter.".into()]
}

fn no_pairs(app: &App) -> Vec<String> {
    let at = threshold(app.threshold);
    if app.data.search_stopped() {
        return vec![
            format!(
                "The search was stopped; of the pairs found by then none is as similar as {at}."
            ),
            format!("{} goes on.", app.keymap.label(Command::Reload)),
        ];
    }
    let mut sentences = vec![no_two(app, &at)];
    let Some(pairs) = &app.data.pairs else {
        return sentences;
    };
    sentences.splice(0..0, super::sentence::wordings(app).into_iter().take(1));
    let key = |command| app.keymap.label(command);
    sentences.push(match Histogram::nearest_below(pairs, app.threshold) {
        Some(highest) => {
            let lower = key(Command::ThresholdDown);
            let highest = four_decimals(highest);
            format!("The highest pair is {highest}: lower the threshold with {lower}")
        }
        None => {
            let (floor, set) = (threshold(pairs.info.floor), key(Command::ThresholdSet));
            format!(
                "None reaches {floor} either, from where pairs are kept: {set} sets a lower threshold"
            )
        }
    });
    sentences
}
