//! The form for a report: its subject, its file, and its content.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context as _, ensure};

use super::super::dialog::{Form, ReportDraft};
use super::super::{App, Dialog, DialogKind, Page};
use crate::cluster::Cluster;
use crate::config::Purpose;
use crate::engine::Request;
use crate::engine::message::AskedReport;
use crate::html_report::ReportScope;
use crate::screens::clusters::state::ClustersFocus;

const ALL: &str = "all pairs";
const LISTED: &str = "the pairs that match the filter";
const CLUSTERS_LISTED: &str = "the clusters that match the filter";
const CLUSTER: &str = "this cluster";
const DOCUMENT: &str = "the pairs of this document";
const MEMBER: &str = "the pairs of the member under the cursor";

pub(crate) fn open(app: &mut App) {
    if app.reanalysis.pending() {
        return app.say("wait until the settings are in force, then write a report");
    }
    let Some(draft) = draft(app) else {
        return app.say("wait until there are pairs, then write a report");
    };
    let about = "What the report covers. Opened from Clusters it reports near-duplicates; from Copied text, copied text.";
    let file = "A page for any browser, from the folder that the program was started in. It is there once it is complete.";
    let names = "Hidden, documents are Text 1, Text 2, ...; texts and notes stay as they are.";
    let pairs = "Only pairs that somebody has decided, or all.";
    let context = "Words around each passage; of long stretches that are the same on both sides only this many words at each end are shown.";
    let exists = "What happens to a file that has this name already.";
    let hidden = usize::from(app.names_hidden);
    let choices: Vec<&str> = draft.choices.iter().map(|choice| choice.0).collect();
    let form = Form::default()
        .one("about", &choices, 0, about)
        .text("file", "report.html", file)
        .one("names", &["shown", "hidden"], hidden, names)
        .one("pairs", &["all", "only decided"], 0, pairs)
        .text("context", "30", context)
        .one("if it is there", &["leave it", "overwrite it"], 0, exists);
    app.dialogs.push(Dialog {
        report: Some(Box::new(draft)),
        form: Some(form),
        ..Dialog::new(DialogKind::Report)
    });
}

/// The possible scopes of a report on the current screen, the likeliest first; `None` until there are pairs.
fn draft(app: &App) -> Option<ReportDraft> {
    let collection = app.data.collection.clone()?;
    let clustering = app.data.clustering.as_deref()?;
    let purpose = app.reanalysis.shown.purpose;
    let mut choices = vec![(ALL, ReportScope::All)];
    let mut filter = String::new();
    match app.pages.last() {
        Some(Page::Document(state)) if state.doc.index() < collection.len() => {
            choices.insert(0, (DOCUMENT, ReportScope::Document(state.doc)));
        }
        Some(Page::Pairs) => {
            app.pair_list.filter.text().trim().clone_into(&mut filter);
            if !filter.is_empty() {
                choices.insert(0, (LISTED, ReportScope::All));
            }
        }
        None if purpose == Purpose::NearDuplicates => {
            let first_member = |cluster: &Cluster| cluster.members.first().copied();
            if let Some(doc) = app.clusters.selected(clustering).and_then(first_member) {
                choices.push((CLUSTER, ReportScope::Clusters(vec![doc])));
            }
            if app.clusters.focus == ClustersFocus::Members
                && let Some(doc) = app.clusters.document(clustering)
            {
                choices.push((MEMBER, ReportScope::Document(doc)));
            }
            if !app.clusters.filter.text().trim().is_empty() {
                let listed = app.clusters.listed.iter();
                let clusters = listed.filter_map(|row| clustering.clusters.get(row.cluster));
                let scope = ReportScope::Clusters(clusters.filter_map(first_member).collect());
                choices.insert(0, (CLUSTERS_LISTED, scope));
            }
        }
        _ => {}
    }
    Some(ReportDraft {
        collection,
        choices,
        filter,
    })
}

/// Requests the report of the form in front, or shows what is wrong with the form.
pub(crate) fn submit(app: &mut App) {
    let Some(dialog) = app.dialogs.last() else {
        return;
    };
    let (Some(form), Some(draft)) = (&dialog.form, &dialog.report) else {
        return;
    };
    let is_same = |c: &Arc<_>| Arc::ptr_eq(c, &draft.collection);
    if !app.data.collection.as_ref().is_some_and(is_same) {
        app.dialogs.pop();
        return app.say("the documents have been read again: open the form again");
    }
    match read_form(form, draft) {
        Ok(mut request) => {
            app.dialogs.pop();
            app.data.writing = Some(request.path.display().to_string());
            request.copied.clone_from(&app.data.copied);
            app.ask(Request::Report(Box::new(request)))
        }
        Err(why) => app.refuse(why),
    }
}

fn read_form(form: &Form, draft: &ReportDraft) -> anyhow::Result<AskedReport> {
    let about = form.get("about");
    let scope = draft.choices.iter().find(|choice| choice.0 == about);
    let filter = Some(draft.filter.clone()).filter(|_| about == LISTED);
    let path = PathBuf::from(form.get("file"));
    ensure!(!path.as_os_str().is_empty(), "type the file's path");
    let context = form.get("context");
    let context = context.parse().with_context(|| {
        format!("{context:?} is not a context: type a number of words, for example 30")
    })?;
    Ok(AskedReport {
        collection: draft.collection.clone(),
        scope: scope.map_or(ReportScope::All, |choice| choice.1.clone()),
        filter: filter.unwrap_or_default(),
        copied: None,
        path,
        overwrite: form.get("if it is there") == "overwrite it",
        anonymous: form.get("names") == "hidden",
        only_decided: form.get("pairs") == "only decided",
        context,
    })
}
