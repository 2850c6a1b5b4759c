//! Facts about a corpus counted once when it arrives, for the screens Skipped and About: what was
//! not read, by reason; how documents were read and decoded; sizes.

use std::collections::{BTreeMap, HashMap};

use crate::app::scroll::Scroll;
use crate::collection::Collection;
use crate::corpus::{Encoding, Kind, SkipReason};

/// A line of the Skipped screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkippedRow {
    /// A reason, with its number of entries.
    Reason(&'static str, usize),
    /// An entry: its index in the collection's list.
    Entry(usize),
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub struct CorpusFacts {
    /// The lines of the Skipped screen.
    pub skipped: Vec<SkippedRow>,
    /// Documents by how they were decoded, most first.
    pub encodings: Vec<(String, usize)>,
    /// Documents by what they were read as, most first.
    pub kinds: Vec<(&'static str, usize)>,
    /// Documents whose encoding is a guess or had bytes that did not fit.
    pub assumed: usize,
    /// Bytes of source text.
    pub bytes: u64,
    /// Terms in all documents.
    pub terms: u64,
    /// Documents with fewer terms than a shingle has.
    pub short: usize,
    /// Documents without a single term; they resemble nothing.
    pub wordless: usize,
    /// Position on the Skipped screen.
    pub scroll: Scroll,
}

impl CorpusFacts {
    /// Counts `collection`; the position is kept.
    #[must_use]
    pub fn of(collection: &Collection, scroll: Scroll) -> Self {
        let mut facts = CorpusFacts {
            skipped: skipped_rows(collection),
            scroll,
            ..CorpusFacts::default()
        };
        facts.scroll.select(scroll.selected, facts.skipped.len());
        let k = collection.settings().sketching.k;
        let mut encodings: HashMap<Encoding, usize> = HashMap::new();
        let mut kinds: BTreeMap<&'static str, usize> = BTreeMap::new();
        for doc in collection.documents() {
            let row = collection.row(doc);
            *encodings.entry(row.encoding).or_default() += 1;
            *kinds.entry(kind_name(row.kind)).or_default() += 1;
            let sure = matches!(row.encoding, Encoding::Utf8 | Encoding::Marked(_));
            facts.assumed += usize::from(!sure);
            facts.bytes += row.bytes;
            let terms = collection.terms(doc).len();
            facts.terms += terms as u64;
            facts.short += usize::from(terms > 0 && terms < k);
            facts.wordless += usize::from(terms == 0);
        }
        let named = encodings.into_iter().map(|(e, n)| (e.to_string(), n));
        facts.encodings = most_first(named.collect());
        facts.kinds = most_first(kinds);
        facts
    }

    /// Which entry the cursor of the Skipped screen is on, counted without the reasons' lines; on the
    /// first of those, the one below.
    #[must_use]
    pub fn skipped_at(&self) -> usize {
        let upto = (self.scroll.selected + 1).min(self.skipped.len());
        self.skipped[..upto]
            .iter()
            .filter(|r| matches!(r, SkippedRow::Entry(_)))
            .count()
            .max(1)
    }
}

fn most_first<K: Ord>(counts: BTreeMap<K, usize>) -> Vec<(K, usize)> {
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    counts
}

fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Plain => "text as it stands",
        Kind::Html => "visible text of HTML",
        Kind::JsonRow => "row of JSON Lines",
    }
}

fn skipped_rows(collection: &Collection) -> Vec<SkippedRow> {
    let mut groups: BTreeMap<(u8, &'static str), Vec<usize>> = BTreeMap::new();
    for (i, entry) in collection.skipped().iter().enumerate() {
        groups
            .entry(reason_group(&entry.reason))
            .or_default()
            .push(i);
    }
    let mut rows = Vec::new();
    for ((_, name), entries) in groups {
        rows.push(SkippedRow::Reason(name, entries.len()));
        rows.extend(entries.into_iter().map(SkippedRow::Entry));
    }
    rows
}

/// What goes wrong comes first, what is left out by rule last.
fn reason_group(reason: &SkipReason) -> (u8, &'static str) {
    match reason {
        SkipReason::Unreadable(_) | SkipReason::Exhausted(_) => (0, "cannot be read"),
        SkipReason::Changed => (0, "changed while read"),
        SkipReason::BadRow(_) => (1, "rows not read"),
        SkipReason::TooLarge(..) => (2, "too large"),
        SkipReason::TooDeep(_) => (2, "nested too deep"),
        SkipReason::TooSlow(_) => (2, "took too long"),
        SkipReason::Binary => (3, "binary, not text"),
        SkipReason::Empty => (4, "empty"),
        SkipReason::NotRegular(_) => (5, "not regular files"),
        SkipReason::Link => (6, "symbolic links, not followed"),
        SkipReason::VersionControl => (7, "version-control folders"),
        SkipReason::Index => (7, "indexes of shinglescope"),
    }
}
