//! State of the Documents screen: the list of the newest copied text, and its cursor.

use std::sync::Arc;

use crate::app::Scroll;
use crate::engine::message::{DocumentList, DocumentsOf};
use crate::evidence::{CopiedDocument, CopiedText};
use crate::review::ReviewState;

/// State of the Documents screen.
#[derive(Clone, Debug, Default)]
pub struct DocumentsState {
    /// Cursor in the list.
    pub scroll: Scroll,
    list: Option<Arc<DocumentList>>,
    /// The last request.
    requested: Option<DocumentsOf>,
}

impl DocumentsState {
    /// The rows of the newest list; empty until one has arrived.
    pub fn rows(&self) -> &[CopiedDocument] {
        self.list.as_ref().map_or(&[], |list| &list.rows)
    }

    /// Whether the list is of this copied text.
    pub fn is_of(&self, copied: &Arc<CopiedText>) -> bool {
        let same = |list: &Arc<DocumentList>| Arc::ptr_eq(&list.request.copied, copied);
        self.list.as_ref().is_some_and(same)
    }

    /// The row under the cursor.
    pub fn selected(&self) -> Option<&CopiedDocument> {
        self.rows().get(self.scroll.selected)
    }

    /// The list that must be requested, if any; it is then taken for requested.
    pub fn wants(
        &mut self,
        copied: &Arc<CopiedText>,
        review: Option<&Arc<ReviewState>>,
    ) -> Option<DocumentsOf> {
        let wanted = DocumentsOf {
            copied: Arc::clone(copied),
            review: review.cloned(),
        };
        let is_new = self.requested.as_ref() != Some(&wanted);
        self.requested = Some(wanted.clone());
        is_new.then_some(wanted)
    }

    /// Stores a list; the cursor stays on its document.
    pub fn set(&mut self, list: Arc<DocumentList>) {
        let doc = self.selected().map(|row| row.doc);
        let position = list.rows.iter().position(|row| Some(row.doc) == doc);
        self.list = Some(list);
        let at = position.unwrap_or(self.scroll.selected);
        self.scroll.select(at, self.rows().len());
    }

    /// Drops what refers to documents of the collection before.
    pub fn forget(&mut self) {
        (self.list, self.requested) = (None, None);
    }
}
