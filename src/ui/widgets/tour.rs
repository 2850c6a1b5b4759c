//! The step of the tour, in two rows above the status line. It takes no keys but its own.

use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Widget;

use super::end_cut;
use crate::app::state::tour::{STEPS, Tour};
use crate::app::{App, Command, Command as C};
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::theme::Role;

/// Rows of the tour; 0 while there is none, or no room for it.
#[must_use]
pub fn rows(app: &App, height: u16) -> u16 {
    match app.tour.is_some() && height >= 16 {
        true => 2,
        false => 0,
    }
}

/// Draws the step into `area`.
pub fn draw(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let Some(tour) = app.tour.filter(|_| area.height >= 2) else {
        return;
    };
    let theme = cx.theme;
    let [what, next] = text(tour, app);
    let head = format!(" Tour {} of {STEPS}  ", tour.step + 1);
    let end = format!("{} ends it ", app.keymap.label(Command::Tour));
    let wide = usize::from(area.width);
    let room = wide.saturating_sub(head.chars().count() + 1);
    let (first, second) = (area::row(area, area.y), area::row(area, area.y + 1));
    let what = end_cut(&theme.own(&what), room, theme.glyphs());
    let line = Line::from(vec![
        theme.span(Role::Threshold, head.clone()),
        theme.span(Role::Text, what),
    ]);
    line.render(first, cx.buffer());
    let room = wide.saturating_sub(head.chars().count() + end.chars().count() + 1);
    let next = end_cut(&theme.own(&next), room, theme.glyphs());
    let at = area::right_from(second, second.x + head.chars().count() as u16);
    cx.words(at, &next, theme.style(Role::Key));
    let at = area::right_from(
        second,
        second.right().saturating_sub(end.chars().count() as u16),
    );
    cx.words(at, &end, theme.style(Role::Dim));
}

/// What the step says, with the keys in use, in one line or two.
fn text(tour: Tour, app: &App) -> [String; 2] {
    let key = |command: C| app.keymap.label(command);
    let text = |what: &str, next: String| [what.to_owned(), next];
    match tour.step {
        0 => text(
            "A row is a cluster of texts that are nearly the same; its line runs from the least to the most alike.",
            format!("The arrows move. {} reads its first text.", key(C::Open)),
        ),
        1 => text(
            "Its neighbours: what sketches estimate, beside what counting says. What no other text has stands out.",
            format!("{} compares it with the neighbour.", key(C::Open)),
        ),
        2 => text(
            "Two texts, the same words on the same row; what differs is tinted.",
            format!(
                "{} goes to the next passage. {} twice leads back.",
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
