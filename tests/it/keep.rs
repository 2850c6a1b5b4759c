//! One copy of each near-duplicate: who stays by each rule, against the definition; files written in the form of
//! the corpus; standard input as a stream.

#[cfg(feature = "tables")]
mod tables;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Stdio;

use crate::keys::typed;
use crate::packed::forms::{gzip, zip};
use crate::screens::{draw, text};
use crate::support::{Ran, Work, edited, words};
use crate::world::{self, World};
use shinglescope::ui::theme::{Depth, Theme};

/// A text of 200 words of which blocks of 12 are replaced: two that differ in one block have a Jaccard of .858,
/// in two blocks of .736.
fn version(blocks: &[usize]) -> String {
    let mut text = words(1, 200);
    for block in blocks {
        for word in &mut text[block * 30 + 10..block * 30 + 22] {
            *word = format!("{word}x{block}");
        }
    }
    text.join(" ")
}

/// A decision: keeper, similarity, steps and weakest pair of a dropped document.
type Decision = Option<(String, f64, u32, f64)>;

fn decisions(ran: &Ran) -> BTreeMap<String, Decision> {
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
    let rows = ran.rows().into_iter().map(|row| {
        let dropped = || {
            (
                row[2].clone(),
                row[3].parse().unwrap(),
                row[4].parse().unwrap(),
                row[5].parse().unwrap(),
            )
        };
        let decision = match row[1].as_str() {
            "dropped" => Some(dropped()),
            "kept" => {
                assert!(row[2..].iter().all(String::is_empty), "{row:?}");
                None
            }
            other => panic!("{other}"),
        };
        (row[0].clone(), decision)
    });
    rows.collect()
}

fn keep(work: &Work, more: &[&str]) -> Ran {
    work.run(&[&["keep", "--in-memory"], more].concat())
}

fn kept(ran: &Ran) -> Vec<String> {
    let all = decisions(ran).into_iter();
    all.filter(|(_, decision)| decision.is_none())
        .map(|(id, _)| id)
        .collect()
}

/// The line of JSON of a document.
fn line(id: &str, text: &str) -> String {
    format!("{{\"id\": \"{id}\",  \"text\":\"{text}\"}}")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn decisions_are_those_of_the_definition() {
    let work = Work::new();
    let mut rows = String::new();
    for n in 0..60_u64 {
        // Families of seven, edited more and more, some with copies.
        let every = [0, 90, 60, 45, 37, 31, 0][n as usize % 7];
        rows += &line(&format!("d{}", 59 - n), &edited(n / 7, 150, every));
        rows.push('\n');
    }
    work.write("rows.jsonl", &rows);
    for threshold in ["0.5", "0.7", "0.8", "0.9"] {
        let common = [
            "corpus/rows.jsonl",
            "--threshold",
            threshold,
            "--format",
            "csv",
        ];
        let pairs = work.run(&[&["pairs", "--in-memory"], &common[..]].concat());
        let mut figures: BTreeMap<(String, String), f64> = BTreeMap::new();
        for row in pairs.rows() {
            let jaccard: f64 = row[3].parse().unwrap();
            figures.insert((row[0].clone(), row[1].clone()), jaccard);
            figures.insert((row[1].clone(), row[0].clone()), jaccard);
        }
        assert!(figures.len() > 40, "{}", figures.len());
        let ids: Vec<String> = (0..60).map(|n| format!("rows.jsonl#d{}", 59 - n)).collect();
        let figure = |a: &String, b: &String| figures.get(&(a.clone(), b.clone())).copied();
        let mut stays: Vec<&String> = Vec::new();
        for id in &ids {
            if stays.iter().all(|other| figure(other, id).is_none()) {
                stays.push(id);
            }
        }
        let ran = keep(&work, &common);
        // Rows are in the order of the corpus, which is that of the file.
        let listed: Vec<String> = ran.rows().into_iter().map(|row| row[0].clone()).collect();
        assert_eq!(listed, ids);
        for (id, decision) in decisions(&ran) {
            let Some((keeper, similarity, steps, weakest)) = decision else {
                assert!(stays.contains(&&id), "{id}");
                continue;
            };
            assert!(!stays.contains(&&id), "{id}");
            let best = stays.iter().filter_map(|other| figure(other, &id));
            let best = best.fold(0.0, f64::max);
            let first = stays.iter().find(|other| figure(other, &id) == Some(best));
            assert_eq!((&&keeper, similarity), (first.unwrap(), best));
            assert_eq!((steps, weakest), (1, best));
        }
        // With chains one document of each connected component stays.
        let chained = keep(&work, &[&common[..], &["--chains"]].concat());
        let mut component: BTreeMap<&String, &String> = BTreeMap::new();
        for id in &ids {
            let mut queue = vec![id];
            while let Some(next) = queue.pop() {
                if !component.contains_key(next) {
                    component.insert(next, id);
                    queue.extend(ids.iter().filter(|other| figure(next, other).is_some()));
                }
            }
        }
        for (id, decision) in decisions(&chained) {
            match decision {
                None => assert_eq!(component[&id], &id),
                Some((keeper, similarity, steps, weakest)) => {
                    assert_eq!(component[&id], &keeper);
                    assert!(weakest >= threshold.parse().unwrap());
                    match figure(&id, &keeper) {
                        Some(direct) => assert_eq!(similarity, direct),
                        None => assert!(steps > 1 && similarity < weakest),
                    }
                }
            }
        }
    }
}

#[test]
fn a_chain_of_the_demo_stays_unless_chains_are_dropped() {
    let work = Work::new();
    let ran = keep(&work, &["--format", "csv"]);
    let direct = decisions(&ran);
    let version = |n: u32| format!("village-history/drowned-bell/version-{n}.txt");
    let of = |all: &BTreeMap<String, Decision>, n: u32| all[&version(n)].clone();
    assert_eq!((of(&direct, 1), of(&direct, 3)), (None, None));
    let (keeper, similarity, steps, _) = of(&direct, 2).unwrap();
    assert_eq!((keeper, steps), (version(1), 1));
    assert!((similarity - 0.839).abs() < 5e-4, "{similarity}");
    assert_eq!(of(&direct, 4).unwrap().0, version(3));
    assert!(ran.talk.contains("only through a chain"), "{}", ran.talk);

    let chained = decisions(&keep(&work, &["--format", "csv", "--chains"]));
    for (n, similarity, weakest) in [(2, 0.839, 0.839), (3, 0.691, 0.824), (4, 0.573, 0.821)] {
        let (keeper, direct, steps, least) = of(&chained, n).unwrap();
        assert_eq!((keeper, steps), (version(1), n - 1));
        assert!((direct - similarity).abs() < 1e-3 && (least - weakest).abs() < 1e-3);
    }
}

#[test]
fn a_second_run_drops_nothing() {
    let work = Work::new();
    for chains in [&[][..], &["--chains"]] {
        for rule in ["first", "longest", "newest", "best-title", "path:*letters*"] {
            let first = ["--by", rule, "--out", "kept.jsonl", "--force"];
            let ran = keep(&work, &[&first[..], chains].concat());
            assert_eq!(
                (ran.status, ran.out.as_str()),
                (Some(0), ""),
                "{}",
                ran.talk
            );
            let again = [&["kept.jsonl", "--by", rule, "--format", "csv"], chains].concat();
            let again = keep(&work, &again);
            let dropped = decisions(&again).into_values().flatten().count();
            assert_eq!(dropped, 0, "{rule} {chains:?}");
            assert!(again.rows().len() > 20);
        }
    }
}

#[test]
fn each_rule_has_its_favourite() {
    let work = Work::new();
    work.write("a-first.txt", version(&[1]))
        .write(
            "b-long.txt",
            format!("{} and a few words more", version(&[2])),
        )
        .write("c-title.md", format!("# A title\n\n{}", version(&[])))
        .write("d-new.txt", version(&[3]))
        .write("originals/e.txt", version(&[4]));
    let dates = "id,date\na-first.txt,2020-01-01\nb-long.txt,2021-01-01\nd-new.txt,2024-01-01\nc-title.md,2022-01-01\noriginals/e.txt,2023-01-01\n";
    std::fs::write(work.path().join("dates.csv"), dates).unwrap();
    let by = |rule: &str| {
        let ran = keep(
            &work,
            &[
                "corpus",
                "--by",
                rule,
                "--dates",
                "dates.csv",
                "--chains",
                "--format",
                "csv",
            ],
        );
        kept(&ran)
    };
    for (rule, stays) in [
        ("first", "a-first.txt"),
        ("longest", "b-long.txt"),
        ("best-title", "c-title.md"),
        ("newest", "d-new.txt"),
        ("path:originals/*", "originals/e.txt"),
        ("path:nothing/*", "a-first.txt"),
    ] {
        assert_eq!(by(rule), [stays], "{rule}");
    }
    // Without chains the favourite stays, and what is far from it.
    let ran = keep(&work, &["corpus", "--by", "best-title", "--format", "csv"]);
    assert_eq!(kept(&ran), ["c-title.md"]);
    let ran = keep(&work, &["corpus", "--by", "longest", "--format", "csv"]);
    assert_eq!(kept(&ran).len(), 4, "{:?}", decisions(&ran));
    assert!(
        ran.talk
            .contains("3 documents are linked to a kept one only through a chain and stay")
    );
}

#[test]
fn the_first_is_of_the_first_path_and_an_archive_stays() {
    let work = Work::new();
    work.write("a.jsonl", line("1", &version(&[1])) + "\n")
        .write(
            "z.jsonl",
            line("1", &version(&[2])) + "\n" + &line("2", &edited(9, 80, 0)) + "\n",
        )
        .write("b.jsonl", line("1", &version(&[])) + "\n");
    let all = ["corpus/z.jsonl", "corpus/b.jsonl", "corpus/a.jsonl"];
    let ran = keep(
        &work,
        &[&all[..], &["--format", "csv", "--chains"]].concat(),
    );
    assert_eq!(kept(&ran), ["z.jsonl#1", "z.jsonl#2"]);
    let new = [
        "corpus/z.jsonl",
        "corpus/a.jsonl",
        "--archive",
        "corpus/b.jsonl",
    ];
    let ran = keep(&work, &[&new[..], &["--format", "jsonl"]].concat());
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
    assert_eq!(ran.out, line("2", &edited(9, 80, 0)) + "\n");
    assert!(ran.talk.contains("the archive stays"), "{}", ran.talk);
}

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
    let kept = [&lines[..2], &lines[3..]].concat().concat();
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

/// Runs `keep -` on these bytes.
fn streamed(work: &Work, input: &[u8], more: &[&str]) -> Ran {
    let mut child = work
        .program()
        .args(["keep", "-"])
        .args(more)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // The program may end before it has read everything.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Ran::of(&output)
}

#[test]
fn a_stream_is_compared_by_estimates() {
    let work = Work::new();
    let (mut input, mut originals) = (String::new(), BTreeSet::new());
    for n in 0..400_u64 {
        // Every third document is a copy of one before, every tenth has no shingles.
        let (seed, every) = match n % 3 {
            0 => (n / 3, 0),
            1 => (n / 3, 0),
            _ => (1000 + n, 0),
        };
        let text = if n % 10 == 9 {
            "...".to_owned()
        } else {
            edited(seed, 60, every)
        };
        if n % 10 == 9 || n % 3 != 1 || (n - 1) % 10 == 9 {
            originals.insert(n);
        }
        input += &line(&n.to_string(), &text);
        input.push('\n');
    }
    input += "no JSON\n";
    let kept: String = originals
        .iter()
        .map(|n| input.lines().nth(*n as usize).unwrap().to_owned() + "\n")
        .collect();
    let ran = streamed(&work, input.as_bytes(), &[]);
    assert_eq!((ran.status, &ran.out), (Some(0), &kept), "{}", ran.talk);
    assert!(
        ran.talk.contains("standard error 0.028 at 0.8"),
        "{}",
        ran.talk
    );
    assert!(
        ran.talk
            .contains("1 file or row was not read and not passed on"),
        "{}",
        ran.talk
    );
    // The same from a packed stream, into a packed file, with a list.
    let more = [
        "--out",
        "kept.jsonl.gz",
        "--drop-list",
        "dropped.txt",
        "--threads",
        "1",
    ];
    let ran = streamed(&work, &gzip(input.as_bytes()), &more);
    assert_eq!(
        (ran.status, ran.out.as_str()),
        (Some(0), ""),
        "{}",
        ran.talk
    );
    let ran = keep(&work, &["kept.jsonl.gz", "--format", "jsonl"]);
    assert_eq!(ran.out, kept);
    let listed = read(&work.path().join("dropped.txt"));
    let dropped: Vec<String> = (0..400)
        .filter(|n| !originals.contains(n))
        .map(|n| format!("stdin.jsonl#{n}\n"))
        .collect();
    assert_eq!(listed, dropped.concat());
    // Decisions say that their figure is an estimate, and who stays.
    let ran = streamed(&work, input.as_bytes(), &["--format", "csv"]);
    assert!(
        ran.out.starts_with("document,decision,keeper,estimate\n"),
        "{}",
        ran.out
    );
    let row = ran
        .rows()
        .into_iter()
        .find(|row| row[0] == "stdin.jsonl#4")
        .unwrap();
    assert_eq!(row[1..], ["dropped", "stdin.jsonl#3", "1"]);
    // A second run drops nothing.
    let again = streamed(&work, kept.as_bytes(), &["--drop-list", "-"]);
    assert_eq!((again.status, again.out.as_str()), (Some(0), ""));
    let strict = streamed(&work, input.as_bytes(), &["--strict"]);
    assert_eq!(strict.status, Some(1));
}

#[test]
fn an_estimate_on_either_side_of_the_threshold_decides() {
    let work = Work::new();
    let input = [
        line("1", &version(&[])),
        line("2", &version(&[1])),
        line("3", &version(&[1, 2, 3, 4])),
    ];
    // True values: .858 and .526 to the first.
    let ran = streamed(&work, input.join("\n").as_bytes(), &["--threshold", ".7"]);
    assert_eq!(
        ran.out,
        [input[0].as_str(), &input[2]].join("\n"),
        "{}",
        ran.talk
    );
}

#[test]
fn lines_go_out_as_they_come() {
    let work = Work::new();
    let mut child = work
        .program()
        .args(["keep", "-", "--format", "jsonl", "--quiet"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut stdin, stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let mut out = BufReader::new(stdout).lines();
    for n in 0..5 {
        let row = line(&n.to_string(), &edited(n, 50, 0));
        writeln!(stdin, "{row}\n{row}").unwrap();
        stdin.flush().unwrap();
        assert_eq!(out.next().unwrap().unwrap(), row);
    }
    drop(stdin);
    assert!(out.next().is_none());
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_stream_that_is_none_is_an_error_and_writes_nothing() {
    let work = Work::new();
    for input in ["", "some words\nof no JSON\n", "{\"text\":\"\"}\n"] {
        let ran = streamed(&work, input.as_bytes(), &["--out", "kept.jsonl"]);
        assert_eq!(ran.status, Some(1), "{input:?} {}", ran.talk);
        assert!(
            ran.talk.contains("no document in standard input"),
            "{}",
            ran.talk
        );
        assert_eq!(std::fs::read_dir(work.path()).unwrap().count(), 1);
    }
    let ran = streamed(
        &work,
        b"{\"text\":\"some words\"}\n",
        &["--out", "kept.parquet"],
    );
    assert_eq!(ran.status, Some(1), "{}", ran.talk);
    assert!(ran.talk.contains("ends in .jsonl"), "{}", ran.talk);
}

#[cfg(target_os = "linux")]
#[test]
fn a_closed_pipe_ends_quietly_and_a_full_disk_is_said() {
    let work = Work::new();
    let rows: String = (0..3000)
        .map(|n| line(&n.to_string(), &edited(n, 30, 0)) + "\n")
        .collect();
    work.write("rows.jsonl", &rows);
    for arguments in [&["corpus", "--format", "jsonl"][..], &["-"]] {
        let run = |stdout: Stdio| {
            let input = std::fs::File::open(work.corpus().join("rows.jsonl")).unwrap();
            let mut command = work.program();
            command.args(["keep", "--in-memory"]).args(arguments);
            command.stdin(input).stdout(stdout).stderr(Stdio::piped());
            command.spawn().unwrap()
        };
        let mut child = run(Stdio::piped());
        drop(child.stdout.take());
        let ended = child.wait_with_output().unwrap();
        assert_eq!(ended.status.code(), Some(0), "{arguments:?}");
        let full = std::fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let ran = Ran::of(&run(full.into()).wait_with_output().unwrap());
        assert_eq!(ran.status, Some(1), "{arguments:?}");
        assert!(ran.talk.contains("No space left"), "{}", ran.talk);
    }
}

#[test]
fn clusters_show_who_stays() {
    let world = World::new();
    let themes = [
        ("", Theme::new(Depth::Sixteen, false)),
        ("_ascii", Theme::new(Depth::None, false).with_ascii(true)),
    ];
    for (size, theme) in [
        ((80, 24), &themes[0]),
        ((120, 36), &themes[0]),
        ((120, 36), &themes[1]),
    ] {
        let mut app = world::app(&world, size);
        let before = text(&draw(&mut app, theme.1).0);
        typed(&world, &mut app, "Tab o");
        let shown = text(&draw(&mut app, theme.1).0);
        insta::assert_snapshot!(format!("keep_{}x{}{}", size.0, size.1, theme.0), shown);
        assert!(
            shown.contains("stay") && shown.contains("one copy, by first"),
            "{shown}"
        );
        // After the last rule the screen is as it was.
        typed(&world, &mut app, "o o o o Tab");
        let after = text(&draw(&mut app, theme.1).0);
        let without_messages = |screen: &str| -> Vec<String> {
            let lines: Vec<&str> = screen.lines().collect();
            lines[1..lines.len() - 3]
                .iter()
                .map(ToString::to_string)
                .collect()
        };
        assert_eq!(without_messages(&before), without_messages(&after));
    }
}
