//! Masses of near-copies: form letters that differ in one word, a mail archive whose messages end in one footer, and
//! texts made of common blocks. Cost and memory of the commands, growth, time until the first rows, size of the index,
//! time from a key to its frame, and from SIGTERM to the end.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use fastrand::Rng;

use super::keys;
use super::rows::{self, BenchmarkRow};
use super::setup::is_short;
use super::tasks::{Job, Task, measure};
use super::watched::{self, End, Run};

/// The text of a document by its number.
type Text = fn(usize) -> String;

/// Number of rows after which a reader such as `head` closes the pipe.
const HEAD: usize = 1000;

/// Measures all corpora and prints the rows of each when they are complete; copied text also in each of `folders`.
pub fn bench(folders: Vec<PathBuf>) -> anyhow::Result<()> {
    let size = |documents: usize| {
        if is_short() {
            documents / 20
        } else {
            documents
        }
    };
    let folder = tempfile::tempdir()?;
    rows::print(&letters(folder.path(), [size(25_000), size(100_000)])?);
    let kinds: [(&str, Text, &str); 2] = [
        ("letters", letter, "<= 1,000 MB"),
        ("messages", message, "<= 600 MB"),
    ];
    for (name, text, max) in kinds {
        let path = write(folder.path(), name, size(20_000), text)?;
        let what = format!("{} {name}: screens", size(20_000));
        let index = folder.path().join(format!("index of {name}"));
        rows::print(&screens(&what, &path, &index, max)?);
    }
    let made_up = write(folder.path(), "texts", size(2500), of_blocks)?;
    for path in std::iter::once(made_up).chain(folders) {
        rows::print(&copied_text(&path)?);
    }
    Ok(())
}

/// The commands on form letters.
fn letters(folder: &Path, sizes: [usize; 2]) -> anyhow::Result<Vec<BenchmarkRow>> {
    let (mut table, mut costs) = (Vec::new(), Vec::new());
    for documents in sizes {
        let path = write(folder, "letters", documents, letter)?;
        let name = format!("{documents} letters");
        let commands: [(&[&str], usize, _); 4] = [
            (&["clusters"], usize::MAX, "<= 15 CPU s"),
            (&["keep"], usize::MAX, "<= 15 CPU s"),
            (&["pairs", "--top", "10"], usize::MAX, "<= 20 CPU s"),
            (&["pairs"], HEAD, ""),
        ];
        for (command, max_rows, target) in commands {
            let arguments = with_path(command, &path);
            let run = watched::run(&arguments, max_rows)?;
            let what = format!("{name}: {}", command.join(" "));
            table.push(BenchmarkRow::new(&what, run.cpu, "CPU s").target(target));
            table.push(peak(&what, &run, "<= 1,000 MB"));
            if let Some(first) = run.first_row.filter(|_| max_rows == HEAD) {
                let what = format!("{what}, first of {} rows", run.rows);
                table.push(BenchmarkRow::new(what, first, "s by the clock").target("<= 5"));
            }
            if command == ["clusters"] {
                costs.push(run.cpu);
            }
            table.push(signals(&what, &arguments, run.wall)?);
        }
    }
    let exponent = (costs[1] / costs[0]).log(4.0);
    table.push(
        BenchmarkRow::new("growth: exponent of the documents", exponent, "").target("<= 1.2"),
    );
    Ok(table)
}

/// The screens on one corpus: size of the index, peak memory, time from a key to its frame, end by a signal.
fn screens(
    what: &str,
    path: &Path,
    index: &Path,
    max: &'static str,
) -> anyhow::Result<Vec<BenchmarkRow>> {
    let outcome = measure(&Job {
        paths: vec![path.to_owned()],
        threads: 2,
        task: Task::Index {
            folder: index.to_owned(),
            interactive: true,
        },
    })?;
    let text = path.metadata()?.len() as f64 / 1e6;
    let ratio = BenchmarkRow::new(format!("{what}, index"), outcome.disk as f64 / 1e6, "MB");
    let mut table = vec![ratio.over(text, "text").target("ratio <= 3")];
    let keys = keys::rows(vec![path.to_owned()], 2)?;
    table.extend(keys.into_iter().map(|row| BenchmarkRow {
        what: format!("{what}, {}", row.what),
        ..row
    }));
    let arguments = [path.display().to_string(), "--in-memory".to_owned()];
    let mut memory = 0;
    let max_seconds = outcome.wall * 2.0 + if is_short() { 1.0 } else { 10.0 };
    for (end, name, number) in [(End::Key, "q", 5), (End::Signal, "SIGTERM", 20)] {
        let mut worst: f64 = 0.0;
        for at in moments(max_seconds).take(number) {
            let (seconds, peak) = watched::stopped_screens(&arguments, at, end)?;
            (worst, memory) = (worst.max(seconds), memory.max(peak));
        }
        table.push(worst_end(what, name, worst));
    }
    table.push(
        BenchmarkRow::new(format!("{what}, peak memory"), memory as f64 / 1e6, "MB").target(max),
    );
    Ok(table)
}

/// The list of copied text, and its command.
fn copied_text(path: &Path) -> anyhow::Result<Vec<BenchmarkRow>> {
    let name = path.file_name().unwrap_or(path.as_os_str());
    let what = format!("copied text in {}", name.display());
    let [first, all] = keys::copied_text(vec![path.to_owned()], 2)?;
    let arguments = with_path(&["pairs", "--for", "copied-text"], path);
    let run = watched::run(&arguments, usize::MAX)?;
    let clock = |which: &str, seconds, target| {
        BenchmarkRow::new(format!("{what}, {which}"), seconds, "s by the clock").target(target)
    };
    let mut table = vec![
        clock("first screenful", first, "<= 5"),
        clock("all rows of the screen", all, "<= 60"),
        clock("command", run.wall, "<= 30"),
        peak(&format!("{what}, command"), &run, ""),
        BenchmarkRow::new(format!("{what}, rows"), run.rows as f64, ""),
    ];
    let progress = run.first_message.map(|at| clock("progress", at, "<= 1"));
    table.extend(progress);
    table.push(signals(&what, &arguments, run.wall)?);
    Ok(table)
}

/// Measures the longest time from SIGTERM to the end of a command that takes `wall` seconds.
fn signals(what: &str, arguments: &[String], wall: f64) -> anyhow::Result<BenchmarkRow> {
    let mut worst: f64 = 0.0;
    for at in moments(wall) {
        if let Some(seconds) = watched::stopped(arguments, at)? {
            worst = worst.max(seconds);
        }
    }
    Ok(worst_end(what, "SIGTERM", worst))
}

fn worst_end(what: &str, by: &str, seconds: f64) -> BenchmarkRow {
    let what = format!("{what}, worst end by {by}");
    BenchmarkRow::new(what, seconds, "s by the clock").target("<= 0.2")
}

/// Random moments in `wall` seconds.
fn moments(wall: f64) -> impl Iterator<Item = Duration> {
    let mut random = Rng::with_seed(7);
    let moments = if is_short() { 2 } else { 20 };
    (0..moments).map(move |_| Duration::from_secs_f64(0.05 + random.f64() * wall))
}

fn peak(what: &str, run: &Run, target: &'static str) -> BenchmarkRow {
    BenchmarkRow::new(format!("{what}, peak memory"), run.peak as f64 / 1e6, "MB").target(target)
}

fn with_path(command: &[&str], path: &Path) -> Vec<String> {
    let path = path.display().to_string();
    let words = command.iter().map(|word| (*word).to_owned());
    words.chain([path, "--in-memory".to_owned()]).collect()
}

/// A text of 200 words, one of which is unique.
fn letter(number: usize) -> String {
    let mut words: Vec<String> = (0..200).map(|at| format!("word{at}")).collect();
    words[number % 200] = format!("name{number}");
    words.join(" ")
}

/// A text of 60 unique words and a footer of 150 words.
fn message(number: usize) -> String {
    let unique = (0..60).map(|at| format!("own{} ", number * 60 + at));
    let footer = (0..150).map(|at| format!("footer{at} "));
    unique.chain(footer).collect()
}

/// A text of 100 unique words and 3 of 60 blocks of 150 words, such as licences.
fn of_blocks(number: usize) -> String {
    let mut random = Rng::with_seed(number as u64);
    let unique = (0..100).map(|at| format!("own{} ", number * 100 + at));
    let blocks: Vec<usize> = (0..3).map(|_| random.usize(0..60)).collect();
    let blocks = blocks
        .into_iter()
        .flat_map(|block| (0..150).map(move |at| format!("block{block}word{at} ")));
    unique.chain(blocks).collect()
}

fn write(folder: &Path, name: &str, documents: usize, text: Text) -> anyhow::Result<PathBuf> {
    let mut lines = String::new();
    for number in 0..documents {
        writeln!(lines, r#"{{"text":"{}"}}"#, text(number))?;
    }
    let path = folder.join(format!("{name}{documents}.jsonl"));
    std::fs::write(&path, lines)?;
    Ok(path)
}
