//! `clusters`: the documents of each cluster, one line a document.

mod why;

use std::io::{self, Write};

use clap::Args;
use serde_json::json;

use super::args::common::JournalArgs;
use super::args::common::{CorpusArgs, Output};
use super::context::{CommandContext, MadeFrom, RunCommand};
use super::settings::{DecidedArgs, Grouping};
use super::where_filter::ClustersWhere;
use crate::base::DocNo;
use crate::cluster::{Cluster, Clustering, DecidedDifferent};
use crate::config::Purpose;
use crate::engine::review as journal;
use crate::evidence::CopiedTextConfig;
use crate::index::{Collection, Dated, first_seen};
use crate::report::{Cell, Destination, Format, Writer};

/// The list of clusters.
#[derive(Clone, Debug, Args)]
pub struct Clusters {
    /// The corpus.
    #[command(flatten)]
    pub corpus: CorpusArgs,
    /// Method and linkage.
    #[command(flatten)]
    pub grouping: Grouping,
    /// Whether decisions part clusters.
    #[command(flatten)]
    pub decided: DecidedArgs,
    /// The decisions.
    #[command(flatten, next_help_heading = "Output")]
    pub journal: JournalArgs,
    /// Which clusters are printed.
    #[command(flatten)]
    pub only: ClustersWhere,
    /// Order the documents of a cluster by date, first seen first, and print the dates (csv prints the same
    /// columns as without). Dates are those of --dates, of front matter or of the files, in UTC; one without a zone
    /// counts as UTC
    #[arg(long, help_heading = "Output")]
    pub by_date: bool,
    /// Print instead why these two documents are in one cluster, or are not: the ids as `pairs` and `clusters` print them
    #[arg(long, num_args = 2, value_names = ["A", "B"], allow_hyphen_values = true, conflicts_with_all = ["by_date", "filter"], help_heading = "Output")]
    pub why: Vec<String>,
    /// How results are written.
    #[command(flatten)]
    pub output: Output,
}

impl RunCommand for Clusters {
    fn run(&self, context: &CommandContext<'_>) -> anyhow::Result<()> {
        if !self.why.is_empty() {
            return self.why(context);
        }
        // Whether decisions part clusters.
        let are_parted = match self.decided.stated() {
            Some(how) => how == DecidedDifferent::Apart,
            None => self.journal.journal.is_some(),
        };
        print(
            context,
            &self.corpus,
            &self.grouping,
            (Some(self), are_parted),
            self.output,
        )
    }

    fn row_format(&self) -> Option<(Format, bool)> {
        Some((self.output.format, self.why.is_empty()))
    }

    fn journal(&self) -> Option<&JournalArgs> {
        Some(&self.journal)
    }
}

/// Prints the clusters; decisions of the journal part them if they are to be `parted`.
pub(super) fn print(
    context: &CommandContext<'_>,
    corpus: &CorpusArgs,
    grouping: &Grouping,
    (args, parted): (Option<&Clusters>, bool),
    output: Output,
) -> anyhow::Result<()> {
    let only = args.map(|args| &args.only);
    let journal = match args {
        _ if parted => context.journal_of((&corpus.paths, corpus.settings.settings()))?,
        Some(args) => context.journal_for(args.only.filter.as_ref(), corpus)?,
        None => None,
    };
    let (paths, settings) = (&corpus.paths, &corpus.settings);
    let (collection, pairs) = context.pairs_and_excluded(paths, settings, &grouping.pair_search)?;
    only.map_or(Ok(()), |only| only.check(&collection))?;
    let review = CommandContext::decisions(journal, &collection);
    let pairs = match &review {
        Some(state) if parted => {
            let apart = || journal::held_apart_by(state, &collection);
            let apart = context.pool.install(apart);
            context.respecting(&apart, (&collection, pairs), grouping.pair_search.threshold)
        }
        _ => pairs,
    };
    let is_stated = args.is_some_and(|args| args.decided.stated().is_some());
    if args.is_some() && !is_stated && !parted {
        let read = (&corpus.paths[..], corpus.settings.settings());
        let threshold = grouping.pair_search.threshold;
        context.say_apart_counts(read, (&collection, &pairs, threshold));
    }
    let clustering = context.clustering(&collection, &pairs, grouping);
    let keeps = |cluster: &Cluster| {
        let linked = (cluster, clustering.threshold);
        only.is_none_or(|only| only.keeps(&collection, linked, review.as_ref()))
    };
    if only.is_some_and(|only| only.filter.is_some()) {
        let some = clustering.clusters.iter().filter(|c| keeps(c)).count();
        let all = clustering.clusters.len();
        context.say_how_many_match((some as u64, all as u64), "clusters");
    }
    context.say_sampled(&collection, &clustering);
    if grouping.pair_search.purpose() == Purpose::CopiedText {
        let config = CopiedTextConfig::default();
        context.talk.say(&config.beside_share(collection.unit()));
    }
    let sets = context.common.sets.sets(&corpus.paths)?;
    let by_date = args.is_some_and(|args| args.by_date);
    if by_date {
        context.say_undated(&collection, &sets);
    }
    let dated = |doc: DocNo| sets.dated(&collection, doc);
    let dates = ListedDates {
        order: by_date,
        date_of: &dated,
    };
    let dates = (by_date || !sets.dates.is_empty()).then_some(dates);
    let options = json!({
        "threshold": grouping.pair_search.threshold,
        "method": pairs.info.method.to_string(),
        "linkage": grouping.linkage().to_string(),
    });
    let to = context.described("clusters", &MadeFrom::Corpus(&collection), options, output)?;
    write(&collection, &clustering, keeps, dates.as_ref(), to)?;
    // As in `list_pairs`.
    std::mem::forget((collection, clustering));
    Ok(())
}

/// Dates that a list of clusters shows.
struct ListedDates<'a> {
    /// Whether they order the members.
    order: bool,
    /// The date of a document.
    date_of: &'a dyn Fn(DocNo) -> Dated,
}

/// Writes each document of a cluster that `keeps` lets through, cluster by cluster. With `dates`, formats
/// other than CSV have two more columns: the date, and where it comes from or why there is none.
fn write(
    collection: &Collection,
    clustering: &Clustering,
    keeps: impl Fn(&Cluster) -> bool,
    dates: Option<&ListedDates<'_>>,
    to: Destination<impl Write>,
) -> io::Result<()> {
    const COLUMNS: [&str; 9] = [
        "cluster",
        "document",
        "size",
        "representative",
        "min",
        "mean",
        "max",
        "date",
        "date_from",
    ];
    // Of the CSV other programs expect these columns.
    let shown = dates.filter(|_| to.format != Format::Csv);
    let columns = if shown.is_some() { 9 } else { 7 };
    let mut writer = Writer::new(to, &COLUMNS[..columns])?;
    let numbered = clustering.clusters.iter().enumerate();
    for (index, cluster) in numbered.filter(|(_, cluster)| keeps(cluster)) {
        let mut members: Vec<(DocNo, Option<Dated>)> = cluster
            .members
            .iter()
            .map(|doc| (*doc, dates.map(|dates| (dates.date_of)(*doc))))
            .collect();
        if dates.is_some_and(|dates| dates.order) {
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
            if let Some(dated) = dated.filter(|_| shown.is_some()) {
                row.extend(date(&dated));
            }
            writer.row(row)?;
        }
    }
    writer.finish()
}

/// Cells of a date: the date, and where it comes from or why there is none.
fn date(dated: &Dated) -> [Cell; 2] {
    match dated {
        Dated::On(date, source) => [date.to_string(), source.name().to_owned()].map(Cell::Text),
        Dated::Unread => [Cell::None, Cell::Text(dated.phrase())],
        Dated::Unknown => [Cell::None, Cell::None],
    }
}
