//! `verify`: assesses methods and sketches on the user's corpus; output as tables or rows.

pub mod memory;
pub mod seeds;

use std::io::{self, Write};

use crate::base::units;
use crate::candidates::Method;
use crate::collection::Collection;
use crate::lab::assessment::{Assessment, MethodReport, Question, SketchReport};
use crate::report::{Cell, Destination, Section};
use crate::similarity::{Measure, Pair};

/// Writes the assessment. Tables show `listed` missed pairs per method, other formats all of them. `peaks` is the peak
/// memory, in bytes, of a process of its own for each method, where that was measured.
///
/// # Errors
/// Output errors.
pub fn write<W: Write>(
    collection: &Collection,
    question: &Question,
    (assessment, peaks): (&Assessment, &[(Method, u64)]),
    listed: usize,
    to: Destination<W>,
) -> io::Result<()> {
    let format = to.format;
    let table = format.is_table();
    let listed = if table { listed } else { usize::MAX };
    let report = Report {
        peaks,
        collection,
        question,
        assessment,
    };
    let mut sections = if table {
        // Values that appear in titles or next to names are omitted as columns.
        vec![
            without_empty(
                report.methods(named_with_what_it_took).without("took"),
                peaks,
            ),
            report.sketches().without("pairs"),
        ]
    } else {
        let name = |m: &MethodReport| m.method.name().to_owned();
        vec![report.truth(), report.methods(name), report.sketches()]
    };
    sections.push(report.missed(listed));
    Section::write_all(sections, to)
}

/// The section without the column of peaks if there are none.
fn without_empty(section: Section, peaks: &[(Method, u64)]) -> Section {
    match peaks.is_empty() {
        true => section.without("process_memory"),
        false => section,
    }
}

/// The method that `auto` chose, otherwise bands and rows, if any.
fn took(m: &MethodReport) -> Option<String> {
    let bands = m.info.bands.map(|(b, r)| format!("{b}×{r}"));
    let taken = (m.info.method != m.method.name()).then(|| m.info.method.to_owned());
    taken.or(bands)
}

fn named_with_what_it_took(m: &MethodReport) -> String {
    let took = took(m).map(|took| format!(" ({took})"));
    format!("{}{}", m.method.name(), took.unwrap_or_default())
}

/// A count; nothing for 0.
fn count_above_0(count: u64) -> Cell {
    match count {
        0 => Cell::None,
        count => Cell::Count(count),
    }
}

struct Report<'a> {
    /// Peak memory of processes of their own, in bytes.
    peaks: &'a [(Method, u64)],
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
        let threshold = self.question.threshold;
        Section::of(
            "truth",
            String::new(),
            [&self.assessment.truth],
            &[
                ("measure", &|_| Cell::text(self.measure().to_string())),
                ("threshold", &|_| Cell::Share(threshold)),
                ("documents", &|_| Cell::Count(self.collection.len() as u64)),
                ("texts", &|t| Cell::Count(t.texts as u64)),
                ("true_pairs", &|t| Cell::Count(t.true_pairs().len() as u64)),
                ("document_pairs", &|t| Cell::Count(t.pairs.count(threshold))),
                ("floor", &|t| Cell::Share(t.pairs.info.floor)),
                ("pairs_at_floor", &|t| {
                    Cell::Count(t.pairs.pairs.len() as u64)
                }),
            ],
        )
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
        let share = |share: Option<f64>| share.map_or(Cell::None, Cell::Share);
        let capped = self.assessment.methods.iter().any(|m| m.info.capped > 0);
        Section::of(
            "method",
            format!(
                "Methods: {} at {} {} or above{besides}",
                units::counted(pairs, "pair of texts", "pairs of texts"),
                self.measure(),
                self.question.threshold,
            ),
            &self.assessment.methods,
            &[
                ("method", &|m| Cell::Text(name(m))),
                ("took", &|m| took(m).map_or(Cell::None, Cell::Text)),
                ("candidates", &|m| Cell::Count(m.info.candidates)),
                ("found", &|m| Cell::Count(m.found)),
                ("missed", &|m| Cell::Count(m.missed.len() as u64)),
                ("candidate_precision", &|m| share(m.precision())),
                ("recall", &|m| share(m.recall())),
                ("capped", &|m| match capped {
                    true => Cell::Count(m.info.capped),
                    false => Cell::None,
                }),
                ("sketch_cpu_s", &|m| {
                    Cell::Number(self.assessment.sketch_seconds_of(m), 2)
                }),
                ("cpu_s", &|m| Cell::Number(m.cpu_seconds, 2)),
                ("process_memory", &|m| {
                    let peaks = self.peaks.iter();
                    let mut of_method = peaks.filter(|(method, _)| *method == m.method);
                    of_method
                        .next()
                        .map_or(Cell::None, |(_, bytes)| Cell::Bytes(*bytes))
                }),
            ],
        )
    }

    fn sketches(&self) -> Section {
        let truth = &self.assessment.truth;
        let sample = truth.sample.len();
        let of = if sample < truth.above_floor {
            format!(" of {}", units::count(truth.above_floor as u64))
        } else {
            String::new()
        };
        // Without pairs there are no errors.
        let some = |s: &SketchReport, cell| match s.errors.pairs {
            0 => Cell::None,
            _ => cell,
        };
        Section::of(
            "sketch",
            format!(
                "Sketches of {} values, over {}{of} with Jaccard {}; one draw of the permutations, --seeds 10 has ten",
                self.collection.layout().positions,
                units::counted(sample as u64, "pair", "pairs"),
                match truth.pairs.info.floor {
                    // At 0, pairs with anything in common.
                    floor if floor <= f64::MIN_POSITIVE => "above 0".to_owned(),
                    floor => format!("{floor} or above"),
                },
            ),
            &self.assessment.sketches,
            &[
                ("sketch", &|s| Cell::text(s.name)),
                ("bits", &|s| {
                    s.bits.map_or(Cell::None, |bits| Cell::Count(bits.into()))
                }),
                ("pairs", &|s| Cell::Count(s.errors.pairs)),
                ("silent", &|s| count_above_0(sample as u64 - s.errors.pairs)),
                ("error", &|s| some(s, Cell::Number(s.errors.error(), 4))),
                ("theory", &|s| some(s, Cell::Number(s.errors.theory(), 4))),
                ("coverage", &|s| some(s, Cell::Share(s.errors.coverage()))),
            ],
        )
    }

    fn missed(&self, listed: usize) -> Section {
        let mut all = 0;
        let mut pairs: Vec<(&MethodReport, &Pair)> = Vec::new();
        for report in &self.assessment.methods {
            all += report.missed.len();
            pairs.extend(report.missed.iter().take(listed).map(|pair| (report, pair)));
        }
        let title = if all == 0 {
            "Missed pairs: none".to_owned()
        } else if pairs.len() < all {
            format!(
                "Missed pairs: the first {listed} of each method (--missed N for more, csv has all)"
            )
        } else {
            "Missed pairs".to_owned()
        };
        let containment = |pair: &Pair| match self.measure() {
            Measure::Containment => Cell::Share(self.measure().of(&pair.overlap)),
            Measure::Jaccard => Cell::None,
        };
        Section::of(
            "missed",
            title,
            pairs,
            &[
                ("method", &|(m, _)| Cell::text(m.method.name())),
                ("jaccard", &|(_, pair)| Cell::Share(pair.jaccard())),
                ("containment", &|(_, pair)| containment(pair)),
                ("a", &|(_, pair)| {
                    Cell::text(self.collection.printed_id(pair.a))
                }),
                ("b", &|(_, pair)| {
                    Cell::text(self.collection.printed_id(pair.b))
                }),
            ],
        )
    }
}
