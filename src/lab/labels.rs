//! Ground-truth labels of pairs, read from a CSV file.
//!
//! Two forms are accepted. `a,b,label` labels a pair of documents; `document,class` assigns classes
//! to documents, and two documents of one class are a positive pair. Other columns are ignored. A
//! label means *independent* if it is one of the negative names; `unsure` is no label; every other label
//! means *near-duplicate* and is also counted separately.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use anyhow::{Context, bail};

use crate::base::DocNo;
use crate::collection::Collection;

/// Label of a pair that a person could not decide on; such a row counts as no label.
pub const UNSURE: &str = "unsure";

/// Default labels that mean independent.
pub const NEGATIVE: [&str; 4] = ["non", "not", "no", "0"];

/// Maximum number of pairs implied by classes; all of them are stored.
const MOST: u64 = 20_000_000;

/// Label of one pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Labelled {
    /// The document with the lower number.
    pub a: DocNo,
    /// The document with the higher number.
    pub b: DocNo,
    /// Index of the label's name in [`Labels::names`].
    pub label: u16,
    /// Whether the label means near-duplicate.
    pub positive: bool,
}

/// All labels of one file; each pair once, sorted by pair.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Labels {
    /// The labelled pairs, sorted by (a, b).
    pub pairs: Vec<Labelled>,
    /// Distinct label names, in order of first occurrence in the file.
    pub names: Vec<String>,
    /// Warnings about the file for the user, as sentences.
    pub remarks: Vec<String>,
}

impl Labels {
    /// Parses the labels in `csv` for the documents of `collection`. `negative` lists the names
    /// that mean independent.
    ///
    /// # Errors
    /// No header, or a header with the columns of neither form; a row that cannot be read;
    /// contradictory labels; no row with known documents. Messages name the line.
    pub fn read(csv: &str, negative: &[&str], collection: &Collection) -> anyhow::Result<Self> {
        let csv = csv.trim_start_matches('\u{feff}');
        if csv.trim().is_empty() {
            bail!(
                "the file of labels is empty; it must name the columns a,b,label or document,class"
            );
        }
        let mut reader = csv::ReaderBuilder::new()
            .flexible(true)
            .trim(csv::Trim::Headers)
            .from_reader(csv.as_bytes());
        let header = reader
            .headers()
            .context("the labels cannot be read")?
            .clone();
        let column = |name: &str| header.iter().position(|h| h.eq_ignore_ascii_case(name));
        if let (Some(a), Some(b), Some(label)) = (column("a"), column("b"), column("label")) {
            return of_pairs(reader, [a, b, label], negative, collection);
        }
        if let (Some(document), Some(class)) = (column("document"), column("class")) {
            return of_classes(reader, [document, class], collection);
        }
        bail!(
            "line 1 of the labels ({}) is no header that is understood; it must name the columns a,b,label or document,class",
            header.iter().take(4).collect::<Vec<_>>().join(",")
        )
    }

    /// Decodes the bytes of a label file as UTF-8.
    ///
    /// # Errors
    /// Invalid UTF-8; the message names the line.
    pub fn decoded(bytes: Vec<u8>) -> anyhow::Result<String> {
        String::from_utf8(bytes).map_err(|error| {
            let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = 1 + good.iter().filter(|byte| **byte == b'\n').count();
            anyhow::anyhow!("line {line} of the labels is not UTF-8; save the file as such")
        })
    }

    /// Number of (positive, negative) pairs.
    #[must_use]
    pub fn counts(&self) -> (usize, usize) {
        let positive = self.pairs.iter().filter(|pair| pair.positive).count();
        (positive, self.pairs.len() - positive)
    }

    /// Checks that the labels suffice for an evaluation; negative labels are optional if
    /// `rest_negative` counts unlabelled pairs as negative.
    ///
    /// # Errors
    /// Names the missing kind of label.
    pub fn serves(&self, rest_negative: bool) -> anyhow::Result<()> {
        match self.counts() {
            (1.., 0) if rest_negative => Ok(()),
            _ => self.two_sided(),
        }
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
                "all {n} labelled pairs are negative; precision and recall need positive ones too"
            ),
            (n, 0) => bail!(
                "all {n} labelled pairs are positive; give negative ones, name labels that mean independent (--negative), or count every unlabelled pair as negative (--rest negative)"
            ),
            _ => Ok(()),
        }
    }
}

/// Rows that are skipped: they name a document outside the corpus, or only one document.
#[derive(Default)]
struct Unknown {
    rows: u64,
    first: Option<(u64, String)>,
    /// Number of rows with one empty side, and the line of the first.
    alone: (u64, u64),
}

impl Unknown {
    fn met(&mut self, line: u64, id: &str) {
        self.rows += 1;
        self.first.get_or_insert((line, id.to_owned()));
    }

    fn alone(&mut self, line: u64) {
        self.alone.0 += 1;
        if self.alone.0 == 1 {
            self.alone.1 = line;
        }
    }

    fn remarks(&self) -> Vec<String> {
        let alone = match self.alone {
            (0, _) => None,
            (rows, line) => Some(format!(
                "{} one document only and {} left out, the first on line {line}",
                if rows == 1 {
                    "1 row names".into()
                } else {
                    format!("{rows} rows name")
                },
                if rows == 1 { "is" } else { "are" },
            )),
        };
        self.remark().into_iter().chain(alone).collect()
    }

    fn remark(&self) -> Option<String> {
        let (line, id) = self.first.as_ref()?;
        let rows = if self.rows == 1 {
            "1 row names".into()
        } else {
            format!("{} rows name", self.rows)
        };
        Some(format!(
            "{rows} a document that is not in this corpus and is left out, the first on line {line}: {id:?}"
        ))
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

/// The document with this id, or with this id without the white space around it.
fn find(collection: &Collection, id: &str) -> Option<DocNo> {
    collection.find(id).or_else(|| collection.find(id.trim()))
}

fn of_pairs(
    mut reader: csv::Reader<&[u8]>,
    [a, b, label]: [usize; 3],
    negative: &[&str],
    collection: &Collection,
) -> anyhow::Result<Labels> {
    let mut names: Vec<String> = Vec::new();
    let mut seen: HashMap<(DocNo, DocNo), (u64, Labelled)> = HashMap::new();
    let (mut unknown, mut repeated) = (Unknown::default(), (0_u64, 0_u64));
    let mut unsure = 0_u64;
    for row in rows(&mut reader, a.max(b).max(label) + 1) {
        let (line, row) = row?;
        if row[a].trim().is_empty() || row[b].trim().is_empty() {
            unknown.alone(line);
            continue;
        }
        let find = |id: &str| find(collection, id).ok_or_else(|| id.trim().to_owned());
        let (x, y) = match (find(&row[a]), find(&row[b])) {
            (Ok(x), Ok(y)) => (x, y),
            (Err(id), _) | (_, Err(id)) => {
                unknown.met(line, &id);
                continue;
            }
        };
        if x == y {
            bail!("line {line} of the labels pairs {:?} with itself", &row[a]);
        }
        let name = row[label].trim();
        if name.is_empty() {
            bail!("line {line} of the labels has no label");
        }
        let negative = negative.iter().any(|n| n.eq_ignore_ascii_case(name));
        if name.eq_ignore_ascii_case(UNSURE) && !negative {
            unsure += 1;
            continue;
        }
        let index = names.iter().position(|n| n == name).unwrap_or_else(|| {
            names.push(name.to_owned());
            names.len() - 1
        });
        let labelled = Labelled {
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
                let (before, known) = slot.get();
                if known.positive != labelled.positive {
                    bail!(
                        "line {line} of the labels calls {:?} and {:?} {name:?}, but line {before} calls them {:?}; keep one of the two",
                        &row[a],
                        &row[b],
                        names[usize::from(known.label)]
                    );
                }
                repeated.0 += 1;
                if repeated.1 == 0 {
                    repeated.1 = line;
                }
            }
        }
    }
    let mut remarks = unknown.remarks();
    if let (count @ 1.., line) = repeated {
        remarks.push(format!(
            "{count} {} a pair that has its label already and {} once, the first on line {line}",
            if count == 1 { "row names" } else { "rows name" },
            if count == 1 { "counts" } else { "count" },
        ));
    }
    if unsure > 0 {
        remarks.push(format!(
            "{unsure} {} labelled {UNSURE:?} and {} left out",
            if unsure == 1 { "pair is" } else { "pairs are" },
            if unsure == 1 { "is" } else { "are" },
        ));
    }
    let mut pairs: Vec<Labelled> = seen.into_values().map(|(_, labelled)| labelled).collect();
    pairs.sort_unstable_by_key(|pair| (pair.a, pair.b));
    finish(pairs, names, remarks, &unknown)
}

fn of_classes(
    mut reader: csv::Reader<&[u8]>,
    [document, class]: [usize; 2],
    collection: &Collection,
) -> anyhow::Result<Labels> {
    let mut classes: HashMap<String, u32> = HashMap::new();
    let mut of: HashMap<DocNo, (u64, u32)> = HashMap::new();
    let mut unknown = Unknown::default();
    for row in rows(&mut reader, document.max(class) + 1) {
        let (line, row) = row?;
        let Some(doc) = find(collection, &row[document]) else {
            unknown.met(line, row[document].trim());
            continue;
        };
        let class = row[class].trim();
        if class.is_empty() {
            bail!("line {line} of the labels has no class");
        }
        let next = classes.len() as u32;
        let class = *classes.entry(class.to_owned()).or_insert(next);
        if let Some((before, known)) = of.insert(doc, (line, class))
            && known != class
        {
            bail!(
                "line {line} of the labels puts {:?} into another class than line {before}; keep one of the two",
                &row[document]
            );
        }
    }
    let mut documents: Vec<(DocNo, u32)> = of
        .into_iter()
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
        pairs.extend(documents[i + 1..].iter().map(|&(b, of_b)| Labelled {
            a,
            b,
            label: u16::from(of_a != of_b),
            positive: of_a == of_b,
        }));
    }
    let names = vec!["same class".to_owned(), "other class".to_owned()];
    finish(pairs, names, unknown.remarks(), &unknown)
}

fn finish(
    pairs: Vec<Labelled>,
    names: Vec<String>,
    remarks: Vec<String>,
    unknown: &Unknown,
) -> anyhow::Result<Labels> {
    if pairs.is_empty() {
        match &unknown.first {
            Some((line, id)) => bail!(
                "no row of the labels names a pair of this corpus; line {line} has {id:?}, but ids are paths relative to the corpus, as `pairs` prints them"
            ),
            None if unknown.alone.0 > 0 => bail!(
                "no row of the labels names a pair: line {} has one document only",
                unknown.alone.1
            ),
            None => bail!("the labels have no rows"),
        }
    }
    Ok(Labels {
        pairs,
        names,
        remarks,
    })
}

#[cfg(test)]
mod tests;
