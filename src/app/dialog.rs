//! Dialogs over a screen: help, command palette, messages, settings, input forms. The one in front
//! receives the keys.

use std::sync::Arc;

pub use super::context::DialogKind;
use super::form::Form;
use super::input::Input;
use super::note::NoteDraft;
use super::scroll::Scroll;
use super::typed_text::TypedText;
use crate::config::table::PURPOSE;
use crate::config::{AnalysisConfig, Setting};
use crate::html_report::Scope;
use crate::index::Collection;

/// An open dialog.
#[derive(Clone, Debug)]
pub struct Dialog {
    /// Its type.
    pub kind: DialogKind,
    /// Its text field.
    pub line: Input,
    /// Cursor and viewport of its rows.
    pub scroll: Scroll,
    /// Error message for the input.
    pub wrong: Option<String>,
    /// Settings dialog: the edited configuration, not applied yet.
    pub draft: Option<Box<AnalysisConfig>>,
    /// Form fields, in dialogs that have them.
    pub form: Option<Form>,
    /// Note dialog: what is being written.
    pub note: Option<Box<NoteDraft>>,
    /// Report dialog: what a report may be about.
    pub report: Option<Box<ReportDraft>>,
    /// Lecture: text A or B while it is typed.
    pub text: Option<Box<TypedText>>,
}

/// What a report may be about where its form was opened.
#[derive(Clone, Debug)]
pub struct ReportDraft {
    /// The collection that the documents are of.
    pub collection: Arc<Collection>,
    /// The choices of the form.
    pub words: &'static [&'static str],
    /// What each stands for.
    pub scopes: Vec<Scope>,
    /// The filter of the list of pairs.
    pub filter: String,
}

impl Dialog {
    /// Creates an empty dialog.
    pub fn new(kind: DialogKind) -> Self {
        Dialog {
            kind,
            line: Input::default(),
            scroll: Scroll::default(),
            wrong: None,
            draft: None,
            form: None,
            note: None,
            report: None,
            text: None,
        }
    }

    /// Creates a dialog with a form.
    pub fn with_form(kind: DialogKind, form: Form) -> Self {
        Dialog {
            form: Some(form),
            ..Dialog::new(kind)
        }
    }

    /// Whether the dialog has a text field that is not part of a form.
    pub fn has_line(&self) -> bool {
        matches!(
            self.kind,
            DialogKind::Help | DialogKind::Palette | DialogKind::Threshold
        )
    }

    /// Whether nothing in the dialog takes typed characters.
    pub fn takes_no_text(&self) -> bool {
        let writes = self.form.is_some() || self.note.is_some() || self.text.is_some();
        !writes && !self.has_line() && self.kind != DialogKind::Settings
    }

    /// The focused text field, if there is one.
    pub fn input(&mut self) -> Option<&mut Input> {
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
        // The tabs choose it.
        rows.retain(|row| **row != PURPOSE);
        rows
    }

    /// Settings dialog: the row under the cursor.
    pub fn setting(&self) -> Option<&'static Setting> {
        self.settings().get(self.scroll.selected).copied()
    }
}
