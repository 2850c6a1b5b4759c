//! Figures on the screens are complete at any width. Equal texts share a row. Keys lead through the panels of a
//! cluster, and a key without a command says so.

use shinglescope::app::App;
use shinglescope::base::{DocNo, units::count};
use shinglescope::screens::clusters::state::ClustersFocus;
use shinglescope::typeset::figures::bare;

use crate::keys::typed;
use crate::screens::plain;
use crate::support::assert_contains;
use crate::tune_screen::answers;
use crate::world::{self, World};

/// Whether a line has `figure` as a word of its own.
fn has(picture: &str, figure: &str) -> bool {
    let inside = |c: char| c.is_ascii_digit() || c == '.' || c == ',';
    let mut words = picture.split(|c: char| !inside(c) && !"+-−".contains(c));
    words.any(|word| word.trim_end_matches(['.', ',']) == figure)
}

#[test]
fn sizes_of_clusters_are_whole_at_any_width() {
    let world = World::new();
    let mut app = world::app(&world, (120, 36));
    for width in 60..=200 {
        app.size = (width, 36);
        let picture = plain(&mut app);
        let clustering = app.data.clustering.clone().unwrap();
        for listed in &app.clusters.listed {
            let size = count(clustering.clusters[listed.cluster].size() as u64);
            assert!(has(&picture, &size), "{width} columns: {size}\n{picture}");
        }
    }
}

#[test]
fn figures_of_estimates_are_whole_at_any_width() {
    let world = World::new();
    let mut app = world::app(&world, (120, 50));
    typed(&world, &mut app, "5 Tab");
    let accuracy = answers::tuning(&world).accuracy.errors;
    assert!(accuracy.pairs > 0);
    let coverage = format!("{:.1}", accuracy.coverage() * 100.0);
    for width in 60..=200 {
        app.size = (width, 50);
        let picture = plain(&mut app);
        // If there is no room for the figure, the sentence ends before it.
        let error = bare(accuracy.error());
        for (figure, label) in [(&coverage, " % lie"), (&error, "error .")] {
            let answered = has(&picture, figure) || !picture.contains(label);
            assert!(answered, "{width} columns: {figure}\n{picture}");
        }
    }
}

#[test]
fn equal_texts_share_a_row() {
    let world = World::new();
    let mut app = world::app(&world, (120, 36));
    let clustering = app.data.clustering.clone().unwrap();
    let cluster = app.clusters.selected(&clustering).unwrap();
    assert!(cluster.identical > 0);
    let rows = app.clusters.in_order(cluster).len();
    assert!(rows < cluster.size());
    let sizes = (0..rows).map(|row| app.clusters.row_size(cluster, row));
    assert_eq!(sizes.sum::<usize>(), cluster.size());
    for doc in &cluster.members {
        assert!(app.clusters.row_of(cluster, *doc).unwrap() < rows);
    }
    typed(&world, &mut app, "Tab");
    assert!(plain(&mut app).contains("different texts"));
}

#[test]
fn the_representative_is_compared_with_the_member_least_similar_to_it() {
    let world = World::new();
    let mut app = world::app(&world, (120, 36));
    typed(&world, &mut app, "Down");
    let clustering = app.data.clustering.clone().unwrap();
    let (a, b) = app.clusters.shown_pair(&clustering).unwrap();
    let cluster = app.clusters.selected(&clustering).unwrap();
    let to_first = |doc: &DocNo| world.jaccard(cluster.representative, *doc);
    let least = cluster.members.iter().map(to_first).fold(1.0, f64::min);
    assert_eq!((a, to_first(&b)), (cluster.representative, least));
    assert!(app.clusters.differences(&clustering).is_some());
    assert_contains(&plain(&mut app), "the same");
}

#[test]
fn tab_goes_through_all_panels_at_any_size_and_the_hint_names_the_next() {
    let world = World::new();
    for size in [(80, 24), (120, 36), (200, 50)] {
        let mut app = world::app(&world, size);
        typed(&world, &mut app, "Down");
        let hint = |app: &mut App| plain(app).lines().last().unwrap().to_owned();
        let order = [
            ("Tab members", (ClustersFocus::List, false)),
            ("Tab preview", (ClustersFocus::Members, false)),
            ("Tab clusters", (ClustersFocus::List, true)),
        ];
        for (named, panel) in order {
            let panel_in_front = (app.clusters.focus, app.clusters.reading);
            assert_eq!(panel_in_front, panel, "{size:?}");
            assert_contains(&hint(&mut app), named);
            if panel.1 {
                let shown = plain(&mut app);
                assert!(shown.contains("Differences"), "{shown}");
                assert!(hint(&mut app).contains("Enter compare"));
            }
            typed(&world, &mut app, "Tab");
        }
        let panel_in_front = (app.clusters.focus, app.clusters.reading);
        assert_eq!(panel_in_front, (ClustersFocus::List, false));
        typed(&world, &mut app, "Tab Tab");
        assert!(app.clusters.reading);
    }
}

#[test]
fn a_key_without_a_command_names_the_nearest_key() {
    let world = World::new();
    let mut app = world::app(&world, (120, 36));
    typed(&world, &mut app, "J");
    assert!(plain(&mut app).contains("J does nothing here; j is down, ? lists all keys"));
    // In a dialog without a text field.
    typed(&world, &mut app, "g o Z");
    assert!(plain(&mut app).contains("Z does nothing here; Esc closes what is in front"));
}

/// The numbers on a screen that are not part of a name and not marked as cut.
pub fn numbers(picture: &str) -> Vec<String> {
    let of_number = |c: char| c.is_ascii_digit() || c == '.' || c == ',';
    let mut numbers = Vec::new();
    for line in picture.lines() {
        // Frames and bars separate fields.
        let fields = line.split(|c: char| c.is_whitespace() || "│╭╮╰╯─┃┤├".contains(c));
        for field in fields {
            let word = field.trim_matches(|c: char| "()[]{}:;%↓↑+-−·".contains(c));
            let word = word.trim_end_matches(['.', ',']);
            if word.starts_with(|c: char| c.is_ascii_digit() || c == '.')
                && word.chars().any(|c| c.is_ascii_digit())
                && word.chars().all(of_number)
            {
                numbers.push(word.replace(',', ""));
            }
        }
    }
    numbers
}

/// Whether `number` is one of `figures`, or one of them rounded.
pub fn is_known(number: &str, figures: &std::collections::HashSet<String>) -> bool {
    if figures.contains(number) {
        return true;
    }
    let decimals = number.split_once('.').map_or(0, |(_, after)| after.len());
    figures.iter().any(|figure| {
        let finer = figure
            .split_once('.')
            .is_some_and(|(_, after)| after.len() > decimals);
        let value: Option<f64> = figure.parse().ok();
        let rounded = value.map(|value| format!("{value:.decimals$}"));
        let rounded = rounded.filter(|_| finer);
        rounded.is_some_and(|text| text == number || text.strip_prefix('0') == Some(number))
    })
}

#[test]
fn every_number_on_a_narrow_screen_is_also_on_a_wide_one() {
    let world = World::new();
    // Positions in lists and texts depend on the size of the screen and are small numbers.
    let small: std::collections::HashSet<String> = (0..100).map(|n| n.to_string()).collect();
    for (name, keys) in [
        ("Clusters", ""),
        ("Pairs", "2"),
        ("Document", "Tab Enter"),
        ("Compare", "Enter"),
        ("About", "A"),
        ("Skipped", "K"),
        ("Why", "w"),
    ] {
        let mut app = world::app(&world, (200, 60));
        typed(&world, &mut app, keys);
        let mut figures = small.clone();
        for (width, height) in [(200, 60), (200, 200), (160, 60), (120, 60)] {
            app.size = (width, height);
            figures.extend(numbers(&plain(&mut app)));
        }
        for width in 60..200 {
            app.size = (width, 36);
            let picture = plain(&mut app);
            for number in numbers(&picture) {
                let message = format!("{name} at {width} columns: {number}");
                assert!(figures.contains(&number), "{message}\n{picture}");
            }
        }
    }
}
