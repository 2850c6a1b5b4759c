//! The state of one thing as a list shows it, in one word.

use super::act::Decision;
use super::state::Judgement;

/// What has become of a pair, a document or a cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Somebody decided, and nobody otherwise.
    Decided(Decision),
    /// People decided differently.
    Disputed,
    /// A decision is open again, since its texts or members are others.
    Reopened,
    /// There is a note or a tag, and no decision.
    Noted,
}

impl Mark {
    /// The state; `None` if nothing was said.
    #[must_use]
    pub fn of(judgement: &Judgement<'_>) -> Option<Self> {
        if judgement.is_disputed() {
            return Some(Mark::Disputed);
        }
        if let Some(decision) = judgement.decision() {
            return Some(Mark::Decided(decision));
        }
        if !judgement.reopened.is_empty() {
            return Some(Mark::Reopened);
        }
        (!judgement.acts.is_empty()).then_some(Mark::Noted)
    }

    /// Whether there is a decision that holds.
    #[must_use]
    pub fn is_judged(self) -> bool {
        matches!(self, Mark::Decided(_) | Mark::Disputed)
    }

    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Mark::Decided(decision) => decision.name(),
            Mark::Disputed => "disputed",
            Mark::Reopened => "reopened",
            Mark::Noted => "noted",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::DocNo;
    use crate::collection::{Collection, made};
    use crate::review::{Act, On, Reopening, Timestamp};
    use crate::settings::Sketching;

    fn collection() -> Collection {
        let terms: Vec<Vec<u64>> = (0..2).map(|n| vec![n; 5]).collect();
        made::collection(&terms, Sketching::default())
    }

    fn act(by: &str, decision: Decision, note: &str) -> Act {
        let thing = On::pair(DocNo(1), DocNo(0)).thing(&collection()).unwrap();
        Act {
            note: note.into(),
            ..Act::new(Timestamp::now(), by.into(), thing, decision)
        }
    }

    #[test]
    fn a_mark_says_the_first_of_disputed_decided_reopened_and_noted() {
        let (copied, unsure) = (
            act("a", Decision::Copied, ""),
            act("b", Decision::Unsure, ""),
        );
        let note = act("c", Decision::Undecided, "page 3");
        let why = Reopening::TextChanged(vec!["x".into()]);
        let of = |acts: &[&Act], open: bool| {
            let judgement = Judgement {
                acts: acts.to_vec(),
                reopened: open.then(|| (&copied, why.clone())).into_iter().collect(),
            };
            Mark::of(&judgement)
        };
        assert_eq!(of(&[], false), None);
        assert_eq!(of(&[&note], false), Some(Mark::Noted));
        assert_eq!(of(&[&note], true), Some(Mark::Reopened));
        assert_eq!(
            of(&[&note, &copied], true),
            Some(Mark::Decided(Decision::Copied))
        );
        assert_eq!(of(&[&copied, &unsure], false), Some(Mark::Disputed));
        let judged = [Mark::Noted, Mark::Reopened, Mark::Disputed].map(Mark::is_judged);
        assert_eq!(judged, [false, false, true]);
    }

    #[test]
    fn a_thing_needs_documents_of_the_collection() {
        let one = collection();
        assert_eq!(On::pair(DocNo(0), DocNo(2)).thing(&one), None);
        let members = [DocNo(1), DocNo(0), DocNo(1)];
        assert_eq!(On::cluster(&members).documents(), [DocNo(0), DocNo(1)]);
        assert_eq!(
            On::Document(DocNo(1)).thing(&one).unwrap().kind(),
            "document"
        );
    }
}
