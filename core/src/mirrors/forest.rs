//! The tree of all canonical paths. A node is a name below its parent. A document is at the node of its path, so
//! `guide`, `guide/` and `guide/index.html` are one node, with or without nodes below it.
//!
//! Nodes are numbered in preorder, siblings by name, so the nodes and documents below a node are ranges of numbers.

use foldhash::HashSet;
use rayon::prelude::*;

use super::canonical::canonical;
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
pub struct PathForest {
    /// Names, ascending; the index of a name is its number.
    names: Vec<String>,
    nodes: Vec<NodeEntry>,
    /// Documents in the order of their nodes.
    documents: Vec<DocNo>,
    /// Node of each document.
    node_of: Vec<Node>,
}

#[derive(Clone, Copy, Debug)]
struct NodeEntry {
    /// Number of its name.
    name: u32,
    /// The node above; the top itself, for the top.
    parent: Node,
    depth: u16,
    /// The node after the last one below it.
    end: Node,
    /// Position of its first document in the order of nodes.
    from: u32,
}

impl PathForest {
    /// The paths of the documents of `collection`. Computes them in parallel; call it on the thread pool.
    pub fn from_collection(collection: &Collection, as_written: bool) -> Self {
        let documents: Vec<DocNo> = collection.documents().collect();
        let path = |doc: &DocNo| {
            let row = collection.row(*doc);
            let (file, id) = parts(row.id, row.location);
            canonical(file, id, as_written)
        };
        let paths: Vec<_> = documents.par_iter().map(path).collect();
        PathForest::from_paths(&paths)
    }

    /// The tree of `paths`; `paths[i]` belongs to document `i`. O(paths log paths).
    pub fn from_paths(paths: &[Vec<String>]) -> Self {
        let distinct: HashSet<&String> = paths.iter().flatten().collect();
        let mut names: Vec<String> = distinct.into_iter().cloned().collect();
        names.sort_unstable();
        let mut documents: Vec<DocNo> = (0..paths.len()).map(DocNo::at).collect();
        // Sorted paths give nodes in preorder.
        documents.sort_by_key(|doc| &paths[doc.index()]);
        let entry = |name, parent, depth, from: usize| NodeEntry {
            name,
            parent,
            depth,
            end: Node::TOP,
            from: from as u32,
        };
        let mut nodes = vec![entry(u32::MAX, Node::TOP, 0, 0)];
        let mut node_of = vec![Node::TOP; paths.len()];
        let mut open: Vec<(&String, Node)> = Vec::new();
        for (at, doc) in documents.iter().enumerate() {
            let path = &paths[doc.index()];
            let shared = open.iter().zip(path).take_while(|(a, b)| a.0 == *b);
            let shared = shared.count();
            open.truncate(shared);
            for name in &path[open.len()..] {
                let number = names.partition_point(|other| other < name) as u32;
                let parent = open.last().map_or(Node::TOP, |(_, node)| *node);
                let depth = open.len() as u16 + 1;
                open.push((name, Node(nodes.len() as u32)));
                nodes.push(entry(number, parent, depth, at));
            }
            node_of[doc.index()] = open.last().map_or(Node::TOP, |(_, node)| *node);
        }
        for node in (0..nodes.len()).rev() {
            let end = nodes[node].end.max(Node(node as u32 + 1));
            nodes[node].end = end;
            let parent = nodes[node].parent.index();
            nodes[parent].end = nodes[parent].end.max(end);
        }
        PathForest {
            names,
            nodes,
            documents,
            node_of,
        }
    }

    /// Number of nodes, the top included.
    pub fn len(&self) -> usize {
        self.nodes.len()
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

    /// Node of a document.
    pub fn node(&self, doc: DocNo) -> Node {
        self.node_of[doc.index()]
    }

    /// Number of the name of a node; equal names have equal numbers.
    pub fn name_number(&self, node: Node) -> u32 {
        self.nodes[node.index()].name
    }

    /// Last name of the path of a node; empty for the top.
    pub fn name(&self, node: Node) -> &str {
        let name = self.names.get(self.name_number(node) as usize);
        name.map_or("", String::as_str)
    }

    /// The node above; `None` for the top.
    pub fn parent(&self, node: Node) -> Option<Node> {
        (node != Node::TOP).then(|| self.nodes[node.index()].parent)
    }

    /// Number of names of the path of a node.
    pub fn depth(&self, node: Node) -> u16 {
        self.nodes[node.index()].depth
    }

    /// The node after the last one below `node`.
    pub fn end(&self, node: Node) -> Node {
        self.nodes[node.index()].end
    }

    /// Whether others are below the node.
    pub fn is_directory(&self, node: Node) -> bool {
        self.end(node).0 > node.0 + 1
    }

    /// Whether `below` is `above` or a node below it.
    pub fn contains(&self, above: Node, below: Node) -> bool {
        above <= below && below < self.end(above)
    }

    /// Documents whose path is the path of the node, ascending.
    pub fn documents_at(&self, node: Node) -> &[DocNo] {
        self.documents_between(node, Node(node.0 + 1))
    }

    /// Documents at the node and below it.
    pub fn documents_below(&self, node: Node) -> &[DocNo] {
        self.documents_between(node, self.end(node))
    }

    fn documents_between(&self, from: Node, until: Node) -> &[DocNo] {
        let position = |node: Node| {
            let entry = self.nodes.get(node.index());
            entry.map_or(self.documents.len(), |entry| entry.from as usize)
        };
        &self.documents[position(from)..position(until)]
    }

    /// Path of the node: its names with `/` between them, `#` before the id of a row; `.` for the top.
    pub fn path(&self, node: Node) -> String {
        let mut names = Vec::new();
        let mut current = node;
        while let Some(parent) = self.parent(current) {
            names.push(self.name(current));
            current = parent;
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

/// File and own id of a document: both for a row `file#ID`, only the id for a file.
pub(super) fn parts<'a>(id: &'a str, location: PlaceView<'_>) -> (Option<&'a str>, &'a str) {
    let file = match (location.row.line, location.member) {
        (0, _) => None,
        (_, "") => location.path.file_name().map(|name| name.to_string_lossy()),
        (_, member) => member.rsplit('/').next().map(Into::into),
    };
    let Some(file) = file else {
        // A row of a list of pages is a file with the URL as its id.
        let page = id
            .split_once('#')
            .filter(|(list, url)| list.ends_with(".csv") && url.contains("://"));
        return page.map_or((None, id), |(list, url)| (Some(list), url));
    };
    let separator = [&file, "#"].concat();
    match id.find(&separator) {
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

    fn forest(ids: &[&str]) -> PathForest {
        let paths = ids.iter().map(|id| canonical(None, id, false));
        PathForest::from_paths(&paths.collect::<Vec<_>>())
    }

    #[test]
    fn nodes_below_a_node_are_a_range() {
        let f = forest(&["b/y/1", "a/x/1", "a/x/index.html", "b/z", "a/x/2", "top"]);
        let find = |path: &str| (0..f.len() as u32).map(Node).find(|n| f.path(*n) == path);
        let (a, ax, b) = (find("a").unwrap(), find("a/x").unwrap(), find("b").unwrap());
        assert!(f.contains(a, ax) && !f.contains(ax, a));
        assert!(!f.contains(a, b) && f.contains(Node::TOP, b));
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
    fn a_row_is_distinguished_from_its_file() {
        let row = SourceLocation::file("/c/x#y/rows.jsonl").row(RowSpan {
            line: 1,
            ..RowSpan::default()
        });
        let split = parts("x#y/rows.jsonl#http://h/#1", row.view());
        assert_eq!(split, (Some("x#y/rows.jsonl"), "http://h/#1"));
        let split = parts("C#/notes", SourceLocation::file("C#/notes").view());
        assert_eq!(split, (None, "C#/notes"));
    }
}
