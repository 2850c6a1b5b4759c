//! The explanation of why two documents are, or are not, in one cluster: a few sentences, the pair
//! and the path between the two. Each pair can be opened in Compare.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::view::View;
use crate::app::{App, Command, Panel};
use crate::base::DocNo;
use crate::base::units::{count, counted};
use crate::config::Purpose;
use crate::engine::why::verdict::{below, still_connected, verdict};
use crate::engine::why::{Link, Why};
use crate::evidence::CopiedTextConfig;
use crate::similarity::Measure;
use crate::typeset::figures::{self, bare_interval, ratio};
use crate::typeset::wrap;
use crate::ui::area;
use crate::ui::phrases::documents;
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::measure;
use crate::ui::widgets::panel::PanelFrame;

/// A line of the dialog, with its number if it can be chosen.
pub type WhyRow<'a> = (Line<'a>, Option<usize>);

/// Preferred rows of the dialog: sentences, pair and path.
pub fn height(app: &App) -> u16 {
    let links = match app.data.why.as_ref().map_or(0, |why| why.path.len()) {
        0 | 1 => 0,
        n => u16::try_from(2 * n + 3).unwrap_or(u16::MAX / 2),
    };
    links + 15
}

/// Draws the dialog.
pub fn draw(view: &mut View<'_, '_, '_>) {
    let (app, theme) = (view.app, view.cx.theme);
    let inner = framed(view, "Why", true);
    let Some(why) = app.data.why.as_deref() else {
        return counting(view, inner);
    };
    let mut lines: Vec<WhyRow<'_>> = Vec::new();
    let width = usize::from(inner.width).max(8);
    let say = |lines: &mut Vec<WhyRow<'_>>, text: &str, role: Role| {
        let text = theme.own(text);
        let rows = wrap::rows(&text, width).into_iter();
        lines.extend(rows.map(|row| (theme.line(role, row.trim_end().to_owned()), None)));
    };
    say(&mut lines, verdict(why).trim(), Role::Text);
    if app.reanalysis.shown().purpose == Purpose::CopiedText && !why.is_pair {
        let config = CopiedTextConfig {
            bridging: app.reanalysis.shown().bridging,
            ..CopiedTextConfig::default()
        };
        say(&mut lines, &config.beside_share(app.unit()), Role::Dim);
    }
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
        "bands: of the {} of {} of LSH, those in which both sketches agree.",
        counted(why.banding.bands as u64, "band", "bands"),
        counted(why.banding.rows as u64, "value", "values")
    );
    lines.push((Line::default(), None));
    say(&mut lines, &bands, Role::Dim);
    show(view, &lines, inner);
}

/// Draws the frame with its key hints, of rows only where there are some; returns the area of the lines.
pub fn framed(view: &mut View<'_, '_, '_>, title: &'static str, has_rows: bool) -> Rect {
    let foot: &[_] = if has_rows {
        &[(Command::Accept, " compares the two")]
    } else {
        &[]
    };
    let inner = view.framed(PanelFrame {
        title: view.cx.theme.line(Role::Title, title),
        corner: view.hint(Command::Escape, "closes"),
        foot: view.hints(foot),
        ..PanelFrame::default()
    });
    area::indented(inner)
}

/// Says that the figures are not there yet.
pub fn counting(view: &mut View<'_, '_, '_>, inner: Rect) {
    let text = view.cx.theme.own("counting …");
    view.cx.centred(inner, &[(&text, Role::Dim)]);
}

/// Draws `lines`. Lines with a number are selectable rows; the selected one is scrolled into view.
pub fn show(view: &mut View<'_, '_, '_>, lines: &[WhyRow<'_>], inner: Rect) {
    let visible = usize::from(inner.height);
    let selected = view.dialog.scroll.selected;
    let under = lines.iter().position(|(_, row)| *row == Some(selected));
    let most = lines.len().saturating_sub(visible);
    // If the first row is selected, the lines above it are shown as well.
    let from = match selected {
        0 => 0,
        _ => (under.unwrap_or(0) + 2)
            .saturating_sub(visible.max(2) - 1)
            .min(most),
    };
    view.hits.push_view(Panel::Dialog, 0, visible);
    for (area, (line, row)) in inner.rows().zip(&lines[from..]) {
        view.cx.line(area, line);
        if let Some(row) = row {
            view.row(area, *row);
        }
    }
    let n = lines.len().max(1) as f64;
    let extent = (from as f64 / n, (from + visible) as f64 / n);
    view.cx.scrollbar(view.area, extent);
}

/// A document's name, preceded by `mark`.
pub fn named<'a>(app: &App, theme: &Theme, doc: DocNo, mark: &str, width: usize) -> Line<'a> {
    let room = width.saturating_sub(mark.len() + 2);
    Line::from(vec![
        theme.span(Role::Title, format!("{mark:<2}")),
        Span::raw(figures::path(id(app, doc), room, theme.glyphs())),
    ])
}

/// The id of a document; empty if the collection has changed and has it no more.
pub fn id(app: &App, doc: DocNo) -> &str {
    let collection = app.data.named.as_ref();
    let collection = collection.filter(|c| doc.index() < c.len());
    collection.map_or("", |c| c.id(doc))
}

/// All figures of a pair on one line.
fn link<'a>(why: &Why, link: &Link, weakest: bool, theme: &Theme) -> Line<'a> {
    let mut spans = vec![
        theme.span(Role::Dim, format!("   {} ", measure(why.measure))),
        theme.span(Role::Exact, below(link.similarity, why.threshold)),
    ];
    // Sketches estimate Jaccard alone.
    if why.measure == Measure::Jaccard {
        let interval = bare_interval(&link.estimate);
        let estimate = format!("{} ({interval})", ratio(link.estimate.value()).trim());
        spans.push(theme.span(Role::Dim, "  estimate "));
        spans.push(theme.span(Role::Estimate, theme.own(&estimate)));
    }
    let bands = format!("  bands {} of {}", link.bands, why.banding.bands);
    spans.push(theme.span(Role::Dim, bands));
    if weakest {
        spans.push(theme.span(Role::Warning, "  weakest"));
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
        None => still_connected(why, link),
        Some(bridge) => {
            format!(
                "A bridge: without {link} the cluster falls into {} and {}.",
                documents(bridge.left.len()),
                documents(bridge.right.len())
            )
        }
    }
}
