//! Everything that the `bench` command measures, on a made-up corpus of 10,000 documents:
//! `cargo bench --bench pipeline`. With `SHINGLESCOPE_BENCH=long` on 100,000 documents of 2 KB too,
//! for the memory that they take.

use std::io::{self, IsTerminal};
use std::path::Path;

use shinglescope::bench::{MadeUp, Suite, Synth, rows};
use shinglescope::report::Format;
use shinglescope::settings::Settings;

fn main() -> anyhow::Result<()> {
    // `cargo test --benches` starts benches too; there is nothing to test here.
    if !std::env::args().any(|argument| argument == "--bench") {
        return Ok(());
    }
    measure(&Synth::new(10_000, 350, 0.1, 7), 3, false)?;
    if std::env::var("SHINGLESCOPE_BENCH").is_ok_and(|form| form == "long") {
        measure(&Synth::new(100_000, 320, 0.1, 7), 1, true)?;
    }
    Ok(())
}

fn measure(synth: &Synth, runs: usize, memory_wanted: bool) -> anyhow::Result<()> {
    eprintln!("{} made-up documents", synth.len());
    let made_up = MadeUp::write(synth)?;
    let suite = Suite {
        program: Path::new(env!("CARGO_BIN_EXE_shinglescope")),
        corpus: &made_up.corpus(Settings::default()),
        threads: 1,
        runs,
        memory_wanted,
        say: &|sentence| eprintln!("{sentence}"),
        go_on: &|| true,
    };
    let measured = suite.all()?;
    let out = io::stdout();
    rows::write(&measured, Format::Table, out.is_terminal(), out.lock())?;
    println!();
    Ok(())
}
