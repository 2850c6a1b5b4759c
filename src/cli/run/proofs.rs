//! The commands that compare methods and settings with the exact pairs.

use std::io::{IsTerminal, stdout};

use anyhow::Context;
use serde_json::json;

use super::super::args::Verify;
use super::super::labels;
use super::super::tune::{self, Tune};
use super::super::verify;
use super::Run;
use super::described::MadeFrom;
use super::dispatch::printed;
use crate::candidates::Method;
use crate::engine::new_file::input_files;
use crate::lab::assessment::{self, Question};
use crate::report::Destination;

impl Run<'_> {
    /// Assesses methods and sketches on a corpus.
    pub(super) fn verify(&self, asked: &Verify) -> anyhow::Result<()> {
        if let Some(truth) = &asked.passages {
            return self.verify_passages(asked, truth);
        }
        let settings = &asked.corpus.settings;
        let sketching = settings.settings().sketching;
        let question = Question {
            methods: asked.methods(),
            method_config: asked.pair_search.of_all_methods(&sketching)?,
            threshold: asked.pair_search.threshold,
        };
        let collection = self.collection(&asked.corpus.paths, settings, false)?;
        super::two_documents(&collection, "verify")?;
        let from = MadeFrom::Corpus(&collection);
        let options = json!({ "threshold": question.threshold, "seeds": asked.seeds });
        let destination = || {
            self.described_tables(
                ("verify", &from, options.clone()),
                &asked.files,
                asked.output,
                self.files_read(Some(&collection)),
            )
        };
        let should_continue = || !self.cancel.stopped();
        if asked.seeds > 1 {
            let progress = |seed: u64, what: &str, done: u64, steps: u64| {
                let all = steps * asked.seeds;
                self.talk
                    .working("verifying", what, seed * steps + done, all);
            };
            let assessments = self.pool.install(|| {
                assessment::assess_seeds(
                    &collection,
                    &question,
                    asked.seeds,
                    &progress,
                    &should_continue,
                )
            });
            self.talk.done();
            let assessments = assessments.context("interrupted")?;
            return Ok(verify::seeds::write(
                &question,
                &assessments,
                destination()?,
            )?);
        }
        let progress = |what: &str, done, total| self.talk.working("verifying", what, done, total);
        // CPU time and memory are measured for the whole process, so the assessment is led by one
        // thread and its work is spread over the pool.
        let assessment = self
            .pool
            .install(|| assessment::assess(&collection, &question, &progress, &should_continue));
        self.talk.done();
        let assessment = assessment.context("interrupted")?;
        let peaks = match asked.memory {
            true => self.peaks(&question.methods)?,
            false => Vec::new(),
        };
        Ok(verify::write(
            &collection,
            &question,
            (&assessment, &peaks),
            asked.missed,
            destination()?,
        )?)
    }

    /// The peak memory of a process of its own for each method; a method whose process says none is named and left out.
    fn peaks(&self, methods: &[Method]) -> anyhow::Result<Vec<(Method, u64)>> {
        let mut peaks = Vec::new();
        for (done, method) in (0..).zip(methods) {
            let all = methods.len() as u64;
            self.talk.working("memory", method.name(), done, all);
            self.should_continue()?;
            match verify::memory::peak(&self.words, *method)? {
                Ok(bytes) => peaks.push((*method, bytes)),
                Err(why) => {
                    self.talk.done();
                    let name = method.name();
                    self.talk
                        .say(&format!("the memory of {name} is not known: {why}"));
                }
            }
        }
        self.talk.done();
        Ok(peaks)
    }

    /// Reports the effect of settings on a corpus.
    pub(super) fn tune(&self, asked: &Tune) -> anyhow::Result<()> {
        // Labels are read first, so that errors in them are reported at once.
        let labels = asked.labels.read()?;
        let settings = &asked.corpus.settings;
        let method_config = asked
            .pair_search
            .of_all_methods(&settings.settings().sketching)?;
        let collection = self.collection(&asked.corpus.paths, settings, false)?;
        let given = (&asked.corpus.paths[..], settings.settings());
        self.say_different_counts(given, &collection);
        let corpus = self.at_each_k(&collection)?;
        // The output is buffered on the pool and written to standard output by this thread.
        let mut written = Vec::new();
        let options = json!({
            "threshold": asked.pair_search.threshold,
            "measure": method_config.measure.name(),
            "labels_fingerprint": labels::fingerprint(labels.as_ref()),
        });
        let made = self.provenance("tune", &MadeFrom::Corpus(&collection), options);
        let meta = self.begin_meta(&made, &input_files(&collection))?;
        let output = asked.files.output(asked.output);
        let inputs = self.files_read(Some(&collection));
        let to = Destination {
            format: output.format,
            csv_safe: output.csv_safe,
            tables: asked.files.open(output.format, inputs.clone(), meta)?,
            meta: Some(made.value()),
            terminal: stdout().is_terminal(),
            out: &mut written,
        };
        let (cancel, talk) = (self.cancel, &self.talk);
        let made = (&made, inputs);
        let asked = (asked, labels);
        let work = || tune::run(asked, &corpus, &method_config, (cancel, talk), made, to);
        self.pool.install(work)?;
        printed(&written)
    }
}
