//! Methods that propose many candidates, over the complete join of the same corpus.

use super::Row;
use super::job::{Outcome, Task};
use super::suite::{Suite, median_of};
use crate::candidates::simhash::SimHash;
use crate::candidates::{Method, MethodConfig};

/// Distances of SimHash that are measured.
const DISTANCES: [u32; 3] = [3, 10, 16];

impl Suite<'_> {
    /// CPU time from text to clusters by winnowing and by SimHash with several distances, on one thread, over that
    /// of the complete join, which finds every pair.
    ///
    /// # Errors
    /// As [`Suite::all`].
    pub fn methods(&self) -> anyhow::Result<Vec<Row>> {
        (self.say)("winnowing and SimHash, and the complete join, in turn");
        let simhash = |distance| MethodConfig {
            simhash: SimHash {
                distance,
                ..SimHash::default()
            },
            ..Method::SimHash.into()
        };
        let mut measured = vec![
            ("exact".to_owned(), MethodConfig::from(Method::Exact)),
            ("winnow".to_owned(), Method::Winnow.into()),
        ];
        let simhash = DISTANCES.map(|d| (format!("simhash, distance {d}"), simhash(d)));
        measured.extend(simhash);
        let mut outcomes: Vec<Vec<Outcome>> = vec![Vec::new(); measured.len()];
        for _ in 0..self.runs {
            for ((_, method), outcomes) in measured.iter().zip(&mut outcomes) {
                let (method, files) = (Box::new(method.clone()), false);
                outcomes.push(self.child(1, Task::Clusters { method, files })?);
            }
        }
        let cpu = |outcomes: &[Outcome]| median_of(outcomes, |o| o.cpu);
        let exact = cpu(&outcomes[0]);
        let rows = measured.iter().zip(&outcomes).skip(1);
        let row = |((name, _), outcomes): (&(String, MethodConfig), &Vec<Outcome>)| {
            let what = format!("text to clusters, {name}");
            Row::new(what, cpu(outcomes), "CPU s").over(exact, "exact")
        };
        Ok(rows.map(row).collect())
    }
}
