//! Scaling of cost with the number of documents n: the exponent of n that fits best.

use std::path::Path;

use super::job::{Job, Task};
use super::suite::{median_of, peak};
use super::{MadeUp, Row, child};
use crate::base::units::counted;
use crate::candidates::Method;
use crate::settings::Settings;
use crate::synth::Synth;

/// Words per document.
const WORDS: usize = 300;

/// Number of documents from which there is a target for resident memory.
const MANY: usize = 1_000_000;

/// Text to clusters by LSH, as in the commands, on synthetic corpora of these numbers of documents,
/// ascending: CPU seconds of each over those of the bare pass, peak memory, and the exponent of growth. `program` is a
/// `shinglescope` executable; times are medians of `runs` runs.
///
/// # Errors
/// A corpus that cannot be written, a measured process that failed, cancellation.
pub fn rows(
    program: &Path,
    sizes: &[usize],
    runs: usize,
    say: &dyn Fn(&str),
    should_continue: &dyn Fn() -> bool,
) -> anyhow::Result<Vec<Row>> {
    let (mut rows, mut points) = (Vec::new(), Vec::new());
    for &documents in sizes {
        let size = counted(documents as u64, "document", "documents");
        say(&format!("growth: text to clusters of {size}, one thread"));
        let made_up = MadeUp::write(&Synth::new(documents, WORDS, 0.1, 7))?;
        let settings = Settings::default();
        let job = |task| Job {
            paths: made_up.corpus(settings.clone()).paths,
            settings: settings.clone(),
            threads: 1,
            task,
        };
        let clusters = job(Task::Clusters {
            method: Box::new(Method::Lsh.into()),
            files: true,
        });
        let bare_pass = job(Task::BarePass);
        let (mut outcomes, mut bare) = (Vec::new(), Vec::new());
        for _ in 0..runs {
            for (job, outcomes) in [(&clusters, &mut outcomes), (&bare_pass, &mut bare)] {
                outcomes.push(child::measure(program, job, should_continue)?);
                anyhow::ensure!(should_continue(), "stopped");
            }
        }
        let cpu = median_of(&outcomes, |o| o.cpu);
        points.push((documents as f64, cpu));
        let what = format!("growth: {size}");
        let row = Row::new(what.clone(), cpu, "CPU s");
        rows.push(
            row.over(median_of(&bare, |o| o.cpu), "bare pass")
                .wanted("ratio <= 1.00"),
        );
        let wanted = if documents >= MANY { "<= 1000" } else { "" };
        let memory = peak(format!("{what}: peak memory"), &outcomes);
        rows.extend(memory.map(|row| row.wanted(wanted)));
    }
    if let Some(exponent) = exponent(&points) {
        let row = Row::new("growth: exponent of the number of documents", exponent, "");
        rows.push(row.wanted("<= 1.1"));
    }
    Ok(rows)
}

/// Slope of the least-squares line through the logarithms: `e` of the best-fitting `c·n^e`. `None`
/// for fewer than two different sizes.
fn exponent(points: &[(f64, f64)]) -> Option<f64> {
    let logs = points.iter().map(|(n, cost)| (n.ln(), cost.ln()));
    let logs: Vec<(f64, f64)> = logs.collect();
    let count = logs.len() as f64;
    let mean_x = logs.iter().map(|(x, _)| x).sum::<f64>() / count;
    let mean_y = logs.iter().map(|(_, y)| y).sum::<f64>() / count;
    let (mut xy, mut xx) = (0.0, 0.0);
    for (x, y) in logs {
        xy += (x - mean_x) * (y - mean_y);
        xx += (x - mean_x).powi(2);
    }
    (xx > 0.0).then(|| xy / xx)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponent_of_a_power_is_found() {
        let power = |e: f64| {
            let point = |n: f64| (n, 3.5e-6 * n.powf(e));
            [1e4, 1e5, 1e6].map(point)
        };
        for e in [0.5, 1.0, 1.13, 2.0] {
            let got = exponent(&power(e)).unwrap();
            assert!((got - e).abs() < 1e-9, "{e}: {got}");
        }
    }

    #[test]
    fn one_size_says_nothing_of_growth() {
        assert_eq!(exponent(&[(1e4, 2.0)]), None);
        assert_eq!(exponent(&[]), None);
    }
}
