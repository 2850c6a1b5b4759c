//! The ids of documents as commands print them: those of rows with or without the path of their file.

use std::collections::HashMap;
use std::sync::Arc;

use super::Collection;
use super::bare_ids::{BareIds, bare_start};
use crate::base::{DocNo, units};

impl Collection {
    /// The same documents, which [`Collection::printed_id`] and [`Collection::find`] know by their bare ids.
    pub fn with_bare_ids(&self) -> Collection {
        let start = |doc: DocNo| bare_start(self.row(doc));
        let mut starts: Vec<u32> = self.documents().map(start).collect();
        let mut seen: HashMap<&str, u32> = HashMap::with_capacity(starts.len());
        for doc in self.documents() {
            *seen.entry(self.own_id(doc)).or_default() += 1;
        }
        let is_repeated = |doc: &DocNo| {
            let bare = self.own_id(*doc);
            // Other rows may be printed with the path of their file: a bare id is none of these either.
            starts[doc.index()] > 0
                && (bare.is_empty()
                    || seen[bare] > 1
                    || self.is_renamed(*doc)
                    || self.find(bare).is_some())
        };
        let repeated: Vec<DocNo> = self.documents().filter(is_repeated).collect();
        for doc in &repeated {
            starts[doc.index()] = 0;
        }
        let rows = self.documents().filter(|doc| starts[doc.index()] > 0);
        let named = rows.map(|doc| (self.id(doc)[starts[doc.index()] as usize..].into(), doc));
        let documents = named.collect();
        Collection {
            bare_ids: Some(Arc::new(BareIds {
                starts,
                repeated,
                documents,
            })),
            ..self.with_classes(self.classes.clone())
        }
    }

    /// Id of `doc` as commands print it.
    pub fn printed_id(&self, doc: DocNo) -> &str {
        let start = self
            .bare_ids
            .as_ref()
            .map_or(0, |bare| bare.starts[doc.index()]);
        &self.id(doc)[start as usize..]
    }

    /// The document with this bare id, if bare ids are on.
    pub(super) fn find_bare(&self, id: &str) -> Option<DocNo> {
        self.bare_ids.as_ref()?.documents.get(id).copied()
    }

    /// Says which rows are printed with the path of their file although bare ids are on; `None` if there are none.
    pub fn repeated_bare_ids_sentence(&self) -> Option<String> {
        let repeated = &self.bare_ids.as_ref()?.repeated;
        let first = *repeated.first()?;
        let count = units::counted(repeated.len() as u64, "row has an id", "rows have an id");
        Some(format!(
            "{count} that another document has too: {} stand with the path of their file, the first being {}",
            if repeated.len() == 1 {
                "it does"
            } else {
                "they"
            },
            self.id(first)
        ))
    }

    /// The id of a row within its file as it stands there, which several rows may have; the whole id of a file.
    pub fn own_id(&self, doc: DocNo) -> &str {
        let row = self.row_as_read(doc);
        &row.id[bare_start(row) as usize..]
    }
}
