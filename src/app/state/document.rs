//! Stub until branch `screens` is merged.
use std::sync::Arc;

use crate::base::DocNo;
use crate::engine::message::DocumentView;

/// Stub.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum DocAction {
    Up,
    Down,
    PageUp,
    PageDown,
    Top,
    Bottom,
    SwitchPanel,
    Sort,
    ReverseSort,
    Select(usize),
    Scroll(i32),
    Open,
    NextMark,
    PreviousMark,
}

/// Stub.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum DocEffect {
    Compare {
        fixed: DocNo,
        neighbours: Vec<DocNo>,
        at: usize,
    },
}

/// Stub.
#[derive(Clone, Debug)]
pub struct DocumentState {
    doc: DocNo,
    view: Option<Arc<DocumentView>>,
    at: usize,
}

#[allow(missing_docs)]
impl DocumentState {
    pub fn new(doc: DocNo) -> Self {
        DocumentState {
            doc,
            view: None,
            at: 0,
        }
    }
    pub fn set_view(&mut self, view: Arc<DocumentView>) {
        if view.doc == self.doc {
            self.view = Some(view);
        }
    }
    pub fn doc(&self) -> DocNo {
        self.doc
    }
    pub fn line(&self) -> usize {
        1
    }
    pub fn fit(&mut self, _: usize, _: usize, _: usize) {}
    pub fn apply(&mut self, action: DocAction) -> Option<DocEffect> {
        let neighbours: Vec<DocNo> = self
            .view
            .as_ref()?
            .neighbours
            .iter()
            .map(|n| n.doc)
            .collect();
        match action {
            DocAction::Down => self.at = (self.at + 1).min(neighbours.len().saturating_sub(1)),
            DocAction::Up => self.at = self.at.saturating_sub(1),
            DocAction::Open if !neighbours.is_empty() => {
                return Some(DocEffect::Compare {
                    fixed: self.doc,
                    neighbours,
                    at: self.at,
                });
            }
            _ => {}
        }
        None
    }
}
