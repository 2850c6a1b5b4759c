//! Layout of a plot: the areas of its parts, and which of them fit.

use ratatui::layout::Rect;

use super::legend;
use crate::plot::ticks::{Tick, on_rows};
use crate::plot::{Axis, Figure, Marks};
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
        let mut parts = PlotParts {
            area,
            ..PlotParts::default()
        };
        let mut rest = area;
        let height = area.height;
        if height >= 6 {
            parts.foot = from_below(&mut rest, if height >= 20 { 2 } else { 1 });
        }
        if height >= 14 {
            parts.below = from_below(&mut rest, 1);
        }
        if height >= 4 {
            parts.ticks = from_below(&mut rest, 1);
        }
        if height >= 6 {
            parts.axis = from_below(&mut rest, 1);
        }
        if height >= 8 {
            let most = (height.saturating_sub(7) / 3).clamp(1, 4);
            let rows = legend::rows(figure, theme, area.width).min(most);
            parts.legend = from_above(&mut rest, rows);
        }
        if height >= 10 {
            parts.names = from_above(&mut rest, 1);
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
        for part in [
            &mut parts.foot,
            &mut parts.below,
            &mut parts.ticks,
            &mut parts.axis,
        ] {
            part.y -= spare.min(part.y);
        }
        if parts.foot.height > 0 {
            parts.foot.height += spare;
        }
        parts.beside(figure, area, rest);
        parts
    }

    /// Computes the left and right ticks and the plot area between them.
    fn beside(&mut self, figure: &Figure, area: Rect, rest: Rect) {
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
        let over = wide
            % u16::try_from(figure.x.names.len())
                .unwrap_or(u16::MAX)
                .max(1);
        if over * 6 <= wide && wide > over {
            margins.1 += over;
        }
        let inner = |row: Rect| Rect {
            x: row.x + margins.0,
            width: row.width.saturating_sub(margins.0 + margins.1),
            ..row
        };
        self.plot = inner(rest);
        self.axis = inner(self.axis);
        self.ticks = Rect {
            x: self.plot.x,
            width: self.plot.width,
            ..self.ticks
        };
        self.below = inner(self.below);
    }
}

/// Rows to leave blank, a quarter of `rows` at most, so that the ticks of the y axes have equal distances; 0 if that
/// does not help.
fn uneven(figure: &Figure, rows: u16) -> u16 {
    let axes = || std::iter::once(&figure.y).chain(&figure.right);
    let score = |less: &u16| {
        let rows = rows - less;
        let sets = axes().map(|axis| on_rows(axis, rows, gap(axis, rows)));
        let even: Vec<usize> = sets
            .filter(|(_, even)| *even)
            .map(|(ticks, _)| ticks.len())
            .collect();
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

fn from_below(rest: &mut Rect, rows: u16) -> Rect {
    let rows = rows.min(rest.height);
    rest.height -= rows;
    Rect {
        y: rest.y + rest.height,
        height: rows,
        ..*rest
    }
}

fn from_above(rest: &mut Rect, rows: u16) -> Rect {
    let rows = rows.min(rest.height);
    let taken = Rect {
        height: rows,
        ..*rest
    };
    rest.y += rows;
    rest.height -= rows;
    taken
}
