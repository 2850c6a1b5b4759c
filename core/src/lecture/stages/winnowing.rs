//! Side branch of shingles: of every window of shingles the least hash is kept.

use crate::candidates::winnow::fingerprints;
use crate::lecture::compared::{Compared, letter};
use crate::lecture::setup::Setup;
use crate::lecture::slide::{Block, Ink, Slide, Span, Table};
use crate::lecture::teller::{Teller, one};
use crate::similarity::Overlap;

/// Shingles in a window.
pub const WINDOWS: [usize; 7] = [1, 2, 4, 6, 9, 16, 32];

/// Windows that are written out.
const WRITTEN: usize = 6;

/// The slides of the stage.
pub fn slides(setup: &Setup, t: Teller) -> anyhow::Result<Vec<Slide>> {
    let texts = Compared::of(setup, 2)?;
    let width = setup.window.max(1);
    let hashes = |text: usize| -> Vec<u64> {
        let windows = texts.texts[text].windows.iter();
        windows
            .map(|shingle| texts.shingles[*shingle].hash)
            .collect()
    };
    let all = [hashes(0), hashes(1)];
    let kept = |text: usize, width: usize| {
        let mut out = Vec::new();
        fingerprints(&all[text], width, &mut out);
        out
    };
    let dial = || Span::new(width.to_string(), Ink::Dial);
    let mut blocks = texts.notes(t);
    if all[0].is_empty() {
        return Ok(vec![Slide::of(blocks)]);
    }
    let name = || texts.name(0);
    blocks.push(t.text(
        "winnow-window",
        &[("w", dial().into()), ("name", name().into())],
    ));
    blocks.push(windows(&texts, &all[0], width, t));
    let count = kept(0, width).len();
    let mut answers = vec![all[0].len(), count, all[0].len().div_ceil(width)];
    answers.sort_unstable();
    answers.dedup();
    let at = answers.iter().position(|n| *n == count).unwrap_or(0);
    let answers = answers.iter().map(|n| one(t.count(*n as u64), Ink::Plain));
    let asked = [("all", all[0].len().into()), ("name", name().into())];
    let question = t.question("winnow-ask", &asked, answers.collect(), at);
    let shared = |width: usize| {
        let sets = [0, 1].map(|text| {
            let mut set = kept(text, width);
            set.sort_unstable();
            set.dedup();
            set
        });
        Overlap::of(&sets[0], &sets[1])
    };
    let words = width + texts.k - 1;
    let values = [
        ("w", dial().into()),
        ("words", words.into()),
        ("shared", shared(width).shared.into()),
        ("count", count.into()),
        ("all", all[0].len().into()),
    ];
    let revealed = Slide::of(vec![
        Block::Big {
            value: format!("{count}/{}", all[0].len()),
            says: t.line("winnow-kept", &values),
        },
        t.text("winnow-promise", &values),
        t.text("winnow-shared", &values),
    ]);
    let rows = WINDOWS.iter().map(|&width| {
        let overlap = shared(width);
        [
            width.to_string(),
            t.count((width + texts.k - 1) as u64),
            t.count(kept(0, width).len() as u64),
            t.count(kept(1, width).len() as u64),
            t.count(overlap.shared.into()),
        ]
        .map(|cell| one(cell, Ink::Plain))
        .to_vec()
    });
    let head = ["window", "words", "kept-a", "kept-b", "shared"];
    let head = head.map(|key| t.line(&format!("winnow-head-{key}"), &[]));
    let by_width = Slide::of(vec![
        t.text("winnow-by-width", &[]),
        Block::Table(Table {
            head: head.to_vec(),
            rows: rows.collect(),
        }),
    ]);
    Ok(vec![Slide::of(blocks).asking(question), revealed, by_width])
}

/// The first windows with the upper bits of their hashes; the least of each is marked.
fn windows(texts: &Compared, hashes: &[u64], width: usize, t: Teller) -> Block {
    let width = width.min(hashes.len());
    let count = (hashes.len() + 1 - width).min(WRITTEN);
    let rows = (0..count).map(|from| {
        let window = &hashes[from..from + width];
        // The rightmost of equal ones, as the method takes it.
        let least = (0..width).rev().min_by_key(|at| window[*at]).unwrap_or(0);
        let mut line = Vec::new();
        for (at, hash) in window.iter().enumerate().take(9) {
            let ink = if at == least { Ink::Equal } else { Ink::Dim };
            line.push(Span::new(format!("{:>4} ", hash >> 54), ink));
        }
        if width > 9 {
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
    Block::Table(Table {
        head: vec![
            t.line("winnow-head-number", &[]),
            t.line("winnow-head-hashes", &[]),
            Vec::new(),
            t.line("winnow-head-least", &[]),
        ],
        rows: rows.collect(),
    })
}
