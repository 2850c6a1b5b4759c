//! Files that the user exports: labels and plots.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::base::units;
use crate::collection::Collection;
use crate::engine::new_file::input_files;
use crate::engine::new_files::NewFiles;
use crate::lab::judge::{Answer, Verdict};
use crate::plot::Figure;
use crate::plot::svg::{self, Around};
use crate::provenance::Provenance;

/// Width and height of a saved plot in pixels.
pub const SIZE: (u32, u32) = (900, 560);

/// Writes the positive and negative answers as labels to a new file: `path`, or where that exists, the
/// first free name with a number. Answers of `Unsure` are left out, and those about a text that has changed
/// since, as far as `collection` tells. Returns a summary sentence.
///
/// # Errors
/// A file that cannot be written; the message names it.
pub fn labels(
    path: &Path,
    answers: &[Answer],
    collection: Option<&Collection>,
) -> anyhow::Result<String> {
    let (outdated, current): (Vec<&Answer>, Vec<&Answer>) = answers
        .iter()
        .partition(|answer| collection.is_some_and(|c| answer.is_outdated(c)));
    let is_sure = |answer: &&&Answer| answer.verdict != Verdict::Unsure;
    let sure: Vec<&Answer> = current.iter().filter(is_sure).copied().collect();
    let written = create(path, &labels_csv(&sure)?)?;
    let mut left_out = Vec::new();
    let unsure = current.len() - sure.len();
    if unsure > 0 {
        left_out.push(format!("{} unsure", units::count(unsure as u64)));
    }
    if !outdated.is_empty() {
        let n = units::count(outdated.len() as u64);
        left_out.push(format!("{n} about a text that has changed since"));
    }
    let mut besides = match left_out.join(", ") {
        none if none.is_empty() => none,
        some => format!(" ({some} left out)"),
    };
    if written != path {
        besides += &format!("; {} exists and stays as it is", path.display());
    }
    Ok(format!(
        "{} in {}{besides}",
        units::counted(sure.len() as u64, "label", "labels"),
        written.display()
    ))
}

/// Labels as CSV with the header `a,b,label`.
fn labels_csv(answers: &[&Answer]) -> anyhow::Result<String> {
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record(["a", "b", "label"])?;
    for answer in answers {
        out.write_record([&answer.a, &answer.b, answer.verdict.name()])?;
    }
    Ok(String::from_utf8(out.into_inner()?)?)
}

/// Most names that are tried for a new file.
const NAMES: usize = 1_000;

/// Writes a file that does not exist yet, under `path` or `path` with `-2`, `-3`, … before its extension.
/// Returns its path. What stands under a name, be it a link or a device, is left as it is.
fn create(path: &Path, text: &str) -> anyhow::Result<PathBuf> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path
        .extension()
        .map(|e| format!(".{}", e.to_string_lossy()));
    let extension = extension.unwrap_or_default();
    let others = (2..=NAMES).map(|i| path.with_file_name(format!("{stem}-{i}{extension}")));
    for path in std::iter::once(path.to_owned()).chain(others) {
        let written = match fs::File::create_new(&path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
            Err(error) => Err(error),
            Ok(mut file) => file.write_all(text.as_bytes()).inspect_err(|_| {
                // The partial file is useless, and the disk may be full.
                let _ = fs::remove_file(&path);
            }),
        };
        return written
            .map(|()| path.clone())
            .with_context(|| format!("cannot write {}", path.display()));
    }
    anyhow::bail!(
        "{} and {NAMES} names like it exist; give another name",
        path.display()
    )
}

/// Writes plots as SVG files, all or none, with a caption and metadata that say what they were made from, and
/// returns a summary sentence.
///
/// # Errors
/// A file that cannot be written; the message names it.
pub fn plots(
    mut files: NewFiles,
    figures: &[(String, Figure)],
    made: &Provenance,
    untitled: bool,
) -> anyhow::Result<String> {
    let (caption, metadata) = (made.caption(), made.value().to_string());
    let around = Around {
        untitled,
        caption: &caption,
        metadata: &metadata,
    };
    for (name, figure) in figures {
        let text = svg::render_with(figure, SIZE, around);
        files.add(&format!("{name}.svg"), text.as_bytes())?;
    }
    files.finish()?;
    Ok(format!(
        "{} in {}",
        units::counted(figures.len() as u64, "plot", "plots"),
        files.folder().display()
    ))
}

/// Writes the plots of a screen, as [`plots`] does; files that are there are replaced with `overwrite`.
///
/// # Errors
/// As those of [`plots`].
pub fn plots_of_screen(
    folder: &Path,
    figures: &[(String, Figure)],
    made: &Provenance,
    overwrite: bool,
    collection: Option<&Collection>,
) -> anyhow::Result<String> {
    let path = |name: &String| folder.join(format!("{name}.svg"));
    let mut paths = figures.iter().map(|(name, _)| path(name));
    if !overwrite && let Some(path) = paths.find(|path| path.is_file()) {
        anyhow::bail!(
            "{} exists and was left as it is: give another folder, or choose to overwrite it",
            path.display()
        );
    }
    let inputs = collection.map(input_files).unwrap_or_default();
    plots(
        NewFiles::begin("folder", folder, overwrite, inputs)?,
        figures,
        made,
        false,
    )
}
