//! Named configurations, each with its differences from the current one.

use ratatui::text::Line;

use super::view::View;
use crate::app::{App, Command};
use crate::base::sanitise;
use crate::engine::message::Named;
use crate::typeset::figures::threshold;
use crate::ui::area;
use crate::ui::theme::Role;
use crate::ui::widgets::panel::PanelFrame;
use crate::ui::widgets::{end_cut, paint};

/// Width of the name column.
const NAME: usize = 22;

/// Draws the dialog.
pub fn draw(view: &mut View<'_, '_, '_>) {
    let (app, theme, glyphs) = (view.app, view.cx.theme, view.cx.glyphs);
    let all = &app.tune.results.kept.named;
    let kept = match app.start.store {
        Some(_) => "kept with the corpus",
        None => "kept until the program ends: nothing is written",
    };
    let inner = view.framed(PanelFrame {
        title: theme.line(Role::Title, "Named settings"),
        corner: theme.line(Role::Dim, kept),
        foot: view.hints(&[
            (Command::Accept, " takes them, "),
            (Command::Remove, " removes them"),
        ]),
        foot_corner: view.position(all.len()),
        ..PanelFrame::default()
    });
    let visible = view.list(inner.height.into(), all.len());
    let listed = all.iter().enumerate().skip(visible.from);
    for (row, (i, named)) in area::indented(inner).rows().zip(listed) {
        let name = end_cut(&sanitise::line(&named.name), NAME, glyphs);
        let pad = " ".repeat(NAME.saturating_sub(paint::columns(&name).into()));
        let room = usize::from(row.width).saturating_sub(NAME + 2);
        let what = end_cut(&theme.own(&differs(app, named)), room, glyphs);
        let text = Line::from(vec![
            theme.span(Role::Exact, format!("{name}{pad}  ")),
            theme.span(Role::Dim, what),
        ]);
        view.cx.line(row, &text);
        view.row(row, i);
    }
}

/// The settings of `named` that differ from the current ones.
fn differs(app: &App, named: &Named) -> String {
    let mut parts = Vec::new();
    if (named.threshold - app.threshold).abs() > 1e-9 {
        parts.push(format!("threshold {}", threshold(named.threshold)));
    }
    let changed = app.reanalysis.asked().changed(&named.analysis_config);
    parts.extend(
        changed.map(|setting| format!("{} {}", setting.name, setting.text(&named.analysis_config))),
    );
    match parts.is_empty() {
        true => "as set now".into(),
        false => parts.join(", "),
    }
}
