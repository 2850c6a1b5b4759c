//! Each row of a grid equals a separate assessment of its setting.

use super::super::assess;
use super::*;
use crate::base::Cancel;
use crate::index::made;
use crate::settings::Unit;
use crate::similarity::Measure;

/// Texts that share most terms in groups of six.
fn collection() -> Collection {
    let texts: Vec<Vec<u64>> = (0..60_u64)
        .map(|i| {
            (0..30)
                .map(|t| {
                    if t < i % 6 * 3 {
                        1_000 * i + t
                    } else {
                        i / 6 * 100 + t
                    }
                })
                .collect()
        })
        .collect();
    let sketching = Sketching {
        k: 1,
        permutations: 64,
        ..Sketching::default()
    };
    made::collection(&texts, sketching)
}

fn grid() -> Grid {
    Grid {
        units: vec![Unit::Term],
        ks: vec![1, 2],
        bags: vec![false],
        measures: vec![Measure::Jaccard, Measure::Containment],
        thresholds: vec![0.3, 0.6],
    }
}

fn lsh(bands: usize, rows: usize) -> MethodConfig {
    MethodConfig {
        banding: Some(Banding { bands, rows }),
        ..MethodConfig::from(Method::Lsh)
    }
}

fn request(grid: &Grid) -> MethodGrid<'_> {
    MethodGrid {
        grid,
        sketches: vec![SketchKind::Minhash, SketchKind::Oph],
        seeds: 1,
        permutations: vec![32, 64],
        bits: vec![32, 4],
        methods: vec![lsh(8, 4), lsh(10, 6), MethodConfig::from(Method::Winnow)],
    }
}

fn run(request: &MethodGrid<'_>) -> Vec<Assessed> {
    let corpus = AtEachK::new(&Arc::new(collection()), &Default::default()).unwrap();
    assess_grid(&corpus, request, &mut |_| {}, &Cancel::default()).unwrap()
}

/// Checks that a row has the figures of an assessment of its setting.
fn assert_equals_assessment(row: &Assessed) {
    let sketching = Sketching {
        k: row.block.k,
        sketch: row.sketch,
        seed: row.seed,
        permutations: row.layout.0,
        bits: row.layout.1,
        ..collection().settings().sketching.clone()
    };
    let sketched = collection()
        .resketched(&sketching, &Cancel::default(), &|| ())
        .unwrap();
    let method = row.report.method;
    let banding = row
        .report
        .info
        .bands
        .map(|(bands, rows)| Banding { bands, rows });
    let default_config = MethodConfig::from(method);
    let question = AssessmentQuestion {
        methods: vec![method],
        method_config: MethodConfig {
            measure: row.block.measure,
            banding: banding.filter(|_| method == Method::Lsh),
            recall: row.wanted.unwrap_or(default_config.recall),
            ..default_config
        },
        threshold: row.threshold,
    };
    let assessment = assess(&sketched, &question, &|_, _, _| {}, &Cancel::default()).unwrap();
    let expected = &assessment.methods[0];
    assert_eq!(
        (
            row.report.info.candidates,
            row.report.hits,
            row.report.true_pairs
        ),
        (
            expected.info.candidates,
            expected.hits,
            expected.hits + expected.missed.len() as u64
        ),
        "{row:?}"
    );
}

#[test]
fn every_row_equals_the_assessment_of_its_setting() {
    let grid = grid();
    let rows = run(&request(&grid));
    // 10 × 6 needs 60 values, more than 32. Each layout also has one row of winnow.
    assert_eq!(rows.len(), 2 * 2 * 2 * 2 * 2 * 2 + 2 * 2 * 2 * 2 * 2 * 3);
    for row in &rows {
        assert_equals_assessment(row);
        // Only methods that use sketches have the cost of sketches.
        assert_eq!(row.sketch_seconds > 0.0, row.report.method == Method::Lsh);
    }
}

#[test]
fn the_recall_determines_the_banding_and_the_missed_pairs() {
    let grid = grid();
    let mut request = request(&grid);
    request.bits = vec![32];
    let with = |method, recall| MethodConfig {
        recall,
        ..MethodConfig::from(method)
    };
    request.methods = vec![MethodConfig::from(Method::Exact), with(Method::Lsh, 0.9)];
    for method in [Method::SortedList, Method::ModP] {
        request
            .methods
            .extend([0.3, 0.99].map(|recall| with(method, recall)));
    }
    let rows = run(&request);
    assert_eq!(rows.len(), 2 * 2 * 2 * 2 * 2 * 6);
    for row in &rows {
        let takes = row.report.method.takes_recall();
        assert_eq!(row.wanted.is_some(), takes, "{row:?}");
        assert_equals_assessment(row);
        if row.report.method == Method::Lsh {
            let layout = crate::sketch::Layout {
                positions: row.layout.0,
                bits: row.layout.1,
            };
            let chosen = Banding::choose(layout, row.threshold, 0.9);
            assert_eq!(row.report.info.bands, Some((chosen.bands, chosen.rows)));
        }
    }
    let missed = |recall| {
        let selected = rows.iter().filter(|row| row.wanted == Some(recall));
        selected
            .map(|row| row.report.true_pairs - row.report.hits)
            .sum::<u64>()
    };
    assert!(missed(0.3) > missed(0.99));
}

#[test]
fn each_seed_has_a_row_and_rows_of_a_setting_are_adjacent() {
    let grid = grid();
    let mut request = request(&grid);
    (request.bits, request.permutations, request.seeds) = (vec![32], vec![64], 3);
    let rows = run(&request);
    rows.iter().for_each(assert_equals_assessment);
    let first_seed = collection().settings().sketching.seed;
    for setting_rows in rows.chunks(3) {
        let seeds: Vec<u64> = setting_rows.iter().map(|row| row.seed).collect();
        assert_eq!(seeds, [first_seed, first_seed + 1, first_seed + 2]);
        let first = &setting_rows[0];
        let setting = |row: &Assessed| (row.block, row.sketch, row.layout, row.report.method);
        assert!(
            setting_rows
                .iter()
                .all(|row| setting(row) == setting(first) && row.threshold == first.threshold)
        );
    }
}
