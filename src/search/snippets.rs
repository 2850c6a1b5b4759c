//! Search snippets: excerpts around the matches, with highlighted spans.

use std::ops::Range;

use tantivy::query::Query;
use tantivy::schema::Field;
use tantivy::snippet::{SnippetGenerator, collapse_overlapped_ranges};
use tantivy::{Searcher, TantivyError};

/// Approximate length of a snippet in bytes.
const LENGTH: usize = 240;
/// Bytes at the beginning of a long text that are searched first; usually sufficient.
const HEAD: usize = 256 << 10;

/// Snippet generator for one query.
pub(super) struct Snippets {
    generator: SnippetGenerator,
}

impl Snippets {
    pub fn new(searcher: &Searcher, query: &dyn Query, body: Field) -> Result<Self, TantivyError> {
        let mut generator = SnippetGenerator::create(searcher, query, body)?;
        generator.set_max_num_chars(LENGTH);
        Ok(Snippets { generator })
    }

    /// Best excerpt of `text` and the byte spans of its matches; the beginning of the text if only title
    /// or path match.
    pub fn of(&self, text: &str) -> (String, Vec<(usize, usize)>) {
        let head = &text[..text.floor_char_boundary(HEAD)];
        let mut snippet = self.generator.snippet(head);
        if snippet.is_empty() && head.len() < text.len() {
            snippet = self.generator.snippet(text);
        }
        if snippet.is_empty() {
            return (
                text[..text.floor_char_boundary(LENGTH)].to_owned(),
                Vec::new(),
            );
        }
        let marks = collapse_overlapped_ranges(snippet.highlighted());
        let marks = marks.into_iter().map(|Range { start, end }| (start, end));
        (snippet.fragment().to_owned(), marks.collect())
    }
}
