//! The top line: program, corpus and number of documents; on the right the settings behind the
//! figures. On narrow terminals the least important parts are dropped, the threshold never.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::app::App;
use crate::base::units::{count, counted};
use crate::settings::{SketchKind, Sketching, Unit};
use crate::similarity::Measure;
use crate::typeset::figures;
pub use crate::typeset::figures::threshold;
use crate::ui::area;
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::measure;

/// Draws the line.
pub fn draw(app: &App, theme: &Theme, area: Rect, frame: &mut Frame<'_>) {
    let room = usize::from(area.width).saturating_sub(2);
    let dot = theme.dot();
    let threshold = match app.measure() {
        Measure::Jaccard => format!("threshold {}", threshold(app.threshold)),
        other => format!("{} threshold {}", measure(other), threshold(app.threshold)),
    };
    let settings = settings(app, theme);
    let documents = documents(app);
    // From widest to narrowest: (program name, facts about documents, settings).
    let choices = [
        (true, 3, 3),
        (true, 3, 2),
        (true, 3, 1),
        (true, 2, 1),
        (false, 2, 1),
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
        let facts = documents[..documents.len().min(facts)].join(dot);
        let shown = settings.iter().take(kept);
        let mut right =
            Line::from_iter(shown.map(|text| theme.span(Role::Dim, format!("{text}{dot}"))));
        right.push_span(theme.span(Role::Threshold, threshold.as_str()));
        let rest = theme.span(Role::Dim, format!("{dot}{facts}"));
        let taken = right.width() + left.width() + rest.width();
        let last = i + 1 == choices.len();
        let name_room = room.saturating_sub(taken + 2);
        if !last && name_room < 12.min(Span::raw(&*app.start.corpus).width()) {
            continue;
        }
        let least = name_room.max(usize::from(last));
        let name = figures::middle(&app.start.corpus, least, theme.glyphs());
        left.push_span(theme.span(Role::Exact, name));
        left.push_span(rest);
        let width = (right.width() as u16).min(area.width.saturating_sub(2));
        let at = area::columns(area, area.right().saturating_sub(width + 1), width);
        let left_area = area::columns(area, area.x + 1, at.x.saturating_sub(area.x + 2));
        frame.render_widget(left, left_area);
        frame.render_widget(right, at);
        return;
    }
}

/// Facts about what was read, most important first.
fn documents(app: &App) -> Vec<String> {
    let mut documents = counted(app.data.documents() as u64, "document", "documents");
    if app.data.edited {
        let reload = app.keymap.label(crate::app::Command::Reload);
        documents += &format!(", edited since ({reload})");
    }
    let newest = app.data.incoming.as_ref().or(app.data.collection.as_ref());
    let mut facts = vec![documents];
    let disguised = app.data.disguised.as_ref().map_or(0, |d| d.documents.len());
    if disguised > 0 {
        let key = app.keymap.label(crate::app::Command::Skipped);
        facts.push(format!("{} disguised ({key})", count(disguised as u64)));
    }
    match newest.map_or(0, |c| c.skipped().len()) {
        0 => {}
        skipped => facts.push(format!("{} skipped", count(skipped as u64))),
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
        parts.push(match pairs.found.bands {
            Some((bands, rows)) => {
                let times = theme.glyphs().pick("×", "x");
                format!("{} {bands}{times}{rows}", pairs.found.method)
            }
            None => pairs.found.method.to_owned(),
        });
    }
    parts.push(sketches(sketching));
    parts
}

/// How documents are sketched; default settings are omitted.
#[must_use]
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
