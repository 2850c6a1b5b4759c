//! The settings dialog: a list of the settings that a run can change, and below it the explanation of the selected
//! setting and its possible values.

use ratatui::layout::Rect;
use ratatui::text::Line;

use super::view::{DialogRow, DialogView};
use crate::app::dialog::Dialog;
use crate::config::table::BANDS;
use crate::config::{AnalysisConfig, Setting};
use crate::ui::widgets::field;
use crate::ui::{Role, Theme, area};

/// Width of the dialog.
pub const WIDTH: u16 = 96;
/// Rows reserved for the explanation.
const BELOW: u16 = 9;
/// Columns of a mark and a name, before the value.
const VALUE: u16 = 19;

/// Draws the dialog.
pub fn draw(view: &mut DialogView<'_, '_, '_>) {
    let (dialog, theme) = (view.dialog, view.cx.theme);
    let Some(draft) = dialog.draft.as_deref() else {
        return;
    };
    let rows = dialog.settings();
    let at = dialog.scroll.selected.min(rows.len() - 1);
    let inner = framed(view, draft, (at, rows.len()));
    if inner.width < 20 || inner.height < 3 {
        return;
    }
    let (list, about) = area::split_top(inner, inner.height - BELOW.min(inner.height / 2));
    let about = area::indented(about);
    let mut lines: Vec<DialogRow<'_>> = Vec::new();
    let mut group = "";
    for (number, row) in rows.iter().enumerate() {
        if row.group != group {
            group = row.group;
            lines.push((view.title(format!(" {group}")), None));
        }
        lines.push((setting(view, row, draft, number == at), Some(number)));
    }
    let selected = view.show(&lines, list);
    if let Some(row) = selected.filter(|_| !dialog.line.text().is_empty()) {
        let field_area = area::columns(row, row.x + VALUE, row.width.saturating_sub(VALUE));
        let style = theme.style(Role::Exact);
        field::draw(&dialog.line, true, style, field_area, view.cx.frame);
    }
    view.cx.heading(about, &theme.own(rows[at].name));
    let (_, below) = area::split_top(about, 1);
    let lines = explanation(dialog, rows[at], draft, theme, below.width.into());
    view.cx.lines(below, &lines);
}

/// Draws the frame; returns its inner area.
fn framed(
    view: &mut DialogView<'_, '_, '_>,
    draft: &AnalysisConfig,
    (at, total): (usize, usize),
) -> Rect {
    let theme = view.cx.theme;
    let requested = view.app.reanalysis.requested();
    let corner = match requested.changed(draft).count() {
        0 => view.dim("nothing changed yet"),
        n => theme.line(Role::Threshold, format!("{n} changed")),
    };
    let foot = requested.work_to(draft).map(|work| {
        let applies = theme.span(Role::Dim, format!(" applies: {}", work.name()));
        Line::from(vec![theme.span(Role::Key, "Enter"), applies])
    });
    let title = if view.area.width >= 60 {
        "Settings that decide the figures"
    } else {
        "Settings"
    };
    let position = view.dim(format!("{} of {total}", at + 1));
    view.framed(title, [corner, foot.unwrap_or_default(), position])
}

/// One setting: its name, a mark if it was changed, its value, and the previous or automatic value.
fn setting<'a>(
    view: &DialogView<'a, '_, '_>,
    row: &Setting,
    draft: &AnalysisConfig,
    is_selected: bool,
) -> Line<'a> {
    let (app, theme) = (view.app, view.cx.theme);
    let value = theme.own(&row.text(draft));
    let before = theme.own(&row.text(app.reanalysis.requested()));
    let is_changed = value != before;
    let name = if is_selected { Role::Exact } else { Role::Text };
    let mut line = Line::from(theme.span(name, format!("   {:<14}", theme.own(row.name))));
    if is_selected && !view.dialog.line.text().is_empty() {
        return line;
    }
    let (role, mark) = if is_changed {
        (Role::Threshold, "* ")
    } else {
        (Role::Text, "  ")
    };
    let (open, close) = match view.cx.glyphs.pick(("‹ ", " ›"), ("< ", " >")) {
        signs if is_selected => signs,
        _ => ("  ", "  "),
    };
    line.push_span(theme.span(role, format!("{mark}{open}{value}{close}")));
    let other = if is_changed {
        Some(format!("was {before}"))
    } else {
        let chosen = row.automatic(draft, app.threshold);
        chosen.map(|value| theme.own(&row.print(&value)))
    };
    if let Some(other) = other {
        line.push_span(theme.span(Role::Dim, format!(" {other}")));
    }
    line
}

/// Lines that explain the selected setting: its effect, the validation error of the typed value and the possible
/// values.
fn explanation(
    dialog: &Dialog,
    row: &Setting,
    draft: &AnalysisConfig,
    theme: &Theme,
    width: usize,
) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    if let Some(wrong) = &dialog.wrong {
        lines.extend(theme.wrapped(Role::Error, wrong, width));
    }
    let about = theme.own(row.about);
    lines.extend(theme.wrapped(Role::Text, &about, width));
    lines.push(Line::default());
    let (values, now) = (row.values(draft), row.value(draft));
    if values.iter().all(|value| row.meaning(value).is_empty()) {
        let names: Vec<String> = values.iter().map(|value| row.print(value)).collect();
        lines.extend(theme.wrapped(Role::Dim, &theme.own(&names.join("   ")), width));
        if row.typed() {
            let how = if *row == BANDS {
                "or type them, like 20x10"
            } else {
                "or type a number"
            };
            lines.push(theme.line(Role::Dim, how));
        }
        return lines;
    }
    // Describes the chosen value and lists the names of the others.
    let about = format!("{}: {}", row.print(&now), theme.own(&row.meaning(&now)));
    lines.extend(theme.wrapped(Role::Exact, &about, width));
    let others = values.iter().filter(|value| **value != now);
    let others: Vec<String> = others.map(|value| row.print(value)).collect();
    let others = format!("or {}", others.join(", "));
    lines.extend(theme.wrapped(Role::Dim, &others, width));
    lines
}
