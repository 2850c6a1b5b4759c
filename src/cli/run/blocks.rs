//! The common blocks of a corpus.

use std::sync::Arc;

use anyhow::Context;
use serde_json::json;

use super::super::args::Blocks;
use super::super::{blocks, compare};
use super::Run;
use super::described::MadeFrom;
use crate::base::{DocNo, units};
use crate::engine::blocks as views;
use crate::engine::views::Measured;

impl Run<'_> {
    /// Prints the common blocks.
    pub(super) fn blocks(&self, asked: &Blocks) -> anyhow::Result<()> {
        let collection = self.collection(&asked.corpus.paths, &asked.corpus.settings, false)?;
        let config = asked.config();
        let text = |doc: DocNo| -> anyhow::Result<Arc<Measured>> {
            Ok(Arc::new(compare::member(&collection, collection.id(doc))?))
        };
        let should_continue = || !self.cancel.stopped();
        let find = || views::blocks(&collection, config, text, &should_continue);
        let list = self.pool.install(find).context("interrupted")?;
        let found = match list.rows.len() as u64 {
            0 => "no block stands".to_owned(),
            n => units::counted(n, "block stands", "blocks stand"),
        };
        self.talk.say(&format!(
            "{}; {found} in {} or more of them, with {} or more",
            units::counted(collection.len() as u64, "document", "documents"),
            units::count(u64::from(config.min_documents)),
            collection
                .settings()
                .normalisation
                .unit
                .counted(u64::from(config.min_words)),
        ));
        if !list.note.is_empty() {
            self.talk.say(&list.note);
        }
        for problem in list.rows.iter().filter_map(|row| row.text.as_ref().err()) {
            self.talk.say(&problem.to_string());
        }
        let options = json!({
            "min_documents": config.min_documents,
            "min_words": config.min_words,
        });
        let to = self.described(
            "blocks",
            &MadeFrom::Corpus(&collection),
            options,
            asked.output,
        )?;
        Ok(blocks::write(&list, to)?)
    }
}
