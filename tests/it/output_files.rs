//! Commands do not overwrite files that they read, and leave no partial file after a hang-up.

use std::io::{Read, Write};
use std::process::Stdio;

use crate::support::pty::PATIENCE;
use crate::support::{Work, args_of, assert_contains, edited};

fn corpus() -> Work {
    let work = Work::new();
    work.write("a.txt", edited(0, 200, 0))
        .write("b.txt", edited(0, 200, 31));
    std::fs::write(work.path().join("phrases.txt"), "some phrase\n").unwrap();
    work
}

#[test]
fn a_file_that_another_option_names_is_not_overwritten() {
    let work = corpus();
    let file = |name: &str| std::fs::read_to_string(work.path().join(name)).unwrap();
    for written in [
        "report corpus --force --out phrases.txt",
        "report corpus --force --out=./phrases.txt",
        "keep corpus --force --drop-list phrases.txt",
        "pairs corpus --meta phrases.txt",
    ] {
        work.ran(&format!(
            "{written} --in-memory --ignore-phrases phrases.txt"
        ))
        .fails(1, "another option");
        assert_eq!(file("phrases.txt"), "some phrase\n", "{written:?}");
    }
    // Two options cannot write the same new file either.
    for force in ["", "--force"] {
        let both = "report corpus --in-memory --out r.html --meta=./r.html";
        work.ran(&format!("{both} {force}"))
            .fails(1, "another option");
        assert!(!work.path().join("r.html").exists());
    }
    std::os::unix::fs::symlink(".", work.path().join("here")).unwrap();
    for line in [
        "synth --documents=5 --out=x --truth here/x --force",
        "keep corpus --drop-list=x --meta here/x --force",
    ] {
        let ran = work.ran(line);
        assert_eq!(ran.status, Some(1), "{}", ran.talk);
        let messages = ["the same file", "another option"];
        assert!(
            messages.iter().any(|message| ran.talk.contains(message)),
            "{}",
            ran.talk
        );
        assert!(!work.path().join("x").exists());
    }
    let before = file("corpus/a.txt");
    let ran = work.ran("pairs corpus --in-memory --meta corpus/a.txt");
    ran.fails(1, "belongs to the corpus");
    assert_eq!(file("corpus/a.txt"), before);
    // `--meta` replaces a file that the program wrote, but no other file.
    let described = |k: &str| {
        let base = "pairs corpus --in-memory --meta meta.json --k";
        work.ran(&format!("{base} {k}"))
    };
    std::fs::write(work.path().join("meta.json"), "{\"program\": \"mine\"}").unwrap();
    described("4").fails(1, "left as it is");
    assert_eq!(file("meta.json"), "{\"program\": \"mine\"}");
    std::fs::remove_file(work.path().join("meta.json")).unwrap();
    for k in ["3", "5"] {
        let ran = described(k);
        assert_eq!(ran.status, Some(0), "{}", ran.talk);
        let described: serde_json::Value = serde_json::from_str(&file("meta.json")).unwrap();
        assert_eq!(described["settings"]["sketching"]["k"].to_string(), k);
    }
}

#[test]
fn the_file_that_standard_input_is_read_from_is_not_overwritten() {
    let work = corpus();
    let row = |id| format!("{{\"id\":\"{id}\",\"text\":\"one two three four five six seven\"}}\n");
    let rows: String = (1..=3).map(row).collect();
    let path = work.path().join("rows.jsonl");
    std::fs::write(&path, &rows).unwrap();
    std::os::unix::fs::symlink(&path, work.path().join("link.jsonl")).unwrap();
    for (read, written) in [
        ("rows.jsonl", "keep - --out rows.jsonl --force"),
        ("link.jsonl", "keep - --out rows.jsonl --force"),
        ("rows.jsonl", "keep - --drop-list rows.jsonl --force"),
        ("rows.jsonl", "report - --out rows.jsonl --force"),
        ("rows.jsonl", "pairs - --meta rows.jsonl"),
    ] {
        let mut command = std::process::Command::new(crate::support::program());
        command.args(args_of(written)).current_dir(work.path());
        command.stdin(std::fs::File::open(work.path().join(read)).unwrap());
        let ran = command.output().unwrap();
        assert_eq!(ran.status.code(), Some(1), "{written:?}");
        let message = String::from_utf8_lossy(&ran.stderr);
        assert_contains(&message, "what standard input is read from");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), rows, "{written:?}");
    }
}

#[test]
fn either_all_files_of_a_folder_are_written_or_none_if_one_exists() {
    let work = corpus();
    let names = |folder: &str| -> Vec<String> {
        let entries = std::fs::read_dir(work.path().join(folder)).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort_unstable();
        names
    };
    for (option, extension) in [("--out", ".csv"), ("--svg", ".svg")] {
        let run = |force: &str| work.ran(&format!("tune corpus --in-memory {option} made {force}"));
        assert_eq!(run("").status, Some(0));
        let made = names("made");
        assert!(made.len() >= 3, "{made:?}");
        assert!(
            made.iter().all(|name| name.ends_with(extension)),
            "{made:?}"
        );
        // If only the last file exists, none of the others is written.
        for name in &made[..made.len() - 1] {
            std::fs::remove_file(work.path().join("made").join(name)).unwrap();
        }
        let last = work.path().join("made").join(made.last().unwrap());
        std::fs::write(&last, "mine").unwrap();
        run("").fails(1, "exists and was left as it is");
        assert_eq!(names("made"), made[made.len() - 1..]);
        assert_eq!(std::fs::read_to_string(&last).unwrap(), "mine");
        assert_eq!(run("--force").status, Some(0));
        assert_eq!(names("made"), made);
        assert_ne!(std::fs::read_to_string(&last).unwrap(), "mine");
        std::fs::remove_dir_all(work.path().join("made")).unwrap();
    }
    // `--force` without an output folder is wrong usage.
    let ran = work.run(&["tune", "corpus", "--in-memory", "--force"]);
    assert_eq!(ran.status, Some(2), "{}", ran.talk);
}

#[test]
fn tables_and_plots_do_not_replace_input_files() {
    let work = corpus();
    for name in ["pair.csv", "label.csv", "setting.csv"] {
        work.write(name, edited(0, 200, 17));
    }
    let labels = "a,b,label\na.txt,b.txt,1\na.txt,pair.csv,0\n";
    for name in ["label.csv", "setting.csv"] {
        std::fs::create_dir_all(work.path().join("labels")).unwrap();
        std::fs::write(work.path().join("labels").join(name), labels).unwrap();
    }
    let all = || {
        let mut files = Vec::new();
        for folder in ["corpus", "labels"] {
            for entry in std::fs::read_dir(work.path().join(folder)).unwrap() {
                let path = entry.unwrap().path();
                files.push((std::fs::read(&path).unwrap(), path));
            }
        }
        files.sort_by(|a, b| a.1.cmp(&b.1));
        files
    };
    let before = all();
    for command in [
        "overlap corpus corpus --samples 10 --out corpus",
        "tune corpus --labels labels/label.csv --out labels",
        "sweep corpus --k 2 --labels labels/setting.csv --out labels",
    ] {
        work.ran(&format!("{command} --force"))
            .fails(1, "never overwritten");
        assert_eq!(all(), before, "{command:?}");
    }
}

#[test]
fn commands_without_a_result_refuse_meta() {
    let work = corpus();
    for command in ["synth --documents 9", "doctor", "corpus"] {
        work.ran(&format!("{command} --in-memory --meta meta.json"))
            .fails(2, "leave it out here");
    }
}

#[test]
fn ids_may_begin_with_a_hyphen() {
    let work = Work::new();
    work.write("-a.txt", edited(0, 200, 0))
        .write("-b.txt", edited(0, 200, 0));
    for subject in ["--pair -a.txt -b.txt", "--document -a.txt"] {
        let add = "review add corpus --index index --decision copied";
        work.ran_well(&format!("{add} {subject}"));
    }
    let ran = work.ran("review list corpus --index index --format csv");
    assert_eq!(ran.out.lines().count(), 3, "{}", ran.out);
    let report = work.ran("report corpus --index index --out - --of -a.txt");
    assert!(report.out.contains("It has one pair."));
}

#[test]
fn a_hang_up_leaves_no_file_behind() {
    let work = corpus();
    let mut child = work
        .program()
        .args(["keep", "-", "--out", "kept.jsonl"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let files = || {
        let entries = std::fs::read_dir(work.path()).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names
            .filter(|name| name.contains("kept"))
            .collect::<Vec<_>>()
    };
    let begun = std::time::Instant::now();
    while files().is_empty() {
        assert!(begun.elapsed() < PATIENCE, "nothing is written");
        std::thread::yield_now();
    }
    crate::support::signal(&child, rustix::process::Signal::HUP);
    // The input never ends, so only the signal can end the program: it notices the signal at the next row, or has
    // already ended.
    let mut rows = child.stdin.take().unwrap();
    while child.try_wait().unwrap().is_none() {
        assert!(begun.elapsed() < PATIENCE, "a hang-up ends nothing");
        let _ = rows.write_all(b"{\"text\":\"one two three\"}\n");
        std::thread::yield_now();
    }
    let mut message = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut message)
        .unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{message}");
    assert_eq!(files(), Vec::<String>::new());
}

#[test]
fn a_run_whose_tables_are_refused_leaves_the_existing_meta_file_unchanged() {
    let work = corpus();
    let meta = || std::fs::read_to_string(work.path().join("m.json")).unwrap();
    for command in ["sweep", "tune", "verify"] {
        let out = "--in-memory --out tables --meta m.json";
        let run = |k| work.ran(&format!("{command} corpus --k {k} {out}"));
        assert_eq!(run("3").status, Some(0), "{command}");
        let written = meta();
        run("5").fails(1, "left as it is");
        assert_eq!(meta(), written, "{command}");
        std::fs::remove_dir_all(work.path().join("tables")).unwrap();
    }
}
