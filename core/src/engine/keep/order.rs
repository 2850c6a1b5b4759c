//! Orders of documents: as the corpus has them, and by a rule.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use anyhow::bail;

use super::rule::Rule;
use super::subject::Subject;
use crate::base::DocNo;
use crate::collection::Collection;
use crate::corpus::copy::{self, lines};
use crate::corpus::read::DocumentReader;
use crate::corpus::{Document, Kind};

/// What orders files: the number of the path that was given, the path of the file, the member of an archive.
type FileKey<'a> = (usize, &'a [u8], &'a str);

/// All documents in the order of the corpus: as its paths were given, then by the path of the file, then as they
/// stand in the file.
pub(super) fn of_corpus(collection: &Collection, roots: &[PathBuf]) -> Vec<DocNo> {
    let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut number_of: HashMap<PathBuf, usize> = HashMap::new();
    for (number, root) in roots.iter().enumerate() {
        number_of.entry(absolute(root)).or_insert(number);
    }
    let root_of = |path: &Path| {
        let path = absolute(path);
        let known = path.ancestors().filter_map(|above| number_of.get(above));
        known.min().copied().unwrap_or(roots.len())
    };
    let mut files: BTreeMap<FileKey<'_>, Vec<(u64, DocNo)>> = BTreeMap::new();
    // Rows of one file follow each other.
    let mut last: Option<(&Path, usize)> = None;
    for doc in collection.documents() {
        let place = &collection.row(doc).place;
        let path = copy::file_of(place);
        let root = match last {
            Some((known, root)) if known == path => root,
            _ => root_of(path),
        };
        last = Some((path, root));
        let (member, line) = copy::position(place);
        let bytes = path.as_os_str().as_encoded_bytes();
        let of_file = files.entry((root, bytes, member)).or_default();
        of_file.push((line, doc));
    }
    let mut order = Vec::with_capacity(collection.len());
    for mut of_file in files.into_values() {
        of_file.sort_unstable();
        order.extend(of_file.into_iter().map(|(_, doc)| doc));
    }
    order
}

/// What the rule orders a document by; less is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    /// Of a number that is better the greater it is; `None` last.
    Most(Reverse<Option<i128>>),
    /// Whether it is one of the others.
    Other(bool),
    /// All are equal.
    Equal,
}

/// All documents by the rule, those of the archive first; of equals in the order of `corpus`. Only the documents
/// `concerned` have neighbours, so that no key of another counts.
///
/// # Errors
/// A text cannot be read as it was, or `should_continue` returned `false`.
pub(super) fn by_rule(
    subject: &Subject<'_>,
    rule: &Rule,
    corpus: &[DocNo],
    concerned: &[DocNo],
    should_continue: &dyn Fn() -> bool,
) -> anyhow::Result<Vec<DocNo>> {
    let collection = subject.collection;
    let all = corpus.iter().copied();
    let concerned = all.filter(|doc| concerned.binary_search(doc).is_ok());
    let mut keys: HashMap<DocNo, Key> = HashMap::new();
    match rule {
        Rule::First => {}
        Rule::Path(glob) => keys.extend(concerned.map(|doc| {
            let is_one = glob.matches(collection.id(doc));
            (doc, Key::Other(!is_one))
        })),
        Rule::Newest => {
            for doc in concerned {
                if !should_continue() {
                    bail!("interrupted");
                }
                let date = subject.sets.dated(collection, doc).date();
                let at = date.map(|date| i128::from(date.nanoseconds()));
                keys.insert(doc, Key::Most(Reverse(at)));
            }
        }
        Rule::Longest => each_text(collection, concerned, should_continue, |doc, document| {
            let characters = document.text.chars().count() as i128;
            keys.insert(doc, Key::Most(Reverse(Some(characters))));
        })?,
        Rule::BestTitle => {
            // The title of a row may be the beginning of its text.
            let is_row = |doc: &DocNo| {
                let kind = collection.row(*doc).kind;
                matches!(kind, Kind::JsonRow | Kind::TableRow)
            };
            let (rows, others): (Vec<DocNo>, Vec<DocNo>) = concerned.partition(is_row);
            let mut take = |doc: DocNo, text: &str| {
                let title = lines::own_title(collection.row_as_read(doc), text);
                let length = title.map(|title| title.chars().count() as i128);
                keys.insert(doc, Key::Most(Reverse(length)));
            };
            for doc in others {
                take(doc, "");
            }
            each_text(
                collection,
                rows.into_iter(),
                should_continue,
                |doc, document| {
                    take(doc, &document.text);
                },
            )?;
        }
    }
    let classes = collection.classes();
    let is_new = |doc: DocNo| classes.is_some_and(|classes| !classes.class(doc).archive);
    let mut order = corpus.to_vec();
    order.sort_by_cached_key(|doc| (is_new(*doc), keys.get(doc).copied().unwrap_or(Key::Equal)));
    Ok(order)
}

/// Reads the texts of `documents` again, which are in the order of the corpus.
fn each_text(
    collection: &Collection,
    documents: impl Iterator<Item = DocNo>,
    should_continue: &dyn Fn() -> bool,
    mut each: impl FnMut(DocNo, &Document),
) -> anyhow::Result<()> {
    let mut again = DocumentReader::new(&collection.settings().reading);
    for doc in documents {
        if !should_continue() {
            bail!("interrupted");
        }
        let row = collection.row(doc);
        match again.document(&row.id, &row.place) {
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
