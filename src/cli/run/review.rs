//! `review`: reads, lists, exports and joins journals of decisions, and adds to them.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, bail};
use serde_json::json;

use super::super::args::common::CorpusArgs;
use super::super::args::review::{
    JournalArgs, PersonArgs, ReviewAdd, ReviewCommand, ReviewExport, ReviewImport, ReviewList,
    ReviewMerge,
};
use super::super::pair_search::PairSearchArgs;
use super::super::{compare, review as output};
use super::Run;
use super::described::MadeFrom;
use crate::base::units;
use crate::collection::Collection;
use crate::engine::annotations::AnnotationsPlace;
use crate::engine::new_file;
use crate::engine::review as journal;
use crate::engine::review::JournalPlace;
use crate::review::{
    Act, Decision, DecisionStatus, Journal, JudgedWith, Judgement, ReviewState, Thing, Timestamp,
    agreements, conflicts, merge,
};
use crate::similarity::Bridging;

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
            ReviewCommand::Merge(asked) => self.merge_journals(asked),
            ReviewCommand::ImportJudgements(asked) => self.import_judgements(asked),
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

    fn judged_with(
        &self,
        collection: &Collection,
        pair_search: &PairSearchArgs,
        bridging: Bridging,
    ) -> anyhow::Result<JudgedWith> {
        let sketching = &collection.settings().sketching;
        let measure = pair_search.method_config(sketching)?.measure;
        Ok(journal::judged_with(
            collection,
            pair_search.threshold,
            measure,
            bridging,
        ))
    }

    fn add_decision(&self, asked: &ReviewAdd) -> anyhow::Result<()> {
        let by = self.person(&asked.person)?;
        let reviewed = self.reviewed(&asked.corpus, &asked.journal, true)?;
        let Reviewed {
            collection, state, ..
        } = &reviewed;
        let bridging = asked.bridging.config.bridging;
        let settings = self.judged_with(collection, &asked.pair_search, bridging)?;
        let (thing, documents) = self.thing(collection, asked)?;
        let said = match (&thing, &documents[..]) {
            (Thing::Pair { .. }, [a, b]) => state.pair(*a, *b),
            (Thing::Passage { in_a, in_b, .. }, [a, b]) => {
                state.passage((*a, in_a.words), (*b, in_b.words))
            }
            (Thing::Document { .. }, [doc]) => state.document(*doc),
            (Thing::Cluster { .. }, all) => state.cluster(collection, all),
            _ => Judgement::default(),
        };
        let before = said.of(&by);
        let mut act = Act::new(Timestamp::now(), by.clone(), thing, Decision::Undecided);
        if let Some(before) = before {
            act.decision = before.decision;
            act.note.clone_from(&before.note);
            act.tags.clone_from(&before.tags);
        }
        act.decision = asked.decision.unwrap_or(act.decision);
        if let Some(note) = &asked.note {
            note.trim().clone_into(&mut act.note);
        }
        if let Some(tags) = &asked.tags {
            let tags = tags.iter().map(|tag| tag.trim().to_owned());
            act.tags = tags.filter(|tag| !tag.is_empty()).collect();
        }
        if let [a, b] = documents[..]
            && !matches!(act.thing, Thing::Cluster { .. })
        {
            let figures = || journal::figures(collection, a, b, &bridging);
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
        let Some(number) = asked.passage_number else {
            return Ok((Thing::pair(collection, x, y), documents));
        };
        let should_continue = || !self.cancel.stopped();
        let bridging = asked.bridging.config.bridging;
        let passages = || journal::pair_passages(collection, x, y, &bridging, &should_continue);
        let passages = self.pool.install(passages)?;
        let n = passages.len();
        let passage = passages.into_iter().nth(number as usize - 1);
        let passage = passage.with_context(|| {
            format!(
                "there is no passage {number}: {a:?} and {b:?} share {}",
                units::counted(n as u64, "passage", "passages")
            )
        })?;
        Ok((passage, documents))
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

    fn merge_journals(&self, asked: &ReviewMerge) -> anyhow::Result<()> {
        let mut journals: Vec<Journal> = Vec::new();
        for path in &asked.journals {
            let read = self.journal_at(path)?;
            journals.push(read);
        }
        let empty = Journal::default();
        let union = journals.iter().fold(empty, |union, one| merge(&union, one));
        self.same_names(&journals);
        let (found, conflicts) = (agreements(&union), conflicts(&union));
        if let Some(out) = &asked.out {
            let meta = self.common.meta.as_ref();
            anyhow::ensure!(
                meta.is_none_or(|meta| !new_file::is_same(meta, out)),
                "--out and --meta name the same file; give each its own"
            );
            let is_link = out.symlink_metadata().is_ok_and(|file| file.is_symlink());
            anyhow::ensure!(
                !is_link || out.exists(),
                "--out {} is a link that leads to nothing: give the name of a file",
                out.display()
            );
            let place = journal::named(out);
            let added = journal::add_missing(&place, &union)?;
            self.talk.say(&format!(
                "{} added to {}",
                units::counted(added as u64, "line", "lines"),
                place.path.display()
            ));
        }
        let options = json!({ "acts": union.acts.len() });
        let to = self.described("review merge", &MadeFrom::Journals, options, asked.output)?;
        output::write_comparison(&found, &conflicts, to)?;
        for agreement in &found {
            if let Some(sentence) = output::kappa_sentence(agreement) {
                self.talk.say(&sentence);
            }
        }
        if found.is_empty() {
            self.talk
                .say("no pair was decided by two people, so there is no agreement to count");
        }
        self.talk.say(&format!(
            "{} of {} together",
            units::counted(union.acts.len() as u64, "act", "acts"),
            units::counted(journals.len() as u64, "journal", "journals"),
        ));
        Ok(())
    }

    fn journal_at(&self, path: &Path) -> anyhow::Result<Journal> {
        let place = journal::named(path);
        let read = journal::read_existing(&place)?;
        if let Some(broken) = read.broken_sentence() {
            self.talk
                .say(&format!("{}: {broken}", place.path.display()));
        }
        Ok(read)
    }

    /// Says where one name stands in two journals with other acts: two people may have it.
    fn same_names(&self, journals: &[Journal]) {
        let lines = |journal: &Journal, name: &str| {
            let theirs = journal.acts.iter().filter(|line| line.act.by == name);
            let mut lines: Vec<String> = theirs.map(|line| line.raw.clone()).collect();
            lines.sort_unstable();
            lines
        };
        let all = journals.iter().flat_map(|journal| &journal.acts);
        let mut names: Vec<&str> = all.map(|line| &*line.act.by).collect();
        names.sort_unstable();
        names.dedup();
        for name in names {
            let theirs: Vec<Vec<String>> = journals.iter().map(|j| lines(j, name)).collect();
            let apart = theirs.iter().enumerate().any(|(at, one)| {
                let others = &theirs[at + 1..];
                others.iter().any(|other| {
                    let lacks = |a: &[String], b: &[String]| {
                        a.iter().any(|line| b.binary_search(line).is_err())
                    };
                    lacks(one, other) && lacks(other, one)
                })
            });
            if apart {
                self.talk.say(&format!(
                    "several journals have their own acts by {name}: they count as of one person, of whom the last act counts; if these are two people, give one of them another name (--by)"
                ));
            }
        }
    }

    fn import_judgements(&self, asked: &ReviewImport) -> anyhow::Result<()> {
        let by = self.person(&asked.person)?;
        let options = self.options(&asked.corpus.paths, asked.corpus.settings.settings())?;
        let judged = AnnotationsPlace::of(&options).context(
            "judgements are kept of a corpus with an index, and there is none for this one (--in-memory, a demo)",
        )?;
        let Reviewed {
            collection,
            place,
            state,
        } = self.reviewed(&asked.corpus, &asked.journal, true)?;
        let bridging = Bridging::default();
        let settings = self.judged_with(&collection, &asked.pair_search, bridging)?;
        let import = || {
            journal::import_judgements(
                &judged,
                &collection,
                &state,
                (&by, Timestamp::now()),
                &settings,
            )
        };
        let imported = self.pool.install(import)?;
        self.should_continue()?;
        let n = imported.acts.len() as u64;
        if n > 0 {
            journal::append(&place, imported.acts)?;
        }
        let mut besides = String::new();
        if imported.known > 0 {
            besides += &format!(", {} there already", units::count(imported.known as u64));
        }
        if imported.outdated > 0 {
            let outdated = units::count(imported.outdated as u64);
            besides += &format!(", {outdated} on texts that are not in this corpus left out");
        }
        let n = units::counted(n, "judgement", "judgements");
        self.talk
            .say(&format!("{n} added to {}{besides}", place.path.display()));
        Ok(())
    }
}
