//! Masks with several k: a grid, a k landscape and the plot over k have the counts of `pairs --k` with the same masks.

use std::collections::HashMap;

use crate::support::{Ran, Work, args_of, words};

const KS: [usize; 6] = [3, 4, 5, 6, 7, 8];
const THRESHOLDS: [&str; 4] = ["0.2", "0.45", "0.7", "0.95"];

/// Pairs of similar texts that contain 4 to 9 words of a template and of a common statement, so that different runs are
/// long enough to be masked at each k.
fn corpus(work: &Work) {
    let (template, statement) = (words(1, 12), words(2, 12));
    for i in 0..36_u64 {
        let pair = i / 2;
        let mut own = words(100 + pair, 30);
        if i % 2 == 1 {
            own[(pair % 30) as usize] = "edited".into();
        }
        // The two texts of a pair contain runs of different lengths.
        let lengths = [4 + (i % 6) as usize, 4 + ((i / 3) % 6) as usize];
        let parts = [
            &own[..8],
            &template[..lengths[0]],
            &own[8..20],
            &statement[..lengths[1]],
            &own[20..],
        ];
        work.write(&format!("{i:02}.txt"), parts.concat().join(" "));
    }
    work.write("../template.txt", template.join(" "));
}

/// The masks that are tried.
fn masks() -> [Vec<&'static str>; 4] {
    let (template, common) = (["--ignore", "template.txt"], ["--ignore-common", "5"]);
    [
        Vec::new(),
        template.to_vec(),
        common.to_vec(),
        [template, common].concat(),
    ]
}

/// The number of pairs at each k and threshold, from one run of `pairs` each.
fn pairs(work: &Work, masks: &[&str]) -> HashMap<(usize, &'static str), usize> {
    let mut counts = HashMap::new();
    for k in KS {
        for threshold in THRESHOLDS {
            let line = format!(
                "pairs corpus --in-memory --method exact --format csv --quiet --k {k} -t {threshold}"
            );
            let ran = work.done(&[&args_of(&line)[..], masks].concat());
            counts.insert((k, threshold), ran.rows().len());
        }
    }
    counts
}

/// The rows of one kind, by column name.
fn rows(ran: &Ran, kind: &str) -> Vec<HashMap<String, String>> {
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
    let mut reader = csv::Reader::from_reader(ran.out.as_bytes());
    let header = reader.headers().unwrap().clone();
    let records = reader.records().map(Result::unwrap);
    let named = records.filter(|record| &record[0] == kind).map(|record| {
        let cells = header.iter().zip(&record);
        cells
            .map(|(name, cell)| (name.to_owned(), cell.to_owned()))
            .collect()
    });
    named.collect()
}

#[test]
fn grids_and_landscapes_over_k_count_what_pairs_counts_with_the_same_masks() {
    let work = Work::new();
    corpus(&work);
    let mut by_masks = Vec::new();
    for masks in masks() {
        let want = pairs(&work, &masks);
        // Each k has its own masks, whichever k is set for the corpus.
        let args =
            args_of("sweep corpus --in-memory --format csv --quiet --k 3-8 -t 0.2,0.45,0.7,0.95");
        let swept = rows(&work.run(&[&args[..], &masks].concat()), "setting");
        assert_eq!(swept.len(), KS.len() * THRESHOLDS.len());
        for row in &swept {
            let k: usize = row["k"].parse().unwrap();
            let threshold: f64 = row["threshold"].parse().unwrap();
            let threshold = THRESHOLDS
                .iter()
                .find(|typed| typed.parse() == Ok(threshold));
            let at = (k, *threshold.unwrap());
            assert_eq!(row["pairs"].parse(), Ok(want[&at]), "{masks:?} {at:?}");
        }
        for k in ["4", "7"] {
            for threshold in THRESHOLDS {
                let line = format!(
                    "tune corpus --in-memory --format csv --quiet --k-landscape --k {k} -t {threshold}"
                );
                let ran = work.run(&[&args_of(&line)[..], &masks].concat());
                let mut compared = 0;
                for row in rows(&ran, "k") {
                    let Some(want) = row["k"]
                        .parse()
                        .ok()
                        .and_then(|k| want.get(&(k, threshold)))
                    else {
                        continue;
                    };
                    assert_eq!(
                        row["pairs"].parse(),
                        Ok(*want),
                        "{masks:?} from k {k}: {row:?}"
                    );
                    compared += 1;
                }
                assert_eq!(compared, KS.len());
            }
        }
        by_masks.push(want);
    }
    // Each mask changes the number of pairs at some k above 4; otherwise the test would prove nothing.
    for masked in &by_masks[1..] {
        let above = |at: &(usize, &str)| at.0 > 4 && masked[at] != by_masks[0][at];
        assert!(by_masks[0].keys().any(above));
    }
}

/// The plot over k and the grid on the screens.
#[test]
fn the_engine_counts_as_many_pairs_for_each_k_as_it_lists_with_that_k() {
    use crate::support::engine::Running;
    use shinglescope::candidates::{Method, MethodConfig};
    use shinglescope::engine::{AnalysisConfig, Request, Update};
    use shinglescope::lab::sweep::Grid;
    use shinglescope::mask::{Common, MaskConfig};
    use shinglescope::settings::Unit;
    use shinglescope::similarity::Measure;

    let running = Running::demo();
    let analysis_config = |k: usize| {
        let mut analysis_config = AnalysisConfig {
            masks: MaskConfig {
                common: Some(Common::Documents(3)),
                ..MaskConfig::default()
            },
            method_config: MethodConfig::from(Method::Exact),
            ..AnalysisConfig::default()
        };
        analysis_config.settings.sketching.k = k;
        analysis_config
    };
    let mut want = HashMap::new();
    for k in [7, 2, 6] {
        let updates = running.settle(&analysis_config(k));
        let pairs = updates.iter().rev().find_map(|update| match update {
            Update::Pairs(pairs) => Some(pairs.clone()),
            _ => None,
        });
        let pairs = pairs.expect("pairs at another k");
        for threshold in [0.5, 0.8] {
            want.insert((k, threshold.to_string()), pairs.count(threshold));
        }
    }
    // Now k is 6.
    let by_k = running.ask(Request::ByK, |update| match update {
        Update::ByK(by_k) if by_k.waiting == 0 => Some(by_k.clone()),
        _ => None,
    });
    let grid = Grid {
        units: vec![Unit::Term],
        ks: vec![2, 6, 7],
        bags: vec![false],
        measures: vec![Measure::Jaccard],
        thresholds: vec![0.5, 0.8],
    };
    let swept = running.ask(Request::Sweep(grid), |update| match update {
        Update::Sweep(swept) if swept.rows.len() == swept.total => Some(swept.clone()),
        _ => None,
    });
    for ((k, threshold), want) in want {
        let threshold: f64 = threshold.parse().unwrap();
        let row = by_k.rows.iter().find(|row| row.k == k).unwrap();
        assert_eq!(row.counts.at(threshold), want, "k {k} at {threshold}");
        let row = swept
            .rows
            .iter()
            .find(|row| row.block.k == k && row.threshold == threshold);
        assert_eq!(row.unwrap().pairs, want, "k {k} at {threshold}");
    }
}
