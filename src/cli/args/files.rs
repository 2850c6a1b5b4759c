//! Files for the tables of commands that print several kinds of rows, and for plots.

use std::io;
use std::path::PathBuf;

use clap::{ArgGroup, Args};

use super::common::Output;
use crate::engine::new_file::NewFile;
use crate::engine::new_file::NewFiles;
use crate::engine::plots;
use crate::plot::Figure;
use crate::provenance::Provenance;
use crate::report::{Format, Tables};

/// Where the tables go that are not printed.
#[derive(Clone, Debug, Args)]
#[command(group = ArgGroup::new("written").multiple(true).arg("out"))]
pub struct TableFilesArgs {
    /// Write each table to a file of its own in this folder, named by its kind, as CSV or in the --format that is given
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub out: Option<PathBuf>,
    /// Replace files of these names; without it they stay, and nothing is written
    #[arg(long, requires = "written", help_heading = "Output")]
    pub force: bool,
}

impl TableFilesArgs {
    /// How results are written: as tables for reading only where they are printed.
    pub fn output(&self, output: Output) -> Output {
        match (&self.out, output.format) {
            (Some(_), Format::Table) => Output {
                format: Format::Csv,
                ..output
            },
            _ => output,
        }
    }

    /// What takes tables of this format, and `meta`, a file that is finished with them; `None` if they are printed.
    ///
    /// # Errors
    /// The folder cannot be made, or `meta` not be finished.
    pub fn open(
        &self,
        format: Format,
        inputs: Vec<PathBuf>,
        meta: Option<NewFile>,
    ) -> anyhow::Result<Option<Box<dyn Tables>>> {
        let Some(folder) = &self.out else {
            meta.map_or(Ok(()), NewFile::finish)?;
            return Ok(None);
        };
        let extension = match format {
            Format::Table | Format::Csv => "csv",
            Format::Json => "json",
            Format::Jsonl => "jsonl",
            Format::Parquet => "parquet",
            Format::Arrow => "arrow",
        };
        let files = NewFiles::begin("--out", folder, self.force, inputs)?;
        Ok(Some(Box::new(Folder {
            files,
            extension,
            meta,
        })))
    }
}

/// A folder that takes tables.
struct Folder {
    files: NewFiles,
    extension: &'static str,
    /// A file that describes them.
    meta: Option<NewFile>,
}

impl std::fmt::Debug for Folder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Folder").finish_non_exhaustive()
    }
}

impl Tables for Folder {
    fn table(&mut self, kind: &str, file: &[u8]) -> io::Result<()> {
        let name = format!("{kind}.{}", self.extension);
        self.files.add(&name, file).map_err(told)
    }

    fn finish(&mut self) -> io::Result<()> {
        self.files.finish().map_err(told)?;
        let meta = self.meta.take();
        meta.map_or(Ok(()), NewFile::finish).map_err(told)
    }
}

fn told(error: anyhow::Error) -> io::Error {
    io::Error::other(format!("{error:#}"))
}

/// Where the plots go.
#[derive(Clone, Debug, Args)]
pub struct PlotFilesArgs {
    /// Write the plots into this folder as SVG, with a caption that says what they were made from
    #[arg(long, value_name = "DIR", group = "written", help_heading = "Output")]
    pub svg: Option<PathBuf>,
}

impl PlotFilesArgs {
    /// Writes the plots, each by its file name without extension, if a folder is given; returns a summary sentence.
    /// Files that are there are replaced with `force`, but none of `inputs`, the canonical paths of the corpus.
    ///
    /// # Errors
    /// A folder or file that cannot be written; the message names it.
    pub fn write(
        &self,
        figures: impl FnOnce() -> Vec<(String, Figure)>,
        made: &Provenance,
        force: bool,
        inputs: Vec<PathBuf>,
    ) -> anyhow::Result<Option<String>> {
        let Some(folder) = &self.svg else {
            return Ok(None);
        };
        let files = NewFiles::begin("--svg", folder, force, inputs)?;
        plots::write(files, &figures(), made, false).map(Some)
    }
}
