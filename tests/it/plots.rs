//! Plots in cells and as SVG: pictures of each, and what must hold of all of them.

mod made;

use shinglescope::plot::figures::{self, Shown};
use shinglescope::plot::{Figure, svg};

/// Every plot of the lab, by its name.
fn all() -> Vec<(&'static str, Figure)> {
    let tuning = made::tuning();
    let banded = made::banded(&tuning);
    let curve = made::curve();
    let grid = made::grid();
    let rows = made::rows(&grid);
    let chosen = tuning.accuracy.outliers.first();
    vec![
        (
            "s_curve",
            figures::s_curve(&tuning, made::BANDING, 32, Some(&banded), 0.8),
        ),
        ("scatter", figures::scatter(&tuning, made::LAYOUT, chosen)),
        ("landscape", figures::landscape(&tuning, 0.8)),
        ("histogram", figures::histogram(&tuning, 0.8)),
        ("by_k", figures::by_k(&made::by_k(), 0.8)),
        (
            "curve",
            figures::curve(&curve, curve.best_interval(200, 1), 0.8),
        ),
        ("precision_recall", figures::precision_recall(&curve, 0.8)),
        ("roc", figures::roc(&curve, 0.8)),
        ("sweep", figures::sweep(&grid, &rows, Shown::F1, Some(40))),
    ]
}

#[test]
#[ignore = "writes files to look at, into the folder that PLOTS_OUT names"]
fn look() {
    let folder = std::path::PathBuf::from(std::env::var("PLOTS_OUT").unwrap());
    std::fs::create_dir_all(&folder).unwrap();
    for (name, figure) in all() {
        let svg = svg::render(&figure, (720, 440));
        std::fs::write(folder.join(format!("{name}.svg")), svg).unwrap();
    }
}
