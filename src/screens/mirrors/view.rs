//! Mirrors: pairs of trees by evidence, with the figures of the one under the cursor; and two trees side by
//! side, folded, with what became of each document.

mod trees;

use crate::base::width::Width;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::app::{Action, App, Panel};
use crate::base::units::{count, counted, share};
use crate::engine::message::MirrorList;
use crate::engine::mirrors::{dates, refusal};
use crate::mirrors::{Mirror, Rules};
use crate::typeset::figures;
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::hit_map::{HitMap, Wheel};
use crate::ui::list::VisibleRows;
use crate::ui::phrases::position;
use crate::ui::theme::Role;
use crate::ui::widgets::panel::PanelFrame;

/// Rows of the panel below the list, with its border, where its lines are as wide as they ask.
const DETAILS: u16 = 6;
/// Rows that are left to the list where there is a panel below it.
const LIST: u16 = 7;

/// Columns of the figures before the names.
const FIGURES: u16 = 37;
/// The same on wide terminals, with the moved documents.
const MORE_FIGURES: u16 = 44;
/// Terminal width from which there are more figures.
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
    hits.push_wheel(area, Wheel::Panel(Panel::Mirrors));
    if mirrors.is_empty() {
        return cx.explain_empty(inner, &empty(app, list));
    }
    let (head, inner) = area::split_top(inner, 1);
    let roomy = area.width >= ROOMY;
    let moved = if roomy { "  moved" } else { "" };
    let heading = format!(
        "{:>6}{:>7}{:>6}{:>6}{:>5}{:>6}{moved}",
        "share", "same", "near", "chgd", "left", "right"
    );
    cx.words(head, &heading, cx.style(Role::Dim));
    let width = if roomy { MORE_FIGURES } else { FIGURES };
    cx.words(
        area::right_from(head, head.x + width + 1),
        "trees",
        cx.style(Role::Dim),
    );
    let (scroll, height) = (&app.mirrors.list, usize::from(inner.height));
    let visible = VisibleRows::new(Panel::Mirrors, scroll, height, mirrors.len(), hits);
    let rows = mirrors.iter().enumerate().skip(visible.from);
    // The right paths stand beside the left ones, not half a screen away.
    let shown = rows.clone().take(height);
    let widest = shown.map(|(_, mirror)| mirror.left_path.width()).max();
    let widest = widest.unwrap_or(0).min(u16::MAX.into()) as u16;
    for (row_area, (i, mirror)) in inner.rows().zip(rows) {
        line(mirror, row_area, (roomy, widest), cx);
        if i == scroll.selected {
            cx.cursor_mark(row_area, cx.style(Role::Key));
            cx.select(row_area, true);
        }
        hits.push(row_area, Action::Row(Panel::Mirrors, i));
    }
    cx.scrollbar(area, visible.extent());
}

/// Why no mirror is listed, and what can be done.
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

/// A mirror. `form` says whether there is room for all figures, and the columns of the widest left path.
fn line(mirror: &Mirror, area: Rect, form: (bool, u16), cx: &mut DrawContext<'_, '_>) {
    let (roomy, widest) = form;
    let f = &mirror.figures;
    let mut x = area.x;
    let mut cell = |cx: &mut DrawContext<'_, '_>, width: u16, text: String, role: Role| {
        let style = cx.style(role);
        // The style may strike through or underline: blanks before a figure have none.
        let blank = width.saturating_sub(text.len() as u16);
        cx.words(area::columns(area, x + blank, width - blank), &text, style);
        x += width;
    };
    // Nothing in a column is drawn as nothing, so that what differs stands out.
    let some = |n: u32| match n {
        0 => String::new(),
        n => count(n.into()),
    };
    cell(cx, 6, share(f.share()), Role::Exact);
    cell(cx, 7, some(f.identical), Role::Text);
    cell(cx, 6, some(f.near), Role::Text);
    cell(cx, 6, some(f.changed), Role::Warning);
    cell(cx, 5, some(f.left_only), Role::OnlyLeft);
    cell(cx, 6, some(f.right_only), Role::OnlyRight);
    if roomy {
        cell(cx, 7, some(f.moved), Role::Text);
    }
    let names = area::right_from(area, x + 2);
    // Both have half of the room; of a half that is not needed the other path has the rest.
    let room = names.width.saturating_sub(4);
    let left_width = widest.min(room.div_ceil(2));
    let right_width = room - left_width;
    let left = figures::path(&mirror.left_path, left_width.into(), cx.glyphs);
    let right = figures::path(&mirror.right_path, right_width.into(), cx.glyphs);
    let left_area = area::columns(names, names.x, left_width);
    let used = cx.words(left_area, &left, cx.style(Role::Text));
    let at = used.max(names.x + left_width) + 1;
    cx.words(area::columns(names, at, 1), "=", cx.style(Role::Dim));
    let right_area = area::columns(names, at + 2, right_width);
    cx.words(right_area, &right, cx.style(Role::Text));
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
    let mut lines = vec![
        theme.line(
            Role::Text,
            format!(
                "left {}   right {}",
                name(&mirror.left_path),
                name(&mirror.right_path)
            ),
        ),
        theme.line(
            Role::Text,
            format!(
                "{} under both: {} identical, {} near{near}, {} changed",
                counted(f.both.into(), "path", "paths"),
                count(f.identical.into()),
                count(f.near.into()),
                count(f.changed.into()),
            ),
        ),
        theme.line(
            Role::Text,
            format!(
                "{} only left, {} only right, {} of them moved; {} of the bytes alike",
                count(f.left_only.into()),
                count(f.right_only.into()),
                count(f.moved.into()),
                share(f.share_of_bytes()),
            ),
        ),
    ];
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
