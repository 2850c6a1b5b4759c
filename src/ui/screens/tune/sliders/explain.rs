//! The explanation of the selected slider, below the sliders.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::app::App;
use crate::app::state::tune::Slider;
use crate::typeset::wrap;
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::paint;

/// Draws the effect of the selected slider, the meaning of its value and the validation error of
/// the typed text.
pub fn explain(app: &App, slider: Slider, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let glyphs = theme.glyphs();
    let rule = glyphs.pick("─", "-").repeat(area.width.into());
    paint::words(
        buffer,
        area.x,
        area.y,
        area.width,
        &rule,
        theme.style(Role::Border),
    );
    let name = format!(" {} ", theme.own(slider.name()));
    let room = area.width.saturating_sub(2);
    paint::words(
        buffer,
        area.x + 1,
        area.y,
        room,
        &name,
        theme.style(Role::Title),
    );
    let width = usize::from(area.width.saturating_sub(2));
    let mut lines: Vec<(String, Style)> = Vec::new();
    let mut add = |text: &str, style: Style| {
        let starts = wrap::row_starts(text, 0, text.len(), width.max(8));
        for (i, start) in starts.iter().enumerate() {
            let end = starts.get(i + 1).copied().unwrap_or(text.len());
            lines.push((text[*start..end].trim_end().to_owned(), style));
        }
    };
    if let Some(wrong) = &app.tune.wrong {
        add(&theme.own(wrong), theme.style(Role::Error));
    }
    add(&theme.own(slider.about()), theme.style(Role::Text));
    if let Slider::Setting(setting) = slider {
        let value = setting.value(app.reanalysis.asked());
        let meaning = setting.meaning(&value);
        if !meaning.is_empty() {
            let about = format!("{}: {meaning}", setting.print(&value));
            add(&theme.own(&about), theme.style(Role::Dim));
        }
    }
    if slider.typed() {
        add(slider.example(), theme.style(Role::Dim));
    }
    for (y, (text, style)) in (area.y + 1..area.bottom()).zip(lines) {
        let line = Line::from(Span::styled(text, style));
        buffer.set_line(area.x + 1, y, &line, area.width.saturating_sub(2));
    }
}
