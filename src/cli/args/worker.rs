//! Arguments of `worker`.

use clap::Args;

use crate::cli::pair_search::PairSearchArgs;
use crate::cli::ranges::named;
use crate::cli::settings::SettingsArgs;
use crate::worker::StepName;

/// What a worker does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkerTask {
    /// A step on standard input and output.
    Step(StepName),
    /// Print the settings and their hash.
    Settings,
}

/// All tasks with their names.
const TASKS: [(&str, WorkerTask); 6] = [
    ("sketch", WorkerTask::Step(StepName::Sketch)),
    ("bands", WorkerTask::Step(StepName::Bands)),
    ("pairs", WorkerTask::Step(StepName::Pairs)),
    ("verify", WorkerTask::Step(StepName::Verify)),
    ("join", WorkerTask::Step(StepName::Join)),
    ("settings", WorkerTask::Settings),
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
    pub task: WorkerTask,
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
