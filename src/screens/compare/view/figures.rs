//! The figures of the pair: those that matter most in one row, or all.

use ratatui::layout::Rect;

use crate::base::units::counted;
use crate::config::Purpose;
use crate::engine::message::Comparison;
use crate::evidence::Evidence;
use crate::figures;
use crate::screens::compare::state::CompareState;
use crate::settings::Unit;
use crate::similarity::BridgedPassage;
use crate::typeset::figures::{bare_interval, figure as typeset, ratio, signed};
use crate::ui::phrases::{first_fitting, masked, out_of};
use crate::ui::widgets::paint;
use crate::ui::{DrawContext, Role, area};

/// A labelled figure.
struct Figure {
    name: &'static str,
    value: String,
    role: Role,
    /// Whether it is one of the main figures: copied words, exact and estimated similarity.
    is_primary: bool,
}

/// Rows of all figures, at most.
const ALL: u16 = 3;

/// Number of rows of the figures on a screen of this size.
pub fn rows(state: &CompareState, area: Rect) -> u16 {
    match area.height {
        _ if state.comparison().is_none() => 0,
        0..=8 => 0,
        9..=15 => 1,
        _ if state.all_figures => ALL,
        _ => 1,
    }
}

/// Draws names and values into `area`, whose height is the result of [`rows`], as many as fit.
pub fn draw(
    state: &CompareState,
    comparison: &Comparison,
    area: Rect,
    cx: &mut DrawContext<'_, '_>,
) {
    let (mut x, mut y) = (area.x + 1, area.y);
    let figures = match state.purpose {
        Purpose::NearDuplicates => similarity_figures(comparison),
        Purpose::CopiedText => copied_text_figures(comparison),
    };
    let is_shown = |figure: &Figure| area.height > 1 || figure.is_primary;
    for figure in figures.into_iter().filter(is_shown) {
        let value = cx.theme.own(figure.value.trim_start());
        let wide = paint::columns(figure.name) + 1 + paint::columns(&value);
        if x + wide > area.right() {
            (x, y) = (area.x + 1, y + 1);
        }
        if y >= area.bottom() || x + wide > area.right() {
            return;
        }
        let row = area::row(area, y);
        x = cx.words(area::right_from(row, x), figure.name, cx.style(Role::Dim)) + 1;
        x = cx.words(area::right_from(row, x), &value, cx.style(figure.role)) + 3;
    }
}

fn primary(name: &'static str, value: String, role: Role) -> Figure {
    Figure {
        name,
        value,
        role,
        is_primary: true,
    }
}

fn further(name: &'static str, value: String) -> Figure {
    Figure {
        is_primary: false,
        ..primary(name, value, Role::Text)
    }
}

/// Copied words and their share of either text, then the similarity.
fn copied_text_figures(c: &Comparison) -> Vec<Figure> {
    let evidence = Evidence::from_passages(&c.bridged);
    let data = c.data(&evidence);
    let words = match c.unit {
        Unit::Term => "words the same",
        Unit::Char => "characters the same",
    };
    let value = |name: &str| {
        let row = figures::Figure::named(name);
        typeset(row.kind, row.of_pair(&data).unwrap_or_default())
    };
    let mut figures = vec![
        primary(words, value("words"), Role::Exact),
        primary("of left", value("of_a"), Role::Exact),
        primary("of right", value("of_b"), Role::Exact),
    ];
    figures.extend(similarity(c, "Jaccard"));
    figures.extend([
        primary("longest run", value("longest_common_run"), Role::Text),
        further("longest passage", value("longest")),
    ]);
    figures.extend(moved(c));
    figures
}

/// Words at another position, if there are any, for example exchanged sentences. A passage contains them, a run does
/// not.
fn moved(c: &Comparison) -> Option<Figure> {
    let words: u32 = c.bridged.iter().map(BridgedPassage::moved).sum();
    (words > 0).then(|| further("moved", c.unit.counted(words.into())))
}

/// The Jaccard similarity with no mask, if that is another one.
fn unmasked(c: &Comparison) -> Option<Figure> {
    let before = c.before.filter(|before| *before != c.measures.overlap)?;
    Some(primary("unmasked", ratio(before.jaccard()), Role::Text))
}

/// The exact similarity under this name, with no mask and with look-alike characters folded the other way where these are others; beside it
/// the estimate with its interval.
fn similarity(c: &Comparison, name: &'static str) -> Vec<Figure> {
    let exact = c.measures.overlap;
    let mut figures = vec![primary(name, ratio(exact.jaccard()), Role::Exact)];
    figures.extend(unmasked(c));
    if let Some(folding) = c.folding {
        let (written, seen) = (folding.written.jaccard(), folding.seen.jaccard());
        let (name, value) = if folding.seen == exact && folding.written != folding.seen {
            ("as written", written)
        } else {
            ("as seen", seen)
        };
        figures.push(primary(name, ratio(value), Role::Warning));
    }
    let interval = bare_interval(&c.estimate);
    let estimate = format!("{} (95% {interval})", ratio(c.estimate.value()));
    figures.push(primary("estimate", estimate, Role::Estimate));
    figures
}

fn similarity_figures(c: &Comparison) -> Vec<Figure> {
    let overlap = c.measures.overlap;
    let exact = overlap.jaccard();
    let errors = c.estimate.standard_errors(c.sketch, &overlap).map(f64::abs);
    let mut error = further("error", signed(c.estimate.value() - exact));
    if let Some(errors) = errors.filter(|errors| *errors > 2.0) {
        error.value += &format!(" {errors:.1} se");
        error.role = Role::Warning;
    }
    let length = |words: u32| match words {
        0 => "none".to_owned(),
        n => c.unit.counted(n.into()),
    };
    let least = if c.diff.approximate { "≥" } else { "" };
    let diff = match c.unit {
        Unit::Term => "word diff",
        Unit::Char => "char diff",
    };
    let mut figures = similarity(c, "Jaccard, exact");
    let shared = out_of(overlap.shared.into(), overlap.union());
    figures.extend([
        error,
        further("left in right", ratio(overlap.containment_a_in_b())),
        further("right in left", ratio(overlap.containment_b_in_a())),
        further("shared of all", shared),
        further(diff, format!("{least}{}", ratio(c.diff.similarity))),
        further("SimHash", format!("{} of 64", c.measures.simhash)),
        primary("longest run", length(c.measures.longest_run), Role::Text),
    ]);
    // The list of pairs counts passages, which are more than runs where words differ or changed places.
    let passage = Evidence::from_passages(&c.bridged).longest;
    if passage > c.measures.longest_run {
        figures.push(further("longest passage", length(passage)));
    }
    figures.extend(moved(c));
    figures
}

/// Number of words of the text in a column, its shingles and its disguises, for the frame: as much
/// as fits in `room` columns.
pub fn words(state: &CompareState, column: usize, room: usize) -> String {
    let Some(c) = state.comparison() else {
        return String::new();
    };
    let overlap = c.measures.overlap;
    let side = c.sides()[column];
    let size = [overlap.size_a, overlap.size_b][column];
    let mut words = c.unit.counted(side.words as u64);
    let out = masked(&side.masked);
    if !side.masked.is_empty() {
        words = format!("{words} · {out}");
    }
    let shingles = counted(size.into(), "shingle", "shingles");
    let mut wordings = vec![format!("{words} · {shingles}"), words, out];
    if !side.disguise.is_none() {
        let number = side.disguise.count() as u64;
        let disguises = counted(number, "disguise", "disguises");
        wordings.truncate(2);
        for wording in &mut wordings {
            *wording += &format!(" · {disguises}");
        }
        wordings.push(disguises);
    }
    first_fitting(wordings, |w| w.chars().count() <= room).unwrap_or_default()
}
