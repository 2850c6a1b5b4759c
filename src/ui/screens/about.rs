//! The About screen: what was read and assumed, every setting, how pairs were found and with what
//! guarantees, how long it took and where the index is stored.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use crate::app::{App, Panel};
use crate::base::sanitise;
use crate::base::units::{bytes, count, counted, duration};
use crate::config::AnalysisConfig;
use crate::config::table::{K, METHOD};
use crate::settings::{Settings, Unit};
use crate::typeset::wrap;
use crate::ui::hit_map::{HitMap, Wheel};
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::panel::{self, Panel as Framed};
use crate::ui::widgets::{measure, top_line};

/// A section heading, or a labelled value.
enum Fact {
    Heading(&'static str),
    Is(String, String),
}

/// Draws the screen.
pub fn draw(app: &App, theme: &Theme, area: Rect, frame: &mut Frame<'_>, hits: &mut HitMap) {
    let facts = facts(app);
    let label = facts.iter().map(|f| match f {
        Fact::Heading(_) => 0,
        Fact::Is(label, _) => label.as_str().width(),
    });
    let label = label.max().unwrap_or(0).min(usize::from(area.width) / 2);
    let width = usize::from(area.width)
        .saturating_sub(label + 9)
        .clamp(12, 100);
    let lines: Vec<Line<'_>> = facts
        .iter()
        .flat_map(|f| lines(f, label, width, theme))
        .collect();
    let visible = usize::from(area.height.saturating_sub(2));
    let from = app.about.selected.min(lines.len().saturating_sub(visible));
    let until = (from + visible).min(lines.len());
    let at = format!("lines {} to {until} of {}", from + 1, lines.len());
    let inner = Framed {
        title: Line::styled("About this corpus", theme.style(Role::Title)),
        foot_corner: Line::styled(at, theme.style(Role::Dim)),
        focused: true,
        ..Framed::default()
    }
    .draw(frame.buffer_mut(), area, theme, theme.glyphs());
    hits.push_wheel(area, Wheel::Panel(Panel::About));
    hits.push_view(Panel::About, from, visible);
    for (y, line) in (inner.y..inner.bottom()).zip(&lines[from..until]) {
        frame
            .buffer_mut()
            .set_line(inner.x + 1, y, line, inner.width.saturating_sub(2));
    }
    let len = lines.len().max(1) as f64;
    let extent = (from as f64 / len, until as f64 / len);
    panel::scrollbar(
        frame.buffer_mut(),
        area,
        extent,
        theme.style(Role::Dim),
        theme.glyphs(),
    );
}

/// A fact, wrapped onto as many lines as it needs.
fn lines<'a>(fact: &Fact, label_width: usize, width: usize, theme: &Theme) -> Vec<Line<'a>> {
    let (label, value) = match fact {
        Fact::Heading(name) => {
            return vec![
                Line::default(),
                Line::styled(*name, theme.style(Role::Title)),
            ];
        }
        Fact::Is(label, value) => (theme.own(label), theme.own(&sanitise::line(value))),
    };
    let starts = wrap::row_starts(&value, 0, value.len(), width);
    let part = |(i, start): (usize, &usize)| {
        let end = starts.get(i + 1).copied().unwrap_or(value.len());
        let label = if i == 0 { label.as_str() } else { "" };
        let pad = " ".repeat(label_width.saturating_sub(label.width()));
        Line::from(vec![
            Span::styled(format!("  {label}{pad}   "), theme.style(Role::Dim)),
            Span::raw(value[*start..end].trim_end().to_owned()),
        ])
    };
    starts.iter().enumerate().map(part).collect()
}

fn facts(app: &App) -> Vec<Fact> {
    let mut facts = vec![Fact::Is("corpus".into(), app.start.corpus.clone())];
    let mut is = |label: &str, value: String| facts.push(Fact::Is(label.into(), value));
    let store = app.start.store.clone();
    is(
        "kept in",
        store.unwrap_or_else(|| "memory only: no file is written".into()),
    );
    if app.start.calm {
        is(
            "motion",
            "reduced: progress in steps, messages stay until a key".into(),
        );
    }
    if let Some(collection) = app.data.incoming.as_ref().or(app.data.collection.as_ref()) {
        documents(
            app,
            collection.len(),
            collection.skipped().len(),
            &mut facts,
        );
        settings(app, collection.settings(), &mut facts);
    }
    found(app, &mut facts);
    times(app, &mut facts);
    facts
}

fn documents(app: &App, documents: usize, skipped: usize, facts: &mut Vec<Fact>) {
    let f = &app.facts;
    facts.push(Fact::Heading("Documents"));
    let mut is = |label: &str, value: String| facts.push(Fact::Is(label.into(), value));
    is("read", count(documents as u64));
    is(
        "skipped",
        match skipped {
            0 => "none".into(),
            n => format!(
                "{} ({} lists them)",
                count(n as u64),
                app.keymap.label(crate::app::Command::Skipped)
            ),
        },
    );
    is("source text", bytes(f.bytes));
    let unit = app
        .data
        .collection
        .as_ref()
        .map_or(Unit::Term, |c| c.settings().normalisation.unit);
    let (_, units) = unit.nouns();
    is(units, count(f.terms));
    for (kind, n) in &f.kinds {
        is("read as", format!("{kind}: {}", count(*n as u64)));
    }
    for (encoding, n) in &f.encodings {
        is("encoding", format!("{encoding}: {}", count(*n as u64)));
    }
    if f.assumed > 0 {
        let documents = counted(f.assumed as u64, "document", "documents");
        is(
            "assumed",
            format!("the encoding of {documents} is a guess, or some bytes did not fit it"),
        );
    }
    if f.short > 0 {
        is(
            "short",
            format!(
                "{} with fewer {units} than a shingle has: all of them are one shingle",
                count(f.short as u64)
            ),
        );
    }
    if f.wordless > 0 {
        is(
            "wordless",
            format!(
                "{} without a single word: they resemble nothing",
                count(f.wordless as u64)
            ),
        );
    }
    if let Some(n) = app.data.full_text {
        is(
            "full text",
            format!(
                "{} can be searched",
                counted(n as u64, "document", "documents")
            ),
        );
    }
}

fn settings(app: &App, s: &Settings, facts: &mut Vec<Fact>) {
    facts.push(Fact::Heading("Settings that make the figures"));
    let mut is = |label: &str, value: String| facts.push(Fact::Is(label.into(), value));
    if *app.reanalysis.shown() != app.start.choice {
        is(
            "tried",
            "in memory only: the store keeps the settings that the program was started with".into(),
        );
    }
    let yes = |on: bool| if on { "yes" } else { "no" }.to_owned();
    let shown = AnalysisConfig {
        settings: s.clone(),
        method_config: app.reanalysis.shown().method_config.clone(),
        linkage: app.reanalysis.shown().linkage,
    };
    is("threshold", top_line::threshold(app.threshold));
    for setting in shown.shown() {
        let value = setting.text(&shown);
        let terms = s.normalisation.unit.counted(s.sketching.k as u64);
        let value = match setting {
            _ if *setting == METHOD => format!("{value}, as asked for"),
            _ if *setting == K => format!("{terms} in a shingle"),
            _ => value,
        };
        is(setting.name, value);
    }
    is("keep HTML tags", yes(s.reading.keep_html_tags));
    is(
        "limits of a document",
        format!(
            "{}, {} levels, {}",
            bytes(s.reading.max_bytes),
            count(s.reading.max_depth.into()),
            counted(s.reading.max_seconds.into(), "second", "seconds")
        ),
    );
    let r = &s.reading;
    is(
        "JSON Lines fields",
        format!(
            "text in \"{}\", id in \"{}\", title in \"{}\"",
            r.text_field, r.id_field, r.title_field
        ),
    );
    for (name, value) in &app.start.settings {
        is(name, value.clone());
    }
}

fn found(app: &App, facts: &mut Vec<Fact>) {
    let Some(pairs) = &app.data.pairs else {
        return;
    };
    facts.push(Fact::Heading("Pairs and clusters"));
    let mut is = |label: &str, value: String| facts.push(Fact::Is(label.into(), value));
    let f = &pairs.found;
    is(
        "method",
        match f.bands {
            Some((bands, rows)) => {
                format!("{}: {bands} bands of {rows} rows of the sketch", f.method)
            }
            None => f.method.into(),
        },
    );
    let floor = top_line::threshold(f.floor);
    let by = measure(f.measure);
    is(
        "promise",
        match f.complete {
            true => format!("every pair with an exact {by} of {floor} or more is here"),
            false => format!(
                "pairs with an exact {by} of {floor} or more were looked for; some may be missing, none is below what is stated: every pair was counted exactly"
            ),
        },
    );
    if !f.note.is_empty() {
        is("what it did", f.note.clone());
    }
    is(
        "candidates",
        format!("{} counted exactly", count(f.candidates)),
    );
    if f.capped > 0 {
        is(
            "set aside",
            format!(
                "{} candidates of buckets that were too large",
                count(f.capped)
            ),
        );
    }
    is(
        "pairs kept",
        format!("{} pairs of documents", count(app.data.histogram.total())),
    );
    if let Some(c) = &app.data.clustering {
        is(
            "clusters",
            format!(
                "{} with {} at {}",
                count(c.clusters.len() as u64),
                counted(c.clustered() as u64, "document", "documents"),
                top_line::threshold(c.threshold),
            ),
        );
        let chains = c
            .clusters
            .iter()
            .filter(|k| k.is_chain(c.threshold))
            .count();
        is(
            "chains",
            format!("{} hold a pair below the threshold", count(chains as u64)),
        );
    }
}

fn times(app: &App, facts: &mut Vec<Fact>) {
    if app.data.times.is_empty() && app.data.finished.is_none() {
        return;
    }
    facts.push(Fact::Heading("Time"));
    for (stage, time) in &app.data.times {
        facts.push(Fact::Is(stage.name().into(), duration(*time)));
    }
    if let Some((stopped, time)) = app.data.finished {
        let how = if stopped {
            ", stopped before the end"
        } else {
            ""
        };
        facts.push(Fact::Is(
            "in all".into(),
            format!("{}{how}", duration(time)),
        ));
    }
}
