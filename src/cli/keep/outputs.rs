//! Input and output of `keep`: the documents in order; the output files, which are checked before anything is read; the
//! list of dropped documents; and standard input for `keep -`.

use std::io::{self, BufWriter, IsTerminal, Read, Stdout, Write, stdout};
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, ensure};
use clap::Args;

use crate::base::pipes::ready;
use crate::base::unique_names::UniqueNames;
use crate::base::{Cancel, DocNo, sanitise};
use crate::corpus::decode;
use crate::corpus::formats::FileFormat;
use crate::corpus::packing::FileForm;
use crate::engine::keep::stream::Decided;
use crate::engine::keep::{Dropped, Keeping};
use crate::engine::new_file::{self, NewFile};
use crate::index::Collection;

/// Documents in the order of the corpus, with the decision on each.
pub struct ListedDocuments<'a> {
    /// The documents that were compared.
    pub collection: &'a Arc<Collection>,
    /// Their decisions.
    pub keeping: &'a Keeping,
    /// The listed documents.
    pub all: Vec<DocNo>,
}

impl<'a> ListedDocuments<'a> {
    /// Lists the documents of a collection, without the documents of an archive.
    pub fn new(collection: &'a Arc<Collection>, keeping: &'a Keeping) -> Self {
        let classes = collection.classes();
        let is_listed = |doc: &&DocNo| classes.is_none_or(|classes| !classes.class(**doc).archive);
        let listed = keeping.documents.iter().filter(is_listed);
        ListedDocuments {
            collection,
            keeping,
            all: listed.copied().collect(),
        }
    }

    /// The documents that stay.
    pub fn kept(&self) -> impl Iterator<Item = DocNo> + '_ {
        let all = self.all.iter().copied();
        all.filter(|doc| self.why_dropped(*doc).is_none())
    }

    /// The documents that are dropped.
    pub fn dropped(&self) -> impl Iterator<Item = DocNo> + '_ {
        let all = self.all.iter().copied();
        all.filter(|doc| self.why_dropped(*doc).is_some())
    }

    /// Why a document is dropped; `None` if it stays.
    pub fn why_dropped(&self, doc: DocNo) -> Option<Dropped> {
        self.keeping.dropped[doc.index()]
    }
}

/// The files that are written.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct Outputs {
    /// Copy the lines that stay, unchanged, to this file: a corpus of JSON Lines to .jsonl, of CSV to .csv, of TSV to
    /// .tsv. For other corpora use --drop-list
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Write the ids of the dropped documents to this file, one per line; - for standard output
    #[arg(long, value_name = "FILE|-")]
    pub drop_list: Option<PathBuf>,
    /// Overwrite files that exist, never one of the corpus
    #[arg(long)]
    pub force: bool,
}

impl Outputs {
    /// The files, each with the option that names it.
    pub fn files(&self) -> impl Iterator<Item = (&'static str, &Path)> {
        let out = self.out.as_deref().map(|path| ("--out", path));
        let list = self.list_file().map(|path| ("--drop-list", path));
        out.into_iter().chain(list)
    }

    /// Destination of the ids of dropped documents, if requested.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn list(&self) -> Result<Option<Sink>> {
        let new = || Sink::new(self.list_file(), self.force);
        self.drop_list.is_some().then(new).transpose()
    }

    /// The file of the dropped documents; `None` also for standard output.
    fn list_file(&self) -> Option<&Path> {
        let list = self.drop_list.as_deref();
        list.filter(|path| path.as_os_str() != "-")
    }

    /// Checks that the files may be written: none is one of `inputs` (canonical paths) or inside one.
    ///
    /// # Errors
    /// A file may not be written; the message names it.
    pub fn check(&self, inputs: &[PathBuf]) -> Result<()> {
        if let Some(path) = &self.out {
            let FileForm { packing, format } = FileForm::from_path(path);
            let forms = [FileFormat::JsonLines, FileFormat::Csv, FileFormat::Tsv];
            ensure!(
                forms.contains(&format) && packing.is_none() && !path.is_dir(),
                "--out {}: lines are copied to a file that ends in .jsonl, .csv or .tsv; of any other corpus --drop-list FILE lists the ids of what to drop",
                path.display()
            );
        }
        let mut files = self.files();
        files.try_for_each(|(option, path)| new_file::check(option, path, self.force, inputs))
    }
}

/// A file that appears once it is complete, or standard output.
pub enum Sink {
    /// A file.
    File(NewFile),
    /// Standard output; a terminal gets no control characters.
    Printed {
        out: BufWriter<Stdout>,
        is_terminal: bool,
    },
}

impl Sink {
    /// The file at `path`, or standard output.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn new(path: Option<&Path>, force: bool) -> Result<Self> {
        Ok(match path {
            Some(path) => Sink::File(NewFile::begin(path, force)?),
            None => Sink::Printed {
                out: BufWriter::new(stdout()),
                is_terminal: stdout().is_terminal(),
            },
        })
    }

    /// Writes lines, with their ends.
    ///
    /// # Errors
    /// Output errors.
    pub fn write(&mut self, lines: &[u8]) -> Result<()> {
        match self {
            Sink::File(file) => file.write_all(lines)?,
            Sink::Printed { out, is_terminal } if *is_terminal => {
                let safe = sanitise::lines(&String::from_utf8_lossy(lines));
                out.write_all(safe.as_bytes())?;
            }
            Sink::Printed { out, .. } => out.write_all(lines)?,
        }
        Ok(())
    }

    /// Writes an id on a separate line.
    ///
    /// # Errors
    /// Output errors, and an id with a line end in it.
    pub fn id(&mut self, id: &str) -> Result<()> {
        ensure!(
            !id.contains('\n'),
            "--drop-list: the id {id:?} has a line end in it, so that no list can name it"
        );
        self.write(format!("{id}\n").as_bytes())
    }

    /// Flushes standard output.
    ///
    /// # Errors
    /// Output errors.
    pub fn flush_printed(&mut self) -> Result<()> {
        if let Sink::Printed { out, .. } = self {
            out.flush()?;
        }
        Ok(())
    }

    /// Ends the output: a file appears.
    ///
    /// # Errors
    /// Output errors.
    pub fn finish(mut self) -> Result<()> {
        self.flush_printed()?;
        match self {
            Sink::File(file) => file.finish(),
            Sink::Printed { .. } => Ok(()),
        }
    }
}

/// Time between two checks for cancellation.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Reads standard input until it ends. Cancellation is an error, because the input may be idle for ever.
pub struct CancellableInput(pub Cancel);

impl Read for CancellableInput {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let input = io::stdin();
        loop {
            if self.0.stopped() {
                return Err(io::Error::other("interrupted"));
            }
            if ready([Some(input.as_fd())], POLL_INTERVAL)? == [true] {
                break;
            }
        }
        // Not through the buffer of `Stdin`, which would hide bytes from `poll`.
        Ok(rustix::io::read(&input, into)?)
    }
}

/// The destination of a stream, and the number of documents.
pub struct StreamOutput {
    /// The lines that stay, unless standard output is for the list.
    lines: Option<Sink>,
    list: Option<Sink>,
    /// Ids used so far in the stream, so that ids of the list are unique.
    ids: UniqueNames,
    /// Numbers of kept and of dropped documents.
    pub counts: (u64, u64),
}

impl StreamOutput {
    /// The requested files, or standard output.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn new(outputs: &Outputs) -> Result<Self> {
        let list = outputs.list()?;
        let out = outputs.out.as_deref();
        let has_lines = out.is_some() || !matches!(list, Some(Sink::Printed { .. }));
        let lines = has_lines.then(|| Sink::new(out, outputs.force));
        Ok(StreamOutput {
            lines: lines.transpose()?,
            list,
            ids: UniqueNames::default(),
            counts: (0, 0),
        })
    }

    /// Writes the decisions on a block of documents, and flushes the output.
    ///
    /// # Errors
    /// Output errors; an id that no list can name.
    pub fn block(&mut self, decided: Vec<Decided>) -> Result<()> {
        for document in decided {
            if let Some(list) = &mut self.list {
                let id = self.ids.give(document.id);
                if !document.is_kept {
                    list.id(&id)?;
                }
            }
            if document.is_kept {
                self.counts.0 += 1;
                let line = document.line.with_end();
                ensure!(
                    !decode::begins_wide(line),
                    "standard input is UTF-16 or UTF-32, whose lines are not copied: convert it to UTF-8"
                );
                // The first line may have a byte-order mark.
                let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
                let mut lines = self.lines.iter_mut();
                lines.try_for_each(|lines| lines.write(line))?;
            } else {
                self.counts.1 += 1;
            }
        }
        let mut sinks = self.lines.iter_mut().chain(&mut self.list);
        sinks.try_for_each(Sink::flush_printed)
    }

    /// Ends the output: files appear.
    ///
    /// # Errors
    /// Output errors.
    pub fn finish(self) -> Result<()> {
        let mut sinks = self.lines.into_iter().chain(self.list);
        sinks.try_for_each(Sink::finish)
    }
}
