//! Dispatch of commands.

use super::super::{App, Command, Dialog, DialogKind, Effect, NARROW, Page, Screen};
use super::{
    blocks, clusters, dialogs, documents, export, lecture, masks, mirrors, pages, pair_list,
    report, review, settings, threshold, tune, why,
};
use crate::config::Purpose;
use crate::engine::Request;
use crate::review::Decision;
use crate::screens::clusters::state::Focus;
use crate::screens::compare::state::CompareAction;
use crate::screens::document::state::DocAction;

/// Said until the corpus has been read again.
pub(super) const READING_AGAIN: &str = "reading the corpus again";

/// Runs a command on the screen in front.
pub(crate) fn run(app: &mut App, command: Command) -> Vec<Effect> {
    use Command as C;
    if command.rows(1).is_some() {
        app.decisions.left = None;
    }
    // It may no longer be so.
    if std::mem::take(&mut app.quit_announced) {
        app.notices.dismiss();
    }
    // What a key on another tab was answered says nothing of this one.
    if matches!(
        command,
        C::Clusters | C::Pairs | C::Documents | C::Search | C::Tune
    ) {
        app.notices.dismiss_answer();
    }
    match command {
        C::Escape => return escape(app),
        C::Back => return back(app),
        C::Quit => return vec![Effect::Quit],
        // What is being written is not lost with the program.
        C::Interrupt if app.dialogs.last().is_some_and(|d| d.note.is_some()) => {
            return review::note(app, C::Escape);
        }
        C::Interrupt if !app.working() && !app.counting_or_writing() => return vec![Effect::Quit],
        C::Interrupt | C::Stop => return stop(app),
        C::Suspend => return vec![Effect::Suspend],
        C::Redraw => return vec![Effect::Redraw],
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
        C::Decisions => return review::list(app),
        C::Skipped => pages::show(app, Page::Skipped),
        C::About => pages::show(app, Page::About),
        C::Settings => settings::open(app),
        C::Tune => pages::show(app, Page::Tune),
        C::Blocks => {
            app.blocks.show(None);
            pages::show(app, Page::Blocks);
        }
        C::Mirrors => pages::show(app, Page::Mirrors),
        C::Why => return why::why(app),
        C::Masks => return masks::open(app),
        C::MaskPassage => return masks::mask_passage(app),
        C::IgnoreSource => return masks::ignore_source(app, false),
        C::IgnoreSourceEverywhere => return masks::ignore_source(app, true),
        C::Lecture => return lecture::open(app),
        C::ShippedLecture => lecture::hold_shipped(app),
        C::HideNames => return app.hide_names(),
        C::Undo => return review::undo(app),
        C::Redo => return settings::redo(app),
        C::Reload => {
            app.data.finished = None;
            app.data.unread = None;
            app.data.edited = false;
            app.say(READING_AGAIN);
            return vec![Effect::Ask(Request::Reload)];
        }
        C::Copy => return export::copy(app),
        C::Edit => return export::edit(app),
        C::Report => return report::open(app),
        _ => {
            app.notices.dismiss();
            return match (command, app.screen()) {
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
                    if app.reanalysis.shown().purpose == Purpose::CopiedText =>
                {
                    app.told("this list has no more figures")
                }
                (_, Screen::Document) => pages::document(app, DocAction::Run(command)),
                (_, Screen::Compare) => pages::compare(app, CompareAction::Run(command)),
                (_, Screen::Search) => search(app, command),
                (_, Screen::Skipped) => skipped(app, command),
                (_, Screen::About) => {
                    app.about.follow(command, usize::MAX);
                    vec![]
                }
                (_, Screen::Tune) => tune::command(app, command),
                (_, Screen::Blocks) => blocks::command(app, command),
                (_, Screen::Mirrors) => mirrors::command(app, command),
                (_, Screen::Lecture) => lecture::command(app, command),
            };
        }
    }
    vec![]
}

fn search(app: &mut App, command: Command) -> Vec<Effect> {
    let len = app.search.rows();
    match command {
        Command::Up if app.search.hits.selected == 0 => app.search.typing = true,
        Command::NextPanel => app.search.typing = true,
        Command::Open => return pages::open_hit(app),
        Command::Sort => {
            app.search.by_date = !app.search.by_date;
            app.say(if app.search.by_date {
                "hits by date, earliest first"
            } else {
                "hits by relevance"
            });
        }
        _ => app.search.hits.follow(command, len),
    }
    vec![]
}

fn skipped(app: &mut App, command: Command) -> Vec<Effect> {
    let len = app.facts.skipped.len();
    match (command, app.facts.selected_document()) {
        (Command::Open, Some(doc)) => pages::open_document(app, doc),
        (Command::Open, None) if len == 0 => {
            app.told("every file and row was read: nothing to open here")
        }
        (Command::Open, None) => {
            app.told("there is no text to open: it was not read, or this row is a heading")
        }
        _ => {
            app.facts.scroll.follow(command, len);
            vec![]
        }
    }
}

fn stop(app: &mut App) -> Vec<Effect> {
    if !app.working() {
        if app.data.writing.take().is_some() || app.data.counting.take().is_some() {
            return vec![Effect::Ask(Request::Stop)];
        }
        return app.told("no work to stop");
    }
    app.data.stopping = true;
    app.say("stopping; what is done is kept");
    vec![Effect::Ask(Request::Stop)]
}

fn escape(app: &mut App) -> Vec<Effect> {
    if app.dialogs.pop().is_some() {
        return vec![];
    }
    if (app.screen() == Screen::Tune && tune::escape(app)) || mirrors::escape(app) {
        return vec![];
    }
    if matches!(app.screen(), Screen::Clusters | Screen::Pairs) && !app.marked.is_empty() {
        app.marked.clear();
        return app.told("nothing is marked any more");
    }
    let pairs = &mut app.pair_list;
    let filtered = pairs.filtering || !pairs.filter.text().is_empty();
    let c = &mut app.clusters;
    if filtered && matches!(app.pages.last(), Some(Page::Pairs)) {
        pairs.lift_filter();
    } else if app.pages.is_empty() && (c.filtering || !c.filter.text().is_empty()) {
        c.filtering = false;
        c.filter.clear();
        clusters::relist(app);
    } else if app.pages.pop().is_some() {
        app.notices.dismiss();
    } else if c.reading {
        c.reading = false;
    } else if app.working() || app.counting_or_writing() {
        return stop(app);
    } else if app.clusters.focus == Focus::Members && app.size.0 < NARROW {
        app.clusters.focus = Focus::List;
    } else if app.notices.current(app.now).is_some() {
        app.notices.dismiss();
    } else {
        let key = app.keymap.label(Command::Back);
        app.say(format!("{key} quits"));
        app.quit_announced = true;
    }
    vec![]
}

fn back(app: &mut App) -> Vec<Effect> {
    if mirrors::escape(app) {
        return vec![];
    }
    if app.pages.pop().is_none() {
        return vec![Effect::Quit];
    }
    app.notices.dismiss();
    vec![]
}
