//! The columns of the list of pairs: which of them there is room for, and what stands in them.

use crate::base::units::{count, per_cent};
use crate::engine::message::PairRow;
use crate::engine::pair_order::PairColumn;
use crate::evidence::Evidence;
use crate::filter::PairSubject;
use crate::settings::Unit;
use crate::similarity::Measure;
use crate::typeset::figures::{Glyphs, ratio};
use crate::ui::theme::Role;

/// Columns that the two names keep before a further figure is shown.
const NAMES: u16 = 41;

/// Fewest columns of a figure: a count of words, `1,825`.
const FIGURE: u16 = 5;

/// The columns of figures in the order shown.
const SHOWN: &[PairColumn] = PairColumn::ALL.split_at(7).0;

/// The columns in the order in which they are given room.
const BY_WEIGHT: [PairColumn; 7] = [
    PairColumn::Words,
    PairColumn::OfA,
    PairColumn::OfB,
    PairColumn::Longest,
    PairColumn::Similarity,
    PairColumn::Best,
    PairColumn::Passages,
];

/// The columns of figures that fit beside the names in `width` columns, each with its width. The column
/// that the list was asked to be ordered by is given room first.
pub fn fitting(width: u16, measure: Measure, sorted: PairColumn) -> Vec<(PairColumn, u16)> {
    let mut room = width.saturating_sub(NAMES);
    let mut kept = Vec::new();
    let mut columns = BY_WEIGHT;
    columns.sort_by_key(|column| *column != sorted || sorted == PairColumn::default());
    for column in columns {
        let least = match column {
            PairColumn::Words => FIGURE,
            _ => 0,
        };
        let wide = (head(column, measure, Unit::Term).len() as u16).max(least) + 2;
        if wide > room {
            break;
        }
        room -= wide;
        kept.push((column, wide));
    }
    let rank = |column: &PairColumn| SHOWN.iter().position(|c| c == column);
    kept.sort_by_key(|(column, _)| rank(column));
    kept
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

    #[test]
    fn the_number_of_passages_goes_first_where_room_is_short_and_the_order_never() {
        use PairColumn as C;
        let sorted_by = |sorted, width| {
            let columns = fitting(width, Measure::Jaccard, sorted);
            columns.into_iter().map(|(c, _)| c).collect::<Vec<_>>()
        };
        assert_eq!(sorted_by(C::Best, 200), SHOWN);
        let narrow = sorted_by(C::Best, 76);
        assert_eq!(narrow, [C::Words, C::OfA, C::OfB, C::Longest]);
        assert!(sorted_by(C::Best, 20).is_empty());
    }
}
