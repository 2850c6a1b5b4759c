//! The selected cluster: its members with their similarity matrix, the pairs without which it would
//! split, and the nearest documents outside it.

use super::share::{SelectedCluster, chain_flag, selection};
use ratatui::layout::Rect;

use super::{matrix, merges, notes};
use crate::app::{App, Panel};
use crate::base::units::{count, counted};
use crate::screens::clusters::state::ClustersFocus;
use crate::ui::phrases::{documents, position};
use crate::ui::{DrawContext, PanelFrame, Role, Theme, Wheel, area};

/// Draws the panel.
pub fn draw(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let focused = app.clusters.focus == ClustersFocus::Members && !app.clusters.reading;
    cx.hits.push_wheel(area, Wheel::Panel(Panel::Members));
    let Some(selection) = selection(app) else {
        let framed = PanelFrame::new(cx.theme.line(Role::Dim, "Members"), focused);
        cx.panel(area, framed);
        return;
    };
    let inner = cx.panel(area, framed(app, cx.theme, selection, focused));
    if inner.height < 3 || inner.width < 16 {
        return;
    }
    let notes = notes::lines(app, cx.theme, selection, inner.width.saturating_sub(2));
    let size = app.clusters.in_order(selection.cluster).len();
    // All members are shown if two notes still fit, otherwise at least five. The last notes are dropped first.
    let least = match size as u16 + 1 {
        rows if rows + 2 <= inner.height => rows,
        rows => rows.min(6),
    };
    let kept = usize::from(inner.height.saturating_sub(least)).min(notes.len());
    let (table, _) = area::split_top(inner, inner.height - kept as u16);
    let visible = matrix::draw(app, selection, table, cx);
    cx.scrollbar(area, visible.extent());
    // Notes are drawn directly below the members if there is room.
    let shown = visible.room.min(size - visible.from);
    let used = (shown as u16 + 2).min(table.height);
    let below = area::below_from(area::indented(inner), inner.y + used);
    cx.lines(below, &notes[..kept]);
    let below = area::below_from(below, below.y + kept as u16 + 1);
    if visible.from == 0 && shown == size {
        merges::draw(app, selection, below, cx);
    }
}

fn framed<'a>(
    app: &App,
    theme: &Theme,
    selection: SelectedCluster<'_>,
    focused: bool,
) -> PanelFrame<'a> {
    let (dot, cluster) = (theme.dot(), selection.cluster);
    let size = cluster.size();
    let rows = app.clusters.in_order(cluster).len();
    let number = app.clusters.selected_index().map_or(0, |i| i as u64 + 1);
    let mut facts = format!("{dot}{}", documents(size));
    if rows < size {
        facts += &format!("{dot}{}", counted(rows as u64, "text", "different texts"));
    } else if cluster.identical > 0 {
        facts += &format!("{dot}{} identical", count(cluster.identical as u64));
    }
    let title = vec![
        theme.span(Role::Title, format!("Cluster {}", count(number))),
        theme.span(Role::Dim, facts),
    ];
    let is_chain = cluster.is_chain(selection.clustering.threshold);
    let flag = chain_flag(theme.glyphs());
    let chain = if is_chain { flag } else { "" };
    let mut at = position(app.clusters.members.selected, rows);
    if let Some(column) = app.clusters.column {
        at += &format!(", column {}", count(column as u64 + 1));
    }
    PanelFrame {
        title: title.into(),
        corner: theme.line(Role::Warning, chain),
        foot_corner: theme.line(Role::Dim, at),
        focused,
        ..PanelFrame::default()
    }
}
