//! Known passages from a CSV file, and the measures of passages found, by kind.

use anyhow::{Context, bail};

use super::passage_measures::{Aligned, PassageMeasures, measure};
use crate::base::small_table;
use crate::index::Collection;

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
