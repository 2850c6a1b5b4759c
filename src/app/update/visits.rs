//! Earlier runs: going on where the corpus was left, and choosing a corpus opened before.

use super::super::App;
use super::super::commands::{COMMANDS, Command};
use super::super::dialog::{Dialog, DialogKind};
use super::super::effect::Effect;
use super::super::screen::Screen;
use super::super::state::visit::LastVisit;
use super::{clusters, pages, threshold};
use crate::base::DocNo;
use crate::filter::Known;

/// Screens that can be gone back to, with the commands that open them.
const SCREENS: [(Screen, Command); 7] = [
    (Screen::Pairs, Command::Pairs),
    (Screen::Search, Command::Search),
    (Screen::Skipped, Command::Skipped),
    (Screen::About, Command::About),
    (Screen::Tune, Command::Tune),
    (Screen::Blocks, Command::Blocks),
    (Screen::Mirrors, Command::Mirrors),
];

impl App {
    /// Where the screens stand, to go on from there in a later run.
    #[must_use]
    pub fn visit(&self) -> LastVisit {
        let screen = SCREENS.iter().find(|(screen, _)| *screen == self.screen());
        let id = |doc: DocNo| {
            let collection = self.data.collection.as_ref()?;
            (doc.index() < collection.len()).then(|| collection.id(doc).to_owned())
        };
        let document = pages::document_at_hand(self).and_then(id);
        LastVisit {
            threshold: self.threshold,
            screen: screen
                .map_or("", |(_, command)| command.entry().name)
                .to_owned(),
            clusters_filter: self.clusters.filter.text().to_owned(),
            pairs_filter: self.pair_list.filter.text().to_owned(),
            document,
            in_document: self.screen() == Screen::Document,
        }
    }
}

/// What is said of the last visit at the start; `None` if there is nothing to go on with.
#[must_use]
pub(super) fn offer(app: &App) -> Option<String> {
    let last = app.start.visits.last.as_ref()?;
    let same = LastVisit {
        threshold: app.start.threshold,
        ..LastVisit::default()
    };
    let here = LastVisit {
        document: None,
        ..last.clone()
    };
    let now = LastVisit {
        document: None,
        ..app.visit()
    };
    if here == same || here == now {
        return None;
    }
    let screen = SCREENS
        .iter()
        .find(|(_, command)| command.entry().name == last.screen);
    let mut said = vec![match (screen, last.in_document) {
        (Some((screen, _)), _) => screen.name().to_owned(),
        (None, true) => last.document.clone().unwrap_or_default(),
        (None, false) => Screen::Clusters.name().to_owned(),
    }];
    if (last.threshold - app.start.threshold).abs() > 1e-9 {
        said.push(format!(
            "threshold {}",
            crate::typeset::figures::threshold(last.threshold)
        ));
    }
    let filters = [&last.clusters_filter, &last.pairs_filter];
    if let Some(filter) = filters.into_iter().find(|filter| !filter.is_empty()) {
        said.push(format!("filter {filter}"));
    }
    let said = crate::base::sanitise::line(&said.join(", ")).into_owned();
    let key = app.keymap.label(Command::Resume);
    Some(format!("{key} goes back to where you left: {said}"))
}

/// Goes to where the corpus was left the last time; the command that opens its screen is still to be run.
pub(super) fn resume(app: &mut App) -> (Vec<Effect>, Option<Command>) {
    let Some(last) = app.start.visits.last.clone() else {
        app.say("nothing is kept of an earlier run with this corpus");
        return (vec![], None);
    };
    app.pages.clear();
    let mut effects = threshold::request(app, last.threshold.clamp(0.0, 1.0));
    app.clusters.filter.set(&last.clusters_filter);
    clusters::relist(app);
    app.pair_list.filter.set(&last.pairs_filter);
    let known = app.data.collection.as_deref().map(Known::of);
    app.pair_list.read_filter(&known.unwrap_or_default());
    let doc = last.document.as_deref().and_then(|id| {
        let collection = app.data.collection.as_ref()?;
        collection.documents().find(|doc| collection.id(*doc) == id)
    });
    if let Some(doc) = doc {
        let cluster = app.data.clustering.as_ref();
        let cluster = cluster.and_then(|c| c.cluster_of(doc).map(|(index, _)| index));
        if let Some(cluster) = cluster {
            clusters::select(app, cluster);
        }
    }
    let screen = COMMANDS.iter().find(|entry| entry.name == last.screen);
    let known = |entry: &&super::super::commands::Entry| {
        SCREENS.iter().any(|(_, command)| *command == entry.command)
    };
    match (screen.filter(known), doc) {
        (Some(entry), _) => return (effects, Some(entry.command)),
        (None, Some(doc)) if last.in_document => effects.extend(pages::open_document(app, doc)),
        (None, _) => {}
    }
    (effects, None)
}

/// Opens the list of the demos and the corpora opened before.
pub(super) fn open(app: &mut App) {
    match app.start.visits.demos {
        None => app.say("other corpora are opened from the demo: shinglescope without a path"),
        Some(_) => app.dialogs.push(Dialog::new(DialogKind::Recent)),
    }
}

/// Opens the corpus under the cursor; the first row is the demo that is open.
pub(super) fn accept(app: &mut App) -> Vec<Effect> {
    let at = app.dialogs.pop().map_or(0, |dialog| dialog.scroll.selected);
    let other = app.start.visits.other(at);
    other.map(Effect::OpenOther).into_iter().collect()
}
