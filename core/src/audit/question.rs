//! From the pairs of a corpus to its audit, one way for the command and the screens.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use super::data::{Audit, AuditQuestion, ComparedEntry, Spread};
use super::fingerprint::fingerprint;
use super::gather::{AuditContents, Given, Listed, gather};
use super::groups::ClustersOfPairs;
use super::scope::Scope;
use crate::base::DocNo;
use crate::candidates::{MethodConfig, PairSet};
use crate::cluster::{Clustering, DecidedDifferent, Linkage};
use crate::collection::{Classes, Collection, ComparedWith};
use crate::config::{AnalysisConfig, Purpose, Setting, table};
use crate::evidence::long_runs::RUN;
use crate::evidence::{CopiedText, Evidence};
use crate::filter::{Filter, PairSubject};
use crate::lab::tuning::Counts;
use crate::review::ReviewState;
use crate::similarity::{Bridging, Pair, bridged_passages};

/// Pairs that are filtered at a time.
const CHUNK: usize = 4096;

/// What is asked of a corpus, and what of it is reported.
#[derive(Clone, Debug)]
pub struct Question {
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
    /// What is told of them.
    pub wanted: AuditContents,
}

/// The pairs of a corpus.
#[derive(Clone, Copy)]
pub enum AuditPairs<'a> {
    /// Near-duplicates, and the clusters that they make at the threshold.
    NearDuplicates(&'a PairSet, &'a Clustering),
    /// Pairs with copied text.
    CopiedText(&'a CopiedText),
}

/// Polled and told while an audit is gathered.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    /// Whether the audit is still wanted.
    pub should_continue: &'a (dyn Fn() -> bool + Sync),
    /// Told of how many pairs the passages are there, and of how many they will be.
    pub progress: &'a (dyn Fn(usize, usize) + Sync),
}

/// Answers a question. Call on the rayon pool.
///
/// # Errors
/// An interruption; a scope that the pairs do not have; settings that yield no normaliser.
pub fn audit(
    collection: &Collection,
    found: AuditPairs<'_>,
    state: &ReviewState,
    question: Question,
    watch: Watch<'_>,
) -> anyhow::Result<Audit> {
    let interrupted = || anyhow::anyhow!("interrupted");
    let chosen = Chosen {
        collection,
        state,
        question: &question,
        clustering: match found {
            AuditPairs::NearDuplicates(_, clustering) => Some(clustering),
            AuditPairs::CopiedText(_) => None,
        },
    };
    let (purpose, listed, asked) = match found {
        AuditPairs::NearDuplicates(pairs, _) => {
            let listed = chosen.near_duplicates(pairs, watch.should_continue);
            let bands = pairs.info.bands.map(|(b, r)| format!(" {b}×{r}"));
            let asked = AuditQuestion {
                method: format!("{}{}", pairs.info.method, bands.unwrap_or_default()),
                complete: pairs.info.complete,
                note: pairs.note_at(question.threshold),
                ..AuditQuestion::default()
            };
            (Purpose::NearDuplicates, listed, asked)
        }
        AuditPairs::CopiedText(copied) => {
            anyhow::ensure!(
                !matches!(question.scope, Scope::Clusters(_)),
                "clusters are made of near-duplicates, not of pairs with copied text"
            );
            let listed = chosen.copied_text(copied, watch.should_continue);
            let asked = AuditQuestion {
                passage: Some(copied.config.least_passage()),
                run: Some(RUN as u32),
                method: "exact".to_owned(),
                complete: true,
                note: copied.note.clone(),
                ..AuditQuestion::default()
            };
            (Purpose::CopiedText, listed, asked)
        }
    };
    let listed = listed.ok_or_else(interrupted)?;
    let settings = collection.settings();
    let measure = question.method_config.measure;
    let asked = AuditQuestion {
        purpose: purpose.name().to_owned(),
        threshold: question.threshold,
        measure: measure.name().to_owned(),
        compared: collection
            .classes()
            .and_then(|classes| compared(collection, classes)),
        unit: settings.normalisation.unit,
        keep_case: settings.normalisation.keep_case,
        bag: settings.sketching.bag,
        dropped_stopwords: settings.normalisation.drop_stopwords.clone(),
        dropped_numbers: settings.normalisation.drop_numbers,
        k: settings.sketching.k,
        permutations: settings.sketching.permutations,
        seed: settings.sketching.seed,
        settings: settings_of(collection, purpose, &question),
        filter: question.filter.as_ref().map(|(text, _)| text.clone()),
        ..asked
    };
    let given = Given {
        collection,
        listed,
        clusters: match found {
            AuditPairs::NearDuplicates(pairs, clustering) => Some(ClustersOfPairs {
                clustering,
                pairs,
                measure,
            }),
            AuditPairs::CopiedText(_) => None,
        },
        state,
        bridging: question.bridging,
        paths: question.paths.clone(),
        fingerprint: fingerprint(collection),
        scope: question.scope.clone(),
        asked,
    };
    let done = AtomicUsize::new(0);
    let on_done = |all: usize| (watch.progress)(done.fetch_add(1, Ordering::Relaxed) + 1, all);
    gather(given, question.wanted, watch.should_continue, &on_done)
}

/// Which pairs are compared, where that is said by an archive or by groups.
fn compared(collection: &Collection, classes: &Classes) -> Option<ComparedEntry> {
    let (archive, groups) = classes.counts();
    (archive + groups > 0).then(|| ComparedEntry {
        new: collection.len() - archive,
        archive,
        with: match classes.against() {
            ComparedWith::All => "all",
            ComparedWith::New => "new",
            ComparedWith::Archive => "archive",
        }
        .to_owned(),
        groups,
    })
}

/// Every setting of the dialog that decides figures of this question, with its value.
fn settings_of(
    collection: &Collection,
    purpose: Purpose,
    question: &Question,
) -> Vec<(String, String)> {
    let config = AnalysisConfig {
        purpose,
        settings: collection.settings().clone(),
        method_config: question.method_config.clone(),
        linkage: question.linkage,
        decided_different: question.decided_different,
        bridging: question.bridging,
        ..AnalysisConfig::default()
    };
    let method = question.method_config.method;
    let used = |setting: &&Setting| setting.methods.is_empty() || setting.methods.contains(&method);
    let rows = table::on_screen().filter(used);
    rows.map(|setting| (setting.name.to_owned(), setting.text(&config)))
        .collect()
}

/// Which pairs are in the report.
struct Chosen<'a> {
    collection: &'a Collection,
    state: &'a ReviewState,
    question: &'a Question,
    clustering: Option<&'a Clustering>,
}

impl Chosen<'_> {
    /// `None` once it should not continue.
    fn near_duplicates(
        &self,
        pairs: &PairSet,
        should_continue: &(dyn Fn() -> bool + Sync),
    ) -> Option<Listed> {
        let threshold = self.question.threshold;
        let positions = self.collection.settings().sketching.permutations;
        let size = |doc: DocNo| self.collection.shingle_set(doc).len() as u32;
        let mut listed = Listed {
            found: pairs.count(threshold),
            spread: Spread {
                similarity: Counts::histogram_from(pairs, threshold),
                ..Spread::default()
            },
            ..Listed::default()
        };
        let mut each = pairs.each(threshold, positions, size);
        loop {
            should_continue().then_some(())?;
            let chunk: Vec<(Pair, Option<Evidence>)> =
                each.by_ref().take(CHUNK).map(|pair| (pair, None)).collect();
            if chunk.is_empty() {
                return Some(listed);
            }
            self.add(chunk, &mut listed);
        }
    }

    /// `None` once it should not continue.
    fn copied_text(
        &self,
        copied: &CopiedText,
        should_continue: &(dyn Fn() -> bool + Sync),
    ) -> Option<Listed> {
        let mut words: Vec<u32> = copied.pairs.iter().map(|p| p.evidence.words()).collect();
        words.sort_unstable();
        let mut listed = Listed {
            found: copied.pairs.len() as u64,
            spread: Spread {
                words,
                ..Spread::default()
            },
            ..Listed::default()
        };
        for chunk in copied.pairs.chunks(CHUNK) {
            should_continue().then_some(())?;
            let chunk = chunk.iter().map(|p| (p.pair, Some(p.evidence)));
            self.add(chunk.collect(), &mut listed);
        }
        Some(listed)
    }

    /// Adds those of some pairs that are in the scope and match the filter.
    fn add(&self, mut pairs: Vec<(Pair, Option<Evidence>)>, listed: &mut Listed) {
        let scope = &self.question.scope;
        pairs.retain(|(pair, _)| scope.has(pair, self.clustering));
        let keeps: Vec<bool> = pairs.par_iter().map(|pair| self.matches(pair)).collect();
        let kept = pairs.into_iter().zip(keeps).filter(|(_, keeps)| *keeps);
        for (pair, _) in kept {
            let AuditContents { only_decided, .. } = self.question.wanted;
            listed.add(pair, self.state, only_decided);
        }
    }

    fn matches(&self, (pair, evidence): &(Pair, Option<Evidence>)) -> bool {
        let Some((_, filter)) = &self.question.filter else {
            return true;
        };
        let count = || {
            let [a, b] = [pair.a, pair.b].map(|doc| self.collection.terms(doc));
            Evidence::of(&bridged_passages(&a, &b, &self.question.bridging))
        };
        let evidence = evidence.or_else(|| filter.needs_evidence().then(count));
        let subject = PairSubject {
            collection: self.collection,
            pair,
            evidence: evidence.as_ref(),
            review: Some(self.state),
        };
        filter.matches(&subject) == Some(true)
    }
}
