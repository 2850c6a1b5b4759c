//! Ground-truth labels of pairs, read from a CSV file.
//!
//! Two forms are accepted. `a,b,label` labels a pair of documents; `document,class` assigns classes
//! to documents, and two documents of one class are a positive pair. The columns `a_content` and `b_content` of
//! the first form, which the program writes with its own judgements, are checksums of the texts: a row whose
//! text has changed since is left out. Other columns are ignored; contradictory labels are an error. A
//! label means *independent* if it is one of the negative names; `unsure` is no label, and neither is a missing
//! value (empty, `NaN`, `NA`, `null`); every other label means *near-duplicate* and is also counted separately.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::PathBuf;

use anyhow::{Context, anyhow, bail};
use serde::{Deserialize, Serialize};

use crate::base::small_table;
use crate::base::{DocNo, units};
use crate::index::Collection;

/// Label of a pair that a person could not decide on; such a row counts as no label.
pub const UNSURE: &str = "unsure";

/// Default labels that mean independent.
pub const NEGATIVE: [&str; 4] = ["non", "not", "no", "0"];

/// Maximum number of pairs implied by classes; all of them are stored.
const MOST: u64 = 20_000_000;

/// XXH3 checksum of the bytes of a document's source, 64 bits; 16 hexadecimal digits in a file. A label of another text
/// under the same id is recognised by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Checksum(u64);

impl Checksum {
    /// The checksum of a document of `collection`.
    pub fn new(collection: &Collection, doc: DocNo) -> Self {
        Checksum(collection.row(doc).fingerprint as u64)
    }
}

impl From<Checksum> for String {
    fn from(checksum: Checksum) -> Self {
        format!("{:016x}", checksum.0)
    }
}

impl TryFrom<String> for Checksum {
    type Error = std::num::ParseIntError;

    fn try_from(digits: String) -> Result<Self, Self::Error> {
        u64::from_str_radix(&digits, 16).map(Checksum)
    }
}

/// A label file and how to interpret it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelsFile {
    /// Path of the file.
    pub path: PathBuf,
    /// The columns that are read: of two documents and a label, or of a document and its class; none for the usual
    /// ones.
    pub columns: Vec<String>,
    /// Names of labels that mean independent.
    pub negative: Vec<String>,
    /// Whether every pair without a label counts as negative.
    pub rest_negative: bool,
}

impl LabelsFile {
    /// Parses `text`, the content of the file, for the documents of `collection`.
    ///
    /// # Errors
    /// Labels that cannot be parsed, or that do not suffice for an evaluation.
    pub fn parse(&self, text: &str, collection: &Collection) -> anyhow::Result<Labels> {
        let negative: Vec<&str> = self.negative.iter().map(String::as_str).collect();
        let labels = Labels::read(text, &self.columns, &negative, collection)?;
        match labels.counts() {
            (1.., 0) if self.rest_negative => {}
            _ => labels.two_sided()?,
        }
        Ok(labels)
    }
}

/// Label of one pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LabelledPair {
    /// The document with the lower number.
    pub a: DocNo,
    /// The document with the higher number.
    pub b: DocNo,
    /// Index of the label's name in [`Labels::names`].
    pub label: u16,
    /// Whether the label means near-duplicate.
    pub positive: bool,
}

/// Score and label of one pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scored {
    /// Similarity, 0..=1.
    pub score: f64,
    /// Whether the pair is labelled near-duplicate.
    pub positive: bool,
}

impl Scored {
    /// Labelled pairs with these scores.
    pub fn all(pairs: &[LabelledPair], scores: &[f64]) -> Vec<Self> {
        let scored = pairs.iter().zip(scores).map(|(pair, score)| Scored {
            score: *score,
            positive: pair.positive,
        });
        scored.collect()
    }

    /// (Score, positive pairs, negative pairs), for [`Curve::of_counts`](super::Curve::of_counts).
    pub fn counts(&self) -> (f64, u64, u64) {
        (
            self.score,
            u64::from(self.positive),
            u64::from(!self.positive),
        )
    }
}

/// All labels of one file; each pair once, sorted by pair.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Labels {
    /// The labelled pairs, sorted by (a, b).
    pub pairs: Vec<LabelledPair>,
    /// Distinct label names, in order of first occurrence in the file.
    pub names: Vec<String>,
    /// Warnings about the file for the user, as sentences.
    pub remarks: Vec<String>,
    /// Pairs that are labelled unsure, sorted. They count as neither, also where pairs without a label count as negative.
    pub left_out: Vec<(DocNo, DocNo)>,
}

impl Labels {
    /// Parses the labels in `csv` for the documents of `collection`. `negative` lists the names
    /// that mean independent, `columns` the columns that are read: three of pairs, two of classes, or none for the
    /// usual ones.
    ///
    /// # Errors
    /// No header, or a header with the columns of neither form; a row that cannot be read; contradictory labels;
    /// no row with known documents. Messages name the line.
    pub fn read(
        csv: &str,
        columns: &[String],
        negative: &[&str],
        collection: &Collection,
    ) -> anyhow::Result<Self> {
        if csv.trim_start_matches('\u{feff}').trim().is_empty() {
            bail!(
                "the file of labels is empty; it must name the columns a,b,label or document,class"
            );
        }
        let mut reader = small_table::reader(csv).context("the labels cannot be read")?;
        let header = reader
            .headers()
            .context("the labels cannot be read")?
            .clone();
        let column = |name: &str| {
            header
                .iter()
                .position(|h| h.eq_ignore_ascii_case(name.trim()))
        };
        let columns_of = |names: &[&str]| -> Option<Vec<usize>> {
            names.iter().map(|name| column(name)).collect()
        };
        let indices = match columns {
            [] => columns_of(&["a", "b", "label"]).or_else(|| columns_of(&["document", "class"])),
            names => {
                if let Some(name) = names.iter().find(|name| column(name).is_none()) {
                    bail!(
                        "the labels have no column {name:?}; line 1 is {}",
                        shown(&header)
                    );
                }
                columns_of(&names.iter().map(String::as_str).collect::<Vec<_>>())
            }
        };
        match indices.as_deref() {
            Some(&[a, b, label]) => {
                let contents = [column("a_content"), column("b_content")];
                of_pairs(reader, [a, b, label], contents, negative, collection)
            }
            Some(&[document, class]) => of_classes(reader, [document, class], collection),
            Some(_) => {
                bail!("give three label columns (two documents, label) or two (document, class)")
            }
            None => bail!(
                "line 1 of the labels ({}) is not a known header; name its columns a,b,label or document,class, or give --label-columns",
                shown(&header)
            ),
        }
    }

    /// Number of (positive, negative) pairs.
    pub fn counts(&self) -> (usize, usize) {
        let positive = self.pairs.iter().filter(|pair| pair.positive).count();
        (positive, self.pairs.len() - positive)
    }

    /// The labelled pairs as documents, in the order of `pairs`.
    pub fn documents(&self) -> Vec<(DocNo, DocNo)> {
        self.pairs.iter().map(|pair| (pair.a, pair.b)).collect()
    }

    /// Checks that there are both positive and negative labels, which evaluating a threshold
    /// requires.
    ///
    /// # Errors
    /// Names the missing kind of label.
    pub fn two_sided(&self) -> anyhow::Result<()> {
        match self.counts() {
            (0, 0) => bail!("the labels name no pair of this corpus"),
            (0, n) => bail!(
                "{} negative; precision and recall need positive ones too",
                all_are(n)
            ),
            (n, 0) => bail!(
                "{} positive; give negative ones, name labels that mean independent (--negative), or count every unlabelled pair as negative (--rest negative)",
                all_are(n)
            ),
            _ => Ok(()),
        }
    }
}

/// So many labelled pairs, with the verb.
fn all_are(n: usize) -> String {
    match n {
        1 => "the one labelled pair is".to_owned(),
        n => format!("all {n} labelled pairs are"),
    }
}

/// The first columns of a header.
fn shown(header: &csv::StringRecord) -> String {
    header.iter().take(6).collect::<Vec<_>>().join(",")
}

/// Finds the documents that labels name: by their ids, else by the id of the row within its file.
struct Ids<'c> {
    collection: &'c Collection,
    /// Documents by their own id, `None` where several have it; made once an id is not known.
    own: Option<HashMap<&'c str, Option<DocNo>>>,
}

impl<'c> Ids<'c> {
    fn new(collection: &'c Collection) -> Self {
        Ids {
            collection,
            own: None,
        }
    }

    /// The document with this id, with this id without the white space around it, or the only row with this id of its own.
    fn find(&mut self, id: &str) -> Option<DocNo> {
        let collection = self.collection;
        let exact = collection.find(id).or_else(|| collection.find(id.trim()));
        if exact.is_some() {
            return exact;
        }
        let own = self.own.get_or_insert_with(|| {
            let mut own: HashMap<&str, Option<DocNo>> = HashMap::new();
            for doc in collection.documents() {
                let entry = own.entry(collection.own_id(doc));
                entry.and_modify(|doc| *doc = None).or_insert(Some(doc));
            }
            own
        });
        own.get(id.trim()).copied().flatten()
    }
}

/// Rows that are excluded for one reason: how many, and the line of the first one.
#[derive(Default)]
struct Excluded {
    rows: u64,
    line: u64,
}

impl Excluded {
    fn add(&mut self, line: u64) {
        self.rows += 1;
        if self.rows == 1 {
            self.line = line;
        }
    }

    /// How many rows, with the verb (`names` or `has`), what follows (`and are` or `and count` in it fits the number), and
    /// where the first stands; `None` without any.
    fn remark(&self, [one, several]: [&str; 2], and: &str) -> Option<String> {
        let what = units::counted(self.rows, one, several);
        let and = if self.rows == 1 {
            and.replace("are", "is").replace("count", "counts")
        } else {
            and.to_owned()
        };
        (self.rows > 0).then(|| format!("{what} {and}, the first on line {}", self.line))
    }
}

/// All rows that are excluded, and what is wrong.
#[derive(Default)]
struct Problems {
    /// Rows that name a document outside the corpus.
    unknown: Excluded,
    /// The first such document.
    unknown_id: String,
    /// Rows about a text that has changed since.
    outdated: Excluded,
    /// Rows with one empty side.
    alone: Excluded,
    /// Rows without a label or a class.
    missing: Excluded,
    /// Rows that repeat the label of a pair.
    repeated: Excluded,
    /// Rows that contradict another one.
    contradicted: u64,
    /// The lines of the first of them and of what it contradicts.
    contradiction: [u64; 2],
    /// Number of pairs with the label [`UNSURE`].
    unsure: u64,
}

impl Problems {
    fn unknown(&mut self, line: u64, id: &str) {
        if self.unknown.rows == 0 {
            id.trim().clone_into(&mut self.unknown_id);
        }
        self.unknown.add(line);
    }

    fn contradict(&mut self, before: u64, line: u64) {
        self.contradicted += 1;
        if self.contradicted == 1 {
            self.contradiction = [before, line];
        }
    }

    fn remarks(&self) -> Vec<String> {
        let named = |what: &Excluded, and: &str| what.remark(["row names", "rows name"], and);
        let unknown = named(
            &self.unknown,
            "a document that is not in this corpus and is excluded",
        );
        let unsure = match self.unsure {
            0 => None,
            1 => Some(format!("1 pair is labelled {UNSURE:?} and is excluded")),
            n => Some(format!(
                "{n} pairs are labelled {UNSURE:?} and are excluded"
            )),
        };
        let all = [
            unknown.map(|remark| format!("{remark}: {:?}", self.unknown_id)),
            named(
                &self.outdated,
                "a text that has changed since and are excluded",
            ),
            named(&self.alone, "one document only and are excluded"),
            named(
                &self.repeated,
                "a pair that has its label already and count once",
            ),
            unsure,
            self.missing.remark(
                ["row has", "rows have"],
                "no label (empty, NaN, NA or null) and are excluded",
            ),
        ];
        all.into_iter().flatten().collect()
    }

    /// Why there is no label at all.
    fn without_labels(&self, collection: &Collection) -> anyhow::Error {
        let first = collection.documents().next();
        if self.unknown.rows > 0 {
            anyhow!(
                "no row of the labels names a pair of this corpus; line {} has {:?}, but ids are paths relative to the corpus, as `pairs` prints them (like {:?})",
                self.unknown.line,
                self.unknown_id,
                first.map_or("", |doc| collection.id(doc))
            )
        } else if self.outdated.rows > 0 {
            anyhow!(
                "no row of the labels counts: the texts of {} have changed since they were labelled, the first on line {}; label them again",
                units::counted(self.outdated.rows, "row", "rows"),
                self.outdated.line
            )
        } else if self.alone.rows > 0 {
            anyhow!(
                "no row of the labels names a pair: line {} has one document only",
                self.alone.line
            )
        } else if self.missing.rows > 0 {
            anyhow!("no row of the labels has a label: all are empty, NaN, NA or null")
        } else {
            anyhow!("the labels have no rows")
        }
    }
}

fn rows<'r>(
    reader: &'r mut csv::Reader<&[u8]>,
    needed: usize,
) -> impl Iterator<Item = anyhow::Result<(u64, csv::StringRecord)>> + 'r {
    reader.records().map(move |record| {
        let record = record.context("the labels cannot be read")?;
        let line = record.position().map_or(0, csv::Position::line);
        if record.len() < needed {
            bail!(
                "line {line} of the labels has {} columns where {needed} are needed",
                record.len()
            );
        }
        Ok((line, record))
    })
}

/// The checksum in a column of a row; `None` without the column or with an empty cell.
fn checksum(
    row: &csv::StringRecord,
    column: Option<usize>,
    line: u64,
) -> anyhow::Result<Option<Checksum>> {
    let cell = column.and_then(|column| row.get(column)).unwrap_or("");
    match cell.trim() {
        "" => Ok(None),
        digits => Checksum::try_from(digits.to_owned())
            .map(Some)
            .ok()
            .with_context(|| {
                format!(
                    "line {line} of the labels has {digits:?} where the checksum of a text belongs (a_content, b_content); give the column another name if it is something else"
                )
            }),
    }
}

/// Whether a cell is what tables write where there is no value.
fn is_missing(cell: &str) -> bool {
    let written = ["nan", "null"]
        .iter()
        .any(|name| cell.eq_ignore_ascii_case(name));
    cell.is_empty() || cell == "NA" || written
}

fn of_pairs(
    mut reader: csv::Reader<&[u8]>,
    [a, b, label]: [usize; 3],
    contents: [Option<usize>; 2],
    negative: &[&str],
    collection: &Collection,
) -> anyhow::Result<Labels> {
    let mut names: Vec<String> = Vec::new();
    // Line and label of each pair; `None` for a label that is unsure.
    let mut seen: HashMap<(DocNo, DocNo), (u64, Option<LabelledPair>)> = HashMap::new();
    let (mut problems, mut ids) = (Problems::default(), Ids::new(collection));
    for row in rows(&mut reader, a.max(b).max(label) + 1) {
        let (line, row) = row?;
        if row[a].trim().is_empty() || row[b].trim().is_empty() {
            problems.alone.add(line);
            continue;
        }
        let (x, y) = (ids.find(&row[a]), ids.find(&row[b]));
        let (Some(x), Some(y)) = (x, y) else {
            problems.unknown(line, &row[if x.is_some() { b } else { a }]);
            continue;
        };
        let [of_x, of_y] = contents.map(|column| checksum(&row, column, line));
        let is_current = |doc: DocNo, content: Option<Checksum>| {
            content.is_none_or(|content| content == Checksum::new(collection, doc))
        };
        if !is_current(x, of_x?) || !is_current(y, of_y?) {
            problems.outdated.add(line);
            continue;
        }
        if x == y {
            bail!("line {line} of the labels pairs {:?} with itself", &row[a]);
        }
        let name = row[label].trim();
        let negative = negative.iter().any(|n| n.eq_ignore_ascii_case(name));
        if is_missing(name) && !negative {
            problems.missing.add(line);
            continue;
        }
        let is_sure = negative || !name.eq_ignore_ascii_case(UNSURE);
        let positive = is_sure.then_some(!negative);
        let (a, b) = (x.min(y), x.max(y));
        match seen.entry((a, b)) {
            Entry::Vacant(slot) => {
                let labelled = |positive| {
                    let label = names.iter().position(|n| n == name).unwrap_or_else(|| {
                        names.push(name.to_owned());
                        names.len() - 1
                    });
                    let label = u16::try_from(label)
                        .context("the labels have more than 65,536 different names")?;
                    anyhow::Ok(LabelledPair {
                        a,
                        b,
                        label,
                        positive,
                    })
                };
                slot.insert((line, positive.map(labelled).transpose()?));
            }
            Entry::Occupied(slot) => {
                let (before, first) = slot.get();
                if first.map(|first| first.positive) != positive {
                    problems.contradict(*before, line);
                } else if is_sure {
                    problems.repeated.add(line);
                }
            }
        }
    }
    let mut labels = Labels {
        names,
        ..Labels::default()
    };
    for (pair, (_, labelled)) in seen {
        match labelled {
            Some(labelled) => labels.pairs.push(labelled),
            None => labels.left_out.push(pair),
        }
    }
    labels.pairs.sort_unstable_by_key(|pair| (pair.a, pair.b));
    labels.left_out.sort_unstable();
    finish(labels, problems, collection)
}

fn of_classes(
    mut reader: csv::Reader<&[u8]>,
    [document, class]: [usize; 2],
    collection: &Collection,
) -> anyhow::Result<Labels> {
    let mut classes: HashMap<String, u32> = HashMap::new();
    let mut class_of: HashMap<DocNo, (u64, u32)> = HashMap::new();
    let (mut problems, mut ids) = (Problems::default(), Ids::new(collection));
    for row in rows(&mut reader, document.max(class) + 1) {
        let (line, row) = row?;
        let Some(doc) = ids.find(&row[document]) else {
            problems.unknown(line, &row[document]);
            continue;
        };
        let class = row[class].trim();
        if is_missing(class) {
            problems.missing.add(line);
            continue;
        }
        let next = classes.len() as u32;
        let class = *classes.entry(class.to_owned()).or_insert(next);
        let (before, first) = *class_of.entry(doc).or_insert((line, class));
        if first != class {
            problems.contradict(before, line);
        }
    }
    let documents = class_of.into_iter().map(|(doc, (_, class))| (doc, class));
    let mut documents: Vec<(DocNo, u32)> = documents.collect();
    documents.sort_unstable();
    let all = documents.len() as u64 * (documents.len() as u64).saturating_sub(1) / 2;
    if all > MOST {
        bail!(
            "classes of {} documents stand for {all} pairs, more than the {MOST} that are held; label fewer documents, or pairs",
            documents.len()
        );
    }
    let mut pairs = Vec::with_capacity(all as usize);
    for (i, &(a, of_a)) in documents.iter().enumerate() {
        pairs.extend(documents[i + 1..].iter().map(|&(b, of_b)| LabelledPair {
            a,
            b,
            label: u16::from(of_a != of_b),
            positive: of_a == of_b,
        }));
    }
    let mut names = vec!["same class".to_owned(), "other class".to_owned()];
    names.truncate(1 + usize::from(pairs.iter().any(|pair| !pair.positive)));
    let labels = Labels {
        pairs,
        names,
        ..Labels::default()
    };
    finish(labels, problems, collection)
}

/// The labels with remarks about what is excluded.
///
/// # Errors
/// Contradictory labels; no label.
fn finish(
    mut labels: Labels,
    mut problems: Problems,
    collection: &Collection,
) -> anyhow::Result<Labels> {
    if problems.contradicted > 0 {
        let [before, line] = problems.contradiction;
        bail!(
            "{} another one, the first on lines {before} and {line}; keep one of the two",
            units::counted(
                problems.contradicted,
                "row of the labels contradicts",
                "rows of the labels contradict"
            )
        );
    }
    if labels.pairs.is_empty() {
        return Err(problems.without_labels(collection));
    }
    problems.unsure = labels.left_out.len() as u64;
    labels.remarks = problems.remarks();
    Ok(labels)
}

#[cfg(test)]
mod tests;
