//! Output that can be joined with other tables: rows by their own ids, and each table in its own file.

use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use crate::support::{Work, args_of, assert_contains, assert_lacks, edited};

fn row(id: &str, text: &str) -> String {
    format!("{{\"id\":\"{id}\",\"text\":\"{text}\"}}\n")
}

/// Rows `a`, `b` and `twice` in x.jsonl, rows `twice` and `q#1` in y.jsonl, and a text file.
fn work() -> Work {
    let work = Work::new();
    let text = |n| edited(1, 80, n);
    work.write(
        "x.jsonl",
        row("a", &text(0)) + &row("b", &text(30)) + &row("twice", &text(25)),
    );
    work.write(
        "d/y.jsonl",
        row("twice", &text(35)) + &row("q#1", &text(27)),
    );
    work.write("c.txt", text(40));
    work
}

/// Some rows have ids that are equal to the full id of another row.
#[test]
fn no_two_documents_are_printed_with_the_same_id() {
    let work = Work::new();
    let text = |n| edited(1, 80, n);
    work.write("q1", text(0));
    work.write(
        "y.csv",
        format!("id,text\nq1,{}\ny,{}\n", text(30), text(33)),
    );
    work.write(
        "z.jsonl",
        row("y.csv#q1", &text(25)) + &row("y.csv", &text(27)) + &row("z.jsonl#own", &text(29)),
    );
    work.write("own", text(31));
    let line = args_of("keep corpus --in-memory --ids bare -t 1 --format csv");
    let ran = work.done(&line);
    let rows = ran.rows();
    let mut ids: Vec<&String> = rows.iter().map(|row| &row[0]).collect();
    assert_eq!(ids.len(), 7, "{ids:?}");
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 7, "{}", ran.out);
}

#[test]
fn rows_are_listed_by_their_own_ids_if_these_are_unique() {
    let work = work();
    for options in [&["--in-memory"][..], &["--index", "index"]] {
        let run = |words: &[&str]| work.done(&[words, options].concat());
        let line = ["pairs", "corpus", "--format", "csv", "-t", "0.1"];
        let full = run(&line);
        let bare = run(&[&line[..], &["--ids", "bare"]].concat());
        let name = |id: &String| match id.as_str() {
            "x.jsonl#a" => "a".to_owned(),
            "x.jsonl#b" => "b".to_owned(),
            "d/y.jsonl#q#1" => "q#1".to_owned(),
            id => id.to_owned(),
        };
        let expected: Vec<Vec<String>> = full
            .rows()
            .iter()
            .map(|row| row.iter().map(name).collect())
            .collect();
        assert_eq!(bare.rows(), expected);
        assert!(expected.len() > 6, "{expected:?}");
        let message = "2 rows have an id that another document has too: they are printed with the path of their file, the first being d/y.jsonl#twice";
        assert_contains(&bare.talk, message);
        assert_lacks(&full.talk, "path of their file");
        // Options accept the printed id and the full id.
        for id in ["q#1", "d/y.jsonl#q#1"] {
            let why = run(&["clusters", "corpus", "--why", "a", id, "--ids", "bare"]);
            assert_contains(&why.out, "q#1");
        }
    }
    let ran = work.run(&["clusters", "corpus", "--why", "a", "b", "--in-memory"]);
    assert_eq!(ran.status, Some(1), "{}", ran.out);
    assert_contains(&ran.talk, "no document \"a\"");
}

/// If two rows of a file have the same id, neither is printed by it, and no label can name one of them by it.
#[test]
fn an_id_that_occurs_twice_in_a_file_names_no_row() {
    let work = Work::new();
    let text = |n| edited(n, 60, 0);
    work.write(
        "x.jsonl",
        row("x", &text(1))
            + &row("y", &text(1))
            + &row("y", &text(2))
            + &row("z", &text(3))
            + &row("", &text(4)),
    );
    let keep = args_of("keep corpus --in-memory --ids bare --format csv");
    let ran = work.done(&keep);
    let ids: Vec<String> = ran.rows().iter().map(|row| row[0].clone()).collect();
    assert_eq!(ids, ["x", "x.jsonl#y", "x.jsonl#y~2", "z", "x.jsonl#"]);
    assert_contains(&ran.talk, "3 rows have an id that");
    let labels = "a,b,label\nx,y,1\nx,z,0\nz,x.jsonl#y,0\nx,x.jsonl#y,1\n";
    std::fs::write(work.path().join("labels.csv"), labels).unwrap();
    let tune = args_of("tune corpus --in-memory --labels labels.csv --format csv");
    let ran = work.done(&tune);
    assert_contains(
        &ran.talk,
        "the first on line 2: a document that is not in this corpus: \"y\"",
    );
}

#[test]
fn labels_may_name_rows_by_their_own_ids() {
    let work = work();
    let label = |text: &str| std::fs::write(work.path().join("labels.csv"), text).unwrap();
    let tune = || work.ran("tune corpus --in-memory --labels labels.csv --format csv");
    label("a,b,label\nx.jsonl#a,x.jsonl#b,1\nx.jsonl#a,d/y.jsonl#q#1,0\n");
    let full = tune();
    assert_eq!(full.status, Some(0), "{}", full.talk);
    label("a,b,label\na,b,1\na,q#1,0\n");
    let own = tune();
    assert_eq!(own.out, full.out);
    // An id of two rows names neither of them.
    label("a,b,label\na,twice,1\na,b,1\na,q#1,0\n");
    let ran = tune();
    assert_contains(&ran.talk, "twice");
}

#[test]
fn each_table_of_a_command_goes_to_a_file_of_its_own() {
    let work = work();
    for command in [
        "tune corpus --in-memory",
        "verify corpus --in-memory --methods exact,lsh",
        "sweep corpus --in-memory --k 2,3 --threshold 0.3,0.8",
    ] {
        let json = work.ran_well(&format!("{command} --format json"));
        let full = json.json();
        for (format, end) in [("json", "json"), ("table", "csv"), ("parquet", "parquet")] {
            let folder = format!("{}-{format}", &command[..4]);
            let into = format!("{command} --out {folder} --format {format} --meta meta.json");
            assert_eq!(work.ran_well(&into).out, "");
            let mut kinds = 0;
            for (kind, rows) in full.as_object().unwrap() {
                let path = work.path().join(format!("{folder}/{kind}.{end}"));
                if kind == "meta" {
                    assert!(!path.exists());
                    continue;
                }
                kinds += 1;
                let file = std::fs::read(&path).unwrap_or_else(|e| panic!("{path:?}: {e}"));
                let rows = rows.as_array().unwrap();
                match format {
                    "json" => {
                        let file: serde_json::Value = serde_json::from_slice(&file).unwrap();
                        assert_eq!(file["rows"].as_array().unwrap().len(), rows.len());
                    }
                    "table" => {
                        let mut csv = csv::Reader::from_reader(&file[..]);
                        let header = csv.headers().unwrap().clone();
                        if let Some(first) = rows.first() {
                            let names: Vec<&str> = header.iter().collect();
                            let keys: Vec<&String> = first.as_object().unwrap().keys().collect();
                            assert_eq!(names, keys);
                        }
                        assert_eq!(csv.records().count(), rows.len(), "{kind}");
                    }
                    _ => {
                        let file = std::fs::File::open(&path).unwrap();
                        let reader = ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
                        let meta = reader.metadata().file_metadata();
                        assert_eq!(meta.num_rows() as usize, rows.len(), "{kind}");
                        let pairs = meta.key_value_metadata().unwrap();
                        assert!(pairs.iter().any(|pair| pair.key == "shinglescope"));
                    }
                }
            }
            assert!(kinds >= 1, "{command}: {kinds}");
            // Existing files are replaced only with `--force`.
            work.ran(&into).fails(1, "--force");
            work.ran_well(&format!("{into} --force"));
        }
        work.ran(&format!("{command} --format parquet"))
            .fails(2, "--out DIR");
    }
}

#[test]
fn tables_of_groups_and_dates_and_reports_use_own_ids() {
    let work = work();
    work.write(
        "../groups.csv",
        "document,group\na,1\nb,1\nx.jsonl#twice,1\n",
    );
    work.write("../dates.csv", "id,date\na,2001-01-01\nc.txt,2002-01-01\n");
    let run = |command: &str, options: &str| {
        let common = "corpus --in-memory -t 0.1 --ids bare";
        work.ran_well(&format!("{command} {common} {options}"))
    };
    let all = run("pairs", "--format csv");
    let grouped = run("pairs", "--format csv --group-by groups.csv");
    assert_contains(&grouped.talk, "There is one group");
    let of_group = |row: &&Vec<String>| {
        let is_in = |id: &String| ["a", "b", "x.jsonl#twice"].contains(&&**id);
        !(is_in(&row[0]) && is_in(&row[1]))
    };
    let all = all.rows();
    let wanted: Vec<_> = all.iter().filter(of_group).cloned().collect();
    assert_eq!(all.len(), wanted.len() + 3);
    assert_eq!(grouped.rows(), wanted);
    let dated = run("clusters", "--by-date --format json --dates dates.csv");
    assert_lacks(&dated.talk, "does not have");
    assert_contains(&dated.out, "2001-01-01");
    let listed = run("pairs", "--format csv --where from:b*");
    let of_b = |row: &&Vec<String>| row[..2].iter().any(|id| id.starts_with('b'));
    let wanted: Vec<_> = all.iter().filter(of_b).cloned().collect();
    assert!(!wanted.is_empty());
    assert_eq!(listed.rows(), wanted);
    let kept = run("keep", "--by path:b* --format csv");
    let is_kept = |row: &Vec<String>| row[0] == "b" && row[1] == "kept";
    assert!(kept.rows().iter().any(is_kept), "{}", kept.out);
    let report = run("report", "--out -");
    assert_contains(&report.out, "<bdi>a<i></i></bdi>");
    assert_lacks(&report.out, "x.jsonl#a");
}
