//! Commands of the Clusters screen: moving among clusters, members and matrix cells, sort order.

use std::sync::Arc;

use crate::app::update::pages;
use crate::app::{App, Command, Panel};
use crate::base::DocNo;
use crate::screens::clusters::state::{ClustersFocus, MATRIX_LIMIT};
use crate::screens::compare::state::CompareState;

/// Runs a command on the Clusters screen.
pub(crate) fn clusters(app: &mut App, command: Command) {
    use Command as C;
    if app.clusters.reading
        && let Some(by) = command.rows(10)
    {
        return scroll_differences(app, by);
    }
    if command == C::NextPanel {
        let (focus, reading) = app.next_panel();
        let c = &mut app.clusters;
        (c.focus, c.reading, c.filtering) = (focus, reading, false);
        return;
    }
    let focus = app.clusters.focus;
    let page = match focus {
        ClustersFocus::List => app.clusters.list.page(),
        ClustersFocus::Members => app.clusters.members.page(),
    };
    if let Some(by) = command.rows(page) {
        match focus {
            ClustersFocus::List => step_clusters(app, by),
            ClustersFocus::Members => app.step(Panel::Members, by),
        }
        return;
    }
    match command {
        C::Left => match (focus, app.clusters.column) {
            (ClustersFocus::Members, Some(_)) => step_columns(app, -1),
            (ClustersFocus::Members, None) => app.clusters.focus = ClustersFocus::List,
            (ClustersFocus::List, _) => {}
        },
        C::Right => match focus {
            ClustersFocus::Members => step_columns(app, 1),
            ClustersFocus::List if app.clusters.listed.is_empty() => {}
            ClustersFocus::List => {
                (app.clusters.focus, app.clusters.filtering) = (ClustersFocus::Members, false)
            }
        },
        C::Open => open(app),
        C::Filter => {
            app.clusters.focus = ClustersFocus::List;
            app.clusters.filtering = true;
        }
        C::Sort => {
            app.clusters.sort = app.clusters.sort.next();
            relist(app);
        }
        _ => {}
    }
}

/// Scrolls the differences by rows.
pub(crate) fn scroll_differences(app: &mut App, by: i64) {
    let at = app.clusters.differences_at as i64;
    app.clusters.differences_at = at.saturating_add(by).clamp(0, 100_000) as usize;
}

/// Compares the two documents of the preview or of the selected matrix cell; among the members, opens the document under
/// the cursor.
pub(crate) fn open(app: &mut App) {
    let Some(clustering) = app.data.clustering.clone() else {
        return;
    };
    let in_list = app.clusters.focus == ClustersFocus::List;
    match app.clusters.document(&clustering) {
        None => app.say("no cluster is listed that could be opened"),
        Some(_) if in_list || app.clusters.cell(&clustering).is_some() => compare_shown(app),
        Some(doc) => pages::open_document(app, doc),
    }
}

/// Compares the two members whose differences are shown, once they are known. The commands for the next and previous
/// neighbour step through the members.
fn compare_shown(app: &mut App) {
    let Some(clustering) = app.data.clustering.clone() else {
        return;
    };
    let Some(cluster) = app.clusters.selected(&clustering) else {
        return;
    };
    let Some((a, b)) = app.clusters.shown_pair(&clustering) else {
        return app.say("the members are still being compared");
    };
    let members = app.clusters.in_order(cluster).iter();
    let mut others: Vec<DocNo> = members.copied().filter(|doc| *doc != a).collect();
    let at = others.iter().position(|doc| *doc == b);
    if at.is_none() {
        // Members with identical text share one row.
        others = vec![b];
    }
    let mut state = CompareState::new(a, others, at.unwrap_or(0));
    if let Some(comparison) = app.clusters.differences(&clustering) {
        state.set_comparison(Arc::clone(comparison));
    }
    pages::open_compare(app, state);
}

/// Moves the list cursor.
pub(crate) fn step_clusters(app: &mut App, by: i64) {
    let (before, len) = (app.clusters.list.selected, app.clusters.listed.len());
    app.clusters.list.step(by, len);
    if app.clusters.list.selected != before {
        first_member(app);
    }
}

/// Moves the member cursor to the first member.
pub(crate) fn first_member(app: &mut App) {
    app.clusters.members = Default::default();
    app.clusters.differences_at = 0;
    (app.clusters.column, app.clusters.first_column) = (None, 0);
}

/// Number of rows in the list of members of the selected cluster.
pub(crate) fn members(app: &App) -> usize {
    app.cluster()
        .map_or(0, |cluster| app.clusters.in_order(cluster).len())
}

/// Moves the matrix column cursor; the position before the first column is the name.
pub(crate) fn step_columns(app: &mut App, by: i64) {
    let last = members(app) as i64 - 1;
    let from = app.clusters.column.map_or(-1, |c| c as i64);
    let at = (from + by).min(last);
    let shown = last < MATRIX_LIMIT as i64;
    app.clusters.column = usize::try_from(at).ok().filter(|_| shown);
}

/// Recomputes the list after a change of filter or order.
pub(crate) fn relist(app: &mut App) {
    if let (Some(collection), Some(clustering)) =
        (app.data.collection.clone(), app.data.clustering.clone())
    {
        let before = app.clusters.selected_index();
        app.clusters.list(&collection, &clustering, &[]);
        if app.clusters.selected_index() != before {
            first_member(app);
        }
    }
}
