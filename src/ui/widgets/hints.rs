//! The bottom line: hints for the keys that are useful now, as many as fit, always including the
//! key for help. Generated from the table of commands.

mod hint;
mod tune;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;

use hint::{Hint, plain};

use crate::app::commands::{self, Command, CommandEntry, Group};
use crate::app::context::{Context, DialogKind};
use crate::app::{Action, App, Dialog, Key, NARROW, Page, Screen};
use crate::config::Purpose;
use crate::filter::{Target, complete};
use crate::mirrors::Rules;
use crate::review::DecisionTarget;
use crate::screens::clusters::state::Focus;
use crate::screens::document::state::Panel;
use crate::ui::dialogs::seams;
use crate::ui::hit_map::HitMap;
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
        let hint_area = Rect { x, width, ..area };
        paint::line(frame.buffer_mut(), hint_area, &line);
        if let Some(command) = hint.command {
            hits.push(hint_area, Action::Run(command));
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
    if app.first_key.is_some() {
        return vec![plain(&app.keymap.label(Command::Escape), "close")];
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
            && key.then.is_none()
        {
            let hint = Hint {
                keys: key.to_string(),
                word: word(app, entry),
                command: screen.then_some(entry.command),
            };
            ranked.push((entry.rank, hint));
        }
    }
    let menus = commands::MENUS
        .iter()
        .filter(|menu| screen && !self::menu(app, Key::char(menu.key)).is_empty());
    ranked.extend(menus.map(|menu| (menu.rank, plain(&menu.key.to_string(), menu.hint))));
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

/// The second keys after `first`, each with its command, in the order of the menu; those that do something now.
pub fn menu(app: &App, first: Key) -> Vec<(Key, &'static CommandEntry)> {
    let context = Context::Screen(app.screen());
    let after = app.keymap.after(context, first).into_iter();
    let entry =
        |command| commands::rows().find(|e| e.command == command && e.contexts.contains(&context));
    let listed = after.filter_map(|(key, command)| Some((key, entry(command)?)));
    let mut listed: Vec<_> = listed
        .filter(|(_, entry)| useful(app, entry.command))
        .collect();
    listed.sort_by_key(|(_, entry)| entry.rank);
    listed
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
        Screen::Clusters if app.clusters.reading => {
            let keys = format!("{} {}", key(Command::Down), key(Command::Up));
            vec![plain(&keys, "scroll")]
        }
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
        Command::Open | Command::NextPanel | Command::MaskBlock
            if app.screen() == Screen::Blocks =>
        {
            app.block().is_some()
        }
        Command::Open if app.screen() == Screen::Mirrors => !app.mirrors.is_empty(),
        Command::Fold | Command::Unfold | Command::OnlyDifferences => app.mirrors.trees.is_some(),
        Command::Complete => {
            let (input, target) = match app.screen() {
                Screen::Pairs => (&app.pair_list.filter, Target::Pairs),
                _ => (&app.clusters.filter, Target::Clusters),
            };
            let cursor = input.halves().0.len();
            complete(input.text(), cursor, target).first().is_some()
        }
        Command::MarkSource => matches!(app.subject(), Some((_, DecisionTarget::Document(_)))),
        Command::IgnoreSource | Command::IgnoreSourceEverywhere => {
            app.reanalysis.shown().purpose == Purpose::CopiedText
        }
        Command::About => app.screen() != Screen::About,
        Command::Skipped if app.screen() == Screen::Skipped => false,
        Command::Skipped => !app.facts.skipped.is_empty(),
        Command::NextPanel if app.screen() == Screen::Compare => app.size.0 >= NARROW,
        _ => true,
    }
}

fn word(app: &App, entry: &CommandEntry) -> String {
    if !app.dialogs.is_empty() || !entry.is_of_screens() {
        return entry.hint.into();
    }
    let clusters = app.screen() == Screen::Clusters;
    let clustering = app.data.clustering.as_deref();
    match entry.command {
        Command::Back if clusters => "quit".into(),
        Command::Open if clusters && app.clusters.reading => "compare".into(),
        Command::Open if clusters && clustering.is_some_and(|c| app.clusters.cell(c).is_some()) => {
            "compare".into()
        }
        Command::Open if matches!(app.screen(), Screen::Document | Screen::Pairs) => {
            "compare".into()
        }
        Command::NextPanel if clusters => match app.next_panel() {
            (_, true) => "preview".into(),
            (Focus::List, false) => "clusters".into(),
            (Focus::Members, false) => "members".into(),
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
        Command::AsWritten => {
            if app.mirrors.rules == Rules::none() {
                "canonical paths".into()
            } else {
                "paths as written".into()
            }
        }
        Command::NextPanel if app.screen() == Screen::Blocks => {
            if app.blocks.reading {
                "blocks".into()
            } else {
                "text".into()
            }
        }
        Command::NextPanel => "query".into(),
        _ => entry.hint.into(),
    }
}
