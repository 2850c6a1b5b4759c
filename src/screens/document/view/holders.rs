//! Who has the text at hand: every source that holds it, with the passage, as a panel of its own
//! where there is room.

use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::app::names::Named;
use crate::base::units::{count, counted};
use crate::base::{Reason, sanitise};
use crate::config::Purpose;
use crate::engine::message::SourcesView;
use crate::screens::document::state::{DocAction, DocumentState, Holder, Holders};
use crate::settings::Unit;
use crate::typeset::{names, wrap};
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::theme::Role;
use crate::ui::widgets::panel::PanelFrame;

/// Fewest columns of a name.
const NAME: u16 = 20;

/// Draws the panel; returns its click targets.
pub fn draw(
    state: &DocumentState,
    collection: &Named,
    area: Rect,
    cx: &mut DrawContext<'_, '_>,
) -> Vec<(Rect, DocAction)> {
    let theme = cx.theme;
    let copied = state.purpose() == Purpose::CopiedText;
    let foot = if copied {
        "Enter compares there"
    } else {
        "Tab, arrows: other sentences"
    };
    let framed = PanelFrame {
        title: theme.span(Role::Title, title(state)).into(),
        foot: theme.span(Role::Dim, foot).into(),
        ..PanelFrame::default()
    };
    let inner = cx.panel(area, framed);
    let Some(view) = state.found_sources() else {
        let looking = theme.own("Looking who has it …");
        cx.centred(inner, &[(&looking, Role::Dim)]);
        return Vec::new();
    };
    let held = state
        .holders()
        .filter(|holders| !holders.list.is_empty())
        .zip(state.text_at_hand());
    let Some((holders, at_hand)) = held else {
        let least = collection.unit().counted(view.min_words.into());
        let fewest = format!("A passage has {least} or more.");
        cx.centred(inner, &[(&nobody(state), Role::Dim), (&fewest, Role::Dim)]);
        return Vec::new();
    };
    let (quoted, rows) = area::split_top(inner, 1);
    let text = view.text.get(at_hand.0..at_hand.1);
    let text: String = text.into_iter().flat_map(|t| t.chars().take(200)).collect();
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = sanitise::line(&words.join(" ")).into_owned();
    let room = usize::from(quoted.width).saturating_sub(4);
    let end = wrap::row_end(&text, 0, text.len(), room);
    let cut = if end < text.len() {
        theme.glyphs().cut().to_string()
    } else {
        String::new()
    };
    let quote = format!(" {}{cut}", text[..end].trim_end());
    cx.line(quoted, &Line::from(theme.span(Role::Dim, quote)));
    let (summed, rows) = area::split_top(rows, u16::from(rows.height >= 4));
    if summed.height > 0 {
        let room = usize::from(summed.width).saturating_sub(2);
        cx.words(
            area::right_from(summed, summed.x + 1),
            &summary(&holders, collection.unit(), room),
            theme.style(Role::Text),
        );
    }
    let mut targets = Vec::new();
    let held = (holders.complete + holders.parts) as usize;
    let room = usize::from(rows.height);
    let shown = if held > room {
        room.saturating_sub(1).min(holders.list.len())
    } else {
        held.min(holders.list.len())
    };
    let listed = holders.list.iter().take(shown);
    let names = listed.map(|holder| collection.id(holder.doc));
    let names: Vec<&str> = names.collect();
    let listed = holders.list.iter().take(shown).enumerate();
    for ((at, holder), line) in listed.zip(rows.rows()) {
        let (source, all) = (holder.source, holder.words >= holders.words);
        let row = state.row_of(holder.doc);
        let number = if copied {
            let digits = view.sources.list.len().to_string().len();
            let number = source.map(|source| (source + 1).to_string());
            format!(" {:>digits$}  ", number.unwrap_or_default())
        } else {
            "  ".to_owned()
        };
        let after = number.len() as u16;
        let room = line.width.saturating_sub(after + 2);
        let told = told(view, *holder, holders.words, collection.unit(), room);
        let width = room.saturating_sub(told.len() as u16);
        let name = names::among(&names, at, width.into(), cx.glyphs);
        let sign = source.map_or(cx.style(Role::Dim), |source| theme.source_sign(source));
        cx.words(line, &number, sign);
        if row.is_some() && row == Some(state.selected()) {
            cx.cursor_mark(line, cx.style(Role::Key));
        }
        cx.words(
            area::right_from(line, line.x + after),
            &name,
            cx.style(if all { Role::Exact } else { Role::Dim }),
        );
        let x = line.right().saturating_sub(told.len() as u16 + 1);
        cx.words(
            area::right_from(line, x),
            &told,
            cx.style(if all { Role::Text } else { Role::Dim }),
        );
        let target = match (copied, row) {
            (true, _) => source.map(DocAction::Choose),
            (false, row) => row.map(DocAction::Select),
        };
        targets.extend(target.map(|target| (line, target)));
    }
    if shown < held {
        let line = area::row(rows, rows.y + shown as u16);
        let more = format!("  {} more", count((held - shown) as u64));
        cx.words(line, &more, cx.style(Role::Dim));
    }
    targets
}

/// What the panel is about: the sentence at the cursor, or the passage last jumped to.
fn title(state: &DocumentState) -> &'static str {
    if state.purpose() == Purpose::NearDuplicates && state.run_span().is_none() {
        "Who has this sentence"
    } else {
        "Who has this passage"
    }
}

/// Who has the text at hand, in one line: how many have all its words, and how many a part.
pub fn line(state: &DocumentState, collection: &Named, width: usize) -> String {
    if state.found_sources().is_none() {
        return "looking who has it …".to_owned();
    }
    match state.holders().filter(|holders| !holders.list.is_empty()) {
        Some(holders) => summary(&holders, collection.unit(), width),
        None => nobody(state),
    }
}

/// That no document has the text at hand within a passage.
fn nobody(state: &DocumentState) -> String {
    let others = state.cursor().and_then(|at| marked_at(state, at));
    match others.filter(|n| *n > 0) {
        Some(n) => format!(
            "Only short runs, in {}.",
            counted(n.into(), "text", "texts")
        ),
        None if state.is_set_apart() => "No text it is compared with has it.".to_owned(),
        None => "No other text has it.".to_owned(),
    }
}

/// Number of other documents that have the text at this byte; `None` if none has.
fn marked_at(state: &DocumentState, byte: usize) -> Option<u32> {
    let marked = &state.view()?.marked;
    let at = marked.partition_point(|m| m.1 <= byte);
    let here = marked.get(at).filter(|m| m.0 <= byte)?;
    Some(here.2)
}

/// How many have all words and how many a part, in at most `room` columns. Where words are found within longer passages
/// alone, it is said.
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

/// How much of the text at hand, of so many `words`, somebody has, and what the passage with most of it is, in the
/// longest wording for which `room` columns leave enough for a name.
fn told(view: &SourcesView, holder: Holder, words: u32, unit: Unit, room: u16) -> String {
    let (one, many) = unit.nouns();
    let location = holder.source.zip(holder.passage);
    let kind = location.and_then(|(source, passage)| view.kind(source, passage));
    let kind = kind.map(Reason::of_passage);
    let tag = kind.map_or_else(String::new, |kind| format!("{kind}, "));
    let [part, short] = if holder.words >= words {
        ["whole".to_owned(), "whole".to_owned()]
    } else {
        let (some, all) = (count(holder.words.into()), count(words.into()));
        [
            format!("{some} of {all} {many}"),
            format!("{some} of {all}"),
        ]
    };
    let wordings = [
        format!(
            "{tag}{part}, from {one} {} there",
            count(u64::from(holder.there) + 1)
        ),
        format!("{tag}{part}"),
        part,
    ];
    let fits = |told: &String| told.len() as u16 + NAME + 2 <= room;
    wordings.into_iter().find(fits).unwrap_or(short)
}
