//! The table of measurements, printed for people or as CSV, and compared with the CSV table of an earlier run.

use std::collections::HashMap;

use anyhow::{Context, bail, ensure};

/// Factor by which a ratio may be worse than in an earlier table.
const TOLERANCE: f64 = 1.1;

/// One measurement.
pub struct BenchmarkRow {
    pub what: String,
    pub value: f64,
    /// Empty for plain numbers.
    pub unit: &'static str,
    /// The value divided by the value of a reference, and the name of the reference.
    pub ratio: Option<(f64, &'static str)>,
    /// Target for the value or the ratio; empty if there is none.
    pub target: &'static str,
}

impl BenchmarkRow {
    pub fn new(what: impl Into<String>, value: f64, unit: &'static str) -> Self {
        BenchmarkRow {
            what: what.into(),
            value,
            unit,
            ratio: None,
            target: "",
        }
    }

    /// Adds a reference with the value `reference`.
    pub fn over(self, reference: f64, name: &'static str) -> Self {
        BenchmarkRow {
            ratio: Some((self.value / reference, name)),
            ..self
        }
    }

    pub fn target(self, target: &'static str) -> Self {
        BenchmarkRow { target, ..self }
    }

    /// Whether a greater ratio is better: the value is a rate, or its target is a minimum.
    fn more_is_better(&self) -> bool {
        self.target.contains(">=") || self.unit.contains("/CPU s")
    }

    fn key(&self) -> Option<[String; 3]> {
        let (_, to) = self.ratio?;
        Some([&self.what, self.unit, to].map(str::to_owned))
    }
}

pub fn print(rows: &[BenchmarkRow]) {
    println!(
        "{:<52} {:>10} {:<18} {:>8} {:<31} target",
        "what", "value", "unit", "ratio", "to"
    );
    for row in rows {
        let (ratio, to) = match row.ratio {
            Some((ratio, to)) => (format!("{ratio:.2}"), to),
            None => (String::new(), ""),
        };
        let decimals = if row.value.fract() == 0.0 { 0 } else { 2 };
        let line = format!(
            "{:<52} {:>10.decimals$} {:<18} {ratio:>8} {to:<31} {}",
            row.what, row.value, row.unit, row.target
        );
        println!("{}", line.trim_end());
    }
}

/// Writes the table as CSV to standard output.
pub fn write_csv(rows: &[BenchmarkRow]) -> anyhow::Result<()> {
    let mut out = csv::Writer::from_writer(std::io::stdout());
    out.write_record(["what", "value", "unit", "ratio", "to", "target"])?;
    for row in rows {
        let (ratio, to) = match row.ratio {
            Some((ratio, to)) => (ratio.to_string(), to),
            None => (String::new(), ""),
        };
        let value = row.value.to_string();
        out.write_record([&row.what, &value, row.unit, &ratio, to, row.target])?;
    }
    out.flush()?;
    Ok(())
}

/// Fails if a ratio is more than a tenth worse than in `table`, a CSV table of an earlier run. Rows that only one
/// table has are ignored.
pub fn compare_with(rows: &[BenchmarkRow], table: &str) -> anyhow::Result<()> {
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let header = reader.headers()?.clone();
    let columns = ["what", "unit", "to", "ratio"].map(|name| {
        let column = header.iter().position(|column| column == name);
        column.with_context(|| format!("the table has no column {name}"))
    });
    let [what, unit, to, ratio] = columns;
    let (key, ratio) = ([what?, unit?, to?], ratio?);
    let mut earlier = HashMap::new();
    for record in reader.records() {
        let record = record?;
        if let Ok(value) = record[ratio].parse::<f64>() {
            earlier.insert(key.map(|column| record[column].to_owned()), value);
        }
    }
    let (mut compared, mut worse) = (0, Vec::new());
    for row in rows {
        let before = row.key().and_then(|key| earlier.get(&key));
        let Some(((current, to), before)) = row.ratio.zip(before) else {
            continue;
        };
        compared += 1;
        let factor = if row.more_is_better() {
            before / current
        } else {
            current / before
        };
        if factor > TOLERANCE {
            worse.push(format!(
                "{} / {to} {current:.2}, {before:.2} in the table",
                row.what
            ));
        }
    }
    ensure!(compared > 0, "the table has none of these ratios");
    if !worse.is_empty() {
        bail!("more than a tenth worse: {}", worse.join("; "));
    }
    Ok(())
}
