//! Latency from a key press to the new frame: while the engine sketches, compares and indexes
//! documents of 2 KB in the background, and in the tuning lab while the threshold moves. Prints
//! median and maximum of update and drawing together, by the clock; targets are 8 ms and 33 ms. On Linux also
//! the maximum without the time that the thread of the screens waited for a processor, because other programs
//! had it: on a busy machine this is what the program itself takes; and of that the slowest steps, by their kind.
//!
//! `cargo bench --bench keys` uses 10,000 documents; `SHINGLESCOPE_BENCH=long` uses 100,000, both in memory;
//! `SHINGLESCOPE_BENCH=million` uses 1,000,000 of 300 words with an index in a temporary folder (8 GB).

use std::collections::BTreeMap;
use std::io;
use std::time::{Duration, Instant};

use anyhow::Context;
use crossbeam_channel::{Receiver, unbounded};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use shinglescope::app::{Action, App, Effect, Key, Start, update};
use shinglescope::bench::MadeUp;
use shinglescope::corpus::Source;
use shinglescope::engine::options::{Options, PairSearchConfig, Reuse};
use shinglescope::engine::{AnalysisConfig, Engine, Update};
use shinglescope::settings::Settings;
use shinglescope::synth::Synth;
use shinglescope::ui;
use shinglescope::ui::theme::{Depth, Theme};

const KEYS: [&str; 16] = [
    "j", "j", "-", "Tab", "j", "Tab", "Enter", "j", "q", "+", "s", "S", "G", "g", "PgDn", "k",
];

fn main() -> anyhow::Result<()> {
    let form = std::env::var("SHINGLESCOPE_BENCH").unwrap_or_default();
    let (documents, words) = match form.as_str() {
        "million" => (1_000_000, 300),
        "long" => (100_000, 320),
        _ => (10_000, 320),
    };
    let made_up = MadeUp::write(&Synth::new(documents, words, 0.1, 7))?;
    let index = (form == "million").then(tempfile::tempdir).transpose()?;
    let settings = Settings::default();
    let corpus = made_up.corpus(settings.clone());
    let options = Options {
        source: Source::Paths(corpus.paths.clone()),
        settings,
        in_memory: index.is_none(),
        index: index.as_ref().map(|folder| folder.path().join("index")),
        threads: 0,
        reuse: Reuse::default(),
        sets: shinglescope::engine::sets::Sets::default(),
    };
    let search_config = PairSearchConfig {
        interactive: true,
        ..PairSearchConfig::default()
    };
    let (send, updates) = unbounded();
    let engine = Engine::start(options, search_config, send)?;
    let app = App::new(Start {
        corpus: "made up".into(),
        settings: Vec::new(),
        store: None,
        threshold: 0.8,
        analysis_config: AnalysisConfig::default(),
        calm: false,
        two_files: None,
        remembered: false,
        keeps_masks: true,
        recipe: Vec::new(),
        kept_masks: false,
        dates: false,
        demo: false,
        lecture: None,
        visits: shinglescope::app::state::visit::Visits::default(),
    });
    let mut seat = Seat {
        app,
        engine,
        updates,
        screen: Terminal::new(TestBackend::new(120, 36))?,
        slowest: BTreeMap::new(),
    };
    let begun = Instant::now();
    let (mut times, mut done) = (Vec::new(), false);
    let mut keys = KEYS.iter().cycle();
    seat.resize(120, 36)?;
    while !done && begun.elapsed() < Duration::from_secs(3_600) {
        times.push(seat.press(keys.next().copied().unwrap_or("j"), &mut done)?);
    }
    let behind = begun.elapsed().as_secs_f64();
    println!(
        "{documents} documents, {} keys in {behind:.1} s of background work",
        times.len()
    );
    tell("key to frame", times);
    seat.tell_steps();
    // Back to the list, then to the lab once its first results are available.
    for key in ["Esc", "q", "q", "T"] {
        seat.press(key, &mut done)?;
        if seat.app.tune.results.tuning.is_some() {
            break;
        }
    }
    let begun = Instant::now();
    while seat.app.tune.results.banded.is_none() {
        seat.press("down", &mut done)?;
        seat.press("up", &mut done)?;
        let waited = begun.elapsed() < Duration::from_secs(120);
        anyhow::ensure!(waited, "the lab shows nothing");
    }
    for (width, height) in [(80, 24), (120, 36), (200, 50)] {
        seat.resize(width, height)?;
        let mut times = Vec::new();
        for key in ["h"; 30].into_iter().chain(["l"; 40]) {
            times.push(seat.press(key, &mut done)?);
        }
        tell(&format!("threshold of the lab, {width}x{height}"), times);
    }
    Ok(())
}

/// The program without a terminal: state, engine and a test backend.
struct Seat {
    app: App,
    engine: Engine,
    updates: Receiver<Update>,
    screen: Terminal<TestBackend>,
    /// The longest time of each kind of step, without waiting for a processor.
    slowest: BTreeMap<&'static str, Duration>,
}

impl Seat {
    fn resize(&mut self, width: u16, height: u16) -> anyhow::Result<()> {
        update(&mut self.app, Action::Resize(width, height));
        self.screen = Terminal::new(TestBackend::new(width, height))?;
        Ok(())
    }

    /// Prints the slowest step of each kind.
    fn tell_steps(&self) {
        for (kind, own) in &self.slowest {
            println!("slowest {kind}: {:.2} ms", own.as_secs_f64() * 1000.0);
        }
    }

    /// Time from a key to its frame; then sleeps 20 ms. Sets `done` when the engine's background
    /// work has finished.
    fn press(&mut self, key: &str, done: &mut bool) -> anyhow::Result<Time> {
        let key: Key = key.parse().map_err(|_| io::Error::other("a key"))?;
        let theme = Theme::new(Depth::Sixteen, false);
        let (pressed, waited) = (Instant::now(), waited_for_a_processor());
        let mut step = Step::begin();
        let mut effects = update(&mut self.app, Action::Key(key));
        step.end("key", &mut self.slowest);
        // Like the event loop: handle all pending updates before drawing.
        for arrived in self.updates.try_iter() {
            *done |= matches!(arrived, Update::Finished { .. });
            let kind = kind(&arrived);
            effects.extend(update(&mut self.app, Action::Engine(arrived)));
            step.end(kind, &mut self.slowest);
        }
        ui::fit(&mut self.app);
        step.end("fit", &mut self.slowest);
        let mut hits = None;
        let app = &self.app;
        self.screen
            .draw(|frame| hits = Some(ui::draw(app, &theme, frame)))?;
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
        hits.context("nothing was drawn")?;
        std::thread::sleep(Duration::from_millis(20));
        Ok(time)
    }
}

/// The kind of an update, as far as it can be slow.
fn kind(update: &Update) -> &'static str {
    match update {
        Update::Progress(_) => "update: progress",
        Update::Collection(_) => "update: collection",
        Update::Pairs(_) => "update: pairs",
        Update::Clusters(_) => "update: clusters",
        Update::Document(_) => "update: document",
        Update::Comparison(_) => "update: comparison",
        Update::CopiedText(_) => "update: copied text",
        Update::Disguised(_) => "update: disguised",
        Update::Masks(_) => "update: masks",
        Update::Review(_) => "update: review",
        Update::PairList(_) | Update::ArrangedPairs(_) => "update: list of pairs",
        Update::Tuning(_) | Update::BandingEvaluation(_) | Update::ByK(_) => "update: lab",
        Update::Finished { .. } => "update: finished",
        _ => "update: other",
    }
}

/// Measures one step after the other.
struct Step(Instant, Duration);

impl Step {
    fn begin() -> Self {
        Step(Instant::now(), waited_for_a_processor())
    }

    /// Ends the step, of this kind, and begins the next one.
    fn end(&mut self, kind: &'static str, slowest: &mut BTreeMap<&'static str, Duration>) {
        let (clock, waited) = (self.0.elapsed(), waited_for_a_processor());
        let own = clock.saturating_sub(waited.saturating_sub(self.1));
        let known = slowest.entry(kind).or_default();
        *known = own.max(*known);
        *self = Step(Instant::now(), waited);
    }
}

/// Time from a key to its frame.
#[derive(Clone, Copy)]
struct Time {
    /// By the clock.
    clock: Duration,
    /// Of this, the time in which the thread waited for a processor.
    waited: Duration,
}

/// Time that this thread has waited for a processor since it began; 0 where the system does not say.
fn waited_for_a_processor() -> Duration {
    let said = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let waited = said.split_whitespace().nth(1);
    Duration::from_nanos(waited.and_then(|ns| ns.parse().ok()).unwrap_or(0))
}

fn tell(what: &str, times: Vec<Time>) {
    let sorted = |of: fn(&Time) -> Duration| {
        let mut times: Vec<Duration> = times.iter().map(of).collect();
        times.sort_unstable();
        times
    };
    let clock = sorted(|time| time.clock);
    let own = sorted(|time| time.clock.saturating_sub(time.waited));
    let (middle, worst) = (clock[clock.len() / 2], clock[clock.len() - 1]);
    let own = own[own.len() - 1];
    for (which, time, wanted) in [
        ("median", middle, 8.0),
        ("worst", worst, 33.0),
        ("worst, waiting for a processor left out", own, 33.0),
    ] {
        let ms = time.as_secs_f64() * 1000.0;
        println!(
            "{what}, {which}: {ms:.2} ms, {:.2} of the {wanted} ms wanted",
            ms / wanted
        );
    }
}
