//! Options for excluded text, and the texts that they name.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use clap::{Args, ValueEnum};

use super::settings::MaskSettings;
use crate::base::files::whole_file_of_at_most;
use crate::base::{Cancel, units};
use crate::corpus::extract::kept;
use crate::corpus::extracted::UnextractedParts;
use crate::corpus::{self, Document, Skipped, Source, decode, read};
use crate::mask::{Common, IgnoredSource, MaskConfig};
use crate::settings::Reading;

/// Maximum size of a file of phrases, in bytes. Each phrase is searched for in every document.
const MAX_PHRASES_BYTES: u64 = 16 << 20;

/// Maximum total bytes of template texts.
const MAX_TEMPLATE_BYTES: u64 = 256 << 20;

/// Text that is excluded from the comparison, for every command.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Excluding")]
pub struct MaskArgs {
    /// Exclude the text of this template or task, or of all files of this folder; may be given several times
    #[arg(long, global = true, value_name = "FILE|DIR")]
    pub ignore: Vec<PathBuf>,
    /// Exclude text that occurs in more than N documents; or, with a share, in more than this share of them and in more
    /// than two
    #[arg(long, global = true, value_name = "N|P%")]
    ignore_common: Option<Common>,
    /// Exclude the phrases in this file, one per line
    #[arg(long, global = true, value_name = "FILE")]
    ignore_phrases: Option<PathBuf>,
    /// Exclude the text of this document of the corpus, as if it were a template; may be given several times
    #[arg(long, global = true, value_name = "ID")]
    pub ignore_source: Vec<String>,
    /// Exclude quotations: text between quotation marks, quoted lines and blocks
    #[arg(long, global = true)]
    ignore_quotations: bool,
    /// Exclude lists of references
    #[arg(long, global = true)]
    ignore_references: bool,
    /// Exclusions that were made on the screens and are kept with the corpus [default: screens and report apply them,
    /// other commands skip them]
    #[arg(
        long,
        global = true,
        value_name = "apply|skip",
        hide_possible_values = true
    )]
    pub kept_masks: Option<KeptMasks>,
    /// Blocks of pages.
    #[command(flatten)]
    table: MaskSettings,
}

/// Use of masks that are kept with the corpus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum KeptMasks {
    /// They apply.
    Apply,
    /// They are ignored.
    Skip,
}

impl MaskArgs {
    /// Whether any of the options was given.
    pub fn any(&self) -> bool {
        !self.ignore.is_empty()
            || self.ignore_common.is_some()
            || self.ignore_phrases.is_some()
            || !self.ignore_source.is_empty()
            || self.ignore_quotations
            || self.ignore_references
            || self.kept_masks == Some(KeptMasks::Apply)
            || self.table.config.masks != MaskConfig::default()
    }

    /// The masks. Templates are read in the same way as documents, so their terms depend on the settings.
    /// `unextracted` receives counts of parts that were not extracted from a template.
    ///
    /// # Errors
    /// A file cannot be read, has nothing to exclude, or there is too much text; the message names the file. The work
    /// was cancelled.
    pub fn config(
        &self,
        reading: &Reading,
        cancel: &Cancel,
        mut unextracted: impl FnMut(&str, UnextractedParts),
    ) -> anyhow::Result<MaskConfig> {
        let phrases = self.ignore_phrases.as_deref().map(phrases).transpose()?;
        let source = |source: &String| IgnoredSource {
            source: source.clone(),
            document: None,
        };
        let mut templates = Vec::new();
        let mut total_bytes = 0;
        let mut take = |Document { row, text, .. }: Document| {
            unextracted(&row.id, kept::unextracted_from(row.kind, row.fingerprint));
            total_bytes += text.len() as u64;
            ensure!(
                total_bytes <= MAX_TEMPLATE_BYTES,
                "templates have at most {} of text; name fewer files",
                units::bytes(MAX_TEMPLATE_BYTES)
            );
            templates.push(text);
            Ok(())
        };
        for path in &self.ignore {
            texts(path, reading, cancel, &mut take)
                .with_context(|| format!("--ignore {}", path.display()))?;
        }
        Ok(MaskConfig {
            quotations: self.ignore_quotations,
            references: self.ignore_references,
            templates,
            common: self.ignore_common,
            phrases: phrases.unwrap_or_default(),
            sources: self.ignore_source.iter().map(source).collect(),
            ..self.table.config.masks.clone()
        })
    }

    /// The canonical paths of the folders and files of `--ignore`.
    pub fn of_templates(&self) -> impl Iterator<Item = PathBuf> {
        let named = self.ignore.iter();
        named.filter_map(|path| path.canonicalize().ok())
    }
}

/// Passes each document of a file or folder to `take`.
fn texts(
    path: &Path,
    reading: &Reading,
    cancel: &Cancel,
    take: &mut impl FnMut(Document) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    // A template that is skipped without an error would change the figures.
    let check = |Skipped { id, reason, .. }: &Skipped| {
        ensure!(!reason.is_failure(), "{id}: {reason}");
        Ok(())
    };
    let source = Source::Paths(vec![path.to_owned()]);
    let listing = corpus::discover(&source, reading, |_| !cancel.stopped());
    // A stopped listing is not complete.
    ensure!(!cancel.stopped(), "interrupted");
    let listing = listing?;
    listing.skipped.iter().try_for_each(check)?;
    let mut unextracted = listing.skipped.into_iter().next();
    let mut has_text = false;
    let entries = listing.entries.into_iter();
    for work in entries.flat_map(|entry| read::work_until(entry, reading, cancel)) {
        ensure!(!cancel.stopped(), "interrupted");
        match read::document(work, reading) {
            Ok(document) => {
                take(document)?;
                has_text = true;
            }
            Err(skipped) => {
                check(&skipped)?;
                unextracted.get_or_insert(skipped);
            }
        }
    }
    match unextracted {
        _ if has_text => Ok(()),
        Some(Skipped { id, reason, .. }) => {
            bail!("there is no text in it to exclude: {id}: {reason}")
        }
        None => bail!("there is no text in it to exclude"),
    }
}

/// Reads the phrases of a file: its lines, without empty ones.
fn phrases(path: &Path) -> anyhow::Result<Vec<String>> {
    let option = || format!("--ignore-phrases {}", path.display());
    let bytes = whole_file_of_at_most(path, MAX_PHRASES_BYTES).with_context(option)?;
    let text = decode::decode(bytes, None).0;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let phrases: Vec<String> = lines.map(str::to_owned).collect();
    ensure!(
        !phrases.is_empty(),
        "{}: there is no phrase in it; write one per line",
        option()
    );
    Ok(phrases)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        masks: MaskArgs,
    }

    fn templates(texts: &[&str]) -> (tempfile::TempDir, MaskArgs) {
        let folder = tempfile::tempdir().unwrap();
        for (n, text) in texts.iter().enumerate() {
            std::fs::write(folder.path().join(format!("{n}.txt")), text).unwrap();
        }
        let words = ["x".as_ref(), "--ignore".as_ref(), folder.path().as_os_str()];
        let args = Line::parse_from(words).masks;
        (folder, args)
    }

    #[test]
    fn a_stop_ends_the_reading_of_templates() {
        let (_folder, args) = templates(&["one", "two", "three"]);
        let reading = Reading::default();
        let all = args.config(&reading, &Cancel::default(), |_, _| {});
        assert_eq!(all.unwrap().templates, ["one", "two", "three"]);
        let cancel = Cancel::default();
        let ended = args.config(&reading, &cancel, |_, _| cancel.stop());
        assert!(format!("{:#}", ended.unwrap_err()).contains("interrupted"));
    }

    #[test]
    fn a_template_without_text_says_why() {
        let (_folder, args) = templates(&[""]);
        let error = args
            .config(&Reading::default(), &Cancel::default(), |_, _| {})
            .unwrap_err();
        assert!(format!("{error:#}").contains("0.txt: empty"), "{error:#}");
    }
}
