//! Every figure of the pair: the name of each above it, in one row of figures where there is room,
//! else in two.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::app::state::compare::{CompareState, Half};
use crate::base::units::{count, counted};
use crate::engine::message::Comparison;
use crate::ui::figures::{interval, ratio, signed, standard_errors};
use crate::ui::text_view::paint;
use crate::ui::theme::{Role, Theme};

/// From this width on all figures stand in one row.
const ONE_ROW: u16 = 118;

/// Rows that the figures take in a screen of this size.
#[must_use]
pub fn rows(area: Rect) -> u16 {
    match (area.height, area.width >= ONE_ROW) {
        (0..=8, _) => 0,
        (9..=15, _) => 1,
        (16..=18, _) | (_, true) => 2,
        (_, false) => 4,
    }
}

/// One figure with its name.
struct Figure {
    name: &'static str,
    value: String,
    style: Style,
}

/// Draws into `area`, as many rows as [`rows`] said.
pub fn draw(state: &CompareState, comparison: &Comparison, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let figures = all(state, comparison, theme);
    match area.height {
        0 => {}
        1 => running(&figures, theme, area, buffer),
        2 | 3 => tier(&figures, theme, area, buffer),
        _ => {
            tier(&figures[..SECOND], theme, Rect { height: 2, ..area }, buffer);
            let below = Rect { y: area.y + 2, height: 2, ..area };
            tier(&figures[SECOND..], theme, below, buffer);
        }
    }
}

/// Figures from here on stand in the second row where there are two.
const SECOND: usize = 6;

fn all(state: &CompareState, c: &Comparison, theme: &Theme) -> Vec<Figure> {
    let plain = theme.style(Role::Text);
    let exact = c.overlap.jaccard();
    let error = c.estimate.value() - exact;
    let far = standard_errors(&c.estimate, exact).map(f64::abs).filter(|errors| *errors > 2.0);
    // The fixed document is on the left unless swapped.
    let overlap = if state.swapped() { c.overlap.swapped() } else { c.overlap };
    let longest = match state.longest() {
        0 => "none".into(),
        n => counted(n.into(), "word", "words"),
    };
    let about = if c.diff.approximate { "≥" } else { "" };
    let mut figures = vec![
        Figure { name: "exact", value: ratio(exact), style: theme.style(Role::Exact) },
        Figure { name: "estimate", value: ratio(c.estimate.value()), style: theme.style(Role::Estimate) },
        Figure { name: "95% interval", value: interval(&c.estimate), style: theme.style(Role::Estimate) },
        Figure {
            name: "error",
            value: far.map_or_else(|| signed(error), |errors| format!("{} {errors:.1} se", signed(error))),
            style: if far.is_some() { theme.style(Role::Warning) } else { plain },
        },
        Figure { name: "left in right", value: ratio(overlap.containment_a_in_b()), style: plain },
        Figure { name: "right in left", value: ratio(overlap.containment_b_in_a()), style: plain },
        Figure {
            name: "shared of all",
            value: format!("{} of {}", count(c.overlap.shared.into()), count(c.overlap.union())),
            style: plain,
        },
        Figure { name: "word diff", value: format!("{about}{}", ratio(c.diff.similarity)), style: plain },
        Figure { name: "SimHash", value: format!("{} of 64", c.simhash), style: plain },
        Figure { name: "longest", value: longest, style: plain },
    ];
    if c.overlap.shared == 0 {
        figures.retain(|figure| figure.name != "longest");
    }
    figures
}

/// Names over values, as many as fit; two or three blanks between them.
fn tier(figures: &[Figure], theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let width = |f: &Figure| paint::columns(f.name).max(paint::columns(&f.value));
    let sum: u16 = figures.iter().map(width).sum();
    let gaps = figures.len() as u16;
    let gap = if sum + 1 + gaps * 4 <= area.width { 4 } else if sum + 1 + gaps * 3 <= area.width { 3 } else { 2 };
    let mut x = area.x + 1;
    for figure in figures {
        let wide = width(figure);
        if x + wide > area.right() {
            return;
        }
        paint::words(buffer, x, area.y, wide, figure.name, theme.style(Role::Dim));
        paint::words(buffer, x, area.y + 1, wide, &figure.value, figure.style);
        x += wide + gap;
    }
}

/// Names and values in one line, as many as fit.
fn running(figures: &[Figure], theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let mut x = area.x + 1;
    // The interval gives way: it says the least without room to explain it.
    for figure in figures.iter().filter(|f| f.name != "95% interval") {
        let value = figure.value.trim_start();
        let wide = paint::columns(figure.name) + 1 + paint::columns(value);
        if x + wide > area.right() {
            return;
        }
        x = paint::words(buffer, x, area.y, wide, figure.name, theme.style(Role::Dim)) + 1;
        x = paint::words(buffer, x, area.y, wide, value, figure.style) + 3;
    }
}

/// The words of the text in a column, for its frame.
#[must_use]
pub fn words(state: &CompareState, half: Half) -> String {
    let Some(c) = state.comparison() else {
        return String::new();
    };
    let side = if c.left.doc == state.doc(half) { &c.left } else { &c.right };
    let size = if c.left.doc == state.doc(half) { c.overlap.size_a } else { c.overlap.size_b };
    format!(
        "{} · {}",
        counted(side.words as u64, "word", "words"),
        counted(size.into(), "shingle", "shingles")
    )
}
