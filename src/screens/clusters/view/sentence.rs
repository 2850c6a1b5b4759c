//! The rows above the panels: how many clusters there are and how many pairs have copied text; and the histogram of pair
//! similarities with the threshold among its bars.

use crate::app::{Action, App, Command};
use crate::base::units::{count, counted};
use crate::base::width::Width;
use crate::candidates::PairSet;
use crate::evidence::copied_text;
use crate::settings::KEPT_FROM;
use crate::typeset::figures::threshold;
use crate::ui::phrases::{counting_copied, first_fitting, out_of};
use crate::ui::widgets::paint;
use crate::ui::{DrawContext, LineWidth, Role, area};
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// Draws the line if there is a sentence and room for it; returns the rest of `area`. If there are no clusters, their
/// panel shows that.
pub fn draw(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>) -> Rect {
    let clusters = app.data.clustering.as_ref();
    let any = clusters.is_some_and(|clusters| !clusters.clusters.is_empty());
    let wordings = wordings(app);
    if wordings.is_empty() || !any || area.height < 12 {
        return area;
    }
    let (row, rest) = area::split_top(area, 1);
    let row = area::indented(row);
    let text = first_fitting(wordings, |text| text.width() <= row.width.into());
    cx.words(row, &text.unwrap_or_default(), cx.style(Role::Text));
    rest
}

/// The wordings of the counts, the longest first; empty if there is nothing to show yet. For example
/// `22 clusters hold 53 of 80 documents.  62 pairs share copied text.`.
pub fn wordings(app: &App) -> Vec<String> {
    let mut wordings = Vec::new();
    if let Some(progress) = app.data.counting {
        let stop = app.keymap.label(Command::Escape);
        let progress_text = counting_copied(progress, app.start.calm);
        wordings.extend([format!("{progress_text}; {stop} stops"), progress_text]);
    } else if let Some(copied) = app.data.copied.as_ref().filter(|c| !c.pairs.is_empty()) {
        let share = copied_text::pairs_share(&copied.pairs, |copied| Some(copied.evidence));
        wordings.extend(share.into_iter().skip(1).map(|text| text + "."));
    }
    if let (Some(clustering), Some(collection)) = (&app.data.clustering, &app.data.collection)
        && !clustering.clusters.is_empty()
    {
        let clusters = clustering.clusters.len() as u64;
        let clusters = counted(clusters, "cluster holds", "clusters hold");
        let documents = out_of(clustering.clustered() as u64, collection.len() as u64);
        let clusters = format!("{clusters} {documents} documents.");
        let with_clusters = |copied: &String| format!("{clusters}  {copied}");
        let both = Vec::from_iter(wordings.iter().map(with_clusters));
        let is_counting = app.data.counting.is_some();
        wordings.insert(usize::from(is_counting) * wordings.len(), clusters);
        wordings.splice(0..0, both);
    }
    wordings
}

const EIGHTHS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
const PLAIN: [&str; 9] = [" ", ".", ".", ":", ":", "|", "|", "#", "#"];
/// Maximum number of columns of the bars.
const MAX_COLUMNS: u16 = 72;
/// Minimum width and height of the area for a histogram.
const MIN_SIZE: (u16, u16) = (40, 12);

/// Width of the row from which the bars have a label.
const NAMED: u16 = 90;

/// Draws the histogram if there is room for it; returns the rest of `area`.
pub fn histogram(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>) -> Rect {
    let has_room = area.width >= MIN_SIZE.0 && area.height >= MIN_SIZE.1;
    let Some(pairs) = app.data.pairs.as_deref().filter(|_| has_room) else {
        return area;
    };
    let (line_area, rest) = area::split_top(area, 1);
    let row = area::indented(line_area);
    let (histogram, theme) = (&app.data.histogram, cx.theme);
    // The axis begins at `KEPT_FROM`, or at a lower threshold, so that it rarely changes.
    let lowest = pairs.info.floor.max(KEPT_FROM.min(app.threshold));
    let floor = ((lowest * 100.0).floor() as usize).min(99);
    // One column is for the threshold.
    let columns = usize::from((row.width / 2).min(MAX_COLUMNS)) - 1;
    let step = (100 - floor).div_ceil(columns.max(2) - 1);
    let bins = histogram.bins(floor, step);
    let hundredths = app.threshold * 100.0 - floor as f64;
    let line_at = (hundredths / step as f64).round().max(0.0) as usize;
    let line_at = line_at.min(bins.len().saturating_sub(1));
    let most = bins.iter().copied().max().unwrap_or(0).max(1);
    let glyphs = cx.glyphs.pick(EIGHTHS, PLAIN);
    let label = if row.width >= NAMED {
        "similarity  "
    } else {
        ""
    };
    let least = format!("{label}{} ", threshold(lowest));
    let mut x = cx.words(row, &least, cx.style(Role::Dim));
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
        cx.hits.push(bar, Action::Threshold(value));
    }
    let reached = histogram.at_or_above(pairs, app.threshold);
    let reached = counted(reached, "pair", "pairs");
    let [down, up] =
        [Command::ThresholdDown, Command::ThresholdUp].map(|command| app.keymap.label(command));
    let (sign, least) = (cx.glyphs.pick("≥", ">="), threshold(app.threshold));
    let at_least = format!(" {sign} {least}");
    let mut line = Line::from(vec![
        Span::raw("   "),
        theme.span(Role::Exact, reached),
        theme.span(Role::Threshold, at_least),
        theme.span(Role::Key, format!("   {down} {up}")),
        theme.span(Role::Dim, " threshold"),
    ]);
    let beside = area::right_from(row, x);
    let room = usize::from(beside.width).saturating_sub(line.columns() + 3);
    if let Some(missing) = first_fitting(missing(pairs), |text| text.width() <= room) {
        line.push_span(theme.span(Role::Warning, format!("   {missing}")));
    }
    cx.line(beside, &line);
    if app.at_other_settings() {
        paint::dim(theme, line_area, cx.frame.buffer_mut());
    }
    rest
}

/// Notes on pairs that are missing or may be missing, the longest wording first; empty if all are listed.
fn missing(pairs: &PairSet) -> Vec<String> {
    let info = &pairs.info;
    let mut parts = Vec::new();
    if info.capped > 0 {
        parts.push(format!("{} candidates set aside", count(info.capped)));
    }
    if !info.complete {
        let part = match (pairs.dense.is_some(), info.stopped) {
            (true, _) => "of near-copies the most similar, and the pairs that link them",
            (false, true) => "stopped: some may be missing",
            (false, false) => "some may be missing",
        };
        parts.push(part.to_owned());
    }
    let Some(first) = parts.first().cloned() else {
        return parts;
    };
    let all = parts.join("; ");
    let has_note = !info.note.is_empty() && !info.complete;
    let with_note = has_note.then(|| format!("{all}: {}", info.note));
    with_note.into_iter().chain([all, first]).collect()
}
