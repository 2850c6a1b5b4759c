//! State of the Compare screen: a fixed document beside one of its neighbours. The alignment of words is
//! computed once when the comparison arrives; keys after that only scroll.

mod evidence;
mod facing;
mod half;
mod marks;
mod moves;

use std::sync::Arc;

pub use half::ComparedText;
pub use marks::PassageMarks;
pub use moves::next_target;

use crate::app::Command;
use crate::app::state::unmasked_parts;
use crate::base::units::count;
use crate::base::{DocNo, Reason};
use crate::config::Purpose;
use crate::engine::message::{Comparison, DiffRun};
use crate::similarity::BridgedPassage;
use crate::typeset::Flow;

/// The highlighting of the two texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Bridged passages, as a reader would mark them, with the words inside that differ.
    #[default]
    Passages,
    /// Exactly the shared shingles, which the score counts.
    Shared,
    /// Words of one side only.
    Words,
    /// Like [`Mode::Words`], with the shared text folded.
    Differences,
}

impl Mode {
    /// All modes, in the order of [`Command::Mode`].
    pub const ALL: [Mode; 4] = [Mode::Passages, Mode::Shared, Mode::Words, Mode::Differences];

    /// Whether words are marked by the diff, not passages.
    pub fn by_words(self) -> bool {
        matches!(self, Mode::Words | Mode::Differences)
    }

    /// Index of the passages that it marks: 0 for bridged, 1 for exact ones.
    pub fn marks(self) -> usize {
        usize::from(self == Mode::Shared)
    }
}

/// User action on the Compare screen. A column is 0 at the left and 1 at the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompareAction {
    /// Run a command of the screen.
    Run(Command),
    /// Scroll by rows; positive is down.
    Scroll(i32),
    /// Move the focus to this column.
    FocusOn(usize),
}

/// A comparison prepared for display.
#[derive(Clone, Debug)]
struct Loaded {
    comparison: Arc<Comparison>,
    /// Its exact passages, each as a bridged one with a single run.
    exact: Vec<BridgedPassage>,
    /// The texts of the fixed document and of the neighbour.
    texts: [ComparedText; 2],
    /// Byte spans of each change in both texts; one of the two may be empty.
    changes: Vec<[(usize, usize); 2]>,
    /// Whether the flows have blank rows, so that both sides have the same number of rows.
    faced: bool,
}

/// Position of the pair of a comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ComparisonPosition {
    /// Among the neighbours of the fixed document.
    #[default]
    Neighbours,
    /// In the list of pairs: its 0-based index, and the length of the list.
    Listed(usize, usize),
    /// It was opened from the list of pairs, which no longer shows it.
    Unlisted,
}

/// State of the Compare screen.
#[derive(Clone, Debug, Default)]
pub struct CompareState {
    /// The days of the left and right document, while dates are shown.
    pub dates: [Option<String>; 2],
    fixed: DocNo,
    /// The documents that it is compared with one after another.
    pub neighbours: Vec<DocNo>,
    /// Index of the one in the right column.
    pub at: usize,
    /// Position of the pair.
    pub position: ComparisonPosition,
    /// The purpose of the figures.
    pub purpose: Purpose,
    loaded: Option<Loaded>,
    /// Whether what is loaded was computed before the last change of documents or settings.
    outdated: bool,
    /// Whether the wanted comparison has been requested. Another screen that requests comparisons cancels it.
    pub requested: bool,
    /// The highlighting.
    pub mode: Mode,
    /// Whether all figures are shown, or those that matter most.
    pub all_figures: bool,
    /// Whether both columns are in sight.
    side_by_side: bool,
    /// The focused column: 0 at the left, 1 at the right.
    pub focus: usize,
    /// 0-based numbers of the bridged and of the exact passage last jumped to.
    last_passages: [Option<usize>; 2],
    change: Option<usize>,
    /// Size (columns, rows) of the left and right viewport.
    windows: [(usize, usize); 2],
    /// Byte offset at the top of the fixed text when the previous neighbour was left.
    kept_top: usize,
    /// Byte of the fixed text. The first comparison starts at the passage that contains it, or else at the next. `None`
    /// starts at the beginning.
    pub start: Option<usize>,
}

impl CompareState {
    /// Creates the screen for `fixed` and `neighbours[at]`; the comparison arrives later.
    pub fn new(fixed: DocNo, neighbours: Vec<DocNo>, at: usize) -> Self {
        CompareState {
            fixed,
            at: at.min(neighbours.len().saturating_sub(1)),
            neighbours,
            side_by_side: true,
            windows: [(36, 16); 2],
            ..CompareState::default()
        }
    }

    /// The screen for another pair, with the same marking and sizes.
    pub fn for_other_pair(&self, fixed: DocNo, other: DocNo) -> Self {
        CompareState {
            mode: self.mode,
            all_figures: self.all_figures,
            side_by_side: self.side_by_side,
            focus: self.focus,
            windows: self.windows,
            ..CompareState::new(fixed, vec![other], 0)
        }
    }

    /// The pair to display: the fixed document and its neighbour.
    pub fn wanted(&self) -> (DocNo, DocNo) {
        let neighbour = self.neighbours.get(self.at);
        (self.fixed, neighbour.copied().unwrap_or(self.fixed))
    }

    /// The documents in the left and the right column.
    pub fn docs(&self) -> [DocNo; 2] {
        self.wanted().into()
    }

    /// The pair whose comparison must be requested, if any; it then counts as requested.
    pub fn wants_comparison(&mut self) -> Option<(DocNo, DocNo)> {
        let missing = self.loaded.is_none() || self.outdated;
        let wanted = (missing && !self.requested).then(|| self.wanted());
        self.requested |= wanted.is_some();
        wanted
    }

    /// Changes document numbers to those of other results; `false` if one of the pair is gone. The old comparison stays
    /// until the new one arrives.
    pub fn renumber(&mut self, map: &dyn Fn(DocNo) -> Option<DocNo>) -> bool {
        let (a, b) = self.wanted();
        let (Some(fixed), Some(other)) = (map(a), map(b)) else {
            return false;
        };
        self.fixed = fixed;
        self.neighbours = self.neighbours.iter().filter_map(|doc| map(*doc)).collect();
        let at = self.neighbours.iter().position(|doc| *doc == other);
        self.at = at.unwrap_or(0);
        (self.outdated, self.requested) = (true, false);
        true
    }

    /// Stores a comparison if it is of the wanted pair. The fixed text keeps its position; a first
    /// comparison scrolls to its first passage or change if that is not visible.
    pub fn set_comparison(&mut self, comparison: Arc<Comparison>) {
        if (comparison.left.doc, comparison.right.doc) != self.wanted() {
            return;
        }
        let exact: Vec<_> = comparison.passages.iter().map(marks::single_run).collect();
        let texts = [0, 1].map(|column| ComparedText::new(&comparison, &exact, column));
        if let Some(before) = &self.loaded {
            self.kept_top = before.texts[0].pane.top_byte();
        }
        (self.outdated, self.requested) = (false, true);
        self.loaded = Some(Loaded {
            faced: false,
            changes: changes(&comparison),
            texts,
            exact,
            comparison,
        });
        self.last_passages = [None; 2];
        self.change = None;
        self.resize();
        self.set_flows();
        match self.start.take() {
            Some(start) => self.arrive_at(start),
            None => self.arrive(self.kept_top),
        }
    }

    /// Sets the viewport sizes (columns, rows), left and right, and whether both are in sight.
    pub fn fit(&mut self, windows: [(usize, usize); 2], side_by_side: bool) {
        if (self.windows, self.side_by_side) == (windows, side_by_side) {
            return;
        }
        let before = (self.wants_facing(), self.windows.map(|window| window.0));
        (self.windows, self.side_by_side) = (windows, side_by_side);
        self.resize();
        let wants = self.wants_facing();
        if (wants, windows.map(|window| window.0)) != before && (wants || before.0) {
            self.set_flows();
            self.follow();
        }
    }

    /// Whether to align equal words on the same row: for short texts side by side.
    fn wants_facing(&self) -> bool {
        let bytes = |loaded: &Loaded| -> usize {
            let texts = loaded.texts.iter();
            texts.map(|text| text.pane.text().len()).sum()
        };
        let short = self.loaded.as_ref().map(bytes) <= Some(facing::LONGEST);
        self.side_by_side && short
    }

    /// Applies a user action.
    pub fn apply(&mut self, action: CompareAction) {
        match action {
            CompareAction::Run(command) => self.run(command),
            CompareAction::Scroll(rows) => self.scroll(rows.into()),
            CompareAction::FocusOn(column) => self.focus = column,
        }
    }

    fn run(&mut self, command: Command) {
        match command {
            Command::NextPassage => self.jump(true),
            Command::PreviousPassage => self.jump(false),
            Command::NextNeighbour => self.neighbour(1),
            Command::PreviousNeighbour => self.neighbour(-1),
            Command::Mode => {
                self.mode = Mode::ALL[(self.mode as usize + 1) % Mode::ALL.len()];
                self.set_flows();
                self.follow();
            }
            Command::Figures => self.all_figures = !self.all_figures,
            Command::NextPanel => self.focus = 1 - self.focus,
            Command::Top => self.go_to_end(false),
            Command::Bottom => self.go_to_end(true),
            _ => {
                let page = self.windows[self.focus].1.saturating_sub(1).max(1);
                if let Some(rows) = command.rows(page as i64) {
                    self.scroll(rows);
                }
            }
        }
    }

    fn neighbour(&mut self, by: isize) {
        let at = self.at.checked_add_signed(by);
        let Some(at) = at.filter(|at| *at < self.neighbours.len()) else {
            return;
        };
        if let Some(loaded) = self.loaded.take() {
            self.kept_top = loaded.texts[0].pane.top_byte();
        }
        self.at = at;
        self.requested = false;
    }

    fn resize(&mut self) {
        if let Some(loaded) = &mut self.loaded {
            for (text, (width, height)) in loaded.texts.iter_mut().zip(self.windows) {
                text.pane.resize(width, height);
            }
        }
    }

    fn set_flows(&mut self) {
        let wants = self.wants_facing();
        let folded = self.mode == Mode::Differences;
        let Some(Loaded { texts, faced, .. }) = &mut self.loaded else {
            return;
        };
        for text in texts.iter_mut() {
            text.pane.set_reflowed(true);
        }
        let pieces = texts.each_ref().map(|text| text.pieces(folded));
        let widths = texts.each_ref().map(|text| text.pane.size().0);
        let shown = texts.each_ref().map(|text| text.pane.text());
        let flows = wants.then(|| facing::flows(texts[0].comparison(), shown, &pieces, widths));
        let flows = flows.flatten();
        *faced = flows.is_some();
        let flow = |i: usize| Flow::of_pieces(texts[i].pane.text(), &pieces[i]);
        let flows = flows.unwrap_or_else(|| [0, 1].map(flow));
        for (text, flow) in texts.iter_mut().zip(flows) {
            text.pane.set_flow(flow);
        }
    }

    /// The comparison, once it has arrived; its left side is the fixed document.
    pub fn comparison(&self) -> Option<&Arc<Comparison>> {
        Some(&self.loaded.as_ref()?.comparison)
    }

    /// The two texts; none until they have arrived.
    pub fn texts(&self) -> &[ComparedText] {
        self.loaded.as_ref().map_or(&[], |loaded| &loaded.texts)
    }

    /// The text in a column, once it has arrived.
    pub fn text(&self, column: usize) -> Option<&ComparedText> {
        self.texts().get(column)
    }

    /// The passages that the mode marks.
    pub fn passages(&self) -> &[BridgedPassage] {
        match &self.loaded {
            Some(loaded) if self.mode == Mode::Shared => &loaded.exact,
            Some(loaded) => &loaded.comparison.bridged,
            None => &[],
        }
    }

    /// Length of a passage that the mode marks: "61 words, 44 the same", or "12 words" if all are the same.
    pub fn passage_words(&self, number: usize) -> Option<String> {
        let (c, passage) = self.comparison().zip(self.passages().get(number))?;
        let (words, same) = (passage.words(), passage.same());
        let passage = c.unit.counted(words.into());
        Some(if same < words {
            format!("{passage}, {} the same", count(same.into()))
        } else {
            passage
        })
    }

    /// The kind of a highlighted passage, if it is a quotation or in a list of references.
    pub fn passage_kind(&self, number: usize) -> Option<Reason> {
        match self.mode {
            Mode::Shared => None,
            _ => *self.comparison()?.kinds.get(number)?,
        }
    }

    /// 0-based number of the passage last jumped to, of those that the mode marks.
    pub fn passage(&self) -> Option<usize> {
        self.last_passages[self.mode.marks()]
    }

    /// Texts of the passage last jumped to, or else of the first, on both sides, without excluded text.
    pub fn passage_texts(&self) -> Vec<String> {
        let Some(loaded) = &self.loaded else {
            return Vec::new();
        };
        let number = self.passage().unwrap_or(0);
        let c = &loaded.comparison;
        let sides = loaded.texts.iter().zip(c.sides());
        let texts = sides.filter_map(|(text, side)| {
            let span = *text.marks[self.mode.marks()].passages.get(number)?;
            Some(unmasked_parts(&side.text, span, &side.masked))
        });
        texts.flatten().collect()
    }

    /// 0-based index of the change last jumped to, and the number of changes.
    pub fn change(&self) -> (Option<usize>, usize) {
        let changes = self.loaded.as_ref().map_or(0, |l| l.changes.len());
        (self.change, changes)
    }

    /// Byte span in a column of the change last jumped to.
    pub fn change_span(&self, column: usize) -> Option<(usize, usize)> {
        let loaded = self.loaded.as_ref()?;
        loaded.changes.get(self.change?).map(|c| c[column])
    }

    /// 1-based document line at the top of the focused column, for opening an editor.
    pub fn line(&self) -> usize {
        self.text(self.focus).map_or(1, |t| t.pane.line())
    }
}

/// Byte spans of words on one side only; adjacent runs without a kept word between them are merged.
fn changes(comparison: &Comparison) -> Vec<[(usize, usize); 2]> {
    let runs = comparison.diff.runs.iter();
    let kept = runs.filter_map(|run| match *run {
        DiffRun::Kept { left, right } => Some([left, right]),
        DiffRun::Left(_) | DiffRun::Right(_) => None,
    });
    let sides = comparison.sides();
    let ends = sides.map(|side| (side.spans.len() as u32, 0));
    let mut from = [0, 0];
    let mut changes = Vec::new();
    for next in kept.chain([ends]) {
        let gaps = [0, 1].map(|column| (from[column], next[column].0));
        if gaps.iter().any(|(from, to)| from < to) {
            changes.push([0, 1].map(|column| marks::bytes(sides[column], gaps[column])));
        }
        from = next.map(|words| words.1);
    }
    changes
}
