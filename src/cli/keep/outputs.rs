//! What `keep` writes: the documents in their order, the files that it may write, which are checked before anything is
//! read, and the list of dropped documents.

use std::io::{self, BufWriter, IsTerminal, Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Args;

use crate::base::{DocNo, sanitise};
use crate::corpus::formats::FileFormat;
use crate::corpus::packing::FileForm;
use crate::engine::keep::{Dropped, Keeping};
use crate::engine::new_file::{self, NewFile};
use crate::index::Collection;

/// Documents in the order of the corpus, by number, with what is decided of them.
pub struct ListedDocuments<'a> {
    /// The documents that were compared.
    pub collection: &'a Collection,
    /// What is decided of them.
    pub keeping: &'a Keeping,
    order: Vec<DocNo>,
}

impl<'a> ListedDocuments<'a> {
    /// The documents of a collection; with an archive, those of the archive are not listed.
    pub fn new(collection: &'a Collection, keeping: &'a Keeping) -> Self {
        let classes = collection.classes();
        let is_listed = |doc: &&DocNo| classes.is_none_or(|classes| !classes.class(**doc).archive);
        let listed = keeping.documents.iter().filter(is_listed);
        ListedDocuments {
            collection,
            keeping,
            order: listed.copied().collect(),
        }
    }

    /// All documents.
    pub fn all(&self) -> &[DocNo] {
        &self.order
    }

    /// The documents that stay.
    pub fn kept(&self) -> impl Iterator<Item = DocNo> + '_ {
        let all = self.order.iter().copied();
        all.filter(|doc| self.dropped(*doc).is_none())
    }

    /// Why a document is dropped; `None` if it stays.
    pub fn dropped(&self, doc: DocNo) -> Option<Dropped> {
        self.keeping.dropped[doc.index()]
    }
}

/// The files that are written.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct Outputs {
    /// Copy the lines that stay, unchanged, to this file: a corpus of JSON Lines to .jsonl, of CSV to .csv, of TSV to
    /// .tsv. Of any other corpus --drop-list names what to drop
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Write the ids of the dropped documents to this file, one a line; - for standard output
    #[arg(long, value_name = "FILE|-")]
    pub drop_list: Option<PathBuf>,
    /// End each id of --drop-list with a NUL character instead of a line end
    #[arg(long, requires = "drop_list")]
    pub null: bool,
    /// Overwrite files that exist, never one of the corpus
    #[arg(long)]
    pub force: bool,
}

impl Outputs {
    /// Checks what the command line names. `roots` are the paths of the corpus: what lies in them is never overwritten;
    /// `meta` is the file of the description.
    ///
    /// # Errors
    /// A file may not be written, or two are one.
    pub fn check_named(&self, roots: &[PathBuf], meta: Option<&Path>) -> Result<()> {
        if let Some(path) = &self.out {
            check_form(path)?;
        }
        let real = roots.iter().filter_map(|root| root.canonicalize().ok());
        self.check(&real.collect::<Vec<_>>())?;
        let (out, list) = (self.out.as_deref(), self.list_file());
        for (a, b, options) in [
            (out, list, "--out and --drop-list"),
            (out, meta, "--out and --meta"),
            (list, meta, "--drop-list and --meta"),
        ] {
            if a.zip(b).is_some_and(|(a, b)| new_file::is_same(a, b)) {
                bail!("{options} name the same file; give each its own");
            }
        }
        Ok(())
    }

    /// The file of the dropped documents; `None` also for standard output.
    fn list_file(&self) -> Option<&Path> {
        let list = self.drop_list.as_deref();
        list.filter(|path| path.as_os_str() != "-")
    }

    /// Checks that no file is one of `inputs` or lies in one; these paths are canonical.
    ///
    /// # Errors
    /// A file may not be written.
    pub fn check(&self, inputs: &[PathBuf]) -> Result<()> {
        if let Some(path) = &self.out {
            new_file::check("--out", path, self.force, inputs)?;
        }
        if let Some(path) = self.list_file() {
            new_file::check("--drop-list", path, self.force, inputs)?;
        }
        Ok(())
    }

    /// Whether one of the files is there already.
    pub fn any_exists(&self) -> bool {
        let mut files = self.out.as_deref().into_iter().chain(self.list_file());
        files.any(Path::exists)
    }
}

/// Checks that the name is that of a file of lines.
fn check_form(path: &Path) -> Result<()> {
    let FileForm { packing, format } = FileForm::from_path(path);
    let is_lines = matches!(
        format,
        FileFormat::JsonLines | FileFormat::Csv | FileFormat::Tsv
    );
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

/// A list of the ids of dropped documents, each with an end.
pub struct DropList {
    out: Sink,
    /// Whether ids end with a NUL character.
    null: bool,
}

impl DropList {
    /// The list that was asked for.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn new(outputs: &Outputs) -> Result<Option<Self>> {
        if outputs.drop_list.is_none() {
            return Ok(None);
        }
        let out = Sink::new(outputs.list_file(), outputs.force)?;
        let null = outputs.null;
        Ok(Some(DropList { out, null }))
    }

    /// Whether it goes to standard output.
    pub fn is_printed(&self) -> bool {
        matches!(self.out, Sink::Printed(_))
    }

    /// Writes an id.
    ///
    /// # Errors
    /// Output errors, and an id with the sign in it that ends one.
    pub fn id(&mut self, id: &str) -> Result<()> {
        if !self.null && id.contains('\n') {
            bail!("--drop-list: the id {id:?} has a line end in it: give --null");
        }
        if self.null && id.contains('\0') {
            bail!("--drop-list: the id {id:?} has a NUL in it, which ends an id with --null");
        }
        let end = if self.null { "\0" } else { "\n" };
        Ok(self.out.write_all([id, end].concat().as_bytes())?)
    }

    /// Passes on what was printed.
    ///
    /// # Errors
    /// Output errors.
    pub fn flush_printed(&mut self) -> Result<()> {
        self.out.flush_printed()
    }

    /// Ends the list: a file appears.
    ///
    /// # Errors
    /// Output errors.
    pub fn finish(self) -> Result<()> {
        self.out.finish()
    }
}
