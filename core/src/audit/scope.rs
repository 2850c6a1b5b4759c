//! What of a corpus a report is about.

use std::collections::HashSet;

use super::data::ScopeEntry;
use super::names::Names;
use crate::base::DocNo;
use crate::cluster::Clustering;
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

impl Scope {
    /// Whether a pair is in it.
    pub(super) fn has(&self, pair: &Pair, clustering: Option<&Clustering>) -> bool {
        match self {
            Scope::All => true,
            Scope::Document(doc) => [pair.a, pair.b].contains(doc),
            Scope::Clusters(of) => clustering.is_some_and(|clustering| {
                let cluster = |doc: DocNo| clustering.cluster_of(doc).map(|(at, _)| at);
                let both = cluster(pair.a).filter(|at| cluster(pair.b) == Some(*at));
                both.is_some_and(|at| of.iter().any(|doc| cluster(*doc) == Some(at)))
            }),
        }
    }

    /// The documents that the report names, given its pairs; `None` for all of the corpus.
    pub(super) fn documents(&self, pairs: &[Pair]) -> Option<HashSet<DocNo>> {
        let named = match self {
            Scope::All => return None,
            Scope::Document(doc) => vec![*doc],
            Scope::Clusters(_) => Vec::new(),
        };
        Some(named.into_iter().chain(documents_of(pairs)).collect())
    }

    /// As the report names it; `None` for all of the corpus.
    pub(super) fn entry(
        &self,
        names: &Names<'_>,
        clustering: Option<&Clustering>,
    ) -> Option<ScopeEntry> {
        let of = |what: &str, documents: &[DocNo], clusters: Vec<usize>| {
            Some(ScopeEntry {
                what: what.to_owned(),
                names: documents.iter().map(|doc| names.of(*doc)).collect(),
                clusters,
            })
        };
        match self {
            Scope::All => None,
            Scope::Document(doc) => of("document", &[*doc], Vec::new()),
            Scope::Clusters(documents) => {
                let number = |doc: &DocNo| {
                    let cluster = clustering?.cluster_of(*doc);
                    cluster.map(|(at, _)| at + 1)
                };
                let mut numbers: Vec<usize> = documents.iter().filter_map(number).collect();
                numbers.sort_unstable();
                numbers.dedup();
                of("clusters", &[], numbers)
            }
        }
    }
}

/// The documents of pairs; those of several pairs as often.
pub(super) fn documents_of(pairs: &[Pair]) -> impl Iterator<Item = DocNo> {
    pairs.iter().flat_map(|pair| [pair.a, pair.b])
}
