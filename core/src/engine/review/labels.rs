//! The data of documents in an act, and decisions on pairs as labels for thresholds.

use std::sync::Arc;

use crate::base::{Cancel, DocNo};
use crate::candidates::verify;
use crate::engine::message::Update;
use crate::evidence::Evidence;
use crate::index::Collection;
use crate::lab::judge::Verdict;
use crate::lab::{LabelMetrics, LabelledPair, Labels, LabelsFile};
use crate::review::{
    Act, Decision, DecisionStatus, DecisionSubject, Figures, Journal, JudgedWith, ReviewEntry,
    ReviewState,
};
use crate::similarity::{Bridging, Measure, bridged_passages};

/// The label of a pair of documents.
#[derive(Clone, Debug, PartialEq)]
pub struct Label<'a> {
    /// A document.
    pub a: DocNo,
    /// A later document.
    pub b: DocNo,
    /// Whether they are near-duplicates.
    pub verdict: Verdict,
    /// The act with the decision.
    pub act: &'a Act,
}

/// Returns the label of a decision, if it has one. Acceptable text is still the same text; text from a template is not
/// the similarity in question.
fn verdict(decision: Decision) -> Option<Verdict> {
    match decision {
        Decision::Copied | Decision::Acceptable => Some(Verdict::Yes),
        Decision::Template | Decision::Different => Some(Verdict::No),
        Decision::Unsure => Some(Verdict::Unsure),
        Decision::Source | Decision::Undecided => None,
    }
}

/// Evaluates the decisions on pairs as labels; `None` when cancelled.
pub fn by_decisions(
    journal: &Arc<Journal>,
    collection: &Collection,
    measure: Measure,
    cancel: &Cancel,
) -> Option<Update> {
    if journal.acts.is_empty() {
        return Some(Update::Unlabelled);
    }
    let state = ReviewState::new(journal.clone(), collection);
    let labels = sure_labels(&labels(&state, collection));
    if labels.two_sided().is_err() {
        return Some(Update::Unlabelled);
    }
    let file = LabelsFile::default();
    let metrics = LabelMetrics::new(file, labels, collection, measure, None, cancel);
    Some(Update::Labelled(Arc::new(metrics?)))
}

/// Converts the labels, except unsure ones, for the evaluation of thresholds. Each has the name of its decision.
fn sure_labels(labels: &[Label<'_>]) -> Labels {
    let mut sure = Labels::default();
    for label in labels {
        let positive = match label.verdict {
            Verdict::Yes => true,
            Verdict::No => false,
            Verdict::Unsure => continue,
        };
        // There are fewer decisions than possible names.
        let name = sure.label_of(label.act.decision.name()).unwrap_or_default();
        sure.pairs.push(LabelledPair {
            a: label.a,
            b: label.b,
            label: name,
            positive,
        });
    }
    sure.pairs.sort_unstable_by_key(|pair| (pair.a, pair.b));
    sure
}

/// Returns the labels from decisions on pairs, by the names of the documents; one for each two texts.
pub fn labels<'a>(state: &'a ReviewState, collection: &Collection) -> Vec<Label<'a>> {
    let label = |entry: &'a ReviewEntry| {
        let act = state.act_of(entry);
        let verdict = verdict(act.decision)?;
        match (&act.subject, &entry.documents[..]) {
            (DecisionSubject::Pair { .. }, [a, b]) if a != b => Some(Label {
                a: *a.min(b),
                b: *a.max(b),
                verdict,
                act,
            }),
            _ => None,
        }
    };
    let holding = state.entries.iter();
    let holding = holding.filter(|entry| entry.standing == DecisionStatus::Holds);
    let mut labels: Vec<Label<'a>> = holding.filter_map(label).collect();
    labels.sort_by(|x, y| {
        let ids = |label: &Label<'_>| [label.a, label.b].map(|doc| collection.id(doc).to_owned());
        ids(x).cmp(&ids(y))
    });
    labels
}

/// Computes the figures of a pair from unmasked text.
pub fn figures(collection: &Collection, a: DocNo, b: DocNo) -> Figures {
    let (a, b) = (a.min(b), a.max(b));
    let [in_a, in_b] = [a, b].map(|doc| collection.terms(doc));
    let evidence = Evidence::from_passages(&bridged_passages(&in_a, &in_b, &Bridging::default()));
    Figures {
        jaccard: verify::overlap(collection, a, b).jaccard(),
        words: evidence.words(),
    }
}

/// The settings on which figures depend.
pub fn judged_with(collection: &Collection, threshold: f64, measure: Measure) -> JudgedWith {
    JudgedWith {
        threshold,
        k: collection.settings().sketching.k,
        measure: measure.name().to_owned(),
        unit: collection.unit(),
    }
}
