//! Cohesion of a cluster: its bridges, weakest first, with the sizes of the two components left
//! when each is cut, and the most similar pairs with only one document in the cluster.

use ratatui::text::{Line, Span};

use super::view::View;
use super::why::{WhyRow, counting, framed, id, show};
use crate::app::App;
use crate::base::DocNo;
use crate::base::units::{count, counted};
use crate::cluster::Linkage;
use crate::engine::why::verdict::below;
use crate::screens::clusters::view as clusters;
use crate::typeset::figures;
use crate::ui::theme::{Role, Theme};

/// Preferred rows of the dialog.
pub fn height(app: &App) -> u16 {
    let seams = app.data.seams.as_deref();
    // Without a bridge a line says up to where it is one.
    let without = seams.is_some_and(|seams| seams.bridges.weakest.is_empty());
    let rows = rows(app) + usize::from(without);
    u16::try_from(rows + 6).unwrap_or(u16::MAX / 2)
}

/// Pairs that can be chosen.
pub fn rows(app: &App) -> usize {
    let seams = app.data.seams.as_deref();
    seams.map_or(0, |seams| seams.bridges.weakest.len() + seams.outside.len())
}

/// Draws the dialog.
pub fn draw(view: &mut View<'_, '_, '_>) {
    let (app, theme) = (view.app, view.cx.theme);
    let inner = framed(view, "What holds this cluster together", rows(app) > 0);
    let Some(seams) = app.data.seams.as_deref() else {
        return counting(view, inner);
    };
    let width = usize::from(inner.width);
    let title = |text: String| (theme.line(Role::Title, text), None);
    let mut lines: Vec<WhyRow<'_>> = Vec::new();
    let listed = seams.bridges.weakest.len();
    lines.push(title(match (seams.bridges.total, listed) {
        (0, _) => {
            let clustering = app.data.clustering.as_ref();
            if clustering.is_none_or(|c| c.linkage == Linkage::Single) {
                "No bridge: without any one pair the others connect it."
            } else {
                "No bridge by single linkage: without any one pair others connect it."
            }
            .to_owned()
        }
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
    if listed == 0
        && let Some(line) = clusters::one_up_to(app, theme)
    {
        lines.push((line, None));
    }
    for (i, bridge) in seams.bridges.weakest.iter().enumerate() {
        let pieces = format!("{} | {}", bridge.left.len(), bridge.right.len());
        let head = format!("{} {pieces:>9}  ", below(bridge.similarity, 0.0));
        lines.push((row(app, theme, &head, (bridge.a, bridge.b), width), Some(i)));
    }
    lines.push((Line::default(), None));
    lines.push(title(match seams.outside.len() {
        0 => "Nothing known lies just outside.".to_owned(),
        n => format!(
            "{} of a member and a document outside, nearest first:",
            counted(n as u64, "pair", "pairs")
        ),
    }));
    for (i, outside) in seams.outside.iter().enumerate() {
        let head = format!("{}  ", below(outside.similarity, seams.threshold));
        let pair = (outside.member, outside.document);
        lines.push((row(app, theme, &head, pair, width), Some(listed + i)));
    }
    show(view, &lines, inner);
}

/// One row: `head` with the figures, then the names of the two documents.
fn row<'a>(app: &App, theme: &Theme, head: &str, (a, b): (DocNo, DocNo), width: usize) -> Line<'a> {
    let room = width.saturating_sub(head.len() + 5) / 2;
    let name = |doc: DocNo| figures::path(id(app, doc), room, theme.glyphs());
    let dash = theme.glyphs().pick(" — ", " - ");
    Line::from(vec![
        theme.span(Role::Exact, format!("  {head}")),
        Span::raw(format!("{}{dash}{}", name(a), name(b))),
    ])
}
