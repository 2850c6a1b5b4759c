//! The form for a report: what it is about, where it goes, and what of it is told.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context as _, ensure};

use super::super::dialog::{Dialog, DialogKind, ReportDraft};
use super::super::effect::Effect;
use super::super::form::Form;
use super::super::{App, Page};
use crate::cluster::Clustering;
use crate::config::Purpose;
use crate::engine::Request;
use crate::engine::message::AskedReport;
use crate::html_report::{Context, Scope};
use crate::screens::clusters::state::Focus;

/// Name of the file that the form proposes.
const FILE: &str = "report.html";

/// Words of context that the form proposes.
const CONTEXT: &str = "30";

const ALL: &str = "all pairs";
const LISTED: &str = "the pairs that match the filter";
const CLUSTERS_LISTED: &str = "the clusters that match the filter";
const CLUSTER: &str = "this cluster";
const DOCUMENT: &str = "the pairs of this document";
const MEMBER: &str = "the pairs of the member under the cursor";

/// Opens the form.
pub(crate) fn open(app: &mut App) {
    let Some(draft) = draft(app) else {
        app.say("wait until there are pairs, then write a report");
        return;
    };
    if app.reanalysis.pending() {
        app.say("wait until the settings are in force, then write a report");
        return;
    }
    let words = draft.words;
    let form = Form::default()
        .one(
            "about",
            words,
            0,
            match app.reanalysis.shown().purpose {
                Purpose::NearDuplicates => {
                    "What the report has. It is on near-duplicates; open it from Copied text for copied text."
                }
                Purpose::CopiedText => {
                    "What the report has. It is on copied text; open it from Clusters for near-duplicates."
                }
            },
        )
        .text(
            "file",
            FILE,
            "A page for any browser, from the folder that the program was started in. It is there once it is complete.",
        )
        .one(
            "names",
            &["shown", "hidden"],
            usize::from(app.names_hidden),
            "Hidden, documents are Text 1, Text 2, ...; texts and notes stay as they are.",
        )
        .one(
            "pairs",
            &["all", "only decided"],
            0,
            "Only pairs that somebody has decided, or all.",
        )
        .text(
            "context",
            CONTEXT,
            "Words around each passage, or whole for the whole texts.",
        )
        .one(
            "long passages",
            &["shortened", "whole"],
            0,
            "Shortened, of long stretches that are the same on both sides only the ends are shown, with so many words as the context.",
        )
        .one(
            "if it is there",
            &["leave it", "overwrite it"],
            0,
            "What happens to a file that has this name already.",
        );
    app.dialogs.push(Dialog {
        report: Some(Box::new(draft)),
        ..Dialog::with_form(DialogKind::Report, form)
    });
}

/// What a report may be about on the screen in front, the likeliest first; `None` until there are pairs.
fn draft(app: &App) -> Option<ReportDraft> {
    let collection = app.data.collection.clone()?;
    let clustering = app.data.clustering.clone()?;
    let purpose = app.reanalysis.shown().purpose;
    let (words, scopes, filter): (&'static [&'static str], Vec<Scope>, String) =
        match app.pages.last() {
            Some(Page::Document(state)) if state.doc().index() < collection.len() => (
                &[DOCUMENT, ALL],
                vec![Scope::Document(state.doc()), Scope::All],
                String::new(),
            ),
            Some(Page::Pairs) if !app.pair_list.filter.text().trim().is_empty() => (
                &[LISTED, ALL],
                vec![Scope::All, Scope::All],
                app.pair_list.filter.text().trim().to_owned(),
            ),
            None if purpose == Purpose::NearDuplicates => of_clusters(app, &clustering),
            _ => (&[ALL], vec![Scope::All], String::new()),
        };
    Some(ReportDraft {
        collection,
        words,
        scopes,
        filter,
    })
}

/// The choices on the Clusters screen.
fn of_clusters(
    app: &App,
    clustering: &Clustering,
) -> (&'static [&'static str], Vec<Scope>, String) {
    let first = |at: usize| clustering.clusters.get(at)?.members.first().copied();
    let selected = app.clusters.selected(clustering);
    let selected = selected.and_then(|cluster| cluster.members.first().copied());
    let this = selected.map(|doc| Scope::Clusters(vec![doc]));
    let filtered = !app.clusters.filter.text().trim().is_empty();
    let member = match app.clusters.focus {
        Focus::List => None,
        Focus::Members => app.clusters.document(clustering).map(Scope::Document),
    };
    let Some(this) = this else {
        return (&[ALL], vec![Scope::All], String::new());
    };
    let listed = filtered.then(|| {
        let listed = app.clusters.listed.iter();
        Scope::Clusters(listed.filter_map(|l| first(l.cluster)).collect())
    });
    let words: &'static [&'static str] = match (filtered, member.is_some()) {
        (true, true) => &[CLUSTERS_LISTED, CLUSTER, MEMBER, ALL],
        (true, false) => &[CLUSTERS_LISTED, CLUSTER, ALL],
        (false, true) => &[ALL, CLUSTER, MEMBER],
        (false, false) => &[ALL, CLUSTER],
    };
    let parts = listed.into_iter().chain([this]).chain(member);
    let scopes = if filtered {
        parts.chain([Scope::All]).collect()
    } else {
        [Scope::All].into_iter().chain(parts).collect()
    };
    (words, scopes, String::new())
}

/// Asks for the report of the form in front, or shows what is wrong with the form.
pub(crate) fn submit(app: &mut App) -> Vec<Effect> {
    let Some(dialog) = app.dialogs.last() else {
        return vec![];
    };
    let (Some(form), Some(draft)) = (&dialog.form, &dialog.report) else {
        return vec![];
    };
    let same = |c: &Arc<_>| Arc::ptr_eq(c, &draft.collection);
    if !app.data.collection.as_ref().is_some_and(same) {
        app.dialogs.pop();
        return app.told("the documents have been read again: open the form again");
    }
    let copied = app.data.copied.as_ref().map(|copied| copied.text.clone());
    match read_form(form, draft) {
        Ok(mut request) => {
            app.dialogs.pop();
            app.data.writing = Some(request.path.display().to_string());
            request.copied = copied;
            vec![Effect::Ask(Request::Report(Box::new(request)))]
        }
        Err(why) => {
            if let Some(dialog) = app.dialogs.last_mut() {
                dialog.wrong = Some(why.to_string());
            }
            vec![]
        }
    }
}

fn read_form(form: &Form, draft: &ReportDraft) -> anyhow::Result<AskedReport> {
    let about = form.get("about");
    let at = draft.words.iter().position(|word| *word == about);
    let scope = at.and_then(|at| draft.scopes.get(at));
    let path = PathBuf::from(form.get("file"));
    ensure!(!path.as_os_str().is_empty(), "type the file's path");
    let context = match form.get("context") {
        "whole" => Context::Whole,
        words => Context::Words(words.parse().with_context(|| {
            format!("{words:?} is no context: type a number of words, for example 30, or whole")
        })?),
    };
    let context = match form.get("long passages") {
        "whole" => context.unfolded(),
        _ => context,
    };
    Ok(AskedReport {
        collection: draft.collection.clone(),
        scope: scope.cloned().unwrap_or_default(),
        filter: match about {
            LISTED => draft.filter.clone(),
            _ => String::new(),
        },
        copied: None,
        path,
        overwrite: form.get("if it is there") == "overwrite it",
        anonymous: form.get("names") == "hidden",
        only_decided: form.get("pairs") == "only decided",
        context,
    })
}
