//! The folder of a job of `shinglescope scale`: the documents of its clusters, read from their rows in the input.
//!
//! The folder has the parts `job`, `inputs` and `clusters`, each a folder of Parquet files that is complete once it has
//! a file `_SUCCESS`. The number of a document is (number of its file << 40) + row, as in the package `assets/spark`.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ffi::OsStr;
use std::fs::File;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use arrow_array::ArrayRef;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use percent_encoding::percent_decode_str;
use serde::Deserialize;

use xxhash_rust::xxh3::xxh3_64;

use super::entry::Entry;
use super::table::{guarded, text};
use crate::base::Stamp;
use crate::settings::Reading;

/// Low bits of a document's number, for its row. The higher bits are for its file.
const ROW_BITS: u32 = 40;

/// File that marks a complete part.
const SUCCESS_FILE: &str = "_SUCCESS";

/// Input and options of the job.
#[derive(Deserialize)]
struct JobOptions {
    /// The column of texts.
    text: String,
    /// The column of ids; `None` if the corpus has none.
    id: Option<String>,
}

/// A file that the job has read.
struct Input {
    /// Its URL.
    url: String,
    /// Its path below the folder of the corpus.
    name: String,
    bytes: u64,
    /// Time of its last change, milliseconds since 1970.
    changed: i64,
}

/// Whether `folder` is the folder of a job.
pub fn is_job(folder: &Path) -> bool {
    is_complete(folder, "job") && is_complete(folder, "inputs")
}

fn is_complete(folder: &Path, part: &str) -> bool {
    folder.join(part).join(SUCCESS_FILE).is_file()
}

/// Message about the documents that are not read, if one of `paths` is the folder of a job; it fits a line of a
/// terminal.
pub fn sentence(paths: &[PathBuf]) -> Option<String> {
    let job = paths.iter().find(|path| is_job(path))?;
    Some(format!(
        "documents outside the clusters of this job are not here: lists may lack pairs; --config {} has its settings",
        job.join("settings.toml").display()
    ))
}

/// The files of the job whose folder is `root`, each with the rows that are documents of clusters; `None` if it is
/// another folder. The names of the files begin with `name`, unless `name` is empty.
///
/// # Errors
/// The job has made no clusters; a file that it has read is not on this machine, or has changed; the columns of text
/// and ids differ from those of `reading`; a part cannot be read.
pub(super) fn entries(root: &Path, name: &str, reading: &Reading) -> Result<Option<Vec<Entry>>> {
    if !is_job(root) {
        return Ok(None);
    }
    let read = || -> Result<Vec<Entry>> {
        check_columns(&job_options(root)?, reading)?;
        ensure!(
            is_complete(root, "clusters"),
            "it has no clusters yet; run the same `shinglescope scale` again to continue"
        );
        let clustered = clustered(root)?;
        ensure!(!clustered.is_empty(), "it has found no near-duplicates");
        let inputs = inputs(root)?;
        let entry = |(file, rows): (u64, BTreeSet<u64>)| {
            let input = inputs.get(&file);
            let input = input.with_context(|| format!("no file has the number {file}"))?;
            entry(input, name, rows.into_iter().collect())
        };
        clustered.into_iter().map(entry).collect()
    };
    let read = read().with_context(|| format!("the job in {}", root.display()));
    read.map(Some)
}

/// The names that the job has given to the documents of its clusters.
///
/// # Errors
/// A part is missing or cannot be read.
pub fn names(root: &Path) -> Result<HashSet<String>> {
    let read = || -> Result<HashSet<String>> {
        let (mut clustered, mut names) = (HashSet::new(), HashSet::new());
        each_row(root, "clusters", ["doc"], |[doc]| {
            clustered.insert(number(&doc)?);
            Ok(())
        })?;
        each_row(root, "documents", ["doc", "name"], |[doc, name]| {
            if clustered.contains(&number(&doc)?) {
                names.insert(name);
            }
            Ok(())
        })?;
        Ok(names)
    };
    read().with_context(|| format!("the job in {}", root.display()))
}

/// The number of a document.
fn number(doc: &str) -> Result<u64> {
    doc.parse().context("a number of a document")
}

/// The file with the selected rows, whose numbers ascend.
fn entry(input: &Input, name: &str, rows: Vec<u64>) -> Result<Entry> {
    let path = path(&input.url)?;
    let metadata = std::fs::metadata(&path)
        .with_context(|| format!("it has read {}, which is not here", path.display()))?;
    let mut stamp = Stamp::from_metadata(&metadata);
    ensure!(
        stamp.bytes == input.bytes && stamp.modified.div_euclid(1_000_000) == input.changed,
        "{} has changed since it was read; run the job again with another --out",
        path.display()
    );
    stamp.rows = xxh3_64(bytemuck::cast_slice(&rows));
    let separator = if name.is_empty() { "" } else { "/" };
    let id = [name, separator, &input.name].concat();
    Ok(Entry {
        rows: Some(rows.into()),
        ..Entry::file(id, path, stamp)
    })
}

/// The path of a file with this URL.
fn path(url: &str) -> Result<PathBuf> {
    let local = url.strip_prefix("file://").or(url.strip_prefix("file:"));
    let Some(local) = local.filter(|path| path.starts_with('/')) else {
        bail!("it has read {url}, which is not a file of this machine");
    };
    let bytes: Vec<u8> = percent_decode_str(local).collect();
    use std::os::unix::ffi::OsStringExt;
    Ok(std::ffi::OsString::from_vec(bytes).into())
}

fn job_options(root: &Path) -> Result<JobOptions> {
    let mut options = None;
    each_row(root, "job", ["job"], |[job]| {
        options = Some(serde_json::from_str(&job).context("what it was begun with")?);
        Ok(())
    })?;
    options.context("it does not say what it was begun with")
}

fn check_columns(JobOptions { text, id }: &JobOptions, reading: &Reading) -> Result<()> {
    ensure!(
        text == reading.text_name(),
        "it has read the texts of the column {text:?}; give --text-field {text}"
    );
    if let Some(id) = id.as_ref().filter(|id| *id != reading.id_name()) {
        bail!("it has read the ids of the column {id:?}; give --id-field {id}");
    }
    Ok(())
}

/// The files that the job has read, by number.
fn inputs(root: &Path) -> Result<HashMap<u64, Input>> {
    let mut inputs = HashMap::new();
    let columns = ["file", "path", "name", "size", "changed"];
    each_row(
        root,
        "inputs",
        columns,
        |[file, url, name, size, changed]| {
            let input = Input {
                url,
                name,
                bytes: size.parse().context("a size of a file")?,
                changed: changed
                    .parse::<i64>()
                    .context("a time of a file")?
                    .div_euclid(1000),
            };
            inputs.insert(number(&file)?, input);
            Ok(())
        },
    )?;
    Ok(inputs)
}

/// The 1-based numbers of the rows of each file that are documents of clusters.
fn clustered(root: &Path) -> Result<BTreeMap<u64, BTreeSet<u64>>> {
    let mut rows: BTreeMap<u64, BTreeSet<u64>> = BTreeMap::new();
    each_row(root, "clusters", ["doc"], |[doc]| {
        let doc = number(&doc)?;
        let in_file = rows.entry(doc >> ROW_BITS).or_default();
        in_file.insert((doc & ((1 << ROW_BITS) - 1)) + 1);
        Ok(())
    })?;
    Ok(rows)
}

/// Calls `each` for each row of a part, with the values of these columns as text; a missing value is empty.
fn each_row<const N: usize>(
    root: &Path,
    part: &str,
    columns: [&str; N],
    mut each: impl FnMut([String; N]) -> Result<()>,
) -> Result<()> {
    let folder = root.join(part);
    let files = std::fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
    let files: std::io::Result<Vec<PathBuf>> = files.map(|file| Ok(file?.path())).collect();
    let mut files = files.with_context(|| folder.display().to_string())?;
    files.retain(|path| path.extension() == Some(OsStr::new("parquet")));
    files.sort();
    for path in files {
        let rows = rows(&path, columns, &mut each);
        rows.with_context(|| path.display().to_string())?;
    }
    Ok(())
}

/// Calls `each` for each row of a Parquet file.
fn rows<const N: usize>(
    path: &Path,
    columns: [&str; N],
    each: &mut impl FnMut([String; N]) -> Result<()>,
) -> Result<()> {
    let file = File::open(path)?;
    let mut batches = guarded(|| Ok(ParquetRecordBatchReaderBuilder::try_new(file)?.build()?))?;
    while let Some(batch) = guarded(|| batches.next().transpose())? {
        let columns = columns.map(|name| batch.column_by_name(name));
        for row in 0..batch.num_rows() {
            let value = |column: Option<&ArrayRef>| text(column?, row);
            each(columns.map(|column| value(column).unwrap_or_default()))?;
        }
    }
    Ok(())
}
