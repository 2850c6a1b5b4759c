//! Arguments of `lecture`.

use std::path::PathBuf;

use clap::Args;

use super::screen_look::ScreenLook;

/// A lecture.
#[derive(Clone, Debug, Args)]
#[command(
    long_about = "Hold a lecture on near-duplicates, in stages: a class predicts, sees, and plays\n\n\
    On a terminal it opens the screens: Space goes on, 1 to 4 count hands, h and l turn the number at the top right, a \
    and b type the two texts, ? explains the words of a stage. Esc leaves for the corpus behind it: the two texts, or the demo.\n\n\
    Lectures: ten-minutes (if none is named), forty-five-minutes, and worked-examples, an exam. Two texts of your own, if given, take the places of A and B. Every figure is computed by \
    the functions that the other commands use."
)]
pub struct Lecture {
    /// Name of a lecture, and two texts that are A and B
    #[arg(value_name = "NAME|A B", num_args = 0..=3)]
    pub what: Vec<PathBuf>,
    /// Print the lecture as sentences and small tables
    #[arg(long)]
    pub plain: bool,
    /// Print notes as Markdown: what to say, all slides, and the answers at the questions
    #[arg(long, conflicts_with = "plain")]
    pub notes: bool,
    /// How the screens look.
    #[command(flatten)]
    pub look: ScreenLook,
}
