//! Starts the engine and the terminal screens on a corpus.

use std::sync::PoisonError;

use anyhow::Context;
use crossbeam_channel::unbounded;

use super::args::Look;
use super::pair_search::Grouping;
use crate::app::Start;
use crate::base::sanitise;
use crate::corpus::Source;
use crate::engine::options::{Options, PairSearchConfig};
use crate::engine::{AnalysisConfig, Engine};
use crate::settings::KEPT_FROM;
use crate::term::capabilities::Overrides;
use crate::term::runner::{self, Ended, RunOptions};

/// Runs the screens until the user quits; the result says whether a signal ended them.
///
/// # Errors
/// A path that does not exist or a terminal that cannot be used; the message names it.
pub fn explore(
    options: Options,
    grouping: &Grouping,
    look: &Look,
    calm: bool,
) -> anyhow::Result<Ended> {
    let finding = &grouping.finding;
    let method_config = finding.method_config(&options.settings.sketching)?;
    // Report obvious errors before the terminal switches to the screens.
    if let Source::Paths(paths) = &options.source {
        for path in paths {
            std::fs::metadata(path).with_context(|| {
                format!(
                    "cannot open {}: give a folder, a file or a .jsonl file",
                    path.display()
                )
            })?;
        }
    }
    let start = Start {
        corpus: sanitise::line(&name(&options.source)).into_owned(),
        settings: settings(&options),
        store: options
            .store_dir()
            .map(|dir| sanitise::line(&dir.display().to_string()).into_owned()),
        threshold: finding.threshold,
        choice: AnalysisConfig {
            settings: options.settings.clone(),
            method_config: method_config.clone(),
            linkage: grouping.linkage(),
        },
        calm,
    };
    let finding = PairSearchConfig {
        method_config,
        threshold: finding.threshold,
        floor: KEPT_FROM.min(finding.threshold),
        linkage: grouping.linkage(),
        hurry: true,
    };
    let light = match (look.light, look.dark) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    };
    let overrides = Overrides {
        depth: None,
        light,
        ascii: look.ascii.then_some(true),
    };
    let (sender, updates) = unbounded();
    let engine = Engine::start(options, finding, sender)?;
    let run = RunOptions {
        start,
        overrides,
        mouse: !look.no_mouse,
    };
    let unsaved = engine.unsaved();
    // The engine ends with the screens.
    let ended = runner::run(
        run,
        Box::new(move |request| engine.request(request)),
        updates,
    )?;
    let unsaved = unsaved.lock().unwrap_or_else(PoisonError::into_inner);
    match &*unsaved {
        None => Ok(ended),
        Some(why) => anyhow::bail!("what was judged or named last is not kept: {why}"),
    }
}

/// Name of the corpus: the last component of each path.
fn name(source: &Source) -> String {
    match source {
        Source::Demo => "demo corpus".to_owned(),
        Source::Paths(paths) => {
            let last = |path: &std::path::PathBuf| {
                let path = path.canonicalize().unwrap_or_else(|_| path.clone());
                path.file_name().map_or_else(
                    || path.display().to_string(),
                    |n| n.to_string_lossy().into_owned(),
                )
            };
            paths.iter().map(last).collect::<Vec<_>>().join(" + ")
        }
    }
}

/// Entries of the About screen beyond the collection's own settings.
fn settings(options: &Options) -> Vec<(String, String)> {
    let mut out = Vec::new();
    if let Source::Paths(paths) = &options.source {
        for path in paths {
            let shown = path.canonicalize().unwrap_or_else(|_| path.clone());
            out.push((
                "read from".to_owned(),
                sanitise::line(&shown.display().to_string()).into_owned(),
            ));
        }
    }
    out
}
