//! The list of dates that `--dates` gives.

use std::collections::HashMap;
use std::path::Path;

use anyhow::Context;

use crate::base::Date;
use crate::base::files::whole_file;
use crate::base::small_table;
use crate::base::small_table::decoded;

/// Reads a table with the columns `id` and `date`. A row without a date is left out.
///
/// # Errors
/// A file that cannot be read, a missing column, something that is no date, and a document with two dates. The
/// message names the file and the line.
pub(super) fn read(path: &Path) -> anyhow::Result<HashMap<String, Date>> {
    let name = path.display();
    let bytes = whole_file(path).with_context(|| format!("cannot read {name}"))?;
    parse(bytes).with_context(|| format!("cannot use the dates in {name}"))
}

fn parse(bytes: Vec<u8>) -> anyhow::Result<HashMap<String, Date>> {
    let text = decoded(bytes)?;
    let mut reader = small_table::reader(&text)?;
    let [id, date] = small_table::columns(reader.headers()?, ["id", "date"])?;
    let mut dates = HashMap::new();
    for row in reader.records() {
        let row = row?;
        let line = row.position().map_or(0, csv::Position::line);
        let (Some(id), Some(text)) = (row.get(id), row.get(date)) else {
            anyhow::bail!("line {line} has too few columns");
        };
        if text.trim().is_empty() {
            continue;
        }
        let date = Date::parse(text).with_context(|| {
            format!("line {line}: {text:?} is no date; write 2024-05-01 or 2024-05-01 12:30")
        })?;
        let known = dates.insert(id.to_owned(), date);
        if let Some(known) = known.filter(|known| *known != date) {
            anyhow::bail!("line {line}: {id:?} has two dates, {known} and {date}");
        }
    }
    Ok(dates)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_dates_is_read_and_what_is_no_date_named_with_its_line() {
        let dates = parse(b"id;date\na.txt;2024-05-01\nb.txt;\n".to_vec()).unwrap();
        assert_eq!(dates.len(), 1);
        assert_eq!(dates["a.txt"].to_string(), "2024-05-01");
        let wrong = |text: &str| format!("{:#}", parse(text.into()).unwrap_err());
        let soon = wrong("id,date\na,2024-05-01\nb,soon\n");
        assert!(
            soon.contains("line 3") && soon.contains("\"soon\""),
            "{soon}"
        );
        assert!(wrong("document,date\n").contains("no column \"id\""));
        assert!(wrong("id,date\na,2024-05-01\na,2024-05-02\n").contains("two dates"));
        assert!(wrong("id,date\na,\"2024-05-01\nb,2024-05-02\n").contains("never closed"));
    }
}
