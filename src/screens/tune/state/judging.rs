//! State of manual judging: the current pair, its texts, and the answers.

use crate::base::DocNo;
use crate::lab::judge::{Answer, NoProposal, Proposal, Verdict};
use crate::screens::compare::state::CompareState;

/// An answer of this session.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Given {
    /// The answer.
    pub answer: Answer,
    /// Number of the act that wrote it; `None` if the journal already held the same decision.
    pub act: Option<u64>,
}

/// Manual judgements and the current pair.
#[derive(Clone, Debug, Default)]
pub struct Judging {
    /// Answers from before this session, as the journal has them.
    pub earlier: Vec<Answer>,
    /// Answers of this session, in the given order.
    pub session: Vec<Given>,
    /// The texts of the current pair; `None` if no pair is left, or they have not arrived.
    pub texts: Option<Box<CompareState>>,
    /// The threshold proposed from the answers, or why there is none.
    pub proposal: Option<Result<Proposal, NoProposal>>,
    /// Whether the next pair and the proposal are being computed. Until then `texts` and `proposal` are
    /// those before the last answer.
    pub pending: bool,
    /// Whether the user went back to the current pair, so that it stays when the next one arrives.
    pub returned: bool,
}

impl Judging {
    /// The current pair.
    pub fn pair(&self) -> Option<(DocNo, DocNo)> {
        self.texts.as_ref().map(|texts| texts.wanted())
    }

    /// All answers, those of this session last.
    pub fn answers(&self) -> Vec<Answer> {
        let session = self.session.iter().map(|entry| entry.answer);
        self.earlier.iter().copied().chain(session).collect()
    }

    /// Begins a session: `session` has none of the answers so far.
    pub fn begin(&mut self) {
        let session = self.session.drain(..).map(|entry| entry.answer);
        self.earlier.extend(session);
    }

    /// Records an answer, which replaces an older one on the same pair. `act` is the number of the act that wrote it, if one did.
    pub fn record(&mut self, answer: Answer, act: Option<u64>) {
        self.earlier
            .retain(|earlier| !is_same_pair(earlier, &answer));
        self.session
            .retain(|entry| !is_same_pair(&entry.answer, &answer));
        self.session.push(Given { answer, act });
    }

    /// Takes over the answers of the journal. An answer that is not in it is dropped, unless it is still
    /// `being_written`.
    pub fn take(&mut self, mut journal: Vec<Answer>, being_written: impl Fn(&Answer) -> bool) {
        self.session.retain_mut(|entry| {
            let position = journal.iter().position(|a| is_same_pair(a, &entry.answer));
            let stored = position.map(|at| journal.remove(at));
            match stored {
                _ if being_written(&entry.answer) => true,
                Some(stored) => {
                    entry.answer = stored;
                    true
                }
                None => false,
            }
        });
        self.earlier = journal;
    }

    /// Number of answers: near-duplicates, independent, unsure.
    pub fn counts(&self) -> [usize; 3] {
        let answers = self.answers();
        let number = |verdict| answers.iter().filter(|a| a.verdict == verdict).count();
        [Verdict::Yes, Verdict::No, Verdict::Unsure].map(number)
    }
}

fn is_same_pair(x: &Answer, y: &Answer) -> bool {
    (x.a, x.b) == (y.a, y.b)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(document: u32, verdict: Verdict) -> Answer {
        Answer::new(DocNo(document), DocNo(99), verdict)
    }

    fn documents(judging: &Judging) -> (Vec<u32>, Vec<u32>) {
        let session = judging.session.iter().map(|entry| entry.answer.a.0);
        let earlier = judging.earlier.iter().map(|answer| answer.a.0);
        (earlier.collect(), session.collect())
    }

    #[test]
    fn answers_of_this_session_stay_last_and_the_journal_has_the_last_word() {
        let (yes, no) = (Verdict::Yes, Verdict::No);
        let mut judging = Judging::default();
        let nothing = |_: &Answer| false;
        judging.take(vec![answer(2, no), answer(3, no)], nothing);
        assert_eq!(documents(&judging), (vec![2, 3], vec![]));
        // Two answers of this session: one is in the journal by now, the other is being written.
        judging.record(answer(4, yes), Some(1));
        judging.record(answer(5, yes), Some(2));
        judging.take(vec![answer(3, no), answer(4, yes)], |x| x.a == DocNo(5));
        assert_eq!(documents(&judging), (vec![3], vec![4, 5]));
        assert_eq!(judging.counts(), [2, 1, 0]);
        // One that was refused is in neither. One that somebody else changed has their verdict.
        judging.take(vec![answer(3, no), answer(4, no)], nothing);
        assert_eq!(documents(&judging), (vec![3], vec![4]));
        assert_eq!(judging.session[0].answer.verdict, no);
        // An earlier answer that is given again is of this session.
        judging.record(answer(3, yes), Some(3));
        judging.take(vec![answer(3, no), answer(4, no)], |x| x.a == DocNo(3));
        assert_eq!(documents(&judging), (vec![], vec![4, 3]));
        assert_eq!(judging.counts(), [1, 1, 0]);
        assert_eq!(judging.session.pop().and_then(|entry| entry.act), Some(3));
        // A new session returns to none of the earlier answers.
        judging.begin();
        assert_eq!(judging.session.pop(), None);
        assert_eq!(documents(&judging), (vec![4], vec![]));
    }
}
