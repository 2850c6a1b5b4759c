//! Slides of a stage of a lecture, including the race, and the choice of documents for a lecture on a corpus.

use std::sync::{Arc, Weak};

use rayon::prelude::*;

use super::message::{AskedSlides, StageSlides, Update};
use super::shared::Shared;
use crate::base::{Cancel, DocNo};
use crate::candidates::PairSet;
use crate::index::Collection;
use crate::lecture::{MAX_TEXTS, Race, Slide, StageKind, Standing, live, live_answer};

/// Minimum and maximum number of documents of a race; the maximum is about twelve million pairs.
const RACE_SIZE: (usize, usize) = (200, 5_000);

/// The last finished race: its documents, the parameters of its buckets, and its final state.
pub type EndedRace = (Weak<Collection>, [usize; 3], Standing);

/// Whether the slides show the race or its result, which take long.
pub fn is_race(request: &AskedSlides) -> bool {
    matches!(request.staged.kind, StageKind::Race | StageKind::Answer)
}

/// Creates and sends slides. Slides of the race and its result use the current documents, if there are enough, and are
/// sent again as the race advances; other slides depend only on their setup. Returns whether all were sent.
pub fn send(
    shared: &Shared,
    request: &AskedSlides,
    ended: &mut Option<EndedRace>,
    cancel: &Cancel,
) -> bool {
    let send = |is_last: bool, slides: anyhow::Result<Vec<Slide>>| {
        if !cancel.stopped() {
            shared.send(Update::Slides(Arc::new(StageSlides {
                lecture: request.lecture,
                stage: request.stage,
                revision: request.revision,
                is_last,
                slides: slides.map_err(Into::into),
            })));
        }
        !cancel.stopped()
    };
    let live = match request.staged.kind {
        StageKind::Race => live,
        StageKind::Answer => live_answer,
        _ => return send(true, request.staged.slides()),
    };
    let setup = &request.staged.setup;
    let collection = shared.current().collection;
    let own_documents = collection.as_deref().filter(|c| !is_demo(c));
    let weak = collection.as_ref().map_or_else(Weak::new, Arc::downgrade);
    let parameters = [setup.sketching.k, setup.rows, setup.threshold];
    let is_same = |(raced, set, _): &&EndedRace| raced.ptr_eq(&weak) && *set == parameters;
    if let Some((.., end)) = ended.as_ref().filter(is_same) {
        return send(true, Ok(live(setup, end)));
    }
    let race = match own_documents.map(sets) {
        Some(sets) if sets.len() >= RACE_SIZE.0 => Race::new(sets, setup),
        _ => Race::of_made_up(setup),
    };
    let end = race.run(|standing| send(false, Ok(live(setup, standing))));
    let is_done = send(true, Ok(live(setup, &end)));
    if is_done {
        *ended = Some((weak, parameters, end));
    }
    is_done
}

/// Whether the documents are the built-in demo, which has too few for a race.
fn is_demo(collection: &Collection) -> bool {
    let mut documents = collection.documents();
    documents.any(|doc| collection.row(doc).location.in_program)
}

/// Returns the non-empty shingle sets of the first documents, up to the maximum of a race.
fn sets(collection: &Collection) -> Vec<Vec<u64>> {
    let documents: Vec<DocNo> = collection.documents().take(RACE_SIZE.1).collect();
    let sets = documents.par_iter().map(|doc| collection.shingle_set(*doc));
    sets.filter(|set| !set.is_empty()).collect()
}

/// Returns the documents of a lecture: `doc`, `other`, and the documents that are most similar to `doc` and have other
/// texts, the most similar first. If no document is similar and `other` is `None`, the next documents of the collection
/// follow.
pub fn documents(
    pairs: Option<&PairSet>,
    collection: &Collection,
    doc: DocNo,
    other: Option<DocNo>,
) -> Vec<DocNo> {
    let mut documents = vec![doc];
    documents.extend(other);
    let pairs = pairs.filter(|pairs| pairs.representative.len() == collection.len());
    let text = |doc: DocNo| pairs.map_or(doc, |pairs| pairs.representative[doc.index()]);
    let mut near: Vec<(f64, DocNo)> = Vec::new();
    for pair in pairs.iter().flat_map(|pairs| &pairs.pairs) {
        let end = match text(doc) {
            own if own == pair.a => pair.b,
            own if own == pair.b => pair.a,
            _ => continue,
        };
        near.push((pair.overlap.jaccard(), end));
    }
    near.sort_by(|x, y| y.0.total_cmp(&x.0).then(x.1.cmp(&y.1)));
    let after = collection.documents().skip(doc.index() + 1);
    let next = after.chain(collection.documents()).take(collection.len());
    let next = next.filter(|_| near.is_empty() && other.is_none()).take(2);
    let next: Vec<DocNo> = next.collect();
    for candidate in near.iter().map(|(_, candidate)| *candidate).chain(next) {
        if documents
            .iter()
            .all(|document| text(*document) != text(candidate))
        {
            documents.push(candidate);
        }
    }
    documents.truncate(MAX_TEXTS);
    documents
}
