//! The list of clusters: size, identical copies, three cohesion figures and a name; and its filter.

use ratatui::layout::Rect;
use ratatui::text::Line;
use unicode_width::UnicodeWidthStr;

use super::empty;
use super::share::{chain_flag, two, two_beside};
use crate::app::names::Named;
use crate::app::state::clusters::{Column, Focus, Listed};
use crate::app::state::decisions::Seen;
use crate::app::{Action, App, Panel};
use crate::base::DocNo;
use crate::base::units::count;
use crate::cluster::Clustering;
use crate::engine::message::Disguised;
use crate::filter::Target;
use crate::typeset::figures::threshold;
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::hit_map::{HitMap, Wheel};
use crate::ui::list::VisibleRows;
use crate::ui::phrases::{
    disguise_sign, documents, first_fitting, out_of, position, search_stopped, sort_arrow,
};
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::decision;
use crate::ui::widgets::filter_line::FilterLine;
use crate::ui::widgets::name;
use crate::ui::widgets::panel::Panel as Framed;

/// Widths of the columns before the name, including the blanks that precede each.
fn widths(row: u16) -> [(Column, u16); 5] {
    let figure = if row >= 66 { 6 } else { 5 };
    [
        (Column::Size, 5),
        (Column::Same, figure),
        (Column::Min, figure),
        (Column::Mean, figure),
        (Column::Max, figure),
    ]
}

/// Width of the selection mark.
const MARK: u16 = 2;

/// Draws the panel.
pub fn draw(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>, hits: &mut HitMap) {
    let focused = app.clusters.focus == Focus::List;
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
    heads(app, head, cx, hits);
    let (scroll, listed) = (&app.clusters.list, &app.clusters.listed);
    let height = usize::from(rows.height);
    let visible = VisibleRows::new(Panel::Clusters, scroll, height, listed.len(), hits);
    for (row, (i, listed)) in rows
        .rows()
        .zip(listed.iter().enumerate().skip(visible.from))
    {
        if i == scroll.selected {
            cx.cursor_mark(row, cx.style(Role::Text));
        }
        let disguised = app.data.disguised.as_deref();
        let members = clustering
            .clusters
            .get(listed.cluster)
            .map(|c| &c.members[..]);
        let seen =
            members.and_then(|all| app.decisions.seen_cluster(collection, listed.cluster, all));
        line(collection, clustering, (disguised, seen), listed, row, cx);
        if i == scroll.selected {
            cx.select(row, focused);
        }
        hits.push(row, Action::Row(Panel::Clusters, i));
    }
    cx.scrollbar(area, visible.extent());
}

fn framed<'a>(app: &'a App, theme: &Theme, area: Rect, focused: bool) -> Framed<'a> {
    let mut title = vec![theme.span(Role::Title, "Clusters")];
    let mut foot_corner = Line::default();
    let mut corner = Line::default();
    if let Some(clustering) = &app.data.clustering {
        let (all, shown) = (clustering.clusters.len(), app.clusters.listed.len());
        let counts = match shown == all {
            true => count(all as u64),
            false => out_of(shown as u64, all as u64),
        };
        title.push(theme.span(Role::Title, format!(" {counts}")));
        let judged = app.decisions.judged_clusters();
        if judged > 0 {
            let judged = decision::progress(judged, all);
            title.push(theme.span(Role::Exact, format!("{}{judged}", theme.dot())));
        }
        let c = &app.clusters;
        let arrow = sort_arrow(c.sort.rises() != c.reversed, theme.glyphs());
        corner = theme.line(Role::Dim, format!("by {} {arrow}", c.sort.name()));
        // The frame's corners, and blanks around both texts.
        let taken = Line::from(title.clone()).width() + corner.width() + theme.dot().len() + 6;
        let room = usize::from(area.width).saturating_sub(taken);
        let wordings = search_stopped(app, theme.dot());
        if let Some(said) = first_fitting(wordings, |text| Line::raw(text).width() <= room) {
            title.push(theme.span(Role::Warning, format!("{}{said}", theme.dot())));
        } else if area.width >= 48 {
            let (dot, inside) = (theme.dot(), documents(clustering.clustered()));
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
    Framed {
        title: title.into(),
        corner,
        foot_corner,
        focused,
        ..Framed::default()
    }
}

fn heads(app: &App, row: Rect, cx: &mut DrawContext<'_, '_>, hits: &mut HitMap) {
    let mut x = row.x + MARK;
    let style = |cx: &DrawContext<'_, '_>, column| match column == app.clusters.sort {
        true => cx.style(Role::Title),
        false => cx.style(Role::Dim),
    };
    for (column, width) in widths(row.width) {
        let text = format!("{:>1$}", column.name(), usize::from(width));
        let rest = area::right_from(row, x);
        cx.words(rest, &text, style(cx, column));
        let (place, _) = area::split_left(rest, width);
        hits.push(place, Action::SortBy(column));
        x += width;
    }
    let rest = area::right_from(row, (x + 2).min(row.right()));
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
    (disguised, seen): (Option<&Disguised>, Option<Seen>),
    listed: &Listed,
    row: Rect,
    cx: &mut DrawContext<'_, '_>,
) {
    let Some(cluster) = clustering.clusters.get(listed.cluster) else {
        return;
    };
    let chain = cluster.is_chain(clustering.threshold);
    let (same, min) = (cluster.identical, cluster.min);
    let same_role = if same > 0 { Role::Text } else { Role::Dim };
    let min_role = if chain { Role::Warning } else { Role::Text };
    let figures = [
        (count(cluster.size() as u64), Role::Exact),
        (count(same as u64), same_role),
        (two_beside(min, clustering.threshold), min_role),
        (two(cluster.mean), Role::Text),
        (two(cluster.max), Role::Text),
    ];
    let mut x = row.x + MARK;
    for ((_, width), (text, role)) in widths(row.width).into_iter().zip(figures) {
        let text = format!("{text:>0$}", usize::from(width));
        cx.words(area::right_from(row, x), &text, cx.style(role));
        x += width;
    }
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
