//! Damaged, foreign and newer journals, folders that cannot be written, kills, and several programs at once.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;
use std::time::{Duration, Instant};

use super::{AB, DE, add, corpus, journal, list, review};
use crate::support::{Work, args_of, assert_contains, assert_lacks};

#[test]
fn broken_lines_are_reported_kept_and_skipped() {
    let work = corpus();
    add(&work, AB, "copied", &[]);
    let mut text = fs::read_to_string(journal(&work)).unwrap();
    text += "{\"when\":\"tomorrow\"}\nnot JSON\n{\"torn\":";
    fs::write(journal(&work), &text).unwrap();
    let ran = review(&work, &["list", "corpus", "--format", "csv"]);
    assert_eq!(ran.rows().len(), 1);
    let message = "3 lines of the journal are not acts; they stay in the file and are ignored, the first is line 3";
    assert_contains(&ran.talk, message);
    add(&work, DE, "unsure", &[]);
    assert_eq!(list(&work, &[]).len(), 2);
    let after = fs::read_to_string(journal(&work)).unwrap();
    assert!(after.starts_with(&format!("{text}\n{{\"when\"")), "{after}");
}

#[test]
fn a_newer_or_foreign_journal_is_an_error_and_stays_unchanged() {
    let work = corpus();
    add(&work, AB, "copied", &[]);
    let text = fs::read_to_string(journal(&work)).unwrap();
    let (_, acts) = text.split_once('\n').unwrap();
    let later = format!("{{\"shinglescope\":\"review\",\"format\":2}}\n{acts}");
    let cases = [(later.as_str(), "format 2"), (acts, "not the header")];
    for (content, message) in cases {
        fs::write(journal(&work), content).unwrap();
        let decide = args_of("add corpus --document one/a.txt --decision copied --by ada");
        for args in [&["list", "corpus"][..], &["export", "corpus"], &decide[..]] {
            work.run(&[&["review"], args].concat()).fails(1, message);
        }
        assert_eq!(fs::read_to_string(journal(&work)).unwrap(), content);
    }
}

#[test]
fn the_journal_of_another_corpus_is_recognised() {
    let work = corpus();
    add(&work, AB, "copied", &[]);
    let other = Work::new();
    other
        .write("x.txt", "quite another text")
        .write("y.txt", "and one more");
    fs::copy(journal(&work), journal(&other)).unwrap();
    let ran = review(&other, &["list", "corpus", "--format", "csv"]);
    assert_contains(&ran.talk, "0 of 1 act on texts of this corpus");
    assert_eq!(ran.rows()[0][4], "elsewhere");
    let labels = review(&other, &["export", "corpus"]);
    assert!(labels.rows().is_empty());
}

#[test]
fn a_journal_that_is_no_regular_file_is_refused() {
    let work = corpus();
    let decide = args_of("review add corpus --document one/a.txt --decision copied");
    for device in ["/dev/full", "/dev/null"] {
        work.run(&[&decide[..], &["--journal", device]].concat())
            .fails(1, "not a regular file");
    }
    // A link that came with the corpus is not followed.
    let target = work.path().join("target");
    std::os::unix::fs::symlink(&target, journal(&work)).unwrap();
    work.run(&decide).fails(1, "not a regular file");
    assert!(!target.exists());
}

#[test]
fn in_a_folder_that_cannot_be_written_decisions_go_to_the_data_folder() {
    let work = corpus();
    fs::set_permissions(work.corpus(), PermissionsExt::from_mode(0o555)).unwrap();
    let add = args_of("review add corpus --by anna --decision copied");
    let add = [&add[..], &["--pair", AB[0], AB[1]]].concat();
    let ran = work.run_as_stranger(&add);
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
    assert_contains(&ran.talk, "theirs/data/shinglescope/reviews");
    let list = ["review", "list", "corpus", "--format", "csv"];
    assert_eq!(work.run_as_stranger(&list).rows().len(), 1);
    // Once the folder can be written, the journal in the data folder is still used.
    fs::set_permissions(work.corpus(), PermissionsExt::from_mode(0o777)).unwrap();
    let ran = work.run_as_stranger(&add);
    assert_contains(&ran.talk, "2 acts in");
    assert!(!journal(&work).exists());
    // A read-only journal in the corpus is read, and adding to it is an error.
    let own = work.path().join("theirs/data/shinglescope/reviews");
    let own = fs::read_dir(own).unwrap().next().unwrap().unwrap().path();
    fs::copy(&own, journal(&work)).unwrap();
    fs::set_permissions(journal(&work), PermissionsExt::from_mode(0o444)).unwrap();
    fs::remove_file(own).unwrap();
    assert_eq!(work.run_as_stranger(&list).rows().len(), 1);
    let ran = work.run_as_stranger(&add);
    ran.fails(1, "cannot write corpus/review.jsonl");
    assert_contains(&ran.talk, "--journal");
}

#[test]
fn programs_that_append_at_once_lose_nothing() {
    let work = corpus();
    let spawned = (0..12).map(|_| {
        let args = args_of("review add corpus --quiet --in-memory --by anna");
        let more = args_of("--journal corpus/review.jsonl --decision copied");
        let mut command = work.program();
        command.args(args).args(more).args(["--pair", AB[0], AB[1]]);
        command.spawn().unwrap()
    });
    let children: Vec<_> = spawned.collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    let ran = review(&work, &["list", "corpus", "--format", "csv"]);
    assert_eq!(ran.rows().len(), 1);
    assert_contains(&ran.talk, "12 of 12 acts on texts");
    assert_lacks(&ran.talk, "no act");
}

#[test]
fn kills_lose_at_most_what_was_about_to_be_written() {
    let long = std::env::var_os("SHINGLESCOPE_LONG").is_some();
    let kills = if long { 500 } else { 25 };
    let work = corpus();
    let decide = |note: &str| {
        let mut command = work.program();
        let line = "review add corpus --quiet --by anna --decision copied --in-memory --journal corpus/review.jsonl";
        command.args(args_of(line)).args(["--note", note, "--pair"]);
        command.args(AB).stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    let begun = Instant::now();
    assert!(decide("first").status().unwrap().success());
    let duration = begun.elapsed();
    let mut done = vec!["first".to_owned()];
    let mut random = 11_u64;
    for kill in 0..kills {
        // Long, so that it takes a while to write.
        let note = format!("{kill} {}", "word ".repeat(5_000));
        let mut child = decide(&note).spawn().unwrap();
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let moment = duration.mul_f64((random >> 33) as f64 / (1_u64 << 31) as f64 * 1.2);
        std::thread::sleep(moment.min(Duration::from_secs(10)));
        let _ = child.kill();
        if child.wait().unwrap().success() {
            done.push(note.trim().to_owned());
        }
        let text = fs::read(journal(&work)).unwrap();
        let notes = notes(&text);
        // Every confirmed decision is in the journal; any other one is complete or missing.
        let kept: Vec<&String> = notes.iter().filter(|note| done.contains(note)).collect();
        assert_eq!(kept.len(), done.len(), "kill {kill}");
        assert!(notes.len() <= kill + 2, "kill {kill}");
    }
    let ran = review(&work, &["list", "corpus", "--format", "csv"]);
    assert_eq!(ran.rows().len(), 1);
}

/// The notes of all lines that are acts.
fn notes(journal: &[u8]) -> Vec<String> {
    let lines = journal.split(|byte| *byte == b'\n').skip(1);
    let acts = lines.filter_map(|line| serde_json::from_slice::<serde_json::Value>(line).ok());
    acts.filter_map(|act| Some(act["note"].as_str()?.to_owned()))
        .collect()
}
