//! Mirrors found against planted ones, by kind.

use std::collections::{BTreeMap, HashMap};

use anyhow::bail;

use super::Mirror;
use crate::base::small_table;

/// The columns that a file must have; others are ignored.
const COLUMNS: [&str; 4] = ["left", "right", "kind", "mirror"];

/// A pair of trees that is known to be a mirror, or to be none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownMirror {
    /// Path of a tree.
    pub left: String,
    /// Path of the other.
    pub right: String,
    /// Its kind.
    pub kind: String,
    /// Whether it is a mirror.
    pub is_mirror: bool,
}

/// How the mirrors of one kind were found.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MirrorMeasures {
    /// Known mirrors.
    pub relevant: u32,
    /// Of those, the ones that are listed.
    pub retrieved: u32,
    /// Listed pairs that have a tree of this kind, or one above or below it, and are not known.
    pub wrong: u32,
}

impl MirrorMeasures {
    /// Share of the known ones that are listed; 1 where none is known.
    pub fn recall(&self) -> f64 {
        ratio(self.retrieved, self.relevant)
    }

    /// Share of the listed ones that are known; 1 where none is listed.
    pub fn precision(&self) -> f64 {
        ratio(self.retrieved, self.retrieved + self.wrong)
    }
}

fn ratio(part: u32, total: u32) -> f64 {
    match total {
        0 => 1.0,
        _ => f64::from(part) / f64::from(total),
    }
}

/// Parses known mirrors: columns left, right, kind and mirror (true or false).
///
/// # Errors
/// A missing column, no row, or another word than true or false; the message names the line.
pub fn parse(csv: &str) -> anyhow::Result<Vec<KnownMirror>> {
    let mut reader = small_table::reader(csv)?;
    let headers = reader.headers()?.clone();
    let places = small_table::columns(&headers, COLUMNS)?;
    let mut mirrors = Vec::new();
    for record in reader.records() {
        let record = record?;
        let line = record.position().map_or(0, csv::Position::line);
        let [left, right, kind, mirror] = places.map(|at| record.get(at).unwrap_or_default());
        mirrors.push(KnownMirror {
            left: left.to_owned(),
            right: right.to_owned(),
            kind: kind.to_owned(),
            is_mirror: match mirror {
                "true" => true,
                "false" => false,
                other => bail!("line {line}: {other:?} is neither true nor false"),
            },
        });
    }
    if mirrors.is_empty() {
        bail!("there is no mirror in it");
    }
    Ok(mirrors)
}

/// The measures of each kind in the order in which kinds first occur, and of all under the name `all`. A listed
/// pair is found if it is a known mirror; another is wrong, and counts for the kind of the first known pair
/// that has one of its trees, or one above or below it.
pub fn by_kind(known_mirrors: &[KnownMirror], mirrors: &[Mirror]) -> Vec<(String, MirrorMeasures)> {
    let mut kinds: Vec<(String, MirrorMeasures)> = Vec::new();
    let mut index_of: HashMap<&str, usize> = HashMap::new();
    let mut pairs: HashMap<(&str, &str), usize> = HashMap::new();
    let mut trees: BTreeMap<&str, usize> = BTreeMap::new();
    for pair in known_mirrors {
        let at = *index_of.entry(&pair.kind).or_insert_with(|| {
            kinds.push((pair.kind.clone(), MirrorMeasures::default()));
            kinds.len() - 1
        });
        for tree in [&pair.left, &pair.right] {
            trees.entry(tree).or_insert(at);
        }
        if pair.is_mirror {
            kinds[at].1.relevant += 1;
            pairs.insert(ordered(&pair.left, &pair.right), at);
        }
    }
    let mut others = MirrorMeasures::default();
    for mirror in mirrors {
        let (left, right) = (mirror.left_path.as_str(), mirror.right_path.as_str());
        if let Some(at) = pairs.remove(&ordered(left, right)) {
            kinds[at].1.retrieved += 1;
            continue;
        }
        let kind = of_tree(&trees, left).or_else(|| of_tree(&trees, right));
        match kind {
            Some(at) => kinds[at].1.wrong += 1,
            None => others.wrong += 1,
        }
    }
    let mut all = others;
    for (_, kind) in &kinds {
        all.relevant += kind.relevant;
        all.retrieved += kind.retrieved;
        all.wrong += kind.wrong;
    }
    kinds.push(("all".to_owned(), all));
    kinds
}

fn ordered<'a>(a: &'a str, b: &'a str) -> (&'a str, &'a str) {
    (a.min(b), a.max(b))
}

/// The kind of a tree, of one above it, or of one below it.
fn of_tree(trees: &BTreeMap<&str, usize>, path: &str) -> Option<usize> {
    let mut above = path;
    loop {
        if let Some(kind) = trees.get(above) {
            return Some(*kind);
        }
        match above.rfind('/') {
            Some(at) => above = &above[..at],
            None => break,
        }
    }
    let below = [path, "/"].concat();
    let (tree, kind) = trees.range(below.as_str()..).next()?;
    tree.starts_with(&below).then_some(*kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mirrors::{MirrorFigures, Node};

    fn mirror(left: &str, right: &str) -> Mirror {
        Mirror {
            left: Node::TOP,
            right: Node::TOP,
            left_path: left.into(),
            right_path: right.into(),
            figures: MirrorFigures::default(),
        }
    }

    #[test]
    fn listed_pairs_are_found_or_wrong_by_kind() {
        let csv = "left,right,kind,mirror\na,b,same,true\nc/x,d,same,true\ne,f,friends,false\n";
        let known_mirrors = parse(csv).unwrap();
        let listed = [
            mirror("b", "a"),
            mirror("c", "d/y"),
            mirror("e", "f"),
            mirror("p", "q"),
        ];
        let kinds = by_kind(&known_mirrors, &listed);
        let figures =
            |(name, m): &(String, MirrorMeasures)| (name.clone(), m.relevant, m.retrieved, m.wrong);
        assert_eq!(
            kinds.iter().map(figures).collect::<Vec<_>>(),
            [
                ("same".into(), 2, 1, 1),
                ("friends".into(), 0, 0, 1),
                ("all".into(), 2, 1, 3)
            ]
        );
        let all = kinds[2].1;
        assert_eq!((all.recall(), all.precision()), (0.5, 0.25));
        assert_eq!(MirrorMeasures::default().precision(), 1.0);
    }

    #[test]
    fn a_file_that_is_none_is_an_error() {
        let error = |csv: &str| format!("{:#}", parse(csv).unwrap_err());
        assert!(error("a,b\n1,2\n").contains("no column \"left\""));
        assert!(error("left,right,kind,mirror\na,b,k,maybe\n").contains("line 2"));
        assert!(error("left,right,kind,mirror\n").contains("no mirror"));
    }
}
