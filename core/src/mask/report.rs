//! Counts of masked text, by reason.

use crate::base::{MaskedRange, Reason, units};
use crate::index::Collection;
use crate::settings::Unit;

/// The masked text of one reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReasonCount {
    /// Documents with a masked span.
    pub documents: u64,
    /// Masked spans.
    pub spans: u64,
    /// Masked words (terms).
    pub words: u64,
}

impl ReasonCount {
    /// Counts masked ranges of one document.
    pub fn count<'r>(ranges: impl IntoIterator<Item = &'r MaskedRange>) -> Self {
        let words = ranges.into_iter().map(|range| range.words() as u64);
        let (spans, words) = words.fold((0, 0), |(spans, sum), words| (spans + 1, sum + words));
        ReasonCount {
            documents: u64::from(spans > 0),
            spans,
            words,
        }
    }

    /// The sum of two counts.
    pub fn and(self, other: Self) -> Self {
        ReasonCount {
            documents: self.documents + other.documents,
            spans: self.spans + other.spans,
            words: self.words + other.words,
        }
    }
}

/// The masked text of a collection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MaskReport {
    /// By reason, in the order of [`Reason::ALL`]. A word belongs to one reason.
    counts: [ReasonCount; Reason::ALL.len()],
    /// The unit of words: terms, or characters.
    unit: Unit,
    /// Documents with a masked span.
    pub documents: u64,
    /// Masked words.
    pub words: u64,
    /// Documents whose words are all masked.
    pub emptied: u64,
}

impl MaskReport {
    /// Counts the masked text of `collection`.
    pub fn count(collection: &Collection) -> Self {
        let mut report = MaskReport {
            unit: collection.settings().normalisation.unit,
            ..MaskReport::default()
        };
        for doc in collection.documents() {
            let ranges = collection.masked_ranges(doc);
            if ranges.is_empty() {
                continue;
            }
            report.documents += 1;
            report.words += ReasonCount::count(ranges).words;
            report.emptied += u64::from(collection.term_count(doc) == 0);
            for (count, reason) in report.counts.iter_mut().zip(Reason::ALL) {
                let ranges = ranges.iter().filter(|range| range.reason == reason);
                *count = count.and(ReasonCount::count(ranges));
            }
        }
        report
    }

    /// Sentences for a reader: one for each reason that masks something, and one for documents that have
    /// no words left.
    pub fn sentences(&self) -> Vec<String> {
        let mut sentences = Vec::new();
        for (reason, count) in Reason::ALL.into_iter().zip(self.counts) {
            if count.spans > 0 {
                sentences.push(format!(
                    "excluded as {}: {} in {} of {}",
                    reason.name(),
                    self.unit.counted(count.words),
                    units::counted(count.spans, "span", "spans"),
                    units::counted(count.documents, "document", "documents"),
                ));
            }
        }
        if self.emptied > 0 {
            sentences.push(format!(
                "{} no words left after exclusions and {} nothing",
                units::counted(self.emptied, "document has", "documents have"),
                if self.emptied == 1 {
                    "resembles"
                } else {
                    "resemble"
                },
            ));
        }
        sentences
    }
}
