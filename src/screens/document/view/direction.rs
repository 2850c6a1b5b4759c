//! What the list of documents with the same text is called. Which of two texts was first is known only
//! where one of them is of the archive; nothing else is claimed.

use crate::base::DocNo;
use crate::base::units::count;
use crate::evidence::TextSource;
use crate::index::Collection;
use crate::ui::phrases::documents;

/// From where to where the text may have been copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Not known; this many of the documents are of the archive.
    Unknown(usize),
    /// The document is new, and all others are of the archive.
    From,
    /// The document is of the archive, and the others are new.
    Into,
}

impl Direction {
    /// Of `doc` and the documents that share text with it.
    pub fn new(collection: &Collection, doc: DocNo, list: &[TextSource]) -> Self {
        let classes = collection.classes();
        let archive = |doc: DocNo| classes.is_some_and(|classes| classes.class(doc).archive);
        let old = list.iter().filter(|source| archive(source.doc)).count();
        match (archive(doc), old) {
            (true, 0) => Direction::Into,
            (false, old) if old > 0 && old == list.len() => Direction::From,
            (_, old) => Direction::Unknown(old),
        }
    }

    /// The title of a list of `n` documents.
    pub fn title(self, n: usize) -> (&'static str, String) {
        match self {
            Direction::Unknown(0) => ("Also in", documents(n)),
            Direction::Unknown(old) => (
                "Also in",
                format!("{}, {} of the archive", documents(n), count(old as u64)),
            ),
            Direction::From => ("Sources", count(n as u64)),
            Direction::Into => ("Used in", documents(n)),
        }
    }

    /// What a row is.
    pub fn row(self) -> &'static str {
        match self {
            Direction::Unknown(_) => "document",
            Direction::From => "source",
            Direction::Into => "copy",
        }
    }

    /// What the figures count and what is not known, longest wording first.
    pub fn notes(self) -> Vec<String> {
        const ONCE: &str = "a word that stands in several counts for the first";
        let with = |note: &str| format!("{ONCE} · {note}");
        match self {
            Direction::Unknown(_) => vec![
                with("who copied from whom is not known"),
                "a word in several counts for the first · direction not known".to_owned(),
                "direction not known".to_owned(),
            ],
            Direction::From => vec![
                with("all of the archive"),
                ONCE.to_owned(),
                "all of the archive".to_owned(),
            ],
            Direction::Into => vec![
                with("this text is of the archive"),
                ONCE.to_owned(),
                "this text is of the archive".to_owned(),
            ],
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::index::{Class, Classes, ComparedWith, made};
    use crate::settings::Sketching;

    fn source(doc: usize) -> TextSource {
        TextSource {
            doc: DocNo::at(doc),
            same: 1,
            adds: 1,
            held: 1,
            longest: 1,
            others: 0,
            passages: [].into(),
        }
    }

    #[test]
    fn only_the_archive_tells_a_direction() {
        let texts: Vec<Vec<u64>> = (0..4).map(|i| vec![i]).collect();
        let collection = made::collection(&texts, Sketching::default());
        let direction = |collection: &Collection, doc: usize, others: &[usize]| {
            let list: Vec<TextSource> = others.iter().map(|doc| source(*doc)).collect();
            Direction::new(collection, DocNo::at(doc), &list)
        };
        assert_eq!(direction(&collection, 0, &[1, 2]), Direction::Unknown(0));
        let class = |archive| Class {
            archive,
            group: None,
        };
        let classes = [false, false, true, true].map(class);
        let sets = Arc::new(Classes::new(ComparedWith::All, classes));
        let collection = collection.with_classes(Some(sets));
        assert_eq!(direction(&collection, 0, &[2, 3]), Direction::From);
        assert_eq!(direction(&collection, 0, &[1, 3]), Direction::Unknown(1));
        assert_eq!(direction(&collection, 0, &[1]), Direction::Unknown(0));
        assert_eq!(direction(&collection, 2, &[0, 1]), Direction::Into);
        assert_eq!(Direction::Into.title(2), ("Used in", "2 documents".into()));
    }
}
