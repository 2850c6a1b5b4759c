//! Full-text search: the line being typed, where to look, and what was found.

use std::sync::Arc;

use crate::app::input::Input;
use crate::app::scroll::Scroll;
use crate::base::DocNo;
use crate::engine::{Request, SearchResult};

/// See the module.
#[derive(Clone, Debug, Default)]
pub struct SearchState {
    /// The query as typed.
    pub input: Input,
    /// Keys go to the query; otherwise to the hits.
    pub typing: bool,
    /// Look only among these documents, the members of the cluster with this index.
    pub within: Option<(usize, Vec<DocNo>)>,
    /// The newest answer.
    pub result: Option<Arc<SearchResult>>,
    /// A request has been sent and not answered yet.
    pub waiting: bool,
    /// Cursor in the hits.
    pub hits: Scroll,
}

impl SearchState {
    /// The request for what is typed; `None` for nothing to look for.
    pub fn ask(&mut self) -> Option<Request> {
        let query = self.input.text().trim();
        if query.is_empty() {
            (self.result, self.waiting) = (None, false);
            return None;
        }
        self.waiting = true;
        Some(Request::Search {
            query: query.to_owned(),
            within: self.within.as_ref().map(|(_, members)| members.clone()),
        })
    }

    /// Takes an answer, unless it is to a query that has changed since.
    pub fn set_result(&mut self, result: Arc<SearchResult>) {
        if result.query.trim() != self.input.text().trim() {
            return;
        }
        self.waiting = false;
        self.hits.select(0, result.hits.len());
        self.hits.offset = 0;
        self.result = Some(result);
    }

    /// Number of hits listed.
    #[must_use]
    pub fn len(&self) -> usize {
        self.result.as_ref().map_or(0, |r| r.hits.len())
    }

    /// Whether no hit is listed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The document of the hit under the cursor.
    #[must_use]
    pub fn selected(&self) -> Option<DocNo> {
        let result = self.result.as_ref()?;
        result.hits.get(self.hits.selected).map(|h| h.doc)
    }
}
