//! Column layout of the neighbours table: which columns fit a width, and how wide each is.

use crate::app::names::Named;
use crate::app::state::document::Column;
use crate::base::units::count;
use crate::engine::message::Neighbour;
use crate::settings::SketchKind;
use crate::ui::widgets::paint;

/// A column of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// A sortable column.
    Figure(Column),
    /// The confidence interval of the estimate.
    Interval,
    /// Estimate, interval, exact value and threshold on an axis.
    Bars,
}

/// Columns from left to right with their widths, separated by two blanks.
pub type Plan = Vec<(Shown, usize)>;

/// Columns for the selection mark and the sign of identical texts.
pub const MARKS: usize = 3;

const GAP: usize = 2;

/// Columns of names at the least.
const NAME: usize = 16;

/// Columns from left to right.
const ORDER: [Shown; 11] = [
    Shown::Figure(Column::Estimate),
    Shown::Interval,
    Shown::Figure(Column::Exact),
    Shown::Figure(Column::Error),
    Shown::Figure(Column::OfThis),
    Shown::Figure(Column::OfOther),
    Shown::Figure(Column::Shared),
    Shown::Figure(Column::SimHash),
    Shown::Figure(Column::Words),
    Shown::Figure(Column::Document),
    Shown::Bars,
];

/// Columns by descending priority: the last is dropped first.
const WORTH: [Shown; 11] = [
    Shown::Figure(Column::Document),
    Shown::Figure(Column::Exact),
    Shown::Figure(Column::Estimate),
    Shown::Figure(Column::Error),
    Shown::Bars,
    Shown::Figure(Column::OfThis),
    Shown::Figure(Column::OfOther),
    Shown::Interval,
    Shown::Figure(Column::Shared),
    Shown::Figure(Column::SimHash),
    Shown::Figure(Column::Words),
];

/// Chooses the table columns that fit in `room` screen columns.
pub fn plan(neighbours: &[Neighbour], collection: &Named, room: usize) -> Plan {
    let mut left = room.saturating_sub(MARKS);
    let longest = |name: fn(&str) -> &str| {
        let ids = neighbours.iter().map(|n| name(collection.id(n.doc)));
        usize::from(ids.map(paint::columns).max().unwrap_or(0))
    };
    // Names without their folders, for which a mark stands.
    let files = longest(|id| id.rsplit('/').next().unwrap_or(id)) + 2;
    let longest = longest(|id| id);
    let mut widths = [0; ORDER.len()];
    for shown in WORTH {
        let need = match shown {
            Shown::Figure(Column::Document) => files.min(longest).min(room / 4).max(NAME),
            shown => least(shown, neighbours),
        };
        let gap = if left + MARKS == room { 0 } else { GAP };
        if need + gap > left {
            break;
        }
        left -= need + gap;
        widths[place(shown)] = need;
    }
    let error = place(Shown::Figure(Column::Error));
    let kind = collection.settings().sketching.sketch;
    let far = |n: &Neighbour| far_off(n, kind).is_some();
    if widths[error] > 0 && left >= FAR && neighbours.iter().any(far) {
        widths[error] += FAR;
        left -= FAR;
    }
    // The remaining width goes to the names as far as they need it, then to the bars.
    let document = place(Shown::Figure(Column::Document));
    let more = longest.saturating_sub(widths[document]).min(left);
    if widths[document] > 0 {
        widths[document] += more;
        left -= more;
    } else {
        widths[document] = left;
    }
    let bars = place(Shown::Bars);
    if widths[bars] > 0 {
        widths[bars] += left.min(20);
    }
    ORDER
        .into_iter()
        .zip(widths)
        .filter(|(_, width)| *width > 0)
        .collect()
}

fn place(shown: Shown) -> usize {
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

fn least(shown: Shown, neighbours: &[Neighbour]) -> usize {
    let widest = |of: fn(&Neighbour) -> u64, label: usize| {
        let largest = neighbours.iter().map(of).max().unwrap_or(0);
        count(largest).len().max(label)
    };
    match shown {
        Shown::Interval => 13,
        Shown::Bars => 20,
        Shown::Figure(column) => match column {
            Column::Estimate => 8,
            Column::Exact => 5,
            Column::Error => 6,
            Column::OfThis => 7,
            Column::OfOther => 8,
            Column::Shared => widest(|n| n.overlap.shared.into(), 6),
            Column::SimHash => 7,
            Column::Words => widest(|n| n.words as u64, 5),
            Column::Document => NAME,
        },
    }
}
