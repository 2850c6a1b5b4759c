//! The tree of all canonical paths. A node is a name below another; a document stands at the node of its
//! path, so that `guide`, `guide/` and `guide/index.html` are one node whether or not it has others below.
//!
//! Nodes are numbered in preorder with the names of siblings ascending: what is below a node is a range of
//! numbers, and so are the documents there.

use foldhash::HashMap;
use rayon::prelude::*;

use super::canonical::{self, RuleCounts, Rules, canonical};
use crate::base::DocNo;
use crate::corpus::PlaceView;
use crate::index::Collection;

/// Number of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Node(pub u32);

impl Node {
    /// The node of all paths.
    pub const TOP: Node = Node(0);

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// All canonical paths of a collection.
#[derive(Clone, Debug, Default)]
pub struct Forest {
    /// Names, ascending; a name is its number.
    names: Vec<String>,
    /// For each node its name, its parent (itself, for the top), its depth, and the node after the last
    /// one below it.
    name: Vec<u32>,
    parent: Vec<Node>,
    depth: Vec<u16>,
    end: Vec<Node>,
    /// Documents in the order of their nodes, and for each node the first place in it, with one place more.
    documents: Vec<DocNo>,
    from: Vec<u32>,
    /// Node of each document.
    node_of: Vec<Node>,
    /// Number of ids that begin as a URL and are none.
    broken: usize,
    rule_counts: RuleCounts,
}

/// A node while the tree grows.
struct Grown {
    parent: u32,
    name: u32,
    children: Vec<u32>,
}

impl Forest {
    /// The paths of the documents of `collection`. Paths are made in parallel; call it on the thread pool.
    pub fn from_collection(collection: &Collection, rules: Rules) -> Self {
        let documents: Vec<DocNo> = collection.documents().collect();
        let mut counts = RuleCounts::default();
        let path = |doc: &DocNo| {
            let row = collection.row(*doc);
            let (file, id) = parts(row.id, row.location);
            let path = canonical(file, id, rules);
            let changing = canonical::changing(file, id, rules, &path);
            (path.names, path.broken, changing)
        };
        let paths: Vec<_> = documents.par_iter().map(path).collect();
        let paths = paths.into_iter().map(|(names, broken, changing)| {
            canonical::add_bits(&mut counts, changing);
            (names, broken)
        });
        let mut forest = Forest::of_paths(paths);
        forest.rule_counts = counts;
        forest
    }

    /// The tree of these paths, of document 0, 1, …; each says whether it is a broken URL.
    pub fn of_paths(paths: impl Iterator<Item = (Vec<String>, bool)>) -> Self {
        let mut numbers: HashMap<String, u32> = HashMap::default();
        let mut below: HashMap<(u32, u32), u32> = HashMap::default();
        let top = Grown {
            parent: 0,
            name: 0,
            children: Vec::new(),
        };
        let mut grown = vec![top];
        let mut at: Vec<u32> = Vec::new();
        let mut broken = 0;
        // Ids come in their order, so that most of a path is that of the one before.
        let mut last: Vec<(String, u32)> = Vec::new();
        for (names, is_broken) in paths {
            broken += usize::from(is_broken);
            let same = last.iter().zip(&names).take_while(|(a, b)| a.0 == **b);
            let same = same.count();
            last.truncate(same);
            let mut node = last.last().map_or(0, |(_, node)| *node);
            for name in names.into_iter().skip(same) {
                let number = match numbers.get(&name) {
                    Some(number) => *number,
                    None => {
                        let number = numbers.len() as u32;
                        numbers.insert(name.clone(), number);
                        number
                    }
                };
                let next = grown.len() as u32;
                let child = *below.entry((node, number)).or_insert(next);
                if child == next {
                    grown.push(Grown {
                        parent: node,
                        name: number,
                        children: Vec::new(),
                    });
                    grown[node as usize].children.push(child);
                }
                node = child;
                last.push((name, node));
            }
            at.push(node);
        }
        drop(below);
        Self::numbered(numbers, grown, &at, broken)
    }

    /// Numbers names in their order and nodes in preorder.
    fn numbered(
        numbers: HashMap<String, u32>,
        mut grown: Vec<Grown>,
        at: &[u32],
        broken: usize,
    ) -> Self {
        let mut sorted: Vec<(String, u32)> = numbers.into_iter().collect();
        sorted.sort_unstable();
        let mut rank = vec![0_u32; sorted.len()];
        for (new, (_, old)) in sorted.iter().enumerate() {
            rank[*old as usize] = new as u32;
        }
        let mut forest = Forest {
            names: sorted.into_iter().map(|(name, _)| name).collect(),
            broken,
            ..Forest::default()
        };
        let mut number = vec![Node::TOP; grown.len()];
        let mut waiting = vec![(0_u32, 0_u16)];
        while let Some((old, depth)) = waiting.pop() {
            let new = Node(forest.name.len() as u32);
            number[old as usize] = new;
            let node = &mut grown[old as usize];
            forest.name.push(match old {
                0 => u32::MAX,
                _ => rank[node.name as usize],
            });
            forest.depth.push(depth);
            forest.end.push(Node(new.0 + 1));
            let parent = node.parent as usize;
            let mut children = std::mem::take(&mut node.children);
            children.sort_unstable_by_key(|c| {
                std::cmp::Reverse(rank[grown[*c as usize].name as usize])
            });
            waiting.extend(children.into_iter().map(|child| (child, depth + 1)));
            forest.parent.push(number[parent]);
        }
        for node in (1..forest.end.len()).rev() {
            let (end, parent) = (forest.end[node], forest.parent[node].index());
            forest.end[parent] = forest.end[parent].max(end);
        }
        forest.node_of = at.iter().map(|old| number[*old as usize]).collect();
        let mut order: Vec<DocNo> = (0..at.len()).map(DocNo::at).collect();
        order.sort_by_key(|doc| forest.node_of[doc.index()]);
        forest.from = vec![0; forest.name.len() + 1];
        for node in &forest.node_of {
            forest.from[node.index() + 1] += 1;
        }
        for node in 0..forest.name.len() {
            forest.from[node + 1] += forest.from[node];
        }
        forest.documents = order;
        forest
    }

    /// Number of nodes, the top included.
    pub fn len(&self) -> usize {
        self.name.len()
    }

    /// Whether there is no path.
    pub fn is_empty(&self) -> bool {
        self.documents.is_empty()
    }

    /// Number of nodes that have others below them.
    pub fn directories(&self) -> usize {
        (0..self.len() as u32)
            .filter(|node| self.is_directory(Node(*node)))
            .count()
    }

    /// Number of ids that begin as a URL and are none; they were taken for paths.
    pub fn broken(&self) -> usize {
        self.broken
    }

    /// Number of documents whose path each rule changes, or would change.
    pub fn rule_counts(&self) -> &RuleCounts {
        &self.rule_counts
    }

    /// Node of a document.
    pub fn node(&self, doc: DocNo) -> Node {
        self.node_of[doc.index()]
    }

    /// Number of the name of a node; equal names have equal numbers.
    pub fn name_number(&self, node: Node) -> u32 {
        self.name[node.index()]
    }

    /// Last name of the path of a node; empty for the top.
    pub fn name(&self, node: Node) -> &str {
        let name = self.name[node.index()] as usize;
        self.names.get(name).map_or("", String::as_str)
    }

    /// The node above; `None` for the top.
    pub fn parent(&self, node: Node) -> Option<Node> {
        (node != Node::TOP).then(|| self.parent[node.index()])
    }

    /// Number of names of the path of a node.
    pub fn depth(&self, node: Node) -> u16 {
        self.depth[node.index()]
    }

    /// The node after the last one below `node`.
    pub fn end(&self, node: Node) -> Node {
        self.end[node.index()]
    }

    /// Whether others are below the node.
    pub fn is_directory(&self, node: Node) -> bool {
        self.end(node).0 > node.0 + 1
    }

    /// Whether `below` is `above` or stands below it.
    pub fn holds(&self, above: Node, below: Node) -> bool {
        above <= below && below < self.end(above)
    }

    /// Documents whose path is that of the node, ascending.
    pub fn documents_at(&self, node: Node) -> &[DocNo] {
        let (from, to) = (self.from[node.index()], self.from[node.index() + 1]);
        &self.documents[from as usize..to as usize]
    }

    /// Documents at the node and below it.
    pub fn documents_below(&self, node: Node) -> &[DocNo] {
        let (from, to) = (self.from[node.index()], self.from[self.end(node).index()]);
        &self.documents[from as usize..to as usize]
    }

    /// Path of the node: its names with `/` between them, `#` before the id of a row; `.` for the top.
    pub fn path(&self, node: Node) -> String {
        let mut names = Vec::new();
        let mut above = node;
        while let Some(parent) = self.parent(above) {
            names.push(self.name(above));
            above = parent;
        }
        let mut path = String::new();
        for name in names.into_iter().rev() {
            if !(path.is_empty() || name.starts_with('#')) {
                path.push('/');
            }
            path.push_str(name);
        }
        if path.is_empty() {
            ".".to_owned()
        } else {
            path
        }
    }
}

/// File and own id of a document: of a row `file#ID`, both; of a file, its id.
pub(super) fn parts<'a>(id: &'a str, location: PlaceView<'_>) -> (Option<&'a str>, &'a str) {
    let file = match (location.row.line, location.member) {
        (0, _) => None,
        (_, "") => location.path.file_name().map(|name| name.to_string_lossy()),
        (_, member) => member.rsplit('/').next().map(Into::into),
    };
    let Some(file) = file else {
        // A row of a list of pages is a file with the URL as its id.
        let listed = id
            .split_once('#')
            .filter(|(list, url)| list.ends_with(".csv") && url.contains("://"));
        return listed.map_or((None, id), |(list, url)| (Some(list), url));
    };
    let sign = [&file, "#"].concat();
    match id.find(&sign) {
        Some(at) => {
            let end = at + file.len();
            (Some(&id[..end]), &id[end + 1..])
        }
        None => (None, id),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::{RowSpan, SourceLocation};

    fn forest(ids: &[&str]) -> Forest {
        let paths = ids.iter().map(|id| {
            let path = canonical(None, id, Rules::all());
            (path.names, path.broken)
        });
        Forest::of_paths(paths)
    }

    #[test]
    fn what_is_below_a_node_is_a_range() {
        let f = forest(&["b/y/1", "a/x/1", "a/x/index.html", "b/z", "a/x/2", "top"]);
        let find = |path: &str| (0..f.len() as u32).map(Node).find(|n| f.path(*n) == path);
        let (a, ax, b) = (find("a").unwrap(), find("a/x").unwrap(), find("b").unwrap());
        assert!(f.holds(a, ax) && !f.holds(ax, a) && !f.holds(a, b) && f.holds(Node::TOP, b));
        let docs = |n: Node| f.documents_below(n).iter().map(|d| d.0).collect::<Vec<_>>();
        assert_eq!(docs(ax), [2, 1, 4]);
        assert_eq!(docs(b), [0, 3]);
        assert_eq!(docs(Node::TOP).len(), 6);
        assert_eq!(f.documents_at(ax), [DocNo(2)]);
        assert_eq!((f.parent(ax), f.parent(Node::TOP)), (Some(a), None));
        assert_eq!(f.directories(), 5);
        assert_eq!(f.path(Node::TOP), ".");
        assert!(forest(&[]).is_empty());
    }

    #[test]
    fn a_row_is_told_from_its_file() {
        let row = SourceLocation::file("/c/x#y/rows.jsonl").row(RowSpan {
            line: 1,
            ..RowSpan::default()
        });
        assert_eq!(
            parts("x#y/rows.jsonl#http://h/#1", row.view()),
            (Some("x#y/rows.jsonl"), "http://h/#1")
        );
        assert_eq!(
            parts("C#/notes", SourceLocation::file("C#/notes").view()),
            (None, "C#/notes")
        );
    }
}
