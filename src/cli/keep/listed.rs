//! Which documents a command lists and writes.

use crate::base::DocNo;
use crate::collection::Collection;

/// Whether the document is listed and written: with an archive, those of the archive are not.
#[must_use]
pub fn is_listed(collection: &Collection, doc: DocNo) -> bool {
    let classes = collection.classes();
    classes.is_none_or(|classes| !classes.class(doc).archive)
}
