//! The user's annotations of a corpus, stored with its index: named settings and labels of document
//! pairs. Also writes the files that the user exports.
//!
//! Annotations live in the folder `kept` of the index, next to the data that can be rebuilt; a rebuild
//! does not touch them. Files are written completely under a temporary name, synced and then renamed. A
//! file that cannot be parsed is renamed, never overwritten. Several processes may annotate one index:
//! each write reads the file again under a lock and applies only what changed. Without an index,
//! annotations last for the session only.

pub mod export;
mod merge;
mod write;

use std::fs;
use std::io::ErrorKind;
use std::mem::discriminant;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crossbeam_channel::Receiver;
use serde::{Deserialize, Serialize};

use self::write::{Readers, csv_of, replace};
use super::lane::Order;
use super::message::{Annotations, Named, Request, Update};
use super::shared::Shared;
use crate::lab::judge::Answer;
use crate::store;

/// File name of the named settings.
pub const SETTINGS: &str = "settings.json";

/// File name of the pair labels.
pub const JUDGEMENTS: &str = "judgements.csv";

/// Loads the annotations, sends them to the screens, then serves write requests until the channel
/// closes. Requests already queued are still written when the program shuts down.
pub fn work(shared: &Shared, orders: &Receiver<Order>) {
    let place = shared.options.store_dir();
    let index = place.as_deref();
    let mut kept = Annotations::default();
    if let Some(index) = index {
        let folder = store::kept_dir(index);
        match store::check_kept(index) {
            Ok(()) => {
                read(&folder, SETTINGS, named, &mut kept.named, shared);
                read(&folder, JUDGEMENTS, answers, &mut kept.answers, shared);
            }
            Err(error) => shared.send(Update::Notice(error.to_string())),
        }
    }
    shared.send(Update::Annotations(Arc::new(kept.clone())));
    // The lists as the screens last gave them and they were written; `kept` has the changes of other
    // processes as well.
    let mut given = kept.clone();
    // What the screens were last sent.
    let mut shown = kept.clone();
    while let Ok(first) = orders.recv() {
        let mut newest: Vec<Request> = Vec::new();
        for order in std::iter::once(first).chain(orders.try_iter()) {
            if let Order::Ask(_, request) = order {
                newest.retain(|known| discriminant(known) != discriminant(&request));
                newest.push(request);
            }
        }
        for request in newest {
            let done = match request {
                Request::Keep(named) => {
                    let wanted = Annotations {
                        named,
                        answers: kept.answers.clone(),
                        unsaved: None,
                    };
                    let written = keep_named(index, &given.named, &kept.named, &wanted.named);
                    let written = written.map(|merged| {
                        given.named.clone_from(&wanted.named);
                        kept.named = merged;
                    });
                    shown = shown_after(&kept, wanted, &written);
                    report(shared, &shown, written)
                }
                Request::Judged(answers) => {
                    let wanted = Annotations {
                        named: kept.named.clone(),
                        answers,
                        unsaved: None,
                    };
                    let written =
                        keep_answers(index, &given.answers, &kept.answers, &wanted.answers);
                    let written = written.map(|merged| {
                        given.answers.clone_from(&wanted.answers);
                        kept.answers = merged;
                    });
                    shown = shown_after(&kept, wanted, &written);
                    report(shared, &shown, written)
                }
                Request::ExportJudged(path) => export::labels(
                    &path,
                    &shown.answers,
                    shared.current().collection.as_deref(),
                )
                .map(|sentence| shared.send(Update::Notice(sentence))),
                Request::SaveFigures { folder, figures } => export::plots(&folder, &figures)
                    .map(|sentence| shared.send(Update::Notice(sentence))),
                _ => Ok(()),
            };
            if let Err(error) = done {
                shared.failed(&error);
            }
        }
    }
}

/// The annotations for the screens after a write: those that are stored now, or after a failure, the
/// wanted ones marked as unsaved.
fn shown_after(
    kept: &Annotations,
    wanted: Annotations,
    written: &anyhow::Result<()>,
) -> Annotations {
    match written {
        Ok(()) => kept.clone(),
        Err(error) => Annotations {
            unsaved: Some(format!("{error:#}")),
            ..wanted
        },
    }
}

/// Sends the annotations to the screens, and hands on the result of the write.
fn report(shared: &Shared, shown: &Annotations, written: anyhow::Result<()>) -> anyhow::Result<()> {
    shared.set_unsaved(shown.unsaved.clone());
    shared.send(Update::Annotations(Arc::new(shown.clone())));
    written
}

/// Contents of `settings.json`.
#[derive(Serialize, Deserialize)]
struct NamedSettings {
    format: u32,
    named: Vec<Named>,
}

/// Format version of `settings.json`.
const FORMAT: u32 = 1;

/// Parses the named settings in the text of `settings.json`.
///
/// # Errors
/// Invalid JSON, an unknown format version, or a setting out of range. The message names the problem.
pub fn named(text: &str) -> anyhow::Result<Vec<Named>> {
    let settings: NamedSettings = serde_json::from_str(text)?;
    anyhow::ensure!(
        settings.format == FORMAT,
        "it has format {}, and this program knows {FORMAT}",
        settings.format
    );
    for named in &settings.named {
        let checked = named.choice.check();
        checked.map_err(|why| anyhow::anyhow!("{:?}: {why}", named.name))?;
        anyhow::ensure!(
            (0.0..=1.0).contains(&named.threshold),
            "{:?}: a threshold lies between 0 and 1",
            named.name
        );
    }
    Ok(settings.named)
}

/// Parses the pair labels in the text of `judgements.csv`.
///
/// # Errors
/// A malformed row.
pub fn answers(text: &str) -> anyhow::Result<Vec<Answer>> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let rows = reader.deserialize();
    rows.map(|row| row.map_err(Into::into)).collect()
}

/// Loads one annotation file into `kept`. Renames a file that cannot be parsed and sends a notice.
fn read<T>(
    folder: &Path,
    name: &str,
    parse: fn(&str) -> anyhow::Result<T>,
    kept: &mut T,
    shared: &Shared,
) {
    let path = folder.join(name);
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return;
        }
        Err(error) => {
            let path = path.display();
            return shared.send(Update::Notice(format!("cannot read {path}: {error}")));
        }
    };
    let parsed = String::from_utf8(bytes).map_err(Into::into);
    match parsed.and_then(|text| parse(&text)) {
        Ok(read) => *kept = read,
        Err(error) => {
            let sentence = match put_aside(&path) {
                Ok(aside) => format!(
                    "{} cannot be read ({error:#}); it now lies in {} and nothing of it is lost",
                    path.display(),
                    aside.display()
                ),
                Err(why) => format!(
                    "{} cannot be read ({error:#}), nor put aside ({why}); what is kept from now on will take its place",
                    path.display()
                ),
            };
            shared.send(Update::Notice(sentence));
        }
    }
}

/// Renames a damaged file to a name that is not in use, `NAME.damaged-N`.
fn put_aside(path: &Path) -> std::io::Result<PathBuf> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let free = (1..).map(|i| path.with_file_name(format!("{name}.damaged-{i}")));
    let aside = free.into_iter().find(|aside| !aside.exists());
    let aside = aside.unwrap_or_else(|| path.with_extension("damaged"));
    fs::rename(path, &aside)?;
    Ok(aside)
}

/// Writes the change of the named settings from `before` to `now` to the index. Returns all that are
/// stored now. `sent` is what the screens know.
fn keep_named(
    index: Option<&Path>,
    before: &[Named],
    sent: &[Named],
    now: &[Named],
) -> anyhow::Result<Vec<Named>> {
    let Some(folder) = index.map(store::make_kept).transpose()? else {
        return Ok(now.to_vec());
    };
    let _lock = lock(&folder);
    let path = folder.join(SETTINGS);
    let named = match reread(&path, named) {
        Some(on_disk) => merge::merge(before, sent, now, on_disk, |named| named.name.clone()),
        None => now.to_vec(),
    };
    let settings = NamedSettings {
        format: FORMAT,
        named,
    };
    let mut text = serde_json::to_string_pretty(&settings)?;
    text.push('\n');
    replace(&path, &text, Readers::Owner)?;
    Ok(settings.named)
}

/// Writes the change of the answers from `before` to `now` to the index. Returns all that are stored now.
/// `sent` is what the screens know.
fn keep_answers(
    index: Option<&Path>,
    before: &[Answer],
    sent: &[Answer],
    now: &[Answer],
) -> anyhow::Result<Vec<Answer>> {
    let Some(folder) = index.map(store::make_kept).transpose()? else {
        return Ok(now.to_vec());
    };
    let _lock = lock(&folder);
    let path = folder.join(JUDGEMENTS);
    let all = match reread(&path, answers) {
        Some(on_disk) => merge::merge(before, sent, now, on_disk, |answer| {
            (answer.a.clone(), answer.b.clone())
        }),
        None => now.to_vec(),
    };
    replace(&path, &csv_of(&all)?, Readers::Owner)?;
    Ok(all)
}

/// Locks the annotation folder against other processes until the returned file is dropped. `None` where
/// a folder cannot be locked (Windows, some network file systems).
fn lock(folder: &Path) -> Option<fs::File> {
    let file = fs::File::open(folder).ok()?;
    file.lock().ok()?;
    Some(file)
}

/// The annotations in a file; `None` if there is none that can be parsed. A file that could not be parsed
/// when the program started has been put aside by [`read`].
fn reread<T>(path: &Path, parse: fn(&str) -> anyhow::Result<T>) -> Option<T> {
    parse(&fs::read_to_string(path).ok()?).ok()
}
