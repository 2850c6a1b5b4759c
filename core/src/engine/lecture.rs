//! The lane of the lecture, which makes the slides of a stage for the newest request, and the choice of the documents
//! that a lecture on a corpus takes.

use std::sync::Arc;

use crossbeam_channel::Receiver;

use super::lane::Order;
use super::message::{Request, StageSlides, Update};
use super::shared::Shared;
use super::views::Measured;
use crate::base::DocNo;
use crate::candidates::PairSet;
use crate::collection::Collection;
use crate::lecture::{MOST_TEXTS, Text};

/// Makes slides; they depend on their setup alone, not on the current results.
pub fn work(shared: &Shared, orders: &Receiver<Order>) {
    while let Ok(first) = orders.recv() {
        let newest = orders.try_iter().last().unwrap_or(first);
        let Order::Ask(superseded, Request::Slides(asked)) = newest else {
            continue;
        };
        let _busy = shared.jobs.foreground.begin();
        let slides = shared.pool.install(|| asked.staged.slides());
        if !superseded.stopped() {
            shared.send(Update::Slides(Arc::new(StageSlides {
                lecture: asked.lecture,
                stage: asked.stage,
                revision: asked.revision,
                slides: slides.map_err(Into::into),
            })));
        }
    }
}

/// The documents of a lecture: `doc`, the other one, and those that are most similar to `doc` and have another text,
/// the most similar first. Without pairs, the next document of the collection is the other one.
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
            of if of == pair.a => pair.b,
            of if of == pair.b => pair.a,
            _ => continue,
        };
        near.push((pair.overlap.jaccard(), end));
    }
    near.sort_by(|x, y| y.0.total_cmp(&x.0).then(x.1.cmp(&y.1)));
    let after = collection.documents().skip(doc.index() + 1);
    let next = after.chain(collection.documents()).take(collection.len());
    let next = next.filter(|_| near.is_empty() && other.is_none()).take(2);
    let next: Vec<DocNo> = next.collect();
    for found in near.iter().map(|(_, found)| *found).chain(next) {
        if documents.iter().all(|known| text(*known) != text(found)) {
            documents.push(found);
        }
    }
    documents.truncate(MOST_TEXTS);
    documents
}

/// The text of a document with its name.
pub fn text(collection: &Collection, doc: DocNo, read: &Measured) -> Text {
    Text {
        name: collection.id(doc).to_owned(),
        text: read.text.to_string(),
        document: collection.id(doc).to_owned(),
    }
}
