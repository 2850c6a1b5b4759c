//! Ids of rows without the path of their file, for commands whose output is joined with a table of one's own.
//!
//! The id of a row is `path#ID`. Its bare id is `ID`, if that is neither the bare nor the whole id of another document.

use std::collections::HashMap;

use crate::base::DocNo;
use crate::corpus::RowView;
use crate::corpus::packing::SEPARATOR;

/// Where the bare id of each document begins.
#[derive(Debug)]
pub(super) struct BareIds {
    /// For each document the byte of its id at which the bare id begins; 0 for files, and where the bare id would not
    /// be unique.
    pub starts: Vec<u32>,
    /// Rows whose bare id is not unique.
    pub repeated: Vec<DocNo>,
    /// Documents by bare id.
    pub documents: HashMap<Box<str>, DocNo>,
}

/// The byte at which the id of a row within its file begins; 0 for a file. The part before it is the end of the path
/// of the file, of the possible ones the longest, since both may have `#` in them.
pub(super) fn bare_start(row: RowView<'_>) -> u32 {
    if row.place.row.line == 0 {
        return 0;
    }
    let path = row.place.path.to_string_lossy();
    let path = match row.place.member {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::{DocumentRow, Place, RowSpan};

    fn start_of(id: &str, place: Place) -> &str {
        let row = DocumentRow {
            id: id.to_owned(),
            place,
            ..crate::collection::made::row()
        };
        &id[bare_start(row.view()) as usize..]
    }

    #[test]
    fn the_id_within_the_file_begins_behind_the_path_whatever_marks_both_have() {
        let at = |line| RowSpan {
            line,
            offset: 0,
            length: 1,
        };
        let row = |path: &str| Place::file(path).row(at(1));
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
        assert_eq!(start_of("a.txt#b", Place::file("/c/a.txt#b")), "a.txt#b");
        let member = |line| Place::file("/c/z.zip").member("d/a.csv").row(at(line));
        assert_eq!(start_of("z.zip!/d/a.csv#7", member(1)), "7");
        assert_eq!(start_of("z.zip!/d/a.csv#7", member(0)), "z.zip!/d/a.csv#7");
    }
}
