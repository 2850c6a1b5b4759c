//! The command `overlap`: opens the collections, measures and prints.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail, ensure};
use serde_json::json;

use super::super::args::Overlap;
use super::super::overlap as report;
use super::Run;
use super::described::MadeFrom;
use crate::audit::CorpusEntry;
use crate::base::{DocNo, lock, units};
use crate::corpus::whole_file::whole_file;
use crate::engine::overlap::{
    CommandSide, IndexedSide, Prepared, SharedVocabulary, SideText, texts_of,
};
use crate::overlap::{
    CheckerConfig, Measurement, OverlapConfig, Sampler, SamplerResults, Searchable, trials,
};
use crate::plot::{Figure, figures};
use crate::settings::{Normalisation, Settings};
use crate::synth;
use crate::text::{Normaliser, shingles, term_text};

/// Most collections of a measurement.
const MOST: usize = 26;

impl Run<'_> {
    /// Prints relative sizes of collections.
    pub(super) fn overlap(&self, asked: &Overlap) -> anyhow::Result<()> {
        ensure!(
            self.common.sets.is_empty(),
            "overlap compares the collections that are its paths; leave out --new, --archive and --group-by"
        );
        let command = asked.command();
        let given = asked.paths.len() + usize::from(command.is_some());
        ensure!(
            asked.made.is_some() || given >= 2,
            "there is one collection only; give two paths or more, or a --query-command"
        );
        ensure!(
            given <= MOST,
            "{given} collections are too many; give at most {MOST}"
        );
        let needs_log = asked.sampler.sampler() == Sampler::Log && asked.query_log.is_none();
        ensure!(
            !needs_log,
            "the sampler log needs queries; name a file with --query-log"
        );
        let is_listed = asked.sampler.sampler() != Sampler::Uniform || command.is_none();
        ensure!(
            is_listed,
            "a collection that is seen through queries only has no list to draw from; --sampler conjunctive, log or walk does without"
        );
        let settings = asked.settings.settings();
        let vocabulary = SharedVocabulary::default();
        let mut corpora = Vec::new();
        let indexed = match asked.made {
            Some(documents) => self.made(documents as usize, &settings, &vocabulary)?,
            None => self.indexed(asked, &vocabulary, &mut corpora)?,
        };
        let config = OverlapConfig {
            samplers: asked.samplers(),
            samples: asked.samples as usize,
            first: asked.first as usize,
            seed: settings.sketching.seed,
            checker: CheckerConfig {
                threshold: asked.threshold,
                ..CheckerConfig::default()
            },
            log: self.query_log(asked.query_log.as_deref(), &vocabulary)?,
        };
        let command = match command {
            Some(command) => {
                let name = command.words[0].clone();
                let lexicon = indexed.first().map(|side| side.lexicon().clone());
                let lexicon =
                    lexicon.context("there is no collection to take the words of queries from")?;
                let side =
                    CommandSide::new(name, command, lexicon, &settings, &vocabulary, self.cancel)?;
                self.talk
                    .say("asking the command; each query takes its time");
                Some(side)
            }
            None => None,
        };
        let should_continue = || !self.cancel.stopped();
        let prepare = || Prepared::new(indexed, command, asked.threshold, &should_continue);
        let prepared = self.pool.install(prepare).context("interrupted")?;
        let from = MadeFrom::Each(corpora, &settings);
        let options = json!({ "samples": config.samples, "threshold": asked.threshold });
        let output = asked.files.output(asked.output);
        let mut to = self.described("overlap", &from, options.clone(), output)?;
        to.tables = asked.files.open(to.format, self.overlap_inputs(asked))?;
        if let Some(seeds) = asked.trials {
            let collections = prepared.collections();
            let try_all = || trials(&collections, &config, seeds, &should_continue);
            let tried = self.pool.install(try_all)?.context("interrupted")?;
            let names: Vec<String> = collections
                .sides
                .iter()
                .map(|s| s.name().to_owned())
                .collect();
            return Ok(report::write_trials(&names, &tried, to)?);
        }
        let measured = self
            .pool
            .install(|| prepared.measure(&config, &should_continue));
        self.should_continue()?;
        let measured = measured?.context("interrupted")?;
        self.overlap_notes(&measured);
        let made = self.provenance("overlap", &from, options);
        let (force, inputs) = (asked.files.force, self.overlap_inputs(asked));
        let plots = || plots(&measured);
        if let Some(said) = asked.plots.write(plots, &made, force, inputs)? {
            self.talk.say(&said);
        }
        Ok(report::write(&measured, to)?)
    }

    /// The canonical paths of what is compared, of which nothing is replaced, and of the other files that are named.
    fn overlap_inputs(&self, asked: &Overlap) -> Vec<PathBuf> {
        let mut inputs = self.files_read(None);
        let compared = asked.paths.iter().map(|path| path.canonicalize());
        inputs.extend(compared.flatten());
        inputs
    }

    /// The collections of the paths; what each is made from is added to `corpora`.
    fn indexed(
        &self,
        asked: &Overlap,
        vocabulary: &SharedVocabulary,
        corpora: &mut Vec<CorpusEntry>,
    ) -> anyhow::Result<Vec<IndexedSide>> {
        let mut indexed = Vec::new();
        for path in &asked.paths {
            let collection = self.collection(std::slice::from_ref(path), &asked.settings, false)?;
            let documents: Vec<DocNo> = collection.documents().collect();
            let should_continue = || !self.cancel.stopped();
            let read = || texts_of(&collection, &documents, None, &should_continue);
            let texts = self.pool.install(read)?.context("interrupted")?;
            let name = path.to_string_lossy().into_owned();
            corpora.push(CorpusEntry::of(&collection).named(&*name));
            let side = IndexedSide::new(name, texts, vocabulary, &should_continue)?;
            indexed.push(side.context("interrupted")?);
        }
        Ok(indexed)
    }

    /// Two made-up collections.
    fn made(
        &self,
        documents: usize,
        settings: &Settings,
        vocabulary: &SharedVocabulary,
    ) -> anyhow::Result<Vec<IndexedSide>> {
        let should_continue = || !self.cancel.stopped();
        let made = synth::overlapping_while(documents, settings.sketching.seed, &should_continue);
        let made = made.context("interrupted")?;
        let normaliser = Normaliser::new(&settings.normalisation)?;
        let text = |text: String| {
            let mut terms = Vec::new();
            normaliser.hashes(&text, &mut terms);
            should_continue().then(|| SideText {
                terms: terms.len() as u32,
                set: shingles::set(&terms, &settings.sketching),
                text: Arc::from(text),
            })
        };
        let sides = [("made left", made.left), ("made right", made.right)];
        let sides = sides.into_iter().map(|(name, texts)| {
            let texts: Option<Vec<SideText>> = texts.into_iter().map(text).collect();
            let texts = texts.context("interrupted")?;
            IndexedSide::new(name.to_owned(), texts, vocabulary, &should_continue)?
                .context("interrupted")
        });
        sides.collect()
    }

    /// The queries of a log as words; lines without a word are left out.
    fn query_log(
        &self,
        path: Option<&Path>,
        vocabulary: &SharedVocabulary,
    ) -> anyhow::Result<Vec<Vec<u32>>> {
        let Some(path) = path else {
            return Ok(Vec::new());
        };
        let named = || format!("the queries in {}", path.display());
        let bytes = whole_file(path).with_context(named)?;
        let text = String::from_utf8_lossy(&bytes);
        let normaliser = Normaliser::new(&Normalisation::default())?;
        let mut vocabulary = lock(vocabulary);
        let mut queries: Vec<Vec<u32>> = Vec::new();
        for line in text.lines() {
            let terms = normaliser.terms(line);
            let mut words: Vec<u32> = terms
                .iter()
                .map(|term| vocabulary.number(&term_text(line, term, false)))
                .collect();
            words.sort_unstable();
            words.dedup();
            if !words.is_empty() {
                queries.push(words);
            }
        }
        if queries.is_empty() {
            bail!("{} have no word to search for", named());
        }
        Ok(queries)
    }

    /// Says what limits the figures.
    fn overlap_notes(&self, measured: &Measurement) {
        let Some(SamplerResults {
            sides,
            pairs,
            sampler,
            ..
        }) = measured.ran.first()
        else {
            return;
        };
        for (name, side) in measured.names.iter().zip(sides) {
            if side.ran_out {
                self.talk.say(&format!(
                    "{name}: the sampler {} ran out after {}: {} drawn",
                    sampler.name(),
                    units::counted(side.queries, "query", "queries"),
                    units::counted(side.drawn.into(), "document", "documents"),
                ));
            }
        }
        for pair in pairs.iter().filter(|pair| pair.ratio.value.is_none()) {
            let [left, right] = [pair.left, pair.right].map(|side| &measured.names[side]);
            self.talk.say(&format!(
                "{left} and {right}: {}; at most {} of the left is in the right, {} of the right in the left (95 %)",
                figures::unbounded(&pair.ratio),
                units::share(pair.forth.interval().1),
                units::share(pair.back.interval().1),
            ));
        }
    }
}

/// The plots of all pairs, each with its file name without extension.
fn plots(measured: &Measurement) -> Vec<(String, Figure)> {
    let pairs = measured.ran.first().map_or(0, |ran| ran.pairs.len());
    let name = |pair: usize| match pairs {
        1 => "overlap".to_owned(),
        _ => format!("overlap-{}", pair + 1),
    };
    (0..pairs)
        .map(|pair| (name(pair), figures::overlap(measured, pair)))
        .collect()
}
