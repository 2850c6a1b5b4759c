//! The command table: name, description, group, default keys, screens and hint-bar label of each
//! command. Keymap, help, palette, hint bar and manual are generated from it.

use super::screen::Screen;

/// A user command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)] // Each is described once, in the table below.
pub enum Command {
    Up,
    Down,
    Left,
    Right,
    PageUp,
    PageDown,
    HalfUp,
    HalfDown,
    Top,
    Bottom,
    NextPanel,
    PreviousPanel,
    Open,
    Back,
    Escape,
    Filter,
    Sort,
    ReverseSort,
    ThresholdDown,
    ThresholdUp,
    ThresholdFarDown,
    ThresholdFarUp,
    ThresholdSet,
    Bridge,
    NextNeighbour,
    PreviousNeighbour,
    NextPassage,
    PreviousPassage,
    Mode,
    Swap,
    Lock,
    Search,
    Within,
    Copy,
    Edit,
    Skipped,
    About,
    Settings,
    UndoSettings,
    RedoSettings,
    Tune,
    NextPlot,
    PreviousPlot,
    PlotSCurve,
    PlotEstimates,
    PlotThresholds,
    PlotByK,
    PlotLabels,
    PlotChanges,
    PlotSweep,
    Default,
    Defaults,
    TakeBest,
    Pin,
    NameSettings,
    NamedSettings,
    LoadLabels,
    Judge,
    RunSweep,
    Shades,
    SavePlots,
    Why,
    Messages,
    Reload,
    Stop,
    Help,
    Palette,
    Redraw,
    Suspend,
    Interrupt,
    Quit,
}

/// Groups of commands in the help dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Group {
    /// Cursor movement and scrolling.
    Move,
    /// Commands for clusters.
    Clusters,
    /// Commands for a document and its neighbours.
    Document,
    /// Commands for comparing two documents.
    Compare,
    /// Full-text search.
    Search,
    /// The Tune screen.
    Tune,
    /// Copying, editing, other screens, settings.
    General,
    /// Help, redraw, suspend, quit.
    Program,
}

impl Group {
    /// Heading in the help dialog.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Group::Move => "Moving",
            Group::Clusters => "Clusters",
            Group::Document => "Document",
            Group::Compare => "Compare",
            Group::Search => "Search",
            Group::Tune => "Tune",
            Group::General => "Anywhere",
            Group::Program => "The program",
        }
    }
}

/// One row of the table.
#[derive(Debug)]
pub struct Entry {
    /// The command that it describes.
    pub command: Command,
    /// Name in the palette and in key files.
    pub name: &'static str,
    /// One-line description.
    pub doc: &'static str,
    /// Group in the help dialog.
    pub group: Group,
    /// Default keys; the first is the one displayed.
    pub keys: &'static [&'static str],
    /// Screens on which the command is available.
    pub screens: &'static [Screen],
    /// Label in the hint bar; empty if it is not shown there.
    pub hint: &'static str,
    /// Position in the hint bar, lowest first.
    pub rank: u8,
}

use Command as C;
use Group as G;
use Screen as S;

const ALL: &[Screen] = &Screen::ALL;
const LISTS: &[Screen] = &[
    S::Clusters,
    S::Document,
    S::Search,
    S::Skipped,
    S::About,
    S::Tune,
];
const CLUSTERS: &[Screen] = &[S::Clusters];
const THRESHOLDS: &[Screen] = &[S::Clusters, S::Tune];
const TUNE: &[Screen] = &[S::Tune];

const COMPARE: &[Screen] = &[S::Compare];
const SEARCH: &[Screen] = &[S::Search];
const OPENS: &[Screen] = &[S::Clusters, S::Document, S::Search, S::Tune];
const PANELS: &[Screen] = &[S::Clusters, S::Document, S::Compare, S::Search];
const TABLES: &[Screen] = &[S::Clusters, S::Document];
const TEXTS: &[Screen] = &[S::Clusters, S::Document, S::Compare, S::Search];
const STEPS: &[Screen] = &[S::Document, S::Compare];
const PAIRS: &[Screen] = &[S::Clusters, S::Document, S::Compare];

macro_rules! table {
    ($($command:ident $name:literal $group:ident $screens:ident [$($key:literal)*] $rank:literal $hint:literal $doc:literal;)*) => {
        /// All commands, in the order of the help dialog.
        pub static TABLE: &[Entry] = &[$(Entry {
            command: C::$command, name: $name, doc: $doc, group: G::$group,
            keys: &[$($key),*], screens: $screens, hint: $hint, rank: $rank,
        }),*];
    };
}

// command        name               group    screens   keys                     rank hint          what it does
table! {
    Up            "up"               Move     ALL       ["k" "Up"]               0  ""            "One up";
    Down          "down"             Move     ALL       ["j" "Down"]             0  ""            "One down";
    Left          "left"             Move     LISTS     ["h" "Left"]             0  ""            "One left; from the first back to the list";
    Right         "right"            Move     LISTS     ["l" "Right"]            0  ""            "One right; from the list into the members";
    PageUp        "page-up"          Move     ALL       ["PgUp" "ctrl-b"]        0  ""            "A page up";
    PageDown      "page-down"        Move     ALL       ["PgDn" "ctrl-f" "Space"] 0 ""            "A page down";
    HalfUp        "half-page-up"     Move     ALL       ["ctrl-u"]               0  ""            "Half a page up";
    HalfDown      "half-page-down"   Move     ALL       ["ctrl-d"]               0  ""            "Half a page down";
    Top           "top"              Move     ALL       ["g" "Home"]             0  ""            "To the first";
    Bottom        "bottom"           Move     ALL       ["G" "End"]              0  ""            "To the last";
    NextPanel     "next-panel"       Move     PANELS    ["Tab"]                  12 "panel"       "To the next panel";
    PreviousPanel "previous-panel"   Move     PANELS    ["shift-Tab"]            0  ""            "To the panel before";
    Open          "open"             Move     OPENS     ["Enter"]                10 "open"        "Open the document, or compare the two of a cell";
    Back          "back"             Move     ALL       ["q"]                    80 "back"        "Back; from the first screen, quit";
    Escape        "escape"           Move     ALL       ["Esc"]                  0  ""            "Close, lift the filter, go back, at last stop work";

    ThresholdDown "threshold-down"   Clusters THRESHOLDS ["-" "["]               21 "threshold"   "Lower the threshold by 0.01";
    ThresholdUp   "threshold-up"     Clusters THRESHOLDS ["+" "]" "="]           20 "threshold"   "Raise the threshold by 0.01";
    ThresholdFarDown "threshold-far-down" Clusters THRESHOLDS ["{"]                0  ""            "Lower the threshold by 0.05";
    ThresholdFarUp "threshold-far-up" Clusters THRESHOLDS ["}"]                    0  ""            "Raise the threshold by 0.05";
    ThresholdSet  "threshold-set"    Clusters THRESHOLDS ["t"]                    0  ""            "Type a threshold";
    Filter        "filter"           Clusters CLUSTERS  ["f"]                    30 "filter"      "Only clusters with a member named like what you type";
    Sort          "sort"             Clusters TABLES    ["s"]                    32 "sort"        "Sort by the next column";
    ReverseSort   "reverse-sort"     Clusters TABLES    ["S"]                    0  ""            "Turn the order round";
    Bridge        "compare-bridge"   Clusters CLUSTERS  ["b"]                    36 "bridge"      "Compare the two ends of the weakest bridge";
    Why           "why"              Clusters PAIRS     ["w"]                    37 "why"         "Why they share a cluster; what holds one together";

    NextNeighbour "next-neighbour"   Document STEPS     ["n"]                    30 "next"        "The next neighbour, or the next document of a cluster";
    PreviousNeighbour "previous-neighbour" Document STEPS ["p"]                  31 "previous"    "The one before";

    NextPassage   "next-passage"     Compare  STEPS     ["]"]                    15 "passage"     "To the next passage that is shared";
    PreviousPassage "previous-passage" Compare STEPS    ["["]                    16 "passage"     "To the shared passage before";
    Mode          "mode"             Compare  COMPARE   ["m"]                    20 "mode"        "Shared shingles, words that differ, only differences";
    Swap          "swap"             Compare  COMPARE   ["x"]                    40 "swap"        "Change sides";
    Lock          "lock"             Compare  COMPARE   ["l"]                    41 "lock"        "Let the sides scroll together, or each alone";

    Search        "search"           Search   ALL       ["/"]                    50 "search"      "Search the full text";
    Within        "within-cluster"   Search   SEARCH    ["w" "ctrl-t"]           20 "this cluster" "Search only the selected cluster, or everything";

    NextPlot      "next-plot"        Tune     TUNE      ["Tab"]                  11 "next plot"   "The next plot";
    PreviousPlot  "previous-plot"    Tune     TUNE      ["shift-Tab"]            0  ""            "The plot before";
    PlotSCurve    "plot-s-curve"     Tune     TUNE      ["1"]                    0  ""            "Chance of becoming a candidate, over the pairs";
    PlotEstimates "plot-estimates"   Tune     TUNE      ["2"]                    0  ""            "Estimates against exact values, and outliers";
    PlotThresholds "plot-thresholds" Tune     TUNE      ["3"]                    0  ""            "Clusters and pairs at every threshold";
    PlotByK       "plot-k"           Tune     TUNE      ["4"]                    0  ""            "Clusters and pairs at every k";
    PlotLabels    "plot-labels"      Tune     TUNE      ["5"]                    0  ""            "Precision, recall, ROC, and the errors";
    PlotChanges   "plot-changes"     Tune     TUNE      ["6"]                    0  ""            "What became of the clusters that were pinned";
    PlotSweep     "plot-sweep"       Tune     TUNE      ["7"]                    0  ""            "A grid of settings as a heat map";
    Default       "default"          Tune     TUNE      ["d"]                    35 "default"     "The slider under the cursor back to its default";
    Defaults      "defaults"         Tune     TUNE      ["D"]                    0  ""            "All sliders but the threshold back to their defaults";
    TakeBest      "best-threshold"   Tune     TUNE      ["b"]                    24 "best threshold" "The threshold that labels or judged pairs propose";
    Pin           "pin"              Tune     TUNE      ["p"]                    30 "pin"         "Pin these clusters, to compare others with them";
    NameSettings  "name-settings"    Tune     TUNE      ["n"]                    42 "name"        "Keep these settings with the corpus under a name";
    NamedSettings "named-settings"   Tune     TUNE      ["N"]                    43 "named"       "Settings that have a name: take one, remove one";
    LoadLabels    "labels"           Tune     TUNE      ["L"]                    32 "labels"      "Read labels from a CSV file";
    Judge         "judge"            Tune     TUNE      ["J"]                    33 "judge"       "Judge pairs by hand; 20 answers propose a threshold";
    RunSweep      "sweep"            Tune     TUNE      ["s"]                    34 "sweep"       "Run a grid of settings";
    Shades        "shades"           Tune     TUNE      ["m"]                    36 "shades"      "Let the heat map show another figure";
    SavePlots     "save-plots"       Tune     TUNE      ["v"]                    44 "save plots"  "Save all plots as SVG files";

    Copy          "copy"             General  TEXTS     ["y"]                    60 "copy"        "Copy names, or the figures of a pair";
    Edit          "edit"             General  TEXTS     ["e" "o"]                61 "edit"        "Open the file in $VISUAL or $EDITOR here, read-only";
    Skipped       "skipped"          General  ALL       ["K"]                    70 "skipped"     "List what was met but not read, and why";
    About         "about"            General  ALL       ["A"]                    71 "about"       "Settings, counts, times, the method and its promise";
    Tune          "tune"             General  ALL       ["T"]                    26 "tune"        "What every setting does to this corpus, live";
    Settings      "settings"         General  ALL       [","]                    25 "settings"    "Method, measure, shingles, sketches: change any, live";
    UndoSettings  "undo-settings"    General  ALL       ["u"]                    0  ""            "Back to the settings before the last change";
    RedoSettings  "redo-settings"    General  ALL       ["U"]                    0  ""            "Forth again to the settings that were undone";
    Messages      "messages"         General  ALL       ["M"]                    0  ""            "All messages so far";
    Reload        "reload"           General  ALL       ["R"]                    0  ""            "Read the corpus again; what changed is done anew";

    Help          "help"             Program  ALL       ["?" "F1"]               90 "help"        "All keys, searchable";
    Palette       "palette"          Program  ALL       [":" "ctrl-p"]           91 "all"          "Find a command by its name";
    Stop          "stop"             Program  ALL       []                       0  ""            "Stop long work and keep what is done";
    Redraw        "redraw"           Program  ALL       ["ctrl-l"]               0  ""            "Draw the screen anew";
    Suspend       "suspend"          Program  ALL       ["ctrl-z"]               0  ""            "Back to the shell for a while (fg returns)";
    Interrupt     "interrupt"        Program  ALL       ["ctrl-c"]               0  ""            "Stop long work; where none runs, quit";
    Quit          "quit"             Program  ALL       ["ctrl-q"]               0  ""            "Quit from anywhere";
}

impl Command {
    /// The command's row in the table.
    #[must_use]
    pub fn entry(self) -> &'static Entry {
        TABLE
            .iter()
            .find(|e| e.command == self)
            .unwrap_or(&TABLE[0])
    }

    /// Whether the command is available on `screen`.
    #[must_use]
    pub fn works_on(self, screen: Screen) -> bool {
        self.entry().screens.contains(&screen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_command_has_one_row_and_a_name_of_its_own() {
        let names: HashSet<_> = TABLE.iter().map(|e| e.name).collect();
        let commands: HashSet<_> = TABLE.iter().map(|e| e.command).collect();
        assert_eq!(names.len(), TABLE.len());
        assert_eq!(commands.len(), TABLE.len());
        assert_eq!(commands.len(), Command::Quit as usize + 1);
        for e in TABLE {
            let length = e.doc.chars().count();
            assert!(
                (1..=54).contains(&length),
                "{}: {length}; help has 54 columns",
                e.name
            );
        }
    }
}
