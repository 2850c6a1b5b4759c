//! What is asked of a corpus, and what a report about it is made from.

use crate::base::Cancel;
use std::path::PathBuf;

use serde::Serialize;

use super::scope::{Names, Scope};
use crate::base::DocNo;
use crate::candidates::{MethodConfig, PairSet};
use crate::cluster::{Clustering, DecidedDifferent, Linkage};
use crate::evidence::{CopiedText, CopiedTextConfig};
use crate::filter::Filter;
use crate::index::Collection;
use crate::mask::MaskConfig;
use crate::review::ReviewState;
use crate::similarity::{BridgedPassage, Bridging, Pair, bridged_passages};

/// What is asked of a corpus, and what of it is reported.
#[derive(Clone, Debug)]
pub struct ReportQuestion {
    /// How pairs were searched.
    pub method_config: MethodConfig,
    /// What makes a cluster.
    pub linkage: Linkage,
    /// Whether pairs decided different hold a cluster together.
    pub decided_different: DecidedDifferent,
    /// How shared runs become passages.
    pub bridging: Bridging,
    /// The least similarity of a pair, 0..=1.
    pub threshold: f64,
    /// The paths of the corpus, as given.
    pub paths: Vec<PathBuf>,
    /// The filter of the pairs, as written and as read.
    pub filter: Option<(String, Filter)>,
    /// What the report is about.
    pub scope: Scope,
    /// Aliases instead of names.
    pub anonymous: bool,
    /// Only pairs with a decision.
    pub only_decided: bool,
    /// Text around passages.
    pub context: Context,
    /// Pairs whose passages are shown.
    pub shown: usize,
    /// What is excluded from the comparison.
    pub masks: MaskConfig,
    /// What the rule of common text excludes, if there is one.
    pub excluded: Option<ByRule>,
    /// What is kept excluded with the corpus and is compared here, in words; may be empty.
    pub not_excluded: String,
    /// The disguised documents, ascending.
    pub disguised: Vec<DocNo>,
}

/// What a rule excludes.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ByRule {
    /// The rule.
    pub rule: String,
    /// Its first passages: the text, how many documents hold it, and its words.
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
    /// What limits their number; may be empty.
    pub note: String,
}

/// How much text is shown around a passage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Context {
    /// So many words on either side. Within passages, long stretches of the same words are folded up to so many words
    /// at either end.
    Words(usize),
    /// So many words on either side, and passages whole.
    Unfolded(usize),
    /// All of the text.
    Whole,
}

impl Context {
    /// Words at either end of what is folded; `None` if nothing is.
    pub fn folds(self) -> Option<usize> {
        match self {
            Context::Words(words) => Some(words),
            Context::Unfolded(_) | Context::Whole => None,
        }
    }

    /// Words around passages; `None` for whole texts.
    pub fn words(self) -> Option<usize> {
        match self {
            Context::Words(words) | Context::Unfolded(words) => Some(words),
            Context::Whole => None,
        }
    }

    /// The same with passages whole.
    pub fn unfolded(self) -> Self {
        match self {
            Context::Words(words) => Context::Unfolded(words),
            other => other,
        }
    }
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
    /// What is copied text; `None` for near-duplicates.
    pub fn copied_text(self) -> Option<CopiedTextConfig> {
        match self {
            ReportPairs::NearDuplicates(..) => None,
            ReportPairs::CopiedText(copied) => Some(copied.config),
        }
    }
}

/// Polled and told while a report is gathered.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    /// Whether the report is still wanted.
    pub cancel: &'a Cancel,
    /// Told of how many pairs the passages are there, and of how many they will be.
    pub progress: &'a (dyn Fn(usize, usize) + Sync),
}

/// What every part of a report is made from.
#[derive(Clone, Copy)]
pub(super) struct ReportInput<'a> {
    /// The documents, without what is masked.
    pub collection: &'a Collection,
    /// The decisions.
    pub state: &'a ReviewState,
    /// How documents are called.
    pub names: &'a Names<'a>,
    /// What was asked.
    pub question: &'a ReportQuestion,
    /// Whether the report is still wanted.
    pub cancel: &'a Cancel,
}

impl ReportInput<'_> {
    /// The passages that two documents share.
    pub(super) fn passages(&self, pair: &Pair) -> Vec<BridgedPassage> {
        let [a, b] = [pair.a, pair.b].map(|doc| self.collection.terms(doc));
        bridged_passages(&a, &b, &self.question.bridging)
    }
}
