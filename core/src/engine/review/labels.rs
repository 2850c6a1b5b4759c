//! Decisions on pairs as labels that thresholds are held against.

use crate::base::DocNo;
use crate::collection::Collection;
use crate::lab::judge::Verdict;
use crate::lab::{LabelledPair, Labels};
use crate::review::{Act, Decision, DecisionStatus, ReviewState, Thing};

/// The label of a pair of documents.
#[derive(Clone, Debug, PartialEq)]
pub struct Label<'a> {
    /// A document.
    pub a: DocNo,
    /// Another one, later.
    pub b: DocNo,
    /// Whether they are near-duplicates. Where what people say gives different labels, [`Verdict::Unsure`].
    pub verdict: Verdict,
    /// The acts that count, of one person each, the latest first.
    pub acts: Vec<&'a Act>,
}

/// What a decision says of the likeness of two texts; `None` for none. What is acceptable is the same text all the
/// same; what comes from a template is not the likeness that is looked for.
fn verdict(decision: Decision) -> Option<Verdict> {
    match decision {
        Decision::Copied | Decision::Acceptable => Some(Verdict::Yes),
        Decision::Template | Decision::Different => Some(Verdict::No),
        Decision::Unsure => Some(Verdict::Unsure),
        Decision::Undecided => None,
    }
}

/// The labels as thresholds are held against them: unsure ones are left out, and each has the name of the latest
/// decision.
#[must_use]
pub fn sure_labels(labels: &[Label<'_>]) -> Labels {
    let mut sure = Labels::default();
    for label in labels {
        let positive = match label.verdict {
            Verdict::Yes => true,
            Verdict::No => false,
            Verdict::Unsure => continue,
        };
        let mut decisions = label.acts.iter().map(|act| act.decision);
        let Some(decision) = decisions.find(|decision| verdict(*decision).is_some()) else {
            continue;
        };
        let known = sure.names.iter().position(|name| name == decision.name());
        let name = known.unwrap_or_else(|| {
            sure.names.push(decision.name().to_owned());
            sure.names.len() - 1
        });
        sure.pairs.push(LabelledPair {
            a: label.a.min(label.b),
            b: label.a.max(label.b),
            label: name as u16,
            positive,
        });
    }
    sure.pairs.sort_unstable_by_key(|pair| (pair.a, pair.b));
    sure
}

/// The labels that the decisions on pairs give, by document; one for each two texts.
#[must_use]
pub fn labels<'a>(state: &'a ReviewState, collection: &Collection) -> Vec<Label<'a>> {
    let mut found: Vec<Label<'a>> = Vec::new();
    let holding = state.entries().iter();
    let holding = holding.filter(|entry| entry.standing == DecisionStatus::Holds);
    for entry in holding {
        let (Thing::Pair { .. }, [a, b]) = (&state.act_of(entry).thing, &entry.documents[..])
        else {
            continue;
        };
        let (a, b) = (*a.min(b), *a.max(b));
        let acts = state.pair(a, b).acts;
        // Of several people, the first entry brings all.
        let same = |label: &Label<'_>| {
            label
                .acts
                .first()
                .zip(acts.first())
                .is_some_and(|(x, y)| std::ptr::eq(*x, *y))
        };
        let verdicts: Vec<Verdict> = acts.iter().filter_map(|a| verdict(a.decision)).collect();
        let Some(first) = verdicts.first() else {
            continue;
        };
        if a == b || found.iter().any(same) {
            continue;
        }
        let agreed = verdicts.iter().all(|verdict| verdict == first);
        found.push(Label {
            a,
            b,
            verdict: if agreed { *first } else { Verdict::Unsure },
            acts,
        });
    }
    found.sort_by(|x, y| {
        let ids = |label: &Label<'_>| [label.a, label.b].map(|doc| collection.id(doc).to_owned());
        ids(x).cmp(&ids(y))
    });
    found
}
