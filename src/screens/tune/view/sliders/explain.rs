//! The explanation of the selected slider, below the sliders.

use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::app::App;
use crate::screens::tune::state::Slider;
use crate::typeset::wrap;
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::theme::Role;

/// Draws the effect of the selected slider, the meaning of its value and the validation error of
/// the typed text.
pub fn explain(app: &App, slider: Slider, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let theme = cx.theme;
    let (head, below) = area::split_top(area, 1);
    cx.heading(head, &theme.own(slider.name()));
    let below = area::indented(below);
    let width = usize::from(below.width).max(8);
    let mut lines: Vec<Line<'_>> = Vec::new();
    let mut add = |text: &str, role: Role| {
        let line = |row: &str| Line::from(theme.span(role, row.trim_end().to_owned()));
        lines.extend(wrap::rows(text, width).into_iter().map(line));
    };
    if let Some(wrong) = &app.tune.wrong {
        add(&theme.own(wrong), Role::Error);
    }
    add(&theme.own(slider.about()), Role::Text);
    if let Slider::Setting(setting) = slider {
        let value = setting.value(app.reanalysis.requested());
        let meaning = setting.meaning(&value);
        if !meaning.is_empty() {
            let about = format!("{}: {meaning}", setting.print(&value));
            add(&theme.own(&about), Role::Dim);
        }
    }
    if slider.typed() {
        add(slider.example(), Role::Dim);
    }
    cx.lines(below, &lines);
}
