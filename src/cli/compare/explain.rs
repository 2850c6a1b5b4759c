//! `compare --explain`: how the figures of a pair come about, step by step: shingles with their hashes, the minimum of each
//! permutation, and the bands that decide whether the two meet. The functions are those that make sketches and buckets.

use std::collections::HashMap;

use serde_json::json;

use super::super::context::{CommandContext, MadeFrom};
use super::Compare;
use crate::candidates::banding::{Banding, RECALL};
use crate::engine::views::Measured;
use crate::report::{Cell, Section};
use crate::settings::{Sketching, Unit};
use crate::similarity::estimate::agreement;
use crate::sketch::{Layout, Sketcher};
use crate::text::{character, shingles};

/// Rows of each step that a table shows.
const LISTED: usize = 20;

impl Compare {
    /// Prints how the figures of the two documents come about.
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
        let from = MadeFrom::Each(self.entries([&a, &b]), &settings);
        let options = json!({ "explain": true });
        let to = context.described("compare", &from, options, self.output)?;
        let most = if to.format.is_table() {
            LISTED
        } else {
            usize::MAX
        };
        let write = || Section::write_all(explained.sections(most), to);
        Ok(context.listening.ending_at_once(write)?)
    }
}

/// Two documents, and how they are sketched.
struct Explained<'a> {
    /// Names and texts.
    documents: [(&'a str, &'a Measured); 2],
    /// Shingles and sketches.
    sketching: &'a Sketching,
    /// What shingles are made of.
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

/// The minimum of one permutation.
struct Position {
    number: u64,
    values: [Option<u32>; 2],
    shingles: [String; 2],
    equal: bool,
}

/// One band of both sketches.
struct Band {
    number: u64,
    keys: [u64; 2],
    equal: bool,
}

impl Explained<'_> {
    /// All steps, `most` rows of each.
    fn sections(&self, most: usize) -> Vec<Section> {
        let shingles = self.shingles();
        let positions = self.positions(&shingles);
        let (banding, bands) = self.bands();
        let figures = self.figures(&shingles, &positions, banding, &bands);
        vec![
            figures,
            cut(shingle_section(shingles), most),
            cut(position_section(positions), most),
            cut(band_section(banding, bands), most),
        ]
    }

    /// The distinct shingles in the order in which they first stand in A, then in B.
    fn shingles(&self) -> Vec<Shingle> {
        let mut all: Vec<Shingle> = Vec::new();
        let mut places: HashMap<u64, usize> = HashMap::new();
        for (side, (_, document)) in self.documents.iter().enumerate() {
            for (at, hash) in document.shingles.iter().enumerate() {
                let index = *places.entry(*hash).or_insert_with(|| {
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

    /// The words of the shingle at a place, as they stand in the text; of shingles of characters these, as they are
    /// compared.
    fn text_of(&self, document: &Measured, at: usize) -> String {
        let last = at + self.sketching.k.min(document.terms.len()) - 1;
        let terms = document.terms.get(at..=last).unwrap_or_default();
        if self.unit != Unit::Term {
            let characters = terms.iter().map(|term| character(&document.text, term));
            return characters.collect();
        }
        let words = terms.iter().filter_map(|term| {
            let span = term.start as usize..term.end as usize;
            document.text.get(span)
        });
        words.collect::<Vec<_>>().join(" ")
    }

    /// The minimum of each permutation, or of each position of another sketch.
    fn positions(&self, shingles: &[Shingle]) -> Vec<Position> {
        let sketcher = Sketcher::new(self.sketching);
        let layout = sketcher.layout();
        let mut texts: HashMap<u64, String> = HashMap::new();
        for shingle in shingles {
            texts.insert(shingle.hash, shingle.text.clone());
            let most = shingle.counts[0].max(shingle.counts[1]);
            for before in (1..most).take_while(|_| self.sketching.bag) {
                let element = shingles::occurrence(shingle.hash, before, self.sketching);
                texts.insert(
                    element,
                    format!("{} (occurrence {})", shingle.text, before + 1),
                );
            }
        }
        let elements = self.documents.map(|(_, document)| {
            let mut elements = Vec::new();
            shingles::elements(&document.hashes, self.sketching, &mut elements);
            elements
        });
        let sketches = self.documents.map(|(_, document)| &document.sketch[..]);
        let position = |at: usize| {
            let minima = elements
                .each_ref()
                .map(|elements| sketcher.minimum(at, elements));
            let text = |side: usize| {
                let minimum = minima[side].as_ref()?;
                let hash = elements[side].get(minimum.element)?;
                texts.get(hash).cloned()
            };
            Position {
                number: at as u64 + 1,
                values: minima
                    .each_ref()
                    .map(|minimum| minimum.as_ref().map(|m| m.value)),
                shingles: [text(0).unwrap_or_default(), text(1).unwrap_or_default()],
                // A document without shingles has no minimum.
                equal: minima.iter().all(Option::is_some)
                    && layout.agree(sketches[0], sketches[1], at..at + 1),
            }
        };
        (0..layout.positions).map(position).collect()
    }

    fn bands(&self) -> (Banding, Vec<Band>) {
        let layout = Layout::new(self.sketching);
        let banding = Banding::choose(layout, self.threshold, RECALL);
        let [a, b] = self.documents.map(|(_, document)| &document.sketch[..]);
        let has_shingles = self
            .documents
            .iter()
            .all(|(_, document)| !document.shingles.is_empty());
        let band = |at: usize| {
            let rows = at * banding.rows..(at + 1) * banding.rows;
            Band {
                number: at as u64 + 1,
                keys: [layout.key(a, rows.clone()), layout.key(b, rows.clone())],
                equal: has_shingles && layout.agree(a, b, rows),
            }
        };
        (banding, (0..banding.bands).map(band).collect())
    }

    fn figures(
        &self,
        shingles: &[Shingle],
        positions: &[Position],
        banding: Banding,
        bands: &[Band],
    ) -> Section {
        let layout = Layout::new(self.sketching);
        let elements = |count: fn(u64, u64) -> u64| -> u64 {
            let occurrences = |shingle: &Shingle| {
                if self.sketching.bag {
                    count(shingle.counts[0], shingle.counts[1])
                } else {
                    count(shingle.counts[0].min(1), shingle.counts[1].min(1))
                }
            };
            shingles.iter().map(occurrences).sum()
        };
        let (shared, union) = (elements(u64::min), elements(u64::max));
        let jaccard = if union == 0 {
            0.0
        } else {
            shared as f64 / union as f64
        };
        let equal = positions.iter().filter(|position| position.equal).count();
        let meeting = bands.iter().filter(|band| band.equal).count();
        let chance = banding.probability(agreement(jaccard, layout.bits));
        let rows = vec![
            ("shared", Cell::Count(shared)),
            ("union", Cell::Count(union)),
            ("jaccard", Cell::Share(jaccard)),
            ("equal minima", Cell::Count(equal as u64)),
            ("permutations", Cell::Count(positions.len() as u64)),
            ("bands", Cell::Count(banding.bands as u64)),
            ("rows", Cell::Count(banding.rows as u64)),
            ("meeting bands", Cell::Count(meeting as u64)),
            ("chance to meet", Cell::Share(chance)),
        ];
        let [a, b] = self.documents.map(|(name, _)| name);
        Section {
            kind: "figures",
            title: format!("{a} and {b}"),
            columns: vec!["figure", "value"],
            rows: rows
                .into_iter()
                .map(|(name, value)| vec![Cell::text(name), value])
                .collect(),
        }
    }
}

/// The first rows of a section; the title says how many are left out.
fn cut(mut section: Section, most: usize) -> Section {
    let left = section.rows.len().saturating_sub(most);
    if left > 0 {
        section.rows.truncate(most);
        section.title = format!("{}; {left} more with --format csv or json", section.title);
    }
    section
}

fn shingle_section(shingles: Vec<Shingle>) -> Section {
    Section::new(
        "shingle",
        "Shingles, and how often each document has them".to_owned(),
        shingles,
        &[
            ("shingle", &|s: &Shingle| Cell::text(s.text.clone())),
            ("hash", &|s: &Shingle| {
                Cell::text(format!("{:016x}", s.hash))
            }),
            ("in_a", &|s: &Shingle| Cell::Count(s.counts[0])),
            ("in_b", &|s: &Shingle| Cell::Count(s.counts[1])),
        ],
    )
}

fn position_section(positions: Vec<Position>) -> Section {
    Section::new(
        "minimum",
        "The least value of each permutation, and the shingle it is of (of a bag also which occurrence)".to_owned(),
        positions,
        &[
            ("position", &|p: &Position| Cell::Count(p.number)),
            ("least_a", &|p: &Position| p.values[0].into()),
            ("least_b", &|p: &Position| p.values[1].into()),
            ("equal", &|p: &Position| Cell::Truth(p.equal)),
            ("shingle_a", &|p: &Position| p.shingles[0].as_str().into()),
            ("shingle_b", &|p: &Position| p.shingles[1].as_str().into()),
        ],
    )
}

fn band_section(banding: Banding, bands: Vec<Band>) -> Section {
    let rows = banding.rows as u64;
    Section::new(
        "band",
        format!("Bands of {rows} values: equal ones put both documents into one bucket"),
        bands,
        &[
            ("band", &|b: &Band| Cell::Count(b.number)),
            ("first", &|b: &Band| Cell::Count((b.number - 1) * rows + 1)),
            ("last", &|b: &Band| Cell::Count(b.number * rows)),
            ("bucket_a", &|b: &Band| {
                Cell::text(format!("{:016x}", b.keys[0]))
            }),
            ("bucket_b", &|b: &Band| {
                Cell::text(format!("{:016x}", b.keys[1]))
            }),
            ("equal", &|b: &Band| Cell::Truth(b.equal)),
        ],
    )
}
