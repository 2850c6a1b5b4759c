//! A dendrogram: items on the left, merges to the right in the order of their similarity, the threshold as a bar
//! between those at or above it and those below.

use ratatui::style::Style;
use ratatui::text::Span;
use unicode_width::UnicodeWidthStr;

use super::look::{Look, Row};
use crate::lecture::{Ink, Tree, said};
use crate::ui::theme::Role;

/// Columns between two merges: a line and the similarity on it.
const LEAST_STEP: usize = 8;

/// A sheet of single cells.
struct Sheet {
    cells: Vec<Vec<(char, Style)>>,
}

impl Sheet {
    fn put(&mut self, x: usize, y: usize, c: char, style: Style) {
        if let Some(cell) = self.cells.get_mut(y).and_then(|row| row.get_mut(x)) {
            *cell = (c, style);
        }
    }

    fn text(&mut self, x: usize, y: usize, text: &str, style: Style) {
        for (at, c) in text.chars().enumerate() {
            self.put(x + at, y, c, style);
        }
    }
}

/// Items of a group, its row, and the column up to which its line is drawn.
type Group = (Vec<usize>, usize, usize);

/// Draws the lines of all groups up to column `x`.
fn to(sheet: &mut Sheet, groups: &mut [Group], x: usize, look: Look<'_>) {
    let style = look.theme.ink(Ink::Strong);
    for (_, y, from) in groups {
        for column in *from..x {
            sheet.put(column, *y, look.glyphs.pick('─', '-'), style);
        }
        *from = x;
    }
}

/// The rows of a dendrogram.
pub fn rows(tree: &Tree, look: Look<'_>) -> Vec<Row> {
    if tree.items.is_empty() {
        return Vec::new();
    }
    let names: Vec<String> = tree
        .items
        .iter()
        .map(|name| look.signs(&said(name)))
        .collect();
    let indent = names.iter().map(|name| name.width()).max().unwrap_or(0);
    let indent = indent.min(look.width / 3) + 4;
    let width = look.width.max(indent + 1);
    let step = (width - indent).saturating_sub(LEAST_STEP) / (tree.merges.len() + 1).max(1);
    let step = step.clamp(2, 14);
    let plain = look.theme.style(Role::Text);
    let dim = look.theme.style(Role::Dim);
    let apart = if tree.items.len() > 6 { 1 } else { 2 };
    let mut sheet = Sheet {
        cells: vec![vec![(' ', plain); width]; (tree.items.len() - 1) * apart + 2],
    };
    let mut groups: Vec<Group> = (0..tree.items.len())
        .map(|item| (vec![item], item * apart + 1, indent))
        .collect();
    let (line, corner) = (
        look.glyphs.pick('─', '-'),
        look.glyphs.pick(['┐', '┘', '│', '├'], ['+', '+', '|', '+']),
    );
    let mut x = indent;
    let mut bar = None;
    for merge in &tree.merges {
        let above = merge.similarity >= tree.threshold;
        if !above && bar.is_none() {
            // Lines that cross the threshold are clusters.
            let at = groups.iter().map(|group| group.2).max().unwrap_or(x) + 2;
            to(&mut sheet, &mut groups, at, look);
            bar = Some(at);
            x = at;
        }
        x += step;
        let find = |items: &[usize]| {
            let has = |group: &Group| items.first().is_some_and(|i| group.0.contains(i));
            groups.iter().position(has)
        };
        let (Some(a), Some(b)) = (find(&merge.left), find(&merge.right)) else {
            continue;
        };
        if a == b {
            continue;
        }
        let style = if above {
            look.theme.ink(Ink::Strong)
        } else {
            dim
        };
        let (top, bottom) = (groups[a].1.min(groups[b].1), groups[a].1.max(groups[b].1));
        for group in [a, b] {
            let (_, y, from) = groups[group];
            for column in from..x {
                if sheet.cells[y][column.min(width - 1)].0 == ' ' {
                    sheet.put(column, y, line, style);
                }
            }
        }
        for y in top..=bottom {
            let sign = match y {
                y if y == top => corner[0],
                y if y == bottom => corner[1],
                _ => corner[2],
            };
            sheet.put(x, y, sign, style);
        }
        let middle = usize::midpoint(top, bottom);
        let joint = if middle == top {
            look.glyphs.pick('┬', '+')
        } else {
            corner[3]
        };
        sheet.put(x, middle, joint, style);
        let label = look.teller.share(merge.similarity);
        sheet.text(x + 1, middle, &label, style);
        let items = [groups[a].0.clone(), groups[b].0.clone()].concat();
        groups.retain(|group| !items.contains(&group.0[0]));
        groups.push((items, middle, x + 1 + label.chars().count()));
    }
    let bar = bar.unwrap_or_else(|| {
        let at = groups.iter().map(|group| group.2).max().unwrap_or(x) + 2;
        to(&mut sheet, &mut groups, at, look);
        to(&mut sheet, &mut groups, at + 3, look);
        at
    });
    let style = look.theme.style(Role::Threshold);
    for y in 0..sheet.cells.len() {
        if y == 0
            || sheet.cells[y]
                .get(bar)
                .is_some_and(|(c, _)| !c.is_ascii_digit())
        {
            sheet.put(bar, y, look.glyphs.pick('┃', '!'), style);
        }
    }
    sheet.text(bar + 2, 0, &look.teller.share(tree.threshold), style);
    for (at, name) in names.iter().enumerate() {
        sheet.text(2, at * apart + 1, name, look.theme.ink(Ink::Strong));
    }
    let row = |cells: Vec<(char, Style)>| {
        let mut row = Row::default();
        for (c, style) in cells {
            match row.spans.last_mut() {
                Some(last) if last.style == style => last.content.to_mut().push(c),
                _ => row.push_span(Span::styled(c.to_string(), style)),
            }
        }
        row
    };
    sheet.cells.into_iter().map(row).collect()
}
