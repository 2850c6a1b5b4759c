//! Sets of documents: which roots are the archive, and which documents form a group. Assigns a class
//! to each document of a collection.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use regex::Regex;

use crate::base::files::absolute;
use crate::base::{Date, DocNo};
use crate::corpus::Dated;
use crate::index::{Class, Classes, Collection, ComparedWith};

/// Which documents are compared with each other.
#[derive(Clone, Debug, Default)]
pub struct Sets {
    /// Files and folders of the archive, which is compared only with new documents. They are among the
    /// paths of the source.
    pub archive: Vec<PathBuf>,
    /// Which pairs of a new document are compared.
    pub against: ComparedWith,
    /// Documents of one group are not compared; `None` if there are no groups.
    pub group_by: Option<GroupBy>,
    /// Dates of documents by their ids; they do not change what is compared.
    pub dates: HashMap<String, Date>,
}

/// The rule for the group of a document.
#[derive(Clone, Debug)]
pub enum GroupBy {
    /// The first capture group of the expression, or its full match with the id. Without a match, or with an empty
    /// match, there is no group.
    Pattern(Regex),
    /// This number of folders at the start of the id, 1 or more. With an archive, folders are counted below each given
    /// path, so that the new documents are not one group. A document in fewer folders has no group.
    Folders(usize),
    /// The group of each document by its id.
    Table(HashMap<String, String>),
}

impl GroupBy {
    /// The group of the document with this id and printed id; a table may contain either. `has_archive` tells whether
    /// ids begin with the name of the new documents or of the archive.
    fn group(&self, id: &str, printed: &str, has_archive: bool) -> Option<Arc<str>> {
        match self {
            GroupBy::Pattern(pattern) => {
                let captures = pattern.captures(id)?;
                let group = captures.get(1).or_else(|| captures.get(0))?.as_str();
                (!group.is_empty()).then(|| group.into())
            }
            GroupBy::Folders(depth) => {
                let below = if has_archive {
                    id.split_once('/')?.1
                } else {
                    id
                };
                let (end, _) = below.match_indices('/').nth(depth - 1)?;
                Some(below[..end].into())
            }
            GroupBy::Table(groups) => {
                let group = groups.get(id).or_else(|| groups.get(printed));
                group.map(|group| group.as_str().into())
            }
        }
    }
}

impl Sets {
    /// Whether every document is compared with every other.
    pub fn is_empty(&self) -> bool {
        self.archive.is_empty() && self.group_by.is_none()
    }

    /// Adds the class of each document to the collection.
    pub fn classify(&self, collection: Arc<Collection>) -> Arc<Collection> {
        if self.is_empty() {
            return collection;
        }
        let archive: Vec<PathBuf> = self.archive.iter().map(|path| absolute(path)).collect();
        // Rows of one file follow each other.
        let mut last: Option<(PathBuf, bool)> = None;
        let mut is_archive = |path: &Path| match &last {
            Some((last_path, is_match)) if last_path == path => *is_match,
            _ => {
                let full_path = absolute(path);
                let is_match = archive.iter().any(|root| full_path.starts_with(root));
                last = Some((path.to_owned(), is_match));
                is_match
            }
        };
        let has_archive = !self.archive.is_empty();
        let classes = collection.documents().map(|doc| {
            let row = collection.row(doc);
            let group = |by: &GroupBy| by.group(row.id, collection.printed_id(doc), has_archive);
            Class {
                archive: row.location.on_disk().is_some_and(&mut is_archive),
                group: self.group_by.as_ref().and_then(group),
            }
        });
        let classes = Classes::new(self.against, classes);
        Arc::new(collection.with_classes(Some(Arc::new(classes))))
    }

    /// The date of a document: from the list, otherwise from its row.
    pub fn dated(&self, collection: &Collection, doc: DocNo) -> Dated {
        let row = collection.row(doc);
        let listed = self.dates.get(row.id);
        let listed = listed.or_else(|| self.dates.get(collection.printed_id(doc)));
        Dated::from_row(row, listed.copied())
    }

    /// Ids in the list of dates that no document of `collection` has, ascending.
    pub fn dates_unknown<'a>(&'a self, collection: &Collection) -> Vec<&'a str> {
        unknown(self.dates.keys(), collection)
    }

    /// Ids in the table of groups that no document of `collection` has, ascending.
    pub fn unknown<'a>(&'a self, collection: &Collection) -> Vec<&'a str> {
        match &self.group_by {
            Some(GroupBy::Table(groups)) => unknown(groups.keys(), collection),
            _ => Vec::new(),
        }
    }
}

fn unknown<'a>(ids: impl Iterator<Item = &'a String>, collection: &Collection) -> Vec<&'a str> {
    let ids = ids.map(String::as_str);
    let mut unknown: Vec<&str> = ids.filter(|id| collection.find(id).is_none()).collect();
    unknown.sort_unstable();
    unknown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_is_named_by_an_expression_folders_or_a_table() {
        let group = |by: &GroupBy, id| by.group(id, id, false).map(|group| group.to_string());
        let pattern = GroupBy::Pattern(Regex::new("^([a-z]+)_").unwrap());
        assert_eq!(group(&pattern, "ida_draft2.txt").as_deref(), Some("ida"));
        assert_eq!(group(&pattern, "2_ida.txt"), None);
        let full_match = GroupBy::Pattern(Regex::new("^[a-z]+").unwrap());
        assert_eq!(group(&full_match, "ida_draft2.txt").as_deref(), Some("ida"));
        let empty = GroupBy::Pattern(Regex::new("^((?:ida)?)_?").unwrap());
        assert_eq!(group(&empty, "ida_1.txt").as_deref(), Some("ida"));
        assert_eq!(group(&empty, "2.txt"), None);
        let folders = GroupBy::Folders(2);
        assert_eq!(group(&folders, "a/b/c/d.txt").as_deref(), Some("a/b"));
        assert_eq!(group(&folders, "a/b.txt"), None);
        let below = |by: &GroupBy, id| by.group(id, id, true).map(|group| group.to_string());
        let two_below = below(&GroupBy::Folders(1), "new/ida/c/d.txt");
        assert_eq!(two_below.as_deref(), Some("ida"));
        assert_eq!(below(&folders, "new/ida/c/d.txt").as_deref(), Some("ida/c"));
        assert_eq!(below(&GroupBy::Folders(1), "new/d.txt"), None);
        let table = GroupBy::Table([("x.txt".to_owned(), "ida".to_owned())].into());
        assert_eq!(group(&table, "x.txt").as_deref(), Some("ida"));
        assert_eq!(group(&table, "y.txt"), None);
    }
}
