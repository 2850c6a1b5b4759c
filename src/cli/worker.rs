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
use crate::candidates::{Method, MethodConfig};
use crate::config::AnalysisConfig;
use crate::worker::{self, Job, StepName};

/// What a worker does: a step, or `None` to print the settings of the job.
type Task = Option<StepName>;

/// All tasks with their names.
const TASKS: [(&str, Task); 6] = [
    ("sketch", Some(StepName::Sketch)),
    ("bands", Some(StepName::Bands)),
    ("pairs", Some(StepName::Pairs)),
    ("verify", Some(StepName::Verify)),
    ("join", Some(StepName::Join)),
    ("settings", None),
];

/// A step of the pair search, for an engine that spreads work over machines.
#[derive(Clone, Debug, Args)]
#[command(
    long_about = "One step of the pair search as an Arrow stream worker\n\n\
    Reads an Arrow IPC stream from standard input and writes one to standard output; an engine such as Apache Spark, \
    DuckDB, Polars or Ray sorts, joins and moves rows between steps. Together the steps find what pairs --method lsh \
    finds.\n\n\
    sketch: doc, text -> doc, print_hi, print_lo, size, sketch\n\
    bands: doc, sketch -> key, doc (leave out rows of size 0 before)\n\
    pairs: key, doc, sorted by both -> a, b; a, a for a document of a bucket of more than 1,000\n\
    verify: a, b, text_a, text_b -> a, b, shared, size_a, size_b, agreeing\n\
    join: doc, text of all documents of such buckets -> as verify\n\
    settings: prints the settings of the job and their hash as JSON\n\n\
    doc, a, b, key, print_hi, print_lo, size and shared are int64, agreeing int32, text string, sketch binary. All \
    steps of a job take the same options; config files are not read. Standard error gets one line of JSON with rows_in \
    and rows_out once all is written. A stream that ends without its end marker is an error; a reader that does not \
    check this must compare the exit status and rows_out."
)]
pub struct Worker {
    /// The step, or settings
    #[arg(value_name = "STEP", value_parser = named(&TASKS))]
    pub task: Task,
    /// Hash of the settings that the other steps of the job have, as the step settings prints it; with another one
    /// nothing is done
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
        let job = Job::new(settings, &method_config, self.pair_search.threshold)?;
        if let Some(expected) = &self.expect {
            let own = job.hash();
            ensure!(
                *expected == own,
                "the job has settings {expected}, but this program has {own} ({}): the node has another build of the \
                 program, or the steps have other options; give all of them the same",
                *version::LONG
            );
        }
        let Some(step) = self.task else {
            let config = AnalysisConfig {
                settings: job.settings.clone(),
                method_config: MethodConfig {
                    method: Method::Lsh,
                    ..method_config
                },
                ..AnalysisConfig::default()
            };
            return described(&job, &file_of(&config, job.threshold));
        };
        let work = || -> anyhow::Result<()> {
            let (input, output) = (stdin().lock(), stdout().lock());
            let report = worker::run(step, &job, input, output, context.cancel)?;
            Ok(writeln!(stderr(), "{}", serde_json::to_string(&report)?)?)
        };
        let done = context.install(work);
        done.with_context(|| format!("worker {}", step.name()))
    }
}

/// Prints the settings of the job with their hash, and as a config file.
fn described(job: &Job, config: &str) -> anyhow::Result<()> {
    let mut all = json!({ "settings": job.hash(), "config": config });
    if let (Value::Object(all), Value::Object(more)) = (&mut all, job.described()) {
        all.extend(more);
    }
    print(format!("{all:#}\n").as_bytes())
}
