//! Dialogs over a screen: help, command palette, messages, settings, input forms. The one in front
//! receives the keys. A form has several fields; each is a text field or a choice from a short list.

use std::sync::Arc;

use ratatui_textarea::TextArea;

use super::commands::Command;
use super::input::TextField;
pub use super::screen::DialogKind;
use super::scroll::Scroll;
use super::typed_text::{NoteDraft, TypedText};
use crate::config::table::PURPOSE;
use crate::config::{AnalysisConfig, Setting};
use crate::html_report::ReportScope;
use crate::index::Collection;

/// An open dialog.
#[derive(Clone, Debug, Default)]
pub struct Dialog {
    /// Its type.
    pub kind: DialogKind,
    /// Its text field.
    pub line: TextField,
    /// Cursor and viewport of its rows.
    pub scroll: Scroll,
    /// Error message for the input.
    pub wrong: Option<String>,
    /// Settings dialog: the edited configuration, not applied yet.
    pub draft: Option<Box<AnalysisConfig>>,
    /// Form fields, in dialogs that have them.
    pub form: Option<Form>,
    /// Note dialog: the text so far.
    pub note: Option<Box<NoteDraft>>,
    /// Report dialog: the possible scopes of a report.
    pub report: Option<Box<ReportDraft>>,
    /// Lecture: text A or B while it is typed.
    pub text: Option<Box<TypedText>>,
}

/// The possible scopes of a report on the screen where its form was opened.
#[derive(Clone, Debug)]
pub struct ReportDraft {
    /// The collection of the documents.
    pub collection: Arc<Collection>,
    /// The choices of the form, with their meaning.
    pub choices: Vec<(&'static str, ReportScope)>,
    /// The filter of the list of pairs.
    pub filter: String,
}

impl Dialog {
    /// Creates an empty dialog.
    pub fn new(kind: DialogKind) -> Self {
        Dialog {
            kind,
            ..Dialog::default()
        }
    }

    /// Whether the dialog has a text field that is not part of a form.
    pub fn has_line(&self) -> bool {
        use DialogKind::{Help, Palette, Threshold};
        matches!(self.kind, Help | Palette | Threshold)
    }

    /// Whether something in the dialog is edited as text.
    pub fn has_text_field(&self) -> bool {
        let has_field = self.form.is_some() || self.note.is_some() || self.text.is_some();
        has_field || self.has_line()
    }

    /// The edited text of several lines, if there is one.
    pub fn area(&mut self) -> Option<&mut TextArea<'static>> {
        let note = self.note.as_mut().map(|note| &mut note.text);
        note.or(self.text.as_mut().map(|typed| &mut typed.field))
    }

    /// The focused text field, if there is one.
    pub fn input(&mut self) -> Option<&mut TextField> {
        let has_line = self.has_line();
        match &mut self.form {
            Some(form) => form.input(),
            None => has_line.then_some(&mut self.line),
        }
    }

    /// Settings dialog: its rows.
    pub fn settings(&self) -> Vec<&'static Setting> {
        let draft = self.draft.as_deref();
        let mut rows = draft.map(AnalysisConfig::shown).unwrap_or_default();
        // The tabs choose the purpose.
        rows.retain(|row| **row != PURPOSE);
        rows
    }

    /// Settings dialog: the row under the cursor.
    pub fn setting(&self) -> Option<&'static Setting> {
        self.settings().get(self.scroll.selected).copied()
    }
}

/// Value of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldValue {
    /// Typed text.
    Text(TextField),
    /// Index into a list of words.
    One(Vec<&'static str>, usize),
}

/// A field of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormField {
    /// Label.
    pub name: &'static str,
    /// One-sentence description.
    pub about: &'static str,
    /// Current value.
    pub answer: FieldValue,
}

impl FormField {
    /// Whether the field is a choice rather than a text.
    pub fn is_choice(&self) -> bool {
        matches!(self.answer, FieldValue::One(..))
    }
}

/// A form with a focused field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Form {
    /// The fields, in display order.
    pub lines: Vec<FormField>,
    /// Index of the focused field.
    pub at: usize,
}

impl Form {
    /// Adds a text field with the initial value `text`.
    pub fn text(self, name: &'static str, text: impl Into<String>, about: &'static str) -> Self {
        self.with(name, FieldValue::Text(TextField::new(text)), about)
    }

    /// Adds a choice field with the `at`-th of `words` selected.
    pub fn one(
        self,
        name: &'static str,
        words: &[&'static str],
        at: usize,
        about: &'static str,
    ) -> Self {
        self.with(name, FieldValue::One(words.to_vec(), at), about)
    }

    fn with(mut self, name: &'static str, answer: FieldValue, about: &'static str) -> Self {
        self.lines.push(FormField {
            name,
            about,
            answer,
        });
        self
    }

    /// Value of the field `name`, trimmed; empty if there is no such field.
    pub fn get(&self, name: &str) -> &str {
        let line = self.lines.iter().find(|line| line.name == name);
        match line.map(|line| &line.answer) {
            Some(FieldValue::Text(input)) => input.text().trim(),
            Some(FieldValue::One(words, at)) => words.get(*at).copied().unwrap_or_default(),
            None => "",
        }
    }

    /// Whether the focused field is a text field.
    pub fn typing(&self) -> bool {
        let line = self.lines.get(self.at);
        line.is_some_and(|line| !line.is_choice())
    }

    /// Moves to another field, or to another word of the focused choice; both wrap around.
    pub fn run(&mut self, command: Command) {
        let len = self.lines.len().max(1);
        match (command, self.lines.get_mut(self.at).map(|l| &mut l.answer)) {
            (Command::Up, _) => self.at = (self.at + len - 1) % len,
            (Command::Down, _) => self.at = (self.at + 1) % len,
            (Command::Left, Some(FieldValue::One(words, at))) => {
                *at = (*at + words.len() - 1) % words.len();
            }
            (Command::Right, Some(FieldValue::One(words, at))) => *at = (*at + 1) % words.len(),
            _ => {}
        }
    }

    /// The focused field if it is a text field.
    pub fn input(&mut self) -> Option<&mut TextField> {
        match self.lines.get_mut(self.at).map(|line| &mut line.answer) {
            Some(FieldValue::Text(input)) => Some(input),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::key::Key;
    use crate::app::keymap::Keymap;
    use crate::app::screen::Context;

    /// Presses a key while a choice is focused; returns whether it is bound.
    fn press(form: &mut Form, key: &str) -> bool {
        let (keymap, key) = (Keymap::default(), key.parse::<Key>().unwrap());
        let contexts = [Context::Choice, Context::Dialog(DialogKind::Labels)];
        let mut bound = contexts.iter().filter_map(|c| keymap.command(*c, key));
        bound.next().map(|command| form.run(command)).is_some()
    }

    #[test]
    fn only_keys_without_modifiers_change_a_choice() {
        let mut form = Form::default().one("rest", &["no", "yes", "maybe"], 0, "what of the rest");
        for key in ["l", "h", "Space", "Right"] {
            for modifier in ["ctrl", "alt"] {
                assert!(!press(&mut form, &format!("{modifier}-{key}")), "{key}");
                assert_eq!(form.get("rest"), "no");
            }
        }
        assert!(press(&mut form, "l"));
        assert_eq!(form.get("rest"), "yes");
    }

    #[test]
    fn a_form_has_text_fields_and_choices() {
        let mut form = Form::default().text("file", "a", "where it is").one(
            "rest",
            &["no", "yes"],
            0,
            "what of the rest",
        );
        form.input().unwrap().insert("b");
        assert!(form.typing());
        press(&mut form, "Tab");
        assert!(!form.typing());
        press(&mut form, "Left");
        assert_eq!((form.get("file"), form.get("rest")), ("ab", "yes"));
        assert!(!press(&mut form, "x"));
        assert!(form.input().is_none());
        press(&mut form, "Down");
        form.input().unwrap().insert("/c d ");
        assert_eq!(form.get("file"), "ab/c d");
        assert_eq!(form.get("nothing"), "");
    }
}
