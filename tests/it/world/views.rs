//! Responses of the engine about a document, two documents, and a search.

use shinglescope::base::{DocNo, WholePositions};
use shinglescope::engine::message::{Comparison, DiffRun, DocumentView, Neighbour, Side, WordDiff};
use shinglescope::engine::{SearchHit, SearchResult};
use shinglescope::settings::{SketchKind, Unit};
use shinglescope::similarity::{BridgedPassage, Estimate, Measures, Passage};
use shinglescope::text::Disguise;

use unicode_segmentation::UnicodeSegmentation;

use super::{World, overlap};

impl World {
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
        neighbours.sort_by_key(|n| (std::cmp::Reverse(n.overlap.shared), n.doc));
        let text = self.text(doc);
        let marked = text
            .match_indices("the tide comes in twice a day")
            .map(|(at, s)| (at, at + s.len(), 3))
            .collect();
        DocumentView {
            doc,
            is_set_apart: false,
            terms: 240,
            shingles: 237,
            counted: true,
            elsewhere: 120,
            marked,
            neighbours,
            found_by: "pairs kept from 0.30 and LSH".into(),
            disguise: Disguise::new(&text, Vec::new()),
            masked: Vec::new(),
            author: None,
            text,
        }
    }

    pub fn comparison(&self, a: DocNo, b: DocNo) -> Comparison {
        let j = self.jaccard(a, b);
        let side = |doc: DocNo| {
            let text = self.text(doc);
            let words = text.unicode_word_indices();
            let spans = words.map(|(at, word)| (at as u32, (at + word.len()) as u32));
            let spans: Vec<(u32, u32)> = spans.collect();
            Side {
                doc,
                words: spans.len(),
                spans,
                positions: WholePositions::default(),
                disguise: Disguise::new(&text, Vec::new()),
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
                longest_run: kept,
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

    pub fn search(&self, query: &str) -> SearchResult {
        let word = query
            .split_whitespace()
            .next()
            .unwrap_or_default()
            .to_lowercase();
        let mut hits = vec![];
        for doc in self.collection.documents() {
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
        SearchResult {
            query: query.into(),
            total,
            hits,
            ignored: Vec::new(),
            searched: self.collection.len(),
        }
    }
}
