//! Side branch of Jaccard and containment: the shingles that are 0 mod p, whose number grows with the text.

use crate::base::units::{count, share};
use crate::candidates::mod_p::sampled;
use crate::lecture::compared::Compared;
use crate::lecture::setup::Setup;
use crate::lecture::slide::{Bar, Block, Ink, Question, Slide, Span, cells, line, one, text};
use crate::similarity::Overlap;

/// Numbers that hashes are divided by.
pub const MODULI: [usize; 6] = [1, 2, 4, 8, 16, 32];

/// The slides of the stage.
pub fn slides(setup: &Setup) -> anyhow::Result<Vec<Slide>> {
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
    let dial = || Span::dial(modulus.to_string());
    let (a, b) = (|| texts.name(0), || texts.name(1));
    let row =
        |name: Span, all: u32, kept: u32| vec![vec![name], vec![all.into()], vec![kept.into()]];
    let mut blocks = texts.notes();
    blocks.extend([
        text!(
            "Of each text the shingles are kept whose hash is 0 mod {}:",
            dial()
        ),
        Block::table(
            cells(["text", "shingles", "kept"]),
            [
                row(a(), exact.size_a, sample.size_a),
                row(b(), exact.size_b, sample.size_b),
            ],
        ),
    ]);
    if sample.size_b == 0 {
        blocks.push(text!(
            "Nothing of {} is kept mod {}: the sample says nothing of it. Turn to a smaller \
             number.",
            b(),
            dial()
        ));
        return Ok(vec![Slide::of(blocks), by_modulus(&overlap, &exact)]);
    }
    let sizes = [sample.size_b.into(), sample.union(), exact.size_b.into()];
    let [right, ..] = sizes.map(|of: u64| format!("{}/{of}", sample.shared));
    let mut answers = sizes.map(|of| format!("{}/{of}", sample.shared)).to_vec();
    answers.sort();
    let question = line!(
        "The two samples share {}. How much of {} is in {}?",
        sample.shared,
        b(),
        a()
    );
    let asked = Slide::of(blocks).asking(Question::choice(question, answers, &right));
    let [b_in_a, a_in_b] = [sample.containment_b_in_a(), sample.containment_a_in_b()];
    let says = line!(
        "of the sample of {} is also in that of {}: {}. Counted: {}.",
        b(),
        a(),
        share(b_in_a),
        share(exact.containment_b_in_a())
    );
    let counted = |share| Bar::share("counted", share, Ink::Plain);
    let revealed = Slide::of(vec![
        Block::big(right, says),
        Block::Bars(vec![
            Bar::share("B in A, by samples", b_in_a, Ink::OnlyB),
            counted(exact.containment_b_in_a()),
            Bar::share("A in B, by samples", a_in_b, Ink::OnlyA),
            counted(exact.containment_a_in_b()),
        ]),
        text!(
            "The sample of a long text is long. A sketch has 200 values of every text, so it \
             says little of how much of a short text a long one holds."
        ),
    ]);
    Ok(vec![asked, revealed, by_modulus(&overlap, &exact)])
}

/// How much is kept, and what it says, for each modulus.
fn by_modulus(overlap: &dyn Fn(u64) -> Overlap, exact: &Overlap) -> Slide {
    let row = |name: String, of: &Overlap, ink: Ink| {
        let share = |value: f64, size: u32| match size {
            0 => "–".to_owned(),
            _ => share(value),
        };
        let figures = [
            count(of.size_a.into()),
            count(of.size_b.into()),
            share(of.containment_b_in_a(), of.size_b),
            share(of.containment_a_in_b(), of.size_a),
        ];
        let mut row = vec![one(name, Ink::Plain)];
        row.extend(figures.map(|figure| one(figure, ink)));
        row
    };
    let mut rows = MODULI
        .map(|modulus| row(modulus.to_string(), &overlap(modulus as u64), Ink::Plain))
        .to_vec();
    rows.push(row("counted".into(), exact, Ink::Strong));
    let head = ["mod", "kept of A", "kept of B", "B in A", "A in B"];
    Slide::of(vec![
        text!("What other numbers keep, and what they say:"),
        Block::table(cells(head), rows),
    ])
}
