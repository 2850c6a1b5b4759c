//! If the system runs out of a resource, the run ends with a one-line error, not with a partial result. With
//! `--strict`, a run also fails if anything was not read that should have been.

use std::process::Command;

use crate::support::{Ran, Work, assert_contains, assert_lacks, edited};

/// Runs the program with `args` after the shell's `limit`.
fn limited(work: &Work, limit: &str, args: &str) -> Ran {
    let program = work.program();
    let script = format!("{limit}; exec {} {args}", program.get_program().display());
    let mut shell = Command::new("sh");
    shell.args(["-c", &script]).current_dir(work.path());
    for (name, value) in program.get_envs() {
        shell.env(name, value.unwrap_or_default());
    }
    Ran::from_output(&shell.output().expect("a shell"))
}

fn corpus(work: &Work, documents: u64) {
    for n in 0..documents {
        let folder = n % 14;
        work.write(
            &format!("{folder}/{n:03}.txt"),
            edited(n / 3, 120, (n % 3) as usize * 31),
        );
    }
}

#[test]
fn without_file_descriptors_a_run_ends_with_a_message() {
    let work = Work::new();
    corpus(&work, 214);
    let expected = work
        .run(&["pairs", "corpus", "--in-memory", "--format", "csv"])
        .out;
    for files in 4..20 {
        for args in [
            "pairs corpus --in-memory --format csv",
            "pairs corpus --index i --format csv",
        ] {
            let ran = limited(&work, &format!("ulimit -n {files}"), args);
            match ran.status {
                Some(0) => assert_eq!(ran.out, expected, "{files}: {}", ran.talk),
                Some(1) => assert!(ran.talk.contains("ulimit -n"), "{files}: {}", ran.talk),
                other => panic!("{files}: {other:?}: {}", ran.talk),
            }
        }
        let ran = limited(
            &work,
            &format!("ulimit -n {files}"),
            "index corpus --index i",
        );
        assert!(
            matches!(ran.status, Some(0 | 1)),
            "{files}: {:?} {}",
            ran.status,
            ran.talk
        );
    }
    // The lock and the files of the full-text index are open at the same time.
    limited(&work, "ulimit -n 5", "index corpus --index other").fails(1, "ulimit -n");
}

#[test]
fn without_memory_a_run_ends_with_a_message() {
    let work = Work::new();
    corpus(&work, 600);
    for megabytes in [40, 60, 80, 100, 150, 200, 300, 400] {
        let limit = format!("ulimit -v {}", megabytes * 1024);
        // Below some limit not even the program itself can start.
        if limited(&work, &limit, "--version").status != Some(0) {
            continue;
        }
        for args in ["pairs corpus --in-memory", "index corpus --index i --quiet"] {
            let ran = limited(&work, &limit, args);
            let mut lines = ran.talk.lines();
            let has_message = lines.any(|line| line.starts_with("shinglescope: "));
            let fine = ran.status == Some(0) || ran.status == Some(1) && has_message;
            assert!(
                fine,
                "{megabytes} MB, {args}: {:?} {}",
                ran.status, ran.talk
            );
            // Tantivy's own message may contain "or panicked".
            assert_lacks(&ran.talk, "panicked at");
        }
    }
}

#[test]
fn a_strict_run_fails_if_something_was_not_read_that_should_have_been() {
    let work = Work::new();
    corpus(&work, 6);
    work.write("picture.png", b"\x89PNG\0\0")
        .write("empty.txt", "");
    std::fs::create_dir_all(work.corpus().join(".git")).unwrap();
    for command in [&["pairs", "corpus"][..], &["index", "corpus"]] {
        let strict = [command, &["--strict", "--index", "i"]].concat();
        let ran = work.run(&strict);
        assert_eq!(ran.status, Some(0), "excluded by rule: {}", ran.talk);
    }
    work.write("rows.jsonl", "{\"text\":\"a row\"}\nno row\n");
    for command in [
        &["pairs", "corpus"][..],
        &["index", "corpus"],
        &["skipped", "corpus"],
    ] {
        let kept = [command, &["--index", "i"]].concat();
        let ran = work.run(&[&kept[..], &["--strict"]].concat());
        assert_eq!(ran.status, Some(1), "{}", ran.talk);
        assert_contains(
            &ran.talk,
            "1 file or row was not read that should have been (--strict)",
        );
        work.done(&kept);
    }
    let ran = work.ran("pairs corpus --strict --in-memory --format csv");
    assert!(
        ran.out.lines().count() > 2,
        "results are printed all the same: {}",
        ran.out
    );
}
