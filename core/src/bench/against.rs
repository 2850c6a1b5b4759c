//! Ratios of a run held against those of an earlier one: a table that `bench --format csv` printed.

use std::collections::HashMap;

use anyhow::{Context, ensure};

use super::Row;

/// Share by which a ratio may be worse than in the table.
pub const ALLOWED: f64 = 0.1;

/// A ratio that is worse than in the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Worse {
    /// Name of the measurement, and what it is a ratio to.
    pub what: String,
    /// Ratio of the table.
    pub before: f64,
    /// Ratio of this run.
    pub now: f64,
}

/// The ratios of `rows` that are worse by more than [`ALLOWED`] than those of the same measurements in `table`, a
/// CSV table of an earlier run. A measurement that only one of them has is no regression.
///
/// # Errors
/// A table without the columns `what`, `ratio` and `to`, or without one ratio of these rows.
pub fn worse(rows: &[Row], table: &str) -> anyhow::Result<Vec<Worse>> {
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let headers = reader.headers()?.clone();
    let column = |name: &str| {
        let at = headers.iter().position(|header| header == name);
        at.with_context(|| format!("the table has no column {name}"))
    };
    let (what, unit) = (column("what")?, column("unit")?);
    let (ratio, to) = (column("ratio")?, column("to")?);
    let mut before = HashMap::new();
    for record in reader.records() {
        let record = record?;
        if let Ok(value) = record[ratio].parse::<f64>() {
            let key = [what, unit, to].map(|at| record[at].to_owned());
            before.insert(key, value);
        }
    }
    let (mut found, mut compared) = (Vec::new(), 0);
    for row in rows {
        let key = [row.what.as_str(), row.unit, row.to].map(str::to_owned);
        let Some((now, before)) = row.ratio.zip(before.get(&key)) else {
            continue;
        };
        compared += 1;
        let factor = match row.more_is_better() {
            true => before / now,
            false => now / before,
        };
        if factor > 1.0 + ALLOWED {
            found.push(Worse {
                what: format!("{} / {}", row.what, row.to),
                before: *before,
                now,
            });
        }
    }
    ensure!(
        compared > 0,
        "the table has none of the ratios measured here"
    );
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "what,value,unit,ratio,to,wanted\n\
        index,3,CPU s,1.2,tantivy,\n\
        speed-up,3,ms,1.8,two threads,ratio >= 1.9\n\
        documents,9,,,,\n";

    fn rows(index: f64, speed_up: f64) -> Vec<Row> {
        let row = |what: &str, unit, ratio, to| Row {
            ratio: Some(ratio),
            to,
            ..Row::new(what, 1.0, unit)
        };
        vec![
            row("index", "CPU s", index, "tantivy"),
            row("speed-up", "ms", speed_up, "two threads").wanted("ratio >= 1.9"),
            row("new", "ms", 9.0, "something"),
            Row::new("documents", 1.0, ""),
        ]
    }

    #[test]
    fn what_is_worse_by_more_than_a_tenth_is_found() {
        let found = |index, speed_up| {
            let worse = worse(&rows(index, speed_up), TABLE).unwrap();
            let names = worse.into_iter().map(|worse| worse.what);
            names.collect::<Vec<String>>()
        };
        assert!(found(1.3, 1.7).is_empty());
        assert!(found(0.3, 2.7).is_empty());
        assert_eq!(found(1.33, 1.7), ["index / tantivy"]);
        assert_eq!(found(1.0, 1.6), ["speed-up / two threads"]);
    }

    #[test]
    fn a_table_of_something_else_is_an_error() {
        assert!(worse(&rows(1.0, 1.0), "a,b\n1,2\n").is_err());
        let empty = worse(&rows(1.0, 1.0), "what,value,unit,ratio,to,wanted\n");
        assert!(empty.is_err());
    }

    #[test]
    fn a_greater_rate_is_better() {
        let table = "what,value,unit,ratio,to,wanted\nsketch,9,M shingles/CPU s,50,plain,\n";
        let row = |ratio| Row {
            ratio: Some(ratio),
            to: "plain",
            ..Row::new("sketch", 1.0, "M shingles/CPU s")
        };
        assert_eq!(worse(&[row(60.0)], table).unwrap(), []);
        let found = worse(&[row(40.0)], table).unwrap();
        assert_eq!((found[0].before, found[0].now), (50.0, 40.0));
    }
}
