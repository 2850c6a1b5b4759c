//! State of manual judging: the current pair, its texts, and the answers.

use crate::app::state::compare::CompareState;
use crate::base::DocNo;
use crate::collection::Collection;
use crate::lab::judge::{Answer, JudgingFor, NoProposal, Proposal, Verdict};
use crate::lab::sampled_labels::AllPairs;

/// Manual judgements and the current pair.
#[derive(Clone, Debug, Default)]
pub struct Judging {
    /// All answers in the order given.
    pub answers: Vec<Answer>,
    /// The answers of the file of judgements, which the program wrote where it had no journal.
    pub on_disk: Vec<Answer>,
    /// Number of answers from before this session; undo goes back no further.
    pub before: usize,
    /// The texts of the current pair; `None` if no pair is left, or none is known yet.
    pub texts: Option<Box<CompareState>>,
    /// Number of answers that the proposal does not count because a text has changed since.
    pub outdated: usize,
    /// The threshold proposed from the answers, or what is missing for one.
    pub proposal: Option<Result<Proposal, NoProposal>>,
    /// What pairs are chosen for.
    pub judging_for: JudgingFor,
    /// What the answers say of all pairs of the corpus, where pairs are chosen for that.
    pub all_pairs: Option<AllPairs>,
    /// Whether the next pair and the proposal are being computed. Until then `texts` and `proposal` are
    /// those before the last answer.
    pub pending: bool,
    /// Whether the user went back to the current pair, so that it stays when the next one is known.
    pub returned: bool,
}

impl Judging {
    /// The current pair.
    #[must_use]
    pub fn pair(&self) -> Option<(DocNo, DocNo)> {
        self.texts.as_ref().map(|texts| texts.wanted())
    }

    /// Sets the current pair.
    pub fn ask(&mut self, pair: Option<(DocNo, DocNo)>) {
        self.pending = false;
        self.texts = pair.map(|(a, b)| Box::new(CompareState::new(a, vec![b], 0)));
    }

    /// Records the answer for the current pair, replacing an older one.
    pub fn answer(&mut self, verdict: Verdict, collection: &Collection) {
        let Some((a, b)) = self.pair() else { return };
        let new = Answer::of(collection, a, b, verdict);
        self.answers
            .retain(|answer| (&answer.a, &answer.b) != (&new.a, &new.b));
        self.before = self.before.min(self.answers.len());
        self.answers.push(new);
    }

    /// Takes the answers of the journal, which go before those of the file. An answer that is in neither is dropped,
    /// unless it is still `being_written`.
    pub fn take(&mut self, journal: Vec<Answer>, being_written: impl Fn(&Answer) -> bool) {
        let same = |x: &Answer, y: &Answer| (&x.a, &x.b) == (&y.a, &y.b);
        let mut new: Vec<Answer> = Vec::new();
        let all = self
            .on_disk
            .iter()
            .filter(|x| !journal.iter().any(|y| same(x, y)));
        new.extend(all.chain(&journal).cloned());
        let given = self.answers.split_off(self.before.min(self.answers.len()));
        // Those of this session stay in their order, behind all others.
        let mut session = Vec::new();
        for answer in given {
            if being_written(&answer) {
                new.retain(|x| !same(x, &answer));
                session.push(answer);
            } else if let Some(at) = new.iter().position(|x| same(x, &answer)) {
                session.push(new.remove(at));
            }
        }
        self.before = new.len();
        self.answers = new;
        self.answers.extend(session);
    }

    /// Removes the last answer of this session and returns its pair; `None` if there is none.
    pub fn back(&mut self, collection: &Collection) -> Option<(DocNo, DocNo)> {
        if self.answers.len() <= self.before {
            return None;
        }
        let last = self.answers.pop()?;
        last.documents(collection)
    }

    /// Number of answers: near-duplicates, independent, unsure.
    #[must_use]
    pub fn counts(&self) -> (usize, usize, usize) {
        let of = |verdict| self.answers.iter().filter(|a| a.verdict == verdict).count();
        (of(Verdict::Yes), of(Verdict::No), of(Verdict::Unsure))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(name: &str, verdict: Verdict) -> Answer {
        Answer {
            a: name.into(),
            b: "z".into(),
            verdict,
            a_content: None,
            b_content: None,
        }
    }

    fn names(judging: &Judging) -> (String, String) {
        let name = |answers: &[Answer]| answers.iter().map(|x| x.a.as_str()).collect();
        let (before, session) = judging.answers.split_at(judging.before);
        (name(before), name(session))
    }

    #[test]
    fn the_journal_goes_before_the_file_and_answers_of_this_session_stay_last() {
        let (yes, no) = (Verdict::Yes, Verdict::No);
        let mut judging = Judging {
            on_disk: vec![answer("a", yes), answer("b", yes)],
            ..Judging::default()
        };
        let nothing = |_: &Answer| false;
        judging.take(vec![answer("b", no), answer("c", no)], nothing);
        assert_eq!(names(&judging), ("abc".into(), String::new()));
        assert_eq!(judging.answers[1].verdict, no, "the journal says so");
        assert_eq!(judging.counts(), (1, 2, 0));
        // Two answers of this session: one is in the journal by now, the other is being written.
        judging.answers.extend([answer("d", yes), answer("e", yes)]);
        judging.take(vec![answer("c", no), answer("d", yes)], |x| x.a == "e");
        assert_eq!(names(&judging), ("abc".into(), "de".into()));
        assert_eq!(judging.answers[1].verdict, yes, "the file still says so");
        // Refused: it is in neither. One that somebody else changed has their verdict.
        judging.take(vec![answer("c", no), answer("d", no)], nothing);
        assert_eq!(names(&judging), ("abc".into(), "d".into()));
        assert_eq!(judging.answers[3].verdict, no);
        // An answer of before that is given again while it is written is of this session.
        judging.answers.retain(|x| x.a != "a");
        judging.before -= 1;
        judging.answers.push(answer("a", no));
        judging.take(vec![answer("c", no), answer("d", no)], |x| x.a == "a");
        assert_eq!(names(&judging), ("bc".into(), "da".into()));
        assert_eq!(judging.counts(), (1, 3, 0));
        // Taken back elsewhere, nothing is left of the journal's.
        judging.take(vec![], nothing);
        assert_eq!(names(&judging), ("b".into(), "a".into()));
        assert_eq!(judging.answers[1].verdict, yes, "as in the file");
    }
}
