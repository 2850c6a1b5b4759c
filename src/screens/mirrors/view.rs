//! Mirrors: pairs of trees by evidence, with the figures of the selected pair; and two folded trees side by side, with
//! the state of each document.

mod trees;

use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Line;

use crate::app::{App, Panel};
use crate::base::units::{count, counted, share};
use crate::engine::message::MirrorList;
use crate::engine::mirrors::{dates, refusal};
use crate::mirrors::{Mirror, Rules};
use crate::typeset::figures;
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::hit_map::HitMap;
use crate::ui::list::RowList;
use crate::ui::phrases::position;
use crate::ui::theme::Role;
use crate::ui::widgets::panel::PanelFrame;

/// Height of the panel below the list, with its border, on a terminal of at least `ROOMY` columns.
const DETAILS: u16 = 6;
/// Minimum height of the list above the panel.
const LIST: u16 = 7;

/// Minimum terminal width for all columns.
const ROOMY: u16 = 110;

/// Draws the list, or the trees of the mirror that is open.
pub fn draw(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>, hits: &mut HitMap) {
    let list = app.mirrors.current(&app.data);
    if app.names_hidden {
        let framed = PanelFrame {
            title: cx.theme.line(Role::Title, "Mirrors"),
            focused: true,
            ..PanelFrame::default()
        };
        let inner = cx.panel(area, framed);
        let show = app.keymap.label(crate::app::Command::HideNames);
        let message = format!("Names are hidden, and this screen is of names. {show} shows them.");
        return cx.explain_empty(inner, &[message]);
    }
    if let (Some(trees), Some(_)) = (&app.mirrors.trees, list) {
        return trees::draw(app, trees, area, cx, hits);
    }
    let list = list.map(|list| &**list);
    let selected = app.mirrors.selected(&app.data);
    // On a narrow terminal the sentence about dates takes two lines.
    let details = DETAILS + u16::from(area.width < ROOMY);
    let details = match selected {
        Some(_) if area.height >= LIST + details => details,
        _ => 0,
    };
    let (first, second) = area::split_top(area, area.height - details);
    listed(app, list, first, cx, hits);
    if let Some(mirror) = selected.filter(|_| details > 0) {
        explain(mirror, second, cx);
    }
}

fn listed(
    app: &App,
    list: Option<&MirrorList>,
    area: Rect,
    cx: &mut DrawContext<'_, '_>,
    hits: &mut HitMap,
) {
    let theme = cx.theme;
    let mut title = vec![theme.span(Role::Title, "Mirrors")];
    let (mut foot, mut foot_corner) = (Line::default(), Line::default());
    let mirrors = list.map_or(&[][..], |list| &list.mirrors.mirrors);
    if let Some(list) = list {
        title.push(theme.span(Role::Title, format!(" {}", count(mirrors.len() as u64))));
        foot = theme.line(Role::Warning, list.mirrors.note.clone());
    }
    if app.mirrors.rules == Rules::none() {
        title.push(theme.span(Role::Warning, "  paths as written"));
    }
    if !mirrors.is_empty() {
        let at = position(app.mirrors.list.selected, mirrors.len());
        foot_corner = theme.line(Role::Dim, at);
    }
    let framed = PanelFrame {
        title: title.into(),
        foot,
        foot_corner,
        focused: true,
        ..PanelFrame::default()
    };
    let inner = cx.panel(area, framed);
    if mirrors.is_empty() {
        return cx.explain_empty(inner, &empty(app, list));
    }
    let (head, inner) = area::split_top(inner, 1);
    let roomy = area.width >= ROOMY;
    for ((width, name), cell) in HEADS.into_iter().zip(cells(head, roomy)) {
        cx.words(cell, &format!("{name:>width$}"), cx.style(Role::Dim));
    }
    let list = RowList {
        panel: Panel::Mirrors,
        scroll: &app.mirrors.list,
        len: mirrors.len(),
        focused: true,
    };
    list.draw((area, inner), cx, hits, |i, row, cx| {
        line(&mirrors[i], cells(row, roomy), cx);
    });
}

/// Widths and names of the columns: figures, and the two trees.
const HEADS: [(usize, &str); 9] = [
    (5, "share"),
    (6, "same"),
    (5, "near"),
    (5, "chgd"),
    (4, "left"),
    (5, "right"),
    (6, "moved"),
    (0, "left tree"),
    (0, "right tree"),
];

/// Returns the cells of a row. The column of moved documents has no width if `roomy` is false.
fn cells(row: Rect, roomy: bool) -> [Rect; 9] {
    let width = |at: usize| match HEADS[at].0 as u16 {
        0 => Constraint::Fill(1),
        _ if at == 6 && !roomy => Constraint::Length(0),
        width => Constraint::Length(width),
    };
    let [_, cells @ ..] = Layout::horizontal(
        std::iter::once(Constraint::Length(0)).chain((0..HEADS.len()).map(width)),
    )
    .spacing(1)
    .areas::<10>(row);
    cells
}

/// Explains why no mirror is listed, and what the user can do.
fn empty(app: &App, list: Option<&MirrorList>) -> Vec<String> {
    let refused = app.data.collection.as_ref().and_then(|c| refusal(c));
    if let Some(why) = refused {
        return vec![why.to_owned()];
    }
    let sentences: &[&str] = match (list, &app.data.clustering) {
        (Some(_), _) => &[
            "No two folders or hosts share 60 % of 5 documents or more.",
            "`shinglescope mirrors --min-documents 2 --min-share 0.3` looks for less.",
        ],
        (None, Some(_)) => &["comparing folders by the pairs of their documents …"],
        (None, None) if app.nothing_read() => &["No document was read."],
        (None, None) => &["reading the corpus …"],
    };
    sentences.iter().map(|text| (*text).to_owned()).collect()
}

fn line(mirror: &Mirror, cells: [Rect; 9], cx: &mut DrawContext<'_, '_>) {
    let f = &mirror.figures;
    // A zero is drawn as blanks, so that differences stand out.
    let some = |n: u32| match n {
        0 => String::new(),
        n => count(n.into()),
    };
    let figures = [
        (share(f.share()), Role::Exact),
        (some(f.identical), Role::Text),
        (some(f.near), Role::Text),
        (some(f.changed), Role::Warning),
        (some(f.left_only), Role::OnlyLeft),
        (some(f.right_only), Role::OnlyRight),
        (some(f.moved), Role::Text),
    ];
    for (cell, (text, role)) in cells.into_iter().zip(figures) {
        // The style may strike through or underline, so it is not applied to the blanks before a figure.
        let at = cell.right().saturating_sub(text.len() as u16);
        cx.words(
            area::right_from(cell, at.max(cell.x)),
            &text,
            cx.style(role),
        );
    }
    for (cell, path) in [
        (cells[7], &mirror.left_path),
        (cells[8], &mirror.right_path),
    ] {
        let path = figures::path(path, cell.width.into(), cx.glyphs);
        cx.words(cell, &path, cx.style(Role::Text));
    }
}

/// The figures of a mirror in sentences.
fn explain(mirror: &Mirror, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let theme = cx.theme;
    let f = &mirror.figures;
    let framed = PanelFrame {
        title: theme.line(
            Role::Title,
            format!("Level {}: {}", f.level().number(), f.level().name()),
        ),
        ..PanelFrame::default()
    };
    let inner = area::indented(cx.panel(area, framed));
    let width = usize::from(inner.width);
    let half = width.saturating_sub(12) / 2;
    let name = |path: &str| figures::path(path, half, cx.glyphs);
    let near = match f.mean() {
        Some(mean) => format!(" (mean Jaccard {})", figures::bare(mean)),
        None => String::new(),
    };
    let number = |n: u32| count(n.into());
    let sentences = [
        format!(
            "left {}   right {}",
            name(&mirror.left_path),
            name(&mirror.right_path)
        ),
        format!(
            "{} under both: {} identical, {} near{near}, {} changed",
            counted(f.both.into(), "path", "paths"),
            number(f.identical),
            number(f.near),
            number(f.changed),
        ),
        format!(
            "{} only left, {} only right, {} of them moved; {} of the bytes alike",
            number(f.left_only),
            number(f.right_only),
            number(f.moved),
            share(f.share_of_bytes()),
        ),
    ];
    let mut lines: Vec<Line<'_>> = sentences
        .into_iter()
        .map(|sentence| theme.line(Role::Text, sentence))
        .collect();
    let dated = dates(f).unwrap_or_else(|| "no dates are known of these documents".to_owned());
    match dated.split_once("; ") {
        Some((what, latest)) if dated.chars().count() > width => {
            lines.push(theme.line(Role::Text, what.to_owned()));
            lines.push(theme.line(Role::Text, latest.to_owned()));
        }
        _ => lines.push(theme.line(Role::Text, dated)),
    }
    cx.lines(inner, &lines);
}
