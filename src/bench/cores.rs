//! What a second processor is worth: each step from text to clusters on one thread and on two.

use super::Row;
use super::job::{Outcome, Steps, Task};
use super::suite::{Suite, middle};

/// A step's name and how to tell its time.
type Step = (&'static str, fn(&Steps) -> f64);

const STEPS: [Step; 6] = [
    ("ingest", |s| s.ingest),
    ("sketch", |s| s.sketch),
    ("candidates", |s| s.candidates),
    ("verification", |s| s.verification),
    ("clusters", |s| s.clusters),
    ("text to clusters", Steps::whole),
];

impl Suite<'_> {
    /// Times by the clock of the steps from text to clusters, on one thread over those on two. Where
    /// the machine has one processor, or others take its second one, nothing can be gained.
    ///
    /// # Errors
    /// As [`Suite::all`]; and where two threads find something else than one.
    pub fn cores(&self) -> anyhow::Result<Vec<Row>> {
        (self.say)("text to clusters by lsh, step by step, on one thread and on two in turn");
        let (mut one, mut two): (Vec<Outcome>, Vec<Outcome>) = (Vec::new(), Vec::new());
        for _ in 0..self.runs {
            one.push(self.child(1, Task::Steps)?);
            two.push(self.child(2, Task::Steps)?);
        }
        let digests = one.iter().chain(&two).filter_map(|o| o.steps);
        let mut digests: Vec<u64> = digests.map(|steps| steps.digest).collect();
        digests.dedup();
        anyhow::ensure!(
            digests.len() == 1,
            "one thread and two give different results; please report this"
        );
        let mut rows = Vec::new();
        for (name, of) in STEPS {
            let seconds = |outcomes: &[Outcome]| {
                let figure = |o: &Outcome| o.steps.as_ref().map_or(0.0, of);
                middle(outcomes, figure).max(f64::MIN_POSITIVE)
            };
            let what = format!("{name}: one thread over two");
            let row = Row::new(what, seconds(&one) * 1e3, "ms by the clock");
            let row = row.over(seconds(&two) * 1e3, "two threads");
            rows.push(match name {
                "text to clusters" => row.wanted("ratio >= 1.7"),
                _ => row,
            });
        }
        Ok(rows)
    }
}
