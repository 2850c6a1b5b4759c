//! The top line: program, corpus and number of documents; on the right the settings behind the
//! figures. On narrow terminals the least important parts are dropped, the threshold never.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::app::App;
use crate::base::units::{count, counted};
use crate::base::width::Width;
use crate::settings::{SketchKind, Sketching, Unit};
use crate::similarity::Measure;
use crate::typeset::figures;
pub use crate::typeset::figures::threshold;
use crate::ui::area;
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::measure;
use crate::ui::widgets::paint::{self, LineWidth};

/// Draws the line.
pub fn draw(app: &App, theme: &Theme, area: Rect, frame: &mut Frame<'_>) {
    let room = usize::from(area.width).saturating_sub(2);
    let dot = theme.dot();
    let threshold = match app.measure() {
        Measure::Jaccard => format!("threshold {}", threshold(app.threshold)),
        other => format!("{} threshold {}", measure(other), threshold(app.threshold)),
    };
    let settings = settings(app, theme);
    let documents = documents(app, room);
    // From widest to narrowest: (program name, facts about documents, settings).
    let choices = [
        (true, 3, 3),
        (true, 3, 2),
        (true, 3, 1),
        (true, 2, 1),
        (false, 2, 1),
        (false, 2, 0),
        (true, 1, 1),
        (false, 1, 1),
        (false, 1, 0),
    ];
    for (i, (program, facts, kept)) in choices.into_iter().enumerate() {
        let mut left = Line::default();
        if program {
            left.push_span(theme.span(Role::Title, "shinglescope"));
            left.push_span("  ");
        }
        let facts = &documents[..documents.len().min(facts)];
        let shown = settings.iter().take(kept);
        let mut right =
            Line::from_iter(shown.map(|text| theme.span(Role::Dim, format!("{text}{dot}"))));
        right.push_span(theme.span(Role::Threshold, threshold.as_str()));
        let rest: Vec<Span<'_>> = facts
            .iter()
            .map(|(role, text)| theme.span(*role, format!("{dot}{text}")))
            .collect();
        let rest_width: usize = rest.columns();
        let taken = right.columns() + left.columns() + rest_width;
        let last = i + 1 == choices.len();
        let name_room = room.saturating_sub(taken + 2);
        if !last && name_room < 12.min(corpus(app).width()) {
            continue;
        }
        let least = name_room.max(usize::from(last));
        let name = figures::middle(corpus(app), least, theme.glyphs());
        left.push_span(theme.span(Role::Exact, name));
        left.extend(rest);
        let width = (right.columns() as u16).min(area.width.saturating_sub(2));
        let at = area::columns(area, area.right().saturating_sub(width + 1), width);
        let left_area = area::columns(area, area.x + 1, at.x.saturating_sub(area.x + 2));
        paint::line(frame.buffer_mut(), left_area, &left);
        paint::line(frame.buffer_mut(), at, &right);
        return;
    }
}

/// The name of the corpus, or that names are hidden.
fn corpus(app: &App) -> &str {
    match app.names_hidden {
        true => "names hidden",
        false => &app.start.corpus,
    }
}

/// Facts about what was read, most important first.
fn documents(app: &App, room: usize) -> Vec<(Role, String)> {
    let mut documents = counted(app.data.documents() as u64, "document", "documents");
    if app.data.edited {
        let reload = app.keymap.label(crate::app::Command::Reload);
        documents += &format!(", edited since ({reload})");
    }
    let newest = app.data.incoming.as_ref().or(app.data.collection.as_ref());
    let mut facts = vec![(Role::Dim, documents)];
    let key = app.keymap.label(crate::app::Command::Skipped);
    let not_read = app.facts.not_read;
    if not_read > 0 {
        let all = newest.map_or(0, |c| c.skipped().len() + c.len());
        let of = format!("{} of {}", count(not_read as u64), count(all as u64));
        let text = match room {
            150.. => format!("{of} were not read ({}) {key}", app.facts.not_read_phrase()),
            _ => format!("{of} not read ({key})"),
        };
        facts.push((Role::Warning, text));
    }
    let in_part = app.facts.in_part.len() as u64;
    if in_part > 0 {
        let text = format!("{} read in part ({key})", count(in_part));
        facts.push((Role::Warning, text));
    }
    let disguised = app.data.disguised.as_ref().map_or(0, |d| d.documents.len());
    if disguised > 0 {
        facts.push((
            Role::Dim,
            format!("{} disguised ({key})", count(disguised as u64)),
        ));
    }
    match newest.map_or(0, |c| c.skipped().len()) {
        0 => {}
        skipped if skipped > not_read => {
            let others = count((skipped - not_read) as u64);
            facts.push((Role::Dim, format!("{others} skipped")));
        }
        _ => {}
    }
    facts
}

/// The settings behind the figures, most important first.
fn settings(app: &App, theme: &Theme) -> Vec<String> {
    let Some(collection) = &app.data.collection else {
        return vec![];
    };
    let sketching = &collection.settings().sketching;
    let unit = match collection.settings().normalisation.unit {
        Unit::Term => "",
        Unit::Char => " characters",
    };
    let bag = if sketching.bag { ", bags" } else { "" };
    let mut parts = vec![format!("k {}{unit}{bag}", sketching.k)];
    if let Some(pairs) = &app.data.pairs {
        parts.push(match pairs.info.bands {
            Some((bands, rows)) => {
                let times = theme.glyphs().pick("×", "x");
                format!("{} {bands}{times}{rows}", pairs.info.method)
            }
            None => pairs.info.method.to_owned(),
        });
    }
    parts.push(sketches(sketching));
    parts
}

/// How documents are sketched; default settings are omitted.
pub fn sketches(sketching: &Sketching) -> String {
    let mut text = if sketching.sketch == SketchKind::default() {
        format!("{} permutations", sketching.permutations)
    } else {
        format!("{} by {}", sketching.permutations, sketching.sketch.name())
    };
    if sketching.bits != Sketching::default().bits {
        text += &format!(" of {} bits", sketching.bits);
    }
    if sketching.hash_bits != Sketching::default().hash_bits {
        text += &format!(", {}-bit hashes", sketching.hash_bits);
    }
    text
}
