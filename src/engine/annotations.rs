//! The user's annotations of a corpus, stored with its index: named settings and labels of document
//! pairs. Also writes the files that the user exports.
//!
//! Annotations live in the folder `kept` of the index, next to the data that can be rebuilt; a rebuild
//! does not touch them. Files are written completely under a temporary name and then renamed. A file
//! that cannot be parsed is renamed, never overwritten. Without an index, annotations last for the
//! session only.

use std::fs;
use std::io::{ErrorKind, Write};
use std::mem::discriminant;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use crossbeam_channel::Receiver;
use serde::{Deserialize, Serialize};

use super::lane::Order;
use super::message::{AnalysisConfig, Annotations, Request, Update};
use super::shared::Shared;
use crate::base::units;
use crate::lab::judge::{Answer, Verdict};
use crate::lab::named::Named;
use crate::plot::{Figure, svg};
use crate::store;

/// File name of the named settings.
pub const SETTINGS: &str = "settings.json";

/// File name of the pair labels.
pub const JUDGEMENTS: &str = "judgements.csv";

/// Width and height of a saved plot in pixels.
pub const SIZE: (u32, u32) = (900, 560);

/// Loads the annotations, sends them to the screens, then serves write requests until the channel
/// closes. Requests already queued are still written when the program shuts down.
pub fn work(shared: &Shared, orders: &Receiver<Order>) {
    let place = shared.options.store_dir();
    let mut kept = Annotations::default();
    if let Some(index) = &place {
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
                    kept.named = named;
                    let written = keep_named(place.as_deref(), &kept.named);
                    shared.send(Update::Annotations(Arc::new(kept.clone())));
                    written
                }
                Request::Judged(answers) => {
                    kept.answers = answers;
                    let written = keep_answers(place.as_deref(), &kept.answers);
                    shared.send(Update::Annotations(Arc::new(kept.clone())));
                    written
                }
                Request::ExportJudged(path) => export(&path, &kept.answers)
                    .map(|sentence| shared.send(Update::Notice(sentence))),
                Request::SaveFigures { folder, figures } => {
                    save(&folder, &figures).map(|sentence| shared.send(Update::Notice(sentence)))
                }
                _ => Ok(()),
            };
            if let Err(error) = done {
                shared.failed(&error);
            }
        }
    }
}

/// Contents of `settings.json`.
#[derive(Serialize, Deserialize)]
struct NamedSettings {
    format: u32,
    named: Vec<Named<AnalysisConfig>>,
}

/// Format version of `settings.json`.
const FORMAT: u32 = 1;

/// Parses the named settings in the text of `settings.json`.
///
/// # Errors
/// Invalid JSON, an unknown format version, or a setting out of range. The message names the problem.
pub fn named(text: &str) -> anyhow::Result<Vec<Named<AnalysisConfig>>> {
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

fn keep_named(index: Option<&Path>, named: &[Named<AnalysisConfig>]) -> anyhow::Result<()> {
    let settings = NamedSettings {
        format: FORMAT,
        named: named.to_vec(),
    };
    let mut text = serde_json::to_string_pretty(&settings)?;
    text.push('\n');
    keep(index, SETTINGS, &text)
}

fn keep_answers(index: Option<&Path>, answers: &[Answer]) -> anyhow::Result<()> {
    keep(index, JUDGEMENTS, &csv_of(answers)?)
}

/// Writes a file to the annotation folder of the index; does nothing without an index.
fn keep(index: Option<&Path>, name: &str, text: &str) -> anyhow::Result<()> {
    let Some(index) = index else {
        return Ok(());
    };
    let folder = store::make_kept(index)?;
    replace(&folder.join(name), text, Readers::Owner)
}

/// Read permission of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Readers {
    /// The owner only; mode 0600 on Unix.
    Owner,
    /// The system's default for new files.
    AsUsual,
}

/// Writes a file atomically: to a temporary name in the same folder, then a rename.
fn replace(path: &Path, text: &str, readers: Readers) -> anyhow::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let fresh = path.with_file_name(format!("{name}.{}", std::process::id()));
    // A killed process with the same id may have left this file. A symbolic link is removed, not
    // followed.
    let _ = fs::remove_file(&fresh);
    let mut options = fs::File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if readers == Readers::Owner {
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    #[cfg(not(unix))]
    let _ = readers;
    let written = options
        .open(&fresh)
        .and_then(|mut file| file.write_all(text.as_bytes()))
        .and_then(|()| fs::rename(&fresh, path));
    if written.is_err() {
        // Remove the partial file: it is useless, and the disk may be full.
        let _ = fs::remove_file(&fresh);
    }
    written.with_context(|| format!("cannot write {}", path.display()))
}

fn csv_of(answers: &[Answer]) -> anyhow::Result<String> {
    let mut out = csv::Writer::from_writer(Vec::new());
    // `serialize` writes the header with the first row; without rows it is written here.
    if answers.is_empty() {
        out.write_record(["a", "b", "label"])?;
    }
    for answer in answers {
        out.serialize(answer)?;
    }
    Ok(String::from_utf8(out.into_inner()?)?)
}

/// Writes the positive and negative answers as labels. Answers of `Unsure` are left out.
fn export(path: &Path, answers: &[Answer]) -> anyhow::Result<String> {
    let sure = answers
        .iter()
        .filter(|answer| answer.verdict != Verdict::Unsure);
    let sure: Vec<Answer> = sure.cloned().collect();
    replace(path, &csv_of(&sure)?, Readers::AsUsual)?;
    let unsure = (answers.len() - sure.len()) as u64;
    let besides = match unsure {
        0 => String::new(),
        n => format!(" ({} unsure left out)", units::count(n)),
    };
    Ok(format!(
        "{} in {}{besides}",
        units::counted(sure.len() as u64, "label", "labels"),
        path.display()
    ))
}

/// Writes plots as SVG files into `folder` and returns a summary sentence.
///
/// # Errors
/// A folder or file that cannot be written; the message names it.
pub fn save(folder: &Path, figures: &[(String, Figure)]) -> anyhow::Result<String> {
    fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    for (name, figure) in figures {
        let path = folder.join(format!("{name}.svg"));
        replace(&path, &svg::render(figure, SIZE), Readers::AsUsual)?;
    }
    Ok(format!(
        "{} in {}",
        units::counted(figures.len() as u64, "plot", "plots"),
        folder.display()
    ))
}
