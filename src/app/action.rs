//! Everything that can happen to the state, whoever causes it: a key, the mouse, the engine, a signal.

use std::time::Duration;

use super::commands::Command;
use super::key::Key;
use super::state::clusters::Column;
use super::state::compare::CompareAction;
use super::state::document::DocAction;
use super::state::tune::{Slider, View};
use crate::engine::Update;

/// A panel that can have the focus or be scrolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Panel {
    /// The list of clusters.
    Clusters,
    /// The members of the selected cluster with their matrix.
    Members,
    /// The columns of that matrix.
    MemberColumns,
    /// Hits of a search.
    Hits,
    /// What was not read.
    Skipped,
    /// Facts about the corpus.
    About,
    /// The sliders.
    Sliders,
    /// The list beside a plot.
    PlotList,
    /// The rows of an open dialog.
    Dialog,
}

/// Something for the Tune screen that no command is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TuneAction {
    /// A click on a slider's name.
    Slider(Slider),
    /// A click on the arrow beside its value: back or forward.
    Step(Slider, bool),
    /// A click on its track, at this place of its range, 0..=1.
    Slide(Slider, f64),
    /// A click on the tab of a plot, or on a small plot.
    View(View),
    /// A click on a plot, at this abscissa.
    Cursor(f64),
    /// The wheel over a plot: notches to move the cursor by.
    Notches(i32),
    /// A click on a cell of the heat map (row from the bottom, column).
    Cell(usize, usize),
}

/// Something that changes the state.
#[derive(Clone, Debug)]
pub enum Action {
    /// A key was pressed.
    Key(Key),
    /// Text was pasted.
    Paste(String),
    /// The terminal has this many columns and rows.
    Resize(u16, u16),
    /// The engine has something to say.
    Engine(Update),
    /// Time since the program began; nothing else tells the state what time it is.
    Clock(Duration),
    /// Run a command, whatever the key.
    Run(Command),
    /// A click on a row of a list (its index as listed).
    Row(Panel, usize),
    /// A click on a cell of the matrix (row, column).
    Cell(usize, usize),
    /// The wheel over a panel: rows to move by.
    Wheel(Panel, i32),
    /// A click on a column's head.
    SortBy(Column),
    /// A click on the histogram.
    Threshold(f64),
    /// Something for the Document screen.
    Document(DocAction),
    /// Something for the Compare screen.
    Compare(CompareAction),
    /// Something for the Tune screen.
    Tune(TuneAction),
    /// The runner reports how an effect went, for the person to read.
    Said(String),
    /// The runner reports that an effect failed.
    Failed(String),
    /// The system asks the program to end.
    Terminate,
}
