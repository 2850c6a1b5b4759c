//! Time of the tuning lab after a change of settings: until its first figures, and until all of them.

use std::time::{Duration, Instant};

use anyhow::Context;
use crossbeam_channel::{Receiver, unbounded};
use serde::{Deserialize, Serialize};

use super::job::{Job, LabTimes, Outcome, Task};
use super::suite::{Suite, median_of};
use super::{Row, tasks};
use crate::engine::{AnalysisConfig, Engine, Request, Update};
use crate::settings::Unit;

/// A change of settings that the lab answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Change {
    /// Characters as unit, 9 in a shingle.
    Characters,
    /// Shingles of one term.
    SingleTerms,
}

impl Change {
    fn name(self) -> &'static str {
        match self {
            Change::Characters => "lab: characters as unit",
            Change::SingleTerms => "lab: k 1",
        }
    }

    fn apply(self, analysis_config: &mut AnalysisConfig) {
        let settings = &mut analysis_config.settings;
        match self {
            Change::Characters => settings.normalisation.unit = Unit::Char,
            Change::SingleTerms => settings.sketching.k = 1,
        }
    }
}

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(600);

/// After the first figures, the engine says at once whether more follow.
const AT_ONCE: Duration = Duration::from_secs(1);

/// Name of the reference.
const CLUSTERS: &str = "files to clusters";

impl Suite<'_> {
    /// Wall-clock times of the lab after two changes, over the time from files to clusters.
    ///
    /// # Errors
    /// As [`Suite::all`].
    pub fn lab(&self) -> anyhow::Result<Vec<Row>> {
        let mut rows = Vec::new();
        for change in [Change::Characters, Change::SingleTerms] {
            let name = change.name();
            (self.say)(&format!("{name}, until the first figures and until all"));
            let runs = (0..self.runs).map(|_| self.child(self.threads, Task::Lab(change)));
            let outcomes = runs.collect::<anyhow::Result<Vec<Outcome>>>()?;
            let time =
                |of: fn(&LabTimes) -> f64| median_of(&outcomes, |o| o.lab.as_ref().map_or(0.0, of));
            let clusters = time(|lab| lab.clusters);
            for (what, seconds) in [
                ("first figures", time(|lab| lab.first)),
                ("all figures", time(|lab| lab.whole)),
            ] {
                let row = Row::new(format!("{name}: {what}"), seconds, "s by the clock");
                rows.push(row.over(clusters, CLUSTERS));
            }
        }
        Ok(rows)
    }
}

/// Runs the engine as the screens do, changes the settings once its results are complete, and takes the times.
///
/// # Errors
/// As the engine's; an engine that does not answer.
pub(super) fn run(job: &Job, change: Change) -> anyhow::Result<Outcome> {
    let (send, updates) = unbounded();
    let begun = Instant::now();
    let engine = Engine::start(tasks::options(job, None), tasks::search_config(true), send)?;
    let mut documents = 0;
    until(&updates, |update| {
        if let Update::Collection(collection) = update {
            documents = collection.len() as u64;
        }
        matches!(update, Update::Clusters(_))
    })?;
    let clusters = begun.elapsed().as_secs_f64();
    until(&updates, |update| matches!(update, Update::Finished { .. }))?;
    engine.request(Request::Tune);
    until_all(&updates)?;
    let mut analysis_config = AnalysisConfig {
        settings: job.settings.clone(),
        ..AnalysisConfig::default()
    };
    change.apply(&mut analysis_config);
    let changed = Instant::now();
    engine.request(Request::Settings(Box::new(analysis_config)));
    until(&updates, |update| matches!(update, Update::Settled { .. }))?;
    let (first, whole) = until_all(&updates)?;
    let since = |at: Instant| at.duration_since(changed).as_secs_f64();
    Ok(Outcome {
        documents,
        lab: Some(LabTimes {
            clusters,
            first: since(first),
            whole: since(whole),
        }),
        ..Outcome::default()
    })
}

/// Waits for the figures of the lab; when the first ones came, and all.
fn until_all(updates: &Receiver<Update>) -> anyhow::Result<(Instant, Instant)> {
    until(updates, |update| matches!(update, Update::Tuning(_)))?;
    let first = Instant::now();
    let mut whole = first;
    let mut patience = AT_ONCE;
    while let Ok(update) = updates.recv_timeout(patience) {
        match update {
            Update::Deepening(Some(_)) => patience = PATIENCE,
            Update::Tuning(_) => {
                whole = Instant::now();
                break;
            }
            Update::Failed(why) => anyhow::bail!("{why}"),
            _ => {}
        }
    }
    Ok((first, whole))
}

fn until(updates: &Receiver<Update>, mut last: impl FnMut(&Update) -> bool) -> anyhow::Result<()> {
    loop {
        let update = updates.recv_timeout(PATIENCE);
        let update = update.context("the engine does not answer")?;
        if let Update::Failed(why) = &update {
            anyhow::bail!("{why}");
        }
        if last(&update) {
            return Ok(());
        }
    }
}
