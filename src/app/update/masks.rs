//! The list of masks: switching each, masking a passage, leaving out common text. Every change is a change
//! of settings, so undo takes it back.

use super::super::commands::Command;
use super::super::dialog::{Dialog, DialogKind};
use super::super::effect::Effect;
use super::super::{App, Page};
use super::settings;
use crate::base::units;
use crate::config::Purpose;
use crate::engine::Request;
use crate::mask::{COMMON, IgnoredSource, MaskConfig, MaskSurvey, PageBlocks};

/// Rows of the list before the phrases: quotations, references, templates, common text, blocks of pages.
pub(crate) const SWITCHES: usize = 5;

/// Opens the list and asks for its counts.
pub(super) fn open(app: &mut App) -> Vec<Effect> {
    app.dialogs.push(Dialog::new(DialogKind::Masks));
    vec![Effect::Ask(Request::Masks)]
}

/// Number of rows of the list.
pub(super) fn rows(app: &App) -> usize {
    let masks = &app.reanalysis.asked().masks;
    SWITCHES + masks.phrases.len() + masks.sources.len()
}

/// Turns the mask under the cursor on or off; a phrase is taken out of the list.
pub(super) fn switch(app: &mut App) -> Vec<Effect> {
    let Some(row) = app.dialogs.last().map(|dialog| dialog.scroll.selected) else {
        return vec![];
    };
    let given = app.start.analysis_config.masks.clone();
    let mut masks = app.reanalysis.asked().masks.clone();
    match row {
        0 => masks.quotations = !masks.quotations,
        1 => masks.references = !masks.references,
        2 if masks.templates.is_empty() && given.templates.is_empty() => {
            app.say("--ignore FILE names template texts when the program starts");
            return vec![];
        }
        2 if masks.templates.is_empty() => masks.templates = given.templates,
        2 => masks.templates.clear(),
        3 => {
            masks.common = match masks.common {
                Some(_) => None,
                None => Some(given.common.unwrap_or(COMMON)),
            };
        }
        4 => masks.blocks = masks.blocks.next(),
        row => return remove(app, row - SWITCHES),
    }
    apply(app, masks)
}

/// Takes the phrase or source under the cursor out of the list.
pub(super) fn remove_phrase(app: &mut App) -> Vec<Effect> {
    let selected = app.dialogs.last().map(|dialog| dialog.scroll.selected);
    match selected.and_then(|row| row.checked_sub(SWITCHES)) {
        Some(phrase) => remove(app, phrase),
        None => switch_off(app),
    }
}

/// Turns off the mask under the cursor, if it is on.
fn switch_off(app: &mut App) -> Vec<Effect> {
    let row = app
        .dialogs
        .last()
        .map_or(0, |dialog| dialog.scroll.selected);
    if row == 4 {
        let mut masks = app.reanalysis.asked().masks.clone();
        masks.blocks = PageBlocks::All;
        return apply(app, masks);
    }
    match is_on(&app.reanalysis.asked().masks, row) {
        true => switch(app),
        false => vec![],
    }
}

/// Turns all masks off.
pub(super) fn drop_all(app: &mut App) -> Vec<Effect> {
    if let Some(dialog) = app.dialogs.last_mut() {
        dialog.scroll.select(0, SWITCHES);
    }
    apply(app, MaskConfig::default())
}

/// Takes out the phrase of this number; behind the phrases are the sources.
fn remove(app: &mut App, phrase: usize) -> Vec<Effect> {
    let mut masks = app.reanalysis.asked().masks.clone();
    match phrase.checked_sub(masks.phrases.len()) {
        None => drop(masks.phrases.remove(phrase)),
        Some(source) if source < masks.sources.len() => drop(masks.sources.remove(source)),
        Some(_) => return vec![],
    }
    let len = SWITCHES + masks.phrases.len() + masks.sources.len();
    if let Some(dialog) = app.dialogs.last_mut() {
        dialog.scroll.step(0, len);
    }
    apply(app, masks)
}

/// Whether the mask in a row of the list is on; phrases always are.
pub(crate) fn is_on(masks: &MaskConfig, row: usize) -> bool {
    match row {
        0 => masks.quotations,
        1 => masks.references,
        2 => !masks.templates.is_empty(),
        3 => masks.common.is_some(),
        4 => masks.blocks != PageBlocks::All,
        _ => true,
    }
}

/// Masks the passage under the cursor: its words as a phrase, wherever they stand.
pub(super) fn mask_passage(app: &mut App) -> Vec<Effect> {
    let found = match app.pages.last() {
        Some(Page::Compare(state)) if state.comparison().is_none() => {
            app.say("the two texts are still being read");
            return vec![];
        }
        Some(Page::Compare(state)) => state.passage_texts(),
        Some(Page::Document(state)) => state.run_texts(),
        _ => Vec::new(),
    };
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_alphanumeric());
        let words = words.filter(|word| !word.is_empty());
        words.map(str::to_lowercase).collect()
    };
    let mut masks = app.reanalysis.asked().masks.clone();
    let before = masks.phrases.len();
    for text in found {
        let known = |phrase: &String| words(phrase) == words(&text);
        if !words(&text).is_empty() && !masks.phrases.iter().any(known) {
            masks.phrases.push(text);
        }
    }
    if masks.phrases.len() == before {
        app.say("there is no passage here to mask");
        return vec![];
    }
    apply(app, masks)
}

/// Leaves out the source at the cursor of the Document screen: for this document, or for all.
pub(super) fn ignore_source(app: &mut App, for_all: bool) -> Vec<Effect> {
    let Some(Page::Document(state)) = app.pages.last() else {
        return vec![];
    };
    let copied = state.purpose() == Purpose::CopiedText;
    let (doc, source) = (state.doc(), state.other().filter(|_| copied));
    let Some((source, collection)) = source.zip(app.data.collection.as_ref()) else {
        let key = app.keymap.label(Command::SwitchPurpose);
        app.say(match copied {
            true => "there is no source here to leave out".to_owned(),
            false => format!("sources are those of copied text: {key} on the first screen"),
        });
        return vec![];
    };
    let id = |doc| collection.id(doc).to_owned();
    let ignored = IgnoredSource {
        source: id(source),
        document: (!for_all).then(|| id(doc)),
    };
    let mut masks = app.reanalysis.asked().masks.clone();
    if masks.sources.contains(&ignored) {
        return vec![];
    }
    masks.sources.push(ignored);
    apply(app, masks)
}

/// Compares other blocks of pages: all, the main part, the body.
pub(super) fn next_page_blocks(app: &mut App) -> Vec<Effect> {
    let mut masks = app.reanalysis.asked().masks.clone();
    masks.blocks = masks.blocks.next();
    apply(app, masks)
}

/// Leaves out text that stands in many documents, or takes it in again.
pub(super) fn ignore_common(app: &mut App) -> Vec<Effect> {
    let mut masks = app.reanalysis.asked().masks.clone();
    if masks.common.is_some() {
        let key = app.keymap.label(Command::Masks);
        app.say(format!(
            "common text is left out already; {key} lists the masks"
        ));
        return vec![];
    }
    masks.common = Some(app.start.analysis_config.masks.common.unwrap_or(COMMON));
    apply(app, masks)
}

fn apply(app: &mut App, masks: MaskConfig) -> Vec<Effect> {
    let mut analysis_config = app.reanalysis.asked().clone();
    analysis_config.masks = masks;
    match app.reanalysis.apply(analysis_config) {
        true => settings::ask(app),
        false => vec![],
    }
}

/// Stores the counts. Says once that text stands in most documents, unless common text is left out. Counts of masks
/// that are no longer asked for are dropped; those of the masks that hold now are asked for.
pub(super) fn surveyed(app: &mut App, survey: std::sync::Arc<MaskSurvey>) -> Vec<Effect> {
    if survey.config != app.reanalysis.asked().masks {
        return match app.reanalysis.pending() {
            true => vec![],
            false => vec![Effect::Ask(Request::Masks)],
        };
    }
    let common = app.reanalysis.asked().masks.common;
    if let Some(block) = survey.block.filter(|_| common.is_none())
        && app.data.block != Some(block)
    {
        app.data.block = Some(block);
        let palette = app.keymap.label(Command::Palette);
        let hint = format!(
            "a block of {} stands in {} of {}; {palette} ignore-common-text leaves it out",
            app.unit().counted(block.words.into()),
            units::count(block.documents.into()),
            units::counted(survey.documents as u64, "document", "documents"),
        );
        app.hint(hint);
    }
    app.data.masks = Some(survey);
    vec![]
}
