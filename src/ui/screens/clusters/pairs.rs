//! The histogram of pair similarities, with the position of the threshold.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::app::{Action, App};
use crate::base::units::count;
use crate::candidates::{PairSet, PairSetInfo};
use crate::ui::hit_map::HitMap;
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::panel::Panel as Framed;
use crate::ui::widgets::{measure, top_line};

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
pub fn draw(app: &App, theme: &Theme, area: Rect, frame: &mut Frame<'_>, hits: &mut HitMap) {
    let Some(pairs) = app.data.pairs.as_deref() else {
        return;
    };
    let total = app.data.histogram.total();
    let right = app.data.histogram.at_or_above(pairs, app.threshold);
    let beside = area.width >= 100;
    let inner = frame_of(theme, pairs, total, (!beside).then_some(right), area.width).draw(
        frame.buffer_mut(),
        area,
        theme,
        theme.glyphs(),
    );
    let mut room = Rect {
        x: inner.x + 1,
        width: inner.width.saturating_sub(2),
        ..inner
    };
    if room.height < 2 || room.width < 12 {
        return;
    }
    if beside {
        room.width -= BESIDE;
    }
    let plot = plot(app, pairs, room);
    if beside {
        let x = room.x + plot.bins.len() as u16 * plot.wide + 4;
        let width = inner.right().saturating_sub(x);
        let place = Rect { x, width, ..inner };
        figures(app, theme, total - right, right, place, frame);
    }
    bars(&plot, app, theme, frame);
    axis(&plot, theme, frame);
    // A click sets the threshold to the lower edge of the bin.
    for (i, _) in plot.bins.iter().enumerate() {
        let value = ((plot.floor + i * plot.step) as f64 / 100.0).min(1.0);
        let x = plot.area.x + i as u16 * plot.wide;
        hits.push(
            Rect {
                x,
                width: plot.wide,
                ..plot.area
            },
            Action::Threshold(value),
        );
    }
}

fn frame_of<'a>(
    theme: &Theme,
    pairs: &PairSet,
    total: u64,
    right: Option<u64>,
    width: u16,
) -> Framed<'a> {
    let dim = theme.style(Role::Dim);
    let dot = theme.glyphs().pick(" · ", " | ");
    let found = &pairs.found;
    let floor = top_line::threshold(found.floor);
    let title = vec![
        Span::styled(
            format!("Pairs by exact {}", measure(found.measure)),
            theme.style(Role::Title),
        ),
        Span::styled(format!("{dot}{} kept from {floor}", count(total)), dim),
    ];
    let title = Line::from(title);
    let room = usize::from(width).saturating_sub(title.width() + 7);
    let corner = how(theme, found, room);
    let foot = match right {
        Some(right) => Line::from(vec![
            Span::styled(format!("{} below", count(total - right)), dim),
            Span::styled(
                theme.glyphs().pick(" ┃ ", " | "),
                theme.style(Role::Threshold),
            ),
            Span::styled(format!("{} at or above", count(right)), dim),
        ]),
        None => Line::styled("heights on a log scale", dim),
    };
    Framed {
        title,
        corner,
        foot_corner: foot,
        ..Framed::default()
    }
}

/// How the pairs were found, as fully as room allows; what was set aside comes first.
fn how<'a>(theme: &Theme, found: &PairSetInfo, room: usize) -> Line<'a> {
    let dim = theme.style(Role::Dim);
    let dot = theme.glyphs().pick(" · ", " | ");
    let times = theme.glyphs().pick("×", "x");
    let bands = found.bands.map(|(b, r)| format!(" {b}{times}{r}"));
    let bands = bands.unwrap_or_default();
    let (method, candidates) = (found.method, count(found.candidates));
    let promise = if found.complete {
        "all of them"
    } else {
        "some may be missing"
    };
    // Further notes on this run: what makes a pair a candidate, and what cannot be found.
    let noted = |tail: &str| match found.note.as_str() {
        "" => String::new(),
        note => format!("by {method}: {note}{tail}"),
    };
    let tails = [
        noted(&format!(
            "{dot}{candidates} candidates counted{dot}{promise}"
        )),
        noted(&format!("{dot}{promise}")),
        format!("by {method}{bands}{dot}{candidates} candidates counted{dot}{promise}"),
        format!("by {method}{bands}{dot}{candidates} candidates{dot}{promise}"),
        format!("by {method}{bands}{dot}{promise}"),
        format!("by {method}{dot}{promise}"),
        promise.to_owned(),
        String::new(),
    ];
    let heads = match found.capped {
        0 => vec![String::new()],
        n => vec![
            format!("{} candidates set aside", count(n)),
            format!("{} set aside", count(n)),
        ],
    };
    let last = tails.len() - 1;
    let tails = tails.iter().enumerate();
    let said = tails.filter(|(i, tail)| *i == last || !tail.is_empty());
    let mut choices = said.flat_map(|(_, tail)| {
        heads.iter().map(move |head| {
            let between = if head.is_empty() || tail.is_empty() {
                ""
            } else {
                dot
            };
            Line::from(vec![
                Span::styled(head.clone(), theme.style(Role::Warning)),
                Span::styled(format!("{between}{tail}"), dim),
            ])
        })
    });
    let fitting = choices.find(|line| line.width() <= room);
    fitting.unwrap_or_default()
}

fn figures(app: &App, theme: &Theme, left: u64, right: u64, area: Rect, frame: &mut Frame<'_>) {
    let dim = theme.style(Role::Dim);
    let line = |label: &'static str, n: u64| {
        Line::from(vec![
            Span::styled(format!("{:>10} ", count(n)), theme.style(Role::Exact)),
            Span::styled(label, dim),
        ])
    };
    let bar = theme.glyphs().pick("┃", "|");
    let threshold = top_line::threshold(app.threshold);
    let lines = [
        Line::from(vec![
            Span::styled(format!("{bar} {threshold}"), theme.style(Role::Threshold)),
            Span::styled("  threshold", dim),
        ]),
        line("at or above", right),
        line("below", left),
    ];
    for (y, line) in (area.y..area.bottom()).zip(lines) {
        frame.buffer_mut().set_line(area.x, y, &line, area.width);
    }
}

fn plot(app: &App, pairs: &PairSet, room: Rect) -> Plot {
    // One column is reserved for the threshold's line.
    let columns = usize::from(room.width.saturating_sub(1)).max(2);
    let floor = ((pairs.found.floor * 100.0).floor() as usize).min(99);
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

fn bars(plot: &Plot, app: &App, theme: &Theme, frame: &mut Frame<'_>) {
    let rows = plot.area.height - 1;
    let most = plot.bins.iter().copied().max().unwrap_or(0).max(1);
    let line_at = plot.threshold_bin(app.threshold);
    let glyphs = theme.glyphs().pick(EIGHTHS, PLAIN);
    let buffer = frame.buffer_mut();
    for (i, n) in plot.bins.iter().enumerate() {
        // The line takes a column, so everything to its right is shifted by one.
        let x = plot.area.x + i as u16 * plot.wide + u16::from(i >= line_at);
        let scaled = ((*n + 1) as f64).ln() / ((most + 1) as f64).ln();
        let full = u16::from(*n > 0).max((scaled * f64::from(rows * 8)).round() as u16);
        let role = if i >= line_at { Role::Bar } else { Role::Dim };
        for row in 0..rows {
            let eighths = full.saturating_sub(row * 8).min(8);
            if eighths == 0 {
                break;
            }
            let y = plot.area.y + rows - 1 - row;
            let bar = glyphs[usize::from(eighths)];
            for x in (x..x + plot.wide).filter(|x| *x < plot.area.right()) {
                buffer[(x, y)].set_symbol(bar).set_style(theme.style(role));
            }
        }
    }
    let x = plot.area.x + line_at as u16 * plot.wide;
    let style = theme.style(Role::Threshold);
    if x < plot.area.right() {
        for y in plot.area.y..plot.area.y + rows {
            buffer[(x, y)]
                .set_symbol(theme.glyphs().pick("┃", "|"))
                .set_style(style);
        }
        let text = top_line::threshold(app.threshold);
        let at = x.min(plot.area.right().saturating_sub(text.len() as u16));
        buffer.set_stringn(at, plot.area.y + rows, text, 6, style);
    }
}

/// Labels at the tenths, where they do not collide with the threshold's value.
fn axis(plot: &Plot, theme: &Theme, frame: &mut Frame<'_>) {
    let y = plot.area.bottom() - 1;
    let dim = theme.style(Role::Dim);
    let buffer = frame.buffer_mut();
    let labels = (0..=10).filter_map(|tenth: usize| {
        let hundredths = (tenth * 10).checked_sub(plot.floor)?;
        let bin = (hundredths / plot.step).min(plot.bins.len().saturating_sub(1));
        let text = if tenth == 10 {
            "1".to_owned()
        } else {
            format!(".{tenth}")
        };
        Some((bin, text))
    });
    for (bin, text) in labels {
        // Right of the threshold's line everything is shifted by one column; labels stay below
        // their bars.
        let base = plot.area.x + bin as u16 * plot.wide;
        let taken = |x: u16| x < plot.area.right() && buffer[(x, y)].symbol() != " ";
        let x = base + u16::from((plot.area.x..=base).any(taken));
        let end = x + text.len() as u16;
        if end <= plot.area.right() && !(x.saturating_sub(1)..=end).any(taken) {
            buffer.set_stringn(x, y, text, 2, dim);
        }
    }
}
