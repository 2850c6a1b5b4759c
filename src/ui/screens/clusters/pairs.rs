//! The histogram of pair similarities, with the position of the threshold.

use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::app::state::clusters::Aside;
use crate::app::{Action, App};
use crate::base::units::{count, counted};
use crate::candidates::PairSet;
use crate::typeset::figures::threshold;
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::hit_map::HitMap;
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::paint::LineWidth;
use crate::ui::widgets::panel::PanelFrame;
use crate::ui::widgets::{measure, paint};

const EIGHTHS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
const PLAIN: [&str; 9] = [" ", ".", ".", ":", ":", "|", "|", "#", "#"];
/// Columns kept free for the figures beside the histogram, if they do not fit on the frame.
const BESIDE: u16 = 26;

/// Layout of the bins on the screen.
struct Plot {
    area: Rect,
    /// Lower edge of the first bin, in hundredths.
    floor: usize,
    /// Width of a bin, in hundredths.
    step: usize,
    /// Columns per bin.
    wide: u16,
    bins: Vec<u64>,
}

/// Draws the panel.
pub fn draw(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>, hits: &mut HitMap) {
    let Some(pairs) = app.data.pairs.as_deref() else {
        return;
    };
    let histogram = &app.data.histogram;
    let counts = Counts {
        total: histogram.total(),
        reached: histogram.at_or_above(pairs, app.threshold),
    };
    let beside = area.width >= 100;
    let inner = cx.panel(
        area,
        PanelFrame {
            focused: app.clusters.aside == Some(Aside::Pairs),
            ..framed(cx.theme, pairs, counts, area.width, beside)
        },
    );
    let mut room = area::indented(inner);
    if room.height < 2 || room.width < 12 {
        return;
    }
    if beside {
        room.width -= BESIDE;
    }
    let plot = plot(app, pairs, room);
    if beside {
        let x = room.x + plot.bins.len() as u16 * plot.wide + 4;
        let lines = figures(app, cx.theme, counts);
        cx.lines(area::right_from(inner, x), &lines);
    }
    bars(&plot, app, cx);
    axis(&plot, cx);
    // A click sets the threshold to the lower edge of the bin.
    for (i, _) in plot.bins.iter().enumerate() {
        let value = ((plot.floor + i * plot.step) as f64 / 100.0).min(1.0);
        let x = plot.area.x + i as u16 * plot.wide;
        let bin = area::columns(plot.area, x, plot.wide);
        hits.push(bin, Action::Threshold(value));
    }
}

/// Numbers of pairs.
#[derive(Clone, Copy)]
struct Counts {
    /// All that are kept.
    total: u64,
    /// Those at or above the threshold.
    reached: u64,
}

impl Counts {
    fn below(self) -> u64 {
        self.total - self.reached
    }
}

fn framed<'a>(
    theme: &Theme,
    pairs: &PairSet,
    counts: Counts,
    width: u16,
    beside: bool,
) -> PanelFrame<'a> {
    let dot = theme.dot();
    let found = &pairs.info;
    let (kept, floor) = (count(counts.total), threshold(found.floor));
    let title = Line::from(vec![
        theme.span(Role::Key, "4 "),
        theme.span(
            Role::Title,
            format!("Pairs by exact {}", measure(found.measure)),
        ),
        theme.span(Role::Dim, format!("{dot}{kept} kept from {floor}")),
    ]);
    let room = usize::from(width).saturating_sub(title.columns() + 7);
    let foot_corner = if beside {
        theme.line(Role::Dim, "heights on a log scale")
    } else {
        let (below, reached) = (count(counts.below()), count(counts.reached));
        Line::from(vec![
            theme.span(Role::Dim, format!("{below} below")),
            theme.span(Role::Threshold, theme.glyphs().pick(" ┃ ", " | ")),
            theme.span(Role::Dim, format!("{reached} at or above")),
        ])
    };
    PanelFrame {
        title,
        corner: how(theme, pairs, room),
        foot_corner,
        ..PanelFrame::default()
    }
}

/// How the pairs were found, as fully as room allows; what was set aside comes first.
fn how<'a>(theme: &Theme, pairs: &PairSet, room: usize) -> Line<'a> {
    let (found, is_dense) = (&pairs.info, pairs.dense.is_some());
    let dot = theme.dot();
    let times = theme.glyphs().pick("×", "x");
    let bands = found.bands.map(|(b, r)| format!(" {b}{times}{r}"));
    let bands = bands.unwrap_or_default();
    let candidates = counted(found.candidates, "candidate", "candidates");
    let method = found.method;
    let promise = match found.complete {
        true => "all of them",
        false if is_dense => "of near-copies the most similar, and what links them",
        false if found.stopped => "stopped: some may be missing",
        false => "some may be missing",
    };
    let long = format!("{dot}{candidates} counted{dot}{promise}");
    let mut tails = Vec::new();
    // Further notes on this run: what makes a pair a candidate, and what cannot be found.
    if !found.note.is_empty() {
        let note = &found.note;
        tails.push(format!("by {method}: {note}{long}"));
        tails.push(format!("by {method}: {note}{dot}{promise}"));
    }
    tails.extend([
        format!("by {method}{bands}{long}"),
        format!("by {method}{bands}{dot}{candidates}{dot}{promise}"),
        format!("by {method}{bands}{dot}{promise}"),
        format!("by {method}{dot}{promise}"),
        promise.to_owned(),
        String::new(),
    ]);
    let set_aside = count(found.capped);
    let heads = match found.capped {
        0 => vec![String::new()],
        _ => vec![
            format!("{set_aside} candidates set aside"),
            format!("{set_aside} set aside"),
        ],
    };
    let mut choices = tails.iter().flat_map(|tail| {
        heads.iter().map(move |head| {
            let both = !head.is_empty() && !tail.is_empty();
            let between = if both { dot } else { "" };
            Line::from(vec![
                theme.span(Role::Warning, head.clone()),
                theme.span(Role::Dim, format!("{between}{tail}")),
            ])
        })
    });
    let fitting = choices.find(|line| line.columns() <= room);
    fitting.unwrap_or_default()
}

/// The threshold, and the numbers of pairs on either side of it.
fn figures<'a>(app: &App, theme: &Theme, counts: Counts) -> [Line<'a>; 3] {
    let line = |label: &'static str, n: u64| {
        Line::from(vec![
            theme.span(Role::Exact, format!("{:>10} ", count(n))),
            theme.span(Role::Dim, label),
        ])
    };
    let bar = theme.glyphs().pick("┃", "|");
    let at = threshold(app.threshold);
    let first = Line::from(vec![
        theme.span(Role::Threshold, format!("{bar} {at}")),
        theme.span(Role::Dim, "  threshold"),
    ]);
    let (reached, below) = (counts.reached, counts.below());
    [first, line("at or above", reached), line("below", below)]
}

fn plot(app: &App, pairs: &PairSet, room: Rect) -> Plot {
    // One column is reserved for the threshold's line.
    let columns = usize::from(room.width.saturating_sub(1)).max(2);
    let floor = ((pairs.info.floor * 100.0).floor() as usize).min(99);
    let mut step = 1;
    while (100 - floor).div_ceil(step) + 1 > columns {
        step += 1;
    }
    let bins = app.data.histogram.bins(floor, step);
    let wide = (columns / bins.len().max(1)).clamp(1, 3) as u16;
    Plot {
        area: room,
        floor,
        step,
        wide,
        bins,
    }
}

impl Plot {
    /// The bin that begins at the threshold: bars from there on are drawn right of its line.
    fn threshold_bin(&self, threshold: f64) -> usize {
        let hundredths = threshold * 100.0 - self.floor as f64;
        let bin = (hundredths / self.step as f64).round().max(0.0) as usize;
        bin.min(self.bins.len().saturating_sub(1))
    }
}

fn bars(plot: &Plot, app: &App, cx: &mut DrawContext<'_, '_>) {
    let rows = plot.area.height - 1;
    let most = plot.bins.iter().copied().max().unwrap_or(0).max(1);
    let line_at = plot.threshold_bin(app.threshold);
    let glyphs = cx.glyphs.pick(EIGHTHS, PLAIN);
    for (i, n) in plot.bins.iter().enumerate() {
        // The line takes a column, so everything to its right is shifted by one.
        let x = plot.area.x + i as u16 * plot.wide + u16::from(i >= line_at);
        let scaled = ((*n + 1) as f64).ln() / ((most + 1) as f64).ln();
        let full = u16::from(*n > 0).max((scaled * f64::from(rows * 8)).round() as u16);
        let style = cx.style(if i >= line_at { Role::Bar } else { Role::Dim });
        for row in 0..rows {
            let eighths = full.saturating_sub(row * 8).min(8);
            if eighths == 0 {
                break;
            }
            let y = plot.area.y + rows - 1 - row;
            let bar = glyphs[usize::from(eighths)];
            for x in (x..x + plot.wide).filter(|x| *x < plot.area.right()) {
                cx.buffer()[(x, y)].set_symbol(bar).set_style(style);
            }
        }
    }
    let x = plot.area.x + line_at as u16 * plot.wide;
    if x < plot.area.right() {
        let (style, sign) = (cx.style(Role::Threshold), cx.glyphs.pick("┃", "|"));
        let (above, below) = area::split_top(plot.area, rows);
        for row in above.rows() {
            cx.words(area::columns(row, x, 1), sign, style);
        }
        let text = threshold(app.threshold);
        let at = x.min(plot.area.right().saturating_sub(text.len() as u16));
        cx.words(area::columns(below, at, 6), &text, style);
    }
}

/// Labels at the tenths, where they do not collide with the threshold's value.
fn axis(plot: &Plot, cx: &mut DrawContext<'_, '_>) {
    let y = plot.area.bottom() - 1;
    let dim = cx.style(Role::Dim);
    let buffer = cx.buffer();
    for tenth in 0..=10 {
        let Some(hundredths) = (tenth * 10_usize).checked_sub(plot.floor) else {
            continue;
        };
        let bin = (hundredths / plot.step).min(plot.bins.len().saturating_sub(1));
        let text = match tenth {
            10 => "1".to_owned(),
            _ => format!(".{tenth}"),
        };
        // Right of the threshold's line everything is shifted by one column; labels stay below
        // their bars.
        let base = plot.area.x + bin as u16 * plot.wide;
        let taken = |x: u16| x < plot.area.right() && buffer[(x, y)].symbol() != " ";
        let x = base + u16::from((plot.area.x..=base).any(taken));
        let end = x + text.len() as u16;
        if end <= plot.area.right() && !(x.saturating_sub(1)..=end).any(taken) {
            paint::words(buffer, x, y, 2, &text, dim);
        }
    }
}
