//! Time from a key to its frame: the screens, without a terminal, beside the engine that reads, sketches, compares
//! and indexes a corpus, and after it; and in the tuning lab while the threshold moves.
//!
//! On Linux the worst time is also given without the time in which the thread of the screens waited for a processor
//! that other programs had: on a busy machine that is what the program itself takes.

use std::time::{Duration, Instant};

use anyhow::ensure;

use crate::bench::{Corpus, Row};
use crate::corpus::Source;
use crate::engine::options::{Options, Reuse};
use crate::engine::sets::Sets;
use crate::term::without_terminal::{Time, WithoutTerminal};

/// Keys that are pressed in turn: lists, a document, the threshold, sorting, ends of lists.
const KEYS: [&str; 16] = [
    "j", "j", "-", "Tab", "j", "Tab", "Enter", "j", "q", "+", "s", "S", "G", "g", "PgDn", "k",
];

/// Keys pressed after the background work has ended.
const AFTERWARDS: usize = 160;

/// Sizes of the terminal in which the threshold of the lab moves, columns by rows.
const SIZES: [(u16, u16); 3] = [(80, 24), (120, 36), (200, 50)];

/// How long the lab may take until its first figures.
const PATIENCE: Duration = Duration::from_secs(600);

/// Milliseconds from a key to its frame, on `corpus` with an index in a temporary folder.
///
/// # Errors
/// A corpus that cannot be read, an index that cannot be written, cancellation.
pub fn rows(
    corpus: &Corpus,
    threads: usize,
    say: &dyn Fn(&str),
    should_continue: &dyn Fn() -> bool,
) -> anyhow::Result<Vec<Row>> {
    say("from a key to its frame, while the corpus is indexed and afterwards");
    let folder = tempfile::tempdir()?;
    let mut screens = WithoutTerminal::start(Options {
        source: Source::Paths(corpus.paths.clone()),
        settings: corpus.settings.clone(),
        in_memory: false,
        index: Some(folder.path().join("index")),
        threads,
        reuse: Reuse::default(),
        sets: Sets::default(),
    })?;
    let mut keys = KEYS.iter().cycle().copied();
    let mut press = |screens: &mut WithoutTerminal| {
        ensure!(should_continue(), "stopped");
        screens.press(keys.next().unwrap_or("j"))
    };
    screens.resize(120, 36)?;
    let mut times = Vec::new();
    while !screens.finished {
        times.push(press(&mut screens)?);
    }
    ensure!(
        screens.documents() > 0,
        "there is no document to measure with"
    );
    let mut rows = figures("key to frame, while it is indexed", &times);
    let mut times = Vec::new();
    for _ in 0..AFTERWARDS {
        times.push(press(&mut screens)?);
    }
    rows.extend(figures("key to frame, afterwards", &times));
    rows.extend(screens.slowest().map(|(kind, time)| {
        Row::new(
            format!("key to frame, slowest step: {kind}"),
            ms(time),
            "ms without waiting",
        )
    }));
    rows.extend(lab(&mut screens, should_continue)?);
    Ok(rows)
}

/// The same in the tuning lab, while the threshold moves.
fn lab(
    screens: &mut WithoutTerminal,
    should_continue: &dyn Fn() -> bool,
) -> anyhow::Result<Vec<Row>> {
    // Back to the list, then to the lab.
    for key in ["Esc", "q", "q", "T"] {
        if !screens.has_lab() {
            screens.press(key)?;
        }
    }
    let begun = Instant::now();
    while !screens.has_banding() {
        ensure!(should_continue(), "stopped");
        ensure!(begun.elapsed() < PATIENCE, "the lab shows nothing");
        screens.press("down")?;
        screens.press("up")?;
    }
    let mut rows = Vec::new();
    for (width, height) in SIZES {
        screens.resize(width, height)?;
        let keys = ["h"; 30].into_iter().chain(["l"; 40]);
        let times = keys
            .map(|key| screens.press(key))
            .collect::<Result<Vec<_>, _>>()?;
        rows.extend(figures(
            &format!("threshold of the lab, {width}x{height}"),
            &times,
        ));
    }
    Ok(rows)
}

/// Median and worst of times from a key to its frame, and the worst without waiting for a processor.
fn figures(what: &str, times: &[Time]) -> Vec<Row> {
    let sorted = |of: fn(&Time) -> Duration| {
        let mut times: Vec<Duration> = times.iter().map(of).collect();
        times.sort_unstable();
        times
    };
    let clock = sorted(|time| time.clock);
    let own = sorted(|time| time.clock.saturating_sub(time.waited));
    let (Some(worst), Some(own)) = (clock.last(), own.last()) else {
        return Vec::new();
    };
    let row = |which, time: Duration, unit| Row::new(format!("{what}: {which}"), ms(time), unit);
    vec![
        row("median", clock[clock.len() / 2], "ms by the clock").wanted("<= 8"),
        row("worst", *worst, "ms by the clock"),
        row("worst", *own, "ms without waiting").wanted("<= 33"),
    ]
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::MadeUp;
    use crate::settings::Settings;
    use crate::synth::Synth;

    #[test]
    fn every_key_has_a_time() {
        let made_up = MadeUp::write(&Synth::new(120, 60, 0.3, 1)).unwrap();
        let corpus = made_up.corpus(Settings::default());
        let rows = rows(&corpus, 1, &|_| {}, &|| true).unwrap();
        assert!(rows.iter().all(|row| row.value.is_finite()));
        for what in [
            "key to frame, while it is indexed: median",
            "key to frame, afterwards: worst",
            "key to frame, slowest step: draw",
            "threshold of the lab, 200x50: median",
        ] {
            let row = rows.iter().find(|row| row.what == what);
            assert!(row.is_some_and(|row| row.value > 0.0), "{what}");
        }
    }

    #[test]
    fn waiting_is_taken_from_the_worst() {
        let time = |clock, waited| Time {
            clock: Duration::from_millis(clock),
            waited: Duration::from_millis(waited),
        };
        let rows = figures(
            "x",
            &[time(2, 0), time(50, 45), time(3, 0), time(9, 0), time(4, 0)],
        );
        let values: Vec<f64> = rows.iter().map(|row| row.value).collect();
        assert_eq!(values, [4.0, 50.0, 9.0]);
    }
}
