//! The fields that a filter can name, and their completion during typing.

use std::ops::Range;
use std::sync::LazyLock;

use crate::figures::{FIGURES, Figure, Target};
use crate::review::Decision;

/// A property of a pair, a cluster or a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Flag {
    /// A document of the pair is new.
    New,
    /// A document of the pair is in the archive.
    Archive,
    /// Some documents of the cluster are connected only through others.
    Chain,
    /// The pair has been reviewed.
    Reviewed,
    /// The decision is this one.
    Decided(Decision),
    /// The decision applies to texts of the corpus.
    Holding,
    /// The texts have changed since the decision.
    Reopened,
    /// The decision is about texts that are not in the corpus.
    Elsewhere,
    /// The decision is about a `pair`, a `document` or a `cluster`.
    On(&'static str),
}

/// A text that belongs to a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DecisionText {
    /// Who decided.
    By,
    /// The note.
    Note,
    /// The name of the decision.
    Decision,
}

/// The form of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// Compared with a number.
    Figure(&'static Figure),
    /// Followed by a name or a glob.
    Name,
    /// Followed by the full name of a group, or a glob.
    Group,
    /// Has no value; the property must be absent if the second field is `false`.
    Flag(Flag, bool),
    /// Followed by a text or a glob.
    Words(DecisionText),
}

/// A field of the language.
#[derive(Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// A short description.
    pub doc: &'static str,
    /// Its form.
    pub kind: FieldKind,
    /// The targets that have it.
    pub targets: &'static [Target],
}

impl Field {
    /// Whether it is a figure.
    pub fn is_number(&self) -> bool {
        matches!(self.kind, FieldKind::Figure(_))
    }

    /// The text that completion inserts: the name with its operator or colon.
    pub fn start_of_term(&self) -> String {
        let mark = match self.kind {
            FieldKind::Figure(_) => ">",
            FieldKind::Name | FieldKind::Group | FieldKind::Words(_) => ":",
            FieldKind::Flag(..) => " ",
        };
        format!("{}{mark}", self.name)
    }

    /// An example of a term.
    pub fn example(&self) -> String {
        let value = match self.kind {
            FieldKind::Figure(figure) if figure.kind.is_fraction() => ">20%",
            FieldKind::Figure(_) => ">=5",
            FieldKind::Name => ":orig_*",
            FieldKind::Group => ":b",
            FieldKind::Words(DecisionText::Decision) => ":copied",
            FieldKind::Words(_) => ":anna",
            FieldKind::Flag(..) => "",
        };
        format!("{}{value}", self.name)
    }

    /// The field named `name`, in upper or lower case.
    pub fn find(name: &str, target: Target) -> Option<&'static Field> {
        let mut fields = FIELDS.iter().filter(|f| f.targets.contains(&target));
        fields.find(|f| f.name.eq_ignore_ascii_case(name))
    }
}

const CLUSTERS: &[Target] = &[Target::Clusters];
const PAIRS_AND_CLUSTERS: &[Target] = &[Target::Pairs, Target::Clusters];
const DECISIONS: &[Target] = &[Target::Decisions];
const ALL: &[Target] = &[Target::Pairs, Target::Clusters, Target::Decisions];

const fn field(
    name: &'static str,
    kind: FieldKind,
    targets: &'static [Target],
    doc: &'static str,
) -> Field {
    Field {
        name,
        doc,
        kind,
        targets,
    }
}

/// All fields, figures first; completion proposes them in this order.
pub static FIELDS: LazyLock<Vec<Field>> = LazyLock::new(|| {
    let figures = FIGURES.iter().map(|figure| Field {
        name: figure.name,
        doc: figure.meaning,
        kind: FieldKind::Figure(figure),
        targets: figure.targets,
    });
    figures.chain(PROPERTIES).collect()
});

/// The fields that are not figures.
#[rustfmt::skip]
const PROPERTIES: [Field; 23] = [
    field("chain", FieldKind::Flag(Flag::Chain, true), CLUSTERS, "documents connected only through others"),
    field("from", FieldKind::Name, ALL, "name of a document, * for anything"),
    field("name", FieldKind::Name, ALL, "the same as from:"),
    field("group", FieldKind::Group, PAIRS_AND_CLUSTERS, "group of a document"),
    field("new", FieldKind::Flag(Flag::New, true), PAIRS_AND_CLUSTERS, "a document is new"),
    field("archive", FieldKind::Flag(Flag::Archive, true), PAIRS_AND_CLUSTERS, "a document is in the archive"),
    field("unreviewed", FieldKind::Flag(Flag::Reviewed, false), PAIRS_AND_CLUSTERS, "nothing was decided yet"),
    field("reviewed", FieldKind::Flag(Flag::Reviewed, true), PAIRS_AND_CLUSTERS, "somebody decided"),
    field("copied", FieldKind::Flag(Flag::Decided(Decision::Copied), true), DECISIONS, "decided: copied"),
    field("acceptable", FieldKind::Flag(Flag::Decided(Decision::Acceptable), true), DECISIONS, "decided: acceptable"),
    field("template", FieldKind::Flag(Flag::Decided(Decision::Template), true), DECISIONS, "decided: from a template"),
    field("different", FieldKind::Flag(Flag::Decided(Decision::Different), true), DECISIONS, "decided: not the same"),
    field("unsure", FieldKind::Flag(Flag::Decided(Decision::Unsure), true), DECISIONS, "decided: cannot tell"),
    field("undecided", FieldKind::Flag(Flag::Decided(Decision::Undecided), true), DECISIONS, "a note only"),
    field("holds", FieldKind::Flag(Flag::Holding, true), DECISIONS, "about texts as they are in the corpus"),
    field("reopened", FieldKind::Flag(Flag::Reopened, true), ALL, "the texts have changed since"),
    field("elsewhere", FieldKind::Flag(Flag::Elsewhere, true), DECISIONS, "about texts that the corpus does not have"),
    field("pair", FieldKind::Flag(Flag::On("pair"), true), DECISIONS, "about a pair"),
    field("document", FieldKind::Flag(Flag::On("document"), true), DECISIONS, "about a document"),
    field("cluster", FieldKind::Flag(Flag::On("cluster"), true), DECISIONS, "about a cluster"),
    field("decision", FieldKind::Words(DecisionText::Decision), ALL, "copied, acceptable, template, different, unsure"),
    field("by", FieldKind::Words(DecisionText::By), ALL, "who decided, * for anything"),
    field("note", FieldKind::Words(DecisionText::Note), ALL, "a part of the note"),
];

/// Fields that may complete the word at the cursor.
#[derive(Clone, Debug, PartialEq)]
pub struct Completion {
    /// Bytes of the typed word, without its `-`; empty between terms.
    pub typed: Range<usize>,
    /// The fields that begin with it, in the order of [`FIELDS`]; all of them between terms.
    pub fields: Vec<&'static Field>,
}

impl Completion {
    /// The first proposed field; `None` if no word has been typed.
    pub fn first(&self) -> Option<&'static Field> {
        let is_typed = !self.typed.is_empty();
        self.fields.first().copied().filter(|_| is_typed)
    }
}

/// Proposes fields that complete the word before `cursor` (a byte offset into `text`).
pub fn complete(text: &str, cursor: usize, target: Target) -> Completion {
    let cursor = text.floor_char_boundary(cursor);
    let before = &text[..cursor];
    let start = before.rfind(char::is_whitespace).map_or(0, |at| {
        at + before[at..].chars().next().map_or(0, char::len_utf8)
    });
    let start = start + usize::from(before[start..].starts_with('-'));
    let word = before[start..].to_ascii_lowercase();
    let is_followed = text[cursor..].starts_with(|c: char| !c.is_whitespace());
    let is_quoted = before.matches('"').count() % 2 == 1;
    let is_proposed = |field: &&Field| {
        let is_complete = word == field.name && field.start_of_term().ends_with(' ');
        field.targets.contains(&target) && field.name.starts_with(&word) && !is_complete
    };
    Completion {
        typed: start..cursor,
        fields: if is_followed || is_quoted {
            Vec::new()
        } else {
            FIELDS.iter().filter(is_proposed).collect()
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<&'static str> {
        let completion = complete(text, text.len(), Target::Pairs);
        completion.fields.iter().map(|f| f.name).collect()
    }

    #[test]
    fn the_word_before_the_cursor_becomes_a_field() {
        assert_eq!(names("words>5 -of"), ["of", "of_a", "of_b"]);
        assert_eq!(names("un"), ["unreviewed"]);
        assert_eq!(names("new"), [] as [&str; 0]);
        assert_eq!(names("of>"), [] as [&str; 0]);
        assert_eq!(names("\"of"), [] as [&str; 0]);
        assert_eq!(complete("siz", 3, Target::Clusters).fields[0].name, "size");
        assert!(complete("siz", 3, Target::Pairs).fields.is_empty());
        let completion = complete("of>1% ", 6, Target::Pairs);
        assert!(completion.fields.len() > 10 && completion.first().is_none());
        assert_eq!(complete("a -wo b", 5, Target::Pairs).typed, 3..5);
        assert!(
            complete("wo", 1, Target::Pairs).fields.is_empty(),
            "in a word"
        );
    }
}
