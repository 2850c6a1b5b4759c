//! The figures below each plot: expected by theory and measured, and what they count.

mod labels;
mod notes;
mod s_curve;
mod table;

use ratatui::text::{Line, Span};

use notes::notes;
pub use s_curve::wanted;
use table::{Row, table};

use crate::app::App;
use crate::app::state::tune::View;
use crate::base::units::{count, counted};
use crate::typeset::figures::{bare, signed, threshold};
use crate::ui::theme::{Role, Theme};

/// The lines under the plot in front.
pub fn lines<'a>(app: &App, theme: &Theme, width: u16) -> Vec<Line<'a>> {
    match app.tune.view {
        View::SCurve => s_curve::lines(app, theme, width).unwrap_or_default(),
        View::Estimates => estimates(app, theme, width).unwrap_or_default(),
        View::Labels => labels::lines(app, theme, width).unwrap_or_default(),
        View::Sweep => sweep(app, theme, width).unwrap_or_default(),
        View::Thresholds | View::ByK | View::Changes => vec![],
    }
}

fn estimates<'a>(app: &App, theme: &Theme, width: u16) -> Option<Vec<Line<'a>>> {
    let accuracy = &app.tune.results.tuning.as_deref()?.accuracy;
    if accuracy.pairs == 0 {
        let text = "No pair of different texts to hold estimates against.";
        return Some(notes(&[text.into()], theme, width));
    }
    let share = |value: f64| format!("{:.1} %", value * 100.0);
    let four = |value: f64| format!("{value:.4}");
    let rows = [
        Row {
            what: "bias".into(),
            figures: ["0".into(), format!("{:+.4}", accuracy.bias)],
            remarks: vec!["mean of estimate less exact value".into()],
        },
        Row {
            what: "error".into(),
            figures: [four(accuracy.theory), four(accuracy.error)],
            remarks: vec!["root of the mean square".into()],
        },
        Row {
            what: "95 % intervals that hold".into(),
            figures: ["95 %".into(), share(accuracy.coverage().unwrap_or(0.0))],
            remarks: vec![format!(
                "{} of {} do not",
                count(accuracy.missed()),
                count(accuracy.pairs)
            )],
        },
    ];
    let head = counted(
        accuracy.pairs,
        "pair of different texts",
        "pairs of different texts",
    );
    Some(table((&head, ["theory", "measured"]), &rows, theme, width))
}

fn sweep<'a>(app: &App, theme: &Theme, width: u16) -> Option<Vec<Line<'a>>> {
    let sweep = app.tune.results.sweep.as_deref()?;
    let dim = theme.style(Role::Dim);
    let Some(row) = app.tune.heat.row(sweep) else {
        let line = theme.own("still to be done …");
        return Some(vec![Line::styled(line, dim)]);
    };
    let pairs = match row.block.sketch {
        Some(kind) => format!(", LSH by {}", kind.name()),
        None => String::new(),
    };
    let setting = format!(
        "k {} {}{}, {}, {}{pairs}",
        row.block.k,
        row.block.unit.nouns().1,
        if row.block.bag { " in bags" } else { "" },
        row.block.measure.name(),
        threshold(row.threshold),
    );
    let mut lines = vec![Line::from(vec![
        Span::styled(setting, theme.style(Role::Title)),
        Span::styled("   Enter", theme.style(Role::Key)),
        Span::styled(" takes these settings", dim),
    ])];
    let made = format!(
        "{}, {} with {}, largest {}",
        counted(row.pairs, "pair of documents", "pairs of documents"),
        counted(row.clusters, "cluster", "clusters"),
        counted(row.documents, "document", "documents"),
        count(row.largest),
    );
    lines.extend(notes(&[made], theme, width));
    if let Some(point) = row.labelled {
        let text = format!(
            "precision {}, recall {}, F1 {}",
            bare(point.precision()),
            bare(point.recall()),
            bare(point.f1())
        );
        lines.push(Line::raw(text));
    }
    Some(lines)
}

/// Signed error of an estimate relative to the exact value.
pub fn off(estimate: f64, exact: f64) -> String {
    signed(estimate - exact)
}
