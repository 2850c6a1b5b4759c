//! The `shinglescope` program: passes the command line to the `cli` module of the library.

use std::process::ExitCode;

use shinglescope::term::out_of_memory::Allocator;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

fn main() -> ExitCode {
    shinglescope::cli::main(std::env::args_os())
}
