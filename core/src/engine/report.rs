//! A report of the current results, as the command `report` writes it.
//!
//! The file is written under a temporary name and renamed: a cancelled report leaves no file, and a failed one leaves
//! the previous file.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, anyhow, bail, ensure};

use super::decisions::{location, read};
use super::excluded::{self, PairListing};
use super::message::{AskedReport, Update};
use super::new_file::{self, NewFile, input_files};
use super::progress::{ProgressSampler, Stage};
use super::review;
use super::shared::{Job, Shared};
use crate::base::files::absolute;
use crate::base::{Cancel, units};
use crate::candidates::CannotLink;
use crate::cluster::{Cache, Clustering, DecidedDifferent, Linkage, build};
use crate::config::{self, AnalysisConfig, Purpose, table};
use crate::evidence::{CopiedText, copied_text, disguised};
use crate::filter::{Filter, Target};
use crate::html_report::{self, Report, ReportPairs, ReportQuestion, ReportScope, Watch};
use crate::index::Collection;
use crate::review::ReviewState;

/// Default number of words around each passage, as in the command.
const CONTEXT: usize = 30;

/// Writes a report while no request of the user runs, and reports the result.
pub fn write_and_tell(shared: &Shared, request: &AskedReport, cancel: &Cancel) {
    let _files = shared.jobs.files.begin();
    let _running = shared.jobs.begin(Job::Report, cancel);
    let cancel = cancel.clone().or(&shared.jobs.ended);
    let result = write(
        shared,
        request,
        &cancel.clone().behind(&shared.jobs.foreground),
    );
    shared.send(Update::Reporting(None));
    match result {
        Ok(message) => shared.send(Update::Notice(message)),
        Err(_) if cancel.stopped() => shared.send(Update::Notice(format!(
            "{} was stopped; nothing was written",
            request.path.display()
        ))),
        Err(error) => shared.failed(&error),
    }
}

/// Writes a report. Returns a sentence with its number of pairs, its path and its size.
fn write(shared: &Shared, request: &AskedReport, cancel: &Cancel) -> anyhow::Result<String> {
    let path = &request.path;
    let name = path.display();
    check(shared, request)?;
    shared.send(Update::Reporting(Some(format!("{name}: gathering"))));
    let report = compile(shared, request, cancel)?;
    ensure!(!cancel.stopped(), "interrupted");
    let mut file = NewFile::begin(path, request.overwrite)?;
    report
        .write(&mut file)
        .with_context(|| format!("cannot write {name}"))?;
    ensure!(!cancel.stopped(), "interrupted");
    file.finish()?;
    let pairs = units::counted(report.counts.kept, "pair", "pairs");
    let size = path.metadata().map(|file| units::bytes(file.len()));
    let absolute = absolute(path);
    let absolute = absolute.display();
    let summary = match size {
        Ok(size) => format!("{pairs} in {absolute} ({size})"),
        Err(_) => format!("{pairs} in {absolute}"),
    };
    let parts = std::iter::once(summary).chain(report.remarks());
    Ok(parts.collect::<Vec<_>>().join("; "))
}

/// Checks that the file may be written.
fn check(shared: &Shared, request: &AskedReport) -> anyhow::Result<()> {
    let path = &request.path;
    let name = path.display();
    if let Ok(location) = location(shared) {
        let canonical = |path: &Path| path.canonicalize().ok();
        let out = canonical(path);
        ensure!(
            out.is_none() || out != canonical(&location.path),
            "{name} is the journal of decisions, which is never overwritten: give another name"
        );
    }
    ensure!(
        request.overwrite || !path.is_file(),
        "{name} exists and was left as it is: give another name, or choose to overwrite it"
    );
    let mut inputs = Vec::new();
    if path.exists() {
        inputs = input_files(&request.collection);
        let file = path.canonicalize().unwrap_or_else(|_| path.clone());
        let mut named = shared.reviewing.named.iter();
        ensure!(
            !named.any(|named| file.starts_with(named)),
            "{name} is named by an option of this start, and is never overwritten: give another name"
        );
    }
    new_file::check("report", path, request.overwrite, &inputs)
}

fn compile(shared: &Shared, request: &AskedReport, cancel: &Cancel) -> anyhow::Result<Report> {
    let collection = &request.collection;
    let current = shared.current();
    let current_collection = current.collection.as_ref();
    let is_current = current_collection.is_some_and(|c| Arc::ptr_eq(c, collection));
    ensure!(
        is_current && shared.settled(),
        "the results are being replaced: wait for the new ones, then write the report again"
    );
    let (shown, search_config) = (shared.shown(), shared.search_config());
    let threshold = search_config.threshold;
    let filter = match request.filter.trim() {
        "" => None,
        text => {
            let filter = Filter::parse(text, Target::Pairs);
            let filter = filter.map_err(|error| anyhow!("the filter: {error}"))?;
            Some((text.to_owned(), filter))
        }
    };
    let journal = read(shared)?;
    if let Some(broken) = journal.broken_sentence() {
        shared.send(Update::Notice(broken));
    }
    let state = ReviewState::new(Arc::new(journal), collection);
    let archive = &shared.options.sets.archive;
    let paths = shared.options.source.paths().unwrap_or_default();
    let paths = paths.iter().filter(|path| !archive.contains(path));
    let mut question = ReportQuestion {
        linkage: search_config.analysis.linkage,
        decided_different: search_config.analysis.decided_different,
        method_config: search_config.analysis.method_config,
        bridging: shown.bridging,
        threshold,
        paths: paths.cloned().collect(),
        filter,
        scope: request.scope.clone(),
        anonymous: request.anonymous,
        only_decided: request.only_decided,
        context: request.context,
        masks: shown.masks.clone(),
        excluded: None,
        not_excluded: String::new(),
        disguised: disguised::documents(collection, &mut Default::default(), cancel)
            .context("interrupted")?,
    };
    let copied: Arc<CopiedText>;
    let new_clustering: Clustering;
    let report_pairs = match shown.purpose {
        Purpose::NearDuplicates => {
            let (Some(pairs), Some(clustering)) = (&current.pairs, &current.clustering) else {
                bail!("there are no pairs yet: wait for them, then write the report again");
            };
            let is_covered = pairs.info.serves(threshold) && clustering.threshold == threshold;
            ensure!(
                is_covered,
                "the clusters are being made again: wait for them, then write the report again"
            );
            let cannot_link = match question.decided_different {
                DecidedDifferent::Apart => review::cannot_link_by(&state, collection),
                DecidedDifferent::Ignored => CannotLink::default(),
            };
            // The clusters of the screens may lack new decisions of the journal.
            if cannot_link == *current.cannot_link {
                ReportPairs::NearDuplicates(pairs, clustering)
            } else {
                let edges = pairs.without(&cannot_link);
                let linkage = question.linkage;
                let cache = &mut Cache::default();
                new_clustering = build::build(collection, &edges, threshold, linkage, cache);
                ReportPairs::NearDuplicates(pairs, &new_clustering)
            }
        }
        Purpose::CopiedText => {
            let config = shown.copied_text(threshold);
            let listed = request.copied.clone();
            copied = match listed.filter(|listed| listed.config == config) {
                Some(listed) => listed,
                None => {
                    let result = copied_text::find(collection, &config, &|_| {}, cancel);
                    Arc::new(result.context("interrupted")?)
                }
            };
            ReportPairs::CopiedText(&copied)
        }
    };
    let sampler = ProgressSampler::new(Stage::Passages);
    let name = request.path.display().to_string();
    let progress = |done: usize, all: usize| {
        if sampler.is_due() {
            let (done, all) = (units::count(done as u64), units::count(all as u64));
            let message = format!("{name}: passages of {done} of {all} pairs");
            shared.send(Update::Reporting(Some(message)));
        }
    };
    let watch = Watch {
        cancel,
        progress: &progress,
    };
    let listing = PairListing {
        method_config: &question.method_config,
        threshold,
        copied: report_pairs.copied_text(),
    };
    let text = |unmasked: &Arc<Collection>, doc| shared.text(unmasked, doc);
    let listing = (&listing, excluded::MAX_SHOWN);
    let by_rule = excluded::excluded_by_rule(collection, &shown.masks, listing, text, cancel);
    question.excluded = by_rule
        .context("interrupted")?
        .and_then(excluded::of_report);
    let report = html_report::report(collection, report_pairs, &state, &question, watch)?;
    let line = command_line(shared, request, (&shown, question.linkage), threshold);
    Ok(report.with_command_line(&line))
}

/// Returns the command that writes the same report. It is empty if names are hidden, and for a part of the corpus or
/// sets of documents, which the screens specify in another way.
fn command_line(
    shared: &Shared,
    request: &AskedReport,
    (analysis, linkage): (&AnalysisConfig, Linkage),
    threshold: f64,
) -> String {
    let paths = shared.options.source.paths().unwrap_or_default();
    let is_part = request.scope != ReportScope::All || !shared.options.sets.is_empty();
    if request.anonymous || is_part || paths.is_empty() {
        return String::new();
    }
    let mut line = vec!["shinglescope report --no-config".to_owned()];
    line.extend(config::arguments(analysis, threshold, &[]));
    let defaults = AnalysisConfig::default();
    for row in table::of_passages() {
        let (key, value) = (row.option.key(), row.assigned(analysis));
        if value != row.assigned(&defaults) {
            line.push(format!("--set={key}={value}"));
        }
    }
    if linkage != Linkage::default() {
        line.push(format!("--linkage={linkage}"));
    }
    let quoted = |text: String| shell_words::quote(&text).into_owned();
    let filter = request.filter.trim();
    if !filter.is_empty() {
        line.push(format!("--where={}", quoted(filter.to_owned())));
    }
    if request.only_decided {
        line.push("--only-decided".to_owned());
    }
    if request.context != CONTEXT {
        line.push(format!("--context={}", request.context));
    }
    let path = |path: &PathBuf| quoted(path.display().to_string());
    // Without these options, other decisions may count.
    if let Some(by) = &shared.reviewing.by {
        line.push(format!("--by={}", quoted(by.clone())));
    }
    if let Some(journal) = &shared.reviewing.journal {
        line.push(format!("--journal={}", path(journal)));
    }
    line.push(format!("--out={}", path(&request.path)));
    line.extend(paths.iter().map(path));
    line.join(" ")
}
