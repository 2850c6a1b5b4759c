//! The bottom line: hints for the keys that are useful now, as many as fit, always including the
//! key for help. Generated from the table of commands.

mod hint;
mod tune;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use hint::{Hint, plain};

use crate::app::commands::{Command, Entry, TABLE};
use crate::app::dialog::Kind;
use crate::app::key::Key;
use crate::app::state::clusters::Focus;
use crate::app::{Action, App, NARROW, Screen, WIDE};
use crate::ui::hit_map::HitMap;
use crate::ui::theme::{Role, Theme};

/// Draws the line.
pub fn draw(app: &App, theme: &Theme, area: Rect, frame: &mut Frame<'_>, hits: &mut HitMap) {
    let fixed = if app.typing() || !app.dialogs.is_empty() {
        typing(app)
    } else {
        commands(app)
    };
    // Hints in order, without those that do not fit; the last two are always kept.
    let last: usize = fixed.iter().rev().take(2).map(Hint::width).sum();
    let mut room = usize::from(area.width).saturating_sub(last + 1);
    let count = fixed.len();
    let mut x = area.x + 1;
    for (i, hint) in fixed.iter().enumerate() {
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
            Span::styled(hint.keys.clone(), theme.style(Role::Key)),
            Span::raw(" "),
            Span::styled(hint.word.clone(), theme.style(Role::Dim)),
        ]);
        let width = (wide as u16).saturating_sub(3).min(area.right() - x);
        let place = Rect { x, width, ..area };
        frame.render_widget(line, place);
        if let Some(command) = hint.command {
            hits.push(place, Action::Run(command));
        }
        x = x.saturating_add(wide as u16);
    }
}

/// The keys that are active while text is typed and the keymap does not apply.
fn typing(app: &App) -> Vec<Hint> {
    if app.dialogs.last().is_some_and(|d| d.kind == Kind::Settings) {
        return settings(app);
    }
    let words: &[(&str, &str)] = match app.dialogs.last().map(|d| d.kind) {
        Some(Kind::Help) => &[
            ("type", "to narrow"),
            ("Up Down", "scroll"),
            ("Esc", "close"),
        ],
        Some(Kind::Palette) => &[
            ("type", "to find"),
            ("Up Down", "choose"),
            ("Enter", "run"),
            ("Esc", "close"),
        ],
        Some(Kind::Messages) => &[("j k", "scroll"), ("Esc", "close")],
        Some(Kind::Threshold) => &[("Enter", "set"), ("Esc", "leave as it is")],
        Some(Kind::Settings) => &[],
        Some(Kind::NamedSettings) => &[
            ("j k", "choose"),
            ("Enter", "take"),
            ("x", "remove"),
            ("Esc", "close"),
        ],
        Some(Kind::Judge) => &[
            ("y", "yes"),
            ("n", "no"),
            ("u", "unsure"),
            ("b", "back"),
            ("j k", "scroll"),
            ("] [", "passage"),
            ("t", "take the threshold"),
            ("e", "export"),
            ("Esc", "close"),
        ],
        Some(Kind::Why | Kind::Seams) => &[
            ("j k", "choose"),
            ("Enter", "compare the two"),
            ("Esc", "close"),
        ],
        Some(Kind::Labels | Kind::Sweep) => &[
            ("Up Down", "other line"),
            ("Left Right", "change"),
            ("Enter", "go"),
            ("Esc", "leave it"),
        ],
        Some(Kind::NameSettings | Kind::SavePlots | Kind::ExportJudged) => {
            &[("Enter", "go"), ("Esc", "leave it")]
        }
        None if app.screen() == Screen::Tune => &[
            ("0-9", "type the value"),
            ("Enter", "take it"),
            ("Esc", "leave it as it was"),
        ],
        None if app.screen() == Screen::Search => &[
            ("Enter", "to the hits"),
            ("ctrl-t", "this cluster only"),
            ("\"two words\"", "phrase"),
            ("title:word", "in titles"),
            ("Esc", "back"),
        ],
        None => &[
            ("Up Down", "choose"),
            ("Enter", "keep the filter"),
            ("Esc", "lift it"),
        ],
    };
    words.iter().map(|(keys, word)| plain(keys, word)).collect()
}

/// Settings: only what leads somewhere now.
fn settings(app: &App) -> Vec<Hint> {
    let Some(dialog) = app.dialogs.last() else {
        return vec![];
    };
    let mut hints = vec![plain("Up Down", "choose"), plain("Left Right", "change")];
    if dialog.setting().is_some_and(|row| row.typed()) {
        hints.push(plain("0-9", "type it"));
    }
    let (back, forth) = app.reanalysis.steps();
    if back > 0 {
        hints.push(plain("u", "undo"));
    }
    if forth > 0 {
        hints.push(plain("U", "redo"));
    }
    hints.push(plain("d", "defaults"));
    hints.push(plain("Enter", "apply"));
    hints.push(plain("Esc", "leave as it is"));
    hints
}

fn commands(app: &App) -> Vec<Hint> {
    let screen = app.screen();
    let mut entries: Vec<&Entry> = TABLE
        .iter()
        .filter(|e| !e.hint.is_empty() && e.screens.contains(&screen) && useful(app, e.command))
        .collect();
    entries.sort_by_key(|e| e.rank);
    let mut hints: Vec<Hint> = Vec::new();
    if matches!(screen, Screen::Skipped | Screen::About) {
        let key = |command| app.keymap.label(command);
        hints.push(Hint {
            keys: format!("{} {}", key(Command::Down), key(Command::Up)),
            word: "scroll".into(),
            command: None,
        });
    }
    if screen == Screen::Tune {
        hints.extend(tune::first(app));
    }
    for entry in entries {
        let Some(key) = app.keymap.keys(entry.command).first() else {
            continue;
        };
        let word = word(app, entry);
        match hints.last_mut() {
            // Two commands with the same label share a hint: `- + threshold`.
            Some(before) if before.word == word => {
                let first = std::mem::take(&mut before.keys);
                before.keys = if descends(entry.command) {
                    format!("{key} {first}")
                } else {
                    format!("{first} {key}")
                };
                before.command = None;
            }
            _ => hints.push(Hint {
                keys: shown(*key),
                word,
                command: Some(entry.command),
            }),
        }
    }
    hints
}

fn shown(key: Key) -> String {
    key.to_string()
}

fn descends(command: Command) -> bool {
    matches!(command, Command::ThresholdDown | Command::PreviousPassage)
}

/// Whether the command has an effect now; otherwise its hint is omitted.
fn useful(app: &App, command: Command) -> bool {
    if app.screen() == Screen::Tune {
        return tune::useful(app, command);
    }
    let empty = app.screen() == Screen::Clusters && app.clusters.listed.is_empty();
    match command {
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
        Command::About => app.screen() != Screen::About,
        Command::Skipped if app.screen() == Screen::Skipped => false,
        Command::Skipped => app
            .data
            .collection
            .as_ref()
            .is_some_and(|c| !c.skipped().is_empty()),
        Command::Edit => app.size.0 >= NARROW,
        // On other screens the keys of the screen take precedence.
        Command::Settings => {
            matches!(app.screen(), Screen::Clusters | Screen::About) || app.size.0 >= WIDE
        }
        _ => true,
    }
}

fn word(app: &App, entry: &Entry) -> String {
    let clusters = app.screen() == Screen::Clusters;
    let clustering = app.data.clustering.as_deref();
    match entry.command {
        Command::Back if clusters => "quit".into(),
        Command::Open if clusters && clustering.is_some_and(|c| app.clusters.cell(c).is_some()) => {
            "compare".into()
        }
        Command::Open if app.screen() == Screen::Document => "compare".into(),
        Command::NextPanel if clusters => match app.clusters.focus {
            Focus::List => "members".into(),
            Focus::Members => "clusters".into(),
        },
        Command::NextPanel if app.screen() == Screen::Document => "other panel".into(),
        Command::NextPanel if app.screen() == Screen::Compare => "other side".into(),
        Command::NextPanel => "query".into(),
        _ => entry.hint.into(),
    }
}
