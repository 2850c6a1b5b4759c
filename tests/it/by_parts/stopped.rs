//! Interrupted and killed runs by parts, and what `--resume` makes of them.

use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::time::{Duration, Instant};

use super::{BY_PARTS, LSH, by_parts, corpus, ordinary, resumed};
use crate::support::Work;

/// Runs a command by parts until `file` is among its parts, and interrupts it; `None` if it ended before.
#[cfg(unix)]
fn interrupted_at(work: &Work, command: &[&str], file: &str) -> Option<Output> {
    let mut program = work.program();
    let program = program.args(command).args(&by_parts(command)[..4]);
    let child = program.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = child.spawn().unwrap();
    let file = work.path().join("scratch/parts").join(file);
    let begun = Instant::now();
    while !file.exists() {
        // Nobody reads what it prints: it would wait for ever at its end.
        assert!(
            begun.elapsed() < Duration::from_secs(120),
            "{file:?} is never there"
        );
        if child.try_wait().unwrap().is_some() {
            return None;
        }
        std::thread::yield_now();
    }
    let pid = rustix::process::Pid::from_raw(child.id() as i32).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    (output.status.code() != Some(0)).then_some(output)
}

#[cfg(unix)]
#[test]
fn interrupted_it_says_so_and_goes_on() {
    let work = corpus(300);
    for (method, files) in [
        ("lsh", ["unit-0.json", "unit-5.json", "copies.json"]),
        ("exact", ["unit-0.json", "copies.json", "found.json"]),
    ] {
        let command = ["pairs", "corpus", "--method", method, "--format", "csv"];
        let want = ordinary(&work, &command);
        for file in files {
            let output = (0..20).find_map(|_| interrupted_at(&work, &command, file));
            let output = output.expect("one of twenty runs is interrupted before its end");
            let talk = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(130), "{file}: {talk}");
            assert!(output.stdout.is_empty(), "{file}");
            assert!(talk.contains("--resume goes on"), "{file}: {talk}");
            let ran = resumed(&work, &command);
            assert_eq!(ran.status, Some(0), "{file}: {}", ran.talk);
            assert_eq!(ran.out, want, "{file}");
            assert!(!work.path().join("scratch").exists());
        }
    }
}

#[cfg(unix)]
#[test]
fn killed_at_any_time_it_goes_on() {
    let work = corpus(150);
    let want = ordinary(&work, &LSH);
    let all = [&LSH[..], &BY_PARTS, &["--resume"]].concat();
    let begun = Instant::now();
    assert_eq!(work.run(&all).out, want);
    let whole = begun.elapsed();
    let mut random = 7_u64;
    let mut kept = 0;
    for _ in 0..20 {
        let mut child = work.program();
        let child = child.args(&all).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = child.spawn().unwrap();
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        // A kill at a random time, not a wait for anything.
        let share = (random >> 33) as f64 / f64::from(1_u32 << 31);
        std::thread::sleep(Duration::from_secs_f64(whole.as_secs_f64() * share));
        let _ = child.kill();
        child.wait().unwrap();
        kept += u32::from(work.path().join("scratch/parts/unit-0.json").exists());
        if random >> 40 & 1 == 0 {
            let ran = work.run(&all);
            assert_eq!(ran.out, want, "{}", ran.talk);
            assert!(!work.path().join("scratch").exists());
        }
    }
    assert!(kept > 0, "no kill left anything to go on with");
    assert_eq!(work.run(&all).out, want);
}

/// Leaves the folder of a run that is killed once all documents are read.
pub fn left_over(work: &Work) -> PathBuf {
    let scratch = work.path().join("scratch");
    for _ in 0..20 {
        let mut program = work.program();
        let program = program.args(LSH).args(BY_PARTS);
        let child = program.stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = child.spawn().unwrap();
        while !scratch.join("parts/copies.json").exists() && child.try_wait().unwrap().is_none() {
            std::thread::yield_now();
        }
        let _ = child.kill();
        child.wait().unwrap();
        if scratch.join("parts/copies.json").exists() {
            return scratch;
        }
        // It was killed while it removed the folder, or had ended.
        let _ = std::fs::remove_dir_all(&scratch);
    }
    panic!("none of twenty runs was killed before its end");
}

/// Copies a folder of files and folders.
pub fn copied(from: &Path, to: &Path) {
    std::fs::create_dir(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => copied(&entry.path(), &to),
            false => drop(std::fs::copy(entry.path(), to).unwrap()),
        }
    }
}

#[test]
fn another_job_does_not_go_on_with_it() {
    let work = corpus(60);
    let want = ordinary(&work, &LSH);
    let scratch = left_over(&work);
    let refused = |args: &[&str], words: &str| {
        let ran = work.run(&[args, &BY_PARTS].concat());
        assert_eq!(ran.status, Some(1), "{}", ran.talk);
        assert!(ran.out.is_empty());
        assert!(ran.talk.contains(words), "{}", ran.talk);
        assert!(scratch.join("parts/copies.json").exists());
    };
    refused(&LSH, "--resume goes on with it");
    let other = "other options, other files";
    for more in [
        &["--threshold", "0.7"][..],
        &["--k", "4"],
        &["--method", "exact"],
    ] {
        refused(&[&LSH[..2], more, &["--resume"]].concat(), other);
    }
    let kept = work.path().join("kept");
    copied(&scratch, &kept);
    // Another form of the result, and another memory, are the same work.
    let ran = work.run(&[
        "clusters",
        "corpus",
        "--method",
        "lsh",
        "--format",
        "csv",
        "--scratch",
        "scratch",
        "--memory",
        "1GB",
        "--resume",
    ]);
    assert_eq!(ran.out, want, "{}", ran.talk);
    copied(&kept, &scratch);
    work.write("a.txt", "another text than before");
    refused(&[&LSH[..], &["--resume"]].concat(), other);
}
