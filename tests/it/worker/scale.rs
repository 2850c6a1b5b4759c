//! `scale`: its errors before Spark is started, and the arguments that it passes on.

use std::path::Path;

use crate::support::{Ran, Work, args_of};

/// Runs `scale` with only these programs, given as shell scripts, on the path.
fn scale(work: &Work, programs: &[(&str, &str)], words: &[&str]) -> Ran {
    use std::os::unix::fs::PermissionsExt;
    let bin = work.path().join("bin");
    std::fs::create_dir_all(&bin).unwrap();
    for (name, body) in programs {
        let path = bin.join(name);
        std::fs::write(&path, format!("#!/bin/sh\n{body}\n")).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    let mut command = work.program();
    command
        .env("PATH", &bin)
        .env_remove("JAVA_HOME")
        .env_remove("SPARK_HOME")
        .args(["scale", "corpus"])
        .args(words);
    Ran::from_output(&command.output().unwrap())
}

const JAVA: (&str, &str) = ("java", "exit 0");
const SUBMIT: (&str, &str) = (
    "spark-submit",
    "[ \"$1\" = --version ] || for word; do echo \"$word\"; done",
);

#[test]
fn missing_programs_and_invalid_options_are_reported_with_a_solution() {
    let (all, new) = (&[JAVA, SUBMIT][..], "--out new");
    let silent = ("spark-submit", "[ \"$1\" = --version ]");
    for (programs, line, message) in [
        (all, "--out taken", "taken exists and was left as it is"),
        (all, "--out new --resume", "there is no job in new"),
        (all, "--out new --glob a*", "that select files"),
        (all, "--out new --method exact", "those of --method lsh"),
        (
            &[],
            new,
            "Spark needs Java 17 or later, and java does not run",
        ),
        (&[JAVA], new, "pip install pyspark pyarrow pandas"),
        (&[JAVA, silent], new, "with --resume continues"),
    ] {
        let work = Work::new();
        std::fs::create_dir(work.path().join("taken")).unwrap();
        scale(&work, programs, &args_of(line)).fails(1, message);
        assert!(!work.path().join("new").exists());
    }
}

#[test]
fn the_job_gets_the_options() {
    let work = Work::new();
    let words = args_of("--out new --k 5 -t 0.9 --spark --conf=a=b --text-field body");
    let ran = scale(&work, &[JAVA, SUBMIT], &words);
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
    let handed: Vec<&str> = ran.out.lines().collect();
    assert_eq!(handed[..3], ["--master", "local[*,4]", "--conf=a=b"]);
    assert!(handed[3].ends_with("/main.py") && !Path::new(handed[3]).exists());
    assert_eq!(handed[4..9], ["run", "corpus", "--out", "new", "--program"]);
    assert!(Path::new(handed[9]).is_file());
    assert_eq!(
        handed[10..15],
        ["--text-column", "body", "--id-column", "id", "--"]
    );
    assert!(
        handed.contains(&"--k=5") && handed.contains(&"--threshold=0.9"),
        "{handed:?}"
    );
    // The steps accept these options.
    let settings = [&["worker", "settings"], &handed[15..]].concat();
    let ran = work.done(&settings);
    let own = work.run(&["worker", "settings", "--k", "5", "-t", "0.9"]);
    let [handed, own] = [ran, own]
        .map(|ran| -> serde_json::Value { serde_json::from_str(&ran.out).expect("settings") });
    assert_eq!(handed["settings"], own["settings"]);
    let config = handed["config"].as_str().expect("a config");
    assert!(config.contains("text-field = \"body\""), "{config}");
}
