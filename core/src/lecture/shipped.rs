//! The lectures that are part of the program.

use std::path::Path;

use super::file::{Lecture, LectureError, parse_in};
use crate::words::Language;

/// The lectures that are part of the program: names and files. The first is held if none is named.
pub const SHIPPED: [(&str, &str); 3] = [
    (
        "ten-minutes",
        include_str!("../../assets/lectures/ten-minutes.toml"),
    ),
    (
        "forty-five-minutes",
        include_str!("../../assets/lectures/forty-five-minutes.toml"),
    ),
    (
        "worked-examples",
        include_str!("../../assets/lectures/worked-examples.toml"),
    ),
];

/// The lecture of this name; `None` if none has it.
///
/// # Errors
/// A fault in its file, which tests see to that it does not have.
#[must_use]
pub fn shipped(name: &str) -> Option<Result<Lecture, LectureError>> {
    shipped_in(name, None)
}

/// As [`shipped`], in this language in place of English, if one is given.
///
/// # Errors
/// As there.
#[must_use]
pub fn shipped_in(name: &str, language: Option<Language>) -> Option<Result<Lecture, LectureError>> {
    let (_, text) = SHIPPED.iter().find(|(known, _)| *known == name)?;
    let no_files = |path: &Path| anyhow::bail!("{} is not part of the program", path.display());
    Some(parse_in(text, &no_files, language))
}
