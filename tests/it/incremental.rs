//! What an index costs the second time, and that it never changes a figure.

use crate::support::{Work, edited};

fn corpus(work: &Work) {
    for family in 0..12 {
        for copy in 0..3 {
            work.write(
                &format!("{family:02}/{copy}.txt"),
                edited(family, 200, copy * 31),
            );
        }
    }
    work.write("binary.dat", b"\0\0\0");
}

/// Indexes, and says how many documents were read and how many were taken as they were.
fn index(work: &Work, more: &[&str]) -> (u64, u64) {
    // A file changed within the tick of the clock that file times have cannot be told from one that
    // was not, and is read again; the tests' files are older than that.
    let ran = work.run(&[&["index", "corpus", "--index", "index"], more].concat());
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
    let said = ran.talk.lines().last().unwrap().to_owned();
    let number = |words: &str| words.split_whitespace().next().unwrap().parse().unwrap();
    let (read, rest) = said.split_once(" read, ").unwrap();
    (number(read), number(rest))
}

/// The pairs with and without the index.
fn pairs(work: &Work, more: &[&str]) -> (String, String) {
    let of = |place: &[&str]| {
        let base = [
            "pairs",
            "corpus",
            "--format",
            "csv",
            "--quiet",
            "--threshold",
            "0.5",
        ];
        work.run(&[&base, place, more].concat()).out
    };
    (of(&["--index", "index"]), of(&["--in-memory"]))
}

/// Makes every file of the corpus look as if it had lain there for a while.
fn age(work: &Work) {
    let then = std::time::SystemTime::now() - std::time::Duration::from_secs(3_600);
    for entry in walkdir::WalkDir::new(work.corpus()).into_iter().flatten() {
        if entry.file_type().is_file() {
            std::fs::File::options()
                .write(true)
                .open(entry.path())
                .unwrap()
                .set_modified(then)
                .unwrap();
        }
    }
}

#[test]
fn an_unchanged_corpus_is_not_read_again() {
    let work = Work::new();
    corpus(&work);
    age(&work);
    assert_eq!(index(&work, &[]), (36, 0));
    assert_eq!(index(&work, &[]), (0, 36));
    let (with, without) = pairs(&work, &[]);
    assert_eq!(with, without);
    assert!(with.lines().count() > 20);
}

#[test]
fn a_changed_an_added_and_a_removed_file_cost_themselves_alone() {
    let work = Work::new();
    corpus(&work);
    age(&work);
    index(&work, &[]);
    work.write("03/1.txt", edited(3, 200, 17))
        .write("03/new.txt", edited(3, 200, 41));
    std::fs::remove_file(work.corpus().join("05/2.txt")).unwrap();
    let (with, without) = pairs(&work, &[]);
    assert_eq!(with, without, "read only, with a store that is not fresh");
    assert_eq!(index(&work, &[]), (2, 34));
    let (with, without) = pairs(&work, &[]);
    assert_eq!(with, without);
    assert!(with.contains("03/new.txt") && !with.contains("05/2.txt"));
}

#[test]
fn other_settings_give_the_same_figures_as_without_an_index() {
    let work = Work::new();
    corpus(&work);
    age(&work);
    index(&work, &[]);
    for settings in [
        &["--k", "3"][..],
        &["--seed", "9"],
        &["--permutations", "64"],
    ] {
        assert_eq!(
            index(&work, settings),
            (0, 36),
            "{settings:?} needs no file"
        );
        let (with, without) = pairs(&work, settings);
        assert_eq!(with, without, "{settings:?}");
    }
    assert_eq!(index(&work, &["--keep-case"]), (36, 0));
}

#[test]
fn rows_of_json_lines_are_kept_with_their_file() {
    let work = Work::new();
    let rows: String = (0..20)
        .map(|i| {
            format!(
                "{{\"id\":\"r{i}\",\"text\":\"{}\"}}\n",
                edited(i / 2, 60, (i % 2) as usize * 40)
            )
        })
        .collect();
    work.write("rows.jsonl", &rows);
    age(&work);
    assert_eq!(index(&work, &[]), (20, 0));
    assert_eq!(index(&work, &[]), (0, 20));
    work.write("rows.jsonl", format!("{rows}not json\n"));
    assert_eq!(index(&work, &[]), (20, 0));
    let (with, without) = pairs(&work, &[]);
    assert_eq!(with, without);
}

#[test]
fn a_damaged_index_is_said_and_built_anew() {
    let work = Work::new();
    corpus(&work);
    age(&work);
    index(&work, &[]);
    for entry in std::fs::read_dir(work.index().join("segments"))
        .unwrap()
        .flatten()
    {
        let mut bytes = std::fs::read(entry.path()).unwrap();
        if let Some(byte) = bytes.last_mut() {
            *byte ^= 0x10;
            std::fs::write(entry.path(), bytes).unwrap();
        }
    }
    let (with, without) = pairs(&work, &[]);
    assert_eq!(with, without, "a damaged index is not used");
    let ran = work.run(&["index", "corpus", "--index", "index"]);
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
    assert!(
        ran.talk.contains("damaged") && ran.talk.contains("anew"),
        "{}",
        ran.talk
    );
    assert_eq!(index(&work, &[]), (0, 36));
}
