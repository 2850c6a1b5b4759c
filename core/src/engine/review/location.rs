//! The path of the journal of a corpus.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use rustix::fs::{Access, access};

use crate::base::files;
use crate::base::journal::{NAME, begins_journal, header};
use crate::corpus::{Source, demo};
use crate::engine::options::Options;
use crate::index::corpus_name;
use crate::review::Journal;

/// The file of a journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JournalLocation {
    /// Its path; the file may not exist yet.
    pub path: PathBuf,
    /// Whether the user named it. Links are then followed.
    pub named: bool,
    /// Whether it is in the user's data folder, where only the user can read it.
    pub private: bool,
    /// A note for the user about the choice.
    pub note: Option<String>,
}

/// The journal that the user named; in a folder, the file `review.jsonl`.
pub fn named(path: &Path) -> JournalLocation {
    let path = if path.is_dir() {
        path.join(NAME)
    } else {
        path.to_owned()
    };
    JournalLocation {
        path,
        named: true,
        private: false,
        note: None,
    }
}

/// The path of the journal of the corpus of `options`: `review.jsonl` in its folder or next to its file. It is in the
/// user's data folder if the corpus has several paths, or if its folder cannot be written or has another file of this
/// name. An existing journal is preferred to a path where one could be created.
///
/// # Errors
/// There is no path that can be written, or the header of the journal is damaged.
pub fn location(options: &Options) -> anyhow::Result<JournalLocation> {
    let own = path_in_data_folder(options);
    let mut note = None;
    if let Some(path) = path_in_corpus(&options.source) {
        let existing = own.as_deref().filter(|own| own.is_file());
        let shown = path.display();
        let note = match content_at(&path)? {
            PlaceContent::Journal => Some(existing.map(|own| {
                let own = own.display();
                format!("there are decisions in {own} too, from before, which do not count; `cat {own} >> {shown}` adds them")
            })),
            PlaceContent::Nothing => {
                let modes = Access::WRITE_OK | Access::EXEC_OK;
                let is_free = existing.is_none() && access(files::folder(&path), modes).is_ok();
                is_free.then_some(None)
            }
            PlaceContent::Other => {
                note = Some(format!("{shown} is a document, so decisions are not kept there"));
                None
            }
        };
        if let Some(note) = note {
            return Ok(JournalLocation {
                path,
                named: false,
                private: false,
                note,
            });
        }
    }
    let own = own.context(
        "no folder for the user's data is known to keep decisions in; name a file with --journal",
    )?;
    Ok(JournalLocation {
        path: own,
        named: false,
        private: true,
        note,
    })
}

/// The path in the folder if the corpus is one folder, or next to the file if it is one file.
fn path_in_corpus(source: &Source) -> Option<PathBuf> {
    let [path] = source.paths()? else {
        return None;
    };
    if demo::is_standard_input(path) {
        return None;
    }
    let folder = if path.is_dir() { path } else { path.parent()? };
    Some(folder.join(NAME))
}

/// The path in the user's data folder.
fn path_in_data_folder(options: &Options) -> Option<PathBuf> {
    let data = directories::BaseDirs::new()?.data_dir().to_owned();
    let name = match &options.source {
        Source::Demo => "demo".to_owned(),
        Source::CopiedTextDemo => "demo-copied-text".to_owned(),
        Source::Paths(_) | Source::Selected(_) => corpus_name(&options.roots()),
    };
    let folder = data.join("shinglescope").join("reviews");
    Some(folder.join(format!("review-{name}.jsonl")))
}

/// The kind of file at the path of a journal.
enum PlaceContent {
    Nothing,
    Journal,
    /// Another file.
    Other,
}

fn content_at(path: &Path) -> anyhow::Result<PlaceContent> {
    let Ok(metadata) = fs::symlink_metadata(path) else {
        return Ok(PlaceContent::Nothing);
    };
    let shown = path.display();
    ensure!(
        metadata.is_file(),
        "{shown} is not a regular file, so it cannot have decisions; name the journal with --journal FILE"
    );
    if metadata.len() == 0 {
        return Ok(PlaceContent::Journal);
    }
    let mut start = Vec::new();
    let read = files::options().read(true).open(path);
    let read = read.and_then(|file| file.take(1 << 16).read_to_end(&mut start));
    read.with_context(|| format!("cannot read {shown}"))?;
    if begins_journal(&start) {
        return Ok(PlaceContent::Journal);
    }
    // A journal with a damaged header must not count as a document, because its decisions would be lost without a
    // message.
    let header = header();
    let with_header = [header.as_bytes(), &start].concat();
    let has_acts = Journal::parse(&with_header, "").is_ok_and(|journal| journal.last().is_some());
    ensure!(
        !has_acts,
        "{shown} has decisions, but its first line is not the header of a journal; make it {}",
        header.trim_end()
    );
    Ok(PlaceContent::Other)
}
