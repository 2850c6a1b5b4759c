//! The settings dialog: a list of the settings that a run can change, and below it the explanation of the selected
//! setting and its possible values.

use ratatui::layout::Rect;
use ratatui::text::Line;

use super::view::View;
use crate::app::dialog::Dialog;
use crate::app::{Action, Panel};
use crate::config::table::BANDS;
use crate::config::{AnalysisConfig, Setting};
use crate::ui::area;
use crate::ui::list::VisibleRows;
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::panel::PanelFrame;
use crate::ui::widgets::{field, paint};

/// Width of the dialog.
pub const WIDTH: u16 = 96;
/// Rows reserved for the explanation.
const BELOW: u16 = 9;
/// Column at which names begin; the marks of changes and the values follow.
const NAME: u16 = 3;
const CHANGED: u16 = 17;
const VALUE: u16 = 19;

/// A row of the list.
enum Item {
    Heading(&'static str),
    Row(usize, &'static Setting),
}

/// Draws the dialog.
pub fn draw(view: &mut View<'_, '_, '_>) {
    let (dialog, theme) = (view.dialog, view.cx.theme);
    let Some(draft) = dialog.draft.as_deref() else {
        return;
    };
    let rows = dialog.settings();
    let at = dialog.scroll.selected.min(rows.len() - 1);
    let frame = frame(view, draft, (at, rows.len()));
    let inner = view.framed(frame);
    if inner.width < 20 || inner.height < 3 {
        return;
    }
    let (list, about) = area::split_top(inner, inner.height - BELOW.min(inner.height / 2));
    let about = area::indented(about);
    let items = items(&rows);
    let visible = usize::from(list.height);
    let is_selected = |item: &Item| matches!(item, Item::Row(n, _) if *n == at);
    let under = items.iter().position(is_selected).unwrap_or(0);
    let most = items.len().saturating_sub(visible);
    let from = under.saturating_sub(visible / 2).min(most);
    view.cx.hits.push_view(Panel::Dialog, 0, visible);
    for (line, item) in list.rows().zip(&items[from..]) {
        match item {
            Item::Heading(name) => view.cx.line(area::indented(line), &view.title(*name)),
            Item::Row(number, row) => {
                view.cx.hits.push(line, Action::Row(Panel::Dialog, *number));
                setting(view, row, draft, *number == at, line);
            }
        }
    }
    let (bar, _) = area::split_top(view.area, list.height + 2);
    let (room, len) = (visible, items.len());
    view.cx
        .scrollbar(bar, VisibleRows { from, room, len }.extent());
    view.cx.heading(about, &theme.own(rows[at].name));
    let (_, below) = area::split_top(about, 1);
    let lines = explanation(dialog, rows[at], draft, theme, below);
    view.cx.lines(below, &lines);
}

fn frame<'a>(
    view: &View<'a, '_, '_>,
    draft: &AnalysisConfig,
    (at, total): (usize, usize),
) -> PanelFrame<'a> {
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
    PanelFrame {
        title: view.title(title),
        corner,
        foot: foot.unwrap_or_default(),
        foot_corner: view.dim(format!("{} of {total}", at + 1)),
        ..PanelFrame::default()
    }
}

fn items(rows: &[&'static Setting]) -> Vec<Item> {
    let mut items = Vec::new();
    let mut group = "";
    for (number, row) in rows.iter().copied().enumerate() {
        if row.group != group {
            items.push(Item::Heading(row.group));
            group = row.group;
        }
        items.push(Item::Row(number, row));
    }
    items
}

/// One setting: name, change mark, value and previous value.
fn setting(
    view: &mut View<'_, '_, '_>,
    row: &Setting,
    draft: &AnalysisConfig,
    is_selected: bool,
    line: Rect,
) {
    let (app, dialog, theme) = (view.app, view.dialog, view.cx.theme);
    let cx = &mut *view.cx;
    let value = theme.own(&row.text(draft));
    let before = theme.own(&row.text(app.reanalysis.requested()));
    let changed = value != before;
    let from = |column: u16| area::right_from(line, line.x + column);
    if is_selected {
        cx.cursor_mark(from(1), cx.style(Role::Key));
    }
    let name = if is_selected { Role::Exact } else { Role::Text };
    cx.words(from(NAME), &theme.own(row.name), theme.style(name));
    let plain = if changed { Role::Threshold } else { Role::Text };
    if changed {
        cx.words(from(CHANGED), "*", theme.style(plain));
    }
    if is_selected && !dialog.line.text().is_empty() {
        let room = line.width.saturating_sub(VALUE + 2).min(22);
        let field_area = area::columns(line, line.x + VALUE + 2, room);
        let style = theme.style(Role::Exact);
        return field::draw(&dialog.line, true, style, field_area, cx.frame);
    }
    let (open, close) = cx.glyphs.pick(("‹", "›"), ("<", ">"));
    let (text, style) = if is_selected {
        let selected = theme.style(Role::Selected).bold();
        (format!("{open} {value} {close}"), selected)
    } else {
        (format!("  {value}  "), theme.style(plain))
    };
    let x = cx.words(from(VALUE), &text, style);
    // The previous value, or the value the program chooses where the setting is automatic.
    let was = match (changed, row.automatic(draft, app.threshold)) {
        (true, _) => format!("was {before}"),
        (false, Some(taken)) => theme.own(&row.print(&taken)),
        (false, None) => return,
    };
    let left = area::right_from(line, x + 1);
    if left.width >= paint::columns(&was) {
        cx.words(left, &was, theme.style(Role::Dim));
    }
}

/// Lines that explain the selected setting: its effect, the validation error of the typed value and the possible
/// values.
fn explanation(
    dialog: &Dialog,
    row: &Setting,
    draft: &AnalysisConfig,
    theme: &Theme,
    area: Rect,
) -> Vec<Line<'static>> {
    let width = usize::from(area.width);
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
    // Each value with its description; the current one is marked.
    let list = values.iter().flat_map(|value| {
        let (mark, role) = if *value == now {
            (theme.glyphs().pick("▸ ", "> "), Role::Exact)
        } else {
            ("  ", Role::Dim)
        };
        let meaning = theme.own(&row.meaning(value));
        theme.wrapped(
            role,
            &format!("{mark}{}: {meaning}", row.print(value)),
            width,
        )
    });
    let list: Vec<_> = list.collect();
    if list.len() + lines.len() <= usize::from(area.height) {
        lines.extend(list);
    } else {
        // Describes only the chosen value and lists the names of the others.
        let about = format!("{}: {}", row.print(&now), theme.own(&row.meaning(&now)));
        lines.extend(theme.wrapped(Role::Exact, &about, width));
        let others = values.iter().filter(|v| **v != now);
        let others: Vec<String> = others.map(|value| row.print(value)).collect();
        let others = format!("or {}", others.join(", "));
        lines.extend(theme.wrapped(Role::Dim, &others, width));
    }
    lines
}
