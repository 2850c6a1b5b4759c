//! The rows above the panels: how many clusters there are and how many pairs have copied text; and the histogram of pair
//! similarities with the threshold among its bars.

use crate::app::{Action, App, Command};
use crate::base::units::{count, counted};
use crate::candidates::PairSet;
use crate::typeset::figures;
use crate::typeset::figures::threshold;
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::hit_map::HitMap;
use crate::ui::phrases::{counting_copied, out_of};
use crate::ui::theme::Role;
use crate::ui::widgets::paint::LineWidth;
use ratatui::layout::Rect;
use ratatui::text::Line;

/// Rows that the line takes: 1 if there is something to say and room for it. Where there are no clusters,
/// their panel says it.
pub fn height(app: &App, area: Rect) -> u16 {
    let clusters = app.data.clustering.as_ref();
    let any = clusters.is_some_and(|clusters| !clusters.clusters.is_empty());
    u16::from(area.height >= 12 && any && sentence(app).is_some())
}

/// Draws the line. It stands out where few documents are in clusters, beside those with copied text.
pub fn draw(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>) {
    if let Some(sentence) = sentence(app) {
        let role = if few(app) { Role::Title } else { Role::Dim };
        let inner = area::indented(area);
        let text = figures::middle(&sentence, usize::from(inner.width), cx.glyphs);
        cx.words(inner, &text, cx.style(role));
    }
}

/// `22 clusters hold 53 of 80 documents.  62 pairs share copied text (2).`; `None` until it is counted, or if there is
/// nothing to show.
pub fn sentence(app: &App) -> Option<String> {
    if let Some(progress) = app.data.counting {
        let stop = app.keymap.label(Command::Escape);
        let far = counting_copied(progress, app.start.calm);
        return Some(format!("{far}; {stop} stops"));
    }
    let key = app.keymap.label(Command::Pairs);
    let pairs = app
        .data
        .copied
        .as_ref()
        .map_or(0, |copied| copied.text.pairs.len());
    let copied = (pairs > 0).then(|| {
        let pairs = counted(pairs as u64, "pair shares", "pairs share");
        format!("{pairs} copied text ({key}).")
    });
    let parts: Vec<String> = clusters(app).into_iter().chain(copied).collect();
    (!parts.is_empty()).then(|| parts.join("  "))
}

fn clusters(app: &App) -> Option<String> {
    let (clustering, collection) = (app.data.clustering.as_ref()?, app.data.collection.as_ref()?);
    let n = clustering.clusters.len() as u64;
    let clusters = (n > 0).then(|| counted(n, "cluster holds", "clusters hold"))?;
    let documents = out_of(clustering.clustered() as u64, collection.len() as u64);
    Some(format!("{clusters} {documents} documents."))
}

/// Whether fewer than half of the documents with copied text are in a cluster.
fn few(app: &App) -> bool {
    let clustered = app.data.clustering.as_ref().map_or(0, |c| c.clustered());
    let copied = app
        .data
        .copied
        .as_ref()
        .map_or(0, |copied| copied.documents);
    2 * clustered < copied
}

const EIGHTHS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
const PLAIN: [&str; 9] = [" ", ".", ".", ":", ":", "|", "|", "#", "#"];
/// Most columns of the bars.
const WIDEST: u16 = 72;
/// Width and height of the screen from which there is a histogram.
const LEAST: (u16, u16) = (40, 12);

/// Rows of the histogram.
pub fn histogram_height(app: &App, area: Rect) -> u16 {
    let has_room = area.width >= LEAST.0 && area.height >= LEAST.1;
    u16::from(has_room && app.data.pairs.is_some())
}

/// Draws the histogram.
pub fn histogram(app: &App, row: Rect, cx: &mut DrawContext<'_, '_>, hits: &mut HitMap) {
    let Some(pairs) = app.data.pairs.as_deref() else {
        return;
    };
    let row = area::indented(row);
    let (histogram, theme) = (&app.data.histogram, cx.theme);
    let floor = ((pairs.info.floor * 100.0).floor() as usize).min(99);
    // One column is that of the threshold.
    let columns = usize::from((row.width / 2).min(WIDEST)) - 1;
    let step = (100 - floor).div_ceil(columns.max(2) - 1);
    let bins = histogram.bins(floor, step);
    let hundredths = app.threshold * 100.0 - floor as f64;
    let line_at = (hundredths / step as f64).round().max(0.0) as usize;
    let line_at = line_at.min(bins.len().saturating_sub(1));
    let most = bins.iter().copied().max().unwrap_or(0).max(1);
    let glyphs = cx.glyphs.pick(EIGHTHS, PLAIN);
    let mut x = cx.words(
        row,
        &format!("{} ", threshold(pairs.info.floor)),
        cx.style(Role::Dim),
    );
    for (at, n) in bins.iter().enumerate() {
        if at == line_at {
            let sign = cx.glyphs.pick("┃", "|");
            x = cx.words(area::columns(row, x, 1), sign, cx.style(Role::Threshold));
        }
        let scaled = ((*n + 1) as f64).ln() / ((most + 1) as f64).ln();
        let eighths = usize::from(*n > 0).max((scaled * 8.0).round() as usize);
        let role = if at >= line_at { Role::Bar } else { Role::Dim };
        let bar = area::columns(row, x, 1);
        x = cx.words(bar, glyphs[eighths.min(8)], cx.style(role));
        // A click sets the threshold to the lower edge of the bin.
        let value = ((floor + at * step) as f64 / 100.0).min(1.0);
        hits.push(bar, Action::Threshold(value));
    }
    let least = cx.glyphs.pick("≥", ">=");
    let reached = histogram.at_or_above(pairs, app.threshold);
    let key = |command| app.keymap.label(command);
    let keys = [key(Command::ThresholdDown), key(Command::ThresholdUp)];
    let mut line = Line::from(vec![
        theme.span(Role::Dim, " 1   "),
        theme.span(Role::Exact, counted(reached, "pair", "pairs")),
        theme.span(
            Role::Threshold,
            format!(" {least} {}", threshold(app.threshold)),
        ),
        theme.span(Role::Key, format!("  {} {}", keys[0], keys[1])),
    ]);
    let line_area = area::right_from(row, x);
    let room = usize::from(line_area.width).saturating_sub(line.columns() + 3);
    if let Some(missing) = missing(pairs)
        .into_iter()
        .find(|text| text.chars().count() <= room)
    {
        line.push_span(theme.span(Role::Warning, format!("   {missing}")));
    }
    cx.line(line_area, &line);
}

/// What is not among the pairs, or may not be, the most exact wording first; nothing if all are there.
fn missing(pairs: &PairSet) -> Vec<String> {
    let info = &pairs.info;
    let mut parts = Vec::new();
    if info.capped > 0 {
        parts.push(format!("{} candidates set aside", count(info.capped)));
    }
    if !info.complete {
        parts.push(
            match (pairs.dense.is_some(), info.stopped) {
                (true, _) => "of near-copies the most similar, and what links them",
                (false, true) => "stopped: some may be missing",
                (false, false) => "some may be missing",
            }
            .to_owned(),
        );
    }
    let all = parts.join("; ");
    let with_note = format!("{all}: {}", info.note);
    let has_note = !info.note.is_empty() && !info.complete;
    let first = parts.first().cloned();
    let wordings = has_note.then_some(with_note).into_iter().chain([all]);
    wordings.chain(first).collect()
}
