//! Stage 3: one permutation of all shingles, the least of each text, and why they are equal with probability J.

use crate::lecture::compared::{Compared, letter};
use crate::lecture::dial::PERMUTATIONS;
use crate::lecture::setup::Setup;
use crate::lecture::slide::{Bar, Block, Ink, Line, Mark, NumberLine, Slide, Span, Table};
use crate::lecture::teller::{Teller, one};
use crate::settings::SketchKind;
use crate::settings::Sketching;
use crate::sketch::Sketcher;

/// Marks of a number line; of more shingles those that come first are shown.
const MARKS: usize = 12;

/// Permutations of the row of equal and unlike ones.
const SHOWN: usize = 40;

/// The permutations of a lecture, as min-hash has them.
pub fn sketcher(setup: &Setup) -> Sketcher {
    Sketcher::new(&Sketching {
        sketch: SketchKind::Minhash,
        permutations: PERMUTATIONS,
        bits: 32,
        ..setup.sketching.clone()
    })
}

/// The slides of the stage.
pub fn slides(setup: &Setup, t: Teller) -> anyhow::Result<Vec<Slide>> {
    let texts = Compared::of(setup, 2)?;
    if texts.shingles.is_empty() {
        return Ok(vec![Slide::of(texts.notes(t))]);
    }
    let sketcher = sketcher(setup);
    let at = setup.permutation.min(PERMUTATIONS - 1);
    let permuted = Permuted::of(&texts, &sketcher, at);
    let (before, after) = reveal(&texts, &permuted, at, t);
    Ok(vec![
        numbers(&texts, t),
        moved(&texts, &permuted, at, t),
        before,
        after,
        first(&texts, t),
        so_far(&texts, &sketcher, at, t),
    ])
}

/// What one permutation makes of the shingles.
struct Permuted {
    /// For each shingle of the union its permuted number.
    values: Vec<u32>,
    /// For each text its least shingle, with the number.
    least: [Option<(usize, u32)>; 2],
}

impl Permuted {
    fn of(texts: &Compared, sketcher: &Sketcher, at: usize) -> Self {
        let value = |hash: u64| sketcher.minimum(at, &[hash]).map_or(u32::MAX, |m| m.value);
        let least = [0, 1].map(|text| {
            let text = &texts.texts[text];
            let hashes: Vec<u64> = text
                .windows
                .iter()
                .map(|s| texts.shingles[*s].hash)
                .collect();
            let minimum = sketcher.minimum(at, &hashes)?;
            Some((text.windows[minimum.element], minimum.value))
        });
        Permuted {
            values: texts.shingles.iter().map(|s| value(s.hash)).collect(),
            least,
        }
    }

    /// Whether the two texts have equal minima.
    fn equal(&self) -> bool {
        matches!(self.least, [Some((_, a)), Some((_, b))] if a == b)
    }

    /// The shingles of the union by their permuted numbers.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.values.len()).collect();
        order.sort_by_key(|shingle| (self.values[*shingle], *shingle));
        order
    }
}

fn line(name: Line, bits: u32, marks: Vec<(u64, Span, bool)>) -> Block {
    let whole = 2_f64.powi(bits as i32);
    let mut marks: Vec<Mark> = marks
        .into_iter()
        .map(|(value, label, least)| Mark {
            at: value as f64 / whole,
            label,
            least,
        })
        .collect();
    marks.sort_by(|x, y| x.at.total_cmp(&y.at));
    let power = if bits == 64 { "2^64" } else { "2^32" };
    Block::NumberLine(NumberLine {
        name,
        ends: ("0".into(), power.into()),
        marks,
    })
}

/// Every shingle has one number.
fn numbers(texts: &Compared, t: Teller) -> Slide {
    let mut blocks = texts.notes(t);
    blocks.push(t.text("permutation-numbers", &[]));
    let marks = texts
        .shown(MARKS)
        .map(|s| (texts.shingles[s].hash, letter(s), false));
    blocks.push(line(Line::new(), 64, marks.collect()));
    let rows = texts.shown(MARKS).map(|s| {
        let text = texts.written(s);
        vec![
            vec![letter(s)],
            vec![text],
            one(texts.shingles[s].hash.to_string(), Ink::Dim),
        ]
    });
    blocks.push(Block::Table(Table {
        head: Vec::new(),
        rows: rows.collect(),
    }));
    blocks.extend(more(texts, t));
    Slide::of(blocks)
}

fn more(texts: &Compared, t: Teller) -> Option<Block> {
    let left_out = texts.shingles.len().saturating_sub(MARKS);
    (left_out > 0).then(|| t.text("and-more", &[("n", left_out.into())]))
}

fn number(at: usize) -> Span {
    Span::new((at + 1).to_string(), Ink::Dial)
}

/// The permutation moves all of them, the same way for every text.
fn moved(texts: &Compared, permuted: &Permuted, at: usize, t: Teller) -> Slide {
    let order = permuted.order();
    let shown = &order[..order.len().min(MARKS)];
    let before = shown
        .iter()
        .map(|s| (texts.shingles[*s].hash, letter(*s), false));
    let after = shown
        .iter()
        .map(|s| (u64::from(permuted.values[*s]), letter(*s), false));
    let mut blocks = vec![
        line(Line::new(), 64, before.collect()),
        t.text("permutation-moves", &[("permutation", number(at).into())]),
        line(Line::new(), 32, after.collect()),
    ];
    blocks.extend(more(texts, t));
    Slide::of(blocks)
}

/// Each text's shingles on the line; then the least of each, and whether they are equal.
fn reveal(texts: &Compared, permuted: &Permuted, at: usize, t: Teller) -> (Slide, Slide) {
    let lines = |with_least: bool| {
        let lines = (0..2).map(|text| {
            let own = permuted.order().into_iter();
            let own = own
                .filter(|s| texts.shingles[*s].counts[text] > 0)
                .take(MARKS);
            let marks = own.map(|s| {
                let least = permuted.least[text].is_some_and(|(least, _)| least == s);
                (
                    u64::from(permuted.values[s]),
                    letter(s),
                    with_least && least,
                )
            });
            line(vec![texts.name(text)], 32, marks.collect())
        });
        lines.collect::<Vec<_>>()
    };
    let equal = permuted.equal();
    let answers = vec![t.line("yes", &[]), t.line("no", &[])];
    let values = [("permutation", number(at).into())];
    let question = t.question("permutation-ask", &values, answers, usize::from(!equal));
    let mut all = vec![t.text("permutation-lines", &[])];
    all.extend(lines(false));
    let before = Slide::of(all).asking(question);
    let mut blocks = lines(true);
    for text in 0..2 {
        let Some((least, value)) = permuted.least[text] else {
            continue;
        };
        let values = [
            ("name", texts.name(text).into()),
            ("shingle", letter(least).into()),
            ("words", texts.written(least).into()),
            ("value", u64::from(value).into()),
        ];
        blocks.push(t.text("permutation-least", &values));
    }
    blocks.push(match (equal, permuted.least) {
        (true, _) => Block::Text(vec![Span::new(said(t, "equal"), Ink::Equal)]),
        (false, [Some(_), Some(_)]) => Block::Text(vec![Span::new(said(t, "unlike"), Ink::Unlike)]),
        _ => t.text("permutation-no-minimum", &[]),
    });
    (before, Slide::of(blocks))
}

fn said(t: Teller, key: &str) -> String {
    crate::lecture::slide::said(&t.line(key, &[]))
}

/// Each shingle of the union is as likely the first as any other: theorem 19.1.
fn first(texts: &Compared, t: Teller) -> Slide {
    let overlap = texts.overlap(0, 1);
    let cells = texts.shown(MARKS).map(|s| {
        let counts = &texts.shingles[s].counts;
        let both = counts[0] > 0 && counts[1] > 0;
        let (key, ink) = if both {
            ("equal", Ink::Equal)
        } else {
            ("unlike", Ink::Unlike)
        };
        vec![
            vec![letter(s)],
            vec![texts.written(s)],
            one(said(t, key), ink),
        ]
    });
    let c11 = u64::from(overlap.shared);
    let (c10, c01) = (
        u64::from(overlap.size_a) - c11,
        u64::from(overlap.size_b) - c11,
    );
    let values = [
        ("both", c11.into()),
        ("onlya", c10.into()),
        ("onlyb", c01.into()),
        ("union", overlap.union().into()),
        ("share", t.share(overlap.jaccard()).into()),
    ];
    let mut blocks = vec![
        t.text("permutation-first", &[]),
        Block::Table(Table {
            head: Vec::new(),
            rows: cells.collect(),
        }),
    ];
    blocks.extend(more(texts, t));
    blocks.push(Block::Big {
        value: format!("{}/{}", overlap.shared, overlap.union()),
        says: t.line("permutation-theorem", &values),
    });
    Slide::of(blocks)
}

/// Equal or unlike under every permutation so far, and the running fraction.
fn so_far(texts: &Compared, sketcher: &Sketcher, at: usize, t: Teller) -> Slide {
    let (equal, all) = (equal_until(texts, sketcher, at), at + 1);
    let from = all.saturating_sub(SHOWN);
    let squares = equal[from..].iter().map(|equal| match equal {
        true => Span::new("■ ", Ink::Equal),
        false => Span::new("□ ", Ink::Unlike),
    });
    let count = equal.iter().filter(|equal| **equal).count();
    let share = count as f64 / all as f64;
    let counted = texts.overlap(0, 1).jaccard();
    let values = [
        ("equal", count.into()),
        ("all", all.into()),
        ("share", t.share(share).into()),
        ("counted", t.share(counted).into()),
    ];
    Slide::of(vec![
        Block::Text(squares.collect()),
        Block::Big {
            value: format!("{count}/{all}"),
            says: t.line("permutation-so-far", &values),
        },
        Block::Bars(vec![
            Bar {
                name: t.line("permutation-estimate", &[]),
                length: share,
                value: t.share(share),
                ink: Ink::Equal,
            },
            Bar {
                name: t.line("counted", &[]),
                length: counted,
                value: t.share(counted),
                ink: Ink::Both,
            },
        ]),
    ])
}

/// Whether the minima of A and B are equal under each permutation up to `at`.
fn equal_until(texts: &Compared, sketcher: &Sketcher, at: usize) -> Vec<bool> {
    let sketches = super::sketches(texts, sketcher);
    let layout = sketcher.layout();
    let empty = texts.texts[0].set.is_empty() || texts.texts[1].set.is_empty();
    let agree = |i: usize| !empty && layout.agree(&sketches[0], &sketches[1], i..i + 1);
    (0..=at).map(agree).collect()
}
