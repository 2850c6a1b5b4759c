//! The brute-force oracle: terms, shingle sets, Jaccard and containment of the demo corpus,
//! computed in the slow and obvious way.
//!
//! It shares no code with the program: no hashes, no sketches, no candidates, only sets of word
//! tuples and a loop over all pairs. It can therefore check what the program reports about the demo
//! corpus, and it writes `demo-corpus/truth.csv`. Everything is written for readability, not for
//! speed. A file that cannot be read, or a row that cannot be parsed, panics with its path: that is
//! a broken corpus.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_script::{Script, UnicodeScript};

/// Terms per shingle in the truth file.
pub const K: usize = 4;
/// A pair that is not planted is listed if its Jaccard is at least this …
pub const UNPLANNED_JACCARD: f64 = 0.1;
/// … or its containment in either direction is at least this.
pub const UNPLANNED_CONTAINMENT: f64 = 0.5;
/// First line of `truth.csv`.
pub const TRUTH_HEADER: &str =
    "a,b,kind,jaccard,containment_a_in_b,containment_b_in_a,shared,size_a,size_b";

/// The set of a document's shingles, each as its terms.
pub type Shingles = BTreeSet<Vec<String>>;

/// Set sizes of a pair, as integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetSizes {
    pub shared: usize,
    pub size_a: usize,
    pub size_b: usize,
}

impl SetSizes {
    /// |A ∩ B| / |A ∪ B|; 0 if both are empty.
    pub fn jaccard(&self) -> f64 {
        ratio(self.shared, self.size_a + self.size_b - self.shared)
    }

    /// |A ∩ B| / |A|
    pub fn containment_a_in_b(&self) -> f64 {
        ratio(self.shared, self.size_a)
    }

    /// |A ∩ B| / |B|
    pub fn containment_b_in_a(&self) -> f64 {
        ratio(self.shared, self.size_b)
    }
}

fn ratio(part: usize, total: usize) -> f64 {
    if total == 0 {
        0.0
    } else {
        part as f64 / total as f64
    }
}

/// One pair of the truth file, `a` before `b` in byte order.
#[derive(Clone, Debug, PartialEq)]
pub struct TruthRow {
    pub a: String,
    pub b: String,
    pub kind: String,
    pub figures: SetSizes,
}

/// A text as a reader sees it: presentation forms are decomposed, ignorable characters and tatweel are
/// removed, and letters that look like an apostrophe become one.
fn seen(text: &str) -> String {
    let ignorable = regex::Regex::new(r"[\p{Default_Ignorable_Code_Point}\u{640}]").unwrap();
    let form = |c: char| matches!(c, '\u{fb00}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{ff01}'..='\u{ffef}');
    let undone = text.chars().map(|c| {
        if form(c) {
            c.to_string().nfkd().collect()
        } else {
            c.to_string()
        }
    });
    let undone: String = undone.collect();
    let normal: String = ignorable.replace_all(&undone, "").nfc().collect();
    let apostrophe = |c: char| {
        matches!(
            c,
            '\u{2b9}'..='\u{2bf}' | '\u{5f3}' | '\u{a78b}' | '\u{a78c}'
        )
    };
    normal.replace(apostrophe, "'")
}

/// The terms of a text: its maximal alphanumeric runs, as seen and in lower case. In scripts written
/// without spaces, each character is a term, with the combining marks that directly follow it.
pub fn terms(text: &str) -> Vec<String> {
    let chars: Vec<char> = seen(text).chars().collect();
    let mut terms = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        if !chars[at].is_alphanumeric() {
            at += 1;
            continue;
        }
        let start = at;
        at += 1;
        if is_spaceless(chars[start]) {
            while at < chars.len() && is_combining_mark(chars[at]) {
                at += 1;
            }
        } else {
            while at < chars.len() && chars[at].is_alphanumeric() && !is_spaceless(chars[at]) {
                at += 1;
            }
        }
        let run: String = chars[start..at].iter().collect();
        terms.push(run.to_lowercase());
    }
    terms
}

fn is_spaceless(c: char) -> bool {
    matches!(
        c.script(),
        Script::Han
            | Script::Hiragana
            | Script::Katakana
            | Script::Thai
            | Script::Lao
            | Script::Khmer
            | Script::Myanmar
    )
}

/// The set of k-shingles of a text. A text with 1 to `k` − 1 terms has one shingle of all its
/// terms.
pub fn shingles(text: &str, k: usize) -> Shingles {
    let terms = terms(text);
    if terms.is_empty() {
        return Shingles::new();
    }
    if terms.len() < k {
        return Shingles::from([terms]);
    }
    terms.windows(k).map(<[String]>::to_vec).collect()
}

/// Counts the intersection of two shingle sets.
pub fn figures(a: &Shingles, b: &Shingles) -> SetSizes {
    SetSizes {
        shared: a.intersection(b).count(),
        size_a: a.len(),
        size_b: b.len(),
    }
}

/// Every document below `root/docs` as (id, text), in the byte order of ids. `root` is the
/// demo-corpus folder.
///
/// An id is the path relative to `docs` with `/`. Each row of a `.jsonl` file is a document,
/// `path#ID`, whose text is the field `text`. Of an `.html` file only the visible body is text.
pub fn demo_documents(root: &Path) -> Vec<(String, String)> {
    let docs = root.join("docs");
    let mut documents = Vec::new();
    for path in files_below(&docs) {
        let id = relative_id(&docs, &path);
        let text = read(&path);
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("jsonl") => documents.extend(jsonl_documents(&id, &text)),
            Some("html") => documents.push((id, html_text(&text))),
            _ => documents.push((id, text)),
        }
    }
    documents.sort();
    documents
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("cannot list {}: {error}", folder.display()));
    let mut files = Vec::new();
    for entry in entries {
        let path = entry
            .unwrap_or_else(|error| panic!("cannot list {}: {error}", folder.display()))
            .path();
        if path.is_dir() {
            files.extend(files_below(&path));
        } else {
            files.push(path);
        }
    }
    files
}

fn relative_id(docs: &Path, path: &Path) -> String {
    let relative = path
        .strip_prefix(docs)
        .unwrap_or_else(|_| panic!("{} lies outside the corpus", path.display()));
    let parts: Vec<_> = relative
        .iter()
        .map(|part| part.to_string_lossy().into_owned())
        .collect();
    parts.join("/")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path)
        .unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()))
}

fn jsonl_documents(id: &str, lines: &str) -> Vec<(String, String)> {
    lines
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| {
            let row: serde_json::Value = serde_json::from_str(line)
                .unwrap_or_else(|error| panic!("{id}: {error} in {line}"));
            let field = |name: &str| match row[name].as_str() {
                Some(value) => value.to_owned(),
                None => panic!("{id}: no field {name} in {line}"),
            };
            (format!("{id}#{}", field("id")), field("text"))
        })
        .collect()
}

/// The visible text of the HTML pages of the demo corpus: comments, head, script and style are
/// removed, every tag becomes a space, entities become characters. Sufficient for those pages only
/// (they have no tag inside a word).
fn html_text(page: &str) -> String {
    let mut rest = page.to_owned();
    for (open, close) in [
        ("<!--", "-->"),
        ("<head>", "</head>"),
        ("<script", "</script>"),
        ("<style", "</style>"),
    ] {
        rest = without_spans(&rest, open, close);
    }
    without_entities(&without_spans(&rest, "<", ">"))
}

/// `text` with every span from `open` through the next `close` replaced by a space.
fn without_spans(text: &str, open: &str, close: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(open) {
        kept.push_str(before);
        kept.push(' ');
        rest = match after.split_once(close) {
            Some((_, after_close)) => after_close,
            None => panic!("{open} without {close} in a page of the demo corpus"),
        };
    }
    kept + rest
}

fn without_entities(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        plain.push_str(before);
        match after.split_once(';') {
            Some((name, after_name)) => {
                plain.push(entity(name));
                rest = after_name;
            }
            None => panic!("a bare & in a page of the demo corpus"),
        }
    }
    plain + rest
}

fn entity(name: &str) -> char {
    let number = match name.strip_prefix('#') {
        Some(digits) => match digits.strip_prefix('x') {
            Some(hex) => u32::from_str_radix(hex, 16).ok(),
            None => digits.parse().ok(),
        },
        None => None,
    };
    match (name, number.and_then(char::from_u32)) {
        (_, Some(c)) => c,
        ("amp", _) => '&',
        ("lt", _) => '<',
        ("gt", _) => '>',
        ("quot", _) => '"',
        ("nbsp", _) => '\u{a0}',
        ("eacute", _) => 'é',
        ("ouml", _) => 'ö',
        ("frac12", _) => '½',
        ("ndash", _) => '–',
        ("mdash", _) => '—',
        ("rsquo", _) => '’',
        ("ldquo", _) => '“',
        ("rdquo", _) => '”',
        _ => panic!("entity &{name}; is not known here: add it"),
    }
}

/// The planted pairs of `root/planted.csv` with their kinds.
pub fn planted(root: &Path) -> BTreeMap<(String, String), String> {
    let path = root.join("planted.csv");
    let mut planted = BTreeMap::new();
    for line in read(&path).lines().skip(1) {
        // No id of the demo corpus contains a comma or a quotation mark.
        let fields: Vec<&str> = line.split(',').collect();
        let [a, b, kind] = fields[..] else {
            panic!("{}: not a,b,kind: {line}", path.display());
        };
        assert!(a < b, "{}: not in byte order: {line}", path.display());
        let earlier = planted.insert((a.to_owned(), b.to_owned()), kind.to_owned());
        assert!(earlier.is_none(), "{}: twice: {line}", path.display());
    }
    planted
}

/// Every planted pair, and every other pair with enough overlap to be listed (kind `unplanned`),
/// ordered by a, then b.
pub fn truth(root: &Path) -> Vec<TruthRow> {
    let mut planted = planted(root);
    let documents: Vec<(String, Shingles)> = demo_documents(root)
        .into_iter()
        .map(|(id, text)| (id, shingles(&text, K)))
        .collect();
    let mut rows = Vec::new();
    for (first, (a, shingles_a)) in documents.iter().enumerate() {
        for (b, shingles_b) in &documents[first + 1..] {
            let figures = figures(shingles_a, shingles_b);
            let overlaps = figures.jaccard() >= UNPLANNED_JACCARD
                || figures.containment_a_in_b() >= UNPLANNED_CONTAINMENT
                || figures.containment_b_in_a() >= UNPLANNED_CONTAINMENT;
            let kind = match planted.remove(&(a.clone(), b.clone())) {
                Some(kind) => kind,
                None if overlaps => "unplanned".to_owned(),
                None => continue,
            };
            rows.push(TruthRow {
                a: a.clone(),
                b: b.clone(),
                kind,
                figures,
            });
        }
    }
    assert!(
        planted.is_empty(),
        "planted pairs of documents that do not exist: {planted:?}"
    );
    rows
}

/// The complete expected content of `truth.csv` in the repository.
pub fn truth_csv(root: &Path) -> String {
    let mut csv = format!("{TRUTH_HEADER}\n");
    for TruthRow {
        a,
        b,
        kind,
        figures,
    } in truth(root)
    {
        csv.push_str(&format!(
            "{a},{b},{kind},{},{},{},{},{},{}\n",
            figures.jaccard(),
            figures.containment_a_in_b(),
            figures.containment_b_in_a(),
            figures.shared,
            figures.size_a,
            figures.size_b,
        ));
    }
    csv
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rose_has_three_shingles() {
        let rose = shingles("a rose is a rose is a rose", 4);
        let other = shingles("A rose is a rose that is it", 4);
        assert_eq!(rose.len(), 3);
        assert_eq!(
            figures(&rose, &other),
            SetSizes {
                shared: 2,
                size_a: 3,
                size_b: 5
            }
        );
    }

    #[test]
    fn in_spaceless_scripts_each_character_is_a_term() {
        let got = terms("パンを2kg焼く");
        assert_eq!(got, ["パ", "ン", "を", "2kg", "焼", "く"]);
        assert_eq!(terms("น้ำที่"), ["น้", "ำ", "ที่"]);
        assert_eq!(terms("Cafe\u{301}-ROOM"), ["café", "room"]);
    }

    #[test]
    fn short_and_empty_texts() {
        assert_eq!(shingles("tide", 4).len(), 1);
        assert!(shingles("… — !", 4).is_empty());
    }

    /// `UPDATE_TRUTH=1 cargo test --test it brute` rewrites the file.
    #[test]
    fn the_truth_file_is_what_this_file_computes() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("demo-corpus");
        let path = root.join("truth.csv");
        let computed = truth_csv(&root);
        if std::env::var_os("UPDATE_TRUTH").is_some() {
            fs::write(&path, &computed)
                .unwrap_or_else(|error| panic!("cannot write {}: {error}", path.display()));
        }
        assert!(
            read(&path) == computed,
            "{} is not what brute.rs computes; see UPDATE_TRUTH in brute.rs",
            path.display()
        );
    }
}
