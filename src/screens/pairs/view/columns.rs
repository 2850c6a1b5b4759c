//! The columns of the list of pairs: which of them there is room for, and what stands in them.

use crate::base::units::{count, per_cent};
use crate::engine::message::PairRow;
use crate::engine::pair_order::PairColumn;
use crate::evidence::Evidence;
use crate::filter::PairSubject;
use crate::settings::Unit;
use crate::similarity::Measure;
use crate::typeset::figures::{Glyphs, ratio};
use crate::ui::columns::Column;
use crate::ui::theme::Role;

/// Columns that the two names keep before a further figure is shown.
const NAMES: u16 = 39;

/// Fewest columns of a figure: a count of words, `1,825`.
const FIGURE: u16 = 5;

/// The columns of figures in the order shown.
pub const SHOWN: &[PairColumn] = PairColumn::ALL.split_at(7).0;

/// The columns: the decision, the figures of [`SHOWN`], the names. The column that the list was asked to be ordered by is
/// given room first.
pub fn columns(decision: u16, measure: Measure, sorted: PairColumn) -> Vec<Column> {
    let figure = |column: &PairColumn| {
        let rank = match column {
            column if *column == sorted && sorted != PairColumn::default() => 1,
            PairColumn::Words => 2,
            PairColumn::OfA | PairColumn::OfB => 3,
            PairColumn::Longest => 4,
            PairColumn::Similarity => 5,
            PairColumn::Best => 6,
            PairColumn::Passages | PairColumn::A | PairColumn::B => 7,
        };
        let width = head(*column, measure, Unit::Term).len() as u16;
        Column::fixed(width.max(FIGURE), rank)
    };
    let names = Column {
        width: NAMES,
        grows: u16::MAX,
        rank: 0,
    };
    let decision = Column::fixed(decision, 1);
    let figures = SHOWN.iter().map(figure);
    std::iter::once(decision)
        .chain(figures)
        .chain([names])
        .collect()
}

/// The heading of a column.
pub fn head(column: PairColumn, measure: Measure, unit: Unit) -> &'static str {
    match column {
        PairColumn::Best => "evidence",
        PairColumn::Words => unit.heading(),
        PairColumn::OfA => "of A",
        PairColumn::OfB => "of B",
        PairColumn::Longest => "longest",
        PairColumn::Passages => "passages",
        PairColumn::Similarity if measure == Measure::Containment => "contained",
        PairColumn::Similarity => "Jaccard",
        PairColumn::A => "A",
        PairColumn::B => "B",
    }
}

/// The order by a column, in words.
pub fn order(column: PairColumn, measure: Measure, unit: Unit) -> String {
    match column {
        PairColumn::Best => "best evidence first".into(),
        PairColumn::Words => format!("by {} copied", unit.nouns().1),
        PairColumn::OfA => "by share of A".into(),
        PairColumn::OfB => "by share of B".into(),
        PairColumn::Longest => "by longest passage".into(),
        PairColumn::Passages => "by number of passages".into(),
        PairColumn::Similarity | PairColumn::A | PairColumn::B => {
            format!("by {}", head(column, measure, unit))
        }
    }
}

/// What stands in a column, and its role.
pub fn cell(
    column: PairColumn,
    row: &PairRow,
    subject: &PairSubject<'_>,
    measure: Measure,
    glyphs: Glyphs,
) -> (String, Role) {
    let number = |value: fn(&Evidence) -> u32| row.evidence.map(|e| count(value(&e).into()));
    let text = match column {
        PairColumn::Words => number(Evidence::words),
        PairColumn::OfA => subject.share_a().map(percent),
        PairColumn::OfB => subject.share_b().map(percent),
        PairColumn::Longest => number(|e| e.longest),
        PairColumn::Passages => number(|e| e.passages),
        PairColumn::Similarity => Some(ratio(measure.similarity(&row.pair.overlap))),
        PairColumn::Best => row.evidence.as_ref().map(weight),
        PairColumn::A | PairColumn::B => Some(String::new()),
    };
    let role = match column {
        PairColumn::Words | PairColumn::Similarity => Role::Exact,
        _ => Role::Text,
    };
    match text {
        Some(text) => (text, role),
        None => (glyphs.cut().to_string(), Role::Dim),
    }
}

/// The weight of the evidence in words, rounded.
fn weight(evidence: &Evidence) -> String {
    count(evidence.weight.round() as u64)
}

/// A share in whole per cent: 100% only for all of it, 0% only for none.
fn percent(share: f64) -> String {
    format!("{}%", per_cent(share))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_whole_per_cent_that_never_round_to_all_or_nothing() {
        let shown = [0.0, 0.001, 0.005, 0.614, 0.999, 1.0].map(percent);
        assert_eq!(shown, ["0%", "<1%", "1%", "61%", "99%", "100%"]);
    }
}
