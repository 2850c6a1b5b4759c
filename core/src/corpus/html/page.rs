//! What is read of a page, and how it is written.

use crate::base::BlockSpan;

/// Extracted content of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// Content of the `title` element, which is not part of the text.
    pub title: String,
    /// Text of the page.
    pub text: String,
    /// Byte spans `start..end` of the text, ascending and disjoint, that element attributes make invisible; none where
    /// the settings leave such text out.
    pub unseen: Vec<(usize, usize)>,
    /// Byte spans `start..end` of the text, ascending and disjoint, inside `blockquote` and `q` elements.
    pub quoted: Vec<(usize, usize)>,
    /// Blocks of the page, ascending and disjoint. Text in none of them is body text.
    pub blocks: Vec<BlockSpan>,
}

impl Page {
    /// The text without invisible spans. Words on either side of a removed span stay separated.
    #[must_use]
    pub fn seen(&self) -> String {
        let mut seen = String::with_capacity(self.text.len());
        let mut from = 0;
        for &(start, end) in &self.unseen {
            seen.push_str(&self.text[from..start]);
            seen.push(' ');
            from = end;
        }
        seen.push_str(&self.text[from..]);
        seen
    }
}

/// How a page is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// HTML. A page that begins with the declaration of XML is read as XML nevertheless.
    Html,
    /// XML (XHTML), whether or not the page says so.
    Xml,
}
