//! What masks cover of one document.

use crate::base::{MaskedRange, Reason};

/// For each term of a document, the reason that masks it. Reused from document to document.
#[derive(Debug, Default)]
pub(super) struct Cover {
    terms: Vec<Option<Reason>>,
    some: bool,
}

impl Cover {
    /// Starts a document of so many terms.
    pub fn start(&mut self, terms: usize) {
        self.terms.clear();
        self.terms.resize(terms, None);
        self.some = false;
    }

    /// Covers `start..end` where nothing covers it yet.
    pub fn range(&mut self, start: usize, end: usize, reason: Reason) {
        let end = end.min(self.terms.len());
        for term in &mut self.terms[start.min(end)..end] {
            term.get_or_insert(reason);
        }
        self.some |= start < end;
    }

    /// Covers `width` terms from every start for which `covers` is true; starts ascend.
    pub fn windows(&mut self, width: usize, reason: Reason, covers: impl Iterator<Item = bool>) {
        let mut done = 0;
        for (start, covers) in covers.enumerate() {
            if covers {
                self.range(start.max(done), start + width, reason);
                done = start + width;
            }
        }
    }

    /// Where terms are characters: leaves one blank where a covered run had one on either side, within it or beside it,
    /// and none at an end of the text, as if its words had been cut out.
    pub fn join_blanks(&mut self, terms: &[u64], blank: u64) {
        let end = self.terms.len();
        let mut at = 0;
        while self.some && at < end {
            let Some(reason) = self.terms[at] else {
                at += 1;
                continue;
            };
            let start = at;
            let before = start.checked_sub(1);
            let blank_before = before.is_none_or(|before| terms[before] == blank);
            // What is covered on both sides of a covered blank is one run.
            while at < end && (self.terms[at].is_some() || blank_before && terms[at] == blank) {
                self.terms[at].get_or_insert(reason);
                at += 1;
                if terms[at - 1] == blank && self.terms.get(at).is_none_or(Option::is_none) {
                    break;
                }
            }
            match before {
                Some(before) if at == end && blank_before => self.terms[before] = Some(reason),
                // Words on both sides: a blank that was covered with them stays between these.
                Some(_) if at < end && !blank_before && terms[at] != blank => {
                    let mut ends = [start, at - 1].into_iter();
                    if let Some(kept) = ends.rfind(|end| terms[*end] == blank) {
                        self.terms[kept] = None;
                    }
                }
                _ => {}
            }
        }
    }

    /// The covered runs: ascending, disjoint, each with one reason.
    pub fn ranges(&self) -> Vec<MaskedRange> {
        let mut ranges = Vec::new();
        if !self.some {
            return ranges;
        }
        let mut start = 0;
        for run in self.terms.chunk_by(|a, b| a == b) {
            let end = start + run.len();
            if let Some(reason) = run[0] {
                ranges.push(MaskedRange {
                    start: start as u32,
                    end: end as u32,
                    reason,
                });
            }
            start = end;
        }
        ranges
    }
}
