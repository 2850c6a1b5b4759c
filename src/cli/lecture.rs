//! `lecture`: gives a lecture on the screens, or prints it as sentences or notes.

use std::io::{IsTerminal, stdout};
use std::path::{Path, PathBuf};

use anyhow::{bail, ensure};
use clap::Args;

use super::args::common::CorpusArgs;
use super::context::{CommandContext, RunCommand, print};
use super::explore::Opening;
use super::{talk, texts};
use crate::corpus::Source;
use crate::engine::options::Options;
use crate::lecture::{Lecture, SHIPPED, printed, shipped};
use crate::settings::Settings;

/// A lecture.
#[derive(Clone, Debug, Args)]
pub struct LectureCommand {
    /// Name of a lecture, and two texts A and B
    #[arg(value_name = "NAME|A B", num_args = 0..=3)]
    pub what: Vec<PathBuf>,
    /// Print the lecture as sentences and small tables
    #[arg(long)]
    pub plain: bool,
    /// Print notes as Markdown: what to say, all slides, and the answers
    #[arg(long, conflicts_with = "plain")]
    pub notes: bool,
}

impl RunCommand for LectureCommand {
    fn run(&self, context: &CommandContext<'_>) -> anyhow::Result<()> {
        let (mut lecture, texts) = split(&self.what)?;
        if let Some([a, b]) = texts {
            let [a, b] = [a, b].map(|path| context.listening.ending_at_once(|| text(path)));
            lecture = lecture.with_texts(&[a?, b?]);
        }
        let is_printed = self.notes || self.plain;
        if !is_printed && stdout().is_terminal() && !talk::is_dumb() {
            return self.open_screens(context, lecture, texts);
        }
        let sentences = || context.install(|| printed(&lecture, self.notes));
        let sentences = context.listening.ending_at_once(sentences)?;
        if !is_printed {
            context.say(
                "this is the lecture as sentences (--plain); on a terminal it opens the screens",
            );
        }
        print(sentences.as_bytes())
    }
}

impl LectureCommand {
    /// Opens a lecture on the screens. Esc leads to the two texts, or to the demo corpus; no file is written for them.
    fn open_screens(
        &self,
        context: &CommandContext<'_>,
        lecture: Lecture,
        texts: Option<[&Path; 2]>,
    ) -> anyhow::Result<()> {
        let paths: Vec<PathBuf> = texts.map_or(vec![], |texts| texts.map(Path::to_path_buf).into());
        let opening = Opening::with_defaults()?;
        let options = Options {
            source: match paths.as_slice() {
                [] => Source::Demo,
                _ => Source::Paths(paths.clone()),
            },
            in_memory: true,
            ..context.options(&CorpusArgs::new(&paths, Settings::default()))?
        };
        let masks = context.masks(&options.settings.reading)?.clone();
        opening.on_screens(context, options, masks, Some(lecture))
    }
}

/// The named lecture, by default the first, and the two texts.
fn split(what: &[PathBuf]) -> anyhow::Result<(Lecture, Option<[&Path; 2]>)> {
    let named_lecture = what.first().and_then(|name| shipped(name.to_str()?));
    let texts = &what[usize::from(named_lecture.is_some())..];
    let lecture = named_lecture.unwrap_or_else(SHIPPED[0].1);
    match texts {
        [] => Ok((lecture, None)),
        [a, b] => Ok((lecture, Some([a, b]))),
        [path, ..] => {
            let names = SHIPPED.map(|(name, _)| name).join(", ");
            bail!(
                "{:?} is not a lecture; lectures are {names}, each also on two texts A and B",
                path.display().to_string()
            )
        }
    }
}

/// Reads a text in the same way as a document of a corpus.
fn text(path: &Path) -> anyhow::Result<String> {
    let settings = Settings::default();
    ensure!(!texts::has_several(path, &settings), texts::several(path));
    let source = texts::file(path, &settings)?.source;
    Ok(source.text.to_string())
}
