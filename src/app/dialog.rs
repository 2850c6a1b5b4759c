//! What lies over a screen: help, the command palette, messages, settings, a line to type. The one in front
//! gets the keys.

use super::choices::{self, Row};
use super::commands::{Command, Entry, Group, TABLE};
use super::form::Form;
use super::fuzzy::Matcher;
use super::input::Input;
use super::screen::Screen;
use super::scroll::Scroll;
use crate::engine::AnalysisConfig;

/// Which dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// All commands with their keys, narrowed by what is typed.
    Help,
    /// Commands that work here, to run one.
    Palette,
    /// What was said so far.
    Messages,
    /// A threshold to type.
    Threshold,
    /// All settings that decide figures, to change some and apply them together.
    Settings,
    /// A file of labels.
    Labels,
    /// A name for the settings that hold.
    NameSettings,
    /// Settings that have a name.
    NamedSettings,
    /// A folder for plots.
    SavePlots,
    /// A file for the pairs that were judged.
    ExportJudged,
    /// The grid of a sweep.
    Sweep,
    /// Pairs to judge, two texts at a time.
    Judge,
    /// Why two documents are in one cluster, or are not.
    Why,
    /// What holds a cluster together.
    Seams,
}

/// An open dialog.
#[derive(Clone, Debug)]
pub struct Dialog {
    /// Which.
    pub kind: Kind,
    /// What is typed in it.
    pub line: Input,
    /// Its rows.
    pub scroll: Scroll,
    /// What is wrong with what was typed.
    pub wrong: Option<String>,
    /// Settings: as they would be applied.
    pub draft: Option<Box<AnalysisConfig>>,
    /// Lines to fill in.
    pub form: Option<Form>,
}

/// A row of help.
#[derive(Clone, Copy, Debug)]
pub enum HelpRow {
    /// A group's name; whether it belongs to the screen in front.
    Heading(&'static str),
    /// A command.
    Entry(&'static Entry),
    /// Something to start the program with, and what it does.
    Option(&'static str, &'static str),
}

impl Dialog {
    /// Opens a dialog.
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

    /// Opens a dialog with lines to fill in.
    #[must_use]
    pub fn with_form(kind: Kind, form: Form) -> Self {
        Dialog {
            form: Some(form),
            ..Dialog::new(kind)
        }
    }

    /// Its line of text, where it has one.
    #[must_use]
    pub fn input(&self) -> Option<&Input> {
        use Kind::{Help, Palette, Threshold};
        matches!(self.kind, Help | Palette | Threshold).then_some(&self.line)
    }

    /// Settings: the rows that it lists.
    #[must_use]
    pub fn settings(&self) -> Vec<&'static Row> {
        let draft = self.draft.as_deref();
        draft.map(choices::shown).unwrap_or_default()
    }

    /// Settings: the row under the cursor.
    #[must_use]
    pub fn setting(&self) -> Option<&'static Row> {
        self.settings().get(self.scroll.selected).copied()
    }
}

/// The rows of help on a screen: commands that work there first, then those of other screens.
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
    // What this screen is for comes first, getting about in it last.
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

/// What the person can say about the screens before they open.
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

/// Commands of the palette that match, best first, with the matched characters of their names.
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
            // A name is matched loosely, a whole line only by words that stand in it.
            let doc = e.doc.to_lowercase();
            let by_doc = words.iter().all(|w| doc.contains(w.as_str())).then_some(0);
            let score = by_name.as_ref().map(|m| m.score).max(by_doc)?;
            Some((score, e, by_name.map(|m| m.indices).unwrap_or_default()))
        })
        .collect();
    rows.sort_by_key(|(score, ..)| std::cmp::Reverse(*score));
    rows.into_iter().map(|(_, e, at)| (e, at)).collect()
}
