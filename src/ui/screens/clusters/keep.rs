//! Who stays if one copy of each near-duplicate is kept: a mark with a word behind the name of each member, and a
//! line below that says by which rule.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::selection::Selection;
use crate::app::App;
use crate::base::DocNo;
use crate::base::units::count;
use crate::ui::context::DrawContext;
use crate::ui::phrases::out_of;
use crate::ui::theme::{Role, Theme};

/// Width of the panel from which marks have words.
const WITH_WORDS: u16 = 56;

/// Columns that the marks take behind the names; 0 while nothing is shown.
pub fn width(app: &App, area: Rect, digits: u16) -> u16 {
    match app.clusters.keep.rule {
        None => 0,
        // "x drop >12", and a blank before it.
        Some(_) if area.width >= WITH_WORDS => 9 + digits,
        Some(_) => 3 + digits,
    }
}

/// Draws the mark of `doc`, one of `members`.
pub fn mark(
    app: &App,
    Selection {
        clustering,
        cluster,
        ..
    }: Selection<'_>,
    (members, doc): (&[DocNo], DocNo),
    place: Rect,
    cx: &mut DrawContext<'_, '_>,
) {
    let decision = app.clusters.keep.decision(clustering, cluster, doc);
    let words = place.width > 8;
    let (text, role) = match decision {
        None => return,
        Some(None) => {
            let sign = cx.glyphs.pick("✓", "+");
            let word = if words { " stays" } else { "" };
            (format!(" {sign}{word}"), Role::Exact)
        }
        Some(Some(dropped)) => {
            let sign = cx.glyphs.pick("✗", "x");
            let word = if words { " drop " } else { "" };
            let arrow = cx.glyphs.pick("→", ">");
            let keeper = members.iter().position(|m| *m == dropped.link.keeper);
            // With another linkage the keeper may be in another cluster.
            let keeper = keeper.map_or("?".to_owned(), |at| (at + 1).to_string());
            (format!(" {sign}{word}{arrow}{keeper}"), Role::Dim)
        }
    };
    cx.words(place, &text, cx.style(role));
}

/// The line below the members; `None` while nothing is shown.
pub fn note<'a>(
    app: &App,
    theme: &Theme,
    Selection {
        clustering,
        cluster,
        ..
    }: Selection<'_>,
) -> Option<Line<'a>> {
    let rule = app.clusters.keep.rule.as_ref()?;
    let label = theme.span(Role::Dim, format!("one copy, by {rule}  "));
    let Some(kept) = app.clusters.keep.of(clustering, cluster) else {
        return Some(Line::from(vec![label, Span::raw(theme.own("counting …"))]));
    };
    let stays = |doc: &&DocNo| kept.dropped[doc.index()].is_none();
    let stay = cluster.members.iter().filter(stays).count() as u64;
    let all = cluster.size() as u64;
    let text = match stay {
        1 => format!("1 of {} stays", count(all)),
        stay => format!("{} stay", out_of(stay, all)),
    };
    let arrow = theme.glyphs().pick("→", ">");
    let behind = format!("  {arrow}N stays for it");
    Some(Line::from(vec![
        label,
        theme.span(Role::Exact, text),
        theme.span(Role::Dim, behind),
    ]))
}
