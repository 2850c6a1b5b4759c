//! The command table: name, description, group, default keys, contexts and hint-bar label of each
//! command. Keymap, help, palette, hint bar and manual are generated from it. A command whose keys or
//! label differ between contexts has further rows, in a second table.

use super::screen::{Context, DialogKind, Screen};

/// A group of commands: its two headings in the help dialog, for its commands on the current screen and on other
/// screens.
pub type CommandGroup = (&'static str, &'static str);

/// The groups.
#[allow(missing_docs, reason = "the headings say what each has")]
pub mod groups {
    use super::CommandGroup;

    const OTHER: &str = "On other screens";
    pub const MOVE: CommandGroup = ("Moving", OTHER);
    pub const CLUSTERS: CommandGroup = ("Lists", "On Clusters and other lists");
    pub const REVIEW: CommandGroup = ("Decisions", "Decisions: on lists, Document, Compare");
    pub const DOCUMENT: CommandGroup = ("Document", "On Document");
    pub const COMPARE: CommandGroup = ("Compare", "On Compare");
    pub const SEARCH: CommandGroup = ("Search", "On Search");
    pub const TUNE: CommandGroup = ("Tune", "On Tune");
    pub const LECTURE: CommandGroup = ("Lecture", "On Lecture");
    pub const GENERAL: CommandGroup = ("Anywhere", OTHER);
    pub const PROGRAM: CommandGroup = ("The program", OTHER);
    pub const DIALOGS: CommandGroup = ("Dialogs", OTHER);
    pub const TEXT: CommandGroup = ("Text fields", OTHER);
}

/// One row of the table.
#[derive(Debug)]
pub struct CommandEntry {
    /// The command that it describes.
    pub command: Command,
    /// Name in the palette and in key files.
    pub name: &'static str,
    /// One-line description.
    pub doc: &'static str,
    /// Group in the help dialog.
    pub group: CommandGroup,
    /// Default keys, each a key or a sequence of two; the first is displayed.
    pub keys: &'static [&'static str],
    /// Where the keys are bound.
    pub contexts: &'static [Context],
    /// Label in the hint bar; empty if it is not shown there.
    pub hint: &'static str,
    /// Position in the hint bar, lowest first.
    pub rank: u8,
}

impl CommandEntry {
    /// Whether the command is available on `screen`.
    pub fn works_on(&self, screen: Screen) -> bool {
        self.contexts.contains(&Context::Screen(screen))
    }

    /// Whether the row is of a screen, not of a dialog or a text field.
    pub fn is_of_screens(&self) -> bool {
        let on_screen = |context: &Context| matches!(context, Context::Screen(_));
        self.contexts.iter().any(on_screen)
    }
}

/// The menu that a first key opens.
#[derive(Debug)]
pub struct Menu {
    /// The first of two keys.
    pub key: char,
    /// Heading of the menu.
    pub title: &'static str,
    /// Label of the key in the hint bar.
    pub hint: &'static str,
    /// Position in the hint bar, lowest first.
    pub rank: u8,
}

/// The menus of the first keys in the table.
pub const MENUS: [Menu; 2] = [
    Menu {
        key: 'd',
        title: "Decide",
        hint: "decide",
        rank: 22,
    },
    Menu {
        key: 'g',
        title: "Go to",
        hint: "go to",
        rank: 23,
    },
];

use Command as C;
use Context::{Choice, Dialog, EmptyHelp, Filter, Query, Rows};
use DialogKind as K;

const CLUSTERS: Context = Context::Screen(Screen::Clusters);
const PAIR_LIST: Context = Context::Screen(Screen::Pairs);
const DOCUMENT_LIST: Context = Context::Screen(Screen::Documents);
const DOCUMENT: Context = Context::Screen(Screen::Document);
const COMPARE: Context = Context::Screen(Screen::Compare);
const SEARCH: Context = Context::Screen(Screen::Search);
const SKIPPED: Context = Context::Screen(Screen::Skipped);
const ABOUT: Context = Context::Screen(Screen::About);
const TUNE: Context = Context::Screen(Screen::Tune);
const BLOCKS: Context = Context::Screen(Screen::Blocks);
const MIRRORS: Context = Context::Screen(Screen::Mirrors);
const LECTURE: Context = Context::Screen(Screen::Lecture);

// Lists of contexts that several rows of the table share, or that are long.
#[rustfmt::skip]
const ALL: [Context; 11] = [
    CLUSTERS, PAIR_LIST, DOCUMENT_LIST, DOCUMENT, COMPARE, SEARCH, SKIPPED, ABOUT, TUNE, BLOCKS,
    MIRRORS,
];
#[rustfmt::skip]
const ANYWHERE: [Context; 13] = [
    CLUSTERS, PAIR_LIST, DOCUMENT_LIST, DOCUMENT, COMPARE, SEARCH, SKIPPED, ABOUT, TUNE, BLOCKS,
    MIRRORS, LECTURE, Context::Anywhere,
];
const LISTS: [Context; 6] = [CLUSTERS, DOCUMENT, SEARCH, SKIPPED, ABOUT, TUNE];
const FILTERS: [Context; 2] = [CLUSTERS, PAIR_LIST];
const THRESHOLDS: [Context; 3] = [CLUSTERS, PAIR_LIST, TUNE];
#[rustfmt::skip]
const OPENS: [Context; 9] = [
    CLUSTERS, PAIR_LIST, DOCUMENT_LIST, DOCUMENT, SEARCH, SKIPPED, TUNE, BLOCKS, MIRRORS,
];
const PANELS: [Context; 4] = [CLUSTERS, DOCUMENT, COMPARE, SEARCH];
const PANES: [Context; 5] = [CLUSTERS, DOCUMENT, COMPARE, SEARCH, BLOCKS];
const TABLES: [Context; 3] = [CLUSTERS, PAIR_LIST, SEARCH];
const COPIES: [Context; 5] = [CLUSTERS, PAIR_LIST, DOCUMENT, COMPARE, SEARCH];
const STEPS: [Context; 2] = [DOCUMENT, COMPARE];
const PAIRS: [Context; 4] = [CLUSTERS, PAIR_LIST, DOCUMENT, COMPARE];
const REVIEWS: [Context; 5] = [CLUSTERS, PAIR_LIST, DOCUMENT_LIST, DOCUMENT, COMPARE];
const OF_DOCUMENTS: [Context; 3] = [CLUSTERS, DOCUMENT_LIST, DOCUMENT];
const MARKS: [Context; 2] = [CLUSTERS, PAIR_LIST];
const REVIEW_LISTS: [Context; 3] = [CLUSTERS, PAIR_LIST, COMPARE];
const MATCHES: [Context; 2] = [Dialog(K::Palette), Filter];
const WHY_SEAMS: [Context; 2] = [Dialog(K::Why), Dialog(K::Seams)];
const ROWS: [Context; 2] = [Rows, Dialog(K::Settings)];
#[rustfmt::skip]
const PAGED: [Context; 5] = [
    Rows, Dialog(K::Settings), Dialog(K::Help), Dialog(K::Palette), Filter,
];
const ESC_CLOSE: [Context; 3] = [Rows, Dialog(K::Help), Dialog(K::Palette)];
#[rustfmt::skip]
const ESC_LEAVE: [Context; 6] = [
    Dialog(K::Threshold), Dialog(K::Settings), Dialog(K::LectureText), Dialog(K::Labels),
    Dialog(K::Sweep), Dialog(K::Report),
];
const FORMS: [Context; 3] = [Dialog(K::Labels), Dialog(K::Sweep), Dialog(K::Report)];
const VALUES: [Context; 2] = [Dialog(K::Settings), Choice];
const CHANGES: [Context; 2] = [Dialog(K::Settings), Dialog(K::Masks)];
const FIELDS: [Context; 2] = [Dialog(K::Note), Dialog(K::LectureText)];

macro_rules! commands {
    ($($command:ident $name:literal $group:ident $contexts:tt [$($key:literal)*] $rank:literal $hint:literal $doc:literal;)*) => {
        /// A user command.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Command {
            $(#[doc = $doc] $command,)*
        }

        /// One row for each command, in the order of [`Command`] and of the help dialog.
        pub const COMMANDS: &[CommandEntry] = &[$(CommandEntry {
            command: C::$command, name: $name, doc: $doc, group: groups::$group,
            keys: &[$($key),*], contexts: &$contexts, hint: $hint, rank: $rank,
        }),*];
    };
}

macro_rules! also {
    ($($command:ident $contexts:tt [$($key:literal)*] $rank:literal $hint:literal $doc:literal;)*) => {
        /// Further rows of commands: other contexts, with other keys or labels.
        const ALSO: &[CommandEntry] = &[$(CommandEntry {
            command: C::$command, name: COMMANDS[C::$command as usize].name, doc: $doc,
            group: groups::DIALOGS, keys: &[$($key),*], contexts: &$contexts, hint: $hint, rank: $rank,
        }),*];
    };
}

// command         name                 group    contexts      keys                    rank hint             what it does
commands! {
    Up               "up"                 MOVE     ALL           ["k" "Up"]               0  ""                "One up";
    Down             "down"               MOVE     ALL           ["j" "Down"]             0  ""                "One down";
    Left             "left"               MOVE     LISTS         ["h" "Left"]             0  ""                "One left; in a text the sentence before";
    Right            "right"              MOVE     LISTS         ["l" "Right"]            0  ""                "One right; in a text the next sentence";
    PageUp           "page-up"            MOVE     ALL           ["PgUp" "ctrl-b" "ctrl-u"]        0  ""                "A page up";
    PageDown         "page-down"          MOVE     ALL           ["PgDn" "ctrl-f" "ctrl-d"]        0  ""                "A page down";
    Top              "top"                MOVE     ALL           ["Home" "g g"]             99 ""                       "To the first";
    Bottom           "bottom"             MOVE     ALL           ["End" "G"]              0  ""                "To the last";
    NextPanel        "next-panel"         MOVE     PANES         ["Tab"]                  12 "panel"           "To the next panel, from the last to the first";
    Open             "open"               MOVE     OPENS         ["Enter"]                10 "open"            "Compare the two, open the document, go into the plot";
    Back             "back"               MOVE     ALL           ["q"]                    81 "quit"            "Back; from a tab, quit";
    Escape           "escape"             MOVE     ALL           ["Esc"]                  80 "back"            "Close, lift the filter, go back, at last stop work";

    ThresholdDown    "threshold-down"     CLUSTERS THRESHOLDS    ["-"]                20 "threshold"       "Lower the threshold by .01";
    ThresholdUp      "threshold-up"       CLUSTERS THRESHOLDS    ["+"]                21 "threshold"       "Raise the threshold by .01";
    ThresholdSet     "threshold-set"      CLUSTERS THRESHOLDS    []                    0  ""                "Type a threshold";
    Filter           "filter"             CLUSTERS FILTERS       ["f"]                    19 "filter"          "What matches: a name; clusters size>5, pairs of>20%";
    Sort             "sort"               CLUSTERS TABLES        ["s"]                    24 "sort"            "Sort by the next column; hits by date or relevance";
    Why              "why"                CLUSTERS PAIRS         ["w"]                    37 "why"             "Why they share a cluster; what holds one together";

    DecideCopied     "copied"             REVIEW   REVIEWS       ["d c"]                    1 "copied"          "Decide: text was copied";
    DecideAcceptable "acceptable"         REVIEW   REVIEWS       ["d a"]                    2 "acceptable (quoted, licensed)"          "Decide: the same text, and allowed (quoted, licensed)";
    DecideTemplate   "template"           REVIEW   REVIEWS       ["d t"]                    3 "template (both have it from one)"          "Decide: both have it from a template or a task";
    DecideDifferent  "different"          REVIEW   REVIEWS       ["d x"]                    4 "different (not the same)"          "Decide: not the same";
    DecideUnsure     "unsure"             REVIEW   REVIEWS       ["d u"]                    5 "unsure"          "Decide: seen, and cannot tell";
    MarkSource       "source"             REVIEW   OF_DOCUMENTS  ["d s"]                  6 "a source of others"          "Name it a source of others (listed last), or not";
    DecideNothing    "undecided"          REVIEW   REVIEWS       ["d d"]                       7  "take the decision back"                "Take the decision back; a note stays";
    Note             "note"               REVIEW   REVIEWS       ["d n"]                    8 "note"            "Write a note";
    HideNames        "hide-names"         REVIEW   ALL           ["H"]                    0  ""                "Hide names, paths, authors and dates; show them again";
    MarkRow          "mark-row"           REVIEW   MARKS         ["Space"]                0  ""                "Mark the row; decisions are then on all marked rows";
    NextUnreviewed   "next-unreviewed"    REVIEW   REVIEW_LISTS  ["d j"]                  9  "go to the next undecided"                "To the next that nobody decided";
    Decisions        "decisions"          REVIEW   ALL           ["g d"]                       8  "decisions"                "The review so far: pairs with a decision";
    GoOn             "go-on"              REVIEW   REVIEW_LISTS  ["d ."]                  10  "always go on to the next undecided"                "Go there by itself after each decision: on or off";

    NextNeighbour    "next-neighbour"     DOCUMENT STEPS         ["n"]                    30 "next"            "The next neighbour, or the next document of a cluster";
    PreviousNeighbour "previous-neighbour" DOCUMENT STEPS         ["p"]                    31 "previous"        "The one before";

    IgnoreSource     "ignore-source"      DOCUMENT [DOCUMENT]    ["d o"]                    12  "exclude this source for this text"                "Of copied text: exclude the source for this text";
    IgnoreSourceEverywhere "ignore-source-everywhere" DOCUMENT [DOCUMENT]    ["d O"]         13  "exclude this source for all"                "Exclude the source for all texts";

    NextPassage      "next-passage"       COMPARE  STEPS         ["]"]                    16 "passage"         "To the next passage that is shared";
    PreviousPassage  "previous-passage"   COMPARE  STEPS         ["["]                    15 "passage"         "To the shared passage before";
    Figures          "figures"            COMPARE  STEPS         ["="]                    21 "figures"         "All figures, or those that matter most";
    Mode             "mode"               COMPARE  [COMPARE]     ["m"]                    20 "mode"            "Highlight passages, shingles, words; differences";

    MaskPassage      "mask-passage"       COMPARE  STEPS         ["d i"]                    11 "exclude this passage"       "Exclude this passage wherever it occurs";

    Search           "search"             SEARCH   ALL           ["/" "4"]                    50 "search"          "Search the full text";

    NextPlot         "next-plot"          TUNE     [TUNE]        ["Tab"]                  11 "next plot"       "The next plot";
    TypeValue        "type-value"         TUNE     [TUNE]        ["#"]                    23 "type"            "Type a value for the slider under the cursor";
    Defaults         "defaults"           TUNE     [TUNE]        []                    0  ""                "All sliders but the threshold back to their defaults";
    TakeBest         "best-threshold"     TUNE     [TUNE]        ["*"]                    24 "best threshold"  "The threshold that labels or judged pairs propose";
    LoadLabels       "labels"             TUNE     [TUNE]        ["L"]                    32 "labels"          "Read labels from a CSV file";
    Judge            "judge"              TUNE     [TUNE]        ["J"]                    33 "judge"           "Decide on pairs by hand; 20 propose a threshold";
    RunSweep         "sweep"              TUNE     [TUNE]        ["s"]                    34 "sweep"           "Run a grid of settings";

    NextStep         "next-step"          LECTURE  [LECTURE]     ["Space" "Right" "PgDn" "Enter"] 10 "next"       "One step on; a question first, then its answer";
    PreviousStep     "previous-step"      LECTURE  [LECTURE]     ["Left" "Backspace" "PgUp"] 11 "back"            "One step back, to the same picture";
    Vote1            "vote-1"             LECTURE  [LECTURE]     ["1"]                    12 "vote"            "A vote for the first answer; once for each hand";
    Vote2            "vote-2"             LECTURE  [LECTURE]     ["2"]                    12 "vote"            "A vote for the second answer";
    Vote3            "vote-3"             LECTURE  [LECTURE]     ["3"]                    12 "vote"            "A vote for the third answer";
    Vote4            "vote-4"             LECTURE  [LECTURE]     ["4"]                    12 "vote"            "A vote for the fourth answer";
    ClearVotes       "clear-votes"        LECTURE  [LECTURE]     ["0"]                    0  ""                "Take all votes of the question back";
    TurnDown         "turn-down"          LECTURE  [LECTURE]     ["h"]                    20 "change"          "Turn the number at the top right down";
    TurnUp           "turn-up"            LECTURE  [LECTURE]     ["l"]                    20 "change"          "Turn the number at the top right up";
    Reseed           "another-seed"       LECTURE  [LECTURE]     ["r"]                    24 "redraw"          "Draw again with the next seed";
    TypeA            "type-a"             LECTURE  [LECTURE]     ["a"]                    21 "type A"          "Type or paste text A; the lecture follows";
    TypeB            "type-b"             LECTURE  [LECTURE]     ["b"]                    22 "type B"          "Type or paste text B; the lecture follows";
    GoToStage        "go-to-stage"        LECTURE  [LECTURE]     [":"]                    25 "go to"           "Go to a stage";
    StageWords       "stage-words"        LECTURE  [LECTURE]     ["?"]                    90 "words"           "The terms of this stage and all others, with pictures";

    Lecture          "lecture"            GENERAL  ALL           ["g l"]                    6 "lecture"         "A lecture in stages on these texts, computed live";
    ShippedLecture   "demo-lecture"       GENERAL  ALL           []                       0  ""                "The lecture of the program, with its own texts";
    Copy             "copy"               GENERAL  COPIES        ["y"]                    60 "copy"            "Copy names, or the figures of a pair";
    Edit             "edit"               GENERAL  PANELS        ["g v"]                    10 "file in your editor"            "Open the file in $VISUAL or $EDITOR here, read-only";
    Report           "report"             GENERAL  ALL           ["g r"]                    7 "report"          "Write a report for others: all, or the displayed part";
    Clusters         "clusters"           GENERAL  ALL           ["1"]                    0  ""                "Clusters of near-duplicates";
    Documents        "documents"          GENERAL  ALL           ["3"]                    0  ""                "Documents with copied text, worst first";
    Pairs            "pairs"              GENERAL  ALL           ["2"]                    0  ""                "All pairs as a list: words the same, shares, passages";
    Skipped          "skipped"            GENERAL  ALL           ["g k"]                    4 "not read, disguised"         "Unread documents, with reasons; disguised documents";
    About            "about"              GENERAL  ALL           ["g a"]                    11 "about this corpus"           "Settings, counts, the method and its promise";
    Tune             "tune"               GENERAL  ALL           ["5"]                    0  ""                "What every setting does to this corpus, live";
    Blocks           "common-blocks"      GENERAL  ALL           ["g b"]                    3  "common blocks"                "Passages that many documents hold: browse, exclude";
    MaskBlock        "mask-block"         GENERAL  [BLOCKS]      ["d i"]                    11 "exclude this block"            "Exclude the block from every comparison";
    Mirrors          "mirrors"            GENERAL  ALL           ["g m"]                    2  "mirrors"                "Folders or hosts that hold the same documents";
    Fold             "fold"               GENERAL  [MIRRORS]     ["h" "Left"]             14 "fold"            "Fold the folder; from the last back to the list";
    Unfold           "unfold"             GENERAL  [MIRRORS]     ["l" "Right"]            15 "unfold"          "Unfold the folder";
    OnlyDifferences  "only-differences"   GENERAL  [MIRRORS]     ["m"]                    20 "differences"     "Of two trees only what differs, or everything";
    Settings         "settings"           GENERAL  ALL           ["g s"]                    9 "settings"        "Method, measure, shingles, sketches: change any, live";
    Masks            "masks"              GENERAL  ALL           ["g e"]                    5  "excluded text"                "The excluded text: switch each part on or off";
    Undo             "undo"               GENERAL  ALL           ["z"]                    0  ""                "Undo the last decision or change of settings";
    Messages         "messages"           GENERAL  ALL           ["g o"]                    13  "messages"                "All messages so far";
    Theme            "theme"              GENERAL  ALL           ["g t"]                       14  "themes"                "Choose a theme; the cursor shows it";
    Reload           "reload"             GENERAL  ALL           ["g u"]                    15  "read the corpus again"                "Read the corpus again; what changed is done again";

    Help             "help"               PROGRAM  ALL           ["?" "F1"]               90 "help"            "All keys, searchable";
    Glossary         "words"              PROGRAM  ALL           ["g w"]                       16  "words explained"                "The words of this screen and all others, with pictures";
    Palette          "palette"            PROGRAM  ALL           [":" "ctrl-p"]           91 "all"             "Find a command by its name";
    Stop             "stop"               PROGRAM  ALL           []                       0  ""                "Stop long work and keep what is done";
    Redraw           "redraw"             PROGRAM  ANYWHERE      ["ctrl-l"]               0  ""                "Draw the screen again, and query the background";
    Suspend          "suspend"            PROGRAM  ANYWHERE      ["ctrl-z"]               0  ""                "Back to the shell for a while (fg returns)";
    Interrupt        "interrupt"          PROGRAM  ANYWHERE      ["ctrl-c"]               0  ""                "Stop long work; where none runs, quit";
    Quit             "quit"               PROGRAM  ANYWHERE      []               0  ""                "Quit from anywhere";

    // Only in dialogs and text fields.
    AnswerYes        "answer-yes"         DIALOGS  [Dialog(K::Judge)] ["y"]                    11 "yes"             "They are near-duplicates";
    AnswerNo         "answer-no"          DIALOGS  [Dialog(K::Judge)] ["n"]                    12 "no"              "They are not";
    AnswerUnsure     "answer-unsure"      DIALOGS  [Dialog(K::Judge)] ["u" "?"]                13 "unsure"          "Leave the question open";
    PreviousPair     "previous-pair"      DIALOGS  [Dialog(K::Judge)] ["b" "z" "Backspace"]    14 "back"            "Take the last answer back";

    Remove           "remove"             DIALOGS  [Dialog(K::Masks)] ["d" "x" "Delete"]       31 "take out"        "Include it again, or remove the phrase";
    Complete         "complete"           DIALOGS  [Filter]      ["Tab"]                  29 "complete"        "Complete the field name; without one, to the list";
    Accept           "accept"             DIALOGS  [Dialog(K::Palette)] ["Enter"]                30 "run"             "Run the command";

    ClearText        "clear-text"         DIALOGS  [Dialog(K::LectureText)] ["ctrl-x"]               2  "clear"           "Clear the whole text";
    NewLine          "new-line"           DIALOGS  [Dialog(K::Note)] ["Enter"]                2  "new line"        "A new line";

    CursorLeft       "cursor-left"        TEXT     [Context::Text] ["Left" "ctrl-b"]        0  ""                "One character left";
    CursorRight      "cursor-right"       TEXT     [Context::Text] ["Right" "ctrl-f"]       0  ""                "One character right";
    WordLeft         "word-left"          TEXT     [Context::Text] ["alt-b" "ctrl-Left"]    0  ""                "To the start of the word";
    WordRight        "word-right"         TEXT     [Context::Text] ["alt-f" "ctrl-Right"]   0  ""                "To the end of the word";
    LineStart        "line-start"         TEXT     [Context::Text] ["Home" "ctrl-a"]        0  ""                "To the start of the line";
    LineEnd          "line-end"           TEXT     [Context::Text] ["End" "ctrl-e"]         0  ""                "To the end of the line";
    DeleteLeft       "delete-left"        TEXT     [Context::Text] ["Backspace" "ctrl-h"]   0  ""                "Delete the character before the cursor";
    DeleteRight      "delete-right"       TEXT     [Context::Text] ["Delete"]               0  ""                "Delete the character under the cursor";
    DeleteWord       "delete-word"        TEXT     [Context::Text] ["ctrl-w" "alt-Backspace"] 0  ""                "Delete to the start of the word";
    DeleteToStart    "delete-to-start"    TEXT     [Context::Text] ["ctrl-u"]               0  ""                "Delete to the start of the line";
    DeleteToEnd      "delete-to-end"      TEXT     [Context::Text] ["ctrl-k"]               0  ""                "Delete to the end of the line";
}

// command         contexts                     keys                    rank hint                 what it does
also! {
    Up               [Dialog(K::Help)]            ["Up" "ctrl-p"]          1  "scroll"              "One row up";
    Down             [Dialog(K::Help)]            ["Down" "ctrl-n"]        2  "scroll"              "One row down";
    Up               MATCHES                      ["Up" "ctrl-p"]          1  "choose"              "The match above";
    Down             MATCHES                      ["Down" "ctrl-n"]        2  "choose"              "The match below";
    Up               ROWS                         ["k" "Up" "ctrl-p"]      2  "move"                "The row above";
    Down             ROWS                         ["j" "Down" "ctrl-n"]    1  "move"                "The row below";
    Up               FORMS                        ["Up" "shift-Tab"]       1  "other line"          "The line above; from the first to the last";
    Down             FORMS                        ["Down" "Tab"]           2  "other line"          "The line below; from the last to the first";
    Up               [Dialog(K::Judge)]           ["k" "Up"]               16 "scroll"              "One row up";
    Down             [Dialog(K::Judge)]           ["j" "Down"]             15 "scroll"              "One row down";
    Up               FIELDS                       ["Up"]                   0  ""                    "The line above";
    Down             FIELDS                       ["Down"]                 0  ""                    "The line below";
    PageUp           PAGED                        ["PgUp"]                 0  ""                    "A page up";
    PageDown         PAGED                        ["PgDn"]                 0  ""                    "A page down";
    Top              ROWS                         ["g" "Home"]             0  ""                    "To the first";
    Bottom           ROWS                         ["G" "End"]              0  ""                    "To the last";
    Back             ROWS                         ["q"]                    0  ""                    "Close";
    Left             VALUES                       ["Left" "h"]             3  "change"              "The value before";
    Right            VALUES                       ["Right" "l" "Space"]    4  "change"              "The next value";
    NextPassage      [Dialog(K::Judge)]           ["]"]                    17 "passage"             "To the next passage that is shared";
    PreviousPassage  [Dialog(K::Judge)]           ["["]                    18 "passage"             "To the shared passage before";
    TakeBest         [Dialog(K::Judge)]           ["*"]                    20 "take the threshold"  "The threshold that the answers propose";
    NextPanel        [Dialog(K::Judge)]           ["Tab" "shift-Tab"]      0  ""                    "To the other text";
    Mode             [Dialog(K::Judge)]           ["m"]                    0  ""                    "Passages, shared shingles, words, only differences";
    Undo             CHANGES                      ["z"]                    20 "undo"                "Undo the last change";
    Defaults         [Dialog(K::Masks)]           ["D"]                    32 "drop all"            "Remove all exclusions, also those kept with the corpus";
    Accept           [Dialog(K::Masks)]           ["Space"]                30 "switch"              "Exclude it, or include it again";
    Open             [Dialog(K::Masks)]           ["Enter"]                29 "text"                "The text that it excludes, and the pairs that it hides";
    Accept           [Dialog(K::Offers)]          ["A"]                    30 "accept"              "Let it count, and write that to the journal";
    Defaults         [Dialog(K::Settings)]        ["d"]                    22 "defaults"            "All settings back to their defaults";
    DeleteLeft       [Dialog(K::Settings)]        ["Backspace"]            0  ""                    "Delete the character before the cursor";
    Accept           [Dialog(K::Threshold)]       ["Enter"]                30 "set"                 "Set the threshold";
    Accept           [Dialog(K::Settings)]        ["Enter"]                30 "apply"               "Apply the settings";
    Accept           WHY_SEAMS                    ["Enter"]                30 "compare the two"     "Compare the two documents of the row";
    Accept           FORMS                        ["Enter"]                30 "go"                  "Do what the form says";
    Accept           [Dialog(K::Note)]            ["ctrl-s"]               30 "save"                "Write the note to the journal";
    Accept           [Filter]                     ["Enter"]                30 "keep the filter"     "To the rows that match";
    Accept           [Query]                      ["Enter" "Tab" "Down"]   30 "to the hits"         "To the hits, if there are any";
    Escape           ESC_CLOSE                    ["Esc"]                  90 "close"               "Close; in Help, first clear the words typed";
    Escape           ESC_LEAVE                    ["Esc"]                  90 "leave as it is"      "Close and change nothing";
    Escape           [Dialog(K::Note)]            ["Esc"]                  90 "leave it"            "Close; the second Esc drops the typed text";
    Escape           [Filter]                     ["Esc"]                  90 "lift it"             "Lift the filter";
    Escape           [Query]                      ["Esc"]                  90 "to the tabs"         "Leave the query as it is; the second Esc clears it";
    Up               [LECTURE]                    ["k" "Up"]               0  ""                    "One row up, where a slide is longer than the screen";
    Down             [LECTURE]                    ["j" "Down"]             0  ""                    "One row down";
    Top              [LECTURE]                    ["g" "Home"]             0  ""                    "To the first step of the stage";
    Bottom           [LECTURE]                    ["G" "End"]              0  ""                    "To the last step of the stage";
    Messages         [LECTURE]                    ["M"]                    0  ""                    "All messages so far";
    Tune             [LECTURE]                    ["T"]                    26 "tune"                "Tune the corpus behind; Esc leads back to the step";
    Help             [LECTURE]                    ["F1"]                   0  ""                    "All keys, searchable";
    Palette          [LECTURE]                    ["ctrl-p"]               0  ""                    "Find a command by its name";
    Escape           [LECTURE]                    ["Esc"]                  91 "leave"               "Leave the lecture; back to where one was";
    Back             [LECTURE]                    ["q"]                    0  ""                    "Leave the lecture";
    Accept           [Dialog(K::LectureStages)]   ["Enter"]                30 "go there"            "Go to the stage";
    Accept           [Dialog(K::Words)]           ["Enter"]                30 "show me"             "Show the term in the lecture";
    Accept           [Dialog(K::Themes)]          ["Enter"]                30 "take it"             "Take the theme";
    Glossary         [Dialog(K::Help)]            ["Tab"]                  20 "words"               "The words of the screen, each with a picture";
    Help             [Dialog(K::Words)]           ["Tab" "F1"]             20 "keys"                "All keys, searchable";
    Accept           [Dialog(K::LectureText)]     ["Enter" "ctrl-s"]       30 "done"                "Keep the text";
    Back             [Dialog(K::Help)]            ["Enter"]                0  ""                    "Close";
    Back             [EmptyHelp]                  ["?" "q"]                0  ""                    "Close, if nothing is typed";
}

/// All rows of both tables.
pub fn rows() -> impl Iterator<Item = &'static CommandEntry> {
    COMMANDS.iter().chain(ALSO)
}

impl Command {
    /// The command's row in [`COMMANDS`].
    pub fn entry(self) -> &'static CommandEntry {
        &COMMANDS[self as usize]
    }

    /// Distance in rows of a movement command for a page of `page` rows; `None` for other commands.
    pub fn rows(self, page: i64) -> Option<i64> {
        Some(match self {
            Command::Up => -1,
            Command::Down => 1,
            Command::PageUp => -page,
            Command::PageDown => page,
            Command::Top => i64::MIN / 2,
            Command::Bottom => i64::MAX / 2,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_command_has_a_name_of_its_own_and_one_row_in_a_context() {
        let names: HashSet<_> = COMMANDS.iter().map(|e| e.name).collect();
        assert_eq!(names.len(), COMMANDS.len());
        let mut contexts = HashSet::new();
        for e in rows() {
            let entry = (e.command.entry().command, e.command.entry().name);
            assert_eq!(entry, (e.command, e.name));
            for context in e.contexts {
                assert!(contexts.insert((e.command, *context)), "{}", e.name);
            }
            let length = e.doc.chars().count();
            assert!(
                (1..=54).contains(&length),
                "{}: {length}; help has 54 columns",
                e.name
            );
        }
    }

    /// Commands that are the same to a user, on different screens.
    const SAME: &[(&str, &[Command])] = &[
        ("the next part of the screen", &[C::NextPanel, C::NextPlot]),
        ("to the left", &[C::Left, C::Fold]),
        ("to the right", &[C::Right, C::Unfold]),
        ("exclude this text", &[C::MaskPassage, C::MaskBlock]),
        ("what is shown or marked", &[C::Mode, C::OnlyDifferences]),
    ];

    /// Commands that open a dialog, which says what the key has done.
    const OPEN_A_DIALOG: &[Command] = &[C::LoadLabels, C::RunSweep];

    /// Commands that most terminal programs have; they do not count as keys of a screen.
    const USUAL: [Command; 3] = [C::Redraw, C::Suspend, C::Interrupt];

    #[test]
    fn at_most_30_keys_are_live_on_a_screen_and_no_single_key_decides() {
        const WRITE_NOTHING: [Command; 2] = [C::HideNames, C::MarkRow];
        for (screen, _) in Screen::ALL {
            let here = rows().filter(|entry| entry.works_on(screen) && !entry.keys.is_empty());
            let mut live = HashSet::new();
            for entry in here.filter(|entry| !USUAL.contains(&entry.command)) {
                let keys: crate::app::key::KeySequence = entry.keys[0].parse().unwrap();
                let decides =
                    entry.group == groups::REVIEW && !WRITE_NOTHING.contains(&entry.command);
                assert!(keys.then.is_some() || !decides, "{}", entry.name);
                live.insert(match keys.then {
                    Some(_) => keys.first.to_string(),
                    None => entry.name.to_owned(),
                });
            }
            assert!(live.len() <= 30, "{screen:?}: {} {live:?}", live.len());
        }
    }

    #[test]
    fn a_key_has_one_meaning_on_all_screens_but_the_lecture() {
        let mut of_key: std::collections::BTreeMap<&str, Vec<Command>> = Default::default();
        for entry in rows() {
            let on_screen = |context: &Context| matches!(context, Context::Screen(screen) if *screen != Screen::Lecture);
            if entry.contexts.iter().any(on_screen) && !OPEN_A_DIALOG.contains(&entry.command) {
                for key in entry.keys {
                    of_key.entry(key).or_default().push(entry.command);
                }
            }
        }
        for (key, mut commands) in of_key {
            commands.sort_unstable();
            commands.dedup();
            let together =
                |(_, same): &&(&str, &[Command])| commands.iter().all(|c| same.contains(c));
            let one = commands.len() == 1 || SAME.iter().any(|same| together(&same));
            assert!(one, "{key}: {commands:?}");
        }
    }
}
