//! Applies engine updates to the state. A newer collection is displayed only when its clusters have
//! arrived, because document numbers are valid for one collection only.

use std::sync::Arc;
use std::time::Duration;

use super::super::commands::Command;
use super::super::data::Copied;
use super::super::dialog::DialogKind;
use super::super::effect::Effect;
use super::super::screen::Screen;
use super::super::state::clusters::FallenApart;
use super::super::state::compare::CompareState;
use super::super::state::corpus::CorpusFacts;
use super::super::state::document::DocumentState;
use super::super::state::histogram::Histogram;
use super::super::{App, Page};
use super::{lecture, masks, pages, review, settings, tune, visits};
use crate::base::DocNo;
use crate::base::units;
use crate::cluster::Clustering;
use crate::collection::Collection;
use crate::engine::{Request, Update};
use crate::evidence::CopiedTextProgress;
use crate::review::On;

/// Applies one update.
pub(super) fn engine(app: &mut App, update: Update) -> Vec<Effect> {
    let Some(update) = tune::results(app, update) else {
        return vec![];
    };
    match update {
        Update::Progress(progress) => app.data.set_progress(progress, app.start.calm),
        Update::Collection(collection) => {
            app.data.disguised = None;
            app.facts = CorpusFacts::of(&collection, app.facts.scroll);
            app.data.copied = None;
            app.data.counting = None;
            if app.data.clustering.is_none() {
                return app.show_documents(collection);
            } else {
                app.data.incoming = Some(collection);
            }
        }
        Update::Pairs(pairs) => {
            let measure = app.data.pairs.as_ref().map(|known| known.found.measure);
            if measure != Some(pairs.found.measure) {
                app.clusters.matrix = None;
                app.clusters.forget_differences();
            }
            // If only the clustering changes, the same pair set is sent again and results derived from
            // it stay valid.
            let known = app.data.pairs.as_ref();
            if !known.is_some_and(|known| Arc::ptr_eq(known, &pairs)) {
                app.tune.results.outdated = true;
            }
            app.data.histogram = Histogram::of(&pairs);
            app.data.pairs = Some(pairs);
        }
        Update::Clusters(clustering) => return clusters(app, clustering),
        Update::Matrix(matrix) => app.clusters.matrix = Some(matrix),
        Update::Aliases(of, aliases) => app.received_aliases(&of, aliases),
        Update::Dates(dates) => app.data.dates.extend(dates),
        Update::KeepOne(kept) => app.clusters.keep.set(kept),
        Update::Document(view) => {
            for page in &mut app.pages {
                if let Page::Document(state) = page
                    && state.doc() == view.doc
                {
                    state.set_view(Arc::clone(&view));
                }
            }
            app.data.document = Some(view);
        }
        Update::Sources(view) => {
            for page in &mut app.pages {
                if let Page::Document(state) = page {
                    state.set_sources(Arc::clone(&view));
                }
            }
        }
        Update::Comparison(comparison) => {
            app.pair_list.set_comparison(&comparison);
            app.clusters.set_comparison(&comparison);
            if let Some(texts) = &mut app.tune.judging.texts {
                texts.set_comparison(Arc::clone(&comparison));
            }
            if let Some(Page::Compare(state)) = app.pages.last_mut() {
                state.set_comparison(comparison);
            }
            review::mark_passages(app);
        }
        Update::Disguised(disguised) => {
            app.facts.set_disguised(&disguised);
            app.data.disguised = Some(disguised);
        }
        Update::ToJudge(step) => return tune::to_judge(app, &step),
        Update::PairList(list) => app.pair_list.set_list(list),
        Update::ArrangedPairs(arranged) => app.pair_list.set_shown(arranged),
        Update::Why(why) => app.data.why = Some(why),
        Update::Blocks(list) => app.blocks.set(list),
        Update::Overlap(view) => app.overlap.set(view),
        Update::Mirrors(list) => app.mirrors.set(list),
        Update::MirrorTrees(view) => app.mirrors.set_trees(view),
        Update::Seams(seams) => app.data.seams = Some(seams),
        Update::CountingCopied(progress) => {
            // In calm mode the count changes in steps of a tenth.
            let tenth = |p: CopiedTextProgress| (p.step, p.done * 10 / p.total.max(1));
            let known = app.data.counting.map(tenth);
            if !app.start.calm || known != progress.map(tenth) {
                app.data.counting = progress;
            }
        }
        Update::Reporting(progress) => app.data.writing = progress,
        Update::Slides(made) => {
            for page in &mut app.pages {
                if let Page::Lecture(state) = page {
                    state.set_slides(&made);
                }
            }
        }
        Update::LectureTexts(read) => lecture::texts(app, &read),
        Update::CopiedText(copied) => {
            app.data.counting = None;
            app.data.copied = Some(Copied::of(copied));
        }
        Update::Review(now) => return review::received(app, now),
        Update::NotDecided(number, why) => {
            app.decisions.refused(number);
            app.fail(why);
        }
        Update::Masks(survey) => masks::surveyed(app, survey),
        Update::Search(result) => app.search.set_result(result),
        Update::FullText(documents) => {
            app.data.full_text = Some(documents);
            // A query typed before the index was ready has had no answer.
            if app.search.waiting {
                return app.search.ask().map(Effect::Ask).into_iter().collect();
            }
        }
        Update::Reanalysing(progress) => {
            let known = app.reanalysis.progress.as_ref();
            let step = !known.is_some_and(|known| known.is_in_step_with(&progress));
            if step || !app.start.calm {
                app.reanalysis.progress = Some(progress);
            }
        }
        Update::Settled {
            choice,
            stopped,
            elapsed,
        } => {
            settings::settled(app, *choice, stopped, elapsed);
            let listed = app
                .dialogs
                .iter()
                .any(|dialog| dialog.kind == DialogKind::Masks);
            if listed {
                return vec![Effect::Ask(Request::Masks)];
            }
        }
        Update::Finished { stopped, elapsed } => {
            let data = &mut app.data;
            (data.finished, data.progress) = (Some((stopped, elapsed)), None);
            data.stopping = false;
            data.unread = None;
            let time = units::duration(elapsed);
            let reload = app.keymap.label(Command::Reload);
            let said = match stopped {
                true => format!("stopped after {time}; {reload} goes on"),
                false => format!("everything done in {time}"),
            };
            let first = std::mem::take(&mut app.start.remembered);
            // The audience of a lecture has no use for it.
            if app.screen() == Screen::Lecture && !stopped {
                return vec![];
            }
            let said = match first && app.kept_purpose == app.start.choice.purpose {
                true => format!(
                    "purpose {}, as last time; {said}",
                    app.kept_purpose.phrase()
                ),
                false => said,
            };
            app.say(said);
            if let Some(offer) = visits::offer(app) {
                app.say(offer);
            }
            if let Some(fault) = app.fault.take() {
                app.fail(fault);
            }
            // A block of text that most documents share is worth a sentence.
            return vec![Effect::Ask(Request::Masks)];
        }
        Update::Edited(edits) => {
            app.data.edited = !edits.is_none();
            if app.data.edited {
                let reload = app.keymap.label(Command::Reload);
                let edits = edits.sentence();
                app.say(format!(
                    "the corpus was edited: {edits}; {reload} reads it again"
                ));
            }
        }
        Update::Notice(text) => app.say(text),
        Update::Failed(text) => app.fail(text),
        Update::Unread(text) => {
            let data = &mut app.data;
            (data.finished, data.progress) = (Some((true, Duration::ZERO)), None);
            data.stopping = false;
            data.unread = Some(text.clone());
            app.fail(text);
        }
        _ => {}
    }
    vec![]
}

fn clusters(app: &mut App, clustering: Arc<Clustering>) -> Vec<Effect> {
    let fits = |c: &Option<Arc<Collection>>| {
        c.as_ref()
            .is_some_and(|c| c.len() == clustering.cluster_of.len())
    };
    let old = app.data.collection.clone();
    let mut effects = Vec::new();
    // The selection to restore: the document under the cursor, then the other members of its cluster.
    let mut anchors = anchors(app);
    let mut lost = app.clusters.fallen_apart.take();
    if fits(&app.data.incoming) {
        if let Some(incoming) = app.data.incoming.take() {
            effects.extend(app.show_documents(incoming));
        }
        app.data.dates.clear();
        app.asked_dates.clear();
        if let (Some(old), Some(new)) = (old, app.data.collection.clone()) {
            if !same_documents(&old, &new) {
                app.tune.forget_documents();
                app.dialogs
                    .retain(|dialog| dialog.kind != DialogKind::Judge);
            }
            let of_documents = [DialogKind::Why, DialogKind::Seams];
            app.dialogs
                .retain(|dialog| !of_documents.contains(&dialog.kind));
            let map = |doc: DocNo| new.find(old.id(doc));
            anchors = anchors.into_iter().filter_map(map).collect();
            lost = None;
            effects.extend(renumber(app, &map));
        }
    } else if !fits(&app.data.collection) {
        // Clusters of a collection that has not arrived or is obsolete.
        return effects;
    }
    let Some(collection) = app.data.collection.clone() else {
        return effects;
    };
    let column = app.clusters.column;
    let decisions = app.decisions.state(&collection).cloned();
    app.clusters.set_review(decisions);
    app.clusters.forget();
    app.clusters.keep.forget();
    let is_apart = |members: &[DocNo]| {
        members
            .iter()
            .all(|doc| clustering.cluster_of(*doc).is_none())
    };
    let falls_apart = !anchors.is_empty() && is_apart(&anchors);
    let mut lost = lost.filter(|lost| lost.instead == anchors.first().copied());
    if let Some(lost) = &lost {
        anchors.splice(0..0, lost.members.iter().copied());
    }
    app.clusters.list(&collection, &clustering, &anchors);
    app.clusters.column = column;
    app.clusters
        .to_member(&clustering, anchors.first().copied());
    app.marked.retain(|on| matches!(on, On::Pair(..)));
    lost = lost.filter(|lost| is_apart(&lost.members));
    if falls_apart && lost.is_none() {
        app.say("the selected cluster fell apart: no two of its members are linked any more");
        lost = Some(FallenApart {
            members: anchors,
            instead: None,
        });
    }
    let selected = app.clusters.selected(&clustering);
    let instead = selected.map(|cluster| cluster.representative);
    app.clusters.fallen_apart = lost.map(|lost| FallenApart { instead, ..lost });
    app.data.clustering = Some(clustering);
    review::refresh(app);
    app.asked = None;
    effects.extend(two_files(app, &collection));
    effects
}

/// Compares the two files that the program was given, once they have been read. The user can be on another
/// screen by then and stays there.
fn two_files(app: &mut App, collection: &Collection) -> Vec<Effect> {
    if collection.len() != 2 {
        return vec![];
    }
    let Some([first, _]) = app.start.two_files.take() else {
        return vec![];
    };
    let untouched = matches!(app.pages[..], [] | [Page::Pairs]);
    if !(untouched && app.dialogs.is_empty()) {
        return vec![];
    }
    let is_first = |doc: &DocNo| collection.row(*doc).place.path() == Some(first.as_path());
    let left = collection.documents().find(is_first).unwrap_or(DocNo(0));
    let right = DocNo(1 - left.0);
    pages::open_compare(app, CompareState::new(left, vec![right], 0))
}

/// Whether every document number refers to the same id in both collections.
fn same_documents(a: &Collection, b: &Collection) -> bool {
    a.len() == b.len() && a.documents().all(|doc| a.id(doc) == b.id(doc))
}

fn anchors(app: &App) -> Vec<DocNo> {
    let Some(clustering) = &app.data.clustering else {
        return vec![];
    };
    let Some(cluster) = app.clusters.selected(clustering) else {
        return vec![];
    };
    let members = app.clusters.in_order(cluster);
    let first = members.get(app.clusters.members.selected);
    let first = first.filter(|_| app.clusters.members.selected > 0).copied();
    let first = first.unwrap_or(cluster.representative);
    std::iter::once(first)
        .chain(cluster.members.iter().copied())
        .collect()
}

/// Maps all document numbers in the state to the new collection and closes screens of removed documents.
fn renumber(app: &mut App, map: &dyn Fn(DocNo) -> Option<DocNo>) -> Vec<Effect> {
    let mut effects = Vec::new();
    let mut gone = 0;
    let mut pages = Vec::new();
    for page in std::mem::take(&mut app.pages) {
        match page {
            Page::Document(state) => match map(state.doc()) {
                Some(doc) => {
                    // The text may have changed even if the number is the same, so it is always
                    // requested again.
                    let same = doc == state.doc();
                    let state = if same {
                        let mut state = state;
                        state.forget_sources();
                        state
                    } else {
                        Box::new(DocumentState::new(doc))
                    };
                    effects.push(Effect::Ask(Request::Document(doc)));
                    pages.push(Page::Document(state));
                }
                None => gone += 1,
            },
            Page::Compare(mut state) => match state.renumber(map) {
                true => pages.push(Page::Compare(state)),
                false => gone += 1,
            },
            other => pages.push(other),
        }
    }
    app.pages = pages;
    app.pair_list.renumber(map);
    app.data.document = None;
    (app.data.why, app.data.seams) = (None, None);
    app.clusters.matrix = None;
    if gone > 0 {
        app.say("a document that was open is no longer in the corpus");
    }
    app.search.within = None;
    if let Some(request) = app.search.ask().filter(|_| app.search.result.is_some()) {
        app.search.result = None;
        effects.push(Effect::Ask(request));
    }
    effects
}
