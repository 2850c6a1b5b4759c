//! `pairs`, `clusters` and `skipped`: lists of results.

use std::collections::BTreeSet;
use std::io::{self, Write};

use crate::base::DocNo;
use crate::candidates::{PairSet, Texts};
use crate::cluster::{Cluster, Clustering};
use crate::collection::Collection;
use crate::collection::Dated;
use crate::collection::first_seen;
use crate::corpus::{Encoding, Kind, SkipReason, Skipped};
use crate::evidence::{CopiedPair, CopiedText, Unmasked};
use crate::report::{Cell, Destination, Format, Writer};
use crate::similarity::{Estimate, Overlap, Pair};

/// Columns of `pairs`.
const PAIR: &[&str] = &[
    "a",
    "b",
    "estimate",
    "jaccard",
    "containment_a_in_b",
    "containment_b_in_a",
    "shared",
];

/// Columns with `--distinct`, where rows are pairs of texts.
const COPIES: &[&str] = &["copies_a", "copies_b"];

/// Columns of `pairs` where something is masked and the format names its columns.
const PAIR_BEFORE: &[&str] = &[
    "jaccard_before",
    "containment_a_in_b_before",
    "containment_b_in_a_before",
];

/// Whether a list names the figures before the masks: other programs expect the columns of the CSV, and a table
/// has no room.
fn shows_before(collection: &Collection, format: Format) -> bool {
    collection.unmasked().is_some() && matches!(format, Format::Json | Format::Jsonl)
}

/// Number of pairs that are filtered at a time.
const CHUNK: usize = 4096;

/// Says which of many pairs a list keeps; `None` ends the list.
pub type Keeps<'a> = dyn Fn(&[Pair]) -> Option<Vec<bool>> + 'a;

/// Says of the pairs of a list, in its order, which are among the first `most` of one of their two documents.
fn is_top(documents: usize, most: Option<u32>) -> impl FnMut(&Pair) -> bool {
    let mut listed = vec![0_u32; documents];
    move |pair| {
        let is_within = |doc: DocNo| {
            let listed = &mut listed[doc.index()];
            *listed += 1;
            most.is_none_or(|most| *listed <= most)
        };
        let within = [pair.a, pair.b].map(is_within);
        within[0] || within[1]
    }
}

/// Writes each pair of `pairs` at or above `threshold` that `keeps`, which is asked about many pairs at a
/// time, lets through; it ends the list by answering `None`. With `texts`, also writes how many documents have each text.
/// With `top`, only the first so many pairs of each document.
pub fn pairs(
    collection: &Collection,
    pairs: &PairSet,
    (texts, top): (Option<&Texts>, Option<u32>),
    threshold: f64,
    keeps: &Keeps<'_>,
    to: Destination<impl Write>,
) -> io::Result<()> {
    let before = shows_before(collection, to.format);
    let names = [
        (true, PAIR),
        (texts.is_some(), COPIES),
        (before, PAIR_BEFORE),
    ];
    let mut writer = Writer::new(to, &columns(&names))?;
    let positions = collection.settings().sketching.permutations;
    let size = |doc: DocNo| collection.shingle_set(doc).len() as u32;
    let mut is_first = texts.map(Texts::first_pairs);
    let every: Box<dyn Iterator<Item = Pair>> = match &pairs.dense {
        Some(_) if top.is_none() => Box::new(pairs.by_document(collection, threshold)),
        _ => Box::new(pairs.each(threshold, positions, size)),
    };
    let every = every.filter(|pair| {
        let is_first = is_first.as_mut();
        is_first.is_none_or(|is_first| is_first(pair.a, pair.b))
    });
    let every = every.filter(is_top(collection.len(), top));
    for pair in kept(every, keeps) {
        let estimate = Estimate::new(collection.layout(), pair.agreeing);
        let mut row = vec![
            Cell::Text(collection.printed_id(pair.a).to_owned()),
            Cell::Text(collection.printed_id(pair.b).to_owned()),
            Cell::Share(estimate.value()),
        ];
        row.extend(exact(pair.overlap));
        let copies = |texts: &Texts| [pair.a, pair.b].map(|doc| texts.copies(doc).into());
        row.extend(texts.map(copies).into_iter().flatten().map(Cell::Count));
        if before {
            let overlap = Unmasked::overlap(collection, (pair.a, pair.b));
            let [jaccard, a, b, _] = exact(overlap.unwrap_or(pair.overlap));
            row.extend([jaccard, a, b]);
        }
        writer.row(row)?;
    }
    writer.finish()
}

/// The pairs that `keeps` lets through, until it answers `None`.
fn kept(
    mut pairs: impl Iterator<Item = Pair>,
    keeps: &dyn Fn(&[Pair]) -> Option<Vec<bool>>,
) -> impl Iterator<Item = Pair> {
    let chunks = std::iter::from_fn(move || {
        let chunk: Vec<Pair> = pairs.by_ref().take(CHUNK).collect();
        let kept = (!chunk.is_empty()).then(|| keeps(&chunk)).flatten()?;
        Some(chunk.into_iter().zip(kept))
    });
    chunks
        .flatten()
        .filter_map(|(pair, kept)| kept.then_some(pair))
}

/// Columns of `pairs --for copied-text` after those of `pairs`: the evidence.
const EVIDENCE: &[&str] = &["words", "longest", "passages"];

/// The same as [`PAIR_BEFORE`].
const EVIDENCE_BEFORE: &[&str] = &[
    "words_before",
    "longest_before",
    "passages_before",
    "containment_a_in_b_before",
    "containment_b_in_a_before",
];

/// Joins those of the groups of columns that are shown.
fn columns(groups: &[(bool, &[&'static str])]) -> Vec<&'static str> {
    let shown = groups.iter().filter(|(is_shown, _)| *is_shown);
    shown.flat_map(|(_, names)| names.iter().copied()).collect()
}

/// Columns for reading.
const COPIED_TEXT_TABLE: &[&str] = &[
    "words_copied",
    "share_of_a",
    "share_of_b",
    "longest_passage",
    "passages",
    "a",
    "b",
];

/// Writes the pairs with copied text. With `texts`, also writes how many documents have each text. As a
/// table only what says how much was copied.
pub fn copied_text(
    collection: &Collection,
    copied: &CopiedText,
    (texts, top): (Option<&Texts>, Option<u32>),
    to: Destination<impl Write>,
) -> io::Result<()> {
    let table = to.format.is_table();
    let before = shows_before(collection, to.format);
    let names = [
        (table, COPIED_TEXT_TABLE),
        (!table, PAIR),
        (!table && texts.is_some(), COPIES),
        (!table, EVIDENCE),
        (!table && before, EVIDENCE_BEFORE),
    ];
    let mut writer = Writer::new(to, &columns(&names))?;
    let mut is_top = is_top(collection.len(), top);
    let listed = copied.pairs.iter().filter(|copied| is_top(&copied.pair));
    for CopiedPair { pair, evidence } in listed {
        let names = [pair.a, pair.b].map(|doc| Cell::Text(collection.printed_id(doc).to_owned()));
        let figures = [evidence.words(), evidence.longest, evidence.passages];
        let [words, longest, passages] = figures.map(|n| Cell::Count(n.into()));
        if table {
            let sides = [(pair.a, evidence.words_a), (pair.b, evidence.words_b)];
            let shares = sides
                .map(|(doc, words)| f64::from(words) / collection.term_count(doc).max(1) as f64);
            let row = [words].into_iter().chain(shares.map(Cell::Share));
            writer.row(row.chain([longest, passages]).chain(names).collect())?;
            continue;
        }
        let estimate = Estimate::new(collection.layout(), pair.agreeing);
        let mut row = Vec::from(names);
        row.push(Cell::Share(estimate.value()));
        row.extend(exact(pair.overlap));
        let copies = |texts: &Texts| [pair.a, pair.b].map(|doc| texts.copies(doc).into());
        row.extend(texts.map(copies).into_iter().flatten().map(Cell::Count));
        row.extend([words, longest, passages]);
        if before {
            let bridging = &copied.config.bridging;
            let unmasked = Unmasked::of(collection, (pair.a, pair.b), bridging);
            let (evidence, overlap) = unmasked.map_or((*evidence, pair.overlap), |unmasked| {
                (unmasked.evidence, unmasked.overlap)
            });
            let figures = [evidence.words(), evidence.longest, evidence.passages];
            row.extend(figures.map(|n| Cell::Count(n.into())));
            let [_, a, b, _] = exact(overlap);
            row.extend([a, b]);
        }
        writer.row(row)?;
    }
    writer.finish()
}

/// Cells of an estimate: value, interval_low and interval_high.
pub fn estimated(estimate: &Estimate) -> [Cell; 3] {
    let (low, high) = estimate.interval();
    [estimate.value(), low, high].map(Cell::Share)
}

/// Cells of an exact comparison: jaccard, containment_a_in_b, containment_b_in_a and shared.
pub fn exact(overlap: Overlap) -> [Cell; 4] {
    [
        Cell::Share(overlap.jaccard()),
        Cell::Share(overlap.containment_a_in_b()),
        Cell::Share(overlap.containment_b_in_a()),
        Cell::Count(overlap.shared.into()),
    ]
}

/// Dates that a list of clusters shows.
pub struct ListedDates<'a> {
    /// Whether they order the members.
    pub order: bool,
    /// The date of a document.
    pub of: &'a dyn Fn(DocNo) -> Dated,
}

/// Writes each document of a cluster that `keeps` lets through, cluster by cluster. With `dates`, formats
/// other than CSV have two more columns: the date, and where it comes from or why there is none.
pub fn clusters(
    collection: &Collection,
    clustering: &Clustering,
    keeps: impl Fn(&Cluster) -> bool,
    dates: Option<&ListedDates<'_>>,
    to: Destination<impl Write>,
) -> io::Result<()> {
    const COLUMNS: [&str; 9] = [
        "cluster",
        "document",
        "size",
        "representative",
        "min",
        "mean",
        "max",
        "date",
        "date_from",
    ];
    // Of the CSV other programs expect these columns.
    let shown = dates.filter(|_| to.format != Format::Csv);
    let columns = if shown.is_some() { 9 } else { 7 };
    let mut writer = Writer::new(to, &COLUMNS[..columns])?;
    let numbered = clustering.clusters.iter().enumerate();
    for (index, cluster) in numbered.filter(|(_, cluster)| keeps(cluster)) {
        let mut members: Vec<(DocNo, Option<Dated>)> = cluster
            .members
            .iter()
            .map(|doc| (*doc, dates.map(|dates| (dates.of)(*doc))))
            .collect();
        if dates.is_some_and(|dates| dates.order) {
            let dated = |dated: &Option<Dated>| dated.clone().unwrap_or(Dated::Unknown);
            members.sort_by(|(_, a), (_, b)| first_seen(&dated(a), &dated(b)));
        }
        for (member, dated) in members {
            let mut row = vec![
                Cell::Count(index as u64 + 1),
                Cell::Text(collection.printed_id(member).to_owned()),
                Cell::Count(cluster.size() as u64),
                Cell::Text(collection.printed_id(cluster.representative).to_owned()),
                Cell::Share(cluster.min),
                Cell::Share(cluster.mean),
                Cell::Share(cluster.max),
            ];
            if let Some(dated) = dated.filter(|_| shown.is_some()) {
                row.extend(date(&dated));
            }
            writer.row(row)?;
        }
    }
    writer.finish()
}

/// Cells of a date: the date, and where it comes from or why there is none.
fn date(dated: &Dated) -> [Cell; 2] {
    match dated {
        Dated::On(date, source) => [date.to_string(), source.name().to_owned()].map(Cell::Text),
        Dated::Unread => [Cell::None, Cell::Text(dated.phrase())],
        Dated::Unknown => [Cell::None, Cell::None],
    }
}

/// The files that were read in an encoding which was guessed, each with that, as entries of the same list.
pub fn guessed(collection: &Collection) -> Vec<Skipped> {
    let mut files = BTreeSet::new();
    for doc in collection.documents() {
        let row = collection.row_as_read(doc);
        let Encoding::Detected(name) = row.encoding else {
            continue;
        };
        let is_row = matches!(row.kind, Kind::JsonRow | Kind::TableRow);
        let file = match row.id.split_once('#').filter(|_| is_row) {
            Some((file, _)) => file,
            None => row.id,
        };
        files.insert((file.to_owned(), name));
    }
    let said = |name| format!("read as {name}, a guess; --encoding NAME says another");
    let files = files.into_iter();
    files
        .map(|(file, name)| Skipped::new(file, SkipReason::Unsupported(said(name))))
        .collect()
}

/// Writes each file or row that was not read, and each document that was read in part, with the reason.
pub fn skipped(skipped: &[Skipped], to: Destination<impl Write>) -> io::Result<()> {
    let mut writer = Writer::new(to, &["document", "reason"])?;
    for skip in skipped {
        let cells = [skip.id.clone(), skip.reason.to_string()];
        writer.row(cells.map(Cell::Text).into())?;
    }
    writer.finish()
}
