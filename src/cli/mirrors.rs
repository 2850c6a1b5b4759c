//! `mirrors`: pairs of trees, best first.

use std::sync::Arc;

use anyhow::Context;
use clap::Args;
use serde_json::json;

use super::args::common::ListArgs;
use super::context::{CommandContext, RunCommand};
use super::ranges::positive_share;
use super::settings::PairSearchArgs;
use crate::base::{Date, units};
use crate::engine::mirrors;
use crate::mirrors::{Mirror, MirrorsConfig};
use crate::report::{Cell, Format, OutputColumn, RowWriter};

/// The arguments of `mirrors`.
#[derive(Clone, Debug, Args)]
pub struct MirrorsArgs {
    /// The corpus, and how results are written.
    #[command(flatten)]
    pub list: ListArgs,
    /// The method.
    #[command(flatten)]
    pub pair_search: PairSearchArgs,
    /// Minimum number of documents in each tree
    #[arg(long, value_name = "N", default_value_t = MirrorsConfig::default().min_documents, value_parser = clap::value_parser!(u32).range(1..), help_heading = "Mirrors")]
    pub min_documents: u32,
    /// Minimum share of the documents of both trees that are identical or near at the same path
    #[arg(long, value_name = "SHARE", default_value_t = MirrorsConfig::default().min_share, value_parser = positive_share, help_heading = "Mirrors")]
    pub min_share: f64,
    /// Compare paths as they are written, not in their canonical form
    #[arg(long, help_heading = "Mirrors")]
    pub as_written: bool,
}

impl RunCommand for MirrorsArgs {
    fn run(&self, context: &CommandContext<'_>) -> anyhow::Result<()> {
        let (collection, pairs) = context.pairs(&self.list.corpus, &self.pair_search)?;
        if let Some(why) = mirrors::refusal(&collection) {
            anyhow::bail!(why);
        }
        let config = MirrorsConfig {
            min_documents: self.min_documents,
            min_share: self.min_share,
            as_written: self.as_written,
        };
        let pairs = Arc::new(pairs);
        let threshold = self.pair_search.threshold;
        let sets = context.common.sets.sets(&self.list.corpus.paths)?;
        let find = || {
            let (collection, pairs) = (&collection, &pairs);
            mirrors::mirrors(collection, pairs, threshold, config, &sets, context.cancel)
        };
        let list = context.install(find).context("interrupted")?;
        let mirrors = &list.mirrors;
        context.say(&format!(
            "{} in {}, with {} or more and {:.0} % of them in common",
            units::counted(mirrors.mirrors.len() as u64, "mirror", "mirrors"),
            units::counted(mirrors.forest.directories() as u64, "folder", "folders"),
            units::counted(config.min_documents.into(), "document", "documents"),
            100.0 * config.min_share,
        ));
        if !mirrors.note.is_empty() {
            context.say(mirrors.note);
        }
        let options = json!({ "threshold": threshold, "config": format!("{config:?}") });
        let to = context.described("mirrors", &collection, options, self.list.output)?;
        if to.format == Format::Csv {
            RowWriter::items(to, &mirrors.mirrors, &COLUMNS)?;
        } else {
            RowWriter::items(to, &mirrors.mirrors, &[&COLUMNS[..], &MORE].concat())?;
        }
        Ok(())
    }
}

/// Columns of every format. CSV has only these; the other formats also have [`MORE`].
const COLUMNS: [OutputColumn<'_, Mirror>; 10] = [
    ("left", &|m| Cell::text(&m.left_path)),
    ("right", &|m| Cell::text(&m.right_path)),
    ("both", &|m| m.figures.both.into()),
    ("left_only", &|m| m.figures.left_only.into()),
    ("right_only", &|m| m.figures.right_only.into()),
    ("identical", &|m| m.figures.identical.into()),
    ("near", &|m| m.figures.near.into()),
    ("changed", &|m| m.figures.changed.into()),
    ("moved", &|m| m.figures.moved.into()),
    ("share", &|m| Cell::Share(m.figures.share())),
];

const MORE: [OutputColumn<'_, Mirror>; 4] = [
    ("mean_jaccard", &|m| m.figures.mean().into()),
    ("level", &|m| u32::from(m.figures.level().0).into()),
    ("latest_left", &|m| day(m.figures.latest[0])),
    ("latest_right", &|m| day(m.figures.latest[1])),
];

fn day(date: Option<Date>) -> Cell {
    date.map(|date| Cell::text(date.day())).into()
}
