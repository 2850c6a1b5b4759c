//! Peak memory of indexing many small documents.
//!
//! The short form has rows with long sketches, which make up most of the mapped data that is read.
//! The long form (`SHINGLESCOPE_LONG`, and `SHINGLESCOPE_PROGRAM` for a release build) has a
//! million files.

use std::fmt::Write;
use std::process::{Command, Stdio};

use crate::support::{Work, program, resident, skip, words};

/// Peak memory of `index` over the corpus of `work`, in kB.
fn indexing(work: &Work, args: &[&str]) -> u64 {
    let mut child = Command::new(program())
        .current_dir(work.path())
        .args(["index", "corpus", "--index", "index", "--quiet"])
        .args(args)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let mut highest = 0;
    while child.try_wait().unwrap().is_none() {
        highest = highest.max(resident(child.id()).unwrap_or(0));
        std::thread::yield_now();
    }
    assert!(child.wait().unwrap().success());
    highest
}

#[test]
fn memory_of_sketches_is_released_after_their_comparison() {
    const ROWS: usize = 60_000;
    let work = Work::new();
    let mut rows = String::new();
    for row in 0..ROWS {
        let text = words(row as u64, 6).join(" ");
        writeln!(rows, "{{\"text\":\"{text}\"}}").unwrap();
    }
    work.write("rows.jsonl", rows);
    // 4 KB per row: 246 MB.
    let highest = indexing(&work, &["--permutations", "1024"]);
    println!("{ROWS} rows: {highest} kB");
    assert!((1..240_000).contains(&highest), "{highest} kB");
}

#[test]
fn a_million_files_are_indexed_in_1200_mb() {
    if std::env::var_os("SHINGLESCOPE_LONG").is_none() {
        let why = "a million files are made where SHINGLESCOPE_LONG is set";
        return skip("long", why);
    }
    let work = Work::new();
    for folder in 0..1_000 {
        let path = work.corpus().join(format!("folder-{folder:04}"));
        std::fs::create_dir(&path).unwrap();
        for file in 0..1_000 {
            let mut text = words(folder * 1_000 + file, 8).join(" ");
            text.push('\n');
            std::fs::write(path.join(format!("note-{file:04}.txt")), text).unwrap();
        }
    }
    let highest = indexing(&work, &[]);
    println!("a million files: {highest} kB");
    assert!((1..1_200_000).contains(&highest), "{highest} kB");
}
