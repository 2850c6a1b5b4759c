//! `marks`: lists disguised documents and the kinds of disguise. Disguises are characters that change a text's shingles
//! but not its appearance.

use crate::index::Collection;
use std::cmp::Reverse;
use std::io::{self, Write};

use clap::Args;
use rayon::prelude::*;
use serde_json::json;

use super::args::common::ListArgs;
use super::context::{CommandContext, RunCommand};
use crate::base::{Cancel, DocNo, units};
use crate::corpus::read;
use crate::evidence::disguised::with_unseen;
use crate::report::{Destination, RowWriter};
use crate::settings::Reading;
use crate::text::disguise;

/// The arguments of `marks`.
#[derive(Clone, Debug, Args)]
pub struct MarksArgs {
    /// The corpus, and how results are written.
    #[command(flatten)]
    pub list: ListArgs,
}

impl RunCommand for MarksArgs {
    fn run(&self, context: &CommandContext<'_>) -> anyhow::Result<()> {
        let collection = context.collection(&self.list.corpus)?;
        let to = context.described("marks", &collection, json!({}), self.list.output)?;
        let write = || write(&collection, to, context.cancel);
        let disguised = context.install(write)? as u64;
        context.cancel.check()?;
        let advice = "; --fold-confusables compares what a reader sees";
        let is_folded = collection.settings().normalisation.fold_confusables;
        context.say(&format!(
            "{} of {} disguised{}",
            units::count(disguised),
            units::counted(collection.len() as u64, "document is", "documents are"),
            if is_folded { "" } else { advice },
        ));
        Ok(())
    }
}

/// Writes the disguised documents by descending number of disguises and returns how many there are.
/// Skips texts that can no longer be read. Call it on the thread pool.
fn write(
    collection: &Collection,
    to: Destination<impl Write>,
    cancel: &Cancel,
) -> io::Result<usize> {
    let documents: Vec<DocNo> = collection.documents().collect();
    let reading = with_unseen(&collection.settings().reading);
    let mut disguised: Vec<(DocNo, [u64; 6])> = documents
        .into_par_iter()
        .filter(|_| !cancel.stopped())
        .filter_map(|doc| Some((doc, counts(collection, doc, &reading)?)))
        .filter(|(_, counts)| counts.iter().any(|&n| n > 0))
        .collect();
    disguised.sort_by_key(|(doc, counts)| (Reverse(counts.iter().sum::<u64>()), *doc));
    // The kinds of disguise in the order of [`disguise::DisguiseKind::ALL`], and hidden text.
    RowWriter::items(
        to,
        &disguised,
        &[
            ("document", &|(doc, _)| collection.printed_id(*doc).into()),
            ("invisible", &|(_, counts)| counts[0].into()),
            ("soft_hyphens", &|(_, counts)| counts[1].into()),
            ("other_script", &|(_, counts)| counts[2].into()),
            ("variants", &|(_, counts)| counts[3].into()),
            ("reordered", &|(_, counts)| counts[4].into()),
            ("unseen", &|(_, counts)| counts[5].into()),
        ],
    )?;
    Ok(disguised.len())
}

/// Counts the disguises in a document, then its text spans that the page hides.
fn counts(collection: &Collection, doc: DocNo, reading: &Reading) -> Option<[u64; 6]> {
    let row = collection.row(doc);
    let document = read::again(row.id, &row.location.to_place(), reading).ok()?;
    let [a, b, c, d, e] = disguise::counts(&disguise::marks(&document.text));
    Some([a, b, c, d, e, document.unseen.len() as u64])
}
