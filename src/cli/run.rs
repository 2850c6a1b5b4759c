//! Runs what was asked, and says how it ended.

mod check_index;
mod dispatch;
mod explore;
mod pairs;
mod proofs;
mod signals;
mod surroundings;
mod why;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use dispatch::dispatch;
use signals::listen;
pub(super) use surroundings::{Run, no_documents, skipped};

use super::args::Cli;
use super::words;
use crate::base::sanitise;
use crate::engine::cancel::Cancel;
use crate::exit;
use crate::term::panics::{self, Report};

/// Reads the command line, the program's name first, and does what it says; the status to exit with.
#[must_use]
pub fn main(words: impl IntoIterator<Item = OsString>) -> ExitCode {
    match words::read(words) {
        Ok(cli) => run(cli),
        Err(said) => ExitCode::from(tell(&said)),
    }
}

/// Prints help or the version, or what is wrong with the command line; the status to exit with.
fn tell(said: &clap::Error) -> u8 {
    let printed = said.print().and_then(|()| io::stdout().flush());
    match printed {
        // Nobody is left to hear that standard error is closed.
        _ if said.use_stderr() => exit::USAGE,
        Ok(()) => exit::DONE,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => exit::DONE,
        Err(error) => failed(&anyhow::Error::new(error).context("cannot write to standard output")),
    }
}

/// Says on standard error what failed; the status to exit with.
fn failed(error: &anyhow::Error) -> u8 {
    let sentence = format!("shinglescope: {}", sanitise::line(&format!("{error:#}")));
    // Nobody may be left to hear it.
    let _ = writeln!(io::stderr(), "{sentence}");
    exit::FAILED
}

/// Does what the command line says; the status to exit with. Errors are told on standard error.
#[must_use]
pub fn run(cli: Cli) -> ExitCode {
    panics::tell(if cli.common.in_memory {
        Report::Unwanted
    } else {
        Report::usual()
    });
    let cancel = Cancel::default();
    let listening = listen(&cancel);
    // After those that are answered otherwise.
    #[cfg(unix)]
    crate::term::fatal::answer();
    let status = match dispatch(cli, &cancel, &listening) {
        _ if cancel.stopped() => exit::INTERRUPTED,
        Ok(()) => exit::DONE,
        // The reader has seen enough: `shinglescope pairs … | head` is no failure.
        Err(error) if is_closed_pipe(&error) => exit::DONE,
        Err(error) => match error.downcast_ref::<clap::Error>() {
            Some(usage) => tell(usage),
            None => failed(&error),
        },
    };
    ExitCode::from(status)
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let Some(io) = cause.downcast_ref::<io::Error>() else {
            return csv_says_so(cause);
        };
        // The writer of CSV wraps what the pipe said, and its own error is wrapped once more.
        io.kind() == io::ErrorKind::BrokenPipe || io.get_ref().is_some_and(|e| csv_says_so(e))
    })
}

fn csv_says_so(cause: &(dyn std::error::Error + 'static)) -> bool {
    let kind = cause.downcast_ref::<csv::Error>().map(csv::Error::kind);
    matches!(kind, Some(csv::ErrorKind::Io(io)) if io.kind() == io::ErrorKind::BrokenPipe)
}
