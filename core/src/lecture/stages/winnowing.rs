//! Side branch of shingles: of every window of shingles the least hash is kept.

use crate::base::units::count;
use crate::candidates::winnow::fingerprints;
use crate::lecture::compared::{Compared, letter};
use crate::lecture::setup::Setup;
use crate::lecture::slide::{Block, Ink, Question, Slide, Span, cells, line, one, text};
use crate::similarity::Overlap;

/// Shingles in a window.
pub const WINDOWS: [usize; 7] = [1, 2, 4, 6, 9, 16, 32];

/// Windows that are written out.
const WRITTEN: usize = 6;

/// Hashes of a window that are written out.
const HASHES: usize = 9;

/// The slides of the stage.
pub fn slides(setup: &Setup) -> anyhow::Result<Vec<Slide>> {
    let texts = Compared::of(setup, 2)?;
    let width = setup.window.max(1);
    let hashes = [0, 1].map(|text| {
        let windows = texts.texts[text].windows.iter();
        let hashes = windows.map(|shingle| texts.shingles[*shingle].hash);
        hashes.collect::<Vec<u64>>()
    });
    let kept = |text: usize, width: usize| {
        let mut out = Vec::new();
        fingerprints(&hashes[text], width, &mut out);
        out
    };
    let mut blocks = texts.notes();
    let all = hashes[0].len();
    if all == 0 {
        return Ok(vec![Slide::of(blocks)]);
    }
    let dial = || Span::dial(width.to_string());
    blocks.extend([
        text!(
            "Windows of {} shingles of {}, by the upper 10 bits of their hashes; of each the \
             least is kept:",
            dial(),
            texts.name(0)
        ),
        windows(&texts, &hashes[0], width),
    ]);
    let number = kept(0, width).len();
    let question = line!(
        "{} has {} shingles. How many of them does some window keep?",
        texts.name(0),
        all
    );
    let answers = [all, number, all.div_ceil(width)]
        .map(|n| n as u64)
        .to_vec();
    let question = Question::of_numbers(question, answers, number as u64);
    let shared = |width: usize| {
        let sets = [0, 1].map(|text| {
            let mut set = kept(text, width);
            set.sort_unstable();
            set.dedup();
            set
        });
        Overlap::of(&sets[0], &sets[1]).shared
    };
    let revealed = Slide::of(vec![
        Block::big(
            format!("{number}/{all}"),
            line!("shingles are kept, each once: {} of {}.", number, all),
        ),
        text!(
            "Every {} words in a row make a window of {}. If both texts have them, both keep \
             the same least hash there.",
            width + texts.k - 1,
            dial()
        ),
        text!("A and B keep {} hashes in common.", shared(width)),
    ]);
    let rows = WINDOWS.map(|width| {
        cells([
            width.to_string(),
            count((width + texts.k - 1) as u64),
            count(kept(0, width).len() as u64),
            count(kept(1, width).len() as u64),
            count(shared(width).into()),
        ])
    });
    let head = [
        "window",
        "finds runs of",
        "kept of A",
        "kept of B",
        "in common",
    ];
    let by_width = Slide::of(vec![
        text!("Wider windows keep fewer, and promise less:"),
        Block::table(cells(head), rows),
    ]);
    Ok(vec![Slide::of(blocks).asking(question), revealed, by_width])
}

/// The first windows with the upper bits of their hashes; the least of each is marked.
fn windows(texts: &Compared, hashes: &[u64], width: usize) -> Block {
    let width = width.min(hashes.len());
    let rows = hashes.windows(width).take(WRITTEN).enumerate();
    let rows = rows.map(|(from, window)| {
        // The rightmost of equal ones, as the method takes it.
        let least = (0..width).rev().min_by_key(|at| window[*at]).unwrap_or(0);
        let mut line = Vec::new();
        for (at, hash) in window.iter().enumerate().take(HASHES) {
            let ink = if at == least { Ink::Equal } else { Ink::Dim };
            line.push(Span::new(format!("{:>4} ", hash >> 54), ink));
        }
        if width > HASHES {
            line.push(Span::new("…", Ink::Dim));
        }
        let shingle = texts.texts[0].windows[from + least];
        vec![
            one((from + 1).to_string(), Ink::Dim),
            line,
            vec![letter(shingle)],
            vec![texts.written(shingle)],
        ]
    });
    Block::table(cells(["window", "hashes", "", "the least"]), rows)
}
