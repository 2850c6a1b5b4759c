//! The fields that a filter can name, and their completion as a filter is typed.

use crate::review::Decision;
use std::ops::Range;

/// What a filter chooses among.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// Pairs of documents.
    Pairs,
    /// Clusters of documents.
    Clusters,
    /// Decisions of a journal.
    Decisions,
}

impl Target {
    /// What is chosen among, in the plural.
    pub fn nouns(self) -> &'static str {
        match self {
            Target::Pairs => "pairs",
            Target::Clusters => "clusters",
            Target::Decisions => "decisions",
        }
    }
}

/// A figure that a filter compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Number {
    /// The greater of [`Number::OfA`] and [`Number::OfB`].
    Of,
    /// Their share of document a, 0..=1.
    OfA,
    /// Their share of document b, 0..=1.
    OfB,
    /// Words in passages that are the same on both sides.
    Words,
    /// Such words of one passage, at most.
    Longest,
    /// Number of passages.
    Passages,
    /// Exact Jaccard.
    Jaccard,
    /// The greater containment.
    Containment,
    /// Jaccard estimated from the sketches.
    Estimate,
    /// Number of documents of a cluster.
    Size,
    /// Lowest similarity in a cluster.
    Min,
    /// Mean similarity in a cluster.
    Mean,
    /// Highest similarity in a cluster.
    Max,
}

/// A property that a pair has or has not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Flag {
    /// A document of the pair is new.
    New,
    /// A document of the pair is in the archive.
    Archive,
    /// Some members of the cluster are connected only through others.
    Chain,
    /// The pair has been reviewed.
    Reviewed,
    /// This was decided.
    Decided(Decision),
    /// The decision holds for texts of the corpus.
    Holding,
    /// The texts have changed since the decision.
    Reopened,
    /// The decision is about texts that are not in the corpus.
    Elsewhere,
    /// The decision is about a thing of this kind.
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
    /// Compared with a share: `20%` or `.2`.
    Share(Number),
    /// Compared with a whole number.
    Count(Number),
    /// Followed by a name or a glob.
    Name,
    /// Followed by the whole name of a group, or a glob.
    Group,
    /// Stands alone; negated if the value is `false`.
    Flag(Flag, bool),
    /// Followed by a text or a glob.
    Words(DecisionText),
}

/// A field of the language.
#[derive(Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// What it is, in a few words.
    pub doc: &'static str,
    /// Its form.
    pub kind: FieldKind,
    /// What it can be asked of.
    pub targets: &'static [Target],
}

impl Field {
    /// Whether it is a figure that is compared.
    pub fn is_number(&self) -> bool {
        matches!(self.kind, FieldKind::Share(_) | FieldKind::Count(_))
    }

    /// What completion writes: the name with what follows it.
    pub fn start_of_term(&self) -> String {
        let mark = match self.kind {
            FieldKind::Share(_) | FieldKind::Count(_) => ">",
            FieldKind::Name | FieldKind::Group | FieldKind::Words(_) => ":",
            FieldKind::Flag(..) => " ",
        };
        format!("{}{mark}", self.name)
    }

    /// An example of a term.
    pub fn example(&self) -> String {
        let value = match self.kind {
            FieldKind::Share(_) => ">20%",
            FieldKind::Count(_) => ">=5",
            FieldKind::Name => ":orig_*",
            FieldKind::Group => ":b",
            FieldKind::Words(DecisionText::Decision) => ":copied",
            FieldKind::Words(_) => ":anna",
            FieldKind::Flag(..) => "",
        };
        format!("{}{value}", self.name)
    }

    /// The field named `name`, in any case.
    pub fn find(name: &str, target: Target) -> Option<&'static Field> {
        let mut fields = FIELDS.iter().filter(|f| f.targets.contains(&target));
        fields.find(|f| f.name.eq_ignore_ascii_case(name))
    }
}

const PAIRS: &[Target] = &[Target::Pairs];
const CLUSTERS: &[Target] = &[Target::Clusters];
const BOTH: &[Target] = &[Target::Pairs, Target::Clusters];
const DECISIONS: &[Target] = &[Target::Decisions];
const PAIRS_AND_DECISIONS: &[Target] = &[Target::Pairs, Target::Decisions];
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

/// All fields; completion proposes them in this order.
#[rustfmt::skip]
pub const FIELDS: &[Field] = &[
    field("of", FieldKind::Share(Number::Of), PAIRS, "share of one text that is copied: the greater of of_a and of_b"),
    field("of_a", FieldKind::Share(Number::OfA), PAIRS, "share of A that is copied"),
    field("of_b", FieldKind::Share(Number::OfB), PAIRS, "share of B that is copied"),
    field("words", FieldKind::Count(Number::Words), PAIRS_AND_DECISIONS, "words copied: those of passages that are the same on both sides"),
    field("longest", FieldKind::Count(Number::Longest), PAIRS, "words copied in one passage, at most"),
    field("passages", FieldKind::Count(Number::Passages), PAIRS, "number of passages"),
    field("jaccard", FieldKind::Share(Number::Jaccard), PAIRS_AND_DECISIONS, "exact Jaccard"),
    field("containment", FieldKind::Share(Number::Containment), PAIRS, "the greater containment"),
    field("estimate", FieldKind::Share(Number::Estimate), PAIRS, "Jaccard estimated from the sketches"),
    field("size", FieldKind::Count(Number::Size), CLUSTERS, "documents of the cluster"),
    field("min", FieldKind::Share(Number::Min), CLUSTERS, "lowest similarity in the cluster"),
    field("mean", FieldKind::Share(Number::Mean), CLUSTERS, "mean similarity in the cluster"),
    field("max", FieldKind::Share(Number::Max), CLUSTERS, "highest similarity in the cluster"),
    field("chain", FieldKind::Flag(Flag::Chain, true), CLUSTERS, "members connected only through others"),
    field("from", FieldKind::Name, ALL, "name of a document, * for anything"),
    field("name", FieldKind::Name, ALL, "the same as from:"),
    field("group", FieldKind::Group, BOTH, "group of a document"),
    field("new", FieldKind::Flag(Flag::New, true), BOTH, "a document is new"),
    field("archive", FieldKind::Flag(Flag::Archive, true), BOTH, "a document is in the archive"),
    field("unreviewed", FieldKind::Flag(Flag::Reviewed, false), BOTH, "nothing was decided yet"),
    field("reviewed", FieldKind::Flag(Flag::Reviewed, true), BOTH, "somebody decided"),
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

/// Fields that the word at the cursor may become.
#[derive(Clone, Debug, PartialEq)]
pub struct Completion {
    /// Bytes of the typed word, without its `-`; empty between terms.
    pub typed: Range<usize>,
    /// The fields that begin with it, in the order of [`FIELDS`]; all of them between terms.
    pub fields: Vec<&'static Field>,
}

impl Completion {
    /// The field that a key completes the word to; none where no word has been begun.
    pub fn first(&self) -> Option<&'static Field> {
        let begun = !self.typed.is_empty();
        self.fields.first().copied().filter(|_| begun)
    }
}

/// The fields that the word before `cursor` (a byte offset into `text`) may become.
pub fn complete(text: &str, cursor: usize, target: Target) -> Completion {
    let cursor = text.floor_char_boundary(cursor);
    let before = &text[..cursor];
    let start = before.rfind(char::is_whitespace).map_or(0, |at| {
        at + before[at..].chars().next().map_or(0, char::len_utf8)
    });
    let start = start + usize::from(before[start..].starts_with('-'));
    let word = before[start..].to_ascii_lowercase();
    let followed = text[cursor..].starts_with(|c: char| !c.is_whitespace());
    let quoted = before.matches('"').count() % 2 == 1;
    let fits = |field: &&Field| {
        let is_complete = word == field.name && field.start_of_term().ends_with(' ');
        field.targets.contains(&target) && field.name.starts_with(&word) && !is_complete
    };
    Completion {
        typed: start..cursor,
        fields: if followed || quoted {
            Vec::new()
        } else {
            FIELDS.iter().filter(fits).collect()
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
        let between = complete("of>1% ", 6, Target::Pairs);
        assert!(between.fields.len() > 10 && between.first().is_none());
        assert_eq!(complete("a -wo b", 5, Target::Pairs).typed, 3..5);
        assert!(
            complete("wo", 1, Target::Pairs).fields.is_empty(),
            "in a word"
        );
    }
}
