//! The whole program against yardsticks: kinds of sketches, from text to clusters, the whole index, growth with the
//! number of documents, and the time from a key to its frame. Compared work is done in turn and medians are printed, so
//! that other load on the machine affects both sides.

use std::path::PathBuf;

use anyhow::{Context, ensure};
use clap::Args;
use shinglescope::candidates::simhash::SimHash;
use shinglescope::candidates::{Method, MethodConfig};

use super::rows::{self, BenchmarkRow};
use super::setup::{MadeUp, is_short, median};
use super::tasks::{Job, Outcome, Task, measure};
use super::{keys, sketches};

#[derive(Args)]
pub struct ProgramArguments {
    /// Program: folders and files to measure on, instead of made-up documents
    #[arg(long, value_name = "PATH", num_args = 1..)]
    pub corpus: Vec<PathBuf>,
    /// Program: number of made-up documents of 350 words; growth is measured up to ten times as many
    #[arg(long, value_name = "N", default_value_t = if is_short() { 300 } else { 10_000 })]
    documents: usize,
    /// Program: threads of the index and of tantivy; 0 for one per processor
    #[arg(long, value_name = "N", default_value_t = 2)]
    threads: usize,
    /// Program: runs of which the medians are printed
    #[arg(long, value_name = "N", default_value_t = if is_short() { 1 } else { 3 })]
    runs: usize,
    /// Program: print the table as CSV
    #[arg(long)]
    csv: bool,
    /// Program: fail if a ratio is more than a tenth worse than in this CSV table
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
}

const CPU: &str = "CPU s";
const CLOCK: &str = "s by the clock";
const MS: &str = "ms by the clock";
const BARE: &str = "bare tantivy";

/// Runs all measurements and prints the table.
pub fn bench(arguments: &ProgramArguments) -> anyhow::Result<()> {
    let earlier = match &arguments.against {
        Some(file) => {
            let message = || format!("cannot read {}", file.display());
            Some(std::fs::read_to_string(file).with_context(message)?)
        }
        None => None,
    };
    let made_up;
    let paths = if arguments.corpus.is_empty() {
        made_up = MadeUp::write(arguments.documents, 350)?;
        vec![made_up.path.clone()]
    } else {
        arguments.corpus.clone()
    };
    let bench = Bench {
        paths: paths.clone(),
        runs: arguments.runs.max(1),
    };
    let mut table = sketches::rows(bench.runs)?;
    table.extend(bench.clusters()?);
    table.extend(bench.index(arguments.threads)?);
    if arguments.corpus.is_empty() {
        let sizes = [arguments.documents, 10 * arguments.documents];
        table.extend(growth(sizes, bench.runs)?);
    }
    table.extend(keys::rows(paths, arguments.threads)?);
    for row in &table {
        let ratio = row.ratio.map_or(1.0, |(ratio, _)| ratio);
        ensure!(
            row.value.is_finite() && ratio.is_finite(),
            "no figure of {}",
            row.what
        );
    }
    if arguments.csv {
        rows::write_csv(&table)?;
    } else {
        rows::print(&table);
    }
    match earlier {
        Some(earlier) => rows::compare_with(&table, &earlier),
        None => Ok(()),
    }
}

struct Bench {
    paths: Vec<PathBuf>,
    runs: usize,
}

impl Bench {
    fn measure(&self, threads: usize, task: Task) -> anyhow::Result<Outcome> {
        measure(&Job {
            paths: self.paths.clone(),
            threads,
            task,
        })
    }

    /// From text to clusters by several methods against the yardstick, on one thread; on two threads against one.
    fn clusters(&self) -> anyhow::Result<Vec<BenchmarkRow>> {
        let simhash = |distance| MethodConfig {
            simhash: SimHash {
                distance,
                ..SimHash::default()
            },
            ..Method::SimHash.into()
        };
        let methods: [(&str, MethodConfig); 6] = [
            ("lsh", Method::Lsh.into()),
            ("exact", Method::Exact.into()),
            ("winnow", Method::Winnow.into()),
            ("simhash, distance 3", simhash(3)),
            ("simhash, distance 10", simhash(10)),
            ("simhash, distance 16", simhash(16)),
        ];
        let mut outcomes = [const { Vec::new() }; 6];
        let (mut bare, mut on_two) = (Vec::new(), Vec::new());
        for _ in 0..self.runs {
            for ((_, method), outcomes) in methods.iter().zip(&mut outcomes) {
                outcomes.push(self.measure(1, in_memory(method.clone()))?);
            }
            bare.push(self.measure(1, Task::BarePass)?);
            on_two.push(self.measure(2, in_memory(methods[0].1.clone()))?);
        }
        let [lsh, exact, ..] = &outcomes;
        let mut rows = vec![
            BenchmarkRow::new("documents", lsh[0].documents as f64, ""),
            BenchmarkRow::new("bare pass", cpu(&bare), CPU),
            BenchmarkRow::new("text to clusters, lsh", cpu(lsh), CPU)
                .over(cpu(&bare), "bare pass")
                .target("ratio <= 1.00"),
            BenchmarkRow::new("text to clusters, lsh: one thread", wall(lsh), CLOCK)
                .over(wall(&on_two), "two threads")
                .target("ratio >= 1.9"),
        ];
        for ((name, _), outcomes) in methods.iter().zip(&outcomes) {
            let what = format!("text to clusters, {name}");
            match *name {
                "lsh" => {}
                "exact" => rows.push(BenchmarkRow::new(&what, cpu(exact), CPU)),
                _ => rows
                    .push(BenchmarkRow::new(&what, cpu(outcomes), CPU).over(cpu(exact), "exact")),
            }
            let pairs = outcomes[0].pairs as f64;
            rows.push(BenchmarkRow::new(format!("{what}: pairs found"), pairs, ""));
        }
        Ok(rows)
    }

    /// The whole index against tantivy alone, and opening it again.
    fn index(&self, threads: usize) -> anyhow::Result<Vec<BenchmarkRow>> {
        let (mut full, mut screens, mut reopened) = (Vec::new(), Vec::new(), Vec::new());
        let (mut bare, mut own) = (Vec::new(), Vec::new());
        for _ in 0..self.runs {
            let folder = tempfile::tempdir()?;
            let index = |name, interactive| Task::Index {
                folder: folder.path().join(name),
                interactive,
            };
            full.push(self.measure(threads, index("whole", false))?);
            reopened.push(self.measure(threads, index("whole", true))?);
            screens.push(self.measure(threads, index("screens", true))?);
            for (own_tokenizer, outcomes) in [(false, &mut bare), (true, &mut own)] {
                outcomes.push(self.measure(threads, Task::BareTantivy { own_tokenizer })?);
            }
        }
        let first = |outcomes: &[Outcome]| {
            let times = outcomes
                .iter()
                .map(|o| o.first_clusters.unwrap_or((o.cpu, o.wall)));
            let (cpu, wall) = times.unzip();
            (median(cpu), median(wall))
        };
        let (first_cpu, first_wall) = first(&screens);
        let megabytes = bare[0].bytes as f64 / 1e6;
        let disk = median(full.iter().map(|o| o.disk as f64 / 1e6).collect());
        let mut rows = vec![
            BenchmarkRow::new("text", megabytes, "MB"),
            BenchmarkRow::new("bare tantivy", cpu(&bare), CPU),
            BenchmarkRow::new("whole index", cpu(&full), CPU)
                .over(cpu(&bare), BARE)
                .target("ratio <= 1.15"),
            BenchmarkRow::new("whole index", cpu(&full), CPU)
                .over(cpu(&own), "bare tantivy, its own tokenizer")
                .target("ratio <= 1.15"),
            BenchmarkRow::new("whole index", wall(&full), CLOCK).over(wall(&bare), BARE),
            BenchmarkRow::new("index on disk", disk, "MB")
                .over(megabytes, "text")
                .target("ratio <= 1.6"),
            BenchmarkRow::new("first clusters", first_cpu, CPU).over(cpu(&bare), BARE),
            BenchmarkRow::new("first clusters", first_wall, CLOCK)
                .over(wall(&bare), BARE)
                .target("ratio <= 0.25"),
            BenchmarkRow::new("reopened: first clusters", first(&reopened).1 * 1e3, MS),
            BenchmarkRow::new("reopened: all checked", wall(&reopened) * 1e3, MS),
        ];
        rows.extend(peak("bare tantivy", &bare));
        rows.extend(peak("whole index", &full));
        rows.extend(peak("reopened", &reopened));
        Ok(rows)
    }
}

/// From text to clusters by LSH as the commands do it: cost at each number of documents, and the exponent of growth.
fn growth(sizes: [usize; 2], runs: usize) -> anyhow::Result<Vec<BenchmarkRow>> {
    let (mut rows, mut costs) = (Vec::new(), Vec::new());
    for documents in sizes {
        let made_up = MadeUp::write(documents, 300)?;
        let bench = Bench {
            paths: vec![made_up.path.clone()],
            runs,
        };
        let (mut outcomes, mut bare) = (Vec::new(), Vec::new());
        for _ in 0..runs {
            let task = Task::Clusters {
                method: Box::new(Method::Lsh.into()),
                in_memory: false,
            };
            outcomes.push(bench.measure(1, task)?);
            bare.push(bench.measure(1, Task::BarePass)?);
        }
        let what = format!("growth: {documents} documents");
        rows.push(
            BenchmarkRow::new(&what, cpu(&outcomes), CPU)
                .over(cpu(&bare), "bare pass")
                .target("ratio <= 1.00"),
        );
        rows.extend(peak(&what, &outcomes));
        costs.push(cpu(&outcomes));
    }
    let exponent = (costs[1] / costs[0]).log10();
    rows.push(
        BenchmarkRow::new("growth: exponent of the documents", exponent, "").target("<= 1.1"),
    );
    Ok(rows)
}

fn in_memory(method: MethodConfig) -> Task {
    Task::Clusters {
        method: Box::new(method),
        in_memory: true,
    }
}

fn cpu(outcomes: &[Outcome]) -> f64 {
    median(outcomes.iter().map(|o| o.cpu).collect())
}

fn wall(outcomes: &[Outcome]) -> f64 {
    median(outcomes.iter().map(|o| o.wall).collect())
}

/// Maximum of the peaks, if the system reports them.
fn peak(what: &str, outcomes: &[Outcome]) -> Option<BenchmarkRow> {
    let peak = outcomes.iter().filter_map(|o| o.peak).max()?;
    let what = format!("{what}: peak memory");
    Some(BenchmarkRow::new(what, peak as f64 / 1e6, "MB"))
}
