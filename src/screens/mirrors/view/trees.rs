//! Two trees side by side.

use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::app::{App, Panel};
use crate::base::units::count;
use crate::mirrors::{OutlineRow, RowKind, Status, Tally};
use crate::screens::mirrors::state::Trees;
use crate::typeset::figures;
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::hit_map::HitMap;
use crate::ui::list::RowList;
use crate::ui::phrases::position;
use crate::ui::theme::Role;
use crate::ui::widgets::panel::PanelFrame;

/// Columns between the two sides: the mark, and a figure.
const MIDDLE: u16 = 9;

/// What the marks mean, in one line.
const LEGEND: &str = "= same  ~ near  ! changed  < only left  > only right  @ moved";

/// Draws the trees of the mirror that is open.
pub fn draw(app: &App, trees: &Trees, area: Rect, cx: &mut DrawContext<'_, '_>, hits: &mut HitMap) {
    let theme = cx.theme;
    let paths = app.mirrors.selected(&app.data);
    let paths = paths.map_or(("", ""), |m| (m.left_path.as_str(), m.right_path.as_str()));
    let room = usize::from(area.width.saturating_sub(10)) / 2;
    let name = |path| figures::path(path, room, cx.glyphs);
    let title = format!("{} = {}", name(paths.0), name(paths.1));
    let mut foot = vec![theme.span(Role::Dim, LEGEND)];
    if trees.differences {
        foot = vec![theme.span(Role::Warning, "only what differs")];
    }
    let mut framed = PanelFrame {
        title: theme.line(Role::Title, title),
        foot: foot.into(),
        focused: true,
        ..PanelFrame::default()
    };
    if !trees.is_empty() {
        framed.foot_corner = theme.line(Role::Dim, position(trees.scroll.selected, trees.len()));
    }
    let inner = cx.panel(area, framed);
    if trees.is_empty() {
        let text = match trees.view() {
            None => "putting the trees side by side …",
            Some(_) if trees.differences => "Nothing differs.",
            Some(_) => "There is no document.",
        };
        return cx.explain_empty(inner, &[text.to_owned()]);
    }
    let list = RowList {
        panel: Panel::Mirrors,
        scroll: &trees.scroll,
        len: trees.len(),
        focused: true,
    };
    list.draw((area, inner), cx, hits, |i, row_area, cx| {
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
    // The first row of the outline is the trees themselves, which are not listed.
    let indent = 2 * usize::from(row.depth.saturating_sub(1)).min(usize::from(side) / 4);
    let other = row.other_name.as_deref().unwrap_or(&row.name);
    match row.kind {
        RowKind::Folder {
            tally, on: present, ..
        } => {
            let sign = if open { "-" } else { "+" };
            let role = match tally.differ() {
                0 => Role::Text,
                _ => Role::Title,
            };
            for (area, name, is_there) in [(left, &*row.name, present.0), (right, other, present.1)]
            {
                if is_there {
                    written(area, indent, &format!("{sign} {name}/"), role, cx);
                }
            }
            let (text, role) = summary(&tally);
            cx.line(middle, &centred(&text, role, cx));
        }
        RowKind::Document {
            left: on_left,
            right: on_right,
            status,
        } => {
            let (mark, role) = mark(status, on_left.is_some());
            for (area, name, is_there) in [
                (left, &*row.name, on_left.is_some()),
                (right, other, on_right.is_some()),
            ] {
                if is_there {
                    written(area, indent + 2, name, role, cx);
                }
            }
            cx.line(middle, &centred(&mark, role, cx));
        }
    }
}

fn written(area: Rect, indent: usize, name: &str, role: Role, cx: &mut DrawContext<'_, '_>) {
    let at = area.x + indent as u16;
    let room = area::columns(area, at, area.width.saturating_sub(indent as u16));
    let name = figures::path(name, room.width.into(), cx.glyphs);
    cx.words(room, &name, cx.style(role));
}

fn centred(text: &str, role: Role, cx: &DrawContext<'_, '_>) -> Line<'static> {
    let text = format!("{text:^width$}", width = usize::from(MIDDLE));
    cx.theme.line(role, text)
}

/// Mark of a document with its figure, and the colour.
fn mark(status: Status, on_left: bool) -> (String, Role) {
    match status {
        Status::Same => ("=".into(), Role::Dim),
        Status::Near(jaccard) => (format!("~ {}", figures::bare(jaccard)), Role::Exact),
        Status::Changed => ("!".into(), Role::Warning),
        Status::LeftOnly => ("<".into(), Role::OnlyLeft),
        Status::RightOnly => (">".into(), Role::OnlyRight),
        Status::Moved(_) => {
            if on_left {
                ("< @".into(), Role::Estimate)
            } else {
                ("@ >".into(), Role::Estimate)
            }
        }
    }
}

/// What is below a folder: how many documents differ, of how many.
fn summary(tally: &Tally) -> (String, Role) {
    let differ = tally.differ();
    match differ {
        0 => (format!("= {}", count(tally.same.into())), Role::Dim),
        _ => {
            let all = u64::from(tally.same) + u64::from(differ);
            (
                format!("{} of {}", count(differ.into()), count(all)),
                Role::Warning,
            )
        }
    }
}
