//! Cost of large corpora: indexes of 100,000 and 1,000,000 documents, reopening them, a million files of one line,
//! methods on pages with boilerplate, and the tuning lab with k = 1.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::Context;
use rayon::prelude::*;
use tempfile::TempDir;

use super::corpus::temporary;
use super::job::{Change, Job, Outcome, Task};
use super::{Corpus, MadeUp, Row, Suite, child};
use crate::base::units::counted;
use crate::candidates::Method;
use crate::settings::Settings;
use crate::synth::Synth;

/// Words per document of the indexed corpora.
const WORDS: usize = 300;

/// Sites that the pages with boilerplate are of.
const SITES: usize = 300;

/// Files per folder of the corpus of small files.
const FILES_PER_FOLDER: usize = 1_000;

/// Targets of an index of one size.
#[derive(Clone, Copy, Debug, Default)]
struct Wanted {
    cpu: &'static str,
    peak: &'static str,
    disk: &'static str,
    first: &'static str,
    reopened: &'static str,
}

/// Number of documents of each large part.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    /// Documents of the two indexes, ascending.
    pub indexes: [usize; 2],
    /// Documents of one line, each in its own file.
    pub files: usize,
    /// Documents of 450 words for the tuning lab.
    pub lab: usize,
    /// Pages with boilerplate.
    pub pages: usize,
}

impl Sizes {
    /// The sizes that the targets are for.
    pub const TARGETS: Sizes = Sizes {
        indexes: [100_000, 1_000_000],
        files: 1_000_000,
        lab: 20_000,
        pages: 20_000,
    };
}

/// Measures large corpora, one run each.
pub struct Large<'a> {
    /// The `shinglescope` executable; measured work runs in processes of it.
    pub program: &'a Path,
    /// Threads; 0 for one per processor.
    pub threads: usize,
    /// Callback with a description of the current measurement.
    pub say: &'a dyn Fn(&str),
    /// Polled after every measured process; false cancels.
    pub should_continue: &'a dyn Fn() -> bool,
}

impl Large<'_> {
    /// Runs all measurements. Returns the larger indexed corpus as well, for further measurements.
    ///
    /// # Errors
    /// A corpus that cannot be written, a measured process that failed, cancellation.
    pub fn rows(&self, sizes: &Sizes) -> anyhow::Result<(Vec<Row>, MadeUp)> {
        let mut rows = self.lab(sizes.lab)?;
        rows.extend(self.pages(sizes.pages)?);
        rows.extend(self.files(sizes.files)?);
        let [small, large] = sizes.indexes;
        let wanted = Wanted {
            peak: "<= 1500",
            first: "<= 50",
            reopened: "<= 400",
            ..Wanted::default()
        };
        rows.extend(self.index(small, wanted)?.0);
        let wanted = Wanted {
            cpu: "<= 130",
            peak: "<= 2000",
            disk: "ratio <= 1.6",
            first: "<= 200",
            ..Wanted::default()
        };
        let (indexed, corpus) = self.index(large, wanted)?;
        rows.extend(indexed);
        Ok((rows, corpus))
    }

    /// The whole index, and opening it unchanged.
    fn index(&self, documents: usize, wanted: Wanted) -> anyhow::Result<(Vec<Row>, MadeUp)> {
        let size = counted(documents as u64, "document", "documents");
        (self.say)(&format!("index of {size}, and reopening it"));
        let made_up = MadeUp::write(&Synth::new(documents, WORDS, 0.1, 7))?;
        let corpus = made_up.corpus(Settings::default());
        let folder = temporary()?;
        let index = |waited_for| Task::Index {
            store: folder.path().join("store"),
            waited_for,
        };
        let whole = self.child(&corpus, self.threads, index(false))?;
        let again = self.child(&corpus, self.threads, index(true))?;
        let (first, _) = again.first_clusters.unwrap_or((again.wall, again.cpu));
        let megabytes = |bytes: u64| bytes as f64 / 1e6;
        let mut rows = vec![
            Row::new(format!("{size}: whole index"), whole.cpu, "CPU s").wanted(wanted.cpu),
            Row::new(format!("{size}: whole index"), whole.wall, "s by the clock"),
            Row::new(format!("{size}: on disk"), megabytes(whole.disk), "MB")
                .over(megabytes(made_up.bytes), "text")
                .wanted(wanted.disk),
            Row::new(
                format!("{size}: reopened: first clusters"),
                first * 1e3,
                "ms by the clock",
            )
            .wanted(wanted.first),
        ];
        rows.extend(peak(&format!("{size}: whole index"), &whole).map(|r| r.wanted(wanted.peak)));
        rows.extend(peak(&format!("{size}: reopened"), &again).map(|r| r.wanted(wanted.reopened)));
        Ok((rows, made_up))
    }

    /// Files of one line: pairs in memory, and the index.
    fn files(&self, files: usize) -> anyhow::Result<Vec<Row>> {
        let size = counted(files as u64, "file", "files");
        (self.say)(&format!(
            "{size} of one line: pairs in memory, and the index"
        ));
        let lines = write_lines(files)?;
        let corpus = Corpus {
            paths: vec![lines.path().to_owned()],
            settings: Settings::default(),
        };
        let task = Task::Clusters {
            method: Box::new(Method::Lsh.into()),
            files: false,
        };
        let in_memory = self.child(&corpus, self.threads, task)?;
        let folder = temporary()?;
        let task = Task::Index {
            store: folder.path().join("store"),
            waited_for: false,
        };
        let indexed = self.child(&corpus, self.threads, task)?;
        let mut rows = Vec::new();
        for (what, outcome, time, memory) in [
            ("pairs in memory", &in_memory, "<= 27.5", "<= 850"),
            ("whole index", &indexed, "<= 36", "<= 1150"),
        ] {
            let what = format!("{size} of one line: {what}");
            let row = Row::new(what.clone(), outcome.wall, "s by the clock");
            rows.push(row.wanted(time));
            rows.push(Row::new(what.clone(), outcome.cpu, "CPU s"));
            rows.extend(peak(&what, outcome).map(|row| row.wanted(memory)));
        }
        Ok(rows)
    }

    /// All figures of the lab with k = 1.
    fn lab(&self, documents: usize) -> anyhow::Result<Vec<Row>> {
        let size = counted(documents as u64, "document", "documents");
        let change = Change::SingleTerms;
        let what = format!("{size} of 450 words: {}", change.name());
        (self.say)(&what);
        let made_up = MadeUp::write(&Synth::new(documents, 450, 0.1, 7))?;
        let corpus = made_up.corpus(Settings::default());
        let outcome = self.child(&corpus, self.threads, Task::Lab(change))?;
        let lab = outcome.lab.context("the lab gave no times")?;
        let row = |which, seconds| Row::new(format!("{what}: {which}"), seconds, "s by the clock");
        Ok(vec![
            row("first figures", lab.first).wanted("<= 1"),
            row("all figures", lab.whole),
        ])
    }

    /// Winnowing and SimHash on pages with boilerplate, over the complete join.
    fn pages(&self, pages: usize) -> anyhow::Result<Vec<Row>> {
        let size = counted(pages as u64, "page", "pages");
        (self.say)(&format!("{size} with boilerplate"));
        let (_folder, corpus) = write_pages(pages)?;
        let suite = Suite {
            program: self.program,
            corpus: &corpus,
            threads: 1,
            runs: 1,
            say: self.say,
            should_continue: self.should_continue,
        };
        let named = |row: Row| {
            let wanted = if row.what.ends_with("winnow") {
                "<= 16"
            } else {
                ""
            };
            Row {
                what: format!("{size} with boilerplate: {}", row.what),
                ..row
            }
            .wanted(wanted)
        };
        Ok(suite.methods()?.into_iter().map(named).collect())
    }

    fn child(&self, corpus: &Corpus, threads: usize, task: Task) -> anyhow::Result<Outcome> {
        let job = Job {
            paths: corpus.paths.clone(),
            settings: corpus.settings.clone(),
            threads,
            task,
        };
        let outcome = child::measure(self.program, &job, self.should_continue);
        anyhow::ensure!((self.should_continue)(), "stopped");
        outcome
    }
}

fn peak(what: &str, outcome: &Outcome) -> Option<Row> {
    let row = |bytes: u64| Row::new(format!("{what}: peak memory"), bytes as f64 / 1e6, "MB");
    outcome.peak.map(row)
}

/// Writes pages of about 600 words to a new temporary folder: an article of 300 words between header, navigation, notice
/// and footer of one of 300 sites; a tenth of the articles are copies, and ten notices serve all sites.
///
/// # Errors
/// A folder or file that cannot be written.
fn write_pages(pages: usize) -> anyhow::Result<(TempDir, Corpus)> {
    let folder = temporary()?;
    let path = folder.path().join("pages.jsonl");
    let articles = Synth::new(pages, 300, 0.1, 7);
    let frames = Synth::new(3 * SITES, 80, 0.0, 8);
    let notices = Synth::new(10, 60, 0.0, 9);
    let write = || -> std::io::Result<()> {
        let mut out = BufWriter::new(File::create(&path)?);
        for page in 0..pages {
            let site = page % SITES;
            let frame = |part: usize| frames.text(3 * site + part);
            let (header, navigation, footer) = (frame(0), frame(1), frame(2));
            let (article, notice) = (articles.text(page), notices.text(site % 10));
            let text = [header, navigation, article, notice, footer].join("\n\n");
            let row = serde_json::json!({ "id": articles.id(page), "text": text });
            writeln!(out, "{row}")?;
        }
        out.flush()
    };
    write().with_context(|| format!("cannot write {}", path.display()))?;
    let corpus = Corpus {
        paths: vec![path],
        settings: Settings::default(),
    };
    Ok((folder, corpus))
}

/// Writes `files` texts of about twelve words, each to its own file, in a new temporary folder.
///
/// # Errors
/// A folder or file that cannot be written.
fn write_lines(files: usize) -> anyhow::Result<TempDir> {
    let folder = temporary()?;
    let synth = Synth::new(files, 12, 0.1, 7);
    let write = |from: usize| -> std::io::Result<()> {
        let part = folder
            .path()
            .join(format!("{:04}", from / FILES_PER_FOLDER));
        std::fs::create_dir(&part)?;
        for file in from..files.min(from + FILES_PER_FOLDER) {
            let line = synth.text(file).replace('\n', " ");
            std::fs::write(part.join(synth.id(file) + ".txt"), line)?;
        }
        Ok(())
    };
    let parts: Vec<usize> = (0..files).step_by(FILES_PER_FOLDER).collect();
    let written = parts.into_par_iter().try_for_each(write);
    written.with_context(|| format!("cannot write to {}", folder.path().display()))?;
    Ok(folder)
}
