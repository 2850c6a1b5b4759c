//! Limits of the readers: bytes, depth and time, each named where it is exceeded. Only what existed
//! when the folder was listed is read.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use shinglescope::corpus::read::{document, work};
use shinglescope::corpus::{Source, discover};
use shinglescope::settings::Reading;

use crate::support::{Ran, Work, args_of, assert_contains, assert_lacks, words};

fn skipped(work: &Work, options: &[&str]) -> Ran {
    let ask = args_of("skipped corpus --in-memory --quiet --format csv");
    work.done(&[&ask, options].concat())
}

/// The skip reason of a document.
fn reason(ran: &Ran, id: &str) -> Option<String> {
    let rows = ran.rows();
    let row = rows.into_iter().find(|row| row[0] == id);
    row.map(|row| row[1].clone())
}

#[test]
fn every_limit_is_named_with_the_option_that_raises_it() {
    let work = Work::new();
    work.write("plain.txt", words(1, 80).join(" "));
    work.write("large.txt", "word ".repeat(300_000));
    let deep = format!("<html>{}deep", "<div>".repeat(11_000));
    work.write("deep.html", deep);
    let brackets = ["[".repeat(3_000), "]".repeat(3_000)].concat();
    let long = words(2, 300_000).join(" ");
    let deep = format!("{{\"text\":\"a b\",\"x\":{brackets}}}\n");
    let long = format!("{{\"text\":\"c d\"}}\n{{\"text\":\"{long}\"}}\n");
    work.write("rows.jsonl", deep + &long);
    // The HTML tokeniser compares each attribute with all previous ones, O(n²).
    let attributes: String = (0..400_000).map(|i| format!("a{i} ")).collect();
    work.write("slow.html", "<html><p ".to_owned() + &attributes);
    let ran = skipped(&work, &["--max-size", "1"]);
    for (id, option) in [
        ("large.txt", "--max-size"),
        ("rows.jsonl:3", "--max-size"),
        ("deep.html", "nested too deep"),
    ] {
        let reason = reason(&ran, id).unwrap_or_else(|| panic!("{id}: {}", ran.out));
        assert!(reason.contains(option), "{id}: {reason}");
    }
    assert_eq!(reason(&ran, "plain.txt"), None);
    assert_eq!(reason(&ran, "rows.jsonl:2"), None);
    let ran = skipped(&work, &["--set", "max-seconds=1"]);
    let slow = reason(&ran, "slow.html").unwrap_or_else(|| panic!("{}", ran.out));
    assert_contains(&slow, "at most 1 second");
    assert_contains(&slow, "--set max-seconds");
    assert_eq!(ran.rows().len(), 2, "{}", ran.out);
    let defaults = work.run(&["config", "default"]).out;
    for line in ["max-size = 256", "max-seconds = 60"] {
        assert_contains(&defaults, &format!("# {line}\n"));
    }
}

/// The size of the line in bytes, the value of `--max-size`, and the memory limit in kB.
fn long_line() -> (usize, &'static str, u64) {
    match std::env::var_os("SHINGLESCOPE_LONG") {
        Some(_) => (500_000_000, "256", 900_000),
        None => (150_000_000, "8", 110_000),
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_row_that_never_ends_is_skipped_in_bounded_memory() {
    let work = Work::new();
    let (bytes, limit, most) = long_line();
    let path = work.corpus().join("rows.jsonl");
    let mut file = std::io::BufWriter::new(std::fs::File::create(&path).unwrap());
    file.write_all(b"{\"text\":\"").unwrap();
    let part = "word ".repeat(100_000);
    for _ in 0..bytes / part.len() {
        file.write_all(part.as_bytes()).unwrap();
    }
    file.write_all(b"\"}\n{\"text\":\"a row behind it\"}\n")
        .unwrap();
    drop(file.into_inner().unwrap());
    let line = format!("skipped corpus --in-memory --quiet --max-size {limit}");
    let mut child = work.spawn(&args_of(&line));
    let mut highest = 0;
    while child.try_wait().unwrap().is_none() {
        highest = highest.max(crate::support::resident(child.id()).unwrap_or(0));
        std::thread::yield_now();
    }
    let ran = Ran::from_output(&child.wait_with_output().unwrap());
    assert_eq!(ran.status, Some(0));
    assert_contains(&ran.out, "rows.jsonl:1");
    assert_contains(&ran.out, "--max-size");
    assert_lacks(&ran.out, "rows.jsonl:2");
    assert!((1..most).contains(&highest), "{highest} kB");
}

/// The number of rows read from a file that grows after it was opened.
fn rows_of_grown(path: &Path, grow: impl FnOnce()) -> usize {
    let reading = Reading::default();
    let source = Source::Paths(vec![path.to_owned()]);
    let listing = discover(&source, &reading, |_| true).unwrap();
    let entries = listing.entries.into_iter();
    let opened: Vec<_> = entries.map(|entry| work(entry, &reading)).collect();
    grow();
    let pieces = opened.into_iter().flatten();
    pieces
        .filter(|piece| !matches!(piece, shinglescope::corpus::read::Work::Skip(_)))
        .count()
}

#[test]
fn reading_ends_although_another_process_appends_to_the_file() {
    let work = Work::new();
    let row = "{\"text\":\"one row of many that come and come\"}\n";
    let path = work.corpus().join("log.jsonl");
    std::fs::write(&path, row.repeat(10)).unwrap();
    let append = || {
        let mut file = std::fs::File::options().append(true).open(&path).unwrap();
        file.write_all(row.repeat(2_000).as_bytes()).unwrap();
    };
    assert_eq!(rows_of_grown(&path, append), 10);
    // A line that was half written at listing time is read completely.
    std::fs::write(&path, &row.repeat(3)[..2 * row.len() + 20]).unwrap();
    let rest = || std::fs::write(&path, row.repeat(9)).unwrap();
    assert_eq!(rows_of_grown(&path, rest), 3);
    // The real program, while this process keeps appending.
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(Ordering::Relaxed) && std::fs::metadata(&path).unwrap().len() < 1 << 30
            {
                append();
            }
        });
        let ran = work.run(&["skipped", "corpus", "--in-memory", "--quiet"]);
        stop.store(true, Ordering::Relaxed);
        assert_eq!(ran.status, Some(0), "{}", ran.talk);
    });
    // A plain file that has outgrown the limit since it was listed is skipped because of its size.
    let reading = Reading {
        max_bytes: 1_000,
        ..Reading::default()
    };
    let path = work.corpus().join("grows.txt");
    std::fs::write(&path, "small").unwrap();
    let source = Source::Paths(vec![path.clone()]);
    let listing = discover(&source, &reading, |_| true).unwrap();
    std::fs::write(&path, "large ".repeat(1_000)).unwrap();
    let entry = listing.entries.into_iter().next().unwrap();
    let read = document(shinglescope::corpus::read::Work::File(entry), &reading);
    let message = read.unwrap_err().reason.to_string();
    assert_contains(&message, "--max-size");
}

#[test]
fn a_table_larger_than_the_memory_is_listed() {
    let work = Work::new();
    work.write("b.txt", "one two three four five");
    let path = work.corpus().join("a.csv");
    let file = std::fs::File::create(&path).unwrap();
    if let Err(error) = file.set_len(1 << 42) {
        return crate::support::skip("sparse", &format!("no file of 4 TB: {error}"));
    }
    let why = reason(&skipped(&work, &[]), "a.csv").unwrap();
    assert_contains(&why, "too large");
}
