//! The list of clusters: size, similarity and title; and its filter.

use crate::base::width::Width;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::empty;
use super::share::{chain_flag, two_beside};
use crate::app::names::Named;
use crate::app::state::decisions::DecisionMark;
use crate::app::{Action, App, Panel};
use crate::base::units::count;
use crate::base::{DocNo, sanitise};
use crate::cluster::{Cluster, Clustering};
use crate::engine::message::Disguised;
use crate::filter::Target;
use crate::review::DecisionTarget;
use crate::screens::clusters::state::{ClusterColumn, Focus, Listed};
use crate::typeset::figures::{Glyphs, threshold};
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::hit_map::{HitMap, Wheel};
use crate::ui::list::VisibleRows;
use crate::ui::phrases::{disguise_sign, first_fitting, out_of, search_stopped, sort_arrow};
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::decision;
use crate::ui::widgets::filter_line::FilterLine;
use crate::ui::widgets::paint::LineWidth;
use crate::ui::widgets::panel::PanelFrame;
use crate::ui::widgets::{end_cut, name};

/// Width of the number of documents, with the blank before it.
const SIZE: u16 = 5;
/// Width of the similarities, and that of a row from which they are shown.
const SIMILARITY: u16 = 11;
const WIDE: u16 = 40;

/// Where the parts of a row begin.
struct Columns {
    /// The similarities, if there is room for them.
    similarity: Option<u16>,
    name: u16,
}

impl Columns {
    /// The columns of the list in rows of `width`.
    fn new(width: u16) -> Self {
        let at = MARK + SIZE + 2;
        if width >= WIDE {
            Columns {
                similarity: Some(at),
                name: at + SIMILARITY + 2,
            }
        } else {
            Columns {
                similarity: None,
                name: at,
            }
        }
    }
}

/// Width of the selection mark.
const MARK: u16 = 2;

/// Draws the panel.
pub fn draw(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>, hits: &mut HitMap) {
    let focused = app.clusters.focus == Focus::List && !app.clusters.reading;
    let inner = cx.panel(area, framed(app, cx.theme, area, focused));
    hits.push_wheel(area, Wheel::Panel(Panel::Clusters));
    let filter = FilterLine {
        input: &app.clusters.filter,
        target: Target::Clusters,
        active: app.clusters.filtering,
        wrong: app.clusters.wrong.as_ref(),
    };
    let inner = filter.draw(inner, cx);
    let data = app.data.named.as_ref().zip(app.data.clustering.as_ref());
    let Some((collection, clustering)) = data.filter(|_| !app.clusters.listed.is_empty()) else {
        return cx.explain_empty(inner, &empty::sentences(app));
    };
    if inner.height < 2 || inner.width < 20 {
        return;
    }
    let (head, rows) = area::split_top(inner, 1);
    let (scroll, listed) = (&app.clusters.list, &app.clusters.listed);
    let columns = Columns::new(rows.width);
    heads(app, &columns, head, cx, hits);
    let height = usize::from(rows.height);
    let visible = VisibleRows::new(Panel::Clusters, scroll, height, listed.len(), hits);
    for (row, (i, listed)) in rows
        .rows()
        .zip(listed.iter().enumerate().skip(visible.from))
    {
        if i == scroll.selected {
            cx.cursor_mark(row, cx.style(Role::Text));
        }
        if !app.marked.is_empty()
            && let Some(cluster) = clustering.clusters.get(listed.cluster)
        {
            let subject = DecisionTarget::cluster(&cluster.members);
            decision::marked(app.marked.contains(&subject), row, cx);
        }
        let disguised = app.data.disguised.as_deref();
        let members = clustering
            .clusters
            .get(listed.cluster)
            .map(|c| &c.members[..]);
        let seen =
            members.and_then(|all| app.decisions.seen_cluster(collection, listed.cluster, all));
        line(
            collection,
            clustering,
            (disguised, seen),
            listed,
            &columns,
            row,
            cx,
        );
        if i == scroll.selected {
            cx.select(row, focused);
        }
        hits.push(row, Action::Row(Panel::Clusters, i));
    }
    cx.scrollbar(area, visible.extent());
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
            let long = decision::progress(judged, all);
            let taken = title.columns() + corner.columns() + theme.dot().len() + 6;
            let judged = match taken + long.chars().count() <= usize::from(area.width) {
                true => long,
                // So that the order of the list stays in sight.
                false => format!("{} judged", count(judged as u64)),
            };
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

fn heads(app: &App, columns: &Columns, row: Rect, cx: &mut DrawContext<'_, '_>, hits: &mut HitMap) {
    let sorted = app.clusters.sort;
    let size_area = area::columns(row, row.x + MARK, SIZE);
    let filtered = !app.clusters.filter.text().trim().is_empty();
    let name = if filtered {
        "member that matches"
    } else {
        "cluster"
    };
    let name_at = area::right_from(row, (row.x + columns.name).min(row.right()));
    let mut parts = vec![
        (ClusterColumn::Size, size_area, " size"),
        (ClusterColumn::Name, name_at, name),
    ];
    if let Some(at) = columns.similarity {
        let similarity_area = area::columns(row, row.x + at, SIMILARITY);
        parts.push((ClusterColumn::Min, similarity_area, "similarity"));
    }
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
    collection: &Named,
    clustering: &Clustering,
    (disguised, seen): (Option<&Disguised>, Option<DecisionMark>),
    listed: &Listed,
    columns: &Columns,
    row: Rect,
    cx: &mut DrawContext<'_, '_>,
) {
    let Some(cluster) = clustering.clusters.get(listed.cluster) else {
        return;
    };
    let chain = cluster.is_chain(clustering.threshold);
    // Most clusters are of two documents: only what is more is shown.
    let size = match cluster.size() {
        2 => String::new(),
        n => format!("{:>1$}", count(n as u64), usize::from(SIZE)),
    };
    let size_area = area::columns(row, row.x + MARK, SIZE.max(size.len() as u16));
    cx.words(size_area, &size, cx.style(Role::Exact));
    if let Some(at) = columns.similarity {
        let role = if chain { Role::Warning } else { Role::Text };
        let text = similarity(cluster, clustering.threshold, cx.glyphs);
        cx.words(
            area::columns(row, row.x + at, SIMILARITY),
            &text,
            cx.style(role),
        );
    }
    let mut x = (row.x + columns.name).saturating_sub(2);
    // The word is omitted if it would cost the file name a character.
    let id = collection.id(listed.named);
    let title = sanitise::line(collection.title(listed.named).trim());
    // What a filter has found is in the name.
    let by_title = listed.matched.is_empty() && !title.is_empty();
    let file = id.rsplit('/').next().unwrap_or(id).width() as u16 + 2;
    let long = row.right().saturating_sub(x + 2 + 9) >= file;
    // Without a flag the name takes its room; otherwise a blank separates the two.
    let (flag, flag_width) = match (chain, long) {
        (true, true) => (chain_flag(cx.glyphs), 9),
        (true, false) => (cx.glyphs.pick("⚠", "!"), 3),
        (false, _) => ("", 0),
    };
    let here = |(doc, _): &(DocNo, u32)| {
        let cluster = clustering.cluster_of.get(doc.index()).copied().flatten();
        cluster.is_some_and(|cluster| cluster as usize == listed.cluster)
    };
    let sign = if disguised.is_some_and(|d| d.documents.iter().any(here)) {
        disguise_sign(cx.glyphs)
    } else {
        ""
    };
    let sign_at = area::columns(row, x + 2, row.right().saturating_sub(x + 2));
    x = cx.words(sign_at, sign, cx.style(Role::Warning)) - 2;
    if let Some(seen) = seen {
        let wide = if row.width >= 66 {
            decision::WIDE
        } else {
            decision::SHORT
        };
        let decision_area = area::columns(row, x + 2, wide);
        let text = decision::cell(seen, wide, cx.glyphs);
        cx.words(decision_area, &text, cx.style(decision::role(seen.mark)));
        x += wide;
    }
    let room = row.right().saturating_sub(x + 2 + flag_width);
    let (plain, matched_style) = (cx.style(Role::Text), cx.style(Role::Match));
    let name_area = area::columns(row, x + 2, room);
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
