//! The explanation of why two documents are, or are not, in one cluster: a few sentences, the pair
//! and the path between the two. Each pair can be opened in Compare.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::app::dialog::Dialog;
use crate::app::{Action, App, Panel};
use crate::base::DocNo;
use crate::base::units::{count, counted};
use crate::engine::why::verdict::{below, verdict};
use crate::engine::why::{Link, Why};
use crate::typeset::figures::{self, bare_interval, ratio};
use crate::typeset::wrap;
use crate::ui::hit_map::HitMap;
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::measure;
use crate::ui::widgets::panel::{self, Panel as Framed};

/// Preferred rows of the dialog: sentences, pair and path.
pub fn height(app: &App) -> u16 {
    let links = match app.data.why.as_ref().map_or(0, |why| why.path.len()) {
        0 | 1 => 0,
        n => u16::try_from(2 * n + 3).unwrap_or(u16::MAX / 2),
    };
    links + 15
}

/// Draws the dialog.
pub fn draw(
    app: &App,
    dialog: &Dialog,
    theme: &Theme,
    place: Rect,
    frame: &mut Frame<'_>,
    hits: &mut HitMap,
) {
    let dim = theme.style(Role::Dim);
    let inner = framed("Why", theme).draw(frame.buffer_mut(), place, theme, theme.glyphs());
    let inner = Rect {
        x: inner.x + 1,
        width: inner.width.saturating_sub(2),
        ..inner
    };
    let Some(why) = app.data.why.as_deref() else {
        let line = theme.own("counting …");
        return panel::centred(frame.buffer_mut(), inner, &[(&line, dim)]);
    };
    let mut lines: Vec<(Line<'_>, Option<usize>)> = Vec::new();
    let width = usize::from(inner.width).max(8);
    let say = |lines: &mut Vec<(Line<'_>, Option<usize>)>, text: &str, role: Role| {
        let text = theme.own(text);
        let starts = wrap::row_starts(&text, 0, text.len(), width);
        for (i, start) in starts.iter().enumerate() {
            let end = starts.get(i + 1).copied().unwrap_or(text.len());
            let part = text[*start..end].trim_end().to_owned();
            lines.push((Line::styled(part, theme.style(role)), None));
        }
    };
    say(&mut lines, verdict(why).trim(), Role::Text);
    lines.push((Line::default(), None));
    let name = |doc: DocNo, mark: &str| named(app, theme, doc, mark, width);
    lines.push((name(why.pair.a, "A"), None));
    lines.push((link(why, &why.pair, false, theme), Some(0)));
    lines.push((name(why.pair.b, "B"), None));
    if why.path.len() > 1 {
        lines.push((Line::default(), None));
        let weakest = why.weakest.map_or(0.0, |at| why.path[at].similarity);
        let text = format!(
            "The way from A to B whose weakest pair is strongest ({}):",
            below(weakest, why.threshold)
        );
        say(&mut lines, &text, Role::Text);
        lines.push((name(why.pair.a, "A"), None));
        for (at, step) in why.path.iter().enumerate() {
            let weakest = why.weakest == Some(at);
            lines.push((link(why, step, weakest, theme), Some(at + 1)));
            let last = at + 1 == why.path.len();
            let mark = if last {
                "B".into()
            } else {
                count(at as u64 + 1)
            };
            lines.push((name(step.b, &mark), None));
        }
    }
    if why.together() {
        lines.push((Line::default(), None));
        say(&mut lines, &without(why), Role::Text);
    }
    let bands = format!(
        "bands: of the {} bands of {} values of LSH, those in which both sketches agree.",
        why.banding.bands, why.banding.rows
    );
    lines.push((Line::default(), None));
    say(&mut lines, &bands, Role::Dim);
    show(dialog, &lines, theme, inner, place, frame, hits);
}

/// The frame with its key hints.
pub fn framed<'a>(title: &'a str, theme: &Theme) -> Framed<'a> {
    let dim = theme.style(Role::Dim);
    Framed {
        title: Line::styled(title, theme.style(Role::Title)),
        corner: Line::styled("Esc closes", dim),
        foot: Line::from(vec![
            Span::styled("Enter", theme.style(Role::Key)),
            Span::styled(" compares the two", dim),
        ]),
        foot_corner: Line::default(),
        focused: true,
    }
}

/// Draws `lines`. Lines with a number are selectable rows; the selected one is scrolled into view.
pub fn show(
    dialog: &Dialog,
    lines: &[(Line<'_>, Option<usize>)],
    theme: &Theme,
    inner: Rect,
    place: Rect,
    frame: &mut Frame<'_>,
    hits: &mut HitMap,
) {
    let visible = usize::from(inner.height);
    let chosen = |row: &Option<usize>| *row == Some(dialog.scroll.selected);
    let under = lines.iter().position(|(_, row)| chosen(row)).unwrap_or(0);
    let most = lines.len().saturating_sub(visible);
    // If the first row is selected, the lines above it are shown as well.
    let from = match dialog.scroll.selected {
        0 => 0,
        _ => (under + 2).saturating_sub(visible.max(2) - 1).min(most),
    };
    hits.push_view(Panel::Dialog, 0, visible);
    for (y, (line, row)) in (inner.y..inner.bottom()).zip(&lines[from..]) {
        let area = Rect {
            y,
            height: 1,
            ..inner
        };
        frame.buffer_mut().set_line(area.x, y, line, area.width);
        if let Some(row) = row {
            hits.push(area, Action::Row(Panel::Dialog, *row));
            if *row == dialog.scroll.selected {
                frame
                    .buffer_mut()
                    .set_style(area, theme.style(Role::Selected));
            }
        }
    }
    let n = lines.len().max(1) as f64;
    let extent = (from as f64 / n, (from + visible) as f64 / n);
    panel::scrollbar(
        frame.buffer_mut(),
        place,
        extent,
        theme.style(Role::Dim),
        theme.glyphs(),
    );
}

/// A document's name, preceded by `mark`.
pub fn named<'a>(app: &App, theme: &Theme, doc: DocNo, mark: &str, width: usize) -> Line<'a> {
    let collection = app.data.collection.as_deref();
    let id = collection
        .filter(|c| doc.index() < c.len())
        .map_or("", |c| c.id(doc));
    let room = width.saturating_sub(mark.len() + 2);
    Line::from(vec![
        Span::styled(format!("{mark:<2}"), theme.style(Role::Title)),
        Span::raw(figures::path(id, room, theme.glyphs())),
    ])
}

/// All figures of a pair on one line.
fn link<'a>(why: &Why, link: &Link, weakest: bool, theme: &Theme) -> Line<'a> {
    let dim = theme.style(Role::Dim);
    let mut spans = vec![
        Span::styled(format!("   {} ", measure(why.measure)), dim),
        Span::styled(
            below(link.similarity, why.threshold),
            theme.style(Role::Exact),
        ),
        Span::styled("  estimate ", dim),
        Span::styled(
            format!(
                "{} ({})",
                ratio(link.estimate.value()).trim(),
                theme.own(&bare_interval(&link.estimate))
            ),
            theme.style(Role::Estimate),
        ),
        Span::styled(
            format!("  bands {} of {}", link.bands, why.banding.bands),
            dim,
        ),
    ];
    if weakest {
        spans.push(Span::styled("  weakest", theme.style(Role::Warning)));
    }
    Line::from(spans)
}

/// The effect on the cluster of removing the weakest pair.
fn without(why: &Why) -> String {
    let link = if why.path.len() > 1 {
        "the weakest pair"
    } else {
        "this pair"
    };
    if why.of_a.is_some_and(|home| home.size == 2) {
        return "These two are the whole cluster.".into();
    }
    match &why.bridge {
        None => format!("Without {link} others would still hold the cluster together."),
        Some(bridge) => {
            let documents = |n: usize| counted(n as u64, "document", "documents");
            format!(
                "A bridge: without {link} the cluster falls into {} and {}.",
                documents(bridge.left.len()),
                documents(bridge.right.len())
            )
        }
    }
}
