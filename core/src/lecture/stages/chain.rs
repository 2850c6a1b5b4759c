//! Union-find on the sorted pairs, the dendrogram, the weakest bridge, and complete linkage for comparison.

use crate::base::union_find::UnionFind;
use crate::base::units::{counted, share};
use crate::cluster::Linkage;
use crate::cluster::agglomerate::Joins;
use crate::cluster::bridges;
use crate::cluster::half_matrix::HalfMatrix;
use crate::cluster::merge_tree::MergeTree;
use crate::lecture::compared::Compared;
use crate::lecture::setup::{MAX_TEXTS, Setup};
use crate::lecture::slide::{
    Ink, LectureLine, Question, Slide, SlideBlock, Span, Tree, cells, line, one, plain_text, text,
};

/// A pair of texts with its Jaccard.
#[derive(Clone, Copy, Debug)]
struct Edge {
    a: usize,
    b: usize,
    jaccard: f64,
}

struct Chain {
    count: usize,
    /// All pairs, Jaccard descending.
    edges: Vec<Edge>,
    /// Number of pairs at or above the threshold.
    above: usize,
    threshold: f64,
}

/// The slides of the stage.
pub fn slides(setup: &Setup) -> anyhow::Result<Vec<Slide>> {
    let texts = Compared::new(setup, MAX_TEXTS)?;
    let (count, threshold) = (texts.texts.len(), setup.threshold());
    let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
    let edge = |(a, b)| Edge {
        a,
        b,
        jaccard: texts.overlap(a, b).jaccard(),
    };
    let mut edges: Vec<Edge> = pairs.map(edge).collect();
    edges.sort_by(|x, y| y.jaccard.total_cmp(&x.jaccard));
    let chain = Chain {
        count,
        above: edges.partition_point(|edge| edge.jaccard >= threshold),
        edges,
        threshold,
    };
    let mut slides = vec![chain.opening(texts.notes())];
    slides.extend(chain.steps());
    slides.extend([chain.tree(), chain.complete()]);
    Ok(slides)
}

impl Chain {
    /// The threshold, which is the parameter.
    fn setting(&self) -> Span {
        Span::setting(share(self.threshold))
    }

    /// The Jaccard of two texts; 1 for a text and itself.
    fn similarity(&self, a: usize, b: usize) -> f64 {
        let ends = (a.min(b), a.max(b));
        let edge = self.edges.iter().find(|edge| (edge.a, edge.b) == ends);
        edge.map_or(1.0, |edge| edge.jaccard)
    }

    /// The sets of texts that these pairs join.
    fn joined<'a>(&self, edges: impl Iterator<Item = &'a Edge>) -> UnionFind {
        let mut sets = UnionFind::new(self.count);
        for edge in edges {
            sets.union(edge.a as u32, edge.b as u32);
        }
        sets
    }

    /// The similarity of every two texts, and a question about the least similar texts of a cluster.
    fn opening(&self, mut blocks: Vec<SlideBlock>) -> Slide {
        let rows = (0..self.count).map(|a| {
            let cells = (0..self.count).map(|b| match self.similarity(a, b) {
                _ if a == b => Span::new("·", Ink::Dim),
                value if value >= self.threshold => Span::new(share(value), Ink::Equal),
                value => Span::new(share(value), Ink::Dim),
            });
            (vec![number(a)], cells.collect())
        });
        blocks.extend([
            text!(
                "What every two texts share; at {} or more they are a pair:",
                self.setting()
            ),
            SlideBlock::matrix((0..self.count).map(|at| vec![number(at)]), rows),
        ]);
        let mut sets = self.joined(self.edges[..self.above].iter());
        let mut weakest = self.edges.iter().rev();
        let weakest = weakest.find(|edge| sets.find(edge.a as u32) == sets.find(edge.b as u32));
        if weakest.is_none() {
            blocks.push(text!(
                "No pair is at or above the threshold: every text stands alone."
            ));
        }
        Slide::new(blocks).asking(weakest.map(|edge| {
            let prompt = line!(
                "{} and {} end up in one cluster. Are they near-duplicates?",
                number(edge.a),
                number(edge.b)
            );
            Question::yes_no(prompt, edge.jaccard >= self.threshold)
        }))
    }

    /// Union-find, one pair a step.
    fn steps(&self) -> Vec<Slide> {
        let mut sets = UnionFind::new(self.count);
        let mut rows = Vec::new();
        let mut slides = Vec::new();
        for edge in &self.edges[..self.above] {
            let [a, b] = [edge.a, edge.b].map(|end| number(sets.find(end as u32) as usize));
            let step = if sets.union(edge.a as u32, edge.b as u32) {
                line!("roots {} and {}: join", a, b)
            } else {
                line!("one root, {}: nothing to do", a)
            };
            let parents = sets.parent.iter();
            let parents = parents.flat_map(|parent| line!("{} ", number(*parent as usize)));
            rows.push(vec![
                one(share(edge.jaccard), Ink::Equal),
                line!("{} – {}", number(edge.a), number(edge.b)),
                step,
                parents.collect(),
                listed(sets.groups()),
            ]);
            let head = cells(["similarity", "pair", "step", "parents", "forest"]);
            slides.push(Slide::new(vec![
                text!("Union-find, the most similar pair first. Each text has a parent in its group; the one that is its own parent is the root:"),
                SlideBlock::table(head, rows.clone()),
            ]));
        }
        if let (Some(last), Some(next)) = (slides.last_mut(), self.edges.get(self.above)) {
            let skipped = (self.edges.len() - self.above) as u64;
            last.blocks.push(text!(
                "The next pair shares {}: below the line, so that {} never asked.",
                share(next.jaccard),
                counted(skipped, "pair is", "pairs are")
            ));
        }
        slides
    }

    /// The single-linkage dendrogram, and the weakest bridge.
    fn tree(&self) -> Slide {
        let tree = MergeTree::new(self.count, |a, b| self.similarity(a, b));
        let tree = Tree {
            items: tree.order.iter().map(|at| vec![number(*at)]).collect(),
            merges: tree.merges,
            threshold: self.threshold,
        };
        let groups = self.joined(self.edges[..self.above].iter()).groups();
        let clusters = groups.iter().filter(|group| group.len() > 1).count() as u64;
        let cluster_count = counted(clusters, "cluster", "clusters");
        let mut blocks = vec![
            SlideBlock::Tree(tree),
            text!("Single linkage at {}: {}.", self.setting(), cluster_count),
        ];
        blocks.extend(self.bridge());
        Slide::new(blocks)
    }

    /// The weakest pair whose removal splits its cluster.
    fn bridge(&self) -> Option<SlideBlock> {
        let edges = &self.edges[..self.above];
        let mut adjacent = vec![Vec::new(); self.count];
        for (at, edge) in edges.iter().enumerate() {
            adjacent[edge.a].push((edge.b, at));
            adjacent[edge.b].push((edge.a, at));
        }
        // The pairs are in descending order, so the weakest has the greatest index.
        let weakest = bridges::of_graph(&adjacent).into_iter().max()?;
        let edge = &edges[weakest];
        let others = edges.iter().enumerate().filter(|(at, _)| *at != weakest);
        let groups = self.joined(others.map(|(_, edge)| edge)).groups();
        let ends = [edge.a as u32, edge.b as u32];
        let parts = groups
            .into_iter()
            .filter(|group| ends.iter().any(|end| group.contains(end)));
        Some(text!(
            "The weakest bridge is {} – {} at {}: cut there, its cluster falls into {}.",
            number(edge.a),
            number(edge.b),
            share(edge.jaccard),
            plain_text(&listed(parts.collect())).trim_end()
        ))
    }

    /// Complete linkage: every two texts of a group are similar.
    fn complete(&self) -> Slide {
        let matrix = HalfMatrix::new(self.count, |a, b| self.similarity(a, b));
        let joins = Joins::new(Linkage::Complete, &vec![1; self.count], matrix);
        let groups = joins.cut(self.threshold);
        Slide::new(vec![
            text!(
                "Complete linkage joins two groups only if every two of their texts are near-duplicates. At {}:",
                self.setting()
            ),
            SlideBlock::big(
                groups.len().to_string(),
                line!("groups, single texts counted"),
            ),
            SlideBlock::Text(listed(groups)),
        ])
    }
}

/// A text's number in a circle, for forests and trees.
fn number(at: usize) -> Span {
    let circled = char::from_u32(0x2460 + at as u32).unwrap_or('?');
    Span::strong(circled.to_string())
}

/// Groups in braces.
fn listed<T: TryInto<usize>>(groups: Vec<Vec<T>>) -> LectureLine {
    let mut line = LectureLine::new();
    for group in groups {
        line.push(Span::plain("{ "));
        for text in group {
            line.extend(line!("{} ", number(text.try_into().unwrap_or(0))));
        }
        line.push(Span::plain("} "));
    }
    line
}
