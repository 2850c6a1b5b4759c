//! Starts the engine and the terminal screens on a corpus.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crossbeam_channel::unbounded;

use super::args::Explore;
use super::args::screen_look::Colours;
use super::config_file::{self, Config};
use crate::app::Start;
use crate::base::{lock, sanitise};
use crate::corpus::packing::Form;
use crate::corpus::{Source, demo, discover};
use crate::engine::options::{Options, PairSearchConfig, Reviewing};
use crate::engine::{AnalysisConfig, Engine};
use crate::lecture::Lecture;
use crate::mask::MaskConfig;
use crate::review::with_kept;
use crate::settings::KEPT_FROM;
use crate::term::capabilities::{self, Overrides};
use crate::term::runner::{self, Ended, RunOptions};
use crate::ui::theme::Depth;

/// Runs the screens until the user quits; the result says whether a signal ended them. `given` are the masks of the options, `kept` those kept with the corpus.
/// `lecture` is shown first. `named_files` are not replaced by reports.
/// `signalled`: a signal asked for the end before the screens listen.
pub fn explore(
    options: Options,
    asked: &Explore,
    (given, kept): (MaskConfig, MaskConfig),
    (calm, config): (bool, &Config),
    lecture: Option<Lecture>,
    (named_files, signalled): (Vec<PathBuf>, Arc<AtomicBool>),
) -> anyhow::Result<Ended> {
    let (grouping, look) = (&asked.opening.grouping, &asked.opening.look.screens);
    let pair_search = &grouping.pair_search;
    let method_config = pair_search.method_config(&options.settings.sketching)?;
    let purpose = pair_search.purpose();
    let masks = with_kept(given, &kept);
    // Report obvious errors before the terminal switches to the screens.
    if let Some(paths) = options.source.paths() {
        for path in paths
            .iter()
            .filter(|path| path.as_os_str() != demo::STANDARD_INPUT)
        {
            discover::root_metadata(path)?;
        }
    }
    let start = Start {
        corpus: sanitise::line(&name(&options.source)).into_owned(),
        settings: settings(&options.source),
        store: options.store_dir().map(|dir| shown(&dir)),
        threshold: pair_search.threshold,
        analysis_config: AnalysisConfig {
            settings: options.settings.clone(),
            method_config: method_config.clone(),
            linkage: grouping.linkage(),
            decided_different: asked.opening.decided.decided_different(),
            purpose,
            masks: masks.clone(),
            bridging: asked.opening.bridging.config.bridging,
        },
        calm,
        two_files: two_files(&options.source),
        keeps_masks: !(options.in_memory || options.source.is_demo())
            || asked.opening.journal.journal.is_some(),
        kept_masks: !kept.is_empty(),
        dates: !options.sets.dates.is_empty(),
        demo: options.source.is_demo(),
        lecture: lecture.map(Box::new),
    };
    let search_config = PairSearchConfig {
        method_config,
        threshold: pair_search.threshold,
        floor: KEPT_FROM.min(pair_search.threshold),
        linkage: grouping.linkage(),
        decided_different: asked.opening.decided.decided_different(),
        purpose,
        masks,
        bridging: asked.opening.bridging.config.bridging,
        interactive: true,
    };
    let palette = look.theme.as_deref().or_else(|| config.theme());
    let palette = palette.map(config_file::theme).transpose()?;
    let light = match (look.light, look.dark) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    };
    let depth = match look.color {
        Colours::Auto => None,
        Colours::Always => Some(capabilities::depth_of_some(|name| std::env::var(name).ok())),
        Colours::Never => Some(Depth::None),
    };
    let overrides = Overrides {
        depth,
        light,
        ascii: look.ascii.then_some(true),
        cursor: look.cursor,
        palette,
    };
    let (sender, updates) = unbounded();
    let reviewing = Reviewing {
        journal: asked.opening.journal.journal.clone(),
        by: asked.opening.person.by.clone(),
        named: named_files,
    };
    let engine = Engine::reviewing(options, reviewing, search_config, sender)?;
    let run = RunOptions {
        start,
        overrides,
        mouse: !look.no_mouse,
        keymap: config.keymap()?,
        fault: config.fault.clone(),
        ended: signalled,
    };
    let unsaved = engine.unsaved();
    // The engine ends with the screens.
    let request = Box::new(move |request| engine.request(request));
    let ended = runner::run(run, request, updates)?;
    match &*lock(&unsaved) {
        None => Ok(ended),
        Some(why) => anyhow::bail!("what was judged or named last is not kept: {why}"),
    }
}

/// The paths of the corpus if these are exactly two files, each a document; absolute, as the places of documents are.
fn two_files(source: &Source) -> Option<[PathBuf; 2]> {
    let Source::Paths(paths) = source else {
        return None;
    };
    let file = |path: &PathBuf| path.is_file() && !Form::of(path).format.has_rows();
    match paths.as_slice() {
        [a, b] if file(a) && file(b) => Some([absolute(a), absolute(b)]),
        _ => None,
    }
}

fn shown(path: &Path) -> String {
    sanitise::line(&path.display().to_string()).into_owned()
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

fn canonical(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// Name of the corpus: the last component of each path.
fn name(source: &Source) -> String {
    match source {
        Source::Demo => "demo corpus".to_owned(),
        Source::CopiedTextDemo => "demo corpus of copied text".to_owned(),
        Source::Paths(_) | Source::Selected(_) => {
            let paths = source.paths().unwrap_or_default();
            let last = |path: &PathBuf| {
                let path = canonical(path);
                let last = path.file_name().unwrap_or(path.as_os_str());
                last.to_string_lossy().into_owned()
            };
            paths.iter().map(last).collect::<Vec<_>>().join(" + ")
        }
    }
}

/// Entries of the About screen beyond the collection's own settings.
fn settings(source: &Source) -> Vec<(String, String)> {
    let entry = |path: &PathBuf| ("read from".to_owned(), shown(&canonical(path)));
    match source {
        Source::Demo | Source::CopiedTextDemo => Vec::new(),
        Source::Paths(_) | Source::Selected(_) => source
            .paths()
            .unwrap_or_default()
            .iter()
            .map(entry)
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_files_are_found_by_their_absolute_paths() {
        // Tests run in the folder of the package.
        let given = ["README.md", "CHANGELOG.md"].map(PathBuf::from);
        let [a, b] = two_files(&Source::Paths(given.to_vec())).expect("two files");
        let here = std::env::current_dir().expect("a folder");
        assert_eq!([a, b], given.map(|path| here.join(path)));
        let folder = PathBuf::from("src");
        let mixed = Source::Paths(vec![PathBuf::from("README.md"), folder]);
        assert_eq!(two_files(&mixed), None);
    }
}
