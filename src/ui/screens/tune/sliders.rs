//! The sliders: name, value between two arrows, and the position of the value in its range. The
//! explanation of the selected slider is below them if there is room.

mod explain;
mod track;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::app::state::tune::{Focus, Slider};
use crate::app::{Action, App, Command, Panel, TuneAction};
use crate::engine::AnalysisConfig;
use crate::ui::hit_map::{HitMap, Wheel};
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::panel::{self, Panel as Framed};
use crate::ui::widgets::{field, paint};

/// Width of a name, including the mark before it and the blank behind it.
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
    Blank,
    Heading(&'static str),
    Slider(Slider),
}

/// Draws the panel.
pub fn draw(app: &App, theme: &Theme, area: Rect, frame: &mut Frame<'_>, hits: &mut HitMap) {
    let asked = app.reanalysis.asked();
    let (at, all) = app.tune.place(asked);
    let inner = framed(app, at, all.len(), area.width, theme).draw(
        frame.buffer_mut(),
        area,
        theme,
        theme.glyphs(),
    );
    if inner.width < 16 || inner.height == 0 {
        return;
    }
    let items = items(&all, inner.height);
    let about = inner.height.saturating_sub(items.len() as u16 + 1);
    let about = if about >= ABOUT { about } else { 0 };
    let list = Rect {
        height: inner.height - about,
        ..inner
    };
    let under = |item: &Item| matches!(item, Item::Slider(s) if *s == all[at]);
    let under = items.iter().position(under).unwrap_or(0);
    let visible = usize::from(list.height);
    let scroll = crate::app::scroll::Scroll {
        selected: under,
        ..app.tune.sliders
    };
    let from = scroll.window(visible, items.len());
    hits.push_wheel(area, Wheel::Panel(Panel::Sliders));
    hits.push_view(Panel::Sliders, from, visible);
    for (y, item) in (list.y..list.bottom()).zip(&items[from..]) {
        let line = Rect {
            y,
            height: 1,
            ..list
        };
        match item {
            Item::Blank => {}
            Item::Heading(name) => {
                let style = theme.style(Role::Title);
                paint::words(
                    frame.buffer_mut(),
                    line.x + 1,
                    y,
                    line.width - 1,
                    name,
                    style,
                );
            }
            Item::Slider(slider) => one(app, *slider, asked, theme, line, frame, hits),
        }
    }
    let n = items.len() as f64;
    let extent = (from as f64 / n, (from + visible) as f64 / n);
    let bar = Rect {
        height: list.height + 2,
        ..area
    };
    let dim = theme.style(Role::Dim);
    panel::scrollbar(frame.buffer_mut(), bar, extent, dim, theme.glyphs());
    if about > 0 {
        let place = Rect {
            y: list.bottom(),
            height: about,
            ..inner
        };
        explain::explain(app, all[at], theme, place, frame.buffer_mut());
    }
}

fn framed<'a>(app: &App, at: usize, of: usize, width: u16, theme: &Theme) -> Framed<'a> {
    let dim = theme.style(Role::Dim);
    let (back, forth) = app.reanalysis.steps();
    let key = |command| app.keymap.label(command);
    let mut undo = Vec::new();
    if back > 0 {
        undo.push(format!("{} undoes", key(Command::UndoSettings)));
    }
    if forth > 0 {
        undo.push(format!("{} redoes", key(Command::RedoSettings)));
    }
    // The validation error is shown here if there is no explanation below.
    let foot = match &app.tune.wrong {
        Some(wrong) => Line::styled(
            crate::ui::widgets::end_cut(
                &theme.own(wrong),
                usize::from(width.saturating_sub(4)),
                theme.glyphs(),
            ),
            theme.style(Role::Error),
        ),
        None => Line::styled(undo.join(", "), dim),
    };
    let position = match app.tune.wrong {
        Some(_) => String::new(),
        None => format!("{} of {of}", at + 1),
    };
    Framed {
        title: Line::styled("Settings", theme.style(Role::Title)),
        corner: Line::styled(position, dim),
        foot,
        foot_corner: Line::default(),
        focused: app.tune.focus == Focus::Sliders,
    }
}

/// The sliders, with headings and blank rows between the groups if `height` rows suffice for them.
fn items(all: &[Slider], height: u16) -> Vec<Item> {
    let mut groups: Vec<&str> = all.iter().map(|slider| slider.group()).collect();
    groups.dedup();
    let headings = usize::from(height) >= all.len() + groups.len();
    let airy = usize::from(height) >= all.len() + 2 * groups.len() - 1;
    let (mut items, mut group) = (Vec::new(), "");
    for slider in all {
        if headings && slider.group() != group {
            if airy && !items.is_empty() {
                items.push(Item::Blank);
            }
            group = slider.group();
            items.push(Item::Heading(group));
        }
        items.push(Item::Slider(*slider));
    }
    items
}

fn one(
    app: &App,
    slider: Slider,
    choice: &AnalysisConfig,
    theme: &Theme,
    line: Rect,
    frame: &mut Frame<'_>,
    hits: &mut HitMap,
) {
    let selected = app.tune.at == slider;
    let focused = selected && app.tune.focus == Focus::Sliders;
    let glyphs = theme.glyphs();
    let pending =
        slider.value(app.reanalysis.shown(), app.threshold) != slider.value(choice, app.threshold);
    let (dim, key) = (theme.style(Role::Dim), theme.style(Role::Key));
    let plain = match pending {
        true => theme.style(Role::Threshold),
        false => theme.style(Role::Text),
    };
    hits.push(line, Action::Tune(TuneAction::Slider(slider)));
    let buffer = frame.buffer_mut();
    if selected {
        let style = if focused { key } else { dim };
        paint::words(buffer, line.x, line.y, 1, glyphs.pick("▸", ">"), style);
    }
    let name = if selected {
        theme.style(Role::Exact)
    } else {
        theme.style(Role::Text)
    };
    let text = theme.own(slider.name());
    paint::words(buffer, line.x + 1, line.y, NAME - 1, &text, name);
    let x = line.x + NAME;
    let room = line.right().saturating_sub(x);
    if focused && !app.tune.line.text().is_empty() {
        let place = Rect {
            x: x + 1,
            width: room.saturating_sub(1).min(16),
            ..line
        };
        field::draw(&app.tune.line, true, theme.style(Role::Exact), place, frame);
        return;
    }
    // Arrow, value, arrow, then a track in the remaining width.
    let value = theme.own(&slider.value(choice, app.threshold));
    let wide = paint::columns(&value).min(room.saturating_sub(2));
    let (left, right) = glyphs.pick(("◂", "▸"), ("<", ">"));
    let arrows = if focused { key } else { dim };
    let place = slider.place(choice, app.threshold);
    // At either end of the range the arrow that does nothing is omitted.
    let ends = (
        slider.ordered() && place <= 0.0,
        slider.ordered() && place >= 1.0,
    );
    if !ends.0 {
        paint::words(buffer, x, line.y, 1, left, arrows);
        let at = Rect {
            x,
            width: 1,
            ..line
        };
        hits.push(at, Action::Tune(TuneAction::Step(slider, false)));
    }
    let style = match focused {
        true => theme.style(Role::Selected).bold(),
        false => plain,
    };
    let shown = crate::ui::widgets::end_cut(&value, wide.into(), glyphs);
    let end = paint::words(buffer, x + 1, line.y, wide, &shown, style);
    if !ends.1 {
        paint::words(buffer, end, line.y, 1, right, arrows);
        let at = Rect {
            x: end,
            width: 1,
            ..line
        };
        hits.push(at, Action::Tune(TuneAction::Step(slider, true)));
    }
    let column = if line.width >= ROOMY {
        VALUE.0
    } else {
        VALUE.1
    };
    let track = line.right().saturating_sub(x + column + 3).min(TRACK);
    if track >= 4 && end + track + 2 <= line.right() {
        let place_of_track = Rect {
            x: line.right() - track - 1,
            width: track,
            ..line
        };
        track::draw(
            place,
            slider.ordered(),
            selected,
            theme,
            place_of_track,
            buffer,
        );
        for cell in 0..track {
            let at = Rect {
                x: place_of_track.x + cell,
                width: 1,
                ..line
            };
            let to = f64::from(cell) / f64::from(track - 1);
            hits.push(at, Action::Tune(TuneAction::Slide(slider, to)));
        }
    }
}
