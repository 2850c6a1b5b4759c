//! Sources that are left out for one document: a pair that is not compared.

use super::MaskConfig;
use crate::base::DocNo;
use crate::collection::Collection;

/// The pairs of a document and what is no source for it, of those that the collection has.
pub fn pairs_apart(collection: &Collection, config: &MaskConfig) -> Vec<(DocNo, DocNo)> {
    let found = config.sources.iter().filter_map(|ignored| {
        let document = collection.find(ignored.document.as_ref()?)?;
        let source = collection.find(&ignored.source)?;
        (document != source).then_some((document.min(source), document.max(source)))
    });
    let mut pairs: Vec<(DocNo, DocNo)> = found.collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}
