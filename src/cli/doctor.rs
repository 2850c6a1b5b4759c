//! The command `doctor`: details for a bug report on program, terminal, system, folders and index.

use std::io::{IsTerminal, Write, stderr, stdin, stdout};
use std::path::Path;

use clap::Args;

use super::args::common::{CommonOptions, CorpusArgs};
use super::config_file::user_file;
use super::context::{CommandContext, RunCommand};
use super::talk::log_path;
use crate::base::{files, sanitise, units, version};
use crate::corpus::extract::readers;
use crate::engine::options::Options;
use crate::index::{self, FORMAT};
use crate::sketch::Kernel;
use crate::term::capabilities::{self, Overrides};
use crate::term::panics;
use crate::ui::theme::Depth;

/// The corpus whose index is inspected.
#[derive(Clone, Debug, Args)]
pub struct Doctor {
    /// The corpus.
    #[command(flatten)]
    pub corpus: CorpusArgs,
}

/// Rows of a section: names and values.
type Rows = Vec<(&'static str, String)>;

impl RunCommand for Doctor {
    fn run(&self, context: &CommandContext<'_>) -> anyhow::Result<()> {
        let options = context.options(&self.corpus)?;
        let (index, fault) = index_rows(context, &options);
        let mut out = stdout().lock();
        for (heading, rows) in [
            ("Program", program()),
            ("Terminal", terminal()),
            ("System", system()),
            ("Config", config_rows(&context.common)),
            ("Index", index),
        ] {
            writeln!(out, "{heading}")?;
            for (name, value) in rows {
                writeln!(out, "  {name:<12} {}", sanitise::line(&value))?;
            }
        }
        out.flush()?;
        fault.map_or(Ok(()), Err)
    }
}

fn config_rows(common: &CommonOptions) -> Rows {
    let file = user_file();
    let mut rows = vec![("file", file.as_deref().map_or("none".into(), state_of))];
    match common.read_config() {
        Ok(config) if config.path.as_os_str().is_empty() => {}
        Ok(config) => {
            let values = units::counted(config.len() as u64, "value", "values");
            rows.push(("read", format!("{}, {values}", config.path.display())));
            for (extension, command) in &config.readers {
                let state = match readers::program(command) {
                    (_, Some(path)) => format!("found: {}", path.display()),
                    (program, None) => format!("{program} is not found"),
                };
                rows.push(("reader", format!("{extension}: {command} ({state})")));
            }
        }
        Err(error) => rows.push(("fault", format!("{error:#}"))),
    }
    rows
}

/// Facts about the index, and its errors.
fn index_rows(context: &CommandContext<'_>, options: &Options) -> (Rows, Option<anyhow::Error>) {
    let dir = context.common.index.clone().or_else(|| options.index_dir());
    let mut rows = vec![("format", FORMAT.to_string())];
    let Some(dir) = dir else {
        rows.push(("folder", "none: a demo, or --in-memory".into()));
        return (rows, None);
    };
    rows.push(("folder", dir.display().to_string()));
    match context.install(|| index::check(&dir)) {
        Ok(None) => rows.push(("state", "not made yet".into())),
        Ok(Some(checked)) => {
            let state = if checked.complete {
                "whole"
            } else {
                "interrupted; `shinglescope index` continues it"
            };
            rows.push(("state", state.into()));
            rows.push(("documents", units::count(checked.documents)));
            rows.push(("size", units::bytes(checked.bytes)));
        }
        Err(error) => {
            rows.push(("state", format!("damaged: {error}")));
            return (rows, Some(error.into()));
        }
    }
    (rows, None)
}

fn program() -> Rows {
    use std::env::consts::{ARCH, OS};
    let path = std::env::current_exe().map_or("unknown".into(), |path| path.display().to_string());
    vec![
        ("version", version::LONG.clone()),
        ("file", path),
        ("target", format!("{ARCH} {OS}")),
        ("sketches", Kernel::best().name().to_owned()),
    ]
}

fn terminal() -> Rows {
    let variable = |name: &str| std::env::var(name).ok();
    let theme = capabilities::theme(variable, Overrides::default());
    let colours = match theme.depth() {
        Depth::None => "none",
        Depth::Sixteen => "16",
        Depth::Indexed => "256",
        Depth::True => "16,777,216",
    };
    let streams = [
        stdin().is_terminal(),
        stdout().is_terminal(),
        stderr().is_terminal(),
    ];
    let [input, output, error] =
        streams.map(|terminal| if terminal { "terminal" } else { "no terminal" });
    let size = capabilities::size().map(|(columns, rows)| format!("{columns}x{rows}"));
    let background = if theme.light() {
        "light"
    } else {
        "dark, or unknown"
    };
    let signs = if theme.ascii() { "ASCII" } else { "Unicode" };
    let mut rows = vec![
        ("size", size.unwrap_or("unknown".into())),
        ("colours", colours.to_owned()),
        ("background", background.to_owned()),
        ("signs", signs.to_owned()),
        (
            "streams",
            format!("input {input}, output {output}, errors {error}"),
        ),
    ];
    let names = "TERM COLORTERM COLORFGBG NO_COLOR LANG LC_ALL TMUX SSH_TTY".split(' ');
    rows.extend(names.filter_map(|name| Some((name, variable(name)?))));
    rows
}

fn system() -> Rows {
    use rustix::process::{Resource, getrlimit};
    let limit = |resource| {
        let limit = getrlimit(resource).current;
        limit.map_or("unlimited".to_owned(), units::count)
    };
    let folder = panics::folder();
    let log = folder.as_deref().map(log_path);
    let state = |path: Option<&Path>| path.map_or("none".into(), state_of);
    vec![
        ("processors", crate::engine::pool::processors().to_string()),
        ("reports", state(folder.as_deref())),
        ("log", state(log.as_deref())),
        ("temporary", files::temporary_folder().display().to_string()),
        ("open files", limit(Resource::Nofile)),
        ("memory", limit(Resource::As)),
    ]
}

/// A path, and whether it exists.
fn state_of(path: &Path) -> String {
    let state = if path.exists() { "" } else { " (not there)" };
    format!("{}{state}", path.display())
}
