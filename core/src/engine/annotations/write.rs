//! Writes a file as a whole, and labels as CSV.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::Context;

use crate::lab::judge::Answer;

/// Writes a file that only its owner can read, atomically: to a temporary name in the same folder, then a rename.
pub fn replace(path: &Path, text: &str) -> anyhow::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let fresh = path.with_file_name(format!("{name}.{}", std::process::id()));
    // A killed process with the same id may have left this file. A symbolic link is removed, not
    // followed.
    let _ = fs::remove_file(&fresh);
    let mut options = fs::File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written = options
        .open(&fresh)
        .and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.sync_all()
        })
        .and_then(|()| fs::rename(&fresh, path));
    if written.is_err() {
        // Remove the partial file: it is useless, and the disk may be full.
        let _ = fs::remove_file(&fresh);
    }
    written.with_context(|| format!("cannot write {}", path.display()))
}

/// Answers as CSV, with a header: the contents of `judgements.csv`.
///
/// # Errors
/// None in practice: labels are text.
pub fn csv_of(answers: &[Answer]) -> anyhow::Result<String> {
    let mut out = csv::Writer::from_writer(Vec::new());
    // `serialize` writes the header with the first row; without rows it is written here.
    if answers.is_empty() {
        out.write_record(["a", "b", "label", "a_content", "b_content"])?;
    }
    for answer in answers {
        out.serialize(answer)?;
    }
    Ok(String::from_utf8(out.into_inner()?)?)
}
