//! Bands of a sketch as buckets, the S-curve, and the probabilities of other bandings.

use super::race::{Race, banding};
use crate::base::units::share;
use crate::candidates::banding::Banding;
use crate::candidates::lsh::band_key;
use crate::candidates::super_shingles;
use crate::lecture::compared::{Compared, more_than};
use crate::lecture::setup::{MAX_TEXTS, Setup, VALUES};
use crate::lecture::slide::{Ink, LectureLine, Question, Slide, SlideBlock, Span, line, one, text};
use crate::plot::{Layer, Marks, PlotAxis, PlotFigure, Tone};
use crate::sketch::{Layout, Sketcher};

const SHOWN_BANDS: usize = 6;
/// Bandings of 200 values that are compared with the current banding: bands and rows.
const BANDINGS: [(usize, usize); 4] = [(14, 14), (20, 10), (25, 8), (40, 5)];
/// Similarities in the table of bandings.
const SIMILARITIES: [f64; 6] = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95];

/// The slides of the stage.
pub fn slides(setup: &Setup) -> anyhow::Result<Vec<Slide>> {
    let texts = Compared::new(setup, MAX_TEXTS)?;
    let sketcher = Sketcher::new(&setup.minhash(VALUES));
    let sketches = texts.sketches(&sketcher);
    let layout = sketcher.layout();
    let banding = banding(setup);
    let Banding { bands, rows } = banding;
    let filled = texts.texts[..2].iter().all(|text| !text.set.is_empty());
    let agrees =
        |at: &usize| filled && layout.agree(&sketches[0], &sketches[1], at * rows..(at + 1) * rows);
    let equal_bands = (0..bands).filter(agrees).count();
    let jaccard = texts.overlap(0, 1).jaccard();
    let (a, b) = (texts.name(0), texts.name(1));

    let mut blocks = texts.notes();
    blocks.push(text!(
        "The least numbers of {} shuffles are the sketch of a text. {} of them are cut into {} bands of {}. Texts that are \
         equal in all {} values of a band share a bucket.",
        VALUES,
        bands * rows,
        bands,
        Span::setting(rows),
        rows
    ));
    let question = line!(
        "Will {} and {}, with a Jaccard of {}, meet in a bucket?",
        a.clone(),
        b.clone(),
        share(jaccard)
    );
    let first = Slide::new(blocks).asking(Question::yes_no(question, equal_bands > 0));

    let mut blocks = vec![buckets(&texts, &sketches, layout, banding)];
    blocks.extend(more_than(SHOWN_BANDS, bands));
    blocks.push(SlideBlock::big(
        format!("{equal_bands}/{bands}"),
        line!(
            "{} and {} meet in {} of {} bands. One is enough.",
            a,
            b,
            equal_bands,
            bands
        ),
    ));
    if texts.texts.len() > 2 {
        blocks.push(text!("The other letters are further texts."));
    }
    let mut slides = vec![first, Slide::new(blocks), curve(banding, jaccard, setup)];
    if !setup.is_brief {
        slides.push(bandings(banding, setup));
    }
    Ok(slides)
}

/// The buckets of the first bands, with the texts in each; buckets with several texts are marked.
fn buckets(
    texts: &Compared,
    sketches: &[Vec<u32>],
    layout: Layout,
    banding: Banding,
) -> SlideBlock {
    let rows = (0..banding.bands.min(SHOWN_BANDS)).map(|band| {
        let mut buckets: Vec<(u64, LectureLine)> = Vec::new();
        for (text, sketch) in sketches.iter().enumerate() {
            if texts.texts[text].set.is_empty() {
                continue;
            }
            let key = band_key(layout, sketch, banding.rows, band);
            match buckets.iter_mut().find(|(other, _)| *other == key) {
                Some((_, names)) => names.extend([Span::plain("  "), texts.name(text)]),
                None => buckets.push((key, vec![texts.name(text)])),
            }
        }
        let mut row = vec![line!("band {}", band + 1)];
        row.extend(buckets.into_iter().map(|(_, names)| {
            let ink = if names.len() > 1 {
                Ink::Strong
            } else {
                Ink::Dim
            };
            let mut bucket = vec![Span::new("[ ", ink)];
            bucket.extend(names);
            bucket.push(Span::new(" ]", ink));
            bucket
        }));
        row
    });
    SlideBlock::rows(rows)
}

/// P(candidate) over J, with a dot for the pair on the curve, and dots for the demo's pairs: at 1 for a candidate,
/// otherwise at 0.
fn curve(banding: Banding, jaccard: f64, setup: &Setup) -> Slide {
    let points = (0..=100).map(|i| {
        let jaccard = f64::from(i) / 100.0;
        (jaccard, banding.probability(jaccard))
    });
    let chance = banding.probability(jaccard);
    let curve = Marks::Line(points.collect());
    let dot = Marks::Points(vec![(jaccard, chance, 1)]);
    let pairs = Race::of_demo(setup).similarities().into_iter();
    let pairs =
        pairs.map(|(jaccard, is_candidate)| (jaccard, f64::from(u8::from(is_candidate)), 1));
    let figure = PlotFigure {
        title: "Which pairs become candidates".into(),
        x: PlotAxis::ratio("J"),
        y: PlotAxis::ratio("P(candidate)"),
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
    Slide::new(vec![
        text!(
            "P(candidate) = 1 − (1 − J^{})^{}: at J = {} it is {}.",
            Span::setting(banding.rows),
            banding.bands,
            share(jaccard),
            share(chance)
        ),
        SlideBlock::Plot(Box::new(figure)),
        text!(
            "The dots are pairs of the demo’s texts: above those that meet in a bucket, below the others."
        ),
    ])
}

/// P(candidate) of several bandings of the same number of values, and of super-shingles; the pairs that the
/// current banding misses.
fn bandings(current: Banding, setup: &Setup) -> Slide {
    let row = |banding: Banding, ink| {
        let name = one(format!("{}×{}", banding.bands, banding.rows), ink);
        (name, SIMILARITIES.map(|j| banding.probability(j)))
    };
    let plain = |&(bands, rows): &(usize, usize)| row(Banding { bands, rows }, Ink::Plain);
    let mut rows: Vec<(LectureLine, [f64; 6])> = BANDINGS.iter().map(plain).collect();
    if !BANDINGS.contains(&(current.bands, current.rows)) {
        rows.push(row(current, Ink::StageParameter));
    }
    let super_shingles = SIMILARITIES.map(super_shingles::altavista_probability);
    rows.push((line!("6 super-shingles of 14"), super_shingles));
    let rows = rows.into_iter().map(|(name, chances)| {
        let chances = chances.map(|chance| Span::plain(share(chance)));
        (name, chances.to_vec())
    });
    let threshold = setup.threshold();
    Slide::new(vec![
        text!("The same 200 values cut otherwise, bands × rows: P(candidate) at a Jaccard of"),
        SlideBlock::matrix(SIMILARITIES.map(|j| one(share(j), Ink::Plain)), rows),
        text!(
            "Super-shingles ask for two equal ones of six, each of 14 values: only nearly \
             equal texts pass."
        ),
        text!(
            "{} bands of {} miss a share of {} of the pairs at {}. What is proposed is counted exactly afterwards: a \
             bucket can waste work, but it cannot make a false pair.",
            current.bands,
            Span::setting(current.rows),
            share(1.0 - current.probability(threshold)),
            share(threshold)
        ),
    ])
}
