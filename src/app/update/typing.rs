//! Key handling for text fields and dialogs; all other keys are mapped to commands.

use super::super::commands::Command;
use super::super::dialog::{Kind, help_rows, palette_rows};
use super::super::effect::Effect;
use super::super::key::{Code, Key};
use super::super::screen::Screen;
use super::super::{App, Page};
use super::{clusters, run, settings, tune, why};

/// Handles a key press.
pub(super) fn key(app: &mut App, key: Key) -> Vec<Effect> {
    // These keys have the same effect everywhere.
    if key == Key::ctrl('c') {
        return run::run(app, Command::Interrupt);
    }
    if key == Key::ctrl('z') {
        return run::run(app, Command::Suspend);
    }
    if key == Key::ctrl('q') {
        return run::run(app, Command::Quit);
    }
    if key == Key::ctrl('l') {
        return run::run(app, Command::Redraw);
    }
    if let Some([first, second]) = two_keys(app, key) {
        let mut effects = self::key(app, first);
        effects.extend(self::key(app, second));
        return effects;
    }
    if !app.dialogs.is_empty() {
        return dialog(app, key);
    }
    if app.screen() == Screen::Tune
        && let Some(effects) = tune::slider_key(app, key)
    {
        return effects;
    }
    match app.pages.last() {
        None if app.clusters.filtering => filter(app, key),
        Some(Page::Search) if app.search.typing => query(app, key),
        _ => match app.keymap.command(app.screen(), key) {
            Some(command) => run::run(app, command),
            None => vec![],
        },
    }
}

/// Splits Alt with a key into Escape and that key: terminals send the same bytes for both, and GNU
/// screen holds Escape back until the next key. Not split if the key with Alt is bound or an editing
/// key.
fn two_keys(app: &App, key: Key) -> Option<[Key; 2]> {
    let typed = match (app.dialogs.last(), app.pages.last()) {
        (Some(dialog), _) => dialog.form.is_some() || dialog.input().is_some(),
        (None, None) => app.clusters.filtering,
        (None, Some(Page::Search)) => app.search.typing,
        (None, Some(_)) => false,
    };
    let edits = matches!(key.code, Code::Backspace | Code::Char('b' | 'f'));
    let bound = || app.keymap.command(app.screen(), key).is_some();
    let two = key.alt && !(typed && edits) && !bound();
    two.then_some([Key::plain(Code::Esc), Key { alt: false, ..key }])
}

/// Inserts pasted text where typed text would go.
pub(super) fn paste(app: &mut App, text: &str) -> Vec<Effect> {
    if let Some(dialog) = app.dialogs.last_mut() {
        if let Some(form) = &mut dialog.form {
            form.paste(text);
            dialog.wrong = None;
        } else if dialog.input().is_some() {
            dialog.line.insert(text);
            dialog.scroll.selected = 0;
        }
        return vec![];
    }
    match app.screen() {
        Screen::Clusters if app.clusters.filtering => {
            app.clusters.filter.insert(text);
            clusters::relist(app);
            vec![]
        }
        Screen::Search => {
            app.search.typing = true;
            app.search.input.insert(text);
            app.search.ask().map(Effect::Ask).into_iter().collect()
        }
        _ => vec![],
    }
}

/// Movement keys for a list below a text field; excludes letters, which go into the field.
fn list_step(key: Key, page: i64) -> Option<i64> {
    match (key.ctrl, key.code) {
        (false, Code::Up) => Some(-1),
        (false, Code::Down) => Some(1),
        (true, Code::Char('p')) => Some(-1),
        (true, Code::Char('n')) => Some(1),
        (false, Code::PageUp) => Some(-page),
        (false, Code::PageDown) => Some(page),
        _ => None,
    }
}

fn filter(app: &mut App, key: Key) -> Vec<Effect> {
    let page = app.clusters.list.page();
    match key.code {
        Code::Enter | Code::Tab => app.clusters.filtering = false,
        Code::Esc => return run::run(app, Command::Escape),
        _ => {
            if let Some(by) = list_step(key, page) {
                clusters::step_clusters(app, by);
            } else if app.clusters.filter.key(key) {
                clusters::relist(app);
            }
        }
    }
    vec![]
}

fn query(app: &mut App, key: Key) -> Vec<Effect> {
    match key.code {
        Code::Esc => return run::run(app, Command::Escape),
        Code::Enter | Code::Tab | Code::Down if !app.search.is_empty() => app.search.typing = false,
        Code::Char('t') if key.ctrl => return run::run(app, Command::Within),
        _ => {
            let before = app.search.input.text().to_owned();
            if app.search.input.key(key) && app.search.input.text() != before {
                return app.search.ask().map(Effect::Ask).into_iter().collect();
            }
        }
    }
    vec![]
}

/// Number of rows of the dialog in front.
pub(super) fn dialog_len(app: &App) -> usize {
    let screen = app.screen();
    match app.dialogs.last() {
        Some(d) => match d.kind {
            Kind::Help => help_rows(screen, d.line.text()).len(),
            Kind::Palette => palette_rows(screen, d.line.text()).len(),
            Kind::Messages => app.notices.history().len(),
            Kind::Threshold => 0,
            Kind::Settings => d.settings().len(),
            Kind::NamedSettings => app.tune.results.kept.named.len(),
            Kind::Why | Kind::Seams => why::rows(app).len(),
            Kind::Labels
            | Kind::NameSettings
            | Kind::SavePlots
            | Kind::ExportJudged
            | Kind::Sweep
            | Kind::Judge => 0,
        },
        None => 0,
    }
}

fn dialog(app: &mut App, key: Key) -> Vec<Effect> {
    let len = dialog_len(app);
    let Some(dialog) = app.dialogs.last_mut() else {
        return vec![];
    };
    match dialog.kind {
        Kind::Settings => return settings::key(app, key),
        Kind::NamedSettings => return tune::named_key(app, key),
        Kind::Judge => return tune::judge_key(app, key),
        Kind::Why | Kind::Seams => return why::key(app, key),
        _ if dialog.form.is_some() => return tune::form_key(app, key),
        _ => {}
    }
    let again = dialog.kind == Kind::Help && dialog.line.text().is_empty();
    match key.code {
        Code::Esc => {
            // The first Esc clears the text, the second closes the dialog.
            if dialog.kind == Kind::Help && !dialog.line.text().is_empty() {
                dialog.line.clear();
            } else {
                app.dialogs.pop();
            }
        }
        Code::Char('?' | 'q') if again && !key.ctrl => drop(app.dialogs.pop()),
        Code::Char('q' | 'M') if dialog.kind == Kind::Messages && !key.ctrl => {
            drop(app.dialogs.pop())
        }
        Code::Enter => return enter(app),
        _ => {
            let page = dialog.scroll.page();
            let plain_list = dialog.kind == Kind::Messages;
            let letter = match (key.ctrl, key.code) {
                (false, Code::Char('j')) if plain_list => Some(1),
                (false, Code::Char('k')) if plain_list => Some(-1),
                _ => None,
            };
            if let Some(by) = letter.or_else(|| list_step(key, page)) {
                dialog.scroll.step(by, len);
            } else if !plain_list && dialog.line.key(key) {
                dialog.scroll.selected = 0;
                dialog.wrong = None;
            }
        }
    }
    vec![]
}

fn enter(app: &mut App) -> Vec<Effect> {
    let screen = app.screen();
    let Some(dialog) = app.dialogs.last_mut() else {
        return vec![];
    };
    match dialog.kind {
        Kind::Palette => {
            let rows = palette_rows(screen, dialog.line.text());
            let Some((entry, _)) = rows.get(dialog.scroll.selected) else {
                return vec![];
            };
            app.dialogs.pop();
            run::run(app, entry.command)
        }
        Kind::Threshold => match threshold(dialog.line.text()) {
            Ok(value) => {
                app.dialogs.pop();
                if app.screen() == Screen::Tune {
                    return tune::set_threshold(app, value);
                }
                clusters::set_threshold(app, value)
            }
            Err(why) => {
                dialog.wrong = Some(why);
                vec![]
            }
        },
        _ => {
            app.dialogs.pop();
            vec![]
        }
    }
}

/// A click on a row of the dialog in front.
pub(super) fn dialog_row(app: &mut App, row: usize) -> Vec<Effect> {
    let len = dialog_len(app);
    if let Some(dialog) = app.dialogs.last_mut() {
        if dialog.kind == Kind::Settings {
            settings::click(app, row);
            return vec![];
        }
        if let Some(form) = &mut dialog.form {
            form.at = row.min(form.lines.len().saturating_sub(1));
            return vec![];
        }
        let again = dialog.scroll.selected == row;
        dialog.scroll.select(row, len);
        match dialog.kind {
            Kind::Palette => return enter(app),
            Kind::NamedSettings if again => return tune::take_named(app),
            Kind::Why | Kind::Seams if again => return why::open(app),
            _ => {}
        }
    }
    vec![]
}

/// Parses a threshold: `0.85`, `.85` or `85%`; a decimal comma is accepted.
pub(super) fn threshold(text: &str) -> Result<f64, String> {
    let text = text.trim();
    let (number, per) = match text.strip_suffix('%') {
        Some(number) => (number.trim_end(), 100.0),
        None => (text, 1.0),
    };
    match number.replace(',', ".").parse::<f64>() {
        Ok(value) if (0.0..=1.0).contains(&(value / per)) => Ok(value / per),
        Ok(_) => Err("a threshold lies between 0 and 1".into()),
        Err(_) => Err("type a number like 0.85".into()),
    }
}
