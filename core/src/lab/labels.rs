//! Ground-truth labels of pairs, read from a CSV file.
//!
//! Two forms are accepted. `a,b,label` labels a pair of documents; `document,class` assigns classes
//! to documents, and two documents of one class are a positive pair. The columns `a_content` and `b_content` of
//! the first form, which the program writes with its own judgements, are checksums of the texts: a row whose
//! text has changed since is left out. Other columns are ignored; contradictory labels are an error. A
//! label means *independent* if it is one of the negative names; `unsure` is no label, and neither is a missing
//! value (empty, `NaN`, `NA`, `null`); every other label means *near-duplicate* and is also counted separately.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};

use crate::base::files::whole_file;
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
    /// Reads and decodes the file.
    ///
    /// # Errors
    /// A file that cannot be read or decoded, or is too large.
    pub fn read(&self) -> anyhow::Result<String> {
        let path = self.path.display();
        let bytes = whole_file(&self.path);
        let bytes = bytes.with_context(|| format!("the labels in {path} cannot be read"))?;
        small_table::decoded(bytes).with_context(|| path.to_string())
    }

    /// Parses `text`, the content of the file, for the documents of `collection`.
    ///
    /// # Errors
    /// Labels that cannot be parsed, or that do not suffice for an evaluation.
    pub fn parse(&self, text: &str, collection: &Collection) -> anyhow::Result<Labels> {
        let labels = Labels::read(text, &self.columns, &self.negative, collection)?;
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
        negative: &[impl AsRef<str>],
        collection: &Collection,
    ) -> anyhow::Result<Self> {
        if csv.trim_start_matches('\u{feff}').trim().is_empty() {
            bail!(
                "the file of labels is empty; it must name the columns a,b,label or document,class"
            );
        }
        let mut reader = small_table::reader(csv).context(UNREADABLE)?;
        let header = reader.headers().context(UNREADABLE)?.clone();
        let shown = header.iter().take(6).collect::<Vec<_>>().join(",");
        let column = |name: &str| {
            let mut names = header.iter();
            names.position(|h| h.eq_ignore_ascii_case(name.trim()))
        };
        let usual = |names: &[&str]| -> Option<Vec<usize>> {
            names.iter().map(|name| column(name)).collect()
        };
        let indices = if columns.is_empty() {
            usual(&["a", "b", "label"]).or_else(|| usual(&["document", "class"]))
        } else {
            let index = |name: &String| {
                let missing = || format!("the labels have no column {name:?}; line 1 is {shown}");
                column(name).with_context(missing)
            };
            Some(columns.iter().map(index).collect::<Result<_, _>>()?)
        };
        let parser = Parser::new(reader, collection);
        match indices.as_deref() {
            Some(&[a, b, label]) => {
                let contents = ["a_content", "b_content"].map(column);
                let is_negative = |name: &str| {
                    let mut negative = negative.iter();
                    negative.any(|n| n.as_ref().eq_ignore_ascii_case(name))
                };
                parser.pairs([a, b, label], contents, is_negative)
            }
            Some(&[document, class]) => parser.classes([document, class]),
            Some(_) => {
                bail!("give three label columns (two documents, label) or two (document, class)")
            }
            None => bail!(
                "line 1 of the labels ({shown}) is not a known header; name its columns a,b,label or document,class, or give --label-columns"
            ),
        }
    }

    /// Number of (positive, negative) pairs.
    pub fn counts(&self) -> (usize, usize) {
        let positive = self.pairs.iter().filter(|pair| pair.positive).count();
        (positive, self.pairs.len() - positive)
    }

    /// The index of a label's name, which is added where it is new.
    ///
    /// # Errors
    /// Too many names.
    pub fn label_of(&mut self, name: &str) -> anyhow::Result<u16> {
        let position = self.names.iter().position(|other| other == name);
        let index = position.unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        });
        u16::try_from(index).context("the labels have more than 65,536 different names")
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

const UNREADABLE: &str = "the labels cannot be read";

/// A label file while it is parsed.
struct Parser<'c> {
    reader: csv::Reader<&'c [u8]>,
    collection: &'c Collection,
    /// Documents by the id of their row within its file, `None` where several have it; made once an id is not known.
    own_ids: Option<HashMap<&'c str, Option<DocNo>>>,
    /// Rows that are excluded, by the reason: how many, the line of the first one, and what is wrong in it.
    excluded: BTreeMap<&'static str, (u64, u64, String)>,
    /// The lines of rows that contradict each other.
    contradictions: Vec<[u64; 2]>,
}

impl<'c> Parser<'c> {
    fn new(reader: csv::Reader<&'c [u8]>, collection: &'c Collection) -> Self {
        Parser {
            reader,
            collection,
            own_ids: None,
            excluded: BTreeMap::new(),
            contradictions: Vec::new(),
        }
    }

    /// The next row with its line; `None` at the end.
    ///
    /// # Errors
    /// A row that cannot be read, or that has fewer than `needed` columns.
    fn row(&mut self, needed: usize) -> anyhow::Result<Option<(u64, csv::StringRecord)>> {
        let Some(row) = self.reader.records().next() else {
            return Ok(None);
        };
        let row = row.context(UNREADABLE)?;
        let line = row.position().map_or(0, csv::Position::line);
        if row.len() < needed {
            bail!(
                "line {line} of the labels has {} columns where {needed} are needed",
                row.len()
            );
        }
        Ok(Some((line, row)))
    }

    fn exclude(&mut self, line: u64, why: &'static str, what: &str) {
        let first = || (0, line, what.trim().to_owned());
        self.excluded.entry(why).or_insert_with(first).0 += 1;
    }

    /// The document with this id, with this id without the white space around it, or the only row with this id within its
    /// file; without any, the row is excluded.
    fn find(&mut self, id: &str, line: u64) -> Option<DocNo> {
        let collection = self.collection;
        let exact = collection.find(id).or_else(|| collection.find(id.trim()));
        let document = exact.or_else(|| {
            let own_ids = self.own_ids.get_or_insert_with(|| {
                let mut own_ids: HashMap<&str, Option<DocNo>> = HashMap::new();
                for doc in collection.documents() {
                    let entry = own_ids.entry(collection.own_id(doc));
                    entry.and_modify(|doc| *doc = None).or_insert(Some(doc));
                }
                own_ids
            });
            own_ids.get(id.trim()).copied().flatten()
        });
        if document.is_none() {
            self.exclude(line, "a document that is not in this corpus", id);
        }
        document
    }

    /// Parses labels of pairs; `contents` are the columns of the checksums, if there are any.
    fn pairs(
        mut self,
        [a, b, label]: [usize; 3],
        contents: [Option<usize>; 2],
        is_negative: impl Fn(&str) -> bool,
    ) -> anyhow::Result<Labels> {
        let mut labels = Labels::default();
        // Line and label of each pair; `None` for a label that is unsure.
        let mut seen: HashMap<(DocNo, DocNo), (u64, Option<LabelledPair>)> = HashMap::new();
        while let Some((line, row)) = self.row(a.max(b).max(label) + 1)? {
            if row[a].trim().is_empty() || row[b].trim().is_empty() {
                self.exclude(line, "one document only", "");
                continue;
            }
            let Some(x) = self.find(&row[a], line) else {
                continue;
            };
            let Some(y) = self.find(&row[b], line) else {
                continue;
            };
            let mut is_outdated = false;
            for (doc, column) in [x, y].into_iter().zip(contents) {
                let content = checksum(&row, column, line)?;
                is_outdated |= content.is_some_and(|c| c != Checksum::new(self.collection, doc));
            }
            if is_outdated {
                self.exclude(line, "a text that has changed since it was labelled", "");
                continue;
            }
            if x == y {
                bail!("line {line} of the labels pairs {:?} with itself", &row[a]);
            }
            let name = row[label].trim();
            let negative = is_negative(name);
            if is_missing(name) && !negative {
                self.exclude(line, "no label (empty, NaN, NA or null)", "");
                continue;
            }
            let is_sure = negative || !name.eq_ignore_ascii_case(UNSURE);
            let positive = is_sure.then_some(!negative);
            let (a, b) = (x.min(y), x.max(y));
            match seen.entry((a, b)) {
                Entry::Vacant(slot) => {
                    let labelled = |positive| {
                        anyhow::Ok(LabelledPair {
                            a,
                            b,
                            label: labels.label_of(name)?,
                            positive,
                        })
                    };
                    slot.insert((line, positive.map(labelled).transpose()?));
                }
                Entry::Occupied(slot) => {
                    let (before, first) = slot.get();
                    if first.map(|first| first.positive) != positive {
                        self.contradictions.push([*before, line]);
                    } else if is_sure {
                        self.exclude(line, "a pair that has its label already", "");
                    }
                }
            }
        }
        for (pair, (_, labelled)) in seen {
            match labelled {
                Some(labelled) => labels.pairs.push(labelled),
                None => labels.left_out.push(pair),
            }
        }
        labels.pairs.sort_unstable_by_key(|pair| (pair.a, pair.b));
        labels.left_out.sort_unstable();
        self.finish(labels)
    }

    /// Parses classes of documents.
    fn classes(mut self, [document, class]: [usize; 2]) -> anyhow::Result<Labels> {
        let mut classes: HashMap<String, u32> = HashMap::new();
        let mut class_of: BTreeMap<DocNo, (u64, u32)> = BTreeMap::new();
        while let Some((line, row)) = self.row(document.max(class) + 1)? {
            let Some(doc) = self.find(&row[document], line) else {
                continue;
            };
            let class = row[class].trim();
            if is_missing(class) {
                self.exclude(line, "no class (empty, NaN, NA or null)", "");
                continue;
            }
            let next = classes.len() as u32;
            let class = *classes.entry(class.to_owned()).or_insert(next);
            let (before, first) = *class_of.entry(doc).or_insert((line, class));
            if first != class {
                self.contradictions.push([before, line]);
            }
        }
        let documents: Vec<(DocNo, u32)> = class_of
            .into_iter()
            .map(|(doc, (_, class))| (doc, class))
            .collect();
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
        self.finish(Labels {
            pairs,
            names,
            ..Labels::default()
        })
    }

    /// The labels with remarks about what is excluded.
    ///
    /// # Errors
    /// Contradictory labels; no label.
    fn finish(self, mut labels: Labels) -> anyhow::Result<Labels> {
        if let Some([before, line]) = self.contradictions.first() {
            bail!(
                "{} another one, the first on lines {before} and {line}; keep one of the two",
                units::counted(
                    self.contradictions.len() as u64,
                    "row of the labels contradicts",
                    "rows of the labels contradict"
                )
            );
        }
        let remarks = self.excluded.iter().map(|(why, (rows, line, what))| {
            let rows = units::counted(*rows, "row", "rows");
            let what = match what.as_str() {
                "" => String::new(),
                what => format!(": {what:?}"),
            };
            format!("{rows} excluded, the first on line {line}: {why}{what}")
        });
        labels.remarks = remarks.collect();
        let unsure = labels.left_out.len() as u64;
        labels.remarks.extend((unsure > 0).then(|| {
            let pairs = units::counted(unsure, "pair is", "pairs are");
            format!("{pairs} labelled {UNSURE:?} and excluded")
        }));
        if !labels.pairs.is_empty() {
            return Ok(labels);
        }
        if labels.remarks.is_empty() {
            bail!("the labels have no rows");
        }
        let first = self.collection.documents().next();
        bail!(
            "no row of the labels counts: {}; ids are paths relative to the corpus, as `pairs` prints them (like {:?})",
            labels.remarks.join("; "),
            first.map_or("", |doc| self.collection.id(doc))
        )
    }
}

/// The checksum in a column of a row; `None` without the column or with an empty cell.
fn checksum(
    row: &csv::StringRecord,
    column: Option<usize>,
    line: u64,
) -> anyhow::Result<Option<Checksum>> {
    let cell = column.and_then(|column| row.get(column)).unwrap_or("");
    let digits = cell.trim();
    if digits.is_empty() {
        return Ok(None);
    }
    let checksum = Checksum::try_from(digits.to_owned());
    checksum.map(Some).ok().with_context(|| {
        format!(
            "line {line} of the labels has {digits:?} where the checksum of a text belongs (a_content, b_content); give the column another name if it is something else"
        )
    })
}

/// Whether a cell is what tables write where there is no value.
fn is_missing(cell: &str) -> bool {
    let written = ["nan", "null"]
        .iter()
        .any(|name| cell.eq_ignore_ascii_case(name));
    cell.is_empty() || cell == "NA" || written
}

#[cfg(test)]
mod tests;
