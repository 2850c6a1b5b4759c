//! The figures of the pair: those that matter most in one row, or all.

use ratatui::layout::Rect;

use crate::base::units::counted;
use crate::config::Purpose;
use crate::engine::message::Comparison;
use crate::evidence::Evidence;
use crate::figures;
use crate::screens::compare::state::{CompareState, Half};
use crate::settings::Unit;
use crate::similarity::BridgedPassage;
use crate::typeset::figures::{bare_interval, figure as typeset, ratio, signed};
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::phrases::{first_fitting, masked, out_of};
use crate::ui::theme::Role;
use crate::ui::widgets::paint;

/// A labelled figure.
struct Figure {
    name: &'static str,
    value: String,
    role: Role,
}

/// Label of the Jaccard similarity with look-alike characters folded, as a reader sees the text.
const SEEN: &str = "as seen";

/// Label of the Jaccard similarity of the text as written, if the settings fold look-alikes.
const WRITTEN: &str = "as written";

/// Label of the Jaccard similarity among the figures of copied text.
const JACCARD: &str = "Jaccard";

/// Label of the Jaccard similarity with no mask on.
const BEFORE: &str = "unmasked";

/// The figures that matter most: what was copied; how similar the two are, exactly and estimated.
const PRIMARY: [&str; 11] = [
    "words copied",
    "characters copied",
    "of left",
    "of right",
    "exact",
    SEEN,
    WRITTEN,
    BEFORE,
    "estimate",
    "95% interval",
    "longest run",
];

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
    for figure in all(state, comparison) {
        if area.height == 1 && !PRIMARY.contains(&figure.name) {
            continue;
        }
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

fn figure(name: &'static str, value: String, role: Role) -> Figure {
    Figure { name, value, role }
}

fn all(state: &CompareState, c: &Comparison) -> Vec<Figure> {
    match state.purpose {
        Purpose::NearDuplicates => similarity_figures(c),
        Purpose::CopiedText => copied_text_figures(c),
    }
}

/// What was copied, and how much of either text that is; then the similarity.
fn copied_text_figures(c: &Comparison) -> Vec<Figure> {
    let evidence = Evidence::from_passages(&c.bridged);
    let data = c.data(&evidence);
    let words = match c.unit {
        Unit::Term => "words copied",
        Unit::Char => "characters copied",
    };
    let shown = |(label, name, role): (&'static str, &str, Role)| {
        let row = figures::Figure::named(name);
        let value = row.of_pair(&data).unwrap_or_default();
        figure(label, typeset(row.kind, value), role)
    };
    let rows = [
        (words, "words", Role::Exact),
        ("of left", "of_a", Role::Exact),
        ("of right", "of_b", Role::Exact),
        ("longest passage", "longest", Role::Text),
        ("longest run", "longest_common_run", Role::Text),
    ];
    let mut figures: Vec<Figure> = rows.into_iter().map(shown).collect();
    figures.extend(moved(c));
    figures.push(shown((JACCARD, "jaccard", Role::Text)));
    if let Some(before) = c.before.filter(|before| *before != c.measures.overlap) {
        figures.push(figure(BEFORE, ratio(before.jaccard()), Role::Text));
    }
    figures
}

/// Words that stand in another place, where there are any: such as sentences that were exchanged. A passage
/// holds them, a run does not.
fn moved(c: &Comparison) -> Option<Figure> {
    let words: u32 = c.bridged.iter().map(BridgedPassage::moved).sum();
    (words > 0).then(|| figure("moved", c.unit.counted(words.into()), Role::Text))
}

fn similarity_figures(c: &Comparison) -> Vec<Figure> {
    let overlap = c.measures.overlap;
    let exact = overlap.jaccard();
    let errors = c.estimate.standard_errors(c.sketch, &overlap).map(f64::abs);
    let error = signed(c.estimate.value() - exact);
    let (error, alarm) = match errors.filter(|errors| *errors > 2.0) {
        Some(errors) => (format!("{error} {errors:.1} se"), Role::Warning),
        None => (error, Role::Text),
    };
    let length = |words: u32| match words {
        0 => "none".to_owned(),
        n => c.unit.counted(n.into()),
    };
    let least = if c.diff.approximate { "≥" } else { "" };
    let diff = match c.unit {
        Unit::Term => "word diff",
        Unit::Char => "char diff",
    };
    let text = Role::Text;
    let mut figures = vec![figure("exact", ratio(exact), Role::Exact)];
    if let Some(before) = c.before.filter(|before| *before != overlap) {
        figures.push(figure(BEFORE, ratio(before.jaccard()), text));
    }
    // The Jaccard similarity with the folding that the current settings do not use.
    if let Some(folding) = c.folding {
        let (written, seen) = (folding.written.jaccard(), folding.seen.jaccard());
        let (name, value) = if folding.seen == overlap && folding.written != folding.seen {
            (WRITTEN, written)
        } else {
            (SEEN, seen)
        };
        figures.push(figure(name, ratio(value), Role::Warning));
    }
    let shared = out_of(overlap.shared.into(), overlap.union());
    figures.extend([
        figure("estimate", ratio(c.estimate.value()), Role::Estimate),
        figure("95% interval", bare_interval(&c.estimate), Role::Estimate),
        figure("error", error, alarm),
        figure("left in right", ratio(overlap.containment_a_in_b()), text),
        figure("right in left", ratio(overlap.containment_b_in_a()), text),
        figure("shared of all", shared, text),
        figure(diff, format!("{least}{}", ratio(c.diff.similarity)), text),
        figure("SimHash", format!("{} of 64", c.measures.simhash), text),
        figure("longest run", length(c.measures.longest_run), text),
    ]);
    // The list of pairs counts passages, which are more than runs where words differ or changed places.
    let passage = Evidence::from_passages(&c.bridged).longest;
    if passage > c.measures.longest_run {
        figures.push(figure("longest passage", length(passage), text));
    }
    figures.extend(moved(c));
    figures
}

/// Number of words of the text in a column, its shingles and its disguises, for the frame: as much
/// as fits in `room` columns.
pub fn words(state: &CompareState, half: Half, room: usize) -> String {
    let Some(c) = state.comparison() else {
        return String::new();
    };
    let overlap = c.measures.overlap;
    let (side, size) = match half {
        Half::Left => (&c.left, overlap.size_a),
        Half::Right => (&c.right, overlap.size_b),
    };
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
