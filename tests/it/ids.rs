//! Duplicate ids: no document is lost, and the resulting names are the same in memory, from an
//! index, and after any number of changes.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use crate::support::{Ran, Work, args_of, assert_contains, edited, settle};

fn row(id: &str, text: &str) -> String {
    format!("{{\"id\":\"{id}\",\"text\":\"{text}\"}}\n")
}

/// The pairs, computed with `options`.
fn pairs(work: &Work, options: &[&str]) -> Ran {
    let ask = ["pairs", "corpus", "--format", "csv", "--threshold", "0.2"];
    work.done(&[&ask, options].concat())
}

const IN_MEMORY: [&str; 1] = ["--in-memory"];
const INDEXED: [&str; 2] = ["--index", "index"];

fn index(work: &Work) -> String {
    let ran = work.done(&["index", "corpus", "--index", "index"]);
    ran.talk
}

#[test]
fn two_files_with_one_name_are_distinguished_in_a_message() {
    let work = Work::new();
    for (name, every) in [("x/a.txt", 0), ("y/a.txt", 30), ("z/a.txt", 20)] {
        work.write(name, edited(1, 60, every));
    }
    let notices = |paths: &[&str]| {
        let ran = work.done(&[&["pairs", "-t", "0.1", "--in-memory"], paths].concat());
        ran.talk
    };
    let two = notices(&["corpus/x/a.txt", "corpus/y/a.txt"]);
    assert_contains(&two, "2 files have one name; a.txt~2 is ");
    assert_contains(&two, "y/a.txt");
    let three = notices(&["corpus/x/a.txt", "corpus/y/a.txt", "corpus/z/a.txt"]);
    assert_contains(&three, "2 files have the names of others");
    assert!(!notices(&["corpus"]).contains("name"));
}

#[test]
fn a_file_and_a_row_with_one_id_are_two_documents_and_are_reported() {
    let work = Work::new();
    let text = |n| edited(1, 60, n);
    work.write("c.jsonl", row("1", &text(30)) + &row("2", &text(20)));
    work.write("c.jsonl#1", text(0));
    let memory = pairs(&work, &IN_MEMORY);
    assert_eq!(memory.rows().len(), 3, "{}", memory.out);
    let message = "2 documents share the id c.jsonl#1; the later is called c.jsonl#1~2";
    assert_contains(&memory.talk, message);
    assert_contains(&memory.talk, "3 documents");
    for threads in ["1", "2"] {
        let ran = pairs(&work, &["--in-memory", "--threads", threads]);
        assert_eq!(ran.out, memory.out);
    }
    // Each name refers to its own text.
    for (id, words) in [("c.jsonl#1", text(0)), ("c.jsonl#1~2", text(30))] {
        std::fs::write(work.path().join("asked"), words).unwrap();
        let ask = args_of("query asked --in corpus --in-memory --format csv");
        let rows = work.run(&ask).rows();
        let is_found = rows.iter().any(|row| row[0] == id && row[4] == "1");
        assert!(is_found, "{id}: {rows:?}");
    }
    let notices = index(&work);
    assert_contains(&notices, message);
    assert_eq!(pairs(&work, &INDEXED).out, memory.out);
    // Either of the two changes without the other.
    work.write("c.jsonl#1", text(10));
    index(&work);
    assert_eq!(pairs(&work, &INDEXED).out, pairs(&work, &IN_MEMORY).out);
    work.write("c.jsonl", row("1", &text(15)));
    index(&work);
    assert_eq!(pairs(&work, &INDEXED).out, pairs(&work, &IN_MEMORY).out);
    std::fs::remove_file(work.corpus().join("c.jsonl#1")).unwrap();
    index(&work);
    let alone = pairs(&work, &IN_MEMORY);
    assert_contains(&alone.talk, "1 document;");
    assert_eq!(pairs(&work, &INDEXED).out, alone.out);
}

#[test]
fn a_file_reached_by_two_paths_is_read_once_and_reported() {
    let work = Work::new();
    for (name, copy) in [("a.txt", 0), ("sub/b.txt", 10), ("sub/deep/c.txt", 20)] {
        work.write(name, edited(1, 60, copy));
    }
    let ids = |args: &[&str], again: usize| {
        let ask = ["--format", "csv", "--threshold", "0.1"];
        let ran = work.run(&[&["pairs"], args, &ask].concat());
        assert_eq!(ran.status, Some(0), "{args:?}: {}", ran.talk);
        let message = match again {
            0 => "",
            1 => "1 file is reached by several of the given paths and read once",
            _ => "files are reached by several of the given paths and read once",
        };
        assert!(ran.talk.contains(message), "{args:?}: {}", ran.talk);
        assert_eq!(ran.talk.contains("read once"), again > 0, "{args:?}");
        let rows = ran.rows();
        let mut ids: Vec<String> = rows.iter().flat_map(|row| row[..2].to_vec()).collect();
        ids.sort();
        ids.dedup();
        ids
    };
    let all = ["corpus/a.txt", "corpus/sub/b.txt", "corpus/sub/deep/c.txt"];
    for second in args_of("corpus ./corpus corpus/sub/.. corpus/sub corpus/sub/deep") {
        let args = ["corpus", second, "--in-memory"];
        let again = if second.ends_with("deep") { 1 } else { 3 };
        assert_eq!(ids(&args, again), all, "{second}");
    }
    // The first path that reaches a file determines its id.
    let inner_first = ids(&["corpus/sub", "corpus", "--in-memory"], 2);
    assert_eq!(inner_first, ["corpus/a.txt", "sub/b.txt", "sub/deep/c.txt"]);
    let files = args_of("corpus/a.txt corpus/sub/b.txt corpus/./a.txt --in-memory");
    assert_eq!(ids(&files, 1), ["a.txt", "b.txt"]);
    // The same for three paths. Skipped files are counted once, also in reports.
    let three = args_of("corpus corpus/sub corpus/sub/deep --in-memory");
    assert_eq!(ids(&three, 2), all);
    work.write("sub/empty.txt", "");
    std::os::unix::fs::symlink("a.txt", work.corpus().join("sub/link.txt")).unwrap();
    for command in [&["pairs"][..], &["report", "--out", "-"]] {
        let paths = args_of("corpus corpus/sub corpus corpus/sub/empty.txt --in-memory");
        let ran = work.run(&[command, &paths].concat());
        let all = format!("{}{}", ran.out, ran.talk);
        assert_contains(&all, "2 files or rows were not read");
    }
    // Paths that do not overlap are not affected, even if their names begin with the same letters.
    work.write("sub2/b.txt", edited(1, 60, 30));
    let apart = ids(&["corpus/sub", "corpus/sub2", "--in-memory"], 0);
    assert_eq!(apart, ["sub/b.txt", "sub/deep/c.txt", "sub2/b.txt"]);
    // The same with an index. The second run reads nothing again, and `--strict` finds nothing missing.
    let indexed = ["corpus", "corpus/sub", "--index", "index"];
    settle();
    for read in ["4 documents read", "0 documents read"] {
        let ran = work.done(&[&["index", "--strict"], &indexed[..]].concat());
        assert_contains(&ran.talk, read);
    }
    let four = [&all[..], &["corpus/sub2/b.txt"]].concat();
    assert_eq!(ids(&indexed, 2), four);
    // Hard links are different files.
    std::fs::hard_link(work.corpus().join("a.txt"), work.corpus().join("z.txt")).unwrap();
    let linked = [&four[..], &["corpus/z.txt"]].concat();
    assert_eq!(ids(&["corpus", "corpus/sub", "--in-memory"], 2), linked);
}

#[test]
fn rows_of_a_file_get_new_ids_if_its_name_changes() {
    let work = Work::new();
    let rows = row("1", &edited(1, 60, 0)) + &row("2", &edited(1, 60, 20));
    work.write("c.jsonl", rows);
    std::fs::create_dir(work.path().join("more")).unwrap();
    std::fs::write(work.path().join("more/a.txt"), edited(1, 60, 15)).unwrap();
    index(&work);
    let both = |options: &[&str]| {
        let ask = args_of("pairs corpus more --format csv --threshold 0.2");
        work.run(&[&ask, options].concat()).out
    };
    assert!(both(&IN_MEMORY).contains("corpus/c.jsonl#1"));
    assert_eq!(both(&INDEXED), both(&IN_MEMORY));
}

/// A change of a file: removed, or written with rows of these ids (plain text if it is not JSONL).
#[derive(Clone, Debug)]
enum Content {
    Gone,
    Rows(Vec<&'static str>),
}

#[test]
fn after_any_changes_names_and_pairs_are_those_of_a_run_from_scratch() {
    let names = args_of("c.jsonl c.jsonl#1 c.jsonl#1.jsonl c.jsonl#1~2 c.jsonl#2");
    let ids = ["1", "1", "2", "1~2", "1.jsonl#1"];
    let rows = prop::collection::vec(prop::sample::select(ids.to_vec()), 1..5);
    let content = prop_oneof![1 => Just(Content::Gone), 3 => rows.prop_map(Content::Rows)];
    let step = prop::collection::vec((0..names.len(), content), 1..4);
    let steps = prop::collection::vec(step, 2..5);
    let mut runner = TestRunner::new(Config {
        cases: 8,
        failure_persistence: None,
        ..Config::default()
    });
    let result = runner.run(&steps, |steps| {
        let work = Work::new();
        work.write("always.txt", edited(1, 60, 7));
        let mut seed = 0;
        for step in steps {
            for (name, content) in step {
                let name = names[name];
                seed += 1;
                match content {
                    Content::Gone => drop(std::fs::remove_file(work.corpus().join(name))),
                    Content::Rows(ids) if name.ends_with("jsonl") => {
                        let rows = ids.iter().enumerate();
                        let rows = rows.map(|(n, id)| row(id, &edited(1, 60, 10 + seed + n)));
                        work.write(name, rows.collect::<String>());
                    }
                    Content::Rows(_) => drop(work.write(name, edited(1, 60, 10 + seed))),
                }
            }
            index(&work);
            let (kept, fresh) = (pairs(&work, &INDEXED), pairs(&work, &IN_MEMORY));
            prop_assert_eq!(kept.out, fresh.out);
            prop_assert_eq!(kept.talk.lines().last(), fresh.talk.lines().last());
        }
        Ok(())
    });
    result.unwrap();
}
