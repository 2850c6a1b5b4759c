//! Says which documents have another id than they were read under.

use super::Collection;
use crate::base::units;

impl Collection {
    /// The documents that are called otherwise than they were read, because another has that id, in a
    /// sentence; `None` where there are none.
    #[must_use]
    pub fn renamed_sentence(&self) -> Option<String> {
        let first = self.renamed().next()?;
        let count = self.renamed().len() as u64;
        let (read, called) = (&self.row_as_read(first).id, self.id(first));
        Some(match count {
            1 => format!("2 documents share the id {read}; the later is called {called}"),
            _ => format!(
                "{} as others are and called by their ids with ~2, ~3, … after them, the first being {called}",
                units::counted(count, "document is named", "documents are named"),
            ),
        })
    }
}
