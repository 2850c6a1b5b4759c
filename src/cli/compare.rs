//! `compare`: all figures of one pair, and the spans of its shared passages.

use std::io::{self, Read, Write};
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use serde_json::{Value, json};

use super::lists::estimated;
use super::offsets::Offsets;
use crate::base::DocNo;
use crate::collection::Collection;
use crate::corpus::extract::{LeftOut, kept};
use crate::corpus::packing::Form;
use crate::corpus::{Document, content, read};
use crate::engine::masking;
use crate::engine::message::{Comparison, Side};
use crate::engine::views::{Lines, MaskedRanges, Measured, Source};
use crate::evidence::Evidence;
use crate::mask::Finder;
use crate::report::{Cell, Destination, Format, Writer};
use crate::settings::Settings;
use crate::similarity::{BridgedPassage, Passage};
use crate::text::{Normaliser, Term};

/// Bytes of a table that are looked at for the names of its columns.
const HEAD: u64 = 1 << 16;

/// A file that was read as a single document.
#[derive(Debug)]
pub struct Given {
    /// The document.
    pub source: Source,
    /// What its parser left out of its text.
    pub left_out: LeftOut,
}

impl From<Document> for Given {
    fn from(document: Document) -> Self {
        Given {
            left_out: kept::left_out_of(document.row.kind, document.row.fingerprint),
            source: document.into(),
        }
    }
}

/// Reads a file as a single document. An error names the file and the reason.
pub fn file(path: &Path, settings: &Settings) -> anyhow::Result<Given> {
    if holds_several(path, settings) {
        bail!(
            "{}; documents of a corpus are named with --in PATH",
            several(path)
        );
    }
    let document = read::given(path, &settings.reading)
        .map_err(|reason| anyhow!("{}: {reason}", path.display()))?;
    Ok(document.into())
}

/// What is said of a file that holds several documents where one is asked for.
pub fn several(path: &Path) -> String {
    format!(
        "{} holds several texts, and one is asked for: save it as a file of its own",
        path.display()
    )
}

/// Whether a file holds several documents: a table of separated values only if it has a column of the text.
pub fn holds_several(path: &Path, settings: &Settings) -> bool {
    let form = content::form_of_file(path, &settings.reading);
    let form = form.unwrap_or_else(|_| Form::of(path));
    if !form.format.is_separated() || form.packing.is_some() {
        return form.format.has_rows();
    }
    let mut head = Vec::new();
    // A pipe is refused by what reads it.
    if path.metadata().is_ok_and(|found| found.is_file())
        && let Ok(file) = std::fs::File::open(path)
        && file.take(HEAD).read_to_end(&mut head).is_err()
    {
        head.clear();
    }
    let line = head.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let line = String::from_utf8_lossy(line);
    let names = line.split([',', ';', '\t']);
    let mut names = names.map(|name| name.trim_matches(['"', '\r', ' ', '\u{feff}']));
    names.any(|name| settings.reading.text_fields().any(|field| field == name))
}

/// Finds a document of `collection` by id. If there is none, which takes O(documents), the error suggests
/// a similar id.
pub fn find(collection: &Collection, id: &str) -> anyhow::Result<DocNo> {
    collection.find(id).with_context(|| {
        // Usually the given id is the end of a path, or a path relative to the working directory.
        let is_end = |long: &str, short: &str| {
            long.strip_suffix(short).is_some_and(|rest| rest.ends_with('/'))
        };
        let mut known = collection.documents().map(|doc| collection.id(doc));
        let meant = known.find(|known| is_end(known, id) || is_end(id, known));
        let hint = meant.map_or(String::new(), |meant| format!("; did you mean {meant:?}?"));
        format!("no document {id:?} in this corpus; ids are paths relative to it, as `pairs` and `clusters` print them{hint}")
    })
}

/// Reads the text of a document of `collection` by its id. A file that is gone or has changed is an
/// error.
pub fn member(collection: &Collection, id: &str) -> anyhow::Result<Measured> {
    let doc = find(collection, id)?;
    let row = collection.row(doc);
    let document = read::again(
        row.id,
        &row.place.to_place(),
        &collection.settings().reading,
    )
    .map_err(|reason| anyhow!("{id}: {reason}"))?;
    if document.row.fingerprint != row.fingerprint {
        // The figures were computed from the old text and would not match the new one.
        bail!("{id} has changed since it was read; run this again to read the corpus as it is now");
    }
    let settings = collection.settings();
    let normaliser = Normaliser::new(&settings.normalisation)?;
    let masked = |_: &Source, _: &[Term]| MaskedRanges {
        masked: collection.masked_ranges(doc).to_vec(),
        detected: row.detected.into(),
    };
    Ok(Measured::masked(
        document,
        &normaliser,
        &settings.sketching,
        masked,
    ))
}

/// Tokenises, shingles and sketches a text without what is masked of it. Settings that do not yield a
/// normaliser are an error.
pub fn measured(
    text: Source,
    settings: &Settings,
    masks: Option<&Finder>,
) -> anyhow::Result<Measured> {
    let normaliser = Normaliser::new(&settings.normalisation)?;
    let masked = |source: &Source, terms: &[Term]| match masks {
        Some(finder) => {
            let hashes: Vec<u64> = terms.iter().map(|term| term.hash).collect();
            let Source {
                text,
                quoted,
                blocks,
                ..
            } = source;
            let detected = masking::detected_in(text, quoted, blocks, terms);
            MaskedRanges {
                masked: finder.ranges(&hashes, &detected),
                detected,
            }
        }
        None => MaskedRanges::default(),
    };
    Ok(Measured::masked(
        text,
        &normaliser,
        &settings.sketching,
        masked,
    ))
}

/// Writes a comparison: JSON includes the passages, other formats list the figures only.
pub fn write(
    names: [&str; 2],
    lines: [Lines; 2],
    comparison: &Comparison,
    to: Destination<impl Write>,
) -> io::Result<()> {
    if matches!(to.format, Format::Json | Format::Jsonl) {
        return to.json(value(names, lines, comparison));
    }
    let mut figures = Writer::new(to, &["figure", "value"])?;
    let [estimate, low, high] = estimated(&comparison.estimate);
    let m = &comparison.measures;
    let o = m.overlap;
    let evidence = Evidence::of(&comparison.bridged);
    let count = |n: usize| Cell::Count(n as u64);
    let rows = [
        ("a", Cell::Text(names[0].to_owned())),
        ("b", Cell::Text(names[1].to_owned())),
        ("estimate", estimate),
        ("interval_low", low),
        ("interval_high", high),
        ("jaccard", Cell::Share(o.jaccard())),
        ("containment_a_in_b", Cell::Share(o.containment_a_in_b())),
        ("containment_b_in_a", Cell::Share(o.containment_b_in_a())),
        ("shared", Cell::Count(o.shared.into())),
        ("union", Cell::Count(o.union())),
        ("shingles_a", Cell::Count(o.size_a.into())),
        ("shingles_b", Cell::Count(o.size_b.into())),
        ("words_a", count(comparison.left.words)),
        ("words_b", count(comparison.right.words)),
        ("word_similarity", Cell::Share(comparison.diff.similarity)),
        (
            "word_similarity_is_lower_bound",
            Cell::Text(comparison.diff.approximate.to_string()),
        ),
        ("bag_jaccard", Cell::Share(m.bag.jaccard())),
        ("cosine", Cell::Share(m.cosine)),
        ("euclidean_distance", Cell::Number(m.euclidean, 3)),
        ("edit_distance", Cell::Count(m.edit_distance.into())),
        ("edit_similarity", Cell::Share(m.edit_similarity())),
        (
            "edit_distance_is_upper_bound",
            Cell::Text(m.edit_distance_is_upper_bound.to_string()),
        ),
        ("shared_words", Cell::Count(m.shared_terms.into())),
        ("simhash_distance", Cell::Count(m.simhash.into())),
        ("passages", count(comparison.bridged.len())),
        ("words_copied", Cell::Count(evidence.words().into())),
        ("longest_passage", Cell::Count(evidence.longest.into())),
        ("longest_common_run", Cell::Count(m.longest_run.into())),
        ("moved_words", Cell::Count(moved(comparison).into())),
    ];
    let folding = comparison.folding.iter().flat_map(|folding| {
        [
            ("disguised_a", count(comparison.left.disguise.count())),
            ("disguised_b", count(comparison.right.disguise.count())),
            ("jaccard_as_written", Cell::Share(folding.written.jaccard())),
            ("jaccard_as_seen", Cell::Share(folding.seen.jaccard())),
        ]
    });
    let masked = |side: &Side| {
        let spans = side.masked.iter();
        count(spans.map(|span| span.words).sum())
    };
    let before = comparison.before.iter().flat_map(|before| {
        [
            ("masked_words_a", masked(&comparison.left)),
            ("masked_words_b", masked(&comparison.right)),
            ("jaccard_unmasked", Cell::Share(before.jaccard())),
            (
                "containment_a_in_b_unmasked",
                Cell::Share(before.containment_a_in_b()),
            ),
            (
                "containment_b_in_a_unmasked",
                Cell::Share(before.containment_b_in_a()),
            ),
        ]
    });
    for (name, cell) in rows.into_iter().chain(folding).chain(before) {
        figures.row(vec![Cell::Text(name.to_owned()), cell])?;
    }
    figures.finish()
}

/// Words in passages that stand in another order in the two texts.
fn moved(comparison: &Comparison) -> u32 {
    comparison.bridged.iter().map(BridgedPassage::moved).sum()
}

fn value(names: [&str; 2], lines: [Lines; 2], c: &Comparison) -> Value {
    let (low, high) = c.estimate.interval();
    let [a, b] = [&c.left, &c.right].map(Offsets::of);
    let exact = |p: &Passage| {
        let (a, b) = (
            a.span(p.left, p.left + p.length),
            b.span(p.right, p.right + p.length),
        );
        json!({ "terms": p.length, "a": a, "b": b })
    };
    let passages: Vec<Value> = c.passages.iter().map(exact).collect();
    let bridged = |p: &BridgedPassage| {
        let runs: Vec<Value> = p.runs.iter().map(exact).collect();
        json!({
            "words": p.words(), "same": p.same(), "moved": p.moved(),
            "a": a.span(p.left.0, p.left.1), "b": b.span(p.right.0, p.right.1),
            "runs": runs,
        })
    };
    let bridged: Vec<Value> = c.bridged.iter().map(bridged).collect();
    let [lines_a, lines_b] = lines.map(|lines| match lines {
        Lines::Source => "source",
        Lines::Text => "text",
    });
    let m = &c.measures;
    let o = m.overlap;
    let evidence = Evidence::of(&c.bridged);
    json!({
        "a": names[0], "b": names[1], "k": c.k,
        "estimate": c.estimate.value(), "interval": [low, high],
        "agreeing": c.estimate.agreeing, "permutations": c.estimate.positions,
        "jaccard": o.jaccard(),
        "containment_a_in_b": o.containment_a_in_b(), "containment_b_in_a": o.containment_b_in_a(),
        "shared": o.shared, "union": o.union(), "shingles_a": o.size_a, "shingles_b": o.size_b,
        "words_a": c.left.words, "words_b": c.right.words,
        "word_similarity": c.diff.similarity, "word_similarity_is_lower_bound": c.diff.approximate,
        "bag_jaccard": m.bag.jaccard(), "cosine": m.cosine, "euclidean_distance": m.euclidean,
        "edit_distance": m.edit_distance, "edit_similarity": m.edit_similarity(),
        "edit_distance_is_upper_bound": m.edit_distance_is_upper_bound,
        "shared_words": m.shared_terms, "simhash_distance": m.simhash,
        "longest_common_run": m.longest_run, "longest_passage": evidence.longest,
        "words_copied": evidence.words(), "moved_words": moved(c),
        "disguised_a": c.left.disguise.count(), "disguised_b": c.right.disguise.count(),
        "jaccard_as_written": c.folding.map(|f| f.written.jaccard()),
        "jaccard_as_seen": c.folding.map(|f| f.seen.jaccard()),
        "masked_a": masked(&c.left), "masked_b": masked(&c.right),
        "unmasked": c.before.map(|before| json!({
            "jaccard": before.jaccard(),
            "containment_a_in_b": before.containment_a_in_b(),
            "containment_b_in_a": before.containment_b_in_a(),
        })),
        "passages": passages, "bridged": bridged,
        "lines_a": lines_a, "lines_b": lines_b,
    })
}

/// The masked spans of a text.
fn masked(side: &Side) -> Vec<Value> {
    let spans = side.masked.iter();
    spans
        .map(|span| json!({ "start": span.start, "end": span.end, "words": span.words, "reason": span.reason }))
        .collect()
}
