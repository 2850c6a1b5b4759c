//! Pairs judged by hand: the pair that is asked about, the two texts, and what was said so far.

use crate::app::state::compare::CompareState;
use crate::base::DocNo;
use crate::collection::Collection;
use crate::lab::judge::{Answer, Proposal, Verdict};

/// See the module.
#[derive(Clone, Debug, Default)]
pub struct Judging {
    /// Everything said so far, in the order given.
    pub answers: Vec<Answer>,
    /// Answers that were here before this sitting: `b` goes back no further.
    pub before: usize,
    /// The two texts of the pair that is asked about; none where there is none left to ask about.
    pub texts: Option<Box<CompareState>>,
    /// The threshold that the answers propose, or what is missing for it.
    pub proposal: Option<Result<Proposal, String>>,
}

impl Judging {
    /// The pair that is asked about.
    #[must_use]
    pub fn pair(&self) -> Option<(DocNo, DocNo)> {
        self.texts.as_ref().map(|texts| texts.wanted())
    }

    /// Asks about a pair.
    pub fn ask(&mut self, pair: Option<(DocNo, DocNo)>) {
        self.texts = pair.map(|(a, b)| Box::new(CompareState::new(a, vec![b], 0)));
    }

    /// What was said of the pair at hand. An older answer to it is forgotten.
    pub fn answer(&mut self, verdict: Verdict, collection: &Collection) {
        let Some((a, b)) = self.pair() else { return };
        let (a, b) = (a.min(b), a.max(b));
        let (a, b) = (collection.id(a).to_owned(), collection.id(b).to_owned());
        self.answers
            .retain(|answer| (&answer.a, &answer.b) != (&a, &b));
        self.before = self.before.min(self.answers.len());
        self.answers.push(Answer { a, b, verdict });
    }

    /// Takes back the last answer of this sitting; the pair that it was about.
    pub fn back(&mut self, collection: &Collection) -> Option<(DocNo, DocNo)> {
        if self.answers.len() <= self.before {
            return None;
        }
        let last = self.answers.pop()?;
        Some((collection.find(&last.a)?, collection.find(&last.b)?))
    }

    /// How often each was said: near-duplicates, independent, cannot tell.
    #[must_use]
    pub fn counts(&self) -> (usize, usize, usize) {
        let of = |verdict| self.answers.iter().filter(|a| a.verdict == verdict).count();
        (of(Verdict::Yes), of(Verdict::No), of(Verdict::Unsure))
    }
}
