//! Two trees side by side as rows: folders with what is below them counted, and documents.

use foldhash::HashMap;

use super::figures::MirrorFigures;
use super::forest::{Forest, Node};
use super::likeness::{Likeness, SimilarPairs};
use super::merge::{WalkStep, last_name, walk};
use crate::base::DocNo;

/// What became of a document between two trees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Status {
    /// The same text at the same path.
    Same,
    /// A near-duplicate at the same path; its exact Jaccard.
    Near(f64),
    /// Another text at the same path.
    Changed,
    /// On the left only.
    LeftOnly,
    /// On the right only.
    RightOnly,
    /// The same text at another path; the document there.
    Moved(DocNo),
}

/// Numbers of documents below a folder, by status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The same text at the same path.
    pub same: u32,
    /// Near-duplicates at the same path.
    pub near: u32,
    /// Other texts at the same path.
    pub changed: u32,
    /// On the left only, those moved included.
    pub left_only: u32,
    /// On the right only, those moved included.
    pub right_only: u32,
    /// Of these two, those whose text is on the other side under another path: rows, so that a moved document
    /// counts on each side.
    pub moved: u32,
}

impl Tally {
    /// Documents that are not the same on both sides.
    pub fn differ(&self) -> u32 {
        self.near + self.changed + self.left_only + self.right_only
    }

    fn count(&mut self, status: Status, on_left: bool) {
        match status {
            Status::Same => self.same += 1,
            Status::Near(_) => self.near += 1,
            Status::Changed => self.changed += 1,
            Status::LeftOnly => self.left_only += 1,
            Status::RightOnly => self.right_only += 1,
            Status::Moved(_) => {
                self.moved += 1;
                if on_left {
                    self.left_only += 1
                } else {
                    self.right_only += 1
                }
            }
        }
    }

    fn add(&mut self, other: Tally) {
        self.same += other.same;
        self.near += other.near;
        self.changed += other.changed;
        self.left_only += other.left_only;
        self.right_only += other.right_only;
        self.moved += other.moved;
    }
}

/// What a row is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RowKind {
    /// A folder, with what is below it.
    Folder {
        /// The row after the last one below it.
        end: usize,
        /// The documents below it.
        tally: Tally,
        /// Whether it is on the left, and on the right.
        on: (bool, bool),
    },
    /// A document on one side or both.
    Document {
        /// The document on the left.
        left: Option<DocNo>,
        /// The document on the right.
        right: Option<DocNo>,
        /// What became of it.
        status: Status,
    },
}

/// A row of the outline.
#[derive(Clone, Debug, PartialEq)]
pub struct OutlineRow {
    /// Number of folders above it.
    pub depth: u16,
    /// Name of a folder; of a document the name on the left, or where it is not there, on the right.
    pub name: String,
    /// Name of the document on the right, where it is written differently there.
    pub other_name: Option<String>,
    /// What it is.
    pub kind: RowKind,
}

/// Two trees side by side.
#[derive(Clone, Debug, PartialEq)]
pub struct Outline {
    /// Path of the left tree.
    pub left: String,
    /// Path of the right tree.
    pub right: String,
    /// The rows in the order of their paths; the first is the folder of the trees themselves.
    pub rows: Vec<OutlineRow>,
    /// What the trees have in common.
    pub figures: MirrorFigures,
}

impl Outline {
    /// The rows of two trees.
    pub fn new(forest: &Forest, alike: &SimilarPairs<'_>, left: Node, right: Node) -> Self {
        let collection = alike.collection();
        let literal = |doc: DocNo| last_name(collection.id(doc));
        // Canonical name of the page at hand, if it is no folder.
        let mut leaf: Option<&str> = None;
        let mut rows: Vec<OutlineRow> = Vec::new();
        // Rows of the open folders; `None` where a node is a document's alone.
        let mut open: Vec<Option<usize>> = Vec::new();
        let mut depth = 0_u16;
        walk(forest, collection, (left, right), &mut |step| match step {
            WalkStep::Enter(a, b) => {
                let is_folder = |node: Option<Node>| node.is_some_and(|n| forest.is_directory(n));
                let node = a.or(b).unwrap_or(Node::TOP);
                leaf = None;
                if !(is_folder(a) || is_folder(b)) {
                    leaf = Some(forest.name(node));
                    return open.push(None);
                }
                open.push(Some(rows.len()));
                rows.push(OutlineRow {
                    depth,
                    name: forest.name(node).to_owned(),
                    other_name: None,
                    kind: RowKind::Folder {
                        end: 0,
                        tally: Tally::default(),
                        on: (a.is_some(), b.is_some()),
                    },
                });
                depth += 1;
            }
            WalkStep::Documents(a, b) => {
                let status = match (a, b) {
                    (Some(a), Some(b)) => match alike.likeness(a, b) {
                        Likeness::Identical => Status::Same,
                        Likeness::Near(jaccard) => Status::Near(jaccard),
                        Likeness::Other => Status::Changed,
                    },
                    (_, None) => Status::LeftOnly,
                    (None, _) => Status::RightOnly,
                };
                // The index page of a folder without other pages stands for it.
                let shown = |doc| {
                    let name = literal(doc);
                    let folder = leaf.filter(|leaf| !begins_with(name, leaf));
                    folder.map_or_else(|| name.to_owned(), |folder| format!("{folder}/{name}"))
                };
                let (left, right) = (a.map(shown), b.map(shown));
                let name = left.or(right.clone()).unwrap_or_default();
                rows.push(OutlineRow {
                    depth,
                    other_name: right.filter(|right| *right != name),
                    name,
                    kind: RowKind::Document {
                        left: a,
                        right: b,
                        status,
                    },
                });
            }
            WalkStep::Leave => {
                let Some(Some(at)) = open.pop() else { return };
                depth -= 1;
                let after = rows.len();
                if let RowKind::Folder { end, .. } = &mut rows[at].kind {
                    *end = after;
                }
            }
        });
        moved(&mut rows, alike);
        tallies(&mut rows);
        Outline {
            left: forest.path(left),
            right: forest.path(right),
            rows,
            figures: MirrorFigures::compare(forest, alike, left, right),
        }
    }
}

/// Joins documents on one side only that have the same text, in the order of their paths.
fn moved(rows: &mut [OutlineRow], alike: &SimilarPairs<'_>) {
    let mut on_right: HashMap<u32, Vec<(usize, DocNo)>> = HashMap::default();
    for (at, row) in rows.iter().enumerate().rev() {
        if let RowKind::Document {
            left: None,
            right: Some(doc),
            ..
        } = row.kind
        {
            on_right.entry(alike.text(doc)).or_default().push((at, doc));
        }
    }
    for at in 0..rows.len() {
        let RowKind::Document {
            left: Some(doc),
            right: None,
            ..
        } = rows[at].kind
        else {
            continue;
        };
        let free = on_right.get_mut(&alike.text(doc)).and_then(Vec::pop);
        if let Some((there, other)) = free {
            for (row, to) in [(at, other), (there, doc)] {
                if let RowKind::Document { status, .. } = &mut rows[row].kind {
                    *status = Status::Moved(to);
                }
            }
        }
    }
}

/// Counts what is below each folder.
fn tallies(rows: &mut [OutlineRow]) {
    // Folders whose rows go on, innermost last.
    let mut open: Vec<(usize, usize, Tally)> = Vec::new();
    for at in 0..=rows.len() {
        while let Some((folder, end, tally)) = open.last().copied() {
            if end > at {
                break;
            }
            open.pop();
            if let Some((_, _, above)) = open.last_mut() {
                above.add(tally);
            }
            if let RowKind::Folder { tally: own, .. } = &mut rows[folder].kind {
                *own = tally;
            }
        }
        match rows.get(at).map(|row| row.kind) {
            Some(RowKind::Folder { end, .. }) => open.push((at, end, Tally::default())),
            Some(RowKind::Document { left, status, .. }) => {
                if let Some((_, _, tally)) = open.last_mut() {
                    tally.count(status, left.is_some());
                }
            }
            None => {}
        }
    }
}

/// Whether a name begins with another, capitals aside.
fn begins_with(name: &str, other: &str) -> bool {
    let begin = name.get(..other.len());
    begin.is_some_and(|begin| begin.eq_ignore_ascii_case(other))
}
