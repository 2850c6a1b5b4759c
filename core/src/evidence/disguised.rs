//! Disguised documents, and the text that they share after look-alike letters are folded.

use std::collections::HashMap;

use super::sources;
use crate::base::{Cancel, DocNo, units};
use crate::corpus::read;
use crate::index::Collection;
use crate::settings::{Normalisation, Reading};
use crate::similarity::Bridging;
use crate::text::{Disguise, Normaliser};

/// Maximum number of disguised documents that a sentence names, and whose sources are searched for.
const MAX_NAMED: usize = 20;

/// A disguised document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DisguisedDocument {
    /// The document.
    pub doc: DocNo,
    /// Number of its disguises, 1 or more.
    pub disguises: u32,
    /// The document that shares most additional words with it after look-alike letters are folded, and their number.
    /// `None` if folding adds none, if letters are already folded, and after the first twenty documents.
    pub folded: Option<(DocNo, u32)>,
}

/// Settings for reading documents to detect disguises: hidden text of a page counts even if it is not compared.
pub fn with_unseen(reading: &Reading) -> Reading {
    Reading {
        drop_unseen: false,
        ..reading.clone()
    }
}

/// Returns a note on disguised documents, with the names of the first ones and the words that they share after folding
/// look-alike letters. `way_out` names the option for folding; `None` if letters are already folded.
pub fn sentence<'a>(
    documents: &[DisguisedDocument],
    name: &dyn Fn(DocNo) -> &'a str,
    way_out: Option<&str>,
) -> String {
    let all = documents.len() as u64;
    let all = units::counted(all, "document has", "documents have");
    let (first, others) = documents.split_at(documents.len().min(MAX_NAMED));
    let named = first.iter().map(|document| match document.folded {
        Some((source, words)) => {
            let words = units::counted(words.into(), "word", "words");
            format!(
                "{} ({words} more are the same in {} with look-alikes folded)",
                name(document.doc),
                name(source)
            )
        }
        None => name(document.doc).to_owned(),
    });
    let mut named: Vec<String> = named.collect();
    if !others.is_empty() {
        named.push(format!("{} more", units::count(others.len() as u64)));
    }
    let named = named.join(", ");
    match way_out {
        None => format!("{all} look-alike letters or hidden characters: {named}"),
        Some(way_out) => {
            format!("{all} look-alike letters or hidden characters: {named}; {way_out}")
        }
    }
}

/// Returns the disguised documents of a collection, ascending; `None` once cancelled. A document that is missing or has
/// changed is skipped. `by_fingerprint` caches the counts.
pub fn documents(
    collection: &Collection,
    by_fingerprint: &mut HashMap<u128, u32>,
    cancel: &Cancel,
) -> Option<Vec<DisguisedDocument>> {
    let mut list: Vec<DisguisedDocument> = Vec::new();
    let settings = collection.settings();
    let reading = with_unseen(&settings.reading);
    let mut reader = read::DocumentReader::new(&reading);
    let folded = Normalisation {
        fold_confusables: true,
        ..settings.normalisation.clone()
    };
    let folding = Normaliser::new(&folded).ok();
    let folding = folding.filter(|_| !settings.normalisation.fold_confusables);
    for doc in collection.documents() {
        cancel.proceed()?;
        let row = collection.row(doc);
        let known_count = by_fingerprint.get(&row.fingerprint).copied();
        if known_count == Some(0) {
            continue;
        }
        let folding = folding.as_ref().filter(|_| list.len() < MAX_NAMED);
        if let (Some(disguises), None) = (known_count, folding) {
            list.push(DisguisedDocument {
                doc,
                disguises,
                folded: None,
            });
            continue;
        }
        let Ok(document) = reader.document(row.id, &row.location.to_place()) else {
            continue;
        };
        let disguise = Disguise::new(&document.text, document.unseen);
        let disguises = u32::try_from(disguise.count()).unwrap_or(u32::MAX);
        by_fingerprint.insert(document.row.fingerprint, disguises);
        if document.row.fingerprint != row.fingerprint || disguises == 0 {
            continue;
        }
        let folded = match folding {
            Some(folding) => {
                best_source(collection, doc, &document.text, &disguise, folding, cancel)?
            }
            None => None,
        };
        list.push(DisguisedDocument {
            doc,
            disguises,
            folded,
        });
    }
    Some(list)
}

/// Returns the document that shares most additional words with the visible text of `doc` under `folding`, with their
/// number; `Some(None)` if folding adds none, `None` once cancelled.
fn best_source(
    collection: &Collection,
    doc: DocNo,
    text: &str,
    disguise: &Disguise,
    folding: &Normaliser,
    cancel: &Cancel,
) -> Option<Option<(DocNo, u32)>> {
    let mut terms = Vec::new();
    for range in disguise.seen(text) {
        folding.hashes(&text[range], &mut terms);
    }
    let bridging = Bridging::default();
    let search = |terms: &[u64]| {
        sources::sources(collection, terms, Some(doc), &bridging, &|_| false, cancel)
    };
    let (folded, plain) = (search(&terms)?, search(&collection.terms(doc))?);
    let added = folded.list.iter().map(|source| {
        let mut others = plain.list.iter();
        let same_words = others.find(|other| other.doc == source.doc);
        let same_words = same_words.map_or(0, |other| other.same);
        (source.doc, source.same.saturating_sub(same_words))
    });
    // In a tie the first is taken, which is the better source.
    let most = added.rev().max_by_key(|(_, words)| *words);
    Some(most.filter(|(_, words)| *words > 0))
}
