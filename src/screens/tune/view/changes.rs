//! Changes since the clusters were pinned: how many merged, split, appeared and disappeared, and a
//! list of them from which documents can be opened.

use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};

use super::{empty, list_rows};
use crate::app::App;
use crate::base::DocNo;
use crate::base::units::{count, counted};
use crate::cluster::Clustering;
use crate::engine::message::Changes;
use crate::lab::changes::{Change, ChangeKind};
use crate::screens::tune::state::{ChangeRow, View};
use crate::typeset::figures::{self, threshold};
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::hit_map::HitMap;
use crate::ui::phrases::documents;
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::end_cut;
use crate::ui::widgets::paint::LineWidth;

/// Draws the differing settings into `head`, the overview and the list into `body`.
pub fn draw(app: &App, head: Rect, body: Rect, cx: &mut DrawContext<'_, '_>, hits: &mut HitMap) {
    let theme = cx.theme;
    let Some(differs) = differs(app) else {
        return cx.explain_empty(body, &empty::sentences(app));
    };
    let question = View::Changes.question();
    let text = theme.own(&format!("{question}  since the pin: {differs}"));
    let text = end_cut(&text, head.width.into(), theme.glyphs());
    cx.words(head, &text, cx.style(Role::Dim));
    let Some(changes) = app.tune.results.changes.as_deref() else {
        cx.words(body, &theme.own("comparing …"), cx.style(Role::Dim));
        return;
    };
    let overview = overview(changes, theme, body.width);
    cx.lines(body, &overview);
    let list = area::below_from(body, body.y + overview.len() as u16 + 1);
    if list.height > 0 {
        let rows = &app.tune.changed;
        let line = |i: usize, width| match rows.get(i)? {
            ChangeRow::Change(at) => {
                let change = changes.changes.get(*at)?;
                Some(headline(app, change, changes, theme, width))
            }
            ChangeRow::Came(_, doc) => Some(document(app, *doc, "+", theme, width)),
            ChangeRow::Went(_, doc) => Some(document(app, *doc, "-", theme, width)),
        };
        list_rows::draw(app, rows.len(), line, list, cx, hits);
    }
}

/// The settings that differ from those of the pinned clusters; `None` if none are pinned.
fn differs(app: &App) -> Option<String> {
    let pin = app.tune.pinned.as_ref()?;
    let (before, now) = (&pin.analysis_config, app.reanalysis.shown());
    let mut parts = Vec::new();
    let pinned = pin.clustering.threshold;
    if pinned != app.threshold {
        let (from, to) = (threshold(pinned), threshold(app.threshold));
        parts.push(format!("threshold {from} to {to}"));
    }
    for setting in before.changed(now) {
        let (from, to) = (setting.text(before), setting.text(now));
        parts.push(format!("{} {from} to {to}", setting.name));
    }
    Some(if parts.is_empty() {
        "nothing is set otherwise".into()
    } else {
        parts.join(", ")
    })
}

/// Numbers of clusters before and after, and of each kind of change.
fn overview<'a>(changes: &Changes, theme: &Theme, width: u16) -> [Line<'a>; 2] {
    let arrow = theme.glyphs().pick(" → ", " -> ");
    let first = |short: bool| {
        let size = |clustering: &Clustering, short: bool| {
            let many = clustering.clusters.len() as u64;
            let text = if short {
                format!(
                    "{} of {}",
                    count(many),
                    count(clustering.clustered() as u64)
                )
            } else {
                let clusters = counted(many, "cluster", "clusters");
                format!("{clusters} of {}", documents(clustering.clustered()))
            };
            theme.span(Role::Exact, text)
        };
        Line::from(vec![
            size(&changes.before, false),
            theme.span(Role::Dim, arrow),
            size(&changes.after, short),
        ])
    };
    let fits = |line: &Line<'_>| line.columns() <= width.into();
    let first = Some(first(false))
        .filter(fits)
        .unwrap_or_else(|| first(true));
    let kinds = [
        ChangeKind::Merged,
        ChangeKind::Split,
        ChangeKind::Rearranged,
        ChangeKind::Appeared,
        ChangeKind::Vanished,
        ChangeKind::Changed,
    ];
    let all = &changes.changes;
    let many = |kind: &ChangeKind| all.iter().filter(|c| c.kind == *kind).count();
    let kinds = kinds.iter().map(|kind| (kind.name(), many(kind)));
    let parts: Vec<String> = kinds
        .filter(|(_, n)| *n > 0)
        .map(|(name, n)| format!("{} {name}", count(n as u64)))
        .collect();
    let moved: usize = all.iter().map(|c| c.came.len() + c.went.len()).sum();
    let second = if parts.is_empty() {
        "every cluster is as it was".to_owned()
    } else {
        format!("{}; {} came or went", parts.join(", "), documents(moved))
    };
    let second = end_cut(&second, width.into(), theme.glyphs());
    [first, theme.line(Role::Dim, second)]
}

/// One change: its kind, the sizes before and after, and a representative document.
fn headline<'a>(
    app: &App,
    change: &Change,
    changes: &Changes,
    theme: &Theme,
    width: u16,
) -> Line<'a> {
    let sizes = |clustering: &Clustering, indices: &[usize]| -> String {
        const LISTED: usize = 5;
        let mut sizes: Vec<usize> = indices
            .iter()
            .map(|i| clustering.clusters[*i].size())
            .collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        let mut text: Vec<String> = sizes.iter().take(LISTED).map(ToString::to_string).collect();
        if sizes.len() > LISTED {
            text.push(format!("{} more", sizes.len() - LISTED));
        }
        if text.is_empty() {
            "none".into()
        } else {
            text.join("+")
        }
    };
    let arrow = theme.glyphs().pick(" → ", " -> ");
    let before = sizes(&changes.before, &change.before);
    let after = sizes(&changes.after, &change.after);
    let role = match change.kind {
        ChangeKind::Merged | ChangeKind::Split | ChangeKind::Rearranged => Role::Threshold,
        ChangeKind::Appeared => Role::Estimate,
        ChangeKind::Vanished | ChangeKind::Changed => Role::Warning,
    };
    let text = format!("{before}{arrow}{after}");
    let mut line = Line::from(vec![
        theme.span(role, format!("{:<11}", change.kind.name())),
        theme.span(Role::Exact, format!("{text:<16}")),
    ]);
    let room = usize::from(width).saturating_sub(line.columns() + 1);
    let representative = |clustering: &Clustering, indices: &[usize]| {
        Some(clustering.clusters.get(*indices.first()?)?.representative)
    };
    let doc = representative(&changes.after, &change.after)
        .or_else(|| representative(&changes.before, &change.before));
    if let Some(name) = doc.and_then(|doc| name(app, doc, room, theme)) {
        line.push_span(Span::raw(format!(" {name}")));
    }
    line
}

/// The name of a document in at most `room` columns.
fn name(app: &App, doc: DocNo, room: usize, theme: &Theme) -> Option<String> {
    let collection = app.data.named.as_ref();
    let collection = collection.filter(|c| doc.index() < c.len())?;
    Some(figures::path(collection.id(doc), room, theme.glyphs()))
}

fn document<'a>(app: &App, doc: DocNo, sign: &str, theme: &Theme, width: u16) -> Line<'a> {
    let name = name(app, doc, usize::from(width).saturating_sub(6), theme);
    let role = match sign {
        "+" => Role::OnlyRight,
        _ => Role::Warning,
    };
    let style = theme.style(role).remove_modifier(Modifier::UNDERLINED);
    Line::from(vec![
        Span::styled(format!("   {sign} "), style),
        theme.span(Role::Dim, name.unwrap_or_default()),
    ])
}
