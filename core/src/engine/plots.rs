//! Plots as SVG files.

use std::path::Path;

use super::new_file::{NewFiles, input_files};
use super::shared::Shared;
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

/// Writes the plots of a screen, as [`write()`] does. Existing files are replaced only with `overwrite`.
pub(super) fn write_of_screen(
    shared: &Shared,
    folder: &Path,
    figures: &[(String, Figure)],
    overwrite: bool,
) -> anyhow::Result<String> {
    let path = |name: &String| folder.join(format!("{name}.svg"));
    let mut paths = figures.iter().map(|(name, _)| path(name));
    if !overwrite && let Some(path) = paths.find(|path| path.is_file()) {
        anyhow::bail!(
            "{} exists and was left as it is: give another folder, or choose to overwrite it",
            path.display()
        );
    }
    let measure = shared.shown().method_config.measure;
    let options = serde_json::json!({ "measure": measure.name() });
    let mut made = Provenance::new("tune").with_options(options);
    let mut inputs = Vec::new();
    if let Some(collection) = shared.current().collection {
        inputs = input_files(&collection);
        made = made.from(&collection);
    }
    let files = NewFiles::begin("folder", folder, overwrite, inputs)?;
    write(files, figures, &made, false)
}
