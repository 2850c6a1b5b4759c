//! The status line of a comparison: the neighbour, the kind of highlighting and the passage.

use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use crate::app::Command;
use crate::app::state::compare::{CompareAction, CompareState, Mode};
use crate::base::units::counted;
use crate::settings::Unit;
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::phrases::position;
use crate::ui::theme::Role;

/// Draws into the one row of `area`; a click on the highlighting modes selects the next one.
pub fn draw(
    state: &CompareState,
    area: Rect,
    cx: &mut DrawContext<'_, '_>,
) -> Vec<(Rect, CompareAction)> {
    if area.is_empty() {
        return Vec::new();
    }
    let theme = cx.theme;
    let right = Line::from(format!("{} ", theme.own(&place(state))));
    let unit = state.comparison().map_or(Unit::Term, |c| c.unit);
    let (noun, (at, all)) = match state.place() {
        Some(place) => ("pair", place),
        None => ("neighbour", state.neighbour_of()),
    };
    let neighbour = format!(" {noun} {}   ", position(at, all));
    let mut left = Line::from(theme.span(Role::Dim, neighbour));
    let start = left.width() as u16;
    let long = area.width >= 110;
    for mode in [Mode::Shared, Mode::Words, Mode::Differences] {
        let name = name(mode, long, unit);
        left.push_span(match mode == state.mode() {
            true => theme.span(Role::Title, format!("[{name}]")),
            false => theme.span(Role::Dim, format!(" {name} ")),
        });
    }
    let end = left.width() as u16;
    if !state.locked() {
        let note = match long {
            true => "   each side scrolls by itself",
            false => "  unlocked",
        };
        left.push_span(theme.span(Role::Warning, note));
    }
    if state.swapped() && long {
        let style = theme.style(Role::Dim).add_modifier(Modifier::ITALIC);
        left.push_span(Span::styled("   swapped", style));
    }
    let width = (right.width() as u16).min(area.width);
    let place = area::right_from(area, area.right() - width);
    right.render(place, cx.buffer());
    let fits = |columns: usize| columns as u16 + width < area.width;
    if fits(left.width()) {
        left.render(area, cx.buffer());
        let modes = area::columns(area, area.x + start, end.saturating_sub(start));
        return vec![(modes, CompareAction::Run(Command::Mode))];
    }
    // In little room: the position, then neighbour and highlighting as far as they fit.
    let lock = if state.locked() { "" } else { " unlocked" };
    let (number, mode) = (at + 1, name(state.mode(), false, unit));
    let short = [
        format!(" {number}/{all} {mode}{lock}"),
        format!(" {number}/{all}"),
    ];
    if let Some(text) = short.into_iter().find(|text| fits(text.len())) {
        theme.line(Role::Dim, text).render(area, cx.buffer());
    }
    Vec::new()
}

fn name(mode: Mode, long: bool, unit: Unit) -> &'static str {
    match (mode, long) {
        (Mode::Shared, false) => "shared",
        (Mode::Shared, true) => "shared shingles",
        (Mode::Words, false) => unit.nouns().1,
        (Mode::Words, true) if unit == Unit::Char => "character by character",
        (Mode::Words, true) => "word by word",
        (Mode::Differences, false) => "differences",
        (Mode::Differences, true) => "only differences",
    }
}

fn place(state: &CompareState) -> String {
    let Some(comparison) = state.comparison() else {
        return String::new();
    };
    if state.mode() == Mode::Shared {
        let all = comparison.passages.len();
        let words = |n: u32| comparison.unit.counted(n.into());
        return match (all, state.passage()) {
            (0, _) => "no shared passage".into(),
            (_, None) => counted(all as u64, "shared passage", "shared passages"),
            (_, Some(i)) => {
                let length = comparison.passages.get(i).map_or(0, |p| p.length);
                format!("passage {} · {}", position(i, all), words(length))
            }
        };
    }
    match state.change() {
        (_, 0) => format!("no {} differs", comparison.unit.nouns().0),
        (None, n) => counted(n as u64, "change", "changes"),
        (Some(i), n) => format!("change {}", position(i, n)),
    }
}
