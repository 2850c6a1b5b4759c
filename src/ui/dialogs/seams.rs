//! Cohesion of a cluster: its bridges, weakest first, with the sizes of the two components left
//! when each is cut, and the most similar pairs with only one document in the cluster.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::why::{framed, show};
use crate::app::App;
use crate::app::dialog::Dialog;
use crate::base::DocNo;
use crate::base::units::{count, counted};
use crate::engine::why::verdict::below;
use crate::typeset::figures;
use crate::ui::hit_map::HitMap;
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::panel;

/// Preferred rows of the dialog.
pub fn height(app: &App) -> u16 {
    let rows =
        |seams: &crate::engine::message::Seams| seams.bridges.weakest.len() + seams.outside.len();
    let rows = app.data.seams.as_deref().map_or(0, rows);
    u16::try_from(rows + 6).unwrap_or(u16::MAX / 2)
}

/// Draws the dialog.
pub fn draw(
    app: &App,
    dialog: &Dialog,
    theme: &Theme,
    place: Rect,
    frame: &mut Frame<'_>,
    hits: &mut HitMap,
) {
    let dim = theme.style(Role::Dim);
    let inner = framed("What holds this cluster together", theme).draw(
        frame.buffer_mut(),
        place,
        theme,
        theme.glyphs(),
    );
    let inner = Rect {
        x: inner.x + 1,
        width: inner.width.saturating_sub(2),
        ..inner
    };
    let Some(seams) = app.data.seams.as_deref() else {
        let line = theme.own("counting …");
        return panel::centred(frame.buffer_mut(), inner, &[(&line, dim)]);
    };
    let width = usize::from(inner.width);
    let title = |text: String| (Line::styled(text, theme.style(Role::Title)), None);
    let mut lines: Vec<(Line<'_>, Option<usize>)> = Vec::new();
    let listed = seams.bridges.weakest.len();
    lines.push(title(match (seams.bridges.total, listed) {
        (0, _) => "No bridge: no single pair holds it together.".to_owned(),
        (all, some) if some < all => {
            format!(
                "The {some} weakest of {} bridges, and the pieces without each:",
                count(all as u64)
            )
        }
        (all, _) => format!(
            "{}, and the pieces without each:",
            counted(all as u64, "bridge", "bridges")
        ),
    }));
    for (i, bridge) in seams.bridges.weakest.iter().enumerate() {
        let pieces = format!("{} | {}", bridge.left.len(), bridge.right.len());
        let head = format!("{} {pieces:>9}  ", below(bridge.similarity, 0.0));
        lines.push((row(app, theme, &head, (bridge.a, bridge.b), width), Some(i)));
    }
    lines.push((Line::default(), None));
    lines.push(title(match seams.outside.len() {
        0 => "Nothing known lies just outside.".to_owned(),
        n => format!(
            "{} with one foot outside, nearest first:",
            counted(n as u64, "pair", "pairs")
        ),
    }));
    for (i, outside) in seams.outside.iter().enumerate() {
        let head = format!("{}  ", below(outside.similarity, seams.threshold));
        let pair = (outside.member, outside.document);
        lines.push((row(app, theme, &head, pair, width), Some(listed + i)));
    }
    show(dialog, &lines, theme, inner, place, frame, hits);
}

/// One row: `head` with the figures, then the names of the two documents.
fn row<'a>(app: &App, theme: &Theme, head: &str, (a, b): (DocNo, DocNo), width: usize) -> Line<'a> {
    let collection = app.data.collection.as_deref();
    let room = width.saturating_sub(head.len() + 5) / 2;
    let name = |doc: DocNo| {
        let id = collection
            .filter(|c| doc.index() < c.len())
            .map_or("", |c| c.id(doc));
        figures::path(id, room, theme.glyphs())
    };
    let dash = theme.glyphs().pick(" — ", " - ");
    Line::from(vec![
        Span::styled(format!("  {head}"), theme.style(Role::Exact)),
        Span::raw(format!("{}{dash}{}", name(a), name(b))),
    ])
}
