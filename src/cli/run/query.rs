//! The command `query`: reads the texts and prints their neighbours.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::sync::atomic::Ordering;

use serde_json::json;

use super::super::args::Query;
use super::super::compare::Given;
use super::super::query::{self, QueryOutput};
use super::Run;
use super::described::MadeFrom;
use super::surroundings::files_or_rows;
use crate::base::units;
use crate::collection::ComparedWith;
use crate::corpus::Entry;
use crate::corpus::read::{self, Work};
use crate::corpus::{self, SkipReason, Source};

use crate::mask::Masked;
use crate::settings::{Reading, Settings};

impl Run<'_> {
    /// Prints the neighbours of each text.
    pub(super) fn query(&self, asked: &Query) -> anyhow::Result<()> {
        let Masked {
            collection, finder, ..
        } = self.searched(&asked.within, &asked.settings)?;
        if let Some(classes) = collection.classes() {
            let which = match classes.against() {
                ComparedWith::All => "every document",
                ComparedWith::New => "every document that is not of the archive",
                ComparedWith::Archive => "every document of the archive",
            };
            self.talk.say(&format!(
                "a text that is looked for is of no group and no archive: {which} may be a neighbour"
            ));
        }
        let settings = collection.settings();
        let several = asked.files.len() > 1 || asked.files.iter().any(|file| is_folder(file));
        let mut not_read = NotRead::default();
        let files = self
            .listening
            .ending_at_once(|| files(&asked.files, &settings.reading, &mut not_read))?;
        let mut texts = Vec::new();
        for file in files {
            let name = file.name();
            let read = || file.read(settings);
            match self.listening.ending_at_once(read) {
                Ok(given) => {
                    self.say_left_out_of(name.as_ref(), given.left_out);
                    texts.push((name, given.source));
                }
                Err(Failure::Listed(reason)) => not_read.add(&name, &reason),
                Err(Failure::Named(error)) if several => {
                    not_read.failures += 1;
                    self.talk.say(&format!("not compared: {error:#}"));
                }
                Err(Failure::Named(error)) => return Err(error),
            }
        }
        self.say_not_read(&not_read);
        anyhow::ensure!(!texts.is_empty(), "there is no text to look for");
        let form = QueryOutput {
            threshold: asked.threshold,
            measure: asked.measure,
            purpose: asked.purpose.config.purpose,
            bridging: asked.bridging.config.bridging,
            passages: asked.passages,
            several,
        };
        let options = json!({ "threshold": asked.threshold, "measure": asked.measure.name() });
        let from = MadeFrom::Corpus(&collection);
        let to = self.described("query", &from, options, asked.output)?;
        let write = || {
            query::write(&collection, texts, finder.as_deref(), &form, to, &|| {
                !self.cancel.stopped()
            })
        };
        let written = self.pool.install(write)?;
        self.should_continue()?;
        if written == 0 {
            self.talk
                .say("no document shares a shingle with it at this threshold");
        }
        Ok(())
    }
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
}

impl Run<'_> {
    /// Says what is not looked for, and counts it as unread.
    fn say_not_read(&self, not_read: &NotRead) {
        for sentence in &not_read.sentences {
            self.talk.say(sentence);
        }
        if not_read.listed > 0 {
            self.talk.say(&format!(
                "{} not read; `shinglescope skipped {}` lists them with the reason",
                files_or_rows(not_read.listed),
                not_read.folders.join(" ")
            ));
        }
        if not_read.several > 0 {
            let files = units::counted(not_read.several, "file holds", "files hold");
            self.talk.say(&format!(
                "{files} several texts, and a query is one: save each as a file"
            ));
        }
        self.unread.fetch_add(not_read.failures, Ordering::Relaxed);
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

    fn read(self, settings: &Settings) -> Result<Given, Failure> {
        match self {
            File::Named(file) => query::text(&file, settings).map_err(Failure::Named),
            File::Listed(_, entry)
                if { crate::corpus::content::form_of_entry(&entry, &settings.reading) }
                    .is_ok_and(|form| form.format.has_rows()) =>
            {
                Err(Failure::Listed(SkipReason::Unsupported(SEVERAL.to_owned())))
            }
            File::Listed(_, entry) => read::document(Work::File(entry), &settings.reading)
                .map(Given::from)
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
    given: &[OsString],
    reading: &Reading,
    not_read: &mut NotRead,
) -> anyhow::Result<Vec<File>> {
    let mut files = Vec::new();
    for file in given {
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
