//! The sliders: name, value between two arrows, and the position of the value in its range. The
//! explanation of the selected slider is below them if there is room.

use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::app::{Action, App, Command, Panel, Scroll, TuneAction};
use crate::screens::tune::state::{Slider, TuneFocus};
use crate::ui::phrases::position;
use crate::ui::widgets::{end_cut, paint};
use crate::ui::{DrawContext, PanelFrame, Role, Theme, VisibleRows, Wheel, area};

/// Width of a name, including the mark before it and the blank after it.
const NAME: u16 = 14;
/// Width of a value between its arrows: on wide and on narrow lines.
const VALUE: (u16, u16) = (12, 9);
/// Width in columns from which a line counts as wide.
const ROOMY: u16 = 36;
/// Maximum width of the track.
const TRACK: u16 = 16;
/// Rows kept for the explanation if all sliders fit above it.
const ABOUT: u16 = 7;

/// A row of the list.
enum Item {
    Heading(&'static str),
    Slider(Slider),
}

/// Draws the panel.
pub fn draw(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let (at, all) = app.tune.position(app.reanalysis.requested());
    let inner = cx.panel(area, framed(app, at, all.len(), cx.theme));
    if inner.width < 16 || inner.height == 0 {
        return;
    }
    let items = items(&all, inner.height);
    let about = inner.height.saturating_sub(items.len() as u16 + 1);
    let about = if about >= ABOUT { about } else { 0 };
    let (list, below) = area::split_top(inner, inner.height - about);
    let under = |item: &Item| matches!(item, Item::Slider(s) if *s == all[at]);
    let scroll = Scroll {
        selected: items.iter().position(under).unwrap_or(0),
        ..app.tune.sliders
    };
    let height = usize::from(list.height);
    let visible = VisibleRows::new(Panel::Sliders, &scroll, height, items.len(), &mut cx.hits);
    cx.hits.push_wheel(area, Wheel::Panel(Panel::Sliders));
    for (line, item) in list.rows().zip(&items[visible.from..]) {
        match item {
            Item::Heading(name) => {
                let heading = area::right_from(line, line.x + 1);
                cx.words(heading, name, cx.style(Role::Title));
            }
            Item::Slider(slider) => one(app, *slider, line, cx),
        }
    }
    let (bar, _) = area::split_top(area, list.height + 2);
    cx.scrollbar(bar, visible.extent());
    if about > 0 {
        explain(app, all[at], below, cx);
    }
}

fn framed<'a>(app: &App, at: usize, total: usize, theme: &Theme) -> PanelFrame<'a> {
    let focused = app.tune.focus == TuneFocus::Sliders;
    let mut framed = PanelFrame::new(theme.line(Role::Title, "Settings"), focused);
    framed.corner = theme.line(Role::Dim, position(at, total));
    if app.reanalysis.steps() > 0 {
        let undo = format!("{} undoes", app.keymap.label(Command::Undo));
        framed.foot = theme.line(Role::Dim, undo);
    }
    framed
}

/// The sliders, with headings of the groups if `height` rows suffice for them.
fn items(all: &[Slider], height: u16) -> Vec<Item> {
    let mut groups: Vec<&str> = all.iter().map(|slider| slider.group()).collect();
    groups.dedup();
    let has_headings = usize::from(height) >= all.len() + groups.len();
    let mut items = Vec::new();
    for group in all.chunk_by(|a, b| a.group() == b.group()) {
        items.extend(has_headings.then(|| Item::Heading(group[0].group())));
        items.extend(group.iter().map(|slider| Item::Slider(*slider)));
    }
    items
}

fn one(app: &App, slider: Slider, line: Rect, cx: &mut DrawContext<'_, '_>) {
    let (config, threshold) = (app.reanalysis.requested(), app.threshold);
    let selected = app.tune.at == slider;
    let focused = selected && app.tune.focus == TuneFocus::Sliders;
    let pending = slider.value(&app.reanalysis.shown, threshold) != slider.value(config, threshold);
    cx.hits.push(line, Action::Tune(TuneAction::Slider(slider)));
    let arrows = cx.style(if focused { Role::Key } else { Role::Dim });
    if selected {
        cx.cursor_mark(line, arrows);
    }
    if focused {
        cx.place_cursor(line);
    }
    let name = if selected { Role::Exact } else { Role::Text };
    let text = cx.theme.own(slider.name());
    let label = area::columns(line, line.x + 1, NAME - 1);
    cx.words(label, &text, cx.style(name));
    let x = line.x + NAME;
    let room = line.right().saturating_sub(x);
    // Arrow, value, arrow, then a track in the remaining width.
    let value = cx.theme.own(&slider.value(config, threshold));
    let wide = paint::columns(&value).min(room.saturating_sub(2));
    let (left, right) = cx.glyphs.pick(("◂", "▸"), ("<", ">"));
    let fraction = slider.fraction(config, threshold);
    let arrow = |x: u16, sign: &str, up: bool, cx: &mut DrawContext<'_, '_>| {
        let at = area::columns(line, x, 1);
        cx.words(at, sign, arrows);
        cx.hits.push(at, Action::Tune(TuneAction::Step(slider, up)));
    };
    // At either end of the range the arrow that does nothing is omitted.
    if fraction.is_none_or(|fraction| fraction > 0.0) {
        arrow(x, left, false, cx);
    }
    let style = match (focused, pending) {
        (true, _) => cx.style(Role::Selected).bold(),
        (false, true) => cx.style(Role::Threshold),
        (false, false) => cx.style(Role::Text),
    };
    let shown = end_cut(&value, wide.into(), cx.glyphs);
    let end = cx.words(area::columns(line, x + 1, wide), &shown, style);
    if fraction.is_none_or(|fraction| fraction < 1.0) {
        arrow(end, right, true, cx);
    }
    let (roomy, narrow) = VALUE;
    let column = if line.width >= ROOMY { roomy } else { narrow };
    let track = line.right().saturating_sub(x + column + 3).min(TRACK);
    let has_room = track >= 4 && end + track + 2 <= line.right();
    if let Some(fraction) = fraction.filter(|_| has_room) {
        let rail = area::columns(line, line.right() - track - 1, track);
        draw_track(fraction, selected, rail, cx);
        for cell in rail.columns() {
            let to = f64::from(cell.x - rail.x) / f64::from(track - 1);
            cx.hits
                .push(cell, Action::Tune(TuneAction::Slide(slider, to)));
        }
    }
}

/// Draws a rail with a knob at the value.
fn draw_track(fraction: f64, selected: bool, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let [filled, knob, rest] = cx.glyphs.pick(["━", "●", "─"], ["=", "o", "-"]);
    let last = usize::from(area.width - 1);
    let before = (fraction.clamp(0.0, 1.0) * last as f64).round() as usize;
    let role = if selected { Role::Key } else { Role::Text };
    let rail = Line::from(vec![
        cx.theme.span(Role::Bar, filled.repeat(before)),
        cx.theme.span(role, knob),
        cx.theme.span(Role::Border, rest.repeat(last - before)),
    ]);
    cx.line(area, &rail);
}

/// Draws the effect of the selected slider and the meaning of its value.
fn explain(app: &App, slider: Slider, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let theme = cx.theme;
    let (head, below) = area::split_top(area, 1);
    cx.heading(head, &theme.own(slider.name()));
    let below = area::indented(below);
    let width = usize::from(below.width);
    let mut lines = theme.wrapped(Role::Text, &theme.own(slider.about()), width);
    if let Slider::Setting(setting) = slider {
        let value = setting.value(app.reanalysis.requested());
        let meaning = setting.meaning(&value);
        if !meaning.is_empty() {
            let about = format!("{}: {meaning}", setting.print(&value));
            lines.extend(theme.wrapped(Role::Dim, &theme.own(&about), width));
        }
    }
    cx.lines(below, &lines);
}
