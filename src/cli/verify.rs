//! `verify`: assesses methods and sketches on the user's corpus; output as tables or rows.

use std::io::{self, Write};

use anyhow::Context;
use clap::Args;
use serde_json::json;

use super::args::common::TableFilesArgs;
use super::args::common::{CorpusArgs, Output};
use super::context::{CommandContext, MadeFrom, RunCommand, two_documents};
use super::ranges::named;
use super::settings::PairSearchArgs;
use crate::base::units;
use crate::candidates::Method;
use crate::index::Collection;
use crate::lab::accuracy::ErrorSums;
use crate::lab::assessment::{
    self, Assessment, AssessmentQuestion, MethodReport, SketchReport, Spread,
};
use crate::report::{Cell, Destination, Section, columns};
use crate::similarity::{Measure, Pair};

/// A proof.
#[derive(Clone, Debug, Args)]
#[command(mut_arg("method", |method| method.hide(true)))]
#[command(long_about = "Prove methods and sketches on a corpus of one's own\n\n\
    Each method's candidates, the true pairs it found and missed, precision before counting, recall, \
    processor seconds and memory, held against the complete join; for each kind of sketch, and for \
    the chosen kind with fewer bits, the bias and mean squared error of its estimates beside theory \
    of its kind, and how often the 95 % interval holds the exact value. Documents with the same set of shingles are found before any method and stand for \
    each other: each text counts once.\n\n\
    Formats: table prints titled tables; json one object with an array for each of truth, method, \
    sketch, missed; csv and jsonl one stream of rows whose column kind says which of \
    these a row is.", after_long_help = columns::help())]
pub struct Verify {
    /// The corpus.
    #[command(flatten)]
    pub corpus: CorpusArgs,
    /// What is set about the methods.
    #[command(flatten)]
    pub pair_search: PairSearchArgs,
    /// Methods to prove, with commas between them [default: all]
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = named(&Method::ALL), help_heading = "Finding")]
    pub methods: Vec<Method>,
    /// Assess with so many seeds, and print mean and standard deviation of recall, errors and cost
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000), help_heading = "Sketches")]
    pub seeds: u64,
    /// Where the tables go that are not printed.
    #[command(flatten)]
    pub files: TableFilesArgs,
    /// How results are written.
    #[command(flatten)]
    pub output: Output,
}

impl RunCommand for Verify {
    fn run(&self, context: &CommandContext<'_>) -> anyhow::Result<()> {
        let settings = &self.corpus.settings;
        let sketching = settings.settings().sketching;
        let question = AssessmentQuestion {
            methods: self.methods(),
            method_config: self.pair_search.of_all_methods(&sketching)?,
            threshold: self.pair_search.threshold,
        };
        let collection = context.collection(&self.corpus)?;
        two_documents(&collection, "verify")?;
        let from = MadeFrom::Corpus(&collection);
        let options = json!({ "threshold": question.threshold, "seeds": self.seeds });
        let destination = || {
            context.described_tables(
                ("verify", &from, options.clone()),
                &self.files,
                self.output,
                context.files_read(Some(&collection)),
            )
        };
        if self.seeds > 1 {
            let progress = |seed: u64, what: &str, done: u64, steps: u64| {
                let all = steps * self.seeds;
                context
                    .talk
                    .working("verifying", what, seed * steps + done, all);
            };
            let assessments = context.install(|| {
                assessment::assess_seeds(
                    &collection,
                    &question,
                    self.seeds,
                    &progress,
                    context.cancel,
                )
            });
            context.talk.done();
            let assessments = assessments.context("interrupted")?;
            let own = collection.settings().sketching.sketch.name();
            return Ok(write_seeds(&question, (&assessments, own), destination()?)?);
        }
        let progress =
            |what: &str, done, total| context.talk.working("verifying", what, done, total);
        // CPU time and memory are measured for the whole process, so the assessment is led by one
        // thread and its work is spread over the pool.
        let assessment = context
            .install(|| assessment::assess(&collection, &question, &progress, context.cancel));
        context.talk.done();
        let assessment = assessment.context("interrupted")?;
        Ok(write(&collection, &question, &assessment, destination()?)?)
    }
}

impl Verify {
    /// The methods to verify, in the order given: `--methods`, otherwise `--method`, otherwise all.
    pub fn methods(&self) -> Vec<Method> {
        let method = self.pair_search.method_given().unwrap_or(Method::Auto);
        match (self.methods.is_empty(), method) {
            (false, _) => self.methods.clone(),
            (true, Method::Auto) => Method::ALL.iter().map(|(_, method)| *method).collect(),
            // `--method` works here too, as in the other commands.
            (true, method) => vec![method],
        }
    }
}

/// Missed pairs of each method that a table shows.
const LISTED: usize = 10;

/// Writes the assessment.
fn write<W: Write>(
    collection: &Collection,
    question: &AssessmentQuestion,
    assessment: &Assessment,
    to: Destination<W>,
) -> io::Result<()> {
    let is_table = to.format.is_table();
    let listed = if is_table { LISTED } else { usize::MAX };
    let report = Report {
        collection,
        question,
        assessment,
    };
    let mut sections = if is_table {
        // Values that appear in titles or next to names are omitted as columns.
        let methods = report.methods(named_with_what_it_took);
        vec![methods.without("took"), report.sketches().without("pairs")]
    } else {
        let name = |m: &MethodReport| m.method.name().to_owned();
        vec![report.truth(), report.methods(name), report.sketches()]
    };
    sections.push(report.missed(listed));
    Section::write_all(sections, to)
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
    collection: &'a Collection,
    question: &'a AssessmentQuestion,
    assessment: &'a Assessment,
}

impl Report<'_> {
    fn measure(&self) -> Measure {
        self.question.method_config.measure
    }

    /// The exact pairs, the reference for all methods.
    fn truth(&self) -> Section {
        let threshold = self.question.threshold;
        Section::new(
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
                ("pairs_at_floor", &|t| t.pairs.pairs.len().into()),
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
        Section::new(
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
                ("found", &|m| Cell::Count(m.hits)),
                ("missed", &|m| Cell::Count(m.missed.len() as u64)),
                ("candidate_precision", &|m| share(m.precision())),
                ("recall", &|m| share(m.recall())),
                ("capped", &|m| {
                    if capped {
                        Cell::Count(m.info.capped)
                    } else {
                        Cell::None
                    }
                }),
                ("sketch_cpu_s", &|m| {
                    Cell::Number(self.assessment.sketch_seconds_of(m), 2)
                }),
                ("cpu_s", &|m| Cell::Number(m.cpu_seconds, 2)),
            ],
        )
    }

    fn sketches(&self) -> Section {
        let truth = &self.assessment.truth;
        let sample = truth.sample.len();
        let of_total = if sample < truth.above_floor {
            format!(" of {}", units::count(truth.above_floor as u64))
        } else {
            String::new()
        };
        let own = self.collection.settings().sketching.sketch.name();
        let verdict = self.assessment.sketches.iter().find(|s| s.name == own);
        let verdict = verdict.map_or_else(String::new, |s| s.errors.verdict());
        let verdict = match &*verdict {
            "" => String::new(),
            verdict => format!(";\n{verdict}"),
        };
        // Without pairs there are no errors.
        let some = |s: &SketchReport, cell| match s.errors.pairs {
            0 => Cell::None,
            _ => cell,
        };
        Section::new(
            "sketch",
            format!(
                "Sketches of {} values, over {}{of_total} with Jaccard {}{}; all of one draw of the permutations (seed {}): \
                 --seeds 10 measures ten draws",
                self.collection.layout().positions,
                units::counted(sample as u64, "pair", "pairs"),
                match truth.pairs.info.floor {
                    // At 0, pairs with anything in common.
                    floor if floor <= f64::MIN_POSITIVE => "above 0".to_owned(),
                    floor => format!("{floor} or above"),
                },
                verdict,
                self.collection.settings().sketching.seed,
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
            format!("Missed pairs: the first {listed} of each method (csv has all)")
        } else {
            "Missed pairs".to_owned()
        };
        let containment = |pair: &Pair| match self.measure() {
            Measure::Containment => Cell::Share(self.measure().similarity(&pair.overlap)),
            Measure::Jaccard => Cell::None,
        };
        Section::new(
            "missed",
            title,
            pairs,
            &[
                ("method", &|(m, _)| Cell::text(m.method.name())),
                ("jaccard", &|(_, pair)| Cell::Share(pair.jaccard())),
                ("containment", &|(_, pair)| containment(pair)),
                ("a", &|(_, pair)| self.collection.printed_id(pair.a).into()),
                ("b", &|(_, pair)| self.collection.printed_id(pair.b).into()),
            ],
        )
    }
}

/// Writes the spread of the figures of several assessments, which are of the same methods and sketches.
///
/// # Errors
/// Output errors.
fn write_seeds<W: Write>(
    question: &AssessmentQuestion,
    (assessments, own): (&[Assessment], &str),
    to: Destination<W>,
) -> io::Result<()> {
    let Some(first) = assessments.first() else {
        return Ok(());
    };
    let seeds = units::counted(assessments.len() as u64, "seed", "seeds");
    let table = to.format.is_table();
    let rows: Vec<usize> = (0..first.methods.len()).collect();
    let spread = |at: usize, figure: &dyn Fn(&MethodReport) -> Option<f64>| {
        let values = assessments
            .iter()
            .filter_map(|a| figure(a.methods.get(at)?));
        Spread::new(&values.collect::<Vec<_>>())
    };
    let name = |at: usize| {
        if table {
            named_with_what_it_took(&first.methods[at])
        } else {
            first.methods[at].method.name().to_owned()
        }
    };
    let pairs = first.truth.true_pairs().len() as u64;
    let methods = Section::new(
        "method",
        format!(
            "Methods over {seeds}: {} at {} or above",
            units::counted(pairs, "pair of texts", "pairs of texts"),
            question.threshold
        ),
        rows,
        &[
            ("method", &|at| Cell::Text(name(*at))),
            ("candidates_mean", &|at| {
                mean(spread(*at, &|m| Some(m.info.candidates as f64)), 0)
            }),
            ("missed_mean", &|at| {
                mean(spread(*at, &|m| Some(m.missed.len() as f64)), 2)
            }),
            ("recall", &|at| mean(spread(*at, &MethodReport::recall), 4)),
            ("recall_sd", &|at| {
                deviation(spread(*at, &MethodReport::recall), 4)
            }),
            ("recall_least", &|at| {
                least(spread(*at, &MethodReport::recall), 4)
            }),
            ("candidate_precision", &|at| {
                mean(spread(*at, &MethodReport::precision), 4)
            }),
            ("sketch_cpu_s", &|at| {
                let each = assessments.iter();
                let each = each.filter_map(|a| Some(a.sketch_seconds_of(a.methods.get(*at)?)));
                mean(Spread::new(&each.collect::<Vec<_>>()), 3)
            }),
            ("cpu_s", &|at| {
                mean(spread(*at, &|m| Some(m.cpu_seconds)), 3)
            }),
        ],
    );
    let spread = |at: usize, figure: &dyn Fn(&SketchReport) -> Option<f64>| {
        let values = assessments
            .iter()
            .filter_map(|a| figure(a.sketches.get(at)?));
        Spread::new(&values.collect::<Vec<_>>())
    };
    let some = |s: &SketchReport, value: f64| (s.errors.pairs > 0).then_some(value);
    let bias = |s: &SketchReport| some(s, s.errors.bias());
    let error = |s: &SketchReport| some(s, s.errors.error());
    let theory = |s: &SketchReport| some(s, s.errors.theory());
    let coverage = |s: &SketchReport| some(s, s.errors.coverage());
    let rows: Vec<usize> = (0..first.sketches.len()).collect();
    let sketches = Section::new(
        "sketch",
        format!(
            "Sketches over {seeds}: bias of the estimate with its standard error over the seeds, root mean squared error and theory{}",
            over_seeds(assessments, own)
        ),
        rows,
        &[
            ("sketch", &|at| Cell::text(first.sketches[*at].name)),
            ("bits", &|at| {
                let bits = first.sketches[*at].bits;
                bits.map_or(Cell::None, |bits| Cell::Count(bits.into()))
            }),
            ("bias", &|at| mean(spread(*at, &bias), 5)),
            ("bias_se", &|at| standard_error(spread(*at, &bias), 5)),
            ("error", &|at| mean(spread(*at, &error), 4)),
            ("error_sd", &|at| deviation(spread(*at, &error), 4)),
            ("theory", &|at| mean(spread(*at, &theory), 4)),
            ("coverage", &|at| mean(spread(*at, &coverage), 4)),
            ("coverage_least", &|at| least(spread(*at, &coverage), 4)),
        ],
    );
    Section::write_all(vec![methods, sketches], to)
}

/// Says whether the estimates of the corpus' own sketches are as good as theory over all seeds, and in how many of them.
fn over_seeds(assessments: &[Assessment], own: &str) -> String {
    let draws = assessments.iter();
    let draws = draws.filter_map(|draw| draw.sketches.iter().find(|s| s.name == own));
    let draws: Vec<&ErrorSums> = draws
        .map(|sketch| &sketch.errors)
        .filter(|e| e.pairs > 0)
        .collect();
    let mut all = ErrorSums::default();
    draws.iter().for_each(|draw| all.merge(draw));
    if all.pairs == 0 {
        return String::new();
    }
    let good = draws.iter().filter(|draw| draw.is_as_theory()).count();
    let (error, theory) = (all.error(), all.theory());
    let verdict = if all.is_as_theory() {
        "as good as theory says"
    } else {
        "worse than theory says"
    };
    format!(
        ";\n{own} over all seeds is {verdict}: error {error:.3} where theory says {theory:.3}, and {} % of the 95 % intervals contain the exact value; \
         {good} of {} draws are as good alone",
        units::per_cent(all.coverage()),
        draws.len()
    )
}

/// A figure of a spread with so many places.
fn figure(spread: Option<Spread>, places: usize, figure: fn(&Spread) -> Option<f64>) -> Cell {
    let figure = spread.as_ref().and_then(figure);
    figure.map_or(Cell::None, |figure| Cell::Number(figure, places))
}

fn mean(spread: Option<Spread>, places: usize) -> Cell {
    figure(spread, places, |spread| Some(spread.mean))
}

fn deviation(spread: Option<Spread>, places: usize) -> Cell {
    figure(spread, places, |spread| Some(spread.deviation))
}

fn standard_error(spread: Option<Spread>, places: usize) -> Cell {
    figure(spread, places, Spread::standard_error)
}

fn least(spread: Option<Spread>, places: usize) -> Cell {
    figure(spread, places, |spread| Some(spread.least))
}
