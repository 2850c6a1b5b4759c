//! The documents that stay, written in the form of the corpus.

use std::io::Write;
use std::path::Path;

use anyhow::{Result, bail};
use serde_json::{Map, Value};

use super::destination::OutForm;
use super::documents::ListedDocuments;
use super::packed::Packed;
#[cfg(feature = "tables")]
use crate::corpus::copy::batches;
use crate::corpus::copy::lines::{self, Lines};
use crate::corpus::copy::records::Records;
use crate::corpus::copy::{CopiedDocuments, file_of, form_of};
use crate::corpus::packing::{Form, Format};
use crate::corpus::{DateSource, Dated, Document, DocumentRow, Kind, Place};
use crate::settings::Reading;

/// The documents that stay, as they are copied.
pub struct Copied<'a> {
    /// All documents.
    documents: &'a ListedDocuments<'a>,
    /// Called before each document that is read; its error ends the copy.
    step: &'a dyn Fn() -> Result<()>,
}

/// Documents of one file that stay.
struct KeptOfFile<'a> {
    path: &'a Path,
    place: &'a Place,
    /// Digest of the stamp under which the file was read.
    stamp: u64,
    numbers: &'a [u32],
}

impl<'a> Copied<'a> {
    /// The documents that stay of `documents`. `step` is called before each document that is read, and ends the copy
    /// with its error.
    #[must_use]
    pub fn of(documents: &'a ListedDocuments<'a>, step: &'a dyn Fn() -> Result<()>) -> Self {
        Copied { documents, step }
    }

    /// Calls `each` for every file with documents that stay, in the order of the corpus.
    fn each_file(&self, mut each: impl FnMut(KeptOfFile<'_>) -> Result<()>) -> Result<()> {
        let mut numbers: Vec<u32> = Vec::new();
        let mut first: Option<DocumentRow> = None;
        let mut end = |first: &DocumentRow, numbers: &mut Vec<u32>| {
            each(KeptOfFile {
                path: file_of(first.place.view()),
                place: &first.place,
                stamp: first.stamp,
                numbers,
            })?;
            numbers.clear();
            Ok::<_, anyhow::Error>(())
        };
        for number in self.documents.kept() {
            let row = self.documents.row_as_read(number)?;
            match &first {
                Some(first) if file_of(first.place.view()) == file_of(row.place.view()) => {}
                before => {
                    if let Some(before) = before {
                        end(before, &mut numbers)?;
                    }
                    first = Some(row);
                }
            }
            numbers.push(number);
        }
        match &first {
            Some(first) => end(first, &mut numbers),
            None => Ok(()),
        }
    }

    fn reading(&self) -> &'a Reading {
        &self.documents.collection.settings().reading
    }

    /// The object of a document that is no line of JSON.
    fn object(&self, number: u32, document: &Document) -> Result<Map<String, Value>> {
        let title = lines::own_title(document.row.view(), &document.text);
        let date = match self.documents.dated(number)? {
            Dated::On(date, source) if source != DateSource::File => Some(date),
            _ => None,
        };
        let mut object = Map::new();
        let mut set = |name: &str, text: String| object.insert(name.to_owned(), text.into());
        set("id", self.documents.printed_id(number)?.into_owned());
        if let Some(title) = title {
            set("title", title.to_owned());
        }
        if let Some(date) = date {
            set("date", date.to_the_millisecond());
        }
        set("text", document.text.clone());
        Ok(object)
    }

    /// Writes the documents as JSON Lines. Returns a sentence on what they leave out of rows of tables, if there are any.
    ///
    /// # Errors
    /// A source has changed, the output fails, or the copy was ended.
    pub fn lines(&self, to: &mut Lines<impl Write>) -> Result<Option<String>> {
        let object = |number: u32, document: &Document| self.object(number, document);
        let mut left_out = None;
        self.each_file(|file| {
            let mut wanted = CopiedDocuments::default();
            for number in file.numbers {
                let row = self.documents.row_as_read(*number)?;
                if row.kind == Kind::TableRow && left_out.is_none() {
                    let name = file.path.display();
                    let said = format!("rows of {name} become id, text, title and date");
                    let form = form_of(row.place.view()).format;
                    left_out = Some(match (&row.place, form.table_extension()) {
                        // A member of an archive has no place that a table could be copied from.
                        (Place::Row { .. }, Some(extension)) => {
                            format!("{said}; --out FILE.{extension} keeps all their columns")
                        }
                        _ => said,
                    });
                }
                wanted.add(*number, row.view());
            }
            lines::copy(file.place, self.reading(), &wanted, &object, to, self.step)?;
            Ok(())
        })?;
        Ok(left_out)
    }

    /// Number, offset and length of the row of a table; a document that is no row of a fitting one is an error.
    fn place(
        &self,
        number: u32,
        is_fitting: impl Fn(Form) -> bool,
        out: &Path,
    ) -> Result<(u64, u64, u64)> {
        let row = self.documents.row_as_read(number)?;
        match &row.place {
            Place::Row {
                line,
                offset,
                length,
                ..
            } if row.kind == Kind::TableRow && is_fitting(form_of(row.place.view())) => {
                Ok((*line, *offset, *length))
            }
            _ => bail!(
                "{} is no row of such a table as {} would be: give a name that ends in .jsonl, which takes any document",
                self.documents.id(number)?,
                out.display()
            ),
        }
    }

    /// Writes the documents, all rows of tables of separated values.
    fn records<W: Write>(&self, format: Format, path: &Path, out: W) -> Result<W> {
        let place = |number| self.place(number, |form| form.format == format, path);
        self.documents
            .kept()
            .try_for_each(|number| place(number).map(drop))?;
        let mut records = Records::new(out);
        self.each_file(|file| {
            let places = file.numbers.iter().map(|number| {
                (self.step)()?;
                let (_, offset, length) = place(*number)?;
                Ok((offset, length))
            });
            records.file(file.path, file.stamp, places, self.reading())
        })?;
        Ok(records.into_inner())
    }

    /// Writes the documents, all rows of Parquet or Arrow files.
    #[cfg(feature = "tables")]
    fn batches<W: Write + Send>(&self, format: Format, path: &Path, out: W) -> Result<W> {
        let is_columnar = |form: Form| {
            form.packing.is_none() && matches!(form.format, Format::Parquet | Format::Arrow)
        };
        let place = |number| self.place(number, is_columnar, path);
        self.documents
            .kept()
            .try_for_each(|number| place(number).map(drop))?;
        let kind = match format {
            Format::Arrow => batches::OutputKind::Arrow,
            _ => batches::OutputKind::Parquet,
        };
        let mut rows = batches::Rows::new(kind, out);
        self.each_file(|file| {
            let numbers = file.numbers.iter().map(|number| {
                (self.step)()?;
                Ok(place(*number)?.0)
            });
            rows.file(file.path, file.stamp, numbers)
        })?;
        rows.finish()
    }
}

/// Writes the documents that stay to `out`, a file that will be at `path`; returns it, and a sentence on what was left out,
/// if anything was.
///
/// # Errors
/// A document does not fit the form, a source has changed, the output fails, or the copy was ended.
pub fn write<W: Write + Send>(
    copied: &Copied<'_>,
    (path, form): (&Path, OutForm),
    out: W,
) -> Result<(W, Option<String>)> {
    Ok(match form {
        OutForm::Lines(packing) => {
            let mut lines = Lines::new(Packed::new(packing, out)?);
            let left_out = copied.lines(&mut lines)?;
            (lines.into_inner().finish()?, left_out)
        }
        OutForm::Records(format, packing) => {
            let packed = Packed::new(packing, out)?;
            (copied.records(format, path, packed)?.finish()?, None)
        }
        #[cfg(feature = "tables")]
        OutForm::Batches(format) => (copied.batches(format, path, out)?, None),
        #[cfg(not(feature = "tables"))]
        OutForm::Batches(_) => bail!("parquet and arrow are not in this build"),
    })
}
