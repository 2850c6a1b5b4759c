//! The columns of the list of pairs: which of them there is room for, and what stands in them.

use crate::base::units::{count, per_cent};
use crate::engine::message::PairRow;
use crate::engine::pair_order::PairColumn;
use crate::evidence::{Evidence, Unmasked};
use crate::filter::PairSubject;
use crate::settings::Unit;
use crate::similarity::Measure;
use crate::typeset::figures::{Glyphs, ratio};
use crate::ui::theme::Role;

/// Columns that the two names keep before a further figure is shown.
const NAMES: u16 = 41;

/// Columns that a figure before the masks takes, with an arrow.
const BEFORE: u16 = 6;

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

/// The same columns with room for a figure before the masks, as far as `width` allows.
pub fn widened(columns: Vec<(PairColumn, u16)>, width: u16) -> Vec<(PairColumn, u16)> {
    let used: u16 = columns.iter().map(|(_, wide)| wide).sum();
    let mut room = width.saturating_sub(NAMES + used);
    let widen = |(column, wide): (PairColumn, u16)| {
        let more = match column {
            PairColumn::Passages => 0,
            _ => BEFORE,
        };
        let more = if more <= room { more } else { 0 };
        room -= more;
        (column, wide + more)
    };
    columns.into_iter().map(widen).collect()
}

/// What stands in a column for the pair with no mask on.
pub fn before(column: PairColumn, unmasked: &Unmasked, measure: Measure) -> Option<String> {
    let evidence = &unmasked.evidence;
    Some(match column {
        PairColumn::Words => count(evidence.words().into()),
        PairColumn::OfA => percent(unmasked.shares().0),
        PairColumn::OfB => percent(unmasked.shares().1),
        PairColumn::Longest => count(evidence.longest.into()),
        PairColumn::Passages => count(evidence.passages.into()),
        PairColumn::Similarity => ratio(measure.similarity(&unmasked.overlap)),
        // Without the masks it is known only once all pairs were looked at without them.
        PairColumn::Best | PairColumn::A | PairColumn::B => return None,
    })
}

/// A figure before the masks and after, if they differ and there is room for both in `width` columns with a
/// blank; else the one after.
pub fn before_and_after(before: Option<String>, after: String, width: u16, arrow: &str) -> String {
    let both = before.filter(|before| *before != after);
    let both = both.map(|before| format!("{before}{arrow}{after}"));
    let fits = |text: &String| text.chars().count() < usize::from(width);
    both.filter(fits).unwrap_or(after)
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
    fn figures_before_and_after_stand_where_there_is_room_and_they_differ() {
        let shown = |before: &str, after: &str, width| {
            before_and_after(Some(before.into()), after.into(), width, "→")
        };
        assert_eq!(shown("120", "44", 7), "120→44");
        assert_eq!(shown("120", "44", 6), "44");
        assert_eq!(shown("44", "44", 20), "44");
        assert_eq!(before_and_after(None, "44".into(), 20, "→"), "44");
        let columns = vec![(PairColumn::Words, 7), (PairColumn::OfA, 6)];
        assert_eq!(widened(columns.clone(), NAMES + 13), columns);
        let wide = widened(columns.clone(), NAMES + 19);
        assert_eq!(wide, [(PairColumn::Words, 13), (PairColumn::OfA, 6)]);
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
