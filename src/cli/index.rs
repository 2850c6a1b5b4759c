//! `index`: builds the index of a corpus, or verifies one.

use std::io::{Write, stdout};
use std::sync::OnceLock;
use std::sync::atomic::Ordering;
use std::time::Instant;

use anyhow::{Context, bail};
use clap::Args;

use super::args::common::CorpusArgs;
use super::context::{CommandContext, RunCommand, no_documents, skipped};
use crate::base::{sanitise, units};
use crate::corpus::extract::kept;
use crate::engine::build;
use crate::engine::options::{Options, PairSearchConfig};
use crate::engine::progress::BuildEvent;
use crate::index::{self, extracted_dir};

/// The corpus to index, or the index to verify.
#[derive(Clone, Debug, Args)]
pub struct Index {
    /// The corpus.
    #[command(flatten)]
    pub corpus: CorpusArgs,
    /// Read every document again, also unchanged ones
    #[arg(long, help_heading = "Running")]
    pub rebuild: bool,
    /// Verify every file of the index instead, and exit with 1 if one is damaged; the corpus is not read
    #[arg(long, conflicts_with_all = ["in_memory", "rebuild"], help_heading = "Running")]
    pub check: bool,
}

impl RunCommand for Index {
    fn run(&self, context: &CommandContext<'_>) -> anyhow::Result<()> {
        if self.check {
            return self.check(context);
        }
        if context.common.masks.any() {
            let masks = "masks apply when it is searched, and change nothing here";
            context.say(&format!("an index contains all text; {masks}"));
        }
        let options = Options {
            rebuild: self.rebuild,
            ..context.options(&self.corpus)?
        };
        let started = Instant::now();
        let indexed = OnceLock::new();
        let emit = |event: BuildEvent| match event {
            BuildEvent::Progress(progress) => context.talk.progress(&progress),
            BuildEvent::Notice(sentence) => context.say(&sentence),
            BuildEvent::Collection(collection) => drop(indexed.set(collection)),
            BuildEvent::Listed(_) | BuildEvent::Pairs(_) | BuildEvent::FullText(_) => {}
        };
        let search_config = PairSearchConfig::default();
        context.say_of_another_version(&options);
        let done = context.install(|| build::build(&options, search_config, context.cancel, &emit));
        context.talk.done();
        let done = done?;
        if let Some(collection) = indexed.get() {
            context.count_unread(collection);
            skipped(collection, &context.talk);
            if collection.is_empty() {
                no_documents(&options.source, collection)?;
            }
        }
        let documents = format!(
            "{} read, {} as they were; {}",
            units::counted(done.read, "document", "documents"),
            units::count(done.kept),
            units::duration(started.elapsed()),
        );
        if done.stopped {
            let next = "the same command continues from there";
            context.say(&format!("interrupted: {documents}; {next}"));
            return context.cancel.check();
        }
        let dir = options.index_dir();
        let index = dir.map(|dir| format!("index in {}", dir.display()));
        let index = index.unwrap_or("nothing was written".into());
        context.completed.store(true, Ordering::Relaxed);
        context.say(&format!("{documents}; {index}"));
        Ok(())
    }
}

impl Index {
    /// Verifies the index of `--index` or of the corpus, and prints a summary.
    fn check(&self, context: &CommandContext<'_>) -> anyhow::Result<()> {
        let options = context.options(&self.corpus)?;
        let index_dir = context.common.index.clone();
        let dir = index_dir.or_else(|| options.index_dir());
        let dir = dir.context("which index? give --index DIR, or the corpus that it is of")?;
        let folder = dir.display().to_string();
        let folder = sanitise::line(&folder);
        let Some(checked) = context.install(|| index::check(&dir))? else {
            bail!("there is no index in {folder}");
        };
        if !checked.complete {
            bail!(
                "there is no whole index in {folder}: the run that made it was interrupted; \
                 `shinglescope index` goes on with it"
            );
        }
        let texts = kept::verify(&extracted_dir(&dir)).context("cannot read the kept texts")?;
        if let Some(first) = texts.damaged.first() {
            let first = first.display().to_string();
            bail!(
                "{} of documents in {folder} not as written: {}{}; `shinglescope index --rebuild` parses the documents again",
                units::counted(texts.damaged.len() as u64, "kept text", "kept texts"),
                sanitise::line(&first),
                if texts.damaged.len() > 1 {
                    " and others"
                } else {
                    ""
                },
            );
        }
        let mut out = stdout();
        writeln!(
            out,
            "the index in {folder} is whole: {} ({}) as written; {}, {} in the full text, {}",
            units::counted(checked.files, "file", "files"),
            units::bytes(checked.bytes),
            units::counted(checked.documents, "document", "documents"),
            units::count(checked.full_text_documents),
            units::counted(checked.pairs, "pair", "pairs"),
        )?;
        Ok(out.flush()?)
    }
}
