//! The figures below the plot of labels: quality at the current and at the best threshold, and for
//! each label the number of pairs classified as near-duplicates.

use ratatui::text::Line;

use super::notes::note;
use super::table::{FigureRow, table};
use crate::app::App;
use crate::base::sanitise;
use crate::base::units::count;
use crate::lab::Point;
use crate::typeset::figures::{bare, threshold};
use crate::ui::phrases::out_of;
use crate::ui::theme::Theme;

/// The lines; `None` if no labels are loaded.
pub fn lines<'a>(app: &App, theme: &Theme, width: u16) -> Option<Vec<Line<'a>>> {
    let labelled = app.tune.results.labelled.as_deref()?;
    let curve = &labelled.curve;
    let now = curve.at(app.threshold);
    let best = curve.best();
    let interval = labelled.interval.filter(|(low, high)| low < high);
    let interval = interval.map(|(low, high)| {
        let (low, high) = (bare(low), bare(high));
        format!("best threshold, 95 % interval: {low} to {high}")
    });
    let at = format!("at {}", threshold(app.threshold));
    let called = out_of(now.hits, now.hits + now.false_alarms);
    let called = format!("{at}: {called} called are");
    let near = out_of(now.hits, now.hits + now.missed);
    let near = format!("{at}: {near} are called");
    let row = |what: &str, figure: fn(&Point) -> f64, remark: Option<String>| FigureRow {
        what: what.into(),
        figures: [
            bare(figure(&now)),
            best.as_ref().map_or_else(String::new, |p| bare(figure(p))),
        ],
        remarks: remark.into_iter().collect(),
    };
    let rows = [
        row("precision", Point::precision, Some(called)),
        row("recall", Point::recall, Some(near)),
        row("F1", Point::f1, interval),
    ];
    let best_at = best.map_or_else(String::new, |p| format!("best {}", bare(p.threshold)));
    let (positive, negative) = labelled.labels.counts();
    let (positive, negative) = (count(positive as u64), count(negative as u64));
    let head = format!("{positive} near, {negative} independent pairs");
    let mut lines = table([&head, &at, &best_at], &rows, theme, width);
    let share = |value: Option<f64>| value.map_or_else(|| "none".to_owned(), bare);
    let (precision, area) = (share(curve.average_precision()), share(curve.area()));
    let area_estimate = labelled.area.as_ref();
    let interval = area_estimate.and_then(|area_estimate| area_estimate.interval);
    let interval = interval.map(|(low, high)| format!(" (95 %: {} to {})", bare(low), bare(high)));
    let areas = format!(
        "average precision {precision}, area under ROC {area}{}",
        interval.unwrap_or_default()
    );
    lines.extend(note(&areas, theme, width));
    lines.extend(by_name(app, theme, width));
    if let Some(area_estimate) = area_estimate.filter(|_| width >= 60) {
        lines.extend(note(&area_estimate.about(), theme, width));
    }
    Some(lines)
}

/// Number of pairs classified as near-duplicates, per label.
fn by_name<'a>(app: &App, theme: &Theme, width: u16) -> Vec<Line<'a>> {
    let Some(labelled) = app.tune.results.labelled.as_deref() else {
        return Vec::new();
    };
    let names = &labelled.labels.names;
    if names.len() < 2 {
        return Vec::new();
    }
    let mut counts = vec![(0_u64, 0_u64); names.len()];
    for (pair, score) in labelled.labels.pairs.iter().zip(&labelled.scores) {
        if let Some(tally) = counts.get_mut(usize::from(pair.label)) {
            tally.0 += u64::from(*score >= app.threshold);
            tally.1 += 1;
        }
    }
    let mut text = String::from("called:");
    for (name, (called, all)) in names.iter().zip(counts) {
        text += &format!("  {} {}", sanitise::line(name), out_of(called, all));
    }
    note(&text, theme, width)
}
