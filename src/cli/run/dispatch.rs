//! Dispatches each command to its implementation.

use std::io::IsTerminal;
use std::io::{BufWriter, Write, stdout};
use std::path::Path;

use std::sync::atomic::AtomicU64;

use clap::CommandFactory;

use super::super::args::{Cli, Command, Explore};
#[cfg(feature = "bench")]
use super::super::bench;
use super::super::talk::Talk;
use super::super::{compare, lists, man, marks, query, synth, verify};
use super::Run;
use super::signals::Listening;
use crate::base::units;
use crate::engine::cancel::Cancel;
use crate::engine::pool::pool;

/// Runs the command line.
pub(super) fn dispatch(cli: Cli, cancel: &Cancel, listening: &Listening) -> anyhow::Result<()> {
    let threads = usize::from(cli.common.threads.unwrap_or(0));
    let run = Run {
        talk: Talk::new(cli.common.quiet, cli.common.calm()),
        common: cli.common,
        cancel,
        pool: pool(threads)?,
        listening,
        unread: AtomicU64::new(0),
    };
    command(&run, cli.command, cli.explore)?;
    run.strictly()
}

fn command(run: &Run<'_>, command: Option<Command>, explore: Explore) -> anyhow::Result<()> {
    let cancel = run.cancel;
    let terminal = stdout().is_terminal();
    let out = BufWriter::new(stdout());
    match command {
        None => {
            let Explore {
                corpus,
                grouping,
                look,
            } = explore;
            run.explore(
                &corpus.paths,
                &corpus.settings,
                &grouping,
                &look,
                terminal,
                out,
            )
        }
        Some(Command::Demo(demo)) => run.explore(
            &[],
            &demo.settings,
            &demo.grouping,
            &demo.look,
            terminal,
            out,
        ),
        Some(Command::Pairs(asked)) => run.list_pairs(&asked, terminal, out),
        Some(Command::Clusters(l)) => run.clusters(
            &l.corpus.paths,
            &l.corpus.settings,
            &l.grouping,
            l.output.format,
            terminal,
            out,
        ),
        Some(Command::Why(w)) => run.why(&w, terminal, out),
        Some(Command::Skipped(s)) => {
            let collection = run.collection(&s.corpus.paths, &s.corpus.settings, true)?;
            lists::skipped(collection.skipped(), s.output.format, terminal, out)?;
            Ok(())
        }
        Some(Command::Marks(m)) => {
            let collection = run.collection(&m.corpus.paths, &m.corpus.settings, false)?;
            let format = m.output.format;
            let should_continue = || !cancel.stopped();
            let write = || marks::write(&collection, format, terminal, out, &should_continue);
            let found = run.pool.install(write)? as u64;
            run.should_continue()?;
            run.talk.say(&format!(
                "{} of {} disguised; --fold-confusables compares what a reader sees",
                units::count(found),
                units::counted(collection.len() as u64, "document is", "documents are"),
            ));
            Ok(())
        }
        Some(Command::Compare(c)) => {
            let settings = c.settings.settings();
            let [name_a, name_b] = [&c.a, &c.b].map(|name| name.to_string_lossy());
            let (a, b) = if c.within.is_empty() {
                (
                    run.listening
                        .ending_at_once(|| compare::file(Path::new(&c.a), &settings))?,
                    run.listening
                        .ending_at_once(|| compare::file(Path::new(&c.b), &settings))?,
                )
            } else {
                let collection = run.collection(&c.within, &c.settings, false)?;
                (
                    compare::member(&collection, &name_a)?,
                    compare::member(&collection, &name_b)?,
                )
            };
            let (comparison, lost) = compare::compare(a, b, &settings)?;
            if let Some(lost) = lost {
                run.talk.say(&verify::sentence(&lost));
            }
            let names = [&*name_a, &*name_b];
            compare::write(names, &comparison, c.output.format, terminal, out)?;
            Ok(())
        }
        Some(Command::Query(q)) => {
            let collection = run.searched(&q.within, &q.settings)?;
            let settings = collection.settings();
            let text = run
                .listening
                .ending_at_once(|| query::text(&q.file, settings))?;
            let written = run.pool.install(|| {
                query::write(
                    &collection,
                    text,
                    q.threshold,
                    q.output.format,
                    terminal,
                    out,
                )
            })?;
            if written == 0 {
                run.talk
                    .say("no document shares a shingle with it at this threshold");
            }
            Ok(())
        }
        Some(Command::Sweep(asked)) => asked.run(run, terminal, out),
        Some(Command::Verify(asked)) => run.verify(&asked, terminal, out),
        Some(Command::Tune(asked)) => run.tune(&asked, terminal, out),
        Some(Command::Index(asked)) if asked.check => run.check_index(&asked, out),
        Some(Command::Index(asked)) => run.index(&asked),
        #[cfg(feature = "bench")]
        Some(Command::Bench(asked)) => bench::run(
            &asked,
            usize::from(run.common.threads.unwrap_or(1)),
            run.cancel,
            &run.talk,
            terminal,
            out,
        ),
        Some(Command::Synth(asked)) => run
            .pool
            .install(|| synth::run(&asked, run.cancel, &run.talk)),
        Some(Command::Completions { shell }) => {
            let mut out = out;
            // The generator panics on a closed pipe, so the text is generated into memory first.
            let mut text = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "shinglescope", &mut text);
            out.write_all(&text)?;
            out.flush()?;
            Ok(())
        }
        Some(Command::Man) => {
            let mut out = out;
            man::write(&mut out)?;
            out.flush()?;
            Ok(())
        }
    }
}
