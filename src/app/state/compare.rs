//! Two documents side by side: one held fixed, the other one of its neighbours. Which words answer
//! to which is worked out once, when the comparison comes; every key after that only moves.

mod action;
mod evidence;
mod half;
mod links;
mod moves;
mod read;

use std::sync::Arc;

pub use action::{CompareAction, CompareEffect, Half, Mode};
pub use half::Text;

use crate::base::DocNo;
use crate::engine::message::{Comparison, DiffRun};

/// A comparison made ready for the screen.
#[derive(Clone, Debug)]
struct Loaded {
    comparison: Arc<Comparison>,
    /// The text held fixed and the neighbour's.
    texts: [Text; 2],
    /// Byte spans of each change in both texts; one may be empty.
    changes: Vec<[(usize, usize); 2]>,
    /// Terms in the longest passage.
    longest: u32,
}

/// See the module.
#[derive(Clone, Debug)]
pub struct CompareState {
    fixed: DocNo,
    neighbours: Vec<DocNo>,
    at: usize,
    loaded: Option<Loaded>,
    mode: Mode,
    swapped: bool,
    locked: bool,
    focus: Half,
    passage: Option<usize>,
    change: Option<usize>,
    /// Columns and rows of the two windows, left and right on the screen.
    windows: [(usize, usize); 2],
    /// Where the fixed text stood when its last neighbour went.
    kept_top: usize,
}

impl CompareState {
    /// The screen of `fixed` beside `neighbours[at]`, whose comparison is still to come.
    #[must_use]
    pub fn new(fixed: DocNo, neighbours: Vec<DocNo>, at: usize) -> Self {
        CompareState {
            fixed,
            at: at.min(neighbours.len().saturating_sub(1)),
            neighbours,
            loaded: None,
            mode: Mode::default(),
            swapped: false,
            locked: true,
            focus: Half::Left,
            passage: None,
            change: None,
            windows: [(36, 16); 2],
            kept_top: 0,
        }
    }

    /// The pair whose comparison is to be shown: the fixed document and its neighbour.
    #[must_use]
    pub fn wanted(&self) -> (DocNo, DocNo) {
        (
            self.fixed,
            self.neighbours.get(self.at).copied().unwrap_or(self.fixed),
        )
    }

    /// Takes a comparison where it is of the pair wanted. The fixed text stays where it was; a first
    /// comparison begins at its first passage where that would be out of sight.
    pub fn set_comparison(&mut self, comparison: Arc<Comparison>) {
        if (comparison.left.doc, comparison.right.doc) != self.wanted() {
            return;
        }
        let texts = [Text::new(&comparison, false), Text::new(&comparison, true)];
        self.loaded = Some(Loaded {
            longest: comparison
                .passages
                .iter()
                .map(|p| p.length)
                .max()
                .unwrap_or(0),
            changes: changes(&comparison),
            texts,
            comparison,
        });
        self.passage = None;
        self.change = None;
        self.set_flows();
        self.resize();
        self.arrive(self.kept_top);
    }

    /// Tells the sizes of the windows (columns, rows), left and right on the screen.
    pub fn fit(&mut self, left: (usize, usize), right: (usize, usize)) {
        self.windows = [left, right];
        self.resize();
    }

    /// Changes by what a person does; says what the program has to do for it.
    pub fn apply(&mut self, action: CompareAction) -> Option<CompareEffect> {
        match action {
            CompareAction::NextPassage => self.jump(true),
            CompareAction::PreviousPassage => self.jump(false),
            CompareAction::NextNeighbour => return self.neighbour(self.at + 1),
            CompareAction::PreviousNeighbour => return self.neighbour(self.at.checked_sub(1)?),
            CompareAction::Mode => {
                self.mode = match self.mode {
                    Mode::Shared => Mode::Words,
                    Mode::Words => Mode::Differences,
                    Mode::Differences => Mode::Shared,
                };
                self.set_flows();
                self.follow();
            }
            CompareAction::Swap => {
                self.swapped = !self.swapped;
                self.resize();
            }
            CompareAction::Lock => {
                self.locked = !self.locked;
                self.follow();
            }
            CompareAction::Scroll(rows) => self.scroll(rows.into()),
            CompareAction::Page(pages) => {
                let rows = self.windows[self.focus as usize].1.saturating_sub(1).max(1);
                self.scroll(i64::from(pages) * rows as i64);
            }
            CompareAction::Top => self.go_to_end(false),
            CompareAction::Bottom => self.go_to_end(true),
            CompareAction::Focus => self.focus = self.focus.other(),
            CompareAction::FocusOn(half) => self.focus = half,
            CompareAction::GoTo(half, thousandths) => self.go_to(half, thousandths),
        }
        None
    }

    fn neighbour(&mut self, at: usize) -> Option<CompareEffect> {
        if at >= self.neighbours.len() {
            return None;
        }
        if let Some(loaded) = self.loaded.take() {
            self.kept_top = loaded.texts[0].pane.top_byte();
        }
        self.at = at;
        let (a, b) = self.wanted();
        Some(CompareEffect::Load(a, b))
    }

    /// Which of the two texts stands in a column: 0 is the fixed one.
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

/// Runs of words that only one side has, joined where no kept word is between them.
fn changes(comparison: &Comparison) -> Vec<[(usize, usize); 2]> {
    let mut changes = Vec::new();
    let (mut left, mut right) = ((0, 0), (0, 0));
    let mut close = |left: &mut (u32, u32), right: &mut (u32, u32)| {
        if left.0 < left.1 || right.0 < right.1 {
            let spans = [
                half::bytes(&comparison.left, left.0, left.1),
                half::bytes(&comparison.right, right.0, right.1),
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
