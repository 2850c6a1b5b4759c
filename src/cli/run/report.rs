//! `report`: gathers an audit and writes it as one file.

use std::io::{BufWriter, Write, stdout};
use std::path::Path;
use std::sync::Arc;

use super::super::args::report::ReportArgs;
use super::super::keep::{input_files, new_file};
use super::Run;
use super::described::fingerprint;
use crate::base::{DocNo, units};
use crate::candidates::PairSet;
use crate::cluster::Clustering;
use crate::collection::Collection;
use crate::config::{AnalysisConfig, Purpose, Setting, table};
use crate::corpus::standard_input;
use crate::engine::audit::{self, Asked, Audit, Given, Listed, Spread, Wanted};
use crate::engine::review as journal;
use crate::evidence::Evidence;
use crate::filter::PairSubject;
use crate::lab::tuning::Counts;
use crate::report_file::{self, ReportFormat};
use crate::review::{Moment, ReviewState};
use crate::similarity::{Bridging, Pair};

/// Rows of the table of pairs that a browser still shows at once.
const ROWS: usize = 20_000;

impl Run<'_> {
    /// Writes a report.
    pub(super) fn report(&self, asked: &ReportArgs) -> anyhow::Result<()> {
        let to_file = asked.out.as_os_str() != standard_input::PATH;
        let options = self.options(&asked.corpus.paths, asked.corpus.settings.settings())?;
        if to_file {
            new_file::check("--out", &asked.out, asked.force, &[])?;
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
        let read = Arc::new(match asked.journal.journal {
            Some(_) => journal::read_existing(&place)?,
            None => journal::read(&place)?,
        });
        if let Some(broken) = read.broken_sentence() {
            self.talk
                .say(&format!("{}: {broken}", place.path.display()));
        }
        let audit = match asked.grouping.finding.purpose() {
            Purpose::NearDuplicates => self.audit_of_near_duplicates(asked, &read)?,
            Purpose::CopiedText => self.audit_of_copied_text(asked, &read)?,
        };
        self.should_continue()?;
        let write = |out: &mut (dyn Write + Send)| {
            let (format, lang) = (asked.format, asked.lang);
            let write = || report_file::write(&audit, format, lang, asked.csv_safe, out);
            self.pool.install(write)
        };
        if to_file {
            let mut file = new_file::NewFile::begin(&asked.out, asked.force)?;
            let written = write(&mut file);
            written.map_err(|error| failed(&asked.out, error))?;
            self.should_continue()?;
            file.finish()?;
        } else {
            write(&mut BufWriter::new(stdout()))?;
        }
        self.say_report(asked, &audit, to_file);
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

    fn say_report(&self, asked: &ReportArgs, audit: &Audit, to_file: bool) {
        let counts = &audit.counts;
        let pairs = units::counted(counts.kept, "pair", "pairs");
        let judged = units::count(counts.judged as u64);
        let place = match (to_file, asked.out.metadata()) {
            (true, Ok(metadata)) => {
                let size = units::bytes(metadata.len());
                format!(" in {} ({size})", asked.out.display())
            }
            _ => String::new(),
        };
        self.talk.say(&format!("{pairs}, {judged} judged{place}"));
        if counts.kept > counts.listed as u64 {
            self.talk.say(&format!(
                "the table has the first {}; --where chooses, and --format csv has all",
                units::count(counts.listed as u64)
            ));
        }
        let unreadable = audit.pairs.iter().filter(|pair| pair.problem.is_some());
        let unreadable = unreadable.count() as u64;
        if unreadable > 0 {
            self.talk.say(&format!(
                "{} without passages, because a text has changed or cannot be read again",
                units::counted(unreadable, "pair is", "pairs are")
            ));
        }
    }

    fn audit_of_near_duplicates(
        &self,
        asked: &ReportArgs,
        journal: &Arc<crate::review::Journal>,
    ) -> anyhow::Result<Audit> {
        let (finding, settings) = (&asked.grouping.finding, &asked.corpus.settings);
        let (collection, pairs) = self.pairs(&asked.corpus.paths, settings, finding)?;
        asked.only.check(&collection)?;
        let state = ReviewState::new(journal.clone(), &collection);
        let listed = self
            .pool
            .install(|| self.near_duplicates_listed(asked, &collection, &pairs, &state));
        self.should_continue()?;
        let clustering = self.clustering(&collection, &pairs, &asked.grouping);
        let found = &pairs.found;
        let bands = found.bands.map(|(b, r)| format!(" {b}×{r}"));
        let question = Asked {
            method: format!("{}{}", found.method, bands.unwrap_or_default()),
            complete: found.complete,
            note: found.note.clone(),
            ..Asked::default()
        };
        self.gathered(
            asked,
            &collection,
            &state,
            listed,
            question,
            Some(&clustering),
        )
    }

    fn near_duplicates_listed(
        &self,
        asked: &ReportArgs,
        collection: &Collection,
        pairs: &PairSet,
        state: &ReviewState,
    ) -> Listed {
        let threshold = asked.grouping.finding.threshold;
        let positions = collection.settings().sketching.permutations;
        let size = |doc: DocNo| collection.shingle_set(doc).len() as u32;
        let mut listed = Listed {
            found: pairs.count(threshold),
            spread: Spread {
                similarity: Counts::of(pairs).histogram,
                ..Spread::default()
            },
            ..Listed::default()
        };
        let most = most(asked.format);
        let mut each = pairs.each(threshold, positions, size);
        loop {
            let chunk: Vec<Pair> = each.by_ref().take(4096).collect();
            if chunk.is_empty() || self.cancel.stopped() {
                return listed;
            }
            let keeps = asked.only.keeps(collection, &chunk);
            for (pair, _) in chunk.into_iter().zip(keeps).filter(|(_, keeps)| *keeps) {
                listed.add((pair, None), state, asked.only_decided, most);
            }
        }
    }

    fn audit_of_copied_text(
        &self,
        asked: &ReportArgs,
        journal: &Arc<crate::review::Journal>,
    ) -> anyhow::Result<Audit> {
        let bridging = asked.bridging.config.bridging;
        let (collection, copied) = self.find_copied_text(
            &asked.corpus,
            &asked.grouping.finding,
            bridging,
            &asked.only,
        )?;
        let state = ReviewState::new(journal.clone(), &collection);
        let mut words: Vec<u32> = copied.pairs.iter().map(|p| p.evidence.words()).collect();
        words.sort_unstable();
        let mut listed = Listed {
            found: copied.pairs.len() as u64,
            spread: Spread {
                words,
                ..Spread::default()
            },
            ..Listed::default()
        };
        let most = most(asked.format);
        for copied in &copied.pairs {
            let subject = PairSubject {
                collection: &collection,
                pair: &copied.pair,
                evidence: Some(&copied.evidence),
                review: Some(&state),
            };
            let filter = asked.only.filter.as_ref();
            if filter.is_none_or(|filter| filter.matches(&subject) == Some(true)) {
                let evidence: Option<Evidence> = Some(copied.evidence);
                listed.add((copied.pair, evidence), &state, asked.only_decided, most);
            }
        }
        let question = Asked {
            passage: Some(copied.config.passage),
            method: "exact".to_owned(),
            complete: true,
            note: copied.note.clone(),
            ..Asked::default()
        };
        self.gathered(asked, &collection, &state, listed, question, None)
    }

    fn gathered(
        &self,
        asked: &ReportArgs,
        collection: &Collection,
        state: &ReviewState,
        listed: Listed,
        question: Asked,
        clustering: Option<&Clustering>,
    ) -> anyhow::Result<Audit> {
        if asked.out.exists() {
            let inputs = input_files(collection);
            new_file::check("--out", &asked.out, asked.force, &inputs)?;
        }
        let finding = &asked.grouping.finding;
        let purpose = finding.purpose();
        let settings = collection.settings();
        let method_config = finding.method_config(&settings.sketching)?;
        let bridging: Bridging = asked.bridging.config.bridging;
        let config = AnalysisConfig {
            purpose,
            settings: settings.clone(),
            method_config: method_config.clone(),
            linkage: asked.grouping.linkage(),
            bridging,
            ..AnalysisConfig::default()
        };
        let used = |setting: &&Setting| {
            setting.methods.is_empty() || setting.methods.contains(&method_config.method)
        };
        let rows = table::on_screen().filter(used);
        let rows = rows.map(|setting| (setting.name.to_owned(), setting.text(&config)));
        let paths = asked.corpus.paths.iter();
        let given = Given {
            collection,
            listed,
            clustering,
            state,
            measure: method_config.measure,
            bridging,
            paths: paths.map(|path| path.display().to_string()).collect(),
            fingerprint: fingerprint(collection),
            asked: Asked {
                purpose: purpose.name().to_owned(),
                threshold: finding.threshold,
                measure: method_config.measure.name().to_owned(),
                k: settings.sketching.k,
                permutations: settings.sketching.permutations,
                seed: settings.sketching.seed,
                settings: rows.collect(),
                filter: asked
                    .only
                    .filter
                    .as_ref()
                    .and_then(|_| self.filter_as_given()),
                ..question
            },
        };
        let with_passages = asked.format.has_texts() || asked.format == ReportFormat::Json;
        let wanted = Wanted {
            anonymous: asked.anonymous,
            only_decided: asked.only_decided,
            context: asked.context,
            shown: if with_passages { asked.limit } else { 0 },
            sources: with_passages && purpose == Purpose::CopiedText,
            made: Moment::now(),
        };
        let should_continue = || !self.cancel.stopped();
        self.pool
            .install(|| audit::gather(given, wanted, &should_continue))
    }
}

/// Pairs that a report lists at most.
fn most(format: ReportFormat) -> usize {
    match format.has_texts() {
        true => ROWS,
        false => usize::MAX,
    }
}

fn failed(path: &Path, error: std::io::Error) -> anyhow::Error {
    anyhow::Error::new(error).context(format!("cannot write {}", path.display()))
}
