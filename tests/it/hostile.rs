//! Hostile documents and names: a generated folder with all that foreign archives may contain. Each
//! file yields a document or a line of `skipped` with a reason, the rest of the corpus is
//! unaffected, and no byte of it reaches a terminal as a control sequence.

mod made;
mod watch;

use std::io::Write;
use std::path::Path;

use made::End::{Read, Rows, Skipped};
use made::{make, plain};
use watch::assert_harmless;

use crate::support::pty::Pty;
use crate::support::{Work, args_of, words};

const ESC: &str = "\x1b";

/// Bytes of text in the largest files; an environment variable selects the long form.
fn large() -> usize {
    if std::env::var_os("SHINGLESCOPE_LONG").is_some() {
        200_000_000
    } else {
        8_000_000
    }
}

#[test]
fn everything_is_read_or_skipped_with_its_reason() {
    let work = Work::new();
    let made = make(&work, large());
    let ran = work.done(&["skipped", "corpus", "--in-memory", "--format", "json"]);
    let skipped = ran.json_rows();
    let reasons = |name: &str| -> Vec<String> {
        let is_part = |entry: &&serde_json::Value| {
            let rest = entry["document"].as_str().unwrap().strip_prefix(name);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([':', '#']))
        };
        let reasons = skipped.iter().filter(is_part);
        reasons.map(|entry| entry["reason"].to_string()).collect()
    };
    let listed = work.done(&["keep", "corpus", "--in-memory", "--format", "csv"]);
    let rows = listed.rows().into_iter();
    let documents: Vec<String> = rows.map(|row| row[0].clone()).collect();
    let read = |name: &str| {
        let rest = documents.iter().filter_map(|id| id.strip_prefix(name));
        rest.filter(|rest| rest.is_empty() || rest.starts_with('#'))
            .count()
    };
    for (name, end) in &made {
        let (read, reasons) = (read(name), reasons(name));
        match end {
            Read => assert_eq!((read, reasons.len()), (1, 0), "{name:?}: {reasons:?}"),
            Skipped(why) => {
                let skipped = read == 0 && reasons.len() == 1 && reasons[0].contains(why);
                assert!(skipped, "{name:?}: {read} {reasons:?}");
            }
            Rows(rows, skipped) => {
                let counts = (read, reasons.len());
                assert_eq!(counts, (*rows, *skipped), "{name:?}: {reasons:?}");
            }
        }
    }
}

#[test]
fn no_control_sequence_of_a_file_reaches_a_terminal_on_any_screen() {
    let work = Work::new();
    make(&work, 100_000);
    let corpus = work.corpus();
    let corpus = corpus.to_str().unwrap();
    let mut pty = Pty::start(&[corpus, "--in-memory", "-t", "0.2"], 110, 34, &[]);
    pty.sees(&["Clusters", "compared"]);
    // Visits the clusters one after the other, each with the texts of its members.
    for _ in 0..6 {
        pty.press("j");
    }
    pty.press("ggl").press("jjjjjjjj");
    pty.press("\r").sees(&["Neighbours"]);
    pty.press("\r").sees(&["⇄"]).press("mmm");
    for _ in 0..6 {
        pty.press("n");
    }
    pty.press("q").sees(&["Neighbours"]);
    pty.press("q").sees(&["Clusters"]);
    pty.press("/").press("word").sees(&["hits in"]);
    pty.press(ESC).sees(&["Clusters"]);
    pty.press(":")
        .press("skipped\r")
        .sees(&["Skipped 20"])
        // Disguised documents may be listed above, if they have been counted.
        .press("GG")
        .sees(&["symbolic link"])
        .press("q");
    pty.press(":").press("about\r").sees(&["About"]).press("q");
    pty.press("?").sees(&["Help"]).press(ESC);
    // Esc directly followed by another key would be read as a different key.
    pty.until("no help", |text| !text.contains("Help"));
    pty.press("\x03");
    assert!(pty.ended().success());
    assert_harmless("the screens", &pty.raw);
}

#[test]
fn no_control_sequence_of_a_file_reaches_a_terminal_from_any_command() {
    let work = Work::new();
    make(&work, 100_000);
    let corpus = work.corpus();
    let corpus = corpus.to_str().unwrap();
    let a = "esc\x1b[2J.txt";
    for command in [
        &["pairs", corpus, "-t", "0.2"][..],
        &["pairs", corpus, "-t", "0.2", "--format", "csv"],
        &["clusters", corpus, "-t", "0.2"],
        &["clusters", corpus, "-t", "0.2", "--format", "csv"],
        &["skipped", corpus],
        &["skipped", corpus, "--format", "csv"],
        &["clusters", corpus, "--why", a, "bell\x07.txt"],
        &["compare", a, "bell\x07.txt", "--in", corpus],
        &["compare", "no \x1b[31m", "bell\x07.txt", "--in", corpus],
        &["query", "/dev/null", "--in", corpus],
        &["compare", "--explain", a, "bell\x07.txt", "--in", corpus],
        &["marks", corpus],
        &["blocks", corpus],
        &["mirrors", corpus],
        &["passages", corpus, "--format", "csv"],
        &["keep", corpus, "-t", "0.2"],
        &["report", corpus, "-t", "0.2", "--out", "-"],
        &["pairs", "no such \x1b[31m folder\u{202e}"],
    ] {
        let mut args = command.to_vec();
        args.push("--in-memory");
        let mut pty = Pty::start(&args, 100, 30, &[]);
        pty.ended();
        assert_harmless(&format!("{command:?}"), &pty.raw);
    }
}

#[test]
fn files_that_change_while_read_do_not_affect_other_files() {
    let work = Work::new();
    for n in 0..400 {
        work.write(&format!("still/{n:03}.txt"), plain(n));
    }
    let still = work.run(&["pairs", "corpus", "--in-memory", "--quiet"]).out;
    let moving = work.corpus().join("moving");
    std::fs::create_dir(&moving).unwrap();
    let stop = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut n = 0_u64;
            while !stop.load(std::sync::atomic::Ordering::Relaxed) {
                n += 1;
                churn(&moving.join(format!("{}.txt", n % 20)), n);
            }
        });
        for _ in 0..5 {
            let ran = work.done(&args_of("clusters corpus --in-memory --quiet --format csv"));
            assert!(!ran.talk.contains("panicked"), "{}", ran.talk);
        }
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
    });
    std::fs::remove_dir_all(&moving).unwrap();
    assert_eq!(work.ran("pairs corpus --in-memory --quiet").out, still);
}

fn churn(path: &Path, n: u64) {
    match n % 3 {
        0 => drop(std::fs::remove_file(path)),
        1 => drop(std::fs::write(path, words(n, 500).join(" "))),
        _ => {
            if let Ok(mut file) = std::fs::OpenOptions::new().append(true).open(path) {
                let _ = file.write_all(b" more and more ");
                let _ = file.set_len(n % 900);
            }
        }
    }
}
