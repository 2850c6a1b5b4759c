//! Stub until branch `screens` is merged.
use std::sync::Arc;

use crate::base::DocNo;
use crate::engine::Comparison;

/// Stub.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum CompareAction {
    NextPassage,
    PreviousPassage,
    NextNeighbour,
    PreviousNeighbour,
    Mode,
    Swap,
    Lock,
    Scroll(i32),
    Page(i32),
    Top,
    Bottom,
}

/// Stub.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum CompareEffect {
    Compare(DocNo, DocNo),
}

/// Stub.
#[derive(Clone, Debug)]
pub struct CompareState {
    fixed: DocNo,
    neighbours: Vec<DocNo>,
    at: usize,
    comparison: Option<Arc<Comparison>>,
}

#[allow(missing_docs)]
impl CompareState {
    pub fn new(fixed: DocNo, neighbours: Vec<DocNo>, at: usize) -> Self {
        CompareState {
            fixed,
            neighbours,
            at,
            comparison: None,
        }
    }
    pub fn pair(&self) -> (DocNo, DocNo) {
        (self.fixed, self.neighbours[self.at])
    }
    pub fn set_comparison(&mut self, comparison: Arc<Comparison>) {
        self.comparison = Some(comparison);
    }
    pub fn comparison(&self) -> Option<&Comparison> {
        self.comparison.as_deref()
    }
    pub fn apply(&mut self, action: CompareAction) -> Option<CompareEffect> {
        match action {
            CompareAction::NextNeighbour if self.at + 1 < self.neighbours.len() => self.at += 1,
            CompareAction::PreviousNeighbour if self.at > 0 => self.at -= 1,
            _ => return None,
        }
        let (a, b) = self.pair();
        Some(CompareEffect::Compare(a, b))
    }
}
