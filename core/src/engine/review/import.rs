//! Judgements of the lab as acts.

use std::io::ErrorKind;

use anyhow::Context;

use super::judged::figures;
use crate::collection::Collection;
use crate::corpus::whole_file;
use crate::engine::annotations::{self, AnnotationsPlace, JUDGEMENTS};
use crate::lab::judge::Verdict;
use crate::review::{Act, Decision, JudgedWith, ReviewState, Thing, Timestamp};
use crate::similarity::Bridging;

/// Acts made of judgements, and what was left out.
#[derive(Debug, Default)]
pub struct Imported {
    /// The acts.
    pub acts: Vec<Act>,
    /// Number of judgements on texts that are not in the collection as they were judged.
    pub outdated: usize,
    /// Number of pairs of which the same person said the same already.
    pub known: usize,
}

/// The judgements kept for a corpus, as acts of `person`: yes as copied, no as different, unsure as
/// unsure. They carry no time of their own; `when` is that of the acts.
///
/// # Errors
/// Judgements that cannot be read.
pub fn import_judgements(
    place: &AnnotationsPlace,
    collection: &Collection,
    state: &ReviewState,
    (person, when): (&str, Timestamp),
    settings: &JudgedWith,
) -> anyhow::Result<Imported> {
    let mut imported = Imported::default();
    let path = place.folder()?.join(JUDGEMENTS);
    let text = match whole_file(&path) {
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return Ok(imported);
        }
        read => {
            let read = read.map_err(anyhow::Error::from);
            let text = read.and_then(|bytes| Ok(String::from_utf8(bytes)?));
            text.with_context(|| format!("cannot read {}", path.display()))?
        }
    };
    let answers = annotations::answers(&text);
    for answer in answers.with_context(|| path.display().to_string())? {
        let Some((a, b)) = answer.documents(collection) else {
            imported.outdated += 1;
            continue;
        };
        let decision = match answer.verdict {
            Verdict::Yes => Decision::Copied,
            Verdict::No => Decision::Different,
            Verdict::Unsure => Decision::Unsure,
        };
        let said = state.pair(a, b);
        if said.of(person).is_some_and(|act| act.decision == decision) {
            imported.known += 1;
            continue;
        }
        let thing = Thing::pair(collection, a, b);
        imported.acts.push(Act {
            figures: Some(figures(collection, a, b, &Bridging::default())),
            settings: Some(settings.clone()),
            ..Act::new(when, person.to_owned(), thing, decision)
        });
    }
    Ok(imported)
}
