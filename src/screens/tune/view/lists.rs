//! The list of pairs behind a plot: outliers of the estimates, pairs on which labels and threshold disagree, pairs
//! that banding misses, that lie at the threshold. Enter opens the pair in Compare.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::list_rows;
use crate::app::App;
use crate::base::units::count;
use crate::base::{DocNo, sanitise};
use crate::screens::tune::state::{Listed, View};
use crate::typeset::figures::{difference, ratio, signed, threshold};
use crate::typeset::names;
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::hit_map::HitMap;
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::end_cut;
use crate::ui::widgets::paint::LineWidth;

/// Columns from which an outlier has its error in the unit of the measure too; in fewer they go to the names.
const WITH_ERROR: u16 = 60;

/// Draws the list below a heading.
pub fn draw(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>, hits: &mut HitMap) {
    let tuning = app.tune.results.tuning.as_ref();
    let title = match app.tune.view {
        View::Estimates => {
            let all = count(tuning.map_or(0, |t| t.accuracy.missed()));
            format!("outliers {all}: exact, estimate, off")
        }
        View::SCurve => format!(
            "missed at {}: exact, chance to be found",
            threshold(app.threshold)
        ),
        View::Thresholds => format!(
            "next to {}: what a small move changes",
            threshold(app.threshold)
        ),
        View::ByK | View::Labels | View::Changes | View::Sweep => {
            let (missed, alarms) = app.tune.confusion.total;
            let (missed, alarms) = (count(missed), count(alarms));
            format!("errors: {missed} missed, {alarms} false alarms")
        }
    };
    let (head, list) = area::split_top(area, 1);
    cx.heading(head, &cx.theme.own(&title));
    let theme = cx.theme;
    let line = |i, width| {
        let (figures, pair) = match app.tune.view {
            View::Estimates => outlier(app, theme, i, width >= WITH_ERROR)?,
            View::SCurve | View::Thresholds => listed(app, theme, i)?,
            _ => mistake(app, theme, i)?,
        };
        Some(with_names(app, theme, figures, pair, width))
    };
    list_rows::draw(app, app.tune.rows(), line, list, cx, hits);
}

/// A pair that banding misses, or next to the threshold: its figures and its documents.
fn listed<'a>(app: &App, theme: &Theme, i: usize) -> Option<(Line<'a>, [DocNo; 2])> {
    let row = app.tune.pairs.rows.get(i)?;
    let why = match row.why {
        Listed::Missed(chance) => format!(" {}", ratio(chance)),
        Listed::Above => " in ".to_owned(),
        Listed::Below => " out".to_owned(),
    };
    let figures = Line::from(vec![
        theme.span(Role::Exact, ratio(row.score)),
        theme.span(Role::Dim, why),
    ]);
    Some((figures, [row.a, row.b]))
}

/// An estimate far from the exact value: its figures and its pair of documents. `with_error` adds the difference to the
/// standard errors.
fn outlier<'a>(
    app: &App,
    theme: &Theme,
    i: usize,
    with_error: bool,
) -> Option<(Line<'a>, [DocNo; 2])> {
    let outlier = app.tune.results.tuning.as_ref()?.accuracy.outliers.get(i)?;
    let (exact, estimate) = (outlier.pair.jaccard(), outlier.estimate);
    let off = difference(outlier.off, 1);
    let error = if with_error {
        format!(" {} {off} se", signed(estimate - exact))
    } else {
        format!(" {off} se")
    };
    let figures = Line::from(vec![
        theme.span(Role::Exact, ratio(exact)),
        theme.span(Role::Estimate, format!(" {}", ratio(estimate))),
        theme.span(Role::Warning, error),
    ]);
    Some((figures, [outlier.pair.a, outlier.pair.b]))
}

/// A pair on which its label and the threshold disagree.
fn mistake<'a>(app: &App, theme: &Theme, i: usize) -> Option<(Line<'a>, [DocNo; 2])> {
    let mistake = app.tune.confusion.rows.get(i)?;
    let labelled = app.tune.results.labelled.as_ref()?;
    let name = sanitise::line(mistake.name(&labelled.labels.names).unwrap_or(""));
    let name = end_cut(&name, 8, theme.glyphs());
    let (kind, role) = if mistake.missed {
        ("missed", Role::Warning)
    } else {
        ("alarm ", Role::Error)
    };
    let figures = Line::from(vec![
        theme.span(role, kind),
        theme.span(Role::Exact, format!(" {}", ratio(mistake.score))),
        theme.span(Role::Dim, format!(" {name:<8}")),
    ]);
    Some((figures, [mistake.a, mistake.b]))
}

/// The figures, and behind them the names of the two documents if there is room.
fn with_names<'a>(
    app: &App,
    theme: &Theme,
    mut figures: Line<'a>,
    pair: [DocNo; 2],
    width: u16,
) -> Line<'a> {
    let Some(collection) = app.data.named.as_ref() else {
        return Line::default();
    };
    let taken = figures.columns() as u16 + 2;
    let room = usize::from(width.saturating_sub(taken + 3)) / 2;
    if room >= 4 && pair.iter().all(|doc| doc.index() < collection.len()) {
        let ids = pair.map(|doc| collection.id(doc));
        let [a, b] = names::apart(ids, [room, room], theme.glyphs());
        let dash = theme.glyphs().pick(" — ", " - ");
        figures.push_span(Span::raw("  "));
        figures.push_span(theme.span(Role::Text, format!("{a}{dash}{b}")));
    }
    figures
}
