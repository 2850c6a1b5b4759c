//! Finds the span at a byte while the text is drawn, byte after byte.

use crate::typeset::TextRow;

/// Items with byte spans, sorted and disjoint. Lookups must have ascending bytes.
pub struct SpanCursor<'a, T> {
    items: &'a [T],
    span: fn(&T) -> (usize, usize),
    next: usize,
}

impl<'a, T> SpanCursor<'a, T> {
    /// Starts at the first of `items` that overlaps `row` or follows it.
    pub fn new(items: &'a [T], span: fn(&T) -> (usize, usize), row: &TextRow) -> Self {
        let next = items.partition_point(|item| span(item).1 <= row.start);
        SpanCursor { items, span, next }
    }

    /// The item whose span contains `byte`.
    pub fn at(&mut self, byte: usize) -> Option<&'a T> {
        while (self.items.get(self.next)).is_some_and(|item| (self.span)(item).1 <= byte) {
            self.next += 1;
        }
        let item = self.items.get(self.next);
        item.filter(|item| (self.span)(item).0 <= byte)
    }
}
