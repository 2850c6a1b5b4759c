//! The list of clusters: size, identical copies, three cohesion figures and a name; and its filter.

use crate::base::width::Width;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::empty;
use super::share::chain_flag;
use crate::app::names::Named;
use crate::app::state::clusters::{Column, Focus, Listed};
use crate::app::state::decisions::DecisionMark;
use crate::app::{Action, App, Panel};
use crate::base::DocNo;
use crate::base::units::count;
use crate::cluster::Clustering;
use crate::engine::message::Disguised;
use crate::filter::Target;
use crate::review::On;
use crate::typeset::figures::threshold;
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::hit_map::{HitMap, Wheel};
use crate::ui::list::VisibleRows;
use crate::ui::phrases::{
    disguise_sign, documents, first_fitting, out_of, position, search_stopped, sort_arrow,
};
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::axis::{self, Axis, Interval};
use crate::ui::widgets::decision;
use crate::ui::widgets::filter_line::FilterLine;
use crate::ui::widgets::name;
use crate::ui::widgets::paint::LineWidth;
use crate::ui::widgets::panel::PanelFrame;

/// Width of the number of documents, with the blank before it.
const SIZE: u16 = 5;
/// Width of the number of identical ones, with the blank before it; only if there are any.
const SAME: u16 = 6;
/// Columns that names keep beside the axis.
const NAME: u16 = 18;

/// Where the parts of a row begin and how wide they are.
struct Columns {
    same: u16,
    axis: Axis,
    axis_at: u16,
    name_at: u16,
}

impl Columns {
    /// The columns of the list in rows of `width`.
    fn of(clustering: &Clustering, listed: &[Listed], width: u16) -> Self {
        let clusters = listed
            .iter()
            .filter_map(|l| clustering.clusters.get(l.cluster));
        let mut least = 1.0_f64;
        let mut any_same = false;
        for cluster in clusters {
            least = least.min(cluster.min);
            any_same |= cluster.identical > 0;
        }
        let same = if any_same { SAME } else { 0 };
        let before = MARK + SIZE + same + 2;
        let room = width.saturating_sub(before + 2);
        let wide = (room * 9 / 20).min(room.saturating_sub(NAME)).min(41);
        let wide = if wide < axis::LEAST { 0 } else { wide };
        Columns {
            same,
            axis: Axis::covering(least, wide, clustering.threshold),
            axis_at: before,
            name_at: before + wide + if wide > 0 { 2 } else { 0 },
        }
    }
}

/// Width of the selection mark.
const MARK: u16 = 2;

/// Draws the panel.
pub fn draw(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>, hits: &mut HitMap) {
    let focused = app.clusters.focus == Focus::List && app.clusters.aside.is_none();
    let inner = cx.panel(area, framed(app, cx.theme, area, focused));
    hits.push_wheel(area, Wheel::Panel(Panel::Clusters));
    let filter = FilterLine {
        input: &app.clusters.filter,
        target: Target::Clusters,
        active: app.clusters.filtering,
        wrong: app.clusters.wrong.as_ref(),
    };
    let inner = filter.draw(inner, cx);
    let known = app.data.named.as_ref().zip(app.data.clustering.as_ref());
    let Some((collection, clustering)) = known.filter(|_| !app.clusters.listed.is_empty()) else {
        return cx.explain_empty(inner, &empty::sentences(app));
    };
    if inner.height < 2 || inner.width < 20 {
        return;
    }
    let (head, rows) = area::split_top(inner, 1);
    let (scroll, listed) = (&app.clusters.list, &app.clusters.listed);
    let columns = Columns::of(clustering, listed, rows.width);
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
            let on = On::cluster(&cluster.members);
            decision::marked(app.marked.contains(&on), row, cx);
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
            select(row, &columns, focused, cx);
        }
        hits.push(row, Action::Row(Panel::Clusters, i));
    }
    cx.scrollbar(area, visible.extent());
}

fn framed<'a>(app: &'a App, theme: &Theme, area: Rect, focused: bool) -> PanelFrame<'a> {
    let mut title = vec![
        theme.span(Role::Key, "1 "),
        theme.span(Role::Title, "Clusters"),
    ];
    let mut foot_corner = Line::default();
    let bar = theme.glyphs().pick(("├●┤", "┃"), ("[o]", "|"));
    let legends = vec![
        format!(
            "{} least, mean, most alike; left of {} a chain",
            bar.0, bar.1
        ),
        format!("{} least, mean, most alike", bar.0),
    ];
    let mut corner = Line::default();
    if let Some(clustering) = &app.data.clustering {
        let (all, shown) = (clustering.clusters.len(), app.clusters.listed.len());
        let counts = match shown == all {
            true => count(all as u64),
            false => out_of(shown as u64, all as u64),
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
        if let Some(said) = first_fitting(wordings, |text| text.width() <= room) {
            title.push(theme.span(Role::Warning, format!("{}{said}", theme.dot())));
        } else if area.width >= 48 {
            let listed = app.clusters.listed.iter();
            let sizes = listed.filter_map(|l| clustering.clusters.get(l.cluster));
            let inside: usize = sizes.map(|cluster| cluster.size()).sum();
            let (dot, inside) = (theme.dot(), documents(inside));
            title.push(theme.span(Role::Dim, format!("{dot}{inside}")));
        }
        if app.at_other_settings() {
            foot_corner = theme.line(Role::Warning, "still at the old settings");
        } else if app.stale() {
            let other = threshold(clustering.threshold);
            foot_corner = theme.line(Role::Warning, format!("still those at {other}"));
        } else if shown > 0 {
            foot_corner = theme.line(Role::Dim, position(c.list.selected, shown));
        }
    }
    // The frame's corners, and blanks around both texts.
    let room = usize::from(area.width).saturating_sub(foot_corner.columns() + 7);
    let legend = first_fitting(legends, |text| text.width() <= room);
    let legend = legend.filter(|_| !app.clusters.listed.is_empty());
    PanelFrame {
        title: title.into(),
        corner,
        foot: theme.line(Role::Dim, legend.unwrap_or_default()),
        foot_corner,
        focused,
    }
}

/// Marks the row under the cursor; its axis keeps its colours, on the background of bands.
fn select(row: Rect, columns: &Columns, focused: bool, cx: &mut DrawContext<'_, '_>) {
    let (before, rest) = area::split_left(row, columns.axis_at - 1);
    let behind = area::right_from(rest, row.x + columns.name_at - 1);
    if let Some(background) = cx.theme.strip().filter(|_| focused) {
        let (axis, _) = area::split_left(rest, columns.name_at - columns.axis_at);
        cx.buffer().set_style(axis, background);
    }
    cx.select(behind, focused);
    cx.select(before, focused);
}

fn heads(app: &App, columns: &Columns, row: Rect, cx: &mut DrawContext<'_, '_>, hits: &mut HitMap) {
    let style = |cx: &DrawContext<'_, '_>, column| match column == app.clusters.sort {
        true => cx.style(Role::Title),
        false => cx.style(Role::Dim),
    };
    let mut x = row.x + MARK;
    for (column, width) in [(Column::Size, SIZE), (Column::Same, columns.same)] {
        let place = area::columns(row, x, width);
        let text = format!("{:>1$}", column.name(), usize::from(width));
        cx.words(place, &text, style(cx, column));
        hits.push(place, Action::SortBy(column));
        x += width;
    }
    let place = area::columns(row, row.x + columns.axis_at, columns.axis.width);
    if place.width > 0 {
        columns.axis.labels(place, cx);
        // The left end sorts by the least of a cluster, the right end by the most, the middle by the mean.
        let third = place.width / 3;
        let parts = [
            (Column::Min, place.x, third),
            (Column::Mean, place.x + third, place.width - 2 * third),
            (Column::Max, place.right() - third, third),
        ];
        for (column, x, width) in parts {
            hits.push(area::columns(row, x, width), Action::SortBy(column));
        }
    }
    let rest = area::right_from(row, (row.x + columns.name_at).min(row.right()));
    let filtered = !app.clusters.filter.text().trim().is_empty();
    let text = match filtered {
        true => "member that matches",
        false => Column::Name.name(),
    };
    cx.words(rest, text, style(cx, Column::Name));
    hits.push(rest, Action::SortBy(Column::Name));
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
    let same = cluster.identical;
    let size = format!("{:>1$}", count(cluster.size() as u64), usize::from(SIZE));
    let place = area::columns(row, row.x + MARK, SIZE.max(size.len() as u16));
    cx.words(place, &size, cx.style(Role::Exact));
    if same > 0 {
        let text = format!("{:>1$}", count(same as u64), usize::from(columns.same));
        let place = area::columns(row, row.x + MARK + SIZE, columns.same);
        cx.words(place, &text, cx.style(Role::Dim));
    }
    let place = area::columns(row, row.x + columns.axis_at, columns.axis.width);
    if place.width > 0 {
        let interval = Interval {
            low: cluster.min,
            point: cluster.mean,
            high: cluster.max,
        };
        let styles = (cx.style(Role::Bar), cx.style(Role::Title));
        columns.axis.draw(place, Some(interval), styles, cx);
    }
    let mut x = (row.x + columns.name_at).saturating_sub(2);
    // The word is omitted if it would cost the file name a character.
    let id = collection.id(listed.named);
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
    let sign = match disguised.is_some_and(|d| d.documents.iter().any(here)) {
        true => disguise_sign(cx.glyphs),
        false => "",
    };
    let sign_at = area::columns(row, x + 2, row.right().saturating_sub(x + 2));
    x = cx.words(sign_at, sign, cx.style(Role::Warning)) - 2;
    if let Some(seen) = seen {
        let wide = if row.width >= 66 {
            decision::WIDE
        } else {
            decision::SHORT
        };
        let place = area::columns(row, x + 2, wide);
        let text = decision::cell(seen, wide, cx.glyphs);
        cx.words(place, &text, cx.style(decision::role(seen.mark)));
        x += wide;
    }
    let room = row.right().saturating_sub(x + 2 + flag_width);
    let (plain, found) = (cx.style(Role::Text), cx.style(Role::Match));
    let matched = &listed.matched;
    let spans = name::spans(id, room.into(), cx.glyphs, matched, plain, found);
    cx.line(area::columns(row, x + 2, room), &Line::from(spans));
    let at = row.right().saturating_sub(flag_width) + 1;
    let beside = area::columns(row, at, flag_width);
    cx.words(beside, flag, cx.style(Role::Warning));
}
