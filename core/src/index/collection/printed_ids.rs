//! Messages about ids, and the ids that commands print: ids of rows with or without the path of their file, so that
//! output can be joined with a table of the user.
//!
//! The id of a row is `path#ID`. Its bare id is `ID`, unless `ID` is the bare or the whole id of another document.

use std::collections::HashMap;
use std::sync::Arc;

use super::{BareIds, Collection};
use crate::base::{DocNo, units};
use crate::corpus::RowView;
use crate::corpus::packing::SEPARATOR;

/// The byte at which the id of a row within its file begins; 0 for a file. The part before it is the end of the file's
/// path. Both parts may contain `#`, so the longest possible path is taken.
fn bare_start(row: RowView<'_>) -> u32 {
    if row.location.row.line == 0 {
        return 0;
    }
    let path = row.location.path.to_string_lossy();
    let path = match row.location.member {
        "" => path.into_owned(),
        member => [&path, SEPARATOR, member].concat(),
    };
    let is_path = |file: &str| {
        let before = path.strip_suffix(file);
        before.is_some_and(|before| before.is_empty() || before.ends_with('/'))
    };
    let marks = row.id.match_indices('#').map(|(at, _)| at);
    let end = marks.rev().find(|at| is_path(&row.id[..*at]));
    end.map_or(0, |end| end as u32 + 1)
}

impl Collection {
    /// Returns the same documents with bare ids in [`Collection::printed_id`] and [`Collection::find`].
    pub fn with_bare_ids(&self) -> Collection {
        let mut seen: HashMap<&str, u32> = HashMap::with_capacity(self.len());
        for doc in self.documents() {
            *seen.entry(self.own_id(doc)).or_default() += 1;
        }
        let mut bare = BareIds {
            starts: vec![0; self.len()],
            repeated: Vec::new(),
            documents: HashMap::new(),
        };
        for doc in self.documents() {
            let (id, start) = (self.own_id(doc), bare_start(self.row_as_read(doc)));
            // Other rows may be printed with the path of their file, and a bare id must differ from their ids too.
            let is_used =
                || seen[id] > 1 || self.renamed.contains_key(&doc.0) || self.find(id).is_some();
            if start > 0 && (id.is_empty() || is_used()) {
                bare.repeated.push(doc);
            } else if start > 0 {
                bare.starts[doc.index()] = start;
                bare.documents.insert(id.into(), doc);
            }
        }
        Collection {
            bare_ids: Some(Arc::new(bare)),
            ..self.clone()
        }
    }

    /// Id of `doc` as commands print it.
    pub fn printed_id(&self, doc: DocNo) -> &str {
        let bare = self.bare_ids.as_ref();
        &self.id(doc)[bare.map_or(0, |bare| bare.starts[doc.index()] as usize)..]
    }

    /// Message about rows that are printed with the path of their file in spite of `--ids bare`; `None` if there are
    /// none.
    pub fn repeated_bare_ids_sentence(&self) -> Option<String> {
        let repeated = &self.bare_ids.as_ref()?.repeated;
        let first = self.id(*repeated.first()?);
        let count = units::counted(
            repeated.len() as u64,
            "row has an id that another document has too: it is printed",
            "rows have an id that another document has too: they are printed",
        );
        Some(format!(
            "{count} with the path of their file, the first being {first}"
        ))
    }

    /// Message about documents that were renamed because another document has their id; `None` if there are none.
    pub fn renamed_sentence(&self) -> Option<String> {
        let sentences = [self.renamed_rows_sentence(), self.renamed_files_sentence()];
        let sentences: Vec<String> = sentences.into_iter().flatten().collect();
        (!sentences.is_empty()).then(|| sentences.join("; "))
    }

    fn renamed_rows_sentence(&self) -> Option<String> {
        let mut renamed = self.renamed();
        let count = renamed.len() as u64;
        let first = renamed.next()?;
        let (read, called) = (self.row_as_read(first).id, self.id(first));
        Some(match count {
            1 => format!("2 documents share the id {read}; the later is called {called}"),
            _ => format!(
                "{} as others are and called by their ids with ~2, ~3, … after them, the first being {called}",
                units::counted(count, "document is named", "documents are named"),
            ),
        })
    }

    /// Files with equal names, or with names that are equal after invalid UTF-8 is replaced by U+FFFD.
    fn renamed_files_sentence(&self) -> Option<String> {
        let path_of = |doc: &DocNo| self.row(*doc).location.file_on_disk();
        let is_numbered = |doc: &DocNo| {
            let id = self.row(*doc).id;
            let number = id.rsplit_once('~').map(|(_, number)| number);
            let has_number = number.is_some_and(|n| n.bytes().all(|byte| byte.is_ascii_digit()));
            let name = path_of(doc).and_then(|path| path.file_name());
            name.is_some_and(|name| {
                !id.ends_with(&*name.to_string_lossy()) && (has_number || name.to_str().is_none())
            })
        };
        let mut numbered = self.documents().filter(is_numbered);
        let first = numbered.next()?;
        let called = format!("{} is {}", self.id(first), path_of(&first)?.display());
        Some(match numbered.count() as u64 {
            0 => format!("2 files have one name; {called}"),
            others => format!(
                "{} have the names of others and ~2, ~3, … after them; {called}",
                units::counted(1 + others, "file", "files")
            ),
        })
    }

    /// Returns the unchanged id of a row in its file, which several rows may have; for a file, its complete id.
    pub fn own_id(&self, doc: DocNo) -> &str {
        let row = self.row_as_read(doc);
        &row.id[bare_start(row) as usize..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::{DocumentRow, RowSpan, SourceLocation};

    fn start_of(id: &str, location: SourceLocation) -> &str {
        let row = DocumentRow {
            id: id.to_owned(),
            location,
            ..<DocumentRow>::default()
        };
        &id[bare_start(row.view()) as usize..]
    }

    #[test]
    fn the_bare_id_begins_after_the_path_even_if_both_contain_marks() {
        let at = |line| RowSpan {
            line,
            offset: 0,
            length: 1,
        };
        let row = |path: &str| SourceLocation::file(path).row(at(1));
        assert_eq!(start_of("a.jsonl#r1", row("/c/a.jsonl")), "r1");
        assert_eq!(start_of("x/a.jsonl#r#1", row("/c/x/a.jsonl")), "r#1");
        let start = start_of("a.jsonl#b/a.jsonl#r", row("/c/a.jsonl"));
        assert_eq!(start, "b/a.jsonl#r");
        let start = start_of("a.jsonl#b/a.jsonl#r", row("/c/a.jsonl#b/a.jsonl"));
        assert_eq!(start, "r");
        assert_eq!(start_of("a.jsonl#r~2", row("a.jsonl")), "r~2");
        let start = start_of("a.txt#b", SourceLocation::file("/c/a.txt#b"));
        assert_eq!(start, "a.txt#b");
        let member = |line| {
            SourceLocation::file("/c/z.zip")
                .member("d/a.csv")
                .row(at(line))
        };
        assert_eq!(start_of("z.zip!/d/a.csv#7", member(1)), "7");
        assert_eq!(start_of("z.zip!/d/a.csv#7", member(0)), "z.zip!/d/a.csv#7");
    }
}
