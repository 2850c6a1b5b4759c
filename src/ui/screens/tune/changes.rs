//! Changes since the clusters were pinned: how many merged, split, appeared and disappeared, and a
//! list of them from which documents can be opened.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::empty;
use super::list_frame::bar;
use crate::app::state::tune::{ChangeRow, Focus};
use crate::app::{Action, App, Panel};
use crate::base::DocNo;
use crate::base::units::{count, counted};
use crate::engine::message::Changes;
use crate::lab::changes::{Change, Kind};
use crate::typeset::figures::{self, threshold};
use crate::ui::hit_map::{HitMap, Wheel};
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::paint;

/// Draws the differing settings, the overview and the list.
pub fn draw(
    app: &App,
    theme: &Theme,
    (head, body): (Rect, Rect),
    frame: &mut Frame<'_>,
    hits: &mut HitMap,
) {
    let dim = theme.style(Role::Dim);
    let Some(pin) = &app.tune.pinned else {
        return empty::draw(app, theme, body, frame.buffer_mut());
    };
    let differs = differs(app);
    let text = theme.own(&format!("since the pin: {differs}"));
    let text = crate::ui::widgets::end_cut(&text, head.width.into(), theme.glyphs());
    paint::words(frame.buffer_mut(), head.x, head.y, head.width, &text, dim);
    let Some(changes) = app.tune.results.changes.as_deref() else {
        let line = theme.own("comparing …");
        paint::words(frame.buffer_mut(), body.x, body.y, body.width, &line, dim);
        return;
    };
    let mut y = body.y;
    for line in overview(changes, theme) {
        if y < body.bottom() {
            frame.buffer_mut().set_line(body.x, y, &line, body.width);
        }
        y += 1;
    }
    y += 1;
    let _ = pin;
    let list = Rect {
        y,
        height: body.bottom().saturating_sub(y),
        ..body
    };
    if list.height > 0 {
        rows(app, changes, theme, list, frame, hits);
    }
}

/// The settings in which the two differ.
fn differs(app: &App) -> String {
    let Some(pin) = &app.tune.pinned else {
        return String::new();
    };
    let (before, now) = (&pin.choice, app.reanalysis.shown());
    let mut parts = Vec::new();
    if pin.clustering.threshold != app.threshold {
        let (from, to) = (
            threshold(pin.clustering.threshold),
            threshold(app.threshold),
        );
        parts.push(format!("threshold {from} to {to}"));
    }
    for setting in before.changed(now) {
        let (from, to) = (setting.text(before), setting.text(now));
        parts.push(format!("{} {from} to {to}", setting.name));
    }
    if parts.is_empty() {
        "nothing is set otherwise".into()
    } else {
        parts.join(", ")
    }
}

/// Numbers of clusters before and after, and of each kind of change.
fn overview<'a>(changes: &Changes, theme: &Theme) -> Vec<Line<'a>> {
    let (dim, bold) = (theme.style(Role::Dim), theme.style(Role::Exact));
    let of = |clustering: &crate::cluster::Clustering| {
        format!(
            "{} of {}",
            counted(clustering.clusters.len() as u64, "cluster", "clusters"),
            counted(clustering.clustered() as u64, "document", "documents"),
        )
    };
    let arrow = theme.glyphs().pick(" → ", " -> ");
    let first = Line::from(vec![
        Span::styled(of(&changes.before), bold),
        Span::styled(arrow, dim),
        Span::styled(of(&changes.after), bold),
    ]);
    let kinds = [
        Kind::Merged,
        Kind::Split,
        Kind::Rearranged,
        Kind::Appeared,
        Kind::Vanished,
        Kind::Grew,
        Kind::Shrank,
        Kind::Exchanged,
    ];
    let many = |kind: Kind| changes.changes.iter().filter(|c| c.kind == kind).count();
    let kinds = kinds.iter().map(|kind| (kind.name(), many(*kind)));
    let parts: Vec<String> = kinds
        .filter(|(_, n)| *n > 0)
        .map(|(name, n)| format!("{} {name}", count(n as u64)))
        .collect();
    let moved: usize = changes
        .changes
        .iter()
        .map(|c| c.came.len() + c.went.len())
        .sum();
    let second = if parts.is_empty() {
        "every cluster is as it was".to_owned()
    } else {
        format!(
            "{}; {} came or went",
            parts.join(", "),
            counted(moved as u64, "document", "documents")
        )
    };
    vec![first, Line::styled(second, dim)]
}

fn rows(
    app: &App,
    changes: &Changes,
    theme: &Theme,
    area: Rect,
    frame: &mut Frame<'_>,
    hits: &mut HitMap,
) {
    let all = &app.tune.changed;
    let visible = usize::from(area.height);
    let from = app.tune.list().window(visible, all.len());
    hits.push_wheel(area, Wheel::Panel(Panel::PlotList));
    hits.push_view(Panel::PlotList, from, visible);
    for (y, (i, row)) in (area.y..area.bottom()).zip(all.iter().enumerate().skip(from)) {
        let line = Rect {
            y,
            height: 1,
            width: area.width.saturating_sub(1),
            ..area
        };
        let text = match row {
            ChangeRow::Change(at) => match changes.changes.get(*at) {
                Some(change) => headline(app, change, changes, theme, line.width),
                None => continue,
            },
            ChangeRow::Came(_, doc) => document(app, *doc, "+", theme, line.width),
            ChangeRow::Went(_, doc) => document(app, *doc, "-", theme, line.width),
        };
        frame.buffer_mut().set_line(line.x, y, &text, line.width);
        hits.push(line, Action::Row(Panel::PlotList, i));
        if i == app.tune.list().selected {
            let role = match app.tune.focus {
                Focus::Plot => Role::Selected,
                Focus::Sliders => Role::SelectedElsewhere,
            };
            frame.buffer_mut().set_style(line, theme.style(role));
        }
    }
    bar(theme, area, (from, visible, all.len()), frame);
}

/// One change: its kind, the sizes before and after, and a representative document.
fn headline<'a>(
    app: &App,
    change: &Change,
    changes: &Changes,
    theme: &Theme,
    width: u16,
) -> Line<'a> {
    let sizes = |clustering: &crate::cluster::Clustering, of: &[usize]| -> String {
        const LISTED: usize = 5;
        let mut sizes: Vec<usize> = of.iter().map(|i| clustering.clusters[*i].size()).collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        let mut text: Vec<String> = sizes.iter().take(LISTED).map(ToString::to_string).collect();
        if sizes.len() > LISTED {
            text.push(format!("{} more", sizes.len() - LISTED));
        }
        match text.is_empty() {
            true => "none".into(),
            false => text.join("+"),
        }
    };
    let arrow = theme.glyphs().pick(" → ", " -> ");
    let before = sizes(&changes.before, &change.before);
    let after = sizes(&changes.after, &change.after);
    let text = format!("{before}{arrow}{after}");
    let role = match change.kind {
        Kind::Merged | Kind::Split | Kind::Rearranged => Role::Threshold,
        Kind::Appeared | Kind::Grew => Role::Estimate,
        Kind::Vanished | Kind::Shrank | Kind::Exchanged => Role::Warning,
    };
    let mut spans = vec![
        Span::styled(format!("{:<11}", change.kind.name()), theme.style(role)),
        Span::styled(format!("{text:<16}"), theme.style(Role::Exact)),
    ];
    let taken: usize = spans.iter().map(Span::width).sum();
    let room = usize::from(width).saturating_sub(taken + 1);
    let clusters = |clustering: &crate::cluster::Clustering, of: &[usize]| {
        Some(clustering.clusters.get(*of.first()?)?.representative)
    };
    let doc = clusters(&changes.after, &change.after)
        .or_else(|| clusters(&changes.before, &change.before));
    let collection = app.data.collection.as_deref();
    if let (Some(doc), Some(collection)) = (doc, collection)
        && doc.index() < collection.len()
    {
        let name = figures::path(collection.id(doc), room, theme.glyphs());
        spans.push(Span::raw(format!(" {name}")));
    }
    Line::from(spans)
}

fn document<'a>(app: &App, doc: DocNo, sign: &str, theme: &Theme, width: u16) -> Line<'a> {
    let collection = app.data.collection.as_deref();
    let name = match collection.filter(|c| doc.index() < c.len()) {
        Some(collection) => {
            let room = usize::from(width).saturating_sub(6);
            figures::path(collection.id(doc), room, theme.glyphs())
        }
        None => String::new(),
    };
    let role = if sign == "+" {
        Role::OnlyRight
    } else {
        Role::Warning
    };
    let sign_style = theme
        .style(role)
        .remove_modifier(ratatui::style::Modifier::UNDERLINED);
    Line::from(vec![
        Span::styled(format!("   {sign} "), sign_style),
        Span::styled(name, theme.style(Role::Dim)),
    ])
}
