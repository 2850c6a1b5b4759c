//! Masses of near-copies: form letters that differ in one word, and a mail archive whose messages end in one footer. Cost
//! and memory of clusters and of the most similar neighbours, growth, size of the index, and the time from a key to
//! its frame.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::keys;
use super::rows::{self, Row};
use super::setup::is_short;
use super::tasks::{Job, Outcome, Task, measure};
use shinglescope::candidates::Method;

/// The text of a document by its number.
type Text = fn(usize) -> String;

/// Measures all of them and prints the table.
pub fn bench() -> anyhow::Result<()> {
    let of = |documents: usize| {
        if is_short() {
            documents / 20
        } else {
            documents
        }
    };
    let folder = tempfile::tempdir()?;
    let (mut table, mut costs) = (Vec::new(), Vec::new());
    for documents in [of(25_000), of(100_000)] {
        let path = write(folder.path(), "letters", documents, letter)?;
        let clusters = Task::Clusters {
            method: Box::new(Method::Auto.into()),
            in_memory: false,
        };
        let outcome = job(&path, clusters)?;
        costs.push(outcome.cpu);
        let what = format!("{documents} letters: clusters");
        table.extend(figures(&what, &outcome, ["<= 15 CPU s", "<= 1,000 MB"]));
        let outcome = job(&path, Task::Strongest { most: 10 })?;
        let what = format!("{documents} letters: 10 neighbours of each");
        table.extend(figures(&what, &outcome, ["<= 20 CPU s", "<= 1,000 MB"]));
    }
    let exponent = (costs[1] / costs[0]).log(4.0);
    table.push(Row::new("growth: exponent of the documents", exponent, "").target("<= 1.2"));
    let kinds: [(&str, Text); 2] = [("letters", letter), ("messages", message)];
    for (name, text) in kinds {
        let path = write(folder.path(), name, of(20_000), text)?;
        let index = Task::Index {
            folder: folder.path().join(format!("index of {name}")),
            interactive: true,
        };
        let outcome = job(&path, index)?;
        let size = path.metadata()?.len() as f64;
        let what = format!("{} {name}: screens", of(20_000));
        let ratio = Row::new(format!("{what}, index"), outcome.disk as f64 / 1e6, "MB");
        table.push(ratio.over(size / 1e6, "text").target("ratio <= 3"));
        table.extend(figures(&what, &outcome, ["", "<= 1,000 MB; messages 600"]));
        table.extend(keys::rows(vec![path], 2)?);
    }
    rows::print(&table);
    Ok(())
}

/// A text of 200 words of which one is its own.
fn letter(number: usize) -> String {
    let mut words: Vec<String> = (0..200).map(|at| format!("word{at}")).collect();
    words[number % 200] = format!("name{number}");
    words.join(" ")
}

/// A text of 60 words of its own and a footer of 150.
fn message(number: usize) -> String {
    let own = (0..60).map(|at| format!("own{} ", number * 60 + at));
    let footer = (0..150).map(|at| format!("footer{at} "));
    own.chain(footer).collect()
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

fn job(path: &Path, task: Task) -> anyhow::Result<Outcome> {
    measure(&Job {
        paths: vec![path.to_owned()],
        threads: 2,
        task,
    })
}

fn figures(what: &str, outcome: &Outcome, [cpu, peak]: [&'static str; 2]) -> Vec<Row> {
    let mut rows = vec![Row::new(what, outcome.cpu, "CPU s").target(cpu)];
    if let Some(bytes) = outcome.peak {
        let what = format!("{what}, peak memory");
        rows.push(Row::new(what, bytes as f64 / 1e6, "MB").target(peak));
    }
    rows
}
