//! The documents of the corpora for tests of screens, and their similarities.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use shinglescope::corpus::{DocumentRow, Encoding, Kind, SkipReason, Skipped, SourceLocation};
use shinglescope::index::{Collection, SegmentWriter};
use shinglescope::settings::Settings;

use super::World;

/// A document's name, the number of its text, and its similarities to earlier documents.
type Named = (String, u128, Vec<(String, f64)>);

const GROUPS: &[(&[&str], &[f64])] = &[
    (
        &[
            "essays/essay-ab12.txt",
            "essays/essay-cd34.txt",
            "essays/essay-ef56.txt",
            "essays/essay-gh78.txt",
            "essays/essay-ij90.txt",
        ],
        &[0.97, 0.91, 0.84, 0.62, 0.93, 0.83, 0.60, 0.86, 0.61, 0.82],
    ),
    (
        &[
            "lab3/spring-term/team-07/report/group2.md",
            "lab3/spring-term/team-08/report/group2-copy.md",
            "lab3/spring-term/team-09/notes.md",
        ],
        &[0.88, 0.83, 0.95],
    ),
    (
        &[
            "letters/invitation-anna.txt",
            "letters/invitation-boris.txt",
        ],
        &[0.915],
    ),
    (&["日本語/第一章.txt", "日本語/第一章の写し.txt"], &[0.86]),
    (&["mirror-a/index.html", "mirror-b/index.html"], &[1.0]),
    (&["evil\u{1b}[31m\u{202e}name.txt", "evil-two.txt"], &[0.81]),
];

impl World {
    /// The corpus of most tests: 12 versions of a cover sheet, a chain, several scripts, control characters in a name,
    /// and single documents.
    pub fn new() -> Self {
        World::with_documents(World::names())
    }

    /// The same with one more document, dissimilar to all others.
    pub fn with(name: &str) -> Self {
        let mut names = World::names();
        names.push((name.to_owned(), 9_999, vec![]));
        World::with_documents(names)
    }

    /// Two sites of eight pages: of the second, one page is near, one changed, one moved and one missing.
    pub fn mirrored() -> Self {
        let mut names = World::names();
        for page in 0..8 {
            names.push((format!("site-a/docs/p{page}.html"), 5_000 + page, vec![]));
        }
        for page in 0..7_u128 {
            let original = format!("site-a/docs/p{page}.html");
            let path = match page {
                6 => "site-b/extra/moved.html".to_owned(),
                _ => format!("site-b/docs/p{page}.html"),
            };
            names.push(match page {
                2 => (path, 6_000, vec![(original, 0.91)]),
                3 => (path, 6_001, vec![]),
                _ => (path, 5_000 + page, vec![(original, 1.0)]),
            });
        }
        World::with_documents(names)
    }

    fn names() -> Vec<Named> {
        let mut names: Vec<Named> = Vec::new();
        let mut unique = 1000;
        for i in 0..12 {
            // Nine share one text; three others differ from it slightly.
            let text = if i < 9 { 1 } else { unique + i };
            let similar = (0..i).map(|j| {
                let j_text = if j < 9 { 1 } else { unique + j };
                (
                    format!("forms/cover-{j:02}.txt"),
                    if text == j_text { 1.0 } else { 0.96 },
                )
            });
            names.push((format!("forms/cover-{i:02}.txt"), text, similar.collect()));
        }
        unique = 2000;
        for (group, values) in GROUPS {
            let mut values = values.iter();
            let mut pairs: HashMap<usize, Vec<(String, f64)>> = HashMap::new();
            for i in 0..group.len() {
                for j in i + 1..group.len() {
                    let value = values.next().copied().unwrap_or(0.9);
                    pairs
                        .entry(j)
                        .or_default()
                        .push((group[i].to_string(), value));
                }
            }
            for (i, name) in group.iter().enumerate() {
                unique += 1;
                names.push((
                    name.to_string(),
                    unique,
                    pairs.remove(&i).unwrap_or_default(),
                ));
            }
        }
        for i in 0..40 {
            unique += 1;
            let mut similar = vec![];
            if i == 0 {
                similar.push(("essays/essay-gh78.txt".to_string(), 0.78));
            }
            for j in 0..i {
                let value = ((i * 37 + j * 91) % 100) as f64 / 100.0;
                if (i + j) % 3 == 0 {
                    similar.push((
                        format!("singles/document-{j:02}.txt"),
                        0.30 + value * value * 0.45,
                    ));
                }
            }
            names.push((format!("singles/document-{i:02}.txt"), unique, similar));
        }
        names
    }

    /// Documents without any similar pair.
    pub fn unlike() -> Self {
        let name = |i: u128| (format!("poem-{i}.txt"), i + 1, vec![]);
        World::with_documents((0..5).map(name).collect())
    }

    /// A single document.
    pub fn single() -> Self {
        World::with_documents(vec![("poem.txt".to_owned(), 1, vec![])])
    }

    /// The corpus of most tests, with ASCII names only.
    pub fn plain() -> Self {
        let plain = |name: String| -> String {
            let shown = |c: char| match c {
                ' '..='~' => c.to_string(),
                _ => format!("{:x}", u32::from(c)),
            };
            name.chars().map(shown).collect()
        };
        let names = World::names().into_iter().map(|(name, text, similar)| {
            let similar = similar
                .into_iter()
                .map(|(name, value)| (plain(name), value));
            (plain(name), text, similar.collect())
        });
        World::with_documents(names.collect())
    }

    fn with_documents(names: Vec<Named>) -> Self {
        let terms = 40;
        let mut writer = SegmentWriter::in_memory(200);
        for (i, (id, text, _)) in names.iter().enumerate() {
            let row = DocumentRow {
                key: i as u64,
                id: id.clone(),
                title: format!("On {}", id.rsplit('/').next().unwrap_or(id)),
                location: SourceLocation::file(Path::new("/corpus").join(id)),
                encoding: if i == 4 {
                    Encoding::Detected("windows-1252")
                } else {
                    Encoding::Utf8
                },
                kind: if id.ends_with("html") {
                    Kind::Html
                } else {
                    Kind::Plain
                },
                bytes: 1800 + i as u64 * 31,
                modified: 0,
                has_own_date: false,
                stamp: 0,
                fingerprint: *text,
                normalised: *text,
                detected: Box::default(),
            };
            let first = *text as u64 * terms;
            let all: Vec<u64> = (first..first + terms).collect();
            writer.push(row.view(), &all, &[0; 200]).unwrap();
        }
        let segment = writer.finish().unwrap();
        let unreadable = SkipReason::Unreadable("permission denied".into());
        let skipped = [
            ("logo.png", SkipReason::Binary),
            ("archive/old.zip", SkipReason::Binary),
            ("empty.txt", SkipReason::Empty),
            ("secret/key\u{7}.txt", unreadable),
            ("huge.log", SkipReason::TooLarge(3_000_000_000, 256_000_000)),
            (
                "rows.jsonl:17",
                SkipReason::BadRow("no field \"text\"".into()),
            ),
        ];
        let skipped = skipped.map(|(id, reason)| Skipped::new(id, reason)).into();
        let collection = Collection::new(Settings::default(), vec![segment], skipped, |_, _| true);
        let mut similar = HashMap::new();
        for (id, _, others) in &names {
            for (other, value) in others {
                let (Some(a), Some(b)) = (collection.find(id), collection.find(other)) else {
                    panic!("{id} or {other} is not there");
                };
                similar.insert((a.min(b), a.max(b)), *value);
            }
        }
        let mut first = HashMap::new();
        let copies = collection
            .documents()
            .map(|d| *first.entry(collection.row(d).normalised).or_insert(d));
        let copies = copies.collect();
        World {
            collection: Arc::new(collection),
            similar,
            copies,
            threshold: Cell::new(0.8),
            pairs_sent: RefCell::default(),
        }
    }
}
