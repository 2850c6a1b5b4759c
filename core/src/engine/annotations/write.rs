//! Writes a file as a whole, and labels as CSV.

use std::path::Path;

use anyhow::Context;

use crate::base::private;
use crate::lab::judge::Answer;

/// Writes a file that only its owner can read: whole, or not at all.
///
/// # Errors
/// A folder or file that cannot be written, by its path.
pub fn replace(path: &Path, text: &str) -> anyhow::Result<()> {
    private::replace(path, text.as_bytes())
        .with_context(|| format!("cannot write {}", path.display()))
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
