//! Runs the command line and determines the exit status.

mod blocks;
mod check_index;
mod config;
mod copied_text;
mod decided;
mod described;
mod dispatch;
mod doctor;
mod explore;
mod keep;
mod lecture;
mod mirrors;
mod overlap;
mod pairs;
mod passages;
mod proofs;
mod query;
mod report;
mod review;
mod signals;
mod surroundings;
mod tables;
mod undated;
mod why;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::CommandFactory;
pub(super) use described::MadeFrom;
use dispatch::dispatch;
use signals::listen;
pub(super) use surroundings::{Run, no_documents, skipped, two_documents};

use super::args::Cli;
use super::{log_file, verify, words};
use crate::base::sanitise;
use crate::corpus::child::{self, COMMAND, serve};
use crate::corpus::extract::readers;
use crate::engine::cancel::Cancel;
use crate::exit;
use crate::term::panics::{self, Report};

/// Parses the command line, whose first word is the program's name, runs it and returns the exit
/// status.
pub fn main(words: impl IntoIterator<Item = OsString>) -> ExitCode {
    let words: Vec<OsString> = words.into_iter().collect();
    if words.get(1).is_some_and(|word| word == COMMAND) {
        return ExitCode::from(match serve() {
            Ok(()) => exit::DONE,
            // A broken pipe: the parent is gone.
            Err(_) => exit::USAGE,
        });
    }
    match words::read_with_config(words) {
        Ok(cli) => {
            let status = run(cli);
            verify::memory::say_if_asked();
            status
        }
        Err(said) => ExitCode::from(tell(&said)),
    }
}

/// Names the program whose copies parse documents in child processes; see
/// [`corpus::child`](crate::corpus).
pub fn parse_documents_with(program: std::path::PathBuf) {
    child::set_program(program);
}

/// Prints help, the version or a usage error; returns the exit status.
fn tell(said: &clap::Error) -> u8 {
    // An argument, the name of a file or a line of a config file can have control characters.
    let text = said.render().to_string();
    let safe = sanitise::lines(&text);
    let printed = if safe != text {
        // Without colours, which are escape sequences too.
        io::stderr().write_all(safe.as_bytes())
    } else {
        said.print().and_then(|()| io::stdout().flush())
    };
    match printed {
        // If standard error is closed, the message cannot be shown.
        _ if said.use_stderr() => exit::USAGE,
        Ok(()) => exit::DONE,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => exit::DONE,
        Err(error) => failed(&anyhow::Error::new(error).context("cannot write to standard output")),
    }
}

/// Prints an error to standard error; returns the exit status.
fn failed(error: &anyhow::Error) -> u8 {
    let sentence = format!("shinglescope: {}", sanitise::line(&format!("{error:#}")));
    log::error!("{sentence}");
    // Standard error may be closed.
    let _ = writeln!(io::stderr(), "{sentence}");
    exit::FAILED
}

/// Runs a parsed command line and returns the exit status. Prints errors to standard error.
pub fn run(cli: Cli) -> ExitCode {
    panics::install(if cli.common.in_memory {
        Report::Unwanted
    } else {
        Report::usual()
    });
    if cli.common.verbose > 0 {
        let begun = match panics::folder() {
            Some(folder) => log_file::begin(&folder, cli.common.verbose),
            None => Err(io::ErrorKind::NotFound.into()),
        };
        if let Err(error) = begun {
            // The work goes on without it.
            failed(&anyhow::Error::new(error).context("cannot write the log file"));
        }
        let command = cli.command.as_ref();
        let command = command.map_or_else(|| "Screens".to_owned(), |c| format!("{c:?}"));
        // Without its arguments.
        let name = command.split(|c: char| !c.is_alphanumeric()).next();
        log::info!(
            "shinglescope {} ({}), {}",
            env!("CARGO_PKG_VERSION"),
            crate::base::version::COMMIT,
            name.unwrap_or_default()
        );
    }
    let cancel = Cancel::default();
    let listening = listen(&cancel);
    if let Some(file) = &cli.config.file {
        readers::set(file.readers.clone(), cancel.flag().into());
    }
    // Registered after the signals that have their own handlers.
    crate::term::fatal::install_handlers();
    let status = match dispatch(cli, &cancel, &listening) {
        Ok(true) => exit::DONE,
        _ if cancel.stopped() => exit::INTERRUPTED,
        Ok(false) => exit::DONE,
        // The reader of the pipe has closed it, as in `shinglescope pairs … | head`; this is not a
        // failure.
        Err(error) if is_closed_pipe(&error) => exit::DONE,
        Err(error) => match error.downcast::<clap::Error>() {
            Ok(usage) => tell(&usage.format(&mut Cli::command())),
            Err(error) => failed(&error),
        },
    };
    log::info!("exit status {status}");
    ExitCode::from(status)
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let Some(io) = cause.downcast_ref::<io::Error>() else {
            return csv_says_so(cause);
        };
        // The CSV writer wraps the pipe error, and its own error is wrapped once more.
        io.kind() == io::ErrorKind::BrokenPipe || io.get_ref().is_some_and(|e| csv_says_so(e))
    })
}

fn csv_says_so(cause: &(dyn std::error::Error + 'static)) -> bool {
    let kind = cause.downcast_ref::<csv::Error>().map(csv::Error::kind);
    matches!(kind, Some(csv::ErrorKind::Io(io)) if io.kind() == io::ErrorKind::BrokenPipe)
}
