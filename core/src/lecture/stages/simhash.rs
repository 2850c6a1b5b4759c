//! Votes of the words on every bit, fingerprints, and sorted neighbours before and after a rotation.

use super::shingles::counts;
use crate::base::units::share;
use crate::candidates::simhash::sorted;
use crate::lecture::compared::Compared;
use crate::lecture::setup::Setup;
use crate::lecture::slide::{Ink, LectureLine, Question, Slide, SlideBlock, Span, line, one, text};
use crate::similarity::simhash::{distance, simhash, votes};

/// Maximum number of words whose votes are shown.
const MAX_WORDS: usize = 8;
/// Bits that are shown, the lowest ones.
const BITS: usize = 16;
/// Maximum distance of near fingerprints (Manku, Jain, Das Sarma 2007).
const MAX_DISTANCE: u32 = 3;

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
    let diff = distance(a, b);
    let mut answers = vec![diff, 0, MAX_DISTANCE, 16, 32];
    answers.dedup();
    answers.truncate(4);
    let question = Question::of_numbers(
        line!("In how many of 64 bits do the two fingerprints differ?"),
        answers.into_iter().map(u64::from).collect(),
        diff.into(),
    );
    let fingerprints = |mask: u64| {
        let row = |at: usize, value: u64| vec![vec![texts.name(at)], bits_of(value, mask, 64)];
        SlideBlock::rows([row(0, a), row(1, b)])
    };
    let verdict = if diff <= MAX_DISTANCE {
        text!("At most {}: a candidate.", MAX_DISTANCE)
    } else {
        text!(
            "More than {}: no candidate, whatever the shingles say.",
            MAX_DISTANCE
        )
    };
    let compared = vec![
        fingerprints(a ^ b),
        SlideBlock::big(
            diff.to_string(),
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

/// The bits of a fingerprint, highest first; the bits in `mask` are emphasised.
fn bits_of(value: u64, mask: u64, bits: u32) -> LectureLine {
    let spans = (0..bits).rev().map(|bit| {
        let text = if value >> bit & 1 == 1 { "1" } else { "0" };
        let is_strong = mask >> bit & 1 == 1;
        Span::new(text, if is_strong { Ink::Strong } else { Ink::Dim })
    });
    spans.collect()
}

/// The votes of A's words on its lowest bits.
fn voting(texts: &Compared) -> [SlideBlock; 2] {
    let text = &texts.texts[0];
    let terms = || text.terms.iter().enumerate();
    let is_first = |(at, term): &(usize, &u64)| !text.terms[..*at].contains(term);
    let distinct: Vec<(usize, &u64)> = terms().filter(is_first).take(MAX_WORDS).collect();
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
    let mut rows: Vec<(LectureLine, LectureLine)> = distinct.iter().map(row).collect();
    let (yes_votes, all) = (votes(&text.terms), text.terms.len() as i64);
    let sum = |bit: usize| Span::strong((2 * i64::from(yes_votes[bit]) - all).to_string());
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

/// Example fingerprints: their distances, and neighbours in sorted order, before and after a rotation.
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
    let mut options: Vec<_> = pairs.iter().take(4).copied().collect();
    options.sort_by_key(|(_, a, b)| (*a, *b));
    let answers = options.iter().map(|(_, a, b)| name(*a, *b));
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
    let near = pairs.iter().take_while(|(diff, ..)| *diff <= MAX_DISTANCE);
    let row = |(diff, a, b): &(u32, usize, usize)| {
        let diff = one(diff.to_string(), Ink::Strong);
        vec![one(name(*a, *b), Ink::Equal), diff]
    };
    let rows: Vec<Vec<LectureLine>> = near.map(row).collect();
    let next = pairs.get(rows.len()).map_or(0, |(diff, ..)| *diff);
    let answer = Slide::new(vec![
        SlideBlock::rows(rows),
        text!(
            "These differ in at most {} bits; all other pairs in at least {}.",
            MAX_DISTANCE,
            next
        ),
    ]);
    let mut slides = vec![slide, answer, order(values, bits, 0)];
    if !rotation.is_multiple_of(bits) {
        slides.push(order(values, bits, rotation % bits));
    }
    slides
}

/// The values in sorted order after a rotation, with the distances of neighbours.
fn order(values: &[u64], bits: u32, rotation: u32) -> Slide {
    let order = sorted(values, bits, rotation);
    let mut numbers = line!("{}", Span::strong((order[0] + 1).to_string()));
    for pair in order.windows(2) {
        let diff = distance(values[pair[0]], values[pair[1]]);
        let is_near = diff <= MAX_DISTANCE;
        let ink = if is_near { Ink::Equal } else { Ink::Dim };
        numbers.push(Span::new(format!(" –{diff}– "), ink));
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
            MAX_DISTANCE
        ),
    ])
}

/// Example hash values of shingles: the sample of the values that are 0 modulo a number.
fn sample(setup: &Setup, modulus: u64) -> anyhow::Result<Vec<Slide>> {
    let values = &setup.example.values;
    let texts = Compared::new(setup, 2)?;
    let is_sampled = |value: &u64| value.is_multiple_of(modulus);
    let sampled: Vec<u64> = values.iter().copied().filter(is_sampled).collect();
    let listed = values
        .iter()
        .map(|value| format!("{value} "))
        .collect::<String>();
    let (count, total) = (sampled.len() as u64, values.len() as u64);
    let slide = Slide::new(vec![
        SlideBlock::Text(texts.line(0, None)),
        counts(&texts, 0),
        text!("Hash values of the shingles:"),
        text!("{}", listed),
    ]);
    let question = line!("How many of them are 0 mod {}?", modulus);
    let answers = vec![count, total / modulus + 1, total];
    let sampled: Vec<String> = sampled.iter().map(u64::to_string).collect();
    let answer = Slide::new(vec![
        text!(
            "{} of {} are 0 mod {}. They are the sample that stands for the text:",
            count,
            total,
            modulus
        ),
        SlideBlock::Text(one(sampled.join(" "), Ink::Equal)),
    ]);
    let question = Question::of_numbers(question, answers, count);
    Ok(vec![slide.asking(question), answer])
}
