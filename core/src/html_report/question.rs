//! The question of a report, and its input.

use std::collections::HashSet;
use std::path::PathBuf;

use serde::Serialize;

use crate::base::{Cancel, DocNo, units};
use crate::candidates::{MethodConfig, PairSet};
use crate::cluster::{Clustering, DecidedDifferent, Linkage};
use crate::evidence::{CopiedText, CopiedTextConfig, DisguisedDocument};
use crate::filter::Filter;
use crate::index::Collection;
use crate::mask::MaskConfig;
use crate::review::ReviewState;
use crate::similarity::{BridgedPassage, Bridging, Pair, bridged_passages};

/// The question, and the selection of pairs.
#[derive(Clone, Debug)]
pub struct ReportQuestion {
    /// How pairs were searched.
    pub method_config: MethodConfig,
    /// The linkage of clusters.
    pub linkage: Linkage,
    /// Whether pairs with the decision "different" connect clusters.
    pub decided_different: DecidedDifferent,
    /// How shared runs become passages.
    pub bridging: Bridging,
    /// Minimum similarity of a pair, 0..=1.
    pub threshold: f64,
    /// The paths of the corpus, as given.
    pub paths: Vec<PathBuf>,
    /// The filter of the pairs, as written and as read.
    pub filter: Option<(String, Filter)>,
    /// The scope of the report.
    pub scope: ReportScope,
    /// Aliases instead of names.
    pub anonymous: bool,
    /// Only pairs with a decision.
    pub only_decided: bool,
    /// Words around each passage, on either side. Inside passages, long runs of equal words are folded, except this
    /// number of words at both ends.
    pub context: usize,
    /// Text that is excluded from the comparison.
    pub masks: MaskConfig,
    /// Text that the rule of common text excludes, if there is such a rule.
    pub excluded: Option<ByRule>,
    /// Description of the exclusions kept with the corpus that do not apply here; may be empty.
    pub not_excluded: String,
    /// The disguised documents, ascending.
    pub disguised: Vec<DisguisedDocument>,
}

/// The text that a rule excludes.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ByRule {
    /// The rule.
    pub rule: String,
    /// Its first passages: the text, the number of documents with it, and its words.
    pub passages: Vec<(String, u32, u32)>,
    /// Number of all passages.
    pub all: usize,
    /// Number of pairs that would be listed without it.
    pub hidden: u64,
    /// The first of these pairs.
    #[serde(skip)]
    pub first: Vec<(DocNo, DocNo)>,
    /// Their names.
    pub pairs: Vec<[String; 2]>,
    /// A note if the list is limited; may be empty.
    pub note: String,
}

/// The pairs of a corpus.
#[derive(Clone, Copy)]
pub enum ReportPairs<'a> {
    /// Near-duplicates, and the clusters that they make at the threshold.
    NearDuplicates(&'a PairSet, &'a Clustering),
    /// Pairs with copied text.
    CopiedText(&'a CopiedText),
}

impl ReportPairs<'_> {
    /// The definition of copied text; `None` for near-duplicates.
    pub fn copied_text(self) -> Option<CopiedTextConfig> {
        match self {
            ReportPairs::NearDuplicates(..) => None,
            ReportPairs::CopiedText(copied) => Some(copied.config),
        }
    }
}

/// Cancellation and progress of a report.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    /// Cancels the report.
    pub cancel: &'a Cancel,
    /// Receives the number of pairs whose passages are ready, and the total.
    pub progress: &'a (dyn Fn(usize, usize) + Sync),
}

/// The common input of all parts of a report.
#[derive(Clone, Copy)]
pub(super) struct ReportInput<'a> {
    /// The documents, without excluded text.
    pub collection: &'a Collection,
    /// The decisions.
    pub state: &'a ReviewState,
    /// The names of documents.
    pub names: &'a Names<'a>,
    /// The question.
    pub question: &'a ReportQuestion,
    /// Cancels the report.
    pub cancel: &'a Cancel,
}

impl ReportInput<'_> {
    /// The passages that two documents share.
    pub(super) fn passages(&self, pair: &Pair) -> Vec<BridgedPassage> {
        let [a, b] = [pair.a, pair.b].map(|doc| self.collection.terms(doc));
        bridged_passages(&a, &b, &self.question.bridging)
    }
}

/// The pairs that a report is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ReportScope {
    /// All pairs.
    #[default]
    All,
    /// The pairs of a document.
    Document(DocNo),
    /// The pairs within clusters, each named by any of its documents.
    Clusters(Vec<DocNo>),
}

/// An alias such as `Text 17` for each document. The number is its position in the order of digests of words, then of
/// bytes, then of names. So an alias reveals nothing about the name, and stays the same after renaming, as long as the
/// corpus has the same texts.
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

/// The names of documents.
pub(super) struct Names<'a> {
    collection: &'a Collection,
    aliases: Option<Vec<String>>,
}

impl<'a> Names<'a> {
    /// The real names, or aliases if `hidden`.
    pub(super) fn new(collection: &'a Collection, hidden: bool) -> Self {
        Names {
            collection,
            aliases: hidden.then(|| aliases(collection)),
        }
    }

    /// Whether names are replaced by aliases.
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

/// The scope as the head of the page shows it.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct ScopeEntry {
    /// The sentence before the names.
    pub about: String,
    /// The document, or the clusters as `clusters --decided-different apart` numbers them.
    pub names: Vec<String>,
}

impl ReportScope {
    /// Whether a pair is in it.
    pub(super) fn has(&self, pair: &Pair, clustering: Option<&Clustering>) -> bool {
        match self {
            ReportScope::All => true,
            ReportScope::Document(doc) => [pair.a, pair.b].contains(doc),
            ReportScope::Clusters(clusters) => clustering.is_some_and(|clustering| {
                let cluster = |doc: DocNo| clustering.cluster_of(doc).map(|(at, _)| at);
                let common = cluster(pair.a).filter(|at| cluster(pair.b) == Some(*at));
                common.is_some_and(|at| clusters.iter().any(|doc| cluster(*doc) == Some(at)))
            }),
        }
    }

    /// The documents that the report names, given its pairs; `None` for all of the corpus.
    pub(super) fn documents(&self, pairs: &[Pair]) -> Option<HashSet<DocNo>> {
        let document = match self {
            ReportScope::All => return None,
            ReportScope::Document(doc) => Some(*doc),
            ReportScope::Clusters(_) => None,
        };
        Some(document.into_iter().chain(documents_of(pairs)).collect())
    }

    /// The scope for the head of the page; `None` for the complete corpus. `compared` is the number of documents that
    /// each document is compared with, if that is all of them.
    pub(super) fn entry(
        &self,
        names: &Names<'_>,
        clustering: Option<&Clustering>,
        compared: Option<usize>,
    ) -> Option<ScopeEntry> {
        let (about, names) = match self {
            ReportScope::All => return None,
            ReportScope::Document(doc) => {
                let comparison = match compared {
                    None => String::new(),
                    Some(1) => ", compared with the only one".to_owned(),
                    Some(n) => format!(", compared with all {}", units::count(n as u64)),
                };
                let about = format!("This report is about one document{comparison}:");
                (about, vec![names.name_of(*doc)])
            }
            ReportScope::Clusters(documents) => {
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

/// The documents of pairs; a document occurs once for each of its pairs.
pub(super) fn documents_of(pairs: &[Pair]) -> impl Iterator<Item = DocNo> {
    pairs.iter().flat_map(|pair| [pair.a, pair.b])
}
