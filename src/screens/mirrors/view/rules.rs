//! The rules of the canonical paths: which are on, and how many paths each changes.

use ratatui::layout::Rect;

use crate::app::{Action, App, Panel};
use crate::base::units::count;
use crate::mirrors::Rule;
use crate::screens::mirrors::state::RULE_ROWS;
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::hit_map::HitMap;
use crate::ui::theme::Role;
use crate::ui::widgets::panel::PanelFrame;

/// Rows of the panel, with its border.
pub const HEIGHT: u16 = RULE_ROWS as u16 + 2;

/// Columns of a rule.
const WIDTH: u16 = 25;

/// Draws the rules in columns.
pub fn draw(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>, hits: &mut HitMap) {
    let theme = cx.theme;
    let mirrors = &app.mirrors;
    let framed = PanelFrame {
        title: theme.line(
            Role::Title,
            "Paths are compared without differences of".to_owned(),
        ),
        foot: theme.line(
            Role::Dim,
            "documents whose path each rule changes".to_owned(),
        ),
        focused: mirrors.choosing,
        ..PanelFrame::default()
    };
    let inner = cx.panel(area, framed);
    let counts = mirrors.rule_counts();
    let columns = Rule::ALL.len().div_ceil(RULE_ROWS) as u16;
    let width = WIDTH.min(inner.width / columns);
    for (at, (name, rule)) in Rule::ALL.into_iter().enumerate() {
        let (column, row) = ((at / RULE_ROWS) as u16, (at % RULE_ROWS) as u16);
        if row >= inner.height {
            continue;
        }
        let cell = Rect {
            y: inner.y + row,
            height: 1,
            ..area::columns(inner, inner.x + column * width, width)
        };
        let enabled = mirrors.rules.has(rule);
        let number = counts.map_or_else(String::new, |counts| count(counts[at].into()));
        let role = if enabled { Role::Text } else { Role::Dim };
        let mark = if enabled { "[x]" } else { "[ ]" };
        let inside = area::right_from(cell, cell.x + 1);
        cx.words(
            inside,
            &format!("{mark} {name:<9} {number:>7}"),
            cx.style(role),
        );
        if mirrors.choosing && at == mirrors.rule.selected {
            cx.cursor_mark(cell, cx.style(Role::Key));
            cx.select(cell, true);
        }
        hits.push(cell, Action::Row(Panel::MirrorRules, at));
    }
}
