//! The figures below the plot of labels: quality at the current and at the best threshold, and for
//! each label the number of pairs classified as near-duplicates.

use ratatui::text::Line;
use unicode_width::UnicodeWidthStr;

use super::table::{Row, table};
use crate::app::App;
use crate::base::sanitise;
use crate::base::units::count;
use crate::lab::Point;
use crate::typeset::figures::{bare, threshold};
use crate::ui::theme::{Role, Theme};

/// The lines; `None` if no labels are loaded.
pub fn lines<'a>(app: &App, theme: &Theme, width: u16) -> Option<Vec<Line<'a>>> {
    let labelled = app.tune.results.labelled.as_deref()?;
    let curve = &labelled.curve;
    let now = curve.at(app.threshold);
    let best = curve.best();
    let of = |figure: &dyn Fn(&Point) -> f64| {
        let best = best.as_ref().map(|point| bare(figure(point)));
        [bare(figure(&now)), best.unwrap_or_default()]
    };
    let interval = labelled.interval;
    let interval = interval.map(|(low, high)| {
        format!(
            "best in 95 of 100 resamples: {} to {}",
            bare(low),
            bare(high)
        )
    });
    let rows = [
        Row {
            what: "precision".into(),
            figures: of(&|p| p.precision()),
            remarks: vec![format!(
                "{} of {} called are",
                count(now.hits),
                count(now.hits + now.false_alarms)
            )],
        },
        Row {
            what: "recall".into(),
            figures: of(&|p| p.recall()),
            remarks: vec![format!(
                "{} of {} that are",
                count(now.hits),
                count(now.hits + now.missed)
            )],
        },
        Row {
            what: "F1".into(),
            figures: of(&|p| p.f1()),
            remarks: interval.into_iter().collect(),
        },
    ];
    let at = format!("at {}", threshold(app.threshold));
    let best_at = best.map_or_else(String::new, |p| format!("best {}", bare(p.threshold)));
    let (positive, negative) = labelled.labels.counts();
    let head = format!(
        "{} near, {} independent pairs",
        count(positive as u64),
        count(negative as u64)
    );
    let mut lines = table((&head, [&at, &best_at]), &rows, theme, width);
    let share = |value: Option<f64>| value.map_or_else(|| "none".to_owned(), bare);
    let areas = format!(
        "average precision {}, area under ROC {}",
        share(curve.average_precision()),
        share(curve.area())
    );
    lines.push(Line::styled(areas, theme.style(Role::Dim)));
    lines.extend(by_name(app, theme, width));
    Some(lines)
}

/// Number of pairs classified as near-duplicates, per label.
fn by_name<'a>(app: &App, theme: &Theme, width: u16) -> Option<Line<'a>> {
    let labelled = app.tune.results.labelled.as_deref()?;
    let names = &labelled.labels.names;
    if names.len() < 2 {
        return None;
    }
    let mut counts = vec![(0_u64, 0_u64); names.len()];
    for (pair, score) in labelled.labels.pairs.iter().zip(&labelled.scores) {
        if let Some(of) = counts.get_mut(usize::from(pair.label)) {
            of.0 += u64::from(*score >= app.threshold);
            of.1 += 1;
        }
    }
    let mut text = String::from("called:");
    for (name, (called, all)) in names.iter().zip(counts) {
        let name = sanitise::line(name).into_owned();
        let part = format!("  {name} {} of {}", count(called), count(all));
        if text.width() + part.width() > usize::from(width) {
            break;
        }
        text += &part;
    }
    Some(Line::styled(text, theme.style(Role::Dim)))
}
