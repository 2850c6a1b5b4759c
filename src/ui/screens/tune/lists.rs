//! The list below a plot: outliers of the estimates, or pairs on which labels and threshold
//! disagree. Enter opens the pair in Compare.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::figures::off;
use super::list_frame::{bar, heading};
use crate::app::state::tune::{Focus, View};
use crate::app::{Action, App, Panel};
use crate::base::DocNo;
use crate::base::units::count;
use crate::typeset::figures::{self, ratio};
use crate::ui::hit_map::{HitMap, Wheel};
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::paint;

/// A row: figures and a pair of documents.
struct Row {
    figures: Vec<Span<'static>>,
    pair: (DocNo, DocNo),
}

/// Draws the list below a heading.
pub fn draw(app: &App, theme: &Theme, area: Rect, frame: &mut Frame<'_>, hits: &mut HitMap) {
    let len = app.tune.rows();
    let title = match app.tune.view {
        View::Estimates => {
            let all = app
                .tune
                .results
                .tuning
                .as_ref()
                .map_or(0, |t| t.accuracy.missed());
            format!("outliers {}: exact, estimate, off", count(all))
        }
        _ => {
            let (missed, alarms) = app.tune.confusion.total;
            format!(
                "errors: {} missed, {} false alarms",
                count(missed),
                count(alarms)
            )
        }
    };
    heading(&theme.own(&title), theme, Rect { height: 1, ..area }, frame);
    let list = Rect {
        y: area.y + 1,
        height: area.height - 1,
        ..area
    };
    let visible = usize::from(list.height);
    let from = app.tune.list().window(visible, len);
    hits.push_wheel(area, Wheel::Panel(Panel::PlotList));
    hits.push_view(Panel::PlotList, from, visible);
    for (y, i) in (list.y..list.bottom()).zip(from..len) {
        let Some(row) = row(app, theme, i) else { break };
        let line = Rect {
            y,
            height: 1,
            width: list.width.saturating_sub(1),
            ..list
        };
        hits.push(line, Action::Row(Panel::PlotList, i));
        write(app, theme, row, line, frame);
        if i == app.tune.list().selected {
            let role = match app.tune.focus {
                Focus::Plot => Role::Selected,
                Focus::Sliders => Role::SelectedElsewhere,
            };
            frame.buffer_mut().set_style(line, theme.style(role));
        }
    }
    bar(theme, list, (from, visible, len), frame);
}

fn row(app: &App, theme: &Theme, i: usize) -> Option<Row> {
    match app.tune.view {
        View::Estimates => {
            let outlier = app.tune.results.tuning.as_ref()?.accuracy.outliers.get(i)?;
            let exact = outlier.pair.jaccard();
            let figures = vec![
                Span::styled(ratio(exact), theme.style(Role::Exact)),
                Span::styled(
                    format!(" {}", ratio(outlier.estimate)),
                    theme.style(Role::Estimate),
                ),
                Span::styled(
                    format!(" {} {:+.1} se", off(outlier.estimate, exact), outlier.off),
                    theme.style(Role::Warning),
                ),
            ];
            Some(Row {
                figures,
                pair: (outlier.pair.a, outlier.pair.b),
            })
        }
        _ => {
            let mistake = app.tune.confusion.rows.get(i)?;
            let labelled = app.tune.results.labelled.as_ref()?;
            let name = mistake.name(&labelled.labels.names).unwrap_or("");
            let name =
                crate::ui::widgets::end_cut(&crate::base::sanitise::line(name), 8, theme.glyphs());
            let (kind, role) = match mistake.missed {
                true => ("missed", Role::Warning),
                false => ("alarm ", Role::Error),
            };
            let figures = vec![
                Span::styled(kind, theme.style(role)),
                Span::styled(
                    format!(" {}", ratio(mistake.score)),
                    theme.style(Role::Exact),
                ),
                Span::styled(format!(" {name:<8}"), theme.style(Role::Dim)),
            ];
            Some(Row {
                figures,
                pair: (mistake.a, mistake.b),
            })
        }
    }
}

fn write(app: &App, theme: &Theme, row: Row, line: Rect, frame: &mut Frame<'_>) {
    let Some(collection) = app.data.collection.as_deref() else {
        return;
    };
    let figures = Line::from(row.figures);
    let taken = figures.width() as u16 + 2;
    let buffer = frame.buffer_mut();
    buffer.set_line(line.x, line.y, &figures, line.width);
    let room = usize::from(line.width.saturating_sub(taken + 3)) / 2;
    let known = |doc: DocNo| doc.index() < collection.len();
    if room < 4 || !known(row.pair.0) || !known(row.pair.1) {
        return;
    }
    let name = |doc: DocNo| figures::path(collection.id(doc), room, theme.glyphs());
    let dash = theme.glyphs().pick(" — ", " - ");
    let text = format!("{}{dash}{}", name(row.pair.0), name(row.pair.1));
    paint::words(
        buffer,
        line.x + taken,
        line.y,
        line.width - taken,
        &text,
        theme.style(Role::Text),
    );
}
