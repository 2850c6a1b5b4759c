//! Properties of a collection that a filter can test: groups, and whether there is an archive.

use std::sync::Arc;

use super::field::Flag;
use super::pattern::Pattern;
use crate::index::Collection;

/// Maximum number of groups that a message names.
const MAX_NAMED: usize = 6;

/// Groups and roles of the documents.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FilterClasses {
    /// The groups, ascending.
    pub groups: Vec<Arc<str>>,
    /// Whether there is an archive.
    pub archive: bool,
}

impl FilterClasses {
    /// Collects the groups and roles in `collection`. O(documents) if it has any.
    pub fn from_collection(collection: &Collection) -> Self {
        let Some(classes) = collection.classes() else {
            return FilterClasses::default();
        };
        FilterClasses {
            groups: classes.groups(),
            archive: classes.counts().0 > 0,
        }
    }

    /// Returns a message if no group matches.
    pub fn no_group(&self, pattern: &Pattern) -> Option<String> {
        if self.groups.is_empty() {
            return Some("no groups are known; --group-by names them".into());
        }
        if self.groups.iter().any(|group| pattern.matches(group)) {
            return None;
        }
        let names: Vec<&str> = self.groups.iter().take(MAX_NAMED).map(|g| &**g).collect();
        let ellipsis = if self.groups.len() > MAX_NAMED {
            ", …"
        } else {
            ""
        };
        let names = names.join(", ");
        Some(format!(
            "no group is named {}; there are {names}{ellipsis}",
            super::number::quoted(&pattern.source)
        ))
    }

    /// Returns a message if no document can have this property.
    pub fn no_flag(&self, flag: Flag) -> Option<String> {
        let is_role = matches!(flag, Flag::New | Flag::Archive);
        (is_role && !self.archive).then(|| "there is no archive; --archive PATH gives one".into())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Filter, Target};
    use super::*;
    use crate::base::DocNo;
    use crate::index::{Class, Classes, ComparedWith, made};
    use crate::settings::Sketching;
    use crate::similarity::{Overlap, Pair};

    /// Documents: archive in group ida, new in ida, new in kim, new without a group.
    fn collection() -> Collection {
        let class = |archive, group: &str| Class {
            archive,
            group: (!group.is_empty()).then(|| group.into()),
        };
        let classes = [
            class(true, "ida"),
            class(false, "ida"),
            class(false, "kim"),
            class(false, ""),
        ];
        let terms: Vec<Vec<u64>> = (0..4).map(|n| vec![n; 5]).collect();
        let collection = made::collection(&terms, Sketching::default());
        collection.with_classes(Some(Arc::new(Classes::new(ComparedWith::All, classes))))
    }

    #[test]
    fn a_group_or_role_term_matches_if_either_document_of_a_pair_matches() {
        let collection = collection();
        let classes = FilterClasses::from_collection(&collection);
        let matches = |text: &str, a: u32, b: u32| {
            let filter = Filter::parse_typed(text, Target::Pairs, &classes);
            assert_eq!(filter.1, None, "{text}");
            let pair = Pair {
                a: DocNo(a),
                b: DocNo(b),
                overlap: Overlap::default(),
                agreeing: 0,
            };
            let matches = filter.0.matches_pair(&collection, &pair, None, None);
            matches.unwrap()
        };
        assert!(matches("group:ida", 0, 3) && !matches("group:ida", 2, 3));
        assert!(matches("group:k*", 2, 3) && !matches("-group:k*", 2, 3));
        assert!(matches("archive", 0, 1) && !matches("archive", 1, 2));
        assert!(matches("new", 0, 1) && matches("new -archive", 1, 2));
        assert!(!matches("new group:kim", 0, 1));
    }

    #[test]
    fn a_group_that_does_not_exist_is_an_error() {
        let classes = FilterClasses::from_collection(&collection());
        let error = Filter::parse_typed("words>5 group:id", Target::Pairs, &classes).1;
        let message = error.unwrap().message;
        assert!(message.ends_with("there are ida, kim"), "{message}");
        let no_classes = FilterClasses::default();
        for text in ["group:a", "new", "-archive"] {
            let filter = Filter::parse(text, Target::Pairs).unwrap();
            assert!(
                filter.unknown(&no_classes).is_some()
                    && filter.unknown(&classes).is_some() == (text == "group:a")
            );
        }
    }
}
