//! The bottom line: hints for the keys that are useful now, as many as fit, always including the
//! key for help. Generated from the table of commands.

mod hint;
mod tune;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;

use hint::{Hint, plain};

use crate::app::commands::{self, Command, Entry, Group};
use crate::app::context::{Context, DialogKind};
use crate::app::state::clusters::{Aside, Focus};
use crate::app::state::document::Panel;
use crate::app::{Action, App, Dialog, Key, NARROW, Page, Screen, WIDE};
use crate::config::Purpose;
use crate::filter::{Target, complete};
use crate::mirrors::Rules;
use crate::ui::dialogs::seams;
use crate::ui::hit_map::HitMap;
use crate::ui::phrases;
use crate::ui::screens::clusters::purpose;
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::paint;

/// Draws the line.
pub fn draw(app: &App, theme: &Theme, area: Rect, frame: &mut Frame<'_>, hits: &mut HitMap) {
    let hints = hints(app);
    // Hints in order, without those that do not fit; the last two are always kept.
    let last: usize = hints.iter().rev().take(2).map(Hint::width).sum();
    let mut room = usize::from(area.width).saturating_sub(last + 1);
    let count = hints.len();
    let mut x = area.x + 1;
    for (i, hint) in hints.into_iter().enumerate() {
        let wide = hint.width();
        if i + 2 < count {
            if wide > room {
                continue;
            }
            room -= wide;
        }
        if x >= area.right() {
            break;
        }
        let line = Line::from(vec![
            theme.span(Role::Key, hint.keys),
            " ".into(),
            theme.span(Role::Dim, hint.word),
        ]);
        let width = (wide as u16).saturating_sub(3).min(area.right() - x);
        let place = Rect { x, width, ..area };
        paint::line(frame.buffer_mut(), place, &line);
        if let Some(command) = hint.command {
            hits.push(place, Action::Run(command));
        }
        x = x.saturating_add(wide as u16);
    }
}

/// The contexts whose keys are hinted at.
fn contexts(app: &App) -> Vec<Context> {
    let mut contexts = app.contexts();
    if contexts.contains(&Context::SliderValue) {
        // While a value is typed, the keys of the screen are of less use.
        contexts.retain(|context| !matches!(context, Context::Screen(_)));
    }
    let form = app.dialogs.last().and_then(|dialog| dialog.form.as_ref());
    if form.is_some_and(|form| form.lines.iter().any(|line| line.is_choice())) {
        contexts.push(Context::Choice);
    }
    contexts
}

/// Hints in display order: of commands by rank, and of what can be typed.
fn hints(app: &App) -> Vec<Hint> {
    let contexts = contexts(app);
    if let Some(first) = app.first_key {
        return second_keys(app, &contexts, first);
    }
    let screen = contexts.contains(&Context::Screen(app.screen()));
    let mut ranked: Vec<(u8, Hint)> = samples(app, &contexts)
        .iter()
        .map(|(rank, sample, word)| (*rank, plain(sample, word)))
        .collect();
    if screen {
        ranked.extend(movement(app).into_iter().map(|hint| (0, hint)));
    }
    for entry in commands::rows().filter(|e| !e.hint.is_empty()) {
        let here = entry.contexts.iter().any(|c| contexts.contains(c));
        if here
            && useful(app, entry.command)
            && let Some(key) = app.keymap.keys(entry).first()
        {
            let hint = Hint {
                keys: key.to_string(),
                word: word(app, entry),
                command: screen.then_some(entry.command),
            };
            ranked.push((entry.rank, hint));
        }
    }
    ranked.sort_by_key(|(rank, _)| *rank);
    let mut hints: Vec<Hint> = Vec::new();
    for (_, hint) in ranked {
        match hints.last_mut() {
            // Two commands with the same label share a hint: `- + threshold`.
            Some(before) if before.word == hint.word => {
                before.keys = format!("{} {}", before.keys, hint.keys);
                before.command = None;
            }
            _ => hints.push(hint),
        }
    }
    hints
}

/// After the first of two keys: the second ones, and what both do.
fn second_keys(app: &App, contexts: &[Context], first: Key) -> Vec<Hint> {
    let of = |context: &Context| app.keymap.after(*context, first).into_iter();
    let hint = |(key, command): (Key, Command)| plain(&key.to_string(), command.entry().name);
    contexts.iter().flat_map(of).map(hint).collect()
}

/// What can be typed, with its rank among the hints of commands.
fn samples(app: &App, contexts: &[Context]) -> &'static [(u8, &'static str, &'static str)] {
    let typed = |dialog: &Dialog| dialog.setting().is_some_and(|row| row.typed());
    match contexts.iter().find(|c| **c != Context::Anywhere) {
        Some(Context::EmptyHelp | Context::Dialog(DialogKind::Help)) => &[(0, "type", "to narrow")],
        Some(Context::Dialog(DialogKind::Palette)) => &[(0, "type", "to find")],
        Some(Context::Dialog(DialogKind::Settings)) if app.dialogs.last().is_some_and(typed) => {
            &[(10, "0-9", "type it")]
        }
        Some(Context::SliderValue) => &[(0, "0-9", "type the value")],
        Some(Context::Query) => &[
            (40, "\"two words\"", "phrase"),
            (40, "title:word", "in titles"),
        ],
        _ => &[],
    }
}

/// Hints of movement on screens where it is not evident.
fn movement(app: &App) -> Vec<Hint> {
    let key = |command| app.keymap.label(command);
    match app.screen() {
        Screen::Skipped | Screen::About => {
            let keys = format!("{} {}", key(Command::Down), key(Command::Up));
            vec![plain(&keys, "scroll")]
        }
        Screen::Tune => tune::first(app),
        Screen::Document => match app.pages.last() {
            Some(Page::Document(state)) if state.moves_by_sentence() => {
                let [left, right] = [Command::Left, Command::Right].map(|c| app.keymap.named(c));
                vec![plain(&format!("{left} {right}"), "sentence")]
            }
            _ => vec![],
        },
        Screen::Clusters => match app.clusters.aside {
            Some(Aside::Differences) => {
                let keys = format!("{} {}", key(Command::Down), key(Command::Up));
                vec![plain(&keys, "scroll")]
            }
            Some(Aside::Pairs) => {
                let keys = (
                    app.keymap.named(Command::Left),
                    app.keymap.named(Command::Right),
                );
                vec![plain(&format!("{} {}", keys.0, keys.1), "threshold")]
            }
            None => vec![],
        },
        _ => vec![],
    }
}

/// Whether the command has an effect now; otherwise its hint is omitted.
fn useful(app: &App, command: Command) -> bool {
    if let Some(dialog) = app.dialogs.last() {
        let (back, forth) = app.reanalysis.steps();
        return match command {
            Command::Up | Command::Down | Command::Accept
                if dialog.kind == DialogKind::Seams && seams::rows(app) == 0 =>
            {
                false
            }
            Command::Up | Command::Down => dialog.form.as_ref().is_none_or(|f| f.lines.len() > 1),
            Command::Undo => back > 0,
            Command::Redo => forth > 0,
            _ => true,
        };
    }
    if app.screen() == Screen::Tune {
        return tune::useful(app, command);
    }
    if let Some(Page::Lecture(state)) = app.pages.last() {
        let question = state
            .shown()
            .and_then(|shown| shown.slide.question.as_ref());
        let answers = question.map_or(0, |question| question.answers.len());
        return match command {
            Command::Vote1 => answers > 0,
            Command::Vote2 => answers > 1,
            Command::Vote3 => answers > 2,
            Command::Vote4 => answers > 3,
            Command::TypeA | Command::TypeB => state.text(1).is_some(),
            // Away from a question and back.
            Command::Tune => answers > 0,
            _ => true,
        };
    }
    let empty = match app.screen() {
        Screen::Clusters => app.clusters.listed.is_empty(),
        Screen::Pairs => app.pair_list.is_empty(),
        _ => false,
    };
    match command {
        _ if empty && command.entry().group == Group::Review => false,
        Command::Open | Command::Sort | Command::NextPanel | Command::Copy | Command::Edit
            if empty =>
        {
            false
        }
        Command::Bridge => {
            let clustering = app.data.clustering.as_deref();
            let cluster = clustering.and_then(|c| app.clusters.selected(c));
            cluster.is_some_and(|c| c.bridge.is_some())
        }
        Command::Open | Command::NextPanel | Command::MaskBlock
            if app.screen() == Screen::Blocks =>
        {
            app.block().is_some()
        }
        Command::Open if app.screen() == Screen::Mirrors => {
            app.mirrors.choosing || !app.mirrors.is_empty()
        }
        Command::NextPanel if app.screen() == Screen::Mirrors => app.mirrors.trees.is_none(),
        Command::Fold | Command::Unfold | Command::OnlyDifferences => app.mirrors.trees.is_some(),
        Command::Complete => {
            let (input, target) = match app.screen() {
                Screen::Pairs => (&app.pair_list.filter, Target::Pairs),
                _ => (&app.clusters.filter, Target::Clusters),
            };
            let cursor = input.halves().0.len();
            complete(input.text(), cursor, target).first().is_some()
        }
        Command::Pairs if app.screen() == Screen::Pairs => false,
        Command::Pairs => app.screen() == Screen::Clusters || app.size.0 >= WIDE,
        Command::NextSource => app.reanalysis.shown().purpose == Purpose::CopiedText,
        Command::Sort if app.screen() == Screen::Document => {
            app.reanalysis.shown().purpose == Purpose::NearDuplicates
        }
        Command::About => app.screen() != Screen::About,
        Command::Skipped if app.screen() == Screen::Skipped => false,
        Command::Skipped => !app.facts.skipped.is_empty(),
        Command::Edit | Command::Lecture => app.size.0 >= NARROW,
        // On narrow screens the line above the panels says it, and decisions come before what is rare.
        Command::SwitchPurpose => app.size.0 >= NARROW || !says_purpose(app),
        Command::NextPanel if app.screen() == Screen::Compare => app.size.0 >= NARROW,
        Command::MaskPassage if app.screen() == Screen::Document => app.size.0 >= NARROW,
        // On other screens the keys of the screen take precedence.
        Command::Settings => {
            matches!(app.screen(), Screen::Clusters | Screen::About) || app.size.0 >= WIDE
        }
        _ => true,
    }
}

/// Whether a line above the panels says what the other purpose would show, and its key.
fn says_purpose(app: &App) -> bool {
    app.screen() == Screen::Clusters && purpose::sentence(app).is_some()
}

fn word(app: &App, entry: &Entry) -> String {
    if !app.dialogs.is_empty() || !entry.is_of_screens() {
        return entry.hint.into();
    }
    let clusters = app.screen() == Screen::Clusters;
    let clustering = app.data.clustering.as_deref();
    match entry.command {
        Command::Back if clusters => "quit".into(),
        Command::SwitchPurpose => phrases::purpose(app.reanalysis.asked().purpose.other()).into(),
        Command::Open if clusters && app.clusters.aside == Some(Aside::Differences) => {
            "compare".into()
        }
        Command::Open if clusters && clustering.is_some_and(|c| app.clusters.cell(c).is_some()) => {
            "compare".into()
        }
        Command::Open if matches!(app.screen(), Screen::Document | Screen::Pairs) => {
            "compare".into()
        }
        Command::NextPanel if clusters => match app.panel_from_here(true) {
            (_, Some(Aside::Differences)) => "differences".into(),
            (_, Some(Aside::Pairs)) => "histogram".into(),
            (Focus::List, None) => "clusters".into(),
            (Focus::Members, None) => "members".into(),
        },
        Command::NextPanel if app.screen() == Screen::Document => match app.pages.last() {
            Some(Page::Document(state)) if state.panel() == Panel::Text => "neighbours".into(),
            _ => "text".into(),
        },
        Command::NextPanel if app.screen() == Screen::Compare => "other side".into(),
        Command::OnlyDifferences => match &app.mirrors.trees {
            Some(trees) if trees.differences => "everything".into(),
            _ => "differences".into(),
        },
        Command::AsWritten => match app.mirrors.rules == Rules::none() {
            true => "canonical paths".into(),
            false => "paths as written".into(),
        },
        Command::NextPanel if app.screen() == Screen::Blocks => match app.blocks.reading {
            true => "blocks".into(),
            false => "text".into(),
        },
        Command::NextPanel if app.screen() == Screen::Mirrors => match app.mirrors.choosing {
            true => "list".into(),
            false => "rules of paths".into(),
        },
        Command::Open
            if app.screen() == Screen::Mirrors
                && app.mirrors.choosing
                && app.mirrors.trees.is_none() =>
        {
            "switch".into()
        }
        Command::NextPanel => "query".into(),
        _ => entry.hint.into(),
    }
}
