//! Side branch of Jaccard and containment: the shingles that are 0 mod p, whose number grows with the text.

use crate::candidates::mod_p::sampled;
use crate::lecture::compared::Compared;
use crate::lecture::setup::Setup;
use crate::lecture::slide::{Bar, Block, Ink, Slide, Span, Table};
use crate::lecture::teller::{Teller, one};
use crate::similarity::Overlap;

/// Numbers that hashes are divided by.
pub const MODULI: [usize; 6] = [1, 2, 4, 8, 16, 32];

/// The slides of the stage.
pub fn slides(setup: &Setup, t: Teller) -> anyhow::Result<Vec<Slide>> {
    let texts = Compared::of(setup, 2)?;
    let exact = texts.overlap(0, 1);
    let modulus = setup.modulus.max(1);
    let kept = |text: usize, modulus: u64| -> Vec<u64> {
        let set = texts.texts[text].set.iter().copied();
        set.filter(|hash| sampled(*hash, modulus, &setup.sketching))
            .collect()
    };
    let overlap = |modulus| Overlap::of(&kept(0, modulus), &kept(1, modulus));
    let sample = overlap(modulus);
    let dial = || Span::new(modulus.to_string(), Ink::Dial);
    let mut blocks = texts.notes(t);
    blocks.push(t.text("mod-keeps", &[("p", dial().into())]));
    let rows = (0..2).map(|at| {
        let name = vec![texts.name(at)];
        let all = texts.texts[at].set.len();
        let kept = if at == 0 {
            sample.size_a
        } else {
            sample.size_b
        };
        let counts = [all as u64, kept.into()].map(|n| one(t.count(n), Ink::Plain));
        let [all, kept] = counts;
        vec![name, all, kept]
    });
    let head = ["text", "all", "kept"].map(|key| t.line(&format!("mod-head-{key}"), &[]));
    blocks.push(Block::Table(Table {
        head: head.to_vec(),
        rows: rows.collect(),
    }));
    if sample.size_b == 0 {
        let values = [("name", texts.name(1).into()), ("p", dial().into())];
        blocks.push(t.text("mod-nothing", &values));
        return Ok(vec![Slide::of(blocks), by_modulus(&overlap, &exact, t)]);
    }
    let right = format!("{}/{}", sample.shared, sample.size_b);
    let mut answers = vec![
        right.clone(),
        format!("{}/{}", sample.shared, sample.union()),
        format!("{}/{}", sample.shared, exact.size_b),
    ];
    answers.sort();
    answers.dedup();
    let at = answers.iter().position(|answer| *answer == right);
    let answers = answers.iter().map(|answer| one(answer, Ink::Plain));
    let asked = [
        ("shared", sample.shared.into()),
        ("a", texts.name(0).into()),
        ("b", texts.name(1).into()),
    ];
    let question = t.question("mod-ask", &asked, answers.collect(), at.unwrap_or(0));
    let bar = |key: &str, value: f64, ink| Bar {
        name: t.line(key, &[]),
        length: value,
        value: t.share(value),
        ink,
    };
    let values = [
        ("b", texts.name(1).into()),
        ("a", texts.name(0).into()),
        ("estimate", t.share(sample.containment_b_in_a()).into()),
        ("counted", t.share(exact.containment_b_in_a()).into()),
    ];
    let revealed = Slide::of(vec![
        Block::Big {
            value: right,
            says: t.line("mod-estimate", &values),
        },
        Block::Bars(vec![
            bar("mod-b-in-a", sample.containment_b_in_a(), Ink::OnlyB),
            bar("mod-counted", exact.containment_b_in_a(), Ink::Plain),
            bar("mod-a-in-b", sample.containment_a_in_b(), Ink::OnlyA),
            bar("mod-counted", exact.containment_a_in_b(), Ink::Plain),
        ]),
        t.text("mod-grows", &[]),
    ]);
    let asked = Slide::of(blocks).asking(question);
    Ok(vec![asked, revealed, by_modulus(&overlap, &exact, t)])
}

/// How much is kept, and what it says, for each modulus.
fn by_modulus(overlap: &dyn Fn(u64) -> Overlap, exact: &Overlap, t: Teller) -> Slide {
    let rows = MODULI.iter().map(|&modulus| {
        let of = overlap(modulus as u64);
        let said = |value: f64, size: u32| match size {
            0 => "–".to_owned(),
            _ => t.share(value),
        };
        [
            modulus.to_string(),
            t.count(of.size_a.into()),
            t.count(of.size_b.into()),
            said(of.containment_b_in_a(), of.size_b),
            said(of.containment_a_in_b(), of.size_a),
        ]
        .map(|cell| one(cell, Ink::Plain))
        .to_vec()
    });
    let mut rows: Vec<Vec<_>> = rows.collect();
    rows.push(vec![
        t.line("counted", &[]),
        one(t.count(exact.size_a.into()), Ink::Strong),
        one(t.count(exact.size_b.into()), Ink::Strong),
        one(t.share(exact.containment_b_in_a()), Ink::Strong),
        one(t.share(exact.containment_a_in_b()), Ink::Strong),
    ]);
    let head = ["p", "kept-a", "kept-b", "b-in-a", "a-in-b"];
    let head = head.map(|key| t.line(&format!("mod-head-{key}"), &[]));
    Slide::of(vec![
        t.text("mod-by-p", &[]),
        Block::Table(Table {
            head: head.to_vec(),
            rows,
        }),
    ])
}
