//! Stage 7: union-find on the sorted pairs, the forest and the dendrogram, the weakest bridge, and complete
//! linkage beside it.

use crate::cluster::Linkage;
use crate::cluster::agglomerate::Joins;
use crate::cluster::bridges;
use crate::cluster::half_matrix::HalfMatrix;
use crate::cluster::merge_tree::Merge;
use crate::cluster::union_find::UnionFind;
use crate::lecture::compared::Compared;
use crate::lecture::setup::{MOST_TEXTS, Setup};
use crate::lecture::slide::{Block, Ink, Line, Matrix, Slide, Span, Table, Tree};
use crate::lecture::teller::{Teller, one};

/// How far the line is moved for the question, in hundredths.
const MOVED: u32 = 3;

/// A pair of texts with its Jaccard.
#[derive(Clone, Copy, Debug)]
struct Edge {
    a: usize,
    b: usize,
    jaccard: f64,
}

/// The slides of the stage.
pub fn slides(setup: &Setup, t: Teller) -> anyhow::Result<Vec<Slide>> {
    let texts = Compared::of(setup, MOST_TEXTS)?;
    let count = texts.texts.len();
    let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
    let mut edges: Vec<Edge> = pairs
        .map(|(a, b)| Edge {
            a,
            b,
            jaccard: texts.overlap(a, b).jaccard(),
        })
        .collect();
    edges.sort_by(|x, y| {
        y.jaccard
            .total_cmp(&x.jaccard)
            .then((x.a, x.b).cmp(&(y.a, y.b)))
    });
    let chain = Chain {
        texts: &texts,
        above: edges.partition_point(|edge| edge.jaccard >= setup.threshold()),
        edges,
        threshold: setup.threshold(),
        t,
    };
    let mut slides = vec![chain.opening()];
    slides.push(chain.ends());
    slides.extend(chain.steps());
    let mut tree = chain.tree();
    let moved = (setup.threshold + MOVED).min(100);
    tree.question = chain.count_question(f64::from(moved) / 100.0);
    slides.push(tree);
    slides.push(chain.moved(f64::from(moved) / 100.0));
    slides.push(chain.complete());
    Ok(slides)
}

struct Chain<'a> {
    texts: &'a Compared,
    /// All pairs, Jaccard descending.
    edges: Vec<Edge>,
    /// Number of them at or above the threshold.
    above: usize,
    threshold: f64,
    t: Teller,
}

impl Chain<'_> {
    /// A text's number in a circle, for forests and trees.
    fn number(&self, at: usize) -> Span {
        let circled = char::from_u32(0x2460 + at as u32).unwrap_or('?');
        Span::new(circled.to_string(), Ink::Strong)
    }

    fn pair(&self, edge: &Edge) -> Line {
        vec![self.number(edge.a), Span::plain(" – "), self.number(edge.b)]
    }

    fn group(&self, members: &[usize]) -> Line {
        let mut line = vec![Span::plain("{")];
        for (at, member) in members.iter().enumerate() {
            if at > 0 {
                line.push(Span::plain(" "));
            }
            line.push(self.number(*member));
        }
        line.push(Span::plain("}"));
        line
    }

    /// The groups at a threshold, by union-find.
    fn groups(&self, threshold: f64) -> Vec<Vec<usize>> {
        let mut sets = UnionFind::new(self.texts.texts.len());
        for edge in self.edges.iter().filter(|edge| edge.jaccard >= threshold) {
            sets.union(edge.a as u32, edge.b as u32);
        }
        let groups = sets.groups().into_iter();
        groups
            .map(|group| group.into_iter().map(|i| i as usize).collect())
            .collect()
    }

    /// The least similar pair of one cluster.
    fn weakest(&self) -> Option<&Edge> {
        let groups = self.groups(self.threshold);
        let together = |edge: &&Edge| {
            let both = |group: &Vec<usize>| group.contains(&edge.a) && group.contains(&edge.b);
            groups.iter().any(both)
        };
        self.edges.iter().rev().find(together)
    }

    /// The texts, the pairs at or above the threshold, and whether the ends are near-duplicates.
    fn opening(&self) -> Slide {
        let t = self.t;
        let mut blocks = self.texts.notes(t);
        let rows = self.texts.texts.iter().enumerate().map(|(at, text)| {
            let words = [("n", text.words.len().into())];
            vec![
                vec![self.number(at)],
                vec![self.texts.name(at)],
                t.line("chain-words", &words),
            ]
        });
        let rows = rows.collect();
        let head = Vec::new();
        blocks.push(Block::Table(Table { head, rows }));
        let threshold = || {
            (
                "threshold",
                Span::new(t.share(self.threshold), Ink::Dial).into(),
            )
        };
        let values = [threshold(), ("n", self.above.into())];
        blocks.push(t.text("chain-pairs", &values));
        let rows = self.edges[..self.above].iter();
        let rows = rows.map(|edge| vec![self.pair(edge), one(t.share(edge.jaccard), Ink::Equal)]);
        let rows: Vec<_> = rows.collect();
        if !rows.is_empty() {
            let head = Vec::new();
            blocks.push(Block::Table(Table { head, rows }));
        }
        let question = self.weakest().and_then(|edge| {
            let right = usize::from(edge.jaccard < self.threshold);
            let answers = vec![t.line("yes", &[]), t.line("no", &[])];
            let values = [
                ("a", self.number(edge.a).into()),
                ("b", self.number(edge.b).into()),
            ];
            t.question("chain-ask", &values, answers, right)
        });
        Slide::of(blocks).asking(question)
    }

    /// The similarity of every pair, and of the least similar one that is in one cluster.
    fn ends(&self) -> Slide {
        let t = self.t;
        let count = self.texts.texts.len();
        let similarity = |a: usize, b: usize| {
            let edge = self
                .edges
                .iter()
                .find(|e| (e.a, e.b) == (a.min(b), a.max(b)));
            edge.map_or(1.0, |edge| edge.jaccard)
        };
        let rows = (0..count).map(|a| {
            let cells = (0..count).map(|b| {
                if a == b {
                    return Span::new("·", Ink::Dim);
                }
                let value = similarity(a, b);
                let near = value >= self.threshold;
                let ink = if near { Ink::Equal } else { Ink::Dim };
                Span::new(t.share(value), ink)
            });
            (vec![self.number(a)], cells.collect())
        });
        let mut blocks = vec![Block::Matrix(Matrix {
            columns: (0..count).map(|at| vec![self.number(at)]).collect(),
            rows: rows.collect(),
            at: None,
        })];
        blocks.push(match self.weakest() {
            Some(edge) => {
                let values = [
                    ("a", self.number(edge.a).into()),
                    ("b", self.number(edge.b).into()),
                    ("share", t.share(edge.jaccard).into()),
                ];
                let chain = edge.jaccard < self.threshold;
                t.text(
                    if chain {
                        "chain-ends"
                    } else {
                        "chain-no-chain"
                    },
                    &values,
                )
            }
            None => t.text("chain-no-cluster", &[]),
        });
        Slide::of(blocks)
    }

    /// Union-find, one pair a step.
    fn steps(&self) -> Vec<Slide> {
        let t = self.t;
        let count = self.texts.texts.len();
        let mut sets = UnionFind::new(count);
        let mut rows = Vec::new();
        let mut slides = Vec::new();
        for edge in &self.edges[..self.above] {
            let (a, b) = (sets.find(edge.a as u32), sets.find(edge.b as u32));
            let joined = sets.union(edge.a as u32, edge.b as u32);
            let values = [
                ("a", self.number(a as usize).into()),
                ("b", self.number(b as usize).into()),
            ];
            let done = t.line(if joined { "chain-join" } else { "chain-known" }, &values);
            let parents = sets
                .parents()
                .iter()
                .map(|parent| self.number(*parent as usize));
            let mut parents_line = Line::new();
            for parent in parents {
                parents_line.push(parent);
                parents_line.push(Span::plain(" "));
            }
            let mut forest = Line::new();
            for group in sets.groups() {
                let members: Vec<usize> = group.into_iter().map(|i| i as usize).collect();
                forest.extend(self.group(&members));
                forest.push(Span::plain(" "));
            }
            rows.push(vec![
                one(t.share(edge.jaccard), Ink::Equal),
                self.pair(edge),
                done,
                parents_line,
                forest,
            ]);
            let head = ["similarity", "pair", "step", "parents", "forest"];
            let head = head.map(|key| t.line(&format!("chain-head-{key}"), &[]));
            slides.push(Slide::of(vec![
                t.text("chain-union-find", &[]),
                Block::Table(Table {
                    head: head.to_vec(),
                    rows: rows.clone(),
                }),
            ]));
        }
        if let (Some(last), Some(next)) = (slides.last_mut(), self.edges.get(self.above)) {
            let values = [
                ("share", t.share(next.jaccard).into()),
                ("n", (self.edges.len() - self.above).into()),
            ];
            last.blocks.push(t.text("chain-never", &values));
        }
        slides
    }

    /// The single-linkage dendrogram, and the bridge that holds the least.
    fn tree(&self) -> Slide {
        let t = self.t;
        let count = self.texts.texts.len();
        let mut sets = UnionFind::new(count);
        let mut merges = Vec::new();
        for edge in &self.edges {
            let members = |sets: &mut UnionFind, of: usize| {
                let root = sets.find(of as u32);
                let all = 0..count as u32;
                let own = all.filter(|i| sets.find(*i) == root);
                own.map(|i| i as usize).collect::<Vec<_>>()
            };
            let (left, right) = (members(&mut sets, edge.a), members(&mut sets, edge.b));
            if sets.union(edge.a as u32, edge.b as u32) {
                merges.push(Merge {
                    left,
                    right,
                    similarity: edge.jaccard,
                });
            }
        }
        let tree = Tree {
            items: (0..count).map(|at| vec![self.number(at)]).collect(),
            merges,
            threshold: self.threshold,
        };
        let clusters = self.groups(self.threshold).into_iter();
        let clusters = clusters.filter(|group| group.len() > 1).count();
        let values = [
            (
                "threshold",
                Span::new(t.share(self.threshold), Ink::Dial).into(),
            ),
            ("n", clusters.into()),
        ];
        let mut blocks = vec![Block::Tree(tree), t.text("chain-clusters", &values)];
        blocks.extend(self.bridge());
        Slide::of(blocks)
    }

    /// The weakest pair without which its cluster falls apart.
    fn bridge(&self) -> Option<Block> {
        let t = self.t;
        let mut adjacent = vec![Vec::new(); self.texts.texts.len()];
        for (at, edge) in self.edges[..self.above].iter().enumerate() {
            adjacent[edge.a].push((edge.b, at));
            adjacent[edge.b].push((edge.a, at));
        }
        let bridges = bridges::of_graph(&adjacent);
        // The pairs are in descending order, so the weakest has the greatest index.
        let weakest = bridges.into_iter().max()?;
        let edge = &self.edges[weakest];
        let mut sets = UnionFind::new(self.texts.texts.len());
        for (at, edge) in self.edges[..self.above].iter().enumerate() {
            if at != weakest {
                sets.union(edge.a as u32, edge.b as u32);
            }
        }
        let mut part = |of: usize| {
            let root = sets.find(of as u32);
            let all = 0..self.texts.texts.len();
            let own: Vec<usize> = all.filter(|i| sets.find(*i as u32) == root).collect();
            crate::lecture::slide::said(&self.group(&own))
        };
        let (left, right) = (part(edge.a), part(edge.b));
        let values = [
            ("a", self.number(edge.a).into()),
            ("b", self.number(edge.b).into()),
            ("share", t.share(edge.jaccard).into()),
            ("left", left.into()),
            ("right", right.into()),
        ];
        Some(t.text("chain-bridge", &values))
    }

    /// How many groups are there at another threshold, single texts counted?
    fn count_question(&self, threshold: f64) -> Option<crate::lecture::slide::Question> {
        let t = self.t;
        let groups = self.groups(threshold).len();
        let count = self.texts.texts.len();
        // As many answers as keys, the right one among them.
        let first = groups.saturating_sub(3).max(1);
        let offered: Vec<usize> = (first..=count).take(4).collect();
        let right = offered.iter().position(|n| *n == groups)?;
        let answers = offered
            .iter()
            .map(|n| one(n.to_string(), Ink::Plain))
            .collect();
        let values = [("threshold", t.share(threshold).into())];
        t.question("chain-count-ask", &values, answers, right)
    }

    fn listed(&self, groups: &[Vec<usize>]) -> Line {
        let mut line = Line::new();
        for group in groups {
            line.extend(self.group(group));
            line.push(Span::plain(" "));
        }
        line
    }

    /// The groups at the threshold of the question.
    fn moved(&self, threshold: f64) -> Slide {
        let t = self.t;
        let groups = self.groups(threshold);
        let values = [
            ("threshold", t.share(threshold).into()),
            ("n", groups.len().into()),
        ];
        Slide::of(vec![
            Block::Big {
                value: groups.len().to_string(),
                says: t.line("chain-moved", &values),
            },
            Block::Text(self.listed(&groups)),
        ])
    }

    /// Complete linkage: every two of a group are alike.
    fn complete(&self) -> Slide {
        let t = self.t;
        let count = self.texts.texts.len();
        let similarity = |a: usize, b: usize| {
            let edge = self
                .edges
                .iter()
                .find(|e| (e.a, e.b) == (a.min(b), a.max(b)));
            edge.map_or(0.0, |edge| edge.jaccard)
        };
        let matrix = HalfMatrix::new(count, similarity);
        let joins = Joins::new(Linkage::Complete, &vec![1; count], matrix);
        let groups = joins.cut(self.threshold);
        let values = [(
            "threshold",
            Span::new(t.share(self.threshold), Ink::Dial).into(),
        )];
        Slide::of(vec![
            t.text("chain-complete", &values),
            Block::Text(self.listed(&groups)),
        ])
    }
}
