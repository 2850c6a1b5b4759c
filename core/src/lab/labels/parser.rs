//! Parsing of a label file: its header, its rows with their documents, and excluded rows.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};

use anyhow::{Context, bail};

use super::{Checksum, LabelledPair, Labels, UNSURE};
use crate::base::{DocNo, small_table, units};
use crate::index::Collection;

/// Maximum number of pairs implied by classes; all of them are stored.
const MAX_PAIRS: u64 = 20_000_000;

/// Context of an error of the CSV reader.
const UNREADABLE: &str = "the labels cannot be read";

impl Labels {
    /// Parses the labels in `csv` for the documents of `collection`. `negative` lists the names
    /// that mean independent, `columns` the columns that are read: three of pairs, two of classes, or none for the
    /// default ones.
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
        let first_line = header.iter().take(6).collect::<Vec<_>>().join(",");
        let column = |name: &str| {
            let mut names = header.iter();
            names.position(|h| h.eq_ignore_ascii_case(name.trim()))
        };
        let indices_of = |names: &[&str]| -> Option<Vec<usize>> {
            names.iter().map(|name| column(name)).collect()
        };
        let indices = if columns.is_empty() {
            indices_of(&["a", "b", "label"]).or_else(|| indices_of(&["document", "class"]))
        } else {
            let index = |name: &String| {
                let missing =
                    || format!("the labels have no column {name:?}; line 1 is {first_line}");
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
                "line 1 of the labels ({first_line}) is not a known header; name its columns a,b,label or document,class, or give --label-columns"
            ),
        }
    }
}

/// A label file while it is parsed.
struct Parser<'c> {
    reader: csv::Reader<&'c [u8]>,
    collection: &'c Collection,
    /// Documents by the id of their row in its file, `None` for several documents; built when the first unknown id
    /// occurs.
    own_ids: Option<HashMap<&'c str, Option<DocNo>>>,
    /// Excluded rows by reason: their number, the line of the first one, and its error.
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

    fn exclude(&mut self, line: u64, reason: &'static str, example: &str) {
        let first = || (0, line, example.trim().to_owned());
        self.excluded.entry(reason).or_insert_with(first).0 += 1;
    }

    /// Returns the document with this id, with the trimmed id, or the only document whose row has this id within its
    /// file. Excludes the row if there is none.
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
                    let (earlier_line, first) = slot.get();
                    if first.map(|first| first.positive) != positive {
                        self.contradictions.push([*earlier_line, line]);
                    } else if is_sure {
                        self.exclude(line, "a pair that has its label already", "");
                    }
                }
            }
        }
        for (pair, (_, labelled)) in seen {
            match labelled {
                Some(labelled) => labels.pairs.push(labelled),
                None => labels.unsure.push(pair),
            }
        }
        labels.pairs.sort_unstable_by_key(|pair| (pair.a, pair.b));
        labels.unsure.sort_unstable();
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
            let (earlier_line, first) = *class_of.entry(doc).or_insert((line, class));
            if first != class {
                self.contradictions.push([earlier_line, line]);
            }
        }
        let documents: Vec<(DocNo, u32)> = class_of
            .into_iter()
            .map(|(doc, (_, class))| (doc, class))
            .collect();
        let count = documents.len() as u64 * (documents.len() as u64).saturating_sub(1) / 2;
        if count > MAX_PAIRS {
            bail!(
                "classes of {} documents make {count} pairs, more than the maximum of {MAX_PAIRS}; label fewer documents, or pairs",
                documents.len()
            );
        }
        let mut pairs = Vec::with_capacity(count as usize);
        for (i, &(a, class_a)) in documents.iter().enumerate() {
            pairs.extend(documents[i + 1..].iter().map(|&(b, class_b)| LabelledPair {
                a,
                b,
                label: u16::from(class_a != class_b),
                positive: class_a == class_b,
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

    /// Returns the labels with remarks about excluded rows.
    ///
    /// # Errors
    /// Contradictory labels; no label.
    fn finish(self, mut labels: Labels) -> anyhow::Result<Labels> {
        if let Some([earlier_line, line]) = self.contradictions.first() {
            bail!(
                "{} another one, the first on lines {earlier_line} and {line}; keep one of the two",
                units::counted(
                    self.contradictions.len() as u64,
                    "row of the labels contradicts",
                    "rows of the labels contradict"
                )
            );
        }
        let remarks = self.excluded.iter().map(|(reason, (rows, line, example))| {
            let rows = units::counted(*rows, "row", "rows");
            let example = match example.as_str() {
                "" => String::new(),
                example => format!(": {example:?}"),
            };
            format!("{rows} excluded, the first on line {line}: {reason}{example}")
        });
        labels.remarks = remarks.collect();
        let unsure = labels.unsure.len() as u64;
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

/// Whether a cell is a usual mark for a missing value.
fn is_missing(cell: &str) -> bool {
    let is_named = ["nan", "null"]
        .iter()
        .any(|name| cell.eq_ignore_ascii_case(name));
    cell.is_empty() || cell == "NA" || is_named
}
