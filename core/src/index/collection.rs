//! An open corpus: the document table with the terms and sketch of every document, in memory or mapped
//! from files. Read-only for all other modules.

mod classes;
mod derived;
mod ids;
pub mod made;
mod printed_ids;
mod resident_pages;
mod same_text;
mod summary;

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

pub use classes::{Class, Classes, ComparedWith, NotCompared};
use resident_pages::ResidentPages;
pub use same_text::{first_of_text, same_text};
pub use summary::Summary;

use super::segment::Segment;
use crate::base::{DocNo, Lists, MaskedRange};
use crate::corpus::extract::kept;
use crate::corpus::extracted::UnextractedParts;
use crate::corpus::{Kind, RowView, SkipReason, Skipped};
use crate::settings::{Settings, Unit};
use crate::sketch::Layout;
use crate::text::shingles;

/// Immutable table of documents with terms and sketches, in byte order of the ids.
#[derive(Clone, Debug)]
pub struct Collection {
    settings: Settings,
    segments: Vec<Arc<Segment>>,
    /// For each document, its segment and row.
    places: Vec<ids::Position>,
    /// Ids of documents whose id differs from the one they were read under, by document number.
    renamed: Arc<HashMap<u32, Box<str>>>,
    skipped: Vec<Skipped>,
    /// Pages of crawls that were cut short; their existing part is read.
    cut_short: Vec<Skipped>,
    /// `None` if every document is compared with every other.
    classes: Option<Arc<Classes>>,
    /// The masked ranges; `None` if this collection has all terms.
    masked: Option<Arc<MaskedFrom>>,
    /// Bare ids of rows; `None` if rows are printed with the path of their file.
    bare_ids: Option<Arc<BareIds>>,
    summary: OnceLock<Summary>,
    unextracted: OnceLock<Arc<[(DocNo, UnextractedParts)]>>,
    pages: Arc<ResidentPages>,
}

/// Where the bare id of each document begins.
#[derive(Debug)]
struct BareIds {
    /// For each document, the byte of its id at which the bare id begins; 0 for files and if the bare id is not unique.
    starts: Vec<u32>,
    /// Rows whose bare id is not unique.
    repeated: Vec<DocNo>,
    documents: HashMap<Box<str>, DocNo>,
}

/// The origin of a masked collection.
#[derive(Debug)]
struct MaskedFrom {
    /// The collection with all terms.
    unmasked: Arc<Collection>,
    /// The masked ranges of each document, by its number.
    ranges: Lists<MaskedRange>,
}

/// A collection is equal only to itself.
impl PartialEq for Collection {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Collection {
    /// Collects the rows of `segments` for which `live(segment, row)` is true, ordered by id. Ids are made unique
    /// across segments: among rows read under the same id, the first keeps it and the others get the suffix `~2`, `~3`,
    /// … Among rows read from the same position, only the row in the latest segment is live. `reported` lists the
    /// entries that were not read, or only in part, by id.
    pub fn new(
        settings: Settings,
        segments: Vec<Arc<Segment>>,
        reported: Vec<Skipped>,
        live: impl Fn(usize, usize) -> bool,
    ) -> Self {
        let mut named: Vec<(&str, (u32, u32))> = Vec::new();
        for (s, segment) in segments.iter().enumerate() {
            let rows = (0..segment.len()).filter(|row| live(s, *row));
            named.extend(rows.map(|row| (segment.id(row), (s as u32, row as u32))));
        }
        named.par_sort_unstable();
        let (places, renamed) = ids::named(named, &segments);
        let reported = reported.into_iter();
        let (cut_short, skipped) = reported.partition(|r| r.reason == SkipReason::CutShort);
        Collection {
            pages: Arc::new(ResidentPages::new(&segments)),
            settings,
            segments,
            places,
            renamed: Arc::new(renamed),
            skipped,
            cut_short,
            classes: None,
            masked: None,
            bare_ids: None,
            summary: OnceLock::new(),
            unextracted: OnceLock::new(),
        }
    }

    /// Returns the same documents with other classes; `None` compares all pairs.
    pub fn with_classes(&self, classes: Option<Arc<Classes>>) -> Self {
        Collection {
            classes,
            ..self.clone()
        }
    }

    /// The same documents with the same rows of other segments.
    fn with_segments(&self, segments: Vec<Arc<Segment>>) -> Self {
        Collection {
            pages: Arc::new(ResidentPages::new(&segments)),
            segments,
            summary: OnceLock::new(),
            ..self.clone()
        }
    }

    /// Whether both have the same rows of the same segments.
    pub(super) fn has_rows_of(&self, other: &Collection) -> bool {
        let segments = |c: &Self| c.segments.iter().map(Arc::as_ptr).collect::<Vec<_>>();
        self.places == other.places && segments(self) == segments(other)
    }

    /// Returns the same documents without comparing these pairs.
    pub fn apart(&self, pairs: &[(DocNo, DocNo)]) -> Collection {
        let classes = Classes::with_apart(self.classes.as_ref(), self.len(), pairs);
        self.with_classes(Some(Arc::new(classes)))
    }

    /// Returns the same documents, with the pairs compared again that [`Collection::apart`] excluded.
    pub fn together(self: &Arc<Self>) -> Arc<Collection> {
        let before = self.classes.as_ref().and_then(|c| c.before_apart());
        let restored = |before: Option<&Arc<Classes>>| Arc::new(self.with_classes(before.cloned()));
        before.map_or_else(|| self.clone(), restored)
    }

    /// The classes of the documents; `None` if every document is compared with every other.
    pub fn classes(&self) -> Option<&Arc<Classes>> {
        self.classes.as_ref()
    }

    /// Whether two documents are compared.
    pub fn compares(&self, a: DocNo, b: DocNo) -> bool {
        let classes = self.classes.as_ref();
        classes.is_none_or(|classes| classes.compares(a, b))
    }

    /// The documents that `doc` (or a new document if `None`) is compared with, ascending.
    pub fn compared_with(&self, doc: Option<DocNo>) -> impl Iterator<Item = DocNo> + '_ {
        let classes = self.classes.as_deref();
        self.documents().filter(move |other| match doc {
            Some(doc) => doc != *other && classes.is_none_or(|c| c.compares(doc, *other)),
            None => classes.is_none_or(|c| c.compares_new(*other)),
        })
    }

    /// Number of documents.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there are no documents.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// All document numbers, ascending.
    pub fn documents(&self) -> impl ExactSizeIterator<Item = DocNo> + use<> {
        (0..self.places.len() as u32).map(DocNo)
    }

    /// Settings of the terms and sketches.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The unit of shingles, and of counts of words.
    pub fn unit(&self) -> Unit {
        self.settings().normalisation.unit
    }

    /// Entries that were not read.
    pub fn skipped(&self) -> &[Skipped] {
        &self.skipped
    }

    /// Entries that were not read, without repeated entries of files that two of the given paths reach.
    pub fn not_read(&self) -> impl Iterator<Item = &Skipped> {
        let is_again = |entry: &&Skipped| matches!(entry.reason, SkipReason::Again(_));
        self.skipped.iter().filter(move |entry| !is_again(entry))
    }

    /// Entries that were not read, or only in part, with the reason, by id.
    pub fn reported(&self) -> Vec<Skipped> {
        let mut reported = [&self.skipped[..], &self.cut_short].concat();
        reported.sort_by(|a, b| a.id.cmp(&b.id));
        reported
    }

    /// Segments with the documents, oldest first.
    pub fn segments(&self) -> &[Arc<Segment>] {
        &self.segments
    }

    /// Segment and row of `doc`.
    pub fn segment_row(&self, doc: DocNo) -> (&Arc<Segment>, usize) {
        let (segment, row) = self.places[doc.index()];
        (&self.segments[segment as usize], row as usize)
    }

    /// Row of `doc` in the document table.
    pub fn row(&self, doc: DocNo) -> RowView<'_> {
        RowView {
            id: self.id(doc),
            ..self.row_as_read(doc)
        }
    }

    /// The id of a document that was renamed.
    fn new_id(&self, doc: DocNo) -> Option<&str> {
        // Hardly any corpus has renamed rows, and this function is called very often.
        let renamed = Some(&self.renamed).filter(|renamed| !renamed.is_empty());
        renamed?.get(&doc.0).map(|id| &**id)
    }

    /// Row of `doc` with the id it was read under: the form that is stored, and compared with later
    /// runs.
    pub fn row_as_read(&self, doc: DocNo) -> RowView<'_> {
        let (segment, row) = self.segment_row(doc);
        segment.row(row)
    }

    /// Documents that were renamed because another document has their id, ascending.
    pub fn renamed(&self) -> impl ExactSizeIterator<Item = DocNo> + use<> {
        let mut documents: Vec<DocNo> = self.renamed.keys().map(|doc| DocNo(*doc)).collect();
        documents.sort_unstable();
        documents.into_iter()
    }

    /// Id of `doc`.
    pub fn id(&self, doc: DocNo) -> &str {
        let (segment, row) = self.segment_row(doc);
        self.new_id(doc).unwrap_or_else(|| segment.id(row))
    }

    /// Term hashes of `doc`, in text order. Documents can be read in any order: pages of mapped files are released
    /// from time to time.
    pub fn terms(&self, doc: DocNo) -> Cow<'_, [u64]> {
        self.release_if_many();
        let (segment, row) = self.segment_row(doc);
        segment.terms(row)
    }

    /// Number of terms of `doc`, without reading them.
    pub fn term_count(&self, doc: DocNo) -> usize {
        let (segment, row) = self.segment_row(doc);
        segment.terms.count(row)
    }

    /// Number of terms in all segments, including terms of dead rows, without reading them.
    pub fn terms_in_all(&self) -> u64 {
        self.segments.iter().map(|s| s.terms.terms_in_all()).sum()
    }

    /// Sketch of `doc`, in this collection's layout. Documents can be read in any order, as for [`Collection::terms`].
    pub fn sketch(&self, doc: DocNo) -> &[u32] {
        self.release_if_many();
        let (segment, row) = self.segment_row(doc);
        segment.sketch(row)
    }

    /// Layout of the sketches.
    pub fn layout(&self) -> Layout {
        Layout::new(&self.settings.sketching)
    }

    /// Shingle set of `doc`: hashes, sorted, without repeats. Computed on each call.
    pub fn shingle_set(&self, doc: DocNo) -> Vec<u64> {
        shingles::set(&self.terms(doc), &self.settings.sketching)
    }

    /// Releases the pages of mapped terms and sketches, which otherwise count as this process's resident
    /// memory, unless they are few. Call it between passes over all documents. The content does not change; pages
    /// are read again on demand.
    pub fn release(&self) {
        if self.pages.large {
            self.segments.iter().for_each(|segment| segment.release());
            self.pages.released();
        }
    }

    /// Notes that a document is read, and releases pages if many are resident.
    #[inline]
    fn release_if_many(&self) {
        if self.pages.add() {
            self.release();
        }
    }

    /// `documents` in the order of their terms and sketches in mapped files, for a pass whose result does not depend on
    /// the order; unchanged if the files are small.
    pub fn in_file_order<'d>(&self, documents: &'d [DocNo]) -> Cow<'d, [DocNo]> {
        if !self.pages.large {
            return Cow::Borrowed(documents);
        }
        let mut ordered = documents.to_vec();
        ordered.par_sort_unstable_by_key(|doc| self.places[doc.index()]);
        Cow::Owned(ordered)
    }

    /// Returns the document with this id, or with this bare id if bare ids are used. O(log n).
    pub fn find(&self, id: &str) -> Option<DocNo> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low.midpoint(high);
            match self.id(DocNo::at(middle)).cmp(id) {
                Ordering::Less => low = middle + 1,
                Ordering::Greater => high = middle,
                Ordering::Equal => return Some(DocNo::at(middle)),
            }
        }
        self.bare_ids.as_ref()?.documents.get(id).copied()
    }

    /// Returns the document read under the same id and from the same place as `row`; if no document is from that place,
    /// the document that has this id now.
    pub fn find_as_read(&self, row: RowView<'_>) -> Option<DocNo> {
        let by_id = self.find(row.id);
        let is_same = |doc: &DocNo| {
            let other = self.row_as_read(*doc);
            other.id == row.id && ids::source(other) == ids::source(row)
        };
        if self.renamed.is_empty() || by_id.as_ref().is_some_and(is_same) {
            return by_id;
        }
        self.renamed().find(is_same).or(by_id)
    }

    /// Document numbers by key.
    pub fn numbers_by_key(&self) -> HashMap<u64, DocNo> {
        let numbers = self.documents().map(|doc| (self.row(doc).key, doc));
        numbers.collect()
    }
}

impl Collection {
    /// Counts over all documents, computed by the first call. O(documents).
    pub fn summary(&self) -> &Summary {
        self.summary.get_or_init(|| {
            let k = self.settings.sketching.k;
            let documents = (0..self.len() as u32).into_par_iter().map(DocNo);
            let counts = documents.fold(Summary::default, |all, doc| {
                all.with_document(&self.row(doc), doc, (self.term_count(doc), k))
            });
            counts.reduce(Summary::default, Summary::and)
        })
    }

    /// Whether every document number refers to the same id in `other`.
    pub fn has_ids_of(&self, other: &Collection) -> bool {
        std::ptr::eq(self, other)
            || self.len() == other.len() && self.summary().ids == other.summary().ids
    }

    /// Documents whose parser did not extract everything, with the counts, by number. The cache entry of each document
    /// is read once.
    pub fn left_out_by_document(&self) -> &[(DocNo, UnextractedParts)] {
        self.unextracted.get_or_init(|| {
            // Ids of the files with records of crawls that were cut short, by the number of the record.
            let mut cut_short: HashMap<u64, Vec<&str>> = HashMap::new();
            for (file, record) in self.cut_short.iter().filter_map(|s| s.id.rsplit_once(':')) {
                if let Ok(record) = record.parse() {
                    cut_short.entry(record).or_default().push(file);
                }
            }
            let is_cut_short = |row: &RowView<'_>| {
                let mut files = cut_short.get(&row.location.row.line).into_iter().flatten();
                let is_of = |file: &str| row.id.strip_prefix(file)?.strip_prefix('#');
                row.location.is_row() && files.any(|file| is_of(file).is_some())
            };
            let documents = self.documents().map(|doc| {
                let row = self.row(doc);
                let mut unextracted = kept::unextracted_from(row.kind, row.fingerprint);
                unextracted.missing += u32::from(is_cut_short(&row));
                (doc, unextracted)
            });
            let unextracted =
                documents.filter(|(_, unextracted)| *unextracted != UnextractedParts::default());
            unextracted.collect()
        })
    }

    /// Total counts of parts that parsers did not extract, and the number of documents with such parts.
    pub fn unextracted(&self) -> (UnextractedParts, usize) {
        let documents = self.left_out_by_document();
        let mut sum = UnextractedParts::default();
        documents.iter().for_each(|(_, count)| sum += *count);
        (sum, documents.len())
    }

    /// The documents with pages or parts that could not be read, by number; the reason says how many.
    pub fn read_in_part(&self) -> impl Iterator<Item = (DocNo, Skipped)> {
        let documents = self.left_out_by_document().iter();
        documents.filter_map(|(doc, unextracted)| {
            let reason = match self.row(*doc).kind {
                Kind::Extracted(_) => unextracted.unread()?,
                // The rest of a page of a crawl.
                _ => SkipReason::CutShort,
            };
            Some((*doc, Skipped::new(self.id(*doc), reason)))
        })
    }
}
