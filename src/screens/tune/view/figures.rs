//! The figures below each plot: expected by theory and measured, and what they count.

mod labels;
pub(super) mod notes;
mod s_curve;
mod table;

use ratatui::text::Line;

use notes::note;
use table::{FigureRow, table};

use super::answer::area_of;
use crate::app::App;
use crate::base::units::{count, counted, tenths_of_per_cent};
use crate::screens::tune::state::View;
use crate::typeset::figures::{bare, threshold};
use crate::ui::phrases::out_of;
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::end_cut;
use crate::ui::widgets::paint::LineWidth;

/// The lines under the plot in front.
pub fn lines<'a>(app: &App, theme: &Theme, width: u16) -> Vec<Line<'a>> {
    match app.tune.view {
        View::SCurve => s_curve::lines(app, theme, width).unwrap_or_default(),
        View::Estimates => estimates(app, theme, width).unwrap_or_default(),
        View::Labels => labels::lines(app, theme, width).unwrap_or_default(),
        View::Sweep => sweep(app, theme, width).unwrap_or_default(),
        View::ByK => different_count(app, theme, width),
        View::Thresholds | View::Changes => vec![],
    }
}

/// Says that pairs which hold no cluster together elsewhere, being decided different, count in these clusters.
fn different_count<'a>(app: &App, theme: &Theme, width: u16) -> Vec<Line<'a>> {
    let apart = app.data.clustering.as_deref().map_or(0, |c| c.held_apart);
    if apart == 0 {
        return vec![];
    }
    let pairs = counted(apart, "pair", "pairs");
    let text = format!("{pairs} decided different: here they count like any other");
    note(&text, theme, width)
}

fn estimates<'a>(app: &App, theme: &Theme, width: u16) -> Option<Vec<Line<'a>>> {
    let accuracy = &app.tune.results.tuning.as_deref()?.accuracy;
    if accuracy.pairs == 0 {
        let text = "No pair of different texts to hold estimates against.";
        return Some(note(text, theme, width));
    }
    let row = |what: &str, theory: String, measured: String, remark: String| FigureRow {
        what: what.into(),
        figures: [theory, measured],
        remarks: vec![remark],
    };
    let four = |value: f64| format!("{value:.4}");
    let coverage = format!(
        "{} %",
        tenths_of_per_cent(accuracy.coverage().unwrap_or(0.0))
    );
    let missed = out_of(accuracy.missed(), accuracy.pairs);
    let rows = [
        row(
            "error",
            four(accuracy.theory),
            four(accuracy.error),
            "root of the mean square".into(),
        ),
        row(
            "95 % intervals that hold",
            "95 %".into(),
            coverage,
            format!("{missed} do not"),
        ),
    ];
    let head = counted(
        accuracy.pairs,
        "pair of different texts",
        "pairs of different texts",
    );
    let mut lines = table([&head, "theory", "measured"], &rows, theme, width);
    let truth = &app.tune.results.tuning.as_deref()?.truth.info;
    let seed = app.data.collection.as_ref()?.settings().sketching.seed;
    let drawn = match width {
        ..60 => format!("One draw, seed {seed}: see `verify --seeds 10`."),
        _ => format!(
            "Pairs at {} or more; all estimates are of one draw of the permutations (seed {seed}), so that their errors go together: \
             `verify --seeds 10` measures ten draws.",
            threshold(truth.floor)
        ),
    };
    lines.extend(note(&drawn, theme, width));
    Some(lines)
}

fn sweep<'a>(app: &App, theme: &Theme, width: u16) -> Option<Vec<Line<'a>>> {
    let sweep = app.tune.results.sweep.as_deref()?;
    let Some(row) = app.tune.heat.row(sweep) else {
        let text = theme.own("still to be done …");
        return Some(vec![theme.line(Role::Dim, text)]);
    };
    let setting = format!(
        "k {} {}{}, {}, {}, exact",
        row.block.k,
        row.block.unit.nouns().1,
        if row.block.bag { " in bags" } else { "" },
        row.block.measure.name(),
        threshold(row.threshold),
    );
    let room = usize::from(width);
    let setting = end_cut(&setting, room, theme.glyphs());
    let mut line = Line::from(theme.span(Role::Title, setting));
    // The hints say it as well.
    let fits = |says: &&str| line.columns() + "   Enter".len() + says.len() <= room;
    let says = [" takes these settings", " takes them"];
    if let Some(says) = says.into_iter().find(fits) {
        line.push_span(theme.span(Role::Key, "   Enter"));
        line.push_span(theme.span(Role::Dim, says));
    }
    let mut lines = vec![line];
    let pairs = counted(row.pairs, "pair of documents", "pairs of documents");
    let clusters = counted(row.clusters, "cluster", "clusters");
    let documents = counted(row.documents, "document", "documents");
    let largest = count(row.largest);
    let made = format!("{pairs}, {clusters} with {documents}, largest {largest}");
    lines.extend(note(&made, theme, width));
    if let Some(point) = row.labelled {
        let (precision, recall) = (bare(point.precision()), bare(point.recall()));
        let f1 = bare(point.f1());
        lines.push(Line::raw(format!(
            "precision {precision}, recall {recall}, F1 {f1}"
        )));
    }
    let block_best = sweep.bests.iter().find(|best| best.block == row.block);
    if let Some(block_best) = block_best {
        let (f1, at) = (bare(block_best.best.f1()), bare(block_best.best.threshold));
        let area = area_of(block_best).map_or_else(String::new, |area| format!("; {area}"));
        let best = format!("its best threshold is {at}: F1 {f1}{area}");
        lines.extend(note(&best, theme, width));
    }
    lines.extend(different_count(app, theme, width));
    Some(lines)
}
