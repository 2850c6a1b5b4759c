//! The columns of the list of pairs: which of them there is room for, and what stands in them.

use crate::engine::pair_order::PairColumn;
use crate::figures::{Figure, PairData};
use crate::settings::Unit;
use crate::similarity::Measure;
use crate::typeset::figures::{Glyphs, figure as shown};
use crate::ui::columns::Column;
use crate::ui::theme::Role;

/// Columns that the two names keep before a further figure is shown.
const NAMES: u16 = 39;

/// Fewest columns of a figure: a count of words, `1,825`.
const FIGURE: u16 = 5;

/// The columns: the decision, the figures, the names. The column that the list was asked to be ordered by is given room
/// first.
pub fn columns(decision: u16, measure: Measure, sorted: PairColumn) -> Vec<Column> {
    let figure = |figure: &'static Figure| {
        let is_sorted = sorted == PairColumn::Figure(figure);
        let rank = if is_sorted { 1 } else { figure.rank };
        Column::fixed(FIGURE.max(figure.heading(Unit::Term).len() as u16), rank)
    };
    let names = Column {
        width: NAMES,
        grows: u16::MAX,
        rank: 0,
    };
    let figures = Figure::columns(measure).map(figure);
    let decision = [Column::fixed(decision, 1)].into_iter();
    decision.chain(figures).chain([names]).collect()
}

/// The heading of a column.
pub fn head(column: PairColumn, unit: Unit) -> &'static str {
    match column {
        PairColumn::A => "A",
        PairColumn::B => "B",
        PairColumn::Best => "evidence",
        PairColumn::Figure(figure) => figure.heading(unit),
    }
}

/// The order by a column, in words.
pub fn order(column: PairColumn, unit: Unit) -> String {
    match column {
        PairColumn::Best => "best evidence first".into(),
        PairColumn::Figure(figure) => format!("by {}", figure.title_in(unit)),
        PairColumn::A | PairColumn::B => format!("by {}", head(column, unit)),
    }
}

/// What stands in the column of a figure, and its role.
pub fn cell(figure: &Figure, data: &PairData<'_>, glyphs: Glyphs) -> (String, Role) {
    match figure.of_pair(data) {
        None => (glyphs.cut().to_string(), Role::Dim),
        Some(value) => (
            shown(figure.kind, value),
            match figure.name {
                "words" | "jaccard" | "containment" => Role::Exact,
                _ => Role::Text,
            },
        ),
    }
}
