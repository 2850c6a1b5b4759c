//! Events of the terminal and the system, and inputs of the state machine from all sources: key, mouse, engine, signal.
//! The input, signal and hang-up threads of `term` and the panic hook send events to the event loop; the engine's
//! updates arrive on a separate channel.

use std::time::Duration;

use super::commands::Command;
use super::key::Key;
use crate::engine::Update;
use crate::engine::pair_order::PairColumn;
use crate::screens::clusters::state::ClusterColumn;
use crate::screens::compare::state::CompareAction;
use crate::screens::document::state::DocAction;
use crate::screens::tune::state::{Slider, View};

/// A panel that can be scrolled or clicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Panel {
    /// The list of clusters.
    Clusters,
    /// The members of the selected cluster, with their similarity matrix.
    Members,
    /// The columns of the similarity matrix.
    MemberColumns,
    /// The differences of two members.
    Differences,
    /// The list of pairs.
    Pairs,
    /// The list of documents with copied text.
    Documents,
    /// Search hits.
    Hits,
    /// The rows of the Skipped screen.
    Skipped,
    /// The About screen.
    About,
    /// The sliders of the Tune screen.
    Sliders,
    /// The list of common blocks.
    Blocks,
    /// The list of mirrors, or the rows of two trees.
    Mirrors,
    /// The text of the common block under the cursor.
    BlockText,
    /// The list next to a plot.
    PlotList,
    /// The slide of a lecture.
    LectureSlide,
    /// The rows of the dialog in front.
    Dialog,
}

/// Mouse input of the Tune screen that corresponds to no command.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TuneAction {
    /// Click on a slider's name.
    Slider(Slider),
    /// Click on an arrow next to a slider's value; `true` is forward.
    Step(Slider, bool),
    /// Click on a slider's track, at this fraction of its range, 0..=1.
    Slide(Slider, f64),
    /// Click on the tab of a plot, or on a small plot.
    View(View),
    /// Click on a plot, at this x value.
    Cursor(f64),
    /// Wheel over a plot: notches to move the cursor by.
    Notches(i32),
}

/// An input of the state machine.
#[derive(Clone, Debug)]
pub enum Action {
    /// Key press.
    Key(Key),
    /// Pasted text.
    Paste(String),
    /// New terminal size (columns, rows).
    Resize(u16, u16),
    /// Update from the engine.
    Engine(Update),
    /// Time since program start; the only source of time for the state.
    Clock(Duration),
    /// Run a command independent of its key.
    Run(Command),
    /// Click on a row of a list (index in the list as displayed).
    Row(Panel, usize),
    /// Click on a cell of the similarity matrix (row, column).
    Cell(usize, usize),
    /// Wheel over a panel: rows to move by, positive is down.
    Wheel(Panel, i32),
    /// Click on a column heading.
    SortBy(ClusterColumn),
    /// Click on a column heading of the list of pairs.
    SortPairsBy(PairColumn),
    /// Click on the histogram: sets this threshold.
    Threshold(f64),
    /// Input of the Document screen.
    Document(DocAction),
    /// Input of the Compare screen.
    Compare(CompareAction),
    /// Mouse input of the Tune screen.
    Tune(TuneAction),
    /// Message from the runner about a completed effect.
    Notice(String),
    /// Error message from the runner about a failed effect.
    Failed(String),
}

/// Mouse event at a column and row of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mouse {
    /// Press of the primary button.
    Click(u16, u16),
    /// Motion to this place while the primary button is down.
    Drag(u16, u16),
    /// Release of the primary button.
    Release,
    /// Wheel notches, positive is down.
    Wheel(u16, u16, i32),
}

/// Operating-system signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// Termination request (`TERM`, `INT`, `HUP`, `QUIT`).
    Terminate,
    /// Suspension request (`TSTP`).
    Suspend,
    /// Resumption after a stop (`CONT`).
    Continue,
}

/// An external event.
#[derive(Clone, Debug)]
pub enum Event {
    /// Key press.
    Key(Key),
    /// Pasted text.
    Paste(String),
    /// Mouse event.
    Mouse(Mouse),
    /// New terminal size (columns, rows).
    Resize(u16, u16),
    /// A background thread has panicked; the message names the thread and the report file. It is handled like an update
    /// of the engine, whose own updates arrive on the other channel.
    Panicked(Update),
    /// Operating-system signal.
    Signal(Signal),
    /// The terminal's answer whether its background is light.
    Background(bool),
    /// The window has the focus again.
    Focus,
    /// The terminal can no longer be read.
    Closed,
}
