//! Explanations: why two documents are in one cluster or not, and what holds a cluster together. Each listed pair can
//! be opened in Compare.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::view::{DialogRow, DialogView};
use crate::app::{App, Command};
use crate::base::DocNo;
use crate::base::units::{count, counted};
use crate::cluster::Bridge;
use crate::config::Purpose;
use crate::engine::why::verdict::{below, verdict, without_weakest};
use crate::engine::why::{Link, Why};
use crate::evidence::CopiedTextConfig;
use crate::screens::clusters::view as clusters;
use crate::similarity::Measure;
use crate::typeset::figures::{self, bare_interval, ratio};
use crate::ui::phrases::documents;
use crate::ui::widgets::measure;
use crate::ui::{Role, Theme, area};

/// Draws why two documents share a cluster or not.
pub fn why(view: &mut DialogView<'_, '_, '_>) {
    let (app, theme) = (view.app, view.cx.theme);
    let inner = framed(view, "Why", true);
    let Some(why) = app.data.why.as_deref() else {
        return counting(view, inner);
    };
    let mut lines: Vec<DialogRow<'_>> = Vec::new();
    let width = usize::from(inner.width);
    let say = |lines: &mut Vec<DialogRow<'_>>, text: &str, role: Role| {
        let rows = theme.wrapped(role, &theme.own(text), width).into_iter();
        lines.extend(rows.map(|row| (row, None)));
    };
    say(&mut lines, verdict(why).trim(), Role::Text);
    if app.reanalysis.shown.purpose == Purpose::CopiedText && !why.is_pair {
        let config = CopiedTextConfig {
            bridging: app.reanalysis.shown.bridging,
            ..CopiedTextConfig::default()
        };
        say(&mut lines, &config.beside_share(app.unit()), Role::Dim);
    }
    let name = |doc: DocNo, mark: &str| -> DialogRow<'_> {
        let room = width.saturating_sub(mark.len() + 2);
        let path = figures::path(id(app, doc), room, theme.glyphs());
        let mark = theme.span(Role::Title, format!("{mark:<2}"));
        (Line::from(vec![mark, Span::raw(path)]), None)
    };
    lines.extend([
        (Line::default(), None),
        name(why.pair.a, "A"),
        (link(why, &why.pair, false, theme), Some(0)),
        name(why.pair.b, "B"),
    ]);
    if why.path.len() > 1 {
        let weakest = why.weakest.map_or(0.0, |at| why.path[at].similarity);
        let text = format!(
            "The path from A to B whose weakest pair is the strongest ({}):",
            below(weakest, why.threshold)
        );
        lines.push((Line::default(), None));
        say(&mut lines, &text, Role::Text);
        lines.push(name(why.pair.a, "A"));
        for (at, step) in why.path.iter().enumerate() {
            let weakest = why.weakest == Some(at);
            lines.push((link(why, step, weakest, theme), Some(at + 1)));
            let mark = if at + 1 == why.path.len() {
                "B".into()
            } else {
                count(at as u64 + 1)
            };
            lines.push(name(step.b, &mark));
        }
    }
    if why.together() {
        lines.push((Line::default(), None));
        let pieces = |bridge: &Bridge| {
            let [left, right] = [&bridge.left, &bridge.right].map(|piece| documents(piece.len()));
            format!("{left} and {right}")
        };
        say(&mut lines, &without_weakest(why, pieces), Role::Text);
    }
    let bands = format!(
        "bands: LSH compares sketches in {} of {}; the figure is the number of equal bands.",
        counted(why.banding.bands as u64, "band", "bands"),
        counted(why.banding.rows as u64, "value", "values")
    );
    lines.push((Line::default(), None));
    say(&mut lines, &bands, Role::Dim);
    view.show(&lines, inner);
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
    spans.extend(weakest.then(|| theme.span(Role::Warning, "  weakest")));
    Line::from(spans)
}

/// Pairs that can be chosen in the explanation of a cluster.
pub fn seam_rows(app: &App) -> usize {
    let seams = app.data.seams.as_deref();
    seams.map_or(0, |seams| seams.bridges.weakest.len() + seams.outside.len())
}

/// Draws the cohesion of a cluster: its bridges, weakest first, with the sizes of the two components without each, and
/// the most similar pairs with only one document in the cluster.
pub fn seams(view: &mut DialogView<'_, '_, '_>) {
    let (app, theme) = (view.app, view.cx.theme);
    let inner = framed(view, "What holds this cluster together", seam_rows(app) > 0);
    let Some(seams) = app.data.seams.as_deref() else {
        return counting(view, inner);
    };
    let row = |head: &str, pair: [DocNo; 2], at: usize| -> DialogRow<'_> {
        let room = usize::from(inner.width).saturating_sub(head.len() + 5) / 2;
        let [a, b] = pair.map(|doc| figures::path(id(app, doc), room, theme.glyphs()));
        let dash = theme.glyphs().pick(" — ", " - ");
        let head = theme.span(Role::Exact, format!("  {head}"));
        let names = Span::raw(format!("{a}{dash}{b}"));
        (Line::from(vec![head, names]), Some(at))
    };
    let listed = seams.bridges.weakest.len();
    let title = match (seams.bridges.total, listed) {
        (0, _) => "No bridge: if any one pair is removed, the others still connect the cluster."
            .to_owned(),
        (all, some) if some < all => format!(
            "The {some} weakest of {} bridges, and the sizes of the parts without each:",
            count(all as u64)
        ),
        (all, _) => format!(
            "{}, and the sizes of the parts without each:",
            counted(all as u64, "bridge", "bridges")
        ),
    };
    let mut lines: Vec<DialogRow<'_>> = vec![(view.title(title), None)];
    if listed == 0
        && let Some(line) = clusters::one_up_to(app, theme)
    {
        lines.push((line, None));
    }
    for (i, bridge) in seams.bridges.weakest.iter().enumerate() {
        let pieces = format!("{} | {}", bridge.left.len(), bridge.right.len());
        let head = format!("{} {pieces:>9}  ", below(bridge.similarity, 0.0));
        lines.push(row(&head, [bridge.a, bridge.b], i));
    }
    let title = match seams.outside.len() {
        0 => "No similar document outside is known.".to_owned(),
        n => format!(
            "{} of a member and a document outside, most similar first:",
            counted(n as u64, "pair", "pairs")
        ),
    };
    lines.extend([(Line::default(), None), (view.title(title), None)]);
    for (i, outside) in seams.outside.iter().enumerate() {
        let head = format!("{}  ", below(outside.similarity, seams.threshold));
        lines.push(row(&head, [outside.member, outside.document], listed + i));
    }
    view.show(&lines, inner);
}

/// Draws the frame with its key hints, those of rows only if there are rows; returns the area of the lines.
fn framed(view: &mut DialogView<'_, '_, '_>, title: &str, has_rows: bool) -> Rect {
    let compares = [(Command::Accept, " compares the two")];
    let compares = view.hints(&compares[..usize::from(has_rows)]);
    let closes = view.hint(Command::Escape, "closes");
    area::indented(view.framed(title, [closes, compares, Line::default()]))
}

/// Draws a message that the figures are being computed.
fn counting(view: &mut DialogView<'_, '_, '_>, inner: Rect) {
    let text = view.cx.theme.own("counting …");
    view.cx.centred(inner, &[(&text, Role::Dim)]);
}

/// The id of a document; empty if the changed collection no longer has it.
fn id(app: &App, doc: DocNo) -> &str {
    let collection = app.data.named.as_ref();
    let collection = collection.filter(|c| doc.index() < c.len());
    collection.map_or("", |c| c.id(doc))
}
