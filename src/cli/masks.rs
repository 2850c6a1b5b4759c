//! Options of what is left out of the comparison, and the texts that they name.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use clap::Args;

use super::settings::MaskSettings;
use crate::corpus::{self, Source, decode, read};
use crate::mask::{Common, IgnoredSource, MaskConfig};
use crate::settings::Reading;

/// Largest file of phrases, in bytes. Each phrase is looked for in every document.
const MOST: u64 = 16 << 20;

/// What is left out of the comparison, for every command.
#[derive(Clone, Debug, Args)]
pub struct MaskArgs {
    /// Leave out what stands in this template or task text, or in the texts of this folder; may be given
    /// several times
    #[arg(
        long,
        global = true,
        value_name = "FILE|DIR",
        help_heading = "Leaving out"
    )]
    ignore: Vec<PathBuf>,
    /// Leave out text that stands in more than N documents, or in more than this share of them
    #[arg(long, global = true, value_name = "N|P%", help_heading = "Leaving out")]
    ignore_common: Option<Common>,
    /// Leave out the phrases in this file, one a line
    #[arg(long, global = true, value_name = "FILE", help_heading = "Leaving out")]
    ignore_phrases: Option<PathBuf>,
    /// Leave out what stands in this document of the corpus, as if it were a template; may be given several
    /// times
    #[arg(long, global = true, value_name = "ID", help_heading = "Leaving out")]
    ignore_source: Vec<String>,
    /// Leave out quotations: text between quotation marks, quoted lines and blocks
    #[arg(long, global = true, help_heading = "Leaving out")]
    ignore_quotations: bool,
    /// Leave out lists of references
    #[arg(long, global = true, help_heading = "Leaving out")]
    ignore_references: bool,
    /// Blocks of pages.
    #[command(flatten)]
    table: MaskSettings,
}

impl MaskArgs {
    /// Whether any of the options was given.
    #[must_use]
    pub fn any(&self) -> bool {
        !self.ignore.is_empty()
            || self.ignore_common.is_some()
            || self.ignore_phrases.is_some()
            || !self.ignore_source.is_empty()
            || self.ignore_quotations
            || self.ignore_references
            || self.table.config.masks != MaskConfig::default()
    }

    /// The masks, with the texts of the files.
    ///
    /// # Errors
    /// A file that cannot be read, or has nothing to leave out; the message names it.
    pub fn read(&self) -> anyhow::Result<MaskConfig> {
        let mut templates = Vec::new();
        for path in &self.ignore {
            templates.extend(texts(path).with_context(|| format!("--ignore {}", path.display()))?);
        }
        let phrases = self.ignore_phrases.as_deref().map(phrases).transpose()?;
        Ok(MaskConfig {
            quotations: self.ignore_quotations,
            references: self.ignore_references,
            templates,
            common: self.ignore_common,
            phrases: phrases.unwrap_or_default(),
            sources: self
                .ignore_source
                .iter()
                .map(|source| IgnoredSource {
                    source: source.clone(),
                    document: None,
                })
                .collect(),
            ..self.table.config.masks.clone()
        })
    }
}

/// The texts of a file or folder.
fn texts(path: &Path) -> anyhow::Result<Vec<String>> {
    let reading = Reading::default();
    let source = Source::Paths(vec![path.to_owned()]);
    let listing = corpus::discover(&source, &reading, |_| true)?;
    let mut texts = Vec::new();
    let mut skipped = listing.skipped;
    for work in listing
        .entries
        .into_iter()
        .flat_map(|entry| read::work(entry, &reading))
    {
        match read::document(work, &reading) {
            Ok(document) => texts.push(document.text),
            Err(skip) => skipped.push(skip),
        }
    }
    // A template that is left out unnoticed would change the figures.
    if let Some(failed) = skipped.iter().find(|skip| skip.reason.is_failure()) {
        bail!("{}: {}", failed.id, failed.reason);
    }
    if texts.is_empty() {
        bail!("there is no text in it to leave out");
    }
    Ok(texts)
}

/// The phrases of a file: its lines, without blank ones.
fn phrases(path: &Path) -> anyhow::Result<Vec<String>> {
    let told = || format!("--ignore-phrases {}", path.display());
    let length = std::fs::metadata(path).with_context(told)?.len();
    if length > MOST {
        return Err(anyhow!("a list of phrases has at most 16 MB").context(told()));
    }
    let bytes = std::fs::read(path).with_context(told)?;
    let text = decode::decode(bytes, None).0;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let phrases: Vec<String> = lines.map(str::to_owned).collect();
    if phrases.is_empty() {
        return Err(anyhow!("there is no phrase in it; give one a line").context(told()));
    }
    Ok(phrases)
}
