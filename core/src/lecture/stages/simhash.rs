//! Votes of the words on every bit, fingerprints, and sorted neighbours before and after a rotation.

use super::shingles::counts;
use crate::base::units::share;
use crate::candidates::simhash::sorted;
use crate::lecture::compared::Compared;
use crate::lecture::setup::Setup;
use crate::lecture::slide::{Ink, LectureLine, Question, Slide, SlideBlock, Span, line, one, text};
use crate::similarity::simhash::{distance, simhash, votes};

/// Words whose votes are shown.
const WORDS: usize = 8;
/// Bits that are shown, the lowest ones.
const BITS: usize = 16;
/// Distance up to which fingerprints are near (Manku, Jain, Das Sarma 2007).
const NEAR: u32 = 3;

/// The slides of the stage.
pub fn slides(setup: &Setup) -> anyhow::Result<Vec<Slide>> {
    let example = &setup.example;
    match (example.values.is_empty(), example.modulus) {
        (true, _) => votes_of_texts(setup),
        (false, 0) => Ok(sorting(
            &example.values,
            example.bits,
            setup.rotation as u32,
        )),
        (false, modulus) => sample(setup, modulus),
    }
}

/// The votes of the words of A, and the distance of the fingerprints of both texts.
fn votes_of_texts(setup: &Setup) -> anyhow::Result<Vec<Slide>> {
    let texts = Compared::new(setup, 2)?;
    let mut first = texts.notes();
    first.extend(voting(&texts));
    let [a, b] = [0, 1].map(|at| simhash(&texts.texts[at].terms));
    let far = distance(a, b);
    let mut answers = vec![far, 0, NEAR, 16, 32];
    answers.dedup();
    answers.truncate(4);
    let question = Question::of_numbers(
        line!("In how many of 64 bits do the two fingerprints differ?"),
        answers.into_iter().map(u64::from).collect(),
        far.into(),
    );
    let fingerprints = |unlike: u64| {
        let row = |at: usize, value: u64| vec![vec![texts.name(at)], bits_of(value, unlike, 64)];
        SlideBlock::rows([row(0, a), row(1, b)])
    };
    let verdict = if far <= NEAR {
        text!("At most {}: a candidate.", NEAR)
    } else {
        text!(
            "More than {}: no candidate, whatever the shingles say.",
            NEAR
        )
    };
    let compared = vec![
        fingerprints(a ^ b),
        SlideBlock::big(
            far.to_string(),
            line!(
                "bits differ. The two texts share {} of their shingles, counted.",
                share(texts.overlap(0, 1).jaccard())
            ),
        ),
        verdict,
        text!("SimHash estimates an angle between counts of words. It does not see their order."),
    ];
    Ok(vec![
        Slide::new(first),
        Slide::new(vec![text!("Both fingerprints:"), fingerprints(0)]).asking(question),
        Slide::new(compared),
    ])
}

/// The bits of a fingerprint, highest first; those in `unlike` are emphasised.
fn bits_of(value: u64, unlike: u64, bits: u32) -> LectureLine {
    let spans = (0..bits).rev().map(|bit| {
        let text = if value >> bit & 1 == 1 { "1" } else { "0" };
        let differs = unlike >> bit & 1 == 1;
        Span::new(text, if differs { Ink::Strong } else { Ink::Dim })
    });
    spans.collect()
}

/// The votes of A's words on its lowest bits.
fn voting(texts: &Compared) -> [SlideBlock; 2] {
    let text = &texts.texts[0];
    let terms = || text.terms.iter().enumerate();
    let is_first = |(at, term): &(usize, &u64)| !text.terms[..*at].contains(term);
    let different: Vec<(usize, &u64)> = terms().filter(is_first).take(WORDS).collect();
    let vote = |term: u64| {
        let signs = (0..BITS).rev().map(|bit| match term >> bit & 1 {
            1 => Span::new("+", Ink::Equal),
            _ => Span::new("−", Ink::Dim),
        });
        signs.collect::<LectureLine>()
    };
    let row = |(index, term): &(usize, &u64)| {
        let times = text.terms.iter().filter(|other| other == term).count();
        let name = format!("{} ×{times}", text.words[*index]);
        (one(name, Ink::Plain), vote(**term))
    };
    let mut rows: Vec<(LectureLine, LectureLine)> = different.iter().map(row).collect();
    let (set, all) = (votes(&text.terms), text.terms.len() as i64);
    let sum = |bit: usize| Span::strong((2 * i64::from(set[bit]) - all).to_string());
    rows.push((line!("sum of all"), (0..BITS).rev().map(sum).collect()));
    let fingerprint = simhash(&text.terms);
    let bits = (0..BITS).rev();
    let low = bits.map(|bit| Span::strong((fingerprint >> bit & 1).to_string()));
    rows.push((line!("bit"), low.collect()));
    let columns = (0..BITS).rev().map(|bit| one(bit.to_string(), Ink::Dim));
    [
        text!(
            "Each of the {} words of {} votes on every bit by its hash; here the lowest {} of 64:",
            text.terms.len(),
            texts.name(0),
            BITS
        ),
        SlideBlock::matrix(columns, rows),
    ]
}

/// Given fingerprints: their distances, and neighbours in sorted order, before and after a rotation.
fn sorting(values: &[u64], bits: u32, rotation: u32) -> Vec<Slide> {
    let rows = values.iter().zip(1_u64..).map(|(value, number)| {
        vec![
            one(number.to_string(), Ink::Strong),
            one(value.to_string(), Ink::Plain),
            bits_of(*value, 0, bits),
        ]
    });
    let mut pairs: Vec<(u32, usize, usize)> = (0..values.len())
        .flat_map(|a| (a + 1..values.len()).map(move |b| (a, b)))
        .map(|(a, b)| (distance(values[a], values[b]), a, b))
        .collect();
    pairs.sort_unstable();
    let name = |a: usize, b: usize| format!("{} – {}", a + 1, b + 1);
    let mut offered: Vec<_> = pairs.iter().take(4).copied().collect();
    offered.sort_by_key(|(_, a, b)| (*a, *b));
    let answers = offered.iter().map(|(_, a, b)| name(*a, *b));
    let mut slide = Slide::new(vec![
        text!("Fingerprints of {} bits, with their numbers:", bits),
        SlideBlock::rows(rows),
    ]);
    if let [(nearest, a, b), (next, ..), ..] = pairs[..]
        && nearest < next
    {
        let question = line!("Which two differ in the fewest bits?");
        slide.question = Some(Question::choice(question, answers.collect(), &name(a, b)));
    }
    let near = pairs.iter().take_while(|(far, ..)| *far <= NEAR);
    let row = |(far, a, b): &(u32, usize, usize)| {
        let far = one(far.to_string(), Ink::Strong);
        vec![one(name(*a, *b), Ink::Equal), far]
    };
    let rows: Vec<Vec<LectureLine>> = near.map(row).collect();
    let next = pairs.get(rows.len()).map_or(0, |(far, ..)| *far);
    let answered = Slide::new(vec![
        SlideBlock::rows(rows),
        text!(
            "These differ in at most {} bits; all other pairs in at least {}.",
            NEAR,
            next
        ),
    ]);
    let mut slides = vec![slide, answered, order(values, bits, 0)];
    if !rotation.is_multiple_of(bits) {
        slides.push(order(values, bits, rotation % bits));
    }
    slides
}

/// Sorted after a rotation, with the distances of neighbours.
fn order(values: &[u64], bits: u32, rotation: u32) -> Slide {
    let order = sorted(values, bits, rotation);
    let mut numbers = line!("{}", Span::strong((order[0] + 1).to_string()));
    for pair in order.windows(2) {
        let far = distance(values[pair[0]], values[pair[1]]);
        let ink = if far <= NEAR { Ink::Equal } else { Ink::Dim };
        numbers.push(Span::new(format!(" –{far}– "), ink));
        numbers.push(Span::strong((pair[1] + 1).to_string()));
    }
    Slide::new(vec![
        text!(
            "Sorted after a rotation to the left by {} bits, with the bits in which neighbours differ:",
            Span::setting(rotation)
        ),
        SlideBlock::Text(numbers),
        text!(
            "Neighbours that differ in at most {} bits are found in this order, and no others.",
            NEAR
        ),
    ])
}

/// Given hash values of shingles: the sample of those that are 0 modulo a number.
fn sample(setup: &Setup, modulus: u64) -> anyhow::Result<Vec<Slide>> {
    let all = &setup.example.values;
    let texts = Compared::new(setup, 2)?;
    let is_kept = |value: &u64| value.is_multiple_of(modulus);
    let kept: Vec<u64> = all.iter().copied().filter(is_kept).collect();
    let listed = all
        .iter()
        .map(|value| format!("{value} "))
        .collect::<String>();
    let (count, total) = (kept.len() as u64, all.len() as u64);
    let slide = Slide::new(vec![
        SlideBlock::Text(texts.line(0, None)),
        counts(&texts, 0),
        text!("Hash values of the shingles:"),
        text!("{}", listed),
    ]);
    let question = line!("How many of them are 0 mod {}?", modulus);
    let answers = vec![count, total / modulus + 1, total];
    let kept: Vec<String> = kept.iter().map(u64::to_string).collect();
    let answered = Slide::new(vec![
        text!(
            "{} of {} are 0 mod {}. They are the sample that stands for the text:",
            count,
            total,
            modulus
        ),
        SlideBlock::Text(one(kept.join(" "), Ink::Equal)),
    ]);
    let question = Question::of_numbers(question, answers, count);
    Ok(vec![slide.asking(question), answered])
}
