//! Files for the plots of a command.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::engine::new_files::NewFiles;
use crate::engine::plots;
use crate::plot::Figure;
use crate::provenance::Provenance;

/// Where the plots go.
#[derive(Clone, Debug, Args)]
pub struct PlotFilesArgs {
    /// Write the plots into this folder as SVG, with a caption that says what they were made from
    #[arg(long, value_name = "DIR", group = "written", help_heading = "Output")]
    pub svg: Option<PathBuf>,
    /// What stands above a plot: its title, or nothing, for papers that print one below
    #[arg(
        long,
        value_enum,
        value_name = "WHAT",
        default_value = "plot",
        requires = "svg",
        help_heading = "Output"
    )]
    pub title: Title,
}

/// The title of a plot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Title {
    /// The name of the plot
    Plot,
    /// None
    None,
}

impl PlotFilesArgs {
    /// Writes the plots, each by its file name without extension, if a folder is given; returns a summary sentence.
    /// Files that are there are replaced with `force`, but none of `inputs`, the canonical paths of the corpus.
    ///
    /// # Errors
    /// A folder or file that cannot be written; the message names it.
    pub fn write(
        &self,
        figures: impl FnOnce() -> Vec<(String, Figure)>,
        made: &Provenance,
        force: bool,
        inputs: Vec<PathBuf>,
    ) -> anyhow::Result<Option<String>> {
        let Some(folder) = &self.svg else {
            return Ok(None);
        };
        let files = NewFiles::begin("--svg", folder, force, inputs)?;
        plots::write(files, &figures(), made, self.title == Title::None).map(Some)
    }
}
