//! The collections within a corpus: its top folders, or the paths it was opened with.

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::{anyhow, bail};
use rayon::prelude::*;

use super::{IndexedSide, Prepared, SharedVocabulary, SideText};
use crate::base::DocNo;
use crate::collection::Collection;
use crate::corpus::read::DocumentReader;
use crate::overlap::{Measurement, OverlapConfig};
use crate::search::FullText;

/// Most collections of a screen; those with most documents.
const MOST: usize = 6;
/// Most terms of the collections of a screen, which are held in memory.
const MOST_TERMS: u64 = 30_000_000;

/// The texts of documents of `collection`, in their order, without what is masked. A text that has changed in
/// its source is taken from `full_text`. Call it on the thread pool. `None` once `should_continue` returns
/// `false`.
///
/// # Errors
/// A text cannot be read as it was.
pub fn texts_of(
    collection: &Collection,
    documents: &[DocNo],
    full_text: Option<&FullText>,
    should_continue: &(dyn Fn() -> bool + Sync),
) -> anyhow::Result<Option<Vec<SideText>>> {
    let reading = &collection.settings().reading;
    let text = |again: &mut DocumentReader<'_>, doc: &DocNo| -> anyhow::Result<SideText> {
        if !should_continue() {
            return Ok(SideText::default());
        }
        let row = collection.row(*doc);
        let problem = match again.document(row.id, &row.place.to_place()) {
            Ok(read) if read.row.fingerprint == row.fingerprint => {
                return Ok(side_text(collection, *doc, read.text.into()));
            }
            Ok(_) => "has changed since it was read".to_owned(),
            Err(reason) => reason.to_string(),
        };
        let stored = full_text.and_then(|index| index.body(row.key).ok().flatten());
        match stored.filter(|text| !text.is_empty()) {
            Some(text) => Ok(side_text(collection, *doc, text.into())),
            None => Err(anyhow!("{}: {problem}; read the corpus again", row.id)),
        }
    };
    let texts = documents
        .par_iter()
        .map_init(|| DocumentReader::new(reading), text);
    let texts = texts.collect::<anyhow::Result<Vec<SideText>>>()?;
    Ok(should_continue().then_some(texts))
}

fn side_text(collection: &Collection, doc: DocNo, text: Arc<str>) -> SideText {
    SideText {
        text,
        terms: collection.term_count(doc) as u32,
        set: collection.shingle_set(doc),
    }
}

/// The collections of a corpus by name, with their documents in order.
pub type Sides = Vec<(String, Vec<DocNo>)>;

/// The collections within `collection`: its documents by the first name of their ids, which is that of a
/// folder, of a file with rows, or of one of several paths. Documents that are files of the top folder belong
/// to none. Of more than six the largest, in the order of their names.
#[must_use]
pub fn of_collection(collection: &Collection) -> Sides {
    let mut by_name: BTreeMap<&str, Vec<DocNo>> = BTreeMap::new();
    for doc in collection.documents() {
        if let Some((name, _)) = collection.id(doc).split_once(['/', '#']) {
            by_name.entry(name).or_default().push(doc);
        }
    }
    let mut sides: Sides = by_name
        .into_iter()
        .map(|(n, docs)| (n.to_owned(), docs))
        .collect();
    sides.sort_by_key(|(_, documents)| std::cmp::Reverse(documents.len()));
    sides.truncate(MOST);
    sides.sort_by(|a, b| a.0.cmp(&b.0));
    sides
}

/// Measures the collections within `collection`, for the screen: as the command does with its defaults,
/// the seed of the settings and this threshold. `Ok(None)` if there are less than two collections; an empty
/// measurement once `should_continue` returns `false`.
///
/// # Errors
/// A text cannot be read as it was, or there are too many terms.
pub fn measured(
    collection: &Collection,
    full_text: Option<&FullText>,
    threshold: f64,
    should_continue: &(dyn Fn() -> bool + Sync),
) -> anyhow::Result<Option<Measurement>> {
    let sides = of_collection(collection);
    if sides.len() < 2 {
        return Ok(None);
    }
    let terms = |doc: &DocNo| collection.term_count(*doc) as u64;
    let all: u64 = sides
        .iter()
        .flat_map(|(_, documents)| documents)
        .map(terms)
        .sum();
    if all > MOST_TERMS {
        bail!(
            "the collections are too large to be indexed for this screen; `shinglescope overlap` takes them"
        );
    }
    let vocabulary = SharedVocabulary::default();
    let mut indexed = Vec::new();
    for (name, documents) in sides {
        let Some(texts) = texts_of(collection, &documents, full_text, should_continue)? else {
            return Ok(Some(Measurement::default()));
        };
        let Some(side) = IndexedSide::new(name, texts, &vocabulary, should_continue)? else {
            return Ok(Some(Measurement::default()));
        };
        indexed.push(side);
    }
    let config = config(collection, threshold);
    let Some(prepared) = Prepared::new(indexed, None, threshold, should_continue) else {
        return Ok(Some(Measurement::default()));
    };
    let measured = prepared.measure(&config, should_continue)?;
    Ok(Some(measured.unwrap_or_default()))
}

/// The defaults, with the seed of the settings and this threshold.
#[must_use]
pub fn config(collection: &Collection, threshold: f64) -> OverlapConfig {
    let mut config = OverlapConfig {
        seed: collection.settings().sketching.seed,
        ..OverlapConfig::default()
    };
    config.checker.threshold = threshold;
    config
}
