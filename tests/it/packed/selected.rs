//! Which files are read, by lists, globs, types and from standard input; and CSV that a spreadsheet may open.

use crate::support::Work;

#[test]
fn lists_globs_types_and_standard_input_select_files() {
    let work = Work::new();
    for name in ["a.txt", "b.md", ".c.txt", "d/e.txt"] {
        work.write(name, "the same few words in each of them");
    }
    let ids = |args: &[&str]| -> Vec<String> {
        let all = ["clusters", "--format", "csv", "--in-memory"]
            .iter()
            .chain(args);
        let ran = work.run(&all.copied().collect::<Vec<_>>());
        assert_eq!(ran.status, Some(0), "{args:?}: {}", ran.talk);
        let mut ids: Vec<String> = ran.rows().into_iter().map(|row| row[1].clone()).collect();
        ids.sort();
        ids
    };
    assert_eq!(ids(&["corpus"]), [".c.txt", "a.txt", "b.md", "d/e.txt"]);
    let found = ids(&["corpus", "--no-hidden", "--glob", "*.txt"]);
    assert_eq!(found, ["a.txt", "d/e.txt"]);
    let found = ids(&["corpus", "--glob", "!d"]);
    assert_eq!(found, [".c.txt", "a.txt", "b.md"]);
    let found = ids(&["corpus", "--type", "txt", "--no-hidden"]);
    assert_eq!(found, ["a.txt", "d/e.txt"]);
    std::fs::write(work.path().join("list"), "corpus/a.txt\0./corpus/d/e.txt\0").unwrap();
    let found = ids(&["--files-from", "list"]);
    assert_eq!(found, ["corpus/a.txt", "corpus/d/e.txt"]);
    // In a list `-` is a file.
    std::fs::write(work.path().join("-"), "the same few words in each of them").unwrap();
    std::fs::write(work.path().join("list"), "-\ncorpus/a.txt\n").unwrap();
    assert_eq!(ids(&["--files-from", "list"]), ["-", "corpus/a.txt"]);
    let with_input = |args: &[&str], input: &str| {
        let mut child = work
            .program()
            .args(args)
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), input.as_bytes()).unwrap();
        crate::support::Ran::from_output(&child.wait_with_output().unwrap())
    };
    let rows = "{\"id\":\"x\",\"text\":\"five words that are equal\"}\n{\"id\":\"y\",\"text\":\"five words that are equal\"}\n";
    let ran = with_input(&["pairs", "-", "--format", "csv"], rows);
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
    assert_eq!(ran.rows()[0][..2], ["stdin.jsonl#x", "stdin.jsonl#y"]);
    let ran = with_input(
        &["pairs", "-", "corpus/a.txt", "--format", "csv"],
        "the same few words in each of them",
    );
    assert_eq!(ran.rows().len(), 1, "{} {}", ran.out, ran.talk);
    let ran = with_input(
        &["clusters", "--files-from", "-", "--format", "csv"],
        "corpus/a.txt\ncorpus/b.md\n",
    );
    assert_eq!(ran.rows().len(), 2, "{}", ran.talk);
    // The journal of decisions is looked up with the same list.
    let decided = ["--decided-different", "apart"];
    let args = ["clusters", "--files-from", "-", "--format", "csv"];
    let ran = with_input(
        &[&args[..], &decided].concat(),
        "corpus/a.txt\ncorpus/b.md\n",
    );
    assert_eq!(ran.rows().len(), 2, "{}", ran.talk);
    assert!(!ran.talk.contains("empty"), "{}", ran.talk);
    work.run(&["pairs", "corpus", "--type", "nothing-known"])
        .fails(1, "nothing-known");
}

#[test]
fn csv_safe_escapes_formulas() {
    let work = Work::new();
    work.write("=cmd.txt", "some words here")
        .write("b.txt", "some words here");
    let ran = work.ran("pairs corpus --format csv --csv-safe --in-memory");
    assert_eq!(ran.rows()[0][0], "'=cmd.txt");
    let ran = work.run(&["pairs", "corpus", "--format", "csv", "--in-memory"]);
    assert_eq!(ran.rows()[0][0], "=cmd.txt");
}
