//! The command `query`: reads the texts and prints their neighbours.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use super::super::args::Query;
use super::super::query::{self, Asked};
use super::Run;
use super::dispatch::standard_output;
use crate::base::sanitise;
use crate::corpus::{self, Source};
use crate::mask::Masked;
use crate::settings::Reading;

impl Run<'_> {
    /// Prints the neighbours of each text.
    pub(super) fn query(&self, asked: &Query) -> anyhow::Result<()> {
        let Masked {
            collection, finder, ..
        } = self.searched(&asked.within, &asked.settings)?;
        let several = asked.files.len() > 1 || asked.files.iter().any(|file| is_folder(file));
        let files = self.listening.ending_at_once(|| {
            let reading = &collection.settings().reading;
            files(&asked.files, reading)
        })?;
        let mut texts = Vec::new();
        for file in files {
            let read = || query::text(&file, collection.settings());
            match self.listening.ending_at_once(read) {
                Ok(text) => texts.push((file.to_string_lossy().into_owned(), text)),
                // In a folder there may be anything.
                Err(error) if several => {
                    self.talk
                        .say(&sanitise::line(&format!("not compared: {error:#}")));
                }
                Err(error) => return Err(error),
            }
        }
        anyhow::ensure!(!texts.is_empty(), "there is no text to look for");
        let form = Asked {
            threshold: asked.threshold,
            measure: asked.measure,
            purpose: asked.purpose.config.purpose,
            passages: asked.passages,
            several,
        };
        let to = standard_output(asked.output);
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

fn is_folder(file: &OsStr) -> bool {
    file != "-" && Path::new(file).is_dir()
}

/// The files themselves, and those of folders in the order of their paths.
fn files(given: &[OsString], reading: &Reading) -> anyhow::Result<Vec<OsString>> {
    let mut files = Vec::new();
    for file in given {
        if is_folder(file) {
            let source = Source::Paths(vec![file.into()]);
            let listing = corpus::discover(&source, reading, |_| true)?;
            files.extend(
                listing
                    .entries
                    .iter()
                    .map(|entry| Path::new(file).join(&entry.id).into()),
            );
        } else {
            files.push(file.clone());
        }
    }
    Ok(files)
}
