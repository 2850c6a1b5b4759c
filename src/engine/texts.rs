//! Texts of documents, read again when somebody wants to see them, and measured once by the
//! settings that hold.

use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{anyhow, bail};

use super::views::{Measured, Source};
use crate::base::DocNo;
use crate::collection::Collection;
use crate::corpus::read;
use crate::search::FullText;
use crate::settings::Settings;
use crate::text::Normaliser;

/// Texts kept: those of two documents side by side and of the neighbours just left.
const KEPT: usize = 12;

/// A text, and what it was measured by: an answer that was under way while settings changed must
/// not pass for one under the new ones.
type CachedText = (DocNo, Settings, Arc<Measured>);

/// Texts that were read lately, newest last.
#[derive(Debug, Default)]
pub struct Texts(Mutex<Vec<CachedText>>);

impl Texts {
    /// Drops all: the documents have changed.
    pub fn forget(&self) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clear();
    }

    /// The text of `doc` as it was when its figures were made: from its source where that is as it
    /// was, else from the full-text index.
    ///
    /// # Errors
    /// Where neither has it; names the document and the way out.
    pub fn get(
        &self,
        collection: &Collection,
        full_text: Option<&FullText>,
        doc: DocNo,
    ) -> anyhow::Result<Arc<Measured>> {
        let settings = collection.settings();
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let holds = |(d, by, text): &&CachedText| {
            *d == doc && by == settings && text.hashes == collection.terms(doc)
        };
        if let Some((_, _, text)) = kept.iter().find(holds) {
            return Ok(text.clone());
        }
        drop(kept);
        let normaliser = Normaliser::new(&settings.normalisation)?;
        let source = source(collection, full_text, doc)?;
        let measured = Arc::new(Measured::new(source, &normaliser, &settings.sketching));
        if measured.hashes != collection.terms(doc) {
            bail!(
                "{} has changed since it was read; press R to read the corpus again",
                collection.id(doc)
            );
        }
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
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
) -> anyhow::Result<Source> {
    let row = collection.row(doc);
    let reading = &collection.settings().reading;
    let problem = match read::again(&row.id, &row.place, reading) {
        Ok(document) if document.fingerprint == row.fingerprint => return Ok(document.into()),
        Ok(_) => "has changed since it was read".to_owned(),
        Err(reason) => reason.to_string(),
    };
    let stored = full_text.and_then(|index| index.body(row.key).ok().flatten());
    let stored = stored.filter(|text| !text.is_empty());
    stored
        .map(|text| Arc::<str>::from(text).into())
        .ok_or_else(|| anyhow!("{}: {problem}; press R to read the corpus again", row.id))
}
