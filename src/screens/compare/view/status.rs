//! The title of a comparison, with the positions of the pair and of the passage; and the legend of its marks.

use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::app::{Action, Command, NamedDocuments};
use crate::base::Reason;
use crate::base::pages::page_of;
use crate::base::units::counted;
use crate::screens::compare::state::{CompareAction, CompareState, ComparisonPosition, Mode};
use crate::settings::Unit;
use crate::typeset::names::apart;
use crate::ui::phrases::{LIT, PLAIN, first_fitting, legend as explained, position};
use crate::ui::widgets::paint;
use crate::ui::widgets::{self, end_cut, name};
use crate::ui::{DrawContext, LineWidth, Role, area};

/// Minimum columns of the two titles.
const TITLES: usize = 24;

/// Draws the two titles and the positions into the one row of `area`.
pub fn draw(
    state: &CompareState,
    collection: &NamedDocuments,
    area: Rect,
    cx: &mut DrawContext<'_, '_>,
) {
    if area.is_empty() {
        return;
    }
    let area = area::indented(area);
    let hidden = collection.hidden.then(|| "names hidden".to_owned());
    let facts = [hidden, pair_position(state), position_text(state)];
    let facts = Vec::from_iter(facts.into_iter().flatten());
    let wordings = (0..facts.len()).map(|from| facts[from..].join(cx.theme.dot()));
    let left = usize::from(area.width).saturating_sub(TITLES);
    let fits = |text: &str| usize::from(paint::columns(text)) <= left;
    let at = first_fitting(wordings.collect(), fits).unwrap_or_default();
    cx.words_right(area, &cx.theme.own(&at), cx.style(Role::Dim));
    let between = cx.glyphs.pick("  ⇄  ", "  =  ");
    let room = area.width.saturating_sub(paint::columns(&at) + 3);
    let half = usize::from(room.saturating_sub(paint::columns(between)) / 2);
    let docs = state.docs();
    let titles = docs.map(|doc| name::titled(collection, doc).0);
    let [left, right] = if titles[0] == titles[1] {
        apart(docs.map(|doc| collection.id(doc)), [half; 2], cx.glyphs)
    } else {
        titles.map(|title| end_cut(&title, half, cx.glyphs))
    };
    let titles = format!("{left}{between}{right}");
    cx.words(area, &titles, cx.style(Role::Title));
}

/// Draws the kinds of highlighting, of which a click selects the next one, and what the marks mean.
pub fn legend(state: &CompareState, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let theme = cx.theme;
    let unit = state.comparison().map_or(Unit::Term, |c| c.unit);
    let modes = Mode::ALL.map(|mode| {
        let name = match mode {
            Mode::Passages => "passages",
            Mode::Shared => "shared",
            Mode::Words => unit.nouns().1,
            Mode::Differences => "differences",
        };
        (
            mode == state.mode,
            widgets::tab(theme, name, mode == state.mode),
        )
    });
    let (lit, text) = (theme.lit_passage(0, false), theme.style(Role::Text));
    let tinted = theme.changed(true);
    let entries = match state.mode {
        Mode::Passages => vec![
            ("lit", lit, LIT),
            ("tinted", tinted, "differs inside"),
            ("plain", text, PLAIN),
        ],
        Mode::Shared => vec![
            ("lit", lit, "shared shingles, which Jaccard counts"),
            ("plain", text, "not"),
        ],
        Mode::Words | Mode::Differences => vec![
            ("lit", lit, LIT),
            ("tinted", tinted, PLAIN),
            (cx.glyphs.pick("↕", "~"), text, "moved"),
        ],
    };
    let legend = explained(theme, &entries);
    let room = usize::from(area.width).saturating_sub(legend.columns() + 1);
    let all = Line::from_iter(modes.iter().map(|(_, tab)| tab.clone()));
    let current = modes.into_iter().filter(|(current, _)| *current);
    let current = Line::from_iter(current.map(|(_, tab)| tab));
    let mut line = if all.columns() <= room { all } else { current };
    let target = CompareAction::Run(Command::Mode);
    let modes_area = area::columns(area, area.x + 1, line.columns() as u16);
    cx.hits.push(modes_area, Action::Compare(target));
    line.extend(legend);
    cx.line(area::right_from(area, area.x + 1), &line);
}

/// Position of the pair among the neighbours or in the list of pairs.
fn pair_position(state: &CompareState) -> Option<String> {
    let (noun, (at, all)) = match (state.position, (state.at, state.neighbours.len())) {
        (ComparisonPosition::Listed(at, all), _) => ("pair", (at, all)),
        (ComparisonPosition::Unlisted, _) => return Some("not in the list".into()),
        (ComparisonPosition::Neighbours, (_, 1)) => return None,
        (ComparisonPosition::Neighbours, neighbour) => ("neighbour", neighbour),
    };
    Some(format!("{noun} {}", position(at, all)))
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

fn position_text(state: &CompareState) -> Option<String> {
    let comparison = state.comparison()?;
    if !state.mode.by_words() {
        let all = state.passages().len();
        return Some(match (all, state.passage()) {
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
        });
    }
    Some(match state.change() {
        (_, 0) => format!("no {} differs", comparison.unit.nouns().0),
        (None, n) => counted(n as u64, "change", "changes"),
        (Some(i), n) => format!("change {}", position(i, n)),
    })
}
