//! `report`: writes an HTML report.

use std::io::{BufWriter, Write, stdout};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context as _;
use clap::Args;
use serde_json::json;

use super::args::common::{CorpusArgs, JournalArgs};
use super::context::{CommandContext, RunCommand, held_apart_pairs};
use super::masks::KeptMasks;
use super::settings::{BridgingArgs, Grouping};
use super::texts::find;
use super::where_filter::{self, PairsWhere};
use crate::base::units;
use crate::cluster::{Clustering, DecidedDifferent};
use crate::config::Purpose;
use crate::corpus::demo;
use crate::engine::excluded::{MAX_SHOWN, PairListing, of_report};
use crate::engine::new_file::{self, input_files};
use crate::evidence::disguised;
use crate::html_report::{self, Report, ReportPairs, ReportQuestion, ReportScope, Watch};
use crate::index::Collection;
use crate::review::{Journal, ReviewState};

/// The arguments of `report`.
#[derive(Clone, Debug, Args)]
pub struct ReportArgs {
    /// The corpus.
    #[command(flatten)]
    pub corpus: CorpusArgs,
    /// Method and linkage.
    #[command(flatten)]
    pub grouping: Grouping,
    /// How shared runs become passages.
    #[command(flatten)]
    pub bridging: BridgingArgs,
    /// Filter of pairs.
    #[command(flatten)]
    pub only: PairsWhere,
    /// Only pairs of this document
    #[arg(
        long,
        value_name = "ID",
        allow_hyphen_values = true,
        help_heading = "Output",
        conflicts_with = "cluster"
    )]
    pub of: Option<String>,
    /// Only pairs within cluster N, numbered as in `clusters --decided-different apart`; may be repeated
    #[arg(long, value_name = "N", help_heading = "Output")]
    pub cluster: Vec<usize>,
    /// The decisions.
    #[command(flatten)]
    pub journal: JournalArgs,
    /// HTML file to write, or - for standard output
    #[arg(long, value_name = "FILE|-", help_heading = "Output")]
    pub out: PathBuf,
    /// Overwrite the file if it exists
    #[arg(long, help_heading = "Output")]
    pub force: bool,
    /// Replace the names of documents by numbers (Text 17), which stay the same until a text changes
    #[arg(long, help_heading = "Output")]
    pub anonymous: bool,
    /// Only pairs with a decision
    #[arg(long, help_heading = "Output")]
    pub only_decided: bool,
    /// Words around each passage
    #[arg(long, value_name = "N", default_value = "30", help_heading = "Output")]
    pub context: usize,
}

impl RunCommand for ReportArgs {
    fn run(&self, context: &CommandContext<'_>) -> anyhow::Result<()> {
        let to_file = !demo::is_standard_input(&self.out);
        let options = context.options(&self.corpus)?;
        if to_file {
            new_file::check("--out", &self.out, self.force, &[])?;
            context.check_named_once("--out", &self.out)?;
        }
        let (location, journal) = context.journal(&options, false)?;
        let resolve = |path: &Path| path.canonicalize().ok();
        if to_file && resolve(&self.out).is_some_and(|out| Some(out) == resolve(&location.path)) {
            anyhow::bail!(
                "--out {} is the journal of decisions, which is never overwritten: give another name",
                self.out.display()
            );
        }
        let extension = self.out.extension().and_then(|end| end.to_str());
        if let Some("md" | "json" | "jsonl" | "csv") = extension {
            anyhow::bail!(
                "--out {}: a report is an HTML page; `pairs`, `clusters`, `passages` and `review list` print data with --format",
                self.out.display()
            );
        }
        // Apply the masks kept in the journal, as on the screens.
        if context.common.masks.kept_masks != Some(KeptMasks::Skip) {
            let kept = || context.kept_of(&options, &journal);
            context.kept_masks.get_or_init(kept);
        }
        let report = match self.grouping.pair_search.purpose() {
            Purpose::NearDuplicates => context.report_of_near_duplicates(self, &journal)?,
            Purpose::CopiedText => context.report_of_copied_text(self, &journal)?,
        };
        context.cancel.check()?;
        let write = |out: &mut (dyn Write + Send)| context.install(|| report.write(out));
        if to_file {
            let mut file = new_file::NewFile::begin(&self.out, self.force)?;
            let message = || format!("cannot write {}", self.out.display());
            write(&mut file).with_context(message)?;
            context.cancel.check()?;
            file.finish()?;
        } else {
            write(&mut BufWriter::new(stdout()))?;
        }
        context.say_report(self, &report, to_file);
        Ok(())
    }
}

impl ReportArgs {
    /// Finds the document or the clusters.
    ///
    /// # Errors
    /// An unknown id or cluster number; `--cluster` without a clustering.
    fn scope(
        &self,
        collection: &Collection,
        clustering: Option<&Clustering>,
    ) -> anyhow::Result<ReportScope> {
        if self.cluster.is_empty() {
            let document = self.of.as_ref().map(|id| find(collection, id));
            return Ok(document
                .transpose()?
                .map_or(ReportScope::All, ReportScope::Document));
        }
        let clustering = clustering.context(
            "--cluster names a cluster of near-duplicates; pairs with copied text form no clusters: remove it",
        )?;
        let all = clustering.clusters.len();
        let first_member = |number: &usize| {
            let cluster = clustering.clusters.get(number.wrapping_sub(1));
            let unknown = || format!("--cluster {number}: there are {all}, from 1");
            Ok(cluster.with_context(unknown)?.members[0])
        };
        let documents: anyhow::Result<Vec<_>> = self.cluster.iter().map(first_member).collect();
        Ok(ReportScope::Clusters(documents?))
    }
}

impl CommandContext<'_> {
    fn say_report(&self, args: &ReportArgs, report: &Report, to_file: bool) {
        let pairs = units::counted(report.counts.kept, "pair", "pairs");
        let decided = units::count(report.counts.decided as u64);
        let size = args.out.metadata().ok().filter(|_| to_file);
        let size = size.map(|metadata| units::bytes(metadata.len()));
        let destination = size.map(|size| format!(" in {} ({size})", args.out.display()));
        let destination = destination.unwrap_or_default();
        self.say(&format!("{pairs}, {decided} decided{destination}"));
        for remark in report.remarks() {
            self.say(&remark);
        }
    }

    fn report_of_near_duplicates(
        &self,
        args: &ReportArgs,
        journal: &Arc<Journal>,
    ) -> anyhow::Result<Report> {
        let (collection, pairs) = self.pairs(&args.corpus, &args.grouping.pair_search)?;
        where_filter::check(args.only.filter.as_ref(), &collection)?;
        // By default, as on the screens, pairs decided different do not link clusters.
        let is_apart = args.grouping.decided.config.decided_different == DecidedDifferent::Apart;
        let cannot_link = is_apart.then(|| self.cannot_link(journal, &collection));
        let edges = cannot_link.filter(|cannot_link| !cannot_link.is_empty());
        let edges = edges.map(|cannot_link| pairs.without(&cannot_link));
        let edges = edges.as_ref().unwrap_or(&pairs);
        let clustering = self.clustering(&collection, edges, &args.grouping);
        self.say_sampled(&collection, &clustering);
        let held_apart_count = clustering.cannot_link;
        if held_apart_count > 0 && !args.cluster.is_empty() {
            self.say(&format!(
                "{} no cluster together; clusters are numbered as `clusters --decided-different apart` numbers them",
                held_apart_pairs(held_apart_count)
            ));
        }
        let scope = args.scope(&collection, Some(&clustering))?;
        let report_pairs = ReportPairs::NearDuplicates(&pairs, &clustering);
        self.build_report(args, &collection, journal, report_pairs, scope)
    }

    fn report_of_copied_text(
        &self,
        args: &ReportArgs,
        journal: &Arc<Journal>,
    ) -> anyhow::Result<Report> {
        let bridging = args.bridging.config.bridging;
        let (pair_search, filter) = (&args.grouping.pair_search, args.only.filter.as_ref());
        let (collection, copied) =
            self.find_copied_text(&args.corpus, pair_search, bridging, filter)?;
        let scope = args.scope(&collection, None)?;
        let report_pairs = ReportPairs::CopiedText(&copied);
        self.build_report(args, &collection, journal, report_pairs, scope)
    }

    fn build_report(
        &self,
        args: &ReportArgs,
        collection: &Arc<Collection>,
        journal: &Arc<Journal>,
        report_pairs: ReportPairs<'_>,
        scope: ReportScope,
    ) -> anyhow::Result<Report> {
        if !demo::is_standard_input(&args.out) && args.out.exists() {
            let inputs = input_files(collection);
            new_file::check("--out", &args.out, args.force, &inputs)?;
        }
        let state = ReviewState::new(journal.clone(), collection);
        let pair_search = &args.grouping.pair_search;
        // The archive is not listed, as on the screens.
        let paths = args.corpus.paths.iter().chain(&self.common.sets.new);
        let filter = args.only.filter.clone();
        let typed_filter = self.invocation.filter.clone();
        let method_config = pair_search.method_config(&collection.settings().sketching)?;
        let listing = PairListing {
            method_config: &method_config,
            threshold: pair_search.threshold,
            copied: report_pairs.copied_text(),
        };
        let excluded = self.excluded_by_rule(collection, &listing, MAX_SHOWN)?;
        let disguised = disguised::documents(collection, &mut Default::default(), self.cancel);
        let kept = journal.kept_masks();
        let is_skipped = self.common.masks.kept_masks == Some(KeptMasks::Skip) && !kept.is_empty();
        let not_excluded = is_skipped.then(|| kept.describe());
        let question = ReportQuestion {
            masks: self.masks(&collection.settings().reading)?.clone(),
            excluded: excluded.and_then(of_report),
            not_excluded: not_excluded.unwrap_or_default(),
            disguised: disguised.context("interrupted")?,
            method_config,
            linkage: args.grouping.linkage(),
            decided_different: args.grouping.decided.config.decided_different,
            bridging: args.bridging.config.bridging,
            threshold: pair_search.threshold,
            paths: paths.cloned().collect(),
            filter: filter.map(|filter| (typed_filter.unwrap_or_default(), filter)),
            scope,
            anonymous: args.anonymous,
            only_decided: args.only_decided,
            context: args.context,
        };
        let watch = Watch {
            cancel: self.cancel,
            progress: &|_, _| {},
        };
        let gather = || html_report::report(collection, report_pairs, &state, &question, watch);
        let report = self.install(gather)?;
        let options = json!({ "pairs": report.counts.kept, "settings": report.settings() });
        let mut provenance = self.provenance("report", collection, options);
        if args.anonymous {
            // Paths and filters can contain names.
            provenance.command_line.clear();
        }
        self.write_meta(&provenance, collection)?;
        Ok(report.with_command_line(&provenance.command_line))
    }
}
