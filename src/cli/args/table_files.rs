//! Files for the tables of commands that print several kinds of rows.

use std::io::{self, Write as _};
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;

use super::common::Output;
use crate::engine::new_file::{self, NewFile};
use crate::report::{Format, Tables};

/// Where the tables go that are not printed.
#[derive(Clone, Debug, Args)]
pub struct TableFilesArgs {
    /// Write each table to a file of its own in this folder, named by its kind, as CSV or in the --format that is given
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub out: Option<PathBuf>,
    /// Replace files of these names
    #[arg(long, requires = "out", help_heading = "Output")]
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

    /// What takes tables of this format; `None` if they are printed.
    ///
    /// # Errors
    /// The folder cannot be made.
    pub fn open(
        &self,
        format: Format,
        inputs: Vec<PathBuf>,
    ) -> anyhow::Result<Option<Box<dyn Tables>>> {
        let Some(folder) = &self.out else {
            return Ok(None);
        };
        std::fs::create_dir_all(folder)
            .with_context(|| format!("--out: cannot make the folder {}", folder.display()))?;
        let extension = match format {
            Format::Table | Format::Csv => "csv",
            Format::Json => "json",
            Format::Jsonl => "jsonl",
            Format::Parquet => "parquet",
            Format::Arrow => "arrow",
        };
        Ok(Some(Box::new(Folder {
            folder: folder.clone(),
            extension,
            force: self.force,
            inputs,
        })))
    }
}

/// A folder that takes tables.
#[derive(Debug)]
struct Folder {
    folder: PathBuf,
    extension: &'static str,
    force: bool,
    /// Files of the corpus, which are never replaced.
    inputs: Vec<PathBuf>,
}

impl Tables for Folder {
    fn table(&mut self, kind: &str, file: &[u8]) -> io::Result<()> {
        let path = self.folder.join(format!("{kind}.{}", self.extension));
        let written = || -> anyhow::Result<()> {
            new_file::check("--out", &path, self.force, &self.inputs)?;
            let mut new = NewFile::begin(&path, self.force)?;
            new.write_all(file)
                .with_context(|| format!("cannot write {}", path.display()))?;
            new.finish()
        };
        written().map_err(|error| io::Error::other(format!("{error:#}")))
    }
}
