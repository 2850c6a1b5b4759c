//! Two trees side by side.

use ratatui::layout::Rect;

use crate::app::{App, Panel};
use crate::base::units::count;
use crate::mirrors::{FolderTally, OutlineRow, RowKind, Status};
use crate::screens::mirrors::state::Trees;
use crate::typeset::figures;
use crate::ui::phrases::{out_of, position};
use crate::ui::{DrawContext, PanelFrame, Role, RowList, area};

/// Columns between the two sides: the mark, and a figure.
const MIDDLE: u16 = 9;

/// What the marks mean, in one line.
const LEGEND: &str = "= same  ~ near  ! changed  < only left  > only right  @ moved";

/// Draws the trees of the mirror that is open.
pub fn draw(app: &App, trees: &Trees, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let theme = cx.theme;
    let paths = app.mirrors.selected(&app.data);
    let paths = paths.map_or(("", ""), |m| (m.left_path.as_str(), m.right_path.as_str()));
    let room = usize::from(area.width.saturating_sub(10)) / 2;
    let name = |path| figures::path(path, room, cx.glyphs);
    let title = format!("{} = {}", name(paths.0), name(paths.1));
    let mut framed = PanelFrame::new(theme.line(Role::Title, title), true);
    framed.foot = if trees.differences {
        theme.line(Role::Warning, "only what differs")
    } else {
        theme.line(Role::Dim, LEGEND)
    };
    if !trees.shown.is_empty() {
        let at = position(trees.scroll.selected, trees.shown.len());
        framed.foot_corner = theme.line(Role::Dim, at);
    }
    let inner = cx.panel(area, framed);
    if trees.shown.is_empty() {
        let text = match &trees.view {
            None => "aligning the trees …",
            Some(_) if trees.differences => "Nothing differs.",
            Some(_) => "There are no documents.",
        };
        return cx.explain_empty(inner, &[text]);
    }
    let list = RowList::new(Panel::Mirrors, &trees.scroll, trees.shown.len(), true);
    list.draw((area, inner), cx, |i, row_area, cx| {
        if let Some((row, open)) = trees.row(i) {
            line(row, open, row_area, cx);
        }
    });
}

fn line(row: &OutlineRow, open: bool, row_area: Rect, cx: &mut DrawContext<'_, '_>) {
    let inside = area::indented(row_area);
    let side = inside.width.saturating_sub(MIDDLE) / 2;
    let middle = area::columns(inside, inside.x + side, MIDDLE);
    let right = area::columns(inside, middle.right(), side);
    let left = area::columns(inside, inside.x, side);
    // Row 0 of the outline, the trees themselves, is not listed, so depth 1 has no indent.
    let indent = 2 * usize::from(row.depth.saturating_sub(1)).min(usize::from(side) / 4);
    let other = row.other_name.as_ref().unwrap_or(&row.name);
    let (names, sides, indent, name_role, (sign, role)) = match row.kind {
        RowKind::Folder { tally, sides, .. } => {
            let fold = if open { "-" } else { "+" };
            let names = [&row.name, other].map(|name| format!("{fold} {name}/"));
            let differs = tally.differ > 0;
            let role = if differs { Role::Title } else { Role::Text };
            (names, [sides.0, sides.1], indent, role, summary(tally))
        }
        RowKind::Document {
            left,
            right,
            status,
        } => {
            let mark = mark(status, left.is_some());
            let names = [row.name.clone(), other.to_owned()];
            let sides = [left.is_some(), right.is_some()];
            (names, sides, indent + 2, mark.1, mark)
        }
    };
    for ((area, name), is_there) in [left, right].into_iter().zip(&names).zip(sides) {
        if is_there {
            let area = area::right_from(area, area.x + indent as u16);
            let name = figures::path(name, area.width.into(), cx.glyphs);
            cx.words(area, &name, cx.style(name_role));
        }
    }
    let text = format!("{sign:^width$}", width = usize::from(MIDDLE));
    cx.words(middle, &text, cx.style(role));
}

/// Mark of a document with its figure, and the colour.
fn mark(status: Status, on_left: bool) -> (String, Role) {
    match status {
        Status::Same => ("=".into(), Role::Dim),
        Status::Near(jaccard) => (format!("~ {}", figures::bare(jaccard)), Role::Exact),
        Status::Changed => ("!".into(), Role::Warning),
        Status::LeftOnly => ("<".into(), Role::OnlyLeft),
        Status::RightOnly => (">".into(), Role::OnlyRight),
        Status::Moved(_) if on_left => ("< @".into(), Role::Estimate),
        Status::Moved(_) => ("@ >".into(), Role::Estimate),
    }
}

/// Summary of a folder: number of different documents, and of all documents.
fn summary(tally: FolderTally) -> (String, Role) {
    match (tally.same, tally.differ) {
        (same, 0) => (format!("= {}", count(same.into())), Role::Dim),
        (same, differ) => {
            let differing = out_of(differ.into(), u64::from(same) + u64::from(differ));
            (differing, Role::Warning)
        }
    }
}
