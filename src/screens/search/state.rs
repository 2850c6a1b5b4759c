//! State of the Search screen: query and results.

use std::collections::HashMap;
use std::sync::Arc;

use crate::app::{Scroll, TextField};
use crate::base::DocNo;
use crate::corpus::Dated;
use crate::engine::{Request, SearchHit, SearchResult};

/// State of the Search screen.
#[derive(Clone, Debug, Default)]
pub struct SearchState {
    /// Query text.
    pub input: TextField,
    /// Whether keys go to the query; otherwise they go to the hits.
    pub typing: bool,
    /// Latest result.
    pub result: Option<Arc<SearchResult>>,
    /// Whether a request is pending.
    pub waiting: bool,
    /// Cursor in the hits.
    pub hits: Scroll,
    /// Whether the hits are ordered by date, earliest first, instead of relevance.
    pub by_date: bool,
    /// Whether those of the result are.
    is_by_date: bool,
}

impl SearchState {
    /// The request for the current query; `None` for an empty one, which clears the result.
    pub fn ask(&mut self) -> Option<Request> {
        let query = self.input.text().trim();
        if query.is_empty() {
            (self.result, self.waiting) = (None, false);
            return None;
        }
        self.waiting = true;
        Some(Request::Search(query.to_owned()))
    }

    /// Stores a result unless the query has changed since.
    pub fn set_result(&mut self, result: Arc<SearchResult>) {
        if result.query.trim() != self.input.text().trim() {
            return;
        }
        self.waiting = false;
        self.hits.select(0, result.hits.len());
        self.hits.offset = 0;
        (self.result, self.is_by_date) = (Some(result), false);
    }

    /// The documents of the hits.
    pub fn documents(&self) -> Vec<DocNo> {
        let hits = self.result.iter().flat_map(|result| &result.hits);
        hits.map(|hit| hit.doc).collect()
    }

    /// Sorts the hits, whose dates are all known, in the requested order; the cursor stays on its hit.
    pub fn order(&mut self, dates: &HashMap<DocNo, Dated>) {
        let selected = self.selected();
        let Some(result) = &mut self.result else {
            return;
        };
        if std::mem::replace(&mut self.is_by_date, self.by_date) == self.by_date {
            return;
        }
        let hits = &mut Arc::make_mut(result).hits;
        if self.by_date {
            hits.sort_by_key(|hit| {
                let date = dates.get(&hit.doc).and_then(Dated::own);
                (date.is_none(), date)
            })
        } else {
            hits.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.doc.cmp(&b.doc)))
        }
        let at = hits.iter().position(|hit| Some(hit.doc) == selected);
        self.hits.select(at.unwrap_or(0), hits.len());
    }

    /// Number of hits listed.
    pub fn rows(&self) -> usize {
        self.result.as_ref().map_or(0, |r| r.hits.len())
    }

    /// The hit under the cursor.
    pub fn selected_hit(&self) -> Option<&SearchHit> {
        self.result.as_ref()?.hits.get(self.hits.selected)
    }

    /// The document of the hit under the cursor.
    pub fn selected(&self) -> Option<DocNo> {
        self.selected_hit().map(|hit| hit.doc)
    }
}
