//! Orders of documents: by position in the corpus, and by a rule.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use anyhow::{anyhow, ensure};

use super::super::sets::Sets;
use super::rule::Rule;
use crate::base::files::absolute;
use crate::base::{Cancel, DocNo};
use crate::candidates::PairSet;
use crate::corpus::read::DocumentReader;
use crate::index::Collection;

/// All documents in the order of the corpus: by path in `roots`, then by path of the file, then by position in the
/// file.
pub(super) fn of_corpus(collection: &Collection, roots: &[PathBuf]) -> Vec<DocNo> {
    let mut number_of: HashMap<PathBuf, usize> = HashMap::new();
    for (number, root) in roots.iter().enumerate() {
        number_of.entry(absolute(root)).or_insert(number);
    }
    let root_of = |path: &Path| {
        let path = absolute(path);
        let numbers = path.ancestors().filter_map(|root| number_of.get(root));
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

/// Returns all documents, the archive first, then by the rule, ties in the order of `corpus`. Only the documents
/// `linked` have neighbours, so others need no rank.
///
/// # Errors
/// A text has changed or cannot be read, or `cancel` is stopped.
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
    // A lower rank is preferred.
    let mut ranks: HashMap<DocNo, i128> = HashMap::new();
    match rule {
        Rule::First => {}
        Rule::Path(glob) => ranks.extend(linked.map(|doc| {
            let ids = [collection.id(doc), collection.printed_id(doc)];
            let is_match = ids.into_iter().any(|id| glob.matches(id));
            (doc, i128::from(!is_match))
        })),
        Rule::Newest => {
            for doc in linked {
                cancel.check()?;
                let date = subject.sets.dated(collection, doc).date();
                ranks.insert(doc, date.map_or(i128::MAX, |date| -date.nanoseconds()));
            }
        }
        Rule::Longest => {
            let mut reader = DocumentReader::new(&collection.settings().reading);
            for doc in linked {
                cancel.check()?;
                let row = collection.row(doc);
                let document = reader
                    .document(row.id, &row.location.to_place())
                    .map_err(|reason| anyhow!("{}: {reason}", row.id))?;
                ensure!(
                    document.row.fingerprint == row.fingerprint,
                    "{} has changed since it was read: read the corpus again",
                    row.id
                );
                ranks.insert(doc, -(document.text.chars().count() as i128));
            }
        }
    }
    let classes = collection.classes();
    let is_new = |doc: DocNo| classes.is_some_and(|classes| !classes.class(doc).archive);
    let mut order = corpus.to_vec();
    order.sort_by_cached_key(|doc| (is_new(*doc), ranks.get(doc).copied()));
    Ok(order)
}

/// The documents and pairs for keeping one copy.
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
    /// Dates given by options, and the documents of the archive, which any rule prefers.
    pub sets: &'a Sets,
}
