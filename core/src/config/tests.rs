//! Tests that step every row of the table through all its values.

use super::*;
use crate::candidates::Method;
use table::on_screen;

/// Default configuration with the method that the setting is an option of.
fn default_config(row: &Setting) -> AnalysisConfig {
    let mut analysis_config = AnalysisConfig::default();
    analysis_config.method_config.method = row.only().unwrap_or_default();
    analysis_config
}

#[test]
fn every_value_of_every_row_can_be_set_and_read_back() {
    for row in on_screen() {
        let plain_choice = default_config(row);
        let values = row.values(&plain_choice);
        let values = values.iter().map(|value| row.print(value));
        let values = Vec::from_iter(values);
        let plain = row.text(&plain_choice);
        assert!(values.contains(&plain), "{}: {plain}", row.name);
        for value in values {
            let mut analysis_config = plain_choice.clone();
            row.set_text(&mut analysis_config, &value).unwrap();
            assert_eq!(row.text(&analysis_config), value, "{}", row.name);
            let differs = analysis_config
                .changed(&plain_choice)
                .any(|other| other == row);
            assert_eq!(differs, value != plain, "{}: {value}", row.name);
            assert_eq!(
                analysis_config.with_defaults(),
                AnalysisConfig::default(),
                "{}",
                row.name
            );
            let position = row.position(&analysis_config, 0.8);
            assert!((0.0..=1.0).contains(&position), "{}: {position}", row.name);
        }
    }
}

#[test]
fn steps_go_round_through_all_values_and_back() {
    for row in on_screen() {
        let plain = default_config(row);
        let values = row.values(&plain);
        if row.may_be_auto() {
            continue;
        }
        let mut analysis_config = plain.clone();
        let mut seen = std::collections::HashSet::new();
        for _ in &values {
            seen.insert(row.text(&analysis_config));
            row.step(&mut analysis_config, true, 0.8);
        }
        assert_eq!(seen.len(), values.len(), "{}", row.name);
        assert_eq!(analysis_config, plain, "{}", row.name);
        row.step(&mut analysis_config, false, 0.8);
        row.step(&mut analysis_config, true, 0.8);
        assert_eq!(analysis_config, plain, "{}", row.name);
    }
}

#[test]
fn a_slider_of_numbers_stops_at_its_ends() {
    for row in on_screen().filter(|row| row.ordered()) {
        let mut analysis_config = default_config(row);
        let mut positions = vec![row.position(&analysis_config, 0.8)];
        for forward in [false, true] {
            let mut left = 200;
            while row.slide(&mut analysis_config, forward, 0.8) && left > 0 {
                positions.push(row.position(&analysis_config, 0.8));
                left -= 1;
            }
            assert!(left > 0, "{} never ends", row.name);
            let end = if forward { 1.0 } else { 0.0 };
            assert_eq!(row.position(&analysis_config, 0.8), end, "{}", row.name);
        }
        let turn = positions
            .iter()
            .position(|position| *position == 0.0)
            .unwrap();
        assert!(
            positions[..=turn].is_sorted_by(|a, b| a > b),
            "{}",
            row.name
        );
        assert!(positions[turn..].is_sorted_by(|a, b| a < b), "{}", row.name);
    }
}

#[test]
fn bands_go_from_what_was_chosen_to_the_next_and_past_the_ends_to_auto() {
    let mut analysis_config = AnalysisConfig::default();
    assert_eq!(table::BANDS.text(&analysis_config), "auto");
    assert_eq!(
        table::BANDS
            .automatic(&analysis_config, 0.8)
            .map(|auto| table::BANDS.print(&auto))
            .as_deref(),
        Some("28×7")
    );
    table::BANDS.step(&mut analysis_config, true, 0.8);
    assert_eq!(table::BANDS.text(&analysis_config), "25×8");
    table::BANDS.set_text(&mut analysis_config, "auto").unwrap();
    table::BANDS.step(&mut analysis_config, false, 0.8);
    assert_eq!(table::BANDS.text(&analysis_config), "33×6");
    table::BANDS
        .set_text(&mut analysis_config, "200x1")
        .unwrap();
    table::BANDS.step(&mut analysis_config, false, 0.8);
    assert_eq!(table::BANDS.text(&analysis_config), "auto");
    for wrong in ["20", "x", "0x5", "20x11", "999999999999x999999999999"] {
        assert!(
            table::BANDS.set_text(&mut analysis_config, wrong).is_err(),
            "{wrong}"
        );
    }
    table::BANDS
        .set_text(&mut analysis_config, " 20 x 10 ")
        .unwrap();
    assert_eq!(table::BANDS.text(&analysis_config), "20×10");
    // 200 values do not fit into sketches of 100.
    table::PERMUTATIONS
        .set_text(&mut analysis_config, "100")
        .unwrap();
    assert_eq!(table::BANDS.text(&analysis_config.fitted()), "auto");
}

#[test]
fn options_of_a_method_are_shown_with_it_only() {
    let names = |method: Method| -> Vec<&str> {
        let mut analysis_config = AnalysisConfig::default();
        analysis_config.method_config.method = method;
        let rows = analysis_config.shown();
        rows.iter()
            .filter(|r| r.only().is_some())
            .map(|r| r.name)
            .collect()
    };
    assert!(names(Method::Auto).is_empty());
    assert_eq!(names(Method::ModP), ["modulus"]);
    assert_eq!(names(Method::SimHash).len(), 3);
    let mut analysis_config = AnalysisConfig::default();
    analysis_config.method_config.method = Method::SuperShingles;
    let all = analysis_config.shown().len();
    table::SUPER_SHINGLES
        .set_text(&mut analysis_config, "altavista")
        .unwrap();
    assert_eq!(analysis_config.shown().len(), all - 2);
    // Options of a method that is not in use do not count as changed.
    analysis_config.method_config.method = Method::Auto;
    assert_eq!(
        analysis_config.changed(&AnalysisConfig::default()).count(),
        0
    );
}

#[test]
fn what_cannot_be_together_is_put_right() {
    let mut analysis_config = AnalysisConfig::default();
    analysis_config.method_config.method = Method::SuperShingles;
    table::WIDTH.set_text(&mut analysis_config, "14").unwrap();
    table::NEEDED.set_text(&mut analysis_config, "12").unwrap();
    table::PERMUTATIONS
        .set_text(&mut analysis_config, "16")
        .unwrap();
    let analysis_config = analysis_config.fitted();
    assert_eq!(table::NEEDED.text(&analysis_config), "3");
    let mut analysis_config = AnalysisConfig::default();
    table::SUPER_SHINGLES
        .set_text(&mut analysis_config, "altavista")
        .unwrap();
    table::PASSAGE.set_text(&mut analysis_config, "6").unwrap();
    table::K.set_text(&mut analysis_config, "9").unwrap();
    table::PERMUTATIONS
        .set_text(&mut analysis_config, "64")
        .unwrap();
    let analysis_config = analysis_config.fitted();
    assert_eq!(table::SUPER_SHINGLES.text(&analysis_config), "sorted");
    assert_eq!(table::PASSAGE.text(&analysis_config), "9");
}

#[test]
fn a_change_takes_no_more_work_than_it_must() {
    let work = |setting: &Setting, value: &str| {
        let mut analysis_config = AnalysisConfig::default();
        setting.set_text(&mut analysis_config, value).unwrap();
        AnalysisConfig::default().work_to(&analysis_config)
    };
    assert_eq!(work(&table::METHOD, "auto"), None);
    assert_eq!(work(&table::LINKAGE, "complete"), Some(Work::Clusters));
    assert_eq!(work(&table::METHOD, "lsh"), Some(Work::Pairs));
    assert_eq!(work(&table::SEED, "3"), Some(Work::Sketches));
    assert_eq!(work(&table::UNIT, "char"), Some(Work::Texts));
}

#[test]
fn what_is_printed_for_an_assignment_can_be_assigned() {
    for row in on_screen() {
        for value in row.values(&default_config(row)) {
            let mut config = default_config(row);
            row.set(&mut config, value).unwrap();
            let mut again = default_config(row);
            row.assign(&mut again, &row.assigned(&config)).unwrap();
            assert_eq!(again, config, "{}", row.name);
        }
    }
    let wrong = |row: &Setting, text: &str| {
        let error = row.assign(&mut AnalysisConfig::default(), text);
        error.unwrap_err().to_string()
    };
    assert_eq!(wrong(&table::BAG, "yes"), "give true or false");
    assert_eq!(wrong(&table::STOP_WORDS, "en,xx"), "there are de, en, fr");
    assert!(wrong(&table::K, "0").starts_with("type a number from 1"));
}

#[test]
fn names_of_settings_and_options_are_unique() {
    let all = Vec::from_iter(table::of_pair_search().chain(table::in_index()));
    for (at, row) in all.iter().enumerate() {
        let same =
            |other: &&Setting| other.name == row.name || other.option.key() == row.option.key();
        assert!(!all[..at].iter().any(same), "{}", row.name);
    }
}
