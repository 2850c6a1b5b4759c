//! Provenance of a result: version, options, settings, seed and the fingerprint of the corpus.

use std::fmt::Display;
use std::io::{self, BufWriter, Stdout, Write as _, stdout};
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, ensure};
use clap::ValueEnum;
use serde_json::Value;

use super::CommandContext;
use crate::base::files::whole_file_of_at_most;
use crate::base::units;
use crate::cli::args::common::{Output, PlotFilesArgs, TableFilesArgs};
use crate::engine::new_file::{self, NewFile, NewFiles, input_files};
use crate::index::Collection;
use crate::plot::{PlotFigure, svg};
use crate::provenance::{CorpusEntry, Provenance};
use crate::report::{Destination, Format, Tables};
use crate::settings::Settings;
use crate::term::capabilities;

/// Width and height of a plot in pixels.
const PLOT_SIZE: (u32, u32) = (900, 560);

/// The input of a command.
#[derive(Clone, Copy)]
pub enum MadeFrom<'a> {
    /// A corpus, with its settings.
    Corpus(&'a Collection),
    /// Several corpora or texts, under the same settings.
    Each(&'a [CorpusEntry], &'a Settings),
}

impl<'a> From<&'a Arc<Collection>> for MadeFrom<'a> {
    fn from(collection: &'a Arc<Collection>) -> Self {
        MadeFrom::Corpus(collection)
    }
}

/// Writes a finished text to standard output.
pub fn print(text: &[u8]) -> anyhow::Result<()> {
    let mut out = stdout();
    out.write_all(text)?;
    Ok(out.flush()?)
}

impl CommandContext<'_> {
    /// The provenance of the result of `command`. `options` are inputs in addition to the settings.
    pub fn provenance<'a>(
        &self,
        command: &str,
        from: impl Into<MadeFrom<'a>>,
        options: Value,
    ) -> Provenance {
        let provenance = Provenance {
            command_line: self.invocation.command_line.clone(),
            ..Provenance::new(command, options)
        };
        match from.into() {
            MadeFrom::Corpus(collection) => provenance.from(collection),
            MadeFrom::Each(corpora, settings) => Provenance {
                corpora: corpora.to_vec(),
                ..provenance.with_settings(settings)
            },
        }
    }

    /// Returns standard output as the destination of the result of `command`, with the provenance, and writes the
    /// provenance to the file of `--meta`. `options` are inputs in addition to the settings.
    ///
    /// # Errors
    /// The file of `--meta` cannot be written.
    pub fn described<'a>(
        &self,
        command: &str,
        from: impl Into<MadeFrom<'a>>,
        options: Value,
        output: Output,
    ) -> anyhow::Result<Destination<BufWriter<Stdout>>> {
        let files = TableFilesArgs {
            out: None,
            force: false,
            output,
        };
        self.described_tables(command, from, options, &files)
    }

    /// Does the same as [`CommandContext::described`] for a result whose tables may be written as files. The files
    /// replace no input of the command, and the file of `--meta` appears together with them.
    ///
    /// # Errors
    /// A file or the folder of `files` cannot be written.
    pub fn described_tables<'a>(
        &self,
        command: &str,
        from: impl Into<MadeFrom<'a>>,
        options: Value,
        files: &TableFilesArgs,
    ) -> anyhow::Result<Destination<BufWriter<Stdout>>> {
        let from = from.into();
        let mut to = Destination {
            csv_safe: files.output.csv_safe,
            terminal: capabilities::output_columns(),
            ..Destination::to(files.format(), BufWriter::new(stdout()))
        };
        let mut meta = None;
        if self.common.meta.is_some() || !matches!(to.format, Format::Table | Format::Csv) {
            let provenance = self.provenance(command, from, options);
            let inputs = match from {
                MadeFrom::Corpus(collection) => input_files(collection),
                MadeFrom::Each(..) => Vec::new(),
            };
            meta = self.begin_meta(&provenance, &inputs)?;
            to.meta = Some(provenance.value());
        }
        match &files.out {
            Some(folder) => {
                to.tables = Some(Box::new(Folder {
                    files: NewFiles::begin("--out", folder, files.force, self.files_read(from))?,
                    format: to.format,
                    meta,
                }));
            }
            None => meta.map_or(Ok(()), NewFile::finish)?,
        }
        Ok(to)
    }

    /// Writes provenance to the file of `--meta`, if the option is given.
    ///
    /// # Errors
    /// The file belongs to the corpus, is named by another option too, exists but was not written for `--meta`, or
    /// cannot be written.
    pub fn write_meta(&self, meta: &Provenance, collection: &Collection) -> anyhow::Result<()> {
        let meta = self.begin_meta(meta, &input_files(collection))?;
        meta.map_or(Ok(()), NewFile::finish)
    }

    /// Does the same as [`CommandContext::write_meta`], but the file gets its final name only when it is finished.
    /// `None` without `--meta`.
    ///
    /// # Errors
    /// The errors of [`CommandContext::write_meta`].
    fn begin_meta(&self, meta: &Provenance, inputs: &[PathBuf]) -> anyhow::Result<Option<NewFile>> {
        let Some(path) = &self.common.meta else {
            return Ok(None);
        };
        let text = format!("{:#}\n", meta.value());
        self.check_named_once("--meta", path)?;
        new_file::check("--meta", path, true, inputs)?;
        ensure!(
            !path.exists() || is_meta(path),
            "--meta {} exists and was left as it is, because it does not describe a result: give another name",
            path.display()
        );
        let mut file = NewFile::begin(path, true)?;
        let result = file.write_all(text.as_bytes());
        result.with_context(|| format!("--meta {}", path.display()))?;
        Ok(Some(file))
    }

    /// Writes all plots or none to the folder of `--svg`, if it is given, and reports their number. `figures` returns
    /// each plot with its file name without extension. Caption and metadata contain the provenance. `force` replaces
    /// existing files, but never an input of the command.
    ///
    /// # Errors
    /// A folder or file cannot be written; the message names it.
    pub fn write_plots<N: Display>(
        &self,
        (plots, force): (&PlotFilesArgs, bool),
        provenance: &Provenance,
        collection: &Arc<Collection>,
        figures: impl FnOnce() -> Vec<(N, PlotFigure)>,
    ) -> anyhow::Result<()> {
        let Some(folder) = &plots.svg else {
            return Ok(());
        };
        let inputs = self.files_read(collection);
        let mut files = NewFiles::begin("--svg", folder, force, inputs)?;
        let (caption, metadata) = (provenance.caption(), provenance.value().to_string());
        let figures = figures();
        for (name, figure) in &figures {
            let text = svg::render(figure, PLOT_SIZE, [&caption, &metadata]);
            files.add(&format!("{name}.svg"), text.as_bytes())?;
        }
        files.finish()?;
        let plots = units::counted(figures.len() as u64, "plot", "plots");
        self.say(&format!("{plots} in {}", files.folder().display()));
        Ok(())
    }

    /// Refuses an output file that another option names too, for reading or writing.
    ///
    /// # Errors
    /// Another option names it; `option` is the option of the output file.
    pub fn check_named_once(&self, option: &str, path: &Path) -> anyhow::Result<()> {
        let named = self.invocation.values.iter();
        let times = named.filter(|value| new_file::is_same(value, path)).count();
        // `--ignore` may name the folder of the file.
        let is_template = |file: PathBuf| {
            let mut templates = self.common.masks.of_templates();
            file.is_file() && templates.any(|named| file.starts_with(named))
        };
        ensure!(
            times < 2 && !path.canonicalize().is_ok_and(is_template),
            "{option} {} is named by another option too: give another name",
            path.display()
        );
        Ok(())
    }

    /// The canonical paths of the files that tables and plots must not replace: the sources of the documents,
    /// and all files that the command line names.
    pub fn files_read<'a>(&self, from: impl Into<MadeFrom<'a>>) -> Vec<PathBuf> {
        let (mut files, corpora) = match from.into() {
            MadeFrom::Corpus(collection) => (input_files(collection), &[][..]),
            MadeFrom::Each(corpora, _) => (Vec::new(), corpora),
        };
        let is_corpus = |value: &Path| {
            let name = value.to_string_lossy();
            corpora
                .iter()
                .any(|corpus| corpus.name.as_deref() == Some(&*name))
        };
        let named = self.invocation.values.iter();
        let named = named.filter(|value| value.is_file() || is_corpus(value));
        files.extend(named.filter_map(|value| value.canonicalize().ok()));
        files
    }
}

/// A folder to which tables are written.
#[derive(Debug)]
struct Folder {
    files: NewFiles,
    format: Format,
    /// The file of `--meta`.
    meta: Option<NewFile>,
}

impl Tables for Folder {
    fn table(&mut self, kind: &str, file: &[u8]) -> io::Result<()> {
        let extension = self.format.to_possible_value();
        let extension = extension.map_or_else(String::new, |value| value.get_name().to_owned());
        let name = format!("{kind}.{extension}");
        self.files.add(&name, file).map_err(as_io_error)
    }

    fn finish(&mut self) -> io::Result<()> {
        self.files.finish().map_err(as_io_error)?;
        let meta = self.meta.take();
        meta.map_or(Ok(()), NewFile::finish).map_err(as_io_error)
    }
}

fn as_io_error(error: anyhow::Error) -> io::Error {
    io::Error::other(format!("{error:#}"))
}

/// Checks that the output file of `option` is not a pipe, because opening a pipe waits for a reader and cannot be
/// interrupted. A missing file passes.
///
/// # Errors
/// The file is a pipe.
pub fn refuse_pipe(option: &str, path: &Path) -> anyhow::Result<()> {
    let is_pipe = std::fs::metadata(path).is_ok_and(|metadata| metadata.file_type().is_fifo());
    ensure!(
        !is_pipe,
        "{option} {} is a pipe: give the name of a file",
        path.display()
    );
    Ok(())
}

/// Maximum size of the description of a result, in bytes.
const MAX_META_BYTES: u64 = 16 << 20;

/// Whether the file describes a result, as `--meta` writes it, or is empty.
fn is_meta(path: &Path) -> bool {
    let Ok(bytes) = whole_file_of_at_most(path, MAX_META_BYTES) else {
        return false;
    };
    let value: Value = serde_json::from_slice(&bytes).unwrap_or_default();
    bytes.is_empty() || value["program"] == "shinglescope" && value["command"].is_string()
}
