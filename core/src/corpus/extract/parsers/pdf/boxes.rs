//! The part of a page that is shown (ISO 32000-1, 14.11.2): what lies in its crop box, which lies in its media box.

use pdf_extract::{Dictionary, Transform};

use super::making::Making;

/// Boxes that are smaller than this are damaged, in points.
const LEAST: f64 = 1.0;

/// Left, bottom, right and top edge of what is shown of a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shown([f64; 4]);

impl Shown {
    fn of(edges: [f64; 4]) -> Option<Self> {
        let [a, b, c, d] = edges;
        let [left, bottom, right, top] = [a.min(c), b.min(d), a.max(c), b.max(d)];
        let is_one = right - left >= LEAST && top - bottom >= LEAST;
        is_one.then_some(Shown([left, bottom, right, top]))
    }

    fn within(self, other: Self) -> Option<Self> {
        let ([a, b, c, d], [left, bottom, right, top]) = (self.0, other.0);
        let edges = [a.max(left), b.max(bottom), c.min(right), d.min(top)];
        (edges[0] < edges[2] && edges[1] < edges[3])
            .then(|| Self::of(edges))
            .flatten()
    }

    /// Whether nothing of a character is shown that begins at a place, advances by `width` and is about `size` high.
    pub fn lacks(&self, at: &Transform, width: f64, size: f64) -> bool {
        let [left, bottom, right, top] = self.0;
        let (x, y) = (at.m31, at.m32);
        let (next_x, next_y) = (x + at.m11 * width, y + at.m12 * width);
        x.max(next_x) < left - size
            || x.min(next_x) > right + size
            || y.max(next_y) < bottom - size
            || y.min(next_y) > top + size
    }
}

impl<'a> Making<'a> {
    /// What is shown of a page; `None` if it does not say it.
    pub fn shown(&self, page: &'a Dictionary) -> Option<Shown> {
        let edges = |name| Shown::of(self.inherited(page, |node| self.numbers(node, name))?);
        let media = edges(b"MediaBox")?;
        match edges(b"CropBox") {
            Some(crop) => crop.within(media).or(Some(media)),
            None => Some(media),
        }
    }
}
