//! Stage 6: bands of a sketch as buckets, the S-curve, and what other bandings miss and waste.

pub mod collection;

use crate::base::units::share;
use crate::candidates::banding::Banding;
use crate::candidates::super_shingles;
use crate::lecture::compared::Compared;
use crate::lecture::dial::VALUES;
use crate::lecture::setup::{MOST_TEXTS, Setup};
use crate::lecture::slide::{Block, Ink, Line, Question, Slide, Span, Tile, line, one, text};
use crate::plot::{Axis, Figure, Layer, Marks, Tone};
use crate::settings::{SketchKind, Sketching};
use crate::sketch::{Layout, Sketcher};

use collection::Counted;

/// Bands whose buckets are shown.
const SHOWN: usize = 6;
/// Bandings of 200 values that are held beside that of the dial: bands and rows.
const BANDINGS: [(usize, usize); 4] = [(14, 14), (20, 10), (25, 8), (40, 5)];
/// Similarities of their table.
const AT: [f64; 6] = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95];
/// Similarity of pairs that should not become candidates.
const UNLIKE: f64 = 0.5;

/// Min-hash sketches of [`VALUES`] values.
pub fn sketching(setup: &Setup) -> Sketching {
    Sketching {
        sketch: SketchKind::Minhash,
        permutations: VALUES,
        bits: 32,
        ..setup.sketching.clone()
    }
}

/// The banding that the dial asks for.
pub fn banding(setup: &Setup) -> Banding {
    let rows = setup.rows.clamp(1, VALUES);
    Banding {
        bands: VALUES / rows,
        rows,
    }
}

/// Rows of a band, as the dial turns them.
fn rows(banding: Banding) -> Span {
    Span::dial(banding.rows.to_string())
}

/// The slides of the stage.
pub fn slides(setup: &Setup) -> anyhow::Result<Vec<Slide>> {
    let texts = Compared::of(setup, MOST_TEXTS)?;
    let sketching = sketching(setup);
    let sketcher = Sketcher::new(&sketching);
    let sketches = super::sketches(&texts, &sketcher);
    let layout = sketcher.layout();
    let banding = banding(setup);
    let Banding { bands, rows: wide } = banding;
    let both = [0, 1].iter().all(|at| !texts.texts[*at].set.is_empty());
    let meet = |at: &usize| {
        let band = at * wide..(at + 1) * wide;
        both && layout.agree(&sketches[0], &sketches[1], band)
    };
    let met = (0..bands).filter(meet).count();
    let jaccard = texts.overlap(0, 1).jaccard();
    let (a, b) = (|| texts.name(0), || texts.name(1));

    let mut blocks = texts.notes();
    blocks.extend([
        text!(
            "A sketch of {} values is cut into {} bands of {}. Each band is hashed into a \
             bucket of its own.",
            VALUES,
            bands,
            rows(banding)
        ),
        text!("The two share {}, counted.", share(jaccard)),
    ]);
    let used = bands * wide;
    if used < VALUES {
        blocks.push(text!(
            "{} of the {} values are used: the rest fill no band.",
            used,
            VALUES
        ));
    }
    let question = line!("Will {} and {} meet in a bucket?", a(), b());
    let asked = Slide::of(blocks).asking(Question::yes_no(question, met > 0));

    let mut blocks = Vec::new();
    let tiles = tiles(&texts, &sketches, layout, banding);
    if !tiles.is_empty() {
        blocks.push(Block::Tiles(tiles));
    }
    if bands > SHOWN {
        blocks.push(text!("… and {} more bands.", bands - SHOWN));
    }
    blocks.push(Block::big(
        format!("{met}/{bands}"),
        line!(
            "{} and {} meet in {} of {} bands. One is enough.",
            a(),
            b(),
            met,
            bands
        ),
    ));
    let counted = collection::counted(banding, setup.threshold(), &sketching);
    Ok(vec![
        asked,
        Slide::of(blocks),
        curve(banding, jaccard, &counted, setup),
        bandings(banding),
        missed(banding, setup),
        collection::slide(&counted, banding, setup),
    ])
}

/// The buckets of the first bands, with the texts in each.
fn tiles(texts: &Compared, sketches: &[Vec<u32>], layout: Layout, banding: Banding) -> Vec<Tile> {
    let mut tiles = Vec::new();
    for at in 0..banding.bands.min(SHOWN) {
        let band = at * banding.rows..(at + 1) * banding.rows;
        let mut buckets: Vec<(u64, Vec<usize>)> = Vec::new();
        for (text, sketch) in sketches.iter().enumerate() {
            if texts.texts[text].set.is_empty() {
                continue;
            }
            let key = layout.key(sketch, band.clone());
            match buckets.iter_mut().find(|(known, _)| *known == key) {
                Some((_, members)) => members.push(text),
                None => buckets.push((key, vec![text])),
            }
        }
        tiles.extend(buckets.into_iter().map(|(key, members)| {
            let mut line = Line::new();
            for member in &members {
                if !line.is_empty() {
                    line.push(Span::plain("  "));
                }
                line.push(texts.name(*member));
            }
            Tile {
                name: line!("band {}", at + 1),
                key: format!("{:04x}", key >> 48),
                members: line,
                meet: members.len() > 1,
            }
        }));
    }
    tiles
}

/// P(candidate) over J, with the dot of the pair, and those of the demo's pairs: 1 for a candidate, else 0.
fn curve(banding: Banding, jaccard: f64, counted: &Counted, setup: &Setup) -> Slide {
    let points = (0..=100).map(|i| {
        let jaccard = f64::from(i) / 100.0;
        (jaccard, banding.probability(jaccard))
    });
    let chance = banding.probability(jaccard);
    let curve = Marks::Line(points.collect());
    let dot = Marks::Points(vec![(jaccard, chance, 1)]);
    let pairs = counted.similarities.iter();
    let pairs =
        pairs.map(|(jaccard, is_candidate)| (*jaccard, f64::from(u8::from(*is_candidate)), 1));
    let figure = Figure {
        title: "Which pairs become candidates".into(),
        x: Axis::ratio("J"),
        y: Axis::ratio("P(candidate)"),
        right: None,
        layers: vec![
            Layer::new("P(candidate)", Tone::First, curve),
            Layer::new(
                "pairs of the demo",
                Tone::Dim,
                Marks::Points(pairs.collect()),
            ),
            Layer::new("this pair", Tone::Good, dot),
            Layer::new("", Tone::Plain, Marks::At(setup.threshold())),
        ],
        notes: Vec::new(),
    };
    Slide::of(vec![
        text!(
            "P(candidate) = 1 − (1 − J^{})^{}: at J = {} it is {}.",
            rows(banding),
            banding.bands,
            share(jaccard),
            share(chance)
        ),
        Block::Plot(Box::new(figure)),
        text!(
            "The dots are pairs of the demo’s texts: above those that meet in a bucket, below the others."
        ),
    ])
}

/// P(candidate) of several bandings of as many values, and of super-shingles.
fn bandings(own: Banding) -> Slide {
    let named = |banding: Banding, ink| {
        let name = one(format!("{}×{}", banding.bands, banding.rows), ink);
        (name, AT.map(|j| banding.probability(j)))
    };
    let bandings = BANDINGS.iter();
    let mut rows: Vec<(Line, [f64; 6])> = bandings
        .map(|&(bands, rows)| named(Banding { bands, rows }, Ink::Plain))
        .collect();
    if !BANDINGS.contains(&(own.bands, own.rows)) {
        rows.push(named(own, Ink::Dial));
    }
    let super_shingles = AT.map(super_shingles::altavista_probability);
    rows.push((line!("6 super-shingles of 14"), super_shingles));
    let rows = rows.into_iter().map(|(name, chances)| {
        (
            name,
            chances.map(|chance| Span::plain(share(chance))).to_vec(),
        )
    });
    Slide::of(vec![
        text!("The same 200 values cut otherwise, bands × rows:"),
        Block::matrix(AT.map(|j| line!("J {}", share(j))), rows),
        text!(
            "Super-shingles ask for two equal ones of six, each of 14 values: only nearly \
             equal texts pass."
        ),
    ])
}

/// What the banding misses at the threshold, and what it proposes of unlike pairs.
fn missed(banding: Banding, setup: &Setup) -> Slide {
    let threshold = setup.threshold();
    Slide::of(vec![
        text!(
            "{} bands of {}: of pairs at the threshold {}, a share of {} is missed; of pairs \
             at {}, a share of {} is compared for nothing.",
            banding.bands,
            rows(banding),
            share(threshold),
            share(1.0 - banding.probability(threshold)),
            share(UNLIKE),
            share(banding.probability(UNLIKE))
        ),
        text!(
            "Every candidate is counted exactly afterwards: a bucket can waste work, but it \
             cannot make a false pair."
        ),
    ])
}
