//! What a result was made from: version, settings, seed and the fingerprint of the corpus.

use std::io::{BufWriter, Stdout};

use anyhow::Context;
use serde_json::{Value, json};

use super::super::args::common::Output;
use super::super::pipe;
use super::Run;
use super::dispatch::standard_output;
use crate::audit::fingerprint;
use crate::collection::Collection;
use crate::report::Destination;

impl Run<'_> {
    /// Standard output as the destination of the result of `command`, with what it is made from; writes that to
    /// the file of `--meta`. `options` are what the result depends on beside the settings of the collection.
    ///
    /// # Errors
    /// The file of `--meta` cannot be written.
    pub(super) fn described(
        &self,
        command: &str,
        collection: &Collection,
        options: Value,
        output: Output,
    ) -> anyhow::Result<Destination<BufWriter<Stdout>>> {
        let mut to = standard_output(output);
        let is_wanted = self.common.meta.is_some() || to.format.is_columnar();
        if !is_wanted {
            return Ok(to);
        }
        let settings = collection.settings();
        let meta = json!({
            "program": "shinglescope",
            "version": env!("CARGO_PKG_VERSION"),
            "command": command,
            "options": options,
            "settings": settings,
            "seed": settings.sketching.seed,
            "corpus": {
                "documents": collection.len(),
                "not_read": collection.skipped().len(),
                "fingerprint": fingerprint(collection),
            },
        });
        if let Some(path) = &self.common.meta {
            pipe::refuse("--meta", path)?;
            let text = format!("{meta:#}\n");
            std::fs::write(path, text).with_context(|| format!("--meta {}", path.display()))?;
        }
        to.meta = Some(meta);
        Ok(to)
    }
}
