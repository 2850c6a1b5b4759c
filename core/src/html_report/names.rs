//! Names of documents in a report: their own, or aliases.

use crate::base::DocNo;
use crate::collection::Collection;

/// `Text 17` for each document: its place in the order of the digests of its words, then of its bytes, then of its
/// name. So an alias does not follow the names, and stays when a file is renamed, as long as the corpus has the same
/// texts.
pub fn aliases(collection: &Collection) -> Vec<String> {
    let mut order: Vec<DocNo> = collection.documents().collect();
    order.sort_unstable_by_key(|doc| {
        let row = collection.row(*doc);
        (row.normalised, row.fingerprint, *doc)
    });
    let mut aliases = vec![String::new(); order.len()];
    for (place, doc) in order.into_iter().enumerate() {
        aliases[doc.index()] = format!("Text {}", place + 1);
    }
    aliases
}

/// How documents are called.
pub(super) struct Names<'a> {
    collection: &'a Collection,
    aliases: Option<Vec<String>>,
}

impl<'a> Names<'a> {
    /// Their own names, or if `hidden` aliases.
    pub(super) fn new(collection: &'a Collection, hidden: bool) -> Self {
        Names {
            collection,
            aliases: hidden.then(|| aliases(collection)),
        }
    }

    /// Whether aliases stand for the names.
    pub(super) fn hidden(&self) -> bool {
        self.aliases.is_some()
    }

    /// The name of a document.
    pub(super) fn of(&self, doc: DocNo) -> String {
        match &self.aliases {
            Some(aliases) => aliases[doc.index()].clone(),
            None => self.collection.printed_id(doc).to_owned(),
        }
    }
}
