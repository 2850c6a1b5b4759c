//! The documents with the current text: every source that contains it, with the passage, in a separate panel if there
//! is room.

use ratatui::layout::Rect;

use crate::app::{Action, NamedDocuments};
use crate::base::units::{count, counted};
use crate::base::{DocNo, Reason, sanitise};
use crate::config::Purpose;
use crate::engine::message::SourcesView;
use crate::screens::document::state::{DocAction, DocumentState, Holder, Holders};
use crate::settings::Unit;
use crate::typeset::figures::Glyphs;
use crate::ui::phrases::{first_fitting, out_of};
use crate::ui::widgets::{end_cut, name};
use crate::ui::{DrawContext, PanelFrame, Role, area};

/// Minimum number of columns of a name.
const NAME: u16 = 20;

/// Draws the panel.
pub fn draw(
    state: &DocumentState,
    collection: &NamedDocuments,
    area: Rect,
    cx: &mut DrawContext<'_, '_>,
) {
    let theme = cx.theme;
    let copied = state.purpose == Purpose::CopiedText;
    let foot = if copied {
        "Enter compares there"
    } else {
        "Tab, arrows: other sentences"
    };
    let title = title(state, usize::from(area.width.saturating_sub(6)), cx.glyphs);
    let framed = PanelFrame {
        title: theme.line(Role::Title, title),
        foot: theme.line(Role::Dim, foot),
        ..PanelFrame::default()
    };
    let inner = cx.panel(area, framed);
    let Some(view) = state.found_sources() else {
        let looking = theme.own("Looking for other texts with it …");
        return cx.centred(inner, &[(&looking, Role::Dim)]);
    };
    let Some(holders) = state.holders().filter(|holders| !holders.list.is_empty()) else {
        let least = collection.unit().counted(view.min_words.into());
        let fewest = format!("A passage has {least} or more.");
        return cx.centred(inner, &[(&nobody(state), Role::Dim), (&fewest, Role::Dim)]);
    };
    let (summed, rows) = area::split_top(inner, u16::from(inner.height >= 4));
    if summed.height > 0 {
        let summed = area::indented(summed);
        let text = summary(&holders, collection.unit(), summed.width.into());
        cx.words(summed, &text, theme.style(Role::Text));
    }
    let held = (holders.complete + holders.parts) as usize;
    let room = usize::from(rows.height);
    let shown = if held > room {
        room.saturating_sub(1)
    } else {
        held
    };
    let listed = &holders.list[..shown.min(holders.list.len())];
    let docs: Vec<DocNo> = listed.iter().map(|h| h.doc).collect();
    for ((at, holder), line) in listed.iter().enumerate().zip(rows.rows()) {
        let row = state.row_of(holder.doc);
        let inside = area::right_from(area::indented(line), line.x + 2);
        let room = inside.width.saturating_sub(1);
        let part = part(view, *holder, holders.words, collection.unit(), room);
        let (name_area, _) = area::split_left(inside, room.saturating_sub(part.len() as u16));
        let names = if copied {
            name::identified
        } else {
            name::listed
        };
        let [name, _] = &names(collection, &docs, name_area.width, cx.glyphs)[at];
        let is_complete = holder.words >= holders.words;
        let roles = if is_complete {
            (Role::Exact, Role::Text)
        } else {
            (Role::Dim, Role::Dim)
        };
        cx.words(name_area, name, cx.style(roles.0));
        cx.words_right(inside, &part, cx.style(roles.1));
        let target = match holder.source {
            Some(source) if copied => Some(DocAction::Choose(source)),
            _ => row.filter(|_| !copied).map(DocAction::Select),
        };
        if let Some(target) = target {
            cx.hits.push(line, Action::Document(target));
        }
    }
    if listed.len() < held {
        let line = area::below_from(rows, rows.y + listed.len() as u16);
        let more = format!("  {} more", count((held - listed.len()) as u64));
        cx.words(line, &more, cx.style(Role::Dim));
    }
}

/// The text that the panel is about: the sentence at the cursor, or the passage last jumped to.
fn title(state: &DocumentState, room: usize, glyphs: Glyphs) -> String {
    let text = state.view().zip(state.current_text());
    let text = text.and_then(|(view, (start, end))| view.text.get(start..end));
    let text: String = text.into_iter().flat_map(|t| t.chars().take(200)).collect();
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = format!("Found in: {}", words.join(" "));
    end_cut(&sanitise::line(&text), room, glyphs)
}

/// Where the current text is found, in one line: how many have all its words, and how many a part.
pub fn line(state: &DocumentState, collection: &NamedDocuments, width: usize) -> String {
    if state.found_sources().is_none() {
        return "looking for other texts with it …".to_owned();
    }
    match state.holders().filter(|holders| !holders.list.is_empty()) {
        Some(holders) => summary(&holders, collection.unit(), width),
        None => nobody(state),
    }
}

/// That no document has the current text within a passage.
fn nobody(state: &DocumentState) -> String {
    let Some((view, at)) = state.view().zip(state.cursor()) else {
        return "Found in no other text.".to_owned();
    };
    let marked = &view.marked[view.marked.partition_point(|m| m.1 <= at)..];
    match marked.first().filter(|m| m.0 <= at && m.2 > 0) {
        Some(m) => {
            let others = counted(m.2.into(), "text", "texts");
            format!("Only short runs, in {others}.")
        }
        None if view.is_set_apart => "Found in no text it is compared with.".to_owned(),
        None => "Found in no other text.".to_owned(),
    }
}

/// Number of documents with all words and with a part, in at most `room` columns. Mentions if the words occur only
/// inside longer passages.
fn summary(holders: &Holders, unit: Unit, room: usize) -> String {
    let all = if holders.words == 1 {
        "it"
    } else {
        "all of them"
    };
    let complete = match holders.complete {
        0 => "nobody has".to_owned(),
        n => counted(n.into(), "text has", "texts have"),
    };
    let part = match holders.parts {
        0 => String::new(),
        parts => format!(", {} a part", count(parts.into())),
    };
    let within = holders.within_passages;
    let within = within.map_or_else(String::new, |fewest| format!(", in passages of {fewest}+"));
    let words = unit.counted(holders.words.into());
    let long = format!("{words}: {complete} {all}{part}{within}");
    if long.chars().count() <= room {
        return long;
    }
    format!("whole: {}{part}{within}", count(holders.complete.into()))
}

/// The share of the current text (`words` long) that a document has, and the kind of the passage with most of it. The
/// wording is the longest that leaves enough of `room` columns for a name.
fn part(view: &SourcesView, holder: Holder, words: u32, unit: Unit, room: u16) -> String {
    let (_, many) = unit.nouns();
    let location = holder.source.zip(holder.passage);
    let kind = location.and_then(|(source, passage)| view.kind(source, passage));
    let kind = kind.map(Reason::of_passage);
    let tag = kind.map_or_else(String::new, |kind| format!("{kind}, "));
    let (short, part) = if holder.words >= words {
        ("whole".to_owned(), "whole".to_owned())
    } else {
        let short = out_of(holder.words.into(), words.into());
        let part = format!("{short} {many}");
        (short, part)
    };
    let wordings = vec![format!("{tag}{part}"), part];
    first_fitting(wordings, |text| text.len() as u16 + NAME + 2 <= room).unwrap_or(short)
}
