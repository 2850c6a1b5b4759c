//! Text of several lines while it is typed or pasted: a note, or a text of the lecture. Commands of text fields edit
//! it.

use std::sync::Arc;

use ratatui::style::Style;
use ratatui_textarea::{CursorMove, TextArea, WrapMode};

use super::commands::Command;
use crate::index::Collection;
use crate::review::{DecisionTarget, Statement};

/// Creates a field with these lines and the cursor at the end.
pub fn field(lines: Vec<String>) -> TextArea<'static> {
    let mut text = TextArea::new(lines);
    text.set_cursor_line_style(Style::default());
    text.set_cursor_style(Style::default());
    text.set_wrap_mode(WrapMode::WordOrGlyph);
    text.set_max_histories(0);
    text.move_cursor(CursorMove::Bottom);
    text.move_cursor(CursorMove::End);
    text
}

/// Runs an editing command. Returns whether it was one.
pub fn edit(text: &mut TextArea<'_>, command: Command) -> bool {
    use Command as C;
    match command {
        C::Up => text.move_cursor(CursorMove::Up),
        C::Down => text.move_cursor(CursorMove::Down),
        C::CursorLeft => text.move_cursor(CursorMove::Back),
        C::CursorRight => text.move_cursor(CursorMove::Forward),
        C::WordLeft => text.move_cursor(CursorMove::WordBack),
        C::WordRight => text.move_cursor(CursorMove::WordForward),
        C::LineStart => text.move_cursor(CursorMove::Head),
        C::LineEnd => text.move_cursor(CursorMove::End),
        C::NewLine => text.insert_newline(),
        C::DeleteLeft => drop(text.delete_char()),
        C::DeleteRight => drop(text.delete_next_char()),
        C::DeleteWord => drop(text.delete_word()),
        C::DeleteToStart => drop(text.delete_line_by_head()),
        C::DeleteToEnd => drop(text.delete_line_by_end()),
        _ => return false,
    }
    true
}

/// Inserts typed or pasted text.
pub fn insert(text: &mut TextArea<'_>, typed: &str) {
    let typed = typed.replace("\r\n", "\n");
    let lines: Vec<String> = typed.split(['\n', '\r']).map(plain).collect();
    text.insert_str(lines.join("\n"));
}

/// A line without characters that command a terminal.
pub fn plain(line: &str) -> String {
    line.replace(char::is_control, " ")
}

/// Text A or B of a lecture while it is typed.
#[derive(Clone, Debug)]
pub struct TypedText {
    /// 0 for text A, 1 for text B.
    pub at: usize,
    /// The previous texts A and B of all stages.
    pub before: Vec<Option<Vec<String>>>,
    /// The field.
    pub field: TextArea<'static>,
}

impl TypedText {
    /// Begins with `text`, which is A (0) or B (1).
    pub fn new(at: usize, text: &str, before: Vec<Option<Vec<String>>>) -> Self {
        TypedText {
            at,
            before,
            field: field(text.lines().map(plain).collect()),
        }
    }
}

/// A note that is being written.
#[derive(Clone, Debug)]
pub struct NoteDraft {
    /// The collection of the documents.
    pub collection: Arc<Collection>,
    /// Its target.
    pub target: DecisionTarget,
    /// The previous decision and note.
    before: Statement,
    /// The note.
    pub text: TextArea<'static>,
}

impl NoteDraft {
    /// Begins with the note of `before`.
    pub fn new(collection: Arc<Collection>, item: DecisionTarget, before: Statement) -> Self {
        NoteDraft {
            text: field(before.note.lines().map(plain).collect()),
            collection,
            target: item,
            before,
        }
    }

    /// The previous decision with this note.
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
        insert(&mut draft.text, ", line 2\r\nand é\u{1b}[2J\n");
        edit(&mut draft.text, Command::NewLine);
        insert(&mut draft.text, "end");
        edit(&mut draft.text, Command::DeleteLeft);
        let statement = draft.statement();
        assert_eq!(statement.note, "page 3, line 2\nand é [2J\n\nen");
        assert_eq!(statement.decision, Decision::Copied);
        assert!(draft.is_changed());
    }

    #[test]
    fn an_empty_note_removes_the_note() {
        let mut draft = draft("x");
        edit(&mut draft.text, Command::DeleteToStart);
        assert_eq!(draft.statement().note, "");
        assert!(draft.is_changed());
        assert!(!edit(&mut draft.text, Command::Pairs));
    }
}
