//! Near-duplicate pairs of a JSON Lines file by the crate gaoya: the same terms and shingles as
//! shinglescope, 200 values in 25 bands of 8 rows, pairs whose estimate reaches the threshold.

use std::io::{self, BufRead, BufReader, BufWriter, Write};

use gaoya::minhash::{MinHashIndex, MinHasher, MinHasher32};
use serde::Deserialize;

const SHINGLE: usize = 4;
const BANDS: usize = 25;
const ROWS: usize = 8;

#[derive(Deserialize)]
struct Row<'a> {
    id: &'a str,
    text: String,
}

/// Runs of letters and digits, lower-cased.
fn terms(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|run| !run.is_empty())
        .map(str::to_lowercase)
        .collect()
}

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, path, threshold] = arguments.as_slice() else {
        return Err(io::Error::other("usage: peer-gaoya FILE.jsonl THRESHOLD"));
    };
    let threshold: f64 = threshold.parse().map_err(io::Error::other)?;
    let hasher = MinHasher32::new(BANDS * ROWS);
    let mut index: MinHashIndex<u32, u32> = MinHashIndex::new(BANDS, ROWS, threshold);
    let mut names: Vec<String> = Vec::new();
    let mut out = BufWriter::new(io::stdout().lock());
    for line in BufReader::new(std::fs::File::open(path)?).lines() {
        let line = line?;
        let row: Row = serde_json::from_str(&line)?;
        let terms = terms(&row.text);
        let length = SHINGLE.min(terms.len()).max(1);
        let sketch = hasher.create_signature(terms.windows(length));
        let number = names.len() as u32;
        names.push(row.id.to_owned());
        // Query before insertion, so that each pair is reported once.
        for (other, _) in index.query_owned_return_similarity(&sketch) {
            writeln!(out, "{},{}", names[other as usize], row.id)?;
        }
        index.insert(number, sketch);
    }
    out.flush()
}
