//! The screens with an engine and without a terminal, and the time that they take from a key to its frame: for `bench`.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use anyhow::{anyhow, bail};
use crossbeam_channel::{Receiver, unbounded};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use crate::app::{Action, App, Effect, Key, Start, update};
use crate::engine::options::{Options, PairSearchConfig};
use crate::engine::{AnalysisConfig, Engine, Update};
use crate::settings::DEFAULT_THRESHOLD;
use crate::ui;
use crate::ui::theme::{Depth, Theme};

/// Pause after a key: about as long as a key that is held down takes to repeat.
const PAUSE: Duration = Duration::from_millis(20);

/// State, engine and a screen in memory.
pub struct WithoutTerminal {
    app: App,
    engine: Engine,
    updates: Receiver<Update>,
    screen: Terminal<TestBackend>,
    theme: Theme,
    /// Longest time of each kind of step, without waiting for a processor.
    slowest: BTreeMap<&'static str, Duration>,
    /// Whether the engine has ended its work on the corpus.
    pub finished: bool,
}

impl WithoutTerminal {
    /// Starts the engine on a corpus, and the screens in 120 columns and 36 rows.
    ///
    /// # Errors
    /// The engine cannot be started.
    pub fn start(options: Options) -> anyhow::Result<Self> {
        let settings = options.settings.clone();
        let search_config = PairSearchConfig {
            interactive: true,
            ..PairSearchConfig::default()
        };
        let (send, updates) = unbounded();
        let engine = Engine::start(options, search_config, send)?;
        let app = App::new(Start {
            corpus: "corpus".into(),
            settings: Vec::new(),
            store: None,
            threshold: DEFAULT_THRESHOLD,
            analysis_config: AnalysisConfig {
                settings,
                ..AnalysisConfig::default()
            },
            calm: false,
            two_files: None,
            remembered: false,
            keeps_masks: true,
            recipe: Vec::new(),
            kept_masks: false,
            dates: false,
            demo: false,
            lecture: None,
            visits: crate::app::state::visit::Visits::default(),
        });
        Ok(WithoutTerminal {
            app,
            engine,
            updates,
            screen: Terminal::new(TestBackend::new(120, 36))?,
            theme: Theme::new(Depth::Sixteen, false),
            slowest: BTreeMap::new(),
            finished: false,
        })
    }

    /// Gives the screen another size, in columns and rows.
    ///
    /// # Errors
    /// As the backend's.
    pub fn resize(&mut self, width: u16, height: u16) -> anyhow::Result<()> {
        update(&mut self.app, Action::Resize(width, height));
        self.screen = Terminal::new(TestBackend::new(width, height))?;
        Ok(())
    }

    /// Number of documents that the screens have.
    pub fn documents(&self) -> usize {
        self.app.data.collection.as_ref().map_or(0, |now| now.len())
    }

    /// Whether the lab has figures.
    pub fn has_lab(&self) -> bool {
        self.app.tune.results.tuning.is_some()
    }

    /// Whether the lab has the figures of a banding.
    pub fn has_banding(&self) -> bool {
        self.app.tune.results.banded.is_some()
    }

    /// The longest time of each kind of step so far, without waiting for a processor.
    pub fn slowest(&self) -> impl Iterator<Item = (&'static str, Duration)> {
        self.slowest.iter().map(|(kind, time)| (*kind, *time))
    }

    /// Presses a key, by its name, and draws the frame; then pauses.
    ///
    /// # Errors
    /// An unknown key; a corpus that cannot be read.
    pub fn press(&mut self, key: &str) -> anyhow::Result<Time> {
        let key: Key = key.parse().map_err(|_| anyhow!("{key} is no key"))?;
        let (pressed, waited) = (Instant::now(), waited_for_a_processor());
        let mut step = Step::begin();
        let mut effects = update(&mut self.app, Action::Key(key));
        step.end("key", &mut self.slowest);
        // As the event loop does: all pending updates before drawing.
        for arrived in self.updates.try_iter() {
            match &arrived {
                Update::Unread(why) => bail!("{why}"),
                Update::Finished { .. } => self.finished = true,
                _ => {}
            }
            let kind = kind(&arrived);
            effects.extend(update(&mut self.app, Action::Engine(arrived)));
            step.end(kind, &mut self.slowest);
        }
        ui::fit(&mut self.app);
        step.end("fit", &mut self.slowest);
        let (app, theme) = (&self.app, &self.theme);
        self.screen.draw(|frame| {
            ui::draw(app, theme, frame);
        })?;
        step.end("draw", &mut self.slowest);
        let time = Time {
            clock: pressed.elapsed(),
            waited: waited_for_a_processor().saturating_sub(waited),
        };
        for effect in effects {
            if let Effect::Ask(request) = effect {
                self.engine.request(request);
            }
        }
        std::thread::sleep(PAUSE);
        Ok(time)
    }
}

/// Kind of an update, as far as it can be slow.
fn kind(update: &Update) -> &'static str {
    match update {
        Update::Progress(_) => "progress",
        Update::Collection(_) => "collection",
        Update::Pairs(_) => "pairs",
        Update::Clusters(_) => "clusters",
        Update::Document(_) => "document",
        Update::Comparison(_) => "comparison",
        Update::CopiedText(_) => "copied text",
        Update::Disguised(_) => "disguised",
        Update::Masks(_) => "masks",
        Update::Review(_) => "review",
        Update::PairList(_) | Update::ArrangedPairs(_) => "list of pairs",
        Update::Tuning(_) | Update::BandingEvaluation(_) | Update::ByK(_) => "lab",
        _ => "other updates",
    }
}

/// Measures one step after the other.
struct Step {
    begun: Instant,
    waited: Duration,
}

impl Step {
    fn begin() -> Self {
        Step {
            begun: Instant::now(),
            waited: waited_for_a_processor(),
        }
    }

    /// Ends the step, of this kind, and begins the next one.
    fn end(&mut self, kind: &'static str, slowest: &mut BTreeMap<&'static str, Duration>) {
        let waited = waited_for_a_processor().saturating_sub(self.waited);
        let own = self.begun.elapsed().saturating_sub(waited);
        let known = slowest.entry(kind).or_default();
        *known = own.max(*known);
        *self = Step::begin();
    }
}

/// Time from a key to its frame.
#[derive(Clone, Copy)]
pub struct Time {
    /// By the clock.
    pub clock: Duration,
    /// Of this, the time in which the thread waited for a processor.
    pub waited: Duration,
}

/// Time that this thread has waited for a processor since it began; 0 where the system does not say.
fn waited_for_a_processor() -> Duration {
    let said = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let waited = said.split_whitespace().nth(1);
    Duration::from_nanos(waited.and_then(|ns| ns.parse().ok()).unwrap_or(0))
}
