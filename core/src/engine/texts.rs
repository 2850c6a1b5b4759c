//! Cache of document texts, re-read from their sources on demand and tokenised with the current
//! settings.

use std::sync::{Arc, Mutex};

use anyhow::{anyhow, bail};

use super::measured::{MaskedRanges, Measured, TokeniserInput};
use crate::base::{DocNo, PriorityGate, lock};
use crate::corpus::read;
use crate::index::{Collection, FullText};
use crate::settings::Settings;
use crate::text::Normaliser;

/// Capacity: two documents side by side and the neighbours visited last.
const KEPT: usize = 12;

/// A text with the settings it was tokenised with. The settings are compared on lookup, because a
/// request that ran during a change of settings may insert a text of the old ones.
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
    /// Neither has the text. The message names the document and says what to do.
    pub fn get(
        &self,
        collection: &Collection,
        full_text: Option<&FullText>,
        doc: DocNo,
    ) -> anyhow::Result<Arc<Measured>> {
        let settings = collection.settings();
        let kept = lock(&self.cached);
        let holds = |(d, by, text): &&CachedText| {
            *d == doc && by == settings && collection.terms(doc) == text.hashes
        };
        if let Some((_, _, text)) = kept.iter().find(holds) {
            return Ok(text.clone());
        }
        drop(kept);
        let normaliser = Normaliser::new(&settings.normalisation)?;
        let source = {
            let _reading = self.reading.begin();
            source(collection, full_text, doc)?
        };
        let measured = Arc::new(Measured::masked(
            source,
            &normaliser,
            &settings.sketching,
            |_, _| MaskedRanges {
                masked: collection.masked_ranges(doc).to_vec(),
                detected: collection.row(doc).detected.into(),
            },
        ));
        if collection.terms(doc) != measured.hashes {
            bail!(
                "{} has changed since it was read; press R to read the corpus again",
                collection.id(doc)
            );
        }
        let mut kept = lock(&self.cached);
        if kept.len() >= KEPT {
            kept.remove(0);
        }
        kept.push((doc, settings.clone(), measured.clone()));
        Ok(measured)
    }
}

fn source(
    collection: &Collection,
    full_text: Option<&FullText>,
    doc: DocNo,
) -> anyhow::Result<TokeniserInput> {
    let row = collection.row(doc);
    let reading = &collection.settings().reading;
    let problem = match read::again(row.id, &row.location.to_place(), reading) {
        Ok(document) if document.row.fingerprint == row.fingerprint => return Ok(document.into()),
        Ok(_) => "has changed since it was read".to_owned(),
        Err(reason) => reason.to_string(),
    };
    let stored = full_text.and_then(|index| index.body(row.key).ok().flatten());
    let stored = stored.filter(|text| !text.is_empty());
    stored
        .map(|text| Arc::<str>::from(text).into())
        .ok_or_else(|| anyhow!("{}: {problem}; press R to read the corpus again", row.id))
}
