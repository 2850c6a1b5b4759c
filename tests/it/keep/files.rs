//! Lines that stay, copied as they stand, and lists of what was dropped.

use super::{keep, kept, line, read, version};
use crate::packed::forms::{gzip, zip};
use crate::support::{Work, edited, skip};

#[test]
fn lines_are_kept_byte_for_byte() {
    let work = Work::new();
    let lines = [
        "\u{feff}".to_owned() + &line("1", &version(&[])) + "\r\n",
        "  ".to_owned() + &line("2", &edited(5, 90, 0)) + "\n",
        line("3", &version(&[2])) + "\n",
        line("4", &edited(6, 90, 0)) + " \r\n",
        line("5", &edited(7, 90, 0)),
    ];
    work.write("rows.jsonl", lines.concat());
    // All but the byte-order mark, which is no part of a row.
    let kept = [&lines[..2], &lines[3..]].concat().concat();
    let kept = kept.trim_start_matches('\u{feff}').to_owned();
    // The same from a packed file, and from a member of an archive; what has no duplicates is the same file.
    work.write("packed.jsonl.gz", gzip(lines.concat().as_bytes()))
        .write("archive.zip", zip(&[("a/rows.jsonl", &lines.concat())]));
    for from in ["rows.jsonl", "packed.jsonl.gz", "archive.zip"] {
        let from = format!("corpus/{from}");
        let ran = keep(&work, &[&from, "--out", "out.jsonl", "--force"]);
        assert_eq!((ran.status, &*ran.out), (Some(0), ""), "{}", ran.talk);
        assert_eq!(read(&work.path().join("out.jsonl")), kept, "{from}");
        let ran = keep(&work, &["out.jsonl", "--out", "again.jsonl", "--force"]);
        assert_eq!(ran.status, Some(0), "{}", ran.talk);
        assert_eq!(read(&work.path().join("again.jsonl")), kept, "{from}");
    }
    let beside: Vec<_> = std::fs::read_dir(work.path()).unwrap().collect();
    assert_eq!(beside.len(), 3, "{beside:?}");
    // Two files follow each other, each line on a line of its own.
    work.write("b/one.jsonl", line("1", &edited(11, 60, 0)))
        .write("b/two.jsonl", line("2", &edited(12, 60, 0)));
    let ran = keep(&work, &["corpus/b", "--out", "b.jsonl"]);
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
    assert_eq!(
        read(&work.path().join("b.jsonl")),
        [line("1", &edited(11, 60, 0)), line("2", &edited(12, 60, 0))].join("\n")
    );
}

#[test]
fn nothing_is_overwritten_unasked_and_a_source_never() {
    let work = Work::new();
    let rows = [line("1", &version(&[])), line("2", &version(&[1]))].join("\n");
    work.write("rows.jsonl", &rows);
    let folder = work.corpus();
    std::fs::write(work.path().join("there.jsonl"), "mine").unwrap();
    std::fs::write(work.path().join("list.txt"), "mine too").unwrap();
    let fails = |more: &[&str], says: &str| {
        let ran = keep(&work, &[&["corpus"], more].concat());
        assert_eq!(
            (ran.status, ran.out.as_str()),
            (Some(1), ""),
            "{more:?} {}",
            ran.talk
        );
        assert!(ran.talk.contains(says), "{more:?}: {}", ran.talk);
    };
    fails(&["--out", "there.jsonl"], "--force to overwrite");
    fails(&["--drop-list", "list.txt"], "--force to overwrite");
    fails(
        &["--out", "corpus/rows.jsonl", "--force"],
        "belongs to the corpus",
    );
    fails(
        &["--drop-list", "corpus/rows.jsonl", "--force"],
        "belongs to the corpus",
    );
    fails(&["--out", "corpus", "--force"], "is a folder");
    fails(&["--out", "no/such/a.jsonl"], "there is no folder no/such");
    fails(&["--out", "a.txt"], "ends in .jsonl");
    fails(&["--out", "a.jsonl.gz"], "--drop-list FILE names");
    fails(&["--out", "a.parquet"], "--drop-list FILE names");
    fails(&["--out", "-"], "is no file");
    fails(&["--out", "a.csv"], "--drop-list FILE names");
    fails(
        &["--out", "a.jsonl", "--drop-list", "./a.jsonl"],
        "the same file",
    );
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(folder.join("rows.jsonl"), work.path().join("link.jsonl"))
            .unwrap();
        fails(&["--out", "link.jsonl", "--force"], "belongs to the corpus");
        fails(&["--out", "/dev/full", "--force"], "ends in .jsonl");
        fails(&["--drop-list", "/dev/full", "--force"], "is no plain file");
    }
    assert_eq!(read(&folder.join("rows.jsonl")), rows);
    assert_eq!(read(&work.path().join("there.jsonl")), "mine");
    assert_eq!(read(&work.path().join("list.txt")), "mine too");
    let all = [
        "corpus",
        "--out",
        "there.jsonl",
        "--drop-list",
        "list.txt",
        "--force",
    ];
    assert_eq!(keep(&work, &all).status, Some(0));
    assert_eq!(
        read(&work.path().join("there.jsonl")),
        line("1", &version(&[])) + "\n"
    );
    assert_eq!(read(&work.path().join("list.txt")), "rows.jsonl#2\n");
}

#[test]
fn lists_of_dropped_ids_are_for_pipelines() {
    let work = Work::new();
    work.write("a.txt", version(&[]))
        .write("b.txt", version(&[1]))
        .write("c.txt", version(&[2]));
    let ran = keep(&work, &["corpus", "--drop-list", "-"]);
    assert_eq!((ran.status, ran.out.as_str()), (Some(0), "b.txt\nc.txt\n"));
    let ran = keep(&work, &["corpus", "--drop-list", "-", "--null"]);
    assert_eq!((ran.status, ran.out.as_str()), (Some(0), "b.txt\0c.txt\0"));
    #[cfg(unix)]
    {
        work.write("d\ne.txt", version(&[3]));
        let ran = keep(&work, &["corpus", "--drop-list", "-"]);
        assert_eq!(ran.status, Some(1));
        assert!(ran.talk.contains("give --null"), "{}", ran.talk);
    }
}

#[test]
fn what_is_no_line_is_refused_and_listed_instead() {
    let rows = format!("id,text\n7,\"{0}\"\n8,\"{0}\"\n", edited(8, 70, 0));
    let texts = [edited(8, 70, 0), edited(8, 70, 0)];
    for (name, bytes, dropped) in [
        ("e.csv", rows.clone().into_bytes(), "e.csv#8\n"),
        ("e.zip", zip(&[("e.csv", &rows)]), "e.zip!/e.csv#8\n"),
        (
            "t.zip",
            zip(&[("a.txt", &texts[0]), ("b.txt", &texts[1])]),
            "t.zip!/b.txt\n",
        ),
    ] {
        let work = Work::new();
        work.write(name, bytes);
        let ran = keep(&work, &["corpus", "--out", "all.jsonl"]);
        assert_eq!(ran.status, Some(1), "{name}: {}", ran.talk);
        let way = "--drop-list FILE names what to drop";
        assert!(ran.talk.contains(way), "{name}: {}", ran.talk);
        assert!(!work.path().join("all.jsonl").exists());
        let ran = keep(&work, &["corpus", "--drop-list", "-"]);
        assert_eq!((ran.status, &*ran.out), (Some(0), dropped), "{}", ran.talk);
    }
}

#[test]
fn wrong_usage_is_said() {
    let work = Work::new();
    work.write("a.txt", version(&[]));
    for (more, says) in [
        (&["corpus", "--by", "path:["][..], "--by"),
        (&["corpus", "--by", "oldest"], "no rule"),
        (&["corpus", "--by", "path:"], "the glob is empty"),
        (&["corpus", "--null"], "--drop-list"),
        (&["corpus", "--for", "copied-text"], "no reason to drop"),
        (
            &["corpus", "--drop-list", "-", "--format", "csv"],
            "standard output",
        ),
        (&["-", "--by", "longest"], "--by other than first"),
        (&["-", "--chains"], "--chains"),
        (&["-", "corpus"], "other paths"),
        (&["-", "--format", "table"], "--format table"),
        (
            &["-", "--measure", "containment", "--method", "exact"],
            "--method other",
        ),
        (&["-", "--ignore-quotations"], "left out of the comparison"),
    ] {
        let ran = keep(&work, more);
        assert_eq!(
            (ran.status, ran.out.as_str()),
            (Some(2), ""),
            "{more:?} {}",
            ran.talk
        );
        assert!(ran.talk.contains(says), "{more:?}: {}", ran.talk);
    }
    work.write("empty/b.txt", "");
    let ran = keep(&work, &["corpus/empty"]);
    assert_eq!(ran.status, Some(1));
    assert!(ran.talk.contains("no text to read"), "{}", ran.talk);
    // One document is kept.
    assert_eq!(
        kept(&keep(&work, &["corpus/a.txt", "--format", "csv"])),
        ["a.txt"]
    );
}

/// The id of a file whose name is not UTF-8 can be the name of another file.
#[cfg(unix)]
#[test]
fn a_name_that_no_list_can_hold_is_refused_before_anything_is_written() {
    use std::os::unix::ffi::OsStrExt;
    let work = Work::new();
    let text = edited(1, 80, 0);
    work.write("0.txt", &text)
        .write("\u{fffd}.txt", edited(2, 80, 0));
    let name = std::ffi::OsStr::from_bytes(b"\x81.txt");
    if std::fs::write(work.corpus().join(name), &text).is_err() {
        return skip(
            "a file system with names of bytes",
            "this one takes UTF-8 only",
        );
    }
    for more in [&["--null"][..], &[]] {
        let base = ["keep", "corpus", "--in-memory", "--drop-list", "list"];
        let ran = work.run(&[&base, more].concat());
        assert_eq!(ran.status, Some(1), "{}", ran.talk);
        assert!(ran.talk.contains("is not UTF-8"), "{}", ran.talk);
        assert!(!work.path().join("list").exists());
    }
}
