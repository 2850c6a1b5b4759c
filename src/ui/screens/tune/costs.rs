//! What methods cost: the sentence that answers, the note below the plot, and the list of settings to take.

use ratatui::layout::Rect;
use ratatui::text::Line;

use super::figures::notes::note as sentence;
use super::list_rows;
use crate::app::App;
use crate::app::state::tune::costs::in_use;
use crate::base::units::{count, counted};
use crate::candidates::Method;
use crate::lab::assessment::Assessed;
use crate::typeset::figures::{bare, ratio, threshold};
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::hit_map::HitMap;
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::end_cut;

/// What the settings in use miss in their time, and what misses no more in less.
pub(super) fn answer(app: &App) -> Option<String> {
    let costs = app.tune.results.costs.as_deref()?;
    let row = in_use(app)?;
    let pairs = row.report.found + row.missed;
    if pairs == 0 {
        let at = threshold(costs.question.threshold);
        return Some(format!("no pair at {at}, so nothing to miss"));
    }
    let now = format!(
        "{} misses {} of {} in {}",
        with_bands(row),
        count(row.missed),
        counted(pairs, "pair", "pairs"),
        time(row.cpu_seconds()),
    );
    // Less than a tenth is within what one measurement is off by.
    let is_clear = |other: &&Assessed| other.cpu_seconds() < 0.9 * row.cpu_seconds();
    let better = costs.as_good(row).filter(is_clear);
    Some(match better {
        Some(other) => format!(
            "{now}; {} misses {} in {}",
            with_bands(other),
            count(other.missed),
            time(other.cpu_seconds())
        ),
        None => format!("{now}; nothing as good takes much less"),
    })
}

/// What the figures count.
pub(super) fn note<'a>(app: &App, theme: &Theme, width: u16) -> Vec<Line<'a>> {
    let Some(costs) = app.tune.results.costs.as_deref() else {
        return vec![];
    };
    let Some(row) = costs.rows.first() else {
        return vec![];
    };
    let pairs = counted(
        row.report.found + row.missed,
        "pair of different texts",
        "pairs of different texts",
    );
    let at = threshold(costs.question.threshold);
    let text = format!("{pairs} at {at}; CPU time of sketches and search, measured once");
    sentence(&text, theme, width)
}

/// Draws the settings from the cheapest to the dearest below a heading.
pub(super) fn draw(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>, hits: &mut HitMap) {
    let Some(costs) = app.tune.results.costs.as_deref() else {
        return;
    };
    let theme = cx.theme;
    let (head, list) = area::split_top(area, 1);
    let star = theme.glyphs().pick("★", "*");
    let what = match area.width < 50 {
        true => "the most; recall, missed, time",
        false => "the most for its cost: recall, missed, time",
    };
    let title = format!("{star} {what}");
    cx.heading(head, &theme.own(&title));
    let (rows, now) = (costs.by_cost(), in_use(app));
    let values = costs.question.sketching.permutations;
    let widest = |of: &dyn Fn(&Assessed) -> String| {
        rows.iter()
            .map(|row| of(row).chars().count())
            .max()
            .unwrap_or(0)
    };
    let missed_width = widest(&|row| count(row.missed));
    let time_width = widest(&|row| time(row.cpu_seconds()));
    let line = |i: usize, width: u16| {
        let row = *rows.get(i)?;
        let recall = row.report.recall_of(row.missed);
        let recall = recall.map_or_else(|| "   –".to_owned(), ratio);
        let mark = if row.on_front { star } else { " " };
        let is_now = now.is_some_and(|now| now == row);
        let figures = format!(
            "  {:>missed_width$}  {:>time_width$}  ",
            count(row.missed),
            time(row.cpu_seconds())
        );
        let room = usize::from(width).saturating_sub(6 + figures.chars().count());
        let full = name(row, values, is_now);
        // Without the word for what is only a number of values, rather than cut within it.
        let shown = match full.chars().count() > room {
            true => full.trim_end_matches(" values"),
            false => &full,
        };
        let shown = end_cut(&theme.own(shown), room, theme.glyphs());
        let role = if is_now { Role::Threshold } else { Role::Text };
        Some(Line::from(vec![
            theme.span(Role::Key, mark),
            theme.span(Role::Exact, theme.own(&recall)),
            theme.span(Role::Dim, figures),
            theme.span(role, shown),
        ]))
    };
    list_rows::draw(app, rows.len(), line, list, cx, hits);
}

/// The method, and bands and rows of LSH.
fn with_bands(row: &Assessed) -> String {
    let method = row.report.method.name();
    match (row.report.method, row.report.info.bands) {
        (Method::Lsh, Some((bands, rows))) => format!("{method} {bands}×{rows}"),
        _ => method.to_owned(),
    }
}

/// The method with what tells it from the others: bands and rows of LSH, the probability that they were chosen for, and
/// whether it `is_in_use`, or else values of a sketch where they are other than `values`, those in use.
fn name(row: &Assessed, values: usize, is_in_use: bool) -> String {
    let of_bands = row.wanted.filter(|_| row.report.method == Method::Lsh);
    let chosen_for = of_bands.map_or_else(String::new, |recall| {
        format!(" for {}", bare(recall).trim_end_matches('0'))
    });
    let others = match row.report.method.takes_sketches() && row.layout.0 != values {
        _ if is_in_use => ", in use".to_owned(),
        true => format!(", {} values", row.layout.0),
        false => String::new(),
    };
    with_bands(row) + &chosen_for + &others
}

/// CPU time with three digits.
fn time(seconds: f64) -> String {
    match seconds * 1e3 {
        ms if ms < 99.95 => format!("{ms:.1} ms"),
        ms if ms < 999.5 => format!("{ms:.0} ms"),
        _ => format!("{seconds:.2} s"),
    }
}
