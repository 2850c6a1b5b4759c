//! Ids of rows without the path of their file, for commands whose output is joined with a table of one's own.
//!
//! The id of a row is `path#ID`. Its bare id is `ID`, if no other document would be printed by the same name.

use std::collections::HashMap;
use std::sync::Arc;

use super::Collection;
use crate::base::{DocNo, units};
use crate::corpus::packing::SEPARATOR;
use crate::corpus::{DocumentRow, Place};

/// Where the bare id of each document begins.
#[derive(Debug)]
pub(super) struct BareIds {
    /// For each document the byte of its id at which the bare id begins; 0 for files, and where the bare id would not
    /// be unique.
    starts: Vec<u32>,
    /// Rows whose bare id is not unique.
    repeated: Vec<DocNo>,
    /// Documents by bare id.
    documents: HashMap<Box<str>, DocNo>,
}

impl Collection {
    /// The same documents, which [`Collection::printed_id`] and [`Collection::find`] know by their bare ids.
    #[must_use]
    pub fn with_bare_ids(&self) -> Collection {
        let start = |doc: DocNo| bare_start(self.row(doc));
        let mut starts: Vec<u32> = self.documents().map(start).collect();
        let mut seen: HashMap<&str, u32> = HashMap::with_capacity(starts.len());
        for doc in self.documents() {
            *seen
                .entry(&self.id(doc)[starts[doc.index()] as usize..])
                .or_default() += 1;
        }
        let is_repeated = |doc: &DocNo| {
            let start = starts[doc.index()] as usize;
            start > 0 && seen[&self.id(*doc)[start..]] > 1
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
    #[must_use]
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
    #[must_use]
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

    /// The id of a row within its file; the whole id of a file.
    #[must_use]
    pub fn own_id(&self, doc: DocNo) -> &str {
        let row = self.row(doc);
        &row.id[bare_start(row) as usize..]
    }
}

/// The byte at which the id of a row within its file begins; 0 for a file. The part before it is the end of the path
/// of the file, of the possible ones the longest, since both may have `#` in them.
fn bare_start(row: &DocumentRow) -> u32 {
    let path = match &row.place {
        Place::Row { path, .. } => path.to_string_lossy().into_owned(),
        Place::Member { line: 0, .. } | Place::File(_) | Place::Demo(_) => return 0,
        Place::Member { path, member, .. } => [&path.to_string_lossy(), SEPARATOR, member].concat(),
        Place::DemoRow(path, _) => path.clone(),
    };
    let is_path = |file: &str| {
        let before = path.strip_suffix(file);
        before.is_some_and(|before| before.is_empty() || before.ends_with('/'))
    };
    let marks = row.id.match_indices('#').map(|(at, _)| at);
    let end = marks.rev().find(|at| is_path(&row.id[..*at]));
    end.map_or(0, |end| end as u32 + 1)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn start_of(id: &str, place: Place) -> &str {
        let row = DocumentRow {
            id: id.to_owned(),
            place,
            ..crate::collection::made::row()
        };
        &id[bare_start(&row) as usize..]
    }

    #[test]
    fn the_id_within_the_file_begins_behind_the_path_whatever_marks_both_have() {
        let row = |path: &str| Place::Row {
            path: Path::new(path).into(),
            line: 1,
            offset: 0,
            length: 1,
        };
        assert_eq!(start_of("a.jsonl#r1", row("/c/a.jsonl")), "r1");
        assert_eq!(start_of("x/a.jsonl#r#1", row("/c/x/a.jsonl")), "r#1");
        assert_eq!(
            start_of("a.jsonl#b/a.jsonl#r", row("/c/a.jsonl")),
            "b/a.jsonl#r"
        );
        assert_eq!(
            start_of("a.jsonl#b/a.jsonl#r", row("/c/a.jsonl#b/a.jsonl")),
            "r"
        );
        assert_eq!(start_of("a.jsonl#r~2", row("a.jsonl")), "r~2");
        assert_eq!(
            start_of("a.txt#b", Place::File("/c/a.txt#b".into())),
            "a.txt#b"
        );
        let member = |line| Place::Member {
            path: Path::new("/c/z.zip").into(),
            member: "d/a.csv".into(),
            line,
            offset: 0,
            length: 1,
        };
        assert_eq!(start_of("z.zip!/d/a.csv#7", member(1)), "7");
        assert_eq!(start_of("z.zip!/d/a.csv#7", member(0)), "z.zip!/d/a.csv#7");
    }
}
