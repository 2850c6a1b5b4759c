//! The list of benchmarks and their evaluation.

use std::path::Path;
use std::time::Duration;

use anyhow::Context;

use super::corpus::temporary;
use super::job::{Job, Outcome, Task};
use super::meter::median;
use super::stages::Stages;
use super::{Corpus, Row, child, kernels};
use crate::base::units::counted;
use crate::candidates::Method;

/// Duration of one round of one kernel.
const KERNEL: Duration = Duration::from_millis(150);

/// Configuration of the benchmarks.
pub struct Suite<'a> {
    /// The `shinglescope` executable; measured work runs in processes of it.
    pub program: &'a Path,
    /// The corpus to measure on.
    pub corpus: &'a Corpus,
    /// Threads of the index and of tantivy; 0 for one per processor. All other figures use one
    /// thread.
    pub threads: usize,
    /// Number of runs, at least 1; medians are reported.
    pub runs: usize,
    /// Callback with a description of the current measurement.
    pub say: &'a dyn Fn(&str),
    /// Polled after every measured process; false cancels.
    pub should_continue: &'a dyn Fn() -> bool,
}

/// Name of the baseline in the table.
const BARE: &str = "bare tantivy";

impl Suite<'_> {
    /// Runs all benchmarks.
    ///
    /// # Errors
    /// A corpus without documents; a measured process that failed; cancellation.
    pub fn all(&self) -> anyhow::Result<Vec<Row>> {
        let (mut rows, bytes) = self.stages()?;
        rows.extend(self.kernels()?);
        rows.extend(self.clusters(bytes)?);
        rows.extend(self.methods()?);
        rows.extend(self.cores()?);
        rows.extend(self.lab()?);
        rows.extend(self.index(bytes)?);
        Ok(rows)
    }

    /// Size of the corpus and throughput of the steps from bytes to sketches; also returns the
    /// bytes of text.
    pub fn stages(&self) -> anyhow::Result<(Vec<Row>, u64)> {
        (self.say)("reading the corpus; each step from bytes to sketches, on one thread");
        let runs = (0..self.runs)
            .map(|_| Stages::measure(self.corpus, self.should_continue))
            .collect::<anyhow::Result<Vec<_>>>()?;
        let (documents, bytes) = runs.first().map_or((0, 0), |s| (s.documents, s.bytes));
        anyhow::ensure!(documents > 0, "there is no document to measure with");
        let mut rows = vec![
            Row::new("documents", documents as f64, ""),
            Row::new("text", bytes as f64 / 1e6, "MB"),
        ];
        rows.extend(Stages::rows(&runs));
        Ok((rows, bytes))
    }

    /// Throughput of the sketching kernels.
    pub fn kernels(&self) -> anyhow::Result<Vec<Row>> {
        (self.say)("sketch kernels on made-up documents");
        kernels::rows(self.runs, KERNEL, self.should_continue).context("stopped")
    }

    /// Text to clusters without full-text index. `bytes` is the size of the corpus.
    pub fn clusters(&self, bytes: u64) -> anyhow::Result<Vec<Row>> {
        let mb = bytes as f64 / 1e6;
        let methods = [Method::Lsh, Method::Exact];
        let mut outcomes = [const { Vec::new() }; 2];
        let mut bare = Vec::new();
        (self.say)(
            "text to clusters without full text, one thread, by lsh, by exact and by a bare program, in turn",
        );
        for _ in 0..self.runs {
            for (method, outcomes) in methods.iter().zip(&mut outcomes) {
                let method = Box::new((*method).into());
                let files = false;
                outcomes.push(self.child(1, Task::Clusters { method, files })?);
            }
            bare.push(self.child(1, Task::BarePass)?);
        }
        let (cpu, seconds) = (|of: &[Outcome]| median_of(of, |o| o.cpu), "CPU s");
        let mut rows = vec![
            Row::new("bare pass", cpu(&bare), seconds),
            Row::new("text to clusters, lsh", cpu(&outcomes[0]), seconds)
                .over(cpu(&bare), "bare pass")
                .wanted("ratio <= 1.00"),
        ];
        for (method, outcomes) in methods.iter().zip(&outcomes) {
            let what = format!("text to clusters, {method}");
            let rate = mb / median_of(outcomes, |o| o.cpu);
            let found = outcomes.first().map_or(0, |o| o.pairs);
            rows.push(Row::new(&what, rate, "MB/CPU s").wanted(">= 100"));
            rows.push(Row::new(format!("{what}: pairs found"), found as f64, ""));
            rows.extend(peak(format!("{what}: peak memory"), outcomes));
        }
        Ok(rows)
    }

    /// The whole index compared with bare tantivy, time to the first clusters, and reopening.
    /// `bytes` is the size of the corpus.
    pub fn index(&self, bytes: u64) -> anyhow::Result<Vec<Row>> {
        let mb = bytes as f64 / 1e6;
        let (mut whole, mut again, mut screens) = (Vec::new(), Vec::new(), Vec::new());
        let (mut bare, mut default) = (Vec::new(), Vec::new());
        (self.say)(&format!(
            "the whole index, and bare tantivy with the program's terms and with its own, in turn: {}",
            counted(self.runs as u64, "run", "runs")
        ));
        for _ in 0..self.runs {
            let folder = temporary()?;
            let store = folder.path().join("store");
            let index = |store: &Path, waited_for| Task::Index {
                store: store.to_owned(),
                waited_for,
            };
            whole.push(self.child(self.threads, index(&store, false))?);
            again.push(self.child(self.threads, index(&store, true))?);
            let beside = folder.path().join("screens");
            screens.push(self.child(self.threads, index(&beside, true))?);
            for (default_tokenizer, outcomes) in [(false, &mut bare), (true, &mut default)] {
                let folder = temporary()?;
                let task = Task::Bare {
                    folder: folder.path().to_owned(),
                    default_tokenizer,
                };
                outcomes.push(self.child(self.threads, task)?);
            }
        }
        let cpu = |of: &[Outcome]| median_of(of, |o| o.cpu);
        let wall = |of: &[Outcome]| median_of(of, |o| o.wall);
        let first = |o: &Outcome| o.first_clusters.unwrap_or((o.wall, o.cpu));
        let (first_wall, first_cpu) = (
            median_of(&screens, |o| first(o).0),
            median_of(&screens, |o| first(o).1),
        );
        let (seconds, clock) = ("CPU s", "s by the clock");
        let mut rows = vec![
            Row::new("bare tantivy", cpu(&bare), seconds),
            Row::new("bare tantivy: text", mb / cpu(&bare), "MB/CPU s"),
            Row::new("bare tantivy", wall(&bare), clock),
            Row::new("bare tantivy, its own tokenizer", cpu(&default), seconds)
                .over(cpu(&bare), BARE),
            Row::new("whole index", cpu(&whole), seconds)
                .over(cpu(&bare), BARE)
                .wanted("ratio <= 1.15"),
            Row::new("whole index", cpu(&whole), seconds)
                .over(cpu(&default), "bare tantivy, its own tokenizer")
                .wanted("ratio <= 1.15"),
            Row::new(
                "index on disk",
                median_of(&whole, |o| o.disk as f64 / 1e6),
                "MB",
            )
            .over(mb, "text")
            .wanted("ratio <= 1.6"),
            Row::new("whole index", wall(&whole), clock).over(wall(&bare), BARE),
            Row::new("first clusters", first_cpu, seconds).over(cpu(&bare), BARE),
            Row::new("first clusters", first_wall, clock)
                .over(wall(&bare), BARE)
                .wanted("ratio <= 0.25"),
            Row::new(
                "reopening it unchanged: first clusters",
                median_of(&again, |o| first(o).0) * 1e3,
                "ms by the clock",
            ),
            Row::new(
                "reopening it unchanged: all checked",
                wall(&again) * 1e3,
                "ms by the clock",
            )
            .over(wall(&bare) * 1e3, BARE),
        ];
        rows.extend(peak("bare tantivy: peak memory", &bare));
        rows.extend(peak("whole index: peak memory", &whole));
        rows.extend(peak("reopened: peak memory", &again));
        Ok(rows)
    }

    /// The job that measures `task` on the corpus.
    pub(super) fn job(&self, threads: usize, task: Task) -> Job {
        Job {
            paths: self.corpus.paths.clone(),
            settings: self.corpus.settings.clone(),
            threads,
            task,
        }
    }

    pub(super) fn child(&self, threads: usize, task: Task) -> anyhow::Result<Outcome> {
        let outcome = child::measure(self.program, &self.job(threads, task), self.should_continue);
        anyhow::ensure!((self.should_continue)(), "stopped");
        outcome
    }
}

/// Median of a figure over outcomes.
pub(super) fn median_of(outcomes: &[Outcome], figure: impl Fn(&Outcome) -> f64) -> f64 {
    median(outcomes.iter().map(figure).collect())
}

/// Maximum of the peaks, if the system reports them.
pub(super) fn peak(what: impl Into<String>, outcomes: &[Outcome]) -> Option<Row> {
    let peak = outcomes.iter().filter_map(|o| o.peak).max()?;
    Some(Row::new(what, peak as f64 / 1e6, "MB"))
}
