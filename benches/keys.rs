//! How soon a key is answered with a new frame while the engine works behind: 100,000 documents of
//! 2 KB being sketched, compared and indexed. Prints median and worst time of update and drawing
//! together; wanted are 16 ms and 50 ms.

use std::io;
use std::time::{Duration, Instant};

use crossbeam_channel::unbounded;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use shinglescope::app::{Action, App, Effect, Key, Start, update};
use shinglescope::bench::{MadeUp, Synth};
use shinglescope::candidates::Recipe;
use shinglescope::cluster::Linkage;
use shinglescope::corpus::Source;
use shinglescope::engine::build::Finding;
use shinglescope::engine::open::Options;
use shinglescope::engine::{Choice, Engine, Update};
use shinglescope::settings::Settings;
use shinglescope::ui;
use shinglescope::ui::theme::{Depth, Theme};

const KEYS: [&str; 16] = [
    "j", "j", "-", "Tab", "j", "Tab", "Enter", "j", "q", "+", "s", "S", "G", "g", "PgDn", "k",
];

fn main() -> anyhow::Result<()> {
    let long = std::env::var("SHINGLESCOPE_BENCH").is_ok_and(|form| form == "long");
    let documents = if long { 100_000 } else { 10_000 };
    let made_up = MadeUp::write(&Synth::new(documents, 320, 0.1, 7))?;
    let settings = Settings::default();
    let corpus = made_up.corpus(settings.clone());
    let options = Options {
        source: Source::Paths(corpus.paths.clone()),
        settings,
        index: None,
        in_memory: true,
        threads: 0,
    };
    let finding = Finding {
        recipe: Recipe::default(),
        threshold: 0.8,
        floor: 0.3,
        linkage: Linkage::Single,
        hurry: true,
    };
    let (send, updates) = unbounded();
    let engine = Engine::start(options, finding, send)?;
    let mut app = App::new(Start {
        corpus: "made up".into(),
        settings: Vec::new(),
        store: None,
        threshold: 0.8,
        choice: Choice::default(),
        calm: false,
    });
    let mut screen = Terminal::new(TestBackend::new(120, 36))?;
    let theme = Theme::new(Depth::Sixteen, false);
    let begun = Instant::now();
    let mut times: Vec<Duration> = Vec::new();
    let mut done = false;
    let mut keys = KEYS.iter().cycle();
    update(&mut app, Action::Resize(120, 36));
    while !done && begun.elapsed() < Duration::from_secs(300) {
        let key: Key = keys
            .next()
            .copied()
            .unwrap_or("j")
            .parse()
            .map_err(|_| io::Error::other("a key"))?;
        let pressed = Instant::now();
        let mut effects = update(&mut app, Action::Key(key));
        // As the loop does it: whatever has arrived is taken before the frame is drawn.
        for arrived in updates.try_iter() {
            done |= matches!(arrived, Update::Finished { .. });
            effects.extend(update(&mut app, Action::Engine(arrived)));
        }
        ui::fit(&mut app);
        let mut hits = None;
        screen.draw(|frame| hits = Some(ui::draw(&app, &theme, frame)))?;
        times.push(pressed.elapsed());
        for effect in effects {
            if let Effect::Ask(request) = effect {
                engine.request(request);
            }
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    times.sort_unstable();
    let (middle, worst) = (times[times.len() / 2], times[times.len() - 1]);
    println!(
        "{documents} documents, {} keys in {:.1} s of background work",
        times.len(),
        begun.elapsed().as_secs_f64()
    );
    for (what, time, wanted) in [("median", middle, 16.0), ("worst", worst, 50.0)] {
        let ms = time.as_secs_f64() * 1000.0;
        println!(
            "key to frame, {what}: {ms:.2} ms, {:.2} of the {wanted} ms wanted",
            ms / wanted
        );
    }
    Ok(())
}
