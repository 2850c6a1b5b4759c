//! Some documents written for these tests, and what the engine would say of them, counted here by
//! plain code: terms, shingles, passages, marks.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use shinglescope::base::DocNo;
use shinglescope::cluster::{Cluster, Clustering};
use shinglescope::collection::{Collection, Segment};
use shinglescope::corpus::{DocumentRow, Encoding, Kind, Place};
use shinglescope::engine::message::{Comparison, DiffRun, DocumentView, Neighbour, Side, WordDiff};
use shinglescope::settings::Settings;
use shinglescope::similarity::{Estimate, Overlap, Passage};

pub const K: usize = 4;

const TIDE: [&str; 9] = [
    "# Notes from the harbour wall",
    "The tide comes in twice a day and leaves behind it a thin line of weed which the birds search at dawn. \
Nobody in the village keeps a calendar of it; they read the colour of the sand instead, and they are seldom wrong by more than the time it takes to boil a kettle.",
    "My grandmother counted the boats each evening from the third step of the harbour wall. She said that a \
number was no use unless it was counted twice, once by somebody who hoped and once by somebody who feared, and that the true figure lay with whichever of the two had had the worse day.",
    "In the winter of the long frost the ice reached as far as the second buoy. Men walked out on it with \
lanterns, laughing at first, and came back one by one without saying what they had seen. The dog that belonged to no one would not follow them past the mooring posts.",
    "A map of the shallows hung in the school. It had been drawn by a surveyor who stayed for a single \
summer, and every child could point to the place where he had run out of blue ink and gone on in green.",
    "What the map could not show was how the bank moved. Each spring it lay a little farther to the east, as \
though the whole bay were turning over in its sleep, and the pilots learned the channel again from the beginning without complaint.",
    "When the lighthouse was given a lamp that needed no keeper, the keeper stayed. He painted the railings, \
answered letters from people who collected lighthouses, and lit a candle in the kitchen window every night, which from the sea could not be told from a star.",
    "I have kept the tide tables of forty years in a tin box. They agree with one another about almost \
everything, and where they do not agree somebody has written the correct hour in pencil, in a hand that I have never been able to put a name to.",
    "If you go there now you will find a car park and a notice about the birds. Stand on the third step all \
the same, towards evening, and count.",
];

const WEEK: &str = "Week 2: how to read a source\n\nBring one page that you have written and one that you have \
found. A map of the shallows hung in the school: ask who drew it, for whom, and what he left out.\n\n\
1. Mark every sentence that could be checked.\n2. Say how you would check it.\n3. Exchange pages with your \
neighbour and do it again.\n";

const JAPANESE: &str = "港の壁から\n\n潮は一日に二度満ちて、細い海藻の線を残していく。夜明けには鳥がそれを探しに来る。村には暦がない。\
砂の色を読めば足りるからである。祖母は毎晩、三段目の石段から船を数えた。数は二度数えなければ役に立たない、と祖母は言った。\n";

pub const IDS: [&str; 9] = [
    "essays/spring/essay-ab12.txt",
    "essays/spring/essay-cd34.txt",
    "essays/spring/essay-ef56.txt",
    "essays/spring/resubmitted/2026-03/essay-gh78.txt",
    "excerpts/third-step.txt",
    "handout/week2.md",
    "misc/empty.txt",
    "nihongo/minato.txt",
    "nihongo/minato-2.txt",
];

/// The texts, in the order of [`IDS`].
pub fn texts() -> Vec<String> {
    let essay = TIDE.join("\n\n") + "\n";
    let edited = essay
        .replace("which the birds search at dawn", "where the gulls look for breakfast")
        .replace("laughing at first", "joking at first")
        .replace("a thin line of weed", "a thin dark line of weed")
        .replace("counted the boats each evening", "counted the boats every single evening")
        .replace("and lit a candle in the kitchen window every night", "and put a candle into the window");
    let mut order = TIDE.to_vec();
    let keeper = order.remove(6);
    order.insert(2, keeper);
    order.remove(4);
    let moved = order.join("\n\n").replace("in pencil", "in red pencil").replace("forty years", "sixty years") + "\n";
    let excerpt = format!(
        "From a reader's commonplace book.\n\n{}\n\nI have asked three people what she meant and had four answers.\n",
        TIDE[2]
    );
    let second = JAPANESE.replace("祖母は毎晩", "母は毎朝").replace("細い", "長い");
    vec![
        essay.clone(),
        essay,
        edited,
        moved,
        excerpt,
        WEEK.to_owned(),
        String::new(),
        JAPANESE.to_owned(),
        second,
    ]
}

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
    let words = spans.iter().map(|(s, e)| text[*s as usize..*e as usize].to_lowercase()).collect();
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

/// An estimate that is off by a little, differently for each pair.
fn estimate(overlap: Overlap, salt: usize) -> Estimate {
    let exact = overlap.jaccard();
    let spread = 200.0 * (exact * (1.0 - exact) / 200.0).sqrt();
    let off = [0.4, -0.9, 2.6, -0.2, 1.1][salt % 5] * spread;
    Estimate { agreeing: (200.0 * exact + off).round().clamp(0.0, 200.0) as u32, positions: 200 }
}

/// Every maximal run of shared shingles, along every diagonal.
fn passages(left: &[String], right: &[String]) -> Vec<Passage> {
    let (a, b) = (shingles(left), shingles(right));
    let mut found = Vec::new();
    for i in 0..a.len() {
        for j in 0..b.len() {
            if a[i] == b[j] && !(i > 0 && j > 0 && a[i - 1] == b[j - 1]) {
                let run = a[i..].iter().zip(&b[j..]).take_while(|(x, y)| x == y).count();
                found.push(Passage { left: i as u32, right: j as u32, length: (run + K - 1) as u32 });
            }
        }
    }
    found
}

fn diff(left: &[String], right: &[String]) -> WordDiff {
    use similar::{Algorithm, DiffOp, capture_diff_slices};
    let span = |at: usize, len: usize| (at as u32, (at + len) as u32);
    let mut runs = Vec::new();
    let mut kept = 0;
    for op in capture_diff_slices(Algorithm::Myers, left, right) {
        match op {
            DiffOp::Equal { old_index, new_index, len } => {
                kept += len;
                runs.push(DiffRun::Kept { left: span(old_index, len), right: span(new_index, len) });
            }
            DiffOp::Delete { old_index, old_len, .. } => runs.push(DiffRun::Left(span(old_index, old_len))),
            DiffOp::Insert { new_index, new_len, .. } => runs.push(DiffRun::Right(span(new_index, new_len))),
            DiffOp::Replace { old_index, old_len, new_index, new_len } => {
                runs.push(DiffRun::Left(span(old_index, old_len)));
                runs.push(DiffRun::Right(span(new_index, new_len)));
            }
        }
    }
    let all = left.len() + right.len();
    WordDiff { runs, approximate: false, similarity: if all == 0 { 0.0 } else { 2.0 * kept as f64 / all as f64 } }
}

/// Two texts side by side.
pub fn comparison_of(a: (DocNo, &str), b: (DocNo, &str)) -> Comparison {
    let ((left_spans, left), (right_spans, right)) = (terms(a.1), terms(b.1));
    let overlap = overlap(&left, &right);
    let side = |doc: (DocNo, &str), spans: Vec<(u32, u32)>| Side {
        doc: doc.0,
        text: doc.1.into(),
        words: spans.len(),
        spans,
    };
    Comparison {
        left: side(a, left_spans),
        right: side(b, right_spans),
        k: K,
        estimate: estimate(overlap, a.0.index() + b.0.index()),
        overlap,
        simhash: ((1.0 - overlap.jaccard()) * 30.0) as u32,
        passages: passages(&left, &right),
        diff: diff(&left, &right),
    }
}

/// Two of the documents side by side.
pub fn comparison(a: u32, b: u32) -> Comparison {
    let texts = texts();
    comparison_of((DocNo(a), &texts[a as usize]), (DocNo(b), &texts[b as usize]))
}

/// One of the documents with its neighbours.
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
        doc: DocNo(doc),
        text: texts[doc as usize].as_str().into(),
        terms: words.len(),
        shingles: own.iter().collect::<BTreeSet<_>>().len(),
        elsewhere: elsewhere.len(),
        marked,
        neighbours,
        found_by: "every document that shares a shingle, counted exactly".into(),
    }
}

/// The documents as a collection.
pub fn collection() -> Collection {
    let texts = texts();
    let mut starts = vec![0u64];
    let mut terms_of_all = Vec::new();
    let mut rows = Vec::new();
    for (i, (id, text)) in IDS.iter().zip(&texts).enumerate() {
        terms_of_all.extend(terms(text).1.iter().map(|w| w.len() as u64));
        starts.push(terms_of_all.len() as u64);
        rows.push(DocumentRow {
            key: i as u64,
            id: (*id).into(),
            title: if i < 4 { TIDE[0].trim_start_matches("# ").into() } else { (*id).into() },
            place: Place::File((*id).into()),
            encoding: if i == 3 { Encoding::Detected("windows-1252") } else { Encoding::Utf8 },
            kind: Kind::Plain,
            bytes: text.len() as u64,
            modified: 0,
            fingerprint: 0,
            normalised: 0,
        });
    }
    let sketches = vec![0u32; rows.len()];
    let segment = Segment::new("fixture".into(), rows, starts.into(), terms_of_all.into(), 1, sketches.into())
        .expect("columns that fit");
    Collection::new(Settings::default(), vec![Arc::new(segment)], Vec::new(), |_, _| true)
}

/// One cluster: the four essays.
pub fn clustering() -> Clustering {
    let members: Vec<DocNo> = (0..4).map(DocNo).collect();
    let cluster_of = (0..IDS.len()).map(|i| (i < 4).then_some(0)).collect();
    let cluster = Cluster {
        members,
        representative: DocNo(0),
        identical: 1,
        min: 0.7,
        mean: 0.8,
        max: 1.0,
        measured: (6, 6),
        bridge: None,
        outside: None,
    };
    Clustering { threshold: 0.6, clusters: vec![cluster], cluster_of, pairs: 6 }
}

/// What a screen shows: rows of characters, without the blanks at their ends.
pub fn rows(buffer: &ratatui::buffer::Buffer) -> String {
    let mut out = String::new();
    for row in buffer.area.rows() {
        let mut line = String::new();
        let mut hidden = 0;
        for at in row.columns() {
            let symbol = buffer[(at.x, at.y)].symbol();
            if hidden == 0 {
                line.push_str(symbol);
                hidden = unicode_width::UnicodeWidthStr::width(symbol).saturating_sub(1);
            } else {
                hidden -= 1;
            }
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

/// Where a screen has bold, underlined, struck or reversed text: the words, by modifier.
pub fn modified(buffer: &ratatui::buffer::Buffer) -> String {
    let mut runs: BTreeMap<(u16, u16), (String, String)> = BTreeMap::new();
    for row in buffer.area.rows() {
        let mut open: Option<((u16, u16), String)> = None;
        for at in row.columns() {
            let cell = &buffer[(at.x, at.y)];
            let name = format!("{:?}", cell.modifier);
            let plain = cell.modifier.is_empty();
            if open.as_ref().is_some_and(|(_, n)| plain || *n != name) {
                open = None;
            }
            if !plain {
                let (key, name) = open.get_or_insert_with(|| ((at.y, at.x), name));
                runs.entry(*key).or_insert_with(|| (name.clone(), String::new())).1.push_str(cell.symbol());
            }
        }
    }
    runs.into_iter()
        .map(|((y, x), (modifier, text))| format!("{y:>2},{x:<3} {} {:?}\n", modifier.replace("Modifier", ""), text.trim_end()))
        .collect()
}
