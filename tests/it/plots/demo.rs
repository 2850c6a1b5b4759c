//! The plots of the demo corpus, made by the lab as the program makes them. They are stored in
//! `docs/plots`; `UPDATE_PLOTS=1 cargo test --test it plots` rewrites them.

use std::path::{Path, PathBuf};

use shinglescope::base::Cancel;
use shinglescope::candidates::banding::{Banding, RECALL};
use shinglescope::candidates::{Identical, Method, MethodConfig, PairSet, find};
use shinglescope::engine::open::read_only;
use shinglescope::engine::options::Options;
use shinglescope::index::Collection;
use shinglescope::lab::banded::BandingEvaluation;
use shinglescope::lab::by_k::{ByK, by_k};
use shinglescope::lab::sweep::{self, BlockResult, Grid, SettingRow};
use shinglescope::lab::{Curve, Labels, Tuning};
use shinglescope::mask::AtEachK;
use shinglescope::plot::figures::{self, HeatMapQuantity};
use shinglescope::plot::{PlotFigure, svg};
use shinglescope::settings::Unit;
use shinglescope::similarity::Measure;

use super::read_off;

const THRESHOLD: f64 = 0.8;

const SIZE: (u32, u32) = (720, 440);

/// Kinds of planted pairs that are not near-duplicates.
const NEGATIVE: [&str; 4] = ["template", "look-alike", "tiny", "translation"];

struct Demo {
    tuning: Tuning,
    banding: Banding,
    banded: BandingEvaluation,
    by_k: ByK,
    grid: Grid,
    rows: Vec<SettingRow>,
    curve: Curve,
}

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("demo-corpus")
}

fn labels(collection: &Collection) -> Labels {
    let planted = std::fs::read_to_string(corpus().join("planted.csv")).unwrap();
    let csv = planted.replacen("kind", "label", 1);
    Labels::read(&csv, &[], &NEGATIVE, collection).unwrap()
}

fn demo() -> Demo {
    let opened = read_only(&Options::default(), &Cancel::default(), |_| {}).unwrap();
    let collection = opened.collection;
    let corpus = AtEachK::new(&collection, &Default::default()).unwrap();
    let method_config = MethodConfig {
        method: Method::Exact,
        ..MethodConfig::default()
    };
    let identical = Identical::new(&collection);
    let truth: PairSet = find(
        &collection,
        &identical,
        &method_config,
        THRESHOLD,
        0.01,
        &Cancel::default(),
    );
    let truth = std::sync::Arc::new(truth);
    let cancel = Cancel::default();
    let tuning = Tuning::new(&collection, truth, &cancel).unwrap();
    let banding = Banding::choose(collection.layout(), THRESHOLD, RECALL);
    let banded = BandingEvaluation::new(&collection, &tuning.truth, banding, &cancel).unwrap();

    let k_landscape = by_k(&corpus, Measure::Jaccard, &cancel, &mut |_| {}).unwrap();

    let labels = labels(&collection);
    let grid = Grid {
        units: vec![Unit::Term],
        ks: (1..=8).collect(),
        bags: vec![false],
        measures: vec![Measure::Jaccard, Measure::Containment],
        thresholds: (1..=19).map(|i| f64::from(i) / 20.0).collect(),
    };
    let ask = sweep::SweepRequest {
        grid: &grid,
        labels: Some(&labels),
        rest_negative: true,
    };
    let mut swept: Vec<BlockResult> = Vec::new();
    assert!(sweep::run(&corpus, &ask, &cancel, &|_| {}, &mut |block| {
        swept.push(block)
    }));
    let of_default = swept
        .iter()
        .find(|s| s.block.k == 4 && s.block.measure == Measure::Jaccard);
    let curve = of_default.unwrap().metrics.as_ref().unwrap().curve.clone();
    Demo {
        tuning,
        banding,
        banded,
        by_k: k_landscape,
        rows: swept.into_iter().flat_map(|swept| swept.rows).collect(),
        grid,
        curve,
    }
}

fn plots(demo: &Demo) -> Vec<(&'static str, PlotFigure)> {
    let curve = &demo.curve;
    let layout = super::made::LAYOUT;
    vec![
        (
            "s_curve",
            figures::s_curve(
                &demo.tuning,
                demo.banding,
                32,
                Some(&demo.banded),
                THRESHOLD,
            ),
        ),
        ("scatter", figures::scatter(&demo.tuning, layout, None)),
        ("landscape", figures::landscape(&demo.tuning, THRESHOLD)),
        ("by_k", figures::by_k(&demo.by_k, THRESHOLD)),
        (
            "curve",
            figures::curve(curve, curve.best_interval(1.0), THRESHOLD),
        ),
        (
            "sweep",
            figures::sweep(&demo.grid, &demo.rows, HeatMapQuantity::F1, None),
        ),
    ]
}

#[test]
fn the_plots_in_the_docs_are_those_of_the_demo_corpus() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/plots");
    let readme = std::fs::read_to_string(folder.join("README.md")).unwrap_or_default();
    for (name, figure) in plots(&demo()) {
        let file = folder.join(format!("{name}.svg"));
        let now = svg::render(&figure, SIZE, ["", ""]);
        if std::env::var_os("UPDATE_PLOTS").is_some() {
            std::fs::write(&file, &now).unwrap();
        }
        let kept = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(
            kept.replace("\r\n", "\n") == now,
            "{} is not current; UPDATE_PLOTS=1 writes it",
            file.display()
        );
        assert!(readme.contains(&format!("({name}.svg)")), "{name}");
    }
}

#[test]
fn values_read_from_a_plot_are_those_of_the_lab() {
    let demo = demo();
    let landscape = figures::landscape(&demo.tuning, THRESHOLD);
    let curve = figures::curve(&demo.curve, None, THRESHOLD);
    for x in (1..=100).map(|i| f64::from(i) / 100.0) {
        let there = demo.tuning.at(x).unwrap();
        let read = |name| read_off(&landscape, x, name);
        assert_eq!(read("clusters"), there.clusters.to_string(), "{x}");
        assert_eq!(read("in clusters"), there.documents.to_string());
        assert_eq!(read("largest"), there.largest.to_string());
        assert_eq!(read("pairs").replace(',', ""), there.pairs.to_string());
        let point = demo.curve.at(x);
        let ratio = |value: f64| shinglescope::typeset::figures::bare(value);
        assert_eq!(read_off(&curve, x, "precision"), ratio(point.precision()));
        assert_eq!(read_off(&curve, x, "recall"), ratio(point.recall()));
        assert_eq!(read_off(&curve, x, "F1"), ratio(point.f1()));

        let by_k = figures::by_k(&demo.by_k, x);
        for row in demo.by_k.rows.iter().filter(|row| row.floor <= x) {
            let k = row.k as f64;
            let step = row.landscape.at(x);
            assert_eq!(read_off(&by_k, k, "clusters"), step.clusters.to_string());
            let pairs = read_off(&by_k, k, "pairs").replace(',', "");
            assert_eq!(pairs, row.counts.at(x).to_string());
        }
    }
    // 38 pairs in 22 clusters of 53 documents, as the README of the corpus says.
    assert_eq!(read_off(&landscape, 0.8, "pairs"), "38");
    assert_eq!(read_off(&landscape, 0.8, "clusters"), "22");
    assert_eq!(read_off(&landscape, 0.8, "in clusters"), "53");
}

#[test]
fn the_best_cell_of_a_heat_map_is_the_best_row_of_the_sweep() {
    let demo = demo();
    let figure = figures::sweep(&demo.grid, &demo.rows, HeatMapQuantity::F1, None);
    let shinglescope::plot::Marks::Cells(cells) = &figure.layers[0].marks else {
        panic!("no cells")
    };
    let best = cells.best.unwrap();
    let row = figures::row_of(&demo.grid, &demo.rows, best).unwrap();
    let f1 = |row: &SettingRow| row.labelled.unwrap().f1();
    let most = demo.rows.iter().map(f1).fold(0.0, f64::max);
    assert_eq!(f1(row), most);
    assert_eq!(cells.values[best], Some(most));
    assert_eq!(cells.values.len(), demo.grid.len());
    for (cell, value) in cells.values.iter().enumerate() {
        let row = figures::row_of(&demo.grid, &demo.rows, cell).unwrap();
        assert_eq!(*value, Some(f1(row)));
    }
}
