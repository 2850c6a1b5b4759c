//! The line above: which neighbour, what is marked, which passage.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use crate::app::state::compare::{CompareAction, CompareState, Mode};
use crate::base::units::{count, counted};
use crate::ui::figures::Glyphs;
use crate::ui::theme::{Role, Theme};

/// Draws into the one row of `area`; a click on the ways of marking takes the next.
pub fn draw(
    state: &CompareState,
    theme: &Theme,
    glyphs: Glyphs,
    area: Rect,
    buffer: &mut Buffer,
) -> Vec<(Rect, CompareAction)> {
    if area.is_empty() {
        return Vec::new();
    }
    let dim = theme.style(Role::Dim);
    let right = Line::from(format!("{} ", place(state)));
    let (at, all) = state.neighbour_of();
    let mut left = vec![Span::styled(format!(" neighbour {} of {}   ", count(at as u64 + 1), count(all as u64)), dim)];
    let start = left[0].width() as u16;
    let long = area.width >= 110;
    for (mode, short, name) in [
        (Mode::Shared, "shared", "shared shingles"),
        (Mode::Words, "words", "word by word"),
        (Mode::Differences, "differences", "only differences"),
    ] {
        let name = if long { name } else { short };
        let (open, close) = if mode == state.mode() { ("[", "]") } else { (" ", " ") };
        let style = if mode == state.mode() { theme.style(Role::Title) } else { dim };
        left.push(Span::styled(format!("{open}{name}{close}"), style));
    }
    let end = left.iter().map(Span::width).sum::<usize>() as u16;
    if !state.locked() {
        let note = if long { "   each side scrolls by itself" } else { glyphs.pick("  ⇅", "  unlocked") };
        left.push(Span::styled(note, theme.style(Role::Warning)));
    }
    if state.swapped() && long {
        left.push(Span::styled("   swapped", dim.add_modifier(Modifier::ITALIC)));
    }
    let left = Line::from(left);
    let width = (right.width() as u16).min(area.width);
    let fits = left.width() + right.width() < usize::from(area.width);
    if fits {
        left.render(area, buffer);
    }
    // Where there is room for one of them only: where one stands.
    right.render(Rect { x: area.right() - width, width, ..area }, buffer);
    if !fits {
        return Vec::new();
    }
    vec![(Rect { x: area.x + start, width: end.saturating_sub(start), ..area }, CompareAction::Mode)]
}

fn place(state: &CompareState) -> String {
    let Some(comparison) = state.comparison() else {
        return String::new();
    };
    if state.mode() == Mode::Shared {
        let all = comparison.passages.len() as u64;
        let words = |n: u32| counted(n.into(), "word", "words");
        return match (all, state.passage()) {
            (0, _) => "no shared passage".into(),
            (_, None) => counted(all, "shared passage", "shared passages"),
            (_, Some(i)) => {
                let length = comparison.passages.get(i).map_or(0, |p| p.length);
                format!("passage {} of {} · {}", count(i as u64 + 1), count(all), words(length))
            }
        };
    }
    match state.change() {
        (_, 0) => "no word differs".into(),
        (None, n) => counted(n as u64, "change", "changes"),
        (Some(i), n) => format!("change {} of {}", count(i as u64 + 1), count(n as u64)),
    }
}
