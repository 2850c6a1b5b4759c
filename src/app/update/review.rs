//! Decisions on what the screen shows: taking one, taking it back, notes, going on to the next.

use std::sync::Arc;

use super::super::commands::Command;
use super::super::dialog::{Dialog, DialogKind};
use super::super::effect::Effect;
use super::super::note::NoteDraft;
use super::super::screen::Screen;
use super::super::{App, Page};
use super::{clusters, pages, pair_list, settings};
use crate::base::units::count;
use crate::base::{DocNo, sanitise};
use crate::engine::Request;
use crate::engine::message::{Decide, Review};
use crate::filter::FilterClasses;
use crate::index::Collection;
use crate::lab::judge::Verdict;
use crate::review::{Decision, DecisionTarget, Mark, Statement};
use crate::screens::clusters::state::Focus;
use crate::screens::document::state::DocumentState;

/// Runs a command of decisions; `None` if it is another one.
pub(crate) fn command(app: &mut App, command: Command) -> Option<Vec<Effect>> {
    Some(match command {
        Command::DecideCopied => decide(app, Decision::Copied),
        Command::DecideAcceptable => decide(app, Decision::Acceptable),
        Command::DecideTemplate => decide(app, Decision::Template),
        Command::DecideDifferent => decide(app, Decision::Different),
        Command::DecideUnsure => decide(app, Decision::Unsure),
        Command::MarkSource => mark_source(app),
        Command::DecideNothing => decide(app, Decision::Undecided),
        Command::MarkRow => {
            mark_row(app);
            vec![]
        }
        Command::Note => {
            open_note(app);
            vec![]
        }
        Command::NextUnreviewed => open_next_unreviewed(app),
        Command::GoOn => {
            app.decisions.goes_on = !app.decisions.goes_on;
            let message = if app.decisions.goes_on {
                "after a decision the next that nobody decided comes by itself"
            } else {
                "after a decision the cursor stays"
            };
            app.told(message)
        }
        _ => return None,
    })
}

/// What a key is about, if decisions can be kept; says why not.
fn subject(app: &mut App) -> Option<(Arc<Collection>, DecisionTarget)> {
    let Some((collection, item)) = app.subject() else {
        app.say("nothing here to decide");
        return None;
    };
    let review = app.decisions.review(&collection);
    match review.map(|review| &review.location) {
        Some(Ok(_)) => Some((collection, item)),
        Some(Err(why)) => {
            let why = format!("decisions cannot be kept: {why}");
            app.fail(why);
            None
        }
        None => {
            app.say("the decisions so far are still being read");
            None
        }
    }
}

/// Marks the row under the cursor of the list in front, or takes the mark away, and goes to the next.
fn mark_row(app: &mut App) {
    let on_list = app.screen() == Screen::Pairs || app.clusters.focus == Focus::List;
    let Some((_, item)) = app.subject().filter(|_| on_list) else {
        app.say("only rows of the list can be marked");
        return;
    };
    match app.marked.iter().position(|marked| *marked == item) {
        Some(at) => drop(app.marked.remove(at)),
        None => app.marked.push(item),
    }
    match app.screen() {
        Screen::Pairs => {
            let len = app.pair_list.len();
            app.pair_list.scroll.step(1, len);
        }
        _ => clusters::step_clusters(app, 1),
    }
    let key = |command| app.keymap.label(command);
    let message = match app.marked.len() {
        0 => "nothing is marked".to_owned(),
        n => format!(
            "{} marked; {} and the other decisions are on all of it, {} drops the marks",
            count(n as u64),
            key(Command::DecideCopied),
            key(Command::Escape)
        ),
    };
    app.say(message);
}

/// Decides on everything that is marked; the marks go.
fn decide_marked(app: &mut App, decision: Decision) -> Vec<Effect> {
    let Some((collection, _)) = subject(app) else {
        return vec![];
    };
    let (mut effects, mut changed) = (Vec::new(), 0);
    for item in std::mem::take(&mut app.marked) {
        let before = app.decisions.statement(&collection, &item);
        if before.decision != decision {
            changed += u64::from(before.decision != Decision::Undecided);
            let statement = Statement { decision, ..before };
            effects.extend(write(app, &collection, item, statement));
        }
    }
    let undo = app.keymap.label(Command::Undo);
    let n = count(effects.len() as u64);
    let kept = kept_in(app);
    app.say(match decision {
        Decision::Undecided => {
            let (are, them) = match effects.len() {
                1 => ("decision is", "it again"),
                _ => ("decisions are", "them again one by one"),
            };
            format!("{n} {are} taken back; {undo} brings {them}")
        }
        _ => {
            let them = match effects.len() {
                1 => "it back",
                _ => "them back one by one",
            };
            let was = match changed {
                0 => String::new(),
                changed => format!(", {} decided otherwise before", count(changed)),
            };
            let name = decision.name();
            format!("{n} marked: {name}{was}; {undo} takes {them}{kept}")
        }
    });
    effects
}

fn decide(app: &mut App, decision: Decision) -> Vec<Effect> {
    let on_list = matches!(app.screen(), Screen::Clusters | Screen::Pairs);
    if on_list && !app.marked.is_empty() {
        return decide_marked(app, decision);
    }
    let Some((collection, item)) = subject(app) else {
        return vec![];
    };
    let before = app.decisions.statement(&collection, &item);
    let undo = app.keymap.label(Command::Undo);
    let mut effects = Vec::new();
    if before.decision == decision {
        app.say(match decision {
            Decision::Undecided => "you decided nothing here".to_owned(),
            _ => format!("you decided {} already", decision.name()),
        });
    } else {
        let message = match decision {
            Decision::Undecided => format!("your decision is taken back; {undo} brings it again"),
            _ => {
                let (kept, kind, name) = (kept_in(app), item.kind(), decision.name());
                let was = match before.decision {
                    Decision::Undecided => String::new(),
                    earlier => format!(", was {}", earlier.name()),
                };
                format!("{kind}: {name}{was}; {undo} takes it back{kept}")
            }
        };
        app.say(message);
        let statement = Statement { decision, ..before };
        effects = write(app, &collection, item.clone(), statement);
    }
    if app.decisions.goes_on {
        effects.extend(open_next_unreviewed(app));
        app.decisions.left = app.subject().map(|(now_of, now)| (now_of, item, now));
    }
    effects
}

/// Decides that a document is a source, or takes that back.
fn mark_source(app: &mut App) -> Vec<Effect> {
    let subject = app.subject();
    let Some((collection, item @ DecisionTarget::Document(_))) = subject else {
        return app
            .told("only a document can be a source: open it, or go to the list of documents");
    };
    let is_source = app.decisions.statement(&collection, &item).decision == Decision::Source;
    let decision = if is_source {
        Decision::Undecided
    } else {
        Decision::Source
    };
    decide(app, decision)
}

fn write(
    app: &mut App,
    collection: &Arc<Collection>,
    item: DecisionTarget,
    statement: Statement,
) -> Vec<Effect> {
    let (settings, _) = app.reanalysis.steps();
    let request = app.decisions.decide(collection, item, statement, settings);
    vec![Effect::Ask(Request::Decide(request))]
}

/// Takes the last decision of this session back, or the last change of settings if that is later.
pub(crate) fn undo(app: &mut App) -> Vec<Effect> {
    let (steps, _) = app.reanalysis.steps();
    match app.decisions.undo(steps) {
        Some(request) => {
            let now = match request.statement.decision {
                Decision::Undecided => "undecided",
                decision => decision.name(),
            };
            app.say(format!(
                "taken back: the {} is {now} again",
                request.target.kind()
            ));
            vec![Effect::Ask(Request::Decide(request))]
        }
        // The key that took decisions back does not go on with settings unasked.
        None if app.decisions.ends_taking_back() => {
            let key = app.keymap.label(Command::Undo);
            let more = match steps {
                0 => String::new(),
                _ => format!("; {key} again undoes the last change of settings"),
            };
            app.told(format!("no decision is left to take back{more}"))
        }
        None => settings::undo(app),
    }
}

fn open_note(app: &mut App) {
    let Some((collection, mut item)) = subject(app) else {
        return;
    };
    // Until the cursor is moved, a note is on what was decided last.
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
pub(crate) fn note(app: &mut App, command: Command) -> Vec<Effect> {
    let Some(dialog) = app.dialogs.last_mut() else {
        return vec![];
    };
    let Some(draft) = &mut dialog.note else {
        return vec![];
    };
    match command {
        Command::Escape if draft.is_changed() && dialog.wrong.is_none() => {
            dialog.wrong = Some("Esc again drops what was typed".into());
        }
        Command::Escape => drop(app.dialogs.pop()),
        Command::Accept => return save(app),
        _ => {
            draft.edit(command);
            dialog.wrong = None;
        }
    }
    vec![]
}

/// Types into the note.
pub(crate) fn typed(app: &mut App, text: &str) {
    if let Some(dialog) = app.dialogs.last_mut()
        && let Some(draft) = &mut dialog.note
    {
        draft.insert(text);
        dialog.wrong = None;
    }
}

fn save(app: &mut App) -> Vec<Effect> {
    let Some(draft) = app.dialogs.pop().and_then(|dialog| dialog.note) else {
        return vec![];
    };
    if !draft.is_changed() {
        return vec![];
    }
    let undo = app.keymap.label(Command::Undo);
    let kept = kept_in(app);
    app.say(format!("noted; {undo} takes it back{kept}"));
    let (collection, item, statement) = (
        draft.collection.clone(),
        draft.target.clone(),
        draft.statement(),
    );
    write(app, &collection, item, statement)
}

/// Moves to the next item of the list that nobody decided.
fn open_next_unreviewed(app: &mut App) -> Vec<Effect> {
    let Some(collection) = app.data.collection.clone() else {
        return vec![];
    };
    let open = |seen: Option<crate::app::state::decisions::DecisionMark>| {
        !seen.is_some_and(|seen| matches!(seen.mark, Mark::Decided(_)))
    };
    match app.screen() {
        Screen::Pairs | Screen::Compare
            if app.screen() == Screen::Pairs || pair_list::compares(app) =>
        {
            let next = app.pair_list.shown().and_then(|shown| {
                let after = app.pair_list.scroll.selected + 1;
                (after..shown.len()).find(|at| {
                    let pair = shown.row(*at).map(|row| row.pair);
                    pair.is_some_and(|pair| {
                        open(
                            app.decisions
                                .seen(&collection, &DecisionTarget::pair(pair.a, pair.b)),
                        )
                    })
                })
            });
            match next {
                Some(at) => return pair_list::go_to(app, at),
                None => app.say("no pair after this one is without a decision"),
            }
        }
        Screen::Clusters if app.clusters.focus == Focus::List => {
            let clustering = app.data.clustering.clone();
            let next = clustering.and_then(|clustering| {
                let after = app.clusters.list.selected + 1;
                (after..app.clusters.listed.len()).find(|at| {
                    let index = app.clusters.listed[*at].cluster;
                    let cluster = clustering.clusters.get(index);
                    cluster.is_some_and(|cluster| {
                        let members = &cluster.members;
                        open(app.decisions.seen_cluster(&collection, index, members))
                    })
                })
            });
            match next {
                Some(at) => {
                    let by = at as i64 - app.clusters.list.selected as i64;
                    clusters::step_clusters(app, by);
                }
                None => app.say("no cluster after this one is without a decision"),
            }
        }
        _ => {}
    }
    vec![]
}

/// Shows the pairs that somebody decided on.
pub(crate) fn list(app: &mut App) {
    let any = |collection| app.decisions.any(collection);
    if !app.data.collection.as_ref().is_some_and(any) {
        let note = journal(app).map(|path| format!("; they would be kept in {path}"));
        app.say(format!(
            "nothing is decided yet{}",
            note.unwrap_or_default()
        ));
        return;
    }
    pages::show(app, Page::Pairs);
    app.pair_list.filter.set("reviewed");
    let known_names = app
        .data
        .collection
        .as_deref()
        .map(FilterClasses::from_collection);
    app.pair_list.read_filter(&known_names.unwrap_or_default());
    let key = app.keymap.label(Command::Escape);
    app.say(format!(
        "pairs with a decision; {key} shows all again; the filter reviewed works on Clusters too"
    ));
}

/// What is said with the first decision of a session: where it is written; nothing later.
fn kept_in(app: &mut App) -> String {
    if std::mem::replace(&mut app.decisions.path_announced, true) {
        return String::new();
    }
    let kept = journal(app).map(|path| format!("; decisions are kept in {path}"));
    kept.unwrap_or_default()
}

/// The file of the decisions, as it is shown; `None` where they cannot be kept.
fn journal(app: &App) -> Option<String> {
    let path = app.decisions.newest()?.location.as_ref().ok()?;
    let name = path.to_string_lossy();
    Some(sanitise::line(app.other_name(&name)).into_owned())
}

/// Why decisions cannot be written, if that is known.
pub(crate) fn why_unwritable(app: &App) -> Option<String> {
    let path = &app.decisions.newest()?.location;
    let why = path.as_ref().err()?;
    Some(format!("decisions cannot be kept: {why}"))
}

/// Decides on a pair as the lab answered: yes as copied, no as different. `None` if the journal has such a decision.
pub(crate) fn judged(app: &mut App, (a, b): (DocNo, DocNo), verdict: Verdict) -> Option<Decide> {
    let collection = app.data.collection.clone()?;
    let item = DecisionTarget::pair(a, b);
    let before = app.decisions.statement(&collection, &item);
    let (same, decision) = match verdict {
        Verdict::Yes => (
            matches!(before.decision, Decision::Copied | Decision::Acceptable),
            Decision::Copied,
        ),
        Verdict::No => (
            matches!(before.decision, Decision::Template | Decision::Different),
            Decision::Different,
        ),
        Verdict::Unsure => (before.decision == Decision::Unsure, Decision::Unsure),
    };
    if same {
        return None;
    }
    let kept = kept_in(app);
    if !kept.is_empty() {
        app.say(kept.trim_start_matches("; ").to_owned());
    }
    let statement = Statement { decision, ..before };
    let (settings, _) = app.reanalysis.steps();
    Some(app.decisions.decide(&collection, item, statement, settings))
}

/// Takes over what the journal says.
pub(crate) fn received(app: &mut App, review: Arc<Review>) {
    let first = app.decisions.newest().is_none();
    if first && let Some(note) = &review.note {
        app.say(note.clone());
    }
    let before = app.decisions.review(&review.collection);
    let before = before.map_or_else(Vec::new, |review| review.state.sources());
    if before != review.state.sources() {
        app.open_documents().for_each(DocumentState::forget_sources);
    }
    // Beneath what may be in front, so that no key that is meant for that accepts anything.
    if first && !review.offers.is_empty() && app.screen() != Screen::Lecture {
        app.dialogs.insert(0, Dialog::new(DialogKind::Offers));
    }
    app.decisions.set(review);
    refresh(app);
    if app.clusters.filters_decisions() {
        clusters::relist(app);
    }
}

/// Brings what depends on decisions up to date with the documents and clusters that are shown.
pub(crate) fn refresh(app: &mut App) {
    let (Some(collection), Some(clustering)) =
        (app.data.collection.clone(), app.data.clustering.clone())
    else {
        return;
    };
    app.decisions.mark_clusters(&collection, &clustering);
    let state = app.decisions.state(&collection).cloned();
    app.clusters.set_review(state);
}
