//! The user's annotations of a corpus: labels of document pairs. Also writes the files that the user exports.
//!
//! Annotations live in a folder of their own ([`AnnotationsPlace`]); a rebuild of the index does not touch them. Files are written completely under a temporary name, synced and then renamed. A
//! file that cannot be parsed is renamed, never overwritten, also one that is damaged after the start.
//! Several processes may annotate one corpus: each write reads the file again under a lock and applies only
//! what changed. Without an index, annotations last for the session only.

pub mod export;
mod load;
mod merge;
mod place;
mod write;

use std::mem::discriminant;
use std::path::Path;
use std::sync::Arc;

use crossbeam_channel::Receiver;

use self::load::{lock, on_disk};
pub use self::place::AnnotationsPlace;
use self::write::{csv_of, replace};
use super::lane::Order;
use super::message::{Annotations, Request, Update};
use super::shared::Shared;
use crate::lab::judge::Answer;
use crate::provenance::Provenance;

/// File name of the pair labels.
pub const JUDGEMENTS: &str = "judgements.csv";

/// Loads the annotations, sends them to the screens, then serves write requests until the channel
/// closes. Requests already queued are still written when the program shuts down.
pub fn work(shared: &Shared, orders: &Receiver<Order>) {
    let place = AnnotationsPlace::of(&shared.options);
    let place = place.as_ref();
    let mut kept = Annotations::default();
    if let Some(place) = place {
        match place.folder() {
            Ok(folder) => {
                read(&folder, JUDGEMENTS, answers, &mut kept.answers, shared);
            }
            Err(error) => shared.send(Update::Notice(format!("{error:#}"))),
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
                Request::Judged(answers) => {
                    let wanted = Annotations {
                        answers,
                        unsaved: None,
                    };
                    let written = keep_answers(
                        place,
                        &given.answers,
                        &kept.answers,
                        &wanted.answers,
                        shared,
                    );
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
                Request::SaveFigures {
                    folder,
                    figures,
                    overwrite,
                } => export::plots_of_screen(
                    &folder,
                    &figures,
                    &made(shared),
                    overwrite,
                    shared.current().collection.as_deref(),
                )
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

/// What plots of the current results are made from.
fn made(shared: &Shared) -> Provenance {
    let measure = shared.shown().method_config.measure;
    let options = serde_json::json!({ "measure": measure.name() });
    let made = Provenance::new("tune").with_options(options);
    match shared.current().collection {
        Some(collection) => made.from(&collection),
        None => made,
    }
}

/// Sends the annotations to the screens, and hands on the result of the write.
fn report(shared: &Shared, shown: &Annotations, written: anyhow::Result<()>) -> anyhow::Result<()> {
    shared.set_unsaved(shown.unsaved.clone());
    shared.send(Update::Annotations(Arc::new(shown.clone())));
    written
}

/// Parses the pair labels in the text of `judgements.csv`.
///
/// # Errors
/// A malformed row, or no header: a file cut to nothing must not count as one whose rows were taken back.
pub fn answers(text: &str) -> anyhow::Result<Vec<Answer>> {
    anyhow::ensure!(!text.trim().is_empty(), "it is empty");
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let rows = reader.deserialize();
    rows.map(|row| row.map_err(Into::into)).collect()
}

/// Loads one annotation file into `kept`. Puts a file that cannot be parsed aside and sends a notice.
fn read<T>(
    folder: &Path,
    name: &str,
    parse: fn(&str) -> anyhow::Result<T>,
    kept: &mut T,
    shared: &Shared,
) {
    let _lock = lock(folder);
    match on_disk(&folder.join(name), parse, shared) {
        Ok(Some(read)) => *kept = read,
        Ok(None) => {}
        Err(error) => shared.send(Update::Notice(format!("{error:#}"))),
    }
}

/// Writes the change of the answers from `before` to `now`. Returns all that are stored now.
/// `sent` is what the screens know.
fn keep_answers(
    place: Option<&AnnotationsPlace>,
    before: &[Answer],
    sent: &[Answer],
    now: &[Answer],
    shared: &Shared,
) -> anyhow::Result<Vec<Answer>> {
    let Some(folder) = place.map(AnnotationsPlace::make).transpose()? else {
        return Ok(now.to_vec());
    };
    let _lock = lock(&folder);
    let path = folder.join(JUDGEMENTS);
    let all = match on_disk(&path, answers, shared)? {
        Some(stored) => merge::merge(before, sent, now, stored, |answer| {
            (answer.a.clone(), answer.b.clone())
        }),
        None => now.to_vec(),
    };
    replace(&path, &csv_of(&all)?)?;
    Ok(all)
}
