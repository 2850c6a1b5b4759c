//! Runs the command line and determines the exit status.

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::OnceLock;
use std::sync::atomic::AtomicU64;

use super::args::{Cli, CliCommand, definition, parse};
use super::context::{CommandContext, RunCommand};
use super::listening::{Listening, listen};
use super::talk::{self, Talk};
use crate::base::{Cancel, sanitise};
use crate::corpus::child::{COMMAND, serve};
use crate::corpus::extract::readers;
use crate::engine::pool::pool;
use crate::exit;
use crate::term::panics;

/// Parses the command line, whose first word is the program's name, runs it and returns the exit status.
pub fn main(words: impl IntoIterator<Item = OsString>) -> ExitCode {
    let words: Vec<OsString> = words.into_iter().collect();
    if words.get(1).is_some_and(|word| word == COMMAND) {
        return ExitCode::from(match serve() {
            Ok(()) => exit::DONE,
            // A broken pipe: the parent is gone.
            Err(_) => exit::USAGE,
        });
    }
    match parse::read_with_config(words) {
        Ok(cli) => run(cli),
        Err(message) => ExitCode::from(show(&message)),
    }
}

/// Prints help, the version or a usage error; returns the exit status.
fn show(message: &clap::Error) -> u8 {
    // An argument, the name of a file or a line of a config file can have control characters.
    let text = message.render().to_string();
    let safe = sanitise::lines(&text);
    let printed = if safe != text {
        // Without colours, which are escape sequences too.
        io::stderr().write_all(safe.as_bytes())
    } else {
        message.print().and_then(|()| io::stdout().flush())
    };
    match printed {
        // If standard error is closed, the message cannot be shown.
        _ if message.use_stderr() => exit::USAGE,
        Ok(()) => exit::DONE,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => exit::DONE,
        Err(error) => report(&anyhow::Error::new(error).context("cannot write to standard output")),
    }
}

/// Prints an error to standard error; returns the exit status.
fn report(error: &anyhow::Error) -> u8 {
    let sentence = format!("shinglescope: {}", sanitise::line(&format!("{error:#}")));
    log::error!("{sentence}");
    // Standard error may be closed.
    let _ = writeln!(io::stderr(), "{sentence}");
    exit::FAILED
}

/// Runs a parsed command line and returns the exit status. Prints errors to standard error.
pub fn run(cli: Cli) -> ExitCode {
    let panic_log = panics::folder().map(|folder| folder.join("panic.log"));
    panics::install(panic_log.filter(|_| !cli.common.in_memory));
    if cli.common.verbose > 0 {
        let folder = panics::folder().ok_or(io::ErrorKind::NotFound.into());
        let log_result = folder.and_then(|folder| talk::begin_log(&folder, cli.common.verbose));
        if let Err(error) = log_result {
            // The work continues without a log.
            report(&anyhow::Error::new(error).context("cannot write the log file"));
        }
        let command = cli.command.as_ref();
        let command = command.map_or_else(|| "Screens".to_owned(), |c| format!("{c:?}"));
        // The log has the command without its arguments.
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
    let config = &cli.invocation.config;
    if !config.readers.is_empty() {
        readers::set(config.readers.clone(), cancel.clone());
    }
    // Registered last, because other signals have their own handlers.
    crate::term::restore::install_handlers();
    let status = match dispatch(cli, &cancel, &listening) {
        Ok(true) => exit::DONE,
        _ if cancel.stopped() => exit::INTERRUPTED,
        Ok(false) => exit::DONE,
        // The reader of the pipe has closed it, as in `shinglescope pairs … | head`; this is not a
        // failure.
        Err(error) if is_closed_pipe(&error) => exit::DONE,
        Err(error) => match error.downcast::<clap::Error>() {
            Ok(usage) => show(&usage.format(&mut definition())),
            Err(error) => report(&error),
        },
    };
    log::info!("exit status {status}");
    ExitCode::from(status)
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let Some(io) = cause.downcast_ref::<io::Error>() else {
            return is_csv_pipe(cause);
        };
        // The CSV writer wraps the pipe error, and its own error is wrapped once more.
        io.kind() == io::ErrorKind::BrokenPipe || io.get_ref().is_some_and(|e| is_csv_pipe(e))
    })
}

fn is_csv_pipe(cause: &(dyn std::error::Error + 'static)) -> bool {
    let kind = cause.downcast_ref::<csv::Error>().map(csv::Error::kind);
    matches!(kind, Some(csv::ErrorKind::Io(io)) if io.kind() == io::ErrorKind::BrokenPipe)
}

/// Runs the command line. Returns whether its work is complete; a later signal does not change this.
fn dispatch(cli: Cli, cancel: &Cancel, listening: &Listening) -> anyhow::Result<bool> {
    let compares_all = matches!(
        cli.command,
        Some(
            CliCommand::Verify(_)
                | CliCommand::Tune(_)
                | CliCommand::Sweep(_)
                | CliCommand::Mirrors(_)
        )
    );
    anyhow::ensure!(
        cli.common.sets.is_empty() || !compares_all,
        "this command compares every document with every other; remove --new, --archive and --group-by, and give one corpus"
    );
    let threads = usize::from(cli.common.threads.unwrap_or(0));
    let context = CommandContext {
        talk: Talk::new(cli.common.quiet, cli.common.reduces_motion()),
        common: cli.common,
        invocation: cli.invocation,
        completed: false.into(),
        cancel,
        pool: pool(threads)?,
        listening,
        unread: AtomicU64::new(0),
        unread_parts: AtomicU64::new(0),
        journal_announced: false.into(),
        masks: OnceLock::new(),
        definition,
        kept_masks: OnceLock::new(),
    };
    match &cli.command {
        Some(command) => command.inner().run(&context)?,
        None => cli.explore.run(&context)?,
    }
    context.strictly()?;
    Ok(context.completed.into_inner())
}
