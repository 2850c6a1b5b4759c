//! `pairs` and `clusters` by parts, with `--scratch`: the same bytes as in memory, also after a kill at any time.

use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::support::{Work, edited};

/// Files and rows with near-copies, copies, and rows of the same name.
fn corpus(families: u64) -> Work {
    let work = Work::new();
    for shard in 0..4 {
        let row = |family: u64, copy: usize| {
            let text = edited(family, 80, copy * 17);
            let id = family % 50;
            format!("{{\"id\": \"{id}\", \"text\": {text:?}}}\n")
        };
        let rows =
            (0..families).flat_map(|family| (0..2).map(move |copy| row(family, copy + shard % 3)));
        work.write(&format!("{shard}.jsonl"), rows.collect::<String>());
    }
    work.write("a.txt", edited(1, 80, 0))
        .write("b.txt", edited(1, 80, 0));
    work
}

const BY_PARTS: [&str; 5] = ["--scratch", "scratch", "--memory", "60kB", "--quiet"];

#[test]
fn what_is_printed_is_the_same() {
    let work = corpus(40);
    for command in [
        &["pairs", "corpus", "--method", "lsh"][..],
        &["pairs", "corpus", "--distinct"],
        &[
            "pairs",
            "corpus",
            "--method",
            "exact",
            "--measure",
            "containment",
            "--where",
            "jaccard < 0.95",
        ],
        &["clusters", "corpus", "--method", "lsh"],
        &[
            "clusters",
            "corpus",
            "--method",
            "exact",
            "--linkage",
            "average",
            "--unit",
            "char",
        ],
    ] {
        for format in ["csv", "json", "table"] {
            let command = [command, &["--format", format]].concat();
            let want = work.run(&[&command[..], &["--in-memory", "--quiet"]].concat());
            assert!(want.out.lines().count() > 3, "{}", want.talk);
            let got = work.run(&[&command[..], &BY_PARTS].concat());
            assert_eq!(got.status, Some(0), "{command:?}: {}", got.talk);
            assert_eq!(got.out, want.out, "{command:?}");
            assert!(!work.path().join("scratch").exists());
        }
    }
}

#[cfg(unix)]
#[test]
fn killed_at_any_time_it_goes_on() {
    let work = corpus(150);
    let command = ["clusters", "corpus", "--method", "lsh", "--format", "csv"];
    let want = work
        .run(&[&command[..], &["--in-memory", "--quiet"]].concat())
        .out;
    let all = [&command[..], &BY_PARTS, &["--resume"]].concat();
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

#[test]
fn a_folder_of_another_run_and_what_parts_cannot_do_are_refused() {
    let work = corpus(10);
    let said = |args: &[&str]| {
        let ran = work.run(args);
        assert!(
            ran.status == Some(1) || ran.status == Some(2),
            "{}",
            ran.talk
        );
        ran.talk
    };
    let by_parts = |more: &[&'static str]| {
        said(&[&["pairs", "corpus", "--scratch", "scratch"][..], more].concat())
    };
    assert!(by_parts(&["--method", "simhash"]).contains("holds all documents in memory"));
    assert!(by_parts(&["--in-memory"]).contains("writes no file"));
    assert!(by_parts(&["--format", "parquet"]).contains("not recorded"));
    assert!(said(&["pairs", "corpus", "--memory", "4GB"]).contains("--scratch"));
    let scratch = work.path().join("scratch");
    std::fs::create_dir_all(&scratch).unwrap();
    std::fs::write(scratch.join("own.txt"), "text").unwrap();
    assert!(by_parts(&[]).contains("is not empty"));
    std::fs::remove_file(scratch.join("own.txt")).unwrap();
    std::fs::write(scratch.join("job.json"), "{\"shinglescope\": \"1\"}").unwrap();
    assert!(by_parts(&[]).contains("--resume goes on with it"));
    assert!(by_parts(&["--resume"]).contains("other options, other files"));
}
