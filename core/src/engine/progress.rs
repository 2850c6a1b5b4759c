//! Reports of an index build while it runs, and at its end. Progress is a stage with counts, rate and remaining time,
//! sampled about ten times a second.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::edits::FileSnapshot;
use crate::candidates::PairSet;
use crate::index::{Collection, FullText};

/// Interval between two progress reports.
pub const SAMPLE: Duration = Duration::from_millis(100);

/// Stages of a build, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// Generating a synthetic corpus.
    MakeUp,
    /// Listing files.
    Discover,
    /// Reading, decoding, and computing terms and sketches.
    Sketch,
    /// Generating and verifying candidate pairs.
    Pairs,
    /// Counting passages of pairs.
    Passages,
    /// Writing the full-text index.
    FullText,
    /// All stages are finished.
    Done,
}

impl Stage {
    /// Name of the stage on the screen.
    pub fn name(self) -> &'static str {
        match self {
            Stage::MakeUp => "making up",
            Stage::Discover => "listing",
            Stage::Sketch => "sketching",
            Stage::Pairs => "comparing",
            Stage::Passages => "passages",
            Stage::FullText => "full text",
            Stage::Done => "done",
        }
    }
}

/// A progress sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// The current stage.
    pub stage: Stage,
    /// Items done: files when listing, steps when comparing, documents otherwise.
    pub done: u64,
    /// Total number of items; 0 while it is unknown.
    pub total: u64,
    /// Bytes of source text read in this stage; 0 in stages that read no text.
    pub bytes: u64,
    /// Time since the stage began.
    pub elapsed: Duration,
}

/// Creates the progress samples of a stage; its threads share it.
#[derive(Debug)]
pub struct ProgressSampler {
    stage: Stage,
    start: Instant,
    /// Time of the last report in milliseconds after the beginning, plus 1; 0 before the first.
    reported: AtomicU64,
}

impl ProgressSampler {
    /// Starts a stage now.
    pub fn new(stage: Stage) -> Self {
        ProgressSampler {
            stage,
            start: Instant::now(),
            reported: AtomicU64::new(0),
        }
    }

    /// A sample at `done` of `total` items and `bytes` bytes of text.
    pub fn at(&self, done: u64, total: u64, bytes: u64) -> Progress {
        Progress {
            stage: self.stage,
            done,
            total,
            bytes,
            elapsed: self.start.elapsed(),
        }
    }

    /// Whether [`SAMPLE`] has passed since it last returned `true`, or it never did. If several threads call it at
    /// once, only one gets `true`.
    pub fn is_due(&self) -> bool {
        let now = self.start.elapsed().as_millis() as u64 + 1;
        let reported = self.reported.load(Ordering::Relaxed);
        let is_due = reported == 0 || now >= reported + SAMPLE.as_millis() as u64;
        is_due && {
            let order = Ordering::Relaxed;
            let result = self.reported.compare_exchange(reported, now, order, order);
            result.is_ok()
        }
    }

    /// Time since the stage began.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}

impl Progress {
    /// Items per second.
    pub fn rate(&self) -> f64 {
        let seconds = self.elapsed.as_secs_f64();
        if seconds > 0.0 {
            self.done as f64 / seconds
        } else {
            0.0
        }
    }

    /// Remaining time at the average rate so far; `None` if it cannot be estimated.
    pub fn left(&self) -> Option<Duration> {
        let rate = self.rate();
        (rate > 0.0 && self.total >= self.done && self.total > 0)
            .then(|| Duration::from_secs_f64((self.total - self.done) as f64 / rate))
    }

    /// Whether both samples are in the same stage and the same tenth of it. Used for reduced motion,
    /// which redraws progress in steps only.
    pub fn is_in_step_with(&self, other: &Progress) -> bool {
        self.stage == other.stage && self.tenths() == other.tenths()
    }

    /// Completed tenths, 0..=10; 0 while the total is unknown.
    pub fn tenths(&self) -> u32 {
        (self.fraction().unwrap_or(0.0) * 10.0 + 1e-9) as u32
    }

    /// Completed fraction, 0..=1; `None` while the total is unknown.
    pub fn fraction(&self) -> Option<f64> {
        (self.total > 0).then(|| (self.done as f64 / self.total as f64).min(1.0))
    }
}

/// Event of a running build.
#[derive(Debug)]
pub enum BuildEvent {
    /// Progress of the current stage.
    Progress(Progress),
    /// The listed files, before any of them is read.
    Listed(FileSnapshot),
    /// The documents with their terms and sketches.
    Collection(Arc<Collection>),
    /// Pairs over the newest collection; a more complete set may follow.
    Pairs(Arc<PairSet>),
    /// The full-text index is ready for queries.
    FullText(Box<FullText>),
    /// A sentence to show to the user.
    Notice(String),
}

/// Summary of a build.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// Documents read from their sources.
    pub read: u64,
    /// Documents reused from the index.
    pub kept: u64,
    /// Whether the build was cancelled.
    pub stopped: bool,
}

impl Done {
    /// Cancelled before any document was read.
    pub(super) const STOPPED: Done = Done {
        read: 0,
        kept: 0,
        stopped: true,
    };
}
