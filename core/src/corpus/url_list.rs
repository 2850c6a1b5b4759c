//! Lists of pages: a CSV file with the columns `url` and `file`, given as a path of the corpus. Each row is a
//! document with the URL as its id and the content of the file, whose path is relative to the list.

use std::path::Path;

use super::packing::extension;
use super::{SkipReason, Skipped};
use crate::base::files::whole_file;

/// The header of such a file.
const HEADER: [&str; 2] = ["url", "file"];

/// A row of a list: the URL and the file as it stands, or why the row cannot be used, with its line.
pub(super) type ListRow = Result<(String, String), Skipped>;

/// The rows of the list at `path`; `None` if it is another file. Ids of rows that cannot be used begin with
/// `name`.
///
/// # Errors
/// A file with the extension `csv` that cannot be read.
pub(super) fn rows(path: &Path, name: &str) -> Result<Option<Vec<ListRow>>, SkipReason> {
    if extension(path).as_deref() != Some("csv") {
        return Ok(None);
    }
    let bytes = whole_file(path)?;
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    let mut reader = csv::ReaderBuilder::new()
        .trim(csv::Trim::All)
        .from_reader(bytes);
    let is_list = reader
        .byte_headers()
        .is_ok_and(|headers| headers.iter().eq(HEADER.map(str::as_bytes)));
    if !is_list {
        return Ok(None);
    }
    let mut line = 1;
    let rows = reader.records().map(|record| {
        let position = match &record {
            Ok(record) => record.position(),
            Err(error) => error.position(),
        };
        line = position.map_or(line + 1, csv::Position::line);
        let why = match record {
            Ok(record) if !record[0].is_empty() && !record[1].is_empty() => {
                return Ok((record[0].to_owned(), record[1].to_owned()));
            }
            Ok(_) => "a URL and a file are needed".to_owned(),
            Err(error) => match error.kind() {
                csv::ErrorKind::UnequalLengths { len, .. } => {
                    format!("{len} fields where a URL and a file are needed")
                }
                _ => error.to_string(),
            },
        };
        let id = format!("{name}:{line}");
        Err(Skipped::new(id, SkipReason::BadRow(why)))
    });
    Ok(Some(rows.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(bytes: &[u8]) -> Option<Vec<ListRow>> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pages.csv");
        std::fs::write(&path, bytes).unwrap();
        rows(&path, "pages.csv").unwrap()
    }

    #[test]
    fn rows_are_pages_or_say_what_is_wrong_with_them() {
        let list = b"url,file\nhttp://h/a,a.html\nhttp://h/b\n,c.html\n\"http://h/d,e\",d.html\n";
        let rows = listed(list).unwrap();
        let bad = |line: u64, why: &str| {
            Err(Skipped::new(
                format!("pages.csv:{line}"),
                SkipReason::BadRow(why.to_owned()),
            ))
        };
        assert_eq!(
            rows,
            [
                Ok(("http://h/a".to_owned(), "a.html".to_owned())),
                bad(3, "1 fields where a URL and a file are needed"),
                bad(4, "a URL and a file are needed"),
                Ok(("http://h/d,e".to_owned(), "d.html".to_owned())),
            ]
        );
    }

    #[test]
    fn another_csv_file_is_no_list() {
        assert_eq!(listed(b"a,b\n1,2\n"), None);
        assert_eq!(listed(b"url,file,more\n1,2,3\n"), None);
        assert_eq!(listed(b"\xff\xfe"), None);
        assert_eq!(listed(b"url,file\n"), Some(vec![]));
        assert!(rows(Path::new("pages.txt"), "pages.txt").unwrap().is_none());
    }
}
