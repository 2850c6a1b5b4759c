//! A dendrogram: items on the left, merges to the right in the order of their similarity, the threshold as a bar
//! between those at or above it and those below. The lecture and the Clusters screen draw it.

use crate::base::width::Width;
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::cluster::merge_tree::TreeMerge;
use crate::lecture::Ink;
use crate::ui::{Role, Theme};

/// Items and merges of a dendrogram.
pub struct Merges<'a> {
    /// Names of the items, in drawing order.
    pub names: Vec<String>,
    /// Merges, similarity descending.
    pub merges: &'a [TreeMerge],
    /// The threshold: merges at or above it are clusters.
    pub threshold: f64,
}

/// Columns reserved for the similarity of the last merge.
const LEAST_STEP: usize = 8;

fn put(sheet: &mut Buffer, x: usize, y: usize, c: char, style: Style) {
    if let Some(cell) = sheet.cell_mut((x as u16, y as u16)) {
        cell.set_char(c).set_style(style);
    }
}

fn put_text(sheet: &mut Buffer, x: usize, y: usize, text: &str, style: Style) {
    for (at, c) in text.chars().enumerate() {
        put(sheet, x + at, y, c, style);
    }
}

/// Items of a group, its row, and the column up to which its line is drawn.
type Group = (Vec<usize>, usize, usize);

/// Draws the lines of all groups up to column `x`.
fn to(sheet: &mut Buffer, groups: &mut [Group], x: usize, theme: &Theme) {
    let style = theme.ink(Ink::Strong);
    for (_, y, from) in groups {
        for column in *from..x {
            put(sheet, column, *y, theme.glyphs().pick('─', '-'), style);
        }
        *from = x;
    }
}

/// The rows of a dendrogram in `width` columns. `says` formats a similarity, `bar_says` is the label of the bar. If
/// merges are close, only the similarity of the last one is shown.
pub fn rows(
    tree: &Merges<'_>,
    width: usize,
    (says, bar_says): (&dyn Fn(f64) -> String, &str),
    theme: &Theme,
) -> Vec<Line<'static>> {
    let names = &tree.names;
    if names.is_empty() {
        return Vec::new();
    }
    let indent = names.iter().map(|name| name.width()).max().unwrap_or(0);
    let indent = indent.min(width / 3) + 4;
    let width = width.max(indent + 1);
    let step = (width - indent).saturating_sub(LEAST_STEP) / (tree.merges.len() + 1).max(1);
    let step = step.clamp(2, 14);
    let dim = theme.style(Role::Dim);
    let apart = if names.len() > 6 { 1 } else { 2 };
    let height = (names.len() - 1) * apart + 2;
    let mut sheet = Buffer::empty(Rect::new(0, 0, width as u16, height as u16));
    let group = |item: usize| (vec![item], item * apart + 1, indent);
    let mut groups: Vec<Group> = (0..names.len()).map(group).collect();
    let [line, top_corner, bottom_corner, upright, joint, top_joint] = theme.glyphs().pick(
        ['─', '┐', '┘', '│', '├', '┬'],
        ['-', '+', '+', '|', '+', '+'],
    );
    let mut x = indent;
    let mut bar = None;
    for (at, merge) in tree.merges.iter().enumerate() {
        let above = merge.similarity >= tree.threshold;
        if !above && bar.is_none() {
            // A line that crosses the threshold is one cluster.
            let at = groups.iter().map(|group| group.2).max().unwrap_or(x) + 2;
            to(&mut sheet, &mut groups, at, theme);
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
        let style = if above { theme.ink(Ink::Strong) } else { dim };
        let (top, bottom) = (groups[a].1.min(groups[b].1), groups[a].1.max(groups[b].1));
        for group in [a, b] {
            let (_, y, from) = groups[group];
            for column in from..x {
                if sheet
                    .cell((column as u16, y as u16))
                    .is_some_and(|cell| cell.symbol() == " ")
                {
                    put(&mut sheet, column, y, line, style);
                }
            }
        }
        for y in top..=bottom {
            let sign = match y {
                y if y == top => top_corner,
                y if y == bottom => bottom_corner,
                _ => upright,
            };
            put(&mut sheet, x, y, sign, style);
        }
        let middle = usize::midpoint(top, bottom);
        let joint = if middle == top { top_joint } else { joint };
        put(&mut sheet, x, middle, joint, style);
        let mut label = says(merge.similarity);
        if step <= label.chars().count() && at + 1 < tree.merges.len() {
            label.clear();
        }
        put_text(&mut sheet, x + 1, middle, &label, style);
        let items = [groups[a].0.clone(), groups[b].0.clone()].concat();
        groups.retain(|group| !items.contains(&group.0[0]));
        groups.push((items, middle, x + 1 + label.chars().count()));
    }
    let bar = bar.unwrap_or_else(|| {
        let at = groups.iter().map(|group| group.2).max().unwrap_or(x) + 2;
        to(&mut sheet, &mut groups, at, theme);
        to(&mut sheet, &mut groups, at + 3, theme);
        at
    });
    let style = theme.style(Role::Threshold);
    for y in 0..height {
        let is_figure = |cell: &Cell| cell.symbol().starts_with(|c: char| c.is_ascii_digit());
        if y == 0 || !sheet.cell((bar as u16, y as u16)).is_some_and(is_figure) {
            put(&mut sheet, bar, y, theme.glyphs().pick('┃', '!'), style);
        }
    }
    put_text(&mut sheet, bar + 2, 0, bar_says, style);
    for (at, name) in names.iter().enumerate() {
        put_text(&mut sheet, 2, at * apart + 1, name, theme.ink(Ink::Strong));
    }
    let rows = sheet.area.rows().map(|row| {
        let cells: Vec<&Cell> = row.positions().map(|at| &sheet[at]).collect();
        let runs = cells.chunk_by(|a, b| a.style() == b.style());
        let span = |run: &[&Cell]| {
            let text: String = run.iter().map(|cell| cell.symbol()).collect();
            Span::styled(text, run[0].style())
        };
        runs.map(span).collect()
    });
    rows.collect()
}
