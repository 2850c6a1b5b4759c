//! `lecture`: holds a lecture on the screens, or prints it as sentences or notes.

use std::io::{IsTerminal, stdout};
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Parser;

use super::super::args::Cli;
use super::super::args::lecture::Lecture as Asked;
use super::super::args::screen_look::ScreenLook;
use super::super::{compare, talk};
use super::Run;
use super::dispatch;
use crate::corpus::Source;
use crate::engine::options::Options;
use crate::lecture::{Lecture, Printed, SHIPPED, printed, shipped};
use crate::mask::MaskConfig;
use crate::settings::Settings;

impl Run<'_> {
    /// Holds or prints a lecture.
    pub(super) fn lecture(&self, asked: &Asked) -> anyhow::Result<()> {
        let (mut lecture, texts) = split(&asked.what)?;
        if let Some([a, b]) = texts {
            let [a, b] = [a, b].map(|path| self.listening.ending_at_once(|| text(path)));
            lecture = lecture.with_texts(&[a?, b?]);
        }
        let is_printed = asked.notes || asked.plain;
        if !is_printed && stdout().is_terminal() && !talk::is_dumb() {
            return self.hold(lecture, texts, &asked.look);
        }
        let form = Printed {
            is_markdown: asked.notes,
        };
        let written = || self.pool.install(|| printed(&lecture, form));
        let written = self.listening.ending_at_once(written)?;
        if !is_printed {
            self.talk.say(
                "this is the lecture as sentences (--plain); on a terminal it opens the screens",
            );
        }
        dispatch::printed(written.as_bytes())
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
        explore.opening.look.screens = look.clone();
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
        self.on_screens(options, &explore, masks, Some(lecture))
    }
}

/// The lecture that is named, else the first one of the program, and the two texts after it.
fn split(what: &[PathBuf]) -> anyhow::Result<(Lecture, Option<[&Path; 2]>)> {
    let named = what.first().and_then(|name| shipped(name.to_str()?));
    let texts = &what[usize::from(named.is_some())..];
    let lecture = named.unwrap_or_else(SHIPPED[0].1);
    match texts {
        [] => Ok((lecture, None)),
        [a, b] => Ok((lecture, Some([a, b]))),
        [folder] if folder.is_dir() => bail!(
            "a lecture takes a file as A and one as B, and {:?} is a folder; to lecture on its documents, open \
             it with `shinglescope` and press L on one of them",
            folder.display().to_string()
        ),
        [given, ..] => {
            let names = SHIPPED.map(|(name, _)| name).join(", ");
            bail!(
                "{:?} is no lecture; there are {names}, each also on two texts A and B",
                given.display().to_string()
            )
        }
    }
}

/// Reads a text as a document of a corpus is read.
fn text(path: &Path) -> anyhow::Result<String> {
    let settings = Settings::default();
    if compare::holds_several(path, &settings) {
        bail!(compare::several(path));
    }
    let source = compare::file(path, &settings)?.source;
    Ok(source.text.to_string())
}
