//! Named configurations, each with its differences from the current one.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::app::dialog::Dialog;
use crate::app::{Action, App, Panel};
use crate::base::sanitise;
use crate::engine::AnalysisConfig;
use crate::lab::named::Named;
use crate::typeset::figures::threshold;
use crate::ui::hit_map::HitMap;
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::panel::{self, Panel as Framed};
use crate::ui::widgets::{end_cut, paint};

/// Width of the name column.
const NAME: usize = 22;

/// Draws the dialog.
pub fn draw(
    app: &App,
    dialog: &Dialog,
    theme: &Theme,
    place: Rect,
    frame: &mut Frame<'_>,
    hits: &mut HitMap,
) {
    let all = &app.tune.results.kept.named;
    let dim = theme.style(Role::Dim);
    let at = format!("{} of {}", dialog.scroll.selected + 1, all.len());
    let kept = match app.start.store {
        Some(_) => "kept with the corpus",
        None => "kept until the program ends: nothing is written",
    };
    let inner = Framed {
        title: Line::styled("Named settings", theme.style(Role::Title)),
        corner: Line::styled(kept, dim),
        foot: Line::from(vec![
            Span::styled("Enter", theme.style(Role::Key)),
            Span::styled(" takes them, ", dim),
            Span::styled("x", theme.style(Role::Key)),
            Span::styled(" removes them", dim),
        ]),
        foot_corner: Line::styled(at, dim),
        focused: true,
    }
    .draw(frame.buffer_mut(), place, theme, theme.glyphs());
    let visible = usize::from(inner.height);
    let from = dialog.scroll.window(visible, all.len());
    hits.push_view(Panel::Dialog, from, visible);
    for (y, (i, named)) in (inner.y..inner.bottom()).zip(all.iter().enumerate().skip(from)) {
        let line = Rect {
            x: inner.x + 1,
            y,
            width: inner.width.saturating_sub(2),
            height: 1,
        };
        hits.push(line, Action::Row(Panel::Dialog, i));
        let name = end_cut(&sanitise::line(&named.name), NAME, theme.glyphs());
        let pad = " ".repeat(NAME.saturating_sub(paint::columns(&name).into()));
        let room = usize::from(line.width).saturating_sub(NAME + 2);
        let what = end_cut(&theme.own(&differs(app, named)), room, theme.glyphs());
        let text = Line::from(vec![
            Span::styled(format!("{name}{pad}  "), theme.style(Role::Exact)),
            Span::styled(what, dim),
        ]);
        frame.buffer_mut().set_line(line.x, y, &text, line.width);
        if i == dialog.scroll.selected {
            frame
                .buffer_mut()
                .set_style(line, theme.style(Role::Selected));
        }
    }
    let n = all.len().max(1) as f64;
    let extent = (from as f64 / n, (from + visible) as f64 / n);
    panel::scrollbar(frame.buffer_mut(), place, extent, dim, theme.glyphs());
}

/// The settings of `named` that differ from the current ones.
fn differs(app: &App, named: &Named<AnalysisConfig>) -> String {
    let mut parts = Vec::new();
    if (named.threshold - app.threshold).abs() > 1e-9 {
        parts.push(format!("threshold {}", threshold(named.threshold)));
    }
    let changed = app.reanalysis.asked().changed(&named.choice);
    parts
        .extend(changed.map(|setting| format!("{} {}", setting.name, setting.text(&named.choice))));
    match parts.is_empty() {
        true => "as set now".into(),
        false => parts.join(", "),
    }
}
