//! Applies engine updates to the state. A newer collection is displayed only when its clusters have arrived, because
//! document numbers are valid for one collection only.

use super::super::data::store_progress;
use super::super::state::corpus::CorpusFacts;
use super::super::state::histogram::Histogram;
use super::super::{App, Command, DialogKind, Page, Screen};
use super::{lecture, masks, pages, review, run, settings, tune};
use crate::base::units;
use crate::engine::Update;
use crate::evidence::CopiedTextProgress;
use crate::screens::clusters::new_clusters;
use std::sync::Arc;

pub(crate) fn engine(app: &mut App, update: Update) {
    match update {
        Update::Progress(progress) => app.data.set_progress(progress, app.start.calm),
        Update::Collection(collection) => {
            app.data.disguised = None;
            app.facts = CorpusFacts::new(&collection, app.facts.scroll);
            app.data.copied = None;
            app.data.counting = None;
            if app.data.clustering.is_none() {
                app.show_documents(collection);
            } else {
                app.data.incoming = Some(collection);
            }
        }
        Update::Pairs(pairs) => {
            let before = app.data.pairs.as_ref();
            // If only the clustering changes, the same pair set is sent again and results derived from
            // it stay valid.
            app.tune.results.outdated |= !before.is_some_and(|set| Arc::ptr_eq(set, &pairs));
            if !before.is_some_and(|set| set.info.measure == pairs.info.measure) {
                app.clusters.matrix = None;
                app.clusters.forget_differences();
            }
            app.data.histogram = Histogram::new(&pairs);
            app.data.pairs = Some(pairs);
        }
        Update::Clusters(clustering) => new_clusters::arrived(app, clustering),
        Update::Matrix(matrix) => {
            app.clusters.matrix = Some(matrix);
            let selected = app.cluster();
            // The matrix may belong to a cluster that is no longer selected. Then the matrix of the selected cluster is
            // requested again.
            if selected.is_some_and(|cluster| app.clusters.matrix_of(cluster).is_none()) {
                app.requested_matrix = None;
            }
        }
        Update::Aliases(collection, aliases) => app.set_aliases(&collection, aliases),
        Update::Dates(dates) => app.data.dates.extend(dates),
        Update::Document(view) => {
            for state in app.open_documents() {
                state.set_view(Arc::clone(&view));
            }
            app.data.document = Some(view);
        }
        Update::Sources(view) => {
            for state in app.open_documents() {
                state.set_sources(Arc::clone(&view));
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
        }
        Update::Disguised(disguised) => {
            app.facts.set_disguised(&disguised);
            app.data.disguised = Some(disguised);
        }
        Update::ToJudge(step) => tune::to_judge(app, &step),
        Update::PairList(list) => app.pair_list.list = Some(list),
        Update::ArrangedPairs(arranged) => app.pair_list.set_shown(arranged),
        Update::CopiedDocuments(list) => app.documents.set(list),
        Update::Why(why) => app.data.why = Some(why),
        Update::Blocks(list) => app.blocks.set(list),
        Update::Mirrors(list) => app.mirrors.set(list),
        Update::MirrorTrees(view) => app.mirrors.set_trees(view),
        Update::Seams(seams) => app.data.seams = Some(seams),
        Update::CountingCopied(progress) => {
            // In calm mode the count changes in steps of a tenth.
            let tenth = |p: CopiedTextProgress| (p.step, p.done * 10 / p.total.max(1));
            if !app.start.calm || app.data.counting.map(tenth) != progress.map(tenth) {
                app.data.counting = progress;
            }
        }
        Update::Reporting(progress) => app.data.writing = progress,
        Update::Slides(slides) => {
            for page in &mut app.pages {
                if let Page::Lecture(state) = page {
                    state.set_slides(&slides);
                }
            }
        }
        Update::LectureTexts(texts) => lecture::texts(app, &texts),
        Update::CopiedText(copied, masks) => {
            app.data.counting = None;
            let is_current = *masks == app.reanalysis.requested().masks;
            if let Some(exclusion) = &mut app.exclusion
                && is_current
                && !exclusion.is_counted
            {
                exclusion.is_counted = true;
                let exclusion = exclusion.clone();
                masks::excluded(app, &exclusion, &copied);
            }
            app.data.copied = Some(copied);
        }
        Update::Review(decisions) => {
            review::received(app, decisions);
            tune::take_answers(app);
        }
        Update::NotDecided(number, why) => {
            app.decisions.refused(number);
            app.fail(why);
        }
        Update::Masks(survey) => masks::surveyed(app, survey),
        Update::Search(result) => app.search.set_result(result),
        Update::FullText(documents) => {
            app.data.full_text = Some(documents);
            // A query typed before the index was ready has no answer yet.
            if app.search.waiting {
                pages::ask_search(app);
            }
        }
        Update::Reanalysing(progress) => {
            store_progress(&mut app.reanalysis.progress, progress, app.start.calm);
        }
        Update::Settled {
            analysis_config,
            stopped,
            elapsed,
        } => {
            settings::settled(app, *analysis_config, stopped, elapsed);
            let mut dialogs = app.dialogs.iter();
            if dialogs.any(|dialog| dialog.kind == DialogKind::Masks) {
                masks::count(app);
            }
        }
        Update::Finished { stopped, elapsed } => {
            app.data.set_finished(stopped);
            app.data.unread = None;
            let time = units::duration(elapsed);
            let reload = app.keymap.label(Command::Reload);
            let before = app.notices.current(app.now);
            let message = format!("read and compared in {time}");
            if stopped {
                app.say(format!("stopped after {time}; {reload} goes on"));
            } else if app.screen() == Screen::Lecture {
                // The message is not shown during a lecture, because it is of no use to the audience.
                return;
            } else if before.is_some_and(|notice| notice.text == run::READING_AGAIN) {
                app.say(message);
            } else {
                app.hint(message);
            }
            if let Some(fault) = app.fault.take() {
                app.fail(fault);
            }
            // The answer leads to a hint if most documents share a block of text.
            masks::count(app);
        }
        Update::Edited(edits) => {
            app.data.edited = !edits.is_none();
            if app.data.edited {
                let (edits, reload) = (edits.sentence(), app.keymap.label(Command::Reload));
                let sentence = format!("the corpus was edited: {edits}; {reload} reads it again");
                app.hint(sentence);
            }
        }
        Update::Notice(text) => app.say(text),
        Update::Failed(text) => app.fail(text),
        Update::Unread(text) => {
            app.data.set_finished(true);
            app.data.unread = Some(text.clone());
            app.fail(text);
        }
        update => tune::results(app, update),
    }
}
