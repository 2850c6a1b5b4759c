//! An index in which one file is replaced by other bytes, with matching lengths and checksums where
//! the format has them, so that the readers themselves are tested and not only the checksums.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use shinglescope::base::Stamp;
use shinglescope::candidates::PairSet;
use shinglescope::index::{Collection, Generation, Start};
use tempfile::TempDir;
use xxhash_rust::xxh3::xxh3_64;

// The fuzz crate can reach the fixture only through this file.
#[allow(clippy::duplicate_mod)]
#[path = "../it/generations/fixture.rs"]
mod fixture;

use fixture::Corpus;

/// The columns of a segment, by their names in the manifest.
const COLUMNS: [&str; 4] = ["rows", "starts", "terms", "sketches"];

/// The part of the index that is replaced.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Part {
    /// A file of the segment.
    Column(&'static str),
    /// The verified pairs, or the groups of identical documents.
    Pairs(&'static str),
    /// The list of skipped files.
    Skipped,
    /// The manifest, with a matching checksum.
    Manifest,
    /// The payload of the commit, replaced as it is.
    Payload,
    /// Tantivy's `meta.json`.
    Meta,
    /// The marker file that identifies the folder as an index of this program.
    Marker,
}

/// All parts, indexed by the byte that selects one.
pub const PARTS: [Part; 11] = [
    Part::Column(COLUMNS[0]),
    Part::Column(COLUMNS[1]),
    Part::Column(COLUMNS[2]),
    Part::Column(COLUMNS[3]),
    Part::Pairs("pairs"),
    Part::Pairs("representatives"),
    Part::Skipped,
    Part::Manifest,
    Part::Payload,
    Part::Meta,
    Part::Marker,
];

/// An index that is built once and restored after each change.
pub struct Template {
    dir: TempDir,
    meta: Value,
    manifest: Value,
}

impl Template {
    pub fn new() -> Self {
        let dir = super::folder();
        Corpus::with_documents(6).write(dir.path(), Start::Continue);
        let meta = std::fs::read(dir.path().join("full-text/meta.json")).expect("a commit");
        let meta: Value = serde_json::from_slice(&meta).expect("a commit");
        let payload = meta["payload"].as_str().expect("a payload");
        let manifest = payload.lines().next().expect("a manifest");
        let manifest = serde_json::from_str(manifest).expect("a manifest");
        Template {
            dir,
            meta,
            manifest,
        }
    }

    fn record<'m>(&self, manifest: &'m mut Value, part: Part) -> Option<&'m mut Value> {
        match part {
            Part::Column(name) => Some(&mut manifest["read"]["segments"][0][name]),
            Part::Pairs(name) => Some(&mut manifest["pairs"][name]),
            Part::Skipped => Some(&mut manifest["read"]["skipped"]),
            _ => None,
        }
    }

    /// The path of the file that contains the part.
    fn path(&self, part: Part) -> PathBuf {
        let mut manifest = self.manifest.clone();
        let name = match part {
            Part::Marker => "shinglescope.toml".into(),
            _ => match self.record(&mut manifest, part) {
                Some(record) => format!("segments/{}", record["name"].as_str().expect("a name")),
                None => "full-text/meta.json".into(),
            },
        };
        self.dir.path().join(name)
    }

    /// The original content of the part.
    pub fn written(&self, part: Part) -> Vec<u8> {
        match part {
            Part::Manifest => self.manifest.to_string().into_bytes(),
            Part::Payload => self.meta["payload"].as_str().expect("a payload").into(),
            _ => std::fs::read(self.path(part)).expect("a file"),
        }
    }

    /// Calls `look` with the index while `content` replaces `part`, then restores it.
    fn with_replaced(&self, part: Part, content: &[u8], look: impl FnOnce(&Path)) {
        let mut manifest = self.manifest.clone();
        let mut changed = vec![self.path(part)];
        let before: Vec<u8> = std::fs::read(&changed[0]).expect("a file");
        let meta = self.dir.path().join("full-text/meta.json");
        match part {
            Part::Manifest => write(&meta, &self.commit(&String::from_utf8_lossy(content))),
            Part::Payload => {
                let mut commit = self.meta.clone();
                commit["payload"] = json!(String::from_utf8_lossy(content));
                write(&meta, commit.to_string().as_bytes());
            }
            Part::Meta | Part::Marker => write(&changed[0], content),
            _ => {
                write(&changed[0], content);
                let record = self.record(&mut manifest, part).expect("a record");
                record["bytes"] = json!(content.len());
                record["xxh3"] = json!(xxh3_64(content));
                let commit = self.commit(&manifest.to_string());
                write(&meta, &commit);
                changed.push(meta);
            }
        }
        look(self.dir.path());
        write(&changed[0], &before);
        if let Some(meta) = changed.get(1) {
            write(meta, self.meta.to_string().as_bytes());
        }
    }

    /// The commit with this manifest, and below it the line that binds the full-text files to it.
    fn commit(&self, manifest: &str) -> Vec<u8> {
        let payload = self.meta["payload"].as_str().expect("a payload");
        let line = payload.lines().last().expect("a line of files");
        let list = line.splitn(3, ' ').last().expect("a list of files");
        let mut meta = self.meta.clone();
        meta.as_object_mut()
            .expect("a commit")
            .shift_remove("payload");
        let sum = xxh3_64(format!("{meta}\n{manifest}\n{list}").as_bytes());
        meta["payload"] = json!(format!("{manifest}\nfull-text {sum:016x} {list}"));
        meta.to_string().into_bytes()
    }
}

fn write(path: &Path, content: &[u8]) {
    std::fs::write(path, content).expect("a file");
}

/// The first byte selects the part, the rest replaces it. Either the index opens with all its
/// content within bounds, or a one-line error names the damage.
pub fn store(data: &[u8]) {
    thread_local!(static TEMPLATE: Template = Template::new());
    let (choice, content) = super::chosen(data);
    TEMPLATE.with(|template| {
        let part = PARTS[choice % PARTS.len()];
        template.with_replaced(part, content, |dir| match Generation::open(dir) {
            Ok(None) => {}
            Ok(Some(generation)) => read_all(&generation),
            Err(error) => assert!(!error.to_string().is_empty()),
        });
    });
}

/// Reads everything in the generation.
fn read_all(generation: &Generation) {
    let collection = generation.collection();
    generation.settings().check().expect("valid settings");
    let words = collection.layout().words();
    for doc in collection.documents() {
        let row = collection.row(doc);
        assert_eq!(collection.find(row.id), Some(doc));
        assert_eq!(collection.sketch(doc).len(), words);
        assert_eq!(collection.terms(doc).len(), collection.term_count(doc));
        let _ = collection.shingle_set(doc);
        let _ = generation.sources.is_unchanged(doc, Stamp::default());
        if let Some(path) = row.location.on_disk() {
            assert!(generation.sources.documents_of(path).contains(&doc));
        }
    }
    let _ = (generation.roots(), generation.written());
    pairs(generation, collection);
    let _ = generation.full_text().map(|full_text| full_text.keys());
}

/// Checks that pairs are of existing documents and sorted by score, and that representatives represent themselves.
fn pairs(generation: &Generation, collection: &Collection) {
    let Some(set) = PairSet::from_index(generation, collection) else {
        return;
    };
    assert_eq!(set.representative.len(), collection.len());
    for first in &set.representative {
        assert_eq!(set.representative[first.index()], *first);
    }
    for pair in &set.pairs {
        assert!(pair.a < pair.b && pair.b.index() < collection.len());
        assert!((0.0..=1.0).contains(&set.score(pair)), "{pair:?}");
    }
    let scores =
        |pair: &[shinglescope::similarity::Pair]| set.score(&pair[0]) >= set.score(&pair[1]);
    assert!(set.pairs.windows(2).all(scores));
    let _ = set.count(0.5);
}
