//! The screens of the program, the dialogs over them, and the contexts in which a key is looked up.

/// Screen identifiers, named as in the documentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Screen {
    /// List of clusters, the first screen.
    Clusters,
    /// List of pairs of documents.
    Pairs,
    /// List of documents with copied text.
    Documents,
    /// One document and its neighbours.
    Document,
    /// Two documents side by side.
    Compare,
    /// Full-text search.
    Search,
    /// Files and rows that were not read.
    Skipped,
    /// Settings, counts, times.
    About,
    /// Effects of settings on the corpus.
    Tune,
    /// Passages that recur, by the number of documents that contain them.
    Blocks,
    /// Pairs of trees that contain the same documents.
    Mirrors,
    /// A lecture in stages.
    Lecture,
}

impl Screen {
    /// All screens in the order of the enum, with their names.
    pub const ALL: [(Screen, &'static str); 12] = [
        (Screen::Clusters, "Clusters"),
        (Screen::Pairs, "Pairs"),
        (Screen::Documents, "Documents"),
        (Screen::Document, "Document"),
        (Screen::Compare, "Compare"),
        (Screen::Search, "Search"),
        (Screen::Skipped, "Skipped"),
        (Screen::About, "About this corpus"),
        (Screen::Tune, "Tune"),
        (Screen::Blocks, "Common blocks"),
        (Screen::Mirrors, "Mirrors"),
        (Screen::Lecture, "Lecture"),
    ];

    /// Whether it is a tab of the top line: Esc does not leave it, and the key that goes back quits.
    pub fn is_tab(self) -> bool {
        use Screen as S;
        matches!(
            self,
            S::Clusters | S::Pairs | S::Documents | S::Search | S::Tune
        )
    }

    /// Display name.
    pub fn name(self) -> &'static str {
        Screen::ALL[self as usize].1
    }
}

/// Dialog type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DialogKind {
    /// All commands with their keys, filtered by the typed text.
    #[default]
    Help,
    /// Command palette: commands available on the screen in front.
    Palette,
    /// Message history.
    Messages,
    /// Threshold input.
    Threshold,
    /// Settings editor; changes are applied together.
    Settings,
    /// Form for loading a label file.
    Labels,
    /// Form for the grid of a sweep.
    Sweep,
    /// Form for a report.
    Report,
    /// Manual judging of pairs, two texts at a time.
    Judge,
    /// Why two documents share a cluster or do not.
    Why,
    /// The pairs that connect a cluster.
    Seams,
    /// A note on what was decided.
    Note,
    /// The masks, each with a switch and its counts.
    Masks,
    /// Acts of other people in the journal, to accept or ignore them.
    Offers,
    /// The stages of a lecture, to choose one.
    LectureStages,
    /// Terms with their pictures; terms of the current screen or stage are first.
    Words,
    /// Text A or B of a lecture, typed or pasted.
    LectureText,
    /// The themes; the theme under the cursor is applied at once.
    Themes,
}

impl DialogKind {
    /// Whether the dialog is a list of rows.
    pub fn has_rows(self) -> bool {
        use DialogKind as K;
        matches!(
            self,
            K::Messages | K::Judge | K::Why | K::Seams | K::Masks | K::Offers
        ) || matches!(self, K::LectureStages | K::Words | K::Themes)
    }
}

/// A set of key bindings. Several are active at a time; after [`Context::Anywhere`], the innermost that
/// binds a key decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Context {
    /// Active everywhere, before all others.
    Anywhere,
    /// A screen without a dialog over it.
    Screen(Screen),
    /// The dialog in front.
    Dialog(DialogKind),
    /// A dialog that is a list of rows.
    Rows,
    /// The help dialog while its text field is empty.
    EmptyHelp,
    /// A choice field of a form.
    Choice,
    /// The filter of a list.
    Filter,
    /// The query of the Search screen.
    Query,
    /// Any text field.
    Text,
}
