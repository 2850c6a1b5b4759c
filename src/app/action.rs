//! Inputs of the state machine, whatever their source: key, mouse, engine, signal.

use std::time::Duration;

use super::commands::Command;
use super::key::Key;
use super::state::clusters::Column;
use super::state::compare::CompareAction;
use super::state::document::DocAction;
use super::state::tune::{Slider, View};
use crate::engine::Update;
use crate::engine::pair_order::PairColumn;

/// A panel that can be scrolled or clicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Panel {
    /// The list of clusters.
    Clusters,
    /// The members of the selected cluster, with their similarity matrix.
    Members,
    /// The columns of that matrix.
    MemberColumns,
    /// What two members share and what differs.
    Differences,
    /// The list of pairs.
    Pairs,
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
    /// The rules of the paths that mirrors are looked for with.
    MirrorRules,
    /// The text of the common block under the cursor.
    BlockText,
    /// The list beside a plot.
    PlotList,
    /// The slide of a lecture.
    LectureSlide,
    /// The rows of the dialog in front.
    Dialog,
}

/// A border between two panels that can be moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Border {
    /// Between the list of clusters and the members.
    Clusters,
    /// Between the neighbours and the text beside them.
    Document,
    /// Between the sliders and the plot.
    Tune,
}

/// Where borders were moved to, as shares of the area in thousandths; `None` where they were not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Borders([Option<u16>; 3]);

impl Borders {
    /// Fewest columns that a panel keeps.
    const LEAST: u16 = 24;

    /// The columns left of the border in an area of `width`; `usual` while it was not moved.
    pub fn left(&self, border: Border, width: u16, usual: u16) -> u16 {
        let moved = self.0[border as usize];
        let moved = moved.map(|share| ((u32::from(width) * u32::from(share) + 500) / 1000) as u16);
        let most = width.saturating_sub(Self::LEAST);
        moved.map_or(usual, |left| left.clamp(Self::LEAST.min(most), most))
    }

    /// Moves a border to column `x` of an area that begins at `from` and has `width` columns.
    pub fn set(&mut self, border: Border, x: u16, (from, width): (u16, u16)) {
        let left = u32::from(x.saturating_sub(from));
        let width = u32::from(width.max(1));
        let share = (left * 1000 + width / 2) / width;
        self.0[border as usize] = Some(share.min(1000) as u16);
    }
}

/// Mouse input of the Tune screen that corresponds to no command.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TuneAction {
    /// Click on a slider's name.
    Slider(Slider),
    /// Click on an arrow beside a slider's value; `true` is forward.
    Step(Slider, bool),
    /// Click on a slider's track, at this fraction of its range, 0..=1.
    Slide(Slider, f64),
    /// Click on the tab of a plot, or on a small plot.
    View(View),
    /// Click on a plot, at this x value.
    Cursor(f64),
    /// Wheel over a plot: notches to move the cursor by.
    Notches(i32),
    /// Click on a cell of the heat map (row from the bottom, column).
    Cell(usize, usize),
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
    SortBy(Column),
    /// Click on a column heading of the list of pairs.
    SortPairsBy(PairColumn),
    /// Click on the histogram: sets this threshold.
    Threshold(f64),
    /// The border of a panel at this column of this screen area: its first column, and its width.
    Border(Border, u16, (u16, u16)),
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
