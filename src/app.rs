//! The state of the program and how it changes. An [`Action`] goes in, the state is changed,
//! [`Effect`]s come out; nothing here draws, waits, reads a clock or touches a file or a thread, so a
//! test drives all of it by typing keys.

pub mod action;
pub mod choices;
pub mod commands;
pub mod data;
pub mod dialog;
pub mod effect;
pub mod event;
pub mod form;
pub mod fuzzy;
pub mod input;
pub mod key;
pub mod keymap;
pub mod notice;
pub mod screen;
pub mod scroll;
pub mod state;
pub mod update;

use std::time::Duration;

pub use action::{Action, Panel, TuneAction};
pub use commands::Command;
pub use data::Data;
pub use dialog::Dialog;
pub use effect::Effect;
pub use key::Key;
pub use screen::Screen;
pub use update::update;

use keymap::Keymap;
use notice::Notices;
use scroll::Scroll;
use state::clusters::ClustersState;
use state::compare::CompareState;
use state::corpus::CorpusFacts;
use state::document::DocumentState;
use state::reanalysis::Reanalysis;
use state::search::SearchState;
use state::tune::TuneState;

use crate::base::DocNo;
use crate::engine::AnalysisConfig;
use crate::similarity::Measure;

/// Columns from which there is a third column with details of the document under the cursor.
pub const WIDE: u16 = 150;
/// Columns below which one panel is shown at a time.
pub const NARROW: u16 = 100;
/// Columns and rows below which nothing is shown but what is needed.
pub const SMALLEST: (u16, u16) = (40, 10);

/// What the program was started with, as far as screens show it.
#[derive(Clone, Debug, PartialEq)]
pub struct Start {
    /// What the corpus is called on the top line.
    pub corpus: String,
    /// Further settings for the About screen (name, value), as the person gave them.
    pub settings: Vec<(String, String)>,
    /// Where the store is; `None` where everything is in memory.
    pub store: Option<String>,
    /// The threshold to begin with.
    pub threshold: f64,
    /// The settings to begin with: the store's.
    pub choice: AnalysisConfig,
    /// Nothing moves by itself: progress comes in steps, messages stay until they are put away.
    pub calm: bool,
}

/// A screen over the Clusters screen.
#[derive(Clone, Debug)]
pub enum Page {
    /// One document.
    Document(Box<DocumentState>),
    /// Two documents.
    Compare(Box<CompareState>),
    /// Full-text search; its state stays when it is left.
    Search,
    /// What was not read.
    Skipped,
    /// Facts.
    About,
    /// What settings do; its state stays when it is left.
    Tune,
}

impl Page {
    /// Which screen it is.
    #[must_use]
    pub fn screen(&self) -> Screen {
        match self {
            Page::Document(_) => Screen::Document,
            Page::Compare(_) => Screen::Compare,
            Page::Search => Screen::Search,
            Page::Skipped => Screen::Skipped,
            Page::About => Screen::About,
            Page::Tune => Screen::Tune,
        }
    }
}

/// The whole state.
#[derive(Clone, Debug)]
pub struct App {
    /// What the program was started with.
    pub start: Start,
    /// What the engine has said so far.
    pub data: Data,
    /// The threshold asked for; the clusters shown may still be those of another.
    pub threshold: f64,
    /// Settings asked for and shown.
    pub reanalysis: Reanalysis,
    /// The first screen.
    pub clusters: ClustersState,
    /// The search screen.
    pub search: SearchState,
    /// The Tune screen.
    pub tune: TuneState,
    /// Facts about the corpus, and the position on the Skipped screen.
    pub facts: CorpusFacts,
    /// Position on the About screen: the cursor is the first line.
    pub about: Scroll,
    /// Screens over the first, the one in front last.
    pub pages: Vec<Page>,
    /// Open dialogs, the one in front last.
    pub dialogs: Vec<Dialog>,
    /// What was said to the person.
    pub notices: Notices,
    /// Keys.
    pub keymap: Keymap,
    /// Columns and rows of the terminal.
    pub size: (u16, u16),
    /// Time since the program began, as last told.
    pub now: Duration,
    /// What the cluster screen has asked for: the matrix of a cluster, the text of a document.
    pub(crate) asked: (Option<usize>, Option<DocNo>),
}

impl App {
    /// The state at the start: nothing known yet, work under way.
    #[must_use]
    pub fn new(start: Start) -> Self {
        App {
            threshold: start.threshold,
            reanalysis: Reanalysis::new(start.choice.clone()),
            notices: Notices::new(start.calm),
            start,
            data: Data::default(),
            clusters: ClustersState::default(),
            search: SearchState::default(),
            tune: TuneState::default(),
            facts: CorpusFacts::default(),
            about: Scroll::default(),
            pages: Vec::new(),
            dialogs: Vec::new(),
            keymap: Keymap::default(),
            size: (80, 24),
            now: Duration::ZERO,
            asked: (None, None),
        }
    }

    /// The screen in front.
    #[must_use]
    pub fn screen(&self) -> Screen {
        self.pages.last().map_or(Screen::Clusters, Page::screen)
    }

    /// Whether the clusters shown are of another threshold or other settings than those asked for.
    #[must_use]
    pub fn stale(&self) -> bool {
        self.at_other_settings() || self.at_other_threshold()
    }

    /// Whether what is shown is still of other settings than those asked for.
    #[must_use]
    pub fn at_other_settings(&self) -> bool {
        self.reanalysis.pending() && self.data.clustering.is_some()
    }

    /// The measure that the figures on the screen are of.
    #[must_use]
    pub fn measure(&self) -> Measure {
        let pairs = self.data.pairs.as_ref();
        pairs.map_or(self.reanalysis.shown().method_config.measure, |p| {
            p.found.measure
        })
    }

    /// Whether long work runs, or work for other settings.
    #[must_use]
    pub fn working(&self) -> bool {
        self.data.working() || self.reanalysis.pending() || self.reanalysis.progress.is_some()
    }

    fn at_other_threshold(&self) -> bool {
        self.data
            .clustering
            .as_ref()
            .is_some_and(|c| (c.threshold - self.threshold).abs() > 1e-9)
    }

    /// Whether typed characters go into a line of text.
    #[must_use]
    pub fn typing(&self) -> bool {
        match (self.dialogs.last(), self.screen()) {
            (Some(dialog), _) => {
                dialog.input().is_some() || dialog.form.as_ref().is_some_and(|form| form.typing())
            }
            (None, Screen::Clusters) => self.clusters.filtering,
            (None, Screen::Search) => self.search.typing,
            (None, Screen::Tune) => !self.tune.line.text().is_empty(),
            _ => false,
        }
    }

    /// Remembers what the last frame showed of a panel: the first row and how many fit.
    pub fn seen(&mut self, panel: Panel, offset: usize, rows: usize) {
        match panel {
            Panel::Clusters => self.clusters.list.seen(offset, rows),
            Panel::Members => self.clusters.members.seen(offset, rows),
            Panel::MemberColumns => self.clusters.first_column = offset,
            Panel::Hits => self.search.hits.seen(offset, rows),
            Panel::Skipped => self.facts.scroll.seen(offset, rows),
            // The cursor of a page of text is its first line: it cannot pass the last page.
            Panel::About => {
                self.about.seen(offset, rows);
                self.about.selected = offset;
            }
            Panel::Sliders => self.tune.sliders.seen(offset, rows),
            Panel::PlotList => self.tune.list_mut().seen(offset, rows),
            Panel::Dialog => {
                if let Some(dialog) = self.dialogs.last_mut() {
                    dialog.scroll.seen(offset, rows);
                }
            }
        }
    }

    /// When the picture changes without anything happening, at the latest.
    #[must_use]
    pub fn wakes_at(&self) -> Option<Duration> {
        self.notices.expires(self.now)
    }

    fn say(&mut self, text: impl Into<String>) {
        self.notices.say(text, false, self.now);
    }

    fn fail(&mut self, text: impl Into<String>) {
        self.notices.say(text, true, self.now);
    }
}
