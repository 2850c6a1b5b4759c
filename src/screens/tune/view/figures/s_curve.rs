//! The figures below the S-curve: missed pairs and false candidates, expected and measured.

use ratatui::text::Line;

use super::notes::note;
use super::table::{FigureRow, table};
use crate::app::App;
use crate::base::units::{count, counted};
use crate::screens::tune::view::state::wanted;
use crate::similarity::Measure;
use crate::typeset::figures::threshold;
use crate::ui::theme::Theme;
use crate::ui::widgets::measure;

/// The lines; `None` while nothing is known.
pub fn lines<'a>(app: &App, theme: &Theme, width: u16) -> Option<Vec<Line<'a>>> {
    let tuning = app.tune.results.tuning.as_deref()?;
    let info = &tuning.truth.info;
    let (at, floor) = (threshold(app.threshold), threshold(info.floor));
    if tuning.truth.pairs.is_empty() {
        let text = match tuning.texts {
            0 | 1 => "There is one text at most, and so no pair.".to_owned(),
            n => {
                let texts = counted(n as u64, "different text", "different texts");
                let by = measure(info.measure);
                format!("No two of {texts} have an exact {by} of {floor} or more.")
            }
        };
        return Some(note(&text, theme, width));
    }
    let banded = app.tune.results.banded.as_deref();
    let banding = banded.map_or_else(|| wanted(app), |b| b.banding);
    let expected = banded.map(|b| b.expected(app.threshold));
    let pairs = tuning.truth.at_least(app.threshold).len() as u64;
    let measured = banded.map(|b| b.at(app.threshold));
    let unknown = || theme.own("…");
    let couples = count(couples(tuning.texts as u64));
    // With an archive or groups not all of them are compared.
    let collection = app.data.collection.as_ref();
    let all_compared = collection.is_none_or(|collection| collection.classes().is_none());
    let row = |what: String, mean: Option<f64>, counted: Option<u64>, remarks| FigureRow {
        what,
        figures: [
            mean.map_or_else(unknown, tenth),
            counted.map_or_else(unknown, count),
        ],
        remarks,
    };
    let mut rows = vec![
        row(
            format!("missed of {}", count(pairs)),
            expected.map(|e| e.missed),
            measured.map(|m| m.missed),
            vec![
                format!("pairs at {at} or more that agree on no band"),
                format!("pairs at {at} or more"),
            ],
        ),
        row(
            format!("wasted below {at}"),
            expected.map(|e| e.wasted),
            measured.map(|m| m.wasted),
            vec![
                format!("candidates counted in vain, from {floor} on"),
                format!("from {floor} on"),
            ],
        ),
        FigureRow {
            what: format!("below {floor}"),
            figures: [
                String::new(),
                measured.map_or_else(unknown, |m| count(m.below_floor)),
            ],
            remarks: vec![
                "candidates in vain; their similarities are not counted".into(),
                "candidates in vain".into(),
            ],
        },
        FigureRow {
            what: "candidates in all".into(),
            figures: [
                String::new(),
                banded.map_or_else(unknown, |b| count(b.candidates)),
            ],
            remarks: if all_compared {
                vec![
                    format!("of {couples} pairs of different texts"),
                    format!("of {couples} pairs"),
                ]
            } else {
                vec![
                    "of the pairs that are compared".into(),
                    "of those compared".into(),
                ]
            },
        },
    ];
    if let Some(capped) = banded.map(|b| b.capped).filter(|n| *n > 0) {
        rows.push(FigureRow {
            what: "set aside".into(),
            figures: [String::new(), count(capped)],
            remarks: vec!["of buckets that were too large".into()],
        });
    }
    let mut head = counted(tuning.texts as u64, "different text", "different texts");
    if width >= 50 {
        let documents = app.data.collection.as_ref().map_or(0, |c| c.len());
        head += &theme.own(&format!(
            " of {documents}, {}×{}",
            banding.bands, banding.rows
        ));
    }
    let mut lines = table([&head, "expected", "measured"], &rows, theme, width);
    if info.measure != Measure::Jaccard {
        let text =
            "The threshold is held against containment; whether sketches agree depends on Jaccard.";
        lines.extend(note(text, theme, width));
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
