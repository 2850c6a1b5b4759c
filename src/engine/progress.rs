//! How far long work has come: a stage with counts, rate and time left, sampled about ten times a
//! second so that counting costs nothing.

use std::time::Duration;

/// The steps from files to a searchable corpus, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// Making up a corpus.
    MakeUp,
    /// Listing files.
    Discover,
    /// Reading, decoding, terms and sketches.
    Sketch,
    /// Proposing candidates and counting them exactly.
    Pairs,
    /// Writing the full-text index.
    FullText,
    /// Everything is done.
    Done,
}

impl Stage {
    /// What the stage is called on the screen.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Stage::MakeUp => "making up",
            Stage::Discover => "listing",
            Stage::Sketch => "sketching",
            Stage::Pairs => "comparing",
            Stage::FullText => "full text",
            Stage::Done => "done",
        }
    }
}

/// One sample of the work's state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// What is being done.
    pub stage: Stage,
    /// Items done: files when listing, candidates when comparing, documents otherwise.
    pub done: u64,
    /// Items in all; 0 while that is not known.
    pub total: u64,
    /// Bytes of source text done in this stage, where it reads text.
    pub bytes: u64,
    /// Time since the stage began.
    pub elapsed: Duration,
}

impl Progress {
    /// Items a second.
    #[must_use]
    pub fn rate(&self) -> f64 {
        let seconds = self.elapsed.as_secs_f64();
        if seconds > 0.0 {
            self.done as f64 / seconds
        } else {
            0.0
        }
    }

    /// Time left at the rate so far; `None` while there is nothing to reckon with.
    #[must_use]
    pub fn left(&self) -> Option<Duration> {
        let rate = self.rate();
        (rate > 0.0 && self.total >= self.done && self.total > 0)
            .then(|| Duration::from_secs_f64((self.total - self.done) as f64 / rate))
    }

    /// Whether it is in the same stage and the same tenth of it as `other`: no step further, for those
    /// who want no motion but steps.
    #[must_use]
    pub fn is_in_step_with(&self, other: &Progress) -> bool {
        self.stage == other.stage && self.tenths() == other.tenths()
    }

    /// Whole tenths done, 0..=10; 0 while the total is not known.
    #[must_use]
    pub fn tenths(&self) -> u32 {
        (self.fraction().unwrap_or(0.0) * 10.0 + 1e-9) as u32
    }

    /// Fraction done, 0..=1; `None` while the total is not known.
    #[must_use]
    pub fn fraction(&self) -> Option<f64> {
        (self.total > 0).then(|| (self.done as f64 / self.total as f64).min(1.0))
    }
}
