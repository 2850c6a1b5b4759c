//! The commands that compare methods and settings with the exact pairs.

use std::io::Write;

use anyhow::Context;

use super::super::args::Verify;
use super::super::tune::{self, Tune};
use super::super::verify;
use super::Run;
use crate::base::process;
use crate::lab::assessment::{self, Meter, Question};

/// The counters of this process, for the assessment of methods.
struct Process;

impl Meter for Process {
    fn cpu_seconds(&self) -> f64 {
        process::cpu_seconds()
    }

    fn mark_memory(&self) -> Option<u64> {
        process::reset_peak_memory()
    }

    fn most_memory(&self) -> Option<u64> {
        process::peak_memory()
    }
}

impl Run<'_> {
    /// Assesses methods and sketches on a corpus.
    pub(super) fn verify(
        &self,
        asked: &Verify,
        terminal: bool,
        out: impl Write,
    ) -> anyhow::Result<()> {
        let settings = &asked.corpus.settings;
        let sketching = settings.settings().sketching;
        let question = Question {
            methods: asked.methods(),
            method_config: asked.finding.of_all_methods(&sketching)?,
            threshold: asked.finding.threshold,
        };
        let collection = self.collection(&asked.corpus.paths, settings, false)?;
        super::two_documents(&collection, "verify")?;
        let progress = |what: &str, done, total| self.talk.step(what, done, total);
        let should_continue = || !self.cancel.stopped();
        // CPU time and memory are measured for the whole process, so the assessment is led by one
        // thread and its work is spread over the pool.
        let assessment = self.pool.install(|| {
            assessment::assess(
                &collection,
                &question,
                &Process,
                &progress,
                &should_continue,
            )
        });
        self.talk.done();
        let assessment = assessment.context("interrupted")?;
        verify::write(
            &collection,
            &question,
            &assessment,
            asked.missed,
            asked.output.format,
            terminal,
            out,
        )?;
        Ok(())
    }

    /// Reports the effect of settings on a corpus.
    pub(super) fn tune(
        &self,
        asked: &Tune,
        terminal: bool,
        mut out: impl Write,
    ) -> anyhow::Result<()> {
        let settings = &asked.corpus.settings;
        let method_config = asked
            .finding
            .of_all_methods(&settings.settings().sketching)?;
        let collection = self.collection(&asked.corpus.paths, settings, false)?;
        // The output is buffered on the pool and written to `out` by this thread.
        let mut written = Vec::new();
        let (cancel, talk) = (self.cancel, &self.talk);
        self.pool.install(|| {
            tune::run(
                asked,
                &collection,
                &method_config,
                cancel,
                talk,
                terminal,
                &mut written,
            )
        })?;
        out.write_all(&written)?;
        out.flush()?;
        Ok(())
    }
}
