//! Dialogs drawn over a screen: help, command palette, messages, settings, input forms and the
//! judging of a pair. They share a frame and are centred in the same way.

mod form;
mod help;
mod judge;
mod lecture;
mod lists;
pub mod masks;
pub mod menu;
mod note;
pub mod seams;
mod settings;
mod view;
mod why;
mod words;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::widgets::{Clear, Widget};

use view::View;

use crate::app::App;
use crate::app::dialog::{Dialog, DialogKind};
use crate::ui::context::DrawContext;
use crate::ui::hit_map::{HitMap, Wheel};
use crate::ui::theme::Theme;

/// Draws the topmost dialog over `area`.
pub fn draw(
    app: &App,
    dialog: &Dialog,
    theme: &Theme,
    area: Rect,
    frame: &mut Frame<'_>,
    hits: &mut HitMap,
) {
    hits.cover();
    let (area, dialog_area) = dialog_areas(app, dialog, area);
    Clear.render(dialog_area, frame.buffer_mut());
    hits.push_wheel(area, Wheel::Panel(crate::app::Panel::Dialog));
    let view = &mut View {
        app,
        dialog,
        area: dialog_area,
        cx: &mut DrawContext::new(theme, frame),
        hits,
    };
    match dialog.kind {
        DialogKind::Settings => settings::draw(view),
        DialogKind::Help => help::draw(view),
        DialogKind::Palette => lists::palette(view),
        DialogKind::Messages => lists::messages(view),
        DialogKind::Threshold => form::threshold(view),
        DialogKind::Judge => judge::draw(view),
        DialogKind::Why => why::draw(view),
        DialogKind::Seams => seams::draw(view),
        DialogKind::Masks => masks::draw(view),
        DialogKind::Offers => masks::draw_offers(view),
        DialogKind::Note => note::draw(view),
        DialogKind::LectureStages => lecture::stages(view),
        DialogKind::Words => words::draw(view),
        DialogKind::Themes => lists::themes(view),
        DialogKind::LectureText => lecture::text(view),
        DialogKind::Labels | DialogKind::Sweep | DialogKind::Report => {
            form::draw(view);
        }
    }
}

/// Passes the viewport sizes to a dialog that wraps text.
pub fn fit(app: &mut App, area: Rect) {
    let judge = app
        .dialogs
        .iter()
        .find(|dialog| dialog.kind == DialogKind::Judge);
    if let Some(at) = judge.map(|dialog| dialog_areas(app, dialog, area).1) {
        judge::fit(app, at);
    }
}

/// The area available to dialogs (the screen without its bottom line, which keeps showing the key
/// hints) and the rectangle of `dialog` in it.
fn dialog_areas(app: &App, dialog: &Dialog, area: Rect) -> (Rect, Rect) {
    let area = Rect {
        height: area.height.saturating_sub(1),
        ..area
    };
    let (width, height) = match dialog.kind {
        DialogKind::Labels | DialogKind::Sweep | DialogKind::Report => form::size(dialog),
        DialogKind::Judge => (160, 60),
        DialogKind::Why => (100, why::height(app)),
        DialogKind::Seams => (100, seams::height(app)),
        DialogKind::Masks => (96, masks::height(app)),
        DialogKind::Offers => (96, 16),
        DialogKind::Note => (84, 16),
        DialogKind::LectureStages => (64, lecture::height(app)),
        DialogKind::Words => (90, 22),
        DialogKind::Themes => (72, app.themes.all.len().clamp(3, 30) as u16 + 2),
        DialogKind::LectureText => (100, 8),
        DialogKind::Help => (100, 40),
        DialogKind::Palette => (110, 22),
        DialogKind::Messages => (100, 20),
        DialogKind::Threshold => (52, 6),
        DialogKind::Settings => settings::size(dialog, area),
    };
    let dialog_area = match dialog.kind {
        // On a narrow screen the dialog takes the whole area: a remaining strip of the screen below
        // would only distract.
        DialogKind::Settings if area.width < width => area,
        // Two texts need the room, and what lies below could be taken for a part of them.
        DialogKind::Judge => area,
        // The slide that follows what is typed stays visible.
        DialogKind::LectureText => {
            let centred = middle(area, width, height);
            let y = area.bottom().saturating_sub(centred.height);
            Rect { y, ..centred }
        }
        _ => middle(area, width, height),
    };
    (area, dialog_area)
}

fn middle(area: Rect, width: u16, height: u16) -> Rect {
    let width = width.min(area.width.saturating_sub(2));
    let height = height.min(area.height);
    Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    }
}
