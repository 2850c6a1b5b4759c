//! The status line of a comparison: the neighbour, the kind of highlighting and the passage.

use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::app::{Action, Command};
use crate::base::Reason;
use crate::base::pages::page_of;
use crate::base::units::counted;
use crate::screens::compare::state::{CompareAction, CompareState, ComparisonPosition, Mode};
use crate::settings::Unit;
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::phrases::position;
use crate::ui::theme::Role;
use crate::ui::widgets::{self, paint::LineWidth};

/// Draws into the one row of `area`; a click on the highlighting modes selects the next one. If names are `hidden`, the
/// right end says so.
pub fn draw(state: &CompareState, hidden: bool, area: Rect, cx: &mut DrawContext<'_, '_>) {
    if area.is_empty() {
        return;
    }
    let theme = cx.theme;
    let message = match (hidden, position_text(state)) {
        (true, text) if text.is_empty() => "names hidden".to_owned(),
        (true, text) => format!("names hidden · {text}"),
        (false, text) => text,
    };
    let right = Line::from(format!("{} ", theme.own(&message)));
    let width = (right.columns() as u16).min(area.width);
    cx.line(area::right_from(area, area.right() - width), &right);
    let unit = state.comparison().map_or(Unit::Term, |c| c.unit);
    let modes = Mode::ALL.map(|mode| {
        let name = match mode {
            Mode::Passages => "passages",
            Mode::Shared => "shared",
            Mode::Words => unit.nouns().1,
            Mode::Differences => "differences",
        };
        widgets::tab(theme, name, mode == state.mode)
    });
    let modes = Line::from_iter(modes);
    let (columns, room) = (modes.columns(), usize::from(area.width - width));
    let [long, short] = pair_position(state);
    let positions = [&long, &short].into_iter();
    let mut with_modes = positions.filter(|position| position.len() + columns < room);
    let (dim, position) = (cx.style(Role::Dim), with_modes.next());
    if let Some(position) = position {
        let x = cx.words(area, position, dim);
        let modes_area = area::columns(area, x, columns as u16);
        cx.line(modes_area, &modes);
        let target = CompareAction::Run(Command::Mode);
        cx.hits.push(modes_area, Action::Compare(target));
    } else if long.len() < room {
        cx.words(area, &long, dim);
    }
}

/// Position of the pair among the neighbours or in the list of pairs, in long and short form.
fn pair_position(state: &CompareState) -> [String; 2] {
    let (noun, (at, all)) = match (state.position, (state.at, state.neighbours.len())) {
        (ComparisonPosition::Listed(at, all), _) => ("pair", (at, all)),
        (ComparisonPosition::Unlisted, _) => {
            return [" not in the list   ", " -  "].map(Into::into);
        }
        (ComparisonPosition::Neighbours, (_, 1)) => return [" ", " "].map(Into::into),
        (ComparisonPosition::Neighbours, neighbour) => ("neighbour", neighbour),
    };
    let words = format!(" {noun} {}   ", position(at, all));
    [words, format!(" {}/{all}  ", at + 1)]
}

/// The pages on which a passage begins, where the texts have pages.
fn pages(state: &CompareState, passage: usize) -> String {
    let texts = state.texts().iter().zip(["left", "right"]);
    let pages = texts.filter_map(|(text, side)| {
        let (start, _) = text.marks[state.mode.marks()].passages.get(passage)?;
        let page = page_of(text.pane.text(), *start)?;
        Some(format!("{page} {side}"))
    });
    match pages.collect::<Vec<_>>().join(", ") {
        pages if pages.is_empty() => pages,
        pages => format!(" · page {pages}"),
    }
}

fn position_text(state: &CompareState) -> String {
    let Some(comparison) = state.comparison() else {
        return String::new();
    };
    if !state.mode.by_words() {
        let all = state.passages().len();
        return match (all, state.passage()) {
            (0, _) if state.mode == Mode::Passages && !comparison.passages.is_empty() => {
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
