//! Maps a key or pasted text to a command, or to an edit of the text field in front.

use super::super::input::TextField;
use super::super::key::KeySequence;
use super::super::screen::Context;
use super::super::typed_text;
use super::super::{App, Command, DialogKind, Key, Panel, Screen};
use super::{clusters, dialogs, lecture, pages, review, run, settings};
use crate::filter::{Target, complete};

pub(crate) fn key(app: &mut App, key: Key) {
    // A character of a value that is being typed has no other meaning.
    if let (Some(c), Some(dialog)) = (key.typed(), app.dialogs.last())
        && settings::continues(dialog, c)
    {
        return typed(app, c);
    }
    let (keymap, first_key) = (&app.keymap, app.first_key.take());
    let keys = KeySequence {
        first: first_key.unwrap_or(key),
        then: first_key.map(|_| key),
    };
    let bound = |context: Context| Some((context, keymap.command(context, keys)?));
    let contexts = app.contexts();
    let bound = contexts.iter().copied().find_map(bound);
    if let (Some(first), None) = (first_key, bound) {
        if keymap.command(Context::Screen(app.screen()), key) != Some(Command::Escape) {
            app.say(format!("{first} {key} does nothing here"));
        }
        return;
    }
    if bound.is_none()
        && contexts
            .iter()
            .any(|context| keymap.begun(*context, key).is_some())
    {
        app.first_key = Some(key);
        return;
    }
    match (bound, key.without_alt(), key.typed()) {
        (Some((context, command)), ..) => run_in(app, context, command),
        (None, Some([escape, rest]), _) => {
            self::key(app, escape);
            self::key(app, rest);
        }
        (None, None, Some(c)) => {
            if !takes_text(app) {
                app.say(unbound(app, c));
            }
            typed(app, c)
        }
        (None, None, None) => {}
    }
}

/// Whether a field of the dialog in front, or of the screen, takes characters.
fn takes_text(app: &App) -> bool {
    match (app.dialogs.last(), app.screen()) {
        (Some(dialog), _) => dialog.has_text_field() || dialog.kind == DialogKind::Settings,
        (None, Screen::Search) => app.search.typing,
        (None, Screen::Tune | Screen::Lecture) => true,
        (None, _) => app.filtering(),
    }
}

/// Message for a key without a meaning. It names the same letter in the other case, if that has a meaning, and the list
/// of keys; in a dialog, the key that closes it.
fn unbound(app: &App, c: char) -> String {
    let character = crate::base::sanitise::line(&c.to_string()).into_owned();
    if !app.dialogs.is_empty() {
        let escape = app.keymap.label(Command::Escape);
        return format!("{character} does nothing here; {escape} closes what is in front");
    }
    let screen = Context::Screen(app.screen());
    let other_case = if c.is_uppercase() {
        c.to_lowercase().to_string()
    } else {
        c.to_uppercase().to_string()
    };
    let hint = other_case.parse::<Key>().ok();
    let hint = hint.and_then(|key| app.keymap.command(screen, key));
    let hint = hint.map(|command| format!("{other_case} is {}, ", command.entry().name));
    let hint = hint.unwrap_or_default();
    let help = app.keymap.label(Command::Help);
    format!("{character} does nothing here; {hint}{help} lists all keys")
}

/// Runs a command that is bound in `context`.
fn run_in(app: &mut App, context: Context, command: Command) {
    match context {
        Context::Anywhere | Context::Screen(_) => run::run(app, command),
        Context::Dialog(_) | Context::Rows | Context::EmptyHelp | Context::Choice => {
            dialogs::run(app, command)
        }
        Context::Filter => filter_command(app, command),
        Context::Query if command == Command::Accept => app.search.typing = app.search.rows() == 0,
        Context::Query => run::run(app, command),
        Context::Text => match front(app) {
            Some(DialogKind::Note) => review::note(app, command),
            Some(DialogKind::LectureText) => lecture::text_command(app, command),
            _ => edit(app, |field| field.edit(command)),
        },
    }
}

/// The type of the dialog in front.
fn front(app: &App) -> Option<DialogKind> {
    app.dialogs.last().map(|dialog| dialog.kind)
}

fn typed(app: &mut App, c: char) {
    if front(app) == Some(DialogKind::Settings) {
        return settings::typed(app, c);
    }
    insert(app, c.encode_utf8(&mut [0; 4]))
}

/// Inserts pasted text where typed text would go.
pub(crate) fn paste(app: &mut App, text: &str) {
    match app.dialogs.last() {
        Some(dialog) if dialog.form.is_some() => {
            return insert(app, text.trim_end_matches(['\r', '\n']));
        }
        None if app.screen() == Screen::Search => app.search.typing = true,
        None if app.screen() == Screen::Lecture => return lecture::type_text(app, 1, Some(text)),
        _ => {}
    }
    insert(app, text)
}

fn insert(app: &mut App, text: &str) {
    if let Some(dialog) = app.dialogs.last_mut()
        && let Some(area) = dialog.area()
    {
        typed_text::insert(area, text);
        dialog.wrong = None;
        return lecture::follow(app);
    }
    edit(app, |field| {
        field.insert(text);
        true
    });
}

/// Changes the text field in front, if there is one, and updates what depends on its text. `change`
/// returns whether it did anything.
fn edit(app: &mut App, change: impl FnOnce(&mut TextField) -> bool) {
    if let Some(dialog) = app.dialogs.last_mut() {
        if dialog.input().is_some_and(change) {
            dialog.scroll.selected = 0;
            dialog.wrong = None;
        }
        return;
    }
    if app.filtering() {
        if app.filter_mut().is_some_and(|(field, _)| change(field)) {
            run::filter_changed(app);
        }
    } else if app.screen() == Screen::Search && app.search.typing {
        let before = app.search.input.text().to_owned();
        if change(&mut app.search.input) && app.search.input.text() != before {
            pages::ask_search(app);
        }
    }
}

/// Runs a command while the filter is edited.
fn filter_command(app: &mut App, command: Command) {
    let is_pairs = app.screen() == Screen::Pairs;
    let [clusters, pairs] = [&app.clusters.list, &app.pair_list.scroll];
    let scroll = if is_pairs { pairs } else { clusters };
    match (command, command.rows(scroll.page())) {
        (Command::Complete, _) if filter_completed(app) => run::filter_changed(app),
        (Command::Accept | Command::Complete, _) => {
            if let Some((_, is_edited)) = app.filter_mut() {
                *is_edited = false;
            }
        }
        (_, Some(by)) if is_pairs => app.step(Panel::Pairs, by),
        (_, Some(by)) => clusters::step_clusters(app, by),
        (_, None) => run::run(app, command),
    }
}

/// Completes the field name before the cursor. Returns whether there was one.
fn filter_completed(app: &mut App) -> bool {
    let target = match app.screen() {
        Screen::Pairs => Target::Pairs,
        _ => Target::Clusters,
    };
    let Some((field, _)) = app.filter_mut() else {
        return false;
    };
    let completion = complete(field.text(), field.halves().0.len(), target);
    let first = completion.first().map(|first| first.start_of_term());
    if let Some(first) = &first {
        field.replace(completion.typed, first);
    }
    first.is_some()
}
