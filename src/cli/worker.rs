//! `worker`: one step of the pair search from standard input to standard output.

use std::io::{Write, stderr, stdin, stdout};

use anyhow::{Context, ensure};
use serde_json::{Value, json};

use super::args::{Worker, WorkerTask};
use super::config_file::options::file_of;
use crate::base::version;
use crate::candidates::{Method, MethodConfig};
use crate::config::AnalysisConfig;
use crate::engine::cancel::Cancel;
use crate::worker::{self, Job, StepName};

/// Runs a step, or prints the settings. Call it on the thread pool.
///
/// # Errors
/// Settings that cannot be; other settings than expected; what [`worker::run`] refuses.
pub fn run(asked: &Worker, cancel: &Cancel) -> anyhow::Result<()> {
    let settings = asked.settings.settings();
    let method_config = asked.pair_search.method_config(&settings.sketching)?;
    let job = Job::new(settings, &method_config, asked.pair_search.threshold)?;
    if let Some(expected) = &asked.expect {
        let own = job.hash()?;
        ensure!(
            *expected == own,
            "the job has settings {expected}, but this program has {own} ({}): the node has another build of the \
             program, or the steps have other options; give all of them the same",
            *version::LONG
        );
    }
    match asked.task {
        WorkerTask::Settings => {
            let config = AnalysisConfig {
                settings: job.settings.clone(),
                method_config: MethodConfig {
                    method: Method::Lsh,
                    ..method_config
                },
                ..AnalysisConfig::default()
            };
            described(&job, &file_of(&config, job.threshold))
        }
        WorkerTask::Step(step) => {
            let run = || step_run(step, &job, cancel);
            run().with_context(|| format!("worker {}", step.name()))
        }
    }
}

fn step_run(step: StepName, job: &Job, cancel: &Cancel) -> anyhow::Result<()> {
    let should_continue = || !cancel.stopped();
    let report = worker::run(step, job, stdin().lock(), stdout().lock(), &should_continue)?;
    let line = serde_json::to_string(&report)?;
    Ok(writeln!(stderr(), "{line}")?)
}

/// Prints the settings of the job with their hash, and as a config file.
fn described(job: &Job, config: &str) -> anyhow::Result<()> {
    let mut all = json!({ "settings": job.hash()?, "config": config });
    if let (Value::Object(all), Value::Object(more)) = (&mut all, job.described()?) {
        all.extend(more);
    }
    let mut out = stdout().lock();
    writeln!(out, "{}", serde_json::to_string_pretty(&all)?)?;
    Ok(out.flush()?)
}
