//! What a result was made from: version, settings, seed and the fingerprint of the corpus.

use std::ffi::OsString;
use std::io::{BufWriter, Stdout, Write as _};
use std::path::Path;

use anyhow::Context;
use serde_json::{Value, json};

use super::super::args::common::Output;
use super::super::pipe;
use super::Run;
use super::dispatch::standard_output;
use crate::audit::fingerprint;
use crate::collection::Collection;
use crate::engine::new_file::{self, NewFile, input_files};
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
            self.write_meta(path, &meta, collection)?;
        }
        to.meta = Some(meta);
        Ok(to)
    }

    fn write_meta(&self, path: &Path, meta: &Value, collection: &Collection) -> anyhow::Result<()> {
        let text = format!("{meta:#}\n");
        let is_device = path
            .metadata()
            .is_ok_and(|found| !found.is_file() && !found.is_dir());
        if is_device {
            pipe::refuse("--meta", path)?;
            return std::fs::write(path, text)
                .with_context(|| format!("--meta {}", path.display()));
        }
        self.check_named_once("--meta", path)?;
        new_file::check("--meta", path, true, &input_files(collection))?;
        let mut file = NewFile::begin(path, true)?;
        file.write_all(text.as_bytes())
            .with_context(|| format!("--meta {}", path.display()))?;
        file.finish()
    }

    /// Refuses to write a file that the command line names at another place too, as a file to read.
    ///
    /// # Errors
    /// It does; `option` is what names the file that is written.
    pub(super) fn check_named_once(&self, option: &str, path: &Path) -> anyhow::Result<()> {
        let Ok(file) = path.canonicalize() else {
            return Ok(());
        };
        let is_it = |word: &&OsString| {
            let text = word.to_string_lossy();
            let value = text
                .split_once('=')
                .filter(|(name, _)| name.starts_with("--"));
            let value = value.map(|(_, value)| Path::new(value).canonicalize());
            [Path::new(word).canonicalize()]
                .into_iter()
                .chain(value)
                .any(|it| it.is_ok_and(|it| it == file))
        };
        let times = self.words.iter().skip(1).filter(is_it).count();
        anyhow::ensure!(
            times < 2,
            "{option} {} is named by another option too and was left as it is: give another name",
            path.display()
        );
        Ok(())
    }
}
