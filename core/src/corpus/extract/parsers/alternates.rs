//! Content that Office Open XML gives in several ways (ECMA-376 part 3, markup compatibility): of an element
//! `AlternateContent` one branch is read, the first choice whose namespaces are known here, else the fallback. Where
//! that branch has no text, another that has some is read, so that no text is lost.

use std::collections::HashSet;

use super::flow::Flow;
use super::xml::Tag;
use crate::corpus::extract::LeftOut;

/// Beginnings of the namespaces that the programs know which write these documents.
const KNOWN: [&str; 3] = [
    "http://schemas.microsoft.com/",
    "http://schemas.openxmlformats.org/",
    "http://purl.oclc.org/ooxml/",
];

/// Text with what was met in it.
#[derive(Default)]
pub(super) struct Content {
    pub flow: Flow,
    /// References to notes (kind of note, id), in their order.
    pub references: Vec<(&'static str, String)>,
    /// What was met and is no part of the text.
    pub left_out: LeftOut,
}

/// What a branch has added to the content.
struct Branch {
    rank: Rank,
    text: String,
    references: Vec<(&'static str, String)>,
    left_out: LeftOut,
}

/// Which branch is read: the greatest, the first of equals.
type Rank = (bool, Kind);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// A choice with a namespace that is not known.
    Foreign,
    Fallback,
    Known,
}

/// State of the content where a branch begins.
struct Mark {
    text: usize,
    references: usize,
    left_out: LeftOut,
}

impl Content {
    fn mark(&self) -> Mark {
        Mark {
            text: self.flow.len(),
            references: self.references.len(),
            left_out: self.left_out,
        }
    }

    /// Takes out what has come since `mark`.
    fn taken(&mut self, mark: &Mark, kind: Kind) -> Branch {
        let text = self.flow.split_off(mark.text);
        let references = mark.references.min(self.references.len());
        let left_out = self.left_out.since(&mark.left_out);
        self.left_out = mark.left_out;
        Branch {
            rank: (!text.trim().is_empty(), kind),
            text,
            references: self.references.split_off(references),
            left_out,
        }
    }

    fn add(&mut self, branch: Branch) {
        self.flow.push(&branch.text);
        self.references.extend(branch.references);
        self.left_out += branch.left_out;
    }
}

/// The elements `AlternateContent` around the present place.
#[derive(Default)]
pub(super) struct Alternates {
    open: Vec<Open>,
    /// Prefixes of known namespaces that the part has declared so far.
    known: HashSet<String>,
}

#[derive(Default)]
struct Open {
    /// The branch that is being read.
    branch: Option<(Mark, Kind)>,
    best: Option<Branch>,
}

impl Alternates {
    /// To be called at each start tag.
    pub fn start(&mut self, name: &str, tag: &Tag<'_>, content: &Content) {
        for (prefix, namespace) in tag.namespaces() {
            match KNOWN.iter().any(|known| namespace.starts_with(known)) {
                true => self.known.insert(prefix),
                false => self.known.remove(&prefix),
            };
        }
        if name == "AlternateContent" {
            self.open.push(Open::default());
            return;
        }
        let Some(open) = self.open.last_mut().filter(|open| open.branch.is_none()) else {
            return;
        };
        let kind = match name {
            "Choice" => {
                let required = tag.attribute("Requires").unwrap_or_default();
                let mut required = required.split_whitespace();
                match required.all(|prefix| self.known.contains(prefix)) {
                    true => Kind::Known,
                    false => Kind::Foreign,
                }
            }
            "Fallback" => Kind::Fallback,
            _ => return,
        };
        open.branch = Some((content.mark(), kind));
    }

    /// To be called at each end tag.
    pub fn end(&mut self, name: &str, content: &mut Content) {
        match name {
            "Choice" | "Fallback" => {
                let Some(open) = self.open.last_mut() else {
                    return;
                };
                if let Some((mark, kind)) = open.branch.take() {
                    let branch = content.taken(&mark, kind);
                    if open
                        .best
                        .as_ref()
                        .is_none_or(|best| branch.rank > best.rank)
                    {
                        open.best = Some(branch);
                    }
                }
            }
            "AlternateContent" => {
                if let Some(branch) = self.open.pop().and_then(|open| open.best) {
                    content.add(branch);
                }
            }
            _ => {}
        }
    }
}
