//! Decisions on the items of the screen: deciding, undo, notes, moving to the next item.

use std::sync::Arc;

use super::super::state::decisions::DecisionMark;
use super::super::typed_text::{self, NoteDraft};
use super::super::{App, Command, Dialog, DialogKind, Page, Panel, Screen};
use super::{clusters, pages, pair_list, settings};
use crate::base::units::count;
use crate::base::{DocNo, sanitise};
use crate::cluster::Cluster;
use crate::engine::Request;
use crate::engine::message::{Decide, Review};
use crate::index::Collection;
use crate::lab::judge::Verdict;
use crate::review::{Decision, DecisionTarget, Mark, Statement};
use crate::screens::clusters::state::ClustersFocus;
use crate::screens::document::state::DocumentState;
use crate::similarity::Pair;
use crate::typeset::figures::{self, Glyphs};

/// Width of a document name in a message, in columns.
const NAME_WIDTH: usize = 20;

/// Switches whether the cursor moves to the next item after a decision.
pub(crate) fn go_on(app: &mut App) {
    app.decisions.goes_on = !app.decisions.goes_on;
    app.say(if app.decisions.goes_on {
        "after a decision the cursor moves to the next without one"
    } else {
        "after a decision the cursor stays"
    })
}

/// Returns the target of a key if decisions can be saved; otherwise shows the reason.
fn subject(app: &mut App) -> Option<(Arc<Collection>, DecisionTarget)> {
    let Some((collection, item)) = app.subject() else {
        app.say("nothing here to decide");
        return None;
    };
    match app.decisions.review(&collection).map(|r| &r.location) {
        Some(Ok(_)) => return Some((collection, item)),
        Some(Err(why)) => app.fail(format!("decisions cannot be kept: {why}")),
        None => app.say("the decisions so far are still being read"),
    }
    None
}

/// Marks the row under the cursor of the list, or removes the mark, and moves to the next row.
pub(crate) fn mark_row(app: &mut App) {
    let on_list = app.screen() == Screen::Pairs || app.clusters.focus == ClustersFocus::List;
    let Some((_, item)) = app.subject().filter(|_| on_list) else {
        return app.say("only rows of the list can be marked");
    };
    match app.marked.iter().position(|marked| *marked == item) {
        Some(at) => drop(app.marked.remove(at)),
        None => app.marked.push(item),
    }
    if app.screen() == Screen::Pairs {
        app.step(Panel::Pairs, 1);
    } else {
        clusters::step_clusters(app, 1);
    }
    if app.marked.is_empty() {
        return app.say("nothing is marked");
    }
    app.say(format!(
        "{} marked; {} and the other decisions apply to all, {} drops the marks",
        count(app.marked.len() as u64),
        app.keymap.label(Command::DecideCopied),
        app.keymap.label(Command::Escape)
    ))
}

/// Decides on all marked items of the list and removes the marks, or decides on the current target of the screen.
pub(crate) fn decide(app: &mut App, decision: Decision) {
    let Some((collection, item)) = subject(app) else {
        return;
    };
    let on_list = matches!(app.screen(), Screen::Clusters | Screen::Pairs);
    let are_marked = on_list && !app.marked.is_empty();
    let items = if are_marked {
        std::mem::take(&mut app.marked)
    } else {
        vec![item.clone()]
    };
    let (mut decided_on, mut earlier) = (0, Vec::new());
    let steps = app.reanalysis.steps();
    for item in items {
        let before = app.decisions.statement(&collection, &item);
        if before.decision != decision {
            earlier.push(before.decision);
            let statement = Statement { decision, ..before };
            let request = app.decisions.decide(&collection, item, statement, steps);
            app.ask(Request::Decide(request));
            decided_on += 1;
        }
    }
    earlier.retain(|decision| *decision != Decision::Undecided);
    let (what, was) = match &earlier[..] {
        _ if are_marked => (format!("{} marked", count(decided_on)), String::new()),
        [one] => (target_name(app, &item), format!(", was {}", one.name())),
        _ => (target_name(app, &item), String::new()),
    };
    let message = decision_message(app, decision, &what, decided_on, &was);
    app.say(message);
    if app.decisions.goes_on && !are_marked {
        open_next_unreviewed(app);
        app.decisions.left = app.subject().map(|(c, next)| (c, item, next));
    }
}

/// Message about a decision on `n` targets; `was` is the previous decision.
fn decision_message(app: &mut App, decision: Decision, what: &str, n: u64, was: &str) -> String {
    let (name, undo) = (decision.name(), app.keymap.label(Command::Undo));
    match (n, decision) {
        (0, Decision::Undecided) => "you decided nothing here".to_owned(),
        (0, _) => format!("you decided {name} already"),
        (_, Decision::Undecided) => format!("undecided; {undo} brings it back: {what}"),
        _ => format!("{name}{was}; {undo} takes it back: {what}{}", kept_in(app)),
    }
}

/// Describes the target of a decision: names of its documents, cut to a few columns; for a cluster, the kind.
pub(crate) fn target_name(app: &App, target: &DecisionTarget) -> String {
    let Some(named) = app
        .data
        .named
        .as_ref()
        .filter(|_| !matches!(target, DecisionTarget::Cluster(_)))
    else {
        return target.kind().to_owned();
    };
    let documents = target.documents().into_iter();
    let names = documents.filter(|doc| doc.index() < named.len());
    let names = names.map(|doc| figures::path(named.id(doc), NAME_WIDTH, Glyphs::Unicode));
    names.collect::<Vec<_>>().join(", ")
}

/// Decides that a document is a source, or undoes this.
pub(crate) fn mark_source(app: &mut App) {
    let refusal = "only a document can be a source: open it, or go to the list of documents";
    let Some((collection, item @ DecisionTarget::Document(_))) = app.subject() else {
        return app.say(refusal);
    };
    match app.decisions.statement(&collection, &item).decision {
        Decision::Source => decide(app, Decision::Undecided),
        _ => decide(app, Decision::Source),
    }
}

/// Undoes the last decision of this session, or the last change of settings if it is later.
pub(crate) fn undo(app: &mut App) {
    let steps = app.reanalysis.steps();
    match app.decisions.undo(steps) {
        Some(request) => {
            let target = target_name(app, &request.target);
            let now = request.statement.decision.name();
            app.say(format!("taken back: {target}: {now} again"));
            app.ask(Request::Decide(request))
        }
        // The key that undid decisions does not silently continue with settings.
        None if std::mem::take(&mut app.decisions.taking_back) => {
            let key = app.keymap.label(Command::Undo);
            let hint = match steps {
                0 => String::new(),
                _ => format!("; {key} again undoes the last change of settings"),
            };
            app.say(format!("no decision is left to take back{hint}"))
        }
        None => settings::undo(app),
    }
}

pub(crate) fn open_note(app: &mut App) {
    let Some((collection, mut item)) = subject(app) else {
        return;
    };
    // Until the cursor is moved, a note belongs to the last decision.
    if let Some((decided_in, decided, now)) = app.decisions.left.take()
        && Arc::ptr_eq(&decided_in, &collection)
        && now == item
    {
        item = decided;
    }
    let statement = app.decisions.statement(&collection, &item);
    app.dialogs.push(Dialog {
        note: Some(Box::new(NoteDraft::new(collection, item, statement))),
        ..Dialog::new(DialogKind::Note)
    });
}

/// Runs a command in the dialog of a note.
pub(crate) fn note(app: &mut App, command: Command) {
    let Some(dialog) = app.dialogs.last_mut() else {
        return;
    };
    let Some(draft) = &mut dialog.note else {
        return;
    };
    match command {
        Command::Escape if draft.is_changed() && dialog.wrong.is_none() => {
            dialog.wrong = Some("Esc again drops what was typed".into());
        }
        Command::Escape => drop(app.dialogs.pop()),
        Command::Accept => save(app),
        _ => {
            typed_text::edit(&mut draft.text, command);
            dialog.wrong = None;
        }
    }
}

fn save(app: &mut App) {
    let draft = app.dialogs.pop().and_then(|dialog| dialog.note);
    let Some(draft) = draft.filter(|draft| draft.is_changed()) else {
        return;
    };
    let (undo, kept) = (app.keymap.label(Command::Undo), kept_in(app));
    app.say(format!("noted; {undo} takes it back{kept}"));
    let statement = draft.statement();
    let steps = app.reanalysis.steps();
    let (collection, target) = (&draft.collection, draft.target);
    let request = app.decisions.decide(collection, target, statement, steps);
    app.ask(Request::Decide(request))
}

/// Moves to the next item of the list without a decision.
pub(crate) fn open_next_unreviewed(app: &mut App) {
    let Some(collection) = app.data.collection.clone() else {
        return;
    };
    let is_open = |seen: Option<DecisionMark>| {
        !seen.is_some_and(|seen| matches!(seen.mark, Mark::Decided(_)))
    };
    let screen = app.screen();
    if screen == Screen::Pairs || (screen == Screen::Compare && pair_list::compares(app)) {
        let is_open_pair = |Pair { a, b, .. }: Pair| {
            is_open(app.decisions.seen(&collection, &DecisionTarget::pair(a, b)))
        };
        let next = app.pair_list.shown().and_then(|shown| {
            let mut rows = app.pair_list.scroll.selected + 1..shown.len();
            rows.find(|at| shown.row(*at).is_some_and(|row| is_open_pair(row.pair)))
        });
        return match next {
            Some(at) => pair_list::go_to(app, at),
            None => app.say("no pair after this one is without a decision"),
        };
    }
    let Some(clustering) = app.data.clustering.clone() else {
        return;
    };
    if screen == Screen::Clusters && app.clusters.focus == ClustersFocus::List {
        let is_open_cluster = |index: usize| {
            let cluster = clustering.clusters.get(index);
            let seen = |c: &Cluster| app.decisions.seen_cluster(&collection, index, &c.members);
            cluster.is_some_and(|cluster| is_open(seen(cluster)))
        };
        let listed = app.clusters.listed.iter();
        let mut after = listed.skip(app.clusters.list.selected + 1);
        match after.position(|row| is_open_cluster(row.cluster)) {
            Some(offset) => clusters::step_clusters(app, offset as i64 + 1),
            None => app.say("no cluster after this one is without a decision"),
        }
    }
}

/// Shows the pairs with a decision.
pub(crate) fn list(app: &mut App) {
    let any = |collection| app.decisions.any(collection);
    if !app.data.collection.as_ref().is_some_and(any) {
        let kept = journal(app).map(|path| format!("; they would be kept in {path}"));
        let kept = kept.unwrap_or_default();
        return app.say(format!("there are no decisions yet{kept}"));
    }
    pages::show(app, Page::Pairs);
    app.pair_list.filter.set("reviewed or reopened");
    pages::read_pair_filter(app);
    let key = app.keymap.label(Command::Escape);
    app.say(format!(
        "pairs with a decision, also reopened ones and those that share too little to be listed; {key} shows all pairs"
    ))
}

/// Returns a note with the path of the journal at the first decision of a session; later an empty text.
fn kept_in(app: &mut App) -> String {
    if std::mem::replace(&mut app.decisions.path_announced, true) {
        return String::new();
    }
    let kept = journal(app).map(|path| format!("; decisions are kept in {path}"));
    kept.unwrap_or_default()
}

/// The file of the journal and its folder, for display; `None` if decisions cannot be saved.
fn journal(app: &App) -> Option<String> {
    let path = app.decisions.newest()?.location.as_ref().ok()?;
    let name = path.strip_prefix(path.parent()?.parent()?).ok()?;
    Some(sanitise::line(app.other_name(&name.to_string_lossy())).into_owned())
}

/// Returns the reason why decisions cannot be written, if any.
pub(crate) fn why_unwritable(app: &App) -> Option<String> {
    let why = app.decisions.newest()?.location.as_ref().err()?;
    Some(format!("decisions cannot be kept: {why}"))
}

/// Decides on a pair as the lab answered: yes as copied, no as different. `None` if its decision already agrees.
pub(crate) fn judged(app: &mut App, (a, b): (DocNo, DocNo), verdict: Verdict) -> Option<Decide> {
    let collection = app.data.collection.clone()?;
    let item = DecisionTarget::pair(a, b);
    let before = app.decisions.statement(&collection, &item);
    let decision = match (verdict, before.decision) {
        (Verdict::Yes, Decision::Copied | Decision::Acceptable)
        | (Verdict::No, Decision::Template | Decision::Different)
        | (Verdict::Unsure, Decision::Unsure) => return None,
        (Verdict::Yes, _) => Decision::Copied,
        (Verdict::No, _) => Decision::Different,
        (Verdict::Unsure, _) => Decision::Unsure,
    };
    let kept = kept_in(app);
    if !kept.is_empty() {
        app.say(kept.trim_start_matches("; ").to_owned());
    }
    let statement = Statement { decision, ..before };
    let steps = app.reanalysis.steps();
    Some(app.decisions.decide(&collection, item, statement, steps))
}

/// Stores the decisions of the journal.
pub(crate) fn received(app: &mut App, review: Arc<Review>) {
    let newest = app.decisions.newest();
    let is_first = newest.is_none();
    let is_new = newest.and_then(|newest| newest.note.as_ref()) != review.note.as_ref();
    if is_new && let Some(note) = &review.note {
        app.say(note.clone());
    }
    let before = app.decisions.review(&review.collection);
    let before = before.map_or_else(Vec::new, |review| review.state.sources());
    if before != review.state.sources() {
        app.open_documents().for_each(DocumentState::forget_sources);
    }
    // Below other open dialogs, so that no key meant for them accepts anything.
    if is_first && !review.offers.is_empty() && app.screen() != Screen::Lecture {
        app.dialogs.insert(0, Dialog::new(DialogKind::Offers));
    }
    app.decisions.set(review);
    refresh(app);
    if app.clusters.figures_filter.first_property().is_some() {
        clusters::relist(app);
    }
}

/// Updates the marks of decisions for the displayed documents and clusters.
pub(crate) fn refresh(app: &mut App) {
    let (Some(collection), Some(clustering)) =
        (app.data.collection.clone(), app.data.clustering.clone())
    else {
        return;
    };
    app.decisions.mark_clusters(&collection, &clustering);
    app.clusters.review = app.decisions.state(&collection).cloned();
}
