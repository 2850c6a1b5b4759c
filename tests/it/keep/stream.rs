//! `keep -`: standard input as a stream.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use super::{line, read};
use crate::packed::forms::gzip;
use crate::support::{Ran, Work, args_of, assert_contains, edited};

/// Runs `keep -` on these bytes.
fn streamed(work: &Work, input: &[u8], more: &[&str]) -> Ran {
    work.run_on(input, &[&["keep", "-"], more].concat())
}

#[test]
fn a_stream_is_compared_by_estimates() {
    let work = Work::new();
    let (mut input, mut originals) = (String::new(), BTreeSet::new());
    for n in 0..400_u64 {
        // Every third document is a copy of one before, every tenth has no shingles.
        let seed = if n % 3 == 2 { 1000 + n } else { n / 3 };
        let text = if n % 10 == 9 {
            "...".to_owned()
        } else {
            edited(seed, 60, 0)
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
    assert_contains(&ran.talk, "standard error 0.028 at 0.8");
    assert_contains(&ran.talk, "1 file or row was not read and not passed on");
    // The same from a packed stream, into a file, with a list.
    let more = args_of("--out kept.jsonl --drop-list dropped.txt --threads 1");
    let ran = streamed(&work, &gzip(input.as_bytes()), &more);
    assert_eq!((ran.status, &*ran.out), (Some(0), ""), "{}", ran.talk);
    assert_eq!(read(&work.path().join("kept.jsonl")), kept);
    let listed = read(&work.path().join("dropped.txt"));
    let dropped: Vec<String> = (0..400)
        .filter(|n| !originals.contains(n))
        .map(|n| format!("stdin.jsonl#{n}\n"))
        .collect();
    assert_eq!(listed, dropped.concat());
    // Lines and list at once.
    let more = ["--drop-list", "again.txt"];
    let ran = streamed(&work, input.as_bytes(), &more);
    assert_eq!((ran.status, &ran.out), (Some(0), &kept), "{}", ran.talk);
    assert_eq!(read(&work.path().join("again.txt")), listed);
    // A second run drops nothing.
    let again = streamed(&work, kept.as_bytes(), &["--drop-list", "-"]);
    assert_eq!((again.status, again.out.as_str()), (Some(0), ""));
    let strict = streamed(&work, input.as_bytes(), &["--strict"]);
    assert_eq!(strict.status, Some(1));
}

#[test]
fn rows_with_one_id_are_distinguished() {
    let work = Work::new();
    let text_of = |seed| edited(seed, 60, 0);
    let input = [
        line("x", &text_of(1)),
        line("y", &text_of(2)),
        line("y", &text_of(1)),
        line("y~2", &text_of(2)),
        line("y", &text_of(3)),
    ];
    let input = input.map(|line| line + "\n").concat();
    let ran = streamed(&work, input.as_bytes(), &["--drop-list", "-"]);
    assert_eq!(ran.out, "stdin.jsonl#y~2\nstdin.jsonl#y~2~2\n");
}

#[test]
fn lines_of_utf_16_are_not_passed_on() {
    let work = Work::new();
    let input = line("1", "a b c d");
    let input: Vec<u8> = input.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let ran = streamed(&work, &[b"\xff\xfe", &input[..]].concat(), &[]);
    assert_eq!((ran.status, ran.out.as_str()), (Some(1), ""));
    assert_contains(&ran.talk, "convert it to UTF-8");
}

#[test]
fn kept_lines_are_printed_as_soon_as_they_are_read() {
    let work = Work::new();
    let mut child = work.spawn(&["keep", "-", "--quiet"]);
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
fn a_stream_without_documents_is_an_error_and_writes_nothing() {
    let work = Work::new();
    for input in ["", "some words\nof no JSON\n", "{\"text\":\"\"}\n"] {
        let ran = streamed(&work, input.as_bytes(), &["--out", "kept.jsonl"]);
        assert_eq!(ran.status, Some(1), "{input:?} {}", ran.talk);
        assert_contains(&ran.talk, "no document in standard input");
        assert_eq!(std::fs::read_dir(work.path()).unwrap().count(), 1);
    }
    let input = b"{\"text\":\"some words\"}\n";
    let ran = streamed(&work, input, &["--out", "kept.parquet"]);
    assert_eq!(ran.status, Some(1), "{}", ran.talk);
    assert_contains(&ran.talk, "ends in .jsonl");
}

#[cfg(target_os = "linux")]
#[test]
fn a_closed_pipe_ends_the_command_and_a_full_disk_is_reported() {
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
        let full = std::fs::File::options().write(true).open("/dev/full");
        let full = full.unwrap();
        let ran = Ran::from_output(&run(full.into()).wait_with_output().unwrap());
        assert_eq!(ran.status, Some(1), "{arguments:?}");
        assert_contains(&ran.talk, "No space left");
    }
}
