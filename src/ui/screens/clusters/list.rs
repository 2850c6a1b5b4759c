//! The list of clusters: size, identical copies, three cohesion figures and a name; and its filter.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::empty;
use super::share::{two, two_beside};
use unicode_width::UnicodeWidthStr;

use crate::app::state::clusters::{Column, Focus, Listed};
use crate::app::{Action, App, Panel};
use crate::base::units::{count, counted};
use crate::cluster::Clustering;
use crate::collection::Collection;
use crate::ui::hit_map::{HitMap, Wheel};
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::panel::{self, Panel as Framed};
use crate::ui::widgets::{field, name, top_line};

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
pub fn draw(app: &App, theme: &Theme, area: Rect, frame: &mut Frame<'_>, hits: &mut HitMap) {
    let focused = app.clusters.focus == Focus::List;
    let mut inner =
        frame_of(app, theme, area, focused).draw(frame.buffer_mut(), area, theme, theme.glyphs());
    hits.push_wheel(area, Wheel::Panel(Panel::Clusters));
    let filter = &app.clusters.filter;
    if (app.clusters.filtering || !filter.text().is_empty()) && inner.height > 1 {
        let row = Rect { height: 1, ..inner };
        let (used, _) = frame.buffer_mut().set_stringn(
            row.x + 1,
            row.y,
            "filter ",
            row.width.into(),
            theme.style(Role::Key),
        );
        let rest = Rect {
            x: used,
            width: row.right().saturating_sub(used),
            ..row
        };
        field::draw(
            filter,
            app.clusters.filtering,
            theme.style(Role::Exact),
            rest,
            frame,
        );
        inner = Rect {
            y: inner.y + 1,
            height: inner.height - 1,
            ..inner
        };
    }
    let (Some(collection), Some(clustering)) = (&app.data.collection, &app.data.clustering) else {
        return empty::draw(app, theme, inner, frame);
    };
    if app.clusters.listed.is_empty() {
        return empty::draw(app, theme, inner, frame);
    }
    if inner.height < 2 || inner.width < 20 {
        return;
    }
    heads(app, theme, Rect { height: 1, ..inner }, frame, hits);
    let rows = Rect {
        y: inner.y + 1,
        height: inner.height - 1,
        ..inner
    };
    let visible = usize::from(rows.height);
    let len = app.clusters.listed.len();
    let from = app.clusters.list.window(visible, len);
    hits.push_view(Panel::Clusters, from, visible);
    for (y, (i, listed)) in (rows.y..).zip(
        app.clusters
            .listed
            .iter()
            .enumerate()
            .skip(from)
            .take(visible),
    ) {
        let row = Rect {
            y,
            height: 1,
            ..rows
        };
        let selected = i == app.clusters.list.selected;
        line(collection, clustering, listed, selected, theme, row, frame);
        if selected {
            let role = if focused {
                Role::Selected
            } else {
                Role::SelectedElsewhere
            };
            frame.buffer_mut().set_style(row, theme.style(role));
        }
        hits.push(row, Action::Row(Panel::Clusters, i));
    }
    let extent = (
        from as f64 / len as f64,
        (from + visible) as f64 / len as f64,
    );
    panel::scrollbar(
        frame.buffer_mut(),
        area,
        extent,
        theme.style(Role::Dim),
        theme.glyphs(),
    );
}

fn frame_of<'a>(app: &'a App, theme: &Theme, area: Rect, focused: bool) -> Framed<'a> {
    let dim = theme.style(Role::Dim);
    let mut title = vec![Span::styled("Clusters", theme.style(Role::Title))];
    let mut foot = Line::default();
    let mut corner = Line::default();
    if let Some(clustering) = &app.data.clustering {
        let (all, shown) = (clustering.clusters.len(), app.clusters.listed.len());
        let counts = if shown == all {
            format!(" {}", count(all as u64))
        } else {
            format!(" {} of {}", count(shown as u64), count(all as u64))
        };
        title.push(Span::styled(counts, theme.style(Role::Title)));
        let inside = counted(clustering.clustered() as u64, "document", "documents");
        let dot = theme.glyphs().pick(" · ", " | ");
        if area.width >= 48 {
            title.push(Span::styled(format!("{dot}{inside}"), dim));
        }
        let c = &app.clusters;
        let rises = c.sort.rises() != c.reversed;
        let arrow = theme
            .glyphs()
            .pick(if rises { "▴" } else { "▾" }, if rises { "^" } else { "v" });
        corner = Line::styled(format!("by {} {arrow}", c.sort.name()), dim);
        if shown > 0 {
            let at = format!(
                "{} of {}",
                count(c.list.selected as u64 + 1),
                count(shown as u64)
            );
            foot = Line::styled(at, dim);
        }
        if app.at_other_settings() {
            foot = Line::styled("still at the old settings", theme.style(Role::Warning));
        } else if app.stale() {
            let other = top_line::threshold(clustering.threshold);
            foot = Line::styled(
                format!("still those at {other}"),
                theme.style(Role::Warning),
            );
        }
    }
    Framed {
        title: title.into(),
        corner,
        foot_corner: foot,
        focused,
        ..Framed::default()
    }
}

fn heads(app: &App, theme: &Theme, row: Rect, frame: &mut Frame<'_>, hits: &mut HitMap) {
    let mut x = row.x + MARK;
    let sorted = app.clusters.sort;
    let style = |column| match column == sorted {
        true => theme.style(Role::Title),
        false => theme.style(Role::Dim),
    };
    for (column, width) in widths(row.width) {
        let text = format!("{:>1$}", column.name(), usize::from(width));
        let left = row.right().saturating_sub(x);
        frame
            .buffer_mut()
            .set_stringn(x, row.y, text, left.into(), style(column));
        let place = Rect {
            x,
            width: width.min(left),
            ..row
        };
        hits.push(place, Action::SortBy(column));
        x += width;
    }
    let rest = Rect {
        x: (x + 2).min(row.right()),
        width: row.right().saturating_sub(x + 2),
        ..row
    };
    let filtered = !app.clusters.filter.text().trim().is_empty();
    let text = if filtered {
        "member that matches"
    } else {
        Column::Name.name()
    };
    frame.render_widget(Span::styled(text, style(Column::Name)), rest);
    hits.push(rest, Action::SortBy(Column::Name));
}

fn line(
    collection: &Collection,
    clustering: &Clustering,
    listed: &Listed,
    selected: bool,
    theme: &Theme,
    row: Rect,
    frame: &mut Frame<'_>,
) {
    let Some(cluster) = clustering.clusters.get(listed.cluster) else {
        return;
    };
    let chain = cluster.is_chain(clustering.threshold);
    let buffer = frame.buffer_mut();
    if selected {
        buffer.set_stringn(
            row.x,
            row.y,
            theme.glyphs().pick("▸", ">"),
            1,
            theme.style(Role::Text),
        );
    }
    let figures = [
        (count(cluster.size() as u64), Role::Exact),
        (
            count(cluster.identical as u64),
            if cluster.identical > 0 {
                Role::Text
            } else {
                Role::Dim
            },
        ),
        (
            two_beside(cluster.min, clustering.threshold),
            if chain { Role::Warning } else { Role::Text },
        ),
        (two(cluster.mean), Role::Text),
        (two(cluster.max), Role::Text),
    ];
    let mut x = row.x + MARK;
    for ((_, width), (text, role)) in widths(row.width).into_iter().zip(figures) {
        let text = format!("{text:>0$}", usize::from(width));
        let left = row.right().saturating_sub(x);
        buffer.set_stringn(x, row.y, text, left.into(), theme.style(role));
        x += width;
    }
    // The word is omitted if it would cost the file name a character.
    let id = collection.id(listed.named);
    let file = id.rsplit('/').next().unwrap_or(id).width() as u16 + 2;
    let long = row.right().saturating_sub(x + 2 + 9) >= file;
    let flag = match (chain, long) {
        (true, true) => theme.glyphs().pick("⚠ chain", "! chain"),
        (true, false) => theme.glyphs().pick("⚠", "!"),
        (false, _) => "",
    };
    // Without a flag the name takes its room; otherwise a blank separates the two.
    let flag_width = match (chain, long) {
        (false, _) => 0,
        (true, true) => 9,
        (true, false) => 3,
    };
    let room = row.right().saturating_sub(x + 2 + flag_width);
    let spans = name::spans(
        id,
        room.into(),
        theme.glyphs(),
        &listed.matched,
        theme.style(Role::Text),
        theme.style(Role::Match),
    );
    buffer.set_line(x + 2, row.y, &Line::from(spans), room);
    let at = row.right().saturating_sub(flag_width) + 1;
    buffer.set_stringn(
        at,
        row.y,
        flag,
        flag_width.into(),
        theme.style(Role::Warning),
    );
}
