//! Commands and clicks of dialogs.

use super::super::command_list::{help_rows, palette_rows};
use super::super::{App, Command, Dialog, DialogKind};
use super::{lecture, masks, report, review, run, settings, threshold, tune, why};
use crate::lecture::glossary;

/// Runs a command in the dialog in front.
pub(crate) fn run(app: &mut App, command: Command) {
    let len = rows(app);
    let Some(dialog) = app.dialogs.last_mut() else {
        return;
    };
    match (dialog.kind, command) {
        (DialogKind::Settings, _) => settings::command(app, command),
        (DialogKind::Judge, _) => tune::judge_command(app, command),
        (DialogKind::Note, _) => review::note(app, command),
        (DialogKind::LectureText, _) => lecture::text_command(app, command),
        // The first Esc clears the text, the second closes the dialog.
        (DialogKind::Help, Command::Escape) if !dialog.line.text().is_empty() => {
            dialog.line.clear()
        }
        (kind, Command::Escape | Command::Back) => {
            app.dialogs.pop();
            if kind == DialogKind::Themes {
                app.themes.shown = app.themes.before;
            }
        }
        // Help and the glossary replace each other.
        (DialogKind::Help, Command::Glossary) => *dialog = Dialog::new(DialogKind::Words),
        (DialogKind::Words, Command::Help) => *dialog = Dialog::new(DialogKind::Help),
        (_, Command::Accept) => accept(app),
        (DialogKind::Masks, Command::Open) => masks::show_text(app),
        (DialogKind::Masks, Command::Remove) => masks::remove(app),
        (DialogKind::Masks, Command::Defaults) => masks::drop_all(app),
        (DialogKind::Masks, Command::Undo) => settings::undo(app),
        _ => match &mut dialog.form {
            Some(form) => form.run(command),
            None => dialog.scroll.follow(command, len),
        },
    }
    show_theme(app);
}

/// Number of rows of the dialog in front.
pub(crate) fn rows(app: &App) -> usize {
    let Some(dialog) = app.dialogs.last() else {
        return 0;
    };
    match dialog.kind {
        DialogKind::Help => help_rows(app.screen(), dialog.line.text()).len(),
        DialogKind::Palette => palette_rows(app.screen(), dialog.line.text()).len(),
        DialogKind::Messages => app.notices.history().len(),
        DialogKind::Settings => dialog.settings().len(),
        DialogKind::Why | DialogKind::Seams => why::rows(app).len(),
        DialogKind::Masks => masks::rows(app).len(),
        DialogKind::Offers => masks::offers(app).len(),
        DialogKind::LectureStages => lecture::rows(app),
        DialogKind::Words => glossary(&app.first_terms()).len(),
        DialogKind::Themes => app.themes.all.len(),
        _ => 0,
    }
}

/// Applies the dialog in front, or the row under its cursor.
fn accept(app: &mut App) {
    let screen = app.screen();
    let Some(dialog) = app.dialogs.last_mut() else {
        return;
    };
    match dialog.kind {
        DialogKind::Palette => {
            let rows = palette_rows(screen, dialog.line.text());
            let Some((entry, _)) = rows.get(dialog.scroll.selected) else {
                return;
            };
            app.dialogs.pop();
            run::run(app, entry.command)
        }
        DialogKind::Threshold => match threshold::parsed(dialog.line.text()) {
            Ok(value) => {
                app.dialogs.pop();
                threshold::set(app, value)
            }
            Err(why) => app.refuse(why),
        },
        DialogKind::Why | DialogKind::Seams => why::open(app),
        DialogKind::Masks => masks::switch(app),
        DialogKind::Offers => masks::accept_offer(app),
        DialogKind::Report => report::submit(app),
        DialogKind::LectureStages => lecture::go_to(app),
        DialogKind::Words => show_term(app),
        DialogKind::Themes => keep_theme(app),
        _ => tune::submit(app),
    }
}

/// A click selects a row of the dialog in front; on the selected row it acts as Enter. In the palette and the list of
/// lecture stages the first click acts as Enter.
pub(crate) fn click(app: &mut App, row: usize) {
    let len = rows(app);
    let Some(dialog) = app.dialogs.last_mut() else {
        return;
    };
    if let Some(form) = &mut dialog.form {
        form.at = row.min(form.lines.len().saturating_sub(1));
        return;
    }
    if dialog.kind == DialogKind::Settings {
        return settings::click(app, row);
    }
    let is_selected = dialog.scroll.selected == row;
    dialog.scroll.select(row, len);
    match dialog.kind {
        DialogKind::Palette | DialogKind::LectureStages => accept(app),
        DialogKind::Help | DialogKind::Messages | DialogKind::Offers => {}
        _ if is_selected => accept(app),
        _ => show_theme(app),
    }
}

/// Opens the list of themes. The theme under the cursor is shown at once; Enter keeps it, Esc restores the previous
/// one.
pub(crate) fn open_themes(app: &mut App) {
    if app.themes.all.is_empty() {
        app.say("themes need a terminal with 256 colours or more");
        return;
    }
    app.themes.before = app.themes.shown;
    let mut dialog = Dialog::new(DialogKind::Themes);
    dialog.scroll.selected = app.themes.shown;
    app.dialogs.push(dialog);
}

/// Shows the theme under the cursor, while the list is in front.
fn show_theme(app: &mut App) {
    if let Some(dialog) = app.dialogs.last()
        && dialog.kind == DialogKind::Themes
    {
        app.themes.shown = dialog.scroll.selected;
    }
}

/// Keeps the theme that is shown until the program ends.
fn keep_theme(app: &mut App) {
    app.dialogs.pop();
    let name = &app.themes.all[app.themes.shown].0;
    app.say(format!(
        "theme {name}; `theme = \"{name}\"` under [screens] in the config file keeps it"
    ))
}

/// Shows the term under the cursor in the lecture.
fn show_term(app: &mut App) {
    let terms = glossary(&app.first_terms());
    if let Some(dialog) = app.dialogs.pop()
        && let Some(term) = terms.get(dialog.scroll.selected)
    {
        lecture::show_stage(app, term.stage);
    }
}
