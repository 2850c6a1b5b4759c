//! The rows of each panel, with its cursor.

use super::super::commands::Command;
use super::super::scroll::Scroll;
use super::super::{App, Panel};
use super::{clusters, dialogs};

impl App {
    /// Number of rows of a panel (0 if it has no cursor), with cursor and viewport; `None` for a panel without rows.
    pub(crate) fn list_mut(&mut self, panel: Panel) -> Option<(usize, &mut Scroll)> {
        Some(match panel {
            Panel::Clusters => (self.clusters.listed.len(), &mut self.clusters.list),
            Panel::Members => (clusters::members(self), &mut self.clusters.members),
            Panel::Pairs => (self.pair_list.len(), &mut self.pair_list.scroll),
            Panel::Documents => (self.documents.rows().len(), &mut self.documents.scroll),
            Panel::MemberColumns | Panel::Differences | Panel::LectureSlide => return None,
            Panel::Hits => (self.search.rows(), &mut self.search.hits),
            Panel::Skipped => (self.facts.skipped.len(), &mut self.facts.scroll),
            Panel::About => (usize::MAX, &mut self.about),
            Panel::Sliders => (0, &mut self.tune.sliders),
            Panel::Blocks => (self.blocks.rows(), &mut self.blocks.list),
            Panel::BlockText => (usize::MAX, &mut self.blocks.text),
            Panel::Mirrors => {
                let mirrors = self.mirrors.rows();
                match &mut self.mirrors.trees {
                    Some(trees) => (trees.shown.len(), &mut trees.scroll),
                    None => (mirrors, &mut self.mirrors.list),
                }
            }
            Panel::PlotList => (self.tune.pairs.rows.len(), &mut self.tune.list),
            Panel::Dialog => {
                let len = dialogs::rows(self);
                (len, &mut self.dialogs.last_mut()?.scroll)
            }
        })
    }

    /// Moves the cursor of a panel by rows.
    pub(crate) fn step(&mut self, panel: Panel, by: i64) {
        if let Some((rows, scroll)) = self.list_mut(panel) {
            scroll.step(by, rows);
        }
    }

    /// Moves the cursor of a panel by a movement command; other commands do nothing.
    pub(crate) fn follow(&mut self, panel: Panel, command: Command) {
        if let Some((rows, scroll)) = self.list_mut(panel) {
            scroll.follow(command, rows);
        }
    }
}
