//! Whether a plot is out of date, the progress of its work, the text in its place, and the numbers of clusters.

use ratatui::text::Line;

use crate::app::{App, Command};
use crate::base::units::{count, counted, duration};
use crate::base::width::Width;
use crate::config::Purpose;
use crate::engine::progress::Progress;
use crate::screens::tune::state::{View, plots};
use crate::typeset::figures;
use crate::ui::phrases::{self, first_fitting};
use crate::ui::{LineWidth, Role, Theme};

/// Whether a view shows results of other settings than the requested ones, or of earlier results.
pub fn is_old(app: &App, view: View) -> bool {
    let results = &app.tune.results;
    let is_old = app.reanalysis.pending() || results.waiting();
    match view {
        View::Sweep => false,
        View::SCurve => is_old || !results.measured(plots::wanted(app)),
        _ => is_old,
    }
}

/// The work in progress for the view, with its remaining time if known.
pub fn progress(app: &App, view: View) -> Option<String> {
    let results = &app.tune.results;
    if app.reanalysis.pending() {
        let progress = app.reanalysis.progress.as_ref();
        let text = progress.map(|progress| {
            let share = progress.fraction().map(|f| format!(" {:.0} %", f * 100.0));
            let (stage, share) = (progress.stage.name(), share.unwrap_or_default());
            format!("{stage}{share}{} …", left(progress))
        });
        return text.or_else(|| Some("working …".to_owned()));
    }
    if results.waiting() && view != View::Sweep {
        return Some("counting every pair …".to_owned());
    }
    match view {
        View::SCurve => {
            let banding = plots::wanted(app);
            if results.measured(banding) {
                return deepening(app);
            }
            Some(format!("measuring {}×{} …", banding.bands, banding.rows))
        }
        View::ByK => {
            let waiting = results.by_k.as_ref().map_or(0, |by_k| by_k.waiting);
            (waiting > 0).then(|| format!("{waiting} more k to come …"))
        }
        View::Sweep => {
            let sweep = results.sweep.as_ref().filter(|s| s.rows.len() < s.total)?;
            let (done, total) = (sweep.rows.len(), sweep.total);
            Some(format!("{done} of {total} settings …"))
        }
        View::Estimates | View::Thresholds => deepening(app),
        View::Labels => None,
    }
}

fn left(progress: &Progress) -> String {
    let left = progress.left().filter(|left| left.as_secs() > 0);
    left.map_or(String::new(), |left| format!(", {} left", duration(left)))
}

/// The lowest similarity of the known exact pairs, and the progress of the search below it.
fn deepening(app: &App) -> Option<String> {
    let results = &app.tune.results;
    let (progress, tuning) = results.deepening.as_ref().zip(results.tuning.as_ref())?;
    let floor = figures::threshold(tuning.floor());
    let share = progress.fraction().unwrap_or(0.0) * 100.0;
    let left = left(progress);
    Some(format!("exact from {floor} up, below {share:.0} %{left} …"))
}

/// Why the plot is missing, and what to do about it.
pub fn empty(app: &App) -> Vec<String> {
    if let Some(sentences) = phrases::uncompared(app, "Plots") {
        return sentences;
    }
    let key = |command| app.keymap.label(command);
    let (first, others) = match app.tune.view {
        View::Labels => (
            "No labels have been read.",
            vec![
                format!("{} reads a CSV of labels.", key(Command::LoadLabels)),
                format!(
                    "{} asks about pairs instead: 20 answers propose a threshold.",
                    key(Command::Judge)
                ),
            ],
        ),
        View::Sweep => (
            "No sweep has been run.",
            vec![format!(
                "{} runs every k with every threshold, in one pass; Enter on a cell then uses its settings.",
                key(Command::RunSweep)
            )],
        ),
        View::ByK if app.tune.results.tuning.is_some() => (
            "Making the shingles of every k …",
            vec!["Each k is shown as soon as it is ready.".into()],
        ),
        _ if app.data.pairs.is_none() => ("Waiting for the first pairs …", vec![]),
        _ => (
            "Counting every pair …",
            vec!["Plots are compared with the complete join: the exact pairs.".into()],
        ),
    };
    let blank = (!others.is_empty()).then(|| " ".to_owned());
    let first = std::iter::once(first.to_owned());
    first.chain(blank).chain(others).collect()
}

/// The same figures that `pairs` and `clusters` print, as many of them as fit in `width` columns.
pub fn summary<'a>(app: &App, theme: &Theme, width: u16) -> Line<'a> {
    let Some(pairs) = &app.data.pairs else {
        return Line::default();
    };
    let purpose = match app.reanalysis.requested().purpose {
        Purpose::CopiedText => "copied text",
        Purpose::NearDuplicates => "near-duplicates",
    };
    let at = format!("{purpose} at {}: ", figures::threshold(app.threshold));
    let mut line = Line::from(theme.span(Role::Threshold, at));
    if app.reanalysis.pending() || app.threshold < pairs.info.floor {
        line.push_span(theme.span(Role::Dim, theme.own("counting …")));
        return line;
    }
    let room = usize::from(width.saturating_sub(4));
    let pair_count = app.data.histogram.at_or_above(pairs, app.threshold);
    let pairs = counted(pair_count, "pair", "pairs");
    let mut wordings = vec![pairs.clone()];
    let clustering = app.data.clustering.as_ref();
    if let Some(c) = clustering.filter(|c| (c.threshold - app.threshold).abs() < 1e-9) {
        let clusters = counted(c.clusters.len() as u64, "cluster", "clusters");
        let short = format!("{pairs}{}{clusters}", theme.dot());
        let long = format!("{short} with {}", phrases::documents(c.clustered()));
        let largest = c.clusters.iter().map(|c| c.size()).max().unwrap_or(0);
        let longest = format!("{long}, largest {}", count(largest as u64));
        wordings = vec![longest, long, short, pairs];
    }
    let room = room.saturating_sub(line.columns());
    let figures = first_fitting(wordings, |text| text.width() <= room);
    line.push_span(theme.span(Role::Dim, figures.unwrap_or_default()));
    line
}
