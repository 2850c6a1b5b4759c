//! `verify`: assesses methods and sketches on the user's corpus; output as tables or rows.

use std::io::{self, Write};

use crate::assess::{Assessment, Collisions, MethodReport, Question, SketchReport};
use crate::base::units;
use crate::collection::Collection;
use crate::report::{Cell, Format, Row, Section};
use crate::similarity::{Measure, Pair};

/// Writes the assessment. Tables show `listed` missed pairs per method, other formats all of them.
///
/// # Errors
/// Output errors.
pub fn write<W: Write>(
    collection: &Collection,
    question: &Question,
    assessment: &Assessment,
    listed: usize,
    format: Format,
    terminal: bool,
    out: W,
) -> io::Result<()> {
    let listed = if format == Format::Table {
        listed
    } else {
        usize::MAX
    };
    let report = Report {
        collection,
        question,
        assessment,
    };
    let mut sections = if format == Format::Table {
        // Values that appear in titles or next to names are omitted as columns.
        vec![
            report.methods(named_with_what_it_took).without("took"),
            report.sketches().without("pairs"),
        ]
    } else {
        let name = |m: &MethodReport| m.method.name().to_owned();
        vec![report.truth(), report.methods(name), report.sketches()]
    };
    sections.push(report.missed(listed));
    sections.extend(assessment.collisions.as_ref().map(collisions));
    Section::write_all(sections, format, terminal, out)
}

/// The cost of truncated hashes in one sentence.
#[must_use]
pub fn sentence(c: &Collisions) -> String {
    format!(
        "hashes of {} bits: {} of {} became one with another ({} expected by chance)",
        c.bits,
        units::count(c.lost()),
        units::counted(c.distinct, "distinct shingle", "distinct shingles"),
        expected(c)
    )
}

/// Rounded to a whole number from 10 on.
fn expected(c: &Collisions) -> String {
    let expected = c.expected();
    if expected < 10.0 {
        format!("{expected:.2}")
    } else {
        units::count(expected.round() as u64)
    }
}

/// The method that `auto` chose, otherwise bands and rows, if any.
fn took(m: &MethodReport) -> Option<String> {
    let bands = m.bands.map(|(b, r)| format!("{b}×{r}"));
    let taken = (m.taken != m.method.name()).then(|| m.taken.to_owned());
    taken.or(bands)
}

fn named_with_what_it_took(m: &MethodReport) -> String {
    let took = took(m).map(|took| format!(" ({took})"));
    format!("{}{}", m.method.name(), took.unwrap_or_default())
}

struct Report<'a> {
    collection: &'a Collection,
    question: &'a Question,
    assessment: &'a Assessment,
}

impl Report<'_> {
    fn measure(&self) -> Measure {
        self.question.method_config.measure
    }

    /// The exact pairs, the reference for all methods.
    fn truth(&self) -> Section {
        let truth = &self.assessment.truth;
        Section {
            kind: "truth",
            title: String::new(),
            columns: vec![
                "measure",
                "threshold",
                "documents",
                "texts",
                "true_pairs",
                "document_pairs",
                "floor",
                "pairs_at_floor",
            ],
            rows: vec![vec![
                Cell::Text(self.measure().to_string()),
                Cell::Share(self.question.threshold),
                Cell::Count(self.collection.len() as u64),
                Cell::Count(truth.texts as u64),
                Cell::Count(truth.true_pairs().len() as u64),
                Cell::Count(truth.pairs.count(self.question.threshold)),
                Cell::Share(truth.pairs.found.floor),
                Cell::Count(truth.above_floor as u64),
            ]],
        }
    }

    fn methods(&self, name: impl Fn(&MethodReport) -> String) -> Section {
        let truth = &self.assessment.truth;
        let pairs = truth.true_pairs().len() as u64;
        let documents = truth.pairs.count(self.question.threshold);
        let besides = if documents > pairs {
            format!(" ({} with all copies)", units::count(documents))
        } else {
            String::new()
        };
        let capped = self.assessment.methods.iter().any(|m| m.capped > 0);
        let row = |m: &MethodReport| -> Row {
            vec![
                Cell::Text(name(m)),
                took(m).map_or(Cell::None, Cell::Text),
                Cell::Count(m.candidates),
                Cell::Count(m.found),
                Cell::Count(m.missed.len() as u64),
                m.precision().map_or(Cell::None, Cell::Share),
                m.recall().map_or(Cell::None, Cell::Share),
                if capped {
                    Cell::Count(m.capped)
                } else {
                    Cell::None
                },
                Cell::Number(m.cost.cpu_seconds, 2),
                m.cost.memory.map_or(Cell::None, Cell::Bytes),
            ]
        };
        Section {
            kind: "method",
            title: format!(
                "Methods: {} at {} {} or above{besides}",
                units::counted(pairs, "pair of texts", "pairs of texts"),
                self.measure(),
                self.question.threshold,
            ),
            columns: vec![
                "method",
                "took",
                "candidates",
                "found",
                "missed",
                "precision",
                "recall",
                "capped",
                "cpu_s",
                "memory",
            ],
            rows: self.assessment.methods.iter().map(row).collect(),
        }
    }

    fn sketches(&self) -> Section {
        let truth = &self.assessment.truth;
        let judged = truth.sample().len();
        let of = if judged < truth.above_floor {
            format!(" of {}", units::count(truth.above_floor as u64))
        } else {
            String::new()
        };
        let row = |s: &SketchReport| -> Row {
            let judged = &s.judged;
            let some = |cell| if judged.pairs > 0 { cell } else { Cell::None };
            vec![
                Cell::Text(s.name.to_owned()),
                s.bits.map_or(Cell::None, |bits| Cell::Count(bits.into())),
                Cell::Count(judged.pairs),
                match judged.silent {
                    0 => Cell::None,
                    silent => Cell::Count(silent),
                },
                some(Cell::Number(judged.bias, 4)),
                some(Cell::Number(judged.mean_squared_error, 6)),
                some(Cell::Number(judged.theory, 6)),
                judged.ratio().map_or(Cell::None, |r| Cell::Number(r, 2)),
                some(Cell::Share(judged.coverage)),
            ]
        };
        Section {
            kind: "sketch",
            title: format!(
                "Sketches of {} values, over {}{of} with Jaccard {} or above",
                self.collection.layout().positions,
                units::counted(judged as u64, "pair", "pairs"),
                truth.pairs.found.floor,
            ),
            columns: vec![
                "sketch",
                "bits",
                "pairs",
                "silent",
                "bias",
                "mean_squared_error",
                "theory",
                "ratio",
                "coverage",
            ],
            rows: self.assessment.sketches.iter().map(row).collect(),
        }
    }

    fn missed(&self, listed: usize) -> Section {
        let (mut all, mut rows) = (0, Vec::new());
        for report in &self.assessment.methods {
            all += report.missed.len();
            let first = report.missed.iter().take(listed);
            rows.extend(first.map(|pair| self.pair(report, pair)));
        }
        let title = if all == 0 {
            "Missed pairs: none".to_owned()
        } else if rows.len() < all {
            format!(
                "Missed pairs: the first {listed} of each method (--missed N for more, csv has all)"
            )
        } else {
            "Missed pairs".to_owned()
        };
        Section {
            kind: "missed",
            title,
            columns: vec!["method", "jaccard", "containment", "a", "b"],
            rows,
        }
    }

    fn pair(&self, report: &MethodReport, pair: &Pair) -> Row {
        let containment = match self.measure() {
            Measure::Containment => Cell::Share(self.measure().of(&pair.overlap)),
            Measure::Jaccard => Cell::None,
        };
        vec![
            Cell::Text(report.method.name().to_owned()),
            Cell::Share(pair.jaccard()),
            containment,
            Cell::Text(self.collection.id(pair.a).to_owned()),
            Cell::Text(self.collection.id(pair.b).to_owned()),
        ]
    }
}

fn collisions(c: &Collisions) -> Section {
    Section {
        kind: "collisions",
        title: format!("Collisions of {}-bit hashes", c.bits),
        columns: vec!["distinct", "kept", "lost", "expected"],
        rows: vec![vec![
            Cell::Count(c.distinct),
            Cell::Count(c.kept),
            Cell::Count(c.lost()),
            Cell::Number(c.expected(), 2),
        ]],
    }
}
