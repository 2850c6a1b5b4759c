//! A note of several lines with tags, while it is written.

use std::sync::Arc;

use ratatui_textarea::TextArea;

use super::commands::Command;
use super::input::Input;
use super::typed_text::{self, plain};
use crate::collection::Collection;
use crate::review::{On, Statement};

/// A note that is being written.
#[derive(Clone, Debug)]
pub struct NoteDraft {
    /// The collection that the documents are of.
    pub collection: Arc<Collection>,
    /// What it is on.
    pub on: On,
    /// What the person said before.
    before: Statement,
    /// The note.
    pub text: TextArea<'static>,
    /// The tags, with commas between them.
    pub tags: Input,
    /// Whether the tags have the focus.
    pub in_tags: bool,
}

impl NoteDraft {
    /// Begins with what was said before.
    #[must_use]
    pub fn new(collection: Arc<Collection>, on: On, before: Statement) -> Self {
        let text = typed_text::field(before.note.lines().map(plain).collect());
        NoteDraft {
            tags: Input::new(plain(&before.tags.join(", "))),
            collection,
            on,
            before,
            text,
            in_tags: false,
        }
    }

    /// Runs an editing command in the field that has the focus. Returns whether it was one.
    pub fn edit(&mut self, command: Command) -> bool {
        if self.in_tags {
            return self.tags.edit(command);
        }
        typed_text::edit(&mut self.text, command)
    }

    /// Inserts typed or pasted text; in the tags, line breaks become blanks.
    pub fn insert(&mut self, typed: &str) {
        if self.in_tags {
            return self.tags.insert(typed);
        }
        typed_text::insert(&mut self.text, typed);
    }

    /// What the person says with this note and these tags; the decision is that of before.
    #[must_use]
    pub fn said(&self) -> Statement {
        let mut tags: Vec<String> = Vec::new();
        for tag in self.tags.text().split(',').map(str::trim) {
            if !tag.is_empty() && !tags.iter().any(|known| known == tag) {
                tags.push(tag.to_owned());
            }
        }
        Statement {
            decision: self.before.decision,
            note: self.text.lines().join("\n").trim().to_owned(),
            tags,
        }
    }

    /// Whether anything was changed.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        let said = self.said();
        said.note != self.before.note.trim() || said.tags != self.before.tags
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::DocNo;
    use crate::collection::made;
    use crate::review::Decision;
    use crate::settings::Sketching;

    fn draft(note: &str, tags: &[&str]) -> NoteDraft {
        let collection = made::collection(&[vec![1]], Sketching::default());
        let before = Statement {
            decision: Decision::Copied,
            note: note.into(),
            tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
        };
        NoteDraft::new(Arc::new(collection), On::Document(DocNo(0)), before)
    }

    #[test]
    fn a_note_has_lines_and_its_tags_are_split_at_commas() {
        let mut draft = draft("page 3", &["cite"]);
        assert!(!draft.is_changed());
        draft.insert(", line 2\r\nand é\u{1b}[2J\n");
        draft.edit(Command::NewLine);
        draft.insert("end");
        draft.edit(Command::DeleteLeft);
        draft.in_tags = true;
        draft.insert(",  urgent,, cite ,a b");
        let said = draft.said();
        assert_eq!(said.note, "page 3, line 2\nand é [2J\n\nen");
        assert_eq!(said.tags, ["cite", "urgent", "a b"]);
        assert_eq!(said.decision, Decision::Copied);
        assert!(draft.is_changed());
    }

    #[test]
    fn an_emptied_note_takes_the_note_back() {
        let mut draft = draft("x", &[]);
        draft.edit(Command::DeleteToStart);
        assert_eq!(draft.said().note, "");
        assert!(draft.is_changed());
        assert!(!draft.edit(Command::Pairs));
    }
}
