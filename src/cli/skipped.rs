//! `skipped`: entries that were not read, with the reason.

use crate::index::Collection;
use std::collections::BTreeSet;

use clap::Args;
use serde_json::json;

use super::args::common::ListArgs;
use super::context::{CommandContext, RunCommand};
use crate::corpus::{Encoding, Kind, SkipReason, Skipped};
use crate::report::{Cell, RowWriter};

/// The arguments of `skipped`.
#[derive(Clone, Debug, Args)]
pub struct SkippedCommand {
    /// Also list files whose encoding was guessed, with the encoding
    #[arg(long)]
    pub all: bool,
    /// The corpus, and how results are written.
    #[command(flatten)]
    pub list: ListArgs,
}

impl RunCommand for SkippedCommand {
    fn run(&self, context: &CommandContext<'_>) -> anyhow::Result<()> {
        let collection = context.open(&self.list.corpus, true)?.collection;
        let to = context.described("skipped", &collection, json!({}), self.list.output)?;
        let in_part = collection.read_in_part().map(|(_, skipped)| skipped);
        let mut skipped: Vec<_> = in_part.collect();
        skipped.extend(collection.skipped().iter().cloned());
        if self.all {
            skipped.extend(guessed(&collection));
        }
        skipped.sort_by(|a, b| a.id.cmp(&b.id));
        Ok(RowWriter::items(
            to,
            &skipped,
            &[
                ("document", &|skip| Cell::text(&skip.id)),
                ("reason", &|skip| Cell::text(skip.reason.to_string())),
            ],
        )?)
    }
}

/// Files whose encoding was guessed, with the encoding, as entries of the same list.
fn guessed(collection: &Collection) -> Vec<Skipped> {
    let mut files = BTreeSet::new();
    for doc in collection.documents() {
        let row = collection.row_as_read(doc);
        let Encoding::Detected(name) = row.encoding else {
            continue;
        };
        let is_row = matches!(row.kind, Kind::JsonRow | Kind::TableRow);
        let file = match row.id.split_once('#').filter(|_| is_row) {
            Some((file, _)) => file,
            None => row.id,
        };
        files.insert((file.to_owned(), name));
    }
    let entry = |(file, name)| {
        let message = format!("read as {name}, a guess; --set encoding=NAME says another");
        Skipped::new(file, SkipReason::Unsupported(message))
    };
    files.into_iter().map(entry).collect()
}
