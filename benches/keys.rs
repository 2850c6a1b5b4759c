//! Time from a key to its frame: the screens, without a terminal, while the engine indexes a corpus, afterwards, and in
//! the tuning lab while the threshold moves. On Linux the worst time is also given without the time in which the thread
//! of the screens waited for a processor that other programs used.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{bail, ensure};
use crossbeam_channel::{Receiver, unbounded};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use shinglescope::app::{Action, App, Effect, Key, StartupOptions, update};
use shinglescope::config::Purpose;
use shinglescope::engine::options::{PairSearchConfig, Reviewing};
use shinglescope::engine::{AnalysisConfig, Engine, Update};
use shinglescope::ui;
use shinglescope::ui::theme::{Depth, Theme};

use super::rows::BenchmarkRow;
use super::setup::options;

/// Keys that are pressed in turn: lists, a document, the threshold, sorting, ends of lists.
const KEYS: [&str; 16] = [
    "j", "j", "-", "Tab", "j", "Tab", "Enter", "j", "q", "+", "s", "S", "G", "g", "PgDn", "k",
];

/// Keys pressed after the index is complete.
const KEYS_AFTERWARDS: usize = 160;

/// Pause after a key: about as long as a key that is held down takes to repeat.
const PAUSE: Duration = Duration::from_millis(20);

/// Maximum time until the figures of the lab and the list are complete.
const MAX_WAIT: Duration = Duration::from_secs(600);

/// Rows of a list on a screen of 36 lines.
const SCREENFUL: usize = 30;

/// Milliseconds from a key to its frame.
pub fn rows(paths: Vec<PathBuf>, threads: usize) -> anyhow::Result<Vec<BenchmarkRow>> {
    let folder = tempfile::tempdir()?;
    let index = Some(folder.path().join("index"));
    let mut screens = Screens::start(paths, threads, index, Purpose::NearDuplicates)?;
    let mut keys = KEYS.into_iter().cycle();
    let mut times = Vec::new();
    while !screens.finished {
        times.extend(screens.press(keys.by_ref().take(1))?);
    }
    let documents = screens.app.data.collection.as_ref().map_or(0, |c| c.len());
    ensure!(documents > 0, "there is no document to measure with");
    let mut rows = figures("key to frame, while it is indexed", &times);
    let times = screens.press(keys.take(KEYS_AFTERWARDS))?;
    rows.extend(figures("key to frame, afterwards", &times));
    // Back to the list, then to the lab.
    for key in ["Esc", "q", "q", "T"] {
        if screens.app.tune.results.tuning.is_none() {
            screens.press([key])?;
        }
    }
    let start = Instant::now();
    while screens.app.tune.results.banded.is_none() {
        ensure!(start.elapsed() < MAX_WAIT, "the lab shows nothing");
        screens.press(["down", "up"])?;
    }
    let times = screens.press(["h"; 30].into_iter().chain(["l"; 40]))?;
    rows.extend(figures("threshold of the lab", &times));
    Ok(rows)
}

/// Seconds from the start until the first screenful of the list of copied text has all its figures, and until all rows
/// have them; everything stays in memory.
pub fn copied_text(paths: Vec<PathBuf>, threads: usize) -> anyhow::Result<[f64; 2]> {
    let start = Instant::now();
    let mut screens = Screens::start(paths, threads, None, Purpose::CopiedText)?;
    let mut first = None;
    loop {
        screens.answer(Vec::new())?;
        if let Some(list) = &screens.app.pair_list.list {
            let screenful = list.rows.get(..SCREENFUL).unwrap_or(&list.rows);
            if screenful.iter().all(|row| row.evidence.is_some()) {
                first.get_or_insert(start.elapsed().as_secs_f64());
            }
            if let Some(first) = first.filter(|_| list.complete) {
                return Ok([first, start.elapsed().as_secs_f64()]);
            }
        }
        ensure!(start.elapsed() < MAX_WAIT, "the list is not completed");
        std::thread::sleep(PAUSE);
    }
}

/// State, engine and a screen in memory.
struct Screens {
    app: App,
    engine: Engine,
    updates: Receiver<Update>,
    terminal: Terminal<TestBackend>,
    theme: Theme,
    /// Whether the engine has ended its work on the corpus.
    finished: bool,
}

/// Time from a key to its frame, and the part of it in which the thread waited for a processor.
struct Time {
    clock: Duration,
    waited: Duration,
}

impl Screens {
    fn start(
        paths: Vec<PathBuf>,
        threads: usize,
        index: Option<PathBuf>,
        purpose: Purpose,
    ) -> anyhow::Result<Self> {
        let options = options(paths, threads, index);
        let settings = options.settings.clone();
        let threshold = purpose.threshold();
        let search_config = PairSearchConfig {
            interactive: true,
            analysis: AnalysisConfig {
                settings: settings.clone(),
                purpose,
                ..AnalysisConfig::default()
            },
            threshold,
            floor: PairSearchConfig::default().floor.min(threshold),
        };
        let (send, updates) = unbounded();
        let engine = Engine::start(options, Reviewing::default(), search_config.clone(), send)?;
        let mut app = App::new(StartupOptions {
            corpus: "corpus".into(),
            settings: Vec::new(),
            store: None,
            threshold,
            analysis_config: search_config.analysis.clone(),
            calm: false,
            two_files: None,
            keeps_masks: true,
            kept_masks: false,
            dates: false,
            demo: false,
            lecture: None,
        });
        update(&mut app, Action::Resize(120, 36));
        Ok(Screens {
            app,
            engine,
            updates,
            terminal: Terminal::new(TestBackend::new(120, 36))?,
            theme: Theme::new(Depth::Sixteen, false),
            finished: false,
        })
    }

    /// Presses keys in turn and draws a frame after each.
    fn press(&mut self, keys: impl IntoIterator<Item = &'static str>) -> anyhow::Result<Vec<Time>> {
        keys.into_iter().map(|key| self.press_one(key)).collect()
    }

    fn press_one(&mut self, key: &str) -> anyhow::Result<Time> {
        let Ok(key) = key.parse::<Key>() else {
            bail!("{key} is no key");
        };
        let (start, waited) = (Instant::now(), waited_for_a_processor());
        let effects = update(&mut self.app, Action::Key(key));
        self.answer(effects)?;
        let time = Time {
            clock: start.elapsed(),
            waited: waited_for_a_processor().saturating_sub(waited),
        };
        std::thread::sleep(PAUSE);
        Ok(time)
    }

    /// Does the same as the event loop: applies all pending updates, draws a frame, then sends requests to the engine.
    fn answer(&mut self, mut effects: Vec<Effect>) -> anyhow::Result<()> {
        for engine_update in self.updates.try_iter() {
            match &engine_update {
                Update::Unread(why) => bail!("{why}"),
                Update::Finished { .. } => self.finished = true,
                _ => {}
            }
            effects.extend(update(&mut self.app, Action::Engine(engine_update)));
        }
        ui::fit(&mut self.app);
        let (app, theme) = (&self.app, &self.theme);
        self.terminal.draw(|frame| {
            ui::draw(app, theme, frame);
        })?;
        for effect in effects {
            if let Effect::Ask(request) = effect {
                self.engine.request(request);
            }
        }
        Ok(())
    }
}

/// Median and worst of times from a key to its frame, and the worst without waiting for a processor.
fn figures(what: &str, times: &[Time]) -> Vec<BenchmarkRow> {
    let sorted = |duration: fn(&Time) -> Duration| {
        let mut times: Vec<Duration> = times.iter().map(duration).collect();
        times.sort_unstable();
        times
    };
    let clock = sorted(|time| time.clock);
    let own = sorted(|time| time.clock.saturating_sub(time.waited));
    let (Some(worst), Some(own)) = (clock.last(), own.last()) else {
        return Vec::new();
    };
    let row = |which, time: Duration, unit| {
        BenchmarkRow::new(format!("{what}: {which}"), time.as_secs_f64() * 1e3, unit)
    };
    vec![
        row("median", clock[clock.len() / 2], "ms by the clock").target("<= 8"),
        row("worst", *worst, "ms by the clock"),
        row("worst", *own, "ms without waiting").target("<= 33"),
    ]
}

/// Time that this thread has waited for a processor since it began; 0 where the system does not say.
fn waited_for_a_processor() -> Duration {
    let status = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let waited = status.split_whitespace().nth(1);
    Duration::from_nanos(waited.and_then(|ns| ns.parse().ok()).unwrap_or(0))
}
