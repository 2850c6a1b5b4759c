//! Ground-truth labels of pairs, read from a CSV file.
//!
//! Two forms are accepted. `a,b,label` labels a pair of documents; `document,class` assigns classes
//! to documents, and two documents of one class are a positive pair. The columns `a_content` and `b_content` of
//! the first form, which the program writes with its own judgements, are checksums of the texts: a row whose
//! text has changed since is left out. Other columns are ignored. A
//! label means *independent* if it is one of the negative names; `unsure` is no label, and neither is a missing
//! value (empty, `NaN`, `NA`, `null`); every other label means *near-duplicate* and is also counted separately.

mod columns;
mod ids;

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use anyhow::{Context, bail};

use columns::{LabelForm, form};
use ids::Ids;

use super::checksum::Checksum;
use crate::base::small_table;
use crate::base::{DocNo, units};
use crate::index::Collection;

/// Label of a pair that a person could not decide on; such a row counts as no label.
pub const UNSURE: &str = "unsure";

/// Default labels that mean independent.
pub const NEGATIVE: [&str; 4] = ["non", "not", "no", "0"];

/// Maximum number of pairs implied by classes; all of them are stored.
const MOST: u64 = 20_000_000;

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
    /// Pairs that have contradictory labels or are labelled unsure, sorted. They count as neither, also where pairs
    /// without a label count as negative.
    pub left_out: Vec<(DocNo, DocNo)>,
}

impl Labels {
    /// Parses the labels in `csv` for the documents of `collection`. `negative` lists the names
    /// that mean independent, `columns` the columns that are read: three of pairs, two of classes, or none for the
    /// usual ones.
    ///
    /// # Errors
    /// No header, or a header with the columns of neither form; a row that cannot be read;
    /// no row with known documents. Messages name the line. What has contradictory labels is left out and counted.
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
        let column = |name: &str| header.iter().position(|h| h.eq_ignore_ascii_case(name));
        match form(&header, columns)? {
            LabelForm::Pairs(columns) => {
                let contents = [column("a_content"), column("b_content")];
                of_pairs(reader, columns, contents, negative, collection)
            }
            LabelForm::Classes(columns) => of_classes(reader, columns, collection),
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

/// What is left out for one reason.
#[derive(Default)]
struct LeftOut {
    /// How many rows, or pairs and documents.
    number: u64,
    /// Line of the first one, and of what it contradicts.
    line: u64,
    before: u64,
}

impl LeftOut {
    fn add(&mut self, line: u64) {
        self.add_against(line, line);
    }

    /// Something that contradicts a line before.
    fn add_against(&mut self, before: u64, line: u64) {
        self.number += 1;
        if self.number == 1 {
            (self.before, self.line) = (before, line);
        }
    }

    /// `one` if there is one, else `several`, with the number; `and` follows with the verb, then where the first stands.
    fn remark(&self, one: &str, several: &str, and: &str) -> Option<String> {
        let LeftOut {
            number,
            line,
            before,
        } = *self;
        let [are, count] = if number == 1 {
            ["is", "counts"]
        } else {
            ["are", "count"]
        };
        let and = and.replace("are", are).replace("count", count);
        let lines = if before == line {
            format!("line {line}")
        } else {
            format!("lines {before} and {line}")
        };
        let what = units::counted(number, one, several);
        (number > 0).then(|| format!("{what} {and}, the first on {lines}"))
    }
}

/// All rows that are left out.
#[derive(Default)]
struct Skipped {
    /// Rows that name a document outside the corpus.
    unknown: LeftOut,
    /// The first such document.
    unknown_id: String,
    /// The id of a document of the corpus.
    known_id: String,
    /// Rows about a text that has changed since.
    outdated: LeftOut,
    /// Rows with one empty side.
    alone: LeftOut,
    /// Rows without a label or a class.
    missing: LeftOut,
    /// Rows that repeat the label of a pair.
    repeated: LeftOut,
    /// What has contradictory labels: pairs, or documents that are in two classes.
    contradicted: LeftOut,
    /// Number of pairs with the label [`UNSURE`].
    unsure: u64,
    /// Number of names that are no ids but name a file.
    by_name: u64,
}

impl Skipped {
    fn new(collection: &Collection) -> Self {
        let first = collection.documents().next();
        Skipped {
            known_id: first
                .map(|doc| collection.id(doc).to_owned())
                .unwrap_or_default(),
            ..Skipped::default()
        }
    }

    fn unknown(&mut self, line: u64, id: &str) {
        if self.unknown.number == 0 {
            id.clone_into(&mut self.unknown_id);
        }
        self.unknown.add(line);
    }

    fn remarks(&self) -> Vec<String> {
        let named = |what: &LeftOut, and: &str| what.remark("row names", "rows name", and);
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
        let by_name = (self.by_name > 0).then(|| {
            let names = units::counted(self.by_name, "name is", "names are");
            format!("{names} no id and taken for the only file of that name")
        });
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
            self.contradicted.remark(
                "pair or document is named",
                "pairs or documents are named",
                "by contradictory labels and are excluded",
            ),
            unsure,
            self.missing.remark(
                "row has",
                "rows have",
                "no label (empty, NaN, NA or null) and are excluded",
            ),
            by_name,
        ];
        all.into_iter().flatten().collect()
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
    let mut seen: HashMap<(DocNo, DocNo), (u64, LabelledPair)> = HashMap::new();
    let mut refuted: HashSet<(DocNo, DocNo)> = HashSet::new();
    let mut unsure: HashSet<(DocNo, DocNo)> = HashSet::new();
    let (mut skipped, mut ids) = (Skipped::new(collection), Ids::new(collection));
    for row in rows(&mut reader, a.max(b).max(label) + 1) {
        let (line, row) = row?;
        if row[a].trim().is_empty() || row[b].trim().is_empty() {
            skipped.alone.add(line);
            continue;
        }
        let (x, y) = (ids.find(&row[a]), ids.find(&row[b]));
        let (Some(x), Some(y)) = (x, y) else {
            skipped.unknown(line, row[if x.is_some() { b } else { a }].trim());
            continue;
        };
        let [of_x, of_y] = contents.map(|column| checksum(&row, column, line));
        let is_current = |doc: DocNo, content: Option<Checksum>| {
            content.is_none_or(|content| content == Checksum::new(collection, doc))
        };
        if !is_current(x, of_x?) || !is_current(y, of_y?) {
            skipped.outdated.add(line);
            continue;
        }
        if x == y {
            bail!("line {line} of the labels pairs {:?} with itself", &row[a]);
        }
        let name = row[label].trim();
        let negative = negative.iter().any(|n| n.eq_ignore_ascii_case(name));
        if is_missing(name) && !negative {
            skipped.missing.add(line);
            continue;
        }
        if name.eq_ignore_ascii_case(UNSURE) && !negative {
            unsure.insert((x.min(y), x.max(y)));
            continue;
        }
        let index = names.iter().position(|n| n == name).unwrap_or_else(|| {
            names.push(name.to_owned());
            names.len() - 1
        });
        let labelled = LabelledPair {
            a: x.min(y),
            b: x.max(y),
            label: u16::try_from(index)
                .context("the labels have more than 65,536 different names")?,
            positive: !negative,
        };
        match seen.entry((labelled.a, labelled.b)) {
            Entry::Vacant(slot) => {
                slot.insert((line, labelled));
            }
            Entry::Occupied(slot) => {
                let (before, first) = slot.get();
                let is_other = first.positive != labelled.positive;
                if is_other && refuted.insert(*slot.key()) {
                    skipped.contradicted.add_against(*before, line);
                } else {
                    skipped.repeated.add(line);
                }
            }
        }
    }
    unsure.retain(|pair| !refuted.contains(pair));
    seen.retain(|pair, _| !refuted.contains(pair) && !unsure.contains(pair));
    skipped.unsure = unsure.len() as u64;
    let left_out = refuted.into_iter().chain(unsure).collect();
    let mut pairs: Vec<LabelledPair> = seen.into_values().map(|(_, labelled)| labelled).collect();
    pairs.sort_unstable_by_key(|pair| (pair.a, pair.b));
    skipped.by_name = ids.by_name_only;
    finish(pairs, left_out, names, &skipped)
}

fn of_classes(
    mut reader: csv::Reader<&[u8]>,
    [document, class]: [usize; 2],
    collection: &Collection,
) -> anyhow::Result<Labels> {
    let mut classes: HashMap<String, u32> = HashMap::new();
    let mut class_of: HashMap<DocNo, (u64, u32)> = HashMap::new();
    let mut refuted: HashSet<DocNo> = HashSet::new();
    let (mut skipped, mut ids) = (Skipped::new(collection), Ids::new(collection));
    for row in rows(&mut reader, document.max(class) + 1) {
        let (line, row) = row?;
        let Some(doc) = ids.find(&row[document]) else {
            skipped.unknown(line, row[document].trim());
            continue;
        };
        let class = row[class].trim();
        if is_missing(class) {
            skipped.missing.add(line);
            continue;
        }
        let next = classes.len() as u32;
        let class = *classes.entry(class.to_owned()).or_insert(next);
        let (before, first) = *class_of.entry(doc).or_insert((line, class));
        if first != class && refuted.insert(doc) {
            skipped.contradicted.add_against(before, line);
        }
    }
    let mut documents: Vec<(DocNo, u32)> = class_of
        .into_iter()
        .filter(|(doc, _)| !refuted.contains(doc))
        .map(|(doc, (_, class))| (doc, class))
        .collect();
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
    // What is in two classes is in no pair that counts.
    let of_refuted = refuted.len() as u64 * collection.len() as u64;
    if of_refuted > MOST {
        bail!(
            "{} are in two classes, which stands for {of_refuted} pairs that are excluded, more than the {MOST} that are held; give each one class",
            units::counted(refuted.len() as u64, "document", "documents")
        );
    }
    let mut left_out = Vec::with_capacity(of_refuted as usize);
    for doc in &refuted {
        let others = collection.documents().filter(|other| other != doc);
        let once = others.filter(|other| other > doc || !refuted.contains(other));
        left_out.extend(once.map(|other| (other.min(*doc), other.max(*doc))));
    }
    skipped.by_name = ids.by_name_only;
    let names = vec!["same class".to_owned(), "other class".to_owned()];
    finish(pairs, left_out, names, &skipped)
}

/// Drops the names that no pair has: all of their rows repeat others, or are left out.
fn keep_used(names: &mut Vec<String>, pairs: &mut [LabelledPair]) {
    let mut used = vec![false; names.len()];
    for pair in &*pairs {
        used[usize::from(pair.label)] = true;
    }
    let mut number = 0;
    let numbers: Vec<u16> = used
        .iter()
        .map(|used| {
            let own = number;
            number += u16::from(*used);
            own
        })
        .collect();
    for pair in pairs {
        pair.label = numbers[usize::from(pair.label)];
    }
    let mut used = used.into_iter();
    names.retain(|_| used.next() == Some(true));
}

fn finish(
    mut pairs: Vec<LabelledPair>,
    mut left_out: Vec<(DocNo, DocNo)>,
    mut names: Vec<String>,
    skipped: &Skipped,
) -> anyhow::Result<Labels> {
    if pairs.is_empty() {
        let (unknown, alone) = (&skipped.unknown, &skipped.alone);
        if unknown.number > 0 {
            bail!(
                "no row of the labels names a pair of this corpus; line {} has {:?}, but ids are paths relative to the corpus, as `pairs` prints them (like {:?})",
                unknown.line,
                skipped.unknown_id,
                skipped.known_id
            );
        }
        if skipped.contradicted.number > 0 {
            let LeftOut { before, line, .. } = skipped.contradicted;
            bail!(
                "no row of the labels counts: what they name has contradictory labels, as on lines {before} and {line}; keep one of the two"
            );
        }
        if skipped.outdated.number > 0 {
            bail!(
                "no row of the labels counts: the texts of {} have changed since they were labelled, the first on line {}; label them again",
                units::counted(skipped.outdated.number, "row", "rows"),
                skipped.outdated.line
            );
        }
        if alone.number > 0 {
            bail!(
                "no row of the labels names a pair: line {} has one document only",
                alone.line
            );
        }
        if skipped.missing.number > 0 {
            bail!("no row of the labels has a label: all are empty, NaN, NA or null");
        }
        bail!("the labels have no rows");
    }
    left_out.sort_unstable();
    keep_used(&mut names, &mut pairs);
    Ok(Labels {
        pairs,
        names,
        remarks: skipped.remarks(),
        left_out,
    })
}

#[cfg(test)]
mod tests;
