//! `worker`: one step of the pair search from standard input to standard output.

use std::io::{Write, stderr, stdin, stdout};

use anyhow::{Context, ensure};
use clap::Args;
use serde_json::{Value, json};

use super::config_file::file_of;
use super::context::{CommandContext, RunCommand, print};
use super::ranges::named;
use super::settings::{PairSearchArgs, SettingsArgs};
use crate::base::version;
use crate::candidates::Method;
use crate::config::AnalysisConfig;
use crate::worker::{self, JobSettings, StepName};

/// A task of the worker: a step, or `None` to print the settings of the job.
type Task = Option<StepName>;

const TASKS: [(&str, Task); 6] = [
    ("sketch", Some(StepName::Sketch)),
    ("bands", Some(StepName::Bands)),
    ("pairs", Some(StepName::Pairs)),
    ("verify", Some(StepName::Verify)),
    ("join", Some(StepName::Join)),
    ("settings", None),
];

/// A step of the pair search, for an engine that distributes work over machines.
#[derive(Clone, Debug, Args)]
pub struct Worker {
    /// The step, or settings
    #[arg(value_name = "STEP", value_parser = named(&TASKS))]
    pub task: Task,
    /// Hash of the settings of the job, as the step settings prints it; the step fails if its own hash differs
    #[arg(long, value_name = "HASH", help_heading = "Running")]
    pub expect: Option<String>,
    /// Settings of terms and sketches.
    #[command(flatten)]
    pub settings: SettingsArgs,
    /// How pairs are found.
    #[command(flatten)]
    pub pair_search: PairSearchArgs,
}

impl RunCommand for Worker {
    fn run(&self, context: &CommandContext<'_>) -> anyhow::Result<()> {
        context.check_steps("worker", &self.pair_search)?;
        let settings = self.settings.settings();
        let method_config = self.pair_search.method_config(&settings.sketching)?;
        let job = JobSettings::new(settings, &method_config, self.pair_search.threshold)?;
        if let Some(expected) = &self.expect {
            let own_hash = job.hash();
            ensure!(
                *expected == own_hash,
                "the job has settings {expected}, but this program has {own_hash} ({}): the node has another build of the \
                 program, or the steps have other options; give all of them the same",
                *version::LONG
            );
        }
        // The settings of the job with their hash, and as a config file.
        let Some(step) = self.task else {
            let mut config = AnalysisConfig {
                settings: job.settings.clone(),
                method_config,
                ..AnalysisConfig::default()
            };
            config.method_config.method = Method::Lsh;
            let config = file_of(&config, job.threshold);
            let mut all = json!({ "settings": job.hash(), "config": config });
            if let (Value::Object(all), Value::Object(description)) = (&mut all, job.described()) {
                all.extend(description);
            }
            return print(format!("{all:#}\n").as_bytes());
        };
        let work = || -> anyhow::Result<()> {
            let (input, output) = (stdin().lock(), stdout().lock());
            let report = worker::run(step, &job, input, output, context.cancel)?;
            Ok(writeln!(stderr(), "{}", serde_json::to_string(&report)?)?)
        };
        let result = context.install(work);
        result.with_context(|| format!("worker {}", step.name()))
    }
}
