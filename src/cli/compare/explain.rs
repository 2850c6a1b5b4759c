//! `compare --explain`: how the figures of a pair are computed, step by step: shingles with their hashes, the minimum
//! of each permutation, and the bands that decide whether the two become a candidate. It uses the same functions as
//! sketches and buckets.

use std::collections::HashMap;

use serde_json::json;

use super::super::context::{CommandContext, MadeFrom};
use super::Compare;
use crate::candidates::banding::{Banding, RECALL};
use crate::engine::views::Measured;
use crate::report::{Cell, OutputColumn, Section};
use crate::settings::{Sketching, Unit};
use crate::similarity::estimate::agreement;
use crate::sketch::{Layout, Sketcher};
use crate::text::{Term, character, shingles};

/// Maximum number of rows of a step that a table shows.
const MAX_ROWS: usize = 20;

impl Compare {
    pub(super) fn explain(&self, context: &CommandContext<'_>) -> anyhow::Result<()> {
        let settings = self.settings.settings();
        let names = self.names();
        let [a, b] = self.texts(context)?;
        let explained = Explained {
            documents: [(&names[0], &a), (&names[1], &b)],
            sketching: &settings.sketching,
            unit: settings.normalisation.unit,
            threshold: self.threshold,
        };
        let entries = self.entries([&a, &b]);
        let from = MadeFrom::Each(&entries, &settings);
        let options = json!({ "explain": true });
        let to = context.described("compare", from, options, self.output)?;
        let is_table = to.format.is_table();
        let write = || Section::write_all(explained.sections(is_table), to);
        Ok(context.listening.ending_at_once(write)?)
    }
}

/// Two documents, and how they are sketched.
struct Explained<'a> {
    /// Names and texts.
    documents: [(&'a str, &'a Measured); 2],
    sketching: &'a Sketching,
    unit: Unit,
    /// The threshold that bands and rows are chosen for, 0..=1.
    threshold: f64,
}

/// A shingle of either document.
struct Shingle {
    text: String,
    hash: u64,
    counts: [u64; 2],
}

impl Explained<'_> {
    /// Returns all steps; a table shows only the first rows of each.
    fn sections(&self, is_table: bool) -> Vec<Section> {
        let shingles = self.shingles();
        let (minima, equal) = self.minima(&shingles);
        let (bands, banding, meeting) = self.bands();
        let figures = self.figures(&shingles, equal, banding, meeting);
        let shingle_section = Section::new(
            "shingle",
            "Shingles, and how often each document has them".to_owned(),
            &shingles,
            &[
                ("shingle", &|s| Cell::text(&*s.text)),
                ("hash", &|s| Cell::text(format!("{:016x}", s.hash))),
                ("in_a", &|s| s.counts[0].into()),
                ("in_b", &|s| s.counts[1].into()),
            ],
        );
        let mut sections = vec![figures, shingle_section, minima, bands];
        if is_table {
            sections[1..].iter_mut().for_each(cut);
        }
        sections
    }

    /// The distinct shingles, in the order of their first occurrence in A, then in B.
    fn shingles(&self) -> Vec<Shingle> {
        let mut all: Vec<Shingle> = Vec::new();
        let mut index_of_hash: HashMap<u64, usize> = HashMap::new();
        for (side, (_, document)) in self.documents.iter().enumerate() {
            for (at, hash) in document.shingles.iter().enumerate() {
                let index = *index_of_hash.entry(*hash).or_insert_with(|| {
                    all.push(Shingle {
                        text: self.text_of(document, at),
                        hash: *hash,
                        counts: [0, 0],
                    });
                    all.len() - 1
                });
                all[index].counts[side] += 1;
            }
        }
        all
    }

    /// The words of the shingle at a position, as in the text; for shingles of characters, the compared characters.
    fn text_of(&self, document: &Measured, at: usize) -> String {
        let last = at + self.sketching.k.min(document.terms.len()) - 1;
        let terms = document.terms.get(at..=last).unwrap_or_default();
        if self.unit != Unit::Term {
            let character = |term: &Term| character(&document.text, term);
            return terms.iter().map(character).collect();
        }
        let word = |term: &Term| document.text.get(term.start as usize..term.end as usize);
        terms.iter().filter_map(word).collect::<Vec<_>>().join(" ")
    }

    /// The minimum of each permutation, or of each position of another sketch; also how many are equal.
    fn minima(&self, shingles: &[Shingle]) -> (Section, u64) {
        let sketcher = Sketcher::new(self.sketching);
        let layout = sketcher.layout();
        let mut texts: HashMap<u64, String> = HashMap::new();
        for shingle in shingles {
            texts.insert(shingle.hash, shingle.text.clone());
            let max_count = shingle.counts[0].max(shingle.counts[1]);
            for earlier in (1..max_count).take_while(|_| self.sketching.bag) {
                let element = shingles::occurrence(shingle.hash, earlier, self.sketching);
                let text = format!("{} (occurrence {})", shingle.text, earlier + 1);
                texts.insert(element, text);
            }
        }
        let elements = self.documents.map(|(_, document)| {
            let mut elements = Vec::new();
            shingles::elements(&document.hashes, self.sketching, &mut elements);
            elements
        });
        let sketches = self.documents.map(|(_, document)| &document.sketch[..]);
        let mut equal = 0;
        let row = |at: usize| {
            let minima = elements.each_ref();
            let minima = minima.map(|elements| sketcher.minimum(at, elements));
            let value = |side: usize| minima[side].as_ref().map(|minimum| minimum.value).into();
            let text = |side: usize| {
                let element = minima[side].as_ref().map(|minimum| minimum.element);
                let hash = element.and_then(|element| elements[side].get(element));
                let text = hash.and_then(|hash| texts.get(hash));
                Cell::text(text.map_or("", String::as_str))
            };
            // A document without shingles has no minimum.
            let is_equal = minima.iter().all(Option::is_some)
                && layout.agree(sketches[0], sketches[1], at..at + 1);
            equal += u64::from(is_equal);
            let (number, is_equal) = (Cell::from(at + 1), Cell::Truth(is_equal));
            vec![number, value(0), value(1), is_equal, text(0), text(1)]
        };
        let section = Section {
            kind: "minimum",
            title: "The least value of each permutation, and the shingle it is of (of a bag also which occurrence)".to_owned(),
            columns: vec!["position", "least_a", "least_b", "equal", "shingle_a", "shingle_b"],
            rows: (0..layout.positions).map(row).collect(),
        };
        (section, equal)
    }

    /// The bands, their size, and how many are equal.
    fn bands(&self) -> (Section, Banding, u64) {
        let layout = Layout::new(self.sketching);
        let banding = Banding::choose(layout, self.threshold, RECALL);
        let [a, b] = self.documents.map(|(_, document)| &document.sketch[..]);
        let mut documents = self.documents.iter();
        let has_shingles = documents.all(|(_, document)| !document.shingles.is_empty());
        let mut meeting = 0;
        let row = |at: usize| {
            let values = at * banding.rows..(at + 1) * banding.rows;
            let bucket =
                |sketch| Cell::text(format!("{:016x}", layout.key(sketch, values.clone())));
            let is_equal = has_shingles && layout.agree(a, b, values.clone());
            meeting += u64::from(is_equal);
            let counts = [at + 1, values.start + 1, values.end].map(Cell::from);
            let ends = [bucket(a), bucket(b), Cell::Truth(is_equal)];
            counts.into_iter().chain(ends).collect()
        };
        let section = Section {
            kind: "band",
            title: format!(
                "Bands of {} values: equal ones put both documents into one bucket",
                banding.rows
            ),
            columns: vec!["band", "first", "last", "bucket_a", "bucket_b", "equal"],
            rows: (0..banding.bands).map(row).collect(),
        };
        (section, banding, meeting)
    }

    fn figures(&self, shingles: &[Shingle], equal: u64, banding: Banding, meeting: u64) -> Section {
        let layout = Layout::new(self.sketching);
        let elements = |count: fn(u64, u64) -> u64| -> u64 {
            let max_count = if self.sketching.bag { u64::MAX } else { 1 };
            let occurrences = |shingle: &Shingle| {
                let [a, b] = shingle.counts.map(|n| n.min(max_count));
                count(a, b)
            };
            shingles.iter().map(occurrences).sum()
        };
        let (shared, union) = (elements(u64::min), elements(u64::max));
        let jaccard = shared as f64 / union.max(1) as f64;
        let chance = banding.probability(agreement(jaccard, layout.bits));
        let rows = vec![
            ("shared", Cell::Count(shared)),
            ("union", Cell::Count(union)),
            ("jaccard", Cell::Share(jaccard)),
            ("equal minima", Cell::Count(equal)),
            ("permutations", Cell::from(layout.positions)),
            ("bands", Cell::Count(banding.bands as u64)),
            ("rows", Cell::Count(banding.rows as u64)),
            ("meeting bands", Cell::Count(meeting)),
            ("chance to meet", Cell::Share(chance)),
        ];
        let [a, b] = self.documents.map(|(name, _)| name);
        let columns: [OutputColumn<'_, (&str, Cell)>; 2] = [
            ("figure", &|(name, _)| Cell::text(*name)),
            ("value", &|(_, value)| value.clone()),
        ];
        Section::new("figures", format!("{a} and {b}"), rows, &columns)
    }
}

/// Keeps the first rows of a section, and adds the number of omitted rows to the title.
fn cut(section: &mut Section) {
    let omitted = section.rows.len().saturating_sub(MAX_ROWS);
    if omitted > 0 {
        section.rows.truncate(MAX_ROWS);
        section.title += &format!("; {omitted} more with --format csv or json");
    }
}
