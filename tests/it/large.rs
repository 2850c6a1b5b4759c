//! Large corpora in the real program: indexed while keys are typed, then browsed. Measures the time
//! from a key press to the frame that shows its effect, and the peak memory.
//!
//! The short form is small and checks only that it works. The long form makes 165,000 small files,
//! and 350 MB in 7,500 files, and checks the limits; `SHINGLESCOPE_PROGRAM` names the program to
//! run if the tests are not built for release:
//!
//! ```sh
//! cargo build --release
//! SHINGLESCOPE_LONG=1 SHINGLESCOPE_PROGRAM=target/release/shinglescope cargo test --test it large -- --nocapture
//! ```

mod made;

use std::time::{Duration, Instant};

use made::CorpusSpec;

use crate::support::pty::Pty;
use crate::support::{Work, resident};

/// Maximum wait for a frame in the long form. One key of 100 may take longer, because the machine itself may stall.
const STALL: Duration = Duration::from_millis(100);

/// Maximum peak memory, in kB.
const MEMORY: u64 = 1_500_000;

/// Measured waits and peak memory.
#[derive(Default)]
struct Watchdog {
    /// The wait for the frame that shows the effect of a key, and the key.
    waits: Vec<(Duration, String)>,
    memory: u64,
}

impl Watchdog {
    /// Presses a key and waits for the frame that shows its effect.
    fn key(&mut self, pty: &mut Pty, key: &str, seen: impl Fn(&str) -> bool) {
        let from = Instant::now();
        pty.press(key).until(&format!("an answer to {key:?}"), seen);
        self.waits.push((from.elapsed(), format!("{key:?}")));
        self.memory = self.memory.max(resident(pty.pid()).unwrap_or(0));
    }

    /// Prints the measurements, and returns them if one exceeds its limit. The waits are checked only in the long
    /// form.
    fn judged(mut self, what: &str, long: bool) -> Option<String> {
        self.waits.sort();
        let at = |share: f64| &self.waits[(share * (self.waits.len() - 1) as f64) as usize];
        println!(
            "{what}: {} keys, median {:?}, 99th {:?}, worst {:?}; {} kB at most",
            self.waits.len(),
            at(0.5),
            at(0.99),
            at(1.0),
            self.memory
        );
        let enough = (1..=MEMORY).contains(&self.memory);
        let prompt = !long || at(0.99).0 <= STALL;
        (!enough || !prompt).then(|| format!("{what}: {:?}, {} kB", at(0.99), self.memory))
    }
}

/// Indexes and browses such a corpus. Returns the measurements if one exceeds its limit.
fn browsed(spec: CorpusSpec, long: bool) -> Option<String> {
    let work = Work::new();
    let begun = Instant::now();
    let bytes = spec.write(&work.corpus());
    let what = format!("{} files of {bytes} bytes in all", spec.files);
    println!("{what}: made in {:.1} s", begun.elapsed().as_secs_f64());
    let (corpus, index) = (work.corpus(), work.index());
    let (corpus, index) = (corpus.to_str().unwrap(), index.to_str().unwrap());
    let begun = Instant::now();
    let mut pty = Pty::start(&[corpus, "--index", index], 120, 36, &[]);
    let mut watchdog = Watchdog::default();
    pty.until("the screens", |text| text.contains("Clusters"));
    // The palette opens whatever the engine does, and shows every typed letter at once.
    watchdog.key(&mut pty, ":", |text| text.contains("Commands"));
    let mut letters = 0;
    while !pty.text().contains("read and compared") {
        let (key, longer) = if letters < 6 {
            ("z", true)
        } else {
            ("\x7f", false)
        };
        letters = if longer { letters + 1 } else { 0 };
        let shown = |letters: usize| format!(": {}", "z".repeat(letters));
        let (least, most) = (shown(letters), shown(letters + 1));
        let keys = if longer {
            key.to_owned()
        } else {
            key.repeat(6)
        };
        watchdog.key(&mut pty, &keys, |text| {
            text.contains(&least) && !text.contains(&most)
        });
        assert!(begun.elapsed() < Duration::from_secs(1_800), "never done");
    }
    println!("{what}: indexed in {:.1} s", begun.elapsed().as_secs_f64());
    watchdog.key(&mut pty, "\x1b", |text| !text.contains("Commands"));
    for key in [
        "j", "j", "k", "G", "g", "\x1b[6~", "\x1b[5~", "s", "S", "-", "-", "+", "\t", "m", "j",
        "\r", "j", "\r", "m", "q", "q", "/", "b", "e",
    ] {
        // While the screen says that neighbours are being counted, there is no neighbour to select.
        pty.settles();
        pty.until("counted", |text| !text.contains("Counting what"));
        let before = pty.text();
        watchdog.key(&mut pty, key, |text| text != before);
    }
    pty.press("\x03");
    assert!(pty.ended().success());
    watchdog.judged(&what, long)
}

#[test]
fn many_files_and_much_text_are_browsed_while_they_are_indexed() {
    let long = std::env::var_os("SHINGLESCOPE_LONG").is_some();
    let specs = if long {
        [(165_000, 110, 1_000), (7_500, 10_000, 1_000)]
    } else {
        [(1_200, 60, 100), (40, 4_000, 10)]
    };
    let beyond = specs.map(|(files, words, copies)| {
        let spec = CorpusSpec {
            files,
            words,
            copies,
        };
        browsed(spec, long)
    });
    assert_eq!(beyond, [None, None]);
}
