//! Arguments of `report`.

use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;

use super::super::compare::find;
use super::super::pair_search::Grouping;
use super::super::settings::{BridgingArgs, DecidedArgs};
use super::super::where_filter::PairsWhere;
use super::common::CorpusArgs;
use super::review::JournalArgs;
use crate::cluster::{Clustering, DecidedDifferent};
use crate::collection::Collection;
use crate::html_report::{Context, Scope};

/// A report.
#[derive(Clone, Debug, Args)]
#[command(
    long_about = "Write a report that is handed on: one HTML page with the pairs, their passages side by side, decisions, \
    and how the figures came about\n\n\
    The page needs no network and no program but a browser: it loads nothing and sends nothing, opens from a \
    folder or a mail, and prints. The figures are those of pairs, passages and compare, the decisions those of the \
    journal (review); these commands, clusters and `review list` print the same as CSV or JSON. Names hidden with --anonymous are those of documents and paths; texts and notes stay as they \
    are, and people who decided are named."
)]
pub struct ReportArgs {
    /// The corpus.
    #[command(flatten)]
    pub corpus: CorpusArgs,
    /// Method and linkage.
    #[command(flatten)]
    pub grouping: Grouping,
    /// Whether decisions part clusters.
    #[command(flatten)]
    pub decided: DecidedArgs,
    /// What a passage is.
    #[command(flatten)]
    pub bridging: BridgingArgs,
    /// Which pairs are in it.
    #[command(flatten)]
    pub only: PairsWhere,
    /// What it is about.
    #[command(flatten)]
    pub about: About,
    /// The decisions.
    #[command(flatten)]
    pub journal: JournalArgs,
    /// HTML file to write, or - for standard output
    #[arg(long, value_name = "FILE|-", help_heading = "Output")]
    pub out: PathBuf,
    /// Overwrite the file if it exists
    #[arg(long, help_heading = "Output")]
    pub force: bool,
    /// Put numbers in place of the names of documents (Text 17), the same ones as long as the texts are the same
    #[arg(long, help_heading = "Output")]
    pub anonymous: bool,
    /// Only pairs that somebody has decided
    #[arg(long, help_heading = "Output")]
    pub only_decided: bool,
    /// Words around each passage, or whole for the whole texts
    #[arg(long, value_name = "N|whole", default_value = "30", value_parser = context, help_heading = "Output")]
    pub context: Context,
    /// Show passages whole: long stretches that are the same on both sides are not shortened
    #[arg(long, help_heading = "Output")]
    pub whole: bool,
    /// Show the passages of so many pairs, from the first; the table lists more
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1_000,
        help_heading = "Output"
    )]
    pub limit: usize,
}

/// What of a corpus a report is about.
#[derive(Clone, Debug, Args)]
pub struct About {
    /// Only pairs of this document
    #[arg(
        long,
        value_name = "ID",
        allow_hyphen_values = true,
        help_heading = "Output",
        conflicts_with = "cluster"
    )]
    of: Option<String>,
    /// Only pairs within this cluster, as `clusters --decided-different apart` numbers them; may be given again for others
    #[arg(long, value_name = "N", help_heading = "Output")]
    cluster: Vec<usize>,
}

impl ReportArgs {
    /// What becomes of pairs that are decided to be different: as on the screens, unless it is set.
    pub fn decided_different(&self) -> DecidedDifferent {
        match self.decided.are_apart_or(true) {
            true => DecidedDifferent::Apart,
            false => DecidedDifferent::Ignored,
        }
    }
}

impl About {
    /// Whether it is about clusters by their numbers.
    pub fn names_clusters(&self) -> bool {
        !self.cluster.is_empty()
    }

    /// The documents and clusters in a collection.
    ///
    /// # Errors
    /// There is none of this name or number; clusters of pairs that make none.
    pub fn scope(
        &self,
        collection: &Collection,
        clustering: Option<&Clustering>,
    ) -> anyhow::Result<Scope> {
        if !self.cluster.is_empty() {
            let clustering = clustering.context(
                "--cluster is of near-duplicates; pairs with copied text make no clusters, so leave it out",
            )?;
            let of = |number: &usize| {
                let at = number.checked_sub(1);
                let cluster = at.and_then(|at| clustering.clusters.get(at));
                let all = clustering.clusters.len();
                let cluster = cluster
                    .with_context(|| format!("--cluster {number}: there are {all}, from 1"))?;
                Ok(cluster.members[0])
            };
            let documents: anyhow::Result<Vec<_>> = self.cluster.iter().map(of).collect();
            return Ok(Scope::Clusters(documents?));
        }
        match &self.of {
            None => Ok(Scope::All),
            Some(id) => Ok(Scope::Document(find(collection, id)?)),
        }
    }
}

fn context(text: &str) -> anyhow::Result<Context> {
    match (text, text.parse()) {
        ("whole", _) => Ok(Context::Whole),
        (_, Ok(words)) => Ok(Context::Words(words)),
        _ => anyhow::bail!("give a number of words, for example 30, or whole"),
    }
}
