//! The About screen: documents and guesses, every setting, the pair search with its guarantees, and the path of the
//! index.

use crate::base::width::Width;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::app::{App, Command, Panel};
use crate::base::sanitise;
use crate::base::units::{bytes, count, counted};
use crate::index::Collection;
use crate::typeset::figures::{threshold, without_zero};
use crate::typeset::wrap;
use crate::ui::phrases::documents;
use crate::ui::widgets::measure;
use crate::ui::{DrawContext, PanelFrame, Role, Theme, VisibleRows, Wheel, area};

/// The facts from top to bottom: labels with their values; a heading has no value.
#[derive(Default)]
struct Facts(Vec<(String, Option<String>)>);

impl Facts {
    fn heading(&mut self, name: &str) {
        self.0.push((name.to_owned(), None));
    }

    fn is(&mut self, label: impl Into<String>, value: impl Into<String>) {
        self.0.push((label.into(), Some(value.into())));
    }
}

/// Draws the screen.
pub fn draw(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let theme = cx.theme;
    let facts = facts(app);
    let labels = facts.iter().filter(|(_, value)| value.is_some());
    let label = labels.map(|(label, _)| label.as_str().width()).max();
    let label = label.unwrap_or(0).min(usize::from(area.width) / 2);
    let width = usize::from(area.width).saturating_sub(label + 9);
    let width = width.clamp(12, 100);
    let lines = facts
        .iter()
        .flat_map(|fact| lines(fact, label, width, theme));
    let lines: Vec<Line<'_>> = lines.collect();
    let room = usize::from(area.height.saturating_sub(2));
    let from = app.about.selected.min(lines.len().saturating_sub(room));
    let until = (from + room).min(lines.len());
    let at = format!("lines {} to {until} of {}", from + 1, lines.len());
    let framed = PanelFrame {
        title: theme.line(Role::Title, "About this corpus"),
        foot_corner: theme.line(Role::Dim, at),
        focused: true,
        ..PanelFrame::default()
    };
    let inner = cx.panel(area, framed);
    cx.hits.push_wheel(area, Wheel::Panel(Panel::About));
    cx.hits.push_view(Panel::About, from, room);
    cx.lines(area::indented(inner), &lines[from..until]);
    let len = lines.len();
    cx.scrollbar(area, VisibleRows { from, room, len }.extent());
}

/// A fact, wrapped onto as many lines as it needs.
fn lines<'a>(
    (label, value): &(String, Option<String>),
    label_width: usize,
    width: usize,
    theme: &Theme,
) -> Vec<Line<'a>> {
    let Some(value) = value else {
        return vec![Line::default(), theme.line(Role::Title, label.clone())];
    };
    let value = theme.own(&sanitise::line(value));
    let part = |(i, row): (usize, &str)| {
        let label = if i == 0 {
            theme.own(label)
        } else {
            String::new()
        };
        let pad = " ".repeat(label_width.saturating_sub(label.width()));
        Line::from(vec![
            theme.span(Role::Dim, format!("  {label}{pad}   ")),
            Span::raw(row.trim_end().to_owned()),
        ])
    };
    let rows = wrap::rows(&value, width);
    rows.into_iter().enumerate().map(part).collect()
}

fn facts(app: &App) -> Vec<(String, Option<String>)> {
    let mut facts = Facts::default();
    facts.is("corpus", app.other_name(&app.start.corpus).to_owned());
    let index = app.start.store.as_deref();
    let index = index.map(|index| app.other_name(index));
    facts.is("kept in", index.unwrap_or("memory: no index is written"));
    decisions(app, &mut facts);
    if app.start.calm {
        let calm = "reduced: progress in steps, messages stay until a key";
        facts.is("motion", calm);
    }
    if let Some(collection) = app.data.incoming.as_ref().or(app.data.collection.as_ref()) {
        reading(app, collection, &mut facts);
        settings(app, &mut facts);
    }
    let masks = &app.reanalysis.shown.masks;
    if !masks.is_empty() {
        facts.is("excluded", app.other_name(&masks.describe()).to_owned());
    }
    pairs(app, &mut facts);
    facts.0
}

fn reading(app: &App, collection: &Collection, facts: &mut Facts) {
    let f = collection.summary();
    let figure = |n: usize| count(n as u64);
    let list = app.keymap.label(Command::Skipped);
    let listed = |n: usize| match n {
        0 => "none".to_owned(),
        n => format!("{} ({list} lists them)", figure(n)),
    };
    facts.heading("Documents");
    facts.is("read", figure(collection.len()));
    facts.is("skipped", listed(collection.skipped().len()));
    facts.is("in part", listed(app.facts.in_part.len()));
    facts.is("source text", bytes(f.bytes));
    let (_, units) = collection.settings().normalisation.unit.nouns();
    facts.is(units, count(f.terms));
    let assumed = "have a guessed encoding, or some bytes did not fit it";
    let short = format!("have fewer {units} than a shingle has: all of them are one shingle");
    let wordless = "have not a single word: they resemble nothing";
    for (label, number, text) in [
        ("assumed", f.assumed, assumed),
        ("short", f.short, short.as_str()),
        ("wordless", f.wordless, wordless),
    ] {
        if number > 0 {
            facts.is(label, format!("{} {text}", figure(number)));
        }
    }
    if let Some(n) = app.data.full_text {
        facts.is("full text", format!("{} can be searched", documents(n)));
    }
}

fn settings(app: &App, facts: &mut Facts) {
    facts.heading("Settings that make the figures");
    let shown = &app.reanalysis.shown;
    if *shown != app.start.analysis_config {
        let text = "in memory only: the index keeps the settings that the program was started with";
        facts.is("tried", text);
    }
    facts.is("threshold", threshold(app.threshold));
    for setting in shown.shown() {
        facts.is(setting.name, without_zero(setting.text(shown)));
    }
    for (name, value) in &app.start.settings {
        facts.is(name, app.other_name(value).to_owned());
    }
}

fn pairs(app: &App, facts: &mut Facts) {
    let Some(pairs) = &app.data.pairs else {
        return;
    };
    facts.heading("Pairs");
    let f = &pairs.info;
    let bands = f.bands.map(|(bands, rows)| {
        let method = f.method;
        format!("{method}: {bands} bands of {rows} rows of the sketch")
    });
    facts.is("method", bands.unwrap_or_else(|| f.method.to_string()));
    let (measure, floor) = (measure(f.measure), threshold(f.floor));
    let least = format!("an exact {measure} of {floor} or more");
    let stopped = if f.stopped {
        "; the search was stopped"
    } else {
        ""
    };
    let promise = if f.complete {
        format!("every pair with {least} is here")
    } else if pairs.dense.is_some() {
        "every pair of other documents is here, and of near-copies the pairs that link them: the clusters are exact".to_owned()
    } else {
        format!(
            "pairs with {least} were looked for{stopped}; some may be missing, none is below what is stated: every pair was counted exactly"
        )
    };
    facts.is("promise", promise);
    if !f.note.is_empty() {
        facts.is("what it did", f.note.clone());
    }
    let candidates = count(f.candidates);
    facts.is("candidates", format!("{candidates} counted exactly"));
    if f.capped > 0 {
        let text = "candidates of buckets that were too large";
        facts.is("set aside", format!("{} {text}", count(f.capped)));
    }
    let total = count(app.data.histogram.total());
    facts.is("pairs kept", format!("{total} pairs of documents"));
}

/// Where decisions are kept, and how many are on this corpus.
fn decisions(app: &App, facts: &mut Facts) {
    let Some(review) = app.decisions.newest() else {
        return;
    };
    let broken = review.state.journal.broken.len() as u64;
    let value = match &review.location {
        Ok(path) => {
            let path = path.to_string_lossy();
            let (path, state) = (app.other_name(&path), review.state.sentence());
            format!("in {path}, by {}; {state}", review.person)
        }
        Err(why) => format!("none: {why}"),
    };
    facts.is("decisions", value);
    if broken > 0 {
        let lines = counted(broken, "line is no act", "lines are no acts");
        facts.is("journal", format!("{lines}, kept and skipped"));
    }
}
