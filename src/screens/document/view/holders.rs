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
use crate::typeset::{figures, names, wrap};
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::paint;
use crate::ui::widgets::panel::PanelFrame;

/// Fewest columns of a name.
const NAME: u16 = 20;

/// Most columns of a name in a line with others, and fewest.
const SHORT_NAME: usize = 24;
const LEAST_NAME: usize = 10;

/// Columns from which the foot says what Enter does.
const WIDE: u16 = 50;

/// Draws the panel; returns its click targets.
pub fn draw(
    state: &DocumentState,
    collection: &Named,
    area: Rect,
    cx: &mut DrawContext<'_, '_>,
) -> Vec<(Rect, DocAction)> {
    let theme = cx.theme;
    let copied = state.purpose() == Purpose::CopiedText;
    let wide = area.width > WIDE;
    let foot = match (copied, wide) {
        (true, _) => "Enter compares there",
        (false, true) => "Tab, then the arrows: other sentences",
        (false, false) => "Tab, arrows: other sentences",
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
        let short = state.cursor().and_then(|at| marked_at(state, at));
        let note = match short.filter(|n| *n > 0) {
            Some(1) => "Only short runs, in one text.".to_owned(),
            Some(n) => format!("Only short runs, in {} texts.", count(n.into())),
            None if state.is_set_apart() => "No text it is compared with has it.".to_owned(),
            None => "No other text has it.".to_owned(),
        };
        let unit = collection.unit();
        let fewest = format!(
            "A passage has {} or more.",
            unit.counted(view.min_words.into())
        );
        let mut notes = vec![(note.as_str(), Role::Dim)];
        if short.is_some_and(|n| n > 0) {
            notes.push((&fewest, Role::Dim));
        }
        cx.centred(inner, &notes);
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

/// Who has the text at hand, in one line of at most `width` columns: those with all its words by name, as many as fit,
/// and the number of those with a part.
pub fn line<'a>(
    state: &DocumentState,
    collection: &Named,
    theme: &Theme,
    width: usize,
) -> Line<'a> {
    if state.found_sources().is_none() {
        return theme.line(Role::Dim, theme.own("looking who has it …"));
    }
    let Some(holders) = state.holders().filter(|h| !h.list.is_empty()) else {
        let others = state.cursor().and_then(|at| marked_at(state, at));
        return theme.line(
            Role::Dim,
            match others.filter(|n| *n > 0) {
                Some(n) => format!("only short runs, in {}", counted(n.into(), "text", "texts")),
                None if state.is_set_apart() => "no text it is compared with has it".to_owned(),
                None => "no other text has it".to_owned(),
            },
        );
    };
    let complete = holders.complete as usize;
    let words = collection.unit().counted(holders.words.into());
    let within = holders.within_passages;
    let within = within.map_or_else(String::new, |fewest| format!("; in passages of {fewest}+"));
    let part = match u64::from(holders.parts) {
        0 => within,
        n if complete > 0 => format!("; a part in {}{within}", count(n)),
        n => {
            let part = counted(n, "text", "texts");
            let text = format!("{words}: a part of them in {part}{within}");
            return theme.line(Role::Dim, text);
        }
    };
    let head = match holders.words {
        1 => format!("{words}, in "),
        _ => format!("{words}, all of them in "),
    };
    let mut room = width.saturating_sub(head.len() + part.len());
    let mut line = theme.line(Role::Dim, head);
    for (n, holder) in holders.list.iter().take(complete).enumerate() {
        let left = (complete - n) as u64;
        let (before, rest) = match n {
            0 => ("", counted(left, "text", "texts")),
            _ => (", ", format!(" and {} more", count(left))),
        };
        // What says how many are left must fit behind a name, unless it is the last.
        let more = format!(" and {} more", count(left - 1));
        let behind = if left > 1 { more.len() } else { 0 };
        let free = room.saturating_sub(before.len() + behind);
        let id = collection.id(holder.doc);
        let name = figures::path(id, free.min(SHORT_NAME), theme.glyphs());
        let least = if n == 0 { LEAST_NAME } else { SHORT_NAME };
        // A name that is shorter takes no more than it has.
        if free < least.min(usize::from(paint::columns(id))) {
            line.push_span(theme.span(Role::Dim, rest));
            break;
        }
        room -= before.len() + usize::from(paint::columns(&name));
        line.push_span(theme.span(Role::Dim, before));
        line.push_span(theme.span(Role::Text, name));
    }
    line.push_span(theme.span(Role::Dim, part));
    line
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
    let (complete, part) = (u64::from(holders.complete), u64::from(holders.parts));
    let words = unit.counted(holders.words.into());
    let [one, many] = match holders.words {
        1 => ["text has it", "texts have it"],
        _ => ["text has all of them", "texts have all of them"],
    };
    let (long, short) = match (complete, part) {
        (0, part) => (
            format!("{words}: nobody has all of them, {} a part", count(part)),
            format!("whole: 0, a part: {}", count(part)),
        ),
        (complete, 0) => (
            format!("{words}: {}", counted(complete, one, many)),
            format!("whole: {}", count(complete)),
        ),
        (complete, part) => (
            format!(
                "{words}: {}, {} a part",
                counted(complete, one, many),
                count(part)
            ),
            format!("whole: {}, a part: {}", count(complete), count(part)),
        ),
    };
    let within = holders.within_passages.map(|fewest| {
        [
            format!(", within passages of {fewest} or more"),
            format!(", in passages of {fewest}+"),
        ]
    });
    let within = within.unwrap_or_default();
    let wordings = [
        format!("{long}{}", within[0]),
        format!("{long}{}", within[1]),
        format!("{short}{}", within[1]),
    ];
    let fits = |wording: &String| wording.chars().count() <= room;
    wordings.into_iter().find(fits).unwrap_or(short)
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
