//! Dialogs drawn over a screen: help, command palette, messages, settings, input forms and the
//! judging of a pair. They share a frame and are centred in the same way.

mod form;
mod help;
mod judge;
mod lecture;
mod masks;
mod messages;
mod named;
mod note;
mod palette;
mod recent;
mod seams;
mod settings;
mod themes;
mod threshold;
mod view;
mod why;
mod words;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::widgets::{Clear, Widget};

use view::View;

use crate::app::App;
use crate::app::dialog::{Dialog, Kind};
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
    let (area, place) = place(app, dialog, area);
    Clear.render(place, frame.buffer_mut());
    hits.push_wheel(area, Wheel::Panel(crate::app::Panel::Dialog));
    if dialog.kind == Kind::Settings {
        return settings::draw(app, dialog, theme, place, frame, hits);
    }
    let view = &mut View {
        app,
        dialog,
        place,
        cx: &mut DrawContext::new(theme, frame),
        hits,
    };
    match dialog.kind {
        Kind::Settings => {}
        Kind::Help => help::draw(view),
        Kind::Palette => palette::draw(view),
        Kind::Messages => messages::draw(view),
        Kind::Threshold => threshold::draw(view),
        Kind::NamedSettings => named::draw(view),
        Kind::Judge => judge::draw(view),
        Kind::Why => why::draw(view),
        Kind::Seams => seams::draw(view),
        Kind::Masks => masks::draw(view),
        Kind::Note => note::draw(view),
        Kind::LectureStages => lecture::stages(view),
        Kind::Words => words::draw(view),
        Kind::Themes => themes::draw(view),
        Kind::Recent => recent::draw(view),
        Kind::LectureText => lecture::text(view),
        Kind::Labels
        | Kind::NameSettings
        | Kind::SavePlots
        | Kind::ExportJudged
        | Kind::Sweep
        | Kind::Report => {
            form::draw(view);
        }
    }
}

/// Passes the viewport sizes to a dialog that wraps text.
pub fn fit(app: &mut App, area: Rect) {
    let judge = app.dialogs.iter().find(|dialog| dialog.kind == Kind::Judge);
    if let Some(at) = judge.map(|dialog| place(app, dialog, area).1) {
        judge::fit(app, at);
    }
}

/// The area available to dialogs (the screen without its bottom line, which keeps showing the key
/// hints) and the rectangle of `dialog` in it.
fn place(app: &App, dialog: &Dialog, area: Rect) -> (Rect, Rect) {
    let area = Rect {
        height: area.height.saturating_sub(1),
        ..area
    };
    let (width, height) = match dialog.kind {
        Kind::Labels
        | Kind::NameSettings
        | Kind::SavePlots
        | Kind::ExportJudged
        | Kind::Sweep
        | Kind::Report => form::size(dialog),
        Kind::NamedSettings => (
            84,
            app.tune.results.kept.named.len().clamp(4, 20) as u16 + 2,
        ),
        Kind::Judge => (160, 60),
        Kind::Why => (100, why::height(app)),
        Kind::Seams => (100, seams::height(app)),
        Kind::Masks => (96, masks::height(app)),
        Kind::Note => (84, 16),
        Kind::LectureStages => (64, lecture::height(app)),
        Kind::Words => (90, 22),
        Kind::Themes => (72, themes::height(app)),
        Kind::Recent => (96, recent::height(app)),
        Kind::LectureText => (100, 8),
        Kind::Help => (100, 40),
        Kind::Palette => (84, 22),
        Kind::Messages => (100, 20),
        Kind::Threshold => (52, 6),
        Kind::Settings => settings::size(dialog, area),
    };
    let place = match dialog.kind {
        // On a narrow screen the dialog takes the whole area: a remaining strip of the screen below
        // would only distract.
        Kind::Settings if area.width < width => area,
        // Two texts need the room, and what lies below could be taken for a part of them.
        Kind::Judge => area,
        // The slide that follows what is typed stays visible.
        Kind::LectureText => {
            let place = middle(area, width, height);
            let y = area.bottom().saturating_sub(place.height);
            Rect { y, ..place }
        }
        _ => middle(area, width, height),
    };
    (area, place)
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
