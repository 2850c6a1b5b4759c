//! Journals held against each other: agreement of people, and conflicts side by side.

use std::io::{self, Write};

use crate::base::units;
use crate::report::{Cell, Destination, Section};
use crate::review::{Act, Agreement, Conflict, Decision};

/// Two acts of different people on one thing.
type Sides<'a> = (&'a Act, &'a Act);

/// What is said of an agreement whose kappa is not defined; `None` if it is.
#[must_use]
pub fn kappa_sentence(agreement: &Agreement) -> Option<String> {
    agreement.kappa().is_none().then(|| {
        format!(
            "kappa of {} and {} is not defined (NaN): on {} both decided the same and nothing else, so that chance alone would agree",
            agreement.first,
            agreement.second,
            units::counted(agreement.both(), "pair", "pairs"),
        )
    })
}

/// Writes three sections: agreement of each two people, its counts by decision, and conflicts.
///
/// # Errors
/// Output errors.
pub fn write(
    agreements: &[Agreement],
    conflicts: &[Conflict<'_>],
    to: Destination<impl Write>,
) -> io::Result<()> {
    let agreement = Section::of(
        "agreement",
        "Agreement on the pairs that both decided".to_owned(),
        agreements,
        &[
            ("first", &|a: &&Agreement| Cell::text(&a.first)),
            ("second", &|a| Cell::text(&a.second)),
            ("pairs", &|a| Cell::Count(a.both())),
            ("same", &|a| Cell::Count(a.same())),
            ("kappa", &|a| Cell::Number(a.kappa().unwrap_or(f64::NAN), 3)),
        ],
    );
    let counts = agreements.iter().flat_map(|agreement| {
        let counts = agreement.counts.iter();
        counts.map(move |(decisions, n)| (agreement, *decisions, *n))
    });
    type Count<'a> = (&'a Agreement, (Decision, Decision), u64);
    let counts = Section::of(
        "count",
        "Decisions on these pairs".to_owned(),
        counts,
        &[
            ("first", &|(a, ..): &Count<'_>| Cell::text(&a.first)),
            ("decision_first", &|(_, (one, _), _)| Cell::text(one.name())),
            ("second", &|(a, ..)| Cell::text(&a.second)),
            ("decision_second", &|(_, (_, other), _)| {
                Cell::text(other.name())
            }),
            ("pairs", &|(.., n)| Cell::Count(*n)),
        ],
    );
    let n = units::counted(conflicts.len() as u64, "thing", "things");
    let conflicts = Section::of(
        "conflict",
        format!("Conflicts: {n} decided differently"),
        conflicts.iter().flat_map(sides),
        &[
            ("on", &|(one, _): &Sides<'_>| Cell::text(one.thing.kind())),
            ("a", &|(one, _)| Cell::text(names(one)[0].clone())),
            ("b", &|(one, _)| Cell::text(names(one)[1].clone())),
            ("first", &|(one, _)| Cell::text(&one.by)),
            ("decision_first", &|(one, _)| {
                Cell::text(one.decision.name())
            }),
            ("note_first", &|(one, _)| Cell::text(&one.note)),
            ("when_first", &|(one, _)| Cell::text(one.when.to_string())),
            ("second", &|(_, other)| Cell::text(&other.by)),
            ("decision_second", &|(_, other)| {
                Cell::text(other.decision.name())
            }),
            ("note_second", &|(_, other)| Cell::text(&other.note)),
            ("when_second", &|(_, other)| {
                Cell::text(other.when.to_string())
            }),
        ],
    );
    Section::write_all(vec![agreement, counts, conflicts], to)
}

/// Each two people of a conflict who decided differently.
fn sides<'a>(conflict: &Conflict<'a>) -> Vec<Sides<'a>> {
    let acts = conflict.acts.iter().enumerate();
    let pairs = acts.flat_map(|(at, one)| {
        let others = conflict.acts[at + 1..].iter();
        others.map(move |other| (*one, *other))
    });
    pairs
        .filter(|(one, other)| one.decision != other.decision)
        .collect()
}

/// Names of both sides of a thing; of a cluster, the first and all others.
fn names(act: &Act) -> [String; 2] {
    let mut names = act.thing.texts().into_iter().map(|text| text.name.clone());
    let first = names.next().unwrap_or_default();
    [first, names.collect::<Vec<_>>().join("; ")]
}
