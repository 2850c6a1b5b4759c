//! Spans walked along with the text that they are of.

use crate::typeset::Row;

/// Items with spans of bytes, rising and apart; asked for by bytes in rising order.
pub struct Along<'a, T> {
    items: &'a [T],
    span: fn(&T) -> (usize, usize),
    next: usize,
}

impl<'a, T> Along<'a, T> {
    /// From the first of `items` that has part in `row` on.
    pub fn new(items: &'a [T], span: fn(&T) -> (usize, usize), row: &Row) -> Self {
        let next = items.partition_point(|item| span(item).1 <= row.start);
        Along { items, span, next }
    }

    /// The item that holds `byte`.
    pub fn at(&mut self, byte: usize) -> Option<&'a T> {
        while self
            .items
            .get(self.next)
            .is_some_and(|item| (self.span)(item).1 <= byte)
        {
            self.next += 1;
        }
        self.items
            .get(self.next)
            .filter(|item| (self.span)(item).0 <= byte)
    }
}
