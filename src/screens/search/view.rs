//! Full-text search: the query, how it was parsed, and the hits with their matches.

mod hits;

use ratatui::layout::Rect;
use ratatui::text::Line;

use self::hits::ROWS;
use crate::app::{App, Command, Panel};
use crate::base::sanitise;
use crate::base::units::{count, counted};
use crate::engine::SearchResult;
use crate::ui::phrases::{documents, out_of, position};
use crate::ui::widgets::field;
use crate::ui::widgets::paint;
use crate::ui::{DrawContext, PanelFrame, Role, Theme, Wheel, area};

/// Draws the screen.
pub fn draw(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let (top, rest) = area::split_top(area, 1);
    let result = app.search.result.as_deref();
    query(app, result, area::indented(top), cx);
    if rest.height < 3 {
        return;
    }
    let mut framed = PanelFrame::default();
    if let Some(shown) = result.map(|r| r.hits.len()).filter(|shown| *shown > 0) {
        let at = position(app.search.hits.selected, shown);
        framed.foot_corner = cx.theme.line(Role::Dim, at);
    }
    let inner = cx.panel(rest, framed);
    cx.hits.push_wheel(rest, Wheel::Panel(Panel::Hits));
    let mut notes = notes(app, cx.theme, result);
    notes.truncate(usize::from(inner.height.saturating_sub(ROWS)));
    let (above, inner) = area::split_top(inner, notes.len() as u16);
    cx.lines(area::indented(above), &notes);
    match result {
        Some(result) if !result.hits.is_empty() => {
            if let Some(visible) = self::hits::draw(app, result, inner, cx) {
                cx.scrollbar(rest, visible);
            }
        }
        _ => empty(app, inner, cx),
    }
}

/// The query behind its prompt, and at the right the number of hits.
fn query(app: &App, result: Option<&SearchResult>, row: Rect, cx: &mut DrawContext<'_, '_>) {
    let number = result.map_or_else(String::new, |result| {
        let (shown, total) = (result.hits.len(), result.total as u64);
        let best = (shown < result.total).then(|| format!(", the best {}", count(shown as u64)));
        let (hits, best) = (counted(total, "hit", "hits"), best.unwrap_or_default());
        format!("{hits} in {}{best}", documents(result.searched))
    });
    cx.words_right(row, &number, cx.style(Role::Dim));
    let active = app.search.typing && app.dialogs.is_empty();
    let role = if active { Role::Key } else { Role::Title };
    let end = cx.words(row, "Search: ", cx.style(role));
    let left = row
        .right()
        .saturating_sub(end + paint::columns(&number) + 2);
    let line = area::columns(row, end, left);
    let style = cx.style(Role::Exact);
    field::draw(&app.search.input, active, style, line, cx.frame);
    if app.search.input.text().is_empty() {
        let hint = area::right_from(line, line.x + 2);
        cx.words(
            hint,
            "words, \"a phrase\", title:word in titles, -word excludes",
            cx.style(Role::Dim),
        );
    }
}

/// Notes that qualify the hits, on rows of their own above them.
fn notes<'a>(app: &App, theme: &Theme, result: Option<&SearchResult>) -> Vec<Line<'a>> {
    let mut notes = Vec::new();
    let (all, working) = (app.data.documents(), app.data.working());
    match app.data.full_text {
        Some(searchable) if searchable < all && (working || was_stopped(app)) => {
            let part = out_of(searchable as u64, all as u64);
            let mut note = format!("full text is not finished: {part} can be searched");
            if working {
                note += " so far";
            } else {
                note += &format!("; {} goes on", app.keymap.label(Command::Reload));
            }
            notes.push(note);
        }
        None if working => {
            notes.push("full text is still being indexed; hits come when it is done".into());
        }
        _ => {}
    }
    let ignored = result.iter().flat_map(|result| &result.ignored);
    notes.extend(ignored.map(|part| format!("ignored: {}", sanitise::line(part))));
    let line = |note| theme.line(Role::Warning, note);
    notes.into_iter().map(line).collect()
}

/// Whether the last reading was stopped, and no other has begun.
fn was_stopped(app: &App) -> bool {
    !app.data.working() && app.data.finished == Some(true)
}

fn empty(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>) {
    if app.search.input.text().trim().is_empty() {
        let again = format!("{} types a query.", app.keymap.label(Command::Search));
        let sentence = if app.search.typing {
            "Type words to find documents that have them."
        } else {
            &again
        };
        return cx.centred(area, &[(sentence, Role::Text)]);
    }
    let (working, stopped) = (app.data.working(), was_stopped(app));
    let goes_on = format!("{} goes on.", app.keymap.label(Command::Reload));
    let (first, second) = match (app.search.waiting, app.data.full_text) {
        (true, None) if working => (
            "The full text is still being indexed.",
            "Clusters can be read meanwhile.",
        ),
        (true, None) if app.data.collection.is_none() => (
            "No document was read: there is nothing to search.",
            goes_on.as_str(),
        ),
        (true, None) if stopped => (
            "The full text is not finished: reading was stopped.",
            goes_on.as_str(),
        ),
        (true, _) => return cx.centred(area, &[(&cx.theme.own("searching …"), Role::Dim)]),
        (false, Some(n)) if (working || stopped) && n < app.data.documents() => {
            ("No document that can be searched so far matches.", "")
        }
        (false, _) => (
            "No document matches.",
            "Fewer words, or without quotes, find more.",
        ),
    };
    cx.centred(area, &[(first, Role::Text), (second, Role::Dim)]);
}
