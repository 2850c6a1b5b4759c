//! Common blocks: passages that many documents contain, most documents first, with the text of the passage under the
//! cursor and its documents.

use std::borrow::Cow;

use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::app::{App, Panel, WIDE};
use crate::base::sanitise;
use crate::base::units::count;
use crate::engine::blocks::one_line;
use crate::engine::message::{BlockList, BlockRow};
use crate::typeset::figures;
use crate::ui::dialogs::masks::name;
use crate::ui::phrases::{documents, position};
use crate::ui::widgets::end_cut;
use crate::ui::{DrawContext, PanelFrame, Role, RowList, Wheel, area};

/// Draws the screen: the list above the text, on wide terminals beside it.
pub fn draw(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let list = app.block_list().filter(|list| !list.rows.is_empty());
    let (first, second) = match list {
        None => (area, Rect::default()),
        Some(_) if area.width >= WIDE => area::split_left(area, area.width / 2),
        // The text gets what the list does not need, and at least half.
        Some(list) => {
            let rows = list.rows.len().min(usize::from(u16::MAX / 2)) as u16 + 3;
            area::split_top(area, rows.min(area.height / 2))
        }
    };
    listed(app, list, first, cx);
    if let Some(row) = app.block().filter(|_| second.height > 2) {
        text(app, row, second, cx);
    }
}

fn listed(app: &App, list: Option<&BlockList>, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let theme = cx.theme;
    let title = match &app.blocks.mask {
        None => "Common blocks".to_owned(),
        Some(mask) => sanitise::line(&format!("Excluded: {}", name(app, mask))).into_owned(),
    };
    let mut title = vec![theme.span(Role::Title, end_cut(&title, 70, cx.glyphs))];
    let (mut foot, mut foot_corner) = (Line::default(), Line::default());
    if let Some(list) = list {
        let blocks = list.rows.len();
        title.push(theme.span(Role::Title, format!(" {}", count(blocks as u64))));
        let excluded = list.excluded.as_ref();
        let hidden = excluded.and_then(|excluded| excluded.pairs.as_ref());
        let hidden = hidden.map(|pairs| format!("{pairs} not listed because of it"));
        let note = Some(list.note.clone()).filter(|note| !note.is_empty());
        let notes: Vec<String> = note.into_iter().chain(hidden).collect();
        foot = theme.line(Role::Dim, notes.join("; "));
        foot_corner = theme.line(Role::Dim, position(app.blocks.list.selected, blocks));
    }
    let framed = PanelFrame {
        title: title.into(),
        foot,
        foot_corner,
        focused: !app.blocks.reading || list.is_none(),
        ..PanelFrame::default()
    };
    let inner = cx.panel(area, framed);
    let Some(list) = list else {
        return cx.explain_empty(inner, &empty(app));
    };
    let (head, inner) = area::split_top(inner, 1);
    let heading = format!("{:>10} {:>9}   text", "documents", app.unit().heading());
    cx.words(head, &heading, cx.style(Role::Dim));
    let (scroll, focused) = (&app.blocks.list, !app.blocks.reading);
    let rows = RowList::new(Panel::Blocks, scroll, list.rows.len(), focused);
    rows.draw((area, inner), cx, |i, row, cx| line(&list.rows[i], row, cx));
}

/// Why no block is listed, and advice.
fn empty(app: &App) -> Vec<String> {
    let sentence = match (app.block_list(), &app.data.collection) {
        (Some(list), _) if list.excluded.is_some() => "It excludes nothing.",
        (Some(_), _) => {
            let words = app.unit().counted(8);
            return vec![
                format!("No passage of {words} or more stands in 5 documents or more."),
                "`shinglescope blocks --min-documents 2` looks for less.".into(),
            ];
        }
        (None, Some(_)) => "counting in how many documents each passage stands …",
        (None, None) if app.nothing_read() => "No document was read.",
        (None, None) => "reading the corpus …",
    };
    vec![sentence.into()]
}

/// The text of a block, or why it cannot be read.
fn content(row: &BlockRow) -> (Cow<'_, str>, Role) {
    match &row.text {
        Ok(text) => (Cow::Borrowed(text), Role::Text),
        Err(problem) => (Cow::Owned(problem.to_string()), Role::Warning),
    }
}

fn line(row: &BlockRow, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let [documents, words] = [
        area::columns(area, area.x, 10),
        area::columns(area, area.x + 11, 9),
    ];
    let held = count(row.block.documents.into());
    cx.words_right(documents, &held, cx.style(Role::Exact));
    let length = count(row.block.words.into());
    cx.words_right(words, &length, cx.style(Role::Text));
    let begin = area::right_from(area, area.x + 23);
    let room = begin.width;
    let (text, role) = content(row);
    // A line has fewer characters than this, so that of a long text only its beginning is looked at.
    let first: String = text.chars().take(4 * usize::from(room)).collect();
    let first = one_line(&first);
    let first = sanitise::line(&first);
    let part = end_cut(&first, room.into(), cx.glyphs);
    cx.words(begin, &part, cx.style(role));
}

/// The whole text of the block, and the documents that hold it.
fn text(app: &App, row: &BlockRow, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let theme = cx.theme;
    let block = &row.block;
    let words = app.unit().counted(block.words.into());
    let held = documents(block.documents as usize);
    let title = theme.line(Role::Title, format!("{words} in {held}"));
    let framed = PanelFrame::new(title, app.blocks.reading);
    let inner = cx.panel(area, framed);
    cx.hits.push_wheel(area, Wheel::Panel(Panel::BlockText));
    let inside = area::indented(inner);
    let width = usize::from(inside.width);
    let (block_text, role) = content(row);
    let mut lines: Vec<Line<'_>> = Vec::new();
    for part in block_text.lines() {
        lines.extend(theme.wrapped(role, &sanitise::line(part.trim_end()), width));
    }
    lines.push(Line::default());
    lines.push(theme.line(Role::Dim, format!("held by {held}:")));
    if let Some(collection) = app.data.named.as_ref() {
        let holders = block.holders.iter();
        let holders = holders.filter(|doc| doc.index() < collection.len());
        let name = |id: &str| figures::path(id, width, cx.glyphs);
        lines.extend(holders.map(|doc| theme.line(Role::Exact, name(collection.id(*doc)))));
    }
    let more = (block.documents as usize).saturating_sub(block.holders.len());
    if more > 0 {
        lines.push(theme.line(Role::Dim, format!("and {more} more")));
    }
    let list = app.block_list();
    let pairs = list.and_then(|list| list.excluded.as_ref()?.pairs.as_ref());
    if let (Some(pairs), Some(named)) = (pairs, &app.data.named) {
        lines.push(Line::default());
        let heading = format!("{pairs} not listed because of the exclusion:");
        lines.push(theme.line(Role::Dim, theme.own(&heading)));
        let first = pairs.first.iter();
        let first = first.filter(|(a, b)| a.max(b).index() < named.len());
        let half = width.saturating_sub(2) / 2;
        for (a, b) in first {
            let [a, b] = [*a, *b].map(|doc| figures::path(named.id(doc), half, cx.glyphs));
            lines.push(theme.line(Role::Exact, format!("{a}  {b}")));
        }
        let more = pairs.count - pairs.first.len() as u64;
        if more > 0 {
            lines.push(theme.line(Role::Dim, format!("and {} more", count(more))));
        }
    }
    let height = usize::from(inner.height);
    let last = lines.len().saturating_sub(height);
    let from = app.blocks.text.selected.min(last);
    cx.hits.push_view(Panel::BlockText, from, height);
    cx.lines(inside, &lines[from..]);
    let all = lines.len().max(1) as f64;
    cx.scrollbar(area, (from as f64 / all, (from + height) as f64 / all));
}
