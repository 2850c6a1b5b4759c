//! Cache of document texts, re-read from their sources on demand and tokenised with the current
//! settings.

use std::sync::{Arc, Mutex};

use anyhow::{anyhow, ensure};

use super::measured::{Measured, TokeniserInput};
use crate::base::{DocNo, PriorityGate, lock};
use crate::corpus::{Document, read};
use crate::index::{Collection, FullText};
use crate::settings::Settings;

/// Capacity: two documents side by side and the last visited neighbours.
const MAX_TEXTS: usize = 12;

/// A text with its tokenisation settings. The settings are compared on lookup, because a request that
/// ran during a change of settings may insert a text with old settings.
type CachedText = (DocNo, Settings, Arc<Measured>);

/// Recently used texts, newest last. Thread-safe.
#[derive(Debug, Default)]
pub struct Texts {
    cached: Mutex<Vec<CachedText>>,
    /// Active while a text is read, which may be done by another process.
    pub reading: PriorityGate,
}

impl Texts {
    /// Empties the cache after a change of documents.
    pub fn forget(&self) {
        lock(&self.cached).clear();
    }

    /// The text of `doc` from which its figures were computed: from its source if that is unchanged,
    /// otherwise from the full-text index.
    ///
    /// # Errors
    /// Neither has the text. The message names the document and has advice.
    pub fn get(
        &self,
        collection: &Collection,
        full_text: Option<&FullText>,
        doc: DocNo,
    ) -> anyhow::Result<Arc<Measured>> {
        let settings = collection.settings();
        let is_current = |(d, by, text): &&CachedText| {
            *d == doc && by == settings && collection.terms(doc) == text.hashes
        };
        if let Some((_, _, text)) = lock(&self.cached).iter().find(is_current) {
            return Ok(text.clone());
        }
        let source = {
            let _reading = self.reading.begin();
            source(collection, full_text, doc)?
        };
        let measured = Arc::new(Measured::of_member(collection, doc, source)?);
        ensure!(
            collection.terms(doc) == measured.hashes,
            "{} has changed since it was read; read the corpus again",
            collection.id(doc)
        );
        let mut cached = lock(&self.cached);
        if cached.len() >= MAX_TEXTS {
            cached.remove(0);
        }
        cached.push((doc, settings.clone(), measured.clone()));
        Ok(measured)
    }
}

/// Reads a document of `collection` again from its source.
///
/// # Errors
/// The source is missing or has changed.
pub fn read_again(collection: &Collection, doc: DocNo) -> anyhow::Result<Document> {
    let row = collection.row(doc);
    let reading = &collection.settings().reading;
    let document = read::again(row.id, &row.location.to_place(), reading);
    let document = document.map_err(|reason| anyhow!("{}: {reason}", row.id))?;
    ensure!(
        document.row.fingerprint == row.fingerprint,
        "{} has changed since it was read; read the corpus again",
        row.id
    );
    Ok(document)
}

fn source(
    collection: &Collection,
    full_text: Option<&FullText>,
    doc: DocNo,
) -> anyhow::Result<TokeniserInput> {
    let problem = match read_again(collection, doc) {
        Ok(document) => return Ok(document.into()),
        Err(problem) => problem,
    };
    let key = collection.row(doc).key;
    let stored = full_text.and_then(|index| index.body(key).ok().flatten());
    match stored.filter(|text| !text.is_empty()) {
        Some(text) => Ok(Arc::<str>::from(text).into()),
        None => Err(problem),
    }
}
