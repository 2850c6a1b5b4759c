//! Stage 7: union-find on the sorted pairs, the forest and the dendrogram, the weakest bridge, and complete
//! linkage beside it.

use crate::base::units::{counted, share};
use crate::cluster::Linkage;
use crate::cluster::agglomerate::Joins;
use crate::cluster::bridges;
use crate::cluster::half_matrix::HalfMatrix;
use crate::cluster::merge_tree::Merge;
use crate::cluster::union_find::UnionFind;
use crate::lecture::compared::Compared;
use crate::lecture::setup::{MOST_TEXTS, Setup};
use crate::lecture::slide::{
    Block, Ink, Line, Question, Slide, Span, Tree, cells, line, one, said, text,
};

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
pub fn slides(setup: &Setup) -> anyhow::Result<Vec<Slide>> {
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
    };
    let moved = f64::from((setup.threshold + MOVED).min(100)) / 100.0;
    let mut tree = chain.tree();
    tree.question = chain.count_question(moved);
    let mut slides = vec![chain.opening(), chain.ends()];
    slides.extend(chain.steps());
    slides.extend([tree, chain.moved(moved), chain.complete()]);
    Ok(slides)
}

struct Chain<'a> {
    texts: &'a Compared,
    /// All pairs, Jaccard descending.
    edges: Vec<Edge>,
    /// Number of them at or above the threshold.
    above: usize,
    threshold: f64,
}

impl Chain<'_> {
    /// The threshold, which the dial turns.
    fn dial(&self) -> Span {
        Span::dial(share(self.threshold))
    }

    /// The Jaccard of two texts; 1 for a text and itself.
    fn similarity(&self, a: usize, b: usize) -> f64 {
        let ends = (a.min(b), a.max(b));
        let edge = self.edges.iter().find(|edge| (edge.a, edge.b) == ends);
        edge.map_or(1.0, |edge| edge.jaccard)
    }

    /// The groups at a threshold.
    fn groups(&self, threshold: f64) -> Vec<Vec<usize>> {
        let mut sets = UnionFind::new(self.texts.texts.len());
        for edge in self.edges.iter().filter(|edge| edge.jaccard >= threshold) {
            sets.union(edge.a as u32, edge.b as u32);
        }
        groups(&mut sets)
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
        let mut blocks = self.texts.notes();
        let texts = self.texts.texts.iter().enumerate();
        blocks.push(Block::rows(texts.map(|(at, text)| {
            vec![
                vec![number(at)],
                vec![self.texts.name(at)],
                one(
                    counted(text.words.len() as u64, "word", "words"),
                    Ink::Plain,
                ),
            ]
        })));
        blocks.push(text!(
            "Pairs that share at least {}: {}.",
            self.dial(),
            self.above
        ));
        if self.above > 0 {
            let edges = self.edges[..self.above].iter();
            let rows = edges.map(|edge| vec![pair(edge), one(share(edge.jaccard), Ink::Equal)]);
            blocks.push(Block::rows(rows));
        }
        let question = self.weakest().map(|edge| {
            let asked = line!(
                "{} and {} are in one cluster. Are they near-duplicates?",
                number(edge.a),
                number(edge.b)
            );
            Question::yes_no(asked, edge.jaccard >= self.threshold)
        });
        Slide {
            question,
            ..Slide::of(blocks)
        }
    }

    /// The similarity of every pair, and of the least similar one that is in one cluster.
    fn ends(&self) -> Slide {
        let count = self.texts.texts.len();
        let rows = (0..count).map(|a| {
            let cells = (0..count).map(|b| {
                if a == b {
                    return Span::new("·", Ink::Dim);
                }
                let value = self.similarity(a, b);
                let near = value >= self.threshold;
                Span::new(share(value), if near { Ink::Equal } else { Ink::Dim })
            });
            (vec![number(a)], cells.collect())
        });
        let matrix = Block::matrix((0..count).map(|at| vec![number(at)]), rows);
        let says = match self.weakest() {
            Some(edge) => {
                let (a, b) = (number(edge.a), number(edge.b));
                let alike = share(edge.jaccard);
                match edge.jaccard < self.threshold {
                    true => text!("{} and {} share {} only: a chain.", a, b, alike),
                    false => text!(
                        "The least alike of a cluster, {} and {}, share {}: no chain.",
                        a,
                        b,
                        alike
                    ),
                }
            }
            None => text!("No pair is at or above the threshold: every text stands alone."),
        };
        Slide::of(vec![matrix, says])
    }

    /// Union-find, one pair a step.
    fn steps(&self) -> Vec<Slide> {
        let mut sets = UnionFind::new(self.texts.texts.len());
        let mut rows = Vec::new();
        let mut slides = Vec::new();
        for edge in &self.edges[..self.above] {
            let (a, b) = (sets.find(edge.a as u32), sets.find(edge.b as u32));
            let joined = sets.union(edge.a as u32, edge.b as u32);
            let (a, b) = (number(a as usize), number(b as usize));
            let done = match joined {
                true => line!("roots {} and {}: join", a, b),
                false => line!("one root, {}: nothing to do", a),
            };
            let mut parents = Line::new();
            for parent in sets.parents() {
                parents.extend(line!("{} ", number(*parent as usize)));
            }
            rows.push(vec![
                one(share(edge.jaccard), Ink::Equal),
                pair(edge),
                done,
                parents,
                listed(&groups(&mut sets)),
            ]);
            slides.push(Slide::of(vec![
                text!("Union-find, the most similar pair first. Each text has a parent in its group; the one that is its own parent is the root:"),
                Block::table(
                    cells(["similarity", "pair", "step", "parents", "forest"]),
                    rows.clone(),
                ),
            ]));
        }
        if let (Some(last), Some(next)) = (slides.last_mut(), self.edges.get(self.above)) {
            let never = (self.edges.len() - self.above) as u64;
            last.blocks.push(text!(
                "The next pair shares {}: below the line, so that {} never asked.",
                share(next.jaccard),
                counted(never, "pair is", "pairs are")
            ));
        }
        slides
    }

    /// The single-linkage dendrogram, and the bridge that holds the least.
    fn tree(&self) -> Slide {
        let count = self.texts.texts.len();
        let mut sets = UnionFind::new(count);
        let mut merges = Vec::new();
        for edge in &self.edges {
            let (left, right) = (group_of(&mut sets, edge.a), group_of(&mut sets, edge.b));
            if sets.union(edge.a as u32, edge.b as u32) {
                merges.push(Merge {
                    left,
                    right,
                    similarity: edge.jaccard,
                });
            }
        }
        let tree = Tree {
            items: (0..count).map(|at| vec![number(at)]).collect(),
            merges,
            threshold: self.threshold,
        };
        let groups = self.groups(self.threshold).into_iter();
        let clusters = groups.filter(|group| group.len() > 1).count();
        let there = match clusters {
            0 => "is no cluster.".into(),
            1 => "is one cluster.".into(),
            n => format!("are {n} clusters."),
        };
        let mut blocks = vec![
            Block::Tree(tree),
            text!("At {} there {}", self.dial(), there),
        ];
        blocks.extend(self.bridge());
        Slide::of(blocks)
    }

    /// The weakest pair without which its cluster falls apart.
    fn bridge(&self) -> Option<Block> {
        let edges = &self.edges[..self.above];
        let mut adjacent = vec![Vec::new(); self.texts.texts.len()];
        for (at, edge) in edges.iter().enumerate() {
            adjacent[edge.a].push((edge.b, at));
            adjacent[edge.b].push((edge.a, at));
        }
        let bridges = bridges::of_graph(&adjacent);
        // The pairs are in descending order, so the weakest has the greatest index.
        let weakest = bridges.into_iter().max()?;
        let edge = &edges[weakest];
        let mut sets = UnionFind::new(self.texts.texts.len());
        for (at, edge) in edges.iter().enumerate() {
            if at != weakest {
                sets.union(edge.a as u32, edge.b as u32);
            }
        }
        let mut part = |of: usize| said(&group(&group_of(&mut sets, of)));
        Some(text!(
            "The weakest bridge is {} – {} at {}: cut there, its cluster falls into {} and {}.",
            number(edge.a),
            number(edge.b),
            share(edge.jaccard),
            part(edge.a),
            part(edge.b)
        ))
    }

    /// How many groups are there at another threshold, single texts counted?
    fn count_question(&self, threshold: f64) -> Option<Question> {
        let groups = self.groups(threshold).len();
        let count = self.texts.texts.len();
        // As many answers as keys, the right one among them.
        let first = groups.saturating_sub(3).max(1);
        let offered: Vec<u64> = (first..=count).take(4).map(|n| n as u64).collect();
        let asked = line!(
            "Move the line to {}. How many groups are there, single texts counted?",
            share(threshold)
        );
        offered
            .contains(&(groups as u64))
            .then(|| Question::of_numbers(asked, offered, groups as u64))
    }

    /// The groups at the threshold of the question.
    fn moved(&self, threshold: f64) -> Slide {
        let groups = self.groups(threshold);
        let says = line!("groups at {}:", share(threshold));
        Slide::of(vec![
            Block::big(groups.len().to_string(), says),
            Block::Text(listed(&groups)),
        ])
    }

    /// Complete linkage: every two of a group are alike.
    fn complete(&self) -> Slide {
        let count = self.texts.texts.len();
        let matrix = HalfMatrix::new(count, |a, b| self.similarity(a, b));
        let joins = Joins::new(Linkage::Complete, &vec![1; count], matrix);
        Slide::of(vec![
            text!(
                "Complete linkage joins two groups only if every two of their texts are near-duplicates. At {}:",
                self.dial()
            ),
            Block::Text(listed(&joins.cut(self.threshold))),
        ])
    }
}

/// A text's number in a circle, for forests and trees.
fn number(at: usize) -> Span {
    let circled = char::from_u32(0x2460 + at as u32).unwrap_or('?');
    Span::strong(circled.to_string())
}

fn pair(edge: &Edge) -> Line {
    line!("{} – {}", number(edge.a), number(edge.b))
}

fn group(members: &[usize]) -> Line {
    let mut line = line!("{");
    for (at, member) in members.iter().enumerate() {
        if at > 0 {
            line.push(Span::plain(" "));
        }
        line.push(number(*member));
    }
    line.push(Span::plain("}"));
    line
}

fn listed(groups: &[Vec<usize>]) -> Line {
    let mut line = Line::new();
    for members in groups {
        line.extend(group(members));
        line.push(Span::plain(" "));
    }
    line
}

/// The groups that were joined.
fn groups(sets: &mut UnionFind) -> Vec<Vec<usize>> {
    let groups = sets.groups().into_iter();
    groups
        .map(|group| group.into_iter().map(|i| i as usize).collect())
        .collect()
}

/// The group that a text is in.
fn group_of(sets: &mut UnionFind, text: usize) -> Vec<usize> {
    let mut groups = groups(sets).into_iter();
    groups
        .find(|group| group.contains(&text))
        .unwrap_or_default()
}
