//! Stage 6: bands of a sketch as buckets, the S-curve, and what other bandings miss and waste.

mod collection;

use crate::candidates::banding::Banding;
use crate::candidates::super_shingles;
use crate::lecture::compared::Compared;
use crate::lecture::dial::VALUES;
use crate::lecture::setup::{MOST_TEXTS, Setup};
use crate::lecture::slide::{Block, Ink, Line, Matrix, Slide, Span, Tile, said};
use crate::lecture::teller::{Teller, one};
use crate::plot::{Axis, Figure, Layer, Marks, Tone};
use crate::settings::{SketchKind, Sketching};
use crate::sketch::Sketcher;

/// Bands whose buckets are shown.
const SHOWN: usize = 6;
/// Bandings of 200 values that are held beside that of the dial: bands and rows.
const BANDINGS: [(usize, usize); 4] = [(14, 14), (20, 10), (25, 8), (40, 5)];
/// Similarities of their table.
const AT: [f64; 6] = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95];
/// Similarity of pairs that should not become candidates.
const UNLIKE: f64 = 0.5;

/// The slides of the stage.
pub fn slides(setup: &Setup, t: Teller) -> anyhow::Result<Vec<Slide>> {
    let texts = Compared::of(setup, MOST_TEXTS)?;
    let sketching = Sketching {
        sketch: SketchKind::Minhash,
        permutations: VALUES,
        bits: 32,
        ..setup.sketching.clone()
    };
    let sketcher = Sketcher::new(&sketching);
    let sketches = super::sketches(&texts, &sketcher);
    let layout = sketcher.layout();
    let rows = setup.rows.clamp(1, VALUES);
    let banding = Banding {
        bands: VALUES / rows,
        rows,
    };
    let has = |text: usize| !texts.texts[text].set.is_empty();
    let both = has(0) && has(1);
    let band = |band: usize| band * rows..(band + 1) * rows;
    let met: Vec<usize> = (0..banding.bands)
        .filter(|at| both && layout.agree(&sketches[0], &sketches[1], band(*at)))
        .collect();
    let jaccard = texts.overlap(0, 1).jaccard();

    let mut blocks = texts.notes(t);
    let values = [
        ("values", VALUES.into()),
        ("bands", banding.bands.into()),
        ("rows", Span::new(rows.to_string(), Ink::Dial).into()),
    ];
    blocks.push(t.text("buckets-bands", &values));
    blocks.push(t.text("buckets-pair", &[("share", t.share(jaccard).into())]));
    let answers = vec![t.line("yes", &[]), t.line("no", &[])];
    let right = usize::from(met.is_empty());
    let names = [("a", texts.name(0).into()), ("b", texts.name(1).into())];
    let asked = Slide::of(blocks).asking(t.question("buckets-ask", &names, answers, right));

    let mut tiles = Vec::new();
    for at in 0..banding.bands.min(SHOWN) {
        let mut buckets: Vec<(u64, Vec<usize>)> = Vec::new();
        for text in (0..texts.texts.len()).filter(|text| has(*text)) {
            let key = layout.key(&sketches[text], band(at));
            match buckets.iter_mut().find(|(known, _)| *known == key) {
                Some((_, members)) => members.push(text),
                None => buckets.push((key, vec![text])),
            }
        }
        tiles.extend(buckets.into_iter().map(|(key, members)| {
            let meet = members.len() > 1;
            let mut line = Line::new();
            for member in members {
                if !line.is_empty() {
                    line.push(Span::plain("  "));
                }
                line.push(texts.name(member));
            }
            Tile {
                name: t.line("buckets-band", &[("band", (at + 1).into())]),
                key: format!("{:04x}", key >> 48),
                members: line,
                meet,
            }
        }));
    }
    let mut blocks = Vec::new();
    if !tiles.is_empty() {
        blocks.push(Block::Tiles(tiles));
    }
    let left_out = banding.bands.saturating_sub(SHOWN);
    if left_out > 0 {
        blocks.push(t.text("buckets-more", &[("n", left_out.into())]));
    }
    let values = [
        ("met", met.len().into()),
        ("bands", banding.bands.into()),
        ("a", texts.name(0).into()),
        ("b", texts.name(1).into()),
    ];
    blocks.push(Block::Big {
        value: format!("{}/{}", met.len(), banding.bands),
        says: t.line("buckets-met", &values),
    });
    let filled = Slide::of(blocks);
    Ok(vec![
        asked,
        filled,
        curve(banding, jaccard, setup, t),
        bandings(banding, t),
        missed(banding, setup, t),
        collection::slide(banding, &sketching, setup, t),
    ])
}

/// P(candidate) over J, with the dot of the pair.
fn curve(banding: Banding, jaccard: f64, setup: &Setup, t: Teller) -> Slide {
    let name = |key: &str| said(&t.line(key, &[]));
    let points = (0..=100).map(|i| {
        let jaccard = f64::from(i) / 100.0;
        (jaccard, banding.probability(jaccard))
    });
    let chance = banding.probability(jaccard);
    let figure = Figure {
        title: name("buckets-plot"),
        x: Axis::ratio("J"),
        y: Axis::ratio(name("buckets-candidate")),
        right: None,
        layers: vec![
            Layer::new(
                name("buckets-candidate"),
                Tone::First,
                Marks::Line(points.collect()),
            ),
            Layer::new(
                name("buckets-dot"),
                Tone::Good,
                Marks::Points(vec![(jaccard, chance, 1)]),
            ),
            Layer::new("", Tone::Plain, Marks::At(setup.threshold())),
        ],
        notes: Vec::new(),
    };
    let values = [
        (
            "rows",
            Span::new(banding.rows.to_string(), Ink::Dial).into(),
        ),
        ("bands", banding.bands.into()),
        ("share", t.share(jaccard).into()),
        ("chance", t.share(chance).into()),
    ];
    Slide::of(vec![
        t.text("buckets-curve", &values),
        Block::Plot(Box::new(figure)),
    ])
}

/// P(candidate) of several bandings of as many values, and of super-shingles.
fn bandings(own: Banding, t: Teller) -> Slide {
    let named = |banding: Banding, ink| {
        let text = format!("{}×{}", banding.bands, banding.rows);
        (one(text, ink), AT.map(|j| banding.probability(j)))
    };
    let mut rows: Vec<(Line, [f64; 6])> = BANDINGS
        .iter()
        .map(|&(bands, rows)| named(Banding { bands, rows }, Ink::Plain))
        .collect();
    if !BANDINGS.contains(&(own.bands, own.rows)) {
        rows.push(named(own, Ink::Dial));
    }
    let super_shingles = AT.map(super_shingles::altavista_probability);
    rows.push((t.line("buckets-super", &[]), super_shingles));
    let rows = rows.into_iter().map(|(name, chances)| {
        let cells = chances.iter().map(|chance| Span::plain(t.share(*chance)));
        (name, cells.collect())
    });
    let columns = AT
        .iter()
        .map(|j| one(format!("J {}", t.share(*j)), Ink::Plain));
    Slide::of(vec![
        t.text("buckets-bandings", &[]),
        Block::Matrix(Matrix {
            columns: columns.collect(),
            rows: rows.collect(),
            at: None,
        }),
        t.text("buckets-super-explained", &[]),
    ])
}

/// What the banding misses at the threshold, and what it proposes of unlike pairs.
fn missed(banding: Banding, setup: &Setup, t: Teller) -> Slide {
    let threshold = setup.threshold();
    let missed = 1.0 - banding.probability(threshold);
    let values = [
        ("bands", banding.bands.into()),
        (
            "rows",
            Span::new(banding.rows.to_string(), Ink::Dial).into(),
        ),
        ("threshold", t.share(threshold).into()),
        ("missed", t.share(missed).into()),
        ("unlike", t.share(UNLIKE).into()),
        ("wasted", t.share(banding.probability(UNLIKE)).into()),
    ];
    Slide::of(vec![
        t.text("buckets-missed", &values),
        t.text("buckets-verified", &[]),
    ])
}
