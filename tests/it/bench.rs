//! Every benchmark yields a result. No timing is tested.

use std::path::Path;
use std::time::Duration;

use shinglescope::bench::large::{Large, Sizes};
use shinglescope::bench::{Corpus, MadeUp, Suite, growth, kernels};
use shinglescope::settings::Settings;
use shinglescope::synth::Synth;

fn suite<'a>(corpus: &'a Corpus, say: &'a dyn Fn(&str)) -> Suite<'a> {
    Suite {
        program: Path::new(env!("CARGO_BIN_EXE_shinglescope")),
        corpus,
        threads: 1,
        runs: 1,
        say,
        should_continue: &|| true,
    }
}

#[test]
fn every_measurement_gives_a_figure() {
    let synth = Synth::new(120, 60, 0.3, 1);
    let made_up = MadeUp::write(&synth).unwrap();
    let corpus = made_up.corpus(Settings::default());
    let suite = suite(&corpus, &|_| {});
    let (mut rows, bytes) = suite.stages().unwrap();
    assert_eq!(bytes, made_up.bytes);
    assert_eq!(rows[0].value, 120.0);
    rows.extend(kernels::rows(1, Duration::ZERO, &|| true).unwrap());
    rows.extend(suite.clusters(bytes).unwrap());
    rows.extend(suite.methods().unwrap());
    rows.extend(suite.cores().unwrap());
    rows.extend(suite.lab().unwrap());
    rows.extend(suite.index(bytes).unwrap());
    let program = suite.program;
    let mut grown = growth::rows(program, &[100, 300], 1, &|_| {}, &|| true).unwrap();
    // So small a run proves only that there is a figure.
    assert!(
        grown
            .pop()
            .is_some_and(|exponent| exponent.value.is_finite())
    );
    rows.extend(grown);
    let large = Large {
        program,
        threads: 1,
        say: &|_| {},
        should_continue: &|| true,
    };
    let sizes = Sizes {
        indexes: [100, 300],
        files: 1_200,
        lab: 50,
        pages: 60,
    };
    let (of_large, corpus) = large.rows(&sizes).unwrap();
    let read = corpus.corpus(Settings::default());
    assert_eq!(read.documents().unwrap().count(), 300);
    rows.extend(of_large);
    for row in &rows {
        assert!(row.value.is_finite() && row.value > 0.0, "{row:?}");
        assert!(
            row.ratio.is_none_or(|r| r.is_finite() && r > 0.0),
            "{row:?}"
        );
    }
    let pairs = synth
        .planted()
        .iter()
        .filter(|p| p.jaccard() >= 0.8)
        .count();
    let found = |what: &str| {
        let row = rows.iter().find(|row| row.what == what).unwrap();
        row.value as usize
    };
    assert_eq!(found("text to clusters, exact: pairs found"), pairs);
}

#[test]
fn a_corpus_without_documents_is_said_to_be_one() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("empty.txt"), "").unwrap();
    let corpus = Corpus {
        paths: vec![folder.path().to_owned()],
        settings: Settings::default(),
    };
    let suite = suite(&corpus, &|_| {});
    let error = suite.all().unwrap_err().to_string();
    assert!(error.contains("no document"), "{error}");
    let error = suite.index(1).unwrap_err().to_string();
    assert!(error.contains("no document"), "{error}");
}

#[test]
fn a_ratio_that_is_worse_than_in_a_table_fails() {
    let made_up = MadeUp::write(&Synth::new(60, 40, 0.3, 1)).unwrap();
    let corpus = made_up.corpus(Settings::default());
    let folder = tempfile::tempdir().unwrap();
    let bench = |table: &str| {
        let path = folder.path().join("table.csv");
        std::fs::write(&path, table).unwrap();
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_shinglescope"));
        let command = command.args(["bench", "--runs", "1", "--format", "csv"]);
        let output = command.arg("--against").arg(&path).args(&corpus.paths);
        let output = output.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.success(), said)
    };
    let table = |ratio: &str| {
        format!(
            "what,value,unit,ratio,to,wanted\nindex on disk,1,MB,{ratio},text,\nnone of ours,1,s,1,x,\n"
        )
    };
    let (passed, said) = bench(&table("0.000001"));
    assert!(!passed && said.contains("1 ratio is"), "{said}");
    assert!(said.contains("index on disk / text"), "{said}");
    let (passed, said) = bench(&table("1000000"));
    assert!(passed, "{said}");
    let (passed, said) = bench("what,value\n");
    assert!(!passed && said.contains("has no column"), "{said}");
}
