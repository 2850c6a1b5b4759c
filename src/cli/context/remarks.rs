//! Notes on a corpus that matter for its figures: unread entries, which documents are compared, how tables were read.

use std::collections::{BTreeSet, HashSet};
use std::ffi::OsStr;
use std::path::Path;
use std::sync::atomic::Ordering;

use anyhow::{Context, bail, ensure};

use super::CommandContext;
use crate::base::{DocNo, sanitise, units};
use crate::cli::talk::Talk;
use crate::corpus::extracted::UnextractedParts;
use crate::corpus::packing::{FileForm, bare, extension};
use crate::corpus::{Dated, Kind, SkipReason, Source, discover, job_folder, read};
use crate::engine::options::Options;
use crate::engine::sets::Sets;
use crate::evidence::disguised;
use crate::html_report;
use crate::index::Collection;

/// Maximum number of words of a corpus whose documents are read again to detect disguises.
const MAX_REREAD_WORDS: u64 = 10_000_000;

impl CommandContext<'_> {
    /// Reports which documents are compared, if not all are.
    pub(super) fn say_sets(&self, options: &Options, collection: &Collection) {
        let say_unknown = |list: &str, unknown: &[&str]| {
            if let Some(first) = unknown.first() {
                let n = units::counted(unknown.len() as u64, "document", "documents");
                self.say(&format!(
                    "the {list} names {n} that this corpus does not have, the first is {first:?}"
                ));
            }
        };
        say_unknown("list of dates", &options.sets.dates_unknown(collection));
        let Some(classes) = collection.classes() else {
            return;
        };
        if let Some(compared) = html_report::compared(collection) {
            self.say(&compared);
        }
        let documents = collection.documents();
        let ungrouped = documents.filter(|doc| classes.class(*doc).group.is_none());
        if let (Some(_), n @ 1..) = (&options.sets.group_by, ungrouped.count()) {
            let n = units::counted(n as u64, "document is", "documents are");
            self.say(&format!("{n} of no group"));
        }
        say_unknown("table of groups", &options.sets.unknown(collection));
    }

    /// Prints notes about the corpus before its figures.
    ///
    /// # Errors
    /// The corpus is empty, and `may_be_empty` is false.
    pub(super) fn remarks(
        &self,
        collection: &Collection,
        options: &Options,
        may_be_empty: bool,
    ) -> anyhow::Result<()> {
        if collection.is_empty() && !may_be_empty {
            no_documents(&options.source, collection)?;
        }
        skipped(collection, &self.talk);
        self.count_unread(collection);
        if let Some(sentence) = collection.renamed_sentence() {
            self.say(&sentence);
        }
        self.say_of_job(options);
        let k = collection.settings().sketching.k;
        let lengths = collection.documents().map(|doc| collection.term_count(doc));
        if let Some(longest) = lengths.max().filter(|longest| *longest < k) {
            self.say(&format!(
                "k is {k}, but the longest document has {longest} terms: each document is one shingle, and only identical ones are found"
            ));
        }
        Ok(())
    }

    /// Reports disguised documents, because their shared text may not be found. Reads the documents of a small corpus
    /// again.
    ///
    /// # Errors
    /// The work was interrupted.
    pub fn say_disguised(&self, collection: &Collection) -> anyhow::Result<()> {
        if self.common.quiet || collection.terms_in_all() > MAX_REREAD_WORDS {
            return Ok(());
        }
        let documents = disguised::documents(collection, &mut Default::default(), self.cancel);
        let documents = documents.context("interrupted")?;
        if !documents.is_empty() {
            let folded = collection.settings().normalisation.fold_confusables;
            let advice = Some("--fold-confusables compares what a reader sees").filter(|_| !folded);
            let name = |doc| collection.printed_id(doc);
            self.say(&disguised::sentence(&documents, &name, advice));
        }
        Ok(())
    }

    /// Reports the guessed columns of the tables of a corpus.
    pub(super) fn say_tables(&self, collection: &Collection) {
        if self.common.quiet {
            return;
        }
        let mut paths: BTreeSet<&Path> = BTreeSet::new();
        let mut json: Vec<&Path> = Vec::new();
        for doc in collection.documents() {
            let row = collection.row(doc);
            let (location, path) = (row.location, row.location.path);
            let is_file = location.file_on_disk().is_some();
            if location.is_row() && row.kind == Kind::TableRow
                || is_file && FileForm::from_path(path).format.is_table()
            {
                paths.insert(path);
            } else if is_file
                && json.len() < MAX_JSON_FILES
                && extension(bare(path)).as_deref() == Some("json")
            {
                json.push(path);
            }
        }
        let reading = &collection.settings().reading;
        let sentences = paths.iter().chain(&json).filter_map(|path| {
            let sentence = read::columns(path, reading)?;
            Some(format!("{}: {sentence}", path.display()))
        });
        for sentence in sentences.take(MAX_NAMED) {
            self.say(&sentence);
        }
        if let Some(more) = paths.len().checked_sub(MAX_NAMED).filter(|more| *more > 0) {
            let more = units::counted(more as u64, "table more was", "tables more were");
            self.say(&format!(
                "{more} read by the names of their columns; --text-field names them"
            ));
        }
    }

    /// Reports which documents are missing if the corpus is the folder of a job.
    pub fn say_of_job(&self, options: &Options) {
        if let Some(job) = job_folder::sentence(options.source.paths().unwrap_or_default()) {
            self.say(&job);
        }
    }

    /// Reports the number of documents without a date, which are last in an order by date: rows without a value in the
    /// date column, documents with invalid front matter, and others, such as messages.
    pub fn say_undated(&self, collection: &Collection, sets: &Sets) {
        let mut counts = [0; 3];
        for doc in collection.documents() {
            let row = collection.row(doc);
            match sets.dated(collection, doc) {
                _ if row.written().is_some() => {}
                Dated::On(..) => {}
                Dated::Unknown if row.has_own_date => counts[0] += 1,
                Dated::Unread => counts[1] += 1,
                Dated::Unknown => counts[2] += 1,
            }
        }
        let sentences = [
            ("row", "no date with a day (ISO 8601) in the date column"),
            ("document", "front matter whose date cannot be read"),
            ("document", "no date"),
        ];
        for ((noun, fault), number) in sentences.into_iter().zip(counts) {
            match number {
                0 => {}
                1 => self.say(&format!("1 {noun} has {fault}, and comes last")),
                n => self.say(&format!(
                    "{} {noun}s have {fault}, and come last",
                    units::count(n)
                )),
            }
        }
    }

    /// Counts the files and rows of the corpus that could not be read.
    pub fn count_unread(&self, collection: &Collection) {
        let skipped = collection.skipped().iter();
        let failures = skipped.filter(|skip| skip.reason.is_failure()).count();
        self.unread.fetch_max(failures as u64, Ordering::Relaxed);
        // This reads the cache entry of each document.
        if self.common.strict {
            self.count_unread_parts(collection.unextracted().0);
        }
    }

    /// Counts the pages, chapters and other parts of a document that could not be read.
    pub fn count_unread_parts(&self, unextracted: UnextractedParts) {
        let parts = u64::from(unextracted.pages) + u64::from(unextracted.missing);
        self.unread_parts.fetch_max(parts, Ordering::Relaxed);
    }

    /// Reports which parts of a named file were not extracted.
    pub fn say_left_out_of(&self, file: &OsStr, unextracted: UnextractedParts) {
        if let Some(phrase) = unextracted.phrase() {
            let name = file.to_string_lossy();
            self.say(&format!("left out of {}: {phrase}", sanitise::line(&name)));
        }
        self.count_unread_parts(unextracted);
    }

    /// With `--strict`, returns an error if any file or row, or a part of a document, could not be read.
    pub fn strictly(&self) -> anyhow::Result<()> {
        let unread = self.unread.load(Ordering::Relaxed);
        let parts = self.unread_parts.load(Ordering::Relaxed);
        let (one, more) = (
            "page or part of a document was",
            "pages or parts of documents were",
        );
        let (what, list) = match unread {
            0 => (
                units::counted(parts, one, more),
                "the documents that were read in part",
            ),
            _ => (files_or_rows(unread), "what and why"),
        };
        ensure!(
            !self.common.strict || unread + parts == 0,
            "{what} not read that should have been (--strict); `shinglescope skipped` lists {list}"
        );
        Ok(())
    }
}

/// Prints how many files and rows were not read, if any, and how many are reached by several paths.
pub fn skipped(collection: &Collection, talk: &Talk) {
    let repeated: HashSet<&str> = { collection.skipped().iter() }
        .filter_map(|skip| match &skip.reason {
            SkipReason::Again(id) => Some(&**id),
            _ => None,
        })
        .collect();
    if !repeated.is_empty() {
        let files = units::counted(repeated.len() as u64, "file is", "files are");
        talk.say(&format!(
            "{files} reached by several of the given paths and read once"
        ));
    }
    let (unextracted, documents) = collection.unextracted();
    if let Some(phrase) = unextracted.phrase() {
        let documents = units::counted(documents as u64, "document", "documents");
        let list = match unextracted.unread() {
            Some(_) => "; `shinglescope skipped` lists the documents that were read in part",
            None => "",
        };
        talk.say(&format!("left out of {documents}: {phrase}{list}"));
    }
    let skipped = collection.not_read().count();
    if skipped > 0 {
        talk.say(&format!(
            "{} not read; `shinglescope skipped` lists them with the reason",
            files_or_rows(skipped as u64)
        ));
    }
}

/// `1 file or row was`, `2 files or rows were`.
pub fn files_or_rows(n: u64) -> String {
    units::counted(n, "file or row was", "files or rows were")
}

/// Returns an error with the reason why the corpus is empty.
pub fn no_documents(source: &Source, collection: &Collection) -> anyhow::Result<()> {
    let skipped = collection.skipped();
    let first = skipped.first().context("nothing to read")?;
    bail!(
        "no text to read in {}: {} not read, the first being {} ({})",
        discover::describe(source),
        files_or_rows(skipped.len() as u64),
        first.id,
        first.reason
    )
}

/// Returns an error if there is nothing for `command` to compare.
pub fn two_documents(collection: &Collection, command: &str) -> anyhow::Result<()> {
    if collection.len() < 2 {
        bail!(
            "there is one document only ({}), and `{command}` compares documents; give a corpus of two or more",
            collection.id(DocNo(0))
        );
    }
    Ok(())
}

/// Maximum number of tables that are named one by one.
const MAX_NAMED: usize = 3;

/// Maximum number of JSON files that are checked for rows.
const MAX_JSON_FILES: usize = 100;
