//! The step of the tour, in two rows or three above the status line. It takes no keys but its own.

use ratatui::layout::Rect;

use crate::app::state::tour::{STEPS, Tour};
use crate::app::{App, Command, Command as C, Screen};
use crate::typeset::wrap;
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::theme::Role;

/// Rows of the tour in a body of this width and height; 0 while there is none, or no room for it.
#[must_use]
pub fn rows(app: &App, width: u16, height: u16) -> u16 {
    let tour = app.tour.filter(|_| height >= 16);
    tour.map_or(0, |tour| {
        let [what, next] = broken(tour, app, width);
        (what.len() + next.len()) as u16
    })
}

/// What the step says and what comes next, broken at the width.
fn broken(tour: Tour, app: &App, width: u16) -> [Vec<String>; 2] {
    let room = usize::from(width).saturating_sub(head(tour).len() + 1);
    // The last row leaves room for the key that ends the tour.
    let rooms = [room, room.saturating_sub(end(app).chars().count())];
    let [what, next] = text(tour, app);
    [(what, rooms[0]), (next, rooms[1])].map(|(text, room)| {
        let rows = wrap::rows(&text, room.max(8));
        rows.into_iter()
            .map(|row| row.trim_end().to_owned())
            .collect()
    })
}

/// What the first row begins with.
fn head(tour: Tour) -> String {
    format!(" Tour {} of {STEPS}  ", tour.step + 1)
}

/// What the last row ends with.
fn end(app: &App) -> String {
    format!("{} ends it ", app.keymap.label(Command::Tour))
}

/// Draws the step into `area`.
pub fn draw(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let Some(tour) = app.tour.filter(|_| area.height >= 2) else {
        return;
    };
    let theme = cx.theme;
    let (head, end) = (head(tour), end(app));
    let [what, next] = broken(tour, app, area.width);
    let lines = what.iter().map(|row| (row, Role::Text));
    let lines = lines.chain(next.iter().map(|row| (row, Role::Key)));
    let indent = head.len() as u16;
    for (row, (text, role)) in area.rows().zip(lines) {
        let at = area::right_from(row, row.x + indent);
        cx.words(at, &theme.own(text), theme.style(role));
    }
    cx.words(area::row(area, area.y), &head, theme.style(Role::Threshold));
    let last = area::row(area, area.bottom() - 1);
    let at = last.right().saturating_sub(end.chars().count() as u16);
    cx.words(area::right_from(last, at), &end, theme.style(Role::Dim));
}

/// What the step says, with the keys in use, in one line or two.
fn text(tour: Tour, app: &App) -> [String; 2] {
    let key = |command: C| app.keymap.label(command);
    let text = |what: &str, next: String| [what.to_owned(), next];
    if !tour.is_on(app.screen()) {
        return text(
            "The tour goes on elsewhere.",
            format!("{} leads back.", key(C::Escape)),
        );
    }
    match tour.step {
        0 => text(
            "A row is a cluster of texts that are nearly the same; its line runs from the least to the most alike.",
            format!(
                "The arrows move. {} reads a text of the cluster.",
                key(C::Open)
            ),
        ),
        1 => text(
            "Its neighbours: what sketches estimate, beside what counting says. What no other text has stands out.",
            format!("{} compares it with the neighbour.", key(C::Open)),
        ),
        2 if app.screen() == Screen::Document => text(
            "Those were two texts side by side.",
            format!("{} leads back to the clusters.", key(C::Escape)),
        ),
        2 => text(
            "Two texts, the same words on the same row; what differs is tinted.",
            format!(
                "{} goes from passage to passage. {} twice leads back.",
                key(C::NextPassage),
                key(C::Escape)
            ),
        ),
        3 => text(
            "The upright line is the threshold: from there on two texts count as near-duplicates.",
            format!(
                "{} and {} move it; clusters fall apart and join.",
                key(C::ThresholdDown),
                key(C::ThresholdUp)
            ),
        ),
        4 => text(
            "Every setting can be tried on these texts, with exact counts beside each estimate.",
            format!("{} opens Tune.", key(C::Tune)),
        ),
        _ => text(
            "That was the way through. The rest is a key away.",
            format!(
                "{} all keys and words   {} search   {} a lecture on how it works",
                key(C::Help),
                key(C::Search),
                key(C::Lecture)
            ),
        ),
    }
}
