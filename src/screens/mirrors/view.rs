//! Mirrors: pairs of trees by evidence, with the figures of the selected pair; and two folded trees side by side, with
//! the state of each document.

mod trees;

use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::app::{App, Panel};
use crate::base::units::{count, counted};
use crate::engine::message::MirrorList;
use crate::engine::mirrors::refusal;
use crate::evidence::sources::percent;
use crate::mirrors::Mirror;
use crate::typeset::figures;
use crate::ui::phrases::position;
use crate::ui::{DrawContext, ListColumn, PanelFrame, Role, RowList, area, columns};

/// Height of the panel below the list, with its border.
const DETAILS: u16 = 6;
/// Minimum height of the list above the panel.
const LIST: u16 = 7;

/// Minimum terminal width for all columns.
const ROOMY: u16 = 110;

/// Draws the list, or the trees of the mirror that is open.
pub fn draw(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let list = app.mirrors.current(&app.data);
    if app.names_hidden {
        let title = cx.theme.line(Role::Title, "Mirrors");
        let inner = cx.panel(area, PanelFrame::new(title, true));
        let show = app.keymap.label(crate::app::Command::HideNames);
        let message = format!("Names are hidden, and this screen is of names. {show} shows them.");
        return cx.explain_empty(inner, &[message]);
    }
    if let (Some(trees), Some(_)) = (&app.mirrors.trees, list) {
        return trees::draw(app, trees, area, cx);
    }
    let list = list.map(|list| &**list);
    let selected = app.mirrors.selected(&app.data);
    let details = match selected {
        Some(_) if area.height >= LIST + DETAILS => DETAILS,
        _ => 0,
    };
    let (first, second) = area::split_top(area, area.height - details);
    listed(app, list, first, cx);
    if let Some(mirror) = selected.filter(|_| details > 0) {
        explain(mirror, second, cx);
    }
}

fn listed(app: &App, list: Option<&MirrorList>, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let theme = cx.theme;
    let mut framed = PanelFrame::new(theme.line(Role::Title, "Mirrors"), true);
    let mirrors = list.map_or(&[][..], |list| &list.mirrors.mirrors);
    if let Some(list) = list {
        let number = format!(" {}", count(mirrors.len() as u64));
        framed.title.push_span(theme.span(Role::Title, number));
        framed.foot = theme.line(Role::Warning, list.mirrors.note);
    }
    if !mirrors.is_empty() {
        let at = position(app.mirrors.list.selected, mirrors.len());
        framed.foot_corner = theme.line(Role::Dim, at);
    }
    let inner = cx.panel(area, framed);
    if mirrors.is_empty() {
        return cx.explain_empty(inner, &empty(app, list));
    }
    let (head, inner) = area::split_top(inner, 1);
    let roomy = area.width >= ROOMY;
    let dim = cx.style(Role::Dim);
    for ((heading, width), cell) in HEADS.into_iter().zip(cells(head, roomy)) {
        if width > 0 {
            cx.words_right(cell, heading, dim);
        } else {
            cx.words(cell, heading, dim);
        }
    }
    let list = RowList::new(Panel::Mirrors, &app.mirrors.list, mirrors.len(), true);
    list.draw((area, inner), cx, |i, row, cx| {
        line(&mirrors[i], &cells(row, roomy), cx);
    });
}

/// Headings and widths of the columns: figures, and the two trees.
const HEADS: [(&str, u16); 9] = [
    ("share", 5),
    ("same", 6),
    ("near", 5),
    ("changed", 7),
    ("only left", 9),
    ("only right", 10),
    ("moved", 5),
    ("left tree", 0),
    ("right tree", 0),
];

/// The cells of a row. If there is little room, documents on one side only have no columns; the panel below shows them.
fn cells(row: Rect, roomy: bool) -> Vec<Rect> {
    let trees = area::right_from(row, row.x + 2);
    let names = (trees.width.saturating_sub(if roomy { 65 } else { 33 })) / 2;
    let column = |(at, (_, width)): (usize, &(_, u16))| match at {
        4..=6 if !roomy => ListColumn::fixed(0, 0),
        7.. => ListColumn::fixed(names, 0),
        _ => ListColumn::fixed(*width, 0),
    };
    let columns: Vec<ListColumn> = HEADS.iter().enumerate().map(column).collect();
    columns::cells(&columns, 2, trees)
}

/// Explains why no mirror is listed, and what the user can do.
fn empty(app: &App, list: Option<&MirrorList>) -> Vec<&'static str> {
    let refused = app.data.collection.as_ref().and_then(|c| refusal(c));
    match (refused, list, &app.data.clustering) {
        (Some(why), ..) => vec![why],
        (_, Some(_), _) => vec![
            "No two folders or hosts share 60 % of 3 documents or more.",
            "`shinglescope mirrors --min-documents 2 --min-share 0.3` looks for less.",
        ],
        (_, None, Some(_)) => vec!["comparing folders by the pairs of their documents …"],
        _ if app.nothing_read() => vec!["No document was read."],
        _ => vec!["reading the corpus …"],
    }
}

fn line(mirror: &Mirror, cells: &[Rect], cx: &mut DrawContext<'_, '_>) {
    let f = &mirror.figures;
    // A zero is drawn as blanks, so that differences are visible.
    let some = |n: u32| {
        if n == 0 {
            String::new()
        } else {
            count(n.into())
        }
    };
    let figures = [
        (percent(f.share()), Role::Exact),
        (some(f.identical), Role::Text),
        (some(f.near), Role::Text),
        (some(f.changed), Role::Warning),
        (some(f.left_only), Role::OnlyLeft),
        (some(f.right_only), Role::OnlyRight),
        (some(f.moved), Role::Text),
    ];
    for (cell, (text, role)) in cells.iter().zip(figures) {
        cx.words_right(*cell, &text, cx.style(role));
    }
    let paths = [&mirror.left_path, &mirror.right_path];
    for (cell, path) in cells[7..].iter().zip(paths) {
        let path = figures::path(path, cell.width.into(), cx.glyphs);
        cx.words(*cell, &path, cx.style(Role::Text));
    }
}

/// The figures of a mirror in sentences.
fn explain(mirror: &Mirror, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let theme = cx.theme;
    let f = &mirror.figures;
    let (level, name) = f.level();
    let title = theme.line(Role::Title, format!("Level {level}: {name}"));
    let framed = PanelFrame::new(title, false);
    let inner = area::indented(cx.panel(area, framed));
    let width = usize::from(inner.width);
    let half = width.saturating_sub(12) / 2;
    let [left, right] = [&mirror.left_path, &mirror.right_path];
    let [left, right] = [left, right].map(|path| figures::path(path, half, cx.glyphs));
    let mean = |mean| format!(" (mean Jaccard {})", figures::bare(mean));
    let near = f.mean().map(mean).unwrap_or_default();
    let figures = [
        f.identical,
        f.near,
        f.changed,
        f.left_only,
        f.right_only,
        f.moved,
    ];
    let [same, similar, changed, left_only, right_only, moved] = figures.map(|n| count(n.into()));
    let both = counted(f.both.into(), "path", "paths");
    let sentences = [
        format!("left {left}   right {right}"),
        format!("{both} under both: {same} identical, {similar} near{near}, {changed} changed"),
        format!("{left_only} only left, {right_only} only right, {moved} of them moved"),
    ];
    let dated = match f.latest {
        [Some(left), Some(right)] => format!("latest left {}, right {}", left.day(), right.day()),
        _ => "no dates are known of these documents".to_owned(),
    };
    let lines = sentences.into_iter().chain([dated]);
    let lines: Vec<Line<'_>> = lines.map(|text| theme.line(Role::Text, text)).collect();
    cx.lines(inner, &lines);
}
