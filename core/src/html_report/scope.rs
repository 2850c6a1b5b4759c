//! What of a corpus a report is about.

use std::collections::HashSet;

use serde::Serialize;

use crate::base::{DocNo, units};
use crate::cluster::Clustering;
use crate::index::Collection;
use crate::similarity::Pair;

/// What of a corpus a report is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// All pairs.
    #[default]
    All,
    /// The pairs of a document.
    Document(DocNo),
    /// The pairs within clusters, each named by any of its documents.
    Clusters(Vec<DocNo>),
}

/// `Text 17` for each document: its place in the order of the digests of its words, then of its bytes, then of its
/// name. So an alias does not follow the names, and stays when a file is renamed, as long as the corpus has the same
/// texts.
pub fn aliases(collection: &Collection) -> Vec<String> {
    let mut order: Vec<DocNo> = collection.documents().collect();
    order.sort_unstable_by_key(|doc| {
        let row = collection.row(*doc);
        (row.normalised, row.fingerprint, *doc)
    });
    let mut aliases = vec![String::new(); order.len()];
    for (index, doc) in order.into_iter().enumerate() {
        aliases[doc.index()] = format!("Text {}", index + 1);
    }
    aliases
}

/// How documents are called.
pub(super) struct Names<'a> {
    collection: &'a Collection,
    aliases: Option<Vec<String>>,
}

impl<'a> Names<'a> {
    /// Their own names, or if `hidden` aliases.
    pub(super) fn new(collection: &'a Collection, hidden: bool) -> Self {
        Names {
            collection,
            aliases: hidden.then(|| aliases(collection)),
        }
    }

    /// Whether aliases stand for the names.
    pub(super) fn hidden(&self) -> bool {
        self.aliases.is_some()
    }

    /// The name of a document.
    pub(super) fn name_of(&self, doc: DocNo) -> String {
        match &self.aliases {
            Some(aliases) => aliases[doc.index()].clone(),
            None => self.collection.printed_id(doc).to_owned(),
        }
    }
}

/// The same as the head of the page says it.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct ScopeEntry {
    /// The sentence that the names end.
    pub about: String,
    /// The document, or the clusters as `clusters --decided-different apart` numbers them.
    pub names: Vec<String>,
}

impl Scope {
    /// Whether a pair is in it.
    pub(super) fn has(&self, pair: &Pair, clustering: Option<&Clustering>) -> bool {
        match self {
            Scope::All => true,
            Scope::Document(doc) => [pair.a, pair.b].contains(doc),
            Scope::Clusters(clusters) => clustering.is_some_and(|clustering| {
                let cluster = |doc: DocNo| clustering.cluster_of(doc).map(|(at, _)| at);
                let both = cluster(pair.a).filter(|at| cluster(pair.b) == Some(*at));
                both.is_some_and(|at| clusters.iter().any(|doc| cluster(*doc) == Some(at)))
            }),
        }
    }

    /// The documents that the report names, given its pairs; `None` for all of the corpus.
    pub(super) fn documents(&self, pairs: &[Pair]) -> Option<HashSet<DocNo>> {
        let named = match self {
            Scope::All => return None,
            Scope::Document(doc) => Some(*doc),
            Scope::Clusters(_) => None,
        };
        Some(named.into_iter().chain(documents_of(pairs)).collect())
    }

    /// As the report names it; `None` for all of the corpus. `compared` is the number of documents that each is compared
    /// with, if these are all.
    pub(super) fn entry(
        &self,
        names: &Names<'_>,
        clustering: Option<&Clustering>,
        compared: Option<usize>,
    ) -> Option<ScopeEntry> {
        let (about, names) = match self {
            Scope::All => return None,
            Scope::Document(doc) => {
                let all = match compared {
                    None => String::new(),
                    Some(1) => ", compared with the only one".to_owned(),
                    Some(n) => format!(", compared with all {}", units::count(n as u64)),
                };
                let about = format!("This report is about one document{all}:");
                (about, vec![names.name_of(*doc)])
            }
            Scope::Clusters(documents) => {
                let number = |doc: &DocNo| Some(clustering?.cluster_of(*doc)?.0 + 1);
                let mut numbers: Vec<usize> = documents.iter().filter_map(number).collect();
                numbers.sort_unstable();
                numbers.dedup();
                let clusters = units::counted(numbers.len() as u64, "cluster", "clusters");
                let names = numbers.iter().map(|number| format!("cluster {number}"));
                let about = format!("This report is about the documents of {clusters}:");
                (about, names.collect())
            }
        };
        Some(ScopeEntry { about, names })
    }
}

/// The documents of pairs; those of several pairs as often.
pub(super) fn documents_of(pairs: &[Pair]) -> impl Iterator<Item = DocNo> {
    pairs.iter().flat_map(|pair| [pair.a, pair.b])
}
