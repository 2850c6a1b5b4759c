//! Votes for the answers of the question that is shown.

use super::{ANSWERS, LectureState};

impl LectureState {
    /// Adds a vote for an answer of the question that is shown; with `None` takes all of its votes back. Returns
    /// whether there is such an answer.
    pub fn vote(&mut self, answer: Option<usize>) -> bool {
        let Some(shown) = self.shown() else {
            return false;
        };
        let Some(question) = shown.slide.question.clone() else {
            return false;
        };
        if answer.is_some_and(|answer| answer >= question.answers.len().min(ANSWERS)) {
            return false;
        }
        let mut votes = shown.votes;
        match answer {
            Some(answer) => votes[answer] = votes[answer].saturating_add(1),
            None => votes = [0; ANSWERS],
        }
        let (at, _) = shown.stage.steps()[shown.step.0 - 1];
        if let Some(stage) = self.stages.get_mut(self.shown.stage) {
            stage.votes.insert(at, (question, votes));
        }
        true
    }
}
