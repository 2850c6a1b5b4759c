//! What `keep` may write to: forms of files by their names, and checks before anything is read.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use super::super::args::Keep;
use crate::corpus::job_folder;
use crate::corpus::packing::{Form, Format, Packing};
use crate::engine::new_file;
use crate::report::Format as OutputFormat;

/// The form of the file that documents are written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutForm {
    /// JSON Lines.
    Lines(Option<Packing>),
    /// Comma- or tab-separated values.
    Records(Format, Option<Packing>),
    /// Parquet or Arrow IPC.
    Batches(Format),
}

impl OutForm {
    /// The form that the name of the file says.
    ///
    /// # Errors
    /// It is none that is written.
    pub fn of(path: &Path) -> Result<Self> {
        let Form { packing, format } = Form::of(path);
        let name = path.display();
        if let Some(packing @ (Packing::Bzip2 | Packing::Xz)) = packing {
            bail!(
                "--out {name}: {} is read only: give a name that ends in .gz or .zst",
                packing.name()
            );
        }
        Ok(match (format, packing) {
            (Format::JsonLines, packing) => OutForm::Lines(packing),
            (Format::Csv | Format::Tsv, packing) => OutForm::Records(format, packing),
            (Format::Parquet | Format::Arrow, None) if cfg!(feature = "tables") => {
                OutForm::Batches(format)
            }
            (Format::Parquet | Format::Arrow, None) => bail!(
                "--out {name}: parquet and arrow are not in this build: build with the feature `tables`"
            ),
            _ => bail!(
                "--out {name}: the name says no form that is written: give one that ends in .jsonl, .csv, .tsv (or these with .gz or .zst), .parquet or .arrow"
            ),
        })
    }
}

/// The files that are written.
#[derive(Clone, Debug, Default)]
pub struct Outputs {
    /// The documents that stay.
    pub out: Option<(PathBuf, OutForm)>,
    /// The ids of the dropped ones, where it is a file.
    pub drop_list: Option<PathBuf>,
    /// Whether existing files are overwritten.
    pub force: bool,
}

impl Outputs {
    /// Those of the command line. `roots` are the paths of the corpus: what lies in them is never overwritten; `meta`
    /// is the file of the description.
    ///
    /// # Errors
    /// A file may not be written, or two are one.
    pub fn of(asked: &Keep, roots: &[PathBuf], meta: Option<&Path>) -> Result<Self> {
        let is_file = |path: &&PathBuf| path.as_os_str() != "-";
        if asked.out.as_ref().is_some_and(|path| !is_file(&path)) {
            bail!("--out - is no file: --format jsonl prints the documents that stay");
        }
        let copies = asked.out.is_some() || asked.format == Some(OutputFormat::Jsonl);
        if let Some(job) = roots.iter().find(|root| copies && job_folder::is_job(root)) {
            bail!(
                "{} is the folder of a job, which shows the documents of clusters only: give --drop-list, and leave these \
                 documents out of the corpus",
                job.display()
            );
        }
        if let Some(folder) = asked.out.as_ref().filter(|path| path.is_dir()) {
            bail!(
                "--out {} is a folder: give the name of a file in it",
                folder.display()
            );
        }
        let outputs = Outputs {
            out: match &asked.out {
                Some(path) => Some((path.clone(), OutForm::of(path)?)),
                None => None,
            },
            drop_list: asked.drop_list.as_ref().filter(is_file).cloned(),
            force: asked.force,
        };
        let real = roots.iter().filter_map(|root| root.canonicalize().ok());
        outputs.check(&real.collect::<Vec<_>>())?;
        let out = outputs.out.as_ref().map(|(path, _)| path.as_path());
        let list = outputs.drop_list.as_deref();
        for (a, b, options) in [
            (out, list, "--out and --drop-list"),
            (out, meta, "--out and --meta"),
            (list, meta, "--drop-list and --meta"),
        ] {
            if a.zip(b).is_some_and(|(a, b)| new_file::is_same(a, b)) {
                bail!("{options} name the same file; give each its own");
            }
        }
        Ok(outputs)
    }

    /// Checks that no file is one of `inputs` or lies in one; these paths are canonical.
    ///
    /// # Errors
    /// A file may not be written.
    pub fn check(&self, inputs: &[PathBuf]) -> Result<()> {
        if let Some((path, _)) = &self.out {
            new_file::check("--out", path, self.force, inputs)?;
        }
        if let Some(path) = &self.drop_list {
            new_file::check("--drop-list", path, self.force, inputs)?;
        }
        Ok(())
    }

    /// Whether one of the files is there already.
    #[must_use]
    pub fn any_exists(&self) -> bool {
        let out = self.out.iter().map(|(path, _)| path);
        out.chain(&self.drop_list).any(|path| path.exists())
    }
}
