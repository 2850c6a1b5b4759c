//! The `shinglescope` program: passes the command line to the `cli` module of the library.

use std::process::ExitCode;

use shinglescope::term::out_of_memory::Allocator;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

fn main() -> ExitCode {
    // On Linux the link leads to this program even after its file has been replaced.
    let program = if cfg!(target_os = "linux") {
        Ok("/proc/self/exe".into())
    } else {
        std::env::current_exe()
    };
    if let Ok(program) = program {
        // Child processes of this program parse documents.
        shinglescope::cli::set_program(program);
    }
    shinglescope::cli::main(std::env::args_os())
}
