//! The status line of a comparison: the neighbour, the kind of highlighting and the passage.

use std::ops::Range;

use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::app::Command;
use crate::base::Reason;
use crate::base::pages::page_of;
use crate::base::units::counted;
use crate::screens::compare::state::{CompareAction, CompareState, ComparisonPosition, Half, Mode};
use crate::settings::Unit;
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::phrases::position;
use crate::ui::theme::Role;
use crate::ui::widgets::paint::LineWidth;

/// Draws into the one row of `area`; a click on the highlighting modes selects the next one. `hidden`: names are,
/// which is said at the right.
pub fn draw(
    state: &CompareState,
    hidden: bool,
    area: Rect,
    cx: &mut DrawContext<'_, '_>,
) -> Vec<(Rect, CompareAction)> {
    if area.is_empty() {
        return Vec::new();
    }
    let theme = cx.theme;
    let message = match (hidden, position_text(state)) {
        (true, text) if text.is_empty() => "names hidden".to_owned(),
        (true, text) => format!("names hidden · {text}"),
        (false, text) => text,
    };
    let right = Line::from(format!("{} ", theme.own(&message)));
    let unit = state.comparison().map_or(Unit::Term, |c| c.unit);
    let width = (right.columns() as u16).min(area.width);
    let right_area = area::right_from(area, area.right() - width);
    cx.line(right_area, &right);
    let fits = |columns: usize| columns as u16 + width < area.width;
    let sizes = [Size::Long, Size::Middle, Size::Short];
    for size in sizes.into_iter().skip(usize::from(area.width < 110)) {
        let (left, modes) = choice(state, size, unit, cx);
        if fits(left.columns()) {
            cx.line(area, &left);
            let modes = area::columns(area, area.x + modes.start, modes.end - modes.start);
            return vec![(modes, CompareAction::Run(Command::Mode))];
        }
    }
    let (at, all) = state.neighbour_of();
    // In little room: the position, then neighbour and highlighting as far as they fit.
    let (number, mode) = (at + 1, name(state.mode(), Size::Middle, unit));
    let short = [
        format!(" {number}/{all} {mode}"),
        format!(" {number}/{all}"),
    ];
    if let Some(text) = short.into_iter().find(|text| fits(text.len())) {
        cx.line(area, &theme.line(Role::Dim, text));
    }
    Vec::new()
}

/// How much room the left part of the line has.
#[derive(Clone, Copy, PartialEq)]
enum Size {
    Long,
    Middle,
    Short,
}

/// The neighbour and the modes; the columns of the modes.
fn choice<'a>(
    state: &CompareState,
    size: Size,
    unit: Unit,
    cx: &DrawContext<'_, '_>,
) -> (Line<'a>, Range<u16>) {
    let theme = cx.theme;
    let (listed, (at, all)) = (state.position(), state.neighbour_of());
    let neighbour = match (listed, size) {
        (ComparisonPosition::Listed(at, all), Size::Short) => format!(" {}/{all}  ", at + 1),
        (ComparisonPosition::Listed(at, all), _) => format!(" pair {}   ", position(at, all)),
        (ComparisonPosition::Unlisted, Size::Short) => " -  ".to_owned(),
        (ComparisonPosition::Unlisted, _) => " not in the list   ".to_owned(),
        (ComparisonPosition::Neighbours, _) if all == 1 => " ".to_owned(),
        (ComparisonPosition::Neighbours, Size::Short) => format!(" {}/{all}  ", at + 1),
        (ComparisonPosition::Neighbours, _) => format!(" neighbour {}   ", position(at, all)),
    };
    let mut left = Line::from(theme.span(Role::Dim, neighbour));
    let start = left.columns() as u16;
    for mode in Mode::ALL {
        let name = name(mode, size, unit);
        left.push_span(if mode == state.mode() {
            theme.span(Role::Title, format!("[{name}]"))
        } else {
            theme.span(Role::Dim, format!(" {name} "))
        });
    }
    let end = left.columns() as u16;
    (left, start..end)
}

fn name(mode: Mode, size: Size, unit: Unit) -> &'static str {
    match (mode, size) {
        (Mode::Passages, _) => "passages",
        (Mode::Shared, Size::Long) => "shared shingles",
        (Mode::Shared, _) => "shared",
        (Mode::Words, Size::Long) if unit == Unit::Char => "character by character",
        (Mode::Words, Size::Long) => "word by word",
        (Mode::Words, _) => unit.nouns().1,
        (Mode::Differences, Size::Long) => "only differences",
        (Mode::Differences, Size::Middle) => "differences",
        (Mode::Differences, Size::Short) => "diff",
    }
}

/// The pages on which a passage begins, where the texts have pages.
fn pages(state: &CompareState, passage: usize) -> String {
    let page = |half| {
        let text = state.text(half)?;
        let (start, _) = text.marks(state.mode()).passages.get(passage)?;
        page_of(text.pane.text(), *start)
    };
    match (page(Half::Left), page(Half::Right)) {
        (Some(left), Some(right)) => format!(" · page {left} left, {right} right"),
        (Some(left), None) => format!(" · page {left} left"),
        (None, Some(right)) => format!(" · page {right} right"),
        (None, None) => String::new(),
    }
}

fn position_text(state: &CompareState) -> String {
    let Some(comparison) = state.comparison() else {
        return String::new();
    };
    if !state.mode().by_words() {
        let all = state.passage_count();
        return match (all, state.passage()) {
            (0, _) if state.mode() == Mode::Passages && !comparison.passages.is_empty() => {
                "no passage, only short runs".into()
            }
            (0, _) => "no shared passage".into(),
            (_, None) => counted(all as u64, "shared passage", "shared passages"),
            (_, Some(i)) => {
                let words = state.passage_words(i).unwrap_or_default();
                let kind = state.passage_kind(i).map(Reason::of_passage);
                let kind = kind.map_or_else(String::new, |kind| format!(" · {kind}"));
                let pages = pages(state, i);
                format!("passage {} · {words}{kind}{pages}", position(i, all))
            }
        };
    }
    match state.change() {
        (_, 0) => format!("no {} differs", comparison.unit.nouns().0),
        (None, n) => counted(n as u64, "change", "changes"),
        (Some(i), n) => format!("change {}", position(i, n)),
    }
}
