//! The figures below the S-curve: missed pairs and false candidates, expected and measured.

use ratatui::text::Line;

use super::notes::notes;
use super::table::{Row, table};
use crate::app::App;
use crate::app::state::tune;
use crate::base::units::{count, counted};
use crate::candidates::banding::Banding;
use crate::similarity::Measure;
use crate::typeset::figures::threshold;
use crate::ui::theme::Theme;

/// The banding that the S-curve is wanted of.
pub fn wanted(app: &App) -> Banding {
    let (asked, shown) = (app.reanalysis.asked(), app.reanalysis.shown());
    let choice = if asked.settings == shown.settings {
        asked
    } else {
        shown
    };
    tune::banding(choice, app.threshold)
}

/// The lines; `None` while nothing is known.
pub fn lines<'a>(app: &App, theme: &Theme, width: u16) -> Option<Vec<Line<'a>>> {
    let tuning = app.tune.results.tuning.as_deref()?;
    let found = &tuning.truth.found;
    if tuning.truth.pairs.is_empty() {
        let floor = threshold(found.floor);
        let text = match tuning.texts {
            0 | 1 => "There is one text at most, and so no pair.".to_owned(),
            n => format!(
                "No two of {} have an exact {} of {floor} or more.",
                counted(n as u64, "different text", "different texts"),
                crate::ui::widgets::measure(found.measure),
            ),
        };
        return Some(notes(&[text], theme, width));
    }
    let banded = app.tune.results.banded.as_deref();
    let banding = banded.map_or_else(|| wanted(app), |b| b.banding);
    let expected = banded.map(|b| b.expected(app.threshold));
    let pairs = tuning.truth.at_least(app.threshold).len() as u64;
    let measured = banded.map(|b| b.at(app.threshold));
    let unknown = || theme.own("…");
    let (at, floor) = (threshold(app.threshold), threshold(found.floor));
    let couples = count(couples(tuning.texts as u64));
    let figure = |n: Option<u64>| n.map_or_else(unknown, count);
    let mean = |n: Option<f64>| n.map_or_else(unknown, tenth);
    let mut rows = vec![
        Row {
            what: format!("missed of {}", count(pairs)),
            figures: [
                mean(expected.map(|e| e.missed)),
                figure(measured.map(|m| m.missed)),
            ],
            remarks: vec![
                format!("pairs at {at} or more that agree on no band"),
                format!("pairs at {at} or more"),
            ],
        },
        Row {
            what: format!("wasted below {at}"),
            figures: [
                mean(expected.map(|e| e.wasted)),
                figure(measured.map(|m| m.wasted)),
            ],
            remarks: vec![
                format!("candidates counted in vain; expected are those from {floor} on"),
                format!("expected: from {floor} on"),
            ],
        },
        Row {
            what: "candidates in all".into(),
            figures: [
                mean(expected.map(|e| e.wasted + e.pairs as f64 - e.missed)),
                figure(banded.map(|b| b.candidates)),
            ],
            remarks: vec![
                format!("of {couples} pairs of different texts"),
                format!("of {couples} pairs"),
            ],
        },
    ];
    if let Some(capped) = banded.map(|b| b.capped).filter(|n| *n > 0) {
        rows.push(Row {
            what: "set aside".into(),
            figures: [String::new(), count(capped)],
            remarks: vec!["of buckets that were too large".into()],
        });
    }
    let mut head = counted(tuning.texts as u64, "different text", "different texts");
    if width >= 50 {
        head += &theme.own(&format!(", {}×{}", banding.bands, banding.rows));
    }
    let mut lines = table((&head, ["expected", "measured"]), &rows, theme, width);
    if found.measure != Measure::Jaccard {
        lines.extend(notes(
            &["The threshold is held against containment; whether sketches agree depends on Jaccard.".into()],
            theme,
            width,
        ));
    }
    Some(lines)
}

/// Number of unordered pairs of `n` items, n(n − 1)/2.
fn couples(n: u64) -> u64 {
    n * n.saturating_sub(1) / 2
}

/// An expected count: rounded to whole numbers from 1,000 on, else to tenths; `<0.1` below 0.05.
fn tenth(value: f64) -> String {
    if value >= 1000.0 {
        count(value.round() as u64)
    } else if value > 0.0 && value < 0.05 {
        "<0.1".into()
    } else {
        format!("{value:.1}")
    }
}
