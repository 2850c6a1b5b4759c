//! Grouping of documents with the same term sequence, so that a result for one can be reused for all.
//!
//! Documents are grouped by the fingerprint of the normalised text; the terms then confirm equality, so
//! a fingerprint collision cannot merge two documents. Cost: one sort of the documents, and reading the
//! terms of repeated documents.

use rayon::prelude::*;

use super::Collection;
use crate::base::DocNo;

/// Groups `documents` by term sequence. Returns the first document of each group with the others, ascending.
/// Documents without a duplicate are omitted.
pub fn same_text(collection: &Collection, documents: Vec<DocNo>) -> Vec<(DocNo, Vec<DocNo>)> {
    let documents = documents.into_iter();
    let keyed = documents.map(|doc| (collection.row(doc).normalised, doc));
    let mut order: Vec<(u128, DocNo)> = keyed.collect();
    order.par_sort_unstable();
    let groups = order.chunk_by(|a, b| a.0 == b.0);
    let groups: Vec<&[(u128, DocNo)]> = groups.filter(|group| group.len() > 1).collect();
    let confirmed = groups.into_par_iter().flat_map_iter(|group| {
        // Almost always one; several only if fingerprints collide.
        let mut firsts: Vec<(DocNo, Vec<DocNo>)> = Vec::new();
        for &(_, doc) in group {
            let terms = collection.terms(doc);
            let equal = |(first, _): &&mut (DocNo, Vec<DocNo>)| collection.terms(*first) == terms;
            match firsts.iter_mut().find(equal) {
                Some((_, others)) => others.push(doc),
                None => firsts.push((doc, Vec::new())),
            }
        }
        firsts.retain(|(_, others)| !others.is_empty());
        firsts
    });
    confirmed.collect()
}

/// Returns for each document the first document of its class with the same terms (itself if it is the first).
/// Documents without terms are not grouped.
pub fn first_of_text(collection: &Collection) -> Vec<DocNo> {
    let classes = collection.classes();
    let class = |doc| classes.map_or(0, |classes| classes.number(doc));
    let mut first_of: Vec<DocNo> = collection.documents().collect();
    let documents = collection.documents();
    let with_terms = documents.filter(|doc| collection.term_count(*doc) > 0);
    for (first, others) in same_text(collection, with_terms.collect()) {
        // The first document of each class; nearly always there is one class.
        let mut firsts = vec![(class(first), first)];
        for other in others {
            let own_class = class(other);
            match firsts.iter().find(|(class, _)| *class == own_class) {
                Some((_, first)) => first_of[other.index()] = *first,
                None => firsts.push((own_class, other)),
            }
        }
    }
    first_of
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::made;
    use crate::settings::Sketching;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_document_is_listed_with_the_first_of_its_terms(
            texts in prop::collection::vec(prop::collection::vec(0_u64..2, 0..4), 0..40),
        ) {
            let collection = made::collection(&texts, Sketching::default());
            let repeated = same_text(&collection, collection.documents().collect());
            for (i, text) in texts.iter().enumerate() {
                let listed = repeated.iter().find(|(_, others)| others.contains(&DocNo::at(i)));
                let first = (0..i).find(|j| texts[*j] == *text).map(DocNo::at);
                prop_assert_eq!(listed.map(|(first, _)| *first), first);
            }
        }
    }
}
