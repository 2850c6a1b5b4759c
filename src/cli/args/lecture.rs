//! Arguments of `lecture`.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use super::super::ranges::named;
use super::screen_look::ScreenLook;
use crate::corpus::standard_input;
use crate::lecture::notes::For;
use crate::report_file::ReportFormat;
use crate::words::Language;

/// A lecture.
#[derive(Clone, Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    long_about = "Hold a lecture on near-duplicates, in stages: a class predicts, sees, and plays\n\n\
    On a terminal it opens the screens: Space goes on, 1 to 4 count hands, h and l turn the number at the top right, i \
    types text B, ? explains the words of a stage. Esc leaves for the corpus behind it: the two texts, or the demo.\n\n\
    Lectures of the program: ten-minutes (if none is named), forty-five-minutes, and worked-examples, an exam whose \
    answers are hidden until they are asked for. A lecture of one's own is a file *.toml; lecture check says what is \
    wrong with it. Two texts, if given, take the places of A and B. Every figure is computed by the functions that \
    the other commands use.\n\n\
    --notes --out slides.html writes a deck: one web page that loads nothing, works without scripts, and prints a slide a \
    page. Space goes on, a question first and then its answer; n opens the notes."
)]
pub struct Lecture {
    /// What to do instead of holding it.
    #[command(subcommand)]
    pub command: Option<LectureCommand>,
    /// Name of a lecture or its file *.toml, and two texts that are A and B
    #[arg(value_name = "NAME|A B", num_args = 0..=3)]
    pub what: Vec<PathBuf>,
    /// Print the lecture as sentences and small tables
    #[arg(long)]
    pub plain: bool,
    /// Write notes with all slides: those of the speaker, or a handout with the answers at its end, of an exam (a lecture
    /// that hides them) the sheet alone
    #[arg(long, value_name = "WHOM", num_args = 0..=1, default_missing_value = "speaker",
        value_parser = named(&WHOM), conflicts_with = "plain")]
    pub notes: Option<For>,
    /// File for the notes, or - for standard output, where they go if no file is given
    #[arg(long, value_name = "FILE|-", requires = "notes")]
    pub out: Option<PathBuf>,
    /// Overwrite the file if it exists
    #[arg(long, requires = "out")]
    pub force: bool,
    /// Form of the notes: md, Markdown, or html, a deck of slides as one web page; otherwise the name of --out says it
    #[arg(long, value_name = "FORMAT", value_parser = named(&NotesFormat::ALL), requires = "notes")]
    pub format: Option<NotesFormat>,
    /// Show answers also where the lecture hides them
    #[arg(long)]
    pub answers: bool,
    /// Language of the lecture, otherwise the one that its file names; what a file says in another one alone stays so
    #[arg(long, value_name = "LANG", value_parser = named(&Language::ALL))]
    pub lang: Option<Language>,
    /// How the screens look.
    #[command(flatten)]
    pub look: ScreenLook,
    /// Seed of shingle hashes and permutations
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

/// Who notes are for, with their names.
const WHOM: [(&str, For); 2] = [("speaker", For::Speaker), ("audience", For::Audience)];

/// Form of notes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotesFormat {
    /// Markdown with pictures as text and SVG.
    Markdown,
    /// A deck of slides as one web page.
    Html,
}

impl NotesFormat {
    /// All forms with their names in options.
    const ALL: [(&'static str, NotesFormat); 2] =
        [("md", NotesFormat::Markdown), ("html", NotesFormat::Html)];
}

impl Lecture {
    /// The form of the notes: as asked, else as the name of the file says, else Markdown.
    pub fn notes_format(&self) -> NotesFormat {
        let named = self.out.as_deref().and_then(ReportFormat::of_name);
        self.format.unwrap_or(match named {
            Some(ReportFormat::Html) => NotesFormat::Html,
            _ => NotesFormat::Markdown,
        })
    }

    /// The file that the notes go to; `None` for standard output.
    pub fn to_file(&self) -> Option<&Path> {
        let out = self.out.as_deref()?;
        (out.as_os_str() != standard_input::PATH).then_some(out)
    }
}

/// What else there is to do with lectures.
#[derive(Clone, Debug, Subcommand)]
pub enum LectureCommand {
    /// Check a lecture file: the first fault with its line, and exit status 1
    Check {
        /// The file.
        file: PathBuf,
    },
}
