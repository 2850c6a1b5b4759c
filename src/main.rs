//! The `shinglescope` program: hands the command line over.

use std::process::ExitCode;

fn main() -> ExitCode {
    shinglescope::cli::main(std::env::args_os())
}
