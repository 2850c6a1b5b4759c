//! The masks: the text that each excludes, and in how many documents; and the acts of others in the journal.

use ratatui::text::Line;

use super::view::DialogView;
use crate::app::update::masks::{offers, rows};
use crate::app::{App, Command};
use crate::base::{sanitise, units};
use crate::mask::{IgnoredSource, Mask};
use crate::ui::widgets::{end_cut, paint};
use crate::ui::{Role, area};

/// Maximum width of the name column.
const NAME: usize = 44;

/// Number of rows of the list.
pub fn height(app: &App) -> u16 {
    rows(app).len().min(20) as u16 + 2 + u16::from(!kept(app).is_empty())
}

/// Draws the dialog.
pub fn draw(view: &mut DialogView<'_, '_, '_>) {
    let (app, theme, glyphs) = (view.app, view.cx.theme, view.cx.glyphs);
    let (masks, enabled) = (rows(app), Mask::all(&app.reanalysis.requested().masks));
    let alone = view.dim("counts of each alone");
    let keys = view.hints(&[
        (Command::Accept, " switches, "),
        (Command::Open, " its text, "),
        (Command::Remove, " removes, "),
        (Command::Defaults, " removes all, "),
        (Command::Undo, " undoes"),
    ]);
    let lines = [alone, keys, view.position(masks.len())];
    let inner = view.framed("Excluded from the comparison", lines);
    let (inner, kept) = (area::indented(inner), kept(app));
    let rows = inner.height.saturating_sub(u16::from(!kept.is_empty()));
    let (list, below) = area::split_top(inner, rows);
    let kept = end_cut(&kept, below.width.into(), glyphs);
    view.cx.line(below, &theme.line(Role::Dim, kept));
    let width = usize::from(list.width);
    let name_width = NAME.min(width / 2);
    view.choose(list, masks.len(), |at| {
        let mask = &masks[at];
        let is_on = enabled.contains(mask);
        let name = end_cut(&sanitise::line(&name(app, mask)), name_width, glyphs);
        let pad = " ".repeat(name_width.saturating_sub(paint::columns(&name).into()));
        let room = width.saturating_sub(name_width + 6);
        let counts = end_cut(&theme.own(&counts(app, mask)), room, glyphs);
        Line::from(vec![
            theme.span(Role::Key, if is_on { "[x] " } else { "[ ] " }),
            theme.span(Role::Exact, format!("{name}{pad}  ")),
            theme.span(Role::Dim, counts),
        ])
    });
}

/// Draws what others wrote to the journal, and below what the selected offer excludes.
pub fn draw_offers(view: &mut DialogView<'_, '_, '_>) {
    let (app, theme, glyphs) = (view.app, view.cx.theme, view.cx.glyphs);
    let offers = offers(app);
    let leaves = view.hint(Command::Escape, "leaves it off");
    let accepts = view.hints(&[(Command::Accept, " accepts the row")]);
    let lines = [leaves, accepts, view.position(offers.len())];
    let inner = area::indented(view.framed("Off until you accept it", lines));
    let line = |role, text: &str| {
        let text = end_cut(&sanitise::line(text), inner.width.into(), glyphs);
        theme.line(role, text)
    };
    let (list, below) = area::split_top(inner, (inner.height / 2).min(offers.len() as u16));
    view.choose(list, offers.len(), |at| {
        line(Role::Exact, &offers[at].to_string())
    });
    let selected = offers.get(view.dialog.scroll.selected);
    let masks = selected.map_or(&[][..], |offer| &offer.masks);
    let room = usize::from(below.height.saturating_sub(1));
    let excludes = |(mask, enabled): &(Mask, bool)| {
        let verb = if *enabled {
            "excludes"
        } else {
            "no longer excludes"
        };
        format!("{verb} {}", name(app, mask))
    };
    let mut sentences: Vec<String> = masks.iter().map(excludes).collect();
    if sentences.len() > room {
        let hidden = sentences.split_off(room.saturating_sub(1)).len();
        sentences.push(format!("and {} more", units::count(hidden as u64)));
    }
    for (row, text) in below.rows().skip(1).zip(sentences) {
        view.cx.line(row, &line(Role::Dim, &text));
    }
}

/// Where masks are kept.
fn kept(app: &App) -> String {
    match app.decisions.newest().map(|review| &review.location) {
        Some(Ok(_)) if app.start.demo && !app.start.keeps_masks => {
            "not kept: the next start excludes nothing".to_owned()
        }
        Some(Ok(_)) if !app.start.keeps_masks => {
            "changes are not kept: this run writes no file".to_owned()
        }
        Some(Ok(path)) => {
            let path = path.to_string_lossy();
            format!("kept in {}", sanitise::line(app.other_name(&path)))
        }
        Some(Err(_)) => "not kept: this run has no journal".to_owned(),
        None => String::new(),
    }
}

/// What a row excludes, with the displayed names of documents.
pub fn name(app: &App, mask: &Mask) -> String {
    match mask {
        Mask::Templates => match app.reanalysis.requested().masks.templates.len() {
            0 => "templates (--ignore FILE)".into(),
            n => units::counted(n as u64, "template", "templates"),
        },
        Mask::Source(ignored) => {
            let named = app.data.named.as_ref();
            let shown = |id: &String| {
                let shown = named.and_then(|named| Some(named.id(named.find(id)?)));
                shown.unwrap_or_else(|| app.other_name(id)).to_owned()
            };
            Mask::Source(IgnoredSource {
                source: shown(&ignored.source),
                document: ignored.document.as_ref().map(shown),
            })
            .to_string()
        }
        mask => mask.to_string(),
    }
}

fn counts(app: &App, mask: &Mask) -> String {
    if let Mask::Source(IgnoredSource {
        document: Some(_), ..
    }) = mask
    {
        return "1 pair that is not compared".into();
    }
    let Some(survey) = &app.data.masks else {
        return "counting …".into();
    };
    let unit = app.unit();
    match survey.count(mask) {
        None => "not counted".into(),
        Some(count) if count.spans == 0 => "nowhere".into(),
        Some(count) => {
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
