//! Application state and its transitions: an [`Action`] goes in, the state changes, [`Effect`]s come out. Nothing here
//! draws, blocks, reads a clock, or touches files or threads, so tests can drive all of it with key presses.

pub mod action;
pub mod command_list;
pub mod commands;
pub mod data;
pub mod dialog;
pub mod effect;
pub mod input;
pub mod key;
pub mod keymap;
pub mod names;
pub mod notice;
pub mod screen;
pub mod scroll;
pub mod state;
pub mod typed_text;
pub mod update;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

pub use action::{Action, Panel, TuneAction};
pub use commands::Command;
pub use data::Data;
pub use dialog::Dialog;
pub use effect::Effect;
pub use input::TextField;
pub use key::Key;
pub use names::NamedDocuments;
pub use screen::{DialogKind, Screen};
pub use scroll::Scroll;
pub use update::update;

use crate::screens::blocks::state::BlocksState;
use crate::screens::clusters::state::{self as clusters, ClustersState};
use crate::screens::compare::state::CompareState;
use crate::screens::document::state::DocumentState;
use crate::screens::documents::state::DocumentsState;
use crate::screens::lecture::state::LectureState;
use crate::screens::mirrors::state::MirrorsState;
use crate::screens::pairs::state::PairsState;
use crate::screens::search::state::SearchState;
use crate::screens::tune::state::TuneState;
use keymap::Keymap;
use notice::Notices;
use screen::Context;
use state::Themes;
use state::corpus::CorpusFacts;
use state::decisions::Decisions;
use state::reanalysis::Reanalysis;

use crate::base::DocNo;
use crate::cluster::{Cluster, Clustering};
use crate::config::Purpose;
use crate::engine::message::{BlockList, BlockRow};
use crate::engine::{AnalysisConfig, Request};
use crate::index::Collection;
use crate::lecture::{Lecture, of_stage};
use crate::mask::MaskConfig;
use crate::review::DecisionTarget;
use crate::settings::Unit;
use crate::similarity::Measure;

/// Terminal width in columns from which screens also show less important figures.
pub const WIDE: u16 = 150;
/// Terminal width in columns below which one panel is shown at a time.
pub const NARROW: u16 = 100;
/// Terminal size (columns, rows) below which only the essential content is drawn.
pub const SMALLEST: (u16, u16) = (40, 10);

/// Startup parameters that the screens display.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StartupOptions {
    /// Corpus name for the top line.
    pub corpus: String,
    /// Further settings for the About screen (name, value), as given by the user.
    pub settings: Vec<(String, String)>,
    /// Path of the index; `None` if everything is in memory.
    pub store: Option<String>,
    /// Initial similarity threshold, 0..=1.
    pub threshold: f64,
    /// Initial configuration, from the options and the config file.
    pub analysis_config: AnalysisConfig,
    /// Reduced motion: progress is shown in steps and messages stay until dismissed.
    pub calm: bool,
    /// The two files, in the given order, if the corpus consists of two files: they are compared at once.
    pub two_files: Option<[PathBuf; 2]>,
    /// Whether masks are kept with the corpus; for a demo only if a journal is named.
    pub keeps_masks: bool,
    /// Whether masks that are kept with the corpus apply.
    pub kept_masks: bool,
    /// Whether the user gave dates of documents, which are then always shown.
    pub dates: bool,
    /// Whether the corpus is one of the demo corpora, whose names need not be hidden.
    pub demo: bool,
    /// The lecture to begin with.
    pub lecture: Option<Box<Lecture>>,
}

/// A screen stacked on top of the Clusters screen.
#[derive(Clone, Debug)]
pub enum Page {
    /// Pairs screen; its state is in [`App::pair_list`] and survives leaving the screen.
    Pairs,
    /// Documents screen; its state is in [`App::documents`] and survives leaving the screen.
    Documents,
    /// Document screen.
    Document(Box<DocumentState>),
    /// Compare screen for two documents.
    Compare(Box<CompareState>),
    /// Search screen; its state is in [`App::search`] and survives leaving the screen.
    Search,
    /// Skipped screen: files and rows that were not read.
    Skipped,
    /// About screen: settings, counts and times.
    About,
    /// Tune screen; its state is in [`App::tune`] and survives leaving the screen.
    Tune,
    /// Common blocks screen; its state is in [`App::blocks`] and survives leaving the screen.
    Blocks,
    /// Mirrors screen; its state is in [`App::mirrors`] and survives leaving the screen.
    Mirrors,
    /// Lecture screen.
    Lecture(Box<LectureState>),
}

impl Page {
    /// The [`Screen`] that this page shows.
    pub fn screen(&self) -> Screen {
        match self {
            Page::Pairs => Screen::Pairs,
            Page::Documents => Screen::Documents,
            Page::Document(_) => Screen::Document,
            Page::Compare(_) => Screen::Compare,
            Page::Search => Screen::Search,
            Page::Skipped => Screen::Skipped,
            Page::About => Screen::About,
            Page::Tune => Screen::Tune,
            Page::Blocks => Screen::Blocks,
            Page::Mirrors => Screen::Mirrors,
            Page::Lecture(_) => Screen::Lecture,
        }
    }
}

/// A change of settings that excludes text of a listed pair.
#[derive(Clone, Debug)]
pub(crate) struct Exclusion {
    pub pair: (DocNo, DocNo),
    /// The document that was excluded as a source; `None` for other text.
    pub source: Option<DocNo>,
    /// The number of listed pairs before the change.
    pub before: usize,
    /// The listed pairs that were decided before the change.
    pub decided: Vec<(DocNo, DocNo)>,
    /// Whether the remaining pairs have been counted.
    pub is_counted: bool,
}

/// The complete application state.
#[derive(Clone, Debug, Default)]
pub struct App {
    /// Startup parameters.
    pub start: StartupOptions,
    /// Latest snapshots received from the engine.
    pub data: Data,
    /// Requested threshold, 0..=1; the clusters shown may still belong to the previous one.
    pub threshold: f64,
    /// Requested and displayed configuration, and the undo history.
    pub reanalysis: Reanalysis,
    /// Decisions on the documents.
    pub decisions: Decisions,
    /// State of the Clusters screen.
    pub clusters: ClustersState,
    /// State of the Pairs screen.
    pub pair_list: PairsState,
    /// State of the Documents screen.
    pub documents: DocumentsState,
    /// State of the Search screen.
    pub search: SearchState,
    /// State of the Tune screen.
    pub tune: TuneState,
    /// State of the Common blocks screen.
    pub blocks: BlocksState,
    /// State of the Mirrors screen.
    pub mirrors: MirrorsState,
    /// Corpus statistics, and the scroll position of the Skipped screen.
    pub facts: CorpusFacts,
    /// Scroll position of the About screen; the cursor is the first visible line.
    pub about: Scroll,
    /// Stack of screens above Clusters; the last one is in front.
    pub pages: Vec<Page>,
    /// Stack of open dialogs; the last one is in front and receives the keys.
    pub dialogs: Vec<Dialog>,
    /// Messages for the user.
    pub notices: Notices,
    /// An error of the config, until it is shown.
    pub fault: Option<String>,
    /// The marked items of lists, in the order of marking: a decision applies to all of them.
    pub marked: Vec<DecisionTarget>,
    /// Themes of the screens.
    pub themes: Themes,
    /// Key bindings.
    pub keymap: Keymap,
    /// The first of two keys, while the second is awaited.
    pub first_key: Option<Key>,
    /// Terminal size (columns, rows).
    pub size: (u16, u16),
    /// Time since program start, set by [`Action::Clock`].
    pub now: Duration,
    /// Last request of the Clusters screen: cluster index whose matrix was requested. Prevents duplicate
    /// requests.
    pub(crate) requested_matrix: Option<usize>,
    /// The masks that were last sent to the engine to be kept with the corpus.
    pub(crate) kept_masks: MaskConfig,
    /// The last change of settings, if it excludes text of a listed pair.
    pub(crate) exclusion: Option<Exclusion>,
    /// The documents whose dates were requested last.
    pub(crate) requested_dates: Vec<DocNo>,
    /// Whether names of documents are replaced by aliases.
    pub names_hidden: bool,
    /// Whether the status line says which key quits.
    pub(crate) quit_announced: bool,
    /// How many lectures were opened.
    pub(crate) lectures: u64,
    /// The effects of the action that is being applied; [`update()`] returns them.
    pub(crate) effects: Vec<Effect>,
}

impl App {
    /// Initial state, before the engine has sent anything.
    pub fn new(mut start: StartupOptions) -> Self {
        let lecture = start.lecture.take();
        // Copied text is read pair by pair.
        let first_page = match start.analysis_config.purpose {
            Purpose::NearDuplicates => None,
            Purpose::CopiedText => Some(Page::Pairs),
        };
        let lecture = lecture.map(|lecture| LectureState::new(1, *lecture));
        let lecture = lecture.map(|state| Page::Lecture(Box::new(state)));
        App {
            threshold: start.threshold,
            reanalysis: Reanalysis::new(start.analysis_config.clone(), start.threshold),
            notices: Notices::new(start.calm),
            kept_masks: start.analysis_config.masks.clone(),
            start,
            size: (80, 24),
            lectures: u64::from(lecture.is_some()),
            pages: first_page.into_iter().chain(lecture).collect(),
            ..App::default()
        }
    }

    /// The screen in front.
    pub fn screen(&self) -> Screen {
        self.pages.last().map_or(Screen::Clusters, Page::screen)
    }

    /// Whether a tab is in front with nothing behind it to go back to; behind it is at most a lecture.
    pub fn at_tab(&self) -> bool {
        self.screen().is_tab() && self.pages.len() <= 1
    }

    /// The filter of the list in front, and whether it is being edited; `None` on screens without one.
    pub(crate) fn filter_mut(&mut self) -> Option<(&mut TextField, &mut bool)> {
        match self.screen() {
            Screen::Clusters => Some((&mut self.clusters.filter, &mut self.clusters.filtering)),
            Screen::Pairs => Some((&mut self.pair_list.filter, &mut self.pair_list.filtering)),
            _ => None,
        }
    }

    /// Whether the filter of the list in front is being edited.
    pub(crate) fn filtering(&self) -> bool {
        let screen = self.screen();
        screen == Screen::Clusters && self.clusters.filtering
            || screen == Screen::Pairs && self.pair_list.filtering
    }

    /// The cluster under the cursor of the list of clusters.
    pub(crate) fn cluster(&self) -> Option<&Cluster> {
        self.clusters.selected(self.data.clustering.as_deref()?)
    }

    /// Whether the clusters shown belong to another threshold or configuration than requested.
    pub fn stale(&self) -> bool {
        let is_other = |c: &Arc<Clustering>| (c.threshold - self.threshold).abs() > 1e-9;
        self.at_other_settings() || self.data.clustering.as_ref().is_some_and(is_other)
    }

    /// Whether the results shown belong to another configuration than requested.
    pub fn at_other_settings(&self) -> bool {
        self.reanalysis.pending() && self.data.clustering.is_some()
    }

    /// The unit of counts of words.
    pub fn unit(&self) -> Unit {
        let collection = self.data.collection.as_ref();
        collection.map_or_else(Unit::default, |collection| collection.unit())
    }

    /// The similarity measure of the results shown.
    pub fn measure(&self) -> Measure {
        let requested = self.reanalysis.shown.method_config.measure;
        let pairs = self.data.pairs.as_ref();
        pairs.map_or(requested, |pairs| pairs.info.measure)
    }

    /// Whether there are no documents, and none are being read.
    pub fn nothing_read(&self) -> bool {
        self.data.collection.is_none() && !self.data.working()
    }

    /// Whether the initial analysis or a re-analysis is running or pending.
    pub fn working(&self) -> bool {
        self.data.working() || self.reanalysis.pending() || self.reanalysis.progress.is_some()
    }

    /// Whether copied text is counted or a report is written. Esc stops this work if no screen or dialog is left to
    /// close.
    pub fn counting_or_writing(&self) -> bool {
        self.data.counting.is_some() || self.data.writing.is_some()
    }

    /// The common blocks of the documents that are shown; `None` until they are known.
    pub fn block_list(&self) -> Option<&BlockList> {
        self.blocks.current(self.data.collection.as_ref()?)
    }

    /// The common block under the cursor.
    pub fn block(&self) -> Option<&BlockRow> {
        self.block_list()?.rows.get(self.blocks.list.selected)
    }

    /// The contexts in which a key is looked up, in this order: `Anywhere`, then the innermost first.
    pub fn contexts(&self) -> Vec<Context> {
        let screen = self.screen();
        let mut contexts = vec![Context::Anywhere];
        match self.dialogs.last() {
            Some(dialog) => {
                let empty = dialog.kind == DialogKind::Help && dialog.line.text().is_empty();
                let choosing = dialog.form.as_ref().is_some_and(|form| !form.typing());
                contexts.extend(empty.then_some(Context::EmptyHelp));
                contexts.extend(choosing.then_some(Context::Choice));
                contexts.push(Context::Dialog(dialog.kind));
                contexts.extend(dialog.kind.has_rows().then_some(Context::Rows));
                contexts.extend(dialog.has_text_field().then_some(Context::Text));
            }
            None if self.filtering() => contexts.extend([Context::Filter, Context::Text]),
            None if screen == Screen::Search && self.search.typing => {
                contexts.extend([Context::Query, Context::Text]);
            }
            None => contexts.push(Context::Screen(screen)),
        }
        contexts
    }

    /// The panel of the Clusters screen after the current one, in the cycle of list, members and preview: the
    /// focus among list and members, and whether the preview has the keys.
    pub fn next_panel(&self) -> (clusters::ClustersFocus, bool) {
        use clusters::ClustersFocus;
        let state = &self.clusters;
        match (state.focus, state.reading) {
            (ClustersFocus::List, false) if !state.listed.is_empty() => {
                (ClustersFocus::Members, false)
            }
            (ClustersFocus::Members, _) if !state.listed.is_empty() => (ClustersFocus::List, true),
            _ => (ClustersFocus::List, false),
        }
    }

    /// The current target of decisions. On Pairs and Compare it is the pair, on Document the document. On Clusters it
    /// is the cluster, or the item under the cursor among the members: a document, or the pair of a cell.
    pub fn subject(&self) -> Option<(Arc<Collection>, DecisionTarget)> {
        let collection = self.data.collection.clone()?;
        let pair = |(a, b)| DecisionTarget::pair(a, b);
        let item = match self.pages.last() {
            Some(Page::Pairs) => pair(self.pair_list.pair()?),
            Some(Page::Documents) => DecisionTarget::Document(self.documents.selected()?.doc),
            Some(Page::Compare(state)) => pair(state.wanted()),
            Some(Page::Document(state)) => DecisionTarget::Document(state.doc),
            None => {
                let clustering = self.data.clustering.as_deref()?;
                let cluster = self.clusters.selected(clustering)?;
                match (self.clusters.focus, self.clusters.cell(clustering)) {
                    (clusters::ClustersFocus::List, _) => DecisionTarget::cluster(&cluster.members),
                    (clusters::ClustersFocus::Members, Some((row, column))) => {
                        let members = self.clusters.in_order(cluster);
                        pair((*members.get(row)?, *members.get(column)?))
                    }
                    (clusters::ClustersFocus::Members, None) => {
                        DecisionTarget::Document(self.clusters.document(clustering)?)
                    }
                }
            }
            Some(_) => return None,
        };
        let is_present = |doc: &DocNo| doc.index() < collection.len();
        let all_present = item.documents().iter().all(is_present);
        let distinct = !matches!(item, DecisionTarget::Pair(a, b) if a == b);
        (all_present && distinct).then_some((collection, item))
    }

    /// The names of the terms of the current lecture stage.
    pub fn first_terms(&self) -> Vec<&'static str> {
        let stage = match self.pages.last() {
            Some(Page::Lecture(state)) => state.stage(),
            _ => None,
        };
        stage.map_or_else(Vec::new, |stage| of_stage(stage.staged.kind))
    }

    /// The Document screens that are open.
    pub(crate) fn open_documents(&mut self) -> impl Iterator<Item = &mut DocumentState> {
        self.pages.iter_mut().filter_map(|page| match page {
            Page::Document(state) => Some(&mut **state),
            _ => None,
        })
    }

    /// Stores a panel's viewport from the last frame: first visible row (or column) and number of visible rows.
    pub fn seen(&mut self, panel: Panel, offset: usize, rows: usize) {
        if let Some((_, scroll)) = self.list_mut(panel) {
            (scroll.offset, scroll.rows) = (offset, rows);
        }
        match panel {
            Panel::MemberColumns => self.clusters.first_column = offset,
            // The About cursor is the first visible line, so it cannot move past the last page.
            Panel::About => self.about.selected = offset,
            // The cursor of the block's text is the first visible line too.
            Panel::BlockText => self.blocks.text.selected = offset,
            Panel::LectureSlide => {
                if let Some(Page::Lecture(state)) = self.pages.last_mut() {
                    state.scroll = offset;
                }
            }
            _ => {}
        }
    }

    /// Time at which the screen next changes without an event, because a message expires; `None` if no message expires.
    pub fn wakes_at(&self) -> Option<Duration> {
        self.notices.expires(self.now)
    }

    pub(crate) fn say(&mut self, text: impl Into<String>) {
        self.notices.say(text, false, self.now);
    }

    /// Shows what is wrong with the input of the dialog in front.
    pub(crate) fn refuse(&mut self, why: impl ToString) {
        if let Some(dialog) = self.dialogs.last_mut() {
            dialog.wrong = Some(why.to_string());
        }
    }

    /// Sends a request to the engine.
    pub(crate) fn ask(&mut self, request: Request) {
        self.effects.push(Effect::Ask(request));
    }

    /// Shows a message that is not an answer to the user, once the current message has expired.
    fn hint(&mut self, text: impl Into<String>) {
        self.notices.hint(text, self.now);
    }

    pub(crate) fn fail(&mut self, text: impl Into<String>) {
        self.notices.say(text, true, self.now);
    }
}
