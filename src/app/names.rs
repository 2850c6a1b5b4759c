//! Names of documents on the screens: their own, or aliases while names are hidden.
//!
//! Screens get names from [`Named`] alone, so that what hides them does so everywhere.

use std::ops::Deref;
use std::sync::Arc;

use super::App;
use super::effect::Effect;
use crate::base::DocNo;
use crate::collection::Collection;
use crate::engine::Request;

/// What stands for a name until its alias is known.
const UNKNOWN: &str = "Text ...";

/// What stands for the name of a folder, a file or a corpus while names are hidden.
pub const HIDDEN: &str = "(name hidden)";

/// Documents with the names that screens show.
#[derive(Clone, Debug)]
pub struct Named {
    collection: Arc<Collection>,
    /// Whether aliases stand for names.
    hidden: bool,
    /// The alias of each document, once they are known.
    aliases: Option<Arc<[String]>>,
}

impl Named {
    /// Documents with their own names, or if `hidden` without any yet.
    #[must_use]
    pub fn new(collection: Arc<Collection>, hidden: bool) -> Self {
        Named {
            collection,
            hidden,
            aliases: None,
        }
    }

    /// The name of a document.
    #[must_use]
    pub fn id(&self, doc: DocNo) -> &str {
        match (self.hidden, &self.aliases) {
            (false, _) => self.collection.id(doc),
            (true, Some(aliases)) => aliases.get(doc.index()).map_or(UNKNOWN, String::as_str),
            (true, None) => UNKNOWN,
        }
    }

    /// The title of a document; empty while names are hidden.
    #[must_use]
    pub fn title(&self, doc: DocNo) -> &str {
        match self.hidden {
            true => "",
            false => &self.collection.row(doc).title,
        }
    }

    /// Whether aliases stand for names.
    #[must_use]
    pub fn hidden(&self) -> bool {
        self.hidden
    }

    /// The same documents with names shown or hidden.
    fn set_hidden(&mut self, hidden: bool) {
        self.hidden = hidden;
    }
}

impl Deref for Named {
    type Target = Arc<Collection>;

    fn deref(&self) -> &Arc<Collection> {
        &self.collection
    }
}

impl App {
    /// Shows these documents.
    pub(super) fn show_documents(&mut self, collection: Arc<Collection>) -> Vec<Effect> {
        let named = Named::new(collection.clone(), self.names_hidden);
        self.data.named = Some(named);
        self.data.collection = Some(collection);
        self.wanted_aliases()
    }

    /// Hides names, or shows them again.
    pub(super) fn hide_names(&mut self) -> Vec<Effect> {
        self.names_hidden = !self.names_hidden;
        if let Some(named) = &mut self.data.named {
            named.set_hidden(self.names_hidden);
        }
        self.say(match self.names_hidden {
            true => "names, titles, paths, authors and dates are hidden; texts and notes stay as they are",
            false => "names are shown",
        });
        self.wanted_aliases()
    }

    /// Takes over the aliases of documents.
    pub(super) fn received_aliases(&mut self, of: &Arc<Collection>, aliases: Arc<[String]>) {
        let named = self.data.named.as_mut();
        if let Some(named) = named.filter(|named| Arc::ptr_eq(&named.collection, of)) {
            named.aliases = Some(aliases);
        }
    }

    /// A name that is not of a document: of a folder, a file or a corpus.
    #[must_use]
    pub fn other_name<'a>(&self, name: &'a str) -> &'a str {
        if self.names_hidden { HIDDEN } else { name }
    }

    fn wanted_aliases(&self) -> Vec<Effect> {
        let lacks = |named: &Named| named.hidden && named.aliases.is_none();
        match self.data.named.as_ref().is_some_and(lacks) {
            true => vec![Effect::Ask(Request::Aliases)],
            false => vec![],
        }
    }
}
