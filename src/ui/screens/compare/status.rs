//! The status line of a comparison: the neighbour, the kind of highlighting and the passage.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use crate::app::Command;
use crate::app::state::compare::{CompareAction, CompareState, Mode};
use crate::base::units::{count, counted};
use crate::settings::Unit;
use crate::ui::theme::{Role, Theme};

/// Draws into the one row of `area`; a click on the highlighting modes selects the next one.
pub fn draw(
    state: &CompareState,
    theme: &Theme,
    area: Rect,
    buffer: &mut Buffer,
) -> Vec<(Rect, CompareAction)> {
    if area.is_empty() {
        return Vec::new();
    }
    let dim = theme.style(Role::Dim);
    let right = Line::from(format!("{} ", theme.own(&place(state))));
    let unit = state.comparison().map_or(Unit::Term, |c| c.unit);
    let (at, all) = state.neighbour_of();
    let mut left = vec![Span::styled(
        format!(
            " neighbour {} of {}   ",
            count(at as u64 + 1),
            count(all as u64)
        ),
        dim,
    )];
    let start = left[0].width() as u16;
    let long = area.width >= 110;
    for mode in [Mode::Shared, Mode::Words, Mode::Differences] {
        let name = name(mode, long, unit);
        let (open, close) = if mode == state.mode() {
            ("[", "]")
        } else {
            (" ", " ")
        };
        let style = if mode == state.mode() {
            theme.style(Role::Title)
        } else {
            dim
        };
        left.push(Span::styled(format!("{open}{name}{close}"), style));
    }
    let end = left.iter().map(Span::width).sum::<usize>() as u16;
    if !state.locked() {
        let note = if long {
            "   each side scrolls by itself"
        } else {
            "  unlocked"
        };
        left.push(Span::styled(note, theme.style(Role::Warning)));
    }
    if state.swapped() && long {
        left.push(Span::styled(
            "   swapped",
            dim.add_modifier(Modifier::ITALIC),
        ));
    }
    let left = Line::from(left);
    let width = (right.width() as u16).min(area.width);
    right.render(
        Rect {
            x: area.right() - width,
            width,
            ..area
        },
        buffer,
    );
    if left.width() as u16 + width < area.width {
        left.render(area, buffer);
        return vec![(
            Rect {
                x: area.x + start,
                width: end.saturating_sub(start),
                ..area
            },
            CompareAction::Run(Command::Mode),
        )];
    }
    // In little room: the position, then neighbour and highlighting as far as they fit.
    let lock = if state.locked() { "" } else { " unlocked" };
    for text in [
        format!(
            " {}/{all} {}{lock}",
            at + 1,
            name(state.mode(), false, unit)
        ),
        format!(" {}/{all}", at + 1),
    ] {
        if text.len() as u16 + width < area.width {
            Line::styled(text, dim).render(area, buffer);
            break;
        }
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
        let all = comparison.passages.len() as u64;
        let words = |n: u32| comparison.unit.counted(n.into());
        return match (all, state.passage()) {
            (0, _) => "no shared passage".into(),
            (_, None) => counted(all, "shared passage", "shared passages"),
            (_, Some(i)) => {
                let length = comparison.passages.get(i).map_or(0, |p| p.length);
                format!(
                    "passage {} of {} · {}",
                    count(i as u64 + 1),
                    count(all),
                    words(length)
                )
            }
        };
    }
    match state.change() {
        (_, 0) => format!("no {} differs", comparison.unit.nouns().0),
        (None, n) => counted(n as u64, "change", "changes"),
        (Some(i), n) => format!("change {} of {}", count(i as u64 + 1), count(n as u64)),
    }
}
