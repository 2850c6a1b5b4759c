//! Arguments of `verify`.

use std::path::PathBuf;

use clap::Args;

use super::common::{CorpusArgs, Output};
use super::table_files::TableFilesArgs;
use crate::candidates::Method;
use crate::cli::pair_search::PairSearchArgs;
use crate::cli::ranges::named;
use crate::cli::settings::BridgingArgs;
use crate::report::columns;

/// A proof.
#[derive(Clone, Debug, Args)]
#[command(mut_arg("method", |method| method.hide(true)))]
#[command(long_about = "Prove methods and sketches on a corpus of one's own\n\n\
    Each method's candidates, the true pairs it found and missed, precision before counting, recall, \
    processor seconds and memory, held against the complete join; for each kind of sketch, and for \
    the chosen kind with fewer bits, the bias and mean squared error of its estimates beside theory \
    of its kind, and how often the 95 % interval holds the exact value. Documents with the same set of shingles are found before any method and stand for \
    each other: each text counts once.\n\n\
    Formats: table prints titled tables; json one object with an array for each of truth, method, \
    sketch, missed; csv and jsonl one stream of rows whose column kind says which of \
    these a row is.", after_long_help = columns::help())]
pub struct Verify {
    /// The corpus.
    #[command(flatten)]
    pub corpus: CorpusArgs,
    /// What is set about the methods.
    #[command(flatten)]
    pub pair_search: PairSearchArgs,
    /// Methods to prove, with commas between them [default: all]
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = named(&Method::ALL), help_heading = "Finding")]
    pub methods: Vec<Method>,
    /// Assess with so many seeds, and print mean and standard deviation of recall, errors and cost
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000), help_heading = "Sketches")]
    pub seeds: u64,
    /// Measure the peak memory of each method, too, in a process of its own that runs `pairs` with it
    #[arg(long, conflicts_with = "seeds", help_heading = "Finding")]
    pub memory: bool,
    /// Measure passages instead, against the known ones in this CSV file: columns a, a_start, a_end, b,
    /// b_start, b_end in characters, and kind to group them by
    #[arg(long, value_name = "TRUTH", conflicts_with_all = ["methods", "missed", "seeds", "out"], help_heading = "Passages")]
    pub passages: Option<PathBuf>,
    /// What a passage is.
    #[command(flatten)]
    pub bridging: BridgingArgs,
    /// Missed pairs that the table shows of each method; other formats have all
    #[arg(long, value_name = "N", default_value_t = 10, help_heading = "Output")]
    pub missed: usize,
    /// Where the tables go that are not printed.
    #[command(flatten)]
    pub files: TableFilesArgs,
    /// How results are written.
    #[command(flatten)]
    pub output: Output,
}

impl Verify {
    /// The methods to verify, in the order given: `--methods`, otherwise `--method`, otherwise all.
    pub fn methods(&self) -> Vec<Method> {
        let method = self.pair_search.method_given().unwrap_or(Method::Auto);
        match (self.methods.is_empty(), method) {
            (false, _) => self.methods.clone(),
            (true, Method::Auto) => Method::ALL.iter().map(|(_, method)| *method).collect(),
            // `--method` works here too, as in the other commands.
            (true, method) => vec![method],
        }
    }
}
