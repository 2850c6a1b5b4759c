//! A note of several lines, while it is written.

use std::sync::Arc;

use ratatui_textarea::TextArea;

use super::commands::Command;
use super::typed_text::{self, plain};
use crate::index::Collection;
use crate::review::{DecisionTarget, Statement};

/// A note that is being written.
#[derive(Clone, Debug)]
pub struct NoteDraft {
    /// The collection that the documents are of.
    pub collection: Arc<Collection>,
    /// What it is on.
    pub target: DecisionTarget,
    /// The decision and the note before.
    before: Statement,
    /// The note.
    pub text: TextArea<'static>,
}

impl NoteDraft {
    /// Begins with the note before.
    pub fn new(collection: Arc<Collection>, item: DecisionTarget, before: Statement) -> Self {
        NoteDraft {
            text: typed_text::field(before.note.lines().map(plain).collect()),
            collection,
            target: item,
            before,
        }
    }

    /// Runs an editing command. Returns whether it was one.
    pub fn edit(&mut self, command: Command) -> bool {
        typed_text::edit(&mut self.text, command)
    }

    /// Inserts typed or pasted text.
    pub fn insert(&mut self, typed: &str) {
        typed_text::insert(&mut self.text, typed);
    }

    /// The decision of before with this note.
    pub fn statement(&self) -> Statement {
        Statement {
            decision: self.before.decision,
            note: self.text.lines().join("\n").trim().to_owned(),
        }
    }

    /// Whether anything was changed.
    pub fn is_changed(&self) -> bool {
        self.statement().note != self.before.note.trim()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::DocNo;
    use crate::index::made;
    use crate::review::Decision;
    use crate::settings::Sketching;

    fn draft(note: &str) -> NoteDraft {
        let collection = made::collection(&[vec![1]], Sketching::default());
        let before = Statement {
            decision: Decision::Copied,
            note: note.into(),
        };
        NoteDraft::new(
            Arc::new(collection),
            DecisionTarget::Document(DocNo(0)),
            before,
        )
    }

    #[test]
    fn a_note_has_lines() {
        let mut draft = draft("page 3");
        assert!(!draft.is_changed());
        draft.insert(", line 2\r\nand é\u{1b}[2J\n");
        draft.edit(Command::NewLine);
        draft.insert("end");
        draft.edit(Command::DeleteLeft);
        let statement = draft.statement();
        assert_eq!(statement.note, "page 3, line 2\nand é [2J\n\nen");
        assert_eq!(statement.decision, Decision::Copied);
        assert!(draft.is_changed());
    }

    #[test]
    fn an_emptied_note_takes_the_note_back() {
        let mut draft = draft("x");
        draft.edit(Command::DeleteToStart);
        assert_eq!(draft.statement().note, "");
        assert!(draft.is_changed());
        assert!(!draft.edit(Command::Pairs));
    }
}
