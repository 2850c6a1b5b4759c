//! The steps of `worker`: each by itself, all of them as a chain that finds what the method `lsh` finds locally, and
//! input that is truncated, no stream, or of another job.

mod bad;
mod chain;
mod scale;

use std::io::Write;
use std::process::Stdio;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, Int64Type};
use arrow_array::{ArrayRef, BinaryArray, Int64Array, RecordBatch, StringArray};
use arrow_ipc::reader::StreamReader;
use arrow_ipc::writer::StreamWriter;
use serde_json::Value;

use crate::support::{Work, args_of, edited};

/// The result of a step.
struct Answered {
    status: Option<i32>,
    batches: Vec<RecordBatch>,
    bytes: Vec<u8>,
    talk: String,
}

impl Answered {
    /// The last line of standard error, which is JSON.
    fn report(&self) -> Value {
        let line = self.talk.lines().last().unwrap_or_default();
        serde_json::from_str(line).unwrap_or_else(|_| panic!("no report: {}", self.talk))
    }

    fn longs(&self, column: usize) -> Vec<i64> {
        let columns = self.batches.iter().map(|batch| batch.column(column));
        let values = columns.flat_map(|c| c.as_primitive::<Int64Type>().values().to_vec());
        values.collect()
    }

    fn ints(&self, column: usize) -> Vec<i32> {
        let columns = self.batches.iter().map(|batch| batch.column(column));
        let values = columns.flat_map(|c| c.as_primitive::<Int32Type>().values().to_vec());
        values.collect()
    }

    fn sketches(&self) -> Vec<Vec<u8>> {
        let columns = self.batches.iter().map(|batch| batch.column(4));
        let values = columns.flat_map(|c| {
            let sketches = c.as_binary::<i32>().iter();
            sketches.map(|s| s.unwrap().to_vec()).collect::<Vec<_>>()
        });
        values.collect()
    }
}

/// Runs `worker` with these arguments and this input.
fn worker(words: &[&str], input: &[u8]) -> Answered {
    let work = Work::new();
    let mut child = work
        .program()
        .arg("worker")
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let output = std::thread::scope(|scope| {
        // Writing fails if the worker refuses its input.
        scope.spawn(move || drop(stdin.write_all(input)));
        child.wait_with_output().unwrap()
    });
    let batches = StreamReader::try_new(&output.stdout[..], None);
    let batches = batches.map_or_else(|_| Vec::new(), |r| r.map_while(Result::ok).collect());
    Answered {
        status: output.status.code(),
        batches,
        bytes: output.stdout,
        talk: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// As [`worker`]; the step must succeed and report the number of its rows.
fn done(words: &[&str], input: &[u8]) -> Answered {
    let answered = worker(words, input);
    assert_eq!(answered.status, Some(0), "{words:?}: {}", answered.talk);
    let rows: usize = answered.batches.iter().map(RecordBatch::num_rows).sum();
    assert_eq!(answered.report()["rows_out"], rows as u64);
    answered
}

/// A stream of batches of `size` rows.
fn stream(columns: &[(&str, ArrayRef)], size: usize) -> Vec<u8> {
    let batch = RecordBatch::try_from_iter(columns.iter().map(|(n, c)| (*n, c.clone()))).unwrap();
    let mut out = Vec::new();
    let mut writer = StreamWriter::try_new(&mut out, &batch.schema()).unwrap();
    for begin in (0..batch.num_rows()).step_by(size) {
        let length = size.min(batch.num_rows() - begin);
        writer.write(&batch.slice(begin, length)).unwrap();
    }
    writer.finish().unwrap();
    drop(writer);
    out
}

fn longs(values: impl IntoIterator<Item = i64>) -> ArrayRef {
    Arc::new(Int64Array::from_iter_values(values))
}

fn texts<T: AsRef<str>>(values: impl IntoIterator<Item = T>) -> ArrayRef {
    Arc::new(StringArray::from_iter_values(values))
}

fn bytes(values: &[Vec<u8>]) -> ArrayRef {
    Arc::new(BinaryArray::from_iter_values(values))
}

/// A stream of documents.
fn documents(rows: &[(i64, &str)]) -> Vec<u8> {
    let docs = longs(rows.iter().map(|row| row.0));
    stream(
        &[("doc", docs), ("text", texts(rows.iter().map(|row| row.1)))],
        100,
    )
}

#[test]
fn the_config_file_of_the_settings_gives_the_same_settings() {
    let work = Work::new();
    work.write("a.txt", "some words of a text")
        .write("b.txt", "some words of a text");
    let json = |bytes: &[u8]| -> serde_json::Value { serde_json::from_slice(bytes).unwrap() };
    for (n, line) in [
        "",
        "--k 3 --permutations 128 --bits 8 -t 0.7 --set drop-stopwords=en,de --max-size 1",
        "--unit char --seed 7 --bag --fold-confusables --set bands=10x4 --set drop-numbers=true",
    ]
    .into_iter()
    .enumerate()
    {
        let words = args_of(line);
        let answered = worker(&[&["settings"], &words[..]].concat(), b"");
        assert_eq!(answered.status, Some(0), "{words:?}: {}", answered.talk);
        let settings = json(&answered.bytes);
        // The config file that a job leaves.
        work.write("../settings.toml", settings["config"].as_str().unwrap());
        let meta = format!("meta{n}.json");
        let pairs = ["pairs", "corpus", "--config", "settings.toml"];
        let ran = work.run(&[&pairs[..], &["--in-memory", "--meta", &meta]].concat());
        assert_eq!(ran.status, Some(0), "{words:?}: {}", ran.talk);
        let meta = json(&std::fs::read(work.path().join(meta)).unwrap());
        for part in ["normalisation", "sketching"] {
            assert_eq!(meta["settings"][part], settings[part], "{words:?}");
        }
        assert_eq!(
            meta["settings"]["reading"]["max_bytes"], settings["max_bytes"],
            "{words:?}"
        );
    }
}

#[test]
fn sketches_do_not_depend_on_batches_and_threads() {
    let made: Vec<String> = (0..50).map(|i| edited(i % 20, 80, 0)).collect();
    let rows: Vec<(i64, &str)> = (0..).zip(made.iter().map(String::as_str)).collect();
    let columns = [
        ("doc", longs(rows.iter().map(|row| row.0))),
        ("text", texts(&made)),
    ];
    let one = done(&["sketch", "--threads", "1"], &stream(&columns, 7));
    let two = done(&["sketch", "--threads", "2"], &stream(&columns, 100));
    assert_eq!(one.sketches(), two.sketches());
    assert_eq!(one.longs(0), Vec::from_iter(0..50));
    let (high, low, sizes) = (one.longs(1), one.longs(2), one.longs(3));
    for (i, text) in made.iter().enumerate() {
        for (j, other) in made.iter().enumerate() {
            assert_eq!((high[i], low[i]) == (high[j], low[j]), text == other);
        }
        assert!((70..78).contains(&sizes[i]));
        assert_eq!(one.sketches()[i].len(), 800);
    }
    assert_eq!(one.report()["step"], "sketch");
    assert_eq!(one.report()["rows_in"], 50);
}

#[test]
fn documents_without_terms_have_size_0_and_a_stream_may_be_empty() {
    let some = done(&["sketch"], &documents(&[(4, ""), (5, "..."), (6, "a b")]));
    assert_eq!(some.longs(3), [0, 0, 1]);
    for step in ["sketch", "join"] {
        let none = done(&[step], &documents(&[]));
        assert_eq!(none.report()["rows_in"], 0);
        assert_eq!(none.report()["rows_out"], 0);
    }
}

#[test]
fn two_documents_share_the_key_of_a_band_if_their_sketches_agree_in_it() {
    let (a, b) = (edited(1, 200, 0), edited(1, 200, 40));
    let sketched = done(&["sketch"], &documents(&[(7, &a), (9, &b)]));
    let sketches = sketched.sketches();
    let input = stream(&[("doc", longs([7, 9])), ("sketch", bytes(&sketches))], 10);
    let bands = done(&["bands", "--set", "bands=50x4"], &input);
    let (keys, docs) = (bands.longs(0), bands.longs(1));
    assert_eq!(docs, [[7; 50], [9; 50]].concat());
    let mut agreeing = 0;
    for band in 0..50 {
        let values = band * 16..(band + 1) * 16;
        let agree = sketches[0][values.clone()] == sketches[1][values];
        assert_eq!(keys[band] == keys[50 + band], agree);
        agreeing += usize::from(agree);
    }
    assert!((1..50).contains(&agreeing));
    let distinct: std::collections::BTreeSet<i64> = keys[..50].iter().copied().collect();
    assert_eq!(distinct.len(), 50, "the number of the band is in the key");
}

#[test]
fn pairs_at_the_threshold_are_written_with_their_figures() {
    let [a, b, c] = [edited(1, 200, 0), edited(1, 200, 50), edited(2, 200, 0)];
    let columns = [
        ("a", longs([1, 1, 1])),
        ("b", longs([2, 3, 4])),
        ("text_a", texts([&a, &a, &a])),
        ("text_b", texts([&b, &c, &a])),
    ];
    let verified = done(&["verify"], &stream(&columns, 2));
    assert_eq!(verified.longs(1), [2, 4]);
    // Four words differ, each in four shingles.
    let (sizes, shared) = (verified.longs(3), verified.longs(2));
    assert_eq!(shared[1], sizes[1]);
    assert!(sizes[0] - shared[0] <= 16 && shared[0] < sizes[0]);
    assert_eq!(verified.ints(5)[1], 200);
    assert!((100..200).contains(&verified.ints(5)[0]));
    let none = done(&["verify", "--threshold", "1"], &stream(&columns, 2));
    assert_eq!(none.longs(1), [4]);
}
