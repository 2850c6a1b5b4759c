//! Times of the tuning lab beside the time from files to clusters.

use super::Row;
use super::job::{Change, LabTimes, Outcome, Task};
use super::suite::{Suite, median_of};

/// Name of the reference.
const CLUSTERS: &str = "files to clusters";

impl Suite<'_> {
    /// Wall-clock times of the lab after two changes, over the time from files to clusters.
    ///
    /// # Errors
    /// As [`Suite::all`].
    pub fn lab(&self) -> anyhow::Result<Vec<Row>> {
        let mut rows = Vec::new();
        for change in [Change::Characters, Change::SingleTerms] {
            let name = change.name();
            (self.say)(&format!("{name}, until the first figures and until all"));
            let runs = (0..self.runs).map(|_| self.child(self.threads, Task::Lab(change)));
            let outcomes = runs.collect::<anyhow::Result<Vec<Outcome>>>()?;
            let time =
                |of: fn(&LabTimes) -> f64| median_of(&outcomes, |o| o.lab.as_ref().map_or(0.0, of));
            let clusters = time(|lab| lab.clusters);
            for (what, seconds) in [
                ("first figures", time(|lab| lab.first)),
                ("all figures", time(|lab| lab.whole)),
            ] {
                let row = Row::new(format!("{name}: {what}"), seconds, "s by the clock");
                rows.push(row.over(clusters, CLUSTERS));
            }
        }
        Ok(rows)
    }
}
