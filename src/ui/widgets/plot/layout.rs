//! Layout of a plot: the areas of its parts, and which of them fit.

use ratatui::layout::Rect;

use super::legend;
use crate::plot::ticks::{Tick, on_rows};
use crate::plot::{Axis, Figure, Marks};
use crate::ui::area;
use crate::ui::theme::Theme;
use crate::ui::widgets::paint::columns;

/// The areas of a plot; parts without room are empty.
#[derive(Clone, Debug, Default)]
pub struct PlotParts {
    /// The whole area; nothing is drawn outside it.
    pub area: Rect,
    /// Names of the y axes, left and right.
    pub names: Rect,
    /// The legend, above the plot.
    pub legend: Rect,
    /// The area between the axes.
    pub plot: Rect,
    /// The x axis, one row.
    pub axis: Rect,
    /// Labels of the x ticks, one row.
    pub ticks: Rect,
    /// Name of the x axis, one row.
    pub below: Rect,
    /// Values at the cursor, or notes.
    pub foot: Rect,
    /// Ticks of the left y axis.
    pub left: Vec<Tick>,
    /// Ticks of the right y axis.
    pub right: Vec<Tick>,
}

impl PlotParts {
    /// Computes the layout of `figure` in `area`.
    pub fn new(figure: &Figure, theme: &Theme, area: Rect) -> Self {
        let mut rest = area;
        let height = area.height;
        let mut from_below = |least: u16, rows: u16| {
            let rows = if height >= least { rows } else { 0 };
            rest.height -= rows;
            Rect::new(rest.x, rest.bottom(), rest.width, rows)
        };
        let mut parts = PlotParts {
            area,
            foot: from_below(6, if height >= 20 { 2 } else { 1 }),
            below: from_below(14, 1),
            ticks: from_below(4, 1),
            axis: from_below(6, 1),
            ..PlotParts::default()
        };
        if height >= 8 {
            let most = (height.saturating_sub(7) / 3).clamp(1, 4);
            let rows = legend::rows(figure, theme, area.width).min(most);
            (parts.legend, rest) = area::split_top(rest, rows);
        }
        if height >= 10 {
            (parts.names, rest) = area::split_top(rest, 1);
        }
        // Rows of cells have equal heights; the remainder goes to what stands below the plot.
        let spare = figure.layers.iter().find_map(|layer| match &layer.marks {
            Marks::Cells(cells) if cells.rows() > 0 => {
                let rows = cells.rows().try_into().unwrap_or(u16::MAX);
                (rest.height > rows).then_some(rest.height % rows)
            }
            _ => None,
        });
        let spare = spare.unwrap_or_else(|| uneven(figure, rest.height));
        rest.height -= spare;
        for part in [&mut parts.below, &mut parts.ticks, &mut parts.axis] {
            part.y -= spare.min(part.y);
        }
        if parts.foot.height > 0 {
            parts.foot.y -= spare;
            parts.foot.height += spare;
        }
        parts.beside(figure, rest);
        parts
    }

    /// Computes the left and right ticks and the plot area between them.
    fn beside(&mut self, figure: &Figure, rest: Rect) {
        let area = self.area;
        let labels = |axis: &Axis| on_rows(axis, rest.height, gap(axis, rest.height)).0;
        let mut margins = (0, 0);
        if area.width >= 20 && area.height >= 4 {
            self.left = labels(&figure.y);
            margins.0 = (widest(&self.left) + 1).min(area.width * 2 / 5);
        }
        if area.width >= 30
            && area.height >= 4
            && let Some(right) = &figure.right
        {
            self.right = labels(right);
            margins.1 = (widest(&self.right) + 1).min(area.width * 2 / 5);
        } else if area.width >= 20 {
            // Half of the last label extends beyond the last column.
            margins.1 = 1;
        }
        // Columns of categories have equal widths, if little room is lost.
        let wide = area.width.saturating_sub(margins.0 + margins.1);
        let columns = u16::try_from(figure.x.names.len()).unwrap_or(u16::MAX);
        let over = wide % columns.max(1);
        if over * 6 <= wide && wide > over {
            margins.1 += over;
        }
        let width = area.width.saturating_sub(margins.0 + margins.1);
        let inner = |row: Rect| area::columns(row, area.x + margins.0, width);
        self.plot = inner(rest);
        for row in [&mut self.axis, &mut self.ticks, &mut self.below] {
            *row = inner(*row);
        }
    }
}

/// Rows to leave blank, a quarter of `rows` at most, so that the ticks of the y axes have equal distances; 0 if that
/// does not help.
fn uneven(figure: &Figure, rows: u16) -> u16 {
    let axes = || std::iter::once(&figure.y).chain(&figure.right);
    let score = |less: &u16| {
        let rows = rows - less;
        let sets = axes().map(|axis| on_rows(axis, rows, gap(axis, rows)));
        let even = sets.filter(|(_, even)| *even);
        let even: Vec<usize> = even.map(|(ticks, _)| ticks.len()).collect();
        (even.len(), even.iter().sum::<usize>(), rows)
    };
    (0..=(rows / 4).min(3)).max_by_key(score).unwrap_or(0)
}

/// Rows between two ticks at least.
fn gap(axis: &Axis, rows: u16) -> u16 {
    u16::from(axis.names.is_empty() && rows > 8)
}

fn widest(ticks: &[Tick]) -> u16 {
    let widths = ticks.iter().map(|tick| columns(&tick.label));
    widths.max().unwrap_or(0)
}
