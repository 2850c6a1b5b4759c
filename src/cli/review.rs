//! `review`: lists and exports the decisions of a journal, and adds to them.

mod rows;

use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::bail;
use clap::{ArgGroup, Args, Subcommand};
use serde_json::json;

use super::args::common::{CorpusArgs, JournalArgs, ListArgs, person};
use super::context::{CommandContext, RunCommand};
use super::ranges::named;
use super::settings::PairSearchArgs;
use super::{texts, where_filter};
use crate::base::{DocNo, units};
use crate::engine::review as journal;
use crate::engine::review::JournalLocation;
use crate::filter::{Filter, Target};
use crate::index::Collection;
use crate::lab::labels::Checksum;
use crate::report::{Cell, RowWriter};
use crate::review::{
    Act, Choice, ChoiceAct, Decision, DecisionStatus, DecisionSubject, Journal, Offer, ReviewState,
    Timestamp,
};
use rows::{rows, write_decisions};

/// The arguments of `review`.
#[derive(Clone, Debug, Args)]
pub struct ReviewArgs {
    /// What to do.
    #[command(subcommand)]
    pub what: ReviewCommand,
}

/// Actions on the journal.
#[derive(Clone, Debug, Subcommand)]
pub enum ReviewCommand {
    /// Add a decision or a note on a pair, a document or a cluster
    ///
    /// Without --decision or --note, the earlier one on the same texts remains.
    Add(Box<ReviewAdd>),
    /// Print the current decisions, and which are open again
    List(ReviewList),
    /// Print the decisions on pairs as labels, which tune and sweep read with --labels
    ///
    /// Columns: a, b, label (yes for copied and acceptable, no for template and different, otherwise unsure), decision,
    /// a_content and b_content (checksums), by, when, note.
    Export(ReviewExport),
    /// Accept decisions and exclusions that another person wrote to the journal; prints the exclusions
    Accept(ReviewAccept),
}

impl RunCommand for ReviewArgs {
    fn run(&self, context: &CommandContext<'_>) -> anyhow::Result<()> {
        match &self.what {
            ReviewCommand::Add(args) => context.add_decision(args),
            ReviewCommand::List(args) => context.list_decisions(args),
            ReviewCommand::Export(args) => context.export_decisions(args),
            ReviewCommand::Accept(args) => context.accept_person(args),
        }
    }
}

/// The arguments of `review add`.
#[derive(Clone, Debug, Args)]
#[command(group(ArgGroup::new("thing").required(true).args(["pair", "document", "cluster"])))]
#[command(group(ArgGroup::new("said").required(true).multiple(true).args(["decision", "note"])))]
pub struct ReviewAdd {
    /// The corpus.
    #[command(flatten)]
    pub corpus: CorpusArgs,
    /// Ids of two documents, as `pairs` prints them
    #[arg(long, num_args = 2, value_names = ["A", "B"], allow_hyphen_values = true)]
    pub pair: Vec<String>,
    /// Id of a document
    #[arg(long, value_name = "ID", allow_hyphen_values = true)]
    pub document: Option<String>,
    /// Ids of all documents of a cluster
    #[arg(long, num_args = 2.., value_name = "ID")]
    pub cluster: Vec<String>,
    /// copied, acceptable (quoted, allowed), template, different (not the same), unsure; source (a document, listed
    /// first among the sources of others); or undecided, which removes a decision
    #[arg(long, value_name = "DECISION", value_parser = named(&Decision::ALL))]
    pub decision: Option<Decision>,
    /// A note; an empty one removes an earlier note
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub note: Option<String>,
    /// The file.
    #[command(flatten)]
    pub journal: JournalArgs,
    /// Threshold and measure, which are recorded.
    #[command(flatten)]
    pub pair_search: PairSearchArgs,
}

/// The list of decisions.
#[derive(Clone, Debug, Args)]
pub struct ReviewList {
    /// The corpus, and how results are written.
    #[command(flatten)]
    pub list: ListArgs,
    /// The file.
    #[command(flatten)]
    pub journal: JournalArgs,
    /// Print only decisions that match: copied, acceptable, template, different, unsure, undecided, reopened,
    /// elsewhere, holds, pair, document, cluster, by:anna, note:word, jaccard>.5, words>50, from:orig_*, or a part of a
    /// name. All terms must hold; - before a term negates it; "or" separates alternatives
    #[arg(long = "where", value_name = "EXPR", value_parser = |text: &str| where_filter::read(text, Target::Decisions), allow_hyphen_values = true, help_heading = "Output")]
    pub filter: Option<Filter>,
}

/// The person whose acts are accepted.
#[derive(Clone, Debug, Args)]
pub struct ReviewAccept {
    /// The name, as `review list` prints it
    #[arg(value_name = "NAME", value_parser = person)]
    pub name: String,
    /// The corpus.
    #[command(flatten)]
    pub corpus: CorpusArgs,
    /// The file.
    #[command(flatten)]
    pub journal: JournalArgs,
}

/// The labels.
#[derive(Clone, Debug, Args)]
#[command(mut_arg("format", |format| format.default_value("csv")))]
pub struct ReviewExport {
    /// The corpus, and how results are written.
    #[command(flatten)]
    pub list: ListArgs,
    /// The file.
    #[command(flatten)]
    pub journal: JournalArgs,
}

/// A corpus, the location of its journal, and the decisions.
type Reviewed = (Arc<Collection>, JournalLocation, ReviewState);

impl CommandContext<'_> {
    /// Reads the journal of a corpus. With `will_write`, refuses `--in-memory` unless a journal is named.
    fn reviewed_journal(
        &self,
        corpus: &CorpusArgs,
        will_write: bool,
    ) -> anyhow::Result<(JournalLocation, Arc<Journal>)> {
        if will_write && self.common.in_memory && self.invocation.journal.journal.is_none() {
            bail!(
                "--in-memory writes no file, and this command writes the journal; leave it out, or name the journal with --journal"
            );
        }
        self.journal(&self.options(corpus)?, true)
    }

    /// Opens a corpus and its journal, which will be written if `will_write`.
    fn reviewed(&self, corpus: &CorpusArgs, will_write: bool) -> anyhow::Result<Reviewed> {
        // An invalid journal is reported before a corpus is read.
        let (location, journal) = self.reviewed_journal(corpus, will_write)?;
        let collection = self.collection(corpus)?;
        if let Some(note) = &location.note {
            self.say(note);
        }
        let state = ReviewState::new(journal, &collection);
        Ok((collection, location, state))
    }

    fn accept_person(&self, args: &ReviewAccept) -> anyhow::Result<()> {
        self.journal_announced.store(true, Ordering::Relaxed);
        let (location, journal) = self.reviewed_journal(&args.corpus, true)?;
        let (by, path) = (self.reviewer()?, location.path.display());
        let offers = journal.offers();
        let mut named = offers.iter();
        let Some(offer) = named.find(|offer| offer.by.as_ref() == Some(&args.name)) else {
            let list = offers.iter().map(|offer| format!("; {}", offer.sentence()));
            let list: String = list.collect();
            bail!("nothing by {} is off in {path}{list}", args.name);
        };
        let accepts = args.name.clone();
        let act = ChoiceAct::new(Timestamp::now(), by.clone(), Choice::Person { accepts });
        journal::append(&location, &by, vec![act])?;
        self.say_masks(offer);
        self.say(&format!("{offer}: accepted by {by} in {path}"));
        Ok(())
    }

    fn say_masks(&self, offer: &Offer) {
        for (mask, enabled) in &offer.masks {
            let verb = if *enabled {
                "excludes"
            } else {
                "no longer excludes"
            };
            let by = offer.by.as_deref().unwrap_or_default();
            self.say(&format!("{by} {verb} {mask}"));
        }
    }

    fn add_decision(&self, args: &ReviewAdd) -> anyhow::Result<()> {
        let by = self.reviewer()?;
        let (collection, location, state) = &self.reviewed(&args.corpus, true)?;
        let pair_search = &args.pair_search;
        let config = pair_search.method_config(&collection.settings().sketching)?;
        let settings = journal::judged_with(collection, pair_search.threshold, config.measure);
        let (subject, documents) = subject(collection, args)?;
        let current = match (&subject, &documents[..]) {
            (DecisionSubject::Pair { .. }, [a, b]) => state.pair(*a, *b),
            (DecisionSubject::Document { .. }, [doc]) => state.document(*doc),
            (_, members) => state.cluster(collection, members),
        };
        let mut act = Act::new(Timestamp::now(), by.clone(), subject, Decision::Undecided);
        if let Some(current) = current {
            let held = current.held();
            act.decision = held.map_or(act.decision, |held| held.decision);
            act.note.clone_from(&current.act().note);
        }
        act.decision = args.decision.unwrap_or(act.decision);
        let is_document = matches!(act.subject, DecisionSubject::Document { .. });
        if act.decision == Decision::Source && !is_document {
            bail!("only a document can be a source: name it with --document");
        }
        if let Some(note) = &args.note {
            note.trim().clone_into(&mut act.note);
        }
        if let [a, b] = documents[..]
            && !matches!(act.subject, DecisionSubject::Cluster { .. })
        {
            act.figures = Some(self.install(|| journal::figures(collection, a, b)));
        }
        act.settings = Some(settings);
        self.cancel.check()?;
        let names: Vec<&str> = documents.iter().map(|doc| collection.id(*doc)).collect();
        let message = format!(
            "{} {}: {}, by {by}",
            act.subject.kind(),
            names.join(" and "),
            act.decision.name()
        );
        let updated_journal = journal::append(location, &by, vec![act])?;
        let acts = units::counted(updated_journal.acts.len() as u64, "act", "acts");
        self.say(&format!("{message}; {acts} in {}", location.path.display()));
        Ok(())
    }

    fn list_decisions(&self, args: &ReviewList) -> anyhow::Result<()> {
        let (collection, location, state) = self.reviewed(&args.list.corpus, false)?;
        // Ignored acts are listed, so that the user sees what `review accept` would accept.
        let off = state.journal.off.clone();
        let off = off.map_or_else(ReviewState::default, |off| {
            ReviewState::new(off, &collection)
        });
        let mut decisions = rows(&state, &collection, false);
        decisions.extend(rows(&off, &collection, true));
        let all = decisions.len();
        if let Some(filter) = &args.filter {
            decisions.retain(|row| filter.matches(row) == Some(true));
        }
        let to = self.described("review list", &collection, json!({}), args.list.output)?;
        write_decisions(&decisions, to)?;
        for offer in state.journal.offers() {
            self.say_masks(&offer);
        }
        let path = location.path.display();
        if all == 0 && state.journal.acts.is_empty() {
            self.say(&format!("no decisions yet; they would be in {path}"));
            return Ok(());
        }
        let open = state.entries.iter();
        let open = open.filter(|entry| matches!(entry.standing, DecisionStatus::Reopened(_)));
        self.say(&format!(
            "{} of {}, {} open again, {} off; {}; journal: {path}",
            units::count(decisions.len() as u64),
            units::counted(all as u64, "decision", "decisions"),
            units::count(open.count() as u64),
            units::count(off.entries.len() as u64),
            state.sentence()
        ));
        Ok(())
    }

    fn export_decisions(&self, args: &ReviewExport) -> anyhow::Result<()> {
        let (collection, _, state) = self.reviewed(&args.list.corpus, false)?;
        let labels = journal::labels(&state, &collection);
        let to = self.described("review export", &collection, json!({}), args.list.output)?;
        // The checksums show whether a source has changed since the export.
        let content = |doc| Cell::text(String::from(Checksum::new(&collection, doc)));
        RowWriter::items(
            to,
            &labels,
            &[
                ("a", &|l| Cell::text(collection.printed_id(l.a))),
                ("b", &|l| Cell::text(collection.printed_id(l.b))),
                ("label", &|l| Cell::text(l.verdict.name())),
                ("decision", &|l| Cell::text(l.act.decision.name())),
                ("a_content", &|l| content(l.a)),
                ("b_content", &|l| content(l.b)),
                ("by", &|l| Cell::text(&l.act.by)),
                ("when", &|l| Cell::text(l.act.when.to_string())),
                ("note", &|l| Cell::text(&l.act.note)),
            ],
        )?;
        self.say(&format!(
            "{}; {}",
            units::counted(labels.len() as u64, "labelled pair", "labelled pairs"),
            state.sentence()
        ));
        Ok(())
    }
}

/// The subject of a decision, and its documents.
fn subject(
    collection: &Collection,
    args: &ReviewAdd,
) -> anyhow::Result<(DecisionSubject, Vec<DocNo>)> {
    let find = |id: &String| texts::find(collection, id);
    if let Some(id) = &args.document {
        let doc = find(id)?;
        return Ok((DecisionSubject::document(collection, doc), vec![doc]));
    }
    let members = if args.cluster.is_empty() {
        &args.pair
    } else {
        &args.cluster
    };
    let members: anyhow::Result<Vec<DocNo>> = members.iter().map(find).collect();
    let mut members = members?;
    members.sort_unstable();
    members.dedup();
    match (&members[..], &args.pair[..]) {
        ([_], [a, _]) => bail!("{a:?} is given twice; name two different documents"),
        ([_], _) => bail!("a cluster has two documents or more; --document names one"),
        ([a, b], [_, _]) => Ok((DecisionSubject::pair(collection, *a, *b), members)),
        _ => Ok((DecisionSubject::cluster(collection, &members), members)),
    }
}
