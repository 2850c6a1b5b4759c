//! Files that change between listing and opening: either one consistent state is read completely,
//! or an error is reported.

use std::path::Path;
use std::time::{Duration, Instant};

use shinglescope::base::Stamp;
use shinglescope::corpus::read::{Work as Piece, document, work};
use shinglescope::corpus::{Listing, SkipReason, Source, discover};
use shinglescope::settings::Reading;

use crate::support::{Ran, Work, words};

fn listing(path: &Path) -> Listing {
    let source = Source::Paths(vec![path.to_owned()]);
    discover(&source, &Reading::default(), |_| true).unwrap()
}

/// The results of reading the entries of a listing.
fn read(listing: Listing) -> Vec<Result<shinglescope::corpus::Document, SkipReason>> {
    let reading = Reading::default();
    let pieces = listing
        .entries
        .into_iter()
        .flat_map(|entry| work(entry, &reading));
    let read = |piece: Piece| document(piece, &reading).map_err(|skipped| skipped.reason);
    pieces.map(read).collect()
}

fn rows(count: u64) -> String {
    let text = |n| words(n, 20).join(" ");
    let row = |n| format!("{{\"id\":\"r{n}\",\"text\":\"{}\"}}\n", text(n));
    (0..count).map(row).collect()
}

/// Replaces `path` by another file, as editors do.
fn replace(path: &Path, bytes: impl AsRef<[u8]>) {
    let other = path.with_extension("new");
    std::fs::write(&other, bytes).unwrap();
    std::fs::rename(other, path).unwrap();
}

#[test]
fn a_file_that_is_replaced_after_it_was_listed_is_read_whole() {
    let work = Work::new();
    let path = work.corpus().join("rows.jsonl");
    for (before, after) in [(600, 700), (700, 600)] {
        std::fs::write(&path, rows(before)).unwrap();
        let listing = listing(&path);
        replace(&path, rows(after));
        let read = read(listing);
        assert!(read.iter().all(Result::is_ok));
        assert_eq!(read.len() as u64, after);
        let now = Stamp::from_metadata(&std::fs::metadata(&path).unwrap()).digest();
        assert!(read.iter().flatten().all(|read| read.row.stamp == now));
    }
    let path = work.corpus().join("plain.txt");
    std::fs::write(&path, "short").unwrap();
    let listing = listing(&path);
    replace(&path, words(1, 500).join(" "));
    let read = read(listing);
    let one = read[0].as_ref().unwrap();
    assert_eq!(one.text, words(1, 500).join(" "));
    let now = Stamp::from_metadata(&std::fs::metadata(&path).unwrap());
    assert_eq!(one.row.stamp, now.digest());
}

#[test]
fn a_file_written_while_its_rows_are_read_is_reported_as_changed() {
    let work = Work::new();
    let path = work.corpus().join("rows.jsonl");
    std::fs::write(&path, rows(5_000)).unwrap();
    let reading = Reading::default();
    let entry = listing(&path).entries.remove(0);
    let mut pieces = shinglescope::corpus::read::work(entry, &reading);
    assert!(pieces.next().is_some());
    std::fs::write(&path, rows(4_000)).unwrap();
    let last = pieces.last().unwrap();
    let Piece::Skip(skip) = last else {
        panic!("{last:?}")
    };
    assert_eq!(skip.reason, SkipReason::Changed);
    assert_eq!(skip.id, "rows.jsonl");
}

#[test]
fn a_file_that_has_become_a_pipe_or_a_link_is_not_read() {
    let work = Work::new();
    let other = work.path().join("private.txt");
    std::fs::write(&other, rows(3)).unwrap();
    let names = ["rows.jsonl", "plain.txt"];
    for (name, is_link) in names
        .into_iter()
        .flat_map(|name| [(name, false), (name, true)])
    {
        let path = work.corpus().join(name);
        std::fs::write(&path, rows(3)).unwrap();
        let listing = listing(&path);
        std::fs::remove_file(&path).unwrap();
        if is_link {
            std::os::unix::fs::symlink(&other, &path).unwrap();
        } else {
            pipe(&path);
        }
        let (done, when) = std::sync::mpsc::channel();
        std::thread::spawn(move || done.send(read(listing)));
        let read = when.recv_timeout(Duration::from_secs(20));
        let read = read.expect("the reader does not wait");
        let reason = read.into_iter().next().unwrap().unwrap_err();
        assert_eq!(reason, SkipReason::Changed, "{name}");
        std::fs::remove_file(&path).unwrap();
    }
}

fn pipe(path: &Path) {
    let made = std::process::Command::new("mkfifo").arg(path).status();
    assert!(made.unwrap().success());
}

/// A pipe named on the command line is read: `compare <(…) <(…)`.
#[test]
fn a_pipe_given_on_the_command_line_is_read() {
    let work = Work::new();
    let text = words(1, 60).join(" ");
    work.write("a.txt", &text);
    let named = work.path().join("pipe");
    pipe(&named);
    for ask in [
        "compare pipe corpus/a.txt --format jsonl",
        "query pipe --in corpus --in-memory --format jsonl",
    ] {
        let writer = {
            let (named, text) = (named.clone(), text.clone());
            std::thread::spawn(move || std::fs::write(named, text).unwrap())
        };
        let ran = work.ran_well(ask);
        assert!(ran.out.contains("\"jaccard\":1"), "{}", ran.out);
        writer.join().unwrap();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn paths_that_are_not_utf8_can_be_compared_and_queried() {
    use std::os::unix::ffi::OsStrExt;
    let work = Work::new();
    let text = words(1, 60).join(" ");
    work.write("a.txt", &text);
    let name = std::ffi::OsStr::from_bytes(b"n\xff.txt");
    std::fs::write(work.path().join(name), &text).unwrap();
    for (command, rest) in [
        ("compare", &["corpus/a.txt", "--format", "jsonl"][..]),
        (
            "query",
            &["--in", "corpus", "--in-memory", "--format", "jsonl"],
        ),
    ] {
        let output = work.program().arg(command).arg(name).args(rest).output();
        let ran = Ran::from_output(&output.unwrap());
        assert_eq!(ran.status, Some(0), "{}", ran.talk);
        assert!(ran.out.contains("\"jaccard\":1"), "{}", ran.out);
    }
}

#[test]
fn names_that_look_the_same_are_distinguished_and_reported() {
    use std::os::unix::ffi::OsStrExt;
    let work = Work::new();
    for name in [b"\xff.txt", b"\xfe.txt", b"\xfd.txt"] {
        let name = std::ffi::OsStr::from_bytes(name);
        std::fs::write(work.corpus().join(name), words(1, 60).join(" ")).unwrap();
    }
    for options in [&["--in-memory"][..], &["--index", "index"]] {
        let ran = work.run(&[&["pairs", "corpus", "--format", "csv"], options].concat());
        assert_eq!(ran.rows().len(), 3, "{}", ran.out);
        let message = "2 files have the names of others";
        assert!(ran.talk.contains(message), "{}", ran.talk);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_query_that_waits_for_its_text_ends_at_the_first_signal() {
    use rustix::process::Signal;
    let work = Work::new();
    work.write("a.txt", words(1, 50).join(" "));
    let pipe = work.path().join("pipe");
    self::pipe(&pipe);
    // Held open for writing, so that the program waits for bytes that never come.
    let _writer = std::fs::File::options().read(true).write(true).open(&pipe);
    let mut child = work.spawn(&["query", "pipe", "--in", "corpus", "--in-memory"]);
    let opened = || {
        let files = std::fs::read_dir(format!("/proc/{}/fd", child.id()));
        let mut files = files.into_iter().flatten().flatten();
        files.any(|file| std::fs::read_link(file.path()).is_ok_and(|path| path == pipe))
    };
    let begun = Instant::now();
    while !opened() {
        assert!(
            begun.elapsed() < Duration::from_secs(60),
            "it does not open the pipe"
        );
        std::thread::yield_now();
    }
    crate::support::signal(&child, Signal::TERM);
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "it does not end");
        std::thread::yield_now();
    };
    assert_eq!(status.code(), Some(130));
}
