//! Documents written for these tests, and the engine's results for them, computed here by plain
//! code: terms, shingles, passages, marks.

mod prose;
mod screen;

pub use prose::{IDS, TIDE, texts};
pub use screen::{drawn, modified, rows};

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use shinglescope::app::names::NamedDocuments;
use shinglescope::base::{DocNo, WholePositions};
use shinglescope::cluster::{Cluster, Clustering, Linkage};
use shinglescope::corpus::{DocumentRow, Encoding, Kind, SourceLocation};
use shinglescope::engine::message::{Comparison, DocumentView, Neighbour, Side};
use shinglescope::index::{Collection, SegmentWriter};
use shinglescope::settings::{Settings, SketchKind, Unit};
use shinglescope::similarity::bridge::bridged_passages;
use shinglescope::similarity::longest_run::longest_run;
use shinglescope::similarity::word_diff::word_diff;
use shinglescope::similarity::{Bridging, Estimate, Measure, Measures, Overlap, Passage};
use shinglescope::text::Disguise;

pub const K: usize = 4;

/// Byte spans of the terms of a text, and the terms.
pub fn terms(text: &str) -> (Vec<(u32, u32)>, Vec<String>) {
    let mut spans: Vec<(u32, u32)> = Vec::new();
    let mut joined = false;
    for (at, c) in text.char_indices() {
        let wide = ('\u{3040}'..'\u{a000}').contains(&c);
        let end = (at + c.len_utf8()) as u32;
        if !c.is_alphanumeric() {
            joined = false;
        } else if let (true, false, Some(last)) = (joined, wide, spans.last_mut()) {
            last.1 = end;
        } else {
            spans.push((at as u32, end));
            joined = !wide;
        }
    }
    let words = spans
        .iter()
        .map(|(s, e)| text[*s as usize..*e as usize].to_lowercase())
        .collect();
    (spans, words)
}

fn shingles(words: &[String]) -> Vec<Vec<String>> {
    words.windows(K).map(<[String]>::to_vec).collect()
}

fn overlap(a: &[String], b: &[String]) -> Overlap {
    let set = |w: &[String]| shingles(w).into_iter().collect::<BTreeSet<_>>();
    let (a, b) = (set(a), set(b));
    Overlap {
        shared: a.intersection(&b).count() as u32,
        size_a: a.len() as u32,
        size_b: b.len() as u32,
    }
}

/// An estimate with a small error that depends on the pair.
fn estimate(overlap: Overlap, salt: usize) -> Estimate {
    let exact = overlap.jaccard();
    let spread = 200.0 * (exact * (1.0 - exact) / 200.0).sqrt();
    let off = [0.4, -0.9, 2.6, -0.2, 1.1][salt % 5] * spread;
    Estimate {
        agreeing: (200.0 * exact + off).round().clamp(0.0, 200.0) as u32,
        positions: 200,
        bits: 32,
    }
}

/// All maximal runs of shared shingles, along every diagonal.
fn passages(left: &[String], right: &[String]) -> Vec<Passage> {
    let (a, b) = (shingles(left), shingles(right));
    let mut passages = Vec::new();
    for i in 0..a.len() {
        for j in 0..b.len() {
            if a[i] == b[j] && !(i > 0 && j > 0 && a[i - 1] == b[j - 1]) {
                let same = a[i..].iter().zip(&b[j..]).take_while(|(x, y)| x == y);
                let run = same.count();
                passages.push(Passage {
                    left: i as u32,
                    right: j as u32,
                    length: (run + K - 1) as u32,
                });
            }
        }
    }
    passages
}

/// Terms as numbers: equal terms, equal numbers.
fn numbers(words: &[String]) -> Vec<u64> {
    let hash = |word: &String| {
        let mut hasher = DefaultHasher::new();
        word.hash(&mut hasher);
        hasher.finish()
    };
    words.iter().map(hash).collect()
}

/// The comparison of two texts.
pub fn comparison_of(a: (DocNo, &str), b: (DocNo, &str)) -> Comparison {
    let ((left_spans, left), (right_spans, right)) = (terms(a.1), terms(b.1));
    let overlap = overlap(&left, &right);
    let side = |doc: (DocNo, &str), spans: Vec<(u32, u32)>| Side {
        doc: doc.0,
        text: doc.1.into(),
        words: spans.len(),
        spans,
        positions: WholePositions::default(),
        disguise: Disguise::new(doc.1, Vec::new()),
        masked: Vec::new(),
    };
    Comparison {
        left: side(a, left_spans),
        right: side(b, right_spans),
        k: K,
        unit: Unit::Term,
        sketch: SketchKind::default(),
        estimate: estimate(overlap, a.0.index() + b.0.index()),
        measures: Measures {
            overlap,
            simhash: ((1.0 - overlap.jaccard()) * 30.0) as u32,
            longest_run: longest_run(&numbers(&left), &numbers(&right), 0),
            ..Measures::default()
        },
        passages: passages(&left, &right),
        kinds: Vec::new(),
        bridged: bridged_passages(&numbers(&left), &numbers(&right), &Bridging::default()),
        diff: word_diff(&numbers(&left), &numbers(&right)),
        folding: None,
        before: None,
    }
}

/// The comparison of two of the documents.
pub fn comparison(a: u32, b: u32) -> Comparison {
    let texts = texts();
    let [a, b] = [a, b].map(|doc| (DocNo(doc), &*texts[doc as usize]));
    comparison_of(a, b)
}

/// The view of one of the documents with its neighbours.
pub fn view(doc: u32) -> DocumentView {
    let texts = texts();
    let (spans, words) = terms(&texts[doc as usize]);
    let own = shingles(&words);
    let mut per_term = vec![0u32; words.len()];
    let mut neighbours = Vec::new();
    let mut elsewhere = BTreeSet::new();
    for (i, text) in texts.iter().enumerate().filter(|(i, _)| *i != doc as usize) {
        let (_, other) = terms(text);
        let overlap = overlap(&words, &other);
        if overlap.shared == 0 {
            continue;
        }
        let theirs: BTreeSet<_> = shingles(&other).into_iter().collect();
        let mut has = vec![false; words.len()];
        for (at, shingle) in own.iter().enumerate().filter(|(_, s)| theirs.contains(*s)) {
            has[at..at + K].fill(true);
            elsewhere.insert(shingle.clone());
        }
        for (count, has) in per_term.iter_mut().zip(has) {
            *count += u32::from(has);
        }
        neighbours.push(Neighbour {
            doc: DocNo(i as u32),
            estimate: estimate(overlap, doc as usize + i),
            overlap,
            simhash: ((1.0 - overlap.jaccard()) * 30.0) as u32,
            words: other.len(),
            identical: other == words,
        });
    }
    neighbours.sort_by(|a, b| b.overlap.jaccard().total_cmp(&a.overlap.jaccard()));
    let mut marked: Vec<(usize, usize, u32)> = Vec::new();
    let mut before = 0;
    for (i, documents) in per_term.iter().copied().enumerate() {
        let (start, end) = (spans[i].0 as usize, spans[i].1 as usize);
        match marked.last_mut() {
            Some(last) if before == documents && documents > 0 => last.1 = end,
            _ if documents > 0 => marked.push((start, end, documents)),
            _ => {}
        }
        before = documents;
    }
    DocumentView {
        is_set_apart: false,
        doc: DocNo(doc),
        text: texts[doc as usize].as_str().into(),
        terms: words.len(),
        shingles: own.iter().collect::<BTreeSet<_>>().len(),
        counted: true,
        elsewhere: elsewhere.len(),
        marked,
        neighbours,
        found_by: "every document that shares a shingle, counted exactly".into(),
        disguise: Disguise::new(&texts[doc as usize], Vec::new()),
        masked: Vec::new(),
        author: None,
    }
}

/// The documents as a collection.
pub fn collection() -> NamedDocuments {
    NamedDocuments::new(documents(), false)
}

fn documents() -> Collection {
    let texts = texts();
    let mut writer = SegmentWriter::in_memory(1);
    for (i, (id, text)) in IDS.iter().zip(&texts).enumerate() {
        let lengths: Vec<u64> = terms(text).1.iter().map(|w| w.len() as u64).collect();
        let row = DocumentRow {
            key: i as u64,
            id: (*id).into(),
            title: if i < 4 {
                TIDE[0].trim_start_matches("# ").into()
            } else {
                (*id).into()
            },
            location: SourceLocation::file(id),
            encoding: if i == 3 {
                Encoding::Detected("windows-1252")
            } else {
                Encoding::Utf8
            },
            kind: Kind::Plain,
            bytes: text.len() as u64,
            modified: 0,
            has_own_date: false,
            stamp: 0,
            fingerprint: 0,
            normalised: 0,
            detected: Box::default(),
        };
        writer.push(row.view(), &lengths, &[0]).unwrap();
    }
    let segments = vec![writer.finish().unwrap()];
    Collection::new(Settings::default(), segments, Vec::new(), |_, _| true)
}

/// One cluster with the four essays.
pub fn clustering() -> Clustering {
    let members: Vec<DocNo> = (0..4).map(DocNo).collect();
    let cluster_of = (0..IDS.len()).map(|i| (i < 4).then_some(0)).collect();
    let cluster = Cluster {
        cannot_link: 0,
        members,
        representative: DocNo(0),
        identical: 1,
        min: 0.7,
        mean: 0.8,
        max: 1.0,
        measured: (6, 6),
        bridge: None,
        bridges: 0,
        outside: None,
    };
    Clustering {
        threshold: 0.6,
        measure: Measure::Jaccard,
        clusters: vec![cluster],
        cluster_of,
        pairs: 6,
        linkage: Linkage::Single,
        cannot_link: 0,
        not_subdivided: Vec::new(),
    }
}
