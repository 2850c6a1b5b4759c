//! `verify --seeds`: figures over seeds are those of single runs.

use crate::support::{Work, args_of, edited};

#[test]
fn figures_over_seeds_are_the_means_of_single_runs() {
    let work = Work::new();
    for i in 0..30_u64 {
        work.write(
            &format!("{i:02}.txt"),
            edited(i / 3, 60, (i % 3 * 20) as usize),
        );
    }
    let run = |more: &[&str]| {
        let args = args_of("verify corpus --in-memory --methods lsh -t 0.6 --format json");
        let ran = work.done(&[&args[..], more].concat());
        ran.json()
    };
    let single: Vec<_> = ["0", "1", "2"].map(|seed| run(&["--seed", seed])).into();
    let all = run(&["--seed", "0", "--seeds", "3"]);
    let figure = |from: &serde_json::Value, kind: &str, row: usize, name: &str| {
        from[kind][row][name].as_f64()
    };
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
    let recalls: Vec<f64> = single
        .iter()
        .filter_map(|run| figure(run, "method", 0, "recall"))
        .collect();
    assert_eq!(recalls.len(), 3);
    assert!(near(
        figure(&all, "method", 0, "recall").unwrap(),
        mean(&recalls)
    ));
    let least = recalls.iter().copied().fold(1.0, f64::min);
    assert!(near(
        figure(&all, "method", 0, "recall_least").unwrap(),
        least
    ));
    for row in 0..all["sketch"].as_array().unwrap().len() {
        let errors: Vec<f64> = single
            .iter()
            .filter_map(|run| figure(run, "sketch", row, "error"))
            .collect();
        if let Some(error) = figure(&all, "sketch", row, "error") {
            assert!(near(error, mean(&errors)), "{row}: {error} {errors:?}");
            // The bias of one seed says nothing; that of three seeds is within 20 standard errors.
            let bias = figure(&all, "sketch", row, "bias").unwrap();
            let spread = figure(&all, "sketch", row, "bias_se").unwrap();
            assert!(bias.abs() < 20.0 * spread + 1e-9, "{row}: {bias} {spread}");
        }
    }
    assert!(single[0]["sketch"][0].get("bias").is_none());
    let wrong = work.run(&["verify", "corpus", "--seeds", "0"]);
    assert_eq!(wrong.status, Some(2));
}
