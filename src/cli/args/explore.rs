//! Arguments of the screens: of the program without a command, and of `demo`.

use clap::Args;

use super::common::{CorpusArgs, DemoCorpus};
use super::review::{JournalArgs, PersonArgs};
use super::screen_look::ScreenLook;
use crate::cli::pair_search::Grouping;
use crate::cli::settings::{BridgingArgs, DecidedArgs, SettingsArgs};

/// A corpus and how to find near-duplicates in it.
#[derive(Clone, Debug, Args)]
pub struct Explore {
    /// The corpus.
    #[command(flatten)]
    pub corpus: CorpusArgs,
    /// How near-duplicates are found, shown and decided on.
    #[command(flatten)]
    pub opening: Opening,
}

/// How near-duplicates are found, shown and decided on.
#[derive(Clone, Debug, Args)]
pub struct Opening {
    /// Method and linkage.
    #[command(flatten)]
    pub grouping: Grouping,
    /// Whether decisions part clusters.
    #[command(flatten)]
    pub decided: DecidedArgs,
    /// What a passage is.
    #[command(flatten)]
    pub bridging: BridgingArgs,
    /// How the screens look.
    #[command(flatten)]
    pub look: Look,
    /// Where decisions are kept.
    #[command(flatten, next_help_heading = "Screens")]
    pub journal: JournalArgs,
    /// Who decides.
    #[command(flatten, next_help_heading = "Screens")]
    pub person: PersonArgs,
}

/// How the screens look, or that there are none.
#[derive(Clone, Debug, Args)]
pub struct Look {
    /// How they look.
    #[command(flatten)]
    pub screens: ScreenLook,
    /// Answer typed lines with sentences instead of drawing screens: for screen readers, and terminals
    /// that cannot place the cursor
    #[arg(long, help_heading = "Screens")]
    pub plain: bool,
}

/// The demo corpus.
#[derive(Clone, Debug, Args)]
pub struct Demo {
    /// Which demo corpus
    #[arg(value_enum, value_name = "NAME", default_value_t)]
    pub name: DemoCorpus,
    /// Settings that change figures.
    #[command(flatten)]
    pub settings: SettingsArgs,
    /// How near-duplicates are found, shown and decided on.
    #[command(flatten)]
    pub opening: Opening,
}
