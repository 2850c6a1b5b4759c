//! An index of which one file is other bytes than were written, with lengths and checksums to match
//! where the format has them: what checksums would turn away is the reader's own business here.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use shinglescope::collection::Collection;
use shinglescope::corpus::Stamp;
use shinglescope::store::{FORMAT, Generation, Start, Store};
use tempfile::TempDir;
use xxhash_rust::xxh3::xxh3_64;

// The fuzzer has no other way to it than this file.
#[allow(clippy::duplicate_mod)]
#[path = "../it/store/fixture.rs"]
mod fixture;

use fixture::Corpus;

/// Files of a segment as the manifest calls them.
const COLUMNS: [&str; 5] = ["documents", "strings", "starts", "terms", "sketches"];

/// What is put in the place of what was written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Part {
    /// A file of the segment.
    Column(&'static str),
    /// The verified pairs, or which documents are identical.
    Pairs(&'static str),
    /// The list of what was not read.
    Skipped,
    /// The manifest, with a right checksum.
    Manifest,
    /// The payload of the commit as it stands.
    Payload,
    /// Tantivy's list of its files.
    Meta,
    /// What says that the folder is ours.
    Marker,
}

/// All parts, in the order of the byte that chooses one.
pub const PARTS: [Part; 12] = [
    Part::Column(COLUMNS[0]),
    Part::Column(COLUMNS[1]),
    Part::Column(COLUMNS[2]),
    Part::Column(COLUMNS[3]),
    Part::Column(COLUMNS[4]),
    Part::Pairs("pairs"),
    Part::Pairs("identical"),
    Part::Skipped,
    Part::Manifest,
    Part::Payload,
    Part::Meta,
    Part::Marker,
];

/// An index that is made once and put right after each change.
pub struct Template {
    dir: TempDir,
    meta: Value,
    manifest: Value,
}

impl Template {
    pub fn new() -> Self {
        let dir = super::folder();
        Corpus::of(6).write(dir.path(), Start::Continue);
        let meta = std::fs::read(dir.path().join("full-text/meta.json")).expect("a commit");
        let meta: Value = serde_json::from_slice(&meta).expect("a commit");
        let payload = meta["payload"].as_str().expect("a payload");
        let manifest = payload.lines().nth(1).expect("a manifest");
        let manifest = serde_json::from_str(manifest).expect("a manifest");
        Template {
            dir,
            meta,
            manifest,
        }
    }

    fn record<'m>(&self, manifest: &'m mut Value, part: Part) -> Option<&'m mut Value> {
        match part {
            Part::Column(name) => Some(&mut manifest["segments"][0][name]),
            Part::Pairs(name) => Some(&mut manifest["pairs"][name]),
            Part::Skipped => Some(&mut manifest["skipped"]),
            _ => None,
        }
    }

    /// Where the part stands.
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

    /// What is written there.
    pub fn written(&self, part: Part) -> Vec<u8> {
        match part {
            Part::Manifest => self.manifest.to_string().into_bytes(),
            Part::Payload => self.meta["payload"].as_str().expect("a payload").into(),
            _ => std::fs::read(self.path(part)).expect("a file"),
        }
    }

    /// Opens the index with `content` in the place of `part`.
    fn with(&self, part: Part, content: &[u8], look: impl FnOnce(&Path)) {
        let mut manifest = self.manifest.clone();
        let mut changed = vec![self.path(part)];
        let before: Vec<u8> = std::fs::read(&changed[0]).expect("a file");
        let meta = self.dir.path().join("full-text/meta.json");
        match part {
            Part::Manifest => write(&meta, &self.commit(&payload(content))),
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
                let commit = self.commit(&payload(manifest.to_string().as_bytes()));
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

    /// The commit with this manifest, and the line below it that binds the full-text files to it.
    fn commit(&self, ours: &str) -> Vec<u8> {
        let payload = self.meta["payload"].as_str().expect("a payload");
        let line = payload.lines().last().expect("a line of files");
        let list = line.splitn(3, ' ').last().expect("a list of files");
        let mut meta = self.meta.clone();
        meta.as_object_mut()
            .expect("a commit")
            .shift_remove("payload");
        let sum = xxh3_64(format!("{meta}\n{ours}\n{list}").as_bytes());
        meta["payload"] = json!(format!("{ours}\nfull-text {sum:016x} {list}"));
        meta.to_string().into_bytes()
    }
}

fn payload(manifest: &[u8]) -> String {
    let manifest = String::from_utf8_lossy(manifest);
    let sum = xxh3_64(manifest.as_bytes());
    format!("shinglescope {FORMAT} {sum:016x}\n{manifest}")
}

fn write(path: &Path, content: &[u8]) {
    std::fs::write(path, content).expect("a file");
}

/// The first byte chooses the part, the rest takes its place. The index opens with everything in it
/// within its bounds, or there is a sentence that says what is wrong.
pub fn store(data: &[u8]) {
    thread_local!(static TEMPLATE: Template = Template::new());
    let (choice, content) = super::chosen(data);
    TEMPLATE.with(|template| {
        let part = PARTS[choice % PARTS.len()];
        template.with(part, content, |dir| match Store::open(dir) {
            Ok(None) => {}
            Ok(Some(generation)) => whole(&generation),
            Err(error) => assert!(!error.to_string().is_empty()),
        });
    });
}

/// Reads everything that there is.
fn whole(generation: &Generation) {
    let collection = generation.collection();
    generation.settings().check().expect("settings that can be");
    let words = collection.layout().words();
    for doc in collection.documents() {
        let row = collection.row(doc);
        assert_eq!(collection.find(&row.id), Some(doc));
        assert_eq!(collection.sketch(doc).len(), words);
        assert_eq!(collection.terms(doc).len(), collection.term_count(doc));
        let _ = collection.shingle_set(doc);
        let _ = generation.sources().unchanged(&row.id, Stamp::default());
        if let Some(path) = row.place.path() {
            assert!(generation.sources().documents_of(path).contains(&doc));
        }
    }
    let _ = (
        generation.roots(),
        generation.counts(),
        generation.written(),
    );
    let _ = generation.pairs_among(collection);
    pairs(generation, collection);
    let _ = generation.full_text().map(|full_text| full_text.keys());
}

/// Pairs are of two documents that are there, and of representatives that stand for themselves.
fn pairs(generation: &Generation, collection: &Collection) {
    let Some(set) = generation.pairs(collection) else {
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
