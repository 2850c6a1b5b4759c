//! `index --check`: verifies an index without its corpus.

use std::io::{Write, stdout};

use anyhow::{Context, bail};

use super::super::args::Index;
use super::Run;
use crate::base::{sanitise, units};
use crate::corpus::extract::kept;
use crate::store::{Store, extracted_dir};

impl Run<'_> {
    /// Verifies the index given with `--index` or that of the corpus, and prints a summary.
    pub(super) fn check_index(&self, asked: &Index) -> anyhow::Result<()> {
        let options = self.options(&asked.corpus.paths, asked.corpus.settings.settings())?;
        let place = self.common.index.clone();
        let dir = place.or_else(|| options.store_dir());
        let dir = dir.context("which index? give --index DIR, or the corpus that it is of")?;
        let shown = dir.display().to_string();
        let shown = sanitise::line(&shown);
        let Some(checked) = self.pool.install(|| Store::check(&dir))? else {
            bail!("there is no index in {shown}");
        };
        if !checked.complete {
            bail!(
                "there is no whole index in {shown}: the run that made it was interrupted; \
                 `shinglescope index` goes on with it"
            );
        }
        let kept = kept::verify(&extracted_dir(&dir)).context("cannot read the kept texts")?;
        if let Some(first) = kept.damaged.first() {
            let first = first.display().to_string();
            bail!(
                "{} of documents in {shown} not as written: {}{}; `shinglescope index --rebuild` parses the documents anew",
                units::counted(kept.damaged.len() as u64, "kept text", "kept texts"),
                sanitise::line(&first),
                if kept.damaged.len() > 1 {
                    " and others"
                } else {
                    ""
                },
            );
        }
        let mut out = stdout();
        writeln!(
            out,
            "the index in {shown} is whole: {} ({}) as written; {}, {} in the full text, {}",
            units::counted(checked.files, "file", "files"),
            units::bytes(checked.bytes),
            units::counted(checked.documents, "document", "documents"),
            units::count(checked.full_text_documents),
            units::counted(checked.pairs, "pair", "pairs"),
        )?;
        Ok(out.flush()?)
    }
}
