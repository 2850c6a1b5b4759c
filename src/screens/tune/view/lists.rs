//! The list of pairs behind a plot: outliers of the estimates, pairs on which labels and threshold disagree, pairs
//! that banding misses, that lie at the threshold. Enter opens the pair in Compare.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::app::{App, Panel};
use crate::base::units::count;
use crate::base::{DocNo, sanitise};
use crate::screens::tune::state::{ListedPair, ListingReason, TuneFocus, View};
use crate::typeset::figures::{difference, ratio, signed, threshold};
use crate::typeset::names;
use crate::ui::widgets::end_cut;
use crate::ui::{DrawContext, LineWidth, Role, RowList, Theme, area};

/// Columns from which an outlier has its error in the unit of the measure too; in fewer they go to the names.
const WITH_ERROR: u16 = 60;

/// Draws the list below a heading.
pub fn draw(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let rows = &app.tune.pairs.rows;
    let at = threshold(app.threshold);
    let title = match app.tune.view {
        View::Estimates => {
            let tuning = app.tune.results.tuning.as_ref();
            let all = count(tuning.map_or(0, |t| t.accuracy.missed()));
            format!("outliers {all}: exact, estimate, off")
        }
        View::SCurve => format!("missed at {at}: exact, chance to be found"),
        View::Thresholds => format!("next to {at}: what a small move changes"),
        View::ByK | View::Labels | View::Sweep => {
            let is_missed =
                |row: &&ListedPair| matches!(row.why, ListingReason::Mistake(m) if m.missed);
            let missed = rows.iter().filter(is_missed).count();
            let [missed, alarms] = [missed, rows.len() - missed].map(|n| count(n as u64));
            format!("errors: {missed} missed, {alarms} false alarms")
        }
    };
    let (head, area) = area::split_top(area, 1);
    cx.heading(head, &cx.theme.own(&title));
    // The bar excludes the rows of a frame, but this list has no frame.
    let framed = Rect {
        y: area.y.saturating_sub(1),
        height: area.height + 2,
        ..area
    };
    let focused = app.tune.focus == TuneFocus::Plot;
    let list = RowList::new(Panel::PlotList, &app.tune.list, rows.len(), focused);
    list.draw((framed, area), cx, |i, line_area, cx| {
        let line_area = area::indented(area::right_from(line_area, line_area.x + 1));
        let (theme, width) = (cx.theme, line_area.width);
        let row = &rows[i];
        let figures = figures(app, row, theme, width >= WITH_ERROR);
        let line = with_names(app, theme, figures, [row.a, row.b], width);
        cx.line(line_area, &line);
    });
}

/// The figures of a row. `with_error` adds the difference of an estimate to its standard errors.
fn figures<'a>(app: &App, row: &ListedPair, theme: &Theme, with_error: bool) -> Line<'a> {
    let exact = ratio(row.score);
    let parts = match row.why {
        ListingReason::Missed(chance) => vec![
            (Role::Exact, exact),
            (Role::Dim, format!(" {}", ratio(chance))),
        ],
        ListingReason::Above => vec![(Role::Exact, exact), (Role::Dim, " in ".to_owned())],
        ListingReason::Below => vec![(Role::Exact, exact), (Role::Dim, " out".to_owned())],
        ListingReason::Outlier(estimate, off) => {
            let off = difference(off, 1);
            let error = if with_error {
                format!(" {} {off} se", signed(estimate - row.score))
            } else {
                format!(" {off} se")
            };
            vec![
                (Role::Exact, exact),
                (Role::Estimate, format!(" {}", ratio(estimate))),
                (Role::Warning, error),
            ]
        }
        ListingReason::Mistake(mistake) => {
            let labelled = app.tune.results.labelled.as_ref();
            let name = labelled.and_then(|l| mistake.name(&l.labels.names));
            let name = end_cut(&sanitise::line(name.unwrap_or("")), 8, theme.glyphs());
            let (role, kind) = if mistake.missed {
                (Role::Warning, "missed")
            } else {
                (Role::Error, "alarm ")
            };
            vec![
                (role, kind.to_owned()),
                (Role::Exact, format!(" {exact}")),
                (Role::Dim, format!(" {name:<8}")),
            ]
        }
    };
    Line::from_iter(parts.into_iter().map(|(role, text)| theme.span(role, text)))
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
