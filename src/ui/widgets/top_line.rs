//! The top line: the tabs; on the right corpus, facts about it and threshold. On narrow terminals the least important
//! parts are dropped.

use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::app::{Action, App, Command, Screen};
use crate::base::units::{count, counted};
use crate::base::width::Width;
use crate::similarity::Measure;
use crate::typeset::figures;
pub use crate::typeset::figures::threshold;
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::measure;
use crate::ui::widgets::paint::LineWidth;

/// The tabs: content and command of each.
const TABS: [(Screen, &str, Command); 5] = [
    (Screen::Clusters, "Clusters", Command::Clusters),
    (Screen::Pairs, "Copied text", Command::Pairs),
    (Screen::Documents, "Documents", Command::Documents),
    (Screen::Search, "Search", Command::Search),
    (Screen::Tune, "Tune", Command::Tune),
];

/// Rows of the terminal from which Clusters shows the threshold among the similarities.
const STRIP: u16 = 15;

/// Columns beside the tabs from which all tabs have names: the rest of 80 columns.
const LEAST_RIGHT: usize = 22;

/// Columns that the name of the corpus has at the least; with fewer it is not shown.
const LEAST_NAME: usize = 8;

/// Draws the line. The layout of the tabs depends only on the width, so they do not move.
pub fn draw(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let theme = cx.theme;
    let names: usize = TABS.iter().map(|(_, name, _)| name.width() + 4).sum();
    let are_named = names + LEAST_RIGHT <= area.width.into();
    let mut x = area.x + 1;
    for (at, (screen, name, command)) in TABS.into_iter().enumerate() {
        let is_current = app.screen() == screen;
        let text = if are_named || is_current {
            format!(" {} {name} ", at + 1)
        } else {
            format!(" {} ", at + 1)
        };
        let tab_area = area::columns(area, x, text.width() as u16);
        let role = if is_current { Role::Title } else { Role::Dim };
        let mut span = theme.span(role, text);
        if is_current {
            span.style = span.style.reversed();
        }
        cx.line(tab_area, &Line::from(span));
        cx.hits.push(tab_area, Action::Run(command));
        x += tab_area.width;
    }
    let room = area.right().saturating_sub(x + 2);
    let line = right(app, theme, room.into());
    let width = (line.columns() as u16).min(room);
    let right_area = area::columns(area, area.right().saturating_sub(width + 1), width);
    cx.line(right_area, &line);
}

/// The corpus, facts about it and the threshold. Where room is short, the threshold and warnings are kept first, then the
/// name.
fn right(app: &App, theme: &Theme, room: usize) -> Line<'static> {
    let dot = theme.dot();
    let corpus = if app.names_hidden {
        "names hidden"
    } else {
        &app.start.corpus
    };
    let cut = |columns| figures::middle(corpus, columns, theme.glyphs());
    let mut parts = vec![(Role::Exact, cut(LEAST_NAME))];
    parts.extend(facts(app));
    if app.screen() != Screen::Clusters || app.size.1 < STRIP {
        let least = theme.glyphs().pick("≥", ">=");
        let threshold = format!("{least} {}", threshold(app.threshold));
        let threshold = match app.measure() {
            Measure::Jaccard => threshold,
            other => format!("{} {threshold}", measure(other)),
        };
        // Tabs of near-duplicates and of copied text have shingles of different length.
        let k = app.reanalysis.shown.settings.sketching.k;
        let both = format!("k {k}{dot}{threshold}");
        let is_whole = both.width() <= room;
        parts.push((Role::Threshold, if is_whole { both } else { threshold }));
    }
    let mut by_importance: Vec<usize> = (0..parts.len()).collect();
    by_importance.sort_by_key(|at| match parts[*at].0 {
        Role::Threshold => 0,
        Role::Warning => 1,
        Role::Exact => 2,
        _ => 3,
    });
    let mut left = room + dot.width();
    for at in by_importance {
        let wide = dot.width() + parts[at].1.width();
        if wide <= left {
            left -= wide;
        } else {
            parts[at].1.clear();
        }
    }
    if !parts[0].1.is_empty() {
        parts[0].1 = cut(parts[0].1.width() + left);
    }
    parts.retain(|(_, text)| !text.is_empty());
    let mut line = Line::default();
    for (role, text) in parts {
        let dot = if line.spans.is_empty() { "" } else { dot };
        line.push_span(theme.span(role, format!("{dot}{text}")));
    }
    line
}

/// Facts about what was read, most important first.
fn facts(app: &App) -> Vec<(Role, String)> {
    let key = |command| app.keymap.label(command);
    let skipped = key(Command::Skipped);
    let disguised = app.data.disguised.as_ref();
    let disguised = disguised.map_or(0, |disguised| disguised.documents.len());
    let counts = [
        (Role::Warning, app.facts.not_read, "not read"),
        (Role::Warning, app.facts.in_part.len(), "read in part"),
        (Role::Dim, disguised, "disguised"),
    ];
    let mut facts = Vec::new();
    if app.data.edited {
        let text = format!("edited since ({})", key(Command::Reload));
        facts.push((Role::Warning, text));
    }
    for (role, number, what) in counts.into_iter().filter(|(_, number, _)| *number > 0) {
        let text = format!("{} {what} ({skipped})", count(number as u64));
        facts.push((role, text));
    }
    // If Clusters shows a sentence, it has this information.
    let clustering = app.data.clustering.as_ref();
    let has_sentence = clustering.is_some_and(|clustering| !clustering.clusters.is_empty());
    if app.screen() != Screen::Clusters || !has_sentence {
        let documents = counted(app.data.documents() as u64, "document", "documents");
        facts.push((Role::Dim, documents));
    }
    facts
}
