//! The top line: the tabs; on the right corpus, facts about it, k if it was changed, and threshold. On narrow terminals
//! the least important parts are dropped.

use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::app::{Action, App, Command, Screen};
use crate::base::units::count;
use crate::base::width::Width;
use crate::config::AnalysisConfig;
use crate::typeset::figures;
pub use crate::typeset::figures::threshold;
use crate::ui::phrases::documents;
use crate::ui::widgets::measure;
use crate::ui::{DrawContext, LineWidth, Role, Theme, area};

/// The tabs: content and command of each.
const TABS: [(Screen, &str, Command); 5] = [
    (Screen::Clusters, "Clusters", Command::Clusters),
    (Screen::Pairs, "Copied text", Command::Pairs),
    (Screen::Documents, "Documents", Command::Documents),
    (Screen::Search, "Search", Command::Search),
    (Screen::Tune, "Tune", Command::Tune),
];

/// Columns beside the tabs from which all tabs have names: the rest of 80 columns.
const LEAST_RIGHT: usize = 22;

/// Columns that the name of the corpus has at the most.
const LONGEST_NAME: usize = 24;

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
        let style = if is_current {
            cx.style(Role::Selected).bold()
        } else {
            cx.style(Role::Dim)
        };
        cx.words(tab_area, &text, style);
        cx.hits.push(tab_area, Action::Run(command));
        x += tab_area.width;
    }
    let room = area.right().saturating_sub(x + 2);
    let line = right(app, theme, room.into());
    let width = (line.columns() as u16).min(room);
    let right_area = area::columns(area, area.right().saturating_sub(width + 1), width);
    cx.line(right_area, &line);
}

/// The corpus, facts about it, k if it was changed, and the threshold, on all tabs alike. Where room is short, the least
/// important parts are dropped.
fn right(app: &App, theme: &Theme, room: usize) -> Line<'static> {
    let (dot, least) = (theme.dot(), theme.glyphs().pick("≥", ">="));
    let config = app.reanalysis.requested();
    let (k, measured) = (config.settings.sketching.k, config.method_config.measure);
    let (first, first_threshold) = begins(app);
    let is_other_measure = measured != first.method_config.measure;
    let is_moved = is_other_measure || (app.threshold - first_threshold).abs() > 1e-9;
    let at = format!("{} {least} {}", measure(measured), threshold(app.threshold));
    let mut parts = facts(app, theme);
    let is_other_k = k != first.settings.sketching.k;
    parts.extend(is_other_k.then(|| (2, Role::Threshold, format!("k {k}"))));
    let role = if is_moved { Role::Threshold } else { Role::Dim };
    parts.push((1, role, at));
    let mut by_importance: Vec<usize> = (0..parts.len()).collect();
    by_importance.sort_by_key(|at| parts[*at].0);
    let mut left = room + dot.width();
    for at in by_importance {
        let wide = dot.width() + parts[at].2.width();
        if wide <= left {
            left -= wide;
        } else {
            parts[at].2.clear();
        }
    }
    parts.retain(|(_, _, text)| !text.is_empty());
    let mut line = Line::default();
    for (_, role, text) in parts {
        let dot = if line.spans.is_empty() { "" } else { dot };
        line.push_span(theme.span(Role::Dim, dot));
        line.push_span(theme.span(role, text));
    }
    line
}

/// What this session began with for the current purpose: the settings, and the threshold.
fn begins(app: &App) -> (AnalysisConfig, f64) {
    let mut config = app.start.analysis_config.clone();
    let purpose = app.reanalysis.requested().purpose;
    let threshold = if config.purpose == purpose {
        app.start.threshold
    } else {
        purpose.threshold()
    };
    config.adopt(purpose);
    (config, threshold)
}

/// The corpus and facts about what was read, each with its rank; the least rank is the most important.
fn facts(app: &App, theme: &Theme) -> Vec<(u8, Role, String)> {
    let key = |command| app.keymap.label(command);
    let skipped = key(Command::Skipped);
    let disguised = app.data.disguised.as_ref();
    let disguised = disguised.map_or(0, |disguised| disguised.documents.len());
    let counts = [
        (3, Role::Warning, app.facts.not_read, "not read"),
        (3, Role::Warning, app.facts.in_part.len(), "read in part"),
        (5, Role::Dim, disguised, "disguised"),
    ];
    let counts = Vec::from_iter(counts.into_iter().filter(|(.., number, _)| *number > 0));
    let warnings = counts.iter().filter(|(rank, ..)| *rank == 3).count();
    let mut facts = vec![if app.names_hidden {
        (0, Role::Exact, "names hidden".to_owned())
    } else {
        let name = figures::middle(&app.start.corpus, LONGEST_NAME, theme.glyphs());
        (4, Role::Exact, name)
    }];
    if app.data.edited {
        let text = format!("edited since ({})", key(Command::Reload));
        facts.push((0, Role::Warning, text));
    }
    for (at, (rank, role, number, what)) in counts.into_iter().enumerate() {
        // The second warning has the key of both.
        let key = if at + 1 < warnings {
            String::new()
        } else {
            format!(" ({skipped})")
        };
        facts.push((rank, role, format!("{} {what}{key}", count(number as u64))));
    }
    facts.push((6, Role::Dim, documents(app.data.documents())));
    facts
}
