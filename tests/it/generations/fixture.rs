//! A synthetic corpus whose figures all follow from the names and versions of its documents, so
//! that the index's results can be checked without keeping the input.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use shinglescope::base::DocNo;
use shinglescope::base::Stamp;
use shinglescope::candidates::{PairSet, PairSetInfo};
use shinglescope::corpus::{DocumentRow, Encoding, Kind, SkipReason, Skipped, SourceLocation};
use shinglescope::index::{Collection, FullText, Generation, Start, Writer};
use shinglescope::settings::Settings;
use shinglescope::similarity::{Measure, Overlap, Pair};

/// The root folders of the synthetic corpus.
pub fn roots() -> Vec<PathBuf> {
    vec![PathBuf::from("/made/up"), PathBuf::from("/made/down")]
}

/// The names and lengths in bytes of the files in `folder`.
pub fn files(folder: &Path) -> BTreeMap<PathBuf, u64> {
    let entries = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap());
    entries
        .map(|e| (e.path(), e.metadata().unwrap().len()))
        .collect()
}

/// Documents by id, each with the version of its text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Corpus {
    pub documents: BTreeMap<String, u64>,
}

fn mix(n: u64) -> u64 {
    (n ^ n >> 29)
        .wrapping_mul(0xbf58_476d_1ce4_e5b9)
        .rotate_left(31)
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

fn seed(id: &str, version: u64) -> u64 {
    id.bytes().fold(mix(version), |h, b| mix(h ^ u64::from(b)))
}

fn settings() -> Settings {
    let mut settings = Settings::default();
    settings.sketching.permutations = 32;
    settings
}

fn terms(id: &str, version: u64) -> Vec<u64> {
    let seed = seed(id, version);
    (0..seed % 90).map(|i| mix(seed ^ i)).collect()
}

fn sketch(id: &str, version: u64) -> Vec<u32> {
    (0..32)
        .map(|i| mix(seed(id, version) ^ (i << 40)) as u32)
        .collect()
}

fn body(id: &str, version: u64) -> String {
    let mut text = format!("version{version} of {id}\n");
    for term in terms(id, version) {
        text.push_str(&format!("w{} ", term % 50));
    }
    text
}

/// The stamp of a document's synthetic source.
pub fn stamp(id: &str, version: u64) -> Stamp {
    Stamp {
        bytes: body(id, version).len() as u64,
        modified: 1_000 + version as i64,
        changed: 1_000 + version as i64,
        inode: seed(id, 0),
        rows: 0,
    }
}

fn row(key: u64, id: &str, version: u64) -> DocumentRow {
    let stamp = stamp(id, version);
    DocumentRow {
        key,
        id: id.to_owned(),
        title: format!("Title of {id}"),
        location: SourceLocation::file(Path::new("/made/up").join(id)),
        encoding: Encoding::Utf8,
        kind: Kind::Plain,
        bytes: stamp.bytes,
        modified: stamp.modified,
        has_own_date: false,
        stamp: stamp.digest(),
        fingerprint: u128::from(seed(id, version)) << 64 | 7,
        normalised: u128::from(seed(id, version)),
        detected: Box::default(),
    }
}

impl Corpus {
    /// A corpus of `n` documents.
    pub fn with_documents(n: usize) -> Self {
        let documents = (0..n).map(|i| (format!("d{i:04}.txt"), 1)).collect();
        Corpus { documents }
    }

    pub fn add(&mut self, id: &str) {
        self.documents.entry(id.to_owned()).or_insert(1);
    }

    /// Gives the document at `index` another text.
    pub fn change(&mut self, index: usize) {
        if let Some(version) = self.documents.values_mut().nth(index) {
            *version += 1;
        }
    }

    pub fn remove(&mut self, index: usize) {
        if let Some(id) = self.documents.keys().nth(index).cloned() {
            self.documents.remove(&id);
        }
    }

    fn skipped(&self) -> Vec<Skipped> {
        let reason = SkipReason::TooLarge(self.documents.len() as u64, 3);
        vec![Skipped::new("picture.png", reason)]
    }

    /// Writes the documents that `writer` lacks into a new segment, as an incremental run would.
    pub fn fill(&self, writer: &mut Writer) -> Collection {
        let mut segments = Vec::new();
        let mut kept: Vec<Vec<bool>> = Vec::new();
        let mut missing: BTreeMap<&str, u64> = self
            .documents
            .iter()
            .map(|(id, &v)| (id.as_str(), v))
            .collect();
        if let Some(base) = writer.base.as_ref() {
            let old = base.collection();
            kept = old
                .segments()
                .iter()
                .map(|s| vec![false; s.len()])
                .collect();
            segments = old.segments().to_vec();
            for (id, &version) in &self.documents {
                let sources = &base.sources;
                let doc = sources.collection.find(id);
                if let Some(doc) = doc.filter(|doc| sources.is_unchanged(*doc, stamp(id, version)))
                {
                    let (segment, at) = old.segment_row(doc);
                    let s = segments
                        .iter()
                        .position(|s| Arc::ptr_eq(s, segment))
                        .unwrap();
                    kept[s][at] = true;
                    missing.remove(id.as_str());
                }
            }
        }
        if !missing.is_empty() {
            let mut segment = writer.segment(32).unwrap();
            for (id, version) in missing {
                let row = row(writer.new_key(), id, version);
                segment
                    .push(row.view(), &terms(id, version), &sketch(id, version))
                    .unwrap();
            }
            let segment = segment.finish().unwrap();
            kept.push(vec![true; segment.len()]);
            segments.push(segment);
        }
        Collection::new(settings(), segments, self.skipped(), |s, row| kept[s][row])
    }

    /// Adds the missing documents to the full text.
    pub fn add_full_text(&self, writer: &mut Writer, collection: &Collection) {
        let full_text = writer.full_text().unwrap();
        for doc in collection.documents() {
            let row = collection.row(doc);
            if !full_text.contains(row.key) {
                let text = body(row.id, self.documents[row.id]);
                full_text
                    .add(row.key, row.id.to_owned(), row.title.to_owned(), text)
                    .unwrap();
            }
        }
    }

    /// A complete run on the index in `dir`.
    pub fn write(&self, dir: &Path, start: Start) {
        let mut writer = Writer::open(dir, &roots(), start).unwrap();
        let mut collection = self.fill(&mut writer);
        if let Some(merged) = writer.merged(&collection).unwrap() {
            collection = merged;
        }
        self.add_full_text(&mut writer, &collection);
        writer
            .commit(&collection, self.pairs(&collection).to_stored())
            .unwrap();
        writer.close().unwrap();
    }

    /// A synthetic pair set: document `n` is paired with `n + 2`, and some documents are identical.
    pub fn pairs(&self, collection: &Collection) -> PairSet {
        let mut representative: Vec<DocNo> = collection.documents().collect();
        for doc in (4..representative.len()).step_by(5) {
            representative[doc] = representative[doc - 3];
        }
        let pair = |a: u32| {
            let shared = (seed(collection.id(DocNo(a)), 0) % 100) as u32;
            let overlap = Overlap {
                shared,
                size_a: 100,
                size_b: 100 + a,
            };
            Pair {
                a: DocNo(a),
                b: DocNo(a + 2),
                overlap,
                agreeing: shared / 2,
            }
        };
        let mut pairs: Vec<Pair> = (0..self.pair_count() as u32).map(pair).collect();
        pairs.sort_by(|a, b| a.order(b, Measure::Jaccard));
        let info = PairSetInfo {
            method: "lsh",
            measure: Measure::Jaccard,
            bands: Some((20, 10)),
            floor: 0.1 + 0.2,
            complete: false,
            stopped: false,
            chosen_for: None,
            candidates: 99,
            capped: 1,
            note: "what made a candidate".to_owned(),
        };
        PairSet::new(representative, pairs, info)
    }

    pub fn pair_count(&self) -> usize {
        self.documents.len().saturating_sub(2)
    }

    /// Compares the whole content of a generation.
    pub fn check(&self, generation: &Generation) {
        let collection = generation.collection();
        self.check_collection(collection);
        let (want, got) = (
            self.pairs(collection),
            PairSet::from_index(generation, collection).unwrap(),
        );
        assert_eq!(want.representative, got.representative);
        assert_eq!(want.pairs, got.pairs);
        assert_eq!(want.info, got.info);
        assert!(generation.full_text_complete());
        self.check_full_text(collection, &generation.full_text().unwrap());
    }

    pub fn check_collection(&self, collection: &Collection) {
        let ids: Vec<&str> = collection.documents().map(|d| collection.id(d)).collect();
        let want: Vec<&str> = self.documents.keys().map(String::as_str).collect();
        assert_eq!(ids, want);
        assert_eq!(collection.settings(), &settings());
        assert_eq!(collection.skipped(), self.skipped());
        for (doc, (id, &version)) in collection.documents().zip(&self.documents) {
            assert_eq!(
                collection.row(doc),
                row(collection.row(doc).key, id, version).view()
            );
            assert_eq!(collection.terms(doc), terms(id, version));
            assert_eq!(collection.sketch(doc), sketch(id, version));
        }
    }

    pub fn check_full_text(&self, collection: &Collection, full_text: &FullText) {
        let mut keys: Vec<u64> = collection
            .documents()
            .map(|d| collection.row(d).key)
            .collect();
        keys.sort_unstable();
        assert_eq!(full_text.keys().unwrap(), keys);
        for (doc, (id, &version)) in collection.documents().zip(&self.documents) {
            let text = full_text.body(collection.row(doc).key).unwrap();
            assert_eq!(text, Some(body(id, version)));
        }
        if let Some((id, &version)) = self.documents.iter().next() {
            let query = format!("id:{id} AND body:version{version}");
            let hits = full_text.search(&query, 3).unwrap();
            assert_eq!(hits.total, 1, "{query}: {hits:?}");
        }
    }
}
