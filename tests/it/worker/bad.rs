//! Invalid input of worker steps: the step fails, its message names the problem, and its output has no end marker.

use std::sync::Arc;

use arrow_array::{ArrayRef, LargeStringArray};
use arrow_ipc::reader::StreamReader;

use super::{Answered, bytes, documents, done, longs, stream, texts, worker};
use crate::support::{Work, args_of, edited};

/// The end of an Arrow IPC stream.
const END: [u8; 8] = [0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0];

/// Runs [`worker`] and asserts that it fails with `message`.
fn refused(words: &[&str], input: &[u8], message: &str) -> Answered {
    let answered = worker(words, input);
    assert_eq!(answered.status, Some(1), "{words:?}: {}", answered.talk);
    assert!(answered.talk.contains(message), "{}", answered.talk);
    assert!(!answered.talk.contains("rows_out"), "{}", answered.talk);
    assert!(!answered.bytes.ends_with(&END), "the output has an end");
    answered
}

#[test]
fn input_that_is_no_arrow_stream_is_refused() {
    let parquet = b"PAR1\x15\x04\x15\x10\x15\x14";
    let long = vec![0xa5; 1 << 16];
    let negative = [&[0xff; 8][..], &[0; 64]].concat();
    for input in [&b""[..], b"hello", parquet, &long, &negative] {
        let message = "worker sketch: standard input is not an Arrow IPC stream";
        refused(&["sketch"], input, message);
    }
}

#[test]
fn a_stream_that_is_cut_off_anywhere_is_refused() {
    let made: Vec<String> = (0..30).map(|i| edited(i, 40, 0)).collect();
    let columns = [("doc", longs(0..30)), ("text", texts(&made))];
    let input_bytes = stream(&columns, 10);
    let answered = done(&["sketch"], &input_bytes);
    assert_eq!(answered.report()["rows_in"], 30);
    // The end of the schema: the length of a stream without batches and without end marker.
    let schema = stream(&[("doc", longs([])), ("text", texts::<&str>([]))], 10).len() - END.len();
    let two = stream(&[("doc", longs(0..20)), ("text", texts(&made[..20]))], 10).len() - END.len();
    let marker = input_bytes.len() - END.len();
    for at in [
        schema,
        schema + 3,
        two,
        two + 3,
        two + 4,
        two + 100,
        marker,
        marker + 5,
    ] {
        // The reader of the library accepts some of these as complete.
        refused(&["sketch"], &input_bytes[..at], "breaks off");
    }
    let read = StreamReader::try_new(&input_bytes[..two], None).unwrap();
    let rows = read.map(|batch| batch.unwrap().num_rows());
    assert_eq!(rows.sum::<usize>(), 20);
    refused(
        &["sketch"],
        &input_bytes[..schema - 9],
        "not an Arrow IPC stream",
    );
}

#[test]
fn data_after_a_stream_is_refused() {
    let input_bytes = stream(
        &[("doc", longs([1, 2])), ("text", texts(["a b", "c d"]))],
        1,
    );
    for more in [&input_bytes[..], b"\n", &[0; 8]] {
        refused(&["sketch"], &[&input_bytes, more].concat(), "more follows");
    }
}

#[test]
fn invalid_columns_and_rows_are_named_in_the_message() {
    let one = |columns: &[(&str, ArrayRef)]| stream(columns, 1);
    let doc = || ("doc", longs([1]));
    let same = [
        ("a", longs([3])),
        ("b", longs([3])),
        ("text_a", texts(["x"])),
        ("text_b", texts(["x"])),
    ];
    for (step, input, message) in [
        (
            "sketch",
            one(&[doc(), ("body", texts(["a"]))]),
            "the input has no column \"text\" (string); its columns are: doc, body",
        ),
        (
            "sketch",
            one(&[doc(), ("text", longs([1]))]),
            "column \"text\" of the input is Int64, not string",
        ),
        (
            "bands",
            one(&[doc(), ("sketch", bytes(&[vec![0; 12]]))]),
            "a sketch has 12 bytes where 800 are expected",
        ),
        (
            "pairs",
            one(&[("key", longs([2, 1])), ("doc", longs([1, 2]))]),
            "sort the input by key and doc",
        ),
        ("verify", one(&same), "document 3 is paired with itself"),
        (
            "join",
            documents(&[(8, "a b"), (8, "a b")]),
            "document 8 occurs twice in the input",
        ),
    ] {
        refused(&[step], &input, message);
    }
    let large: ArrayRef = Arc::new(LargeStringArray::from(vec!["a b c d e"]));
    done(&["sketch"], &one(&[doc(), ("text", large)]));
}

#[test]
fn the_output_of_another_job_is_refused() {
    let rows: Vec<(i64, String)> = (0..3).map(|i| (i, edited(1, 60, 20))).collect();
    let rows: Vec<(i64, &str)> = rows.iter().map(|row| (row.0, row.1.as_str())).collect();
    let sketched = done(&["sketch"], &documents(&rows));
    done(&["bands"], &sketched.bytes);
    let message = "with other settings or another build";
    refused(&["bands", "--threshold", "0.9"], &sketched.bytes, message);
    let settings = worker(&["settings"], b"");
    assert_eq!(settings.status, Some(0), "{}", settings.talk);
    let all: serde_json::Value = serde_json::from_slice(&settings.bytes).unwrap();
    let hash = all["settings"].as_str().unwrap();
    assert_eq!((&all["bands"], &all["rows"]), (&28.into(), &7.into()));
    assert_eq!(sketched.report()["settings"], hash);
    done(&["bands", "--expect", hash], &sketched.bytes);
    let message = "another build of the program, or the steps have other options";
    for words in [
        &["--expect", hash, "--seed", "3"][..],
        &["--expect", "0123"],
    ] {
        refused(&[&["bands"], words].concat(), &sketched.bytes, message);
    }
}

#[test]
fn options_that_a_worker_does_not_support_are_refused() {
    for (line, message) in [
        ("--method exact", "those of --method lsh"),
        ("--ignore-quotations", "remove sets"),
        ("--files-from missing", "remove options that select files"),
        ("--glob a*", "remove options that select files"),
        ("--type md", "remove options that select files"),
        ("--no-hidden", "remove options that select files"),
        ("--follow", "remove options that select files"),
        ("--dates missing", "remove options that select files"),
        ("--ids bare", "remove options that select files"),
        (
            "--for copied-text",
            "pairs --for copied-text, on one machine",
        ),
    ] {
        let words = [&["sketch"], &args_of(line)[..]].concat();
        refused(&words, &documents(&[]), message);
    }
    let work = Work::new();
    // A config file does not change what a node computes.
    std::fs::write(work.path().join("c.toml"), "[settings]\nk = 9\n").unwrap();
    let with = |words: &[&str]| {
        let ran = work.done(&[&["worker", "settings"], words].concat());
        ran.out
    };
    assert_eq!(with(&["--config", "c.toml"]), with(&[]));
    assert_ne!(with(&["--k", "9"]), with(&[]));
}

#[test]
fn a_damaged_stream_is_reported_in_one_line() {
    let made: Vec<String> = (0..12).map(|i| edited(i, 30, 0)).collect();
    let input_bytes = stream(&[("doc", longs(0..12)), ("text", texts(&made))], 6);
    // Bits of the schema and of the batch headers, which contain most of the structure.
    let mut state = 20_u64;
    let mut draw = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as usize % below
    };
    let mut undecodable = 0;
    for _ in 0..250 {
        let mut damaged = input_bytes.clone();
        let at = draw(damaged.len().min(900));
        damaged[at] ^= 1 << draw(8);
        let answered = worker(&["sketch"], &damaged);
        let talk = &answered.talk;
        assert!(
            !talk.contains("panicked") && !talk.contains("report"),
            "byte {at}: {talk}"
        );
        assert_eq!(talk.lines().count(), 1, "byte {at}: {talk}");
        match answered.status {
            // The values of rows may have changed.
            Some(0) => assert_eq!(answered.report()["rows_out"], 12),
            Some(1) => undecodable += u32::from(talk.contains("cannot be decoded")),
            other => panic!("byte {at}: {other:?} {talk}"),
        }
    }
    assert!(undecodable > 0, "no panic of the library was caught");
}
