//! The selected cluster: its members with their similarity matrix, the pairs that alone hold it
//! together and the nearest documents outside it.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::{matrix, notes};
use crate::app::state::clusters::Focus;
use crate::app::{App, Panel};
use crate::base::units::{count, counted};
use crate::cluster::{Cluster, Clustering};
use crate::ui::hit_map::{HitMap, Wheel};
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::panel::{self, Panel as Framed};

/// Draws the panel.
pub fn draw(app: &App, theme: &Theme, area: Rect, frame: &mut Frame<'_>, hits: &mut HitMap) {
    let focused = app.clusters.focus == Focus::Members;
    hits.push_wheel(area, Wheel::Panel(Panel::Members));
    let selected = app.data.clustering.as_deref().and_then(|clustering| {
        let cluster = app.clusters.selected(clustering)?;
        Some((app.data.collection.as_deref()?, clustering, cluster))
    });
    let Some((collection, clustering, cluster)) = selected else {
        let title = Line::styled("Members", theme.style(Role::Dim));
        Framed {
            title,
            focused,
            ..Framed::default()
        }
        .draw(frame.buffer_mut(), area, theme, theme.glyphs());
        return;
    };
    let inner = frame_of(app, theme, clustering, cluster, focused).draw(
        frame.buffer_mut(),
        area,
        theme,
        theme.glyphs(),
    );
    if inner.height < 3 || inner.width < 16 {
        return;
    }
    let notes = notes::lines(
        app,
        theme,
        collection,
        clustering,
        cluster,
        inner.width.saturating_sub(2),
    );
    // The members take precedence; notes are dropped from the last.
    let least = (cluster.size() as u16 + 1).min(6);
    let kept = usize::from(inner.height.saturating_sub(least)).min(notes.len());
    let table = Rect {
        height: inner.height - kept as u16,
        ..inner
    };
    let shown = matrix::draw(
        app, theme, collection, clustering, cluster, table, frame, hits,
    );
    let len = cluster.size();
    let extent = (
        shown.start as f64 / len as f64,
        shown.end as f64 / len as f64,
    );
    panel::scrollbar(
        frame.buffer_mut(),
        area,
        extent,
        theme.style(Role::Dim),
        theme.glyphs(),
    );
    // Placed directly below the members if there is room, to stay near them.
    let used = (shown.len() as u16 + 2).min(table.height);
    for (y, note) in (inner.y + used..inner.bottom()).zip(notes.into_iter().take(kept)) {
        frame
            .buffer_mut()
            .set_line(inner.x + 1, y, &note, inner.width.saturating_sub(2));
    }
}

fn frame_of<'a>(
    app: &App,
    theme: &Theme,
    clustering: &Clustering,
    cluster: &Cluster,
    focused: bool,
) -> Framed<'a> {
    let dim = theme.style(Role::Dim);
    let dot = theme.glyphs().pick(" · ", " | ");
    let number = app.clusters.selected_index().map_or(0, |i| i as u64 + 1);
    let mut facts = format!(
        "{dot}{}",
        counted(cluster.size() as u64, "document", "documents")
    );
    if cluster.identical > 0 {
        facts += &format!("{dot}{} identical", count(cluster.identical as u64));
    }
    let title = vec![
        Span::styled(
            format!("Cluster {}", count(number)),
            theme.style(Role::Title),
        ),
        Span::styled(facts, dim),
    ];
    let corner = if cluster.is_chain(clustering.threshold) {
        Line::styled(
            theme.glyphs().pick("⚠ chain", "! chain"),
            theme.style(Role::Warning),
        )
    } else {
        Line::default()
    };
    let size = cluster.size() as u64;
    let mut at = format!(
        "{} of {}",
        count(app.clusters.members.selected as u64 + 1),
        count(size)
    );
    if let Some(column) = app.clusters.column {
        at += &format!(", column {}", count(column as u64 + 1));
    }
    Framed {
        title: title.into(),
        corner,
        foot_corner: Line::styled(at, dim),
        focused,
        ..Framed::default()
    }
}
