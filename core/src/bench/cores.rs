//! Speed-up by a second thread: each step from text to clusters on one thread and on two.

use std::sync::atomic::{AtomicBool, Ordering};

use super::job::{Outcome, Steps, Task};
use super::suite::{Suite, median_of};
use super::{Row, child};

/// Name of a step, and how to read its time.
type Step = (&'static str, fn(&Steps) -> f64);

/// Name of the row that has a target.
const JOINT: &str = "candidates and verification";

/// Name of the last row.
const WHOLE: &str = "text to clusters";

const MS: &str = "ms by the clock";

const STEPS: [Step; 7] = [
    ("ingest", |s| s.ingest),
    ("sketch", |s| s.sketch),
    ("candidates", |s| s.candidates),
    ("verification", |s| s.verification),
    (JOINT, |s| s.candidates + s.verification),
    ("clusters", |s| s.clusters),
    (WHOLE, Steps::whole),
];

impl Suite<'_> {
    /// Wall-clock times of the steps from text to clusters, on one thread over two. The first row
    /// is the limit of the machine: throughput of two single-threaded processes at once over that
    /// of one. It is 2 if two cores are free, and 1 if the second one is busy or is a hyper-thread
    /// of the first.
    ///
    /// # Errors
    /// As [`Suite::all`]; also if the results on two threads differ from those on one.
    pub fn cores(&self) -> anyhow::Result<Vec<Row>> {
        (self.say)("text to clusters by lsh, step by step, on one thread and on two in turn");
        let (mut one, mut two): (Vec<Outcome>, Vec<Outcome>) = (Vec::new(), Vec::new());
        let (mut both, program) = (Vec::new(), self.program);
        let job = &self.job(1, Task::Steps);
        for _ in 0..self.runs {
            one.push(self.child(1, Task::Steps)?);
            two.push(self.child(2, Task::Steps)?);
            let stopped = AtomicBool::new(false);
            let should_continue = || {
                stopped.fetch_or(!(self.should_continue)(), Ordering::Relaxed);
                !stopped.load(Ordering::Relaxed)
            };
            let (first, second) = std::thread::scope(|scope| {
                let goes_on = || !stopped.load(Ordering::Relaxed);
                let beside = scope.spawn(move || child::measure(program, job, &goes_on));
                (
                    child::measure(program, job, &should_continue),
                    beside.join(),
                )
            });
            anyhow::ensure!(should_continue(), "stopped");
            both.push(first?);
            both.push(second.map_err(|_| anyhow::anyhow!("a thread failed"))??);
        }
        let digests = one.iter().chain(&two).filter_map(|o| o.steps);
        let mut digests: Vec<u64> = digests.map(|steps| steps.digest).collect();
        digests.dedup();
        anyhow::ensure!(
            digests.len() == 1,
            "one thread and two give different results; please report this"
        );
        let whole = |outcomes: &[Outcome]| {
            let figure = |o: &Outcome| o.steps.as_ref().map_or(0.0, Steps::whole);
            median_of(outcomes, figure)
        };
        let mut rows = vec![Row {
            ratio: Some(2.0 * whole(&one) / whole(&both)),
            to: "one, work done",
            ..Row::new("two processes at once", whole(&both) * 1e3, MS)
        }];
        for (name, of) in STEPS {
            let seconds = |outcomes: &[Outcome]| {
                let figure = |o: &Outcome| o.steps.as_ref().map_or(0.0, of);
                median_of(outcomes, figure).max(f64::MIN_POSITIVE)
            };
            let what = format!("{name}: one thread over two");
            let row = Row::new(what, seconds(&one) * 1e3, MS);
            let row = row.over(seconds(&two) * 1e3, "two threads");
            rows.push(match name {
                JOINT => row.wanted("ratio >= 1.7"),
                WHOLE => row.wanted("ratio >= 1.9"),
                _ => row.wanted("ratio >= 1"),
            });
        }
        Ok(rows)
    }
}
