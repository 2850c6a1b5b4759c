//! A sweep that is killed and resumed, one from an index of other settings, and threads.

use std::process::Stdio;
use std::time::{Duration, Instant};

use super::families;
use crate::support::{Work, edited};

/// A sweep of many small blocks over a corpus that takes a while.
const LONG: [&str; 15] = [
    "sweep",
    "corpus",
    "--in-memory",
    "--k",
    "1-12",
    "-t",
    "0.1-0.9",
    "--measure",
    "jaccard,containment",
    "--bag",
    "once,count",
    "--sketch",
    "none,minhash",
    "--format",
    "csv",
];

#[test]
fn killed_and_gone_on_with_it_prints_the_same() {
    let work = Work::new();
    for family in 0..60 {
        for copy in 0..4 {
            work.write(
                &format!("{family:03}/{copy}.txt"),
                edited(family, 200, copy * 23),
            );
        }
    }
    let want = work.run(&LONG);
    assert_eq!(want.status, Some(0), "{}", want.talk);
    let file = work.path().join("done.jsonl");
    let lines = || std::fs::read_to_string(&file).map_or(0, |text| text.lines().count());
    for kill_at in [1, 7, 20, 40] {
        let mut child = work
            .program()
            .args(LONG)
            .args(["--resume", "done.jsonl", "--quiet"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let begun = Instant::now();
        // Until the file has so many lines, or the run has ended.
        while lines() < kill_at && child.try_wait().unwrap().is_none() {
            assert!(
                begun.elapsed() < Duration::from_secs(300),
                "nothing is kept"
            );
            std::thread::yield_now();
        }
        let _ = child.kill();
        child.wait().unwrap();
    }
    let kept = lines().saturating_sub(1);
    assert!(kept >= 20, "{kept}");
    let again = work.run(&[&LONG[..], &["--resume", "done.jsonl"]].concat());
    assert_eq!(again.out, want.out);
    assert!(
        again.talk.contains(&format!("{kept} of 96 blocks")),
        "{}",
        again.talk
    );
    assert_eq!(lines(), 97);
    // The file is complete: the result is printed without any computation, whatever the number of
    // threads.
    let once_more = work.run(&[&LONG[..], &["--resume", "done.jsonl", "--threads", "1"]].concat());
    assert_eq!(once_more.out, want.out);
    // Other settings or another corpus are rejected, and the file is left unchanged.
    let before = std::fs::read(&file).unwrap();
    let other = work.run(&[
        "sweep",
        "corpus",
        "--in-memory",
        "--k",
        "2",
        "--resume",
        "done.jsonl",
    ]);
    assert_eq!(other.status, Some(1));
    assert!(
        other
            .talk
            .contains("another k, threshold, measure, bag, sketch"),
        "{}",
        other.talk
    );
    work.write("000/0.txt", "something else");
    let changed = work.run(&[&LONG[..], &["--resume", "done.jsonl"]].concat());
    assert_eq!(changed.status, Some(1));
    assert!(
        changed.talk.contains("before it changed"),
        "{}",
        changed.talk
    );
    assert_eq!(std::fs::read(&file).unwrap(), before);
}

#[test]
fn an_index_of_other_settings_serves_and_threads_change_nothing() {
    let work = Work::new();
    families(&work);
    let args = [
        "sweep", "corpus", "--k", "1-3", "--sketch", "none,fss", "--format", "csv", "--quiet",
    ];
    let want = work.run(&[&args[..], &["--in-memory", "--threads", "1"]].concat());
    assert_eq!(want.status, Some(0), "{}", want.talk);
    assert_eq!(
        work.run(&[
            "index", "corpus", "--index", "index", "--k", "5", "--sketch", "oph"
        ])
        .status,
        Some(0)
    );
    let indexed = [&args[..], &["--index", "index"]].concat();
    assert_eq!(work.run(&indexed).out, want.out);
    work.write("0/9.txt", edited(0, 120, 7));
    let changed = work.run(&indexed);
    assert_ne!(changed.out, want.out);
    assert_eq!(
        changed.out,
        work.run(&[&args[..], &["--in-memory", "--threads", "3"]].concat())
            .out
    );
}
