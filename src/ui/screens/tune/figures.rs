//! The figures under each plot: what theory expects beside what was measured, and what they count.

use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use crate::app::App;
use crate::app::state::tune::{self, View};
use crate::base::units::{count, counted};
use crate::candidates::banding::Banding;
use crate::lab::s_curve;
use crate::plot::Figure;
use crate::similarity::Measure;
use crate::sketch::Layout;
use crate::typeset::figures::{bare, signed, threshold};
use crate::typeset::wrap;
use crate::ui::theme::{Role, Theme};

/// The banding that the S-curve is wanted of.
pub fn wanted(app: &App) -> Banding {
    let (asked, shown) = (app.trials.asked(), app.trials.shown());
    let choice = if asked.settings == shown.settings {
        asked
    } else {
        shown
    };
    tune::banding(choice, app.threshold)
}

/// The lines under the plot in front.
pub fn lines<'a>(app: &App, figure: &Figure, theme: &Theme, width: u16) -> Vec<Line<'a>> {
    match app.tune.view {
        View::SCurve => s_curve_lines(app, theme, width).unwrap_or_default(),
        View::Estimates => estimates(app, theme, width).unwrap_or_default(),
        View::Labels => labels(app, theme, width).unwrap_or_default(),
        View::Sweep => sweep(app, theme, width).unwrap_or_default(),
        View::Thresholds | View::ByK | View::Changes => notes(&figure.notes, theme, width),
    }
}

/// Sentences, broken at the width.
fn notes<'a>(notes: &[String], theme: &Theme, width: u16) -> Vec<Line<'a>> {
    let mut lines = Vec::new();
    for note in notes {
        let note = theme.own(note);
        let starts = wrap::row_starts(&note, 0, note.len(), usize::from(width).max(8));
        for (i, start) in starts.iter().enumerate() {
            let end = starts.get(i + 1).copied().unwrap_or(note.len());
            let text = note[*start..end].trim_end().to_owned();
            lines.push(Line::styled(text, theme.style(Role::Dim)));
        }
    }
    lines
}

/// A row of a small table: what, two figures, and a remark where there is room.
struct Row {
    what: String,
    figures: [String; 2],
    remark: String,
}

/// A head and rows, figures right-aligned under it.
fn table<'a>(head: (&str, [&str; 2]), rows: &[Row], theme: &Theme, width: u16) -> Vec<Line<'a>> {
    let (dim, bold) = (theme.style(Role::Dim), theme.style(Role::Exact));
    let of = |texts: &mut dyn Iterator<Item = usize>| texts.max().unwrap_or(0);
    let first = of(&mut rows.iter().map(|r| r.what.width()).chain([head.0.width()]));
    let columns: Vec<usize> = (0..2)
        .map(|i| of(&mut rows.iter().map(|r| r.figures[i].width()).chain([head.1[i].width()])))
        .collect();
    let gap = if usize::from(width) >= 60 { 3 } else { 2 };
    let padded = |text: &str, to: usize| format!("{}{text}", " ".repeat(to.saturating_sub(text.width()) + gap));
    let mut lines = vec![Line::from(vec![
        Span::styled(format!("{:<first$}", head.0), dim),
        Span::styled(padded(head.1[0], columns[0]), dim),
        Span::styled(padded(head.1[1], columns[1]), dim),
    ])];
    for row in rows {
        let pad = " ".repeat(first - row.what.width());
        let mut spans = vec![
            Span::styled(format!("{}{pad}", row.what), Style::new()),
            Span::styled(padded(&row.figures[0], columns[0]), theme.style(Role::Estimate)),
            Span::styled(padded(&row.figures[1], columns[1]), bold),
        ];
        let taken: usize = spans.iter().map(Span::width).sum();
        if !row.remark.is_empty() && taken + gap + row.remark.width() <= usize::from(width) {
            spans.push(Span::styled(format!("{}{}", " ".repeat(gap), row.remark), dim));
        }
        lines.push(Line::from(spans));
    }
    lines
}

fn s_curve_lines<'a>(app: &App, theme: &Theme, width: u16) -> Option<Vec<Line<'a>>> {
    let tuning = app.tune.heard.tuning.as_deref()?;
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
    let bits = Layout::of(&app.trials.shown().settings.sketching).bits;
    let banded = app.tune.heard.banded.as_deref();
    let banding = banded.map_or_else(|| wanted(app), |b| b.banding);
    let expected = s_curve::expected(&tuning.truth, banding, bits, app.threshold);
    let measured = banded.map(|b| b.at(app.threshold));
    let unknown = || theme.own("…");
    let at = threshold(app.threshold);
    let figure = |n: Option<u64>| n.map_or_else(unknown, count);
    let mut rows = vec![
        Row {
            what: format!("missed of {} at {at} or more", count(expected.pairs)),
            figures: [tenth(expected.missed), figure(measured.map(|m| m.missed))],
            remark: "pairs that agree on no band".into(),
        },
        Row {
            what: format!("wasted below {at}"),
            figures: [tenth(expected.wasted), figure(measured.map(|m| m.wasted))],
            remark: format!("counted in vain; expected from {} on", threshold(found.floor)),
        },
        Row {
            what: "candidates in all".into(),
            figures: [
                tenth(expected.wasted + expected.pairs as f64 - expected.missed),
                figure(banded.map(|b| b.candidates)),
            ],
            remark: format!("of {} pairs of texts", count(couples(tuning.texts as u64))),
        },
    ];
    if let Some(capped) = banded.map(|b| b.capped).filter(|n| *n > 0) {
        rows.push(Row {
            what: "set aside".into(),
            figures: [String::new(), count(capped)],
            remark: "of buckets that were too large".into(),
        });
    }
    let head = format!(
        "{}, {}",
        counted(tuning.texts as u64, "different text", "different texts"),
        theme.own(&format!("{}×{}", banding.bands, banding.rows)),
    );
    let mut lines = table((&head, ["expected", "measured"]), &rows, theme, width);
    if found.measure != Measure::Jaccard {
        lines.extend(notes(
            &["Bands see Jaccard alone: pairs here are those at that Jaccard.".into()],
            theme,
            width,
        ));
    }
    Some(lines)
}

/// Pairs of so many things.
fn couples(n: u64) -> u64 {
    n * n.saturating_sub(1) / 2
}

/// An expected number: whole where it is large.
fn tenth(value: f64) -> String {
    if value >= 1000.0 {
        count(value.round() as u64)
    } else if value > 0.0 && value < 0.05 {
        "<0.1".into()
    } else {
        format!("{value:.1}")
    }
}

fn estimates<'a>(app: &App, theme: &Theme, width: u16) -> Option<Vec<Line<'a>>> {
    let accuracy = &app.tune.heard.tuning.as_deref()?.accuracy;
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
            remark: "mean of estimate less exact value".into(),
        },
        Row {
            what: "error".into(),
            figures: [four(accuracy.theory), four(accuracy.error)],
            remark: "root of the mean square".into(),
        },
        Row {
            what: "95 % intervals that hold".into(),
            figures: ["95 %".into(), share(accuracy.coverage().unwrap_or(0.0))],
            remark: format!("{} of {} do not", count(accuracy.missed()), count(accuracy.pairs)),
        },
    ];
    let head = counted(accuracy.pairs, "pair of different texts", "pairs of different texts");
    Some(table((&head, ["theory", "measured"]), &rows, theme, width))
}

fn labels<'a>(app: &App, theme: &Theme, width: u16) -> Option<Vec<Line<'a>>> {
    let labelled = app.tune.heard.labelled.as_deref()?;
    let curve = &labelled.curve;
    let now = curve.at(app.threshold);
    let best = curve.best();
    let of = |figure: &dyn Fn(&crate::lab::Point) -> f64| {
        let best = best.as_ref().map(|point| bare(figure(point)));
        [bare(figure(&now)), best.unwrap_or_default()]
    };
    let interval = labelled.interval;
    let interval = interval.map(|(low, high)| format!("best in 95 of 100 resamples: {} to {}", bare(low), bare(high)));
    let rows = [
        Row {
            what: "precision".into(),
            figures: of(&|p| p.precision()),
            remark: format!("{} of {} called are", count(now.hits), count(now.hits + now.false_alarms)),
        },
        Row {
            what: "recall".into(),
            figures: of(&|p| p.recall()),
            remark: format!("{} of {} that are", count(now.hits), count(now.hits + now.missed)),
        },
        Row {
            what: "F1".into(),
            figures: of(&|p| p.f1()),
            remark: interval.unwrap_or_default(),
        },
    ];
    let at = format!("at {}", threshold(app.threshold));
    let best_at = best.map_or_else(String::new, |p| format!("best {}", bare(p.threshold)));
    let (positive, negative) = labelled.labels.counts();
    let head = format!("{} labelled, {} independent", count(positive as u64), count(negative as u64));
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

/// How many pairs of each label are called near-duplicates.
fn by_name<'a>(app: &App, theme: &Theme, width: u16) -> Option<Line<'a>> {
    let labelled = app.tune.heard.labelled.as_deref()?;
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
        let name = crate::base::sanitise::line(name).into_owned();
        let part = format!("  {name} {} of {}", count(called), count(all));
        if text.width() + part.width() > usize::from(width) {
            break;
        }
        text += &part;
    }
    Some(Line::styled(text, theme.style(Role::Dim)))
}

fn sweep<'a>(app: &App, theme: &Theme, width: u16) -> Option<Vec<Line<'a>>> {
    let sweep = app.tune.heard.sweep.as_deref()?;
    let dim = theme.style(Role::Dim);
    let at = app.tune.heat.at;
    let Some(row) = app.tune.heat.row(sweep) else {
        let line = theme.own("still to be done …");
        return Some(vec![Line::styled(line, dim)]);
    };
    let pairs = match row.sketch {
        Some(kind) => format!(", LSH by {}", kind.name()),
        None => String::new(),
    };
    let setting = format!(
        "k {} {}{}, {}, {}{pairs}",
        row.k,
        row.unit.nouns().1,
        if row.bag { " in bags" } else { "" },
        row.measure.name(),
        threshold(row.threshold),
    );
    let _ = at;
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
    if let Some(best) = crate::app::state::tune::plots::figure(app, View::Sweep) {
        lines.extend(notes(&best.notes, theme, width));
    }
    Some(lines)
}

/// How far an estimate is from the exact value, with its sign.
pub fn off(estimate: f64, exact: f64) -> String {
    signed(estimate - exact)
}
