//! The data that the screens show of a document, a pair, a cluster or a query. [`crate::engine::views`] computes it.

use std::collections::HashSet;
use std::fmt;
use std::hash::Hash;
use std::sync::Arc;

use thiserror::Error;

use crate::base::{DocNo, Reason, WholePositions, units};
use crate::candidates::PairSet;
use crate::cluster::Outside;
use crate::cluster::bridges::Bridges;
use crate::cluster::merge_tree::MergeTree;
use crate::config::Purpose;
use crate::evidence::sentences::ShortSentence;
use crate::evidence::{
    CommonBlock, CopiedDocument, CopiedText, DisguisedDocument, Evidence, Sources,
};
use crate::figures::PairData;
use crate::index::Collection;
use crate::mask::Mask;
use crate::mirrors::{Mirrors, Outline};
use crate::review::ReviewState;
use crate::settings::{SketchKind, Unit};
use crate::similarity::{BridgedPassage, Estimate, Measures, Overlap, Pair, Passage, WordDiff};
use crate::text::Disguise;

/// Why a part of an answer is missing. Updates are cloned, so clones share the error; it is shown with its causes.
#[derive(Clone, Debug, Error)]
#[error("{0:#}")]
pub struct SharedError(Arc<anyhow::Error>);

impl From<anyhow::Error> for SharedError {
    fn from(error: anyhow::Error) -> Self {
        SharedError(Arc::new(error))
    }
}

/// Exact pairwise similarities of the documents of a cluster, by the measure of the pair search.
#[derive(Clone, Debug)]
pub struct Matrix {
    /// The documents, in ascending order of their ids.
    pub members: Vec<DocNo>,
    /// `members.len()`² values in row-major order; 1 on the diagonal.
    pub values: Vec<f64>,
    /// The merges of their texts; `None` for fewer than three different texts, or too many to draw.
    pub tree: Option<TextTree>,
}

/// The merges of the different texts of a cluster by single linkage.
#[derive(Clone, Debug)]
pub struct TextTree {
    /// The first document with each text, ascending: the items of the tree.
    pub documents: Vec<DocNo>,
    /// Their merges.
    pub merges: MergeTree,
}

impl Matrix {
    /// Exact similarity of documents `i` and `j`, 0..=1.
    pub fn at(&self, i: usize, j: usize) -> f64 {
        self.values[i * self.members.len() + j]
    }

    /// Adds the merge tree of the different texts; `text` receives the index of a document. Two documents merge at
    /// their similarity if `is_edge` is true, otherwise at 0.
    pub fn with_tree<T: Eq + Hash>(
        mut self,
        text: impl Fn(usize) -> T,
        is_edge: impl Fn(usize, usize) -> bool,
    ) -> Self {
        if self.values.len() != self.members.len().pow(2) {
            return self;
        }
        let mut texts = HashSet::new();
        let firsts = (0..self.members.len()).filter(|i| texts.insert(text(*i)));
        let firsts: Vec<usize> = firsts.collect();
        let merges = MergeTree::shown(firsts.len(), |a, b| {
            let (a, b) = (firsts[a], firsts[b]);
            if is_edge(a, b) { self.at(a, b) } else { 0.0 }
        });
        self.tree = merges.map(|merges| TextTree {
            documents: firsts.iter().map(|i| self.members[*i]).collect(),
            merges,
        });
        self
    }
}

/// The weak points of a cluster and the documents that would join it next.
#[derive(Clone, Debug)]
pub struct Seams {
    /// Threshold of the clustering.
    pub threshold: f64,
    /// Edges whose removal splits the cluster; for the weakest ones also the resulting pieces.
    pub bridges: Bridges,
    /// The nearest pairs with one document in the cluster and one outside, by descending similarity.
    pub outside: Vec<Outside>,
}

/// A masked part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MaskedSpan {
    /// Byte offset of the start.
    pub start: usize,
    /// Byte offset of the end (exclusive).
    pub end: usize,
    /// Number of masked terms.
    pub words: usize,
    /// Why it is masked.
    pub reason: Reason,
}

/// Data of the document screen: the text, its passages that occur elsewhere, and its neighbours.
#[derive(Clone, Debug)]
pub struct DocumentView {
    /// The document.
    pub doc: DocNo,
    /// Text as read; all spans below are byte offsets into it.
    pub text: Arc<str>,
    /// Number of terms that are not masked.
    pub terms: usize,
    /// Number of distinct shingles.
    pub shingles: usize,
    /// Whether the other documents have been compared. Until then neighbours and shared passages are
    /// unknown.
    pub counted: bool,
    /// Whether an archive or groups exclude other documents from its comparison.
    pub is_set_apart: bool,
    /// Number of distinct shingles that occur in at least one other document that it is compared with.
    pub elsewhere: usize,
    /// Byte spans `start..end`, ascending and disjoint, of runs of shingles that occur in other
    /// documents, each with the largest number of documents that share a shingle of the run.
    pub marked: Vec<(usize, usize, u32)>,
    /// Neighbours by descending exact Jaccard similarity, then by id.
    pub neighbours: Vec<Neighbour>,
    /// A short note on how the neighbours were found and how complete the list is.
    pub found_by: String,
    /// Disguises in the text: invisible, look-alike or reordered characters, and hidden text.
    pub disguise: Disguise,
    /// Masked spans, ascending and disjoint.
    pub masked: Vec<MaskedSpan>,
    /// The author that the document names.
    pub author: Option<String>,
}

/// The sources of a document.
#[derive(Clone, Debug)]
pub struct SourcesView {
    /// The document.
    pub doc: DocNo,
    /// Text as read.
    pub text: Arc<str>,
    /// Byte span of each term in the text, ascending.
    pub spans: Vec<(u32, u32)>,
    /// Its sources among all other documents.
    pub sources: Sources,
    /// Minimum words of a passage.
    pub min_words: u32,
    /// Sentences with fewer words, by position, and their documents.
    pub short_sentences: Vec<ShortSentence>,
    /// For each passage of each source, whether it is a quotation or in a list of references.
    pub kinds: Vec<Vec<Option<Reason>>>,
}

impl SourcesView {
    /// The short sentence at this range of terms, if any.
    pub fn short_sentence(&self, words: (u32, u32)) -> Option<&ShortSentence> {
        let sentences = &self.short_sentences;
        let at = sentences.binary_search_by_key(&words, |sentence| sentence.words);
        Some(&sentences[at.ok()?])
    }

    /// Whether a passage of a source is a quotation or in a list of references.
    pub fn kind(&self, source: usize, passage: usize) -> Option<Reason> {
        *self.kinds.get(source)?.get(passage)?
    }

    /// The byte span of a range of terms; `None` if the range is empty.
    pub fn bytes(&self, (start, end): (u32, u32)) -> Option<(usize, usize)> {
        let terms = self.spans.get(start as usize..end as usize)?;
        Some((terms.first()?.0 as usize, terms.last()?.1 as usize))
    }
}

/// A neighbour of a document with all figures of the pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Neighbour {
    /// The neighbour.
    pub doc: DocNo,
    /// Similarity estimated from the sketches.
    pub estimate: Estimate,
    /// Exact overlap of the shingle sets; side a is the central document, side b the neighbour.
    pub overlap: Overlap,
    /// Hamming distance of the two SimHash fingerprints, 0..=64.
    pub simhash: u32,
    /// Number of terms of the neighbour.
    pub words: usize,
    /// Whether the two texts have the same sequence of terms.
    pub identical: bool,
}

/// One document of a comparison.
#[derive(Clone, Debug)]
pub struct Side {
    /// The document.
    pub doc: DocNo,
    /// Text as read.
    pub text: Arc<str>,
    /// Number of terms that are not masked.
    pub words: usize,
    /// Byte span of each of these terms in the text, ascending.
    pub spans: Vec<(u32, u32)>,
    /// Positions of these terms among all terms of the text.
    pub positions: WholePositions,
    /// Disguises in the text: invisible, look-alike or reordered characters, and hidden text.
    pub disguise: Disguise,
    /// Masked spans, ascending and disjoint.
    pub masked: Vec<MaskedSpan>,
}

/// The disguised documents of a collection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Disguised {
    /// The documents, ascending.
    pub documents: Vec<DisguisedDocument>,
}

impl Disguised {
    /// Number of disguises of a document; 0 if it has none.
    pub fn count(&self, doc: DocNo) -> u32 {
        let at = self.documents.binary_search_by_key(&doc, |d| d.doc);
        at.map_or(0, |at| self.documents[at].disguises)
    }
}

/// Overlap of a pair with and without folding; side a is the left document.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Folding {
    /// Without folding: the characters as written.
    pub written: Overlap,
    /// The texts as they appear: look-alike characters folded, and known hidden text removed.
    pub seen: Overlap,
}

/// Two documents side by side, with all figures of the pair.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The reference document.
    pub left: Side,
    /// The document compared with it.
    pub right: Side,
    /// Number of terms in a shingle.
    pub k: usize,
    /// The unit of a term: word or character.
    pub unit: Unit,
    /// The sketching method behind the estimate.
    pub sketch: SketchKind,
    /// Similarity estimated from the sketches.
    pub estimate: Estimate,
    /// Exact measures; side a is `left`.
    pub measures: Measures,
    /// Shared passages in the order of the left text: exactly the shingles that the score counts. The number
    /// shown is the index plus one.
    pub passages: Vec<Passage>,
    /// Bridged passages in the order of the left text: shared runs joined over small edits.
    pub bridged: Vec<BridgedPassage>,
    /// For each bridged passage, whether it is a quotation or in a list of references; may be shorter than
    /// `bridged`; the missing passages are neither.
    pub kinds: Vec<Option<Reason>>,
    /// Word-level diff.
    pub diff: WordDiff,
    /// Overlap with and without folding; `None` unless at least one text is disguised.
    pub folding: Option<Folding>,
    /// Overlap without masks; `None` if nothing of either text is masked.
    pub before: Option<Overlap>,
}

impl Comparison {
    /// The left and the right side.
    pub fn sides(&self) -> [&Side; 2] {
        [&self.left, &self.right]
    }

    /// The data of its figures.
    pub fn data<'a>(&'a self, evidence: &'a Evidence) -> PairData<'a> {
        PairData {
            overlap: self.measures.overlap,
            estimate: self.estimate,
            words: [self.left.words, self.right.words],
            evidence: Some(evidence),
            measures: Some(&self.measures),
        }
    }
}

/// Answer to `Request::PairList`: the pairs of the Pairs screen, best first.
#[derive(Clone, Debug)]
pub struct PairList {
    /// The purpose that decides which pairs are listed, and their order.
    pub purpose: Purpose,
    /// The pairs, including pairs of copies of one text.
    pub rows: Vec<PairRow>,
    /// Whether the evidence of every row is known.
    pub complete: bool,
    /// A note for the user if the list is limited; may be empty.
    pub note: String,
}

/// Lists are equal only if they are the same object.
impl PartialEq for PairList {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

/// A row of the Pairs screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairRow {
    /// The pair, with its overlap.
    pub pair: Pair,
    /// Its evidence; `None` until it is computed.
    pub evidence: Option<Evidence>,
}

/// Pairs with copied text, and the decisions on their documents. Equality is pointer identity.
#[derive(Clone, Debug)]
pub struct DocumentsOf {
    /// The pairs.
    pub copied: Arc<CopiedText>,
    /// The decisions, if they are known.
    pub review: Option<Arc<ReviewState>>,
}

impl PartialEq for DocumentsOf {
    fn eq(&self, other: &Self) -> bool {
        let review = |list: &Self| list.review.as_ref().map(Arc::as_ptr);
        Arc::ptr_eq(&self.copied, &other.copied) && review(self) == review(other)
    }
}

/// Answer to `Request::CopiedDocuments`.
#[derive(Clone, Debug)]
pub struct DocumentList {
    /// The answered request.
    pub request: DocumentsOf,
    /// The documents, by descending share that occurs in others.
    pub rows: Vec<CopiedDocument>,
}

/// Answer to `Request::Mirrors`: the mirrors, best first, and the searched pairs.
#[derive(Clone, Debug)]
pub struct MirrorList {
    /// The documents.
    pub collection: Arc<Collection>,
    /// Their pairs.
    pub pairs: Arc<PairSet>,
    /// The similarity at and above which documents are near-duplicates, 0..=1.
    pub threshold: f64,
    /// The mirrors.
    pub mirrors: Mirrors,
}

/// Lists are equal only if they are the same object.
impl PartialEq for MirrorList {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

/// Answer to `Request::MirrorTrees`.
#[derive(Clone, Debug)]
pub struct MirrorTrees {
    /// The list of the mirror.
    pub list: Arc<MirrorList>,
    /// Position of the mirror in the list.
    pub at: usize,
    /// Its trees side by side.
    pub outline: Outline,
}

/// Answer to `Request::Blocks`: the common blocks, best first.
#[derive(Clone, Debug)]
pub struct BlockList {
    /// The documents that contain the blocks.
    pub collection: Arc<Collection>,
    /// The blocks with their texts.
    pub rows: Vec<BlockRow>,
    /// A note for the user if the list is limited; may be empty.
    pub note: String,
    /// The mask and the text that it hides, if the rows are passages that it excludes.
    pub excluded: Option<Excluded>,
}

/// The exclusions of a mask, except its passages, which are the blocks.
#[derive(Clone, Debug, PartialEq)]
pub struct Excluded {
    /// The mask.
    pub mask: Mask,
    /// Number of passages.
    pub all: usize,
    /// The pairs that it hides; `None` if it is off, or until they are counted.
    pub pairs: Option<HiddenPairs>,
}

impl Excluded {
    /// The counts of passages and pairs.
    pub fn summary(&self) -> String {
        let passages = units::counted(self.all as u64, "passage", "passages");
        match &self.pairs {
            None => passages,
            Some(pairs) => format!("{passages} and {pairs}"),
        }
    }
}

/// Pairs that a mask removes from the list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HiddenPairs {
    /// Number of the pairs.
    pub count: u64,
    /// The first ones, in the order of the list without the mask.
    pub first: Vec<(DocNo, DocNo)>,
    /// A note if the count is limited; may be empty.
    pub note: String,
}

/// Their number, with the note.
impl fmt::Display for HiddenPairs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&units::counted(self.count, "pair", "pairs"))?;
        if self.note.is_empty() {
            return Ok(());
        }
        write!(f, " ({})", self.note)
    }
}

/// A row of the Common blocks screen.
#[derive(Clone, Debug)]
pub struct BlockRow {
    /// The block.
    pub block: CommonBlock,
    /// Its text in the first document that contains it, or why it cannot be read.
    pub text: Result<String, SharedError>,
}

/// Answer to `Request::Search`.
#[derive(Clone, Debug, Default)]
pub struct SearchResult {
    /// The query as typed.
    pub query: String,
    /// The best matches: documents with all words first, then by descending score.
    pub hits: Vec<SearchHit>,
    /// Number of matching documents; `hits` is limited to the best of them.
    pub total: usize,
    /// Parts of the query that were not understood and ignored, as sentences.
    pub ignored: Vec<String>,
    /// Number of documents searched.
    pub searched: usize,
}

/// A document that matches a query.
#[derive(Clone, Debug)]
pub struct SearchHit {
    /// The document.
    pub doc: DocNo,
    /// BM25 score.
    pub score: f32,
    /// Excerpt of the text around the matches, or the title or the path with its matches.
    pub snippet: String,
    /// Byte spans of the matches in the snippet.
    pub marks: Vec<(usize, usize)>,
    /// Byte offset of the snippet in the text; `None` if only the title or the path matches.
    pub at: Option<usize>,
}
