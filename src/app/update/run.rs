//! Dispatch of commands.

use super::super::{App, Command, Dialog, DialogKind, Effect, NARROW, Page, Panel, Screen};
use super::{
    blocks, clusters, dialogs, documents, export, lecture, masks, mirrors, pages, pair_list,
    report, review, settings, threshold, tune, why,
};
use crate::config::Purpose;
use crate::engine::Request;
use crate::review::Decision;
use crate::screens::clusters::state::ClustersFocus;
use crate::screens::compare::state::CompareAction;
use crate::screens::document::state::DocAction;

/// Message while the corpus is read again.
pub(super) const READING_AGAIN: &str = "reading the corpus again";

/// Runs a command on the screen in front.
pub(crate) fn run(app: &mut App, command: Command) {
    use Command as C;
    if command.rows(1).is_some() {
        app.decisions.left = None;
    }
    // After the command, the announced key may no longer quit.
    if std::mem::take(&mut app.quit_announced) {
        app.notices.dismiss();
    }
    // A message for a key of another tab is outdated.
    let tabs = [C::Clusters, C::Pairs, C::Documents, C::Search, C::Tune];
    if tabs.contains(&command) {
        app.notices.dismiss_answer();
    }
    match command {
        C::Escape => escape(app),
        C::Back => back(app),
        C::Quit => app.effects.push(Effect::Quit),
        // In a note, Ctrl-C acts like Esc, which asks before it drops the typed text.
        C::Interrupt if app.dialogs.last().is_some_and(|d| d.note.is_some()) => {
            review::note(app, C::Escape);
        }
        C::Interrupt if !app.working() && !app.counting_or_writing() => {
            app.effects.push(Effect::Quit);
        }
        C::Interrupt | C::Stop => stop(app),
        C::Suspend => app.effects.push(Effect::Suspend),
        C::Redraw => app.effects.push(Effect::Redraw),
        C::Help => app.dialogs.push(Dialog::new(DialogKind::Help)),
        C::Glossary => app.dialogs.push(Dialog::new(DialogKind::Words)),
        C::Theme => dialogs::open_themes(app),
        C::Palette => app.dialogs.push(Dialog::new(DialogKind::Palette)),
        C::ThresholdSet => app.dialogs.push(Dialog::new(DialogKind::Threshold)),
        C::Messages => app.dialogs.push(Dialog::new(DialogKind::Messages)),
        C::Search => pages::search(app),
        C::Clusters => app.pages.clear(),
        C::Pairs => pages::show(app, Page::Pairs),
        C::Documents => pages::show(app, Page::Documents),
        C::Decisions => review::list(app),
        C::Skipped => pages::show(app, Page::Skipped),
        C::About => pages::show(app, Page::About),
        C::Settings => settings::open(app),
        C::Tune => pages::show(app, Page::Tune),
        C::Blocks => {
            app.blocks.show(None);
            pages::show(app, Page::Blocks);
        }
        C::Mirrors => pages::show(app, Page::Mirrors),
        C::Why => why::why(app),
        C::Masks => masks::open(app),
        C::MaskPassage => masks::mask_passage(app),
        C::IgnoreSource => masks::ignore_source(app, false),
        C::IgnoreSourceEverywhere => masks::ignore_source(app, true),
        C::Lecture => lecture::open(app),
        C::ShippedLecture => lecture::hold_shipped(app),
        C::HideNames => app.hide_names(),
        C::Undo => review::undo(app),
        C::Reload => {
            app.data.finished = None;
            app.data.unread = None;
            app.data.edited = false;
            app.say(READING_AGAIN);
            app.ask(Request::Reload);
        }
        C::Copy => export::copy(app),
        C::Edit => export::edit(app),
        C::Report => report::open(app),
        _ => {
            app.notices.dismiss();
            match (command, app.screen()) {
                (C::DecideCopied, _) => review::decide(app, Decision::Copied),
                (C::DecideAcceptable, _) => review::decide(app, Decision::Acceptable),
                (C::DecideTemplate, _) => review::decide(app, Decision::Template),
                (C::DecideDifferent, _) => review::decide(app, Decision::Different),
                (C::DecideUnsure, _) => review::decide(app, Decision::Unsure),
                (C::DecideNothing, _) => review::decide(app, Decision::Undecided),
                (C::MarkSource, _) => review::mark_source(app),
                (C::MarkRow, _) => review::mark_row(app),
                (C::Note, _) => review::open_note(app),
                (C::NextUnreviewed, _) => review::open_next_unreviewed(app),
                (C::GoOn, _) => review::go_on(app),
                (C::ThresholdDown, _) => threshold::step(app, -0.01),
                (C::ThresholdUp, _) => threshold::step(app, 0.01),
                (_, Screen::Clusters) => clusters::clusters(app, command),
                (_, Screen::Pairs) => pair_list::command(app, command),
                (_, Screen::Documents) => documents::command(app, command),
                (C::NextNeighbour, Screen::Document) => pages::step_document(app, 1),
                (C::PreviousNeighbour, Screen::Document) => pages::step_document(app, -1),
                (C::NextNeighbour, _) if pair_list::compares(app) => {
                    pair_list::step_compare(app, 1)
                }
                (C::PreviousNeighbour, _) if pair_list::compares(app) => {
                    pair_list::step_compare(app, -1)
                }
                (C::Figures, Screen::Document)
                    if app.reanalysis.shown.purpose == Purpose::CopiedText =>
                {
                    app.say("this list has no more figures")
                }
                (_, Screen::Document) => pages::document(app, DocAction::Run(command)),
                (_, Screen::Compare) => pages::compare(app, CompareAction::Run(command)),
                (_, Screen::Search) => search(app, command),
                (_, Screen::Skipped) => skipped(app, command),
                (_, Screen::About) => app.follow(Panel::About, command),
                (_, Screen::Tune) => tune::command(app, command),
                (_, Screen::Blocks) => blocks::command(app, command),
                (_, Screen::Mirrors) => mirrors::command(app, command),
                (_, Screen::Lecture) => lecture::command(app, command),
            }
        }
    }
}

fn search(app: &mut App, command: Command) {
    match command {
        Command::Up if app.search.hits.selected == 0 => app.search.typing = true,
        Command::NextPanel => app.search.typing = true,
        Command::Open => pages::open_hit(app),
        Command::Sort => {
            app.search.by_date = !app.search.by_date;
            app.say(if app.search.by_date {
                "hits by date, earliest first"
            } else {
                "hits by relevance"
            });
        }
        _ => app.follow(Panel::Hits, command),
    }
}

fn skipped(app: &mut App, command: Command) {
    match (command, app.facts.selected_document()) {
        (Command::Open, Some(doc)) => pages::open_document(app, doc),
        (Command::Open, None) if app.facts.skipped.is_empty() => {
            app.say("every file and row was read: nothing to open here")
        }
        (Command::Open, None) => {
            app.say("there is no text to open: it was not read, or this row is a heading")
        }
        _ => app.follow(Panel::Skipped, command),
    }
}

fn stop(app: &mut App) {
    if !app.working() {
        if app.data.writing.take().is_some() || app.data.counting.take().is_some() {
            return app.ask(Request::Stop);
        }
        return app.say("no work to stop");
    }
    app.data.stopping = true;
    app.say("stopping; what is done is kept");
    app.ask(Request::Stop);
}

fn escape(app: &mut App) {
    if app.dialogs.pop().is_some() {
        return;
    }
    if (app.screen() == Screen::Tune && tune::escape(app)) || mirrors::escape(app) {
        return;
    }
    if matches!(app.screen(), Screen::Clusters | Screen::Pairs) && !app.marked.is_empty() {
        app.marked.clear();
        return app.say("nothing is marked any more");
    }
    if let Some((filter, is_edited)) = app.filter_mut()
        && (*is_edited || !filter.text().is_empty())
    {
        filter.clear();
        *is_edited = false;
        return filter_changed(app);
    }
    if app.screen() == Screen::Search && std::mem::take(&mut app.search.typing) {
        return;
    }
    let is_clusters = app.screen() == Screen::Clusters;
    if !app.at_tab() {
        app.pages.pop();
        app.notices.dismiss();
    } else if app.screen() == Screen::Search && !app.search.input.text().is_empty() {
        app.search.input.clear();
        pages::ask_search(app);
    } else if is_clusters && app.clusters.reading {
        app.clusters.reading = false;
    } else if app.working() || app.counting_or_writing() {
        stop(app);
    } else if is_clusters && app.clusters.focus == ClustersFocus::Members && app.size.0 < NARROW {
        app.clusters.focus = ClustersFocus::List;
    } else if app.notices.current(app.now).is_some() {
        app.notices.dismiss();
    } else {
        let key = app.keymap.label(Command::Back);
        app.say(format!("{key} quits"));
        app.quit_announced = true;
    }
}

fn back(app: &mut App) {
    if mirrors::escape(app) {
        return;
    }
    if app.at_tab() {
        return app.effects.push(Effect::Quit);
    }
    app.pages.pop();
    app.notices.dismiss();
}

/// Applies the filter text after a change.
pub(crate) fn filter_changed(app: &mut App) {
    match app.screen() {
        Screen::Pairs => pages::read_pair_filter(app),
        _ => clusters::relist(app),
    }
}
