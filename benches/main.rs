//! Measurements: `cargo bench` prints the table of the whole program, `cargo bench -- PART` one of the others.
//! They print figures; wall-clock figures decide nothing; `SHINGLESCOPE_BENCH=short` takes few documents.

mod bare_pass;
mod bare_tantivy;
mod keys;
mod labels;
mod masses;
mod overlap;
mod overlapping;
mod program;
mod rows;
mod setup;
mod sketches;
mod tasks;
mod threshold;
mod watched;

use std::path::PathBuf;

use clap::{Parser, ValueEnum};

/// Measures the program.
#[derive(Parser)]
struct Arguments {
    /// What to measure
    #[arg(value_enum, default_value_t = Part::Program)]
    part: Part,
    #[command(flatten)]
    program: program::ProgramArguments,
    /// Labels: write one set of labels and its area as CSV instead, for benches/labels_check.py
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    /// Given by cargo
    #[arg(long, hide = true)]
    bench: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Part {
    /// Sketches, text to clusters and the whole index against yardsticks, growth, and key to frame
    Program,
    /// How often the interval of the area under the ROC curve contains the truth
    Labels,
    /// Masses of near-copies: cost, memory, growth, first rows, size of the index, key to frame, end by a signal
    Masses,
    /// Bias of the samplers and checkers of `overlap` over 200 seeds
    Overlap,
    /// How often the interval of the best threshold contains it
    Threshold,
}

fn main() -> anyhow::Result<()> {
    if let Some(job) = tasks::job() {
        return tasks::run(&job);
    }
    // `cargo test --benches` starts benches too, without this option; there is nothing to test here.
    if !std::env::args().any(|argument| argument == "--bench") {
        return Ok(());
    }
    let arguments = Arguments::parse();
    debug_assert!(arguments.bench);
    match arguments.part {
        Part::Program => program::bench(&arguments.program),
        Part::Labels => match arguments.write {
            Some(file) => labels::write(&file),
            None => {
                labels::bench();
                Ok(())
            }
        },
        Part::Masses => masses::bench(arguments.program.corpus),
        Part::Overlap => overlap::bench(),
        Part::Threshold => {
            threshold::bench();
            Ok(())
        }
    }
}
