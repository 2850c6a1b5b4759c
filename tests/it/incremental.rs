//! Incremental indexing: its cost, and that it never changes a result.

use xxhash_rust::xxh3::xxh3_64;

use crate::packed::forms::{gzip, tar};
use crate::support::{Work, args_of, assert_contains, assert_lacks, edited, settle};

fn corpus(work: &Work) {
    work.write_families(12, 3, 200, 31);
    work.write("binary.dat", b"\0\0\0");
}

/// Runs `index`; returns how many documents were read and how many were reused.
fn index(work: &Work, more: &[&str]) -> (u64, u64) {
    // A file changed within the resolution of file timestamps cannot be distinguished from an
    // unchanged one and is read again; the files of the tests are older.
    let ran = work.done(&[&["index", "corpus", "--index", "index"], more].concat());
    let line = ran.talk.lines().last().unwrap().to_owned();
    let number = |words: &str| words.split_whitespace().next().unwrap().parse().unwrap();
    let (read, rest) = line.split_once(" read, ").unwrap();
    (number(read), number(rest))
}

/// The pairs with and without the index.
fn pairs(work: &Work, more: &[&str]) -> (String, String) {
    let pairs_of = |options: &[&str]| {
        let base = args_of("pairs corpus --format csv --quiet --threshold 0.5");
        work.run(&[&base, options, more].concat()).out
    };
    (pairs_of(&["--index", "index"]), pairs_of(&["--in-memory"]))
}

/// Sets the timestamps of all corpus files into the past, and waits until a new change would give a
/// different timestamp.
fn age(work: &Work) {
    set_times(work);
    settle();
}

fn set_times(work: &Work) {
    let then = std::time::SystemTime::now() - std::time::Duration::from_secs(3_600);
    for entry in walkdir::WalkDir::new(work.corpus()).into_iter().flatten() {
        if entry.file_type().is_file() {
            let file = std::fs::File::options().write(true).open(entry.path());
            file.unwrap().set_modified(then).unwrap();
        }
    }
}

#[test]
fn an_unchanged_corpus_is_not_read_again_unless_requested() {
    let work = Work::new();
    corpus(&work);
    age(&work);
    assert_eq!(index(&work, &[]), (36, 0));
    assert_eq!(index(&work, &[]), (0, 36));
    assert_eq!(index(&work, &["--rebuild"]), (36, 0));
    assert_eq!(index(&work, &[]), (0, 36));
    let (with, without) = pairs(&work, &[]);
    assert_eq!(with, without);
    assert!(with.lines().count() > 20);
}

#[test]
fn only_changed_and_added_files_are_read() {
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
    for settings in [&["--k=3"], &["--seed=9"], &["--permutations=64"]] {
        assert_eq!(index(&work, settings), (0, 36), "{settings:?}");
        let (with, without) = pairs(&work, settings);
        assert_eq!(with, without, "{settings:?}");
    }
    assert_eq!(index(&work, &["--set=keep-case=true"]), (36, 0));
}

/// Asserts equal pairs at 0.5 with and without the index.
fn assert_same_pairs(work: &Work, why: &str) {
    let (with, without) = pairs(work, &[]);
    assert_eq!(with, without, "{why}");
}

#[test]
fn a_file_changed_with_an_old_modification_time_is_read_again() {
    let work = Work::new();
    corpus(&work);
    let rows = |n: usize| -> String {
        let row = |i| format!("{{\"id\":\"r{i}\",\"text\":\"{}\"}}\n", edited(7, 60, i));
        (0..n).map(row).collect()
    };
    work.write("rows.jsonl", rows(20));
    age(&work);
    assert_eq!(index(&work, &[]), (56, 0));
    // More rows and another length, with the old timestamp.
    work.write("rows.jsonl", rows(30));
    age(&work);
    assert_same_pairs(&work, "rows were added");
    // Setting the times of the other files is a change too: it cannot be distinguished from a
    // change of content.
    assert_eq!(index(&work, &[]), (66, 0));
    assert_eq!(index(&work, &[]), (0, 66));
    // The same length and modification time, other words.
    let path = work.corpus().join("03/1.txt");
    let then = path.metadata().unwrap().modified().unwrap();
    let text = edited(3, 200, 31);
    let other = text.replacen(&text[..1], if text.starts_with('x') { "y" } else { "x" }, 1);
    assert_eq!(text.len(), other.len());
    let set = |text: &str| {
        std::fs::write(&path, text).unwrap();
        let file = std::fs::File::options().write(true).open(&path).unwrap();
        file.set_modified(then).unwrap();
        settle();
    };
    set(&other);
    assert_same_pairs(&work, "the same length");
    assert_eq!(index(&work, &[]), (1, 65));
    // Another file in its place, with the old length and modification time.
    let replacement = work.path().join("aside");
    std::fs::write(&replacement, &text).unwrap();
    std::fs::rename(&replacement, &path).unwrap();
    set(&text);
    assert_eq!(index(&work, &[]), (1, 65));
}

#[test]
fn different_times_before_1970_are_distinguished() {
    let work = Work::new();
    corpus(&work);
    let path = work.corpus().join("03/1.txt");
    let set = |days: u64| {
        let time = std::time::UNIX_EPOCH - std::time::Duration::from_secs(days * 86_400);
        let file = std::fs::File::options().write(true).open(&path).unwrap();
        file.set_modified(time).unwrap();
        settle();
    };
    set(10);
    assert_eq!(index(&work, &[]), (36, 0));
    assert_eq!(index(&work, &[]), (0, 36));
    set(20);
    assert_eq!(index(&work, &[]), (1, 35));
}

/// A query answers from an index only if the index was made from the same selection of files.
#[test]
fn a_query_does_not_answer_from_an_index_of_other_files() {
    let work = Work::new();
    corpus(&work);
    work.write("00/copy.md", edited(0, 200, 50));
    age(&work);
    index(&work, &["--glob", "*.txt"]);
    let query = |more: &[&str]| {
        let base = args_of("query corpus/00/0.txt --in corpus --index index");
        let format = ["--threshold", "0.3", "--format", "csv"];
        let ran = work.done(&[&base, &format[..], more].concat());
        let from_index = ran.talk.contains("answering from the index");
        (ran.out.contains("00/copy.md"), from_index)
    };
    assert_eq!(query(&["--glob", "*.txt"]), (false, true));
    assert_eq!(query(&[]), (true, false));
    assert_eq!(query(&["--type", "md", "--type", "txt"]), (true, false));
    index(&work, &[]);
    assert_eq!(query(&[]), (true, true));
    assert_eq!(query(&["--glob", "*.txt"]), (false, false));
    // The same files by another selection: nothing is read, but the index knows the selection.
    let all = ["--glob", "*.txt", "--glob", "*.md", "--glob", "*.dat"];
    assert_eq!(index(&work, &all).0, 0);
    assert_eq!(query(&all), (true, true));
}

#[test]
fn unread_parts_of_an_unchanged_file_are_reported_by_every_run() {
    let work = Work::new();
    corpus(&work);
    let row = |n: u64| format!("{{\"text\": {:?}}}\n", edited(n, 90, 0));
    let packed = gzip((0..40).map(row).collect::<String>().as_bytes());
    work.write("cut.jsonl.gz", &packed[..packed.len() / 2]);
    // A folder whose name looks like an archive in an id.
    work.write("old.zip!/rows.jsonl", format!("{}{{\"id\": 2}}\n", row(50)));
    let mails = [
        "Subject: one\n\nthe harbour was quiet in the morning",
        "MIME-Version: 1.0\nContent-Type: multipart/encrypted; boundary=b\n\n--b\nContent-Type: application/octet-stream\n\nx\n--b--",
        "Subject: three\n\nand gulls sat on the wall of the harbour",
    ];
    let mailbox = mails.map(|mail| format!("From a Tue Nov 24 05:10:11 2026\n{mail}\n\n"));
    work.write("box.mbox", mailbox.concat());
    let table: String = (60..100).map(row).collect();
    let archive = tar(&[("a.jsonl", &table), ("b.jsonl", &table)]);
    work.write("cut.tar", &archive[..archive.len() / 4]);
    // An empty file whose name looks like row 30 of `talk`.
    work.write("talk", "text of the talk");
    work.write("talk:30", "");
    age(&work);
    let skipped = |how: &[&str]| {
        let command = args_of("skipped corpus --format csv --quiet");
        work.run(&[&command, how].concat()).out
    };
    let want = skipped(&["--in-memory"]);
    assert_contains(&want, "what follows in the file was not read");
    for id in ["old.zip!/rows.jsonl:2", "box.mbox:2", "talk:30,"] {
        assert_eq!(want.matches(id).count(), 1, "{id} in {want}");
    }
    assert_contains(&want, "cut.tar!/a.jsonl:");
    for _ in 0..2 {
        index(&work, &[]);
        assert_eq!(skipped(&["--index", "index"]), want);
    }
    assert_eq!(index(&work, &[]).0, 0, "nothing is read again");
    std::fs::remove_file(work.corpus().join("talk:30")).unwrap();
    assert!(!skipped(&["--index", "index"]).contains("talk:30"));
}

#[test]
fn a_file_that_replaces_a_skipped_one_is_read_however_old_it_is() {
    let work = Work::new();
    let text = "the harbour was quiet in the morning and gulls sat on the wall";
    work.write("a.txt", text);
    work.write("sub/x.txt", b"\0\x01\x02\0");
    let other = work.path().join("other");
    std::fs::create_dir(&other).unwrap();
    std::fs::write(other.join("x.txt"), text).unwrap();
    age(&work);
    assert_eq!(index(&work, &[]), (1, 0));
    let sub = work.corpus().join("sub");
    std::fs::rename(&sub, work.path().join("before")).unwrap();
    std::fs::rename(&other, &sub).unwrap();
    let (with_index, in_memory) = pairs(&work, &[]);
    assert_contains(&in_memory, "sub/x.txt");
    assert_eq!(with_index, in_memory);
}

#[test]
fn an_index_of_an_archive_with_other_documents_does_not_answer_for_the_archive_alone() {
    let work = Work::new();
    work.write("arch/a.txt", edited(1, 90, 0))
        .write("new/n.txt", edited(2, 90, 0));
    let sets = args_of("--new corpus/new --archive corpus/arch");
    work.done(&[&["index", "--index", "index"], &sets[..]].concat());
    let text = "corpus/new/n.txt";
    for command in ["query", "sources"] {
        let ask = |options: &[&str]| {
            let args = [command, text, "--in", "corpus/arch", "--format", "csv"];
            work.run(&[&args, options].concat()).out
        };
        let indexed = ask(&["--index", "index"]);
        assert_eq!(indexed, ask(&["--in-memory"]), "{command}");
    }
}

#[test]
fn an_index_whose_corpus_another_version_has_read_answers_no_query() {
    let work = Work::new();
    corpus(&work);
    age(&work);
    index(&work, &[]);
    let query = || {
        let command = args_of("query corpus/00/0.txt --in corpus --index index");
        work.run(&[&command[..], &["--threshold", "0.3"]].concat())
    };
    let answered = query();
    assert_contains(&answered.talk, "answering from the index");
    // The manifest now names another version of the reader.
    let meta = work.path().join("index/full-text/meta.json");
    let text = std::fs::read_to_string(&meta).unwrap();
    let mut value: serde_json::Value = serde_json::from_str(&text).unwrap();
    let payload = value["payload"].as_str().unwrap().to_owned();
    let (manifest, seal) = payload.rsplit_once('\n').expect("a seal");
    let changed = manifest.replacen("\"read_by\":", "\"read_by\":9", 1);
    assert_ne!(changed, manifest);
    // The checksum in the seal covers the manifest too.
    let (head, list) = seal.split_at(seal.find('[').expect("a list"));
    value.as_object_mut().unwrap().remove("payload");
    let sum = xxh3_64(format!("{value}\n{changed}\n{list}").as_bytes());
    let head = &head[..head.len() - 17];
    value["payload"] = format!("{changed}\n{head}{sum:016x} {list}").into();
    std::fs::write(&meta, value.to_string()).unwrap();
    let after = query();
    assert_eq!(after.out, answered.out);
    assert_lacks(&after.talk, "answering from the index");
    assert_contains(&after.talk, "another version");
    assert_eq!(index(&work, &[]), (36, 0), "it is read again once");
    assert_eq!(index(&work, &[]), (0, 36));
}

/// Runs a command in the folder `from` with `path` as the corpus. Returns its output.
fn at(work: &Work, from: &str, path: &str, command: &[&str]) -> String {
    let mut program = work.program();
    program.current_dir(work.path().join(from));
    let index = work.path().join("index");
    program.args(command).arg(path).arg("--index").arg(index);
    let ran = program.output().unwrap();
    let message = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert!(ran.status.success(), "{path}: {message}");
    String::from_utf8_lossy(&ran.stdout).into_owned()
}

#[test]
fn a_corpus_is_the_same_under_any_spelling_of_its_path_and_from_any_folder() {
    let work = Work::new();
    let row = |id: u64, text: &str| format!("{{\"id\": {id}, \"text\": {text:?}}}\n");
    let text = edited(3, 60, 0);
    work.write("r.jsonl", row(1, &text) + &row(2, "") + &row(3, &text))
        .write("t.csv", format!("id,text\n1,\n2,\"{text}\"\n"))
        .write("b.txt", text.as_bytes())
        .write("empty.txt", "")
        .write("sub/c.txt", text.as_bytes());
    age(&work);
    let absolute = work.corpus();
    let absolute = absolute.to_str().unwrap();
    let keep = ["keep", "--format", "csv", "--quiet"];
    let passages = ["passages", "--format", "csv", "--quiet"];
    index(&work, &[]);
    let want = at(&work, ".", "corpus", &keep);
    assert_eq!(want.lines().count(), 6, "{want}");
    let shared = at(&work, ".", "corpus", &passages);
    assert!(shared.lines().count() > 5, "{shared}");
    for (from, path) in [
        (".", "./corpus"),
        (".", absolute),
        ("corpus", "."),
        ("corpus/sub", ".."),
        ("corpus", "../corpus"),
        ("corpus/sub", absolute),
    ] {
        assert_eq!(at(&work, from, path, &keep), want, "{path} from {from}");
        let passages = at(&work, from, path, &passages);
        assert_eq!(passages, shared, "{path} from {from}");
        at(&work, from, path, &["index", "--quiet"]);
        let after = at(&work, ".", "corpus", &keep);
        assert_eq!(after, want, "after {path} from {from}");
    }
}
