//! Two trees walked at the same time, name by name.

use super::forest::{Node, PathForest};
use crate::base::DocNo;
use crate::index::Collection;

/// A step of the walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WalkStep {
    /// A node with its documents, on at least one side. The nodes below it follow, then [`WalkStep::Leave`].
    Enter(Option<Node>, Option<Node>),
    /// Documents at one path, on at least one side.
    Documents(Option<DocNo>, Option<DocNo>),
    /// The end of a node.
    Leave,
}

/// Walks two trees, with the children of each node in the order of their names. If one tree contains the other, the
/// inner one is excluded. If several documents are at one path, those with the same unchanged file name are paired
/// first, then the others in order.
pub fn walk(
    forest: &PathForest,
    collection: &Collection,
    (left, right): (Node, Node),
    visit: &mut impl FnMut(WalkStep),
) {
    let is_hidden = move |node: Node| left != right && (node == left || node == right);
    let children = |node: Option<Node>| {
        let end = node.map_or(Node::TOP, |node| forest.end(node));
        let before_end = move |node: Node| (node < end).then_some(node);
        let first = node.and_then(|node| before_end(Node(node.0 + 1)));
        let siblings = std::iter::successors(first, move |node| before_end(forest.end(*node)));
        siblings.filter(move |node| !is_hidden(*node)).peekable()
    };
    let mut open = Vec::new();
    let mut next = Some((Some(left), Some(right)));
    loop {
        if let Some((left, right)) = next {
            visit(WalkStep::Enter(left, right));
            documents(forest, collection, (left, right), visit);
            open.push((children(left), children(right)));
        }
        let Some((l, r)) = open.last_mut() else {
            return;
        };
        let name = |node: &Node| forest.name_number(*node);
        next = match (l.peek().map(name), r.peek().map(name)) {
            (None, None) => {
                open.pop();
                visit(WalkStep::Leave);
                None
            }
            (Some(a), Some(b)) if a == b => Some((l.next(), r.next())),
            (Some(a), b) if b.is_none_or(|b| a < b) => Some((l.next(), None)),
            _ => Some((None, r.next())),
        };
    }
}

/// Visits the documents at two nodes, documents at the same path together.
fn documents(
    forest: &PathForest,
    collection: &Collection,
    (left, right): (Option<Node>, Option<Node>),
    visit: &mut dyn FnMut(WalkStep),
) {
    let at = |node: Option<Node>| node.map_or(&[][..], |node| forest.documents_at(node));
    let (left, right) = (at(left), at(right));
    if let ([a], [b]) = (left, right) {
        return visit(WalkStep::Documents(Some(*a), Some(*b)));
    }
    let file_name = |doc: DocNo| last_name(collection.id(doc));
    let mut rest: Vec<DocNo> = right.to_vec();
    let mut partner: Vec<Option<DocNo>> = Vec::with_capacity(left.len());
    for a in left {
        let index = rest.iter().position(|b| file_name(*a) == file_name(*b));
        partner.push(index.map(|at| rest.remove(at)));
    }
    let mut rest = rest.into_iter();
    for (a, b) in left.iter().zip(partner) {
        visit(WalkStep::Documents(Some(*a), b.or_else(|| rest.next())));
    }
    for b in rest {
        visit(WalkStep::Documents(None, Some(b)));
    }
}

/// The unchanged file name of an id.
pub fn last_name(id: &str) -> &str {
    let id = id.trim_end_matches('/');
    id.rsplit('/').next().unwrap_or(id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::made;
    use crate::mirrors::canonical::canonical;

    fn visited(ids: &[&str], left: &str, right: &str) -> Vec<(Option<u32>, Option<u32>)> {
        let paths = ids.iter().map(|id| canonical(None, id, false));
        let forest = PathForest::from_paths(&paths.collect::<Vec<_>>());
        let find = |path: &str| {
            let mut nodes = (0..forest.len() as u32).map(Node);
            nodes.find(|node| forest.path(*node) == path).unwrap()
        };
        let trees = (find(left), find(right));
        let (mut documents, mut depth) = (Vec::new(), 0);
        walk(&forest, &made::of_ids(ids), trees, &mut |step| match step {
            WalkStep::Enter(..) => depth += 1,
            WalkStep::Leave => depth -= 1,
            WalkStep::Documents(a, b) => documents.push((a.map(|a| a.0), b.map(|b| b.0))),
        });
        assert_eq!(depth, 0, "every node is left");
        documents
    }

    #[test]
    fn documents_at_one_path_are_paired_by_their_unchanged_names() {
        let ids = ["l/a.html", "l/a.md", "l/x", "r/a.md", "r/a.php", "r/a.txt"];
        let expected = [
            (Some(0), Some(4)),
            (Some(1), Some(3)),
            (None, Some(5)),
            (Some(2), None),
        ];
        assert_eq!(visited(&ids, "l", "r"), expected);
    }

    #[test]
    fn a_tree_inside_the_other_is_excluded() {
        let ids = ["s/a", "s/old/a", "s/old/b", "s/z"];
        let expected = [(Some(0), Some(1)), (None, Some(2)), (Some(3), None)];
        assert_eq!(visited(&ids, "s", "s/old"), expected);
        let swapped = expected.map(|(a, b)| (b, a));
        assert_eq!(visited(&ids, "s/old", "s"), swapped);
    }
}
