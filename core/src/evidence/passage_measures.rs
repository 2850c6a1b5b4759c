//! Measures of passages found against known ones, from a CSV file: those of the text alignment tasks at PAN (Potthast, Stein,
//! Barrón-Cedeño, Rosso 2010), over the characters of both documents, of all passages and by kind.

use crate::base::small_table;
use crate::base::{DocNo, ranges};
use crate::index::Collection;
use anyhow::{Context, bail};

/// A passage: two ranges of characters, `start..end`, in two documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Aligned {
    /// A document.
    pub a: DocNo,
    /// The other one.
    pub b: DocNo,
    /// The range in `a`.
    pub in_a: (u32, u32),
    /// The range in `b`.
    pub in_b: (u32, u32),
}

impl Aligned {
    /// The same passage with the smaller document number first.
    pub fn ordered(self) -> Self {
        if self.a <= self.b {
            return self;
        }
        Aligned {
            a: self.b,
            b: self.a,
            in_a: self.in_b,
            in_b: self.in_a,
        }
    }

    fn pair(&self) -> (DocNo, DocNo) {
        (self.a, self.b)
    }

    fn sides(&self) -> [(u32, u32); 2] {
        [self.in_a, self.in_b]
    }

    fn characters(&self) -> u64 {
        self.sides().into_iter().map(length).sum()
    }

    /// Whether they have characters in common on both sides: then one detects the other.
    fn detects(&self, other: &Aligned) -> bool {
        let sides = self.sides().into_iter().zip(other.sides());
        self.pair() == other.pair() && sides.into_iter().all(|(x, y)| length(common(x, y)) > 0)
    }
}

/// How well passages were found. A passage *detects* a known one if they have characters in common in both
/// documents.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PassageMeasures {
    /// Known passages.
    pub relevant: usize,
    /// Known passages that are detected.
    pub detected: usize,
    /// Passages found.
    pub retrieved: usize,
    /// Mean share of a known passage's characters that stand in passages that detect it.
    pub recall: f64,
    /// Mean share of a found passage's characters that stand in known passages that it detects.
    pub precision: f64,
    /// Mean number of found passages for a detected one; 1 without any.
    pub granularity: f64,
    /// Harmonic mean of recall and precision, divided by log₂(1 + granularity).
    pub plagdet: f64,
    /// Share of all characters of known passages that stand in passages that detect them.
    pub character_recall: f64,
    /// Share of all characters of found passages that stand in known passages that they detect.
    pub character_precision: f64,
}

/// Measures the passages `found` against those `known`. Recall of none known and precision of none found are
/// 1, as nothing was missed and nothing wrong.
pub fn measure(known_passages: &[Aligned], passages: &[Aligned]) -> PassageMeasures {
    let mut known_passages: Vec<Aligned> = known_passages.iter().map(|p| p.ordered()).collect();
    let mut passages: Vec<Aligned> = passages.iter().map(|p| p.ordered()).collect();
    known_passages.sort_unstable();
    passages.sort_unstable();
    let known_coverage = Covered::new(&known_passages, &passages);
    let detected_coverage = Covered::new(&passages, &known_passages);
    let granularity = match known_coverage.detected {
        0 => 1.0,
        detected => known_coverage.detections as f64 / detected as f64,
    };
    let (recall, precision) = (known_coverage.mean(), detected_coverage.mean());
    let harmonic = match recall + precision {
        sum if sum > 0.0 => 2.0 * recall * precision / sum,
        _ => 0.0,
    };
    PassageMeasures {
        relevant: known_passages.len(),
        detected: known_coverage.detected,
        retrieved: passages.len(),
        recall,
        precision,
        granularity,
        plagdet: harmonic / (1.0 + granularity).log2(),
        character_recall: known_coverage.character_share(),
        character_precision: detected_coverage.character_share(),
    }
}

/// How far passages are covered by others that they have characters in common with.
#[derive(Default)]
struct Covered {
    passages: usize,
    /// Sum of the shares covered.
    shares: f64,
    detected: usize,
    detections: usize,
    /// Characters in any of the passages, and of these the covered ones; each counted once for each pair of
    /// documents.
    all: u64,
    covered: u64,
}

impl Covered {
    /// Both lists are sorted.
    fn new(these: &[Aligned], others: &[Aligned]) -> Self {
        let mut sums = Covered::default();
        for in_pair in these.chunk_by(|x, y| x.pair() == y.pair()) {
            let pair = in_pair[0].pair();
            let from = others.partition_point(|other| other.pair() < pair);
            let until = others.partition_point(|other| other.pair() <= pair);
            let mut all = [Vec::new(), Vec::new()];
            let mut covered = [Vec::new(), Vec::new()];
            for one in in_pair {
                let mut parts = [Vec::new(), Vec::new()];
                let detecting = others[from..until]
                    .iter()
                    .filter(|other| one.detects(other));
                let mut detections = 0;
                for other in detecting {
                    detections += 1;
                    for (side, (x, y)) in one.sides().into_iter().zip(other.sides()).enumerate() {
                        parts[side].push(common(x, y));
                    }
                }
                sums.passages += 1;
                sums.detected += usize::from(detections > 0);
                sums.detections += detections;
                for (side, range) in one.sides().into_iter().enumerate() {
                    all[side].push(range);
                    covered[side].extend_from_slice(&parts[side]);
                }
                let share: u64 = parts.into_iter().map(ranges::covered).sum();
                sums.shares += share as f64 / one.characters().max(1) as f64;
            }
            sums.all += all.into_iter().map(ranges::covered).sum::<u64>();
            sums.covered += covered.into_iter().map(ranges::covered).sum::<u64>();
        }
        sums
    }

    fn mean(&self) -> f64 {
        match self.passages {
            0 => 1.0,
            passages => self.shares / passages as f64,
        }
    }

    fn character_share(&self) -> f64 {
        match self.all {
            0 => 1.0,
            all => self.covered as f64 / all as f64,
        }
    }
}

fn common(x: (u32, u32), y: (u32, u32)) -> (u32, u32) {
    (x.0.max(y.0), x.1.min(y.1))
}

fn length((start, end): (u32, u32)) -> u64 {
    u64::from(end.saturating_sub(start))
}

/// The columns that a file must have; `kind` is optional, others are ignored.
const COLUMNS: [&str; 6] = ["a", "a_start", "a_end", "b", "b_start", "b_end"];

/// A known passage with its kind; empty without a column `kind`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownPassage {
    /// Where it stands.
    pub aligned: Aligned,
    /// Its kind.
    pub kind: String,
}

/// Parses known passages for the documents of `collection`: columns a, a_start, a_end, b, b_start and b_end, in
/// characters of the decoded texts, ends exclusive, and `kind` if there is one.
///
/// # Errors
/// A missing column, an unknown document, or a range that is none; the message names the line.
pub fn parse(csv: &str, collection: &Collection) -> anyhow::Result<Vec<KnownPassage>> {
    let mut reader = small_table::reader(csv)?;
    let headers = reader.headers()?.clone();
    let places = small_table::columns(&headers, COLUMNS)?;
    let kind = headers.iter().position(|header| header == "kind");
    let mut passages = Vec::new();
    for record in reader.records() {
        let record = record?;
        let line = record.position().map_or(0, csv::Position::line);
        let text = |at: usize| record.get(at).unwrap_or_default();
        let document = |at: usize| {
            let id = text(at);
            collection
                .find(id)
                .with_context(|| format!("line {line}: no document {id:?} in this corpus"))
        };
        let range = |start: usize, end: usize| {
            let number = |at: usize| {
                let text = text(at).trim();
                text.parse::<u32>()
                    .with_context(|| format!("line {line}: {text:?} is not a number of characters"))
            };
            let range = (number(start)?, number(end)?);
            if range.0 >= range.1 {
                bail!(
                    "line {line}: a passage from {} to {} is empty",
                    range.0,
                    range.1
                );
            }
            Ok(range)
        };
        let [a, a_start, a_end, b, b_start, b_end] = places;
        let aligned = Aligned {
            a: document(a)?,
            b: document(b)?,
            in_a: range(a_start, a_end)?,
            in_b: range(b_start, b_end)?,
        };
        if aligned.a == aligned.b {
            bail!("line {line}: a passage from a document to itself");
        }
        passages.push(KnownPassage {
            aligned: aligned.ordered(),
            kind: kind.map_or("", text).to_owned(),
        });
    }
    if passages.is_empty() {
        bail!("there is no passage in it");
    }
    Ok(passages)
}

/// The measures of each kind, in the order of names, and of all passages under the name `all`. A passage found
/// counts for a kind if the two documents have a known passage of that kind; between two documents without any
/// known passage it counts under `all` only.
pub fn by_kind(
    known_passages: &[KnownPassage],
    passages: &[Aligned],
) -> Vec<(String, PassageMeasures)> {
    let all: Vec<Aligned> = known_passages
        .iter()
        .map(|passage| passage.aligned)
        .collect();
    let mut kinds: Vec<&str> = known_passages
        .iter()
        .map(|passage| passage.kind.as_str())
        .collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds.retain(|kind| !kind.is_empty());
    let mut passages: Vec<Aligned> = passages.iter().map(|passage| passage.ordered()).collect();
    passages.sort_unstable();
    let of_kind = |kind: &str| {
        let these = known_passages.iter().filter(|passage| passage.kind == kind);
        let these: Vec<Aligned> = these.map(|passage| passage.aligned).collect();
        let mut pairs: Vec<_> = these.iter().map(|p| (p.a, p.b)).collect();
        pairs.sort_unstable();
        pairs.dedup();
        let within = |p: &&Aligned| pairs.binary_search(&(p.a, p.b)).is_ok();
        let passages: Vec<Aligned> = passages.iter().filter(within).copied().collect();
        (kind.to_owned(), measure(&these, &passages))
    };
    let mut rows: Vec<(String, PassageMeasures)> = kinds.into_iter().map(of_kind).collect();
    rows.push(("all".to_owned(), measure(&all, &passages)));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::DocNo;
    use crate::index::{Collection, made};
    use crate::settings::Sketching;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    type Characters = BTreeSet<(DocNo, DocNo, bool, u32)>;

    fn characters(p: &Aligned) -> Characters {
        let side = |right, (start, end): (u32, u32)| (start..end).map(move |at| (right, at));
        let all = side(false, p.in_a).chain(side(true, p.in_b));
        all.map(|(right, at)| (p.a, p.b, right, at)).collect()
    }

    /// The definitions, over sets of characters.
    fn brute(known_passages: &[Aligned], passages: &[Aligned]) -> PassageMeasures {
        let detects = |s: &Aligned, r: &Aligned| {
            let both: Characters = characters(s)
                .intersection(&characters(r))
                .copied()
                .collect();
            both.iter().any(|c| c.2) && both.iter().any(|c| !c.2)
        };
        let part = |one: &Aligned, others: &[Aligned]| -> Characters {
            let detecting = others.iter().filter(|other| detects(one, other));
            let joined: Characters = detecting.flat_map(characters).collect();
            characters(one).intersection(&joined).copied().collect()
        };
        let mean = |these: &[Aligned], others: &[Aligned]| {
            let shares = these
                .iter()
                .map(|one| part(one, others).len() as f64 / characters(one).len() as f64);
            if these.is_empty() {
                1.0
            } else {
                shares.sum::<f64>() / these.len() as f64
            }
        };
        let character_share = |these: &[Aligned], others: &[Aligned]| {
            let all: Characters = these.iter().flat_map(characters).collect();
            let covered: Characters = these.iter().flat_map(|one| part(one, others)).collect();
            if all.is_empty() {
                1.0
            } else {
                covered.len() as f64 / all.len() as f64
            }
        };
        let counts: Vec<usize> = known_passages
            .iter()
            .map(|s| passages.iter().filter(|r| detects(s, r)).count())
            .filter(|n| *n > 0)
            .collect();
        let granularity = match counts.len() {
            0 => 1.0,
            n => counts.iter().sum::<usize>() as f64 / n as f64,
        };
        let (recall, precision) = (
            mean(known_passages, passages),
            mean(passages, known_passages),
        );
        let f = if recall + precision > 0.0 {
            2.0 * recall * precision / (recall + precision)
        } else {
            0.0
        };
        PassageMeasures {
            relevant: known_passages.len(),
            detected: counts.len(),
            retrieved: passages.len(),
            recall,
            precision,
            granularity,
            plagdet: f / (1.0 + granularity).log2(),
            character_recall: character_share(known_passages, passages),
            character_precision: character_share(passages, known_passages),
        }
    }

    fn passage() -> impl Strategy<Value = Aligned> {
        let range = || (0_u32..30, 1_u32..12).prop_map(|(start, length)| (start, start + length));
        ((0_u32..2, 2_u32..4), range(), range()).prop_map(|((a, b), in_a, in_b)| Aligned {
            a: DocNo(a),
            b: DocNo(b),
            in_a,
            in_b,
        })
    }

    proptest! {
        #[test]
        fn measures_equal_their_definitions(
            reference in prop::collection::vec(passage(), 0..8), passages in prop::collection::vec(passage(), 0..8),
        ) {
            let (got, want) = (measure(&reference, &passages), brute(&reference, &passages));
            let figures = |m: &PassageMeasures| [
                m.recall, m.precision, m.granularity, m.plagdet, m.character_recall, m.character_precision,
            ];
            prop_assert_eq!((got.relevant, got.detected, got.retrieved), (want.relevant, want.detected, want.retrieved));
            for (got, want) in figures(&got).into_iter().zip(figures(&want)) {
                prop_assert!((got - want).abs() < 1e-12, "{got} {want}");
            }
        }
    }

    #[test]
    fn a_passage_found_in_two_parts_has_granularity_2() {
        let part = |start, end| Aligned {
            a: DocNo(0),
            b: DocNo(1),
            in_a: (start, end),
            in_b: (start, end),
        };
        let all = measure(&[part(0, 10)], &[part(0, 5), part(5, 10)]);
        assert_eq!(
            (all.recall, all.precision, all.granularity),
            (1.0, 1.0, 2.0)
        );
        assert!((all.plagdet - 1.0 / 3_f64.log2()).abs() < 1e-12);
    }

    /// Documents 00000000, 00000001 and so on.
    fn collection(documents: usize) -> Collection {
        made::collection(&vec![vec![1, 2, 3]; documents], Sketching::default())
    }

    #[test]
    fn a_file_of_known_passages() {
        let documents = collection(3);
        let csv = "kind,a,a_start,a_end,b,b_start,b_end,note\nsame,00000001,1,5,00000000,10,14,-\n,00000000,0,2,00000002,3,9,\n";
        let known_passages = parse(csv, &documents).unwrap();
        assert_eq!(known_passages[0].kind, "same");
        let aligned = known_passages[0].aligned;
        assert_eq!((aligned.a, aligned.in_a), (DocNo(0), (10, 14)));
        assert_eq!((aligned.b, aligned.in_b), (DocNo(1), (1, 5)));
        let passages = [
            aligned,
            Aligned {
                in_a: (50, 60),
                in_b: (50, 60),
                ..aligned
            },
            Aligned {
                a: DocNo(1),
                b: DocNo(2),
                ..aligned
            },
        ];
        let rows = by_kind(&known_passages, &passages);
        let names: Vec<&str> = rows.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["same", "all"]);
        assert_eq!(
            (rows[0].1.relevant, rows[0].1.retrieved, rows[0].1.precision),
            (1, 2, 0.5)
        );
        assert_eq!(
            (rows[1].1.relevant, rows[1].1.retrieved, rows[1].1.detected),
            (2, 3, 1)
        );
    }

    #[test]
    fn errors_name_the_line() {
        let documents = collection(2);
        let head = "a,a_start,a_end,b,b_start,b_end\n";
        for (rows, want) in [
            (
                "00000000,1,2,w,3,4\n",
                "line 2: no document \"w\" in this corpus",
            ),
            (
                "00000000,1,2,00000001,3,4\n00000000,5,5,00000001,1,2\n",
                "line 3: a passage from 5 to 5 is empty",
            ),
            (
                "00000000,-1,2,00000001,3,4\n",
                "line 2: \"-1\" is not a number of characters",
            ),
            (
                "00000000,1,2,00000000,3,4\n",
                "line 2: a passage from a document to itself",
            ),
            ("", "there is no passage in it"),
        ] {
            let error = parse(&format!("{head}{rows}"), &documents).unwrap_err();
            assert_eq!(error.to_string(), want);
        }
        let error = parse("a,b\nx,y\n", &documents).unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("there is no column \"a_start\""),
            "{error}"
        );
    }
}
