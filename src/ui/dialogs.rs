//! Dialogs drawn over a screen, and the menu of a first key. They share a frame and are centred in the same way.

mod fields;
mod judge;
mod lists;
pub mod masks;
mod settings;
mod view;
mod why;

use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Clear, Widget};

use view::DialogView;
pub use why::seam_rows;

use crate::app::commands::{CommandEntry, MENUS};
use crate::app::dialog::{Dialog, DialogKind};
use crate::app::{Action, App, Key};
use crate::base::units::counted;
use crate::base::width::Width;
use crate::screens::lecture::update as lecture;
use crate::ui::widgets::hints;
use crate::ui::{DrawContext, PanelFrame, Role, Wheel, area};

/// Draws the topmost dialog over `area`.
pub fn draw<'a>(app: &'a App, dialog: &'a Dialog, area: Rect, cx: &mut DrawContext<'a, '_>) {
    cx.hits.cover();
    let (area, dialog_area) = dialog_areas(app, dialog, area);
    Clear.render(dialog_area, cx.buffer());
    cx.hits
        .push_wheel(area, Wheel::Panel(crate::app::Panel::Dialog));
    let view = &mut DialogView {
        app,
        dialog,
        area: dialog_area,
        cx,
    };
    match dialog.kind {
        DialogKind::Settings => settings::draw(view),
        DialogKind::Help => lists::help(view),
        DialogKind::Palette => lists::palette(view),
        DialogKind::Messages => lists::messages(view),
        DialogKind::LectureStages => lists::stages(view),
        DialogKind::Words => lists::terms(view),
        DialogKind::Themes => lists::themes(view),
        DialogKind::Judge => judge::draw(view),
        DialogKind::Why => why::why(view),
        DialogKind::Seams => why::seams(view),
        DialogKind::Masks => masks::draw(view),
        DialogKind::Offers => masks::draw_offers(view),
        DialogKind::Threshold => fields::threshold(view),
        DialogKind::Note => fields::note(view),
        DialogKind::LectureText => fields::lecture_text(view),
        DialogKind::Labels | DialogKind::Sweep | DialogKind::Report => {
            fields::form(view);
        }
    }
}

/// Passes the viewport sizes to the texts of the judging dialog, which has all rows but the last.
pub fn fit(app: &mut App, area: Rect) {
    judge::fit(app, area::split_top(area, area.height - 1).0);
}

/// The area available to dialogs (the screen without its bottom line, which keeps showing the key
/// hints) and the rectangle of `dialog` in it.
fn dialog_areas(app: &App, dialog: &Dialog, area: Rect) -> (Rect, Rect) {
    let (area, _) = area::split_top(area, area.height - 1);
    let (width, height) = match dialog.kind {
        DialogKind::Labels | DialogKind::Sweep | DialogKind::Report => {
            let lines = dialog.form.as_ref().map_or(1, |form| form.lines.len());
            (74, lines as u16 + fields::ABOUT + 3)
        }
        DialogKind::Why => (100, 20),
        DialogKind::Seams => (100, seam_rows(app).min(40) as u16 + 7),
        DialogKind::Masks => (96, masks::height(app)),
        DialogKind::Offers => (96, 16),
        DialogKind::Note => (84, 16),
        DialogKind::LectureStages => (64, lecture::rows(app).clamp(3, 40) as u16 + 2),
        DialogKind::Words => (90, 22),
        DialogKind::Themes => (72, app.themes.all.len().clamp(3, 30) as u16 + 2),
        DialogKind::LectureText => (100, 8),
        DialogKind::Help => (100, 40),
        DialogKind::Palette => (110, 22),
        DialogKind::Messages => (100, 20),
        DialogKind::Threshold => (52, 6),
        DialogKind::Settings => (settings::WIDTH, area.height),
        DialogKind::Judge => (area.width, area.height),
    };
    let dialog_area = match dialog.kind {
        // On a narrow screen the dialog takes the whole area: a remaining strip of the screen below
        // would only distract.
        DialogKind::Settings if area.width < width => area,
        // Two texts need the room, and the screen below could be mistaken for a part of them.
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

/// The text of a menu without a row.
const NOTHING: &str = " Nothing here to decide on.";

/// Draws the menu of `first` above the last row of `area`.
pub fn menu(app: &App, first: Key, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let entries = hints::menu(app, first);
    let label = |entry: &CommandEntry| match entry.hint {
        "" => entry.doc.to_lowercase(),
        hint => hint.to_owned(),
    };
    let keys = entries.iter().map(|(key, _)| key.to_string().width());
    let key_width = keys.max().unwrap_or(1);
    let title = MENUS.iter().find(|menu| Key::char(menu.key) == first);
    let title = match (title, app.subject()) {
        (_, Some((_, subject))) if first == Key::char('d') => {
            let marked = app.marked.len() as u64;
            let object = match marked {
                0 => format!("this {}", subject.kind()),
                _ => counted(marked, "marked row", "marked rows"),
            };
            format!("Decide on {object}")
        }
        (menu, _) => menu.map_or_else(String::new, |menu| menu.title.to_owned()),
    };
    let labels = entries.iter().map(|(_, entry)| label(entry).width());
    let width = (labels.max().unwrap_or(NOTHING.len()) + key_width + 4).max(title.width() + 2) + 2;
    let width = (width as u16).min(area.width);
    let height = (entries.len().max(1) as u16 + 2).min(area.height);
    let (x, y) = (area.right() - width, area.bottom() - height);
    let menu_area = Rect::new(x, y, width, height);
    Clear.render(menu_area, cx.buffer());
    let frame = PanelFrame {
        title: cx.theme.line(Role::Title, title),
        ..PanelFrame::default()
    };
    let inner = cx.dialog(menu_area, frame);
    if entries.is_empty() {
        cx.words(inner, NOTHING, cx.style(Role::Dim));
    }
    for (row, (key, entry)) in inner.rows().zip(entries) {
        let key = format!(" {:<key_width$}  ", key.to_string());
        let key = cx.theme.span(Role::Key, key);
        let label = cx.theme.span(Role::Text, label(entry));
        cx.line(row, &Line::from(vec![key, label]));
        cx.hits.push(row, Action::Run(entry.command));
    }
}
