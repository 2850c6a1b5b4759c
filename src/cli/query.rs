//! `query`: the neighbours of a text that need not be in the corpus.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::Context;
use clap::Args;
use serde_json::{Map, Value, json};

use super::args::common::{Output, threshold};
use super::context::{CommandContext, MadeFrom, RunCommand, files_or_rows};
use super::pairs;
use super::settings::{BridgingArgs, QuerySettings, SettingsArgs};
use super::texts::{self, SingleDocument};
use crate::base::{Cancel, units};
use crate::config::Purpose;
use crate::corpus::extract::LeftOut;
use crate::corpus::read::{self, Work};
use crate::corpus::{self, Entry, SkipReason, Source, decode};
use crate::engine::message::Neighbour;
use crate::engine::views::{self, Measured};
use crate::evidence::{Evidence, FREQUENCY_WIDTH, order};
use crate::index::{Collection, ComparedWith, ShingleFrequency};
use crate::mask::Masked;
use crate::report::{Cell, Format, Row, Writer};
use crate::settings::{Reading, Settings};
use crate::similarity::Measure;
use crate::similarity::bridge::{Bridging, bridged_passages};

/// The first column is for several texts, the last three are with `--passages`.
const COLUMNS: [&str; 12] = [
    "query",
    "document",
    "estimate",
    "interval_low",
    "interval_high",
    "jaccard",
    "containment_query_in_document",
    "containment_document_in_query",
    "shared",
    "words",
    "longest",
    "passages",
];

/// A text and where to look for its like.
#[derive(Clone, Debug, Args)]
pub struct Query {
    /// Files and folders, or - for standard input. Of several texts, the first column says which
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<OsString>,
    /// The corpus to look in; an index of it answers as it stands (--in-memory reads the corpus)
    #[arg(long = "in", value_name = "PATH", required = true)]
    pub within: Vec<PathBuf>,
    /// Print neighbours at or above this exact similarity, as 0.8 or 80% (0 with --for copied-text too, which lists every
    /// text that shares anything)
    #[arg(long, short, value_name = "J", default_value_t = 0.0, default_value_if("for", "copied-text", "0"), value_parser = threshold)]
    pub threshold: f64,
    /// Print also the words, the longest and the number of the passages that each neighbour shares
    #[arg(long)]
    pub passages: bool,
    /// The question, and what the threshold applies to and the order follows.
    #[command(flatten)]
    pub search: QuerySettings,
    /// What a passage is.
    #[command(flatten)]
    pub bridging: BridgingArgs,
    /// Settings that change figures.
    #[command(flatten)]
    pub settings: SettingsArgs,
    /// How results are written.
    #[command(flatten)]
    pub output: Output,
}

impl RunCommand for Query {
    fn run(&self, context: &CommandContext<'_>) -> anyhow::Result<()> {
        let Masked {
            collection, finder, ..
        } = context.searched(&self.within, &self.settings)?;
        if let Some(classes) = collection.classes() {
            let which = match classes.against() {
                ComparedWith::All => "every document",
                ComparedWith::New => "every document that is not of the archive",
                ComparedWith::Archive => "every document of the archive",
            };
            context.talk.say(&format!(
                "a text that is looked for is of no group and no archive: {which} may be a neighbour"
            ));
        }
        let settings = collection.settings();
        let several = self.files.len() > 1 || self.files.iter().any(|file| is_folder(file));
        let mut not_read = NotRead::default();
        let files = context
            .listening
            .ending_at_once(|| files(&self.files, &settings.reading, &mut not_read))?;
        let mut texts = Vec::new();
        for file in files {
            let name = file.name();
            let read = || file.read(settings);
            match context.listening.ending_at_once(read) {
                Ok(document) => {
                    context.say_left_out_of(name.as_ref(), document.left_out);
                    texts.push((name, document.source));
                }
                Err(Failure::Listed(reason)) => not_read.add(&name, &reason),
                Err(Failure::Named(error)) if several => {
                    not_read.failures += 1;
                    context.talk.say(&format!("not compared: {error:#}"));
                }
                Err(Failure::Named(error)) => return Err(error),
            }
        }
        not_read.say(context);
        anyhow::ensure!(!texts.is_empty(), "there is no text to look for");
        let options = json!({ "threshold": self.threshold, "measure": self.measure().name() });
        let to = context.described(
            "query",
            &MadeFrom::Corpus(&collection),
            options,
            self.output,
        )?;
        let from = usize::from(!several);
        let to_column = COLUMNS.len() - if self.passages { 0 } else { 3 };
        let mut writer = Writer::new(to, &COLUMNS[from..to_column])?;
        let write = || -> anyhow::Result<usize> {
            let mut rows = 0;
            for (name, text) in texts {
                let centre = texts::measured(text, settings, finder.as_deref())?;
                let neighbours = self.neighbours(&collection, &centre, context.cancel);
                for neighbour in &neighbours {
                    let name = several.then(|| Cell::text(name.clone()));
                    writer.row(self.row(name, &collection, &centre, neighbour))?;
                }
                rows += neighbours.len();
            }
            writer.finish()?;
            Ok(rows)
        };
        let written = context.pool.install(write)?;
        context.cancel.check()?;
        if written == 0 {
            context
                .talk
                .say("no document shares a shingle with it at this threshold");
        }
        Ok(())
    }

    fn row_format(&self) -> Option<(Format, bool)> {
        Some((self.output.format, false))
    }
}

impl Query {
    fn measure(&self) -> Measure {
        self.search.config.method_config.measure
    }

    /// The documents of `collection` that share a shingle with a text and reach the threshold: near-duplicates by similarity,
    /// copied text by how much of the text a document explains.
    fn neighbours(
        &self,
        collection: &Collection,
        text: &Measured,
        cancel: &Cancel,
    ) -> Vec<Neighbour> {
        let neighbours = views::neighbours(collection, text, None, usize::MAX, cancel);
        let (mut neighbours, _) = neighbours.unwrap_or_default();
        let score = |n: &Neighbour| self.measure().similarity(&n.overlap);
        neighbours.retain(|n| score(n) >= self.threshold);
        match self.search.config.purpose {
            Purpose::NearDuplicates => neighbours.sort_by(|a, b| score(b).total_cmp(&score(a))),
            Purpose::CopiedText => {
                let bridging = &self.bridging.config.bridging;
                by_explanation(collection, &text.hashes, bridging, &mut neighbours);
            }
        }
        neighbours
    }

    /// The cells of a neighbour of `text`, after the `name` of the text where there are several.
    fn row(
        &self,
        name: Option<Cell>,
        collection: &Collection,
        text: &Measured,
        neighbour: &Neighbour,
    ) -> Row {
        let mut row = Vec::from_iter(name);
        row.push(Cell::text(collection.printed_id(neighbour.doc)));
        row.extend(pairs::estimated(&neighbour.estimate));
        row.extend(pairs::exact(neighbour.overlap));
        if self.passages {
            let terms = collection.terms(neighbour.doc);
            let bridging = &self.bridging.config.bridging;
            let evidence =
                Evidence::from_passages(&bridged_passages(&text.hashes, &terms, bridging));
            let counts = [evidence.words(), evidence.longest, evidence.passages];
            row.extend(counts.map(|n| Cell::Count(n.into())));
        }
        row
    }
}

/// Reads the query text from a file, or from standard input for `-`. What is too large, empty or binary
/// is refused from both.
pub fn text(file: &OsStr, settings: &Settings) -> anyhow::Result<SingleDocument> {
    if file != "-" {
        return texts::file(Path::new(file), settings);
    }
    let mut bytes = Vec::new();
    let limit = settings.reading.max_bytes;
    io::stdin()
        .take(limit + 1)
        .read_to_end(&mut bytes)
        .context("cannot read standard input")?;
    if bytes.len() as u64 > limit {
        anyhow::bail!(
            "standard input is {}",
            SkipReason::TooLarge(limit + 1, limit)
        );
    }
    // As for a file.
    if bytes.is_empty() {
        anyhow::bail!("standard input is {}", SkipReason::Empty);
    }
    if decode::is_binary(&bytes) {
        anyhow::bail!("standard input is {}", SkipReason::Binary);
    }
    let mut lines = bytes.split(|byte| *byte == b'\n');
    let first = lines.find(|line| !line.trim_ascii().is_empty());
    let is_row = |line: &[u8]| serde_json::from_slice::<Map<String, Value>>(line).is_ok();
    if first.is_some_and(is_row) {
        anyhow::bail!(
            "standard input is rows of JSON, and one text is asked for: give the text alone"
        );
    }
    let text: Arc<str> = decode::decode(bytes, None).0.into();
    Ok(SingleDocument {
        source: text.into(),
        left_out: LeftOut::default(),
    })
}

/// Orders neighbours by how much of the query they explain.
fn by_explanation(
    collection: &Collection,
    query: &[u64],
    bridging: &Bridging,
    neighbours: &mut [Neighbour],
) {
    let terms: Vec<_> = neighbours.iter().map(|n| collection.terms(n.doc)).collect();
    let docs = neighbours.iter().map(|n| n.doc);
    let others: Vec<(_, &[u64])> = docs.zip(terms.iter().map(|terms| &**terms)).collect();
    let frequency = ShingleFrequency::new(collection, FREQUENCY_WIDTH, &Cancel::default());
    let explained = order::neighbours(query, &others, frequency.as_ref(), bridging);
    let rank: HashMap<_, _> = explained
        .iter()
        .zip(0..)
        .map(|(e, at)| (e.doc, at))
        .collect();
    neighbours.sort_by_key(|n| rank.get(&n.doc).copied().unwrap_or(usize::MAX));
}

/// Why a file of rows or members is not looked for.
const SEVERAL: &str = "it holds several texts, and a query is one: save each as a file";

/// What of the given files and folders is not looked for.
#[derive(Debug, Default)]
struct NotRead {
    /// The folders.
    folders: Vec<String>,
    /// Number of files of folders that were not read, for whatever reason.
    listed: u64,
    /// Number of files of folders that hold several texts, which a corpus may have.
    several: u64,
    /// Number of files that should have been read, for `--strict`.
    failures: u64,
    /// A sentence for each of the first files of folders that should have been read.
    sentences: Vec<String>,
}

impl NotRead {
    /// Most files that are named one by one.
    const NAMED: usize = 10;

    /// Counts the file `name` of a folder.
    fn add(&mut self, name: &str, reason: &SkipReason) {
        match reason {
            SkipReason::Unsupported(why) if why == SEVERAL => self.several += 1,
            _ => self.listed += 1,
        }
        if !reason.is_failure() {
            return;
        }
        self.failures += 1;
        if self.sentences.len() < Self::NAMED {
            self.sentences
                .push(format!("not compared: {name}: {reason}"));
        }
    }

    /// Says what is not looked for, and counts it as unread.
    fn say(&self, context: &CommandContext<'_>) {
        for sentence in &self.sentences {
            context.talk.say(sentence);
        }
        if self.listed > 0 {
            context.talk.say(&format!(
                "{} not read; `shinglescope skipped {}` lists them with the reason",
                files_or_rows(self.listed),
                self.folders.join(" ")
            ));
        }
        if self.several > 0 {
            let files = units::counted(self.several, "file holds", "files hold");
            context.talk.say(&format!(
                "{files} several texts, and a query is one: save each as a file"
            ));
        }
        context.unread.fetch_add(self.failures, Ordering::Relaxed);
    }
}

/// A text to look for.
#[derive(Debug)]
enum File {
    /// A file that the user names, or `-`.
    Named(OsString),
    /// A file of a folder: its path below the folder's name, and the entry.
    Listed(String, Entry),
}

/// Why a text was not read.
enum Failure {
    /// A file that the user names; the error names it too.
    Named(anyhow::Error),
    /// A file of a folder.
    Listed(SkipReason),
}

impl File {
    fn name(&self) -> String {
        match self {
            File::Named(file) => file.to_string_lossy().into_owned(),
            File::Listed(name, _) => name.clone(),
        }
    }

    fn read(self, settings: &Settings) -> Result<SingleDocument, Failure> {
        match self {
            File::Named(file) => text(&file, settings).map_err(Failure::Named),
            File::Listed(_, entry)
                if { crate::corpus::content::form_of_entry(&entry, &settings.reading) }
                    .is_ok_and(|form| form.format.has_rows()) =>
            {
                Err(Failure::Listed(SkipReason::Unsupported(SEVERAL.to_owned())))
            }
            File::Listed(_, entry) => read::document(Work::File(entry), &settings.reading)
                .map(SingleDocument::from)
                .map_err(|skipped| Failure::Listed(skipped.reason)),
        }
    }
}

fn is_folder(file: &OsStr) -> bool {
    file != "-" && Path::new(file).is_dir()
}

/// The files themselves, and those of folders in the order of their paths. What a folder has beside them is
/// added to `not_read`.
fn files(
    paths: &[OsString],
    reading: &Reading,
    not_read: &mut NotRead,
) -> anyhow::Result<Vec<File>> {
    let mut files = Vec::new();
    for file in paths {
        if !is_folder(file) {
            files.push(File::Named(file.clone()));
            continue;
        }
        let name = |id: &str| Path::new(file).join(id).to_string_lossy().into_owned();
        let source = Source::Paths(vec![file.into()]);
        let listing = corpus::discover(&source, reading, |_| true)?;
        not_read.folders.push(file.to_string_lossy().into_owned());
        for skipped in listing.skipped {
            not_read.add(&name(&skipped.id), &skipped.reason);
        }
        let entries = listing.entries.into_iter();
        files.extend(entries.map(|entry| File::Listed(name(&entry.id), entry)));
    }
    Ok(files)
}
