//! A synthetic corpus for the tests of screens: documents with names of several lengths and
//! scripts, given similarities, and responses to every request as an engine would send them.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use shinglescope::app::{Action, App, Start, update};
use shinglescope::base::{DocNo, WholePositions};
use shinglescope::candidates::{PairSet, PairSetInfo};
use shinglescope::cluster::{Bridge, Cluster, Clustering, Linkage, Outside};
use shinglescope::collection::column::Column;
use shinglescope::collection::term_column::TermColumn;
use shinglescope::collection::{Collection, Segment};
use shinglescope::config::Purpose;
use shinglescope::corpus::{DocumentRow, Encoding, Kind, Place, SkipReason, Skipped};
use shinglescope::engine::keep;
use shinglescope::engine::message::{
    BlockList, BlockRow, Comparison, DiffRun, DocumentView, LectureTexts, Matrix, Neighbour,
    OverlapView, PairList, PairRow, Side, StageSlides, WordDiff,
};
use shinglescope::engine::mirrors;
use shinglescope::engine::pair_order;
use shinglescope::engine::sets::Sets;
use shinglescope::engine::{AnalysisConfig, Progress, SearchHit, SearchResult, Stage, Update};
use shinglescope::evidence::Block;
use shinglescope::evidence::Evidence;
use shinglescope::lab::judge::Answer;
use shinglescope::lecture::Text;
use shinglescope::mirrors::MirrorsConfig;
use shinglescope::overlap::{
    ByChecker, Checker, Measurement, PairEstimate, Ran, Ratio, Sampler, Share, SideSample, Size,
    Step, samples_for,
};
use shinglescope::settings::{Settings, SketchKind, Unit};
use shinglescope::similarity::{
    BridgedPassage, Estimate, Measure, Measures, Overlap, Pair, Passage,
};
use shinglescope::text::Disguise;

/// A document's name, the number of its text, and its similarities to earlier documents.
type Named = (String, u128, Vec<(String, f64)>);

/// Documents and their similarities.
pub struct World {
    pub collection: Arc<Collection>,
    pub similar: HashMap<(DocNo, DocNo), f64>,
    copies: Vec<DocNo>,
    /// State of the simulated engine: the requested threshold, and answers to pairs.
    pub threshold: Cell<f64>,
    pub answers: RefCell<Vec<Answer>>,
    /// The pairs that were sent last.
    pub pairs_sent: RefCell<Option<Arc<PairSet>>>,
}

const GROUPS: &[(&[&str], &[f64])] = &[
    (
        &[
            "essays/essay-ab12.txt",
            "essays/essay-cd34.txt",
            "essays/essay-ef56.txt",
            "essays/essay-gh78.txt",
            "essays/essay-ij90.txt",
        ],
        &[0.97, 0.91, 0.84, 0.62, 0.93, 0.83, 0.60, 0.86, 0.61, 0.82],
    ),
    (
        &[
            "lab3/spring-term/team-07/report/group2.md",
            "lab3/spring-term/team-08/report/group2-copy.md",
            "lab3/spring-term/team-09/notes.md",
        ],
        &[0.88, 0.83, 0.95],
    ),
    (
        &[
            "letters/invitation-anna.txt",
            "letters/invitation-boris.txt",
        ],
        &[0.915],
    ),
    (&["日本語/第一章.txt", "日本語/第一章の写し.txt"], &[0.86]),
    (&["mirror-a/index.html", "mirror-b/index.html"], &[1.0]),
    (&["evil\u{1b}[31m\u{202e}name.txt", "evil-two.txt"], &[0.81]),
];

impl World {
    /// The corpus of most tests: 12 copies of a cover sheet, a chain, several scripts, look-alikes.
    pub fn new() -> Self {
        World::of(World::names())
    }

    /// The same with one more document, dissimilar to all others.
    pub fn with(name: &str) -> Self {
        let mut names = World::names();
        names.push((name.to_owned(), 9_999, vec![]));
        World::of(names)
    }

    /// Two sites of eight pages: of the second, one page is near, one changed, one moved and one missing.
    pub fn mirrored() -> Self {
        let mut names = World::names();
        for page in 0..8 {
            names.push((format!("site-a/docs/p{page}.html"), 5_000 + page, vec![]));
        }
        for page in 0..7_u128 {
            let original = format!("site-a/docs/p{page}.html");
            let path = match page {
                6 => "site-b/extra/moved.html".to_owned(),
                _ => format!("site-b/docs/p{page}.html"),
            };
            names.push(match page {
                2 => (path, 6_000, vec![(original, 0.91)]),
                3 => (path, 6_001, vec![]),
                _ => (path, 5_000 + page, vec![(original, 1.0)]),
            });
        }
        World::of(names)
    }

    fn names() -> Vec<Named> {
        let mut names: Vec<Named> = Vec::new();
        let mut unique = 1000;
        for i in 0..12 {
            // Nine share one text; three others differ from it slightly.
            let text = if i < 9 { 1 } else { unique + i };
            let similar = (0..i).map(|j| {
                let j_text = if j < 9 { 1 } else { unique + j };
                (
                    format!("forms/cover-{j:02}.txt"),
                    if text == j_text { 1.0 } else { 0.96 },
                )
            });
            names.push((format!("forms/cover-{i:02}.txt"), text, similar.collect()));
        }
        unique = 2000;
        for (group, values) in GROUPS {
            let mut values = values.iter();
            let mut pairs: HashMap<usize, Vec<(String, f64)>> = HashMap::new();
            for i in 0..group.len() {
                for j in i + 1..group.len() {
                    let value = values.next().copied().unwrap_or(0.9);
                    pairs
                        .entry(j)
                        .or_default()
                        .push((group[i].to_string(), value));
                }
            }
            for (i, name) in group.iter().enumerate() {
                unique += 1;
                names.push((
                    name.to_string(),
                    unique,
                    pairs.remove(&i).unwrap_or_default(),
                ));
            }
        }
        for i in 0..40 {
            unique += 1;
            let mut similar = vec![];
            if i == 0 {
                similar.push(("essays/essay-gh78.txt".to_string(), 0.78));
            }
            for j in 0..i {
                let value = ((i * 37 + j * 91) % 100) as f64 / 100.0;
                if (i + j) % 3 == 0 {
                    similar.push((
                        format!("singles/document-{j:02}.txt"),
                        0.30 + value * value * 0.45,
                    ));
                }
            }
            names.push((format!("singles/document-{i:02}.txt"), unique, similar));
        }
        names
    }

    /// Documents without any similar pair.
    pub fn unlike() -> Self {
        let name = |i: u128| (format!("poem-{i}.txt"), i + 1, vec![]);
        World::of((0..5).map(name).collect())
    }

    /// A single document.
    pub fn single() -> Self {
        World::of(vec![("poem.txt".to_owned(), 1, vec![])])
    }

    /// The corpus of most tests, with ASCII names only.
    pub fn plain() -> Self {
        let plain = |name: String| name.replace(|c: char| !(' '..='~').contains(&c), "_");
        let names = World::names().into_iter();
        let known: HashMap<String, String> = names
            .clone()
            .enumerate()
            .map(
                |(i, (name, ..))| match name.is_ascii() && plain(name.clone()) == name {
                    true => (name.clone(), name),
                    false => (name.clone(), format!("{}-{i}", plain(name))),
                },
            )
            .collect();
        let names = names.map(|(name, text, similar)| {
            let similar = similar.into_iter().map(|(n, v)| (known[&n].clone(), v));
            (known[&name].clone(), text, similar.collect())
        });
        World::of(names.collect())
    }

    fn of(names: Vec<Named>) -> Self {
        let terms = 40;
        let rows: Vec<DocumentRow> = names
            .iter()
            .enumerate()
            .map(|(i, (id, text, _))| DocumentRow {
                key: i as u64,
                id: id.clone(),
                title: format!("On {}", id.rsplit('/').next().unwrap_or(id)),
                place: Place::File(PathBuf::from("/corpus").join(id)),
                encoding: if i == 4 {
                    Encoding::Detected("windows-1252")
                } else {
                    Encoding::Utf8
                },
                kind: if id.ends_with("html") {
                    Kind::Html
                } else {
                    Kind::Plain
                },
                bytes: 1800 + i as u64 * 31,
                modified: 0,
                stamp: 0,
                fingerprint: *text,
                normalised: *text,
                detected: Box::default(),
            })
            .collect();
        let n = rows.len();
        let starts: Vec<u64> = (0..=n as u64).map(|i| i * terms).collect();
        let all: Vec<u64> = (0..n as u64 * terms).collect();
        let segment = Segment::new(
            "fixture".into(),
            rows,
            TermColumn::plain(starts.into(), all.into()).unwrap(),
            200,
            Column::from(vec![0_u32; n * 200]),
        )
        .expect("columns fit");
        let skipped = vec![
            skipped("logo.png", SkipReason::Binary),
            skipped("archive/old.zip", SkipReason::Binary),
            skipped("empty.txt", SkipReason::Empty),
            skipped(
                "secret/key\u{7}.txt",
                SkipReason::Unreadable("permission denied".into()),
            ),
            skipped("huge.log", SkipReason::TooLarge(3_000_000_000, 256 << 20)),
            skipped(
                "rows.jsonl:17",
                SkipReason::BadRow("no field \"text\"".into()),
            ),
        ];
        let collection = Collection::new(
            Settings::default(),
            vec![Arc::new(segment)],
            skipped,
            |_, _| true,
        );
        let mut similar = HashMap::new();
        for (id, _, others) in &names {
            for (other, value) in others {
                let (Some(a), Some(b)) = (collection.find(id), collection.find(other)) else {
                    panic!("{id} or {other} is not there");
                };
                similar.insert((a.min(b), a.max(b)), *value);
            }
        }
        let mut first = HashMap::new();
        let copies = collection
            .documents()
            .map(|d| *first.entry(collection.row(d).normalised).or_insert(d));
        let copies = copies.collect();
        World {
            collection: Arc::new(collection),
            similar,
            copies,
            threshold: Cell::new(0.8),
            answers: RefCell::default(),
            pairs_sent: RefCell::default(),
        }
    }

    pub fn doc(&self, id: &str) -> DocNo {
        self.collection
            .find(id)
            .unwrap_or_else(|| panic!("no {id}"))
    }

    pub fn jaccard(&self, a: DocNo, b: DocNo) -> f64 {
        if a == b {
            return 1.0;
        }
        self.similar
            .get(&(a.min(b), a.max(b)))
            .copied()
            .unwrap_or(0.05)
    }

    pub fn pairs(&self) -> PairSet {
        let mut pairs: Vec<Pair> = self
            .similar
            .iter()
            .filter(|((a, b), j)| {
                **j >= 0.3 && self.copies[a.index()] == *a && self.copies[b.index()] == *b
            })
            .map(|((a, b), j)| Pair {
                a: *a,
                b: *b,
                overlap: overlap(*j),
                agreeing: (*j * 200.0) as u32,
            })
            .collect();
        pairs.sort_by(|a, b| a.order(b, Measure::Jaccard));
        let found = PairSetInfo {
            method: "lsh",
            measure: Measure::Jaccard,
            bands: Some((25, 8)),
            floor: 0.3,
            complete: false,
            stopped: false,
            chosen_for: None,
            candidates: 4213,
            capped: 0,
            note: String::new(),
        };
        PairSet::new(self.copies.clone(), pairs, found)
    }

    pub fn clustering(&self, threshold: f64) -> Clustering {
        let n = self.collection.len();
        let edges: Vec<(DocNo, DocNo, f64)> = self
            .similar
            .iter()
            .filter(|(_, j)| **j >= threshold)
            .map(|((a, b), j)| (*a, *b, *j))
            .collect();
        let components = components(n, edges.iter().map(|(a, b, _)| (*a, *b)));
        let mut clusters: Vec<Cluster> = components
            .into_iter()
            .filter(|c| c.len() > 1)
            .map(|c| self.cluster(c, &edges, threshold))
            .collect();
        clusters.sort_by(|a, b| {
            b.size()
                .cmp(&a.size())
                .then(a.representative.cmp(&b.representative))
        });
        let mut cluster_of = vec![None; n];
        for (i, cluster) in clusters.iter().enumerate() {
            for doc in &cluster.members {
                cluster_of[doc.index()] = Some(i as u32);
            }
        }
        Clustering {
            threshold,
            measure: Measure::Jaccard,
            clusters,
            cluster_of,
            pairs: edges.len() as u64,
            linkage: Linkage::Single,
            held_apart: 0,
            left_whole: Vec::new(),
        }
    }

    fn cluster(
        &self,
        members: Vec<DocNo>,
        edges: &[(DocNo, DocNo, f64)],
        threshold: f64,
    ) -> Cluster {
        let mut values = vec![];
        for (i, a) in members.iter().enumerate() {
            values.extend(members[i + 1..].iter().map(|b| self.jaccard(*a, *b)));
        }
        let sum = |d: &DocNo| members.iter().map(|o| self.jaccard(*d, *o)).sum::<f64>();
        let representative = *members
            .iter()
            .rev()
            .max_by(|a, b| sum(a).total_cmp(&sum(b)))
            .expect("members");
        let inside: Vec<_> = edges
            .iter()
            .filter(|(a, _, _)| members.contains(a))
            .collect();
        let every: Vec<Bridge> = inside
            .iter()
            .filter_map(|cut| {
                let rest = inside
                    .iter()
                    .filter(|e| **e != *cut)
                    .map(|(a, b, _)| (*a, *b));
                let parts = components(self.collection.len(), rest);
                let part = |d: DocNo| {
                    parts
                        .iter()
                        .find(|p| p.contains(&d))
                        .cloned()
                        .unwrap_or_default()
                };
                let (left, right) = (part(cut.0), part(cut.1));
                (left != right).then_some(Bridge {
                    a: cut.0,
                    b: cut.1,
                    similarity: cut.2,
                    left,
                    right,
                })
            })
            .collect();
        let bridges = if members.len() > 2 { every.len() } else { 0 };
        let bridge = every
            .into_iter()
            .filter(|_| members.len() > 2)
            .min_by(|a, b| a.similarity.total_cmp(&b.similarity));
        let outside = self
            .similar
            .iter()
            .filter(|((a, b), j)| **j < threshold && members.contains(a) != members.contains(b))
            .max_by(|a, b| a.1.total_cmp(b.1).then(b.0.cmp(a.0)))
            .map(|((a, b), j)| {
                let (document, member) = if members.contains(a) {
                    (*b, *a)
                } else {
                    (*a, *b)
                };
                Outside {
                    document,
                    member,
                    similarity: *j,
                }
            });
        let distinct: std::collections::HashSet<_> =
            members.iter().map(|d| self.copies[d.index()]).collect();
        Cluster {
            held_apart: 0,
            representative,
            identical: members.len() - distinct.len(),
            min: values.iter().copied().fold(1.0, f64::min),
            mean: values.iter().sum::<f64>() / values.len() as f64,
            max: values.iter().copied().fold(0.0, f64::max),
            measured: (values.len() as u64, values.len() as u64),
            bridge,
            bridges,
            outside,
            members,
        }
    }

    pub fn matrix(&self, members: &[DocNo]) -> Matrix {
        let row = |a: &DocNo| {
            members
                .iter()
                .map(|b| self.jaccard(*a, *b))
                .collect::<Vec<_>>()
        };
        Matrix {
            members: members.to_vec(),
            values: members.iter().flat_map(row).collect(),
        }
    }

    fn text(&self, doc: DocNo) -> Arc<str> {
        let name = self.collection.id(doc);
        let line = "the tide comes in twice a day and leaves behind it a thin line of weed which the birds search at dawn. ";
        format!(
            "On {name}\n\n{}\n\n{}",
            line.repeat(6).trim(),
            line.repeat(3).trim()
        )
        .into()
    }

    pub fn view(&self, doc: DocNo) -> DocumentView {
        let neighbour = |other: DocNo, j: f64| Neighbour {
            doc: other,
            estimate: Estimate {
                agreeing: (j * 200.0) as u32,
                positions: 200,
                bits: 32,
            },
            overlap: overlap(j),
            simhash: ((1.0 - j) * 30.0) as u32,
            words: 240,
            identical: j >= 1.0,
        };
        let mut neighbours: Vec<Neighbour> = self
            .similar
            .iter()
            .filter(|((a, b), _)| *a == doc || *b == doc)
            .map(|((a, b), j)| neighbour(if *a == doc { *b } else { *a }, *j))
            .collect();
        neighbours.sort_by(|a, b| {
            b.overlap
                .jaccard()
                .total_cmp(&a.overlap.jaccard())
                .then(a.doc.cmp(&b.doc))
        });
        let text = self.text(doc);
        let marked = text
            .match_indices("the tide comes in twice a day")
            .map(|(at, s)| (at, at + s.len(), 3))
            .collect();
        DocumentView {
            doc,
            terms: 240,
            shingles: 237,
            counted: true,
            elsewhere: 120,
            marked,
            neighbours,
            found_by: "pairs kept from 0.30 and LSH".into(),
            disguise: Disguise::of(&text, Vec::new()),
            masked: Vec::new(),
            blocks: Vec::new(),
            author: None,
            text,
        }
    }

    /// Two blocks: one in three documents, one in more than are listed.
    pub fn blocks(&self) -> BlockList {
        let block = |documents, words, holders: u32| Block {
            documents,
            words,
            first: DocNo(0),
            terms: (0, words),
            holders: (0..holders).map(DocNo).collect(),
        };
        let footer = "Printed by order of the harbour master. Times are given for the old pier.";
        let notice = "This page may be copied.\nThe tables may not.";
        BlockList {
            collection: Arc::clone(&self.collection),
            rows: vec![
                BlockRow {
                    block: block(1_204, 14, 5),
                    text: Ok(footer.to_owned()),
                },
                BlockRow {
                    block: block(3, 9, 3),
                    text: Ok(notice.to_owned()),
                },
            ],
            note: String::new(),
        }
    }

    /// Three collections: an estimate that holds the truth, one that misses it, and two disjoint ones.
    pub fn overlap(&self) -> OverlapView {
        let share = |found| Share { found, of: 500 };
        let pair = |left, right, forth: u32, back: u32, truth| {
            let (forth, back) = (share(forth), share(back));
            let ratio = Ratio::of(forth, back, 1);
            let step = |name, bias, forth: f64, back: f64| Step {
                name,
                bias,
                forth: Some(forth),
                back: Some(back),
                ratio: (forth > 0.0).then(|| back / forth),
            };
            let by = |checker| ByChecker {
                checker,
                ratio,
                recall: share(480),
            };
            PairEstimate {
                left,
                right,
                ratio,
                truth: Some(truth),
                forth,
                back,
                needed: samples_for(forth, back, 0.05),
                steps: vec![
                    step("every document, compared", "copies", 0.3, 0.3 * truth),
                    step("every hit of the queries", "query", 0.35, 0.33 * truth),
                    step(
                        "the sample, checked",
                        "checking",
                        forth.value(),
                        back.value(),
                    ),
                ],
                checkers: Checker::ALL.into_iter().map(by).collect(),
            }
        };
        let ran = |sampler, more: u32| {
            let side = |drawn| SideSample {
                drawn,
                distinct: drawn - 20,
                queries: 1_312,
                empty: 812,
                ran_out: drawn < 500,
                terms: Some(212.4),
                terms_all: Some(260.1),
                terms_first: Some(251.7),
                terms_drawn: 255.0,
            };
            let size = |estimate| Size {
                estimate,
                truth: Some(0.3),
            };
            Ran {
                sampler,
                sides: vec![side(500), side(500), side(131)],
                pairs: vec![
                    pair(0, 1, 150 + more, 250, 1.667),
                    pair(0, 2, 0, 0, 2.0),
                    pair(1, 2, 120, 240, 1.2),
                ],
                sizes: Some([0.5, 0.3, 0.2].map(size).to_vec()),
            }
        };
        OverlapView {
            collection: Arc::clone(&self.collection),
            threshold: 0.8,
            measured: Ok(Some(Measurement {
                names: ["essays", "forms", "lab3/spring-term"]
                    .map(str::to_owned)
                    .to_vec(),
                documents: vec![Some(1_204), Some(722), Some(602)],
                ran: vec![
                    ran(Sampler::Conjunctive, 40),
                    ran(Sampler::Walk, 20),
                    ran(Sampler::Uniform, 0),
                ],
            })),
        }
    }

    pub fn comparison(&self, a: DocNo, b: DocNo) -> Comparison {
        let j = self.jaccard(a, b);
        let side = |doc: DocNo| {
            let text = self.text(doc);
            let mut spans = vec![];
            let mut start = None;
            for (i, c) in text.char_indices().chain([(text.len(), ' ')]) {
                match (c.is_alphanumeric(), start) {
                    (true, None) => start = Some(i),
                    (false, Some(s)) => {
                        spans.push((s as u32, i as u32));
                        start = None;
                    }
                    _ => {}
                }
            }
            Side {
                doc,
                words: spans.len(),
                spans,
                positions: WholePositions::default(),
                disguise: Disguise::of(&text, Vec::new()),
                masked: Vec::new(),
                text,
            }
        };
        let (left, right) = (side(a), side(b));
        let head = |s: &Side| s.words as u32 - 9 * 22;
        let (l, r) = (head(&left), head(&right));
        let kept = (left.words as u32 - l).min(right.words as u32 - r);
        Comparison {
            k: 4,
            unit: Unit::Term,
            sketch: SketchKind::default(),
            estimate: Estimate {
                agreeing: (j * 200.0) as u32,
                positions: 200,
                bits: 32,
            },
            measures: Measures {
                overlap: overlap(j),
                simhash: 3,
                ..Measures::default()
            },
            passages: vec![Passage {
                left: l,
                right: r,
                length: kept,
            }],
            kinds: Vec::new(),
            bridged: vec![BridgedPassage {
                left: (l, l + kept),
                right: (r, r + kept),
                runs: vec![Passage {
                    left: l,
                    right: r,
                    length: kept,
                }],
                moved: Vec::new(),
            }],
            diff: WordDiff {
                runs: vec![
                    DiffRun::Left((0, l)),
                    DiffRun::Right((0, r)),
                    DiffRun::Kept {
                        left: (l, l + kept),
                        right: (r, r + kept),
                    },
                ],
                approximate: false,
                similarity: 0.94,
            },
            folding: None,
            before: None,
            left,
            right,
        }
    }

    /// The list of pairs at the threshold, with evidence made up from their similarity; documents have 40
    /// words.
    pub fn pair_list(&self) -> PairList {
        let row = |pair: &Pair| {
            let words = (pair.jaccard() * 40.0).round() as u32;
            let longest = words / (1 + pair.b.0 % 3);
            PairRow {
                pair: *pair,
                evidence: Some(Evidence {
                    words_a: words,
                    words_b: (words + pair.a.0 % 3).min(40),
                    same: words - words / 8,
                    longest,
                    passages: 1 + pair.b.0 % 3,
                    weight: f64::from(words),
                }),
            }
        };
        let pairs = self.pairs();
        let rows = pairs.at_least(self.threshold.get()).iter().map(row);
        PairList {
            purpose: Purpose::NearDuplicates,
            rows: rows.collect(),
            by_passage: 0,
            complete: true,
            before: std::collections::HashMap::new(),
            note: String::new(),
        }
    }

    pub fn search(&self, query: &str, within: Option<&[DocNo]>) -> SearchResult {
        let word = query
            .split_whitespace()
            .next()
            .unwrap_or_default()
            .to_lowercase();
        let mut hits = vec![];
        for doc in self
            .collection
            .documents()
            .filter(|d| within.is_none_or(|w| w.contains(d)))
        {
            let text = self.text(doc);
            let snippet: String = text.chars().skip_while(|c| *c != '\n').take(160).collect();
            let at = text.len() - text.trim_start_matches(|c| c != '\n').trim_start().len();
            let snippet = format!("{}\u{9b}31m", snippet.trim_start());
            let marks: Vec<_> = snippet
                .match_indices(&word)
                .map(|(at, s)| (at, at + s.len()))
                .collect();
            if !word.is_empty() && !marks.is_empty() {
                hits.push(SearchHit {
                    doc,
                    score: 1.5,
                    snippet,
                    marks,
                    at: Some(at),
                });
            }
        }
        let total = hits.len();
        hits.truncate(50);
        let ignored = if query.contains("AND AND") {
            vec!["a second AND".to_owned()]
        } else {
            vec![]
        };
        SearchResult {
            query: query.into(),
            total,
            hits,
            ignored,
            searched: self.collection.len(),
        }
    }
}

fn skipped(id: &str, reason: SkipReason) -> Skipped {
    Skipped {
        id: id.into(),
        reason,
    }
}

/// The overlap of sets of 1,000 shingles with this Jaccard, rounded to integers.
fn overlap(j: f64) -> Overlap {
    Overlap {
        shared: (2000.0 * j / (1.0 + j)).round() as u32,
        size_a: 1000,
        size_b: 1000,
    }
}

fn components(n: usize, edges: impl Iterator<Item = (DocNo, DocNo)>) -> Vec<Vec<DocNo>> {
    let mut name: Vec<usize> = (0..n).collect();
    for (a, b) in edges {
        let (from, to) = (
            name[a.index()].max(name[b.index()]),
            name[a.index()].min(name[b.index()]),
        );
        name.iter_mut()
            .filter(|x| **x == from)
            .for_each(|x| *x = to);
    }
    let mut groups: HashMap<usize, Vec<DocNo>> = HashMap::new();
    for (i, name) in name.iter().enumerate() {
        groups.entry(*name).or_default().push(DocNo::at(i));
    }
    let mut groups: Vec<_> = groups.into_values().collect();
    groups.sort();
    groups
}

/// The start parameters of the program.
pub fn start() -> Start {
    Start {
        corpus: "submissions".into(),
        settings: vec![("method".into(), "lsh".into())],
        store: Some("/home/ada/.cache/shinglescope/submissions-5f2c".into()),
        threshold: 0.8,
        choice: AnalysisConfig::default(),
        calm: false,
        two_files: None,
        dates: false,
        remembered: false,
        demo: false,
        lecture: None,
        keeps_masks: true,
        kept_masks: false,
    }
}

/// The updates of an engine that has finished its initial work.
pub fn finished(world: &World) -> Vec<Update> {
    let pairs = Arc::new(world.pairs());
    *world.pairs_sent.borrow_mut() = Some(Arc::clone(&pairs));
    vec![
        Update::Progress(progress(Stage::Sketch, 30)),
        Update::Collection(Arc::clone(&world.collection)),
        Update::Pairs(Arc::clone(&pairs)),
        Update::Clusters(Arc::new(world.clustering(0.8))),
        Update::FullText(world.collection.len()),
        Update::Finished {
            stopped: false,
            elapsed: Duration::from_millis(420),
        },
    ]
}

pub fn progress(stage: Stage, done: u64) -> Progress {
    Progress {
        stage,
        done,
        total: 68,
        bytes: 0,
        elapsed: Duration::from_millis(100),
    }
}

/// A program that has received all of `world`, with its messages cleared.
pub fn app(world: &World, size: (u16, u16)) -> App {
    let mut app = App::new(start());
    update(&mut app, Action::Resize(size.0, size.1));
    for message in finished(world) {
        let effects = update(&mut app, Action::Engine(message));
        answer(world, &mut app, effects);
    }
    app.notices.dismiss();
    app
}

/// Answers every request among `effects`, and those that result from the answers.
pub fn answer(world: &World, app: &mut App, effects: Vec<shinglescope::app::Effect>) {
    use shinglescope::app::Effect;
    for effect in effects {
        if let Effect::Ask(request) = effect
            && let Some(message) = reply(world, &request)
        {
            let more = update(app, Action::Engine(message));
            answer(world, app, more);
        }
    }
}

/// An engine's response to a request.
pub fn reply(world: &World, request: &shinglescope::engine::Request) -> Option<Update> {
    use shinglescope::engine::Request;
    Some(match request {
        Request::Threshold(t) => {
            world.threshold.set(*t);
            Update::Clusters(Arc::new(world.clustering(*t)))
        }
        Request::Matrix(members) => Update::Matrix(Arc::new(world.matrix(members))),
        Request::Aliases => {
            let aliases = shinglescope::audit::aliases(&world.collection);
            Update::Aliases(world.collection.clone(), aliases.into())
        }
        Request::KeepOne(doc, rule) => {
            let pairs = world.pairs_sent.borrow().clone()?;
            let subject = keep::Subject {
                collection: &world.collection,
                pairs: &pairs,
                threshold: world.threshold.get(),
                roots: &[],
                sets: &Sets::default(),
            };
            let config = keep::KeepConfig {
                rule: rule.clone(),
                chains: false,
            };
            match keep::keep(&subject, &config, Some(&[*doc]), &|| true) {
                Ok(keeping) => Update::KeepOne(Arc::new(keeping)),
                Err(error) => Update::Failed(error.to_string()),
            }
        }
        Request::Document(doc) => Update::Document(Arc::new(world.view(*doc))),
        Request::Compare(a, b) => Update::Comparison(Arc::new(world.comparison(*a, *b))),
        Request::PairList => Update::PairList(Arc::new(world.pair_list())),
        Request::ArrangePairs(asked) => {
            let arranged = pair_order::arrange(&world.collection, asked, &|| true);
            Update::ArrangedPairs(Arc::new(arranged?))
        }
        Request::Search { query, within } => {
            Update::Search(Arc::new(world.search(query, within.as_deref())))
        }
        Request::Blocks => Update::Blocks(Arc::new(world.blocks())),
        Request::Overlap => Update::Overlap(Arc::new(world.overlap())),
        Request::Mirrors(rules) => {
            let config = MirrorsConfig {
                rules: *rules,
                ..MirrorsConfig::default()
            };
            let pairs = world.pairs_sent.borrow().clone()?;
            let threshold = world.threshold.get();
            let list = mirrors::mirrors(&world.collection, &pairs, threshold, config, &|| true);
            Update::Mirrors(Arc::new(list?))
        }
        Request::MirrorTrees(list, at) => {
            Update::MirrorTrees(Arc::new(mirrors::trees(&list.0, *at)?))
        }
        Request::Settings(choice) => Update::Settled {
            choice: choice.clone(),
            stopped: false,
            elapsed: Duration::from_millis(120),
        },
        Request::Slides(asked) => Update::Slides(Arc::new(StageSlides {
            lecture: asked.lecture,
            stage: asked.stage,
            revision: asked.revision,
            slides: asked.staged.slides().map_err(|error| error.to_string()),
        })),
        Request::LectureTexts(a, b) => {
            let text = |doc: DocNo| Text {
                name: world.collection.id(doc).to_owned(),
                text: format!("one text of many words that says {} again", doc.index()),
                document: world.collection.id(doc).to_owned(),
            };
            let other = b.unwrap_or(DocNo::at((a.index() + 1) % world.collection.len()));
            Update::LectureTexts(Arc::new(LectureTexts {
                of: (*a, *b),
                documents: world.collection.len() as u64,
                texts: vec![text(*a), text(other)],
            }))
        }
        other => return crate::tune_screen::answers::reply(world, other),
    })
}
