//! Side branch of the race: the kinds of sketches beside each other, measured over seats and by theory.

use super::race::{draws_of, error, estimates, seats_for, sketching};
use crate::lecture::compared::Compared;
use crate::lecture::setup::Setup;
use crate::lecture::slide::{Bar, Block, Ink, Slide, Span, Table};
use crate::lecture::teller::{Teller, one};
use crate::settings::SketchKind;
use crate::similarity::estimate::standard_error_with;
use crate::sketch::Layout;

/// The slides of the stage.
pub fn slides(setup: &Setup, t: Teller) -> anyhow::Result<Vec<Slide>> {
    let texts = Compared::of(setup, 2)?;
    let overlap = texts.overlap(0, 1);
    let jaccard = overlap.jaccard();
    let mut blocks = texts.notes(t);
    if overlap.shared == 0 || jaccard >= 1.0 {
        blocks.push(t.text("race-certain", &[("share", t.share(jaccard).into())]));
        return Ok(vec![Slide::of(blocks)]);
    }
    let values = draws_of(setup);
    let seats = seats_for(&texts, setup);
    let measured: Vec<(SketchKind, f64, f64)> = SketchKind::ALL
        .iter()
        .map(|&(_, kind)| {
            let layout = Layout::of(&sketching(setup, kind, values, 0));
            let theory = standard_error_with(kind, layout, jaccard, overlap.union());
            let found = estimates(&texts, setup, kind, seats);
            (kind, error(&found, jaccard).unwrap_or(0.0), theory)
        })
        .collect();
    let name = |kind: SketchKind| t.line(&format!("sketches-{}", kind.name()), &[]);
    let best = measured.iter().min_by(|a, b| a.1.total_cmp(&b.1));
    let best = best.map(|(kind, ..)| *kind);
    let at = measured.iter().position(|(kind, ..)| Some(*kind) == best);
    let answers = measured.iter().map(|(kind, ..)| name(*kind)).collect();
    let dial = || Span::new(t.count(values as u64), Ink::Dial);
    let asked = [
        ("values", dial().into()),
        ("seats", seats.into()),
        ("union", overlap.union().into()),
        ("share", t.share(jaccard).into()),
    ];
    blocks.push(t.text("sketches-kinds", &asked));
    let asked = t.question("sketches-ask", &asked, answers, at.unwrap_or(0));
    let asked = Slide::of(blocks).asking(asked);
    let longest = measured.iter().map(|(_, error, _)| *error);
    let longest = longest.fold(f64::MIN_POSITIVE, f64::max);
    let bars = measured.iter().map(|&(kind, error, _)| Bar {
        name: name(kind),
        length: error / longest,
        value: t.number(error, 4),
        ink: match Some(kind) == best {
            true => Ink::Equal,
            false => Ink::Plain,
        },
    });
    let rows = measured.iter().map(|&(kind, error, theory)| {
        let figures = [error, theory].map(|value| one(t.number(value, 4), Ink::Plain));
        let how = t.line(&format!("sketches-{}-how", kind.name()), &[]);
        let [error, theory] = figures;
        vec![name(kind), error, theory, how]
    });
    let head = ["kind", "measured", "theory", "how"];
    let head = head.map(|key| t.line(&format!("sketches-head-{key}"), &[]));
    let values = [("values", dial().into()), ("seats", seats.into())];
    Ok(vec![
        asked,
        Slide::of(vec![
            t.text("sketches-measured", &values),
            Block::Bars(bars.collect()),
        ]),
        Slide::of(vec![
            Block::Table(Table {
                head: head.to_vec(),
                rows: rows.collect(),
            }),
            t.text("sketches-why", &[]),
        ]),
    ])
}
