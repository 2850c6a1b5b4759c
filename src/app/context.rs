//! Where a key is looked up: a screen, a dialog, a text field.

use super::screen::Screen;

/// Dialog type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DialogKind {
    /// All commands with their keys, filtered by the typed text.
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
    /// Form for a report that is handed on.
    Report,
    /// Manual judging of pairs, two texts at a time.
    Judge,
    /// Why two documents share a cluster or do not.
    Why,
    /// What holds a cluster together.
    Seams,
    /// A note on what was decided.
    Note,
    /// The masks, each with a switch and its counts.
    Masks,
    /// What other people wrote to the journal, to accept it or to leave it off.
    Offers,
    /// The stages of a lecture, to go to one.
    LectureStages,
    /// Terms with their pictures, those of the screen or stage in front first.
    Words,
    /// Text A or B of a lecture, typed or pasted.
    LectureText,
    /// The themes, the one under the cursor shown at once.
    Themes,
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
    /// The help dialog while its text field is empty.
    EmptyHelp,
    /// A choice field of a form.
    Choice,
    /// The filter of a list.
    Filter,
    /// The query of the Search screen.
    Query,
    /// A value being typed for a slider of the Tune screen.
    SliderValue,
    /// Any text field.
    Text,
}
