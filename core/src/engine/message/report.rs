//! The request for a report.

use std::path::PathBuf;
use std::sync::Arc;

use crate::collection::Collection;
use crate::evidence::CopiedText;
use crate::html_report::{Context, Scope};

/// A report to write of the current results.
#[derive(Clone, Debug)]
pub struct AskedReport {
    /// The collection that the documents of the scope are of.
    pub collection: Arc<Collection>,
    /// What it is about.
    pub scope: Scope,
    /// The filter of the pairs, as typed; may be empty.
    pub filter: String,
    /// The pairs with copied text, if they are counted already.
    pub copied: Option<Arc<CopiedText>>,
    /// The file.
    pub path: PathBuf,
    /// Whether a file that is there is overwritten.
    pub overwrite: bool,
    /// Aliases instead of the names of documents.
    pub anonymous: bool,
    /// Only pairs with a decision.
    pub only_decided: bool,
    /// Text around passages.
    pub context: Context,
}

impl PartialEq for AskedReport {
    fn eq(&self, other: &Self) -> bool {
        let of = |asked: &Self| {
            let AskedReport { path, filter, .. } = asked.clone();
            let chosen = (asked.overwrite, asked.anonymous, asked.only_decided);
            (asked.scope.clone(), path, filter, chosen, asked.context)
        };
        Arc::ptr_eq(&self.collection, &other.collection) && of(self) == of(other)
    }
}
