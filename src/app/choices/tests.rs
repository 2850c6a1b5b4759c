//! Tests that step every row of the table through all its values.

use super::*;
use Field as F;

/// Default configuration with the method that the row is an option of.
fn of(row: &Row) -> AnalysisConfig {
    let mut choice = AnalysisConfig::default();
    choice.method_config.method = row.only.unwrap_or_default();
    choice
}

#[test]
fn every_value_of_every_row_can_be_set_and_read_back() {
    for row in ROWS {
        let plain_choice = of(row);
        let values = row.field.values(&plain_choice);
        let plain = row.field.value(&plain_choice);
        assert!(values.contains(&plain), "{}: {plain}", row.name);
        for value in values {
            let mut choice = plain_choice.clone();
            row.field.set(&mut choice, &value).unwrap();
            assert_eq!(row.field.value(&choice), value, "{}", row.name);
            let differs = changed(&choice, &plain_choice).any(|other| other.field == row.field);
            assert_eq!(differs, value != plain, "{}: {value}", row.name);
            assert_eq!(defaults(&choice), AnalysisConfig::default(), "{}", row.name);
            let place = row.field.place(&choice, 0.8);
            assert!((0.0..=1.0).contains(&place), "{}: {place}", row.name);
        }
    }
}

#[test]
fn steps_go_round_through_all_values_and_back() {
    for row in ROWS {
        let plain = of(row);
        let values = row.field.values(&plain);
        if row.field.may_be_left() {
            continue;
        }
        let mut choice = plain.clone();
        let mut seen = std::collections::HashSet::new();
        for _ in &values {
            seen.insert(row.field.value(&choice));
            row.field.step(&mut choice, true, 0.8);
        }
        assert_eq!(seen.len(), values.len(), "{}", row.name);
        assert_eq!(choice, plain, "{}", row.name);
        row.field.step(&mut choice, false, 0.8);
        row.field.step(&mut choice, true, 0.8);
        assert_eq!(choice, plain, "{}", row.name);
    }
}

#[test]
fn a_slider_of_numbers_stops_at_its_ends() {
    for row in ROWS.iter().filter(|row| row.field.ordered()) {
        let mut choice = of(row);
        let mut places = vec![row.field.place(&choice, 0.8)];
        for forward in [false, true] {
            let mut left = 200;
            while row.field.slide(&mut choice, forward, 0.8) && left > 0 {
                places.push(row.field.place(&choice, 0.8));
                left -= 1;
            }
            assert!(left > 0, "{} never ends", row.name);
            let end = if forward { 1.0 } else { 0.0 };
            assert_eq!(row.field.place(&choice, 0.8), end, "{}", row.name);
        }
        let turn = places.iter().position(|place| *place == 0.0).unwrap();
        assert!(places[..=turn].is_sorted_by(|a, b| a > b), "{}", row.name);
        assert!(places[turn..].is_sorted_by(|a, b| a < b), "{}", row.name);
    }
}

#[test]
fn bands_go_from_what_was_chosen_to_the_next_and_past_the_ends_to_auto() {
    let mut choice = AnalysisConfig::default();
    assert_eq!(F::Bands.value(&choice), "auto");
    assert_eq!(F::Bands.automatic(&choice, 0.8).unwrap(), "28×7");
    F::Bands.step(&mut choice, true, 0.8);
    assert_eq!(F::Bands.value(&choice), "25×8");
    F::Bands.set(&mut choice, "auto").unwrap();
    F::Bands.step(&mut choice, false, 0.8);
    assert_eq!(F::Bands.value(&choice), "33×6");
    F::Bands.set(&mut choice, "200x1").unwrap();
    F::Bands.step(&mut choice, false, 0.8);
    assert_eq!(F::Bands.value(&choice), "auto");
    for wrong in ["20", "x", "0x5", "20x11", "999999999999x999999999999"] {
        assert!(F::Bands.set(&mut choice, wrong).is_err(), "{wrong}");
    }
    F::Bands.set(&mut choice, " 20 x 10 ").unwrap();
    assert_eq!(F::Bands.value(&choice), "20×10");
    // 200 values do not fit into sketches of 100.
    F::Permutations.set(&mut choice, "100").unwrap();
    assert_eq!(F::Bands.value(&fitted(choice)), "auto");
}

#[test]
fn options_of_a_method_are_shown_with_it_only() {
    let names = |method: Method| -> Vec<&str> {
        let mut choice = AnalysisConfig::default();
        choice.method_config.method = method;
        let rows = shown(&choice);
        rows.iter()
            .filter(|r| r.only.is_some())
            .map(|r| r.name)
            .collect()
    };
    assert!(names(Method::Auto).is_empty());
    assert_eq!(names(Method::ModP), ["modulus"]);
    assert_eq!(names(Method::SimHash).len(), 3);
    let mut choice = AnalysisConfig::default();
    choice.method_config.method = Method::SuperShingles;
    let all = shown(&choice).len();
    F::Groups.set(&mut choice, "altavista").unwrap();
    assert_eq!(shown(&choice).len(), all - 2);
    // Options of a method that is not in use do not count as changed.
    choice.method_config.method = Method::Auto;
    assert_eq!(changed(&choice, &AnalysisConfig::default()).count(), 0);
}

#[test]
fn what_cannot_be_together_is_put_right() {
    let mut choice = AnalysisConfig::default();
    choice.method_config.method = Method::SuperShingles;
    F::Width.set(&mut choice, "14").unwrap();
    F::Needed.set(&mut choice, "12").unwrap();
    F::Permutations.set(&mut choice, "16").unwrap();
    let choice = fitted(choice);
    assert_eq!(F::Needed.value(&choice), "3");
    let mut choice = AnalysisConfig::default();
    F::Groups.set(&mut choice, "altavista").unwrap();
    F::Passage.set(&mut choice, "6").unwrap();
    F::K.set(&mut choice, "9").unwrap();
    F::Permutations.set(&mut choice, "64").unwrap();
    let choice = fitted(choice);
    assert_eq!(F::Groups.value(&choice), "sorted");
    assert_eq!(F::Passage.value(&choice), "9");
}

#[test]
fn a_number_between_two_values_goes_to_either() {
    let mut choice = AnalysisConfig::default();
    F::Permutations.set(&mut choice, "150").unwrap();
    F::Permutations.step(&mut choice, false, 0.8);
    assert_eq!(F::Permutations.value(&choice), "128");
    F::K.set(&mut choice, "40").unwrap();
    F::K.step(&mut choice, true, 0.8);
    assert_eq!(F::K.value(&choice), "1");
    assert!(F::K.set(&mut choice, "0").is_err());
    assert!(F::Permutations.set(&mut choice, "15").is_err());
    assert!(F::Recall.set(&mut choice, "1").is_err());
}

#[test]
fn a_change_takes_no_more_work_than_it_must() {
    let of = |field: Field, value: &str| {
        let mut choice = AnalysisConfig::default();
        field.set(&mut choice, value).unwrap();
        work(&AnalysisConfig::default(), &choice)
    };
    assert_eq!(of(F::Method, "auto"), None);
    assert_eq!(of(F::Linkage, "complete"), Some(Work::Clusters));
    assert_eq!(of(F::Method, "lsh"), Some(Work::Pairs));
    assert_eq!(of(F::Seed, "3"), Some(Work::Sketches));
    assert_eq!(of(F::Unit, "char"), Some(Work::Texts));
}
