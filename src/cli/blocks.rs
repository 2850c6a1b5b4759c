//! `blocks`: passages that many documents contain.

use std::sync::Arc;

use anyhow::Context;
use clap::Args;
use serde_json::json;

use super::args::common::ListArgs;
use super::context::{CommandContext, RunCommand};
use super::texts;
use crate::base::{DocNo, units};
use crate::engine::blocks::{self, one_line};
use crate::engine::views::Measured;
use crate::evidence::BlocksConfig;
use crate::report::{Cell, RowWriter};

/// The arguments of `blocks`.
#[derive(Clone, Debug, Args)]
pub struct Blocks {
    /// The corpus, and how results are written.
    #[command(flatten)]
    pub list: ListArgs,
    /// Minimum number of documents that contain a block
    #[arg(long, value_name = "N", default_value_t = BlocksConfig::default().min_documents, value_parser = clap::value_parser!(u32).range(2..))]
    pub min_documents: u32,
    /// Minimum number of words of a block
    #[arg(long, value_name = "N", default_value_t = BlocksConfig::default().min_words, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub min_words: u32,
    /// Number of blocks to print, ordered by total words in all documents
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub top: u32,
}

impl RunCommand for Blocks {
    fn run(&self, context: &CommandContext<'_>) -> anyhow::Result<()> {
        let collection = context.collection(&self.list.corpus)?;
        let config = BlocksConfig {
            min_documents: self.min_documents,
            min_words: self.min_words,
            most: self.top as usize,
        };
        let text = |doc: DocNo| -> anyhow::Result<Arc<Measured>> {
            Ok(Arc::new(texts::member(&collection, collection.id(doc))?))
        };
        let find_blocks = || blocks::blocks(&collection, config, text, context.cancel);
        let list = context.install(find_blocks).context("interrupted")?;
        let block_count = match list.rows.len() as u64 {
            0 => "no block occurs".to_owned(),
            n => units::counted(n, "block occurs", "blocks occur"),
        };
        context.say(&format!(
            "{}; {block_count} in {} or more of them, with {} or more",
            units::counted(collection.len() as u64, "document", "documents"),
            units::count(u64::from(config.min_documents)),
            collection.unit().counted(config.min_words.into()),
        ));
        if !list.note.is_empty() {
            context.say(&list.note);
        }
        for problem in list.rows.iter().filter_map(|row| row.text.as_ref().err()) {
            context.say(&problem.to_string());
        }
        let options = json!({ "min_documents": self.min_documents, "min_words": self.min_words });
        let to = context.described("blocks", &collection, options, self.list.output)?;
        Ok(RowWriter::items(
            to,
            &list.rows,
            &[
                ("documents", &|row| Cell::Count(row.block.documents.into())),
                ("words", &|row| Cell::Count(row.block.words.into())),
                // The text in the first document that contains it; empty if it cannot be read.
                ("text", &|row| {
                    let text = row.text.as_ref().map(|text| one_line(text));
                    Cell::Text(text.unwrap_or_default())
                }),
            ],
        )?)
    }
}
