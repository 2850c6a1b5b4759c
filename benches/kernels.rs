//! Benchmark of the sketching kernels against plain 64-bit arithmetic: `cargo bench --bench
//! kernels`.

use std::io::{self, IsTerminal};
use std::time::Duration;

use shinglescope::bench::{kernels, rows};

fn main() -> io::Result<()> {
    // `cargo test --benches` starts benchmarks too; there is nothing to test here.
    if !std::env::args().any(|argument| argument == "--bench") {
        return Ok(());
    }
    let measured = kernels::rows(5, Duration::from_millis(400), &|| true).unwrap_or_default();
    let out = io::stdout();
    rows::table(&measured, out.is_terminal(), out.lock())
}
