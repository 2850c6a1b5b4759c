//! What was masked, counted by reason.

use crate::base::{MaskedRange, Reason, units};
use crate::index::Collection;
use crate::settings::Unit;

/// What one reason masks.
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
    /// Counts the masked ranges of one document.
    pub fn count(ranges: &[MaskedRange]) -> Self {
        ReasonCount {
            documents: u64::from(!ranges.is_empty()),
            spans: ranges.len() as u64,
            words: ranges.iter().map(|range| range.words() as u64).sum(),
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

/// What is masked in a collection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MaskReport {
    /// By reason, in the order of [`Reason::ALL`]. A word belongs to one reason.
    counts: [ReasonCount; Reason::ALL.len()],
    /// What words are here: terms, or characters.
    unit: Unit,
    /// Documents with a masked span.
    pub documents: u64,
    /// Masked words.
    pub words: u64,
    /// Documents that had words and have none left.
    pub emptied: u64,
}

impl MaskReport {
    /// Counts what is masked in `collection`.
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
            report.emptied += u64::from(collection.term_count(doc) == 0);
            for (count, reason) in report.counts.iter_mut().zip(Reason::ALL) {
                let of_reason = ranges.iter().filter(|range| range.reason == reason);
                let before = count.spans;
                for range in of_reason {
                    count.spans += 1;
                    count.words += range.words() as u64;
                    report.words += range.words() as u64;
                }
                count.documents += u64::from(count.spans > before);
            }
        }
        report
    }

    /// What `reason` masks.
    pub fn of_reason(&self, reason: Reason) -> ReasonCount {
        let counted = Reason::ALL.iter().zip(&self.counts);
        let entry = counted.into_iter().find(|(other, _)| **other == reason);
        entry.map_or(ReasonCount::default(), |(_, count)| *count)
    }

    /// Sentences for a reader: one for each reason that masks something, and one for documents that have
    /// no words left.
    pub fn sentences(&self) -> Vec<String> {
        let mut sentences = Vec::new();
        for reason in Reason::ALL {
            let count = self.of_reason(reason);
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
