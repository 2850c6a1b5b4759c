//! Dialogs over a screen: help, command palette, messages, settings, input forms. The one in front
//! receives the keys.

use super::commands::{Command, Entry, Group, TABLE};
use super::form::Form;
use super::fuzzy::Matcher;
use super::input::Input;
use super::screen::Screen;
use super::scroll::Scroll;
use crate::config::{AnalysisConfig, Setting};

/// Dialog type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// All commands with their keys, filtered by the typed text.
    Help,
    /// Command palette: commands available on the screen in front.
    Palette,
    /// Message history.
    Messages,
    /// Threshold input.
    Threshold,
    /// Settings editor; changes are applied together.
    Settings,
    /// Form for loading a label file.
    Labels,
    /// Form for naming the current settings.
    NameSettings,
    /// List of named settings.
    NamedSettings,
    /// Form for saving plots to a folder.
    SavePlots,
    /// Form for exporting judged pairs to a file.
    ExportJudged,
    /// Form for the grid of a sweep.
    Sweep,
    /// Manual judging of pairs, two texts at a time.
    Judge,
    /// Why two documents share a cluster or do not.
    Why,
    /// What holds a cluster together.
    Seams,
}

/// An open dialog.
#[derive(Clone, Debug)]
pub struct Dialog {
    /// Its type.
    pub kind: Kind,
    /// Its text field.
    pub line: Input,
    /// Cursor and viewport of its rows.
    pub scroll: Scroll,
    /// Error message for the input.
    pub wrong: Option<String>,
    /// Settings dialog: the edited configuration, not applied yet.
    pub draft: Option<Box<AnalysisConfig>>,
    /// Form fields, in dialogs that have them.
    pub form: Option<Form>,
}

/// A row of the help dialog.
#[derive(Clone, Copy, Debug)]
pub enum HelpRow {
    /// Heading of a group.
    Heading(&'static str),
    /// A command.
    Entry(&'static Entry),
    /// A command-line option or environment variable, and its description.
    Option(&'static str, &'static str),
}

impl Dialog {
    /// Creates an empty dialog.
    #[must_use]
    pub fn new(kind: Kind) -> Self {
        Dialog {
            kind,
            line: Input::default(),
            scroll: Scroll::default(),
            wrong: None,
            draft: None,
            form: None,
        }
    }

    /// Creates a dialog with a form.
    #[must_use]
    pub fn with_form(kind: Kind, form: Form) -> Self {
        Dialog {
            form: Some(form),
            ..Dialog::new(kind)
        }
    }

    /// The text field, in dialogs that have one.
    #[must_use]
    pub fn input(&self) -> Option<&Input> {
        use Kind::{Help, Palette, Threshold};
        matches!(self.kind, Help | Palette | Threshold).then_some(&self.line)
    }

    /// Settings dialog: its rows.
    #[must_use]
    pub fn settings(&self) -> Vec<&'static Setting> {
        let draft = self.draft.as_deref();
        draft.map(AnalysisConfig::shown).unwrap_or_default()
    }

    /// Settings dialog: the row under the cursor.
    #[must_use]
    pub fn setting(&self) -> Option<&'static Setting> {
        self.settings().get(self.scroll.selected).copied()
    }
}

/// Rows of the help dialog: commands available on `screen` first, then those of other screens, then
/// startup options. `text` filters by substrings, all of which must match.
#[must_use]
pub fn help_rows(screen: Screen, text: &str) -> Vec<HelpRow> {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    let matches = |e: &Entry| {
        let hay = format!(
            "{} {} {}",
            e.name,
            e.doc.to_lowercase(),
            e.keys.join(" ").to_lowercase()
        );
        words.iter().all(|w| hay.contains(w.as_str()))
    };
    let (mut rows, mut group) = (Vec::new(), None);
    let mut add = |heading: &'static str, entry: &'static Entry| {
        if group != Some(heading) {
            rows.push(HelpRow::Heading(heading));
            group = Some(heading);
        }
        rows.push(HelpRow::Entry(entry));
    };
    let here = |e: &&'static Entry| e.screens.contains(&screen) && matches(e);
    // Screen-specific commands first, movement commands last.
    for entry in TABLE.iter().filter(here).filter(|e| e.group != Group::Move) {
        add(entry.group.name(), entry);
    }
    for entry in TABLE.iter().filter(here).filter(|e| e.group == Group::Move) {
        add(entry.group.name(), entry);
    }
    for entry in TABLE
        .iter()
        .filter(|e| !e.screens.contains(&screen) && matches(e))
    {
        add("On other screens", entry);
    }
    let said = |(what, does): &&(&'static str, &'static str)| {
        let hay = format!("{what} {does}").to_lowercase();
        words.iter().all(|w| hay.contains(w.as_str()))
    };
    let options: Vec<_> = OPTIONS.iter().filter(said).collect();
    if !options.is_empty() {
        rows.push(HelpRow::Heading("When it is started"));
    }
    rows.extend(options.into_iter().map(|o| HelpRow::Option(o.0, o.1)));
    rows
}

/// Startup options that affect the screens.
const OPTIONS: [(&str, &str); 6] = [
    (
        "--reduced-motion",
        "Nothing moves by itself: progress in steps, messages stay",
    ),
    ("--plain", "Sentences line by line, for a screen reader"),
    ("--ascii", "Borders, bars and signs of ASCII alone"),
    ("--light, --dark", "Colours for that background"),
    ("--no-mouse", "The terminal keeps the mouse"),
    ("NO_COLOR=1", "No colours"),
];

/// Matching commands of the palette, best first, with the positions of matched characters in their
/// names.
#[must_use]
pub fn palette_rows(screen: Screen, text: &str) -> Vec<(&'static Entry, Vec<usize>)> {
    let matcher = Matcher::new(text);
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    let skip = [Command::Palette, Command::Escape, Command::Interrupt];
    let mut rows: Vec<_> = TABLE
        .iter()
        .filter(|e| e.screens.contains(&screen) && !skip.contains(&e.command))
        .filter(|e| !text.trim().is_empty() || e.group != Group::Move)
        .filter_map(|e| {
            let by_name = matcher.find(e.name);
            // Names are matched fuzzily, descriptions only by substrings.
            let doc = e.doc.to_lowercase();
            let by_doc = words.iter().all(|w| doc.contains(w.as_str())).then_some(0);
            let score = by_name.as_ref().map(|m| m.score).max(by_doc)?;
            Some((score, e, by_name.map(|m| m.indices).unwrap_or_default()))
        })
        .collect();
    rows.sort_by_key(|(score, ..)| std::cmp::Reverse(*score));
    rows.into_iter().map(|(_, e, at)| (e, at)).collect()
}
