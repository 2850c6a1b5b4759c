//! Files that were found but not read and documents that were read in part, by reason, so that nothing is skipped
//! silently.

use std::sync::Arc;

use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::app::state::corpus::SkippedRow;
use crate::app::{App, Panel};
use crate::base::sanitise;
use crate::base::units::{count, counted};
use crate::base::width::Width;
use crate::index::Collection;
use crate::typeset::figures;
use crate::ui::phrases::{disguise_sign, out_of};
use crate::ui::{DrawContext, PanelFrame, Role, RowList, area};

/// Draws the screen.
pub fn draw(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let data = &app.data;
    let newest = data.incoming.as_deref().or(data.collection.as_deref());
    let rows = &app.facts.skipped;
    let entries = newest.map_or(0, |c| c.skipped().len()) as u64;
    let theme = cx.theme;
    let dot = theme.dot();
    let disguised = app.facts.disguised() as u64;
    let mut title = Vec::new();
    let in_part = app.facts.in_part.len() as u64;
    if entries > 0 || disguised + in_part == 0 {
        title.push(theme.span(Role::Title, format!("Skipped {}", count(entries))));
        title.push(theme.span(Role::Dim, format!("{dot}files and rows that were not read")));
    }
    for (name, number) in [("Read in part", in_part), ("Disguised", disguised)] {
        if number > 0 {
            let before = if title.is_empty() { "" } else { dot };
            let words = format!("{before}{name} {}", count(number));
            title.push(theme.span(Role::Title, words));
        }
    }
    let foot_corner = match entries + in_part {
        0 => Line::default(),
        all => theme.line(Role::Dim, out_of(app.facts.skipped_at() as u64, all)),
    };
    let framed = PanelFrame {
        title: title.into(),
        foot_corner,
        focused: true,
        ..PanelFrame::default()
    };
    let inner = cx.panel(area, framed);
    let Some(collection) = newest.filter(|_| !rows.is_empty()) else {
        let text = if data.working() {
            "Every file and row was read so far."
        } else {
            "Every file and row was read."
        };
        return cx.centred(inner, &[(text, Role::Text)]);
    };
    let list = RowList::new(Panel::Skipped, &app.facts.scroll, rows.len(), true);
    list.draw((area, inner), cx, |i, row, cx| {
        line(app, collection, rows[i], row, cx);
    });
}

fn line(
    app: &App,
    collection: &Collection,
    row: SkippedRow,
    area: Rect,
    cx: &mut DrawContext<'_, '_>,
) {
    let indented = area::right_from(area, area.x + 2);
    match row {
        SkippedRow::DisguisedHeading(n) => {
            let number = count(n as u64);
            let text = format!("read, but not what they seem: disguised  {number}");
            cx.words(indented, &text, cx.style(Role::Warning));
        }
        SkippedRow::Reason(name, n) => {
            let text = format!("{name}  {}", count(n as u64));
            cx.words(indented, &text, cx.style(Role::Title));
        }
        SkippedRow::Disguised(doc, n) if doc.index() < collection.len() => {
            let named = app.data.named.as_ref();
            let named = named.filter(|named| std::ptr::eq(Arc::as_ptr(named), collection));
            let id = match named {
                Some(named) => named.id(doc),
                None => app.other_name(collection.id(doc)),
            };
            cx.words(indented, disguise_sign(cx.glyphs), cx.style(Role::Warning));
            with_reason(id, &counted(n.into(), "disguise", "disguises"), area, cx);
        }
        SkippedRow::Disguised(..) => {}
        SkippedRow::Entry(_) | SkippedRow::InPart(_) => {
            let entry = match row {
                SkippedRow::InPart(i) => app.facts.in_part.get(i).map(|(_, entry)| entry),
                SkippedRow::Entry(i) => collection.skipped().get(i),
                _ => None,
            };
            if let Some(entry) = entry {
                let (id, reason) = (app.other_name(&entry.id), entry.reason.to_string());
                with_reason(id, &reason, area, cx);
            }
        }
    }
}

/// Writes a name, and a reason at the right. If both are long each gets half; if one is short the other gets the rest.
fn with_reason(id: &str, reason: &str, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let width = usize::from(area.width);
    let reason = sanitise::line(reason).into_owned();
    let id_width = sanitise::line(id).width();
    let most = (width / 2).max(width.saturating_sub(id_width + 8));
    let reason_width = reason.width().min(most);
    let reason = figures::middle(&reason, reason_width, cx.glyphs);
    let room = width.saturating_sub(6 + reason_width + 2);
    let id = figures::path(id, room, cx.glyphs);
    let name = area::columns(area, area.x + 4, room as u16);
    cx.words(name, &id, cx.style(Role::Text));
    let at = area.right().saturating_sub(reason_width as u16 + 1);
    let beside = area::columns(area, at, reason_width as u16);
    cx.words(beside, &reason, cx.style(Role::Dim));
}
