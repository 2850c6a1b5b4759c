//! Finds the documents that labels name: by their ids, else by the id of the row within its file or by the name of the
//! file, with or without extension.

use std::collections::HashMap;

use crate::base::DocNo;
use crate::index::Collection;

/// Documents by a name; `None` where several have it.
type Names<'c> = HashMap<&'c str, Option<DocNo>>;

/// Documents by the names that labels have for them.
pub struct Ids<'c> {
    collection: &'c Collection,
    /// Documents by their own id, and by name of the file and the same without extension; made once an id is not known.
    by_name: Option<[Names<'c>; 2]>,
    /// How many names were no ids.
    pub by_name_only: u64,
}

impl<'c> Ids<'c> {
    /// The documents of a collection.
    pub fn new(collection: &'c Collection) -> Self {
        Ids {
            collection,
            by_name: None,
            by_name_only: 0,
        }
    }

    /// The document with this id, with this id without the white space around it, or the only one of this name.
    pub fn find(&mut self, id: &str) -> Option<DocNo> {
        let exact = self.collection.find(id);
        let exact = exact.or_else(|| self.collection.find(id.trim()));
        if exact.is_some() {
            return exact;
        }
        let collection = self.collection;
        let by_name = self.by_name.get_or_insert_with(|| names(collection));
        // The own id of a row is meant before the name of a file, also where several rows have it.
        let document = by_name.iter().find_map(|names| names.get(id.trim()));
        let document = document.copied().flatten();
        self.by_name_only += u64::from(document.is_some());
        document
    }
}

fn names(collection: &Collection) -> [Names<'_>; 2] {
    let (mut own, mut of_files) = (Names::new(), Names::new());
    for doc in collection.documents() {
        let id = collection.id(doc);
        let file = id.rsplit('/').next().unwrap_or(id);
        let stem = |name| {
            std::path::Path::new(name)
                .file_stem()
                .and_then(|stem| stem.to_str())
        };
        let without = id.rsplit_once('.').map_or(id, |(without, _)| without);
        add(&mut own, collection.own_id(doc), doc);
        let mut all = vec![file, stem(file).unwrap_or(file), without];
        all.sort_unstable();
        all.dedup();
        all.iter().for_each(|name| add(&mut of_files, name, doc));
    }
    [own, of_files]
}

fn add<'c>(names: &mut Names<'c>, name: &'c str, doc: DocNo) {
    let entry = names.entry(name);
    entry
        .and_modify(|document| *document = None)
        .or_insert(Some(doc));
}
