//! Autoplay: steps that go on by the clock.

use std::time::Duration;

use super::LectureState;

/// Seconds that a step stays in autoplay; the next pace is taken by the same key, after the last it is off.
const PACES: [u64; 3] = [20, 10, 5];

impl LectureState {
    /// Seconds that a step stays in autoplay; `None` while it is off.
    #[must_use]
    pub fn pace(&self) -> Option<u64> {
        self.autoplay.map(|(pace, _)| PACES[pace])
    }

    /// The next pace of autoplay; after the last one it is off.
    pub fn next_pace(&mut self, now: Duration) {
        let pace = self.autoplay.map_or(0, |(pace, _)| pace + 1);
        self.autoplay = (pace < PACES.len()).then_some((pace, now));
        self.rest(now);
    }

    /// Lets the step that is shown stay for its whole time. A question stays twice as long.
    pub fn rest(&mut self, now: Duration) {
        let question = self
            .shown()
            .is_some_and(|shown| shown.slide.question.is_some());
        if let Some((pace, at)) = &mut self.autoplay {
            let stays = PACES[*pace] * if question { 2 } else { 1 };
            *at = now + Duration::from_secs(stays);
        }
    }

    /// Time of the next step of autoplay.
    #[must_use]
    pub fn next_at(&self) -> Option<Duration> {
        self.autoplay.map(|(_, at)| at)
    }

    /// Goes a step on if it is time; at the end autoplay is off. Returns whether anything changed.
    pub fn tick(&mut self, now: Duration) -> bool {
        if self.next_at().is_none_or(|at| now < at) {
            return false;
        }
        match self.forward() {
            true => self.rest(now),
            false => self.autoplay = None,
        }
        true
    }
    /// Stops autoplay: a step that is left for another screen is the same one on the way back.
    pub fn pause(&mut self) {
        self.autoplay = None;
    }
}
