//! Workaround for excluded phrases in tantivy queries.
//!
//! Tantivy asks an excluded phrase whether it matches a document before its current position. The phrase
//! scorer does not allow this and panics in builds with debug assertions. The wrapper in this file uses
//! the default `seek_danger`, which only moves forward.

use tantivy::index::SegmentReader;
use tantivy::query::{BooleanQuery, EnableScoring, Explanation, Occur, Query, Scorer, Weight};
use tantivy::{DocId, DocSet, Score, Term};

/// Wraps every excluded clause of the query, recursively.
pub(super) fn guarded(query: Box<dyn Query>) -> Box<dyn Query> {
    let Some(boolean) = query.downcast_ref::<BooleanQuery>() else {
        return query;
    };
    let clauses = boolean.clauses().iter().map(|(occur, clause)| {
        let clause = guarded(clause.box_clone());
        let clause: Box<dyn Query> = match occur {
            Occur::MustNot => Box::new(Excluded(clause)),
            Occur::Must | Occur::Should => clause,
        };
        (*occur, clause)
    });
    Box::new(BooleanQuery::with_minimum_required_clauses(
        clauses.collect(),
        boolean.get_minimum_number_should_match(),
    ))
}

#[derive(Debug)]
struct Excluded(Box<dyn Query>);

impl Clone for Excluded {
    fn clone(&self) -> Self {
        Excluded(self.0.box_clone())
    }
}

impl Query for Excluded {
    fn weight(&self, scoring: EnableScoring<'_>) -> tantivy::Result<Box<dyn Weight>> {
        Ok(Box::new(ExcludedWeight(self.0.weight(scoring)?)))
    }

    fn query_terms<'a>(&'a self, visitor: &mut dyn FnMut(&'a Term, bool)) {
        self.0.query_terms(visitor);
    }
}

struct ExcludedWeight(Box<dyn Weight>);

impl Weight for ExcludedWeight {
    fn scorer(&self, reader: &SegmentReader, boost: Score) -> tantivy::Result<Box<dyn Scorer>> {
        Ok(Box::new(ForwardScorer(self.0.scorer(reader, boost)?)))
    }

    fn explain(&self, reader: &SegmentReader, doc: DocId) -> tantivy::Result<Explanation> {
        self.0.explain(reader, doc)
    }
}

/// Inherits the default `seek_danger`, which only moves forward.
struct ForwardScorer(Box<dyn Scorer>);

impl DocSet for ForwardScorer {
    fn advance(&mut self) -> DocId {
        self.0.advance()
    }

    fn seek(&mut self, target: DocId) -> DocId {
        self.0.seek(target)
    }

    fn doc(&self) -> DocId {
        self.0.doc()
    }

    fn size_hint(&self) -> u32 {
        self.0.size_hint()
    }
}

impl Scorer for ForwardScorer {
    fn score(&mut self) -> Score {
        self.0.score()
    }
}
