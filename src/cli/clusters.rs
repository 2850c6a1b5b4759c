//! `clusters`: the documents of each cluster, one line for each document.

mod why;

use std::io::{self, Write};

use clap::Args;
use serde_json::{Value, json};

use super::args::common::{JournalArgs, ListArgs};
use super::context::{CommandContext, RunCommand};
use super::pairs::columns;
use super::settings::Grouping;
use super::where_filter;
use crate::base::DocNo;
use crate::candidates::PairSet;
use crate::cluster::{Cluster, Clustering, DecidedDifferent};
use crate::config::Purpose;
use crate::corpus::{Dated, first_seen};
use crate::engine::review as journal;
use crate::evidence::CopiedTextConfig;
use crate::filter::{Filter, Target};
use crate::index::Collection;
use crate::report::{Cell, Destination, Format, RowWriter};
use crate::review::ReviewState;

/// The arguments of `clusters`.
#[derive(Clone, Debug, Args)]
pub struct Clusters {
    /// The corpus, and how results are written.
    #[command(flatten)]
    pub list: ListArgs,
    /// Method and linkage.
    #[command(flatten)]
    pub grouping: Grouping,
    /// The decisions.
    #[command(flatten, next_help_heading = "Output")]
    pub journal: JournalArgs,
    /// Print only clusters that match: size>=5, min<.8, mean, max, from:orig_*, group:b, new, archive, decision:copied,
    /// by:anna, note:word, unreviewed, or part of a document's name. All terms must hold; - before a term negates it;
    /// "or" separates alternatives
    #[arg(long = "where", value_name = "EXPR", value_parser = |text: &str| where_filter::read(text, Target::Clusters), allow_hyphen_values = true, help_heading = "Output")]
    pub filter: Option<Filter>,
    /// Order the documents of a cluster by date, the earliest first, and print the dates (csv has the same columns as
    /// without this option). Dates are those of --dates, of front matter or of the files, in UTC; a date without a zone
    /// counts as UTC
    #[arg(long, help_heading = "Output")]
    pub by_date: bool,
    /// Print instead why these two documents are in one cluster or not; ids are those of `pairs` and `clusters`
    #[arg(long, num_args = 2, value_names = ["A", "B"], allow_hyphen_values = true, conflicts_with_all = ["by_date", "filter"], help_heading = "Output")]
    pub why: Vec<String>,
}

impl RunCommand for Clusters {
    fn run(&self, context: &CommandContext<'_>) -> anyhow::Result<()> {
        if !self.why.is_empty() {
            return self.why(context);
        }
        let (corpus, grouping) = (&self.list.corpus, &self.grouping);
        let (pair_search, filter) = (&grouping.pair_search, self.filter.as_ref());
        let decisions_split = match self.grouping.decided.stated() {
            Some(how) => how == DecidedDifferent::Apart,
            None => self.journal.journal.is_some(),
        };
        let journal = if decisions_split {
            context.journal_of(corpus)?
        } else {
            context.journal_for(filter, corpus)?
        };
        let (collection, mut pairs) = context.pairs_and_excluded(corpus, pair_search)?;
        where_filter::check(filter, &collection)?;
        let review = journal.map(|journal| ReviewState::new(journal, &collection));
        if decisions_split {
            if let Some(state) = &review {
                let cannot_link = context.install(|| journal::cannot_link_by(state, &collection));
                pairs = context.respecting(&cannot_link, pairs, pair_search.threshold);
            }
        } else if self.grouping.decided.stated().is_none() {
            let pairs_and_threshold = (&pairs, pair_search.threshold);
            context.say_different_counts(corpus, &collection, Some(pairs_and_threshold));
        }
        let clustering = context.clustering(&collection, &pairs, grouping);
        let keeps = |cluster: &Cluster| {
            let cluster_at = (cluster, clustering.threshold);
            let matches = |f: &Filter| f.matches_cluster(&collection, cluster_at, review.as_ref());
            filter.is_none_or(|filter| matches(filter) == Some(true))
        };
        if filter.is_some() {
            let matching = clustering.clusters.iter().filter(|c| keeps(c)).count();
            let all = clustering.clusters.len();
            context.say_how_many_match((matching as u64, all as u64), "clusters");
        }
        context.say_sampled(&collection, &clustering);
        if pair_search.purpose() == Purpose::CopiedText {
            let config = CopiedTextConfig::default();
            context.say(&config.beside_share(collection.unit()));
        }
        let sets = context.common.sets.sets(&corpus.paths)?;
        if self.by_date {
            context.say_undated(&collection, &sets);
        }
        let dated = |doc: DocNo| sets.dated(&collection, doc);
        let has_dates = self.by_date || !sets.dates.is_empty();
        let dates: Option<&dyn Fn(DocNo) -> Dated> = if has_dates { Some(&dated) } else { None };
        let options = self.options(&pairs);
        let to = context.described("clusters", &collection, options, self.list.output)?;
        self.write(&collection, &clustering, keeps, dates, to)?;
        // The process ends soon, and the system frees a million rows faster than their destructors do.
        std::mem::forget((collection, clustering));
        Ok(())
    }
}

impl Clusters {
    /// Settings that are recorded with the result.
    fn options(&self, pairs: &PairSet) -> Value {
        json!({
            "threshold": self.grouping.pair_search.threshold,
            "method": pairs.info.method.to_string(),
            "linkage": self.grouping.linkage().to_string(),
        })
    }

    /// Writes the documents of each cluster that `keeps` accepts. With `dates`, formats other than CSV have two more
    /// columns: the date, and its source or why there is none.
    fn write(
        &self,
        collection: &Collection,
        clustering: &Clustering,
        keeps: impl Fn(&Cluster) -> bool,
        dates: Option<&dyn Fn(DocNo) -> Dated>,
        to: Destination<impl Write>,
    ) -> io::Result<()> {
        // CSV has no date columns, because other programs expect a fixed set of columns.
        let printed_dates = dates.filter(|_| to.format != Format::Csv);
        let date_columns = printed_dates.map_or("", |_| "date date_from");
        let names = "cluster document size representative min mean max";
        let mut writer = RowWriter::new(to, &columns(&[names, date_columns]))?;
        let numbered = clustering.clusters.iter().enumerate();
        for (index, cluster) in numbered.filter(|(_, cluster)| keeps(cluster)) {
            let member = |doc: &DocNo| (*doc, dates.map(|dated| dated(*doc)));
            let mut members: Vec<_> = cluster.members.iter().map(member).collect();
            if self.by_date {
                let dated = |dated: &Option<Dated>| dated.clone().unwrap_or(Dated::Unknown);
                members.sort_by(|(_, a), (_, b)| first_seen(&dated(a), &dated(b)));
            }
            for (member, dated) in members {
                let mut row = vec![
                    Cell::Count(index as u64 + 1),
                    Cell::Text(collection.printed_id(member).to_owned()),
                    Cell::Count(cluster.size() as u64),
                    Cell::Text(collection.printed_id(cluster.representative).to_owned()),
                    Cell::Share(cluster.min),
                    Cell::Share(cluster.mean),
                    Cell::Share(cluster.max),
                ];
                if let Some(dated) = dated.filter(|_| printed_dates.is_some()) {
                    row.extend(date(&dated));
                }
                writer.row(row)?;
            }
        }
        writer.finish()
    }
}

/// Cells of a date: the date, and its source or why there is none.
fn date(dated: &Dated) -> [Cell; 2] {
    match dated {
        Dated::On(date, source) => [date.to_string(), source.name().to_owned()].map(Cell::Text),
        Dated::Unread => [Cell::None, Cell::Text(dated.phrase())],
        Dated::Unknown => [Cell::None, Cell::None],
    }
}
