//! Figures on the screens are whole or said to be cut, at any width; equal texts share a row; the differences of two
//! members and the panels follow their keys; a key without a meaning says so.

use shinglescope::app::App;
use shinglescope::app::state::clusters::{Aside, Focus};
use shinglescope::base::units::count;
use shinglescope::typeset::figures::bare;
use shinglescope::ui::theme::{Depth, Theme};

use crate::keys::typed;
use crate::screens::{draw, text};
use crate::tune_screen::answers;
use crate::world::{self, World};

fn picture(app: &mut App) -> String {
    text(&draw(app, Theme::new(Depth::None, false)).0)
}

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
        let picture = picture(&mut app);
        let clustering = app.data.clustering.clone().unwrap();
        for listed in &app.clusters.listed {
            let size = count(clustering.clusters[listed.cluster].size() as u64);
            assert!(has(&picture, &size), "{width} columns: {size}\n{picture}");
        }
        let chosen = app.clusters.selected(&clustering).unwrap();
        // Below the list of a narrow screen the members are not shown.
        if width >= 100 {
            let least = format!("least .{:02.0}", (chosen.min * 100.0).round());
            assert!(
                picture.contains(&least),
                "{width} columns: {least}\n{picture}"
            );
        }
    }
}

#[test]
fn figures_of_estimates_are_whole_at_any_width() {
    let world = World::new();
    let mut app = world::app(&world, (120, 50));
    typed(&world, &mut app, "T Tab");
    let accuracy = answers::tuning(&world).accuracy;
    assert!(accuracy.pairs > 0);
    let figures = [
        format!("{:+.4}", accuracy.bias).replace('-', "−"),
        format!("{:.4}", accuracy.theory),
        format!("{:.4}", accuracy.error),
        format!("{:.1}", accuracy.coverage().unwrap() * 100.0),
    ];
    for width in 60..=200 {
        app.size = (width, 50);
        let picture = picture(&mut app);
        for figure in &figures {
            assert!(
                has(&picture, figure),
                "{width} columns: {figure}\n{picture}"
            );
        }
        let error = format!("error {}", bare(accuracy.error));
        let answered = picture.contains(&error) || picture.contains('…');
        assert!(answered, "{width} columns: {error}\n{picture}");
    }
}

#[test]
fn equal_texts_share_a_row_until_each_is_asked_for() {
    let world = World::new();
    let mut app = world::app(&world, (120, 36));
    let clustering = app.data.clustering.clone().unwrap();
    let cluster = app.clusters.selected(&clustering).unwrap();
    assert!(cluster.identical > 0);
    let rows = app.clusters.in_order(cluster).len();
    assert!(rows < cluster.size());
    let sizes: usize = (0..rows)
        .map(|row| app.clusters.row_size(cluster, row))
        .sum();
    assert_eq!(sizes, cluster.size());
    for doc in &cluster.members {
        assert!(app.clusters.row_of(cluster, *doc).unwrap() < rows);
    }
    assert!(picture(&mut app).contains("different texts"));
    typed(&world, &mut app, "Tab G m");
    let cluster = app.clusters.selected(&clustering).unwrap();
    assert_eq!(app.clusters.in_order(cluster).len(), cluster.size());
    typed(&world, &mut app, "G m");
    let cluster = app.clusters.selected(&clustering).unwrap();
    assert!(app.clusters.members.selected < app.clusters.in_order(cluster).len());
    assert_eq!(
        app.clusters
            .row_of(cluster, *cluster.members.last().unwrap()),
        Some(app.clusters.members.selected)
    );
}

#[test]
fn the_two_least_alike_are_held_against_each_other_and_panels_have_numbers() {
    let world = World::new();
    let mut app = world::app(&world, (120, 36));
    typed(&world, &mut app, "Down");
    let clustering = app.data.clustering.clone().unwrap();
    let (a, b) = app.clusters.shown_pair(&clustering).unwrap();
    let cluster = app.clusters.selected(&clustering).unwrap();
    assert!((world.jaccard(a, b) - cluster.min).abs() < 1e-9);
    assert!(app.clusters.differences(&clustering).is_some());
    let shown = picture(&mut app);
    assert!(
        shown.contains("3 Shared and different") && shown.contains("alike"),
        "{shown}"
    );
    typed(&world, &mut app, "2");
    assert_eq!(app.clusters.focus, Focus::Members);
    typed(&world, &mut app, "4");
    assert_eq!(app.clusters.aside, Some(Aside::Pairs));
    typed(&world, &mut app, "3 W");
    let alone = picture(&mut app);
    assert!(
        !alone.contains("1 Clusters") && alone.contains("3 Shared"),
        "{alone}"
    );
    typed(&world, &mut app, "Esc 1");
    assert_eq!((app.clusters.aside, app.clusters.zoomed), (None, false));
    assert_eq!(app.clusters.focus, Focus::List);
}

#[test]
fn a_key_without_a_meaning_names_the_nearest() {
    let world = World::new();
    let mut app = world::app(&world, (120, 36));
    typed(&world, &mut app, "J");
    assert!(picture(&mut app).contains("J does nothing here; j is down, ? lists all keys"));
}
