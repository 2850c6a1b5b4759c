//! Plots as SVG files.

use super::new_file::NewFiles;
use crate::base::units;
use crate::plot::Figure;
use crate::plot::svg::{self, Around};
use crate::provenance::Provenance;

/// Width and height of a saved plot in pixels.
const SIZE: (u32, u32) = (900, 560);

/// Writes plots, each under its name with `.svg`: all or none. A caption and metadata say what they were made from.
/// Returns a summary sentence.
///
/// # Errors
/// A file that cannot be written; the message names it.
pub fn write(
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
