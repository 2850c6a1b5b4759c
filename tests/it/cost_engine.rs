//! The cost of methods as the Tune screen has it, against the command `sweep`.

use std::collections::BTreeMap;
use std::sync::Arc;

use shinglescope::engine::{Request, Update};
use shinglescope::lab::assessment::Assessed;
use shinglescope::lab::costs::{Costs, METHODS};

use crate::support::Work;
use crate::support::engine::Running;

fn costs(update: &Update) -> Option<Arc<Costs>> {
    match update {
        Update::Costs(costs) => Some(costs.clone()),
        _ => None,
    }
}

fn whole(update: &Update) -> Option<Arc<Costs>> {
    costs(update).filter(|costs| costs.doing.is_none())
}

/// What tells a row from others: values of a sketch, method, bands and rows, wanted recall; as the command prints them.
type Key = [String; 5];

/// Candidates, found and missed pairs.
type Figures = [String; 3];

fn of_row(row: &Assessed) -> (Key, Figures) {
    let bands = row.report.info.bands;
    let text = |n: Option<usize>| n.map_or_else(String::new, |n| n.to_string());
    let key = [
        row.layout.0.to_string(),
        row.report.method.name().to_owned(),
        text(bands.map(|bands| bands.0)),
        text(bands.map(|bands| bands.1)),
        row.wanted
            .map_or_else(String::new, |recall| recall.to_string()),
    ];
    let figures = [row.report.info.candidates, row.report.found, row.missed];
    (key, figures.map(|n| n.to_string()))
}

/// The rows of the command's table of methods.
fn of_command(work: &Work, methods: &str, permutations: &str) -> Vec<(Key, Figures)> {
    let ran = work.run(&[
        "sweep",
        "--in-memory",
        "--k",
        "4",
        "-t",
        "0.8",
        "--method",
        methods,
        "--permutations",
        permutations,
        "--recall",
        "0.5,0.8,0.9,0.95,0.99,0.999",
        "--format",
        "csv",
    ]);
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
    let mut reader = csv::Reader::from_reader(ran.out.as_bytes());
    let header = reader.headers().unwrap().clone();
    let cell = |record: &csv::StringRecord, name: &str| {
        let at = header.iter().position(|column| column == name).unwrap();
        record[at].to_owned()
    };
    let records = reader.records().map(Result::unwrap);
    let of_methods = records.filter(|record| &record[0] == "method");
    let rows = of_methods.map(|record| {
        let key = ["permutations", "method", "bands", "rows", "wanted_recall"];
        let figures = ["candidates", "found", "missed"];
        (
            key.map(|name| cell(&record, name)),
            figures.map(|name| cell(&record, name)),
        )
    });
    rows.collect()
}

#[test]
fn the_screen_has_the_figures_of_the_command() {
    let demo = Running::demo();
    demo.clusters(0.8);
    let (all, before) = {
        demo.engine.request(Request::Costs(0.8));
        demo.until(whole)
    };
    assert!(!all.is_stopped);
    assert_eq!(all.rows.len(), all.total);
    // Rows arrive one after the other.
    let so_far: Vec<usize> = before
        .iter()
        .filter_map(costs)
        .map(|c| c.rows.len())
        .collect();
    assert!(
        so_far.is_sorted() && so_far.len() >= all.total,
        "{so_far:?}"
    );
    let got: BTreeMap<Key, Figures> = all.rows.iter().map(of_row).collect();
    assert_eq!(got.len(), all.rows.len());
    let work = Work::new();
    let methods = METHODS.map(|method| method.name()).join(",");
    let mut want = of_command(&work, &methods, "200");
    want.extend(of_command(&work, "lsh", "100,400"));
    // On the screen only LSH is tried with other recalls than that in use.
    want.retain(|(key, _)| key[1] == "lsh" || ["", "0.99"].contains(&&*key[4]));
    assert_eq!(got, want.into_iter().collect());
    // Time is measured, and only of sketches that a method takes.
    assert!(all.rows.iter().all(|row| row.cpu_seconds() > 0.0));
    for row in &all.rows {
        assert_eq!(
            row.sketch_seconds > 0.0,
            row.report.method.takes_sketches(),
            "{row:?}"
        );
    }
}

#[test]
fn the_measurement_can_be_stopped_and_begun_again() {
    let demo = Running::demo();
    demo.clusters(0.8);
    demo.engine.request(Request::Costs(0.3));
    demo.until(costs);
    demo.engine.request(Request::Stop);
    let (stopped, _) = demo.until(whole);
    // It may have ended before.
    assert_eq!(stopped.is_stopped, stopped.rows.len() < stopped.total);
    let again = demo.ask(Request::Costs(0.8), |update| {
        whole(update).filter(|costs| costs.question.threshold == 0.8)
    });
    assert!(!again.is_stopped && again.rows.len() == again.total);
}
