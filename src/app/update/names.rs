//! Hides the names of documents, and shows them again.

use std::sync::Arc;

use super::super::App;
use super::super::effect::Effect;
use super::super::names::{HIDDEN, Named};
use crate::engine::Request;
use crate::index::Collection;

impl App {
    /// Shows these documents.
    pub(crate) fn show_documents(&mut self, collection: Arc<Collection>) -> Vec<Effect> {
        let named = Named::new(collection.clone(), self.names_hidden);
        self.data.named = Some(named);
        self.data.collection = Some(collection);
        // Documents have other numbers.
        self.marked.clear();
        self.wanted_aliases()
    }

    /// Hides names, or shows them again.
    pub(in super::super) fn hide_names(&mut self) -> Vec<Effect> {
        self.names_hidden = !self.names_hidden;
        if let Some(named) = &mut self.data.named {
            named.set_hidden(self.names_hidden);
        }
        self.notices.hide_names(self.names_hidden);
        self.say(if self.names_hidden {
            "names, paths, authors, dates are hidden; texts and notes stay as they are"
        } else {
            "names are shown"
        });
        self.wanted_aliases()
    }

    /// Takes over the aliases of documents.
    pub(in super::super) fn received_aliases(
        &mut self,
        collection: &Arc<Collection>,
        aliases: Arc<[String]>,
    ) {
        let named = self.data.named.as_mut();
        if let Some(named) = named.filter(|named| Arc::ptr_eq(named, collection)) {
            named.set_aliases(aliases);
        }
    }

    /// A name that is not of a document: of a folder, a file or a corpus.
    pub fn other_name<'a>(&self, name: &'a str) -> &'a str {
        if self.names_hidden { HIDDEN } else { name }
    }

    fn wanted_aliases(&self) -> Vec<Effect> {
        if self.data.named.as_ref().is_some_and(Named::wants_aliases) {
            vec![Effect::Ask(Request::Aliases)]
        } else {
            vec![]
        }
    }
}
