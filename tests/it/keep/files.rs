//! The lines that `keep` copies, and its lists of dropped documents.

use std::collections::{BTreeMap, BTreeSet};

use super::{keep, keeps, kept, line, read, version};
use crate::packed::forms::{gzip, zip};
use crate::support::{Work, args_of, assert_contains, edited, skip};

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
    // All but the third line and the byte-order mark, which is no part of a row.
    let kept = [&lines[..2], &lines[3..]].concat().concat();
    let kept = kept.trim_start_matches('\u{feff}').to_owned();
    work.write("rows.jsonl", lines.concat())
        .write("packed.jsonl.gz", gzip(lines.concat().as_bytes()));
    for from in ["rows.jsonl", "packed.jsonl.gz"] {
        let from = format!("corpus/{from}");
        let ran = keeps(&work, &format!("{from} --out out.jsonl --force"));
        assert_eq!(ran.out, "");
        assert_eq!(read(&work.path().join("out.jsonl")), kept);
    }
    let beside: Vec<_> = std::fs::read_dir(work.path()).unwrap().collect();
    assert_eq!(beside.len(), 2, "{beside:?}");
    // Two files are joined. Each row starts on a new line.
    let two = [11, 12].map(|seed| line("1", &edited(seed, 60, 0)));
    work.write("b/one.jsonl", &two[0])
        .write("b/two.jsonl", &two[1]);
    keeps(&work, "corpus/b --out both.jsonl");
    assert_eq!(read(&work.path().join("both.jsonl")), two.join("\n"));
}

#[test]
fn records_are_copied_unchanged_below_the_header() {
    let work = Work::new();
    let record = |n: u32, text: &str| format!("{n};\"{text}\"; x \"{n}\r\n");
    let records = [
        record(1, &version(&[])),
        record(2, &version(&[1])),
        // A line end within a record.
        record(3, &edited(5, 80, 0).replacen(' ', "\n", 1)),
        record(4, &version(&[])),
        record(5, &edited(6, 80, 0)).trim_end().to_owned(),
    ];
    let header = "\u{feff}id;text;more\r\n";
    work.write("a.csv", header.to_owned() + &records.concat());
    keeps(&work, "corpus/a.csv --out kept.csv");
    let kept = [header, &records[0], &records[2], &records[4]].concat();
    assert_eq!(read(&work.path().join("kept.csv")), kept);
    // A file with the same header is appended. A file with another header is refused.
    work.write("b.csv", "id;text;more\n9;of b alone;c\n")
        .write("c.csv", "id;text\n9;of c alone\n")
        .write("d.tsv", "id\ttext\n7\tof d \"alone\n8\tand more of d\n");
    keeps(&work, "corpus/a.csv corpus/b.csv --out two.csv");
    let two = kept + "\n9;of b alone;c\n";
    assert_eq!(read(&work.path().join("two.csv")), two);
    let ran = keep(&work, "corpus/a.csv corpus/c.csv --out three.csv");
    assert_eq!(ran.status, Some(1));
    assert_contains(&ran.talk, "another header");
    keeps(&work, "corpus/d.tsv --out kept.tsv");
    let d = read(&work.corpus().join("d.tsv"));
    assert_eq!(read(&work.path().join("kept.tsv")), d);
}

/// The names of rows in a list of dropped ids. Each `id` is the id or the number of a row; repeated ids get `~2`, `~3`
/// and so on.
fn names(file: &str, ids: &[&str]) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let name = |id: &&str| {
        let mut name = format!("{file}#{id}");
        let mut number = 2;
        while !taken.insert(name.clone()) {
            name = format!("{file}#{id}~{number}");
            number += 1;
        }
        name
    };
    ids.iter().map(name).collect()
}

#[test]
fn a_list_names_the_rows_that_are_not_copied() {
    let ids = ["x", "7", "y", "7", "0x", "y~2", "y", "8", "7"];
    let texts = [0, 1, 0, 2, 1, 3, 3, 0, 2].map(|seed| edited(seed, 80, 0));
    let objects = ids.iter().zip(&texts).map(|(id, text)| line(id, text));
    let table = |sign: &str| {
        let rows = ids
            .iter()
            .zip(&texts)
            .map(|(id, text)| [*id, text].join(sign));
        [["id", "text"].join(sign)]
            .into_iter()
            .chain(rows)
            .collect()
    };
    let unnamed = texts.iter().map(|text| format!("{{\"text\":\"{text}\"}}"));
    let numbers = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
    let sources: [(&str, Vec<String>, &[&str]); 4] = [
        ("rows.jsonl", objects.collect(), &ids),
        ("numbers.jsonl", unnamed.collect(), &numbers),
        ("rows.csv", table(","), &ids),
        ("rows.tsv", table("\t"), &ids),
    ];
    for (name, lines, ids) in sources {
        let work = Work::new();
        let source = lines.join("\n") + "\n";
        work.write(name, &source);
        let out = name.replace("numbers", "rows");
        keeps(&work, &format!("corpus --out {out} --drop-list list"));
        let list = read(&work.path().join("list"));
        let dropped: Vec<&str> = list.lines().collect();
        assert_eq!(dropped.len(), 5, "{list}");
        let is_kept = |name: &String| !dropped.contains(&name.as_str());
        let names = names(name, ids);
        let (header, rows) = lines.split_at(lines.len() - names.len());
        let rows = names.iter().zip(rows).filter(|(name, _)| is_kept(name));
        let left = header.iter().chain(rows.map(|(_, row)| row));
        let left: String = left.map(|row| row.clone() + "\n").collect();
        assert_eq!(read(&work.path().join(&out)), left, "{list}");
    }
}

#[test]
fn a_list_names_files_and_members_whose_copy_is_kept() {
    let work = Work::new();
    let texts = [0, 1, 0, 2, 1].map(|seed| edited(seed, 80, 0));
    work.write("a.txt", &texts[0])
        .write("b/a.txt", &texts[1])
        .write("c.zip", zip(&[("a.txt", &texts[2]), ("d.txt", &texts[3])]))
        .write("e.md", &texts[4]);
    let ids = ["a.txt", "b/a.txt", "c.zip!/a.txt", "c.zip!/d.txt", "e.md"];
    let text: BTreeMap<&str, &String> = ids.into_iter().zip(&texts).collect();
    let ran = keeps(&work, "corpus --drop-list -");
    let dropped: BTreeSet<&str> = ran.out.lines().collect();
    let kept = ids.iter().filter(|id| !dropped.contains(**id));
    let kept: BTreeSet<&String> = kept.map(|id| text[id]).collect();
    assert_eq!((dropped.len(), kept.len()), (2, 3), "{}", ran.out);
    assert!(dropped.iter().all(|id| kept.contains(text[id])));
}

#[test]
fn for_sources_without_lines_the_error_names_the_drop_list() {
    let work = Work::new();
    let row = line("1", &edited(3, 70, 0)) + "\n";
    work.write("a.txt", version(&[]))
        .write("b.jsonl", &row)
        .write("c.csv", format!("id,text\n1,{}\n", edited(4, 70, 0)))
        .write("d.zip", zip(&[("r.jsonl", &row)]));
    let refused = |from: &str, out: &str| {
        let from = format!("corpus/{from}");
        let ran = keep(&work, &format!("{from} --out {out} --drop-list list"));
        assert_eq!(ran.status, Some(1), "{from} {out}");
        assert_contains(&ran.talk, "--drop-list");
        assert_eq!(std::fs::read_dir(work.path()).unwrap().count(), 1);
    };
    for out in args_of("a.txt a.parquet a.zip a.jsonl.gz corpus a -") {
        refused("b.jsonl", out);
    }
    for line in [
        "a.txt a.jsonl",
        "b.jsonl b.csv",
        "c.csv c.tsv",
        "d.zip d.jsonl",
    ] {
        let (from, out) = line.split_once(' ').unwrap();
        refused(from, out);
    }
}

#[test]
fn files_of_different_encodings_do_not_become_one() {
    let work = Work::new();
    let text = |seed, word: &str| format!("id,text\n{seed},{word} {}\n", edited(seed, 70, 0));
    let latin = text(2, "stra@e").into_bytes();
    let latin: Vec<u8> = latin
        .iter()
        .map(|b| if *b == b'@' { 0xdf } else { *b })
        .collect();
    work.write("a.csv", text(1, "caf\u{e9}"))
        .write("b.csv", &latin);
    let ran = keep(&work, "corpus --out out.csv");
    assert_eq!(ran.status, Some(1), "{}", ran.talk);
    assert_contains(&ran.talk, "b.csv is not UTF-8");
    assert!(!work.path().join("out.csv").exists());
    keeps(&work, "corpus/b.csv --out out.csv");
    assert_eq!(std::fs::read(work.path().join("out.csv")).unwrap(), latin);
}

#[test]
fn files_are_overwritten_only_with_force_and_sources_never() {
    let work = Work::new();
    let rows = [line("1", &version(&[])), line("2", &version(&[1]))].join("\n");
    work.write("rows.jsonl", &rows);
    let folder = work.corpus();
    std::fs::write(work.path().join("there.jsonl"), "mine").unwrap();
    std::fs::write(work.path().join("list.txt"), "mine too").unwrap();
    std::os::unix::fs::symlink(folder.join("rows.jsonl"), work.path().join("link.jsonl")).unwrap();
    for (more, says) in [
        ("--out there.jsonl", "--force to overwrite"),
        ("--drop-list list.txt", "--force to overwrite"),
        ("--out corpus/rows.jsonl --force", "belongs to the corpus"),
        (
            "--drop-list corpus/rows.jsonl --force",
            "belongs to the corpus",
        ),
        ("--out no/such/a.jsonl", "there is no folder no/such"),
        (
            "--out a.jsonl --drop-list ./a.jsonl",
            "named by another option too",
        ),
        (
            "--out a.jsonl --meta a.jsonl",
            "named by another option too",
        ),
        ("--out link.jsonl --force", "belongs to the corpus"),
        ("--drop-list /dev/full --force", "is no plain file"),
    ] {
        let ran = keep(&work, &format!("corpus {more}"));
        assert_eq!((ran.status, ran.out.as_str()), (Some(1), ""), "{more:?}");
        assert_contains(&ran.talk, says);
    }
    assert_eq!(read(&folder.join("rows.jsonl")), rows);
    assert_eq!(read(&work.path().join("there.jsonl")), "mine");
    assert_eq!(read(&work.path().join("list.txt")), "mine too");
    let both = "corpus --out there.jsonl --drop-list list.txt --force";
    keeps(&work, both);
    let written = read(&work.path().join("there.jsonl"));
    assert_eq!(written, line("1", &version(&[])) + "\n");
    assert_eq!(read(&work.path().join("list.txt")), "rows.jsonl#2\n");
}

#[test]
fn wrong_usage_is_reported() {
    let work = Work::new();
    work.write("a.txt", version(&[]));
    for (more, says) in [
        ("corpus --by path:[", "--by"),
        ("corpus --by oldest", "no rule"),
        ("corpus --by path:", "the glob is empty"),
        ("corpus --for copied-text", "not texts that contain"),
        ("corpus --drop-list - --format csv", "standard output"),
        ("- --by longest", "--by other than first"),
        ("- --chains", "--chains"),
        ("- corpus", "other paths"),
        ("- --format csv", "--format"),
        ("- --files-from corpus/list", "--files-from"),
        ("- --dates corpus/list", "--dates"),
        ("- --decided-different apart", "--decided-different"),
        ("- --measure containment --method exact", "--method other"),
        ("- --ignore-quotations", "excluded text"),
    ] {
        let ran = keep(&work, more);
        assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""), "{more:?}");
        assert_contains(&ran.talk, says);
    }
    work.write("empty/b.txt", "");
    let ran = keep(&work, "corpus/empty");
    assert_eq!(ran.status, Some(1));
    assert_contains(&ran.talk, "no text to read");
    // One document is kept.
    assert_eq!(kept(&keep(&work, "corpus/a.txt --format csv")), ["a.txt"]);
}

/// The id of a file whose name is not UTF-8 can be the name of another file.
#[test]
fn a_name_that_is_not_utf8_is_refused_before_anything_is_written() {
    use std::os::unix::ffi::OsStrExt;
    let work = Work::new();
    let text = edited(1, 80, 0);
    work.write("0.txt", &text)
        .write("\u{fffd}.txt", edited(2, 80, 0));
    let name = std::ffi::OsStr::from_bytes(b"\x81.txt");
    if std::fs::write(work.corpus().join(name), &text).is_err() {
        return skip("bytes", "this file system takes names in UTF-8 only");
    }
    let args = args_of("keep corpus --in-memory --drop-list list --out kept.jsonl");
    let ran = work.run(&args);
    assert_eq!(ran.status, Some(1), "{}", ran.talk);
    assert!(ran.talk.contains("is not UTF-8"), "{}", ran.talk);
    let is_there = |name: &str| work.path().join(name).exists();
    assert!(!is_there("list") && !is_there("kept.jsonl"));
}
