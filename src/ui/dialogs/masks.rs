//! The masks: what each leaves out of the comparison, in how many documents.

use ratatui::text::Line;

use super::view::View;
use crate::app::update::masks::{SWITCHES, is_on};
use crate::app::{App, Command};
use crate::base::{sanitise, units};
use crate::mask::{COMMON, IgnoredSource, MaskConfig, PageBlocks, ReasonCount};
use crate::settings::Unit;
use crate::ui::area;
use crate::ui::theme::Role;
use crate::ui::widgets::panel::PanelFrame;
use crate::ui::widgets::{end_cut, paint};

/// Width of the column of names at most.
const NAME: usize = 44;

/// Number of rows of the list.
pub fn height(app: &App) -> u16 {
    let masks = &app.reanalysis.asked().masks;
    (SWITCHES + masks.phrases.len() + masks.sources.len()).clamp(SWITCHES, 20) as u16
        + 2
        + u16::from(!kept(app).is_empty())
}

/// Draws the dialog.
pub fn draw(view: &mut View<'_, '_, '_>) {
    let (app, theme, glyphs) = (view.app, view.cx.theme, view.cx.glyphs);
    let masks = &app.reanalysis.asked().masks;
    let len = SWITCHES + masks.phrases.len() + masks.sources.len();
    let inner = view.framed(PanelFrame {
        title: theme.line(Role::Title, "Left out of the comparison"),
        corner: theme.line(Role::Dim, "what each covers by itself"),
        foot: view.hints(&[
            (Command::Accept, " switches, "),
            (Command::Remove, " takes out, "),
            (Command::Defaults, " drops all, "),
            (Command::Undo, " undoes"),
        ]),
        foot_corner: view.position(len),
        ..PanelFrame::default()
    });
    let kept = kept(app);
    let rows = inner.height.saturating_sub(u16::from(!kept.is_empty()));
    let (list, below) = area::split_top(inner, rows);
    let room = usize::from(below.width.saturating_sub(2));
    let kept = theme.line(Role::Dim, end_cut(&kept, room, glyphs));
    view.cx.line(area::indented(below), &kept);
    let inner = list;
    let visible = view.list(inner.height.into(), len);
    for (row, i) in area::indented(inner).rows().zip(visible.from..len) {
        let width = usize::from(row.width);
        let name_width = NAME.min(width / 2);
        let sign = if is_on(masks, i) { "[x] " } else { "[ ] " };
        let name = end_cut(&sanitise::line(&name(app, i)), name_width, glyphs);
        let pad = " ".repeat(name_width.saturating_sub(paint::columns(&name).into()));
        let room = width.saturating_sub(name_width + 6);
        let counts = end_cut(&theme.own(&counts(app, i)), room, glyphs);
        let text = Line::from(vec![
            theme.span(Role::Key, sign),
            theme.span(Role::Exact, format!("{name}{pad}  ")),
            theme.span(Role::Dim, counts),
        ]);
        view.cx.line(row, &text);
        view.row(row, i);
    }
}

/// Where masks are kept.
fn kept(app: &App) -> String {
    match app.decisions.newest().map(|review| &review.place) {
        Some(Ok(_)) if !app.start.keeps_masks => match app.start.demo {
            true => "not kept: the next start begins without them".to_owned(),
            false => "changes are not kept: this run writes no file".to_owned(),
        },
        Some(Ok(path)) => {
            let path = path.to_string_lossy();
            format!("kept in {}", sanitise::line(app.other_name(&path)))
        }
        Some(Err(_)) => "not kept: this run has no journal".to_owned(),
        None => String::new(),
    }
}

fn name(app: &App, row: usize) -> String {
    let masks = &app.reanalysis.asked().masks;
    match row {
        0 => "quotations".into(),
        1 => "lists of references".into(),
        2 if masks.templates.is_empty() => "templates (--ignore FILE)".into(),
        2 => units::counted(masks.templates.len() as u64, "template", "templates"),
        3 => format!("text in over {} documents", limit(app)),
        4 => match masks.blocks {
            PageBlocks::All | PageBlocks::Main => "page blocks outside of the main part".into(),
            PageBlocks::Body => "frames of pages: all but the body".into(),
        },
        row if source_of(masks, row).is_some() => {
            let ignored = source_of(masks, row);
            let named = ignored.map(|ignored| match &ignored.document {
                Some(document) => format!(
                    "source: {} for {}",
                    known(app, &ignored.source),
                    known(app, document)
                ),
                None => format!("source: {}", known(app, &ignored.source)),
            });
            named.unwrap_or_default()
        }
        row => {
            let phrase = masks.phrases.get(row - SWITCHES);
            let words = phrase
                .into_iter()
                .flat_map(|phrase| phrase.split_whitespace());
            format!("phrase: {}", words.collect::<Vec<_>>().join(" "))
        }
    }
}

/// The name that is shown of the document with this id.
fn known<'a>(app: &'a App, id: &'a str) -> &'a str {
    let named = app.data.named.as_ref();
    let found = named.and_then(|named| Some(named.id(named.find(id)?)));
    found.unwrap_or_else(|| app.other_name(id))
}

/// The source in a row of the list.
fn source_of(masks: &MaskConfig, row: usize) -> Option<&IgnoredSource> {
    let at = row.checked_sub(SWITCHES + masks.phrases.len())?;
    masks.sources.get(at)
}

fn limit(app: &App) -> String {
    let masks = &app.reanalysis.asked().masks;
    let given = masks.common.or(app.start.analysis_config.masks.common);
    let typed = given.unwrap_or(COMMON).typed();
    match typed.ends_with('%') {
        true => format!("{typed} of the"),
        false => typed,
    }
}

fn counts(app: &App, row: usize) -> String {
    let Some(survey) = &app.data.masks else {
        return "counting …".into();
    };
    let masks = &app.reanalysis.asked().masks;
    let count = match row {
        0 => Some(survey.quotations),
        1 => Some(survey.references),
        2 => Some(survey.templates),
        3 => survey.common,
        4 => Some(survey.blocks),
        row if source_of(masks, row).is_some() => match source_of(masks, row) {
            Some(ignored) if ignored.document.is_some() => {
                let both = [Some(&ignored.source), ignored.document.as_ref()];
                let here = |id: &String| {
                    app.data
                        .collection
                        .as_ref()
                        .is_some_and(|c| c.find(id).is_some())
                };
                return match both.into_iter().flatten().all(here) {
                    true => "1 pair that is not compared".into(),
                    false => "no such document".into(),
                };
            }
            Some(ignored) => survey.sources.get(&ignored.source).copied(),
            None => None,
        },
        row => {
            let phrase = masks.phrases.get(row - SWITCHES);
            phrase.and_then(|phrase| survey.phrases.get(phrase).copied())
        }
    };
    match count {
        Some(count) => counted(count, app.unit()),
        None => "not counted".into(),
    }
}

fn counted(count: ReasonCount, unit: Unit) -> String {
    match count.spans {
        0 => "nowhere".into(),
        _ => {
            // "characters" would not leave room for the documents.
            let words = match count.words {
                1 => unit.counted(1),
                words => format!("{} {}", units::count(words), unit.heading()),
            };
            let documents = units::counted(count.documents, "document", "documents");
            format!("{words} in {documents}")
        }
    }
}
