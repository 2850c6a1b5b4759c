//! Two trees side by side as rows: folders with counts of their content, and documents.

use foldhash::HashMap;

use super::forest::{Node, PathForest};
use super::merge::{WalkStep, last_name, walk};
use super::similar_pairs::{Agreement, SimilarPairs};
use crate::base::DocNo;

/// The difference of a document between two trees.
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
    /// The same text at another path; the document at that path.
    Moved(DocNo),
}

/// Numbers of documents below a folder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FolderTally {
    /// The same text at the same path.
    pub same: u32,
    /// All others; a moved document counts on each side.
    pub differ: u32,
}

/// The kind of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RowKind {
    /// A folder with its content.
    Folder {
        /// The row after the last one below it.
        end: usize,
        /// The documents below it.
        tally: FolderTally,
        /// Whether it is on the left, and on the right.
        sides: (bool, bool),
    },
    /// A document on one side or both.
    Document {
        /// The document on the left.
        left: Option<DocNo>,
        /// The document on the right.
        right: Option<DocNo>,
        /// Its difference.
        status: Status,
    },
}

/// A row of the outline.
#[derive(Clone, Debug, PartialEq)]
pub struct OutlineRow {
    /// Number of folders above it.
    pub depth: u16,
    /// Name of a folder; for a document the name on the left, or on the right if it is missing there.
    pub name: String,
    /// Name of the document on the right, if it is spelled differently there.
    pub other_name: Option<String>,
    /// Its kind.
    pub kind: RowKind,
}

/// Two trees side by side.
#[derive(Clone, Debug, PartialEq)]
pub struct Outline {
    /// The rows in the order of their paths; the first is the folder of the trees themselves.
    pub rows: Vec<OutlineRow>,
}

impl Outline {
    /// The rows of two trees.
    pub fn new(forest: &PathForest, similar: &SimilarPairs<'_>, left: Node, right: Node) -> Self {
        let collection = similar.collection;
        // Canonical name of the current page, if it is not a folder.
        let mut leaf: Option<&str> = None;
        let mut rows: Vec<OutlineRow> = Vec::new();
        // Rows of the open folders with their counts; `None` if a node has only documents.
        let mut open: Vec<Option<(usize, FolderTally)>> = Vec::new();
        walk(forest, collection, (left, right), &mut |step| {
            let depth = open.iter().flatten().count() as u16;
            match step {
                WalkStep::Enter(a, b) => {
                    let is_folder = |node: &Node| forest.is_directory(*node);
                    let node = a.or(b).unwrap_or(Node::TOP);
                    leaf = None;
                    if ![a, b].iter().flatten().any(is_folder) {
                        leaf = Some(forest.name(node));
                        return open.push(None);
                    }
                    open.push(Some((rows.len(), FolderTally::default())));
                    rows.push(OutlineRow {
                        depth,
                        name: forest.name(node).to_owned(),
                        other_name: None,
                        kind: RowKind::Folder {
                            end: 0,
                            tally: FolderTally::default(),
                            sides: (a.is_some(), b.is_some()),
                        },
                    });
                }
                WalkStep::Documents(a, b) => {
                    let status = match (a, b) {
                        (Some(a), Some(b)) => match similar.agreement(a, b) {
                            Agreement::Identical => Status::Same,
                            Agreement::Near(jaccard) => Status::Near(jaccard),
                            Agreement::Other => Status::Changed,
                        },
                        (_, None) => Status::LeftOnly,
                        (None, _) => Status::RightOnly,
                    };
                    if let Some((_, tally)) = open.iter_mut().rev().flatten().next() {
                        let same = u32::from(status == Status::Same);
                        tally.same += same;
                        tally.differ += 1 - same;
                    }
                    // The index page of a folder without other pages represents it.
                    let display_name = |doc| {
                        let name = last_name(collection.id(doc));
                        let folder = leaf.filter(|leaf| !has_prefix(name, leaf));
                        folder.map_or_else(|| name.to_owned(), |folder| format!("{folder}/{name}"))
                    };
                    let (left, right) = (a.map(display_name), b.map(display_name));
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
                    let Some(Some((at, below))) = open.pop() else {
                        return;
                    };
                    if let Some((_, above)) = open.iter_mut().rev().flatten().next() {
                        above.same += below.same;
                        above.differ += below.differ;
                    }
                    let after = rows.len();
                    if let RowKind::Folder { end, tally, .. } = &mut rows[at].kind {
                        (*end, *tally) = (after, below);
                    }
                }
            }
        });
        mark_moved(&mut rows, similar);
        Outline { rows }
    }
}

/// Pairs documents of the left side only with documents of the right side only that have the same text, in the order of
/// their paths, and marks them as moved.
fn mark_moved(rows: &mut [OutlineRow], similar: &SimilarPairs<'_>) {
    let mut on_right: HashMap<u32, Vec<(usize, DocNo)>> = HashMap::default();
    for (at, row) in rows.iter().enumerate().rev() {
        if let RowKind::Document {
            left: None,
            right: Some(doc),
            ..
        } = row.kind
        {
            on_right
                .entry(similar.text(doc))
                .or_default()
                .push((at, doc));
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
        let match_on_right = on_right.get_mut(&similar.text(doc)).and_then(Vec::pop);
        if let Some((right_row, other)) = match_on_right {
            for (row, to) in [(at, other), (right_row, doc)] {
                if let RowKind::Document { status, .. } = &mut rows[row].kind {
                    *status = Status::Moved(to);
                }
            }
        }
    }
}

/// Whether a name begins with another, ignoring case.
fn has_prefix(name: &str, other: &str) -> bool {
    let prefix = name.get(..other.len());
    prefix.is_some_and(|prefix| prefix.eq_ignore_ascii_case(other))
}
