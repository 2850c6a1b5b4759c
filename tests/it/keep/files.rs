//! Kept documents as files in the form of the corpus, and lists of what was dropped.

use std::path::Path;

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
    let ran = keep(&work, &["corpus/rows.jsonl", "--format", "jsonl"]);
    assert_eq!((ran.status, &ran.out), (Some(0), &kept), "{}", ran.talk);
    // The same from a packed file into a packed file; what has no duplicates is the same file.
    work.write("packed.jsonl.gz", gzip(lines.concat().as_bytes()));
    for out in ["out.jsonl", "out.jsonl.gz", "out.jsonl.zst"] {
        let ran = keep(&work, &["corpus/packed.jsonl.gz", "--out", out]);
        assert_eq!(
            (ran.status, ran.out.as_str()),
            (Some(0), ""),
            "{}",
            ran.talk
        );
        let again = keep(&work, &[out, "--format", "jsonl"]);
        assert_eq!(again.out, kept, "{}", again.talk);
    }
    assert_eq!(read(&work.path().join("out.jsonl")), kept);
    let beside: Vec<_> = std::fs::read_dir(work.path()).unwrap().collect();
    assert_eq!(beside.len(), 4, "{beside:?}");
    // Two files follow each other, each line on a line of its own.
    work.write("b/one.jsonl", line("1", &edited(11, 60, 0)))
        .write("b/two.jsonl", line("2", &edited(12, 60, 0)));
    let ran = keep(&work, &["corpus/b", "--format", "jsonl"]);
    assert_eq!(
        ran.out,
        [line("1", &edited(11, 60, 0)), line("2", &edited(12, 60, 0))].join("\n")
    );
}

#[test]
fn files_of_different_encodings_do_not_become_one() {
    for (name, of_a, of_b, out) in [
        ("csv", "id,text\n1,{}\n", "id,text\n2,{}\n", "out.csv"),
        (
            "jsonl",
            "{\"text\":\"{}\"}\n",
            "{\"text\":\"{}\"}\n",
            "out.jsonl",
        ),
        // Of a table, objects in UTF-8 are made.
        ("csv", "id,text\n1,{}\n", "id,text\n2,{}\n", "out.jsonl"),
    ] {
        let work = Work::new();
        let text = |seed, word: &str| format!("{word} {}", edited(seed, 70, 0));
        let a = of_a.replace("{}", &text(1, "caf\u{e9}"));
        let b = of_b.replace("{}", &text(2, "stra@e"));
        let b = b.bytes().map(|byte| if byte == b'@' { 0xdf } else { byte });
        work.write(&format!("a.{name}"), a)
            .write(&format!("b.{name}"), b.collect::<Vec<u8>>());
        let ran = keep(&work, &["corpus", "--out", out]);
        let is_made = name == "csv" && out.ends_with(".jsonl");
        assert_eq!(ran.status, Some(i32::from(!is_made)), "{}", ran.talk);
        assert_eq!(work.path().join(out).exists(), is_made);
        assert_eq!(
            ran.talk.contains("different encodings"),
            !is_made,
            "{}",
            ran.talk
        );
    }
}

#[test]
fn only_rows_that_a_table_can_be_copied_from_are_said_to_keep_their_columns() {
    let rows = format!("id,title,text,more\n7,Of e,\"{}\",m\n", edited(8, 70, 0));
    let said = |name: &str, bytes: Vec<u8>| {
        let work = Work::new();
        work.write(name, bytes);
        let ran = keep(&work, &["corpus", "--out", "all.jsonl"]);
        assert_eq!(ran.status, Some(0), "{}", ran.talk);
        ran.talk
    };
    let advice = "keeps all their columns";
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    std::io::Write::write_all(&mut packed, rows.as_bytes()).expect("it is packed");
    let talk = said("e.csv.gz", packed.finish().expect("it is packed"));
    assert!(talk.contains(&format!("--out FILE.csv {advice}")), "{talk}");
    let talk = said("e.zip", zip(&[("e.csv", &rows)]));
    assert!(talk.contains("become id, text, title and date"), "{talk}");
    assert!(!talk.contains(advice), "{talk}");
}

#[test]
fn documents_of_any_kind_become_lines() {
    let work = Work::new();
    work.write("a.txt", version(&[]))
        .write("b.txt", version(&[1]))
        .write(
            "c.md",
            format!("---\ndate: 2024-05-01\n---\n# Of c\n\n{}", edited(3, 70, 0)),
        )
        .write(
            "d.zip",
            zip(&[("x/y.txt", &edited(4, 70, 0)), ("x/z.txt", &version(&[]))]),
        )
        .write(
            "e.csv",
            format!("id,title,text,more\n7,Of e,\"{}\",m\n", edited(8, 70, 0)),
        );
    let ran = keep(&work, &["corpus", "--out", "all.jsonl"]);
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
    assert!(
        ran.talk.contains("--out FILE.csv keeps all their columns"),
        "{}",
        ran.talk
    );
    let rows: Vec<serde_json::Value> = read(&work.path().join("all.jsonl"))
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let strings = |name: &str| -> Vec<String> {
        rows.iter()
            .map(|row| row[name].as_str().unwrap_or("-").to_owned())
            .collect()
    };
    assert_eq!(
        strings("id"),
        ["a.txt", "c.md", "d.zip!/x/y.txt", "e.csv#7"]
    );
    assert_eq!(strings("title"), ["-", "Of c", "-", "Of e"]);
    assert_eq!(strings("date"), ["-", "2024-05-01", "-", "-"]);
    assert_eq!(strings("text")[0], version(&[]));
    assert_eq!(strings("text")[3], edited(8, 70, 0));
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
    fails(&["--out", "a.jsonl.xz"], ".gz or .zst");
    fails(&["--out", "-"], "--format jsonl");
    fails(&["--out", "a.csv"], "is no row of such a table");
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
fn headers_that_are_quoted_in_another_way_are_of_the_same_columns() {
    let work = Work::new();
    work.write("a.csv", "\"id\",\"text\"\na,one two three four five\n")
        .write("b.csv", "id,text\nb,six seven eight nine ten\n")
        .write("c.csv", "id;text\nc;eleven twelve thirteen fourteen\n");
    let out = work.path().join("out.csv");
    let out = out.to_str().unwrap();
    let ran = work.run(&["keep", "corpus/a.csv", "corpus/b.csv", "--out", out]);
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
    let kept = "\"id\",\"text\"\na,one two three four five\nb,six seven eight nine ten\n";
    assert_eq!(read(Path::new(out)), kept);
    // Records with another separator cannot stand below the header.
    let ran = work.run(&["keep", "corpus", "--out", out, "--force"]);
    assert!(
        ran.status == Some(1) && ran.talk.contains("other columns"),
        "{}",
        ran.talk
    );
    assert_eq!(read(Path::new(out)), kept);
    let ran = work.run(&["keep", "corpus", "--out", "x.jsonl", "--meta", "x.jsonl"]);
    assert!(
        ran.status != Some(0) && ran.talk.contains("--out and --meta name the same file"),
        "{}",
        ran.talk
    );
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
        let base = [
            "keep",
            "corpus",
            "--in-memory",
            "--drop-list",
            "list",
            "--out",
            "kept.jsonl",
        ];
        let ran = work.run(&[&base, more].concat());
        assert_eq!(ran.status, Some(1), "{}", ran.talk);
        assert!(ran.talk.contains("is not UTF-8"), "{}", ran.talk);
        let is_there = |name: &str| work.path().join(name).exists();
        assert!(!is_there("list") && !is_there("kept.jsonl"));
    }
}
