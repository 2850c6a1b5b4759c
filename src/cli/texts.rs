//! Reads texts for commands: a file by itself, or a document of a corpus by its id.

use std::path::Path;

use anyhow::{Context, anyhow, ensure};

use crate::base::DocNo;
use crate::corpus::extract::kept;
use crate::corpus::extracted::UnextractedParts;
use crate::corpus::packing::FileForm;
use crate::corpus::{content, read};
use crate::engine::views::{MaskedRanges, Measured, TokeniserInput};
use crate::engine::{masking, texts};
use crate::index::Collection;
use crate::mask::Finder;
use crate::settings::Settings;
use crate::text::{Normaliser, Term};

/// A file that was read as a single document.
#[derive(Debug)]
pub struct SingleDocument {
    /// The document.
    pub source: TokeniserInput,
    /// Counts of parts that its parser did not extract.
    pub unextracted: UnextractedParts,
}

/// Reads a file as a single document. An error names the file and the reason.
pub fn file(path: &Path, settings: &Settings) -> anyhow::Result<SingleDocument> {
    ensure!(
        !has_several(path, settings),
        "{}; documents of a corpus are named with --in PATH",
        several(path)
    );
    let document = read::read_path(path, &settings.reading);
    let document = document.map_err(|reason| anyhow!("{}: {reason}", path.display()))?;
    Ok(SingleDocument {
        unextracted: kept::unextracted_from(document.row.kind, document.row.fingerprint),
        source: document.into(),
    })
}

/// The error message for a file with several documents where one is required.
pub fn several(path: &Path) -> String {
    format!(
        "{} contains several texts, but one is expected: save it as a separate file",
        path.display()
    )
}

/// Whether a file contains several documents.
pub fn has_several(path: &Path, settings: &Settings) -> bool {
    let form = content::form_of_file(path, &settings.reading);
    let form = form.unwrap_or_else(|_| FileForm::from_path(path));
    form.format.has_rows()
}

/// Finds a document of `collection` by id. If there is none, which takes O(documents), the error suggests a similar id.
pub fn find(collection: &Collection, id: &str) -> anyhow::Result<DocNo> {
    collection.find(id).with_context(|| {
        // Usually the given id is the end of a path, or a path relative to the working directory.
        let is_end = |long: &str, short: &str| {
            long.strip_suffix(short).is_some_and(|rest| rest.ends_with('/'))
        };
        let mut ids = collection.documents().map(|doc| collection.id(doc));
        let similar = ids.find(|other| is_end(other, id) || is_end(id, other));
        let hint = similar.map_or(String::new(), |similar| format!("; did you mean {similar:?}?"));
        format!("no document {id:?} in this corpus; ids are paths relative to it, as `pairs` and `clusters` print them{hint}")
    })
}

/// Reads the text of a document of `collection` by its id. A missing or changed file is an error.
pub fn member(collection: &Collection, id: &str) -> anyhow::Result<Measured> {
    let doc = find(collection, id)?;
    let document = texts::read_again(collection, doc)?;
    Measured::of_member(collection, doc, document)
}

/// Tokenises, shingles and sketches a text without its excluded parts. Invalid settings of the normaliser are an error.
pub fn measured(
    text: TokeniserInput,
    settings: &Settings,
    masks: Option<&Finder>,
) -> anyhow::Result<Measured> {
    let normaliser = Normaliser::new(&settings.normalisation)?;
    let masked = |source: &TokeniserInput, terms: &[Term]| {
        let Some(finder) = masks else {
            return MaskedRanges::default();
        };
        let hashes: Vec<u64> = terms.iter().map(|term| term.hash).collect();
        let (quoted, blocks) = (&source.quoted, &source.blocks);
        let detected = masking::detected(&source.text, quoted, blocks, || terms.to_vec());
        let detected = detected.map_or_else(Box::default, |(_, ranges)| ranges);
        MaskedRanges {
            masked: finder.ranges(&hashes, &detected),
            detected,
        }
    };
    let sketching = &settings.sketching;
    Ok(Measured::masked(text, &normaliser, sketching, masked))
}
