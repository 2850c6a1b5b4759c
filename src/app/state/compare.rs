//! State of the Compare screen: a fixed document beside one of its neighbours. The alignment of words is
//! computed once when the comparison arrives; keys after that only scroll.

mod action;
mod evidence;
mod half;
mod links;
mod marks;
mod moves;
mod read;

use std::sync::Arc;

pub use action::{CompareAction, Half, Mode, Start};
pub use half::Text;
pub use marks::Marks;
pub use moves::next_target;

use crate::app::commands::Command;
use crate::base::DocNo;
use crate::engine::message::{Comparison, DiffRun};

/// A comparison prepared for display.
#[derive(Clone, Debug)]
struct Loaded {
    comparison: Arc<Comparison>,
    /// The texts of the fixed document and of the neighbour.
    texts: [Text; 2],
    /// Byte spans of each change in both texts; one of the two may be empty.
    changes: Vec<[(usize, usize); 2]>,
    /// Length in terms of the longest passage.
    longest: u32,
}

/// State of the Compare screen.
#[derive(Clone, Debug)]
pub struct CompareState {
    /// The days of the left and right document, while dates are shown.
    pub dates: [Option<String>; 2],
    fixed: DocNo,
    neighbours: Vec<DocNo>,
    at: usize,
    /// Place of the pair in the list of pairs that it was opened from, and the length of the list.
    place: Option<(usize, usize)>,
    loaded: Option<Loaded>,
    mode: Mode,
    swapped: bool,
    locked: bool,
    focus: Half,
    /// 0-based numbers of the bridged and of the exact passage last jumped to.
    passages: [Option<usize>; 2],
    change: Option<usize>,
    /// Size (columns, rows) of the left and right viewport.
    windows: [(usize, usize); 2],
    /// Byte offset at the top of the fixed text when the previous neighbour was left.
    kept_top: usize,
    /// Where in the fixed text the first comparison starts; its beginning if `None`.
    start: Option<Start>,
}

impl CompareState {
    /// Creates the screen for `fixed` and `neighbours[at]`; the comparison arrives later.
    #[must_use]
    pub fn new(fixed: DocNo, neighbours: Vec<DocNo>, at: usize) -> Self {
        CompareState {
            dates: [None, None],
            fixed,
            at: at.min(neighbours.len().saturating_sub(1)),
            neighbours,
            place: None,
            loaded: None,
            mode: Mode::default(),
            swapped: false,
            locked: true,
            focus: Half::Left,
            passages: [None; 2],
            change: None,
            windows: [(36, 16); 2],
            kept_top: 0,
            start: None,
        }
    }

    /// The screen, with the first comparison at this place of the fixed text: at the passage that holds
    /// it, or else the next.
    #[must_use]
    pub fn starting_at(self, start: Start) -> Self {
        CompareState {
            start: Some(start),
            ..self
        }
    }

    /// Sets the place of the pair in a list of pairs: its index, and the length of the list.
    pub fn set_place(&mut self, at: usize, len: usize) {
        self.place = Some((at, len));
    }

    /// The screen for another pair, with the same marking and sizes.
    #[must_use]
    pub fn of_other_pair(&self, fixed: DocNo, other: DocNo) -> Self {
        CompareState {
            mode: self.mode,
            swapped: self.swapped,
            locked: self.locked,
            focus: self.focus,
            windows: self.windows,
            ..CompareState::new(fixed, vec![other], 0)
        }
    }

    /// The pair to display: the fixed document and its neighbour.
    #[must_use]
    pub fn wanted(&self) -> (DocNo, DocNo) {
        (
            self.fixed,
            self.neighbours.get(self.at).copied().unwrap_or(self.fixed),
        )
    }

    /// Stores a comparison if it is of the wanted pair. The fixed text keeps its position; a first
    /// comparison scrolls to its first passage or change if that is not visible.
    pub fn set_comparison(&mut self, comparison: Arc<Comparison>) {
        if (comparison.left.doc, comparison.right.doc) != self.wanted() {
            return;
        }
        let texts = [Text::new(&comparison, false), Text::new(&comparison, true)];
        let lengths = comparison.passages.iter().map(|p| p.length);
        self.loaded = Some(Loaded {
            longest: lengths.max().unwrap_or(0),
            changes: changes(&comparison),
            texts,
            comparison,
        });
        self.passages = [None; 2];
        self.change = None;
        self.set_flows();
        self.resize();
        match self.start.take() {
            Some(start) => self.arrive_at(start),
            None => self.arrive(self.kept_top),
        }
    }

    /// Sets the viewport sizes (columns, rows), left and right.
    pub fn fit(&mut self, left: (usize, usize), right: (usize, usize)) {
        self.windows = [left, right];
        self.resize();
    }

    /// Applies a user action; returns the pair whose comparison it asks for, if any.
    pub fn apply(&mut self, action: CompareAction) -> Option<(DocNo, DocNo)> {
        match action {
            CompareAction::Run(command) => return self.run(command),
            CompareAction::Scroll(rows) => self.scroll(rows.into()),
            CompareAction::FocusOn(half) => self.focus = half,
            CompareAction::GoTo(half, thousandths) => self.go_to(half, thousandths),
        }
        None
    }

    fn run(&mut self, command: Command) -> Option<(DocNo, DocNo)> {
        match command {
            Command::NextPassage => self.jump(true),
            Command::PreviousPassage => self.jump(false),
            Command::NextNeighbour => return self.neighbour(self.at + 1),
            Command::PreviousNeighbour => return self.neighbour(self.at.checked_sub(1)?),
            Command::Mode => {
                self.mode = self.mode.next();
                self.set_flows();
                self.follow();
            }
            Command::Swap => {
                self.swapped = !self.swapped;
                self.resize();
            }
            Command::Lock => {
                self.locked = !self.locked;
                self.follow();
            }
            Command::NextPanel | Command::PreviousPanel => self.focus = self.focus.other(),
            Command::HalfUp => self.scroll(-8),
            Command::HalfDown => self.scroll(8),
            Command::Top => self.go_to_end(false),
            Command::Bottom => self.go_to_end(true),
            _ => {
                let page = self.windows[self.focus as usize].1.saturating_sub(1).max(1);
                if let Some(rows) = command.rows(page as i64) {
                    self.scroll(rows);
                }
            }
        }
        None
    }

    fn neighbour(&mut self, at: usize) -> Option<(DocNo, DocNo)> {
        if at >= self.neighbours.len() {
            return None;
        }
        if let Some(loaded) = self.loaded.take() {
            self.kept_top = loaded.texts[0].pane.top_byte();
        }
        self.at = at;
        Some(self.wanted())
    }

    /// Index of the text in a column: 0 is the fixed document.
    fn index(&self, half: Half) -> usize {
        usize::from((half == Half::Right) != self.swapped)
    }

    fn resize(&mut self) {
        let order = [self.index(Half::Left), self.index(Half::Right)];
        if let Some(loaded) = &mut self.loaded {
            for (i, (width, height)) in order.into_iter().zip(self.windows) {
                loaded.texts[i].pane.resize(width, height);
            }
        }
    }

    fn set_flows(&mut self) {
        if let Some(loaded) = &mut self.loaded {
            for text in &mut loaded.texts {
                let flow = text.flow(self.mode == Mode::Differences);
                text.pane.set_flow(flow);
            }
        }
    }
}

/// Byte spans of words on one side only; adjacent runs without a kept word between them are merged.
fn changes(comparison: &Comparison) -> Vec<[(usize, usize); 2]> {
    let mut changes = Vec::new();
    let (mut left, mut right) = ((0, 0), (0, 0));
    let mut close = |left: &mut (u32, u32), right: &mut (u32, u32)| {
        if left.0 < left.1 || right.0 < right.1 {
            let spans = [
                links::bytes(&comparison.left, left.0, left.1),
                links::bytes(&comparison.right, right.0, right.1),
            ];
            changes.push(spans);
        }
    };
    for run in &comparison.diff.runs {
        match *run {
            DiffRun::Kept { left: l, right: r } => {
                close(&mut left, &mut right);
                (left, right) = ((l.1, l.1), (r.1, r.1));
            }
            DiffRun::Left((_, end)) => left.1 = end,
            DiffRun::Right((_, end)) => right.1 = end,
        }
    }
    close(&mut left, &mut right);
    changes
}
