//! The list of masks: switches each mask, and masks a passage. Every change is a change of settings, so undo works.

use super::super::{App, Command, Dialog, DialogKind, Exclusion, Page};
use super::review::target_name;
use super::{pages, settings};
use crate::base::{DocNo, units};
use crate::config::Purpose;
use crate::engine::Request;
use crate::engine::message::MaskSurvey;
use crate::evidence::CopiedText;
use crate::mask::{IgnoredSource, Mask, MaskConfig};
use crate::review::{Choice, DecisionTarget, Journal, Offer, mask_changes};

/// Opens the list and requests its counts.
pub(crate) fn open(app: &mut App) {
    app.dialogs.push(Dialog::new(DialogKind::Masks));
    count(app);
}

/// Requests the counts of each row of the list.
pub(crate) fn count(app: &mut App) {
    app.ask(Request::Masks(rows(app)));
}

pub(crate) fn rows(app: &App) -> Vec<Mask> {
    let common = app.start.analysis_config.masks.common;
    Mask::rows(&app.reanalysis.requested().masks, common)
}

fn requested(app: &App) -> MaskConfig {
    app.reanalysis.requested().masks.clone()
}

/// The mask under the cursor, and whether it is on.
fn selected(app: &App) -> Option<(Mask, bool)> {
    let index = app.dialogs.last()?.scroll.selected;
    let mask = rows(app).into_iter().nth(index)?;
    let is_on = Mask::all(&requested(app)).contains(&mask);
    Some((mask, is_on))
}

/// Shows what the mask under the cursor excludes, in place of the common blocks.
pub(crate) fn show_text(app: &mut App) {
    if let Some((mask, _)) = selected(app) {
        app.dialogs.pop();
        app.blocks.show(Some(mask));
        pages::show(app, Page::Blocks);
    }
}

/// The request of the screen of common blocks.
pub(crate) fn request_of_blocks(app: &App) -> Request {
    let Some(mask) = &app.blocks.mask else {
        return Request::Blocks;
    };
    let mut masks = &app.reanalysis.shown.masks;
    if !Mask::all(masks).contains(mask) {
        masks = &app.start.analysis_config.masks;
    }
    Request::Excluded(mask.clone(), Box::new(masks.only(mask)))
}

/// Acts of others that wait for acceptance by the reviewer.
pub(crate) fn offers(app: &App) -> &[Offer] {
    app.decisions.newest().map_or(&[], |review| &review.offers)
}

/// Accepts the offer under the cursor, and has this written to the journal. The dialog closes with the last offer.
pub(crate) fn accept_offer(app: &mut App) {
    let at = app.dialogs.last().map_or(0, |d| d.scroll.selected);
    let (Some(offer), Some(review)) = (offers(app).get(at).cloned(), app.decisions.newest()) else {
        return;
    };
    if !app.start.keeps_masks {
        return app.say("this run writes no file: `review accept` in the shell accepts");
    }
    let mut changes = offer.masks.clone();
    if offer.folder.is_none() {
        let before = &review.state.journal;
        let mut updated = Journal::clone(before);
        updated.accept(|by| offer.by.as_deref() == Some(by));
        changes = mask_changes(&before.kept_masks(), &updated.kept_masks());
    }
    let mut masks = requested(app);
    for (mask, enabled) in changes {
        mask.turn(&mut masks, enabled);
    }
    if app.decisions.accept(at) == 0 {
        app.dialogs.pop();
    }
    app.say(format!("accepted: {offer}"));
    if offer.folder.is_none() {
        // The journal already has these masks.
        app.kept_masks.clone_from(&masks);
        let accepts = offer.by.unwrap_or_default();
        app.ask(Request::Choose(vec![Choice::Person { accepts }]));
    }
    apply(app, masks);
}

/// Turns the mask under the cursor on or off; a phrase is removed from the list.
pub(crate) fn switch(app: &mut App) {
    let templates = &app.start.analysis_config.masks.templates;
    let mut masks = requested(app);
    match selected(app) {
        Some((Mask::Templates, false)) if templates.is_empty() => {
            return app.say("--ignore FILE names template texts when the program starts");
        }
        Some((Mask::Templates, false)) => masks.templates.clone_from(templates),
        Some((Mask::Blocks(_), _)) => masks.blocks = masks.blocks.next(),
        Some((mask, false)) => mask.turn(&mut masks, true),
        Some((_, true)) => return remove(app),
        None => return,
    }
    apply(app, masks)
}

/// Turns the mask under the cursor off, if it is on; a phrase or source is removed from the list.
pub(crate) fn remove(app: &mut App) {
    let Some((mask, true)) = selected(app) else {
        return;
    };
    let mut masks = requested(app);
    mask.turn(&mut masks, false);
    let len = Mask::rows(&masks, None).len();
    if let Some(dialog) = app.dialogs.last_mut() {
        dialog.scroll.step(0, len);
    }
    apply(app, masks)
}

/// Turns all masks off.
pub(crate) fn drop_all(app: &mut App) {
    if let Some(dialog) = app.dialogs.last_mut() {
        dialog.scroll.select(0, 1);
    }
    apply(app, MaskConfig::default())
}

/// Excludes the words of the passage under the cursor as a phrase, in all documents.
pub(crate) fn mask_passage(app: &mut App) {
    let texts = match app.pages.last() {
        Some(Page::Compare(state)) => state.passage_texts(),
        Some(Page::Document(state)) => state.run_texts(),
        _ => Vec::new(),
    };
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_alphanumeric());
        let words = words.filter(|word| !word.is_empty());
        words.map(str::to_lowercase).collect()
    };
    let mut masks = requested(app);
    let before = masks.phrases.len();
    for text in texts {
        let is_listed = |phrase: &String| words(phrase) == words(&text);
        if !words(&text).is_empty() && !masks.phrases.iter().any(is_listed) {
            masks.phrases.push(text);
        }
    }
    if masks.phrases.len() == before {
        return app.say("there is no passage here to exclude");
    }
    apply(app, masks)
}

/// Excludes the source under the cursor of the Document screen: for this document, or for all.
pub(crate) fn ignore_source(app: &mut App, for_all: bool) {
    let Some(Page::Document(state)) = app.pages.last() else {
        return;
    };
    let copied = state.purpose == Purpose::CopiedText;
    let (doc, source) = (state.doc, state.other().filter(|_| copied));
    let Some((source, collection)) = source.zip(app.data.collection.as_ref()) else {
        return app.say("only a source of copied text can be excluded; none is selected here");
    };
    let id = |doc| collection.id(doc).to_owned();
    let ignored_source = IgnoredSource {
        source: id(source),
        document: (!for_all).then(|| id(doc)),
    };
    let mut masks = requested(app);
    if masks.sources.contains(&ignored_source) {
        return;
    }
    masks.sources.push(ignored_source);
    apply(app, masks);
    remember_exclusion(app, DecisionTarget::pair(doc, source), Some(source));
}

/// Requests the results with other masks.
pub(crate) fn apply(app: &mut App, masks: MaskConfig) {
    let mut analysis_config = app.reanalysis.requested().clone();
    analysis_config.masks = masks;
    if settings::go(app, analysis_config, None)
        && let Some((_, item)) = app.subject()
    {
        remember_exclusion(app, item, None);
    }
}

/// Remembers the pair from which text is being excluded, if the pair is listed.
fn remember_exclusion(app: &mut App, item: DecisionTarget, source: Option<DocNo>) {
    if let (DecisionTarget::Pair(a, b), Some(copied)) = (item, &app.data.copied) {
        let collection = app.data.collection.as_ref();
        let state = collection.and_then(|collection| app.decisions.state(collection));
        let pairs = copied.pairs.iter().map(|pair| (pair.pair.a, pair.pair.b));
        let is_decided = |(a, b): &(_, _)| state.is_some_and(|state| state.is_decided(*a, *b));
        app.exclusion = copied.lists(a, b).then(|| Exclusion {
            pair: (a, b),
            source,
            before: copied.pairs.len(),
            decided: pairs.filter(is_decided).collect(),
            is_counted: false,
        });
    }
}

/// Reports the number of pairs before and after an exclusion, the excluded document, and the decided pairs that it
/// hides.
pub(crate) fn excluded(app: &mut App, exclusion: &Exclusion, copied: &CopiedText) {
    let (before, after) = (exclusion.before, copied.pairs.len());
    let subject = match exclusion.source {
        _ if after > before => "less is excluded".to_owned(),
        Some(doc) => target_name(app, &DecisionTarget::Document(doc)) + " is excluded as a source",
        None => "excluded everywhere".to_owned(),
    };
    let (a, b) = exclusion.pair;
    let gone = Some("; this pair is no longer listed").filter(|_| !copied.lists(a, b));
    let hidden_pairs = exclusion.decided.iter();
    let hidden_pairs = hidden_pairs.filter(|(a, b)| !copied.lists(*a, *b));
    let hidden_pairs = match hidden_pairs.count() {
        0 => String::new(),
        n => format!("; hidden pairs with a decision: {}", units::count(n as u64)),
    };
    let [before, after] = [before, after].map(|n| units::count(n as u64));
    let (gone, undo) = (gone.unwrap_or_default(), app.keymap.label(Command::Undo));
    app.say(format!(
        "{subject}: {before} pairs before, {after} now{gone}{hidden_pairs}; {undo} undoes"
    ));
}

/// Message about the block of text that most documents contain, and the key that shows it; `None` if there is none.
pub(crate) fn recurs(app: &App) -> Option<String> {
    let (words, documents) = app.data.block?;
    Some(format!(
        "{} recur in {}; {} shows common blocks",
        app.unit().counted(words.into()),
        units::counted(documents.into(), "document", "documents"),
        app.keymap.label(Command::Blocks),
    ))
}

/// Stores the counts. Reports once that text occurs in most documents, unless common text is excluded. Drops counts for
/// outdated masks and requests counts for the current ones.
pub(crate) fn surveyed(app: &mut App, survey: std::sync::Arc<MaskSurvey>) {
    if survey.config != app.reanalysis.requested().masks {
        if !app.reanalysis.pending() {
            count(app);
        }
        return;
    }
    if survey.block.is_some() && app.data.block != survey.block {
        app.data.block = survey.block;
        if let Some(hint) = recurs(app) {
            app.hint(hint);
        }
    }
    app.data.masks = Some(survey);
}
