//! `review`: lists and exports the decisions of a journal, and adds to them.

use std::sync::Arc;

use anyhow::{Context, bail};
use serde_json::json;

use super::super::args::common::CorpusArgs;
use super::super::args::review::{
    JournalArgs, PersonArgs, ReviewAdd, ReviewCommand, ReviewExport, ReviewList,
};
use super::super::{compare, review as output};
use super::Run;
use super::described::MadeFrom;
use crate::base::units;
use crate::collection::Collection;
use crate::engine::review as journal;
use crate::engine::review::JournalPlace;
use crate::review::{Act, Decision, DecisionStatus, ReviewState, Thing, Timestamp};

/// A corpus with its journal.
struct Reviewed {
    collection: Arc<Collection>,
    place: JournalPlace,
    state: ReviewState,
}

impl Run<'_> {
    pub(super) fn review(&self, what: &ReviewCommand) -> anyhow::Result<()> {
        match what {
            ReviewCommand::Add(asked) => self.add_decision(asked),
            ReviewCommand::List(asked) => self.list_decisions(asked),
            ReviewCommand::Export(asked) => self.export_decisions(asked),
        }
    }

    /// Opens a corpus and its journal. `change`: the journal will be written.
    fn reviewed(
        &self,
        corpus: &CorpusArgs,
        named: &JournalArgs,
        change: bool,
    ) -> anyhow::Result<Reviewed> {
        let place = match &named.journal {
            Some(path) => journal::named(path),
            None if change && self.common.in_memory => bail!(
                "--in-memory writes no file, and this command writes the journal; leave it out, or name the journal with --journal"
            ),
            None => journal::place(&self.options(&corpus.paths, corpus.settings.settings())?)?,
        };
        // A journal that cannot be used is told before a corpus is read.
        let read = journal::read(&place)?;
        let collection = self.collection(&corpus.paths, &corpus.settings, false)?;
        if let Some(note) = &place.note {
            self.talk.say(note);
        }
        self.say_broken(&place.path, &read);
        self.say_kept_masks(&read);
        let state = ReviewState::new(Arc::new(read), &collection);
        Ok(Reviewed {
            collection,
            place,
            state,
        })
    }

    fn person(&self, asked: &PersonArgs) -> anyhow::Result<String> {
        let name = asked.by.clone().or_else(journal::person);
        name.context("the user has no name here; say who decides with --by NAME")
    }

    fn add_decision(&self, asked: &ReviewAdd) -> anyhow::Result<()> {
        let by = self.person(&asked.person)?;
        let reviewed = self.reviewed(&asked.corpus, &asked.journal, true)?;
        let Reviewed {
            collection, state, ..
        } = &reviewed;
        let sketching = &collection.settings().sketching;
        let measure = asked.pair_search.method_config(sketching)?.measure;
        let settings = journal::judged_with(collection, asked.pair_search.threshold, measure);
        let (thing, documents) = self.thing(collection, asked)?;
        let current = match (&thing, &documents[..]) {
            (Thing::Pair { .. }, [a, b]) => state.pair(*a, *b),
            (Thing::Document { .. }, [doc]) => state.document(*doc),
            (_, members) => state.cluster(collection, members),
        };
        let before = current.and_then(|current| current.held());
        let mut act = Act::new(Timestamp::now(), by.clone(), thing, Decision::Undecided);
        if let Some(before) = before {
            act.decision = before.decision;
            act.note.clone_from(&before.note);
        }
        act.decision = asked.decision.unwrap_or(act.decision);
        if let Some(note) = &asked.note {
            note.trim().clone_into(&mut act.note);
        }
        if let [a, b] = documents[..]
            && !matches!(act.thing, Thing::Cluster { .. })
        {
            let figures = || journal::figures(collection, a, b);
            act.figures = Some(self.pool.install(figures));
        }
        act.settings = Some(settings);
        self.should_continue()?;
        let (decision, kind) = (act.decision.name(), act.thing.kind());
        let names: Vec<&str> = documents.iter().map(|doc| collection.id(*doc)).collect();
        let names = names.join(" and ");
        let said = format!("{kind} {names}: {decision}, by {by}");
        let kept = journal::append(&reviewed.place, vec![act])?;
        self.talk.say(&format!(
            "{said}; {} in {}",
            units::counted(kept.acts.len() as u64, "act", "acts"),
            reviewed.place.path.display()
        ));
        Ok(())
    }

    /// What is decided on, with its documents.
    fn thing(
        &self,
        collection: &Collection,
        asked: &ReviewAdd,
    ) -> anyhow::Result<(Thing, Vec<crate::base::DocNo>)> {
        let find = |id: &String| compare::find(collection, id);
        if let Some(id) = &asked.document {
            let doc = find(id)?;
            return Ok((Thing::document(collection, doc), vec![doc]));
        }
        if !asked.cluster.is_empty() {
            let mut members: Vec<_> = asked.cluster.iter().map(find).collect::<Result<_, _>>()?;
            members.sort_unstable();
            members.dedup();
            if members.len() < 2 {
                bail!("a cluster has two documents or more; --document names one");
            }
            return Ok((Thing::cluster(collection, &members), members));
        }
        let [a, b] = &asked.pair[..] else {
            bail!("a pair has two documents");
        };
        let (x, y) = (find(a)?, find(b)?);
        if x == y {
            bail!("{a:?} is given twice; name two different documents");
        }
        let documents = vec![x.min(y), x.max(y)];
        Ok((Thing::pair(collection, x, y), documents))
    }

    fn list_decisions(&self, asked: &ReviewList) -> anyhow::Result<()> {
        let Reviewed {
            collection,
            place,
            state,
        } = self.reviewed(&asked.corpus, &asked.journal, false)?;
        let mut rows = output::rows(&state, &collection);
        let all = rows.len();
        if let Some(filter) = &asked.only.filter {
            rows.retain(|row| filter.matches(row) == Some(true));
        }
        let from = MadeFrom::Corpus(&collection);
        let to = self.described("review list", &from, json!({}), asked.output)?;
        output::write_decisions(&rows, to)?;
        let path = place.path.display();
        if state.journal().acts.is_empty() {
            self.talk
                .say(&format!("no decisions yet; they would be in {path}"));
            return Ok(());
        }
        let open = state.entries().iter();
        let open = open.filter(|entry| matches!(entry.standing, DecisionStatus::Reopened(_)));
        let open = match open.count() {
            0 => String::new(),
            n => format!(", {} open again", units::count(n as u64)),
        };
        let shown = match rows.len() == all {
            true => String::new(),
            false => format!("{} of ", units::count(rows.len() as u64)),
        };
        let decisions = units::counted(all as u64, "decision", "decisions");
        self.talk.say(&format!(
            "{shown}{decisions}{open}; {}; journal: {path}",
            state.sentence()
        ));
        Ok(())
    }

    fn export_decisions(&self, asked: &ReviewExport) -> anyhow::Result<()> {
        let Reviewed {
            collection, state, ..
        } = self.reviewed(&asked.corpus, &asked.journal, false)?;
        let labels = journal::labels(&state, &collection);
        let from = MadeFrom::Corpus(&collection);
        let to = self.described("review export", &from, json!({}), asked.output())?;
        output::write_labels(&labels, &collection, to)?;
        self.talk.say(&format!(
            "{}; {}",
            units::counted(labels.len() as u64, "labelled pair", "labelled pairs"),
            state.sentence()
        ));
        Ok(())
    }
}
