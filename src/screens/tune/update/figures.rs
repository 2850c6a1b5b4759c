//! Plots as data: the one in front, for its cursor, and all of them, for saving.

use crate::app::App;
use crate::plot::Figure;
use crate::screens::tune::state::View;
use crate::screens::tune::state::plots;

/// The plot in front if it has a cursor.
pub(super) fn in_front(app: &App) -> Option<Figure> {
    match app.tune.view {
        View::Changes | View::Sweep => None,
        view => plots::figure(app, view),
    }
}

/// All available plots with their file names.
pub(super) fn all(app: &App) -> Vec<(String, Figure)> {
    let mut all = Vec::new();
    let mut add = |name: &str, figure: Option<Figure>| {
        all.extend(figure.map(|figure| (name.to_owned(), figure)));
    };
    add("s-curve", plots::figure(app, View::SCurve));
    add("estimates", plots::figure(app, View::Estimates));
    add("thresholds", plots::figure(app, View::Thresholds));
    add("every-k", plots::figure(app, View::ByK));
    add("labels", plots::figure(app, View::Labels));
    add("sweep", plots::figure(app, View::Sweep));
    all
}
