//! Which documents are compared with each other: new documents with an archive, and never the documents
//! of one group (the drafts of one author).
//!
//! Documents with the same role and the same group are one class. Whether a pair is compared depends on
//! the classes of its documents alone.

use std::sync::Arc;

use crate::base::DocNo;

/// Which of the pairs of a new document are compared; two documents of the archive never are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Against {
    /// New documents with each other and with the archive.
    #[default]
    All,
    /// New documents with each other only.
    New,
    /// New documents with the archive only.
    Archive,
}

/// What the documents of a class have in common.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Class {
    /// Whether they belong to the archive.
    pub archive: bool,
    /// Name of their group; `None` if they belong to none.
    pub group: Option<Arc<str>>,
}

/// The class of each document of a collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classes {
    against: Against,
    classes: Vec<Class>,
    /// For each document, the index of its class.
    class_of: Vec<u32>,
}

impl Classes {
    /// Takes the class of each document, in the order of their numbers.
    #[must_use]
    pub fn new(against: Against, of_documents: impl IntoIterator<Item = Class>) -> Self {
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
        }
    }

    /// The class of `doc`.
    #[must_use]
    pub fn class(&self, doc: DocNo) -> &Class {
        &self.classes[self.number(doc) as usize]
    }

    /// Number of the class of `doc`, from 0.
    #[must_use]
    pub fn number(&self, doc: DocNo) -> u32 {
        self.class_of[doc.index()]
    }

    /// Whether two documents are compared.
    #[must_use]
    pub fn compares(&self, a: DocNo, b: DocNo) -> bool {
        let (x, y) = (self.class(a), self.class(b));
        let roles = match (x.archive, y.archive) {
            (true, true) => false,
            (false, false) => self.against != Against::Archive,
            _ => self.against != Against::New,
        };
        roles && (x.group.is_none() || x.group != y.group)
    }

    /// Whether a new document without a group, which need not be in the collection, is compared with `doc`.
    #[must_use]
    pub fn compares_new(&self, doc: DocNo) -> bool {
        match self.against {
            Against::All => true,
            Against::New => !self.class(doc).archive,
            Against::Archive => self.class(doc).archive,
        }
    }

    /// Whether two documents are left out because they belong to one group.
    #[must_use]
    pub fn same_group(&self, a: DocNo, b: DocNo) -> bool {
        let (x, y) = (self.class(a), self.class(b));
        x.group.is_some() && x.group == y.group
    }

    /// Number of documents of the archive, and of groups.
    #[must_use]
    pub fn counts(&self) -> (usize, usize) {
        let archive = self
            .class_of
            .iter()
            .filter(|class| self.classes[**class as usize].archive);
        let groups = self.classes.iter().filter_map(|class| class.group.as_ref());
        let groups: std::collections::HashSet<&Arc<str>> = groups.collect();
        (archive.count(), groups.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(pairs(Against::New), new);
        assert_eq!(pairs(Against::Archive), archive);
        let mut both = [new.as_slice(), &archive].concat();
        both.sort_unstable();
        assert_eq!(pairs(Against::All), both);
        assert_eq!(Classes::new(Against::All, all.clone()).counts(), (3, 1));
    }
}
