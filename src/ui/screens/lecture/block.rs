//! Blocks of a slide as rows of the screen. A plot has no rows: it takes the room that others leave.

use ratatui::style::Style;
use ratatui::text::Span;

use super::look::{Look, Row};
use super::{big, number_line};
use crate::base::units;
use crate::lecture::{Bar, Block, Ink, Line, Matrix, Span as Inked, Table, Tile, Tree, said};
use crate::ui::theme::Role;
use crate::ui::widgets::paint::LineWidth;
use crate::ui::widgets::tree::{self, Merges};

/// The rows of a block; `None` for a plot. A large number takes up to `room` rows.
pub fn rows(block: &Block, room: usize, look: Look<'_>) -> Option<Vec<Row>> {
    let rows = close(block, room, look)?;
    let spread = matches!(
        block,
        Block::Table(_) | Block::Matrix(_) | Block::Bars(_) | Block::Tiles(_)
    );
    match spread && look.apart {
        true => Some(apart(rows)),
        false => Some(rows),
    }
}

/// The rows with an empty one between two.
pub fn apart(rows: Vec<Row>) -> Vec<Row> {
    let mut spread = Vec::new();
    for row in rows {
        if !spread.is_empty() {
            spread.push(Row::default());
        }
        spread.push(row);
    }
    spread
}

fn close(block: &Block, room: usize, look: Look<'_>) -> Option<Vec<Row>> {
    Some(match block {
        Block::Plot(_) => return None,
        Block::Text(line) => look.text(line),
        Block::Big { value, says } => big::rows(value, says, room, look),
        Block::Table(table) => self::table(table, look),
        Block::NumberLine(line) => number_line::rows(line, look),
        Block::Matrix(matrix) => self::matrix(matrix, look),
        Block::Bars(bars) => self::bars(bars, look),
        Block::Tree(tree) => self::tree(tree, look),
        Block::Tiles(tiles) => self::tiles(tiles, look),
    })
}

fn width(look: Look<'_>, line: &[Inked]) -> usize {
    look.spans(line).iter().map(LineWidth::columns).sum()
}

/// Appends `line` to `row` in `wide` columns.
fn cell(row: &mut Row, line: &[Inked], wide: usize, right: bool, look: Look<'_>) {
    let text = look.cut(line, wide);
    let space = " ".repeat(wide.saturating_sub(text.columns()));
    if right {
        row.push_span(space);
        row.spans.extend(text.spans);
    } else {
        row.spans.extend(text.spans);
        row.push_span(space);
    }
}

/// Whether a cell is a number, so that it stands at the right of its column.
fn is_number(line: &[Inked]) -> bool {
    let text = said(line);
    let sign = |c: char| c.is_ascii_digit() || ".,∞ −-×".contains(c);
    !text.is_empty() && text.chars().all(sign)
}

fn table(table: &Table, look: Look<'_>) -> Vec<Row> {
    let all = || std::iter::once(&table.head).chain(&table.rows);
    let columns = all().map(Vec::len).max().unwrap_or(0);
    let gap = if look.roomy { 4 } else { 2 };
    let mut widths: Vec<usize> = (0..columns)
        .map(|column| {
            let cells = all().filter_map(|row| row.get(column));
            cells.map(|line| width(look, line)).max().unwrap_or(0)
        })
        .collect();
    shrink(
        &mut widths,
        look.width
            .saturating_sub(2 + gap * columns.saturating_sub(1)),
    );
    let right: Vec<bool> = (0..columns)
        .map(|column| {
            let mut cells = table.rows.iter().filter_map(|row| row.get(column));
            cells.all(|line| line.is_empty() || is_number(line))
        })
        .collect();
    let head = (!table.head.is_empty()).then_some(&table.head);
    let rows = head.into_iter().chain(&table.rows).map(|cells| {
        let mut row = Row::from("  ");
        for (column, line) in cells.iter().enumerate() {
            if column > 0 {
                row.push_span(" ".repeat(gap));
            }
            cell(&mut row, line, widths[column], right[column], look);
        }
        row
    });
    let mut rows: Vec<Row> = rows.collect();
    if head.is_some()
        && let Some(first) = rows.first_mut()
    {
        first.style = look.theme.style(Role::Dim);
    }
    rows
}

/// Takes columns from the widest until all fit `room`.
fn shrink(widths: &mut [usize], room: usize) {
    while widths.iter().sum::<usize>() > room {
        let Some(widest) = widths.iter_mut().max() else {
            return;
        };
        if *widest <= 1 {
            return;
        }
        *widest -= 1;
    }
}

fn matrix(matrix: &Matrix, look: Look<'_>) -> Vec<Row> {
    let names = matrix.rows.iter().map(|(name, _)| width(look, name));
    let values = matrix.rows.iter().flat_map(|(_, values)| values);
    let values = values.map(|value| look.span(value).columns());
    let heads = matrix.columns.iter().map(|name| width(look, name));
    let columns = matrix.columns.len().max(1);
    let mut name = names.max().unwrap_or(0).min(look.width / 2);
    let wanted = values.chain(heads).max().unwrap_or(1);
    let fits =
        |gap: usize, name: usize| (look.width.saturating_sub(name + 4)) / columns >= wanted + gap;
    let gap = if look.roomy && fits(4, name) { 4 } else { 2 };
    if !fits(gap, name) {
        name = name.min(12);
    }
    let gap = (0..=gap).rev().find(|gap| fits(*gap, name)).unwrap_or(0);
    let wide = (wanted + gap)
        .min(look.width.saturating_sub(name + 4))
        .max(1);
    let shown = (look.width.saturating_sub(name + 4) / wide).min(columns);
    let mut rows = Vec::new();
    let mut head = Row::from(" ".repeat(name + 4));
    for column in matrix.columns.iter().take(shown) {
        cell(&mut head, column, wide, true, look);
    }
    rows.push(head);
    for (called, values) in &matrix.rows {
        let mut row = Row::from("  ");
        cell(&mut row, called, name, false, look);
        row.push_span("  ");
        for value in values.iter().take(shown) {
            // Zeros of a matrix of zeros and ones recede.
            let zero = value.text == "0" && value.ink == Ink::Plain;
            let ink = if zero { Ink::Dim } else { value.ink };
            let value = Inked {
                ink,
                ..value.clone()
            };
            cell(&mut row, &[value], wide, true, look);
        }
        rows.push(row);
    }
    rows
}

fn bars(bars: &[Bar], look: Look<'_>) -> Vec<Row> {
    let name = bars.iter().map(|bar| width(look, &bar.name)).max();
    let name = name.unwrap_or(0).min(look.width / 2);
    let value = bars
        .iter()
        .map(|bar| look.signs(&bar.value).chars().count())
        .max();
    let value = value.unwrap_or(0);
    let room = look.width.saturating_sub(name + value + 8).clamp(1, 80);
    let row = |bar: &Bar| {
        let mut row = Row::from("  ");
        cell(&mut row, &bar.name, name, false, look);
        row.push_span("  ");
        let style = match bar.ink {
            Ink::Plain => look.theme.style(Role::Bar),
            ink => without_line(look.theme.ink(ink)),
        };
        let drawn = length(bar.length, room, look);
        row.push_span(Span::styled(drawn.trim_end().to_owned(), style));
        let text = look.signs(&bar.value);
        row.push_span(if drawn.starts_with(' ') { "" } else { " " });
        row.push_span(Span::styled(text, look.theme.style(Role::Text)));
        row
    };
    bars.iter().map(row).collect()
}

/// Bars are not underlined.
fn without_line(style: Style) -> Style {
    style.not_underlined()
}

/// A bar of a length of 0..=1 in `room` columns, with blanks behind it.
pub fn length(length: f64, room: usize, look: Look<'_>) -> String {
    let eighths = (length.clamp(0.0, 1.0) * room as f64 * 8.0).round() as usize;
    let full = eighths / 8;
    let part = eighths % 8;
    let mut bar = look.glyphs.pick("█", "#").repeat(full);
    let mut used = full;
    if part > 0 && used < room {
        let sign = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][part];
        bar.push_str(look.glyphs.pick(sign, if part >= 4 { "#" } else { " " }));
        used += 1;
    }
    bar + &" ".repeat(room - used)
}

/// A dendrogram, drawn as that of the Clusters screen.
fn tree(of: &Tree, look: Look<'_>) -> Vec<Row> {
    let names = of.items.iter().map(|name| look.signs(&said(name)));
    let drawn = Merges {
        names: names.collect(),
        merges: &of.merges,
        threshold: of.threshold,
    };
    let bar = units::share(of.threshold);
    tree::rows(&drawn, look.width, (&units::share, &bar), look.theme)
}

/// Buckets: those of a band in one row, those where two meet marked.
fn tiles(tiles: &[Tile], look: Look<'_>) -> Vec<Row> {
    let mut rows: Vec<(Line, Row)> = Vec::new();
    let name = tiles.iter().map(|tile| width(look, &tile.name)).max();
    let name = name.unwrap_or(0).min(look.width / 3);
    for tile in tiles {
        if rows.last().is_none_or(|(of, _)| *of != tile.name) {
            let mut row = Row::from("  ");
            cell(&mut row, &tile.name, name, false, look);
            rows.push((tile.name.clone(), row));
        }
        let Some((_, row)) = rows.last_mut() else {
            continue;
        };
        let members = look.spans(&tile.members);
        let wide: usize = members.columns();
        row.push_span(if look.roomy { "    " } else { "  " });
        if row.columns() + tile.key.len() + wide + 5 > look.width {
            row.push_span(look.glyphs.pick("…", "~"));
            continue;
        }
        let dim = look.theme.style(Role::Dim);
        row.push_span(Span::styled(tile.key.clone(), dim));
        let (open, close) = match tile.meet {
            true => look.glyphs.pick((" ▐ ", " ▌"), (" [ ", " ]")),
            false => (" ", ""),
        };
        let meet = look.theme.ink(Ink::Equal);
        row.push_span(Span::styled(open, without_line(meet)));
        row.spans.extend(members);
        row.push_span(Span::styled(close, without_line(meet)));
    }
    rows.into_iter().map(|(_, row)| row).collect()
}
