//! `report`: a web page to hand on.

use std::io::{BufWriter, Write, stdout};
use std::path::Path;
use std::sync::Arc;

use serde_json::json;

use super::super::args::report::ReportArgs;
use super::Run;
use super::described::MadeFrom;
use crate::base::units;
use crate::candidates::HeldApart;
use crate::cluster::DecidedDifferent;
use crate::collection::Collection;
use crate::config::Purpose;
use crate::corpus::demo;
use crate::engine::new_file::{self, input_files};
use crate::engine::review as journal;
use crate::html_report::{self, Question, Report, ReportPairs, Scope, Watch};
use crate::review::{Journal, ReviewState};

/// Whether the report goes to a file instead of standard output.
fn writes_file(asked: &ReportArgs) -> bool {
    asked.out.as_os_str() != demo::STANDARD_INPUT
}

impl Run<'_> {
    /// Writes a report.
    pub(super) fn report(&self, asked: &ReportArgs) -> anyhow::Result<()> {
        let to_file = writes_file(asked);
        let options = self.options(&asked.corpus.paths, asked.corpus.settings.settings())?;
        if to_file {
            new_file::check("--out", &asked.out, asked.force, &[])?;
            self.check_named_once("--out", &asked.out)?;
        }
        let place = match &asked.journal.journal {
            Some(path) => journal::named(path),
            None => journal::place(&options)?,
        };
        let same = |path: &Path| path.canonicalize().ok();
        if to_file && same(&asked.out).is_some_and(|out| Some(out) == same(&place.path)) {
            anyhow::bail!(
                "--out {} is the journal of decisions, which is never overwritten: give another name",
                asked.out.display()
            );
        }
        let extension = asked
            .out
            .extension()
            .and_then(|extension| extension.to_str());
        if let Some("md" | "json" | "jsonl" | "csv") = extension {
            anyhow::bail!(
                "--out {}: a report is an HTML page; `pairs`, `clusters`, `passages` and `review list` print data with --format",
                asked.out.display()
            );
        }
        let read = Arc::new(match asked.journal.journal {
            Some(_) => journal::read_existing(&place)?,
            None => journal::read(&place)?,
        });
        self.say_broken(&place.path, &read);
        self.say_kept_masks(&read);
        let report = match asked.grouping.pair_search.purpose() {
            Purpose::NearDuplicates => self.report_of_near_duplicates(asked, &read)?,
            Purpose::CopiedText => self.report_of_copied_text(asked, &read)?,
        };
        self.should_continue()?;
        let write = |out: &mut (dyn Write + Send)| self.pool.install(|| report.write(out));
        if to_file {
            let mut file = new_file::NewFile::begin(&asked.out, asked.force)?;
            let written = write(&mut file);
            written.map_err(|error| failed(&asked.out, error))?;
            self.should_continue()?;
            file.finish()?;
        } else {
            write(&mut BufWriter::new(stdout()))?;
        }
        self.say_report(asked, &report, to_file);
        Ok(())
    }

    /// The words of `--where`.
    fn filter_as_given(&self) -> Option<String> {
        let words: Vec<_> = self
            .words
            .iter()
            .map(|word| word.to_string_lossy())
            .collect();
        let at = words.iter().position(|word| word.starts_with("--where"))?;
        let filter = words[at].strip_prefix("--where=");
        let filter = filter.or_else(|| words.get(at + 1).map(|word| &**word));
        filter.map(str::to_owned)
    }

    fn say_report(&self, asked: &ReportArgs, report: &Report, to_file: bool) {
        let pairs = units::counted(report.counts.kept, "pair", "pairs");
        let decided = units::count(report.counts.decided as u64);
        let place = match (to_file, asked.out.metadata()) {
            (true, Ok(metadata)) => {
                let size = units::bytes(metadata.len());
                format!(" in {} ({size})", asked.out.display())
            }
            _ => String::new(),
        };
        self.talk.say(&format!("{pairs}, {decided} decided{place}"));
        for remark in report.remarks() {
            self.talk.say(&remark);
        }
    }

    fn report_of_near_duplicates(
        &self,
        asked: &ReportArgs,
        journal: &Arc<Journal>,
    ) -> anyhow::Result<Report> {
        let (pair_search, settings) = (&asked.grouping.pair_search, &asked.corpus.settings);
        let (collection, pairs) = self.pairs(&asked.corpus.paths, settings, pair_search)?;
        asked.only.check_but_decisions(&collection)?;
        // As on the screens, unless these are set otherwise: pairs decided different hold no cluster together.
        let held_apart = match asked.decided_different() {
            DecidedDifferent::Apart => self.held_apart(journal, &collection),
            DecidedDifferent::Ignored => HeldApart::default(),
        };
        let edges = (!held_apart.is_empty()).then(|| pairs.without(&collection, &held_apart));
        let edges = edges.as_ref().unwrap_or(&pairs);
        let clustering = self.clustering(&collection, edges, &asked.grouping);
        self.say_what_is_sampled(&collection, &clustering);
        let parted = clustering.held_apart;
        if parted > 0 && asked.about.names_clusters() {
            let pairs = units::counted(
                parted,
                "pair decided different holds",
                "pairs decided different hold",
            );
            self.talk.say(&format!(
                "{pairs} no cluster together here: clusters are numbered as `clusters --decided-different apart` numbers them"
            ));
        }
        let scope = asked.about.scope(&collection, Some(&clustering))?;
        let found = ReportPairs::NearDuplicates(&pairs, &clustering);
        self.gathered(asked, &collection, journal, found, scope)
    }

    fn report_of_copied_text(
        &self,
        asked: &ReportArgs,
        journal: &Arc<Journal>,
    ) -> anyhow::Result<Report> {
        let bridging = asked.bridging.config.bridging;
        let (collection, copied) = self.find_copied_text(
            &asked.corpus,
            &asked.grouping.pair_search,
            bridging,
            asked.only.filter.as_ref(),
        )?;
        let scope = asked.about.scope(&collection, None)?;
        let found = ReportPairs::CopiedText(&copied);
        self.gathered(asked, &collection, journal, found, scope)
    }

    fn gathered(
        &self,
        asked: &ReportArgs,
        collection: &Collection,
        journal: &Arc<Journal>,
        found: ReportPairs<'_>,
        scope: Scope,
    ) -> anyhow::Result<Report> {
        if writes_file(asked) && asked.out.exists() {
            let inputs = input_files(collection);
            new_file::check("--out", &asked.out, asked.force, &inputs)?;
        }
        let state = ReviewState::new(journal.clone(), collection);
        let pair_search = &asked.grouping.pair_search;
        // As on the screens: the archive is what the corpus is compared with.
        let paths = asked.corpus.paths.iter().chain(&self.common.sets.new);
        let filter = asked.only.filter.clone();
        let context = match asked.whole {
            true => asked.context.unfolded(),
            false => asked.context,
        };
        let question = Question {
            method_config: pair_search.method_config(&collection.settings().sketching)?,
            linkage: asked.grouping.linkage(),
            decided_different: asked.decided_different(),
            bridging: asked.bridging.config.bridging,
            threshold: pair_search.threshold,
            paths: paths.cloned().collect(),
            filter: filter.map(|filter| (self.filter_as_given().unwrap_or_default(), filter)),
            scope,
            anonymous: asked.anonymous,
            only_decided: asked.only_decided,
            context,
            shown: asked.limit,
        };
        let should_continue = || !self.cancel.stopped();
        let watch = Watch {
            should_continue: &should_continue,
            progress: &|_, _| {},
        };
        let gather = || html_report::report(collection, found, &state, &question, watch);
        let report = self.pool.install(gather)?;
        let options = json!({ "pairs": report.counts.kept, "settings": report.settings() });
        let mut made = self.provenance("report", &MadeFrom::Corpus(collection), options);
        if asked.anonymous {
            // Paths and filters have names.
            made.arguments.clear();
            made.command_line.clear();
        }
        self.write_meta(&made, &input_files(collection))?;
        Ok(report.with_command_line(&made.command_line))
    }
}

fn failed(path: &Path, error: std::io::Error) -> anyhow::Error {
    anyhow::Error::new(error).context(format!("cannot write {}", path.display()))
}
