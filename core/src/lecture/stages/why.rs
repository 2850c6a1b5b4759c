//! Stage 0: how many pairs a collection has, and what comparing all of them takes.

use crate::base::units;
use crate::lecture::dial::SIZES;
use crate::lecture::setup::Setup;
use crate::lecture::slide::{Bar, Block, Ink, Slide, Span};
use crate::lecture::teller::{Teller, one};

/// Comparisons in a second that the stage assumes, and says so.
const A_SECOND: u64 = 1_000_000;
/// Bytes of a list entry of a pair with its similarity.
const BYTES: u64 = 16;
/// Units of time, with their seconds.
const UNITS: [(&str, u64); 5] = [
    ("seconds", 1),
    ("minutes", 60),
    ("hours", 3_600),
    ("days", 86_400),
    ("years", 365 * 86_400),
];

/// Number of pairs of `n` documents.
pub fn pairs(n: u64) -> u128 {
    u128::from(n) * u128::from(n.saturating_sub(1)) / 2
}

/// The slides of the stage.
pub fn slides(setup: &Setup, t: Teller) -> Vec<Slide> {
    let n = SIZES[setup.size.min(SIZES.len() - 1)];
    let all = pairs(n);
    let written = |n: u128| t.count(u64::try_from(n).unwrap_or(u64::MAX));
    let documents = || ("n", Span::new(t.count(n), Ink::Dial).into());
    let mut answers = vec![u128::from(n), all, u128::from(n) * u128::from(n)];
    answers.dedup();
    let right = answers
        .iter()
        .position(|answer| *answer == all)
        .unwrap_or(0);
    let answers = answers
        .iter()
        .map(|n| one(written(*n), Ink::Plain))
        .collect();
    let asked = Slide::of(vec![t.text("why-collection", &[documents()])]);
    let asked = asked.asking(t.question("why-ask", &[documents()], answers, right));
    let rate = u128::from(A_SECOND);
    let seconds = u64::try_from((all + rate / 2) / rate).unwrap_or(u64::MAX);
    let time = match seconds {
        0 => t.line("why-under-a-second", &[]),
        _ => {
            let (unit, seconds_of) = UNITS
                .iter()
                .rev()
                .find(|(_, of)| seconds >= *of)
                .unwrap_or(&UNITS[0]);
            t.line(
                &format!("why-time-{unit}"),
                &[("n", ((seconds + seconds_of / 2) / seconds_of).into())],
            )
        }
    };
    let time = crate::lecture::slide::said(&time);
    let bytes = u64::try_from(all * u128::from(BYTES)).unwrap_or(u64::MAX);
    let values = [
        ("n", t.count(n).into()),
        ("pairs", written(all).into()),
        ("rate", A_SECOND.into()),
        ("time", Span::new(time, Ink::Strong).into()),
        (
            "storage",
            Span::new(t.with_numbers(&units::bytes(bytes)), Ink::Strong).into(),
        ),
    ];
    let answered = Slide::of(vec![
        Block::Big {
            value: written(all),
            says: t.line("why-pairs", &values),
        },
        t.text("why-time", &values),
        t.text("why-storage", &values),
    ]);
    let most = SIZES
        .iter()
        .map(|n| pairs(*n) as f64)
        .fold(1.0, f64::max)
        .log10();
    let bars = SIZES.iter().map(|size| Bar {
        name: one(
            t.count(*size),
            if *size == n { Ink::Dial } else { Ink::Plain },
        ),
        length: (pairs(*size).max(1) as f64).log10() / most,
        value: written(pairs(*size)),
        ink: Ink::Unlike,
    });
    let growth = Slide::of(vec![
        t.text("why-growth", &[]),
        Block::Bars(bars.collect()),
        t.text("why-way-out", &[]),
    ]);
    vec![asked, answered, growth]
}
