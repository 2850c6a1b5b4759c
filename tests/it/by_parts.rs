//! `pairs`, `clusters` and `keep` by parts, with `--scratch`: the same bytes as in memory, also after an
//! interruption at any time; a folder of others, damage and a full disk end as a sentence, never as another result.

mod damage;
mod stopped;

use crate::packed::forms::{Text, all_forms};
use crate::support::{Ran, Work, edited};

/// Rows of four files with near-copies, copies, and rows of the same name; and two files.
fn families(work: &Work, families: u64) {
    for shard in 0..4 {
        let row = |family: u64, copy: usize| {
            let text = edited(family, 80, copy * 17);
            let id = family % 50;
            format!("{{\"id\": \"{id}\", \"text\": {text:?}}}\n")
        };
        let rows =
            (0..families).flat_map(|family| (0..2).map(move |copy| row(family, copy + shard % 3)));
        work.write(&format!("{shard}.jsonl"), rows.collect::<String>());
    }
    work.write("a.txt", edited(1, 80, 0))
        .write("b.txt", edited(1, 80, 0));
}

fn corpus(number: u64) -> Work {
    let work = Work::new();
    families(&work, number);
    work
}

/// Texts as rows of every kind, packed in every way, in archives and tables.
fn forms(work: &Work) {
    let text = |id: u64| Text {
        id: format!("d{id}"),
        title: format!("Title {id}"),
        text: edited(1_000 + id / 3, 90, (id % 3) as usize * 23),
    };
    let texts: Vec<Text> = (0..9).map(text).collect();
    for (name, bytes) in all_forms(&texts) {
        work.write(&name, bytes);
    }
}

const BY_PARTS: [&str; 5] = ["--scratch", "scratch", "--memory", "60kB", "--quiet"];
/// The options of a search by parts: for the complete join, whose blocks are compared with each other, more memory.
fn by_parts(command: &[&str]) -> [&'static str; 5] {
    let has_blocks = ["exact", "containment"].iter().any(|m| command.contains(m));
    let memory = if has_blocks { "2MB" } else { BY_PARTS[3] };
    ["--scratch", "scratch", "--memory", memory, "--quiet"]
}

const LSH: [&str; 6] = ["clusters", "corpus", "--method", "lsh", "--format", "csv"];

/// What a command prints without parts.
fn ordinary(work: &Work, command: &[&str]) -> String {
    let ran = work.run(&[command, &["--in-memory", "--quiet"]].concat());
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
    assert!(ran.out.lines().count() > 3, "{}", ran.out);
    ran.out
}

fn resumed(work: &Work, command: &[&str]) -> Ran {
    work.run(&[command, &by_parts(command), &["--resume"]].concat())
}

#[test]
fn what_is_printed_is_the_same() {
    let work = corpus(40);
    forms(&work);
    work.write("empty.txt", "").write("binary", b"\0\0");
    for command in [
        &["pairs", "corpus", "--method", "lsh"][..],
        &["pairs", "corpus", "--distinct"],
        &[
            "pairs",
            "corpus",
            "--method",
            "lsh",
            "--bands",
            "50",
            "--rows",
            "4",
            "--threshold",
            "0.4",
        ],
        &["pairs", "corpus", "--method", "identical"],
        &["pairs", "corpus", "--method", "containment"],
        &[
            "pairs",
            "corpus",
            "--method",
            "exact",
            "--measure",
            "containment",
            "--where",
            "jaccard < 0.95",
        ],
        &["clusters", "corpus", "--method", "lsh"],
        &["clusters", "corpus", "--where", "size > 30"],
        &[
            "clusters",
            "corpus",
            "--method",
            "exact",
            "--linkage",
            "average",
            "--unit",
            "char",
        ],
    ] {
        for format in ["csv", "json", "jsonl", "table"] {
            let command = [command, &["--format", format]].concat();
            let want = work.run(&[&command[..], &["--in-memory", "--quiet"]].concat());
            assert_eq!(want.status, Some(0), "{command:?}: {}", want.talk);
            assert!(want.out.len() > 300, "{command:?}: {}", want.out);
            let got = work.run(&[&command[..], &by_parts(&command)].concat());
            assert_eq!(got.status, Some(0), "{command:?}: {}", got.talk);
            assert_eq!(got.out, want.out, "{command:?}");
            assert!(!work.path().join("scratch").exists());
        }
    }
}

#[test]
fn the_notes_say_the_same_of_the_whole_corpus() {
    let work = corpus(30);
    let command = ["pairs", "corpus", "--method", "lsh", "--format", "csv"];
    let said = |how: &[&str]| work.run(&[&command, how].concat()).talk;
    let line = |talk: &str| {
        let found = talk.lines().find(|line| line.contains("by lsh"));
        found.expect("how many pairs").to_owned()
    };
    let parts = said(&["--scratch", "scratch"]);
    assert_eq!(line(&parts), line(&said(&["--in-memory"])), "{parts}");
    assert!(line(&parts).starts_with("242 documents"), "{parts}");
}

#[test]
fn what_was_guessed_and_renamed_is_said_as_in_memory() {
    let work = Work::new();
    work.write("t.csv", "key,body\nx,a b c d e f\nx,a b c d e f\n");
    let said = |how: &[&str]| {
        let ran = work.run(&[&["pairs", "corpus", "--method", "lsh"][..], how].concat());
        assert_eq!(ran.status, Some(0), "{}", ran.talk);
        ran.talk
    };
    for talk in [said(&["--in-memory"]), said(&["--scratch", "scratch"])] {
        assert!(talk.contains("t.csv: text from \"body\""), "{talk}");
        assert!(talk.contains("2 documents share the id t.csv#x"), "{talk}");
    }
}

#[test]
fn dropped_documents_are_the_same() {
    let work = corpus(40);
    forms(&work);
    for rule in ["first", "longest", "best-title", "path:*.jsonl"] {
        for chains in [&[][..], &["--chains"]] {
            let command = ["keep", "corpus", "--method", "lsh", "--by", rule];
            let list = |how: &[&str]| {
                let list = work.path().join("dropped");
                let args = ["--drop-list", "dropped", "--quiet"];
                let ran = work.run(&[&command[..], chains, &args, how].concat());
                assert_eq!(ran.status, Some(0), "{rule}: {}", ran.talk);
                let dropped = std::fs::read_to_string(&list).unwrap();
                std::fs::remove_file(list).unwrap();
                dropped
            };
            let want = list(&["--in-memory"]);
            assert!(want.lines().count() > 50, "{rule}: {want}");
            assert_eq!(list(&BY_PARTS[..4]), want, "{rule}");
            assert!(!work.path().join("scratch").exists());
        }
    }
    for output in [
        &["--format", "csv"][..],
        &["--format", "json"],
        &["--format", "jsonl"],
        &["--format", "table", "--by", "longest"],
        &["--out", "kept.jsonl.zst", "--format", "csv"],
    ] {
        let written = |how: &[&str]| {
            let command = ["keep", "corpus", "--method", "lsh", "--quiet"];
            let ran = work.run(&[&command[..], output, how].concat());
            assert_eq!(ran.status, Some(0), "{output:?}: {}", ran.talk);
            assert!(ran.out.len() > 10_000, "{output:?}: {}", ran.out);
            let out = work.path().join("kept.jsonl.zst");
            let copied = std::fs::read(&out).ok();
            if copied.is_some() {
                std::fs::remove_file(&out).unwrap();
            }
            (ran.out, copied)
        };
        let want = written(&["--in-memory"]);
        assert_eq!(written(&BY_PARTS[..4]), want, "{output:?}");
        assert!(!work.path().join("scratch").exists());
    }
    let said = |how: &[&str]| {
        let ran = work.run(&[&["keep", "corpus", "--drop-list", "-"], how].concat());
        ran.talk
            .lines()
            .find(|l| l.contains(" kept, "))
            .map(str::to_owned)
    };
    assert_eq!(said(&BY_PARTS[..4]), said(&["--in-memory"]));
}

#[test]
fn rows_of_tables_are_copied_from_the_paths_in_their_order() {
    let work = Work::new();
    for (at, file) in ["b/2.csv", "b/1.csv", "a/3.csv"].into_iter().enumerate() {
        let row = |n: usize| {
            let text = edited((n / 2) as u64, 80, (n + at) * 7);
            format!("{n},\"{text}\",{}\n", n * at)
        };
        work.write(
            file,
            "id,text,more\n".to_owned() + &(0..40).map(row).collect::<String>(),
        );
    }
    let copied = |out: &str, how: &[&str]| {
        let command = [
            "keep", "corpus/b", "corpus/a", "--method", "lsh", "--out", out,
        ];
        let ran = work.run(&[&command[..], how].concat());
        assert_eq!(ran.status, Some(0), "{}", ran.talk);
        let out = work.path().join(out);
        let bytes = std::fs::read(&out).unwrap();
        std::fs::remove_file(out).unwrap();
        (bytes, ran.talk.contains("keeps all their columns"))
    };
    for out in ["kept.csv", "kept.jsonl"] {
        let (want, is_said) = copied(out, &["--in-memory"]);
        assert!(want.len() > 10_000 && is_said == (out == "kept.jsonl"));
        assert_eq!(copied(out, &BY_PARTS[..4]), (want, is_said));
    }
    // A misfit is told before anything is copied.
    work.write("c.txt", edited(77, 80, 0));
    let command = ["keep", "corpus", "--out", "kept.csv"];
    let ran = work.run(&[&command[..], &BY_PARTS].concat());
    assert_eq!(ran.status, Some(1));
    assert!(
        ran.talk.contains(": c.txt is no row of such a table"),
        "{}",
        ran.talk
    );
    assert!(!work.path().join("kept.csv").exists());
    // What was found is there still, and goes to a file that takes it.
    let command = ["keep", "corpus", "--out", "kept.jsonl"];
    let ran = resumed(&work, &command);
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
    let parts = std::fs::read(work.path().join("kept.jsonl")).unwrap();
    std::fs::remove_file(work.path().join("kept.jsonl")).unwrap();
    assert!(
        work.run(&[&command[..], &["--in-memory"]].concat())
            .out
            .is_empty()
    );
    assert_eq!(
        parts,
        std::fs::read(work.path().join("kept.jsonl")).unwrap()
    );
    assert!(!work.path().join("scratch").exists());
}

#[test]
fn what_parts_cannot_do_is_refused_with_the_way_out() {
    let work = corpus(10);
    let said = |command: &[&str]| {
        let ran = work.run(&[command, &["--scratch", "scratch"]].concat());
        assert!(matches!(ran.status, Some(1 | 2)), "{}", ran.talk);
        assert!(ran.out.is_empty());
        assert!(!work.path().join("scratch").exists(), "{}", ran.talk);
        ran.talk
    };
    let pairs = |more: &[&'static str]| said(&[&["pairs", "corpus"][..], more].concat());
    for method in [
        "simhash",
        "winnow",
        "mod-p",
        "sorted-list",
        "super-shingles",
    ] {
        let said = pairs(&["--method", method]);
        assert!(said.contains("take auto, lsh, exact"), "{method}: {said}");
    }
    for option in [
        &["--in-memory"][..],
        &["--index", "index"],
        &["--new", "corpus"],
        &["--ignore", "corpus/a.txt"],
        &["--ids", "bare"],
        &["--for", "copied-text"],
        &["--meta", "meta.json"],
        &["--with-meta", "--format", "json"],
    ] {
        let said = pairs(option);
        assert!(
            said.contains("leave out") && said.contains(option[0]),
            "{said}"
        );
    }
    assert!(pairs(&["--format", "parquet"]).contains("give --format table, csv"));
    assert!(pairs(&["--recipe", "r.json"]).contains("--scratch"));
    assert!(said(&["pairs", "-"]).contains("write standard input to a file"));
    assert!(said(&["keep", "corpus", "--format", "parquet"]).contains("give --format table, csv"));
    for option in ["--drop-list", "--out"] {
        let list = work.path().join("list.jsonl");
        std::fs::write(&list, "").unwrap();
        assert!(said(&["keep", "corpus", option, "list.jsonl", "--force"]).contains("new files"));
    }
    assert!(said(&["keep", "-", "--drop-list", "new"]).contains("--scratch"));
    let ran = work.run(&["pairs", "corpus", "--resume"]);
    assert_eq!(ran.status, Some(2), "{}", ran.talk);
    let ran = work.run(&["pairs", "corpus", "--scratch", "corpus/scratch"]);
    assert!(ran.talk.contains("which is read"), "{}", ran.talk);
    assert!(!work.corpus().join("scratch").exists());
    std::fs::create_dir(work.path().join("none")).unwrap();
    std::fs::write(work.path().join("none/empty.txt"), "").unwrap();
    assert!(said(&["pairs", "none"]).contains("no text to read in none"));
}

#[test]
fn parts_are_recommended_where_memory_is_short() {
    let work = corpus(40);
    let said = |memory: &[&str]| {
        let ran = work.run(&[&["clusters", "corpus", "--in-memory"], memory].concat());
        assert_eq!(ran.status, Some(0), "{}", ran.talk);
        ran.talk
    };
    assert!(said(&["--memory", "1MB"]).contains("--scratch DIR finds the same"));
    assert!(!said(&["--memory", "1GB"]).contains("--scratch"));
    assert!(!said(&[]).contains("--scratch"));
    for wrong in ["0", "4XB", "much"] {
        let ran = work.run(&["pairs", "corpus", "--memory", wrong]);
        assert_eq!(ran.status, Some(2), "{}", ran.talk);
    }
}
