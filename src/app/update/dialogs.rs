//! Commands and clicks of dialogs.

use super::super::App;
use super::super::command_list::{help_rows, palette_rows};
use super::super::commands::Command;
use super::super::context::Kind;
use super::super::effect::Effect;
use super::{
    lecture, masks, report, review, run, settings, themes, threshold, tune, visits, why, words,
};

/// Runs a command in the dialog in front.
pub(super) fn run(app: &mut App, command: Command) -> Vec<Effect> {
    let len = rows(app);
    let Some(dialog) = app.dialogs.last_mut() else {
        return vec![];
    };
    match (dialog.kind, command) {
        (Kind::Settings, _) => return settings::command(app, command),
        (Kind::Judge, _) => return tune::judge_command(app, command),
        (Kind::Note, _) => return review::note(app, command),
        (Kind::LectureText, _) => return lecture::text_command(app, command),
        // The first Esc clears the text, the second closes the dialog.
        (Kind::Help, Command::Escape) if !dialog.line.text().is_empty() => dialog.line.clear(),
        (Kind::Themes, Command::Escape | Command::Back) => themes::leave(app),
        (_, Command::Escape | Command::Back) => drop(app.dialogs.pop()),
        (Kind::Help, Command::Glossary) | (Kind::Words, Command::Help) => words::turn(app),
        (_, Command::Accept) => return accept(app),
        (Kind::Masks, Command::Remove) => return masks::remove_phrase(app),
        (Kind::Masks, Command::Defaults) => return masks::drop_all(app),
        (Kind::Masks, Command::Undo) => return settings::undo(app),
        (Kind::Masks, Command::Redo) => return settings::redo(app),
        (Kind::NamedSettings, Command::Remove) => return tune::remove_named(app),
        _ => match &mut dialog.form {
            Some(form) => form.run(command),
            None => dialog.scroll.follow(command, len),
        },
    }
    themes::show(app);
    vec![]
}

/// Number of rows of the dialog in front.
pub(super) fn rows(app: &App) -> usize {
    let Some(dialog) = app.dialogs.last() else {
        return 0;
    };
    match dialog.kind {
        Kind::Help => help_rows(app.screen(), dialog.line.text()).len(),
        Kind::Palette => palette_rows(app.screen(), dialog.line.text()).len(),
        Kind::Messages => app.notices.history().len(),
        Kind::Settings => dialog.settings().len(),
        Kind::NamedSettings => app.tune.results.kept.named.len(),
        Kind::Why | Kind::Seams => why::rows(app).len(),
        Kind::Masks => masks::rows(app),
        Kind::LectureStages => lecture::rows(app),
        Kind::Words => app.terms().len(),
        Kind::Themes => app.themes.all.len(),
        Kind::Recent => app.start.visits.recent.len() + 1,
        Kind::Threshold
        | Kind::LectureText
        | Kind::Note
        | Kind::Labels
        | Kind::NameSettings
        | Kind::SavePlots
        | Kind::ExportJudged
        | Kind::Sweep
        | Kind::Report
        | Kind::Judge => 0,
    }
}

/// Applies the dialog in front, or the row under its cursor.
fn accept(app: &mut App) -> Vec<Effect> {
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
        Kind::Threshold => match threshold::parsed(dialog.line.text()) {
            Ok(value) => {
                app.dialogs.pop();
                threshold::set(app, value)
            }
            Err(why) => {
                dialog.wrong = Some(why.to_string());
                vec![]
            }
        },
        Kind::NamedSettings => tune::take_named(app),
        Kind::Why | Kind::Seams => why::open(app),
        Kind::Masks => masks::switch(app),
        Kind::Report => report::submit(app),
        Kind::LectureStages => lecture::go_to(app),
        Kind::Words => words::show(app),
        Kind::Recent => visits::accept(app),
        Kind::Themes => {
            themes::keep(app);
            vec![]
        }
        _ => tune::submit(app),
    }
}

/// A click on a row of the dialog in front: selects it; on the selected row it is Enter. The palette
/// runs a command at the first click.
pub(super) fn click(app: &mut App, row: usize) -> Vec<Effect> {
    let len = rows(app);
    let Some(dialog) = app.dialogs.last_mut() else {
        return vec![];
    };
    if let Some(form) = &mut dialog.form {
        form.at = row.min(form.lines.len().saturating_sub(1));
        return vec![];
    }
    if dialog.kind == Kind::Settings {
        settings::click(app, row);
        return vec![];
    }
    let again = dialog.scroll.selected == row;
    dialog.scroll.select(row, len);
    match dialog.kind {
        Kind::Palette | Kind::LectureStages => accept(app),
        Kind::NamedSettings
        | Kind::Why
        | Kind::Seams
        | Kind::Masks
        | Kind::Words
        | Kind::Themes
        | Kind::Recent
            if again =>
        {
            accept(app)
        }
        Kind::Themes => {
            themes::show(app);
            vec![]
        }
        _ => vec![],
    }
}
