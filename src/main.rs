//! The `shinglescope` program: parses the command line and hands over.

use std::process::ExitCode;

use clap::Parser;
use shinglescope::cli::{self, Cli};

fn main() -> ExitCode {
    cli::run(Cli::parse())
}
