//! The state of one thing as a list shows it, in one word.

use super::act::Decision;
use super::state::CurrentDecision;

/// What has become of a pair, a document or a cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Somebody decided.
    Decided(Decision),
    /// A decision is open again, since its texts or members are others.
    Reopened,
    /// There is a note, and no decision.
    Noted,
}

impl Mark {
    /// The state of a thing.
    pub fn from_decision(current: &CurrentDecision<'_>) -> Self {
        match current {
            CurrentDecision::Reopened(..) => Mark::Reopened,
            CurrentDecision::Holds(act) => match act.decision {
                Decision::Undecided => Mark::Noted,
                decision => Mark::Decided(decision),
            },
        }
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Mark::Decided(decision) => decision.name(),
            Mark::Reopened => "reopened",
            Mark::Noted => "noted",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::DocNo;
    use crate::index::{Collection, made};
    use crate::review::{Act, DecisionTarget, Reopening, Timestamp};
    use crate::settings::Sketching;

    fn collection() -> Collection {
        let terms: Vec<Vec<u64>> = (0..2).map(|n| vec![n; 5]).collect();
        made::collection(&terms, Sketching::default())
    }

    #[test]
    fn a_mark_says_whether_it_is_decided_noted_or_open_again() {
        let subject = DecisionTarget::pair(DocNo(1), DocNo(0))
            .subject(&collection())
            .unwrap();
        let act = |decision| Act::new(Timestamp::now(), "a".into(), subject.clone(), decision);
        let (copied, note) = (act(Decision::Copied), act(Decision::Undecided));
        let why = Reopening::TextChanged(vec!["x".into()]);
        let marks = [
            CurrentDecision::Holds(&copied),
            CurrentDecision::Holds(&note),
            CurrentDecision::Reopened(&copied, why),
        ];
        assert_eq!(
            marks.map(|current| Mark::from_decision(&current)),
            [Mark::Decided(Decision::Copied), Mark::Noted, Mark::Reopened]
        );
    }

    #[test]
    fn a_thing_needs_documents_of_the_collection() {
        let one = collection();
        assert_eq!(DecisionTarget::pair(DocNo(0), DocNo(2)).subject(&one), None);
        let members = [DocNo(1), DocNo(0), DocNo(1)];
        assert_eq!(
            DecisionTarget::cluster(&members).documents(),
            [DocNo(0), DocNo(1)]
        );
        assert_eq!(
            DecisionTarget::Document(DocNo(1))
                .subject(&one)
                .unwrap()
                .kind(),
            "document"
        );
    }
}
