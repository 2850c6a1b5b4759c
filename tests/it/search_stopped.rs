//! What the screens show after a search or a reading was stopped.

use std::sync::Arc;
use std::time::Duration;

use shinglescope::app::{Action, App, update};
use shinglescope::candidates::PairSet;
use shinglescope::engine::Update;

use crate::keys::typed;
use crate::screens::picture;
use crate::support::{assert_contains, assert_lacks};
use crate::world::{self, World};

const MISSING: &str = "search stopped: some pairs may be missing · g u goes on";

fn received(world: &World, app: &mut App, updates: Vec<Update>) {
    for message in updates {
        world::act(world, app, Action::Engine(message));
    }
    app.notices.dismiss();
}

/// The pairs of the world as those of a search that was stopped.
fn stopped(world: &World) -> PairSet {
    let mut pairs = world.pairs();
    pairs.info.stopped = true;
    pairs
}

fn finished(stopped: bool) -> Update {
    Update::Finished {
        stopped,
        elapsed: Duration::from_secs(2),
    }
}

#[test]
fn lists_of_a_stopped_search_say_that_pairs_may_be_missing() {
    for size in [(80, 24), (120, 36), (200, 50)] {
        let world = World::new();
        let mut app = world::app(&world, size);
        assert!(!picture(&mut app).contains("stopped"));
        let pairs = Update::Pairs(Arc::new(stopped(&world)));
        received(&world, &mut app, vec![pairs, finished(true)]);
        let shown = picture(&mut app);
        let says = |line: &str| line.contains("Clusters ") && line.contains("search stopped");
        assert!(shown.lines().any(says), "{size:?}: {shown}");
        typed(&world, &mut app, "2");
        let shown = picture(&mut app);
        assert!(shown.contains(MISSING), "{size:?}: {shown}");
        // While the search continues, the key that continues it is not offered.
        let sample = world::progress(shinglescope::engine::Stage::Pairs, 1);
        received(&world, &mut app, vec![Update::Progress(sample)]);
        let shown = picture(&mut app);
        assert!(shown.contains("some pairs may be missing") && !shown.contains("g u goes on"));
        let pairs = Update::Pairs(Arc::new(world.pairs()));
        received(&world, &mut app, vec![pairs, finished(false)]);
        assert!(!picture(&mut app).contains("stopped"));
        typed(&world, &mut app, "q");
        assert!(!picture(&mut app).contains("stopped"));
    }
}

#[test]
fn an_empty_list_after_a_stopped_search_makes_no_claim_about_the_corpus() {
    let world = World::new();
    let mut app = world::app(&world, (120, 36));
    let none = PairSet::new(
        world.collection.documents().collect(),
        Vec::new(),
        stopped(&world).info,
    );
    let clustering = world.clustering(1.0);
    let nothing = shinglescope::cluster::Clustering {
        clusters: Vec::new(),
        cluster_of: vec![None; world.collection.len()],
        ..clustering
    };
    let updates = vec![
        Update::Pairs(Arc::new(none)),
        Update::Clusters(Arc::new(nothing)),
        finished(true),
    ];
    received(&world, &mut app, updates);
    let shown = picture(&mut app);
    assert_contains(&shown, "The search was stopped");
    assert_lacks(&shown, "No two documents");
}

#[test]
fn settings_changed_after_a_stopped_reading_ask_to_read_again() {
    let world = World::new();
    let mut app = App::new(world::start());
    update(&mut app, Action::Resize(120, 36));
    let sample = world::progress(shinglescope::engine::Stage::Sketch, 3);
    let updates = vec![Update::Progress(sample), finished(true)];
    received(&world, &mut app, updates);
    let mut analysis_config = app.reanalysis.requested().clone();
    analysis_config.settings.sketching.k = 5;
    assert!(app.reanalysis.go(analysis_config, None));
    let shown = picture(&mut app);
    assert_contains(&shown, "no document was read; g u reads again");
    assert_lacks(&shown, "beginning");
    // Once the program reads again, the notice disappears.
    typed(&world, &mut app, "g u");
    app.notices.dismiss();
    let shown = picture(&mut app);
    assert_lacks(&shown, "no document was read");
}

#[test]
fn a_search_says_that_the_full_text_of_a_stopped_reading_is_not_finished() {
    let world = World::new();
    let mut app = App::new(world::start());
    update(&mut app, Action::Resize(120, 36));
    let collection = Update::Collection(world.collection.clone());
    received(&world, &mut app, vec![collection, finished(true)]);
    typed(&world, &mut app, "/ t i d e");
    app.search.waiting = true;
    app.search.result = None;
    let shown = picture(&mut app);
    assert_contains(&shown, "reading was stopped");
    assert_contains(&shown, "g u goes on");
    received(&world, &mut app, vec![Update::FullText(3)]);
    let shown = picture(&mut app);
    let all = world.collection.len();
    let notice = format!("full text is not finished: 3 of {all}");
    assert_contains(&shown, &notice);
    assert_contains(&shown, "can be searched; g u goes on");
    received(&world, &mut app, vec![finished(false)]);
    assert!(!picture(&mut app).contains("not finished"));
}
