//! `verify`: assesses methods and sketches on the user's corpus; output as tables or rows.

use anyhow::Context;
use clap::Args;
use serde_json::json;

use super::args::common::{CorpusArgs, TableFilesArgs};
use super::context::{CommandContext, RunCommand, two_documents};
use super::ranges::named;
use super::settings::PairSearchArgs;
use crate::base::units;
use crate::candidates::Method;
use crate::index::Collection;
use crate::lab::accuracy::ErrorSums;
use crate::lab::assessment::{
    self, Assessment, AssessmentQuestion, MethodReport, SketchReport, Spread,
};
use crate::report::{Cell, Section, columns};
use crate::similarity::{Measure, Pair};

/// Arguments of `verify`.
#[derive(Clone, Debug, Args)]
#[command(mut_arg("method", |method| method.hide(true)))]
#[command(after_long_help = columns::help())]
pub struct Verify {
    /// The corpus.
    #[command(flatten)]
    pub corpus: CorpusArgs,
    /// Settings of the methods.
    #[command(flatten)]
    pub pair_search: PairSearchArgs,
    /// Methods to test, separated by commas [default: all]
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = named(&Method::ALL), help_heading = "Finding")]
    pub methods: Vec<Method>,
    /// Number of seeds; with several, mean and standard deviation of recall, errors and cost are printed
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000), help_heading = "Sketches")]
    pub seeds: u64,
    /// How tables are written, and the folder for all tables.
    #[command(flatten)]
    pub files: TableFilesArgs,
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
        let options = json!({ "threshold": question.threshold, "seeds": self.seeds });
        let progress = |seed: u64, what: &str, done: u64, steps: u64| {
            let (done, all) = (seed * steps + done, steps * self.seeds);
            context.talk.working("verifying", what, done, all);
        };
        // CPU time and memory are measured for the whole process, so one thread leads the
        // assessment and spreads its work over the pool.
        let cancel = context.cancel;
        let assess =
            || assessment::assess_seeds(&collection, &question, self.seeds, &progress, cancel);
        let assessments = context.install(assess);
        context.talk.done();
        let assessments = assessments.context("interrupted")?;
        let destination = context.described_tables("verify", &collection, options, &self.files)?;
        let is_table = destination.format.is_table();
        let sections = if let [assessment] = &assessments[..] {
            let report = Report {
                collection: &collection,
                question: &question,
                assessment,
            };
            report.sections(is_table)
        } else {
            let own = collection.settings().sketching.sketch.name();
            seed_sections(&question, (&assessments, own), is_table)
        };
        Ok(Section::write_all(sections, destination)?)
    }
}

impl Verify {
    /// The methods to verify, in the given order: `--methods`, otherwise `--method`, otherwise all.
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

/// Maximum number of missed pairs of each method in a table.
const MAX_MISSED: usize = 10;

/// The method that `auto` chose, otherwise bands and rows, if any.
fn choice(m: &MethodReport) -> Option<String> {
    let bands = m.info.bands.map(|(b, r)| format!("{b}×{r}"));
    let method = (m.info.method != m.method.name()).then(|| m.info.method.to_owned());
    method.or(bands)
}

/// The name of a method; in a table, with the method that `auto` chose, or bands and rows.
fn name(m: &MethodReport, is_table: bool) -> String {
    let choice = choice(m).filter(|_| is_table);
    let choice = choice.map(|choice| format!(" ({choice})"));
    format!("{}{}", m.method.name(), choice.unwrap_or_default())
}

struct Report<'a> {
    collection: &'a Collection,
    question: &'a AssessmentQuestion,
    assessment: &'a Assessment,
}

impl Report<'_> {
    fn sections(&self, is_table: bool) -> Vec<Section> {
        if is_table {
            // Values that appear in titles or next to names are omitted as columns.
            let methods = self.methods(true).without("took");
            let sketches = self.sketches().without("pairs");
            return vec![methods, sketches, self.missed(MAX_MISSED)];
        }
        let (methods, sketches) = (self.methods(false), self.sketches());
        vec![self.truth(), methods, sketches, self.missed(usize::MAX)]
    }

    /// The exact pairs, the reference for all methods.
    fn truth(&self) -> Section {
        let threshold = self.question.threshold;
        Section::new(
            "truth",
            String::new(),
            [&self.assessment.truth],
            &[
                ("measure", &|_| {
                    Cell::text(self.question.method_config.measure.to_string())
                }),
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

    fn methods(&self, is_table: bool) -> Section {
        let truth = &self.assessment.truth;
        let pairs = truth.true_pairs().len() as u64;
        let documents = truth.pairs.count(self.question.threshold);
        let with_copies = (documents > pairs).then(|| units::count(documents));
        let with_copies = with_copies.map(|all| format!(" ({all} with all copies)"));
        let with_copies = with_copies.unwrap_or_default();
        let capped = self.assessment.methods.iter().any(|m| m.info.capped > 0);
        Section::new(
            "method",
            format!(
                "Methods: {} at {} {} or above{with_copies}",
                units::counted(pairs, "pair of texts", "pairs of texts"),
                self.question.method_config.measure,
                self.question.threshold,
            ),
            &self.assessment.methods,
            &[
                ("method", &|m| Cell::Text(name(m, is_table))),
                ("took", &|m| choice(m).map_or(Cell::None, Cell::Text)),
                ("candidates", &|m| m.info.candidates.into()),
                ("found", &|m| m.hits.into()),
                ("missed", &|m| m.missed.len().into()),
                ("candidate_precision", &|m| m.precision().into()),
                ("recall", &|m| m.recall().into()),
                ("capped", &|m| capped.then_some(m.info.capped).into()),
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
        let of_total = (sample < truth.above_floor).then_some(truth.above_floor as u64);
        let of_total = of_total.map(|all| format!(" of {}", units::count(all)));
        let of_total = of_total.unwrap_or_default();
        let own = self.collection.settings().sketching.sketch.name();
        let verdict = self.assessment.sketches.iter().find(|s| s.name == own);
        let verdict = verdict.and_then(|s| s.errors.verdict());
        let verdict = verdict.map_or_else(String::new, |verdict| format!(";\n{verdict}"));
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
                ("bits", &|s| s.bits.into()),
                ("pairs", &|s| s.errors.pairs.into()),
                ("silent", &|s| {
                    let silent = sample as u64 - s.errors.pairs;
                    Some(silent).filter(|silent| *silent > 0).into()
                }),
                ("error", &|s| some(s, Cell::Number(s.errors.error(), 4))),
                ("theory", &|s| some(s, Cell::Number(s.errors.theory(), 4))),
                ("coverage", &|s| some(s, Cell::Share(s.errors.coverage()))),
            ],
        )
    }

    fn missed(&self, limit: usize) -> Section {
        let mut all = 0;
        let mut pairs: Vec<(&MethodReport, &Pair)> = Vec::new();
        for report in &self.assessment.methods {
            all += report.missed.len();
            pairs.extend(report.missed.iter().take(limit).map(|pair| (report, pair)));
        }
        let title = if all == 0 {
            "Missed pairs: none".to_owned()
        } else if pairs.len() < all {
            format!("Missed pairs: the first {limit} of each method (csv has all)")
        } else {
            "Missed pairs".to_owned()
        };
        let containment = |pair: &Pair| {
            let measure =
                Some(self.question.method_config.measure).filter(|m| *m == Measure::Containment);
            measure.map(|m| m.similarity(&pair.overlap)).into()
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

/// A figure of a method, or of a sketch, in one assessment.
type Figure<T> = fn(&Assessment, &T) -> Option<f64>;

const METHOD_FIGURES: [Figure<MethodReport>; 6] = [
    |_, m| Some(m.info.candidates as f64),
    |_, m| Some(m.missed.len() as f64),
    |_, m| m.recall(),
    |_, m| m.precision(),
    |a, m| Some(a.sketch_seconds_of(m)),
    |_, m| Some(m.cpu_seconds),
];

const SKETCH_FIGURES: [Figure<SketchReport>; 4] = [
    |_, s| (s.errors.pairs > 0).then(|| s.errors.bias()),
    |_, s| (s.errors.pairs > 0).then(|| s.errors.error()),
    |_, s| (s.errors.pairs > 0).then(|| s.errors.theory()),
    |_, s| (s.errors.pairs > 0).then(|| s.errors.coverage()),
];

/// The rows of one assessment, with the spread of each figure over all assessments, which have the same rows.
fn spreads<T, const N: usize>(
    assessments: &[Assessment],
    rows: fn(&Assessment) -> &[T],
    figures: [Figure<T>; N],
) -> Vec<(&T, [Option<Spread>; N])> {
    let first = rows(&assessments[0]).iter().enumerate();
    let spread = |at: usize, figure: Figure<T>| {
        let values = assessments.iter().filter_map(|a| figure(a, &rows(a)[at]));
        Spread::new(&values.collect::<Vec<_>>())
    };
    let row = |(at, row)| (row, figures.map(|figure| spread(at, figure)));
    first.map(row).collect()
}

/// The spread of the figures over several assessments; `own` is the corpus' own kind of sketch.
fn seed_sections(
    question: &AssessmentQuestion,
    (assessments, own): (&[Assessment], &str),
    is_table: bool,
) -> Vec<Section> {
    let seeds = units::counted(assessments.len() as u64, "seed", "seeds");
    let pairs = assessments[0].truth.true_pairs().len() as u64;
    let mean = |spread: Option<Spread>, places| number(spread, places, |s| Some(s.mean));
    let deviation = |spread: Option<Spread>| number(spread, 4, |s| Some(s.deviation));
    let least = |spread: Option<Spread>| number(spread, 4, |s| Some(s.least));
    let methods = Section::new(
        "method",
        format!(
            "Methods over {seeds}: {} at {} or above",
            units::counted(pairs, "pair of texts", "pairs of texts"),
            question.threshold
        ),
        spreads(assessments, |a| &a.methods, METHOD_FIGURES),
        &[
            ("method", &|(m, _)| Cell::Text(name(m, is_table))),
            ("candidates_mean", &|(_, s)| mean(s[0], 0)),
            ("missed_mean", &|(_, s)| mean(s[1], 2)),
            ("recall", &|(_, s)| mean(s[2], 4)),
            ("recall_sd", &|(_, s)| deviation(s[2])),
            ("recall_least", &|(_, s)| least(s[2])),
            ("candidate_precision", &|(_, s)| mean(s[3], 4)),
            ("sketch_cpu_s", &|(_, s)| mean(s[4], 3)),
            ("cpu_s", &|(_, s)| mean(s[5], 3)),
        ],
    );
    let sketches = Section::new(
        "sketch",
        format!(
            "Sketches over {seeds}: bias of the estimate with its standard error over the seeds, root mean squared error and theory{}",
            over_seeds(assessments, own)
        ),
        spreads(assessments, |a| &a.sketches, SKETCH_FIGURES),
        &[
            ("sketch", &|(sketch, _)| Cell::text(sketch.name)),
            ("bits", &|(sketch, _)| sketch.bits.into()),
            ("bias", &|(_, s)| mean(s[0], 5)),
            ("bias_se", &|(_, s)| number(s[0], 5, Spread::standard_error)),
            ("error", &|(_, s)| mean(s[1], 4)),
            ("error_sd", &|(_, s)| deviation(s[1])),
            ("theory", &|(_, s)| mean(s[2], 4)),
            ("coverage", &|(_, s)| mean(s[3], 4)),
            ("coverage_least", &|(_, s)| least(s[3])),
        ],
    );
    vec![methods, sketches]
}

/// Reports whether the estimates of the corpus' own sketches agree with theory over all seeds, and for how many seeds.
fn over_seeds(assessments: &[Assessment], own: &str) -> String {
    let sketches = assessments.iter().flat_map(|draw| &draw.sketches);
    let errors = sketches.filter(|s| s.name == own).map(|s| &s.errors);
    let draws: Vec<&ErrorSums> = errors.filter(|errors| errors.pairs > 0).collect();
    let mut all = ErrorSums::default();
    draws.iter().for_each(|draw| all.merge(draw));
    if all.pairs == 0 {
        return String::new();
    }
    let good_draws = draws.iter().filter(|draw| draw.is_as_theory()).count();
    let comparison = if all.is_as_theory() {
        "as good as"
    } else {
        "worse than"
    };
    format!(
        ";\n{own} over all seeds is {comparison} theory says: {}; {good_draws} of {} draws are as good alone",
        all.figures(),
        draws.len()
    )
}

/// A figure of a spread with this number of decimals.
fn number(spread: Option<Spread>, places: usize, figure: fn(&Spread) -> Option<f64>) -> Cell {
    let figure = spread.as_ref().and_then(figure);
    figure.map_or(Cell::None, |figure| Cell::Number(figure, places))
}
