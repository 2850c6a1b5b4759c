//! The `shinglescope` program: parses the command line and hands over.

use std::process::ExitCode;

use clap::Parser;
use shinglescope::cli::{self, Cli};
use shinglescope::term::out_of_memory::Allocator;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

fn main() -> ExitCode {
    cli::run(Cli::parse())
}
