//! `lecture`: holds a lecture on the screens, prints it as sentences or notes, and checks lecture files.

use std::io::{IsTerminal, Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use clap::Parser;

use super::super::args::Cli;
use super::super::args::lecture::{Lecture as Asked, LectureCommand, NotesFormat};
use super::super::args::screen_look::ScreenLook;
use super::super::{compare, talk};
use super::Run;
use super::dispatch::printed;
use crate::base::units;
use crate::corpus::Source;
use crate::corpus::whole_file::whole_file_of_at_most;
use crate::engine::new_file::{self, NewFile};
use crate::engine::options::Options;
use crate::lecture::file::{self, Lecture};
use crate::lecture::notes::For;
use crate::lecture::plain::Answers;
use crate::lecture::{SHIPPED, Text, notes, shipped_in};
use crate::mask::MaskConfig;
use crate::report_file::deck;
use crate::settings::Settings;
use crate::words::Language;

/// Limit of a lecture file in bytes; far above any that a person writes.
const MOST_BYTES: u64 = 4 << 20;

impl Run<'_> {
    /// Holds a lecture, or checks the file of one.
    pub(super) fn lecture(&self, asked: &Asked) -> anyhow::Result<()> {
        if let Some(LectureCommand::Check { file }) = &asked.command {
            let lecture = self.listening.ending_at_once(|| read(file, None))?;
            for stage in &lecture.stages {
                self.pool.install(|| stage.slides())?;
            }
            let stages = units::counted(lecture.stages.len() as u64, "stage", "stages");
            return printed(format!("{}: {stages}, no fault\n", file.display()).as_bytes());
        }
        let (name, texts) = split(&asked.what)?;
        let mut lecture = match name {
            Some(Named::Shipped(name)) => match shipped_in(name, asked.lang) {
                Some(lecture) => lecture?,
                None => bail!("no lecture {name:?}"),
            },
            Some(Named::File(path)) => self.listening.ending_at_once(|| read(path, asked.lang))?,
            None => match shipped_in(SHIPPED[0].0, asked.lang) {
                Some(lecture) => lecture?,
                None => bail!("no lecture {:?}", SHIPPED[0].0),
            },
        };
        if let Some([a, b]) = texts {
            let [a, b] = [a, b].map(|path| self.listening.ending_at_once(|| text(path)));
            lecture = lecture.with_texts(&a?, &b?);
        }
        if let Some(seed) = asked.seed {
            for stage in &mut lecture.stages {
                stage.setup.sketching.seed = seed;
            }
        }
        let terminal = stdout().is_terminal() && !talk::is_dumb();
        if asked.notes.is_none() && !asked.plain && terminal {
            return self.hold(lecture, texts, &asked.look);
        }
        let answers = match asked.answers {
            true => Answers::Shown,
            false => lecture.answers,
        };
        if let Some(whom) = asked.notes {
            return self.write_notes(&lecture, (whom, answers), asked);
        }
        let write = || self.pool.install(|| lecture.plain(answers));
        let written = self.listening.ending_at_once(write)?;
        if !asked.plain {
            self.talk.say(
                "this is the lecture as sentences (--plain); on a terminal it opens the screens",
            );
        }
        printed(written.as_bytes())
    }

    /// Writes notes to their file or to standard output.
    fn write_notes(
        &self,
        lecture: &Lecture,
        (whom, answers): (For, Answers),
        asked: &Asked,
    ) -> anyhow::Result<()> {
        let written = || -> anyhow::Result<Vec<u8>> {
            match asked.notes_format() {
                NotesFormat::Markdown => Ok(notes::markdown(lecture, whom, answers)?.into_bytes()),
                NotesFormat::Html => {
                    let mut page = Vec::new();
                    deck::write(lecture, whom, answers, &mut page)?;
                    Ok(page)
                }
            }
        };
        let written = || self.listening.ending_at_once(|| self.pool.install(written));
        let Some(path) = asked.to_file() else {
            return printed(&written()?);
        };
        new_file::check("--out", path, asked.force, &[])?;
        self.check_named_once("--out", path)?;
        let written: Vec<u8> = written()?;
        let mut file = NewFile::begin(path, asked.force)?;
        file.write_all(&written)
            .with_context(|| path.display().to_string())?;
        file.finish()?;
        let size = units::bytes(written.len() as u64);
        self.talk.say(&format!("{} ({size})", path.display()));
        Ok(())
    }

    /// Holds a lecture on the screens. Behind it are the two texts, or the demo corpus; nothing is written for them.
    fn hold(
        &self,
        lecture: Lecture,
        texts: Option<[&Path; 2]>,
        look: &ScreenLook,
    ) -> anyhow::Result<()> {
        let paths: Vec<PathBuf> = texts
            .iter()
            .flatten()
            .map(|path| (*path).to_owned())
            .collect();
        // What the explorer does if nothing else is asked of it.
        let mut explore = Cli::try_parse_from(["shinglescope"])?.explore;
        explore.look.screens = look.clone();
        let options = Options {
            source: match paths.as_slice() {
                [] => Source::Demo,
                _ => Source::Paths(paths.clone()),
            },
            in_memory: true,
            ..self.options(&paths, Settings::default())?
        };
        let masks = self.masks(&options.settings.reading)?.clone();
        let masks = (masks, MaskConfig::default());
        self.on_screens(options, &explore, false, masks, Some(lecture))
    }
}

/// A lecture by its name or by its file.
enum Named<'a> {
    Shipped(&'a str),
    File(&'a Path),
}

/// Tells the lecture from the two texts.
fn split(what: &[PathBuf]) -> anyhow::Result<(Option<Named<'_>>, Option<[&Path; 2]>)> {
    let known = |path: &PathBuf| {
        let name = SHIPPED.iter().find(|(name, _)| path.as_os_str() == *name);
        name.map(|(name, _)| Named::Shipped(name))
    };
    let is_file = |path: &PathBuf| path.extension().is_some_and(|e| e == "toml");
    let named = |path: &'_ PathBuf| known(path).is_some() || is_file(path);
    let name = |path| match known(path) {
        Some(shipped) => shipped,
        None => Named::File(path),
    };
    match what {
        [] => Ok((None, None)),
        [one] if named(one) => Ok((Some(name(one)), None)),
        [a, b] if !named(a) => Ok((None, Some([a, b]))),
        [one, a, b] if named(one) => Ok((Some(name(one)), Some([a, b]))),
        _ => {
            let names: Vec<&str> = SHIPPED.iter().map(|(name, _)| *name).collect();
            let given = what
                .first()
                .map_or(String::new(), |path| path.display().to_string());
            bail!(
                "{given:?} is no lecture; there are {}, a file *.toml, and two texts A and B",
                names.join(", ")
            )
        }
    }
}

/// Reads a lecture file, in this language if one is asked for; texts that it names are beside it.
fn read(path: &Path, language: Option<Language>) -> anyhow::Result<Lecture> {
    let bytes =
        whole_file_of_at_most(path, MOST_BYTES).with_context(|| path.display().to_string())?;
    let written = String::from_utf8(bytes).map_err(|_| anyhow!("{}: not UTF-8", path.display()))?;
    let beside = path.parent().unwrap_or(Path::new(""));
    let texts = |name: &Path| Ok(text(&beside.join(name))?.text);
    file::parse_in(&written, &texts, language).with_context(|| path.display().to_string())
}

/// Reads a text as a document of a corpus is read.
fn text(path: &Path) -> anyhow::Result<Text> {
    let settings = Settings::default();
    if compare::holds_several(path, &settings) {
        bail!(compare::several(path));
    }
    let source = compare::file(path, &settings)?.source;
    Ok(Text {
        name: path.display().to_string(),
        text: source.text.to_string(),
        document: path.display().to_string(),
    })
}
