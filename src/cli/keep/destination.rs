//! What `keep` may write to, checked before anything is read.

use std::io::{self, BufWriter, IsTerminal, Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use super::super::args::Keep;
use crate::base::sanitise;
use crate::corpus::formats::Format;
use crate::corpus::packing::Form;
use crate::engine::new_file::{self, NewFile};

/// The files that are written.
#[derive(Clone, Debug, Default)]
pub struct Outputs {
    /// The lines that stay.
    pub out: Option<PathBuf>,
    /// The ids of the dropped documents, where it is a file.
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
        if let Some(path) = &asked.out {
            check_form(path)?;
        }
        let is_file = |path: &&PathBuf| path.as_os_str() != "-";
        let outputs = Outputs {
            out: asked.out.clone(),
            drop_list: asked.drop_list.as_ref().filter(is_file).cloned(),
            force: asked.force,
        };
        let real = roots.iter().filter_map(|root| root.canonicalize().ok());
        outputs.check(&real.collect::<Vec<_>>())?;
        let (out, list) = (outputs.out.as_deref(), outputs.drop_list.as_deref());
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
        if let Some(path) = &self.out {
            new_file::check("--out", path, self.force, inputs)?;
        }
        if let Some(path) = &self.drop_list {
            new_file::check("--drop-list", path, self.force, inputs)?;
        }
        Ok(())
    }

    /// Whether one of the files is there already.
    pub fn any_exists(&self) -> bool {
        self.out
            .iter()
            .chain(&self.drop_list)
            .any(|path| path.exists())
    }
}

/// Checks that the name is that of a file of lines.
fn check_form(path: &Path) -> Result<()> {
    let Form { packing, format } = Form::of(path);
    let is_lines = matches!(format, Format::JsonLines | Format::Csv | Format::Tsv);
    if !is_lines || packing.is_some() || path.is_dir() {
        bail!(
            "--out {}: lines are copied to a file that ends in .jsonl, .csv or .tsv; of any other corpus --drop-list FILE lists the ids of what to drop",
            path.display()
        );
    }
    Ok(())
}

/// A file that appears once it is complete, or standard output.
pub enum Sink {
    /// A file.
    File(NewFile),
    /// Standard output; on a terminal without control characters.
    Printed(Box<dyn Write>),
}

impl Sink {
    /// The file at `path`, or standard output.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn new(path: Option<&Path>, force: bool) -> Result<Self> {
        let out = BufWriter::new(stdout());
        Ok(match path {
            Some(path) => Sink::File(NewFile::begin(path, force)?),
            None if stdout().is_terminal() => Sink::Printed(Box::new(Safe(out))),
            None => Sink::Printed(Box::new(out)),
        })
    }

    /// Passes on what was printed.
    ///
    /// # Errors
    /// Output errors.
    pub fn flush_printed(&mut self) -> Result<()> {
        match self {
            Sink::File(_) => Ok(()),
            Sink::Printed(out) => Ok(out.flush()?),
        }
    }

    /// Ends the output: a file appears.
    ///
    /// # Errors
    /// Output errors.
    pub fn finish(self) -> Result<()> {
        match self {
            Sink::File(file) => file.finish(),
            Sink::Printed(mut out) => Ok(out.flush()?),
        }
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Sink::File(file) => file.write(bytes),
            Sink::Printed(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Sink::File(file) => file.flush(),
            Sink::Printed(out) => out.flush(),
        }
    }
}

/// Lines on their way to a terminal, which gets no control characters.
struct Safe<W>(W);

impl<W: Write> Write for Safe<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        for line in text.split_inclusive('\n') {
            let bare = line.strip_suffix('\n').unwrap_or(line);
            self.0.write_all(sanitise::line(bare).as_bytes())?;
            if bare.len() < line.len() {
                self.0.write_all(b"\n")?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
