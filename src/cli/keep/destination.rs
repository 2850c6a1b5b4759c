//! What `keep` may write to: formats by the names of files, and checks before anything is read.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use super::super::args::Keep;
use crate::corpus::job_folder;
use crate::corpus::packing::{Form, Format};
use crate::engine::new_file;

/// The format that the name of the file says.
///
/// # Errors
/// It is none that is written.
fn format_of(path: &Path) -> Result<Format> {
    match Form::of(path) {
        Form {
            packing: None,
            format: format @ (Format::JsonLines | Format::Csv | Format::Tsv),
        } => Ok(format),
        _ => bail!(
            "--out {}: --out copies lines of JSON Lines, CSV or TSV: give a name that ends in .jsonl, .csv or .tsv; of any other \
             corpus --drop-list FILE names what to drop",
            path.display()
        ),
    }
}

/// The files that are written.
#[derive(Clone, Debug, Default)]
pub struct Outputs {
    /// The documents that stay.
    pub out: Option<(PathBuf, Format)>,
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
            bail!("--out - is no file: give the name of a file");
        }
        if let Some(job) = roots
            .iter()
            .find(|root| asked.out.is_some() && job_folder::is_job(root))
        {
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
                Some(path) => Some((path.clone(), format_of(path)?)),
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
