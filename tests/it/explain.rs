//! `compare --explain`: the steps that lead to the figures of a pair, checked against commands that print the figures.

use serde_json::Value;

use crate::support::Work;

fn compared(work: &Work, options: &str) -> Value {
    let line = format!("compare corpus/a.txt corpus/b.txt --format json {options}");
    work.ran_well(&line).json()
}

fn explained(work: &Work, options: &str) -> Value {
    compared(work, &format!("--explain {options}"))
}

fn figure(explained: &Value, name: &str) -> f64 {
    let rows = explained["figures"].as_array().unwrap();
    let row = rows.iter().find(|row| row["figure"] == name);
    row.unwrap()["value"].as_f64().unwrap()
}

#[test]
fn the_rose_has_two_of_six_shingles_in_common() {
    let work = Work::new();
    work.write("a.txt", "a rose is a rose is a rose");
    work.write("b.txt", "A rose is a rose that is it");
    let explanation = explained(&work, "");
    assert_eq!(figure(&explanation, "shared"), 2.0);
    assert_eq!(figure(&explanation, "union"), 6.0);
    let shingles = explanation["shingle"].as_array().unwrap();
    let counts = shingles.iter().map(|row| {
        let count = |name: &str| row[name].as_u64().unwrap();
        let shingle = row["shingle"].as_str().unwrap().to_lowercase();
        (shingle, count("in_a"), count("in_b"))
    });
    let counts: Vec<(String, u64, u64)> = counts.collect();
    assert_eq!(counts[0], ("a rose is a".into(), 2, 1));
    assert_eq!(counts[2], ("is a rose is".into(), 1, 0));
    let bag = explained(&work, "--bag");
    assert_eq!((figure(&bag, "shared"), figure(&bag, "union")), (2.0, 8.0));
}

#[test]
fn equal_minima_mean_equal_shingles_and_give_the_estimate() {
    let work = Work::new();
    let text: Vec<String> = (0..60).map(|i| format!("w{i}")).collect();
    let mut other = text.clone();
    other[30] = "x".into();
    work.write("a.txt", text.join(" "));
    work.write("b.txt", other.join(" "));
    for more in ["", "--sketch fss", "--sketch oph", "--bits 8"] {
        let explanation = explained(&work, more);
        let compared = compared(&work, more);
        let jaccard = Some(figure(&explanation, "jaccard"));
        assert_eq!(jaccard, compared["jaccard"].as_f64());
        let minima = explanation["minimum"].as_array().unwrap();
        let is_equal = |row: &&Value| row["equal"] == true;
        let equal = minima.iter().filter(is_equal).count();
        assert_eq!(figure(&explanation, "equal minima"), equal as f64);
        for row in minima.iter().filter(|row| row["least_a"] == row["least_b"]) {
            assert_eq!(row["equal"], true, "{row}");
            assert_eq!(row["shingle_a"], row["shingle_b"], "{row}");
        }
        // A band is equal if all of its minima are equal.
        for band in explanation["band"].as_array().unwrap() {
            let at = |name: &str| band[name].as_u64().unwrap() as usize;
            let rows = &minima[at("first") - 1..at("last")];
            let all = rows.iter().all(|row| row["equal"] == true);
            assert_eq!(band["equal"], all, "{more} {band}");
        }
    }
}

#[test]
fn each_minimum_of_a_bag_names_its_shingle() {
    let work = Work::new();
    let begin = "one two three one two three one two three";
    work.write("a.txt", format!("{begin} one two three four"));
    work.write("b.txt", format!("{begin} five six seven"));
    let explanation = explained(&work, "--bag --k 2");
    let minima = explanation["minimum"].as_array().unwrap();
    let mut repeated = 0;
    for row in minima {
        let [a, b] = ["shingle_a", "shingle_b"].map(|name| row[name].as_str().unwrap());
        assert!(!a.is_empty() && !b.is_empty(), "{row}");
        assert_eq!(row["equal"].as_bool().unwrap(), a == b, "{row}");
        repeated += usize::from(a.ends_with("(occurrence 2)"));
    }
    assert!(minima.len() == 200 && repeated > 0);
}

#[test]
fn shingles_of_characters_are_written_as_they_are_compared() {
    let work = Work::new();
    work.write("a.txt", "Ab,\n cd X");
    work.write("b.txt", "a b c d e f");
    let explanation = explained(&work, "--unit char --k 3");
    let strings = |rows: &Value, name: &str| -> Vec<String> {
        let rows = rows.as_array().unwrap().iter();
        rows.map(|row| row[name].as_str().unwrap().to_owned())
            .collect()
    };
    let written = strings(&explanation["shingle"], "shingle");
    assert_eq!(written[..5], ["ab ", "b c", " cd", "cd ", "d x"]);
    let minima = strings(&explanation["minimum"], "shingle_a");
    assert!(minima.iter().all(|shingle| written[..5].contains(shingle)));
}
