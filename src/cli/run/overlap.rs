//! The command `overlap`: opens the collections, measures and prints.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail, ensure};
use rayon::prelude::*;
use serde_json::json;

use super::super::args::Overlap;
use super::super::overlap as report;
use super::Run;
use super::described::MadeFrom;
use crate::base::files::whole_file;
use crate::base::{DocNo, lock, units};
use crate::collection::Collection;
use crate::corpus::read::DocumentReader;
use crate::overlap::{
    CheckerConfig, Collections, DocumentText, IndexedCollection, Measurement, OverlapConfig,
    Sampler, SamplerResults, SharedVocabulary, measure,
};
use crate::plot::{Figure, figures};
use crate::provenance::CorpusEntry;
use crate::text::{Normaliser, term_text};

/// Most collections of a measurement.
const MOST: usize = 26;

impl Run<'_> {
    /// Prints relative sizes of collections.
    pub(super) fn overlap(&self, asked: &Overlap) -> anyhow::Result<()> {
        ensure!(
            self.common.sets.is_empty(),
            "overlap compares the collections that are its paths; leave out --new, --archive and --group-by"
        );
        let given = asked.paths.len();
        ensure!(
            given >= 2,
            "there is one collection only; give two paths or more"
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
        let settings = asked.settings.settings();
        let vocabulary = SharedVocabulary::default();
        let mut corpora = Vec::new();
        let indexed = self.indexed(asked, &vocabulary, &mut corpora)?;
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
        let should_continue = || !self.cancel.stopped();
        let prepare = || Collections::new(indexed, asked.threshold, &should_continue);
        let collections = self.pool.install(prepare).context("interrupted")?;
        let from = MadeFrom::Each(corpora, &settings);
        let options = json!({ "samples": config.samples, "threshold": asked.threshold });
        let to = self.described_tables(
            ("overlap", &from, options.clone()),
            &asked.files,
            asked.output,
            self.overlap_inputs(asked),
        )?;
        let measured = self
            .pool
            .install(|| measure(&collections, &config, &should_continue));
        self.should_continue()?;
        let measured = measured
            .context("the collections cannot be compared")?
            .context("interrupted")?;
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
    ) -> anyhow::Result<Vec<IndexedCollection>> {
        let mut indexed = Vec::new();
        for path in &asked.paths {
            let collection = self.collection(std::slice::from_ref(path), &asked.settings, false)?;
            let should_continue = || !self.cancel.stopped();
            let read = || texts_of(&collection, &should_continue);
            let texts = self.pool.install(read)?.context("interrupted")?;
            let name = path.to_string_lossy().into_owned();
            corpora.push(CorpusEntry::of(&collection).named(&*name));
            let side = IndexedCollection::new(name, texts, vocabulary, &should_continue)?;
            indexed.push(side.context("interrupted")?);
        }
        Ok(indexed)
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
        let normaliser = Normaliser::for_search();
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

/// The texts of the documents of `collection`, in their order. Call it on the thread pool. `None` once `should_continue`
/// returns `false`.
///
/// # Errors
/// A text cannot be read as it was.
fn texts_of(
    collection: &Collection,
    should_continue: &(dyn Fn() -> bool + Sync),
) -> anyhow::Result<Option<Vec<DocumentText>>> {
    let reading = &collection.settings().reading;
    let text = |reader: &mut DocumentReader<'_>, doc: &DocNo| -> anyhow::Result<DocumentText> {
        if !should_continue() {
            return Ok(DocumentText::default());
        }
        let row = collection.row(*doc);
        let problem = match reader.document(row.id, &row.place.to_place()) {
            Ok(read) if read.row.fingerprint == row.fingerprint => {
                return Ok(DocumentText {
                    text: read.text.into(),
                    terms: collection.term_count(*doc) as u32,
                    set: collection.shingle_set(*doc),
                });
            }
            Ok(_) => "has changed since it was read".to_owned(),
            Err(reason) => reason.to_string(),
        };
        Err(anyhow!("{}: {problem}; read the corpus again", row.id))
    };
    let documents: Vec<DocNo> = collection.documents().collect();
    let texts = documents
        .par_iter()
        .map_init(|| DocumentReader::new(reading), text);
    let texts = texts.collect::<anyhow::Result<Vec<DocumentText>>>()?;
    Ok(should_continue().then_some(texts))
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
