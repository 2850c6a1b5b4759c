//! The top line: the tabs; on the right corpus, facts about it and threshold. On narrow terminals the least important
//! parts are dropped.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::app::{Action, App, Command, Screen};
use crate::base::units::{count, counted};
use crate::base::width::Width;
use crate::similarity::Measure;
use crate::typeset::figures;
pub use crate::typeset::figures::threshold;
use crate::ui::area;
use crate::ui::hit_map::HitMap;
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::measure;
use crate::ui::widgets::paint::{self, LineWidth};

/// The tabs: what each shows, and its command.
const TABS: [(Screen, &str, Command); 5] = [
    (Screen::Clusters, "Clusters", Command::Clusters),
    (Screen::Pairs, "Copied text", Command::Pairs),
    (Screen::Documents, "Documents", Command::Documents),
    (Screen::Search, "Search", Command::Search),
    (Screen::Tune, "Tune", Command::Tune),
];

/// Rows of the terminal from which Clusters shows the threshold among the similarities.
const STRIP: u16 = 15;

/// Columns beside the tabs from which all are named: those that 80 columns leave.
const LEAST_RIGHT: usize = 22;

/// Columns that the name of the corpus has at the least; with fewer it is not shown.
const LEAST_NAME: usize = 8;

/// What stands right of the tabs, with its wordings, the longest first; an empty one leaves it out.
type Part = (Role, Vec<String>);

/// Draws the line. How the tabs look depends on the width alone, so that they stay where they are.
pub fn draw(app: &App, theme: &Theme, area: Rect, frame: &mut Frame<'_>, hits: &mut HitMap) {
    let names: usize = TABS.iter().map(|(_, name, _)| name.width() + 4).sum();
    let are_named = names + LEAST_RIGHT <= area.width.into();
    let buffer = frame.buffer_mut();
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
        paint::line(buffer, tab_area, &Line::from(span));
        hits.push(tab_area, Action::Run(command));
        x += tab_area.width;
    }
    let room = area.right().saturating_sub(x + 2);
    let line = right(app, theme, room.into());
    let width = (line.columns() as u16).min(room);
    let right_area = area::columns(area, area.right().saturating_sub(width + 1), width);
    paint::line(buffer, right_area, &line);
}

/// The corpus, facts about it and the threshold. Where room is short, facts go but for a first warning, then the name;
/// then that warning is shortened, at last the threshold.
fn right(app: &App, theme: &Theme, room: usize) -> Line<'static> {
    let dot = theme.dot();
    let corpus = if app.names_hidden {
        "names hidden"
    } else {
        &app.start.corpus
    };
    let cut = |columns| figures::middle(corpus, columns, theme.glyphs());
    let mut parts = vec![(Role::Exact, vec![cut(LEAST_NAME), String::new()])];
    parts.extend(facts(app));
    let kept = match parts.get(1) {
        Some((Role::Warning, _)) => 2,
        _ => 1,
    };
    for (_, wordings) in &mut parts[kept..] {
        wordings.push(String::new());
    }
    let least = theme.glyphs().pick("≥", ">=");
    let threshold = format!("{least} {}", threshold(app.threshold));
    let thresholds = match app.measure() {
        _ if app.screen() == Screen::Clusters && app.size.1 >= STRIP => vec![],
        Measure::Jaccard => vec![threshold],
        other => vec![format!("{} {threshold}", measure(other)), threshold],
    };
    let last = parts.len();
    parts.push((Role::Threshold, [thresholds, vec![String::new()]].concat()));
    let room = room + dot.width();
    let taken = |parts: &[Part]| -> usize {
        let texts = parts.iter().map(|(_, wordings)| &wordings[0]);
        let shown = texts.filter(|text| !text.is_empty());
        shown.map(|text| dot.width() + text.width()).sum()
    };
    for at in (kept..last).rev().chain([0, 1, last]) {
        while taken(&parts) > room && parts[at].1.len() > 1 {
            parts[at].1.remove(0);
        }
    }
    let spare = room.saturating_sub(taken(&parts));
    let name = &mut parts[0].1[0];
    if !name.is_empty() {
        *name = cut(name.width() + spare);
    }
    let mut line = Line::default();
    for (role, wordings) in &parts {
        let text = &wordings[0];
        if !text.is_empty() {
            let dot = if line.spans.is_empty() { "" } else { dot };
            line.push_span(theme.span(*role, format!("{dot}{text}")));
        }
    }
    line
}

/// Facts about what was read, most important first.
fn facts(app: &App) -> Vec<Part> {
    let key = |command| app.keymap.label(command);
    let skipped = key(Command::Skipped);
    let mut facts = Vec::new();
    if app.data.edited {
        let text = format!("edited since ({})", key(Command::Reload));
        facts.push((Role::Warning, vec![text, "edited".to_owned()]));
    }
    let newest = app.data.incoming.as_ref().or(app.data.collection.as_ref());
    let not_read = app.facts.not_read;
    if not_read > 0 {
        let all = newest.map_or(0, |c| c.skipped().len() + c.len());
        let (some, all) = (count(not_read as u64), count(all as u64));
        let wordings = [
            format!("{some} of {all} not read ({skipped})"),
            format!("{some} not read ({skipped})"),
            format!("{some} not read"),
        ];
        facts.push((Role::Warning, wordings.to_vec()));
    }
    let in_part = app.facts.in_part.len() as u64;
    if in_part > 0 {
        let text = format!("{} read in part", count(in_part));
        facts.push((Role::Warning, vec![format!("{text} ({skipped})"), text]));
    }
    let disguised = app.data.disguised.as_ref().map_or(0, |d| d.documents.len());
    if disguised > 0 {
        let text = format!("{} disguised ({skipped})", count(disguised as u64));
        facts.push((Role::Dim, vec![text]));
    }
    // The sentence of Clusters says it, where there is one.
    let clustering = app.data.clustering.as_ref();
    let has_sentence = clustering.is_some_and(|clustering| !clustering.clusters.is_empty());
    if app.screen() != Screen::Clusters || !has_sentence {
        let documents = counted(app.data.documents() as u64, "document", "documents");
        facts.push((Role::Dim, vec![documents]));
    }
    facts
}
