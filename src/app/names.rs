//! Names of documents on the screens: their own, or aliases while names are hidden.
//!
//! Screens get names only from [`NamedDocuments`], so that hidden names are hidden everywhere.

use std::collections::HashSet;
use std::ops::Deref;
use std::sync::Arc;

use crate::base::DocNo;
use crate::index::Collection;

/// Number of documents whose titles are compared.
const SAMPLE: usize = 1_000;

/// Placeholder of a name until its alias is known.
const UNKNOWN: &str = "Text ...";

/// Placeholder of the name of a folder, file or corpus while names are hidden.
pub const HIDDEN: &str = "(name hidden)";

/// Signs around a comment in a program.
const SIGNS: [char; 5] = ['"', '*', '/', '#', ' '];

/// Documents with the names that screens show.
#[derive(Clone, Debug)]
pub struct NamedDocuments {
    collection: Arc<Collection>,
    /// Whether names are replaced by aliases.
    pub hidden: bool,
    /// Whether titles are shown first: at least half of the first documents have one of their own.
    pub has_titles: bool,
    /// The alias of each document, once they are known.
    pub(super) aliases: Option<Arc<[String]>>,
}

impl NamedDocuments {
    /// Creates documents with their own names. If `hidden`, the names are placeholders until the aliases are known.
    pub fn new(collection: impl Into<Arc<Collection>>, hidden: bool) -> Self {
        let collection: Arc<Collection> = collection.into();
        let count = collection.len().min(SAMPLE);
        let titles = (0..count).map(|doc| collection.row(DocNo(doc as u32)).title);
        let own: HashSet<&str> = titles.filter(|title| !title.is_empty()).collect();
        NamedDocuments {
            has_titles: 2 * own.len() >= count,
            collection,
            hidden,
            aliases: None,
        }
    }

    /// The name of a document.
    pub fn id(&self, doc: DocNo) -> &str {
        match (self.hidden, &self.aliases) {
            (false, _) => self.collection.id(doc),
            (true, Some(aliases)) => aliases.get(doc.index()).map_or(UNKNOWN, String::as_str),
            (true, None) => UNKNOWN,
        }
    }

    /// The title of a document, without the signs around it if it is a comment in a program; empty while names are hidden.
    pub fn title(&self, doc: DocNo) -> &str {
        if self.hidden {
            ""
        } else {
            let title = self.collection.row(doc).title;
            match title.trim_start_matches(SIGNS) {
                begins if begins.len() == title.len() => title,
                comment => comment.trim_end_matches(SIGNS),
            }
        }
    }
}

impl Deref for NamedDocuments {
    type Target = Arc<Collection>;

    fn deref(&self) -> &Arc<Collection> {
        &self.collection
    }
}
