//! Arguments of `scale`.

use std::path::PathBuf;

use clap::Args;

use crate::cli::pair_search::PairSearchArgs;
use crate::cli::settings::SettingsArgs;

/// A pair search on Apache Spark.
#[derive(Clone, Debug, Args)]
#[command(
    long_about = "Find pairs and clusters of a corpus in Parquet on Apache Spark\n\n\
    Calls spark-submit with the job of docs/scale.md, which sends this program to the nodes and has them run its steps. \
    Writes documents, copies, pairs and clusters as Parquet below --out. The result is that of pairs --method lsh on one \
    machine, which is faster for what fits there: a run on Spark costs some 40 CPU seconds before any work is done. \
    Needs Java 17 or later, and spark-submit of Spark 4 (pip install pyspark pyarrow pandas)."
)]
pub struct Scale {
    /// A Parquet file, or a folder of them, which the nodes can reach: a path or a URL
    #[arg(value_name = "INPUT")]
    pub input: String,
    /// Folder of the job, which the nodes can reach: a path or a URL
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub out: String,
    /// Go on with the job in --out, with the same options
    #[arg(long, help_heading = "Running")]
    pub resume: bool,
    /// Master of Spark: spark://HOST:PORT, yarn, k8s://URL, or `local[N,4]` for N tasks here
    #[arg(
        long,
        value_name = "URL",
        default_value = "local[*,4]",
        help_heading = "Running"
    )]
    pub master: String,
    /// The program spark-submit [default: of SPARK_HOME, or on the PATH]
    #[arg(long, value_name = "PATH", help_heading = "Running")]
    pub spark_submit: Option<PathBuf>,
    /// A word for spark-submit, such as --conf=spark.executor.memory=8g; once for each
    #[arg(
        long = "spark",
        value_name = "WORD",
        allow_hyphen_values = true,
        help_heading = "Running"
    )]
    pub spark: Vec<String>,
    /// Settings of terms and sketches.
    #[command(flatten)]
    pub settings: SettingsArgs,
    /// How pairs are found.
    #[command(flatten)]
    pub pair_search: PairSearchArgs,
}
