//! Runs what was asked, and says how it ended.

mod check_index;
mod dispatch;
mod explore;
mod pairs;
mod proofs;
mod signals;
mod surroundings;
mod why;

use std::io::{self, Write};
use std::process::ExitCode;

use dispatch::dispatch;
use signals::listen;
pub(super) use surroundings::{Run, no_documents, skipped};

use super::args::Cli;
use crate::base::sanitise;
use crate::engine::cancel::Cancel;
use crate::exit;
use crate::term::panics::{self, Report};

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
    let status = match dispatch(cli, &cancel, &listening) {
        _ if cancel.stopped() => exit::INTERRUPTED,
        Ok(()) => exit::DONE,
        // The reader has seen enough: `shinglescope pairs … | head` is no failure.
        Err(error) if is_closed_pipe(&error) => exit::DONE,
        Err(error) => match error.downcast_ref::<clap::Error>() {
            Some(usage) => {
                // Nobody is left to hear that standard error is closed.
                let _ = usage.print();
                exit::USAGE
            }
            None => {
                // Nor here.
                let sentence = format!("shinglescope: {}", sanitise::line(&format!("{error:#}")));
                let _ = writeln!(io::stderr(), "{sentence}");
                exit::FAILED
            }
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
