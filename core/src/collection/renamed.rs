//! Says which documents have another id than they were read under.

use std::path::Path;

use super::Collection;
use crate::base::{DocNo, units};

impl Collection {
    /// The documents that are called otherwise than they were read, because another has that id, in a
    /// sentence; `None` where there are none.
    pub fn renamed_sentence(&self) -> Option<String> {
        let sentences = [
            self.same_ids_sentence(),
            self.same_names_sentence(),
            self.same_paths_sentence(),
        ];
        let sentences: Vec<String> = sentences.into_iter().flatten().collect();
        (!sentences.is_empty()).then(|| sentences.join("; "))
    }

    fn same_ids_sentence(&self) -> Option<String> {
        let first = self.renamed().next()?;
        let count = self.renamed().len() as u64;
        let (read, called) = (self.row_as_read(first).id, self.id(first));
        Some(match count {
            1 => format!("2 documents share the id {read}; the later is called {called}"),
            _ => format!(
                "{} as others are and called by their ids with ~2, ~3, … after them, the first being {called}",
                units::counted(count, "document is named", "documents are named"),
            ),
        })
    }

    /// Files of one name, given by their paths.
    fn same_paths_sentence(&self) -> Option<String> {
        let path_of = |doc: &DocNo| self.row(*doc).location.file_on_disk();
        let is_numbered = |doc: &DocNo| {
            let name = path_of(doc).and_then(|path| path.file_name());
            let (name, id) = (name.and_then(|name| name.to_str()), self.row(*doc).id);
            let number = id.rsplit_once('~').map(|(_, number)| number);
            name.is_some_and(|name| !id.ends_with(name))
                && number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
        };
        let mut numbered = self.documents().filter(is_numbered);
        let first = numbered.next()?;
        let called = format!("{} is {}", self.id(first), path_of(&first)?.display());
        Some(match numbered.count() as u64 {
            0 => format!("2 files have one name; {called}"),
            more => format!(
                "{} have the names of others and ~2, ~3, … after them; {called}",
                units::counted(1 + more, "file", "files")
            ),
        })
    }

    /// Files whose names are not UTF-8 and look the same once what cannot be read is U+FFFD.
    fn same_names_sentence(&self) -> Option<String> {
        let is_numbered = |doc: &DocNo| {
            let row = self.row(*doc);
            let name = row.location.file_on_disk().and_then(Path::file_name);
            let name = name.filter(|name| name.to_str().is_none());
            name.is_some_and(|name| !row.id.ends_with(&*name.to_string_lossy()))
        };
        let mut numbered = self.documents().filter(is_numbered);
        let first = numbered.next()?;
        let count = units::counted(1 + numbered.count() as u64, "file has", "files have");
        Some(format!(
            "{count} a name that is not UTF-8 and looks like another; ~2, ~3, … tell them apart, the first being {}",
            self.id(first)
        ))
    }
}
