//! Orders of documents: as the corpus has them, and by a rule.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use anyhow::bail;

use super::super::sets::Sets;
use super::rule::Rule;
use crate::base::files::absolute;
use crate::base::{Cancel, DocNo};
use crate::candidates::PairSet;
use crate::corpus::read::{self, DocumentReader};
use crate::corpus::{Document, Kind, RowView};
use crate::index::Collection;

/// All documents in the order of the corpus: as its paths were given in `roots`, then by the path of the file, then as
/// they stand in the file.
pub(super) fn of_corpus(collection: &Collection, roots: &[PathBuf]) -> Vec<DocNo> {
    let mut number_of: HashMap<PathBuf, usize> = HashMap::new();
    for (number, root) in roots.iter().enumerate() {
        number_of.entry(absolute(root)).or_insert(number);
    }
    let root_of = |path: &Path| {
        let path = absolute(path);
        let numbers = path.ancestors().filter_map(|above| number_of.get(above));
        numbers.min().copied().unwrap_or(roots.len())
    };
    let mut last: Option<(&Path, usize)> = None;
    let documents = collection.documents().map(|doc| {
        let path = collection.row(doc).location.path;
        // Rows of one file follow each other.
        let root = match last {
            Some((file, root)) if file == path => root,
            _ => root_of(path),
        };
        last = Some((path, root));
        (root, doc)
    });
    let mut documents: Vec<(usize, DocNo)> = documents.collect();
    let position = |(root, doc): &(usize, DocNo)| {
        let location = collection.row(*doc).location;
        let path = location.path.as_os_str().as_encoded_bytes();
        (*root, path, location.member, location.row.line, *doc)
    };
    documents.sort_unstable_by(|a, b| position(a).cmp(&position(b)));
    documents.into_iter().map(|(_, doc)| doc).collect()
}

/// All documents by the rule, those of the archive first; of equals in the order of `corpus`. Only the documents
/// `linked` have neighbours, so that no key of another counts.
///
/// # Errors
/// A text cannot be read as it was, or `cancel` returned `false`.
pub(super) fn by_rule(
    subject: &KeepSubject<'_>,
    rule: &Rule,
    corpus: &[DocNo],
    linked: &[DocNo],
    cancel: &Cancel,
) -> anyhow::Result<Vec<DocNo>> {
    let collection = subject.collection;
    let all = corpus.iter().copied();
    let linked = all.filter(|doc| linked.binary_search(doc).is_ok());
    // Less is better.
    let mut ranks: HashMap<DocNo, i128> = HashMap::new();
    let rank = |value: Option<i128>| value.map_or(i128::MAX, |value| -value);
    match rule {
        Rule::First => {}
        Rule::Path(glob) => ranks.extend(linked.map(|doc| {
            let ids = [collection.id(doc), collection.printed_id(doc)];
            let is_one = ids.into_iter().any(|id| glob.matches(id));
            (doc, i128::from(!is_one))
        })),
        Rule::Newest => {
            for doc in linked {
                cancel.check()?;
                let date = subject.sets.dated(collection, doc).date();
                ranks.insert(doc, rank(date.map(|date| date.nanoseconds())));
            }
        }
        Rule::Longest => each_text(collection, linked, cancel, |doc, document| {
            ranks.insert(doc, rank(Some(document.text.chars().count() as i128)));
        })?,
        Rule::BestTitle => each_text(collection, linked, cancel, |doc, document| {
            let row = collection.row_as_read(doc);
            let (file, text) = (row.location.path, &*document.text);
            let is_row = matches!(row.kind, Kind::JsonRow | Kind::TableRow);
            let is_name =
                |title: &str| [file.file_name(), file.file_stem()].contains(&Some(title.as_ref()));
            // A title that says no more than the file, or than the text of its row, is no better than none.
            let title = own_title(row, text);
            let title = title.filter(|title| !is_name(title));
            let title = title.filter(|title| !is_row || !begins_with(text, title));
            ranks.insert(doc, rank(title.map(|title| title.chars().count() as i128)));
        })?,
    }
    let classes = collection.classes();
    let is_new = |doc: DocNo| classes.is_some_and(|classes| !classes.class(doc).archive);
    let mut order = corpus.to_vec();
    order.sort_by_cached_key(|doc| (is_new(*doc), ranks.get(doc).copied()));
    Ok(order)
}

/// The title that the source of a document gives: one that only repeats the name of the file or the beginning of the
/// text is none.
fn own_title<'a>(row: RowView<'a>, text: &str) -> Option<&'a str> {
    let (id, title) = (row.id, row.title);
    let rest = id.strip_suffix(title);
    let is_name = rest.is_some_and(|rest| rest.is_empty() || rest.ends_with(['/', '#']));
    let is_given = !title.trim().is_empty() && !is_name && title != read::beginning(text);
    is_given.then_some(title)
}

/// Whether a text begins with the letters and digits of a title, whatever stands between them and at its end.
fn begins_with(text: &str, title: &str) -> bool {
    let signs = |text: &str| -> Vec<char> {
        let letters = text.chars().filter(|sign| sign.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect()
    };
    let title = signs(title);
    // So much of the text that it has as many, if white space and signs are not more than they are.
    let begin: String = text.chars().take(title.len() * 4 + 100).collect();
    !title.is_empty() && signs(&begin).starts_with(&title)
}

/// Reads the texts of `documents` again, which are in the order of the corpus.
fn each_text(
    collection: &Collection,
    documents: impl Iterator<Item = DocNo>,
    cancel: &Cancel,
    mut each: impl FnMut(DocNo, &Document),
) -> anyhow::Result<()> {
    let mut again = DocumentReader::new(&collection.settings().reading);
    for doc in documents {
        cancel.check()?;
        let row = collection.row(doc);
        match again.document(row.id, &row.location.to_place()) {
            Ok(document) if document.row.fingerprint == row.fingerprint => each(doc, &document),
            Ok(_) => bail!(
                "{} has changed since it was read: read the corpus again",
                row.id
            ),
            Err(reason) => bail!("{}: {reason}", row.id),
        }
    }
    Ok(())
}

/// The documents and pairs of which one copy is kept.
#[derive(Clone, Copy)]
pub struct KeepSubject<'a> {
    /// The documents.
    pub collection: &'a Collection,
    /// Their pairs, down to `threshold` at least.
    pub pairs: &'a PairSet,
    /// Pairs at or above this similarity are near-duplicates, 0..=1.
    pub threshold: f64,
    /// The paths of the corpus, as given.
    pub roots: &'a [PathBuf],
    /// Dates that were given, and which documents are the archive: those come first by any rule.
    pub sets: &'a Sets,
}
