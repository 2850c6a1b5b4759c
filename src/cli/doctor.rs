//! The command `doctor`: what a report of a fault needs to say about program, terminal, system, folders and index.

use std::io::{IsTerminal, Write, stderr, stdin, stdout};
use std::path::Path;

use clap::Args;

use super::args::common::{CommonOptions, CorpusArgs};
use super::config_file::user_file;
use super::context::{CommandContext, RunCommand};
use super::log_file;
use crate::base::{sanitise, units, version};
use crate::corpus::extract::readers;
use crate::engine::options::Options;
use crate::index::{self, FORMAT};
use crate::sketch::Kernel;
use crate::term::capabilities::{self, Overrides};
use crate::term::panics;
use crate::ui::theme::Depth;

/// Whose index is looked through.
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
        let options = context.options(&self.corpus.paths, self.corpus.settings.settings())?;
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
        Ok(config) => {
            if let Some(file) = &config.file {
                let values = units::counted(file.len() as u64, "value", "values");
                rows.push(("read", format!("{}, {values}", file.path.display())));
                rows.extend(file.readers.iter().map(|(extension, command)| {
                    let (program, path) = readers::program(command);
                    let state = path.map_or_else(
                        || format!("{program} is not found"),
                        |path| format!("found: {}", path.display()),
                    );
                    ("reader", format!("{extension}: {command} ({state})"))
                }));
            }
        }
        Err(error) => rows.push(("fault", format!("{error:#}"))),
    }
    rows
}

/// What there is to say of the index, and what is wrong with it.
fn index_rows(context: &CommandContext<'_>, options: &Options) -> (Rows, Option<anyhow::Error>) {
    let dir = context.common.index.clone().or_else(|| options.store_dir());
    let mut rows = vec![("format", FORMAT.to_string())];
    let Some(dir) = dir else {
        rows.push(("folder", "none: a demo, or --in-memory".into()));
        return (rows, None);
    };
    rows.push(("folder", dir.display().to_string()));
    let checked = context.pool.install(|| index::check(&dir));
    let fault = match checked {
        Ok(None) => {
            rows.push(("state", "not made yet".into()));
            None
        }
        Ok(Some(checked)) => {
            let state = if checked.complete {
                "whole"
            } else {
                "interrupted; `shinglescope index` goes on with it"
            };
            rows.push(("state", state.into()));
            rows.push(("documents", units::count(checked.documents)));
            rows.push(("size", units::bytes(checked.bytes)));
            None
        }
        Err(error) => {
            rows.push(("state", format!("damaged: {error}")));
            Some(anyhow::Error::new(error))
        }
    };
    (rows, fault)
}

fn program() -> Rows {
    let path = std::env::current_exe().map_or("unknown".into(), |path| path.display().to_string());
    vec![
        ("version", version::LONG.clone()),
        ("file", path),
        (
            "target",
            format!("{} {}", std::env::consts::ARCH, std::env::consts::OS),
        ),
        ("sketches", Kernel::best().name().to_owned()),
    ]
}

fn terminal() -> Rows {
    let variable = |name: &str| std::env::var(name).ok();
    let theme = capabilities::theme(variable, Overrides::default());
    let colours = match theme.depth() {
        Depth::None => "none",
        Depth::Eight => "8",
        Depth::Sixteen => "16",
        Depth::Indexed => "256",
        Depth::True => "16,777,216",
    };
    let is = |terminal: bool| if terminal { "terminal" } else { "no terminal" };
    let streams = [
        stdin().is_terminal(),
        stdout().is_terminal(),
        stderr().is_terminal(),
    ];
    let [input, output, error] = streams.map(is);
    let size = capabilities::size();
    let size = size.map_or("unknown".into(), |(columns, rows)| {
        format!("{columns}x{rows}")
    });
    let mut rows = vec![
        ("size", size),
        ("colours", colours.to_owned()),
        (
            "background",
            if theme.light() {
                "light"
            } else {
                "dark, or not said"
            }
            .to_owned(),
        ),
        (
            "signs",
            if theme.ascii() { "ASCII" } else { "Unicode" }.to_owned(),
        ),
        (
            "streams",
            format!("input {input}, output {output}, errors {error}"),
        ),
    ];
    for name in [
        "TERM",
        "COLORTERM",
        "COLORFGBG",
        "NO_COLOR",
        "LANG",
        "LC_ALL",
        "TMUX",
        "SSH_TTY",
    ] {
        if let Some(value) = variable(name) {
            rows.push((name, value));
        }
    }
    rows
}

fn system() -> Rows {
    let threads = crate::engine::pool::processors().to_string();
    let reports = panics::folder().map_or("none".into(), |folder| state_of(&folder));
    let log = panics::folder().map(|folder| log_file::log_path(&folder));
    let log = log.map_or("none".into(), |file| state_of(&file));
    let mut rows = vec![("processors", threads), ("reports", reports), ("log", log)];
    rows.push((
        "temporary",
        crate::index::temporary_folder().display().to_string(),
    ));
    use rustix::process::{Resource, getrlimit};
    let limit = |resource| {
        let limit = getrlimit(resource).current;
        limit.map_or("unlimited".to_owned(), units::count)
    };
    rows.push(("open files", limit(Resource::Nofile)));
    rows.push(("memory", limit(Resource::As)));
    rows
}

/// A path, and whether there is something.
fn state_of(path: &Path) -> String {
    if path.exists() {
        path.display().to_string()
    } else {
        format!("{} (not there)", path.display())
    }
}
