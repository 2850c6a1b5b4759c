//! The list of clusters: size, similarity and title; or why it is empty and what to do about it.

use super::share::{chain_flag, two_beside};
use crate::app::names::Named;
use crate::app::state::histogram::Histogram;
use crate::app::{Action, App, Command, Panel};
use crate::base::units::{count, counted};
use crate::base::width::Width;
use crate::base::{DocNo, sanitise};
use crate::cluster::{Cluster, Clustering};
use crate::filter::Target;
use crate::review::DecisionTarget;
use crate::screens::clusters::state::{ClusterColumn, Focus, Listed};
use crate::typeset::figures::{Glyphs, four_decimals, threshold};
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::hit_map::HitMap;
use crate::ui::list::RowList;
use crate::ui::phrases::{
    disguise_sign, documents, first_fitting, no_two, out_of, search_stopped, sort_arrow,
};
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::filter_line::FilterLine;
use crate::ui::widgets::paint::LineWidth;
use crate::ui::widgets::panel::PanelFrame;
use crate::ui::widgets::{decision, end_cut, name};
use ratatui::layout::Rect;
use ratatui::text::Line;

/// Width of the number of documents, with the blank before it.
const SIZE: u16 = 5;
/// Width of the similarities, and that of a row from which they are shown.
const SIMILARITY: u16 = 11;
const WIDE: u16 = 40;

/// Width of the selection mark.
const MARK: u16 = 2;

/// Draws the panel.
pub fn draw(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>, hits: &mut HitMap) {
    let focused = app.clusters.focus == Focus::List && !app.clusters.reading;
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
    heads(app, head, cx, hits);
    let list = RowList {
        panel: Panel::Clusters,
        scroll,
        len: listed.len(),
        focused,
    };
    list.draw((area, rows), cx, hits, |i, row, cx| {
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
    let mut title = vec![theme.span(Role::Title, "Clusters")];
    let mut foot_corner = Line::default();
    let mut corner = Line::default();
    if let Some(clustering) = &app.data.clustering {
        let (all, shown) = (clustering.clusters.len(), app.clusters.listed.len());
        let counts = if shown == all {
            count(all as u64)
        } else {
            out_of(shown as u64, all as u64)
        };
        title.push(theme.span(Role::Title, format!(" {counts}")));
        let judged = app.decisions.judged_clusters();
        let c = &app.clusters;
        let arrow = sort_arrow(c.sort.rises() != c.reversed, theme.glyphs());
        corner = theme.line(Role::Dim, format!("by {} {arrow}", c.sort.name()));
        if judged > 0 {
            let judged = decision::progress(judged, all);
            title.push(theme.span(Role::Exact, format!("{}{judged}", theme.dot())));
        }
        // The frame's corners, and blanks around both texts.
        let taken = title.columns() + corner.columns() + theme.dot().len() + 6;
        let room = usize::from(area.width).saturating_sub(taken);
        let wordings = search_stopped(app, theme.dot());
        if let Some(wording) = first_fitting(wordings, |text| text.width() <= room) {
            title.push(theme.span(Role::Warning, format!("{}{wording}", theme.dot())));
        }
        if app.at_other_settings() {
            foot_corner = theme.line(Role::Warning, "still at the old settings");
        } else if app.stale() {
            let other = threshold(clustering.threshold);
            foot_corner = theme.line(Role::Warning, format!("still those at {other}"));
        }
    }
    PanelFrame {
        title: title.into(),
        corner,
        foot_corner,
        focused,
        ..PanelFrame::default()
    }
}

/// The cells of a row: size, similarity, and the rest. That of the similarity has no width where there is no room.
fn cells(row: Rect) -> [Rect; 3] {
    let similarity = if row.width >= WIDE { SIMILARITY } else { 0 };
    let gap = if row.width >= WIDE { 2 } else { 0 };
    let size = area::columns(row, row.x + MARK, SIZE);
    let similarity = area::columns(row, size.right() + 2, similarity);
    let name = area::right_from(row, (similarity.right() + gap).min(row.right()));
    [size, similarity, name]
}

fn heads(app: &App, row: Rect, cx: &mut DrawContext<'_, '_>, hits: &mut HitMap) {
    let sorted = app.clusters.sort;
    let filtered = !app.clusters.filter.text().trim().is_empty();
    let name = if filtered {
        "member that matches"
    } else {
        "cluster"
    };
    let [size, similarity, name_at] = cells(row);
    let parts = [
        (ClusterColumn::Size, size, " size"),
        (ClusterColumn::Min, similarity, "similarity"),
        (ClusterColumn::Name, name_at, name),
    ];
    for (column, cell, text) in parts {
        let is_sorted = match column {
            ClusterColumn::Min => matches!(
                sorted,
                ClusterColumn::Min | ClusterColumn::Mean | ClusterColumn::Max
            ),
            column => column == sorted,
        };
        let role = if is_sorted { Role::Title } else { Role::Dim };
        cx.words(cell, text, cx.style(role));
        hits.push(cell, Action::SortBy(column));
    }
}

/// The least and the greatest similarity of two members, `same` if all texts are, in [`SIMILARITY`] columns.
fn similarity(cluster: &Cluster, threshold: f64, glyphs: Glyphs) -> String {
    let [low, high] = [cluster.min, cluster.max].map(|value| two_beside(value, threshold));
    let (low, high) = (low.trim_start(), high.trim_start());
    match low == high {
        true if cluster.min >= 1.0 => "same".to_owned(),
        true => low.to_owned(),
        false => format!("{low} {} {high}", glyphs.pick("–", "-")),
    }
}

fn line(
    app: &App,
    (collection, clustering): (&Named, &Clustering),
    (listed, cluster): (&Listed, &Cluster),
    row: Rect,
    cx: &mut DrawContext<'_, '_>,
) {
    let chain = cluster.is_chain(clustering.threshold);
    // Most clusters are of two documents: only what is more is shown.
    let size = match cluster.size() {
        2 => String::new(),
        n => format!("{:>1$}", count(n as u64), usize::from(SIZE)),
    };
    let [size_area, similarity_area, name_area] = cells(row);
    let wide = Rect {
        width: SIZE.max(size.len() as u16),
        ..size_area
    };
    cx.words(wide, &size, cx.style(Role::Exact));
    let role = if chain { Role::Warning } else { Role::Text };
    let text = similarity(cluster, clustering.threshold, cx.glyphs);
    cx.words(similarity_area, &text, cx.style(role));
    let mut x = name_area.x;
    // The word is omitted if it would cost the file name a character.
    let id = collection.id(listed.named);
    let title = sanitise::line(collection.title(listed.named).trim());
    // What a filter has found is in the name.
    let by_title = listed.matched.is_empty() && !title.is_empty();
    let file = id.rsplit('/').next().unwrap_or(id).width() as u16 + 2;
    let long = row.right().saturating_sub(x + 9) >= file;
    // Without a flag the name takes its room; otherwise a blank separates the two.
    let (flag, flag_width) = match (chain, long) {
        (true, true) => (chain_flag(cx.glyphs), 9),
        (true, false) => (cx.glyphs.pick("⚠", "!"), 3),
        (false, _) => ("", 0),
    };
    let is_here = |doc: DocNo| {
        let cluster = clustering.cluster_of.get(doc.index()).copied().flatten();
        cluster.is_some_and(|cluster| cluster as usize == listed.cluster)
    };
    let disguised = app.data.disguised.as_deref();
    let sign = if disguised.is_some_and(|d| d.documents.iter().any(|(doc, _)| is_here(*doc))) {
        disguise_sign(cx.glyphs)
    } else {
        ""
    };
    x = cx.words(area::right_from(row, x), sign, cx.style(Role::Warning));
    let seen = app
        .decisions
        .seen_cluster(collection, listed.cluster, &cluster.members);
    if let Some(seen) = seen {
        let wide = if row.width >= 66 {
            decision::WIDE
        } else {
            decision::SHORT
        };
        let decision_area = area::columns(row, x, wide);
        let text = decision::cell(seen, wide, cx.glyphs);
        cx.words(decision_area, &text, cx.style(decision::role(seen.mark)));
        x += wide;
    }
    let room = row.right().saturating_sub(x + flag_width);
    let (plain, matched_style) = (cx.style(Role::Text), cx.style(Role::Match));
    let name_area = area::columns(row, x, room);
    if by_title {
        cx.words(name_area, &end_cut(&title, room.into(), cx.glyphs), plain);
    } else {
        let matched = &listed.matched;
        let spans = name::spans(id, room.into(), cx.glyphs, matched, plain, matched_style);
        cx.line(name_area, &Line::from(spans));
    }
    let at = row.right().saturating_sub(flag_width) + 1;
    let beside = area::columns(row, at, flag_width);
    cx.words(beside, flag, cx.style(Role::Warning));
}

/// Why the list is empty, and what to do about it.
fn why_empty(app: &App) -> Vec<String> {
    let key = |command| app.keymap.label(command);
    let working = app.data.working();
    let stopped = app.data.finished.is_some_and(|(stopped, _)| stopped);
    if let (None, Some(why)) = (&app.data.collection, &app.data.unread) {
        let (reload, quit) = (key(Command::Reload), key(Command::Back));
        return vec![
            sanitise::line(&capitalised(why)).into_owned(),
            format!("{reload} reads it again, once there are documents in it."),
            format!("{quit} quits; then open another: shinglescope PATH, or shinglescope demo"),
        ];
    }
    match (&app.data.collection, &app.data.clustering) {
        (None, _) if working => vec!["Reading the corpus …".into()],
        (None, _) if stopped => vec![
            "The corpus was not read to its end: the work was stopped.".into(),
            format!("{} goes on.", key(Command::Reload)),
        ],
        (None, _) => vec![
            "No document was read.".into(),
            format!("{} quits", key(Command::Back)),
        ],
        (Some(c), None) if working => vec![
            format!("Comparing {} …", documents(c.len())),
            "Clusters appear here as they are found.".into(),
        ],
        (Some(c), None) => {
            let documents = counted(c.len() as u64, "document is", "documents are");
            vec![
                format!("The work was stopped: {documents} read, none compared."),
                format!("{} goes on.", key(Command::Reload)),
            ]
        }
        (Some(c), Some(_)) if c.is_empty() => {
            let skipped = key(Command::Skipped);
            vec![
                "The corpus holds no text.".into(),
                format!("{skipped} shows what was met and why it was not read."),
            ]
        }
        (Some(c), Some(_)) if c.len() == 1 => {
            vec!["One document was read: there is nothing to compare it with.".into()]
        }
        (Some(_), Some(clustering)) if clustering.clusters.is_empty() => no_pairs(app),
        _ => {
            let text = sanitise::line(app.clusters.filter.text());
            if app.clusters.filters_figures() {
                return vec![
                    format!("No cluster matches \"{text}\"."),
                    "Esc lifts the filter.".into(),
                ];
            }
            vec![
                format!("No cluster has a member whose name matches \"{text}\"."),
                "Esc lifts the filter.".into(),
            ]
        }
    }
}

/// The text as a sentence of its own.
fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|c| c.to_uppercase().to_string());
    first.unwrap_or_default() + chars.as_str()
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
    sentences.splice(0..0, super::sentence::sentence(app));
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
