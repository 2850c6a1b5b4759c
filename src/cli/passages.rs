//! `passages`: the passages that pairs of documents share.

use clap::Args;
use serde_json::json;

use super::args::common::ListArgs;
use super::context::{CommandContext, RunCommand};
use super::settings::{BridgingArgs, PairSearchArgs};
use crate::base::{DocNo, units};
use crate::config::Purpose;
use crate::engine::passages::{LocatedPassage, located};
use crate::report::{Cell, Format, OutputColumn, RowWriter};

/// The arguments of `passages`.
#[derive(Clone, Debug, Args)]
pub struct PassagesCommand {
    /// The corpus, and how results are written.
    #[command(flatten)]
    pub list: ListArgs,
    /// The method.
    #[command(flatten)]
    pub pair_search: PairSearchArgs,
    /// What a passage is.
    #[command(flatten)]
    pub bridging: BridgingArgs,
}

impl RunCommand for PassagesCommand {
    fn run(&self, context: &CommandContext<'_>) -> anyhow::Result<()> {
        let bridging = self.bridging.config.bridging;
        let (collection, pairs) = match self.pair_search.purpose() {
            Purpose::NearDuplicates => {
                let (collection, pairs) = context.pairs(&self.list.corpus, &self.pair_search)?;
                let positions = collection.settings().sketching.permutations;
                let size = |doc: DocNo| collection.shingle_set(doc).len() as u32;
                let each = pairs.each(self.pair_search.threshold, positions, size);
                let pairs = Vec::from_iter(each.map(|pair| (pair.a, pair.b)));
                (collection, pairs)
            }
            Purpose::CopiedText => {
                let (collection, copied) = context.find_copied_text(
                    &self.list.corpus,
                    &self.pair_search,
                    bridging,
                    None,
                )?;
                if !copied.note.is_empty() {
                    context.say(&copied.note);
                }
                context.say_copied_text(&collection, &copied)?;
                let pairs = copied.pairs.iter().map(|c| (c.pair.a, c.pair.b));
                (collection, Vec::from_iter(pairs))
            }
        };
        let locate = || located(&collection, &pairs, &bridging, context.cancel);
        let passages = context.install(locate)?;
        context.say(&format!(
            "{} in {}",
            units::counted(passages.len() as u64, "passage", "passages"),
            units::counted(pairs.len() as u64, "pair", "pairs"),
        ));
        let options = json!({ "bridging": format!("{bridging:?}") });
        let to = context.described("passages", &collection, options, self.list.output)?;
        let id = |doc| Cell::text(collection.printed_id(doc));
        let columns: [OutputColumn<'_, LocatedPassage>; 11] = [
            ("a", &|p| id(p.a)),
            ("a_start", &|p| p.in_a.0.into()),
            ("a_end", &|p| p.in_a.1.into()),
            ("b", &|p| id(p.b)),
            ("b_start", &|p| p.in_b.0.into()),
            ("b_end", &|p| p.in_b.1.into()),
            ("words", &|p| p.words.into()),
            ("same", &|p| p.same.into()),
            ("kind", &|p| p.kind.map(|kind| kind.of_passage()).into()),
            ("a_page", &|p| p.page_a.into()),
            ("b_page", &|p| p.page_b.into()),
        ];
        let is_json = matches!(to.format, Format::Json | Format::Jsonl);
        let has_page = |p: &LocatedPassage| p.page_a.or(p.page_b).is_some();
        let column_count = match (is_json, passages.iter().any(has_page)) {
            (false, _) => 8,
            (true, false) => 9,
            (true, true) => 11,
        };
        Ok(RowWriter::items(to, &passages, &columns[..column_count])?)
    }
}
