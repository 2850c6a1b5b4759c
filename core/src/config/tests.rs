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
        let default_choice = default_config(row);
        let values = row.values(&default_choice);
        let values = Vec::from_iter(values.iter().map(|value| row.print(value)));
        let default = row.text(&default_choice);
        assert!(values.contains(&default), "{}: {default}", row.name);
        for value in values {
            let mut analysis_config = default_choice.clone();
            row.set_text(&mut analysis_config, &value).unwrap();
            assert_eq!(row.text(&analysis_config), value, "{}", row.name);
            let differs = analysis_config
                .changed(&default_choice)
                .any(|other| other == row);
            assert_eq!(differs, value != default, "{}: {value}", row.name);
            let work = default_choice.work_to(&analysis_config);
            assert_eq!(work.is_some(), differs, "{}: {value}", row.name);
            let defaults = AnalysisConfig::default();
            assert_eq!(analysis_config.with_defaults(), defaults, "{}", row.name);
            let mut again = default_choice.clone();
            row.assign(&mut again, &row.assigned(&analysis_config))
                .unwrap();
            assert_eq!(again, analysis_config, "{}", row.name);
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
        if row.auto.is_some() {
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
            let mut steps_left = 200;
            while row.slide(&mut analysis_config, forward, 0.8) && steps_left > 0 {
                positions.push(row.position(&analysis_config, 0.8));
                steps_left -= 1;
            }
            assert!(steps_left > 0, "{} never ends", row.name);
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

/// Sets these settings to the typed values.
fn typed(config: &mut AnalysisConfig, values: &[(&Setting, &str)]) {
    for (setting, value) in values {
        setting.set_text(config, value).unwrap();
    }
}

#[test]
fn bands_step_from_the_automatic_value_to_the_next_and_past_the_ends_to_auto() {
    use table::BANDS;
    let mut config = AnalysisConfig::default();
    let automatic = BANDS.automatic(&config, 0.8).map(|auto| BANDS.print(&auto));
    let texts = (BANDS.text(&config), automatic.as_deref());
    assert_eq!(texts, ("auto".into(), Some("28×7")));
    for (value, forward, next) in [
        ("auto", true, "25×8"),
        ("auto", false, "33×6"),
        ("200x1", false, "auto"),
        (" 20 x 10 ", true, "18×11"),
    ] {
        typed(&mut config, &[(&BANDS, value)]);
        BANDS.step(&mut config, forward, 0.8);
        assert_eq!(BANDS.text(&config), next, "{value}");
    }
    for wrong in ["20", "x", "0x5", "20x11", "999999999999x999999999999"] {
        assert!(BANDS.set_text(&mut config, wrong).is_err(), "{wrong}");
    }
    // 200 values do not fit into sketches of 100.
    typed(
        &mut config,
        &[(&BANDS, "20x10"), (&table::PERMUTATIONS, "100")],
    );
    assert_eq!(BANDS.text(&config.fitted()), "auto");
}

#[test]
fn options_of_a_method_are_shown_with_it_only() {
    let names = |method: Method| -> Vec<&str> {
        let mut analysis_config = AnalysisConfig::default();
        analysis_config.method_config.method = method;
        let rows = analysis_config.shown();
        let own = rows.iter().filter(|row| row.only().is_some());
        own.map(|row| row.name).collect()
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
    let changed = analysis_config.changed(&AnalysisConfig::default()).count();
    assert_eq!(changed, 0);
}

#[test]
fn incompatible_values_are_corrected() {
    use table::{K, NEEDED, PASSAGE, PERMUTATIONS, SUPER_SHINGLES, WIDTH};
    let mut config = AnalysisConfig::default();
    config.method_config.method = Method::SuperShingles;
    typed(
        &mut config,
        &[(&WIDTH, "14"), (&NEEDED, "12"), (&PERMUTATIONS, "16")],
    );
    assert_eq!(NEEDED.text(&config.fitted()), "3");
    let mut config = AnalysisConfig::default();
    typed(
        &mut config,
        &[(&SUPER_SHINGLES, "altavista"), (&PASSAGE, "6")],
    );
    typed(&mut config, &[(&K, "9"), (&PERMUTATIONS, "64")]);
    let config = config.fitted();
    let texts = [SUPER_SHINGLES.text(&config), PASSAGE.text(&config)];
    assert_eq!(texts, ["sorted", "9"]);
}

#[test]
fn a_change_requires_only_the_necessary_work() {
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
fn a_wrong_value_is_answered_with_the_valid_values() {
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
        let is_equal =
            |other: &&Setting| other.name == row.name || other.option.key() == row.option.key();
        assert!(!all[..at].iter().any(is_equal), "{}", row.name);
    }
}
