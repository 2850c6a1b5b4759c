//! The explorer of a corpus: the screens, a dialogue of sentences, or the clusters if standard output is not a
//! terminal.

use std::io::{self, BufWriter, IsTerminal, stdout};
use std::path::{Path, PathBuf};

use clap::{Args, Command, FromArgMatches};
use crossbeam_channel::unbounded;

use super::args::common::{CorpusArgs, DemoCorpus, JournalArgs, ListArgs, Output};
use super::clusters::Clusters;
use super::context::{CommandContext, MadeFrom, RunCommand};
use super::masks::KeptMasks;
use super::plain::Plain;
use super::settings::{BridgingArgs, Grouping, SettingsArgs};
use super::{config_file, talk};
use crate::app::StartupOptions;
use crate::base::{files, lock, sanitise};
use crate::cluster::DecidedDifferent;
use crate::config::Purpose;
use crate::corpus::packing::FileForm;
use crate::corpus::{Source, demo, discover};
use crate::engine::options::{Options, PairSearchConfig, Reviewing};
use crate::engine::{AnalysisConfig, Engine};
use crate::evidence::CopiedTextConfig;
use crate::lecture::Lecture;
use crate::mask::MaskConfig;
use crate::settings::KEPT_FROM;
use crate::term::capabilities::{self, Overrides};
use crate::term::runner::{self, RunOptions};
use crate::ui::theme::Depth;

/// A corpus and how to find near-duplicates in it.
#[derive(Clone, Debug, Args)]
pub struct Explore {
    /// The corpus.
    #[command(flatten)]
    pub corpus: CorpusArgs,
    /// How near-duplicates are found, shown and decided on.
    #[command(flatten)]
    pub opening: Opening,
}

/// How near-duplicates are found, shown and decided on.
#[derive(Clone, Debug, Args)]
pub struct Opening {
    /// Method and linkage.
    #[command(flatten)]
    pub grouping: Grouping,
    /// What a passage is.
    #[command(flatten)]
    pub bridging: BridgingArgs,
    /// Answer typed lines with sentences instead of drawing screens: for screen readers, and terminals
    /// that cannot place the cursor
    #[arg(long, help_heading = "Screens")]
    pub plain: bool,
    /// Where decisions are kept.
    #[command(flatten, next_help_heading = "Screens")]
    pub journal: JournalArgs,
}

/// The demo corpus.
#[derive(Clone, Debug, Args)]
pub struct Demo {
    /// Settings that change figures.
    #[command(flatten)]
    pub settings: SettingsArgs,
    /// How near-duplicates are found, shown and decided on.
    #[command(flatten)]
    pub opening: Opening,
    // Must be the last field: clap removes a value that it has read, and `settings` also reads `name`.
    /// Which demo corpus
    #[arg(value_enum, value_name = "NAME", default_value_t)]
    pub name: DemoCorpus,
}

impl RunCommand for Demo {
    fn run(&self, context: &CommandContext<'_>) -> anyhow::Result<()> {
        let corpus = CorpusArgs {
            paths: Vec::new(),
            settings: self.settings.clone(),
            demo: self.name,
        };
        self.opening.explore(context, &corpus)
    }
}

impl RunCommand for Explore {
    fn run(&self, context: &CommandContext<'_>) -> anyhow::Result<()> {
        self.opening.explore(context, &self.corpus)
    }
}

impl Opening {
    /// Opens the screens on a terminal, or the dialogue with `--plain`; prints the clusters elsewhere.
    fn explore(&self, context: &CommandContext<'_>, corpus: &CorpusArgs) -> anyhow::Result<()> {
        let terminal = stdout().is_terminal();
        if self.plain || terminal && talk::is_dumb() {
            return self.plain(context, corpus);
        }
        if !terminal {
            let clusters = Clusters {
                list: ListArgs {
                    corpus: corpus.clone(),
                    output: Output::default(),
                },
                grouping: self.grouping.clone(),
                journal: self.journal.clone(),
                filter: None,
                by_date: false,
                why: Vec::new(),
            };
            return clusters.run(context);
        }
        let options = context.options(corpus)?;
        keep_masks(context, &options);
        let masks = context.masks(&options.settings.reading)?.clone();
        self.on_screens(context, options, masks, None)
    }

    /// The default options.
    ///
    /// # Errors
    /// None: all options have defaults.
    pub fn with_defaults() -> Result<Self, clap::Error> {
        let command = Opening::augment_args(Command::new("shinglescope"));
        Opening::from_arg_matches(&command.try_get_matches_from(["shinglescope"])?)
    }

    /// Opens the screens, beginning with the lecture if there is one, and returns when they are closed. `masks` are
    /// the masks of the options and of the corpus.
    pub(super) fn on_screens(
        &self,
        context: &CommandContext<'_>,
        options: Options,
        masks: MaskConfig,
        lecture: Option<Lecture>,
    ) -> anyhow::Result<()> {
        context.listening.leave_it_to_the_screens();
        // A report must not overwrite these files.
        let mut named = context.files_read(MadeFrom::Each(&[], &options.settings));
        named.extend(context.common.masks.of_templates());
        let grouping = &self.grouping;
        let pair_search = &grouping.pair_search;
        let analysis = AnalysisConfig {
            settings: options.settings.clone(),
            method_config: pair_search.method_config(&options.settings.sketching)?,
            linkage: grouping.linkage(),
            decided_different: grouping.decided.config.decided_different,
            purpose: pair_search.purpose(),
            masks,
            bridging: self.bridging.config.bridging,
        };
        // Report obvious errors before the terminal switches to the screens.
        let paths = options.source.paths().unwrap_or_default();
        let mut on_disk = paths.iter().filter(|path| !demo::is_standard_input(path));
        on_disk.try_for_each(|path| discover::root_metadata(path).map(drop))?;
        let read_from = |path: &PathBuf| ("read from".to_owned(), printable(&canonical(path)));
        let start = StartupOptions {
            corpus: sanitise::line(&name(&options.source)).into_owned(),
            settings: paths.iter().map(read_from).collect(),
            store: options.index_dir().map(|dir| printable(&dir)),
            threshold: pair_search.threshold,
            analysis_config: analysis.clone(),
            calm: context.common.reduces_motion(),
            two_files: two_files(&options.source),
            keeps_masks: !(options.in_memory || options.source.is_demo())
                || self.journal.journal.is_some(),
            kept_masks: context.has_kept_masks(),
            dates: !options.sets.dates.is_empty(),
            demo: options.source.is_demo(),
            lecture: lecture.map(Box::new),
        };
        let search_config = PairSearchConfig {
            analysis,
            threshold: pair_search.threshold,
            floor: KEPT_FROM.min(pair_search.threshold),
            interactive: true,
        };
        let config = &context.invocation.config;
        let of_file = |name| config.value(name).map(|value| &*value.text);
        let look = |name| context.common.look(name).or_else(|| of_file(name));
        let depth = match look("color") {
            Some("always") => Some(capabilities::forced_depth(|name| std::env::var(name).ok())),
            Some("never") => Some(Depth::None),
            _ => None,
        };
        let background = look("background").filter(|background| *background != "auto");
        let overrides = Overrides {
            depth,
            light: background.map(|background| background == "light"),
            ascii: (look("ascii") == Some("true")).then_some(true),
            cursor: look("cursor") == Some("true"),
        };
        let (sender, updates) = unbounded();
        let reviewing = Reviewing {
            journal: self.journal.journal.clone(),
            by: self.journal.by.clone(),
            named,
        };
        let engine = Engine::start(options, reviewing, search_config, sender)?;
        let run_options = RunOptions {
            start,
            overrides,
            palette: look("theme").map(config_file::theme).transpose()?,
            mouse: look("mouse") != Some("false"),
            keymap: config.keymap()?,
            fault: config.fault.clone(),
            ended: context.cancel.flag(),
        };
        let unsaved = engine.unsaved();
        // The closure owns the engine, so the engine stops when the screens close.
        let request = Box::new(move |request| engine.request(request));
        let ended = runner::run(run_options, request, updates)?;
        if let Some(why) = &*lock(&unsaved) {
            anyhow::bail!("the last decision or name was not saved: {why}");
        }
        if ended != runner::QUIT {
            context.cancel.stop();
            context.say(&format!("shinglescope: {ended}"));
        }
        Ok(())
    }

    /// Runs the line-oriented explorer.
    fn plain(&self, context: &CommandContext<'_>, corpus: &CorpusArgs) -> anyhow::Result<()> {
        let grouping = &self.grouping;
        let threshold = grouping.pair_search.threshold;
        let floor = KEPT_FROM.min(threshold);
        // Kept decisions and masks apply as on the screens.
        let options = context.options(corpus)?;
        keep_masks(context, &options);
        let has_journal = !options.source.is_demo();
        let decided = grouping.decided.config.decided_different;
        let is_apart = decided == DecidedDifferent::Apart;
        let uses_decisions = is_apart && (has_journal || self.journal.journal.is_some());
        let journal = uses_decisions.then(|| context.journal_of(corpus));
        let journal = journal.transpose()?.flatten();
        let (collection, pairs) = context.pairs_down_to(floor, corpus, &grouping.pair_search)?;
        let cannot_link = journal.map(|journal| context.cannot_link(&journal, &collection));
        let pairs = match cannot_link.filter(|cannot_link| !cannot_link.is_empty()) {
            Some(cannot_link) => context.respecting(&cannot_link, pairs, threshold),
            None => pairs,
        };
        let bridging = self.bridging.config.bridging;
        let remark = (grouping.pair_search.purpose() == Purpose::CopiedText).then(|| {
            let config = CopiedTextConfig {
                bridging,
                ..CopiedTextConfig::default()
            };
            let remark = config.beside_share(collection.unit());
            format!("{remark} `shinglescope pairs --for copied-text` prints it.")
        });
        let linkage = grouping.linkage();
        let mut plain = Plain::new(&collection, &pairs, threshold, linkage, bridging, remark);
        let prompt = io::stdin().is_terminal();
        let out = BufWriter::new(stdout());
        // The dialogue saves nothing, so a signal may end it at once; an earlier signal is checked first.
        let explore = || -> anyhow::Result<()> {
            context.cancel.check()?;
            Ok(plain.run(io::stdin().lock(), out, prompt)?)
        };
        context.listening.ending_at_once(explore)
    }
}

/// The absolute paths of the corpus if it consists of exactly two files, each a document.
fn two_files(source: &Source) -> Option<[PathBuf; 2]> {
    let Source::Paths(paths) = source else {
        return None;
    };
    let is_doc = |path: &PathBuf| path.is_file() && !FileForm::from_path(path).format.has_rows();
    match paths.as_slice() {
        [a, b] if is_doc(a) && is_doc(b) => Some([a, b].map(|path| files::absolute(path))),
        _ => None,
    }
}

fn printable(path: &Path) -> String {
    sanitise::line(&path.display().to_string()).into_owned()
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
            let paths = source.paths().unwrap_or_default().iter().map(|path| {
                let path = canonical(path);
                let last = path.file_name().unwrap_or(path.as_os_str());
                last.to_string_lossy().into_owned()
            });
            paths.collect::<Vec<_>>().join(" + ")
        }
    }
}

/// Applies the exclusions that are kept with the corpus, unless they are skipped. The screens report errors of the
/// journal.
fn keep_masks(context: &CommandContext<'_>, options: &Options) {
    let is_skipped = context.common.masks.kept_masks == Some(KeptMasks::Skip);
    let is_demo = options.source.is_demo() && context.invocation.journal.journal.is_none();
    if is_skipped || is_demo {
        return;
    }
    if let Ok((_, journal)) = context.read_journal(options, false) {
        let kept = || context.kept_of(options, &journal);
        context.kept_masks.get_or_init(kept);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_files_are_found_by_their_absolute_paths() {
        // Tests run in the folder of the package.
        let paths = ["README.md", "CHANGELOG.md"].map(PathBuf::from);
        let [a, b] = two_files(&Source::Paths(paths.to_vec())).expect("two files");
        let here = std::env::current_dir().expect("a folder");
        assert_eq!([a, b], paths.map(|path| here.join(path)));
        let folder = PathBuf::from("src");
        let mixed = Source::Paths(vec![PathBuf::from("README.md"), folder]);
        assert_eq!(two_files(&mixed), None);
    }
}
