//! Which documents are compared with each other: new documents with an archive, and never the documents
//! of one group (the drafts of one author).
//!
//! Documents with the same role and the same group are one class. Whether a pair is compared depends on the classes of
//! its documents; the user can exclude further pairs.

use std::collections::HashSet;
use std::sync::Arc;

use crate::base::DocNo;

/// Which pairs of a new document are compared. Two documents of the archive are never compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ComparedWith {
    /// New documents with each other and with the archive.
    #[default]
    All,
    /// New documents with each other only.
    New,
    /// New documents with the archive only.
    Archive,
}

/// Common properties of the documents of a class.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Class {
    /// Whether they belong to the archive.
    pub archive: bool,
    /// Name of their group; `None` if they belong to none.
    pub group: Option<Arc<str>>,
}

/// Why two documents are not compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotCompared {
    /// Both belong to the archive.
    BothArchive,
    /// Both are new, and new documents are compared with the archive only.
    BothNew,
    /// One is new and one of the archive, and new documents are compared with each other only.
    NewAndArchive,
    /// Both belong to the group of this name.
    SameGroup(Arc<str>),
    /// The user excluded the pair.
    SetApart,
}

/// The class of each document of a collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classes {
    /// The documents that new documents are compared with.
    pub against: ComparedWith,
    classes: Vec<Class>,
    /// For each document, the index of its class.
    class_of: Vec<u32>,
    /// Further pairs of documents that are not compared, although their classes are; the lower number first.
    apart: HashSet<(DocNo, DocNo)>,
    /// The classes before these pairs were excluded.
    before: Option<Arc<Classes>>,
}

impl Classes {
    /// Takes the class of each document, in the order of their numbers.
    pub fn new(against: ComparedWith, of_documents: impl IntoIterator<Item = Class>) -> Self {
        let mut numbers = std::collections::HashMap::new();
        let mut classes: Vec<Class> = Vec::new();
        let number = |class: Class| {
            *numbers.entry(class).or_insert_with_key(|class| {
                classes.push(class.clone());
                classes.len() as u32 - 1
            })
        };
        let class_of = of_documents.into_iter().map(number).collect();
        Classes {
            against,
            classes,
            class_of,
            apart: HashSet::new(),
            before: None,
        }
    }

    /// Returns the classes of `documents` documents, with further pairs that are not compared. Each document of these
    /// pairs gets its own class, because identical documents of one class represent each other.
    pub fn with_apart(
        before: Option<&Arc<Classes>>,
        documents: usize,
        pairs: &[(DocNo, DocNo)],
    ) -> Self {
        let one_class = || Classes::new(ComparedWith::All, vec![Class::default(); documents]);
        let mut classes = before.map_or_else(one_class, |before| (**before).clone());
        for &(a, b) in pairs {
            if classes.apart.insert((a.min(b), a.max(b))) {
                for doc in [a, b] {
                    let class = classes.class(doc).clone();
                    classes.class_of[doc.index()] = classes.classes.len() as u32;
                    classes.classes.push(class);
                }
            }
        }
        classes.before = before.cloned();
        classes
    }

    /// The classes without excluded pairs; `None` if no pairs are excluded.
    pub fn before_apart(&self) -> Option<Option<&Arc<Classes>>> {
        (!self.apart.is_empty()).then_some(self.before.as_ref())
    }

    /// The class of `doc`.
    pub fn class(&self, doc: DocNo) -> &Class {
        &self.classes[self.number(doc) as usize]
    }

    /// Number of the class of `doc`, from 0.
    pub fn number(&self, doc: DocNo) -> u32 {
        self.class_of[doc.index()]
    }

    /// Whether two documents are compared.
    pub fn compares(&self, a: DocNo, b: DocNo) -> bool {
        self.why_not(a, b).is_none()
    }

    /// Whether a new document without a group, which need not be in the collection, is compared with `doc`.
    pub fn compares_new(&self, doc: DocNo) -> bool {
        self.against == ComparedWith::All
            || self.class(doc).archive == (self.against == ComparedWith::Archive)
    }

    /// Why two documents are not compared; `None` if they are.
    pub fn why_not(&self, a: DocNo, b: DocNo) -> Option<NotCompared> {
        let (x, y) = (self.class(a), self.class(b));
        if x.archive && y.archive {
            return Some(NotCompared::BothArchive);
        } else if x.archive != y.archive && self.against == ComparedWith::New {
            return Some(NotCompared::NewAndArchive);
        } else if !x.archive && !y.archive && self.against == ComparedWith::Archive {
            return Some(NotCompared::BothNew);
        }
        if let Some(group) = x.group.as_ref().filter(|_| x.group == y.group) {
            return Some(NotCompared::SameGroup(Arc::clone(group)));
        }
        let is_apart = self.apart.contains(&(a.min(b), a.max(b)));
        is_apart.then_some(NotCompared::SetApart)
    }

    /// Whether two documents are not compared because they belong to one group.
    pub fn same_group(&self, a: DocNo, b: DocNo) -> bool {
        matches!(self.why_not(a, b), Some(NotCompared::SameGroup(_)))
    }

    /// The names of all groups, ascending.
    pub fn groups(&self) -> Vec<Arc<str>> {
        let groups = self.classes.iter().filter_map(|class| class.group.clone());
        let mut groups: Vec<Arc<str>> = groups.collect();
        groups.sort_unstable();
        groups.dedup();
        groups
    }

    /// Number of documents of the archive, and of groups.
    pub fn counts(&self) -> (usize, usize) {
        let is_archive = |class: &&u32| self.classes[**class as usize].archive;
        let archive = self.class_of.iter().filter(is_archive);
        (archive.count(), self.groups().len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_excludes_only_pairs_that_roles_would_compare() {
        let class = |archive| Class {
            archive,
            group: Some("ida".into()),
        };
        let same_groups = |against| {
            let classes = Classes::new(against, [false, false, true, true].map(class));
            let pairs = [(0, 1), (1, 2), (2, 3)].map(|(a, b)| (DocNo(a), DocNo(b)));
            pairs.map(|(a, b)| classes.same_group(a, b))
        };
        assert_eq!(same_groups(ComparedWith::All), [true, true, false]);
        assert_eq!(same_groups(ComparedWith::New), [true, false, false]);
        assert_eq!(same_groups(ComparedWith::Archive), [false, true, false]);
    }

    #[test]
    fn a_pair_is_compared_by_the_roles_and_groups_of_its_documents() {
        let class = |archive, group: &str| Class {
            archive,
            group: (!group.is_empty()).then(|| group.into()),
        };
        let all = [
            class(false, ""),
            class(false, "ida"),
            class(false, "ida"),
            class(true, "ida"),
            class(true, ""),
            class(true, ""),
        ];
        let pairs = |against| {
            let classes = Classes::new(against, all.clone());
            let numbers = || (0..all.len()).map(DocNo::at);
            let pairs = numbers().flat_map(|a| numbers().map(move |b| (a, b)));
            let pairs = pairs.filter(|(a, b)| a < b && classes.compares(*a, *b));
            pairs
                .map(|(a, b)| (a.index(), b.index()))
                .collect::<Vec<_>>()
        };
        let new = [(0, 1), (0, 2)];
        let archive = [(0, 3), (0, 4), (0, 5), (1, 4), (1, 5), (2, 4), (2, 5)];
        assert_eq!(pairs(ComparedWith::New), new);
        assert_eq!(pairs(ComparedWith::Archive), archive);
        let mut both = [new.as_slice(), &archive].concat();
        both.sort_unstable();
        assert_eq!(pairs(ComparedWith::All), both);
        let classes = Classes::new(ComparedWith::All, all.clone());
        assert_eq!(classes.counts(), (3, 1));
        let classes = Arc::new(classes);
        let apart = Classes::with_apart(Some(&classes), 6, &[(DocNo(3), DocNo(0))]);
        for (a, b) in both {
            let (a, b) = (DocNo::at(a), DocNo::at(b));
            assert_eq!(apart.compares(a, b), (a, b) != (DocNo(0), DocNo(3)));
            assert_eq!(apart.compares(a, b), apart.compares(b, a));
            let why_not = (!apart.compares(a, b)).then_some(NotCompared::SetApart);
            assert_eq!(apart.why_not(a, b), why_not);
        }
        assert_eq!(apart.counts(), (3, 1));
        assert_eq!(apart.before_apart(), Some(Some(&classes)));
        let same_group = NotCompared::SameGroup("ida".into());
        for (against, a, b, why_not) in [
            (ComparedWith::All, 1, 2, same_group.clone()),
            (ComparedWith::All, 2, 3, same_group),
            (ComparedWith::All, 3, 4, NotCompared::BothArchive),
            (ComparedWith::Archive, 0, 1, NotCompared::BothNew),
            (ComparedWith::New, 0, 4, NotCompared::NewAndArchive),
        ] {
            let classes = Classes::new(against, all.clone());
            assert_eq!(classes.why_not(DocNo(a), DocNo(b)), Some(why_not));
        }
        let none = Classes::with_apart(None, 3, &[(DocNo(0), DocNo(2))]);
        assert!(none.compares(DocNo(0), DocNo(1)) && !none.compares(DocNo(2), DocNo(0)));
        assert_ne!(none.number(DocNo(0)), none.number(DocNo(2)));
    }
}
