//! All measurements of the `bench` command on a synthetic corpus of 10,000 documents, and growth
//! from 10,000 to 100,000 documents: `cargo bench --bench pipeline`. `SHINGLESCOPE_BENCH=long` also
//! measures 100,000 documents of 2 KB, for their memory, and growth up to 1,000,000.

use std::io::{self, IsTerminal};
use std::path::Path;

use shinglescope::bench::{MadeUp, Suite, growth, rows};
use shinglescope::settings::Settings;
use shinglescope::synth::Synth;

fn main() -> anyhow::Result<()> {
    // `cargo test --benches` starts benchmarks too; there is nothing to test here.
    if !std::env::args().any(|argument| argument == "--bench") {
        return Ok(());
    }
    let long = std::env::var("SHINGLESCOPE_BENCH").is_ok_and(|form| form == "long");
    measure(&Synth::new(10_000, 350, 0.1, 7), 3, false)?;
    if long {
        measure(&Synth::new(100_000, 320, 0.1, 7), 1, true)?;
    }
    let sizes = [10_000, 100_000, 1_000_000];
    let sizes = if long { &sizes[..] } else { &sizes[..2] };
    let runs = if long { 1 } else { 3 };
    let grown = growth::rows(program(), sizes, runs, &|s| eprintln!("{s}"), &|| true)?;
    let out = io::stdout();
    rows::table(&grown, out.is_terminal(), out.lock())?;
    Ok(())
}

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_shinglescope"))
}

fn measure(synth: &Synth, runs: usize, memory_wanted: bool) -> anyhow::Result<()> {
    eprintln!("{} made-up documents", synth.documents());
    let made_up = MadeUp::write(synth)?;
    let suite = Suite {
        program: program(),
        corpus: &made_up.corpus(Settings::default()),
        threads: 1,
        runs,
        memory_wanted,
        say: &|sentence| eprintln!("{sentence}"),
        should_continue: &|| true,
    };
    let measured = suite.all()?;
    let out = io::stdout();
    rows::table(&measured, out.is_terminal(), out.lock())?;
    println!();
    Ok(())
}
