//! Which documents are pages of crawls of which less was captured than there was.

use std::collections::HashMap;

use crate::corpus::{SkipReason, Skipped};

/// Records of crawls that were cut short, as reading reports them.
pub struct CutShort<'a> {
    /// Ids of the files, by the number of the record.
    files: HashMap<u64, Vec<&'a str>>,
}

impl<'a> CutShort<'a> {
    /// Those among what was reported.
    pub fn among(reported: impl Iterator<Item = &'a Skipped>) -> Self {
        let mut files: HashMap<u64, Vec<&str>> = HashMap::new();
        let cut_short = reported.filter(|skipped| skipped.reason == SkipReason::CutShort);
        for (file, record) in cut_short.filter_map(|skipped| skipped.id.rsplit_once(':')) {
            if let Ok(record) = record.parse() {
                files.entry(record).or_default().push(file);
            }
        }
        CutShort { files }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Whether the document with this id, read from this row of its file, is one of them.
    pub fn has(&self, id: &str, row: u64) -> bool {
        let mut files = self.files.get(&row).into_iter().flatten();
        files.any(|file| {
            let rest = id.strip_prefix(file);
            rest.is_some_and(|rest| rest.starts_with('#'))
        })
    }
}
