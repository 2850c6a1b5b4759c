//! Column layout of the neighbours table: which columns fit a width, and how wide each is.

use crate::app::names::Named;
use crate::base::units::count;
use crate::engine::message::Neighbour;
use crate::screens::document::state::NeighbourColumn;
use crate::settings::SketchKind;
use crate::ui::widgets::paint;

/// A column of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShownColumn {
    /// A sortable column.
    Figure(NeighbourColumn),
    /// The confidence interval of the estimate.
    Interval,
    /// Estimate, interval, exact value and threshold on an axis.
    Bars,
}

/// Columns from left to right with their widths, separated by two blanks.
pub type ColumnPlan = Vec<(ShownColumn, usize)>;

/// Columns for the selection mark and the sign of identical texts.
pub const MARKS: usize = 3;

const GAP: usize = 2;

/// Columns of names at the least.
const NAME: usize = 16;

/// Columns from left to right.
const ORDER: [ShownColumn; 11] = [
    ShownColumn::Figure(NeighbourColumn::Exact),
    ShownColumn::Figure(NeighbourColumn::Estimate),
    ShownColumn::Interval,
    ShownColumn::Figure(NeighbourColumn::Error),
    ShownColumn::Figure(NeighbourColumn::OfThis),
    ShownColumn::Figure(NeighbourColumn::OfOther),
    ShownColumn::Figure(NeighbourColumn::Shared),
    ShownColumn::Figure(NeighbourColumn::SimHash),
    ShownColumn::Figure(NeighbourColumn::Words),
    ShownColumn::Figure(NeighbourColumn::Document),
    ShownColumn::Bars,
];

/// What is shown on request: the bars show the interval.
const ON_REQUEST: [ShownColumn; 5] = [
    ShownColumn::Interval,
    ShownColumn::Figure(NeighbourColumn::Error),
    ShownColumn::Figure(NeighbourColumn::Shared),
    ShownColumn::Figure(NeighbourColumn::SimHash),
    ShownColumn::Figure(NeighbourColumn::Words),
];

/// Columns by descending priority: the last is dropped first.
const WORTH: [ShownColumn; 11] = [
    ShownColumn::Figure(NeighbourColumn::Document),
    ShownColumn::Figure(NeighbourColumn::Exact),
    ShownColumn::Figure(NeighbourColumn::Estimate),
    ShownColumn::Figure(NeighbourColumn::Error),
    ShownColumn::Bars,
    ShownColumn::Figure(NeighbourColumn::OfThis),
    ShownColumn::Figure(NeighbourColumn::OfOther),
    ShownColumn::Interval,
    ShownColumn::Figure(NeighbourColumn::Shared),
    ShownColumn::Figure(NeighbourColumn::SimHash),
    ShownColumn::Figure(NeighbourColumn::Words),
];

/// Chooses the table columns that fit in `room` screen columns, of `all` or of those that matter most.
pub fn plan(neighbours: &[Neighbour], collection: &Named, room: usize, all: bool) -> ColumnPlan {
    let mut left = room.saturating_sub(MARKS);
    let longest = |name: fn(&str) -> &str| {
        let ids = neighbours.iter().map(|n| name(collection.id(n.doc)));
        usize::from(ids.map(paint::columns).max().unwrap_or(0))
    };
    // Names without their folders, for which a mark stands.
    let files = longest(|id| id.rsplit('/').next().unwrap_or(id)) + 2;
    let longest = longest(|id| id);
    let mut widths = [0; ORDER.len()];
    let wanted = |shown: &ShownColumn| all || !ON_REQUEST.contains(shown);
    for shown in WORTH.into_iter().filter(wanted) {
        let need = match shown {
            ShownColumn::Figure(NeighbourColumn::Document) => {
                files.min(longest).min(room / 4).max(NAME)
            }
            shown => least(shown, neighbours),
        };
        let gap = if left + MARKS == room { 0 } else { GAP };
        if need + gap > left {
            break;
        }
        left -= need + gap;
        widths[column_index(shown)] = need;
    }
    let error = column_index(ShownColumn::Figure(NeighbourColumn::Error));
    let kind = collection.settings().sketching.sketch;
    let far = |n: &Neighbour| far_off(n, kind).is_some();
    if widths[error] > 0 && left >= FAR && neighbours.iter().any(far) {
        widths[error] += FAR;
        left -= FAR;
    }
    // The remaining width goes to the names as far as they need it, then to the bars.
    let document = column_index(ShownColumn::Figure(NeighbourColumn::Document));
    let more = longest.saturating_sub(widths[document]).min(left);
    if widths[document] > 0 {
        widths[document] += more;
        left -= more;
    } else {
        widths[document] = left;
    }
    let bars = column_index(ShownColumn::Bars);
    if widths[bars] > 0 {
        widths[bars] += left.min(20);
    }
    ORDER
        .into_iter()
        .zip(widths)
        .filter(|(_, width)| *width > 0)
        .collect()
}

fn column_index(shown: ShownColumn) -> usize {
    ORDER.iter().position(|s| *s == shown).unwrap_or(0)
}

/// Width of ` 2.9 se` behind an error.
const FAR: usize = 7;

/// The error of the estimate in standard errors, if more than 2.
pub fn far_off(n: &Neighbour, kind: SketchKind) -> Option<f64> {
    n.estimate
        .standard_errors(kind, &n.overlap)
        .map(f64::abs)
        .filter(|errors| *errors > 2.0)
}

fn least(shown: ShownColumn, neighbours: &[Neighbour]) -> usize {
    let widest = |figure: fn(&Neighbour) -> u64, label: usize| {
        let largest = neighbours.iter().map(figure).max().unwrap_or(0);
        count(largest).len().max(label)
    };
    match shown {
        ShownColumn::Interval => 13,
        ShownColumn::Bars => 20,
        ShownColumn::Figure(column) => match column {
            NeighbourColumn::Estimate | NeighbourColumn::OfOther => 8,
            NeighbourColumn::Exact => 5,
            NeighbourColumn::Error => 6,
            NeighbourColumn::OfThis | NeighbourColumn::SimHash => 7,
            NeighbourColumn::Shared => widest(|n| n.overlap.shared.into(), 6),
            NeighbourColumn::Words => widest(|n| n.words as u64, 5),
            NeighbourColumn::Document => NAME,
        },
    }
}
